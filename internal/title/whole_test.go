package title

import (
	"testing"

	"prism/internal/conversation"
	"prism/internal/fact"
)

// A request that stands second names the session, also where it only points at what was
// told before it; one that points back to nothing that is known does not.
func TestTheRequestStandsSecond(t *testing.T) {
	label := labels(t)
	for _, c := range []struct {
		intent       fact.Intent
		prompt, want string
	}{
		{fact.Feature, `in pier.go:84 we moor every ferry at the same berth "north", could we change this to use the berth of the harbour?`, "Use the berth of the harbour (pier.go:84)"},
		{fact.Feature, "the harbour page is quite full of ferries by now, let's add a filter for late ferries of the islands", "Add a filter for late ferries of the islands"},
		{fact.Feature, "in mooring.go we ask the skipper whether the ferry stays, can we add the name of the ferry there?", "Add the name of the ferry (mooring.go)"},
		{fact.Feature, "die Seite des Hafens ist inzwischen ziemlich voll, könntest du bitte einen Filter für Fähren einbauen", "Einen Filter für Fähren einbauen"},
		{fact.Feature, "la page du port est maintenant beaucoup trop pleine, pourrais-tu ajouter un filtre pour les bacs", "Ajouter un filtre pour les bacs"},
		{fact.BugFix, "when a ferry leaves at night, and the tide is low then the berth of another ferry is shown as free", "The berth of another ferry is shown as free"},
		{fact.BugFix, "There is a problem where the northern berth is always shown as the southern one, and the tide is never read", "The northern berth is always shown as the southern one"},
		{fact.BugFix, "we currently have a rule for berths that would only keep the newest ferry of each harbour", "Rule for berths would only keep newest ferry of each harbour"},
		{fact.Refactor, "i have a pier.go and a mole.go and a quay.go - i only ever use the pier, consolidate the three harbour lists into one", "Consolidate the three harbour lists into one"},
		// What is asked for first stays first.
		{fact.Feature, "Add a filter for night ferries to the page of the harbour, please keep the order of the ferries as it is", "Add a filter for night ferries to the page of the harbour"},
		{fact.SmallChange, "do Add a berth for ferries that come from the islands", "Add a berth for ferries that come from the islands"},
		{fact.SmallChange, "do some cleaning of the berths in the northern harbour", "Do some cleaning of the berths in the northern harbour"},
	} {
		got, _ := label(op(c.intent, true, fact.NoSignal), turn(c.prompt, edit("berth.go"), say("Done.")))
		if got != c.want {
			t.Errorf("%q: %q, want %q", c.prompt, got, c.want)
		}
	}
}

// A lead to several steps is of all of them, and a commit is of one.
func TestStepsAreToldTogether(t *testing.T) {
	label := labels(t)
	got, _ := label(op(fact.Feature, true, fact.NoSignal),
		turn("take a look at notes/tides.md", say("It has nine claims.")),
		turn("I'd like to do a loop:\n\n- pick a claim\n- check it against the gauges of the harbour\n- mend what is wrong on a branch", edit("a.go"), ran("git commit -m 'Read the northern gauge once'", ""), say("The first is mended.")),
		turn("just remove the notes from the commit, we don't need to keep them", edit("b.go"), edit("c.go"), ran("git commit -m 'Drop the notes of March'", ""), say("Removed.")))
	if want := "Do loop: pick claim, check it against gauges of harbour"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
}

// Where a cut would leave the request out, what the agent says it did names the session; a
// way to a hidden file or a folder of one's own stays, for two files may have one name.
func TestWhatWasDoneAndWhere(t *testing.T) {
	label := labels(t)
	for _, c := range []struct {
		turns []conversation.Turn
		want  string
	}{
		{[]conversation.Turn{turn("right now when using the night pier we block this for all ferries that are late, let's remove this limit", edit("a.go"), say("I've removed the limit that kept late ferries from the night pier."))}, "Remove the limit that kept late ferries from the night pier"},
		{[]conversation.Turn{turn("copy ~/.tides to ~/harbour/.tides", edit("a"), say("Done."))}, "Copy ~/.tides to ~/harbour/.tides"},
		{[]conversation.Turn{turn("put the tide skill into ~/.agents/skills", edit("a"), say("Done."))}, "Put the tide skill into ~/.agents/skills"},
	} {
		if got, _ := label(op(fact.SmallChange, true, fact.NoSignal), c.turns...); got != c.want {
			t.Errorf("%q, want %q", got, c.want)
		}
	}
}
