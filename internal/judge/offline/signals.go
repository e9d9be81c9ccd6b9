package offline

import (
	"prism/internal/fact"
	"prism/internal/judge"
	"prism/internal/observe"
	"prism/internal/transcript"
)

// Thresholds of the failure signals, on the probability that the goal was landed
// on all that was read.
const (
	// doubtful is the probability from which on a mere sign of failure counts as
	// resolved: what came after it outweighs it.
	doubtful = 0.5
	// certain is the one from which on not even plain words of failure stand.
	certain = 0.9
	// underSignal is what is left of the probability under a signal. Of the 24
	// labelled sessions in which one was named, left out of the fit, two were
	// complete after all.
	underSignal = 0.35
)

// failureSignal finds the failure signal that stands at the end, or none. p is
// the probability that the goal was landed: it may outweigh an error or a
// complaint, but no person's plain word that the work is dropped, nor a fix that
// failed three times running.
func failureSignal(v *view, p float64) fact.FailureSignal {
	switch {
	case v.end.Turn < 0:
		return fact.NoSignal
	case v.undone(), abandons(v) && (p < doubtful || v.last.Prompt.Words <= 12):
		return fact.Abandoned
	case loops(v):
		return fact.Loop
	case v.failedCheck() && v.last.Prompt.Any(observe.Postpone) && v.end.Turn > v.a.FailedCheck.Turn:
		return fact.Abandoned
	case v.failedCheck(), v.gaveUp():
		return fact.UnresolvedError
	case p >= certain:
		return fact.NoSignal
	case frustrated(v, p):
		return fact.Frustration
	case unresolved(v, p):
		return fact.UnresolvedError
	}
	return fact.NoSignal
}

// abandons: the work was dropped in so many words, or thrown away without a
// replacement.
func abandons(v *view) bool {
	h := &v.last.Prompt
	if v.undone() {
		return true
	}
	if v.last.First || v.last.Changes > 0 && !observe.OrdersUndo(v.last) {
		return false
	}
	if h.Opening[observe.Abandon] > 0 && h.Words <= 30 && !h.Question && !h.Any(observe.Endorse) {
		return true
	}
	return observe.OrdersUndo(v.last) && h.Words <= 20 && v.last.Edits == 0
}

// undone: the person had the work taken back, and nothing stands in its place: no
// turn after that one changes or delivers anything.
func (c *view) undone() bool {
	for i := c.end.Turn; i > 0 && judge.InSignalWindow(i, c.end.Turn); i-- {
		t := &c.a.Turns[i]
		if observe.AsksUndo(t) {
			return observe.TookBack(c.a, i) && !(observe.AsksUndo(&c.a.Turns[i-1]) && observe.TookBack(c.a, i-1)) // to undo the undoing brings it back
		}
		if t.Changes > 0 || t.Delivered || observe.WantsDelivery(t) || observe.Mutates(t) {
			return false
		}
	}
	return false
}

// failedCheck: a check is red at the end. Where the agent admits it, no short assent helps, only a
// word that it is good or the order to deliver. Where it is silent, or claims
// to be done, the runner must have said so in its own summary, in the last turn
// that did work.
func (c *view) failedCheck() bool {
	r := &c.a.FailedCheck
	if r.Turn < 0 || !judge.InSignalWindow(r.Turn, c.end.Turn) || r.Excused || c.end.Delivery || !r.Admitted && !r.Stated {
		return false
	}
	for i := r.Turn + 1; i <= c.end.Turn; i++ {
		t := &c.a.Turns[i]
		switch {
		case observe.WantsDelivery(t), t.Prompt.Any(observe.Endorse) && !observe.Complains(t) && !t.Prompt.Question:
			return false
		case !r.Admitted && t.Steps > 0:
			return false
		}
	}
	return r.Admitted || c.end.Kind == observe.EndAnswer
}

// gaveUp: in the last turn that did work the agent says that it did not succeed,
// and of nothing that it did, and after that the person only assents.
func (c *view) gaveUp() bool {
	for i := c.end.Turn; i >= 0 && judge.InSignalWindow(i, c.end.Turn); i-- {
		t := &c.a.Turns[i]
		if t.Steps > 0 {
			return i < c.end.Turn && t.Changes > 0 && !t.Delivered && c.highStakes() >= 0.5 && t.Answer.Any(observe.SaysGaveUp) && !t.Answer.Any(observe.SaysDone, observe.SaysVerified, observe.SaysExcuse)
		}
		if h := &t.Prompt; h.Plain() > 6 || h.Question || h.Any(observe.Endorse) || observe.WantsDelivery(t) {
			return false
		}
	}
	return false
}

// loops: three or more attempts at the same fix in a row, none seen to work.
func loops(v *view) bool {
	tries := 0
	for i := v.end.Turn; i >= 0; i-- {
		t := &v.a.Turns[i]
		if !observe.Complains(t) {
			break
		}
		if t.Changes > 0 || t.Checks > 0 {
			tries++
		}
	}
	return tries >= 3
}

// frustrated: the last prompt complains, and nothing after it can have put that
// right: the work stops there, or only words came back, or the turn before
// complained too. A complaint that work came back for is answered, well or ill.
func frustrated(v *view, p float64) bool {
	t := v.last
	switch {
	case !observe.Complains(t):
		return false
	case v.end.Cut() || t.Edits == 0:
		return p < doubtful || t.Changes == 0 && observe.Insists(t) && !v.checkPassed()
	}
	return p < doubtful && v.before != nil && observe.Complains(v.before) && v.says(observe.SaysYouTest, observe.SaysBlocked, observe.SaysNotDone, observe.SaysGaveUp)
}

// checkPassed reports whether a check of the last turn passed after all changes.
func (c *view) checkPassed() bool {
	k, ok := c.a.After(observe.Checks)
	return ok && k.Verdict == observe.Passed && !k.Weak && k.Turn == c.last.Index
}

// unresolved: the record ends on an error that nothing came after: the last
// check failed, the person reports an error and is not answered, the service
// failed again and again, or the agent says that it did not succeed.
func unresolved(v *view, p float64) bool {
	k, ok := observe.LastClear(v.a)
	fails := ok && k.Verdict == observe.Failed && k.Turn == v.last.Index
	switch {
	case v.end.Kind == observe.EndFailure: // once is the service's own affair; twice, the work is stuck
		return p < doubtful && v.before != nil && v.before.Failures > 0
	case v.end.Kind == observe.EndPrompt:
		return p < doubtful && v.before != nil && (v.reported() || v.before.Failures > 0 || v.before.Errors > 0 && v.before.Answer.Any(observe.SaysFail, observe.SaysBlocked))
	case v.end.Cut():
		return p < doubtful && (fails || v.deliveryFailed() || v.erring() > 1 || v.reported() && v.last.Pasted > 0)
	case fails && k.Order > v.a.LastChange && v.says(observe.SaysGaveUp), v.deliveryFailed() && v.end.Announces:
		return true
	}
	return p < doubtful && (v.deliveryFailed() || fails && k.Order > v.a.LastChange && v.says(observe.SaysFail, observe.SaysBlocked, observe.SaysNotDone))
}

// erring counts the calls at the end of the record that failed, one after the other.
func (c *view) erring() int {
	n := 0
	for i := len(c.last.Raw.Steps) - 1; i >= 0; i-- {
		s := &c.last.Raw.Steps[i]
		if s.Subagent {
			continue
		}
		if s.Outcome != transcript.Errored {
			break
		}
		n++
	}
	return n
}
