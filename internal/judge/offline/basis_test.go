package offline

import (
	"testing"

	"prism/internal/fact"
)

// TestWhatSaysSo: what makes a basis explicit stands on the page, and what only looks
// like acceptance makes none.
func TestWhatSaysSo(t *testing.T) {
	b := newBench(t)
	clock := func() *talk { return new(talk).ask("Add a tide clock to the home page").write("clock.go", 40) }
	ask := func() *talk {
		return new(talk).ask("How does the gauge keep its tables between two runs?").say("It writes them to a folder of its own, one file a station, and reads them back at the start; a table older than an hour is fetched anew.")
	}
	for name, c := range map[string]struct {
		talk  *talk
		basis fact.Basis
		quote string // stands on the page
	}{
		"praise":                          {clock().say("Added.").ask("great, works").say("Good."), fact.Explicit, "great, works"},
		"praise before a longer question": {clock().say("Added.").ask("works great, thank you. and now that we have it: what would it take to show the tides of the neighbouring harbours in the very same clock, too?").say("A table for each of them."), fact.Explicit, "works great"},
		"a right at the head of more": {ask().ask("right, I never used it before, and there is more that I wonder about: will the files not fill the disk of the boat in time, and how would I take out the ones of a station that I never go to").say("They are small, and a file can be removed at any time, since it is fetched anew when it is asked for."),
			fact.Silent, ""},
		"types for a feature":   {new(talk).ask("Build a tide clock with a page of its own").write("clock.ts", 150).write("page.ts", 150).write("tides.ts", 150).run("npx tsc --noEmit", "").say("Added."), fact.Silent, ""},
		"a next step":           {clock().say("Added.").ask("now show the seconds").edit("clock.go", 20).say("It shows them."), fact.Explicit, "now show the seconds"},
		"the number of a point": {clock().say("Added. 1) make it larger 2) leave it?").ask("1").edit("clock.go", 20).say("It is larger."), fact.Silent, ""},
		"praise for the plan": {new(talk).ask("How would you add a tide clock to the home page?").say("A component that asks the gauge each minute, in three steps.").
			ask("great plan. go on").write("clock.go", 40).say("The clock is on the home page."), fact.Explicit, "great plan"}, // of a session whose point was the plan
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
		"settings tidied up": {new(talk).ask("tidy up my settings of the editor, they are a mess").edit("settings.json", 30).say("Done. They are sorted and grouped now."), fact.SmallChange, true},
		"code tidied up":     {new(talk).ask("tidy up the parser, it is a mess").edit("parse.go", 30).edit("scan.go", 30).edit("lex.go", 30).say("Done. It is grouped now."), fact.Refactor, false},
		"a look at what is installed": {new(talk).ask("설치된 도구들의 버전을 확인해줘").run("node --version && git --version", "v24.1.0\ngit version 2.53.0").
			say("설치된 도구 버전입니다: Node.js v24.1.0, git 2.53.0"), fact.Question, true},
		"a plan approved, then stopped": {new(talk).ask("Plan the move of the tide tables to a service of their own").read("tables.go").
			approved("# Plan: move the tables\n\n1. Extract the store.").interrupt(), fact.Plan, true},
	} {
		v := b.verdict(c.talk)
		if v.Intent != c.intent || v.GoalComplete != c.done {
			t.Errorf("%s: want %s, complete %v: %s", name, c.intent, c.done, explain(v))
		}
	}
}
