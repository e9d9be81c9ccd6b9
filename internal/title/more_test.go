package title

import (
	"strings"
	"testing"

	"prism/internal/conversation"
	"prism/internal/fact"
)

// What else the person asked for is told in their own words where these say it by themselves,
// else by how much it was: not nods, deliveries, prompts that were sent again, or what only
// points back.
func TestWhatElseWasAsked(t *testing.T) {
	label := labels(t)
	const ask = "fix the drift of the tide clock"
	clock := turn(ask, edit("clock.go"), say("Done."))
	for _, c := range []struct {
		why  string
		more []conversation.Turn
		want string
	}{
		{"one more request", []conversation.Turn{turn("add a bell to the northern pier", edit("bell.go"), say("Done."))}, "Also asked: Add a bell to the northern pier. clock.go and bell.go changed."},
		{"two, the one with more work first", []conversation.Turn{turn("add a bell to the northern pier", edit("bell.go"), say("Done.")), turn("replace the tide table by a chart", edit("chart.go"), edit("chart.go"), say("Done."))}, "Also asked: Replace the tide table by a chart; Add a bell to the northern pier. chart.go, clock.go and 1 other file changed."},
		{"more than are told", []conversation.Turn{turn("add a bell to the northern pier", edit("bell.go"), say("Done.")), turn("no, higher than that one", edit("bell.go"), say("Done.")), turn("and louder than it is", edit("bell.go"), say("Done."))}, "Also asked: Add a bell to the northern pier (and more). bell.go and clock.go changed."},
		{"only what points back", []conversation.Turn{turn("no, slower than that one", edit("bell.go"), say("Done.")), turn("and louder than it is", edit("bell.go"), say("Done."))}, "More was asked besides. bell.go and clock.go changed."},
		{"what points back, and says what", []conversation.Turn{turn("can you add an explicit test for this?", edit("bell.go"), say("Done."))}, "Also asked: Add an explicit test for this. clock.go and bell.go changed."},
		{"a nod", []conversation.Turn{turn("yes, go on", edit("bell.go"), say("Done."))}, "clock.go and bell.go changed."},
		{"the same again", []conversation.Turn{turn(ask, edit("bell.go"), say("Done."))}, "clock.go and bell.go changed."},
		{"a question on the way", []conversation.Turn{turn("how high is the bell of the northern pier?", say("Nine metres."))}, "clock.go changed."},
		{"what a program printed", []conversation.Turn{turn("Error: bell.go:12: the pier is not defined in this package", edit("bell.go"), say("Done."))}, "clock.go and bell.go changed."},
		{"a request among what a program printed", []conversation.Turn{turn("On branch main\n1 file changed\ncreate mode 100644 tide.py\nadd a bell to the pier\nthat is all of it", edit("bell.go"), say("Done."))}, "clock.go and bell.go changed."},
		{"a list that goes on", []conversation.Turn{turn("Adding a bell to the pier is what the harbour master wanted", edit("bell.go"), say("Done."))}, "clock.go and bell.go changed."},
	} {
		_, got := label(fixed, append([]conversation.Turn{clock}, c.more...)...)
		if want := "Fix the drift of the tide clock. " + c.want; got != want {
			t.Errorf("%s: %q, want %q", c.why, got, want)
		}
	}
}

// Where nothing was changed, a sentence of the answer is told that speaks of what was asked, of
// the turn that asked it; else that there was an answer.
func TestAnswersWithoutAChange(t *testing.T) {
	label := labels(t)
	question := op(fact.Question, true, fact.NoSignal)
	const ask = "why does the tide clock drift at night?"
	const told = "The tide clock drifts because the pendulum is read once a day."
	if _, got := label(question, turn(ask, say(told))); !strings.HasSuffix(got, "? "+told) {
		t.Errorf("an answer: %q", got)
	}
	later := []conversation.Turn{turn(ask, say(told)), turn("and what of the bell in the tower of the pier?", say("The bell was rung by hand until 1950, so nobody wrote a program for it."))}
	if _, got := label(question, later...); strings.Contains(got, "1950") {
		t.Errorf("the answer to a side question: %q", got)
	}
	if _, got := label(question, turn(ask, say(told)), turn("ok"), turn("so")); !strings.HasSuffix(got, "The last prompt was not answered.") {
		t.Errorf("prompts without an answer: %q", got)
	}
	if _, got := label(question, turn(ask, say("Let me know which of both you mean."))); !strings.HasSuffix(got, "The agent gave an answer; nothing was changed.") {
		t.Errorf("no sentence tells it: %q", got)
	}
}
