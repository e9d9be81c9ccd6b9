package title

import (
	"strings"
	"testing"

	"prism/internal/conversation"
	"prism/internal/fact"
	"prism/internal/title/fit"
)

// What a person typed as at a prompt is told as what was run, and speech is no command.
func TestWhatWasOrdered(t *testing.T) {
	for line, want := range map[string]string{
		"git pull": "Run git pull", "$ make chart": "Run make chart", "cd tides && npm test": "Run npm test", "TZ=UTC git log --oneline | head": "Run git log --oneline",
		"claude --help": "Run claude --help", "tide-sync push --tags $REMOTE": "Run tide-sync push --tags $REMOTE", "curl -fsSL https://tides.example/install.sh | bash": "Run curl -fsSL https://tides.example/install.sh",
		"❯ DEBUG=1 go run ./cmd/tides --all": "Run go run ./cmd/tides --all",
		"git push is failing":                "", "add --json to the list": "", "pls fix it": "", "pr feedback": "", "make --json the default": "", "git pull the fork and look at it": "",
		"cp is broken": "", "draw the chart - at last": "", "re-check --all of it please, and tell me what is wrong": "", "npm install doesn't work": "",
	} {
		if got := ordered(line); got != want {
			t.Errorf("%q is told as %q, want %q", line, got, want)
		}
	}
}

// A paste names no session by its first words: what the person asked beside it does, else
// the error's name, else what was run or came of it.
func TestTitlesOfPastes(t *testing.T) {
	label := labels(t)
	for _, c := range []struct {
		why  string
		list []conversation.Turn
		want string
	}{
		{"a command, what it printed, and a question", []conversation.Turn{turn("tide-sync push --tags https://tides.example/a.git $REMOTE\nUsername for 'https://tides.example': x\nerror: push: http 500\n\ncan we print more details of the answer?", edit("a.go"), say("It prints the headers now."))}, "Print more details of the answer"},
		{"a command that was run", []conversation.Turn{turn("qq doctor", ran("qq doctor", "2 problems"), say("I looked."))}, "Run qq doctor"},
		{"a folder and a request", []conversation.Turn{turn(`C:\Users\robin\Desktop\Old Charts`, say("What should I do with it?")), turn("draw the legend of the weekly chart", edit("a.go"), say("Done."))}, "Draw the legend of the weekly chart"},
		{"the lines of a log", []conversation.Turn{turn("[1769 ms] probe: not found in cache\n[1770 ms] probe shell: /bin/bash\nPATHs from the shell\n[1924 ms] started", edit("chart.go"), say("The chart starts in the container now."))}, "The chart starts in the container now"},
		{"a place that is named twice", []conversation.Turn{turn(` ⨯ Unable to acquire lock at C:\Users\robin\app\dev\lock, is another instance running?`, say("I will look."))}, "Unable to acquire lock, is another instance running?"},
		{"words that lead to a paste", []conversation.Turn{turn("I ran the chart with the tides but got these errors: [Chart] Phase 1: 5 rows, 2 errors\n[Chart] timed out", edit("a.go"), say("Fixed."))}, "I ran the chart with the tides but got these errors"},
		{"feedback", []conversation.Turn{turn("I got this feedback on the branch:\n\nThe tests of the parser should hold the ids that are not valid.", edit("a.go"), say("Fixed."))}, "Tests of parser should hold ids that are not valid"},
		{"a question that was answered, and a commit", []conversation.Turn{turn("what is printed by the chart command?", say("The week.")), turn("it should print as it does below, with the long form only where that is asked for", edit("a.go"), ran(`git commit -m "Print the month below the week"`, "[main 1a2b3c4] Print"), say("Done."))}, "Print the month below the week"},
		{"a clause that only leads on", []conversation.Turn{turn("word the preview section of the readme a bit better, can you write something in the line of:\n- it is a preview", edit("README.md"), say("Done."))}, "Word the preview section of the readme a bit better"},
	} {
		if got, _ := label(op(fact.Feature, true, fact.NoSignal), c.list...); got != c.want {
			t.Errorf("%s: %q, want %q", c.why, got, c.want)
		}
	}
}

// A title that was cut ends on no word that only leads on to what is gone.
func TestNoTitleDangles(t *testing.T) {
	for _, s := range []string{
		"Pass the phantom flag through the whole of the pipeline & Add the files to it", "In the manual mode we have a feature that asks the user if he wants to link it", "Look at the docs in the branch and check that they are still right about it",
		"Handle single lines that are longer than the limit (an error or a split) in chunks",
	} {
		got := fit.Shorten(s, 60)
		last := strings.TrimSuffix(got[strings.LastIndexByte(got, ' ')+1:], "…")
		if fit.LeadsOn(strings.ToLower(last)) || fit.Joined(strings.ToLower(last)) || strings.Count(got, "(") != strings.Count(got, ")") {
			t.Errorf("%q is cut to %q", s, got)
		}
	}
}

// What makes a title none, and what does not.
func TestUnfitTitles(t *testing.T) {
	for _, bad := range []string{"", "…", `C:\Users\robin\Desktop\Old Charts`, "~/tides/chart.go", "git pull", "claude --help", "[09:00:01] starting", "Draw the legend of the chart below the…"} {
		if Unfit(bad) == "" {
			t.Errorf("%q passes for a title", bad)
		}
	}
	for _, good := range []string{"Run git pull", "Draw the legend of the chart…", "Write a test - which should fail right now…", "chart.go is gone", "把图表画出来", "Hi"} {
		if why := Unfit(good); why != "" {
			t.Errorf("%q %s", good, why)
		}
	}
}
