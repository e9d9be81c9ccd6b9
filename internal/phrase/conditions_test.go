package phrase

import (
	"testing"

	"prism/internal/fact"
	"prism/internal/judge"
)

// What a verdict says nothing of is told apart from what is not met, with the reason; of
// a verdict without any condition nothing is told.
func TestNotShown(t *testing.T) {
	met := func(names ...string) (list []fact.Criterion) {
		for _, n := range names {
			list = append(list, fact.Criterion{Name: n, Met: true})
		}
		return list
	}
	changed := fact.Floor{MutatingCalls: 1, Added: 3}
	ends := []string{judge.CriterionFinished, judge.CriterionNoFailure}
	for name, c := range map[string]struct {
		v     fact.Verdict
		floor fact.Floor
		want  []Unshown
	}{
		"all shown":       {fact.Verdict{Intent: fact.BugFix, Criteria: met(append(ends, judge.CriterionFix, judge.CriterionVerified)...)}, changed, nil},
		"cannot be told":  {fact.Verdict{Intent: fact.BugFix, Criteria: met(append(ends, judge.CriterionFix)...)}, changed, []Unshown{{"whether it was verified", "the record does not tell"}}},
		"nothing changed": {fact.Verdict{Intent: fact.BugFix, Criteria: met(append(ends, judge.CriterionFix)...)}, fact.Floor{}, []Unshown{{"whether it was verified", "nothing was changed"}}},
		"one is enough":   {fact.Verdict{Intent: fact.Feature, Criteria: met(append(ends, judge.CriterionBuilt, judge.CriterionTested)...)}, changed, []Unshown{{"whether the person accepted it", "another condition stands in for it"}}},
		"silence":         {fact.Verdict{Intent: fact.Plan, GoalComplete: true, Criteria: met(append(ends, judge.CriterionPlanGiven)...)}, changed, []Unshown{{"whether the plan was accepted", "silence is enough"}}},
		"a script":        {fact.Verdict{Intent: fact.SmallChange, Criteria: met(append(ends, judge.CriterionApplied)...)}, fact.Floor{MutatingCalls: 1}, []Unshown{{"whether it was undone", "no edit is on record"}}},
		"no condition":    {fact.Verdict{Intent: fact.BugFix}, changed, nil},
		"no intent":       {fact.Verdict{Criteria: met(ends...)}, changed, nil},
	} {
		got := NotShown(&fact.Session{Floor: c.floor}, &c.v)
		if len(got) != len(c.want) || len(got) > 0 && got[0] != c.want[0] {
			t.Errorf("%s: %v, want %v", name, got, c.want)
		}
	}
}

// Where rework took a part of a session, it says which.
func TestWritten(t *testing.T) {
	for want, c := range map[string]struct {
		turns [][]int
		all   int
	}{
		"What was taken out was mostly written in turns 1–4, 7 of 10.": {[][]int{{1, 2, 4}, {2, 3, 7}}, 10},
		"What was taken out was mostly written in turns 1, 2 of 3.":    {[][]int{{1, 2}}, 3},
		"What was taken out was mostly written in turn 2 of 3.":        {[][]int{{2}}, 3},
		"": {[][]int{{1}}, 1},
	} {
		s := &fact.Session{Turns: c.all}
		for _, x := range c.turns {
			s.Rework.By = append(s.Rework.By, fact.ReworkBy{Turns: x})
		}
		if got := Written(s); got != want {
			t.Errorf("%v: %q, want %q", c.turns, got, want)
		}
	}
}
