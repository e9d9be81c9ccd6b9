package title

import (
	"strings"
	"testing"

	"prism/internal/conversation"
	"prism/internal/fact"
	"prism/internal/transcript"
)

// What an agent says that it did is a title in the words that ask for it; what a person tells
// that they are doing is one without who does it.
func TestDoneIsAskedFor(t *testing.T) {
	for _, c := range []struct{ s, want string }{
		{"Removed the limit of the night pier", "Remove the limit of the night pier"},
		{"rewrote the tide table", "Rewrite the tide table"},
		{"Added", "Added"},
		{"Red buoys are drawn", "Red buoys are drawn"},
	} {
		if got := ordering(c.s); got != c.want {
			t.Errorf("%q is told as %q, want %q", c.s, got, c.want)
		}
	}
	for _, c := range []struct{ s, want string }{
		{"I'm moving the night pier onto another quay", "Moving the night pier onto another quay"},
		{"We are moving the night pier", "Moving the night pier"},
		{"I'm sure the night pier is moved", "I'm sure the night pier is moved"},
		{"The pier is moving", "The pier is moving"},
	} {
		if got := amid(c.s); got != c.want {
			t.Errorf("%q is told as %q, want %q", c.s, got, c.want)
		}
	}
}

// A session that begins with bringing a branch up to date is named by the work that follows.
func TestChoresNameNoWork(t *testing.T) {
	label := labels(t)
	chore := turn("update from the branch of the northern pier", ran("git log --oneline", ""), ran("git rebase northern-pier", ""), say("Done."))
	work := turn("yes, all of them please", edit("bell.go"), edit("buoy.go"), edit("tide.go"), ran("git commit -m 'Ring the harbour bell at low tide'", ""), say("Committed."))
	if title, _ := label(fixed, chore, work); title != "Ring the harbour bell at low tide" {
		t.Errorf("named %q", title)
	}
	if title, _ := label(fixed, chore, turn("yes", edit("bell.go"), say("Done."))); title != "Update from the branch of the northern pier" {
		t.Errorf("of hardly any work: named %q", title)
	}
}

// The words of an agent that a person pasted are no request.
func TestPastedAnswersAskForNothing(t *testing.T) {
	pasted := "Let me write the chart of the harbour again, step by step. " + strings.Repeat("The legend of the weekly chart stands where the axis was. ", 40)
	list := []conversation.Turn{turn(pasted, planned("# Move the legend of the tide chart\n\n1. Measure.", transcript.Rejected))}
	if title, _ := labels(t)(op(fact.Plan, true, fact.NoSignal), list...); title != "Move the legend of the tide chart" {
		t.Errorf("named %q", title)
	}
}
