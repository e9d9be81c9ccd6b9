package title

import (
	"testing"

	"prism/internal/conversation"
	"prism/internal/fact"
	"prism/internal/observe"
	"prism/internal/title/fit"
	"prism/internal/title/plain"
)

// Where a request has no room, or is none, the pull request or the commit names the work, and
// where there is neither and what is left only tells how things are, its files; a request
// that has room stays, and so does one that is one of many commits.
func TestTheWorkAsItWasHandedOver(t *testing.T) {
	label := labels(t)
	const long = "please hide the legend of the chart wherever the harbour has no gauge that was read within the last two hours of the day"
	const story = "I was now looking at the second harbour in the other window with the new chart and its axis open beside it all the time"
	commit := func(subject string) happening { return ran(`git commit -m "`+subject+`"`, "") }
	pull := func(title string) happening { return ran(`gh pr create --title "`+title+`" --body "x"`, "") }
	for _, c := range []struct {
		why, want string
		turns     []conversation.Turn
	}{
		{"a commit", "Hide the legend without a gauge", []conversation.Turn{turn(long, edit("a.go"), commit("fix: hide the legend without a gauge"), say("Done."))}},
		{"a request that has room", "Move the legend below the weekly chart", []conversation.Turn{turn("move the legend below the weekly chart", edit("a.go"), commit("Place the legend"), say("Done."))}},
		{"one of many commits", "Hide legend of chart wherever harbour has no gauge", []conversation.Turn{turn(long, edit("a.go"), commit("Sort the tides"), commit("Mend the tides"), commit("Draw the tides"), say("Done."))}},
		{"the pull request", "Legends by gauge", []conversation.Turn{turn("move the legend below the weekly chart", edit("a.go"), commit("Place the legend"), pull("feat: legends by gauge"), say("Done."))}},
		{"of two pull requests none", "Move the legend below the weekly chart", []conversation.Turn{turn("move the legend below the weekly chart", edit("a.go"), pull("Legends"), pull("Axes of charts"), say("Done."))}},
		{"a repository made for a try", "Hide legend of chart wherever harbour has no gauge", []conversation.Turn{turn(long, edit("a.go"), ran(`cd "$(mktemp -d)" && git init && git commit -m "first of the try"`, ""), say("Done."))}},
		{"a commit of before that is amended", "Hide legend of chart wherever harbour has no gauge", []conversation.Turn{turn(long, edit("a.go"), ran(`git commit --amend -m "Sort the tides of March"`, ""), say("Done."))}},
		{"the files", "Change a.go", []conversation.Turn{turn(story, edit("a.go"), say("Done."))}},
		{"not the files in place of what is to be looked at", "Look at the folder of the harbour…", []conversation.Turn{turn("look at the folder of the harbour and look over what i have put down there for the skippers of the ferries", edit("TIDES.md"), say("Done."))}},
		{"not the files in place of how it shall be", "Be sure the gauges of the harbour are read often enough", []conversation.Turn{turn("be sure the gauges of the harbour are read often enough that they would be able to signal any high tides during the storm", edit("a.go"), say("Done."))}},
	} {
		if got, _ := label(op(fact.Feature, true, fact.NoSignal), c.turns...); got != c.want {
			t.Errorf("%s: %q, want %q", c.why, got, c.want)
		}
	}
	if _, summary := label(fixed, turn(long, edit("a.go"), commit("fix: hide the legend without a gauge"), say("The legend is hidden."))); summary[:len("Hide the legend of the chart wherever")] != "Hide the legend of the chart wherever" {
		t.Errorf("the summary keeps the request: %q", summary)
	}
}

func TestTitlesOfPullRequests(t *testing.T) {
	for command, want := range map[string]string{
		`gh pr create --title "Draw the legend" --body "b"`: "Draw the legend",
		`git push && gh pr create -t 'Draw it' --fill`:      "Draw it",
		"glab mr create --title=\"Draw\nit\"":               "Draw",
		`gh pr create --fill`:                               "",
		`gh pr view 12 --title`:                             "",
	} {
		if got := observe.PullTitle(command); got != want {
			t.Errorf("%s: %q, want %q", command, got, want)
		}
	}
}

// Several words of code are a name in a sentence, and stand in quotes; a name that is cut
// ends its quotes.
func TestCodeInASentence(t *testing.T) {
	for said, want := range map[string]string{
		"remove `tide session list` from the page": `remove "tide session list" from the page`,
		"remove `list` from the page":              "remove list from the page",
		"`tide session list`":                      "tide session list",
		"say \"so\" in `tide list`":                `say "so" in tide list`,
	} {
		if got := plain.Of(said); got != want {
			t.Errorf("%s: %q, want %q", said, got, want)
		}
	}
	if got := fit.Shorten(`Move "the long list of all the harbours" below`, 24); got != `Move "the long list of…"` && got != `Move "the long list…"` {
		t.Errorf("cut within quotes: %q", got)
	}
}
