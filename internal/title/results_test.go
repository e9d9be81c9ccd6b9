package title

import (
	"strings"
	"testing"

	"prism/internal/conversation"
	"prism/internal/fact"
	"prism/internal/shell"
	"prism/internal/transcript"
)

// results reads what came of the turns that it is given.
func results() func(intent fact.Intent, turns ...conversation.Turn) Result {
	words, begin := lexicons()
	return func(intent fact.Intent, turns ...conversation.Turn) Result {
		r := words.Reader()
		defer words.Return(r)
		w := &Writer{Reader: r.Reader, Words: begin}
		return w.Result(r.Read(&conversation.Draft{Turns: turns, First: 1, AtEnd: true}), intent)
	}
}

// Of an agent's answer, the sentence is told that says what came of the work: not its
// excuses, questions, offers, headings or next steps, and the head of a list with the
// list's points.
func TestWhatAnAnswerTells(t *testing.T) {
	resultOf := results()
	const drawn = "The legend of the weekly chart is drawn below the chart now"
	for _, c := range []struct{ why, answer, want string }{
		{"one sentence", drawn + ".", drawn},
		{"after an excuse", "I'm sorry about that. " + drawn + ".", drawn},
		{"before an offer", drawn + ". Would you like me to move the axis as well?", drawn},
		{"after a question", "Does the axis matter to you here? " + drawn + ".", drawn},
		{"before a next step", drawn + ". Next, I will look at the axis of the chart.", drawn},
		{"before what is left to the person", drawn + ". Please reload the page and test the legend.", drawn},
		{"after an announcement", "Let me summarize what I did here. " + drawn + ".", drawn},
		{"after praise", "Perfect! " + drawn + ".", drawn},
		{"after a look", "Looking at the code of the page first.\n\n" + drawn + ".", drawn},
		{"under a heading", "## Summary\n\n" + drawn + ".", drawn},
		{"above a list", drawn + ".\n\n- chart.go\n- axis.go", drawn},
		{"above code", drawn + ".\n```\nlegend.below()\n```", drawn},
		{"a lead to code", "I moved the legend of the weekly chart:\n```\nlegend.below()\n```", "I moved the legend of the weekly chart"},
		{"below code that is announced", "I ran this:\n```\nmake chart\n```\n" + drawn + ".", drawn},
		{"below a table that is announced", "The files of the chart:\n| a | b |\n|---|---|\n" + drawn + ".", drawn},
		{"a cause", "I read three files of the page. Root cause: the legend is drawn before the axis of days.", "Root cause: the legend is drawn before the axis of days"},
		{"a verdict", "I went through all four files of it.\n\nVerdict: approve after the legend of it has a test.", "Verdict: approve after the legend of it has a test"},
		{"what was not done", "I see. I could not move the legend of the weekly chart.", "I could not move the legend of the weekly chart"},
		{"the points of a list", "I changed three things:\n\n1. **Legend** — it is below the chart\n2. Axis: now on the left side\n3. The title of the page is shorter.", "I changed three things: Legend; Axis: now on the left side; The title of the page is shorter"},
		{"all that a few words lead to", "Done. I've added:\n\n1. **Legend** - below the chart of the week, in the grey of its axis, with all of its days\n2. **Axis** - on the left side", "I've added: Legend; Axis"},
		{"four points of a list", "I changed five things:\n- legend one\n- legend two\n- legend three\n- legend four\n- legend five", "I changed five things: legend one; legend two; legend three; legend four"},
		{"no more points than a line holds", "I changed these things:\n- the legend of the chart is drawn below the axis of the days of the week\n- the axis of the days of the week is drawn on the left side of the chart", "I changed these things: the legend of the chart is drawn below the axis of the days of the week"},
		{"the heads of points", "I changed two things:\n- the legend - it was above\n- the axis of days – it was right", "I changed two things: the legend; the axis of days"},
		{"points without words", "I changed two things:\n- 1\n- legend", "I changed two things: legend"},
		{"the next sentence", "Here is what I changed:\n\nThe legend is drawn below.", "The legend is drawn below"},
		{"two short ones", "Fixed the legend. All tests pass.", "Fixed the legend. All tests pass"},
		{"in their order", "All tests pass. Fixed the legend.", "All tests pass. Fixed the legend"},
		{"no words", "42", ""},
		{"only an offer", "Want me to?", ""},
		{"only thanks", "You're welcome!", ""},
		{"German", "Die Legende steht jetzt unter dem Diagramm. Soll ich auch die Achse verschieben?", "Die Legende steht jetzt unter dem Diagramm"},
		{"Chinese", "图例现在显示在图表下面。要我也移动坐标轴吗？", "图例现在显示在图表下面"},
		{"what follows a secret's word", "I used this password:\nrusty anchor seventeen.\n" + drawn + ".", drawn},
		{"not a tree of files", drawn + ".\n├ chart.go was fixed and all tests pass", drawn},
	} {
		got := resultOf(fact.SmallChange, turn("move the legend below the chart", edit("a.go"), say(c.answer)))
		if got.text != c.want {
			t.Errorf("%s: %q, want %q", c.why, got.text, c.want)
		}
		if c.want == "" || strings.Contains(c.why, "in their order") || strings.Contains(c.want, ":") || got.Turn == nil {
			continue
		}
		if quoted := unmarked(c.answer[got.From:got.To]); !strings.HasPrefix(c.want, quoted) || quoted == "" {
			t.Errorf("%s: quotes %q", c.why, quoted)
		}
	}
}

// Where something was changed, what is told is what came of it, not how things were before:
// neither what stands under a heading of that kind nor behind such a label, nor what was
// merely seen. Of a question, where nothing was changed, that is the answer.
func TestHowThingsWereIsNotTold(t *testing.T) {
	resultOf := results()
	const drawn = "I moved the legend of the chart below its axis"
	for _, answer := range []string{
		"**Problem 1 — no legend**\nThe old folder alone is no longer enough for the theme of the chart.\n\n**Fix**\n" + drawn + ".",
		"## Root cause\nThe legend was drawn before the axis because the list was sorted.\n\n## Fix\n" + drawn + ".",
		"I can see the branch already had the chart committed. " + drawn + ".",
		"Before: the legend was drawn above, because the list was sorted.\n" + drawn + ".",
		"**Problem:** The legend was drawn above its axis. This meant that nobody could read it on a small page.\n\n**Fix:** " + drawn + ".",
		drawn + ". Also updated the comments of both files of the chart, since they were old.",
		"### 问题\n旧的文件夹已经不够用了，因为主题已更新。\n\n### Fix\n" + drawn + ".",
		"## Ursache\nDie Legende wurde vor der Achse gezeichnet, weil die Liste sortiert war.\n\n## Lösung\n" + drawn + ".",
	} {
		if got := resultOf(fact.SmallChange, turn("move the legend below the chart", edit("a.go"), say(answer))); strings.TrimPrefix(got.text, "Fix: ") != drawn {
			t.Errorf("%q tells %q", answer, got.text)
		}
	}
	if got := resultOf(fact.Investigation, turn("what of the charts is only here?", say("## Local\n- the legend's colours of 2017\n- the axis' font\n- a draft of the weekly page"))); got.text != "" {
		t.Errorf("one point of several: %q", got.text)
	}
	const why = "The legend was drawn before the axis because the list was sorted"
	if got := resultOf(fact.Question, turn("why is the legend above the chart?", say("## Root cause\n"+why+".\n\nWant me to move it?"))); got.text != why {
		t.Errorf("of a question: %q", got.text)
	}
}

// Which answer tells what came of the work: the last one, but for courtesies,
// deliveries and what the service says; of a review, the review itself.
func TestWhichAnswerTells(t *testing.T) {
	resultOf := results()
	const ask, drawn = "move the legend below the chart", "The legend is drawn below the chart now."
	long := "Request changes: the legend is drawn before the axis, so it is covered on small pages. " + strings.Repeat("The axis of the days needs a test of its own. ", 6)
	first := func() conversation.Turn { return turn(ask, edit("a.go"), say(drawn)) }
	for _, c := range []struct {
		why    string
		intent fact.Intent
		turns  []conversation.Turn
		want   string // its beginning
		turn   int    // whose answer it is; 0 none
		closes bool   // the last answer tells something itself
	}{
		{"the last one", fact.Feature, []conversation.Turn{first(), turn("now move the axis to the left", edit("b.go"), say("The axis of the chart stands on the left."))}, "The axis of the chart", 2, true},
		{"before thanks", fact.Feature, []conversation.Turn{first(), turn("thanks!", say("You're welcome!"))}, "The legend is drawn", 1, false},
		{"before thanks for it twice", fact.Feature, []conversation.Turn{first(), turn("thanks!", say("Glad to help!")), turn("bye", say("Goodbye!"))}, "The legend is drawn", 1, false},
		{"before its commit", fact.Feature, []conversation.Turn{first(), turn("commit it", ran("git commit -m x", ""), say("Committed the change."))}, "The legend is drawn", 1, true},
		{"an answer to a question", fact.Feature, []conversation.Turn{first(), turn("which file draws the axis of it?", say("The file chart.go draws the axis of the days."))}, "The legend is drawn", 1, true},
		{"a check that was asked for", fact.Feature, []conversation.Turn{first(), turn("run the tests of it", ran("go test ./...", "ok  \tchart\t0.2s"), say("All tests of the chart pass now."))}, "All tests of the chart", 2, true},
		{"an answer to a complaint", fact.Feature, []conversation.Turn{first(), turn("it still does not work", say("The legend needs the axis to be drawn before it."))}, "The legend needs", 2, true},
		{"not what the service says", fact.Feature, []conversation.Turn{first(), turn("thanks!", say("No response requested."))}, "The legend is drawn", 1, false},
		{"the review, not talk of it", fact.Review, []conversation.Turn{turn("review the chart", say(long)), turn("is that all of it?", say("Yes, that is all that I found in it."))}, "Request changes", 1, true},
		{"a review that led to changes", fact.Review, []conversation.Turn{turn("review the chart", say(long)), turn("then draw it first", edit("a.go"), say("The legend is drawn after the axis now."))}, "The legend is drawn", 2, true},
		{"a usage limit", fact.Feature, []conversation.Turn{turn(ask, edit("a.go"), say("You've hit your limit · resets 7pm"))}, "", 0, false},
		{"nothing", fact.Feature, []conversation.Turn{turn(ask)}, "", 0, false},
		{"words before it was stopped", fact.Feature, []conversation.Turn{turn(ask, say("The legend is drawn in chart.go, after the axis."), stopped)}, "The legend is drawn", 1, true},
	} {
		got := resultOf(c.intent, c.turns...)
		at := 0
		if got.Turn != nil {
			at = got.Turn.Index + 1
		}
		if !strings.HasPrefix(got.text, c.want) || c.want == "" && got.text != "" || at != c.turn || (got.Closing != nil) != c.closes {
			t.Errorf("%s: %q of turn %d, the last one tells %v", c.why, got.text, at, got.Closing != nil)
		}
	}
}

// How a record ends where it was not brought to an end, and how far the work had come.
func TestHowRecordsEnd(t *testing.T) {
	label := labels(t)
	const ask = "Move the legend below the chart"
	read := func(out string, outcome transcript.Outcome) happening {
		return step(conversation.Step{Kind: transcript.CallRead, Tool: "Read", Output: out, Outcome: outcome})
	}
	for _, c := range []struct {
		why  string
		list []happening
		want string
	}{
		{"in mid-work", []happening{read("x", transcript.Done)}, "The record stops in mid-work."},
		{"a commit", []happening{edit("a.go"), ran("git commit -m x", "")}, "Ends on the commit or push that delivers it; a.go changed."},
		{"a commit without a result", []happening{edit("a.go"), step(conversation.Step{Kind: transcript.CallShell, Tool: "Bash", Target: "git commit -m x", Exit: -1, Class: shell.ParseLine("git commit -m x").Class(), Mutating: true})},
			"Ends on the commit or push that delivers it, whose result is not on record; a.go changed."},
		{"what leads up to one", []happening{edit("a.go"), ran("git add a.go", "")}, "Ends on the way to its commit; a.go changed."},
		{"an API error after work", []happening{edit("a.go"), ran("go test ./...", "FAIL\tshop\t0.1s"), say("API Error: 529 overloaded")}, "Ended by an API error or a usage limit; a.go changed, tests failed."},
		{"stopped after a commit", []happening{edit("a.go"), ran("git commit -m x", ""), stopped}, "Stopped by the person; a.go changed, committed."},
		{"stopped after a push", []happening{edit("a.go"), ran("git push", ""), stopped}, "Stopped by the person; a.go changed, pushed."},
		{"an answer that tells nothing", []happening{edit("a.go"), say("ok")}, "a.go changed."},
		{"an answer that tells nothing of a check", []happening{edit("a.go"), ran("go test ./...", "ok  \tshop\t0.1s"), say("ok")}, "a.go changed, tests passed."},
		{"several plans", []happening{planned("# Plan: Legend above", transcript.Rejected), planned("# Plan: Legend below", transcript.Unknown)}, "Ends on a plan that nobody answered: Legend below."},
		{"a plan without words after one with", []happening{planned("# Plan: Legend above", transcript.Rejected), planned("", transcript.Unknown)}, "Ends on a plan that nobody answered: Legend above."},
	} {
		_, got := label(op(fact.SmallChange, false, fact.NoSignal), turn(ask, c.list...))
		if rest, ok := strings.CutPrefix(got, ask+". "); !ok || rest != c.want {
			t.Errorf("%s: %q, want %q behind the goal", c.why, got, c.want)
		}
	}
	// Who clears the talk after the last edit has what was asked for.
	words, begin := lexicons()
	r := words.Reader()
	defer words.Return(r)
	w := &Writer{Reader: r.Reader, Words: begin}
	a := r.Read(&conversation.Draft{Turns: []conversation.Turn{turn(ask, edit("a.go"))}, First: 1, AtEnd: true, ClosedBy: fact.Clear})
	if _, _, got := w.Write(a, fixed, w.Result(a, fact.SmallChange)); got != ask+". Ends on the change that was made; a.go changed." {
		t.Errorf("cleared after the change: %q", got)
	}
	// What the answer says already is not said again, and nothing is said of checks
	// where nothing was changed.
	for _, c := range []struct {
		why, said string
		list      []happening
		never     string
	}{
		{"a check that is told", "I moved the legend below, and the checks are green.", []happening{edit("a.go"), ran("go test ./...", "ok  \tshop\t0.1s")}, "Tests passed"},
		{"a build that is told", "I moved the legend below, and it builds.", []happening{edit("a.go"), ran("go build ./...", "")}, "The build passed"},
		{"a lint that is told", "I moved the legend below, and lint is clean.", []happening{edit("a.go"), ran("go vet ./...", "")}, "Checks passed"},
		{"a commit that is told", "I moved the legend below, the commit is made.", []happening{edit("a.go"), ran("git commit -m x", "")}, "Committed."},
		{"a push that is told", "I moved the legend below the axis and opened a pull request.", []happening{edit("a.go"), ran("git push", "")}, "Pushed."},
		{"nothing changed", "I moved the legend below the chart already.", []happening{ran("go test ./...", "ok  \tshop\t0.1s")}, "Tests passed"},
	} {
		if _, got := label(fixed, turn(ask, append(c.list, say(c.said))...)); strings.Contains(got, c.never) || !strings.Contains(got, "I moved the legend below") {
			t.Errorf("%s: %q", c.why, got)
		}
	}
}

// A summary has room for both what was wanted and what came of it, however long.
func TestSummariesHoldBoth(t *testing.T) {
	label := labels(t)
	wish := "move the legend of the weekly chart below the axis of the days " + strings.Repeat("and keep the colours of the stations as they are ", 8)
	said := "I moved the legend of the weekly chart below the axis of the days " + strings.Repeat("with the colours of all the stations ", 2)
	_, summary := label(fixed, turn(wish, edit("a.go"), say(said+".")))
	head, rest, ok := strings.Cut(summary, " I moved the legend of the weekly chart below the axis of the days")
	if !ok || !strings.HasPrefix(head, "Move the legend of the weekly chart below the axis of the days") || len(head) < 80 || len(rest) < 40 {
		t.Errorf("%q", summary)
	}
	_, summary = label(fixed, turn(wish, edit("a.go"), say("I moved the legend of the chart below.")))
	if !strings.HasSuffix(summary, " I moved the legend of the chart below.") || len(summary) < 140 || len(summary) > 195 {
		t.Errorf("a short result leaves room for half the goal: %q", summary)
	}
}
