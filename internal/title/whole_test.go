package title

import (
	"strings"
	"testing"

	"prism/internal/conversation"
	"prism/internal/fact"
)

// What a cut leaves says what the sentence was about: what is to be goes before what was,
// an aside and a part of something before a word of the matter, and no end hangs in the air.
func TestCutsKeepTheMatter(t *testing.T) {
	for _, c := range []struct{ s, want string }{
		{"Change the module name from harbour.example/crane/tides to harbour.example/pier/tides", "Change the module name to harbour.example/pier/tides"},
		{"Flytta kartan från hamnen till den stora bryggan vid fyren i norr", "Flytta kartan till den stora bryggan vid fyren i norr"},
		{"Check if any of the open remarks on the harbour plan are still relevant", "Check if open remarks on the harbour plan are still relevant"},
		{"Refuse single gauges that exceed MaxTide (error or split) in tide_reader.go", "Refuse single gauges that exceed MaxTide in tide_reader.go"},
		{"Make me a page of the harbour that shows where each of the ferries moors", "Make page of harbour that shows where each of ferries moors"},
		{"Bump the tide reader to 2.0 in harbour.toml and mend whatever the new version complains about", "Bump the tide reader to 2.0 in harbour.toml"},
		{"Write a check - which should fail right now - for each ferry that moors at a dry pier", "Write a check for each ferry that moors at a dry pier"},
		{"Look at the piers of the harbour and figure out when this ferry was moored at the wrong one", "Look at the piers of the harbour…"},
		{"Update TIDES.md and docs/harbour to make sure the ferries that moor at night are listed", "Update TIDES.md and docs/harbour"},
		{"Replace all the outdated ferry links that links to harbour.example/northern to the newest link of this page", "Replace all the outdated ferry links"},
		{"Check the change of the mooring in this branch, I'm mostly interested in the tides and what they do to the ropes", "Check the change of the mooring in this branch"},
		{"The ferry page is not drawn as I had asked can you draw it again with the piers to the left of the tides", "The ferry page is not drawn as I had asked"},
		{"거기에는 지금까지 밤배가 항구에 들어오면 넓은 부두를 비워 두는 방식이었고 사람이 그것을 하나씩 고르는 방식이었지만, 이제는 부두 표에서 밤배를 한 번에 골라서 옮기는 방식으로 변경해 줘", "이제는 부두 표에서 밤배를 한 번에 골라서 옮기는 방식으로 변경해 줘"},
		{"いまの港の一覧では夜の船がどの桟橋に入るのかがまったく分からないままになっていて使いにくいので、船の名前の横に桟橋の番号を表示するようにしてください", "船の名前の横に桟橋の番号を表示するようにしてください"},
		{"Rename the button 'Moor at the pier' to 'Moor at the long pier' in src/harbour/pier.tsx", "Rename button 'Moor at the pier' to 'Moor at the long pier'"},
		{"Rename the button 'Moor here' to 'Moor at the pier' in src/harbour/pier/button.tsx", "Rename the button 'Moor here' to 'Moor at the pier'"},
	} {
		if got := fitted(c.s); got != c.want {
			t.Errorf("%q: %q, want %q", c.s, got, c.want)
		}
	}
}

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
		{[]conversation.Turn{turn("right now when using the night pier we block this for all ferries that are late, let's remove this limit", edit("a.go"), say("I've removed the limit that kept late ferries from the night pier."))}, "Removed the limit that kept late ferries from the night pier"},
		{[]conversation.Turn{turn("copy ~/.tides to ~/harbour/.tides", edit("a"), say("Done."))}, "Copy ~/.tides to ~/harbour/.tides"},
		{[]conversation.Turn{turn("put the tide skill into ~/.agents/skills", edit("a"), say("Done."))}, "Put the tide skill into ~/.agents/skills"},
	} {
		if got, _ := label(op(fact.SmallChange, true, fact.NoSignal), c.turns...); got != c.want {
			t.Errorf("%q, want %q", got, c.want)
		}
	}
}

// A cut does not end on words that only lead on to what was cut off, also where what is
// joined to the clause before is kept for want of length.
func TestNoEndLeadsOn(t *testing.T) {
	for kept, want := range map[string]string{
		"Let the reader of tides as is or also": "Let the reader of tides",
		"Write the harbour list for the":        "Write the harbour list",
		"Write the harbour list":                "Write the harbour list",
		"Write the harbour list and add":        "Write the harbour list and add", // it would be too short without
	} {
		if got := strings.TrimRight(kept[:dropLeading(kept, 8, 28, 8)], " "); got != want {
			t.Errorf("%q: %q, want %q", kept, got, want)
		}
	}
}
