package judge

import (
	"strings"
	"testing"

	"prism/internal/fact"
)

// TestCompletes goes through the whole table: every intent at its floor, a hair
// below it, with a person's or the output's word, and under each failure signal.
func TestCompletes(t *testing.T) {
	const hair = 1e-9
	for _, i := range fact.Intents {
		r, ok := RuleOf(i)
		if !ok {
			t.Fatalf("no rule of %s", i)
		}
		for _, c := range []struct {
			basis fact.Basis
			p     float64
			want  bool
		}{
			{fact.Silent, r.Floor, true},
			{fact.Silent, r.Floor - hair, false},
			{fact.Silent, 1, true},
			{fact.Silent, 0, false},
			{fact.Explicit, r.Floor, true},
			{fact.Explicit, 0.01, true},
			{"", r.Floor - hair, false},
			{"rumour", r.Floor - hair, false},
		} {
			if got := Completes(r, c.basis, fact.NoSignal, c.p); got != c.want {
				t.Errorf("%s, %q at %v: %v", i, c.basis, c.p, got)
			}
			for _, s := range Signals() {
				if Completes(r, c.basis, s.Signal, c.p) {
					t.Errorf("%s, %q at %v is complete in spite of %s", i, c.basis, c.p, s.Signal)
				}
			}
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
