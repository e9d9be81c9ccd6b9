package offline

import (
	"slices"

	"prism/internal/judge"
	"prism/internal/observe"
	"prism/internal/shell"
	"prism/internal/transcript"
)

// This file keeps a page from crossing out what may be there after all, and from ticking what
// no line of the record shows. A condition counts for the verdict whatever its page shows; a
// cross and a tick are claims, and a false one is worse than none.

// keepSure marks the unmet conditions that are not surely unmet, or not surely asked for,
// where another cross of the page says why the goal was not landed: what only a kind of work
// asks for that the session may not be of, an acceptance where the person may have gone on
// from the work, tests of what has none or where something was run that may have shown it.
func (c *view) keepSure(rule judge.Rule, op *judge.Opinion) {
	stays := false // a cross that no doubt touches
	var least *judge.Criterion
	fewest := 0
	nothing := slices.ContainsFunc(op.Criteria, func(x judge.Criterion) bool {
		return x.Name == judge.CriterionBuilt && !x.Met && rule.Misses(x.Name, op)
	})
	for i := range op.Criteria {
		x := &op.Criteria[i]
		if x.Met {
			x.Unsure = x.Quote == nil && unshown(x.Name, op.Complete)
			continue
		}
		if !rule.Misses(x.Name, op) {
			continue
		}
		doubts := c.doubts(x, rule, nothing)
		x.Unsure = doubts > 0
		stays = stays || doubts == 0
		if least == nil || doubts < fewest {
			least, fewest = x, doubts
		}
	}
	if !stays && least != nil {
		least.Unsure = false // the page has to say why
	}
}

// unshown reports whether a tick without a line that shows it says too much: that the work came
// to its end always does, as nearly all that is wrong of it has no line; what was done or told,
// where the goal was not landed. What did not happen has no line to be quoted.
func unshown(name string, landed bool) bool {
	switch name {
	case judge.CriterionNoFailure, judge.CriterionNotUndone, judge.CriterionNotRepeated:
		return false
	case judge.CriterionFinished:
		return true
	}
	return !landed
}

// doubts is how much speaks against a cross: that the session may be of another kind, which
// asks for something else, and twice as much that the condition may be met after all.
// nothing says that what was asked for was not built.
func (c *view) doubts(x *judge.Criterion, rule judge.Rule, nothing bool) int {
	n := 0
	switch x.Name {
	case judge.CriterionFinished, judge.CriterionNoFailure, judge.CriterionNotUndone, judge.CriterionNotRepeated:
		return 0 // they tell of what happened, whatever was wanted
	case judge.CriterionAccepted:
		if nothing || x.Quote == nil && c.wentOn() {
			n = 2
		}
	case judge.CriterionTested:
		if x.Quote == nil && (c.Session.CodeLines == 0 || c.tried()) {
			n = 2
		}
	}
	if c.Is(rule.Intent) < surely {
		n++
	}
	return n
}

// wentOn reports whether the person asked for something more after something had been
// changed, and found no fault: that may have been a further wish.
func (c *view) wentOn() bool {
	worked := false
	for i := range c.End.Turn + 1 {
		t := &c.Session.Turns[i]
		if worked && !observe.Faults(t) && !observe.Complains(t) && !tellsFault(&t.Prompt) && t.Raw.Prompt != "" && !c.goesOn(i) &&
			(t.Changes > 0 || t.Prompt.LeadsRequest() || t.Remarks.Words > 0) {
			return true
		}
		worked = worked || t.Changes > 0
	}
	return false
}

// tried reports whether something ran after the last change, and did not fail, that may have
// shown how the change behaves: a program that nobody knows, a request, a page in a browser.
func (c *view) tried() bool {
	for i := range c.Session.Tries {
		if p := &c.Session.Tries[i]; p.Order > c.Session.LastWork && p.Step.Outcome != transcript.Errored && p.Step.CarriedOut() {
			return true
		}
	}
	for i := range c.Session.Checks {
		if k := &c.Session.Checks[i]; k.Order > c.Session.LastWork && k.Work.Has(shell.ClassRun) && k.Step.Outcome != transcript.Errored {
			return true
		}
	}
	return false
}
