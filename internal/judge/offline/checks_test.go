package offline

import (
	"strings"
	"testing"

	"prism/internal/fact"
	"prism/internal/practice"
)

// TestWhatAPromptShows: which of the practices a prompt shows, and which it only seems
// to.
func TestWhatAPromptShows(t *testing.T) {
	b := newBench(t)
	many := strings.Repeat("the gauge of the harbour counts down ", 12) // no spot in it
	for _, c := range []struct {
		check  string
		intent fact.Intent
		prompt string
		want   fact.Mark
	}{
		{"goal_explicit", fact.Feature, "add a chart of tides", fact.Present},
		{"goal_explicit", fact.Feature, "add a chart", fact.Absent},
		{"goal_explicit", fact.BugFix, "the gauge reader is broken again", fact.Present},
		{"goal_explicit", fact.Feature, "i want the tides in blue", fact.Present},
		{"goal_explicit", fact.Question, "and the gauge of the pier?", fact.Present},
		{"goal_explicit", fact.Question, "the gauge?", fact.Absent},
		{"goal_explicit", fact.Question, "see a.example/?x=1 of the gauge", fact.Absent},
		{"scope_bounded", fact.Feature, "add a chart of tides in harbour.go:12", fact.Present},
		{"scope_bounded", fact.Feature, "add a chart of tides, leave everything else alone", fact.Present},
		{"scope_bounded", fact.Feature, "add a chart of tides to every page there is", fact.Absent},
		{"scope_bounded", fact.Feature, "harbour.go", fact.Absent},
		{"scope_bounded", fact.Feature, many + " add `tides` to it", fact.Absent},
		{"references_concrete", fact.BugFix, "look at https://forge.example/r/t/issues/4 now", fact.Present},
		{"references_concrete", fact.BugFix, "fix this:\n```\npanic at harbour.go:12\n```", fact.Present},
		{"references_concrete", fact.BugFix, "fix the depth of the harbour", fact.Absent},
		{"context_sufficient", fact.BugFix, "fix this: https://forge.example/r/t/issues/4", fact.Present},
		{"context_sufficient", fact.BugFix, "fix this:\n--- FAIL: TestTides (0.00s)", fact.Present},
		{"context_sufficient", fact.BugFix, many, fact.Present},
		{"context_sufficient", fact.BugFix, "fix `readGauge`, which reads the depth of the harbour in feet where the chart wants metres", fact.Present},
		{"context_sufficient", fact.BugFix, "fix `readGauge` now", fact.Absent},
		{"verification_requested", fact.BugFix, "fix the depth and make sure the tests pass", fact.Present},
		{"verification_requested", fact.BugFix, "fix parse_test.go and src/test", fact.Absent},
		{"verification_requested", fact.SmallChange, "rename the gauge and run the tests", fact.Present},
		{"verification_requested", fact.SmallChange, "rename the gauge", fact.NotApplicable},
		{"verification_requested", fact.SmallChange, "make the notice say \"this is a test\"", fact.NotApplicable},
		{"verification_requested", fact.BugFix, "fix the key in gauge.txt, I'm testing a scanner", fact.Absent},
		{"verification_requested", fact.BugFix, "fix the key in test-keys.txt, I am testing a scanner", fact.Absent},
		{"verification_requested", fact.BugFix, "fix the key. I'm testing it by hand, so run the tests", fact.Present},
		{"root_cause_oriented", fact.BugFix, "fix the depth, find out why it is in feet", fact.Present},
		{"root_cause_oriented", fact.BugFix, "fix the depth", fact.Absent},
	} {
		if got := b.markOf(new(talk).Ask(c.prompt).Edit("gauge.go", 2).Say("Done."), c.intent, c.check); got != c.want {
			t.Errorf("%s of %q: %s, want %s", c.check, c.prompt[max(0, len(c.prompt)-60):], got, c.want)
		}
	}
	picture := new(talk).Ask("fix this").Edit("gauge.go", 2).Say("Done.").Draft()
	picture.Turns[0].Images = 1
	r := b.j.words.Reader()
	defer b.j.words.Return(r)
	if got := practice.Checks(r.Reader, b.j.Read(picture).a, fact.BugFix).ContextSufficient; got != fact.Present {
		t.Errorf("a picture sets the scene: %s", got)
	}
}

// TestWhenAPlanComesFirst: a large change is planned where a plan, a question or a look
// came before its edits, or a plan was shown before most of them.
func TestWhenAPlanComesFirst(t *testing.T) {
	b := newBench(t)
	large := func(k *talk) *talk { return k.Edit("a.go", 40).Edit("b.go", 40).Say("Done.") }
	for _, c := range []struct {
		why  string
		talk *talk
		want fact.Mark
	}{
		{"nothing before", large(new(talk).Ask("add a chart of tides")), fact.Absent},
		{"a question before", large(new(talk).Ask("how would you add a chart of tides?").Say("In two steps.").Ask("do that")), fact.Present},
		{"a look before", large(new(talk).Ask("investigate the gauge reader please").Read("gauge.go").Say("It reads feet.").Ask("then fix it")), fact.Present},
		{"a question after", large(new(talk).Ask("add a chart of tides")).Ask("how did you add a chart of tides?").Say("In two steps."), fact.Absent},
		{"a plan before", large(new(talk).Ask("add a chart of tides").Approved("# Plan: tides")), fact.Present},
		{"a plan after one edit of three", large(new(talk).Ask("add a chart of tides").Edit("c.go", 1).Approved("# Plan: tides")), fact.Present},
		{"a plan after most of it", large(new(talk).Ask("add a chart of tides")).Ask("and now").Approved("# Plan: tides").Edit("c.go", 1).Say("Done."), fact.Absent},
		{"a plan handed on, with a word after it", large(new(talk).HandPlan("# Plan: tides").Say("Yes.").Ask("now add the chart of tides to the page")), fact.Present},
		{"little work", new(talk).Ask("add a chart of tides").Edit("a.go", 3).Say("Done."), fact.NotApplicable},
		{"little work in many files", new(talk).Ask("add a chart of tides").Edit("a.go", 1).Edit("b.go", 1).Edit("c.go", 1).Edit("d.go", 1).Say("Done."), fact.Absent},
	} {
		if got := b.markOf(c.talk, fact.Feature, "plan_first"); got != c.want {
			t.Errorf("%s: %s, want %s", c.why, got, c.want)
		}
	}
}

// TestChoresAreNoPractice: who hands a plan on and then only says "commit" has shown
// nothing; who asks for more has.
func TestChoresAreNoPractice(t *testing.T) {
	b := newBench(t)
	after := func(prompt string) fact.Mark {
		return b.markOf(new(talk).HandPlan("# Plan: tides\n\nDraw them.").Edit("a.go", 3).Say("Done.").Ask(prompt).Say("Done."), fact.Feature, "goal_explicit")
	}
	for _, chore := range []string{"commit", "commit and push this", "yes", "great, thanks", "go on", "ok then now"} {
		if got := after(chore); got != fact.NotApplicable {
			t.Errorf("%q: %s", chore, got)
		}
	}
	for _, prompt := range []string{"now add the width of the pier", "why is it blue?", "commit this, then explain to me what the chart of the tides shows now"} {
		if got := after(prompt); got == fact.NotApplicable {
			t.Errorf("%q is taken for a chore", prompt)
		}
	}
	if got := b.markOf(new(talk).Ask("commit").Run("git commit -am x", "").Say("Done."), fact.SmallChange, "goal_explicit"); got != fact.Absent {
		t.Errorf("without a plan, what is asked is the request: %s", got)
	}
	if got := b.markOf(new(talk).HandPlan("# Plan: tides").Edit("a.go", 3).Say("Done.").Command("/fix-width", "").Say("Done."), fact.Feature, "goal_explicit"); got != fact.Present {
		t.Errorf("a command of one's own says what it does: %s", got)
	}
}
