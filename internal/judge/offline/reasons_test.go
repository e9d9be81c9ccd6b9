package offline

import (
	"strings"
	"testing"

	"prism/internal/fact"
	"prism/internal/judge"
	"prism/internal/observe"
)

// samples are sessions of all kinds, landed and not.
func samples() map[string]*talk {
	return map[string]*talk{
		"a fix that landed": new(talk).Ask("Fix the rounding bug in cart.go").Edit("cart.go", 6).Run("go test ./...", goGreen).Say("Fixed. All tests pass.").
			Ask("great, works. commit it").Run("git commit -am 'fix: round once'", "[main 1a2b3c4] fix").Say("Committed."),
		"a fix that nobody checked": new(talk).Ask("Fix the rounding bug in cart.go").Edit("cart.go", 6).Say("Please try it."),
		"a complaint at the end":    new(talk).Ask("Fix the login button").Edit("login.ts", 3).Say("Please try it.").Ask("wtf, it still doesn't work").Say("Please reload."),
		"an interrupt":              new(talk).Ask("Build the export").Write("export.go", 60).Interrupt(),
		"a usage limit":             new(talk).Ask("Build the export").Write("export.go", 60).Say("You've hit your limit · resets 7pm"),
		"a failing test":            new(talk).Ask("Make the tests pass").Edit("cart.go", 6).Fails("go test ./...", goRed).Call("Read", "cart.go"),
		"an answer":                 new(talk).Ask("What does sync.Once do?").Say("It runs a function once, because it keeps a flag.").Ask("thanks").Say("Sure."),
		"a question back":           new(talk).Ask("Build the export").Say("Which format do you want? Which separator? Which months?"),
		"a plan handed over":        new(talk).Ask("Plan the export, plan only").Refused("ExitPlanMode", "# Plan: export", "").Interrupt(),
		"a plan refused":            new(talk).Ask("Plan the export, plan only").Refused("ExitPlanMode", "# Plan: export", "no, wrong"),
		"dropped":                   new(talk).Ask("Fix the flaky test").Edit("a_test.go", 3).Say("It still fails.").Ask("never mind, skip it").Say("Okay."),
		"undone":                    new(talk).Ask("Rename the flag").Edit("main.go", 1).Say("Done.").Ask("undo that").Run("git checkout -- main.go", "").Say("Undone."),
		"many steps": new(talk).Ask("Add a table").Write("t.tsx", 60).Say("Added.").Ask("sort it").Edit("t.tsx", 9).Say("Sorted.").Ask("filter it").Edit("t.tsx", 9).
			Run("npm test", jestGreen).Say("Done. All tests pass.").Ask("perfect, push").Run("git push", "main -> main").Say("Pushed."),
	}
}

// TestReasonsKeepTheirSide: no sentence is told on the side that it speaks
// against, whatever weight the fit gave it, and none is empty.
func TestReasonsKeepTheirSide(t *testing.T) {
	b := newBench(t)
	good := []string{
		"Tests passed after the last change.", "The person accepts the work.", "The person says thanks.", "The record ends on a closing answer.",
		"The agent says that the work is done.", "The agent says that checks passed.", "The record does not stop in mid-work.", "The work was committed after the last change.",
		"The person or the output says that it is good.", "The change was applied.", "The question was answered.", "A plan was approved.", "Tests passed on the way.",
	}
	bad := []string{
		"Tests failed after the last change.", "The person is annoyed.", "The last prompt says that something is still wrong.", "The record stops in mid-work.",
		"The person stopped the agent and said no more.", "An API error or a usage limit ended the work.", "Nothing was run after the last change.", "The last check failed.",
		"The person drops the work.", "Neither the person nor the output says that it is good.", "The last plan was refused with words.", "Work was thrown away.",
		"No test passed after the last change.", "The last prompt was not answered.", "The agent does not say that the work is done.",
	}
	side := map[string]bool{}
	for _, s := range good {
		side[s] = true
	}
	for _, s := range bad {
		side[s] = false
	}
	told := 0
	for name, k := range samples() {
		v := b.verdict(k)
		if len(v.Reasons) == 0 || len(v.Reasons) > 6 {
			t.Errorf("%s: %d reasons", name, len(v.Reasons))
		}
		seen := map[string]bool{}
		for i, r := range v.Reasons {
			text := r.Text.String()
			if text == "" || seen[text] {
				t.Errorf("%s: reason %q is empty or told twice", name, text)
			}
			seen[text] = true
			if i > 0 && r.Weight > v.Reasons[i-1].Weight {
				t.Errorf("%s: the strongest reason does not come first: %q", name, text)
			}
			if forIt, known := side[text]; known {
				told++
				if forIt != r.For {
					t.Errorf("%s: %q is told on the wrong side", name, text)
				}
			}
		}
	}
	if told < 20 {
		t.Errorf("only %d reasons were of known sentences", told)
	}
}

// TestEverySentenceHasASide: a feature with a sentence argues for or against, and
// the list of those that speak against names features that there are.
func TestEverySentenceHasASide(t *testing.T) {
	names := map[string]bool{}
	for _, f := range goalFeatures() {
		if names[f.name] {
			t.Errorf("feature %s twice", f.name)
		}
		names[f.name] = true
		v := newView(&observe.Session{Draft: new(talk).Draft(), End: observe.Ending{Turn: -1}}, make([]float64, len(fact.Intents)))
		if argues(f.name, 9, true, true, v) && argues(f.name, 9, true, false, v) {
			t.Errorf("%s argues on both sides", f.name)
		}
	}
	for _, list := range []map[string]bool{against} {
		for name := range list {
			if !names[name] {
				t.Errorf("%s is given a side and is no feature", name)
			}
		}
	}
	for name := range least {
		if !names[name] {
			t.Errorf("%s is given a least and is no feature", name)
		}
	}
}

// TestReasonsNameWhatHappened: the plainest fact of a session is among its reasons.
func TestReasonsNameWhatHappened(t *testing.T) {
	b := newBench(t)
	all := samples()
	for name, want := range map[string]string{
		"a fix that landed":      "Tests passed after the last change.",
		"a complaint at the end": "The last prompt says that something is still wrong.",
		"an interrupt":           "The record stops in mid-work.",
		"a usage limit":          "An API error or a usage limit ended the work.",
		"a failing test":         "The record stops in mid-work.",
	} {
		v, found := b.verdict(all[name]), false
		for _, r := range v.Reasons {
			found = found || r.Text.String() == want
		}
		if !found {
			t.Errorf("%s: %q is not among the reasons: %s", name, want, explain(v))
		}
	}
}

// TestAQuestionAgreesWithNothing: a word of assent in a question is no reason.
func TestAQuestionAgreesWithNothing(t *testing.T) {
	b := newBench(t)
	for _, last := range []string{"我现在做的是什么项目？", "is that ok for the old stations?", "ist das so richtig?"} {
		for _, r := range b.verdict(new(talk).Ask("Add a tide clock to the page").Edit("a.tsx", 9).Say("Added.").Ask(last).Failure("API Error: 400")).Reasons {
			if r.Text.String() == "The person agrees." {
				t.Errorf("%q agrees with nothing", last)
			}
		}
	}
}

// What the service did not answer is nothing that could be run again, and what is quoted
// for it is the service's word.
func TestAdviceWhereTheServiceFailed(t *testing.T) {
	b := newBench(t)
	const resume, paid, again = "Resume it once the service answers again", "Resume it once there is credit", "Have the failing command run again"
	const anew = "Compact the conversation, or begin a new one"
	fix := func() *talk {
		return new(talk).Ask("Fix the total in cart.go, it is off by one").Edit("cart.go", 3)
	}
	for name, c := range map[string]struct {
		of     *talk
		advice string
		quote  string
	}{
		"it failed twice":              {fix().Say("Fixed.").Ask("go on").Failure("API Error: 500").Ask("go on").Failure("API Error: 402 no credit"), paid, ""},
		"it failed, and was asked":     {fix().Say("Fixed.").Ask("add a test").Say("API Error: 500 Internal server error").Ask("add a test"), resume, "API Error: 500"},
		"it refused what it was sent":  {fix().Say("Fixed.").Ask("go on").Failure("API Error: 500").Ask("go on").Failure("API Error: 400 The thinking must be passed back to the API."), anew, ""},
		"it refused so long a talk":    {fix().Say("Fixed.").Ask("go on").Failure("API Error: 500").Ask("go on").Failure("Prompt is too long"), anew, ""},
		"it wanted money":              {fix().Say("Fixed.").Ask("go on").Failure("API Error: 500").Ask("go on").Failure("API Error: 400 Your credit balance is too low"), paid, ""},
		"it refused it at once":        {fix().Say("Fixed.").Ask("go on").Failure("API Error: 400 The thinking must be passed back to the API."), anew, ""},
		"a test failed and that is it": {fix().Fails("go test ./...", "--- FAIL: TestTotal\n    cart_test.go:9: got 3, want 4\nFAIL").Say("The test still fails."), again, ""},
	} {
		v := b.verdict(c.of)
		if v.Signal != fact.UnresolvedError || !strings.HasPrefix(v.Advice.String(), c.advice) {
			t.Errorf("%s: %s, %q", name, v.Signal, v.Advice)
		}
		if c.quote != "" {
			for _, x := range v.Criteria {
				if x.Name == judge.CriterionNoFailure && (x.Evidence == nil || !strings.HasPrefix(x.Evidence.Quote.String(), c.quote)) {
					t.Errorf("%s: quoted is %+v", name, x.Evidence)
				}
			}
		}
	}
}
