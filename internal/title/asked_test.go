package title

import (
	"slices"
	"testing"

	"prism/internal/conversation"
	"prism/internal/fact"
	"prism/internal/transcript"
)

// Which of the prompts, or what else of the record, names a session whose first words do not
// say what it was about.
func TestWhatTheSessionCameTo(t *testing.T) {
	label := labels(t)
	done := say("Done.")
	commit := ran(`git commit -m "Bump the tide reader to 2.1"`, "")
	for _, c := range []struct {
		why    string
		intent fact.Intent
		turns  []conversation.Turn
		want   string
	}{
		{"a question that is made plainer, then work", fact.Feature, []conversation.Turn{
			turn("is there a difference between a pier and a quay?", say("Yes.")), turn("i mean for the planner", say("No.")),
			turn("create a table of piers for the page of the harbour", edit("pier.go"), done)}, "Create a table of piers for the page of the harbour"},
		{"a question that was gone on with", fact.Feature, []conversation.Turn{
			turn("should the planner read the tides of the outer harbour?", say("Yes.")), turn("yes do that", edit("pier.go"), done)}, "Should the planner read the tides of the outer harbour?"},
		{"an order that came to nothing, then other work", fact.Feature, []conversation.Turn{
			turn("adjust the lantern file", say("Which one?")),
			turn("add a table of all night ferries to the page of the harbour and sort its rows by the hour in which each of them leaves", edit("pier.go"), done)}, "Add a table of all night ferries to the page of the harbour"},
		{"an order that came to nothing, then more of it", fact.Feature, []conversation.Turn{
			turn("adjust the lantern file of the outer pier", say("Which one?")),
			turn("i meant the one beside the lantern of the old pier, where you will find a row for the hour in which each of them is lit", edit("pier.go"), done)}, "Adjust the lantern file of the outer pier"},
		{"only announced: how it is to be", fact.Feature, []conversation.Turn{
			turn("i'm curious about two points of the planner:\n1. does it read the tides?\n2. does it write them?", say("It does.")),
			turn("for night ferries, the berths on the page should be sorted by hour", edit("pier.go"), done)}, "Berths on page should be sorted by hour for night ferries"},
		{"only told, then asked for", fact.Feature, []conversation.Turn{
			turn("i have the notes of the old planner in my head", say("Good.")),
			turn("add the piers of the old harbour to the notes", edit("notes.md"), done)}, "Add the piers of the old harbour to the notes"},
		{"the plan that the record ends on", fact.Plan, []conversation.Turn{
			turn("the ferries are not gone for good, we take them up again", say("Fine.")),
			turn("do that first then", planned("# Complete the report of the ferries", transcript.Rejected))}, "Complete the report of the ferries"},
		{"a plan was asked for in full", fact.Plan, []conversation.Turn{
			turn("write a plan for moving night ferries to the outer harbour", planned("# Ferries", transcript.Rejected))}, "Write a plan for moving night ferries to the outer harbour"},
		{"only looked at, and one commit", fact.SmallChange, []conversation.Turn{
			turn("can you take a look at the alert of the reader", say("It is old.")), turn("in a branch", edit("go.mod"), commit, done)}, "Bump the tide reader to 2.1"},
		{"looked at and done", fact.SmallChange, []conversation.Turn{
			turn("can you look at the remarks of the harbour master and address them", edit("go.mod"), commit, done)}, "Look at the remarks of the harbour master and address them"},
		{"a question that changed something", fact.SmallChange, []conversation.Turn{
			turn("pier.lock and tides.lock should be ignored?", edit(".gitignore"), done),
			turn("sure, but the planner should handle that for its users", edit("planner.go"), done)}, "pier.lock and tides.lock should be ignored?"},
		{"a review, again", fact.Review, []conversation.Turn{
			turn("can you review the changes in this branch again", say("Two faults.")), turn("apply the berth in more places", edit("pier.go"), edit("pier.go"), done)}, "Review the changes in this branch again"},
		{"the ticket of the first request", fact.Feature, []conversation.Turn{
			turn("have a look at TIDE-12 - what do you think?", say("It is about ferries.")), turn("add a flag for unlimited search of berths", edit("pier.go"), done)}, "TIDE-12: Add a flag for unlimited search of berths"},
		{"no ticket of several", fact.Feature, []conversation.Turn{
			turn("have a look at TIDE-12 and TIDE-13 - what do you think?", say("It is about ferries.")), turn("add a flag for unlimited search of berths", edit("pier.go"), done)}, "Add a flag for unlimited search of berths"},
		{"one that is named already", fact.Feature, []conversation.Turn{
			turn("do you know what https://forge.example/r/t/pull/12 is about?", say("It adds ferries.")), turn("add the berths that PR 12 forgets about to the page", edit("pier.go"), done)}, "Add the berths that PR 12 forgets about to the page"},
		{"an agent is started, then asked", fact.Feature, []conversation.Turn{
			turn("__cd ~/harbour && claude", say("Hello.")), turn("add a pier to the harbour", edit("pier.go"), done)}, "Add a pier to the harbour"},
		{"counted only", fact.SmallChange, []conversation.Turn{
			turn("do two things:\n- add the berth of the harbour master to the page\n- sort it", edit("pier.go"), done)}, "Add the berth of the harbour master to the page"},
		{"a list behind a look", fact.Feature, []conversation.Turn{
			turn("Can we look at the list of the ferries in combination with the piers:\n\n1. the list should show each pier with its ferries\n2. sort it", edit("pier.go"), done)}, "The list should show each pier with its ferries"},
		{"a wish behind how things are", fact.Feature, []conversation.Turn{
			turn("The ferries are put to the outer pier. But we would want the list of ferries to go to the inner pier", edit("pier.go"), done)}, "The list of ferries to go to the inner pier"},
		{"change it so", fact.Feature, []conversation.Turn{
			turn("can you change it so I can set a variable or a file beside the planner that turns off all the ferries", edit("pier.go"), done)}, "Set a variable or a file beside the planner"},
	} {
		if got, _ := label(op(c.intent, true, fact.NoSignal), c.turns...); got != c.want {
			t.Errorf("%s: %q, want %q", c.why, got, c.want)
		}
	}
}

// A log that was pasted names the session by its line that tells of the failure, and not by
// what it prints on the way, be it with the marks of a list or in a frame.
func TestLogsNameTheirFailure(t *testing.T) {
	label := labels(t)
	for _, c := range []struct{ prompt, want string }{
		{"  • by mooring here you agree with the harbour\n  • running ferry v2.1\n  ⨯ failed after 0s\n    error=\n    │ failed to read the table of tides: no such gauge\n    │   line 31\n", "Failed to read the table of tides: no such gauge"},
		{"  • moor the ferries at night\n  • light the lanterns at dusk\n", "Moor the ferries at night"},
		{"⨯ Error: The process 'ferry' failed with exit code 1\n⨯ the gauge of the outer harbour was not found", "The gauge of the outer harbour was not found"},
	} {
		if got, _ := label(fixed, turn(c.prompt, edit("pier.go"), say("Done."))); got != c.want {
			t.Errorf("%q: %q, want %q", c.prompt, got, c.want)
		}
	}
}

// Past the first prompts the goal is looked for only where they told nothing, and not forever.
func TestHowFarTheGoalIsLookedFor(t *testing.T) {
	label := labels(t)
	nothing := slices.Repeat([]conversation.Turn{turn("?", say("Yes?"))}, 12)
	work := turn("add a pier to the page of the harbour", edit("pier.go"), say("Done."))
	late, _ := label(op(fact.Feature, true, fact.NoSignal), append(nothing, work)...)
	if late != "Add a pier to the page of the harbour" {
		t.Errorf("behind prompts that tell nothing: %q", late)
	}
	first, _ := label(op(fact.Feature, true, fact.NoSignal), append([]conversation.Turn{turn("add the quay of the inner harbour to the map", edit("quay.go"), say("Done."))}, append(nothing, work)...)...)
	if first != "Add the quay of the inner harbour to the map" {
		t.Errorf("behind one that tells it: %q", first)
	}
}
