package conversation

import (
	"prism/internal/hash"
	"prism/internal/shell"
	"prism/internal/transcript"
)

// window remembers the first and the last of a run of indices, so that the ones
// between can give up their prose while they are still being read.
type window struct {
	first, last int
	n, at       int
	ring        []int32
}

// push takes in i and returns the index that fell out of the window, if one did.
func (w *window) push(i int32) (int32, bool) {
	w.n++
	if w.n <= w.first {
		return 0, false
	}
	if len(w.ring) < w.last {
		w.ring = append(w.ring, i)
		return 0, false
	}
	old := w.ring[w.at]
	w.ring[w.at] = i
	w.at = (w.at + 1) % w.last
	return old, true
}

func (w *window) reset() { w.n, w.at, w.ring = 0, 0, w.ring[:0] }

// epoch starts a new turn, as far as a single pass can tell.
func (b *Builder) epoch() {
	b.main.reset()
	b.sub.reset()
	b.saying.reset()
	b.marking.reset()
	b.lastSay = -1
}

// thinned is how far the prose of the past was given up for the budget.
type thinned struct{ asks, steps, says, marks int }

// keep books prose that is held.
func (b *Builder) keep(s string) string {
	b.spent += len(s)
	if b.spent > proseBudget {
		b.thin()
	}
	return s
}

// cap is a bound under the pressure of the budget.
func (b *Builder) cap(n int) int {
	if b.tight {
		return n / 8
	}
	return n
}

// shorten cuts prose that is held already.
func (b *Builder) shorten(s *string, head, tail int) {
	if len(*s) <= head+tail+len(ellipsis) {
		return
	}
	was := len(*s)
	*s = clip(*s, head, tail)
	b.spent -= was - len(*s)
}

// strip takes the prose from a step in the middle of a very long turn.
func (b *Builder) strip(s *Step) {
	b.shorten(&s.Output, 0, 0)
	if s.Class&^shell.ClassRead == 0 || s.Subagent {
		b.shorten(&s.Target, 200, 0)
	} else {
		b.shorten(&s.Target, 600, 0)
	}
}

// thin cuts the prose of everything read so far: what is long past first, so
// that the end of a conversation, which tells how it went, is kept whole. Each
// entry is thinned once; if that is not enough, what follows is kept shorter.
func (b *Builder) thin() {
	for ; b.thinned.asks < len(b.asks)-1; b.thinned.asks++ {
		a := &b.asks[b.thinned.asks]
		b.shorten(&a.text, 1500, 300)
		b.shorten(&a.plan, 1500, 0)
	}
	for ; b.thinned.steps < len(b.steps)-40; b.thinned.steps++ {
		s := &b.steps[b.thinned.steps]
		b.shorten(&s.Output, 0, briefTail)
		b.shorten(&s.Target, 300, 0)
		b.shorten(&s.Said, 600, 0)
		b.shorten(&s.PlanText, 1000, 0)
	}
	for ; b.thinned.says < len(b.says)-10; b.thinned.says++ {
		b.shorten(&b.says[b.thinned.says].Text, 200, 200)
	}
	for ; b.thinned.marks < len(b.marks)-10; b.thinned.marks++ {
		b.shorten(&b.marks[b.thinned.marks].Text, 100, 0)
	}
	if b.spent > proseBudget/2 {
		b.tight = true
	}
}

// bounds of a step's output, by what it is worth to a judge.
func (b *Builder) outputBounds(s *Step) (head, tail int) {
	switch {
	case s.Tool == "":
		head, tail = outHead, outTail // the call was not read yet
	case s.Subagent:
		if s.Outcome == transcript.Done && s.Kind != transcript.CallShell {
			return 0, 0
		}
		head, tail = subHead, subTail
	case s.Outcome != transcript.Done || s.Kind == transcript.CallShell:
		head, tail = outHead, outTail
	default:
		switch s.Kind {
		case transcript.CallRead, transcript.CallEdit, transcript.CallList:
			return 0, 0
		case transcript.CallSearch, transcript.CallLookup, transcript.CallWeb:
			head, tail = briefHead, briefTail
		default:
			head, tail = outHead, outTail
		}
	}
	return b.cap(head), b.cap(tail)
}

func (b *Builder) refit(s *Step) string {
	head, tail := b.outputBounds(s)
	b.shorten(&s.Output, head, tail)
	return s.Output
}

// result joins what came back to its call; the call may still follow, when parts
// of a conversation are read out of order.
func (b *Builder) result(r *transcript.Record, res *transcript.Result) {
	if res.CallID == "" {
		return
	}
	i, ok := b.lookup(res.CallID)
	if !ok {
		i = b.newStep(res.CallID)
	}
	s := &b.steps[i]
	if res.Subagent != "" {
		if b.tasks == nil {
			b.tasks = make(map[string]int32)
		}
		if _, ok := b.tasks[res.Subagent]; !ok {
			b.tasks[res.Subagent] = i
		}
	}
	b.pull(res.Pull)
	if s.ResultLine != 0 && s.Outcome != transcript.Unknown {
		return
	}
	s.ResultUUID, s.ResultLine = r.UUID, max(r.Line, 1)
	s.Outcome, s.Exit = res.Outcome, res.Exit
	head, tail := b.outputBounds(s)
	s.Output = b.keep(clip(res.Text, head, tail))
	s.Said = b.keep(clip(res.Said, saidHead, saidTail))
	s.PlanApproved = res.PlanApproved
	if len(res.Plan) > 0 {
		b.plans[i] = PlanKey(res.Plan)
		if s.PlanText == "" {
			s.PlanText = b.keep(clip(res.Plan, planHead, planTail))
		}
	}
	s.Commit, s.Commits, s.Pushes = res.Commit, res.Commits, res.Pushes
	if s.Edit = newEdit(res); s.Edit != nil && s.Edit.Plan && s.Edit.Created {
		b.planFile = PlanKey(res.Content)
	}
	if s.Edit != nil && b.diffs > 0 {
		s.Edit.Diff, s.Edit.DiffCut = diffOf(res, min(b.diffs, diffMost))
		for _, l := range s.Edit.Diff {
			b.diffs = max(b.diffs-len(l), 1)
		}
	}
}

// bill enters the usage of an answer's line, once per message: not nested before
// nested, then the larger total, then the later line; the time is the first's.
func (b *Builder) bill(r *transcript.Record, at int32) {
	a := &r.Answer
	if r.Kind != transcript.Answer || !a.HasUsage || a.Synthetic || a.Usage.Total() <= 0 {
		return
	}
	var key uint64
	switch {
	case a.MessageID != "" && a.RequestID != "":
		key = hash.Join(hash.Of(a.MessageID), hash.Of(a.RequestID))
	case a.MessageID != "":
		key = hash.Of(a.MessageID)
	case r.UUID != "":
		key = hash.Of(r.UUID)
	default:
		key = hash.Join(uint64(Nanos(r.Time)), uint64(r.Line))
	}
	u := Usage{Key: key, Time: r.Time, Last: r.Time, Model: a.Model, Tokens: a.Usage, Nested: r.Nested}
	i, ok := b.usageAt[key]
	if !ok {
		b.usageAt[key] = int32(len(b.usage))
		b.usage = append(b.usage, u)
		b.usageOf = append(b.usageOf, at)
		b.counted = append(b.counted, counted{a.Stop != "", a.Wrote, a.Usage.Output})
		return
	}
	old := &b.usage[i]
	first := old.Time
	b.counted[i] = counted{b.counted[i].stopped || a.Stop != "", max(b.counted[i].wrote, a.Wrote), max(b.counted[i].output, a.Usage.Output)}
	if !r.Time.IsZero() && (first.IsZero() || r.Time.Before(first)) {
		first = r.Time
		if at >= 0 {
			b.usageOf[i] = at
		}
	}
	if betterUsage(&u, old) {
		*old = u
	}
	old.Time = first
}

// betterUsage reports whether u replaces old as the bill of one message.
func betterUsage(u, old *Usage) bool {
	if u.Nested != old.Nested {
		return old.Nested
	}
	if n, m := u.Tokens.Total(), old.Tokens.Total(); n != m {
		return n > m
	}
	return !u.Last.Before(old.Last)
}
