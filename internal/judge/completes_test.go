package judge

import (
	"slices"
	"strings"
	"testing"

	"prism/internal/fact"
)

// TestCompletes goes through the whole table: every intent at its floor, a hair
// below it, with a person's or the output's word, with and without something on
// record, and under each failure signal.
func TestCompletes(t *testing.T) {
	const hair = 1e-9
	for _, i := range fact.Intents {
		r, ok := RuleOf(i)
		if !ok {
			t.Fatalf("no rule of %s", i)
		}
		for _, c := range []struct {
			basis  fact.Basis
			p      float64
			record bool
			want   bool
		}{
			{fact.Silent, r.Floor, true, true},
			{fact.Silent, r.Floor, false, !r.HighStakes},
			{fact.Silent, r.Floor - hair, true, false},
			{fact.Silent, 1, true, true},
			{fact.Silent, 1, false, !r.HighStakes},
			{fact.Silent, 0, true, false},
			{fact.Explicit, r.Floor, false, true},
			{fact.Explicit, 0.01, false, true},
			{"", r.Floor - hair, true, false},
			{"rumour", r.Floor - hair, true, false},
		} {
			op := &Opinion{Basis: c.basis, Probability: c.p, OnRecord: c.record}
			if got := Completes(r, op); got != c.want {
				t.Errorf("%s, %q at %v, on record %v: %v", i, c.basis, c.p, c.record, got)
			}
			for _, s := range Signals() {
				op.Signal = s.Signal
				if Completes(r, op) {
					t.Errorf("%s, %q at %v is complete in spite of %s", i, c.basis, c.p, s.Signal)
				}
			}
		}
	}
}

// TestCriteriaForce: an unmet required criterion of any intent forces "not complete",
// whatever the confidence; of those that silence may stand in for, one is enough, and
// none is needed at the floor.
func TestCriteriaForce(t *testing.T) {
	for _, i := range fact.Intents {
		r, _ := RuleOf(i)
		all := func(but ...string) *Opinion {
			op := &Opinion{Basis: fact.Explicit, Probability: 1, OnRecord: true}
			for _, c := range r.Criteria {
				op.Criteria = append(op.Criteria, Criterion{Name: c.Name, Met: !slices.Contains(but, c.Name)})
			}
			return op
		}
		if !Completes(r, all()) || Lacks(r, all()) {
			t.Errorf("%s: not complete with all criteria met", i)
		}
		var spoken []string
		for _, c := range r.Criteria {
			op := all(c.Name)
			switch {
			case c.Name == CriterionNoFailure: // follows from the signal
			case c.Need == Spoken:
				spoken = append(spoken, c.Name)
			case Completes(r, op) || !Lacks(r, op):
				t.Errorf("%s is complete without %s", i, c.Name)
			}
		}
		if len(spoken) == 0 {
			continue
		}
		for _, c := range []struct {
			p      float64
			record bool
			unmet  []string
			want   bool
		}{
			{r.Floor, true, spoken, true},
			{r.Floor, false, spoken, !r.HighStakes},
			{r.Floor - 0.01, true, spoken, false},
			{r.Floor - 0.01, true, spoken[1:], true},
		} {
			op := all(c.unmet...)
			op.Probability, op.OnRecord = c.p, c.record
			if Completes(r, op) != c.want || Lacks(r, op) == c.want {
				t.Errorf("%s without %v at %v, on record %v: complete %v, lacks %v", i, c.unmet, c.p, c.record, Completes(r, op), Lacks(r, op))
			}
		}
	}
}

// TestEnforceListsWhatIsNeeded: a cross is shown only of a criterion that the verdict
// misses.
func TestEnforceListsWhatIsNeeded(t *testing.T) {
	for name, c := range map[string]struct {
		accepted, tested bool
		p                float64
		record           bool
		unmet            int
		done             bool
	}{
		"accepted, not tested":    {true, false, 0.6, false, 0, true},
		"tested, not accepted":    {false, true, 0.6, false, 0, true},
		"silent, at the floor":    {false, false, 0.75, true, 0, true},
		"silent, below the floor": {false, false, 0.74, true, 2, false},
		"silent, no record":       {false, false, 0.9, false, 2, false},
	} {
		op := good()
		op.Intent, op.Probability, op.OnRecord = fact.Feature, c.p, c.record
		op.Criteria = []Criterion{{Name: CriterionBuilt, Met: true}, {Name: CriterionAccepted, Met: c.accepted}, {Name: CriterionTested, Met: c.tested}}
		v := Enforce(op, draft(), loud{}, Meta{})
		unmet := 0
		for _, k := range v.Criteria {
			if !k.Met {
				unmet++
			}
		}
		if v.GoalComplete != c.done || unmet != c.unmet {
			t.Errorf("%s: complete %v, %+v", name, v.GoalComplete, v.Criteria)
		}
	}
}

// TestInSignalWindow: the last three turns count, no earlier one and none after the end.
func TestInSignalWindow(t *testing.T) {
	for _, c := range []struct {
		turn, end int
		want      bool
	}{{0, 0, true}, {0, 1, true}, {0, 2, true}, {0, 3, false}, {7, 9, true}, {6, 9, false}, {9, 9, true}, {10, 9, false}} {
		if got := InSignalWindow(c.turn, c.end); got != c.want {
			t.Errorf("turn %d of a record that ends in turn %d: %v, want %v", c.turn, c.end, got, c.want)
		}
	}
}

// TestFailureSignalsForce: whatever a judge says beside it, a signal of the table
// forces "not complete" and the criterion of no failure with it; one that is in no
// table counts for none.
func TestFailureSignalsForce(t *testing.T) {
	for _, c := range []struct {
		signal  fact.FailureSignal
		says    bool // what the judge answers to "no failure signal"
		want    fact.FailureSignal
		landed  bool
		advises string // what would have resolved it
	}{
		{fact.NoSignal, false, fact.NoSignal, true, "Run the failing test"},
		{"", true, fact.NoSignal, true, "Run the failing test"},
		{"bad mood", true, fact.NoSignal, true, "Run the failing test"},
		{fact.UnresolvedError, true, fact.UnresolvedError, false, "Have the failing command run again"},
		{fact.Frustration, true, fact.Frustration, false, "Go on until it works"},
		{fact.Abandoned, false, fact.Abandoned, false, "Finish the smaller part"},
		{fact.Loop, true, fact.Loop, false, "Stop after the second attempt"},
	} {
		op := good()
		op.Signal = c.signal
		op.Criteria = []Criterion{{Name: CriterionNoFailure, Met: c.says}}
		v := Enforce(op, draft(), loud{}, Meta{})
		if v.Signal != c.want || v.GoalComplete != c.landed {
			t.Errorf("%q: signal %q, complete %v", c.signal, v.Signal, v.GoalComplete)
		}
		if len(v.Criteria) != 1 || v.Criteria[0].Met != c.landed {
			t.Errorf("%q: the criterion says %+v", c.signal, v.Criteria)
		}
		rule, _ := RuleOf(op.Intent)
		if got := rule.AdviceUnder(c.signal); !strings.HasPrefix(got, c.advises) {
			t.Errorf("%q: advice %q", c.signal, got)
		}
	}
}

// TestEnforceKeepsCriteriaOfTheRule: a criterion of another intent is dropped, a
// quote that does not stand leaves its criterion without evidence.
func TestEnforceKeepsCriteriaOfTheRule(t *testing.T) {
	op := good()
	op.Criteria = []Criterion{
		{Name: CriterionFix, Met: true, Quote: &Quote{UUID: "c1", Turn: 3, Line: 8, Text: "go test ./..."}},
		{Name: CriterionVerified, Met: true, Quote: &Quote{Turn: 3, Text: "nobody said this"}},
		{Name: CriterionPlanTaken, Met: true},
		{Name: "made_up", Met: true},
	}
	v := Enforce(op, draft(), loud{}, Meta{})
	if len(v.Criteria) != 2 || v.Criteria[0].Name != CriterionFix || v.Criteria[1].Name != CriterionVerified {
		t.Fatalf("%+v", v.Criteria)
	}
	if e := v.Criteria[0].Evidence; e == nil || e.Turn != 3 || e.Line != 8 || e.Quote.String() != "go test ./..." {
		t.Errorf("evidence %+v", e)
	}
	if !v.Criteria[1].Met || v.Criteria[1].Evidence != nil {
		t.Errorf("a quote that stands nowhere: %+v", v.Criteria[1])
	}
}

// TestEnforceKeepsWhatTheJudgeMeasured: the rules move the verdict, not the
// probability, the signal or the basis that it rests on.
func TestEnforceKeepsWhatTheJudgeMeasured(t *testing.T) {
	for _, s := range Signals() {
		op := good()
		op.Signal = s.Signal
		v := Enforce(op, draft(), loud{}, Meta{Judge: "j", Version: "v", Fallback: true})
		if v.Confidence != op.Probability || v.Signal != s.Signal || v.Basis != fact.Explicit || v.GoalComplete || v.Status != fact.JudgeOK {
			t.Errorf("%s: %+v", s.Signal, v)
		}
		if v.Judge != "j" || v.Version != "v" || !v.Fallback || v.TitleStage != fact.TitleJudge {
			t.Errorf("%s: who judged is lost: %+v", s.Signal, v)
		}
		if s.Text == "" || s.Advice == "" {
			t.Errorf("%s has no words", s.Signal)
		}
	}
}
