package title

import (
	"testing"

	"prism/internal/conversation"
	"prism/internal/fact"
)

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
