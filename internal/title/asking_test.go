package title

import (
	"strings"
	"testing"

	"prism/internal/conversation"
	"prism/internal/fact"
)

// TestWhatAsksGoesBeforeHalfAStory: a title asks for something where the prompt does, and
// shows neither the place of a compiler's message nor the words that only lead to it.
func TestWhatAsksGoesBeforeHalfAStory(t *testing.T) {
	label := labels(t)
	for _, c := range []struct {
		intent       fact.Intent
		prompt, want string
	}{
		{fact.BugFix, "The branch of the harbour team altered how ferries are queued at the pier, and pulled some berths forward.\n\nWe need to ensure the berth planner still takes the night ferries into account", "Ensure berth planner still takes night ferries into account"},
		{fact.BugFix, "can you take a look at: The wrappers BerthName and PierName are used nowhere.", "The wrappers BerthName and PierName are used nowhere"},
		{fact.Refactor, "Looking at FindBerth in harbour.go it takes a name that is also an id. I'd like to refactor FindBerth to take a typed BerthID", "Refactor FindBerth to take a typed BerthID"},
		{fact.BugFix, "Error: src/pier/berth.go:33:2: string `mooring` has 5 occurrences, make it a constant (goconst)", "String mooring has 5 occurrences"},
	} {
		got, _ := label(op(c.intent, true, fact.NoSignal), turn(c.prompt, edit("berth.go"), say("Done.")))
		if !strings.HasPrefix(got, c.want) {
			t.Errorf("%q: %q, want %q", c.prompt, got, c.want)
		}
	}
	questions := []conversation.Turn{
		turn("Does the planner take any ferry?", say("No, only day ferries.")),
		turn("how do others do it?", say("They take all of them.")),
		turn("add a flag to the planner that lets all night ferries in", edit("planner.go"), say("Added.")),
	}
	if got, _ := label(op(fact.Feature, true, fact.NoSignal), questions...); !strings.HasPrefix(got, "Add a flag to the planner") {
		t.Errorf("two questions, then the work: %q", got)
	}
}

// TestPointsUnderAHeading: what leads to a list under a heading is told with its points,
// and a label that only counts is left out.
func TestPointsUnderAHeading(t *testing.T) {
	label := labels(t)
	for _, c := range []struct{ answer, want string }{
		{"I've added a README of the harbour pages:\n\n## What it holds:\n\n- **Berths**: where ferries moor\n- **Tides**: when they sail\n", "harbour pages: Berths; Tides"},
		{"Done. I've added to both of the harbour pages:\n- **Page 1:** the ferry sails at noon\n- **Page 2:** the ferry sails at night\n", "the ferry sails at noon"},
	} {
		_, got := label(op(fact.SmallChange, true, fact.NoSignal), turn("write the pages of the harbour", edit("README.md"), say(c.answer)))
		if !strings.Contains(got, c.want) {
			t.Errorf("%q: %q, want %q", c.answer, got, c.want)
		}
	}
}
