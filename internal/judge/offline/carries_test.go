package offline

import (
	"strings"
	"testing"

	"prism/internal/fact"
	"prism/internal/judge"
)

// TestAQuoteCarriesItsCriterion: what is quoted shows the very thing that the criterion
// says, by the person's words where it speaks of the person.
func TestAQuoteCarriesItsCriterion(t *testing.T) {
	b := newBench(t)
	built := func() *talk {
		return new(talk).Ask("Add a tide table to the harbour page").Write("tide.tsx", 80).Say("Added the tide table.")
	}
	script := "LEVEL=$(cat ~/.tide 2>/dev/null || echo none)\nmkdir -p ~/.harbour\necho $LEVEL"
	for name, c := range map[string]struct {
		talk   *talk
		intent fact.Intent
		on     string
		want   string
	}{
		"the step that was ordered, not its diff": {built().Ask("Skippers read it at night. Now add a legend to it").Edit("tide.tsx", 9).Say("Added."), fact.Feature, judge.CriterionAccepted, "Now add a legend to it"},
		"what ordered the plan of the next step":  {built().Ask("Now plan a legend for it").Refused("ExitPlanMode", "# Plan: legend", "put it under the table").Refused("ExitPlanMode", "# Plan: legend, under the table", "").Interrupt(), fact.Feature, judge.CriterionAccepted, "Now plan a legend for it"},
		"the line of a script that writes":        {new(talk).Ask("set up the harbour folder").Run(script, "").Say("It is there."), fact.SmallChange, judge.CriterionApplied, "mkdir -p ~/.harbour"},
		"the program, not its loader's tip":       {new(talk).Ask("Add a script that loads the tides").Write("load-tides.js", 30).Run("node load-tides.js", "[dotenv@17.2.3] injecting env (5) from .env -- tip: write to custom object\nCreated 13 tides").Say("It ran."), fact.Feature, judge.CriterionTested, "Created 13 tides"},
	} {
		got := b.as(c.talk, c.intent)[c.on]
		if !got.Met || !strings.Contains(quoteText(got.Quote), c.want) {
			t.Errorf("%s: met %t by %q, want %q", name, got.Met, quoteText(got.Quote), c.want)
		}
	}
}

// TestARecordThatStopsSaysNothing: of a session that was not landed, explicit is what the
// person or the output shows. That no more of the record is here shows nothing.
func TestARecordThatStopsSaysNothing(t *testing.T) {
	b := newBench(t)
	fix := func() *talk {
		return new(talk).Ask("Fix the rounding of the total in cart.go").Edit("cart.go", 3)
	}
	for name, c := range map[string]struct {
		talk *talk
		want fact.Basis
	}{
		"a call without a result":   {fix().Call("Bash", "go vet ./..."), fact.Silent},
		"a result without a word":   {fix().Read("cart.go"), fact.Silent},
		"a prompt without answer":   {fix().Say("Done.").Ask("and now the tax of it, in the same way, please"), fact.Silent},
		"stopped by the person":     {fix().Interrupt(), fact.Explicit},
		"ended by the usage limit":  {fix().Say("You've hit your limit · resets 7pm"), fact.Explicit},
		"the test fails at the end": {fix().Fails("go test ./...", goRed).Call("Read", "cart.go"), fact.Explicit},
	} {
		if v := b.verdict(c.talk); v.GoalComplete || v.Basis != c.want {
			t.Errorf("%s: want %s: %s", name, c.want, explain(v))
		}
	}
}

// TestAdviceWhereAllIsMet: who sees every condition met is not told to meet one of them.
func TestAdviceWhereAllIsMet(t *testing.T) {
	b := newBench(t)
	rule, _ := judge.RuleOf(fact.Investigation)
	k := new(talk).Ask("why is the tide late?").Say("The gauge of the tide is read once in an hour, and the page shows what was read last, so it is late by half an hour.")
	op := judge.Opinion{Intent: fact.Investigation, Signal: fact.NoSignal, Criteria: []judge.Criterion{{Name: judge.CriterionConclusion, Met: true}, {Name: judge.CriterionFinished, Met: true}, {Name: judge.CriterionNoFailure, Met: true}}}
	if got := advice(b.viewOf(k, fact.Investigation), rule, op); got != confirm {
		t.Errorf("%q", got)
	}
	op.Criteria[0].Met = false
	if got := advice(b.viewOf(k, fact.Investigation), rule, op); got != rule.Advice {
		t.Errorf("%q", got)
	}
}

// TestWhatWasDroppedIsNotFinished: a page that names the work dropped does not say of it
// that it does not stop half-way.
func TestWhatWasDroppedIsNotFinished(t *testing.T) {
	b := newBench(t)
	begun := func() *talk {
		return new(talk).Ask("Add a tide table to the harbour page").Write("tide.tsx", 80).Say("The type is there. Next would be the page.")
	}
	for name, c := range map[string]struct {
		talk *talk
		met  bool
	}{
		"dropped":  {begun().Ask("no, never mind. We skip it until January").Say("Understood. It stays unused."), false},
		"accepted": {begun().Ask("and the page").Edit("page.tsx", 9).Say("The page is there.").Ask("thanks, that works").Say("Glad to hear."), true},
	} {
		got := b.as(c.talk, fact.Feature)[judge.CriterionFinished]
		if got.Met != c.met || !got.Met && !strings.Contains(quoteText(got.Quote), "never mind") {
			t.Errorf("%s: met %t by %q", name, got.Met, quoteText(got.Quote))
		}
	}
}
