package offline

import (
	"testing"

	"prism/internal/fact"
	"prism/internal/practice"
)

// markOf answers one check on a talk as if its intent were known.
func (b bench) markOf(k *talk, intent fact.Intent, check string) fact.Mark {
	b.t.Helper()
	r := b.j.words.Reader()
	defer b.j.words.Return(r)
	for _, c := range practice.Checks(r, b.j.Read(k.draft()).a, intent).Checks() {
		if c.Name == check {
			return c.Mark
		}
	}
	b.t.Fatalf("no check %s", check)
	return ""
}

// TestChecksOfTheRubric has a prompt that shows each check, and one that lacks it.
func TestChecksOfTheRubric(t *testing.T) {
	b := newBench(t)
	large := func(k *talk) *talk { return k.write("a.go", 50).write("b.go", 50).say("Done.") }
	for _, c := range []struct {
		check           string
		intent          fact.Intent
		present, absent *talk
	}{
		{"goal_explicit", fact.BugFix, new(talk).ask("Fix the rounding of the total in the cart").say("Done."), new(talk).ask("the cart again").say("What about it?")},
		{"goal_explicit", fact.BugFix, new(talk).ask("Behebe den Rundungsfehler im Warenkorb").say("Erledigt."), new(talk).ask("der Warenkorb").say("Was ist damit?")},
		{"goal_explicit", fact.BugFix, new(talk).ask("修复购物车的四舍五入错误").say("好。"), new(talk).ask("购物车").say("怎么了？")},
		{"goal_explicit", fact.Question, new(talk).ask("How does the cart round its total?").say("Once."), new(talk).ask("rounding").say("What about it?")},
		{"scope_bounded", fact.Feature, new(talk).ask("Add a total, only in header.tsx, don't touch the rest").say("Done."), new(talk).ask("Add a total somewhere nice").say("Done.")},
		{"scope_bounded", fact.Feature, new(talk).ask("Füge eine Summe ein, nur im Kopf, nichts anderes").say("Fertig."), new(talk).ask("Füge irgendwo eine Summe ein").say("Fertig.")},
		{"references_concrete", fact.BugFix, new(talk).ask("Fix the total in internal/cart/total.go").say("Done."), new(talk).ask("Fix the total of the cart").say("Done.")},
		{"references_concrete", fact.Refactor, new(talk).ask("Rename parseTotal to readTotal everywhere").say("Done."), new(talk).ask("Rename it everywhere").say("Done.")},
		{"references_concrete", fact.Question, new(talk).ask("What does `sync.Once` do here?").say("It runs once."), new(talk).ask("What does this do here?").say("It runs once.")},
		{"context_sufficient", fact.BugFix, new(talk).ask("Fix this:\n```\npanic: nil map\n```").say("Done."), new(talk).ask("Fix the crash").say("Done.")},
		{"context_sufficient", fact.Feature,
			new(talk).ask("Add an export to the invoices page. Accountants need the rows of one month as CSV with semicolons, numbers with a comma, dates as day month year, and the button has to stand beside the filter that is there already.").say("Done."),
			new(talk).ask("Add an export").say("Done.")},
		{"verification_requested", fact.BugFix, new(talk).ask("Fix the total and run the tests").say("Done."), new(talk).ask("Fix the total").say("Done.")},
		{"verification_requested", fact.Feature, new(talk).ask("Füge den Export hinzu und stelle sicher, dass er läuft").say("Fertig."), new(talk).ask("Füge den Export hinzu").say("Fertig.")},
		{"verification_requested", fact.Plan, new(talk).ask("Plan the export, with acceptance criteria").say("Here."), new(talk).ask("Plan the export").say("Here.")},
		{"root_cause_oriented", fact.BugFix, new(talk).ask("Find the root cause of the wrong total and fix it").say("Done."), new(talk).ask("Fix the wrong total").say("Done.")},
		{"root_cause_oriented", fact.Investigation, new(talk).ask("なぜ合計がずれるのか調べてください").say("丸めです。"), new(talk).ask("合計を見てください").say("はい。")},
		{"plan_first", fact.Feature, large(new(talk).ask("Plan the export first, then build it")), large(new(talk).ask("Build the export"))},
		{"plan_first", fact.Refactor, large(new(talk).ask("Split the cart").approved("# Plan: split the cart")), large(new(talk).ask("Split the cart"))},
	} {
		if got := b.markOf(c.present, c.intent, c.check); got != fact.Present {
			t.Errorf("%s of a %s: %s, want present: %q", c.check, c.intent, got, c.present.recs[0].Text)
		}
		if got := b.markOf(c.absent, c.intent, c.check); got != fact.Absent {
			t.Errorf("%s of a %s: %s, want absent: %q", c.check, c.intent, got, c.absent.recs[0].Text)
		}
	}
}

// TestChecksThatDoNotApply: what an intent cannot show is not asked of it.
func TestChecksThatDoNotApply(t *testing.T) {
	b := newBench(t)
	small := new(talk).ask("Fix the total in cart.go").edit("cart.go", 2).say("Done.")
	for check, intents := range map[string][]fact.Intent{
		"scope_bounded":          {fact.Question},
		"context_sufficient":     {fact.SmallChange},
		"verification_requested": {fact.Question, fact.Investigation, fact.Review, fact.SmallChange},
		"root_cause_oriented":    {fact.Question, fact.Review, fact.Plan, fact.SmallChange, fact.Feature, fact.Refactor},
		"plan_first":             {fact.Question, fact.Investigation, fact.Review, fact.Plan, fact.SmallChange, fact.BugFix, fact.Feature, fact.Refactor}, // the work is small
	} {
		for _, i := range intents {
			if got := b.markOf(small, i, check); got != fact.NotApplicable {
				t.Errorf("%s of a %s: %s", check, i, got)
			}
		}
	}
	for _, i := range fact.Intents {
		for _, check := range []string{"goal_explicit", "references_concrete"} {
			if got := b.markOf(small, i, check); got == fact.NotApplicable {
				t.Errorf("%s does not apply to a %s", check, i)
			}
		}
	}
}

// TestRubricReadsPeopleOnly: a plan that a machine wrote and prompts of machines
// are no prompting of anyone; a person's words after them are.
func TestRubricReadsPeopleOnly(t *testing.T) {
	b := newBench(t)
	const plan = "# Plan: fix the total in cart.go\n\nFind the root cause first. Only touch `cart.go`. Run the tests and make sure they pass."
	for name, k := range map[string]*talk{
		"a plan handed on":       new(talk).handPlan(plan).edit("cart.go", 6).run("go test ./...", goGreen).say("Done."),
		"words that nobody told": new(talk).ask("").edit("cart.go", 6).run("go test ./...", goGreen).say("Done."),
		"a machine's prompt":     new(talk).machine(plan).edit("cart.go", 6).run("go test ./...", goGreen).say("Done."),
	} {
		v := b.verdict(k)
		for _, c := range v.Rubric.Checks() {
			if c.Mark != fact.NotApplicable {
				t.Errorf("%s: %s is %s", name, c.Name, c.Mark)
			}
		}
		if v.Rubric.Letter != "" {
			t.Errorf("%s: letter %s", name, v.Rubric.Letter)
		}
	}
	k := new(talk).handPlan(plan).edit("cart.go", 6).say("Done.").ask("the discount is still rounded twice").say("Sorry.")
	if got := b.markOf(k, fact.BugFix, "verification_requested"); got != fact.Absent {
		t.Errorf("the plan's words count as the person's: %s", got)
	}
	d := new(talk).ask("the cart again").say("What about it?").ask("Find the root cause in cart.go, fix it and run the tests").say("Done.").draft()
	d.Turns[1].Abandoned = true
	r := b.j.words.Reader()
	defer b.j.words.Return(r)
	for _, c := range practice.Checks(r, b.j.Read(d).a, fact.BugFix).Checks() {
		if c.Mark == fact.Present {
			t.Errorf("%s is taken from a branch that was left", c.Name)
		}
	}
}

// TestLetterBands: the letter follows from the share of checks that are met.
func TestLetterBands(t *testing.T) {
	b := newBench(t)
	rich := new(talk).ask("Find the root cause of the wrong total in internal/cart/total.go and fix it; only touch that file. The test TestTotal prints:\n```\n"+goRed+"\n```\nRun the tests and make sure they pass.").
		edit("internal/cart/total.go", 6).run("go test ./...", goGreen).say("Fixed: rounded twice. All tests pass.").ask("great, works").say("Good.")
	if v := b.verdict(rich); v.Intent != fact.BugFix || v.Rubric.Letter != "A+" {
		t.Errorf("all checks met: letter %q, %+v, %s", v.Rubric.Letter, v.Rubric, explain(v))
	}
	poor := new(talk).ask("the cart again").edit("cart.go", 4).run("go test ./...", goGreen).say("Fixed. All tests pass.").ask("great").say("Good.")
	if v := b.verdict(poor); v.Rubric.Letter != "F" {
		t.Errorf("no check met: letter %q, %+v, %s", v.Rubric.Letter, v.Rubric, explain(v))
	}
	for _, k := range []*talk{rich, poor, new(talk).ask("Fix the total in cart.go").edit("cart.go", 3).say("Done.")} {
		v := b.verdict(k)
		met, of := 0, 0
		for _, c := range v.Rubric.Checks() {
			switch c.Mark {
			case fact.Present:
				met++
				of++
			case fact.Absent:
				of++
			}
		}
		if want := fact.Letter(10 * float64(met) / float64(of)); v.Rubric.Letter != want {
			t.Errorf("%d of %d: letter %q, want %q", met, of, v.Rubric.Letter, want)
		}
	}
}
