package offline

import (
	"strings"
	"testing"

	"prism/internal/fact"
	"prism/internal/judge"
)

// TestAdviceIsTrueWhateverWasWanted: where the intent is not plain, nothing is advised that
// only one kind of work asks for, and what stopped the session comes alone.
func TestAdviceIsTrueWhateverWasWanted(t *testing.T) {
	b := newBench(t)
	for _, c := range []struct {
		why    string
		talk   *talk
		intent fact.Intent
		sure   bool
		want   string
	}{
		{"code that nothing checked", fixAsked().Edit("depth.go", 12).Say("Changed."), fact.BugFix, false, unseen},
		{"code that a check passed on", fixAsked().Edit("depth.go", 12).Run("go test ./...", goGreen).Say("Changed."), fact.BugFix, false, unsure},
		{"an answer", fixAsked().Say("The depth is read once in an hour."), fact.BugFix, false, unbuilt},
		{"a document", fixAsked().Edit("README.md", 12).Say("Changed."), fact.Feature, false, unsure},
		{"a question of the agent", fixAsked().Say("Which harbour is it?"), fact.BugFix, false, "Answer the agent's question, so that it can finish."},
		{"its limit in a question behind it", fixAsked().Edit("depth.go", 12).Say("Changed. Do you want the other gauge, too?").Ask("so the gauge was read twice?").Run("ls", "depth.go").Failure("You're out of extra usage"), fact.BugFix, false, "Resume it once there is credit or the limit is over, and let the work come to an end."},
		{"stopped while the service failed", fixAsked().Edit("depth.go", 12).Say("Changed.").Ask("and the colours of the gauge").Failure("API Error: 529 Overloaded").Failure("API Error: 529 Overloaded").Interrupt(), fact.BugFix, true, "Resume it once the service answers again"},
		{"nothing was changed", fixAsked().Say("The depth is read once in an hour."), fact.BugFix, true, unbuilt},
		{"a plain fix", fixAsked().Edit("depth.go", 12).Say("Changed."), fact.BugFix, true, "Run the failing test"},
		{"a document for a feature", new(talk).Ask("Create docs/PIER.md that says how boats moor").Edit("docs/PIER.md", 30).Say("Written."), fact.Feature, true, unsure},
		{"a question that was not answered", new(talk).Ask("why is the tide late?").Say("I could not find the gauge in this repository, so I cannot tell."), fact.Question, true, findsNone},
	} {
		v := b.viewOf(c.talk, c.intent)
		if !c.sure {
			for i := range v.Intent {
				v.Intent[i] = 1 / float64(len(v.Intent))
			}
		}
		rule, _ := judge.RuleOf(c.intent)
		if got := advice(v, rule, judge.Opinion{Intent: c.intent, Signal: fact.NoSignal}); got != c.want && !(c.sure && strings.HasPrefix(got, c.want)) {
			t.Errorf("%s: %q, want %q", c.why, got, c.want)
		}
	}
}

// TestAdviceAsksWhyOnlyOfWhoStopped: where the record stops before the work does, only who
// stopped it is asked why.
func TestAdviceAsksWhyOnlyOfWhoStopped(t *testing.T) {
	b := newBench(t)
	for _, c := range []struct {
		why  string
		talk *talk
		want string
	}{
		{"stopped", fixAsked().Edit("depth.go", 12).Interrupt(), stoppedIt},
		{"stopped after some words", fixAsked().Edit("depth.go", 12).Say("Now the gauge.").Interrupt(), stoppedIt},
		{"a call refused without a word", fixAsked().Edit("depth.go", 12).Refused("Bash", "rm -r tides", ""), refusedIt},
		{"a call that nothing came back for", fixAsked().Edit("depth.go", 12).Call("Bash", "curl -s https://tides.example"), openCall},
		{"a result and no word", fixAsked().Edit("depth.go", 12).Run("curl -s https://tides.example", "4.2"), noClosing},
		{"no answer to the last prompt", fixAsked().Edit("depth.go", 12).Say("Changed.").Ask("now change the colours of the gauge, too"), noAnswer},
		{"no answer to any", new(talk).Ask("change the colours of the gauge").Ask("continue").Ask("hello?"), noAnswer},
		{"what comes next, and nothing came", fixAsked().Edit("depth.go", 12).Say("Now I change the colours of the gauge:"), announced},
	} {
		v := b.viewOf(c.talk, fact.BugFix)
		rule, _ := judge.RuleOf(fact.BugFix)
		got := advice(v, rule, judge.Opinion{Intent: fact.BugFix, Signal: fact.NoSignal, Criteria: []judge.Criterion{{Name: judge.CriterionFinished}}})
		if got != c.want {
			t.Errorf("%s: %q, want %q", c.why, got, c.want)
		}
	}
}

// TestAdviceBeforeAnythingIsThere: of what was stopped before anything was changed nothing is
// to be tested yet.
func TestAdviceBeforeAnythingIsThere(t *testing.T) {
	b := newBench(t)
	rule, _ := judge.RuleOf(fact.BugFix)
	got := advice(b.viewOf(fixAsked().Read("depth.go").Interrupt(), fact.BugFix), rule, judge.Opinion{Intent: fact.BugFix, Signal: fact.NoSignal})
	if got != "Let the agent come to an end, or say in a word why you stopped it." {
		t.Error(got)
	}
}

// TestQuotesOfChecksTellHow: a runner's line that says of itself how it went is quoted, not
// "OK", what is still going on, or a package without tests.
func TestQuotesOfChecksTellHow(t *testing.T) {
	b := newBench(t)
	for _, c := range []struct{ command, out, want string }{
		{"python -m unittest", "....\n----\nRan 4 tests in 0.002s\n\nOK", "Ran 4 tests"},
		{"go test ./depth -v", "=== RUN   TestDepth\n--- PASS: TestDepth (0.00s)\nPASS\nok  \ttides/depth\t0.2s", "tides/depth"},
		{"go test ./...", "PASS\nok  \ttides/depth\t0.2s\nok  \ttides/none\t0.1s [no tests to run]", "tides/depth"},
	} {
		k := fixAsked().Edit("depth.go", 4).Run(c.command, c.out).Say("Fixed.")
		got := b.as(k, fact.BugFix)[judge.CriterionVerified]
		if !got.Met || !strings.Contains(quoteText(got.Quote), c.want) {
			t.Errorf("%s: met %t by %q, want %q", c.command, got.Met, quoteText(got.Quote), c.want)
		}
	}
}
