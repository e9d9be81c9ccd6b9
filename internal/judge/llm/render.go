package llm

import (
	"cmp"
	"slices"
	"strings"

	"prism/internal/conversation"
	"prism/internal/judge/llm/neutral"
	"prism/internal/redact"
	"prism/internal/transcript"
)

// bytesPerToken is an estimate for English, code and tool output, taken low: more
// tokens are reckoned with than come. Tokenizers of newer models make about a
// third more of the same text (docs/judges.md).
const (
	bytesPerToken = 3.5
	denser        = 1.3
)

// dense reports whether the model has one of the newer tokenizers: those that
// refuse a temperature, Claude 4.7 and later.
func (p *Protocol) dense() bool { return p.profile.Model != "" && !p.profile.Temperature }

// tokens estimates how many tokens n bytes make.
func (p *Protocol) tokens(n int) int {
	t := float64(n) / bytesPerToken
	if p.dense() {
		t *= denser
	}
	return int(t) + 1
}

// room is the inverse of tokens.
func (p *Protocol) room(tokens int) int {
	n := float64(tokens) * bytesPerToken
	if p.dense() {
		n /= denser
	}
	return int(n)
}

// What is set aside of a budget for lines that always stand: tags, facts, the
// end, what was cut.
const (
	promptsOverhead = 420
	courseOverhead  = 700
)

// Render reduces a draft to what a model is shown. It never fails on length. The
// scope must be one that has redacted nothing yet, so that placeholders follow
// from the draft alone; ask it for Err before anything is sent.
func (p *Protocol) Render(d *conversation.Draft, scope *redact.Scope) *Rendering {
	work := doingsOf(d)
	r := &Rendering{}
	first, more := p.prompts(d, work, scope, p.room(p.set.PromptBudget)-promptsOverhead)
	r.Prompts = fencePrompts(write(first))
	left := p.room(p.set.Budget) - len(r.Prompts.String()) - courseOverhead
	course := grant(work.pieces, left)
	second := emit(work.pieces, scope)
	second = append(second, skipped(work.pieces)...)
	slices.SortStableFunc(second, func(a, b line) int { return cmp.Compare(a.turn, b.turn) })
	end := work.endOf(d)
	if !end.IsZero() {
		second = append(second, line{kind: ofEnd, text: end})
	}
	if cut := leftOut(len(work.pieces)-course, more); !cut.IsZero() {
		second = append(second, line{kind: ofCut, text: cut})
	}
	r.Course = fenceCourse(r.Prompts, write(second))
	r.lines = append(first, second...)
	r.Redacted = scope.Summary()
	return r
}

// Ranks of the prompts: the goal, the end, the last turns, the rest.
const (
	rankGoal = iota
	rankLast
	rankRecent
	rankPlan
	rankPrompt
)

// prompts makes the lines of the first part: every prompt, or where there are
// too many, how many are not shown and where; and a few figures. more is the
// number of prompts that are not shown.
func (p *Protocol) prompts(d *conversation.Draft, work *doings, scope *redact.Scope, budget int) (lines []line, more int) {
	live := conversation.Living(d.Turns)
	said := map[string]int{}
	var pieces []piece
	for n, i := range live {
		t := &d.Turns[i]
		if n == 0 && i > 0 {
			pieces = append(pieces, piece{turn: 1, order: -1, kind: ofCut, ready: takenBack(1, i), least: 40, want: 40, rank: rankRecent})
		}
		q := asking(t, i+1)
		q.order = 2 * n
		switch {
		case n == 0:
			q.least, q.want, q.rank = 280, 1800, rankGoal
		case n == len(live)-1:
			q.least, q.want, q.rank = 160, 900, rankLast
		case n >= len(live)-lateTurns:
			q.least, q.want, q.rank = 120, 600, rankRecent
		}
		if before := said[q.raw]; before > 0 && len(q.raw) > sameAgain {
			q.least, q.want, q.keep = 40, 80, keepHead
			q.ready = redact.Join(" ", q.ready, redact.Literal("(the same words as in turn"), redact.Join("", number(before), redact.Literal(")")))
		} else {
			said[q.raw] = i + 1
		}
		pieces = append(pieces, q)
		if t.Plan != "" && !strings.Contains(t.Prompt, t.Plan[:min(len(t.Plan), planHead)]) {
			pieces = append(pieces, piece{turn: i + 1, order: 2*n + 1, kind: ofPlan, raw: t.Plan, uuid: t.UUID, at: t.Line, least: 120, want: 1200, rank: rankPlan, keep: keepHead})
		}
		if n+1 < len(live) && live[n+1] > i+1 || n+1 == len(live) && i+1 < len(d.Turns) {
			next := len(d.Turns)
			if n+1 < len(live) {
				next = live[n+1]
			}
			pieces = append(pieces, piece{turn: i + 2, order: 2*n + 1, kind: ofCut, ready: takenBack(i+2, next), least: 40, want: 40, rank: rankRecent})
		}
	}
	grant(pieces, budget)
	for i := 0; i < len(pieces); {
		if pieces[i].granted > 0 || pieces[i].kind != ofPerson {
			shown := pieces[i].show(scope)
			if len(shown) == 0 && pieces[i].kind == ofPerson { // all of it was unseen
				shown = []line{{turn: pieces[i].turn, kind: ofPerson, text: redact.Literal("(nothing was written)")}}
			}
			lines = append(lines, shown...)
			i++
			continue
		}
		from, n := i, 0
		for i < len(pieces) && pieces[i].granted == 0 {
			if pieces[i].kind == ofPerson {
				n++
			}
			i++
		}
		more += n
		lines = append(lines, line{turn: pieces[from].turn, kind: ofCut, text: folded(n, pieces[i-1].turn)})
	}
	return append([]line{{kind: ofFacts, text: work.facts.text()}}, lines...), more
}

// sameAgain is the length from which on a prompt that is repeated is said to be, in bytes.
const sameAgain = 100

// asking is what a turn asks: its command and its prompt.
func asking(t *conversation.Turn, number int) piece {
	q := piece{turn: number, kind: ofPerson, raw: strings.TrimSpace(t.Prompt), uuid: t.UUID, at: t.Line, least: 36, want: 420, rank: rankPrompt, keep: keepBoth}
	if t.Command != "" && !strings.HasPrefix(q.raw, t.Command) {
		q.raw = strings.TrimSpace(t.Command + " " + q.raw)
	}
	if t.Images > 0 {
		q.ready = redact.Literal("(with an image)")
	}
	if t.Automated || t.Origin == transcript.Machine {
		q.ready = redact.Literal("(asked by a program)")
	}
	if q.raw == "(no content)" { // the client's words for none
		q.raw = ""
	}
	if q.raw == "" && q.ready.IsZero() {
		q.ready = redact.Literal("(nothing was written)")
	}
	return q
}

// takenBack stands for turns that a rewind left behind, up to one.
func takenBack(from, to int) redact.Text {
	if from == to {
		return redact.Literal("this turn was taken back by the person")
	}
	var b redact.Builder
	b.Literal("these turns, to turn ")
	b.Number(to)
	b.Literal(", were taken back by the person")
	return b.Text()
}

// skipped says of which turns nothing is shown of what happened, a line for each run
// of them.
func skipped(pieces []piece) []line {
	var out []line
	to := 0 // turn up to which the last of them goes
	for i := 0; i < len(pieces); {
		turn, shown := pieces[i].turn, false
		for ; i < len(pieces) && pieces[i].turn == turn; i++ {
			shown = shown || pieces[i].granted > 0
		}
		switch n := len(out); {
		case shown:
			continue
		case n > 0 && to == turn-1:
			out[n-1].text = unshown(turn)
		default:
			out = append(out, line{turn: turn, kind: ofCut, text: unshown(turn)})
		}
		to = turn
	}
	return out
}

// unshown stands for what happened in turns of which nothing is shown.
func unshown(to int) redact.Text {
	var b redact.Builder
	b.Literal("what happened up to turn ")
	b.Number(to)
	b.Literal(" left out for length")
	return b.Text()
}

// folded stands for a run of prompts that are not shown.
func folded(n, to int) redact.Text {
	var b redact.Builder
	b.Number(n)
	if n == 1 {
		b.Literal(" prompt left out for length")
		return b.Text()
	}
	b.Literal(" prompts, to turn ")
	b.Number(to)
	b.Literal(", left out for length")
	return b.Text()
}

// text is the facts line.
func (f *tally) text() redact.Text {
	var b redact.Builder
	b.Number(f.turns)
	b.Literal(" turns; files edited: ")
	b.Number(len(f.files))
	if len(f.files) > 0 {
		b.Literal(" (+")
		b.Number(f.added)
		b.Literal(" −")
		b.Number(f.removed)
		b.Literal(")")
	}
	if f.written > 0 {
		b.Literal("; shell commands that wrote, moved or restored files: ")
		b.Number(f.written)
	}
	b.Literal("; tests, builds and runs: ")
	b.Number(f.checks)
	if f.checksFailed > 0 {
		b.Literal(" (failed: ")
		b.Number(f.checksFailed)
		b.Literal(")")
	}
	for _, c := range []struct {
		n    int
		what redact.Text
	}{
		{f.commits, redact.Literal("commits")},
		{f.pushes, redact.Literal("pushes or pull requests")},
		{f.plans, redact.Literal("plans shown")},
		{f.refused, redact.Literal("calls refused")},
		{f.interrupts, redact.Literal("interruptions")},
		{f.images, redact.Literal("images")},
	} {
		if c.n > 0 {
			b.Literal("; ")
			b.Add(c.what)
			b.Literal(": ")
			b.Number(c.n)
		}
	}
	return b.Text()
}

// leftOut is the line that says what was cut.
func leftOut(pieces, prompts int) redact.Text {
	if pieces <= 0 && prompts <= 0 {
		return redact.Text{}
	}
	var b redact.Builder
	b.Literal("left out for length: ")
	b.Number(max(pieces, 0))
	b.Literal(" lines of what happened")
	if prompts > 0 {
		b.Literal(", ")
		b.Number(prompts)
		b.Literal(" prompts")
	}
	return b.Text()
}

// labelRoom is what a line takes beside its text, in bytes: number, label, end.
const labelRoom = 18

// cost is what a piece takes when n bytes are shown of it.
func (q *piece) cost(n int) int {
	c := n + labelRoom + len(q.ready.String())
	if q.lines > 1 {
		c += (q.lines - 1) * labelRoom
	}
	return c
}

// size is the most that a piece can need. Signs of one byte become more when
// they are disarmed, so there is a little on top.
func (q *piece) size() int { return len(q.raw) + min(len(q.raw)/8+8, 64) }

// grant shares out a budget in bytes: first the least of each piece by rank, the
// later turns first, then what is wanted beyond it in the same order. It returns
// how many pieces are shown. A piece with nothing to say is shown for free, that
// is, not at all.
func grant(pieces []piece, budget int) (shown int) {
	order := make([]int, 0, len(pieces))
	for i := range pieces {
		if pieces[i].raw == "" && pieces[i].ready.IsZero() {
			shown++ // nothing is missing of it
			continue
		}
		order = append(order, i)
	}
	slices.SortFunc(order, func(a, b int) int {
		p, q := &pieces[a], &pieces[b]
		return cmp.Or(cmp.Compare(p.rank, q.rank), cmp.Compare(q.turn, p.turn), cmp.Compare(p.order, q.order))
	})
	full := false
	taken := order[:0]
	for _, i := range order {
		q := &pieces[i]
		n := min(q.least, q.size())
		c := q.cost(n)
		if c > budget || full && q.rank >= rankSaid {
			full = true // what ranks lower than something that did not fit is not shown in its place
			continue
		}
		budget -= c
		q.granted = max(n, 1)
		taken = append(taken, i)
		shown++
	}
	for _, i := range taken {
		q := &pieces[i]
		if extra := min(q.want, q.size()) - q.granted; extra > 0 {
			extra = min(extra, budget)
			q.granted += extra
			budget -= extra
		}
	}
	return shown
}

// emit makes the lines of the pieces that are shown, in their order.
func emit(pieces []piece, scope *redact.Scope) []line {
	var out []line
	for i := range pieces {
		if pieces[i].granted > 0 {
			out = append(out, pieces[i].show(scope)...)
		}
	}
	return out
}

func gated(raw string, scope *redact.Scope) redact.Text {
	return scope.Text(neutral.Text(neutral.Heal(raw)))
}

// below is a path without the folder that it lies in. Both have passed the gate: a
// secret may begin in the folder's name and end behind it.
func below(path, folder redact.Text) redact.Text {
	n := len(folder.String())
	if rest, ok := strings.CutPrefix(path.String(), folder.String()); ok && len(rest) > 1 && (rest[0] == '/' || rest[0] == '\\') {
		return path.Slice(n+1, n+len(rest))
	}
	return path
}

// show redacts a piece and cuts it to what was granted. Redaction sees all of
// it: half of a secret looks like none.
func (q *piece) show(scope *redact.Scope) []line {
	if q.files != nil {
		text := redact.Join(" ", fit(namesOf(q.files, scope), q.granted, keepHead), q.ready)
		return []line{{q.turn, q.kind, text, q.uuid, q.at}}
	}
	text := gated(q.raw, scope)
	if q.under != "" {
		text = below(text, gated(q.under, scope))
	}
	if q.lines > 0 {
		var out []line
		left := q.granted
		for _, l := range decisive(text, q.lines, max(q.granted/min(q.lines, 2), 80)) {
			l = fit(l, left, keepHead)
			if l.IsZero() {
				break
			}
			left -= len(l.String())
			out = append(out, line{q.turn, q.kind, l, q.uuid, q.at})
		}
		return out
	}
	text = fit(oneLine(text), q.granted, q.keep)
	text = redact.Join(" ", text, q.ready)
	if text.IsZero() {
		return nil
	}
	return []line{{q.turn, q.kind, text, q.uuid, q.at}}
}
