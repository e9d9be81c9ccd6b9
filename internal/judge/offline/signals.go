package offline

import (
	"prism/internal/fact"
)

// doubtful is the probability from which on a sign of failure counts as
// resolved: what came after it outweighs it.
const doubtful = 0.5

// failureSignal finds the failure signal that stands at the end, or none. p is
// the probability that the goal was landed on all that was read: it may outweigh
// an error or a complaint that nothing was said about later, but no person's
// plain word that the work is dropped, nor a fix that failed three times running.
func failureSignal(v *view, p float64) fact.FailureSignal {
	switch {
	case v.end.turn < 0:
		return fact.NoSignal
	case abandons(v) && (p < doubtful || v.last.heard.words <= 12):
		return fact.Abandoned
	case loops(v):
		return fact.Loop
	case p >= doubtful:
		return fact.NoSignal
	case frustrated(v):
		return fact.Frustration
	case unresolved(v):
		return fact.UnresolvedError
	}
	return fact.NoSignal
}

// abandons: the work was dropped in so many words, or thrown away without a
// replacement.
func abandons(v *view) bool {
	h := &v.last.heard
	if h.opening[abandon] > 0 && h.words <= 30 && v.last.edits == 0 {
		return true
	}
	return h.opening[undo] > 0 && h.words <= 20 && v.last.edits == 0 && !accepts(v.last)
}

// loops: three or more attempts at the same fix in a row, none seen to work.
func loops(v *view) bool {
	tries := 0
	for i := v.end.turn; i >= 0; i-- {
		t := &v.a.turns[i]
		if !complains(t) {
			break
		}
		if t.edits > 0 || t.checks > 0 {
			tries++
		}
	}
	return tries >= 3
}

// frustrated: the last prompt complains, and nothing after it can have put that
// right: the work stops there, or only words came back, or the turn before
// complained too. A complaint that work came back for is answered, well or ill.
func frustrated(v *view) bool {
	t := v.last
	if !complains(t) || v.end.turn == 0 && !t.heard.any(swear) {
		return false
	}
	if v.end.cut() || t.edits == 0 {
		return true
	}
	return v.before != nil && complains(v.before) && v.says(saysYouTest, saysBlocked, saysNotDone)
}

// unresolved: the record ends on an error that nothing came after: the last
// check or call failed, the service failed again and again, or the agent's last
// words tell of the failure.
func unresolved(v *view) bool {
	switch {
	case v.end.kind == endFailure:
		return v.last.failures > 1 || v.before != nil && v.before.failures > 0
	case v.end.kind == endPrompt:
		return v.before != nil && (v.before.failures > 0 || v.before.errors > 0 && v.before.told.any(saysFail, saysBlocked))
	}
	k, ok := lastTold(v.a)
	fails := ok && k.verdict == failed && k.turn == v.last.index
	if v.end.cut() {
		return fails && k.order >= v.a.lastChange
	}
	return fails && k.order > v.a.lastChange && v.says(saysFail, saysBlocked, saysNotDone)
}

// lastTold returns the last check that told how it went.
func lastTold(a *account) (check, bool) {
	for i := len(a.checks) - 1; i >= 0; i-- {
		if a.checks[i].verdict != unsaid && !a.checks[i].weak {
			return a.checks[i], true
		}
	}
	return check{}, false
}
