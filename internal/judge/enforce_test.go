package judge

import (
	"math"
	"strings"
	"testing"
	"time"

	"prism/internal/conversation"
	"prism/internal/fact"
	"prism/internal/redact"
)

// loud redacts by shouting, so that a test sees what passed it.
type loud struct{}

func (loud) Text(s string) redact.Text {
	return redact.Restore(strings.ReplaceAll(s, "secret", "[SECRET]"))
}

func draft() *conversation.Draft {
	return &conversation.Draft{Agent: "claude", AtEnd: true, First: 1, Turns: []conversation.Turn{
		{UUID: "p1", Line: 1, Prompt: "Fix the login,\n  please", Says: []conversation.Say{{UUID: "s1", Line: 3, Text: "The login works again."}}},
		{UUID: "p2", Line: 5, Prompt: "left alone", Abandoned: true},
		{UUID: "p3", Line: 7, Prompt: "thanks, works", Steps: []conversation.Step{{UUID: "c1", ResultUUID: "r1", Line: 8, ResultLine: 9, Output: "ok  \tshop\t0.1s", Target: "go test ./..."}}},
	}}
}

func good() Opinion {
	return Opinion{
		Intent: fact.BugFix, Complete: true, Probability: 0.9, Basis: fact.Explicit, Signal: fact.NoSignal,
		Evidence: []Quote{{UUID: "p3", Turn: 3, Line: 7, Text: "thanks, works"}},
		Title:    "Fix the login", Summary: "Fix the login. It works again.",
	}
}

func TestEnforce(t *testing.T) {
	for name, c := range map[string]struct {
		change func(*Opinion)
		status fact.JudgeStatus
		done   bool
	}{
		"as the judge says":               {func(*Opinion) {}, fact.JudgeOK, true},
		"not complete stays not complete": {func(o *Opinion) { o.Complete = false }, fact.JudgeOK, false},
		"silent, at the floor":            {func(o *Opinion) { o.Basis, o.Probability, o.OnRecord = fact.Silent, 0.75, true }, fact.JudgeOK, true},
		"silent, with nothing on record":  {func(o *Opinion) { o.Basis, o.Probability = fact.Silent, 0.99 }, fact.JudgeOK, false},
		"silent, with a check as a criterion": {func(o *Opinion) {
			o.Basis, o.Probability, o.Criteria = fact.Silent, 0.75, []Criterion{{Name: CriterionVerified, Met: true}}
		}, fact.JudgeOK, true},
		"a required criterion is unmet":        {func(o *Opinion) { o.Criteria = []Criterion{{Name: CriterionVerified}} }, fact.JudgeOK, false},
		"silent, below the floor":              {func(o *Opinion) { o.Basis, o.Probability = fact.Silent, 0.74 }, fact.JudgeOK, false},
		"silent question, at its floor":        {func(o *Opinion) { o.Intent, o.Basis, o.Probability = fact.Question, fact.Silent, 0.5 }, fact.JudgeOK, true},
		"silent plan, below its floor":         {func(o *Opinion) { o.Intent, o.Basis, o.Probability = fact.Plan, fact.Silent, 0.59 }, fact.JudgeOK, false},
		"an unknown basis is silent":           {func(o *Opinion) { o.Basis, o.Probability = "rumour", 0.7 }, fact.JudgeOK, false},
		"explicit needs no floor":              {func(o *Opinion) { o.Probability = 0.2 }, fact.JudgeOK, true},
		"an error left standing":               {func(o *Opinion) { o.Signal = fact.UnresolvedError }, fact.JudgeOK, false},
		"frustration":                          {func(o *Opinion) { o.Signal = fact.Frustration }, fact.JudgeOK, false},
		"abandoned":                            {func(o *Opinion) { o.Signal = fact.Abandoned }, fact.JudgeOK, false},
		"loop":                                 {func(o *Opinion) { o.Signal = fact.Loop }, fact.JudgeOK, false},
		"an unknown signal is none":            {func(o *Opinion) { o.Signal = "bad mood" }, fact.JudgeOK, true},
		"no intent":                            {func(o *Opinion) { o.Intent = fact.IntentNone }, fact.JudgeNoIntent, false},
		"an unknown intent":                    {func(o *Opinion) { o.Intent = "poetry" }, fact.JudgeNoIntent, false},
		"no evidence":                          {func(o *Opinion) { o.Evidence = nil }, fact.JudgeUngrounded, false},
		"a quote that stands nowhere":          {func(o *Opinion) { o.Evidence[0].Text = "it is perfect" }, fact.JudgeUngrounded, false},
		"a quote of another turn":              {func(o *Opinion) { o.Evidence[0].Turn = 1 }, fact.JudgeUngrounded, false},
		"a quote of no turn":                   {func(o *Opinion) { o.Evidence[0].Turn = 9 }, fact.JudgeUngrounded, false},
		"a quote of an abandoned turn":         {func(o *Opinion) { o.Evidence[0] = Quote{UUID: "p2", Turn: 2, Text: "left alone"} }, fact.JudgeUngrounded, false},
		"white space does not matter":          {func(o *Opinion) { o.Evidence[0] = Quote{UUID: "p1", Turn: 1, Text: "Fix the\tlogin, please"} }, fact.JudgeOK, true},
		"a quote without uuid, from an output": {func(o *Opinion) { o.Evidence[0] = Quote{Turn: 3, Text: "ok shop"} }, fact.JudgeOK, true},
	} {
		op := good()
		c.change(&op)
		v := Enforce(op, draft(), loud{}, Meta{Judge: "test", Version: "1", At: time.Unix(1, 0)})
		if v.Status != c.status || v.GoalComplete != c.done {
			t.Errorf("%s: status %s done %v, want %s %v", name, v.Status, v.GoalComplete, c.status, c.done)
		}
		if v.Status != fact.JudgeOK && v.Reason == "" {
			t.Errorf("%s: status %s without a reason", name, v.Status)
		}
	}
}

func TestEnforceBoundsProse(t *testing.T) {
	op := good()
	op.Title = strings.Repeat("long secret title ", 40)
	op.Summary = strings.Repeat("ein Wort, 一个词 ", 400)
	op.Advice = strings.Repeat("x", 1000)
	op.Probability = math.NaN()
	op.Basis = fact.Explicit
	for range 30 {
		op.Reasons = append(op.Reasons, Reason{For: true, Weight: -1, Text: "a secret\nreason", Turn: 77})
		op.Evidence = append(op.Evidence, Quote{Turn: 3, Text: "thanks, works"})
	}
	v := Enforce(op, draft(), loud{}, Meta{})
	if n := len([]rune(v.Title.String())); n > MaxTitle {
		t.Errorf("title of %d characters", n)
	}
	if n := len([]rune(v.Summary.String())); n > MaxSummary {
		t.Errorf("summary of %d characters", n)
	}
	if strings.Contains(v.Title.String(), " secret") || strings.Contains(v.Reasons[0].Text.String(), "secret ") || strings.Contains(v.Reasons[0].Text.String(), "\n") {
		t.Errorf("prose was not redacted or folded: %q, %q", v.Title, v.Reasons[0].Text)
	}
	if len(v.Reasons) > maxReasons || len(v.Evidence) > maxEvidence {
		t.Errorf("%d reasons, %d quotes", len(v.Reasons), len(v.Evidence))
	}
	if v.Reasons[0].Weight != 0 || v.Reasons[0].Turn != 0 {
		t.Errorf("reason kept weight %v, turn %d", v.Reasons[0].Weight, v.Reasons[0].Turn)
	}
	if v.Confidence != 0 {
		t.Errorf("confidence %v of NaN", v.Confidence)
	}
}

func TestRulesAreWhole(t *testing.T) {
	floors := map[fact.Intent]float64{
		fact.Question: .50, fact.Investigation: .60, fact.Review: .60, fact.Plan: .60,
		fact.SmallChange: .50, fact.BugFix: .75, fact.Feature: .75, fact.Refactor: .75,
	}
	for _, i := range fact.Intents {
		r, ok := RuleOf(i)
		if !ok || r.Floor != floors[i] || r.Complete == "" || r.Advice == "" || len(r.Criteria) < 3 {
			t.Errorf("rule of %s: %+v", i, r)
		}
		if r.HighStakes != (r.Floor == .75) {
			t.Errorf("%s: high stakes %v at floor %v", i, r.HighStakes, r.Floor)
		}
		seen := map[string]bool{}
		for _, c := range r.Criteria {
			if seen[c.Name] || c.Text == "" {
				t.Errorf("%s: criterion %q twice or without words", i, c.Name)
			}
			seen[c.Name] = true
		}
	}
	if _, ok := RuleOf(fact.IntentNone); ok {
		t.Error("none has a rule")
	}
	if len(Signals()) != 4 {
		t.Errorf("%d failure signals, want 4", len(Signals()))
	}
}

func TestLetter(t *testing.T) {
	p, a, n := fact.Present, fact.Absent, fact.NotApplicable
	for _, c := range []struct {
		r    fact.Rubric
		want string
	}{
		{fact.Rubric{GoalExplicit: p, ScopeBounded: p, ReferencesConcrete: n, ContextSufficient: n, VerificationRequested: n, RootCauseOriented: n, PlanFirst: n}, "A+"},
		{fact.Rubric{GoalExplicit: p, ScopeBounded: a, ReferencesConcrete: n, ContextSufficient: n, VerificationRequested: n, RootCauseOriented: n, PlanFirst: n}, "C"},
		{fact.Rubric{GoalExplicit: a}, "F"},
		{fact.Rubric{GoalExplicit: "maybe"}, ""},
		{fact.Rubric{}, ""},
	} {
		op := good()
		op.Rubric = c.r
		op.Rubric.Letter = "A+"
		if v := Enforce(op, draft(), loud{}, Meta{}); v.Rubric.Letter != c.want {
			t.Errorf("%+v: letter %q, want %q", c.r, v.Rubric.Letter, c.want)
		}
	}
}
