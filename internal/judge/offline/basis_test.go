package offline

import (
	"testing"

	"prism/internal/fact"
)

// TestWhatSaysSo: what makes a basis explicit stands on the page, and what only looks
// like acceptance makes none.
func TestWhatSaysSo(t *testing.T) {
	b := newBench(t)
	clock := func() *talk {
		return new(talk).Ask("Add a tide clock to the home page").Write("clock.go", 40)
	}
	ask := func() *talk {
		return new(talk).Ask("How does the gauge keep its tables between two runs?").Say("It writes them to a folder of its own, one file a station, and reads them back at the start; a table older than an hour is fetched anew.")
	}
	for name, c := range map[string]struct {
		talk  *talk
		basis fact.Basis
		quote string // stands on the page
	}{
		"praise":                          {clock().Say("Added.").Ask("great, works").Say("Good."), fact.Explicit, "great, works"},
		"praise before a longer question": {clock().Say("Added.").Ask("works great, thank you. and now that we have it: what would it take to show the tides of the neighbouring harbours in the very same clock, too?").Say("A table for each of them."), fact.Explicit, "works great"},
		"a right at the head of more": {ask().Ask("right, I never used it before, and there is more that I wonder about: will the files not fill the disk of the boat in time, and how would I take out the ones of a station that I never go to").Say("They are small, and a file can be removed at any time, since it is fetched anew when it is asked for."),
			fact.Silent, ""},
		"types for a feature":   {new(talk).Ask("Build a tide clock with a page of its own").Write("clock.ts", 150).Write("page.ts", 150).Write("tides.ts", 150).Run("npx tsc --noEmit", "").Say("Added."), fact.Silent, ""},
		"a next step":           {clock().Say("Added.").Ask("now show the seconds").Edit("clock.go", 20).Say("It shows them."), fact.Explicit, "now show the seconds"},
		"the number of a point": {clock().Say("Added. 1) make it larger 2) leave it?").Ask("1").Edit("clock.go", 20).Say("It is larger."), fact.Silent, ""},
		"praise for the plan": {new(talk).Ask("How would you add a tide clock to the home page?").Say("A component that asks the gauge each minute, in three steps.").
			Ask("great plan. go on").Write("clock.go", 40).Say("The clock is on the home page."), fact.Explicit, "great plan"}, // of a session whose point was the plan
	} {
		v := b.verdict(c.talk)
		if v.Basis != c.basis && (v.GoalComplete || c.basis == fact.Explicit) {
			t.Errorf("%s: want %s: %s", name, c.basis, explain(v))
		}
		if c.quote != "" && !quotes(v, 0, c.quote) {
			t.Errorf("%s: nothing says %q: %s", name, c.quote, explain(v))
		}
	}
}

// TestIntentOfWhatWasDone: to tidy up settings is no refactoring of code, to ask for a
// look is no change, and a plan that was approved and left at that is a plan.
func TestIntentOfWhatWasDone(t *testing.T) {
	b := newBench(t)
	for name, c := range map[string]struct {
		talk   *talk
		intent fact.Intent
		done   bool
	}{
		"settings tidied up": {new(talk).Ask("tidy up my settings of the editor, they are a mess").Edit("settings.json", 30).Say("Done. They are sorted and grouped now."), fact.SmallChange, true},
		"code tidied up":     {new(talk).Ask("tidy up the parser, it is a mess").Edit("parse.go", 30).Edit("scan.go", 30).Edit("lex.go", 30).Say("Done. It is grouped now."), fact.Refactor, false},
		"a look at what is installed": {new(talk).Ask("설치된 도구들의 버전을 확인해줘").Run("node --version && git --version", "v24.1.0\ngit version 2.53.0").
			Say("설치된 도구 버전입니다: Node.js v24.1.0, git 2.53.0"), fact.Question, true},
		"a plan approved, then stopped": {new(talk).Ask("Plan the move of the tide tables to a service of their own").Read("tables.go").
			Approved("# Plan: move the tables\n\n1. Extract the store.").Interrupt(), fact.Plan, true},
	} {
		v := b.verdict(c.talk)
		if v.Intent != c.intent || v.GoalComplete != c.done {
			t.Errorf("%s: want %s, complete %v: %s", name, c.intent, c.done, explain(v))
		}
	}
}
