package phrase

import (
	"slices"

	"prism/internal/fact"
	"prism/internal/judge"
)

// Unshown is a condition of which a verdict says neither that it is met nor that it is
// not, and why it does not.
type Unshown struct{ Condition, Why string }

// NotShown lists the conditions of a verdict's intent that it says nothing of: a reader
// must be able to tell them from those that are unmet. The two that hold for every intent
// are not among them, as the sentence of when an intent is complete does not name them.
func NotShown(s *fact.Session, v *fact.Verdict) []Unshown {
	rule, ok := judge.RuleOf(v.Intent)
	if !ok || len(v.Criteria) == 0 {
		return nil
	}
	spoken := false
	var left []judge.CriterionRule
	for _, c := range rule.Criteria {
		i := slices.IndexFunc(v.Criteria, func(x fact.Criterion) bool { return x.Name == c.Name })
		if i < 0 && c.Name != judge.CriterionFinished && c.Name != judge.CriterionNoFailure {
			left = append(left, c)
		}
		spoken = spoken || i >= 0 && v.Criteria[i].Met && c.Need == judge.Spoken
	}
	var out []Unshown
	for _, c := range left {
		out = append(out, Unshown{condition(c.Name), unshown(s, v, c, spoken)})
	}
	return out
}

// unshown says why nothing is said of a condition; spoken: one of those of which one is
// enough is met.
func unshown(s *fact.Session, v *fact.Verdict, c judge.CriterionRule, spoken bool) string {
	switch {
	case c.Need == judge.Spoken && spoken:
		return "another condition stands in for it"
	case c.Need == judge.Spoken && v.GoalComplete:
		return "silence is enough"
	case s.Floor.MutatingCalls == 0 && (c.Proof || c.Name == judge.CriterionNotUndone):
		return "nothing was changed"
	case c.Name == judge.CriterionNotUndone:
		return "no edit is on record"
	}
	return "the record does not tell"
}

// condition is a criterion as a question.
func condition(name string) string {
	switch name {
	case judge.CriterionAnswered:
		return "whether an answer was given"
	case judge.CriterionNotRepeated:
		return "whether it was asked again"
	case judge.CriterionConclusion:
		return "whether a conclusion is stated"
	case judge.CriterionVerdict:
		return "whether a verdict is given"
	case judge.CriterionPlanGiven:
		return "whether a plan was delivered"
	case judge.CriterionPlanTaken:
		return "whether the plan was accepted"
	case judge.CriterionApplied:
		return "whether the change was applied"
	case judge.CriterionNotUndone:
		return "whether it was undone"
	case judge.CriterionFix:
		return "whether a fix was applied"
	case judge.CriterionVerified:
		return "whether it was verified"
	case judge.CriterionBuilt:
		return "whether it was built as asked"
	case judge.CriterionAccepted:
		return "whether the person accepted it"
	case judge.CriterionTested:
		return "whether it was tested or run"
	case judge.CriterionKept:
		return "whether behaviour was kept"
	}
	return Spoken(name)
}

// Beyond is what of a verdict its criteria alone do not explain.
type Beyond uint8

// Criteria are read off single lines, the probability weighs the whole session.
const (
	Explained   Beyond = iota // they agree with the verdict
	LandedStill               // landed, though some are unmet
	Unconfirmed               // all met, in silence that is not enough
	Outweighed                // all met, and what speaks against the session weighs more
	Unlike                    // all met, and nothing is told against it
)

// BeyondCriteria says so, with how many criteria are unmet and the sentences that speak
// against the session.
func BeyondCriteria(v *fact.Verdict) (b Beyond, unmet int, against []string) {
	for _, c := range v.Criteria {
		if !c.Met {
			unmet++
		}
	}
	for _, r := range v.Reasons {
		if !r.For {
			against = append(against, r.Text.String())
		}
	}
	switch {
	case len(v.Criteria) == 0 || v.GoalComplete == (unmet == 0):
		return Explained, unmet, against
	case v.GoalComplete:
		return LandedStill, unmet, against
	case v.Basis == fact.Silent && v.Confidence >= 0.5:
		return Unconfirmed, unmet, against
	case len(against) == 0:
		return Unlike, unmet, nil
	}
	return Outweighed, unmet, against
}
