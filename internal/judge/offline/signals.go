package offline

import (
	"prism/internal/fact"
	"prism/internal/judge"
)

// doubtful is the probability from which on a sign of failure counts as
// resolved: what came after it outweighs it.
const doubtful = 0.5

// failureSignal finds the failure signal that stands at the end, or none. p is
// the probability that the goal was landed on all that was read.
func failureSignal(v *view, p float64) fact.FailureSignal {
	if v.end.turn < 0 || p >= doubtful {
		return fact.NoSignal
	}
	if abandons(v) {
		return fact.Abandoned
	}
	if loops(v) {
		return fact.Loop
	}
	if frustrated(v) {
		return fact.Frustration
	}
	if unresolved(v) {
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

// frustrated: a complaint in the last turns that nothing afterwards puts right.
func frustrated(v *view) bool {
	for back := range judge.SignalWindow {
		i := v.end.turn - back
		if i < 0 {
			return false
		}
		t := &v.a.turns[i]
		if accepts(t) || wantsDelivery(t) {
			return false
		}
		if complains(t) && i > 0 {
			return true
		}
	}
	return false
}

// unresolved: the last telling check failed, or the record ends on an error.
func unresolved(v *view) bool {
	for i := len(v.a.checks) - 1; i >= 0; i-- {
		k := v.a.checks[i]
		if k.verdict == unsaid {
			continue
		}
		return k.verdict == failed && k.turn >= v.last.index-judge.SignalWindow+1
	}
	return false
}
