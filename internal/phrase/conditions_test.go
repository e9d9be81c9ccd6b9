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
