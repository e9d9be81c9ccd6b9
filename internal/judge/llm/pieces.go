package llm

import (
	"slices"
	"strings"

	"prism/internal/conversation"
	"prism/internal/judge"
	"prism/internal/observe"
	"prism/internal/redact"
	"prism/internal/shell"
	"prism/internal/transcript"
)

// piece is something that may be shown: a line, or the lines of one output.
type piece struct {
	turn, order int
	kind        kind
	raw         string      // prose of the transcript, to be redacted; or
	under       string      // a folder: raw, a path, is shown without it
	ready       redact.Text // our own words
	files       []string    // names of files, shown by their last elements; raw is all of them
	uuid        string
	at          int
	least, want int // bytes: the least that is worth a line, and what is wanted
	rank        int // 0 is shown first
	keep        keep
	lines       int // > 0: an output, of which so many decisive lines are shown
	granted     int
}

// Ranks of what happened. The last turns and the checks come before all else:
// a judge that does not see outcomes passes wrong answers.
const (
	rankEnd = iota
	rankLastCheck
	rankLate    // what went wrong, was refused or checked in the last turns
	rankClosing // the agent's closing words and the edits of the last turns
	rankChecks  // the last check of every turn
	rankEdits
	rankTrouble // interruptions, failures, refusals, errors before the last turns
	rankSaid    // closing words before the last turns
	rankDetail  // the rest of the last turns
	rankCounts
	rankRest
)

// Bounds on the pieces of one turn, so that no turn costs more than it can show.
const (
	lateTurns    = judge.SignalWindow // shown in detail
	maxChecks    = 8
	maxErrors    = 6
	maxCommands  = 12
	maxSaysShown = 6
	maxNotices   = 3
)

// doings makes the pieces of what happened in a draft.
type doings struct {
	pieces []piece
	order  int
	facts  tally

	since aftermath       // what came after the last change
	plans map[string]bool // plans shown before, by their first words
}

// tally is what the facts line counts.
type tally struct {
	turns, images                         int
	files                                 map[string]bool
	added, removed                        int
	written                               int // shell calls that wrote, moved or restored files
	checks, checksFailed, commits, pushes int
	refused, interrupts, plans            int
}

func doingsOf(d *conversation.Draft) *doings {
	w := &doings{facts: tally{files: map[string]bool{}}, plans: map[string]bool{}}
	live := conversation.Living(d.Turns)
	late := map[int]bool{}
	for _, i := range live[max(0, len(live)-lateTurns):] {
		late[i] = true
	}
	for n, i := range live {
		w.turn(&d.Turns[i], i+1, late[i], n == len(live)-1)
	}
	w.lastCheck()
	return w
}

func (w *doings) add(p piece) {
	w.order++
	p.order = w.order
	w.pieces = append(w.pieces, p)
}

// turn adds the pieces of one turn, in the order in which they happened.
func (w *doings) turn(t *conversation.Turn, number int, late, last bool) {
	w.facts.turns++
	w.facts.images += t.Images
	seen := observe.Events(nil, t, false)
	closing := -1
	said := 0
	for i, e := range seen {
		if e.Say != nil {
			closing = i
			said++
		}
	}
	v := turnView{w: w, number: number, late: late, last: last}
	v.checks = tailOf(seen, maxChecks, func(e observe.Event) bool { return e.Step != nil && isCheck(e.Step) })
	v.errors = tailOf(seen, maxErrors, func(e observe.Event) bool {
		return e.Step != nil && e.Step.Outcome == transcript.Errored && !isCheck(e.Step)
	})
	v.commands = tailOf(seen, maxCommands, func(e observe.Event) bool { return e.Step != nil && worthNaming(e.Step) })
	v.notices = tailOf(seen, maxNotices, func(e observe.Event) bool { return e.Mark != nil && e.Mark.Kind == conversation.MarkNotice })
	if len(seen) == 0 {
		w.add(piece{turn: number, kind: ofMark, ready: redact.Literal("nothing followed this prompt"), least: 40, want: 40, rank: rankTrouble})
	}
	edits := newEdits(t.CWD)
	for i, e := range seen {
		switch {
		case e.Say != nil:
			if i == closing {
				edits.flush(&v) // what was changed stands before the words that close the turn
				v.closing(e.Say)
			} else if said--; late && said <= maxSaysShown {
				edits.flush(&v)
				w.add(saying(number, e.Say, rankDetail))
			} else if t.Images > 0 && !v.pictured {
				w.add(saying(number, e.Say, rankSaid)) // what the picture showed, in the agent's words
			}
			v.pictured = true
		case e.Mark != nil:
			v.mark(i, e.Mark)
		default:
			v.step(i, e.Step, edits)
		}
	}
	edits.flush(&v)
	v.counts(t)
}

func saying(turn int, s *conversation.Say, rank int) piece {
	return piece{turn: turn, kind: ofAgent, raw: s.Text, uuid: s.UUID, at: s.Line, least: 60, want: 200, rank: rank, keep: keepHead}
}

// turnView is one turn on its way into pieces.
type turnView struct {
	w                        *doings
	number                   int
	late, last               bool
	pictured                 bool // the first words of the turn are said
	checks, errors, commands map[int]bool
	notices                  map[int]bool
	reads, searches, others  int
	subagents, told          int      // calls of subagents; notices that are not shown
	names                    []string // of the other calls, each once
}

func (v *turnView) closing(s *conversation.Say) {
	p := piece{turn: v.number, kind: ofAgent, raw: s.Text, uuid: s.UUID, at: s.Line, least: 90, want: 280, rank: rankSaid, keep: keepBoth}
	switch {
	case v.last:
		p.least, p.want, p.rank = 400, 1500, rankEnd
	case v.late:
		p.least, p.want, p.rank = 160, 700, rankClosing
	}
	v.w.add(p)
}

// troubleRank is the rank of what went wrong, was refused or said.
func (v *turnView) troubleRank() int {
	if v.late {
		return rankLate
	}
	return rankTrouble
}

func (v *turnView) mark(i int, m *conversation.Mark) {
	rank := v.troubleRank()
	p := piece{turn: v.number, kind: ofMark, uuid: m.UUID, at: m.Line, least: 40, want: 40, rank: rank}
	switch m.Kind {
	case conversation.MarkInterrupt:
		v.w.facts.interrupts++
		p.ready = redact.Literal("the person interrupted")
	case conversation.MarkFailure:
		p.kind, p.raw, p.want = ofOut, m.Text, 160
	case conversation.MarkCompacted:
		p.ready = redact.Literal("the context was summarised")
		p.rank = rankRest
	case conversation.MarkShell:
		p.kind, p.raw, p.want, p.rank = ofPerson, "!"+m.Text, 160, rankDetail
	case conversation.MarkShellOut:
		p.kind, p.raw, p.lines, p.want, p.rank = ofOut, m.Text, 3, 240, rankDetail
	default:
		if !v.notices[i] {
			v.told++
			return
		}
		p.kind, p.raw, p.least, p.want, p.rank, p.keep = ofOut, noticeText(m.Text), 60, 240, rankDetail, keepBoth
		if !v.late {
			p.rank = rankRest
		}
	}
	v.w.add(p)
}

// step adds what a call is worth. Edits are gathered up to the next line that shows
// something else, so that what came before what is told; reads are counted.
func (v *turnView) step(i int, s *conversation.Step, edits *edits) {
	v.w.tally(s, v.number)
	edited := s.Edit != nil && s.CarriedOut()
	if shows := s.Kind == transcript.CallPlan || s.Kind == transcript.CallAsk || v.checks[i] || v.errors[i] || v.commands[i] || s.Said != "" || s.Outcome == transcript.Rejected; shows && !edited {
		edits.flush(v)
	}
	switch {
	case s.Kind == transcript.CallPlan:
		v.plan(s)
	case s.Kind == transcript.CallAsk:
		v.asked(s)
	case edited:
		if !s.Edit.Plan {
			edits.add(s)
		}
	case isCheck(s):
		v.check(i, s)
	case v.errors[i], s.Outcome == transcript.Rejected:
		v.trouble(s)
	case v.commands[i]:
		v.command(s)
	default:
		v.count(s)
	}
	if s.Said != "" {
		v.w.add(piece{turn: v.number, kind: ofPerson, raw: s.Said, uuid: s.ResultUUID, at: s.ResultLine, least: 60, want: 400, rank: v.troubleRank(), keep: keepBoth})
	}
}

// asked adds a question or a menu of the agent; what the person answered follows.
func (v *turnView) asked(s *conversation.Step) {
	how := redact.Literal("→ answered")
	if s.Said == "" {
		how = ending(s)
	}
	v.w.add(piece{turn: v.number, kind: ofRun, raw: "asked the person: " + s.Target, ready: how, uuid: s.UUID, at: s.Line, least: 60, want: 200, rank: v.troubleRank(), keep: keepBoth})
	if s.Said == "" && s.Outcome == transcript.Done {
		v.w.add(piece{turn: v.number, kind: ofOut, raw: s.Output, uuid: s.ResultUUID, at: s.ResultLine, least: 60, want: 240, rank: v.troubleRank(), lines: 2})
	}
}

// planHead is how much of a plan tells it from another, in bytes.
const planHead = 240

func (v *turnView) plan(s *conversation.Step) {
	how := redact.Literal("shown")
	switch {
	case s.PlanApproved || s.Outcome == transcript.Done:
		how = redact.Literal("approved by the person")
	case s.Outcome == transcript.Rejected && strings.TrimSpace(s.Said) == "":
		how = redact.Literal("refused without a word")
	case s.Outcome == transcript.Rejected:
		how = redact.Literal("refused with words")
	}
	p := piece{turn: v.number, kind: ofPlan, raw: s.PlanText, uuid: s.UUID, at: s.Line, least: 120, want: 700, rank: v.troubleRank(), keep: keepHead}
	head := s.PlanText[:min(len(s.PlanText), planHead)]
	if v.w.plans[head] && head != "" {
		p.least, p.want, p.ready = 60, 90, redact.Literal("(shown before, perhaps changed)")
	}
	v.w.plans[head] = true
	v.w.add(p)
	v.w.add(piece{turn: v.number, kind: ofMark, ready: redact.Join("", redact.Literal("the plan was "), how), uuid: s.ResultUUID, at: s.ResultLine, least: 60, want: 60, rank: v.troubleRank()})
}

// check adds a test, build, linter or run with what it printed.
func (v *turnView) check(i int, s *conversation.Step) {
	if !v.checks[i] {
		v.others++
		return
	}
	rank, least, want, lines := rankRest, 90, 200, 2
	final := true
	for j := range v.checks {
		final = final && j <= i
	}
	switch {
	case v.late:
		rank, least, want, lines = rankLate, 120, 600, 5
	case final:
		rank, least, want, lines = rankChecks, 100, 240, 2
	}
	v.w.add(piece{turn: v.number, kind: ofRun, raw: command(s), ready: ending(s), uuid: s.UUID, at: s.Line, least: 80, want: 200, rank: rank, keep: keepBoth})
	v.w.add(piece{turn: v.number, kind: ofOut, raw: s.Output, uuid: s.ResultUUID, at: s.ResultLine, least: least, want: want, rank: rank, lines: lines})
}

// trouble adds a call that failed or was refused.
func (v *turnView) trouble(s *conversation.Step) {
	rank, want := rankTrouble, 160
	if v.late {
		rank, want = rankLate, 320
	}
	v.w.add(piece{turn: v.number, kind: ofRun, raw: command(s), ready: ending(s), uuid: s.UUID, at: s.Line, least: 60, want: 160, rank: rank, keep: keepBoth})
	if s.Outcome == transcript.Errored {
		v.w.add(piece{turn: v.number, kind: ofOut, raw: s.Output, uuid: s.ResultUUID, at: s.ResultLine, least: 60, want: want, rank: rank, lines: 2})
	}
}

// command adds a call that changed something, or ran in the last turns.
func (v *turnView) command(s *conversation.Step) {
	rank := rankRest
	delivers := s.Commits || s.Pushes || s.Class.Has(shell.Delivers)
	switch {
	case delivers && v.late:
		rank = rankLate
	case delivers:
		rank = rankChecks
	case v.late:
		rank = rankDetail
	}
	v.w.add(piece{turn: v.number, kind: ofRun, raw: command(s), ready: ending(s), uuid: s.UUID, at: s.Line, least: 80, want: 200, rank: rank, keep: keepBoth})
	if v.late && s.Output != "" {
		v.w.add(piece{turn: v.number, kind: ofOut, raw: s.Output, uuid: s.ResultUUID, at: s.ResultLine, least: 40, want: 160, rank: max(rank, rankDetail), lines: 2})
	}
}

func (v *turnView) count(s *conversation.Step) {
	switch s.Kind {
	case transcript.CallRead:
		v.reads++
	case transcript.CallSearch, transcript.CallLookup, transcript.CallWeb:
		v.searches++
	case transcript.CallTodo, transcript.CallList, transcript.CallTick:
	default:
		if s.Subagent {
			v.subagents++
			return
		}
		v.others++
		if s.Kind != transcript.CallShell && !slices.Contains(v.names, s.Tool) && len(v.names) < 4 {
			v.names = append(v.names, s.Tool)
		}
	}
}

// counts adds what was only counted, with the names of the other calls.
func (v *turnView) counts(t *conversation.Turn) {
	v.others += t.Omitted.Calls
	var b redact.Builder
	for _, c := range []struct {
		n    int
		what redact.Text
	}{
		{v.reads, redact.Literal("files read")},
		{v.searches, redact.Literal("searches")},
		{v.others, redact.Literal("other calls")},
		{v.subagents, redact.Literal("calls of subagents")},
		{v.told, redact.Literal("more notices")},
	} {
		if c.n == 0 {
			continue
		}
		if b.Len() > 0 {
			b.Literal(", ")
		}
		b.Add(c.what)
		b.Literal(": ")
		b.Number(c.n)
	}
	if b.Len() == 0 {
		return
	}
	rank := rankCounts
	if !v.late {
		rank = rankRest
	}
	v.w.add(piece{turn: v.number, kind: ofDid, raw: strings.Join(v.names, " "), ready: b.Text(), least: 80, want: 120, rank: rank})
}

// lastCheck lifts the last check of the session above all but the end.
func (w *doings) lastCheck() {
	for i := len(w.pieces) - 1; i > 0; i-- {
		if p := &w.pieces[i]; p.kind == ofOut && p.lines >= 2 && w.pieces[i-1].kind == ofRun && (p.rank == rankLate || p.rank == rankChecks) {
			p.rank, w.pieces[i-1].rank = rankLastCheck, rankLastCheck
			return
		}
	}
}

// ending says how a call ended, in our words: by its exit, and by what it printed,
// since many a run is piped through a command that never fails.
func ending(s *conversation.Step) redact.Text {
	switch s.Outcome {
	case transcript.Done:
		switch {
		case s.Exit > 0:
			return redact.Join("", redact.Literal("→ exit "), number(s.Exit))
		case tellsFailure(s):
			return redact.Literal("→ ended; what it printed tells of a failure")
		}
		return redact.Literal("→ done")
	case transcript.Errored:
		if s.Exit > 0 {
			return redact.Join("", redact.Literal("→ failed, exit "), number(s.Exit))
		}
		return redact.Literal("→ failed")
	case transcript.Rejected:
		return redact.Literal("→ refused by the person")
	case transcript.Aborted:
		return redact.Literal("→ stopped, not carried out")
	}
	return redact.Literal("→ no result on record")
}

func number(n int) redact.Text {
	var b redact.Builder
	b.Number(n)
	return b.Text()
}

// isCheck reports calls that tell how the work stands.
func isCheck(s *conversation.Step) bool {
	return s.Kind == transcript.CallShell && s.Class.Has(shell.Verifies|shell.ClassRun) && s.Outcome != transcript.Rejected
}

// worthNaming reports calls that did something beyond looking, or that answered.
func worthNaming(s *conversation.Step) bool {
	if s.Edit != nil || isCheck(s) || s.Subagent {
		return false
	}
	if s.Kind == transcript.CallShell {
		return true
	}
	switch s.Kind {
	case transcript.CallTask, transcript.CallSkill, transcript.CallOther:
		return true
	}
	return s.Mutating
}

// tailOf returns the indices of the last n events that fit.
func tailOf(all []observe.Event, n int, fits func(observe.Event) bool) map[int]bool {
	out := map[int]bool{}
	for i := len(all) - 1; i >= 0 && len(out) < n; i-- {
		if fits(all[i]) {
			out[i] = true
		}
	}
	return out
}

// edits gathers the edits of a turn by file.
type edits struct {
	root  string // working folder: names below it are shown without it
	names []string
	by    map[string]*fileEdit
	uuid  string
	at    int
}

type fileEdit struct {
	added, removed int
	created        bool
}

func newEdits(root string) *edits {
	return &edits{root: strings.TrimRight(root, `/\`), by: map[string]*fileEdit{}}
}

func (e *edits) add(s *conversation.Step) {
	f := e.by[s.Edit.File]
	if f == nil {
		f = &fileEdit{}
		e.by[s.Edit.File] = f
		e.names = append(e.names, s.Edit.File)
	}
	f.added += s.Edit.Added
	f.removed += s.Edit.Removed
	f.created = f.created || s.Edit.Created
	e.uuid, e.at = s.UUID, s.Line
}

// flush adds a line for each file that was changed, most lines first, and one
// for what is left over.
func (e *edits) flush(v *turnView) {
	shown := 4
	if v.late {
		shown = 8
	}
	slices.SortStableFunc(e.names, func(a, b string) int {
		return e.by[b].added + e.by[b].removed - e.by[a].added - e.by[a].removed
	})
	rank := rankEdits
	if v.late {
		rank = rankClosing
	}
	for n, name := range e.names {
		if n == shown {
			v.w.add(piece{turn: v.number, kind: ofEdit, ready: redact.Join("", redact.Literal("and "), number(len(e.names)-n), redact.Literal(" more files")), least: 30, want: 30, rank: rank})
			break
		}
		f := e.by[name]
		var b redact.Builder
		if f.created {
			b.Literal("new ")
		}
		b.Literal("+")
		b.Number(f.added)
		b.Literal(" −")
		b.Number(f.removed)
		v.w.add(piece{turn: v.number, kind: ofEdit, raw: name, under: e.root, ready: b.Text(), uuid: e.uuid, at: e.at, least: 40, want: 90, rank: rank + n/4, keep: keepTail})
	}
	*e = *newEdits(e.root)
}
