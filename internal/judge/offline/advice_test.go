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
		{"code that nothing checked", fixAsked().edit("depth.go", 12).say("Changed."), fact.BugFix, false, unseen},
		{"code that a check passed on", fixAsked().edit("depth.go", 12).run("go test ./...", goGreen).say("Changed."), fact.BugFix, false, unsure},
		{"an answer", fixAsked().say("The depth is read once in an hour."), fact.BugFix, false, unsure},
		{"a document", fixAsked().edit("README.md", 12).say("Changed."), fact.Feature, false, unsure},
		{"a question of the agent", fixAsked().say("Which harbour is it?"), fact.BugFix, false, "Answer the agent's question, so that it can finish."},
		{"its limit in a question behind it", fixAsked().edit("depth.go", 12).say("Changed. Do you want the other gauge, too?").ask("so the gauge was read twice?").run("ls", "depth.go").failure("You're out of extra usage"), fact.BugFix, false, "Resume it once the service answers again, and let the work come to an end."},
		{"nothing was changed", fixAsked().say("The depth is read once in an hour."), fact.BugFix, true, unbuilt},
		{"a plain fix", fixAsked().edit("depth.go", 12).say("Changed."), fact.BugFix, true, "Run the failing test"},
		{"a question that was not answered", new(talk).ask("why is the tide late?").say("I could not find the gauge in this repository, so I cannot tell."), fact.Question, true, findsNone},
	} {
		v := b.viewOf(c.talk, c.intent)
		if !c.sure {
			for i := range v.intent {
				v.intent[i] = 1 / float64(len(v.intent))
			}
		}
		rule, _ := judge.RuleOf(c.intent)
		if got := advice(v, rule, judge.Opinion{Intent: c.intent, Signal: fact.NoSignal}); got != c.want && !(c.sure && strings.HasPrefix(got, c.want)) {
			t.Errorf("%s: %q, want %q", c.why, got, c.want)
		}
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
		k := fixAsked().edit("depth.go", 4).run(c.command, c.out).say("Fixed.")
		got := b.as(k, fact.BugFix)[judge.CriterionVerified]
		if !got.Met || !strings.Contains(quoteText(got.Quote), c.want) {
			t.Errorf("%s: met %t by %q, want %q", c.command, got.Met, quoteText(got.Quote), c.want)
		}
	}
	if tellsPassing("Connecting to the store...") || tellsPassing("OK") || !tellsPassing("1219 pass") {
		t.Error("what tells how a check went is mistaken")
	}
}
