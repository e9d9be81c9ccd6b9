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
	for _, c := range practice.Checks(r.Reader, b.j.Read(k.Draft()).a, intent).Checks() {
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
	large := func(k *talk) *talk { return k.Write("a.go", 50).Write("b.go", 50).Say("Done.") }
	for _, c := range []struct {
		check           string
		intent          fact.Intent
		present, absent *talk
	}{
		{"goal_explicit", fact.BugFix, new(talk).Ask("Fix the rounding of the total in the cart").Say("Done."), new(talk).Ask("the cart again").Say("What about it?")},
		{"goal_explicit", fact.BugFix, new(talk).Ask("Behebe den Rundungsfehler im Warenkorb").Say("Erledigt."), new(talk).Ask("der Warenkorb").Say("Was ist damit?")},
		{"goal_explicit", fact.BugFix, new(talk).Ask("修复购物车的四舍五入错误").Say("好。"), new(talk).Ask("购物车").Say("怎么了？")},
		{"goal_explicit", fact.Question, new(talk).Ask("How does the cart round its total?").Say("Once."), new(talk).Ask("rounding").Say("What about it?")},
		{"scope_bounded", fact.Feature, new(talk).Ask("Add a total, only in header.tsx, don't touch the rest").Say("Done."), new(talk).Ask("Add a total somewhere nice").Say("Done.")},
		{"scope_bounded", fact.Feature, new(talk).Ask("Füge eine Summe ein, nur im Kopf, nichts anderes").Say("Fertig."), new(talk).Ask("Füge irgendwo eine Summe ein").Say("Fertig.")},
		{"references_concrete", fact.BugFix, new(talk).Ask("Fix the total in internal/cart/total.go").Say("Done."), new(talk).Ask("Fix the total of the cart").Say("Done.")},
		{"references_concrete", fact.Refactor, new(talk).Ask("Rename parseTotal to readTotal everywhere").Say("Done."), new(talk).Ask("Rename it everywhere").Say("Done.")},
		{"references_concrete", fact.Question, new(talk).Ask("What does `sync.Once` do here?").Say("It runs once."), new(talk).Ask("What does this do here?").Say("It runs once.")},
		{"context_sufficient", fact.BugFix, new(talk).Ask("Fix this:\n```\npanic: nil map\n```").Say("Done."), new(talk).Ask("Fix the crash").Say("Done.")},
		{"context_sufficient", fact.Feature,
			new(talk).Ask("Add an export to the invoices page. Accountants need the rows of one month as CSV with semicolons, numbers with a comma, dates as day month year, and the button has to stand beside the filter that is there already.").Say("Done."),
			new(talk).Ask("Add an export").Say("Done.")},
		{"verification_requested", fact.BugFix, new(talk).Ask("Fix the total and run the tests").Say("Done."), new(talk).Ask("Fix the total").Say("Done.")},
		{"verification_requested", fact.Feature, new(talk).Ask("Füge den Export hinzu und stelle sicher, dass er läuft").Say("Fertig."), new(talk).Ask("Füge den Export hinzu").Say("Fertig.")},
		{"verification_requested", fact.Plan, new(talk).Ask("Plan the export, with acceptance criteria").Say("Here."), new(talk).Ask("Plan the export").Say("Here.")},
		{"root_cause_oriented", fact.BugFix, new(talk).Ask("Find the root cause of the wrong total and fix it").Say("Done."), new(talk).Ask("Fix the wrong total").Say("Done.")},
		{"root_cause_oriented", fact.Investigation, new(talk).Ask("なぜ合計がずれるのか調べてください").Say("丸めです。"), new(talk).Ask("合計を見てください").Say("はい。")},
		{"plan_first", fact.Feature, large(new(talk).Ask("Plan the export first, then build it")), large(new(talk).Ask("Build the export"))},
		{"plan_first", fact.Refactor, large(new(talk).Ask("Split the cart").Approved("# Plan: split the cart")), large(new(talk).Ask("Split the cart"))},
	} {
		if got := b.markOf(c.present, c.intent, c.check); got != fact.Present {
			t.Errorf("%s of a %s: %s, want present: %q", c.check, c.intent, got, c.present.Recs[0].Text)
		}
		if got := b.markOf(c.absent, c.intent, c.check); got != fact.Absent {
			t.Errorf("%s of a %s: %s, want absent: %q", c.check, c.intent, got, c.absent.Recs[0].Text)
		}
	}
}

// TestChecksThatDoNotApply: what an intent cannot show is not asked of it.
func TestChecksThatDoNotApply(t *testing.T) {
	b := newBench(t)
	small := new(talk).Ask("Fix the total in cart.go").Edit("cart.go", 2).Say("Done.")
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
		"a plan handed on":       new(talk).HandPlan(plan).Edit("cart.go", 6).Run("go test ./...", goGreen).Say("Done."),
		"words that nobody told": new(talk).Ask("").Edit("cart.go", 6).Run("go test ./...", goGreen).Say("Done."),
		"a machine's prompt":     new(talk).Machine(plan).Edit("cart.go", 6).Run("go test ./...", goGreen).Say("Done."),
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
	k := new(talk).HandPlan(plan).Edit("cart.go", 6).Say("Done.").Ask("the discount is still rounded twice").Say("Sorry.")
	if got := b.markOf(k, fact.BugFix, "verification_requested"); got != fact.Absent {
		t.Errorf("the plan's words count as the person's: %s", got)
	}
	d := new(talk).Ask("the cart again").Say("What about it?").Ask("Find the root cause in cart.go, fix it and run the tests").Say("Done.").Draft()
	d.Turns[1].Abandoned = true
	r := b.j.words.Reader()
	defer b.j.words.Return(r)
	for _, c := range practice.Checks(r.Reader, b.j.Read(d).a, fact.BugFix).Checks() {
		if c.Mark == fact.Present {
			t.Errorf("%s is taken from a branch that was left", c.Name)
		}
	}
}

// TestLetterBands: the letter follows from the share of checks that are met.
func TestLetterBands(t *testing.T) {
	b := newBench(t)
	rich := new(talk).Ask("Find the root cause of the wrong total in internal/cart/total.go and fix it; only touch that file. The test TestTotal prints:\n```\n"+goRed+"\n```\nRun the tests and make sure they pass.").
		Edit("internal/cart/total.go", 6).Run("go test ./...", goGreen).Say("Fixed: rounded twice. All tests pass.").Ask("great, works").Say("Good.")
	if v := b.verdict(rich); v.Intent != fact.BugFix || v.Rubric.Letter != "A+" {
		t.Errorf("all checks met: letter %q, %+v, %s", v.Rubric.Letter, v.Rubric, explain(v))
	}
	poor := new(talk).Ask("the cart again").Edit("cart.go", 4).Run("go test ./...", goGreen).Say("Fixed. All tests pass.").Ask("great").Say("Good.")
	if v := b.verdict(poor); v.Rubric.Letter != "F" {
		t.Errorf("no check met: letter %q, %+v, %s", v.Rubric.Letter, v.Rubric, explain(v))
	}
	for _, k := range []*talk{rich, poor, new(talk).Ask("Fix the total in cart.go").Edit("cart.go", 3).Say("Done.")} {
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
