package signal

import (
	"prism/internal/fact"
	"prism/internal/judge"
	"prism/internal/observe"
	"prism/internal/observe/speech"
)

// Sign is a failure signal that was seen, and the turn, as an index in
// Session.Turns, after whose prompt or in which it must have been resolved.
type Sign struct {
	Kind fact.FailureSignal
	Turn int
}

// None is what is found where nothing failed.
func None() Sign { return Sign{fact.NoSignal, -1} }

// failure finds the failure signal that is left standing in the last living turns,
// or none. Each kind is looked for in each of them and stands unless what came
// after resolves that very sign; how likely the goal was landed on all else does
// not matter (published algorithm: "any of these forces not complete"). Where
// there are several, what says most of the end of the work is named: that it was
// dropped, then that it went in circles, then what fails, then how the person took
// it.
func failure(v *View) Sign {
	if v.End.Turn < 0 {
		return None()
	}
	finders := []struct {
		kind  fact.FailureSignal
		found func(*View, int) bool
	}{
		{fact.Abandoned, (*View).droppedAt},
		{fact.Loop, (*View).loopsAt},
		{fact.UnresolvedError, (*View).redAt},
		{fact.UnresolvedError, (*View).pastedAgainAt},
		{fact.Frustration, (*View).frustratedAt},
		{fact.UnresolvedError, (*View).erringAt},
	}
	for _, f := range finders {
		for i := v.End.Turn; i >= 0 && judge.InSignalWindow(i, v.End.Turn); i-- {
			if f.found(v, i) {
				return Sign{f.kind, i}
			}
		}
	}
	return None()
}

// began reports whether anything was done or answered before a turn: only then can
// its prompt complain of it or drop it.
func (c *View) began(turn int) bool {
	for i := range turn {
		t := &c.Session.Turns[i]
		if t.Steps > 0 || t.Closing != nil && !t.Trivial && (speech.AsksWork(&t.Prompt) || !t.Prompt.Any(speech.Greet)) {
			return true
		}
	}
	return false
}

// worked reports whether something was changed from one turn to another, both
// included.
func (c *View) worked(from, to int) bool {
	for i := max(from, 0); i <= to && i < len(c.Session.Turns); i++ {
		if t := &c.Session.Turns[i]; t.Changes > 0 || observe.Mutates(t) {
			return true
		}
	}
	return false
}
