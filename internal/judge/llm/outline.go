package llm

import (
	"cmp"
	"slices"
	"strings"

	"prism/internal/conversation"
	"prism/internal/judge"
	"prism/internal/judge/llm/neutral"
	"prism/internal/redact"
	"prism/internal/transcript"
)

// outline is a session in brief, for the agents that need not know how it went: of
// every turn what was asked, how the agent answered, and the files that it touched.
// answers is how much of an answer is wanted, in bytes; 0 none. from is the number of
// the first turn that matters: those before it are shown shorter, or not at all. head
// stands above the turns.
func (p *Protocol) outline(turns []conversation.Turn, scope *redact.Scope, budget, answers, from int, head ...line) *Rendering {
	var pieces []piece
	add := func(q piece) {
		q.order = len(pieces)
		if q.turn < from {
			q.rank, q.want = q.rank+rankBefore, min(q.want, 160)
		}
		pieces = append(pieces, q)
	}
	live := conversation.Living(turns)
	for _, i := range live {
		t := &turns[i]
		q := asking(t, i+1)
		q.least, q.want, q.rank = 100, 500, rankGoal
		add(q)
		if files := touched(t); files != nil {
			add(piece{turn: i + 1, kind: ofEdit, files: files, raw: strings.Join(files, ", "), least: 40, want: 140, rank: rankPlan})
		} else if files = looked(t); files != nil {
			add(piece{turn: i + 1, kind: ofDid, files: files, raw: strings.Join(files, ", "), ready: redact.Literal("(read)"), least: 40, want: 100, rank: rankPrompt})
		}
		if judge.DeliveredIn(t) {
			add(piece{turn: i + 1, kind: ofMark, ready: redact.Literal("a commit, push or pull request"), least: 30, want: 30, rank: rankPlan})
		}
		if answers == 0 {
			continue
		}
		for k := range t.Steps {
			if s := &t.Steps[k]; s.Said != "" {
				add(piece{turn: i + 1, kind: ofPerson, raw: s.Said, uuid: s.ResultUUID, at: s.ResultLine, least: 40, want: 120, rank: rankPrompt, keep: keepHead})
			}
		}
		if s := lastWords(t); s != nil {
			add(piece{turn: i + 1, kind: ofAgent, raw: s.Text, uuid: s.UUID, at: s.Line, least: 60, want: answers, rank: rankPrompt, keep: keepHead})
		}
	}
	room := p.room(budget) - promptsOverhead
	for _, l := range head {
		room -= len(l.text.String())
	}
	grant(pieces, room)
	lines := slices.Clone(head)
	for i := 0; i < len(pieces); i++ {
		if pieces[i].granted > 0 {
			lines = append(lines, pieces[i].show(scope)...)
			continue
		}
		if pieces[i].kind != ofPerson {
			continue
		}
		first, last, n := pieces[i].turn, pieces[i].turn, 1
		for i+1 < len(pieces) && pieces[i+1].granted == 0 {
			i++
			if pieces[i].turn > last {
				last, n = pieces[i].turn, n+1
			}
		}
		lines = append(lines, line{turn: first, kind: ofCut, text: folded(n, last)})
	}
	return &Rendering{Prompts: fencePrompts(write(lines)), lines: lines, Redacted: scope.Summary()}
}

// rankBefore puts the turns before those that matter behind them.
const rankBefore = 10

// maxNames bounds the files that are named of one turn.
const maxNames = 6

// touched are the files that a turn edited, each once, as far as there is room.
func touched(t *conversation.Turn) []string {
	var files []string
	for i := range t.Steps {
		if s := &t.Steps[i]; s.Edit != nil && s.CarriedOut() {
			files = with(files, s.Edit.File)
		}
	}
	return files
}

// looked are the files that a turn read.
func looked(t *conversation.Turn) []string {
	var files []string
	for i := range t.Steps {
		if s := &t.Steps[i]; s.Kind == transcript.CallRead {
			for _, f := range s.Files {
				files = with(files, f)
			}
		}
	}
	return files
}

func with(files []string, file string) []string {
	if file == "" || len(files) == maxNames || slices.Contains(files, file) {
		return files
	}
	return append(files, file)
}

// namesOf are the last two elements of the paths of files. The gate sees each path
// whole: half of a secret looks like none.
func namesOf(files []string, scope *redact.Scope) redact.Text {
	names := make([]redact.Text, 0, len(files))
	for _, file := range files {
		name := oneLine(scope.Text(neutral.Text(neutral.Heal(file))))
		s := name.String()
		at := strings.LastIndexAny(s, `/\`)
		if at > 0 {
			at = strings.LastIndexAny(s[:at], `/\`)
		}
		names = append(names, name.Slice(at+1, len(s)))
	}
	return redact.Join(", ", names...)
}

// mostEdited is a line of the files that were edited most, with the lines added and
// removed; none where nothing was.
func mostEdited(turns []conversation.Turn, scope *redact.Scope) []line {
	type edited struct {
		file           string
		added, removed int
	}
	var files []edited
	for _, i := range conversation.Living(turns) {
		for k := range turns[i].Steps {
			s := &turns[i].Steps[k]
			if s.Edit == nil || s.Edit.File == "" || s.Edit.Plan || !s.CarriedOut() {
				continue
			}
			n := slices.IndexFunc(files, func(e edited) bool { return e.file == s.Edit.File })
			if n < 0 {
				n, files = len(files), append(files, edited{file: s.Edit.File})
			}
			files[n].added += s.Edit.Added
			files[n].removed += s.Edit.Removed
		}
	}
	if len(files) == 0 {
		return nil
	}
	slices.SortStableFunc(files, func(a, b edited) int {
		return cmp.Or(cmp.Compare(b.added+b.removed, a.added+a.removed), cmp.Compare(a.file, b.file))
	})
	var b redact.Builder
	b.Literal("most edited: ")
	for n, e := range files[:min(len(files), maxNames)] {
		if n > 0 {
			b.Literal(", ")
		}
		b.Add(namesOf([]string{e.file}, scope).Clip(nameShown))
		b.Literal(" +")
		b.Number(e.added)
		b.Literal(" −")
		b.Number(e.removed)
	}
	if more := len(files) - maxNames; more > 0 {
		b.Literal(", and others: ")
		b.Number(more)
	}
	return []line{{kind: ofFacts, text: b.Text()}}
}

// nameShown bounds what is shown of the name of one file, in letters.
const nameShown = 60

// lastWords is the agent's last text of a turn.
func lastWords(t *conversation.Turn) *conversation.Say {
	for i := len(t.Says) - 1; i >= 0; i-- {
		if strings.TrimSpace(t.Says[i].Text) != "" {
			return &t.Says[i]
		}
	}
	return nil
}
