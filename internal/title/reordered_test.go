package title

import (
	"strings"
	"testing"

	"prism/internal/conversation"
	"prism/internal/fact"
)

// TestWhatIsAskedStandsFirst: of a sentence that is too long for a title, what it asks for
// or tells goes before a condition, a place, a look at something, or that it was noticed.
func TestWhatIsAskedStandsFirst(t *testing.T) {
	label := labels(t)
	for _, c := range []struct {
		intent       fact.Intent
		prompt, want string
	}{
		{fact.Question, "if we moored at a pier that supports big ferries could we skip the tide table on weekends?", "Skip the tide table on weekends if we moored at a pier"},
		{fact.BugFix, "can you check In PlanTheBerthsOfTheNight, ferries and tugs don't count towards the length of the pier?", "Ferries and tugs don't count towards"},
		{fact.SmallChange, "can you look at the ferries of this harbour and update docs/architecture if necessary?", "Update docs/architecture if necessary"},
		{fact.Feature, "Look into my folder ../harbour-playground and analyse how the night ferries are queued at the pier", "Analyse how the night ferries are queued"},
		{fact.BugFix, "when using the planner I just noticed an issue that two night ferries one after the other got the same berth", "Two night ferries one after the other got"},
		{fact.BugFix, "The next problem is that ferries without a name are moored at the wrong pier when the tide is low", "Ferries without a name are moored"},
		{fact.Feature, "take a look, I'd like to add a timetable for ferries to ../harbour-pages based on the tides of March", "Add timetable for ferries to ../harbour-pages based on tides"},
		// What points back stays, and so does what fits.
		{fact.BugFix, "When mooring a night ferry at the small pier of the harbour can you do this in two steps?", "When mooring a night ferry"},
		{fact.SmallChange, "Look at the tides and fix the pier", "Look at the tides and fix the pier"},
	} {
		got, _ := label(op(c.intent, true, fact.NoSignal), turn(c.prompt, edit("berth.go"), say("Done.")))
		if !strings.HasPrefix(got, c.want) {
			t.Errorf("%q: %q, want %q", c.prompt, got, c.want)
		}
	}
}

// TestWhatPointsBackNamesNothing: what takes up something said before gives way to what
// says it: the request before it, the client's name, the commit.
func TestWhatPointsBackNamesNothing(t *testing.T) {
	label := labels(t)
	named := func(t conversation.Turn, name string) conversation.Turn { t.Called = name; return t }
	for _, c := range []struct {
		intent fact.Intent
		turns  []conversation.Turn
		want   string
	}{
		{fact.BugFix, []conversation.Turn{
			named(turn("can you take a look at https://forge.example/r/t/issues/70", say("The pier is too short.")), "Ferries collide at the short pier"),
			turn("let's implement the fix in a new branch, do meaningful commits, and tell the harbour master", edit("pier.go"), say("Done.")),
		}, "Issue 70: Ferries collide at the short pier"},
		{fact.Review, []conversation.Turn{
			turn("this is PR https://forge.example/r/t/pull/104\nLet's review this together", say("It looks good.")),
		}, "Review PR 104"},
		{fact.Feature, []conversation.Turn{
			turn("what does the planner do with night ferries", say("It queues them.")),
			turn("add a flag to the planner that lets all night ferries in at once", edit("planner.go"), say("Added.")),
		}, "Add flag to planner that lets all night ferries in at once"},
		{fact.BugFix, []conversation.Turn{
			named(turn("The planTheBerthsOfTheNight function silently returns an empty list on several conditions of the tide", edit("berth.go"), say("Done.")), "Log why night berths are not planned"),
		}, "Log why night berths are not planned"},
	} {
		got, _ := label(op(c.intent, true, fact.NoSignal), c.turns...)
		if !strings.HasPrefix(got, c.want) {
			t.Errorf("%q: want %q", got, c.want)
		}
	}
}
