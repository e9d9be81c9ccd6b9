package title

import (
	"testing"
	"unicode/utf8"

	"prism/internal/conversation"
	"prism/internal/fact"
	"prism/internal/judge"
)

// What has no room whole is told without its small words, and cut only where a phrase ends.
func TestFitted(t *testing.T) {
	for _, c := range []struct{ s, want string }{
		{"Move the legend below the weekly chart", "Move the legend below the weekly chart"},
		{"Draw the legend of the harbour's chart with a label for each of the gauges", "Draw legend of harbour's chart with label for each of gauges"},
		{"Fix: Legend deletion is not possible for the gauges that have failed", "Legend deletion is not possible for gauges that have failed"},
		{"Sort tide tables by harbour and drop gauges older than a decade", "Sort tide tables by harbour & drop gauges older than decade"},
		{"Stop counting the harbours that closed last year (they are still read)", "Stop counting the harbours that closed last year"},
		{`Keep the words of "a chart of the tides and the harbours of the bay" as they are`, `Keep the words of "a chart of the tides and the harbours…"`},
		{"Sketch harbour overview for every gauge whose tidal predictions disagree", "Sketch harbour overview for every gauge"},
		// What points to something, letters, and what is denied are no small words.
		{"Sort gauges by those that have a harbour before those without one", "Sort gauges by those that have a harbour"},
		{"Replace the name this chart has in each of the tide tables we draw", "Replace name this chart has in each of tide tables we draw"},
		{"Draw these gauges and its legend for the harbours that are in the bay", "Draw these gauges & its legend for harbours that are in bay"},
		{"Implement option A for the legend of the harbour in the weekly chart", "Implement option A for legend of harbour in weekly chart"},
		{"Implement option a for the legend of the harbour in the weekly chart", "Implement option a for legend of harbour in weekly chart"},
		{"A legend for the gauges that the harbour of the northern bay reports", "Legend for gauges that harbour of northern bay reports"},
		{"Do not drop the gauges completely but mark the ones of the harbour", "Do not drop gauges completely but mark ones of harbour"},
		{"Do not just drop the gauges of the harbour but mark the failed ones", "Do not just drop gauges of harbour but mark failed ones"},
		{"Just drop the gauges of a harbour and really mark those that failed", "Drop the gauges of a harbour and mark those that failed"},
		{"Add a maybe type to the reader of the gauges and of the tide tables", "Add maybe type to reader of gauges and of tide tables"},
		{"Add a little endian reader for the gauges and for the tide tables", "Add little endian reader for gauges and for tide tables"},
		{"Keep some of the gauges and certain of the tides of the harbour dry", "Keep some of gauges and certain of tides of harbour dry"},
		{"Close the gauges properly when the harbour of the bay is shut down", "Close gauges properly when harbour of bay is shut down"},
		{"Explain `pick a tide of the bay` in the help of the command gauges", "Explain `pick a tide of the bay` in help of command gauges"},
	} {
		got := fitted(c.s)
		if got != c.want {
			t.Errorf("%q: %q, want %q", c.s, got, c.want)
		}
		if n := utf8.RuneCountInString(got); n > judge.MaxTitle {
			t.Errorf("%q has %d characters", got, n)
		}
	}
}

// A request that names no object is told with the file or the pull request that it was of.
func TestOfWhat(t *testing.T) {
	label := labels(t)
	looked := ran("gh pr view 31 --comments", "two comments")
	for _, c := range []struct {
		intent fact.Intent
		turns  []conversation.Turn
		want   string
	}{
		{fact.BugFix, []conversation.Turn{turn("fix the test", edit("tide_test.go"), say("Fixed."))}, "Fix the test (tide_test.go)"},
		{fact.BugFix, []conversation.Turn{turn("fix the test", edit("a.go"), edit("b.go"), edit("c.go"), say("Fixed."))}, "Fix the test"},
		{fact.BugFix, []conversation.Turn{turn("can you address the PR comment?", looked, edit("tide.go"), say("Done."))}, "Address the PR comment (PR 31)"},
		{fact.Feature, []conversation.Turn{turn("move the legend below the weekly chart", edit("a.go"), say("Done."))}, "Move the legend below the weekly chart"},
		{fact.Feature, []conversation.Turn{turn("Can you check how hard it would be to keep the tide in the log?", edit("log.go"), say("Done."))}, "Keep the tide in the log"},
		{fact.BugFix, []conversation.Turn{turn("I'm getting this error in the shed, and nothing was changed:\n\n❯ git tide-pull berth\nyour charts are not saved yet", edit("log.go"), say("Done."))}, "Your charts are not saved yet"},
	} {
		if got, _ := label(op(c.intent, true, fact.NoSignal), c.turns...); got != c.want {
			t.Errorf("%q, want %q", got, c.want)
		}
	}
}
