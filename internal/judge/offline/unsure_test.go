package offline

import (
	"slices"
	"strings"
	"testing"

	"prism/internal/fact"
	"prism/internal/judge"
)

// TestCrossesAreSure: of what is not met a page crosses out what surely is not, and never so
// little that it does not say why the goal was not landed.
func TestCrossesAreSure(t *testing.T) {
	b := newBench(t)
	start := func() *talk {
		return new(talk).Ask("Add a page that lists the ferries of the day").Edit("ferries.ts", 40).Say("The page is in ferries.ts.")
	}
	const both = "accepted tests_or_put_off"
	for _, c := range []struct {
		why   string
		talk  *talk
		unmet string // of the opinion
		sure  float64
		want  string
	}{
		{"nothing followed the work", start(), both, 1, both},
		{"a further wish followed", start().Ask("add the prices to it").Edit("prices.ts", 9).Say("They are there."), both, 1, "tests_or_put_off"},
		{"a wish that was not answered", start().Ask("now add the prices to the list, too").Failure("API Error: 529 overloaded"), both + " finished", 1, "tests_or_put_off finished"},
		{"a fault followed", start().Ask("the page stays empty").Edit("ferries.ts", 9).Say("Mended."), both, 1, both},
		{"it was let go on", start().Ask("continue").Edit("ferries.ts", 9).Say("I went on."), both, 1, both},
		{"a question followed", start().Ask("where does it read the times?").Say("From the table."), both, 1, both},
		{"it was looked at", start().Run("browse-headless --screenshot http://localhost:4000/ferries", "saved page.png"), both, 1, "accepted"},
		{"it was looked at before the change", new(talk).Ask("Add a page that lists the ferries").Run("browse-headless http://localhost:4000", "ok").Edit("ferries.ts", 40).Say("It is there."), both, 1, both},
		{"a document needs no tests", new(talk).Ask("Create a file docs/PIER.md that says how boats moor").Edit("docs/PIER.md", 30).Say("Written."), both, 1, "accepted"},
		{"nothing was built", new(talk).Ask("Add a page that lists the ferries").Say("Which framework?"), "built_to_scope " + both, 1, "built_to_scope"},
		{"perhaps another kind of work", start(), both, 0.5, "accepted"},
		{"perhaps another kind, and it stopped", start().Ask("go on").Interrupt(), both + " finished", 0.5, "finished"},
	} {
		v := b.viewOf(c.talk, fact.Feature)
		for i := range v.Intent {
			v.Intent[i] *= c.sure
		}
		rule, _ := judge.RuleOf(fact.Feature)
		op := judge.Opinion{Intent: fact.Feature, Probability: 0.3, Basis: fact.Silent}
		for _, name := range strings.Fields("built_to_scope accepted tests_or_put_off finished") {
			op.Criteria = append(op.Criteria, judge.Criterion{Name: name, Met: !slices.Contains(strings.Fields(c.unmet), name)})
		}
		v.keepSure(rule, &op)
		if op.Criteria = append(op.Criteria, judge.Criterion{Name: judge.CriterionNotUndone}); v.doubts(&op.Criteria[len(op.Criteria)-1], rule, false) > 0 {
			t.Errorf("%s: what was undone is doubted", c.why)
		}
		op.Criteria = op.Criteria[:len(op.Criteria)-1]
		var got []string
		for _, x := range op.Criteria {
			if !x.Met && !x.Unsure && rule.Misses(x.Name, &op) {
				got = append(got, x.Name)
			}
		}
		if strings.Join(got, " ") != c.want {
			t.Errorf("%s: %v, want %s", c.why, got, c.want)
		}
	}
}

// TestUnsureCounts: a cross that is not shown counts.
func TestUnsureCounts(t *testing.T) {
	rule, _ := judge.RuleOf(fact.Feature)
	op := judge.Opinion{Intent: fact.Feature, Complete: true, Probability: 0.7, Basis: fact.Explicit, Criteria: []judge.Criterion{{Name: judge.CriterionAccepted, Unsure: true}, {Name: judge.CriterionTested}}}
	if judge.Completes(rule, &op) {
		t.Error("complete without acceptance and tests")
	}
	d := new(talk).Ask("Add a page").Edit("page.ts", 30).Say("It is there, in page.ts.").Draft()
	op.Evidence = []judge.Quote{{Turn: 1, Text: "It is there, in page.ts."}}
	v := enforce(op, d)
	if v.GoalComplete || len(v.Criteria) != 1 || v.Criteria[0].Name != judge.CriterionTested {
		t.Errorf("complete %v, shown %+v", v.GoalComplete, v.Criteria)
	}
}

// TestTicksAreShown: that the work came to its end is ticked with a line that says so, and what
// was done or told of a goal that was not landed; what did not happen has no line.
func TestTicksAreShown(t *testing.T) {
	b := newBench(t)
	v := b.viewOf(new(talk).Ask("Add a page that lists the ferries of the day").Edit("ferries.ts", 40).Say("The page is in ferries.ts."), fact.Feature)
	rule, _ := judge.RuleOf(fact.Feature)
	line := &judge.Quote{Turn: 1, Text: "The page is in ferries.ts."}
	for _, c := range []struct {
		name   string
		quote  *judge.Quote
		landed bool
		unsure bool
	}{
		{judge.CriterionFinished, line, true, false},
		{judge.CriterionFinished, nil, true, true},
		{judge.CriterionFinished, nil, false, true},
		{judge.CriterionBuilt, nil, false, true},
		{judge.CriterionBuilt, nil, true, false},
		{judge.CriterionBuilt, line, false, false},
		{judge.CriterionNoFailure, nil, false, false},
		{judge.CriterionNotUndone, nil, false, false},
	} {
		op := judge.Opinion{Intent: fact.Feature, Complete: c.landed, Criteria: []judge.Criterion{{Name: c.name, Met: true, Quote: c.quote}}}
		v.keepSure(rule, &op)
		if got := op.Criteria[0].Unsure; got != c.unsure {
			t.Errorf("%s, landed %v, quoted %v: unsure %v", c.name, c.landed, c.quote != nil, got)
		}
	}
	// What ends on the person's last word has no line that says so, and no sentence instead.
	got := b.verdict(new(talk).Ask("Sort the table of the tides by day").Edit("tides.go", 12).Say("It is sorted.").Ask("very good work"))
	if got.Lacks(judge.CriterionFinished) || meets(got, judge.CriterionFinished) {
		t.Errorf("ended on a nod: %s", explain(got))
	}
	for _, r := range got.Reasons {
		if r.Text.String() == "The record does not stop in mid-work." {
			t.Errorf("ended on a nod: %s", explain(got))
		}
	}
}

// TestOffersAreNoQuestions: who is asked only whether more shall be done has been given what he
// asked for, and is told what lands it.
func TestOffersAreNoQuestions(t *testing.T) {
	b := newBench(t)
	const answer = "Answer the agent's question"
	for _, c := range []struct {
		name string
		talk *talk
		want bool
	}{
		{"it is done, and more is offered", new(talk).Ask("create a file docs/TIDES.md that tells how the tide table is read").Edit("docs/TIDES.md", 30).Say("Created `docs/TIDES.md`. Want me to commit it?"), false},
		{"it needs to know", new(talk).Ask("create a file docs/TIDES.md that tells how the tide table is read").Say("Which of the two tables do you mean, and in which language?"), true},
	} {
		v := b.verdict(c.talk)
		if got := strings.Contains(v.Advice.String(), answer); got != c.want && !v.GoalComplete {
			t.Errorf("%s: %q", c.name, v.Advice.String())
		}
	}
}
