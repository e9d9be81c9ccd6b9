package llm

import (
	"slices"
	"strings"

	"prism/internal/conversation"
	"prism/internal/fact"
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
	ready       redact.Text // our own words
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
)

// doings makes the pieces of what happened in a draft.
type doings struct {
	pieces []piece
	order  int
	facts  tally

	lastEdit, lastRun int // order of the last edit and the last check; 0 none
}

// tally is what the facts line counts.
type tally struct {
	turns, images                               int
	files                                       map[string]bool
	added, removed                              int
	checks, checksFailed, commits, pushes       int
	reads, commands, refused, interrupts, plans int
}

func doingsOf(d *conversation.Draft) *doings {
	w := &doings{facts: tally{files: map[string]bool{}}}
	live := livingTurns(d)
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

// livingTurns are the indices of the turns that no rewind left behind.
func livingTurns(d *conversation.Draft) []int {
	var out []int
	for i := range d.Turns {
		if !d.Turns[i].Abandoned {
			out = append(out, i)
		}
	}
	return out
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
	edits := newEdits(t.CWD)
	for i, e := range seen {
		switch {
		case e.Say != nil:
			if i == closing {
				edits.flush(&v) // what was changed stands before the words that close the turn
				v.closing(e.Say)
			} else if said--; late && said <= maxSaysShown {
				w.add(piece{turn: number, kind: ofAgent, raw: e.Say.Text, uuid: e.Say.UUID, at: e.Say.Line, least: 60, want: 200, rank: rankDetail, keep: keepHead})
			}
		case e.Mark != nil:
			v.mark(e.Mark)
		default:
			if v.checks[i] {
				edits.flush(&v) // whether a check came after a change decides much
			}
			v.step(i, e.Step, edits)
		}
	}
	edits.flush(&v)
	v.counts(t)
}

// turnView is one turn on its way into pieces.
type turnView struct {
	w                        *doings
	number                   int
	late, last               bool
	checks, errors, commands map[int]bool
	reads, searches, others  int
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

func (v *turnView) mark(m *conversation.Mark) {
	rank := rankTrouble
	if v.late {
		rank = rankLate
	}
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
		p.kind, p.raw, p.want, p.rank = ofOut, m.Text, 120, rankRest
	}
	v.w.add(p)
}

// step adds what a call is worth. Edits are gathered, reads counted.
func (v *turnView) step(i int, s *conversation.Step, edits *edits) {
	if s.Said != "" {
		rank := rankTrouble
		if v.late {
			rank = rankLate
		}
		v.w.add(piece{turn: v.number, kind: ofPerson, raw: s.Said, uuid: s.ResultUUID, at: s.ResultLine, least: 60, want: 400, rank: rank, keep: keepBoth})
	}
	if s.Outcome == transcript.Rejected {
		v.w.facts.refused++
	}
	if s.Commits {
		v.w.facts.commits++
	}
	if s.Pushes {
		v.w.facts.pushes++
	}
	switch {
	case s.Kind == transcript.CallPlan:
		v.plan(s)
	case s.Edit != nil && s.CarriedOut():
		if !s.Edit.Plan {
			edits.add(s)
			v.w.order++
			v.w.lastEdit = v.w.order
			v.w.facts.files[s.Edit.File] = true
			v.w.facts.added += s.Edit.Added
			v.w.facts.removed += s.Edit.Removed
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
}

func (v *turnView) plan(s *conversation.Step) {
	v.w.facts.plans++
	how := redact.Literal("shown")
	switch {
	case s.PlanApproved || s.Outcome == transcript.Done:
		how = redact.Literal("approved by the person")
	case s.Outcome == transcript.Rejected && strings.TrimSpace(s.Said) == "":
		how = redact.Literal("refused without a word")
	case s.Outcome == transcript.Rejected:
		how = redact.Literal("refused with words")
	}
	rank := rankTrouble
	if v.late {
		rank = rankLate
	}
	v.w.add(piece{turn: v.number, kind: ofPlan, raw: s.PlanText, uuid: s.UUID, at: s.Line, least: 120, want: 700, rank: rank, keep: keepHead})
	v.w.add(piece{turn: v.number, kind: ofMark, ready: redact.Join("", redact.Literal("the plan was "), how), uuid: s.ResultUUID, at: s.ResultLine, least: 60, want: 60, rank: rank})
}

// check adds a test, build, linter or run with what it printed.
func (v *turnView) check(i int, s *conversation.Step) {
	v.w.facts.checks++
	v.w.order++
	v.w.lastRun = v.w.order
	if s.Outcome == transcript.Errored {
		v.w.facts.checksFailed++
	}
	if !v.checks[i] {
		v.others++
		return
	}
	rank, least, want, lines := rankRest, 60, 200, 2
	final := true
	for j := range v.checks {
		final = final && j <= i
	}
	switch {
	case v.late:
		rank, least, want, lines = rankLate, 120, 600, 5
	case final:
		rank, least, want, lines = rankChecks, 80, 240, 2
	}
	v.w.add(piece{turn: v.number, kind: ofRun, raw: s.Target, ready: ending(s), uuid: s.UUID, at: s.Line, least: 40, want: 160, rank: rank, keep: keepHead})
	v.w.add(piece{turn: v.number, kind: ofOut, raw: s.Output, uuid: s.ResultUUID, at: s.ResultLine, least: least, want: want, rank: rank, lines: lines})
}

// trouble adds a call that failed or was refused.
func (v *turnView) trouble(s *conversation.Step) {
	rank, want := rankTrouble, 160
	if v.late {
		rank, want = rankLate, 320
	}
	v.w.add(piece{turn: v.number, kind: ofRun, raw: s.Tool + " " + s.Target, ready: ending(s), uuid: s.UUID, at: s.Line, least: 40, want: 120, rank: rank, keep: keepHead})
	if s.Outcome == transcript.Errored {
		v.w.add(piece{turn: v.number, kind: ofOut, raw: s.Output, uuid: s.ResultUUID, at: s.ResultLine, least: 60, want: want, rank: rank, lines: 2})
	}
}

// command adds a call that changed something, or ran in the last turns.
func (v *turnView) command(s *conversation.Step) {
	rank := rankRest
	delivers := s.Commits || s.Pushes || s.Class.Has(shell.ClassCommit|shell.ClassPush|shell.ClassPull)
	switch {
	case delivers && v.late:
		rank = rankLate
	case delivers:
		rank = rankChecks
	case v.late:
		rank = rankDetail
	}
	name := s.Target
	if s.Kind != transcript.CallShell {
		name = s.Tool + " " + s.Target
	}
	v.w.add(piece{turn: v.number, kind: ofRun, raw: name, ready: ending(s), uuid: s.UUID, at: s.Line, least: 40, want: 120, rank: rank, keep: keepHead})
	if v.late && s.Output != "" {
		v.w.add(piece{turn: v.number, kind: ofOut, raw: s.Output, uuid: s.ResultUUID, at: s.ResultLine, least: 40, want: 160, rank: max(rank, rankDetail), lines: 2})
	}
}

func (v *turnView) count(s *conversation.Step) {
	switch s.Kind {
	case transcript.CallRead:
		v.reads++
		v.w.facts.reads++
	case transcript.CallSearch, transcript.CallLookup, transcript.CallWeb:
		v.searches++
	default:
		v.others++
	}
	if s.Kind == transcript.CallShell {
		v.w.facts.commands++
	}
}

// counts adds what was only counted.
func (v *turnView) counts(t *conversation.Turn) {
	v.others += t.Omitted.Calls
	if v.reads+v.searches+v.others == 0 {
		return
	}
	var b redact.Builder
	number := func(n int) bool {
		if n == 0 {
			return false
		}
		if b.Len() > 0 {
			b.Literal(", ")
		}
		b.Number(n)
		return true
	}
	if number(v.reads) {
		b.Literal(" files read")
	}
	if number(v.searches) {
		b.Literal(" searches")
	}
	if number(v.others) {
		b.Literal(" other calls")
	}
	rank := rankCounts
	if !v.late {
		rank = rankRest
	}
	v.w.add(piece{turn: v.number, kind: ofDid, ready: b.Text(), least: 60, want: 60, rank: rank})
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

// ending says how a call ended, in our words.
func ending(s *conversation.Step) redact.Text {
	switch s.Outcome {
	case transcript.Done:
		if s.Exit > 0 {
			return redact.Join("", redact.Literal("→ exit "), number(s.Exit))
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
	return s.Mutating || s.Kind == transcript.CallTask || s.Kind == transcript.CallAsk
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

// short is a file's name below the working folder.
func (e *edits) short(name string) string {
	if rest, ok := strings.CutPrefix(name, e.root); ok && e.root != "" && len(rest) > 1 && (rest[0] == '/' || rest[0] == '\\') {
		return rest[1:]
	}
	return name
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
		v.w.add(piece{turn: v.number, kind: ofEdit, raw: e.short(name), ready: b.Text(), uuid: e.uuid, at: e.at, least: 40, want: 90, rank: rank + n/4, keep: keepTail})
	}
	*e = *newEdits(e.root)
}

// endOf says how a session ends, in our words.
func (w *doings) endOf(d *conversation.Draft) redact.Text {
	var parts []redact.Text
	switch {
	case w.lastEdit == 0:
	case w.lastRun == 0:
		parts = append(parts, redact.Literal("nothing was run after the edits"))
	case w.lastRun > w.lastEdit:
		parts = append(parts, redact.Literal("the last test, build or run came after the last edit"))
	default:
		parts = append(parts, redact.Literal("files were edited after the last test, build or run"))
	}
	switch d.ClosedBy {
	case fact.Clear:
		parts = append(parts, redact.Literal("the person cleared the context after this"))
	case fact.TopicShift:
		parts = append(parts, redact.Literal("the person turned to another subject after this"))
	case fact.Commit:
		parts = append(parts, redact.Literal("closed by the commit"))
	default:
		if d.AtEnd {
			parts = append(parts, redact.Literal("the record ends here"))
		}
	}
	if d.AtEnd {
		switch {
		case d.Tail.HandedOver:
			parts = append(parts, redact.Literal("on a plan handed over to a fresh conversation"))
		case d.Tail.Interrupted:
			parts = append(parts, redact.Literal("on an interruption by the person"))
		}
	}
	if live := livingTurns(d); len(live) > 0 {
		all := observe.Events(nil, &d.Turns[live[len(live)-1]], false)
		switch {
		case len(all) == 0:
			parts = append(parts, redact.Literal("nothing follows the last prompt"))
		case all[len(all)-1].Step != nil && all[len(all)-1].Step.Outcome == transcript.Unknown:
			parts = append(parts, redact.Literal("the last call has no result on record"))
		case all[len(all)-1].Step != nil:
			parts = append(parts, redact.Literal("no words of the agent follow its last call"))
		}
	}
	return redact.Join("; ", parts...)
}
