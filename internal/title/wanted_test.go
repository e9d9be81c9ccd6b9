package title

import (
	"slices"
	"strings"
	"testing"

	"prism/internal/conversation"
	"prism/internal/fact"
	"prism/internal/transcript"
)

// Which prompt says what a session was about: the first that asks for something, but
// where the work was mostly another's; a plan handed on before all else.
func TestWhichPromptIsTheGoal(t *testing.T) {
	label := labels(t)
	machine := func(t conversation.Turn) conversation.Turn {
		t.Origin = transcript.Machine
		return t
	}
	work := func(prompt string, edits int) conversation.Turn {
		list := []happening{}
		for range edits {
			list = append(list, edit("chart.go"))
		}
		return turn(prompt, append(list, say("Done."))...)
	}
	many := []conversation.Turn{}
	for range 12 {
		many = append(many, work("is it there?", 0))
	}
	for _, c := range []struct {
		why   string
		turns []conversation.Turn
		want  string
	}{
		{"the first of two", []conversation.Turn{work("draw the legend of the chart", 1), work("draw the axis of the chart", 1)}, "Draw the legend of the chart"},
		{"the first of two that are alike in work", []conversation.Turn{work("add a legend to the weekly chart", 2), work("add an axis to the weekly chart", 3)}, "Add a legend to the weekly chart"},
		{"after a look", []conversation.Turn{work("what is this?", 0), work("add a legend to the weekly chart", 3)}, "Add a legend to the weekly chart"},
		{"after a nod", []conversation.Turn{work("ok", 0), work("add a legend to the weekly chart", 3)}, "Add a legend to the weekly chart"},
		{"a plan handed on, though work came before", []conversation.Turn{work("what is this?", 0), handed("# Plan: Draw the legend below the chart", edit("a.go"), say("Done."))}, "Draw the legend below the chart"},
		{"a plan that is only in the prompt", []conversation.Turn{func() conversation.Turn {
			t := handed("# Plan: Draw the legend below the chart", say("Done."))
			t.Plan = ""
			return t
		}()}, "Draw the legend below the chart"},
		{"a plan without a heading, then a goal", []conversation.Turn{handed("# Plan", say("Done.")), work("add a legend to the weekly chart", 3)}, "Add a legend to the weekly chart"},
		{"late, but nothing before it tells anything", append(many[:12:12], work("add a legend to the weekly chart", 9)), "Add a legend to the weekly chart"},
		{"too late to be the goal", append(slices.Repeat(many, 4), work("add a legend to the weekly chart", 9)), "Is it there?"},
		{"a machine's prompt", []conversation.Turn{machine(work("add a legend to the weekly chart", 1))}, "Add a legend to the weekly chart"},
	} {
		if got, _ := label(op(fact.Feature, true, fact.NoSignal), c.turns...); got != c.want {
			t.Errorf("%s: %q, want %q", c.why, got, c.want)
		}
	}
}

// A command is put into words: its name where it came alone, its words where they ask
// for something by themselves, both where they do not.
func TestCommandsInWords(t *testing.T) {
	label := labels(t)
	for _, c := range []struct {
		prompt string
		intent fact.Intent
		want   string
	}{
		{"/init", fact.SmallChange, "Write a CLAUDE.md for the repository"},
		{"/review", fact.Review, "Review a pull request"},
		{"/security-review", fact.Review, "Review the changes for security"},
		{"/pr-comments", fact.Question, "Get the comments of a pull request"},
		{"/install-github-app", fact.SmallChange, "Install the GitHub app"},
		{"/simplify", fact.Refactor, "Review and simplify the changes"},
		{"/draw-charts", fact.Feature, "Draw charts"},
		{"/week:draw_charts", fact.Feature, "Draw charts"},
		{"/week/draw", fact.Feature, "Week draw"},
		{"/draw-charts 12", fact.Feature, "Draw charts 12"},
		{"/draw-charts weekly", fact.Feature, "Draw charts weekly"},
		{"/go add a legend to the weekly chart", fact.Feature, "Add a legend to the weekly chart"},
		{"/draw-charts the weekly ones with a legend", fact.Feature, "Draw charts: the weekly ones with a legend"},
		{"/draw-charts 12 34", fact.Feature, "Draw charts 12 34"},
		{"/fix-ci", fact.BugFix, "Fix CI"},
		{"/api-docs", fact.Feature, "API docs"},
		{"/new-adr", fact.Plan, "New ADR"},
		{"/ui-ux-check", fact.Review, "UI UX check"},
		{"/write-sql", fact.Feature, "Write SQL"},
		{"/new-prd", fact.Plan, "New PRD"},
		{"/cli-help", fact.Question, "CLI help"},
	} {
		if got, _ := label(op(c.intent, true, fact.NoSignal), turn(c.prompt, edit("a.go"), say("Done."))); got != c.want {
			t.Errorf("%s is %q, want %q", c.prompt, got, c.want)
		}
	}
	// A command that does what the session was judged to be says it before a prompt does.
	if got, _ := label(op(fact.Review, true, fact.NoSignal), turn("what is this?", say("Weeks.")), turn("/review", say("Approved."))); got != "Review a pull request" {
		t.Errorf("a review by a command after a question: %q", got)
	}
	if got, _ := label(op(fact.Feature, true, fact.NoSignal), turn("/status", say("All is well.")), turn("add a legend to the weekly chart", edit("a.go"), say("Done."))); got != "Add a legend to the weekly chart" {
		t.Errorf("a look at the status before the goal: %q", got)
	}
}

// Where no prompt says what was wanted, what was done is told: by the plan, the commit,
// the answer, the files, the first words, the call.
func TestTitlesByWhatWasDone(t *testing.T) {
	label := labels(t)
	used := func(tool, target string) happening {
		return step(conversation.Step{Kind: transcript.CallRead, Tool: tool, Target: target, Outcome: transcript.Done})
	}
	failed := func(command string) happening {
		return step(conversation.Step{Kind: transcript.CallShell, Tool: "Bash", Target: command, Outcome: transcript.Errored, Exit: 1})
	}
	for _, c := range []struct {
		why, want string
		turns     []conversation.Turn
	}{
		{"the last plan", "Legend below", []conversation.Turn{turn("ok", planned("# Plan: Legend above", transcript.Rejected), planned("# Plan: Legend below", transcript.Done), say("Good."))}},
		{"the first commit", "Draw the legend", []conversation.Turn{turn("ok", edit("a.go"), ran(`git commit -m "feat(chart): draw the legend"`, ""), ran(`git commit -m "fix: draw the axis"`, ""), say("Done."))}},
		{"not a commit that failed", "Change a.go", []conversation.Turn{turn("ok", edit("a.go"), failed(`git commit -m "draw the legend"`), stopped)}},
		{"not a commit of signs", "Change a.go", []conversation.Turn{turn("ok", edit("a.go"), ran(`git commit -m "..."`, ""), stopped)}},
		{"the answer", "The legend is drawn below the chart", []conversation.Turn{turn("2", edit("a.go"), say("The legend is drawn below the chart."))}},
		{"no answer of a word", "Change a.go", []conversation.Turn{turn("2", edit("a.go"), say("Ok then."))}},
		{"one file", "Change a.go", []conversation.Turn{turn("yes", edit("src/a.go"), edit("src/a.go"), stopped)}},
		{"one file of Windows", "Change a.go", []conversation.Turn{turn("yes", edit(`src\a.go`), stopped)}},
		{"three files", "Change a.go, b.go and 1 other file", []conversation.Turn{turn("yes", edit("a.go"), edit("b.go"), edit("c.go"), stopped)}},
		{"four files", "Change a.go, b.go and 2 other files", []conversation.Turn{turn("yes", edit("a.go"), edit("b.go"), edit("c.go"), edit("d.go"), stopped)}},
		{"the agent's first words", "The chart of the week is in chart.go", []conversation.Turn{turn("?", say("The chart of the week is in chart.go."), stopped)}},
		{"not what the service says", "The chart of the week is in chart.go", []conversation.Turn{turn("", say("API Error: 529 overloaded"), say("The chart of the week is in chart.go."), stopped)}},
		{"a call", "Read chart.go", []conversation.Turn{turn("", used("Read", "/srv/chart.go"), stopped)}},
		{"a picture", "A picture without words", []conversation.Turn{{Images: 2}}},
		{"nothing", "A session without words", []conversation.Turn{turn("", say("..."))}},
		{"a prompt that tells little, but tells", "The chart again", []conversation.Turn{turn("the chart again", edit("a.go"), say("The legend is drawn below the chart."))}},
		{"code alone", "The legend is drawn below the chart", []conversation.Turn{turn("{\nlegend = [1, 2];\n}", edit("a.go"), say("The legend is drawn below the chart."))}},
		{"a prompt that points back, and a commit", "Draw the legend", []conversation.Turn{turn("do it as we said", edit("a.go"), ran(`git commit -m "draw the legend"`, ""), say("Done."))}},
	} {
		if got, _ := label(fixed, c.turns...); got != c.want {
			t.Errorf("%s: %q, want %q", c.why, got, c.want)
		}
	}
	// Without a goal, the first words stand for themselves.
	for prompt, want := range map[string]string{"good morning": "Good morning", "[Image #1] hi there\nhow are you?": "Hi there", "---\nhi": "Hi", "**hello**": "Hello"} {
		title, summary := label(op(fact.IntentNone, false, fact.NoSignal), turn(prompt, say("Hello!")))
		if title != want || !strings.HasPrefix(summary, want) {
			t.Errorf("%q without a goal: %q, %q", prompt, title, summary)
		}
	}
}

// The client's name for a session is taken where it says something of this session.
func TestNamesOfTheClient(t *testing.T) {
	label := labels(t)
	long := "please look at the legends that are drawn at night and make the colours in their rows agree with those of the lines above them"
	for _, c := range []struct{ why, prompt, first, last, want string }{
		{"the later name", "ok", "Chart work", "Legend colours", "Legend colours"},
		{"an empty name takes none away", "ok", "Legend colours", "", "Legend colours"},
		{"one word", "ok", "", "Legend", "Ok"},
		{"signs alone", "ok", "", "1 2", "Ok"},
		{"Chinese is written without blanks", "ok", "", "图例颜色", "图例颜色"},
		{"it speaks of the same", long, "", "Legends in colour", "Legends in colour"},
		{"a word that begins alike", long, "", "Colour fixing", "Colour fixing"},
		{"a short word in common", long, "", "Look at axis", "Look at the legends that are drawn at night…"},
		{"in marks", "ok", "", "**Legend colours**", "Legend colours"},
	} {
		a, b := turn(c.prompt, say("Done.")), turn("thanks", say("Sure."))
		a.Called, b.Called = c.first, c.last
		if got, _ := label(fixed, a, b); got != c.want {
			t.Errorf("%s: %q, want %q", c.why, got, c.want)
		}
	}
	hi := turn("hi", say("Hello!"))
	hi.Called = "Legend colours"
	if got, _ := label(op(fact.IntentNone, false, fact.NoSignal), hi); got != "Hi" {
		t.Errorf("a greeting is called %q", got)
	}
}

// A question that was answered, or a request that was stopped, before another thing was
// asked for in full and done, does not name the session; one that was gone on with does.
func TestWhatTheWorkWas(t *testing.T) {
	label := labels(t)
	const wish = "Add a legend to the weekly chart of the harbour page"
	work := func() conversation.Turn {
		return turn(wish+", please", edit("a.go"), say("The legend is drawn below."))
	}
	for _, c := range []struct {
		why, want string
		turns     []conversation.Turn
	}{
		{"after a question", wish, []conversation.Turn{turn("are there still old branches in the remote repository?", say("No, it is clean.")), work()}},
		{"after a question in Italian", wish, []conversation.Turn{turn("nel repo remoto ci sono ancora branch vecchi?", say("No.")), work()}},
		{"after a command that was stopped", wish, []conversation.Turn{{Command: "/research", Prompt: "/research the axis of charts", Marks: []conversation.Mark{{Kind: conversation.MarkInterrupt}}}, work()}},
		{"a question that was gone on with", "Why is the legend of the chart drawn above its axis?", []conversation.Turn{turn("why is the legend of the chart drawn above its axis?", say("The list is sorted.")), turn("can you fix it?", edit("a.go"), say("Fixed."))}},
		{"a request that was asked about first", wish, []conversation.Turn{turn(wish, say("Which chart?")), turn("the second of the page, and use the grey colour of the axis for the legend's text", edit("a.go"), say("Done."))}},
	} {
		if got, _ := label(fixed, c.turns...); got != c.want {
			t.Errorf("%s: %q, want %q", c.why, got, c.want)
		}
	}
}

// What the client called a session stands in the summary, too, where it is the title.
func TestASummarySpeaksOfItsTitle(t *testing.T) {
	label := labels(t)
	long := turn("The script of the harbour map reads the settings of the pier before they are written, and so it stops with an empty legend on every second start", edit("a.go"), say("The script waits for the settings."))
	long.Called = "Fix harbour script order"
	title, summary := label(fixed, long)
	if title != long.Called || !strings.HasPrefix(summary, long.Called+".") {
		t.Errorf("%q: %q", title, summary)
	}
}
