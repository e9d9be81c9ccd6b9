package offline

import (
	"prism/internal/fact"
	"prism/internal/judge"
	"prism/internal/observe"
	"prism/internal/observe/speech"
)

// underSignal is what is left of the probability under a signal. Of the 24
// labelled sessions in which one was named, left out of the fit, two were
// complete after all.
const underSignal = 0.35

// sign is a failure signal that was seen, and the turn, as an index in
// Session.Turns, after whose prompt or in which it must have been resolved.
type sign struct {
	kind fact.FailureSignal
	turn int
}

// noSign is what is found where nothing failed.
func noSign() sign { return sign{fact.NoSignal, -1} }

// failure finds the failure signal that is left standing in the last living turns,
// or none. Each kind is looked for in each of them and stands unless what came
// after resolves that very sign; how likely the goal was landed on all else does
// not matter (published algorithm: "any of these forces not complete"). Where
// there are several, what says most of the end of the work is named: that it was
// dropped, then that it went in circles, then what fails, then how the person took
// it.
func failure(v *view) sign {
	if v.end.Turn < 0 {
		return noSign()
	}
	finders := []struct {
		kind  fact.FailureSignal
		found func(*view, int) bool
	}{
		{fact.Abandoned, (*view).droppedAt},
		{fact.Loop, (*view).loopsAt},
		{fact.UnresolvedError, (*view).redAt},
		{fact.UnresolvedError, (*view).pastedAgainAt},
		{fact.Frustration, (*view).frustratedAt},
		{fact.UnresolvedError, (*view).erringAt},
	}
	for _, f := range finders {
		for i := v.end.Turn; i >= 0 && judge.InSignalWindow(i, v.end.Turn); i-- {
			if f.found(v, i) {
				return sign{f.kind, i}
			}
		}
	}
	return noSign()
}

// began reports whether anything was done or answered before a turn: only then can
// its prompt complain of it or drop it.
func (c *view) began(turn int) bool {
	for i := range turn {
		t := &c.a.Turns[i]
		if t.Steps > 0 || t.Closing != nil && !t.Trivial && (speech.AsksWork(&t.Prompt) || !t.Prompt.Any(speech.Greet)) {
			return true
		}
	}
	return false
}

// worked reports whether something was changed from one turn to another, both
// included.
func (c *view) worked(from, to int) bool {
	for i := max(from, 0); i <= to && i < len(c.a.Turns); i++ {
		if t := &c.a.Turns[i]; t.Changes > 0 || observe.Mutates(t) {
			return true
		}
	}
	return false
}
