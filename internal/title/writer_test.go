package title

import (
	"strings"
	"sync"
	"testing"
	"unicode/utf8"

	"prism/internal/conversation"
	"prism/internal/fact"
	"prism/internal/judge"
	"prism/internal/observe"
	"prism/internal/shell"
	"prism/internal/title/work"
	"prism/internal/transcript"
)

// happening is one thing in a turn of the sessions below.
type happening func(t *conversation.Turn, seq int)

func turn(prompt string, list ...happening) conversation.Turn {
	t := conversation.Turn{UUID: "p", Prompt: prompt}
	if strings.HasPrefix(prompt, "/") {
		t.Command, _, _ = strings.Cut(prompt, " ")
	}
	for i, h := range list {
		h(&t, i+1)
	}
	return t
}

func handed(plan string, list ...happening) conversation.Turn {
	t := turn("Implement the following plan:\n\n"+plan, list...)
	t.Origin, t.Plan = transcript.PlanHand, plan
	return t
}

func say(text string) happening {
	return func(t *conversation.Turn, seq int) {
		t.Says = append(t.Says, conversation.Say{Text: text, Seq: seq})
	}
}

func step(s conversation.Step) happening {
	return func(t *conversation.Turn, seq int) {
		s.Seq = seq
		t.Steps = append(t.Steps, s)
	}
}

func edit(file string) happening {
	return step(conversation.Step{Kind: transcript.CallEdit, Tool: "Edit", Target: file, Outcome: transcript.Done, Mutating: true, Edit: &conversation.Edit{File: file, Added: 5, Language: "go"}})
}

func ran(command, out string) happening {
	return step(conversation.Step{Kind: transcript.CallShell, Tool: "Bash", Target: command, Output: out, Outcome: transcript.Done, Exit: -1, Class: shell.ParseLine(command).Class(), Mutating: shell.ParseLine(command).Class().Mutates()})
}

func planned(plan string, outcome transcript.Outcome) happening {
	return step(conversation.Step{Kind: transcript.CallPlan, Tool: "ExitPlanMode", PlanText: plan, Outcome: outcome})
}

func stopped(t *conversation.Turn, seq int) {
	t.Marks = append(t.Marks, conversation.Mark{Kind: conversation.MarkInterrupt, Seq: seq, Text: "stopped"})
}

// lexicons are the words of all tests: reading them takes longer than most tests do.
var lexicons = sync.OnceValues(func() (*observe.Words, *Words) { return observe.NewWords(), NewWords() })

// labels writes titles and summaries of the turns that they are given.
func labels(t *testing.T) func(op judge.Opinion, turns ...conversation.Turn) (title, summary string) {
	t.Helper()
	words, begin := lexicons()
	return func(op judge.Opinion, turns ...conversation.Turn) (string, string) {
		r := words.Reader()
		defer words.Return(r)
		w := &Writer{Reader: r.Reader, Words: begin}
		a := r.Read(&conversation.Draft{Turns: turns, First: 1, AtEnd: true})
		title, _, summary := w.Write(a, op, w.Result(a, op.Intent))
		if utf8.RuneCountInString(title) > judge.MaxTitle || utf8.RuneCountInString(summary) > judge.MaxSummary || title == "" || summary == "" {
			t.Errorf("title %q, summary %q: too long or empty", title, summary)
		}
		return title, summary
	}
}

func op(intent fact.Intent, complete bool, signal fact.FailureSignal) judge.Opinion {
	return judge.Opinion{Intent: intent, Complete: complete, Signal: signal}
}

var fixed = op(fact.BugFix, true, fact.NoSignal)

// A title says the goal: not a greeting, an aside, a pasted line or a nod.
func TestTitlesSayTheGoal(t *testing.T) {
	label := labels(t)
	for _, c := range []struct {
		why   string
		op    judge.Opinion
		turns []conversation.Turn
		want  string
	}{
		{"as it was asked", fixed, []conversation.Turn{turn("fix the rounding of the total in cart.go", say("Done."))}, "Fix the rounding of the total in cart.go"},
		{"courtesies apart", fixed, []conversation.Turn{turn("Hi! Could you please fix the rounding of the total? Thanks a lot!", say("Done."))}, "Fix the rounding of the total"},
		{"a greeting apart", fixed, []conversation.Turn{turn("hello", say("Hi!")), turn("fix the rounding of the total", say("Done."))}, "Fix the rounding of the total"},
		{"in German", fixed, []conversation.Turn{turn("Bitte behebe den Rundungsfehler im Warenkorb.", say("Erledigt."))}, "Behebe den Rundungsfehler im Warenkorb"},
		{"in Chinese", fixed, []conversation.Turn{turn("请修复购物车的四舍五入错误", say("好。"))}, "修复购物车的四舍五入错误"},
		{"a question", op(fact.Question, true, fact.NoSignal), []conversation.Turn{turn("Why does the parser drop the last line?", say("Because of the newline."))}, "Why does the parser drop the last line?"},
		{"a plan's heading", op(fact.Feature, true, fact.NoSignal), []conversation.Turn{handed("# Plan: Show the total in the header\n\n1. Read it.", say("Done."))}, "Show the total in the header"},
		{"a plan's first section", op(fact.Feature, true, fact.NoSignal), []conversation.Turn{handed("# Implementation Plan\n\n## Overview\n\nShow the total in the header.", say("Done."))}, "Show the total in the header"},
		{"a command with words", op(fact.Review, true, fact.NoSignal), []conversation.Turn{turn("/review-pr 12 with care", say("Approved."))}, "Review PR 12 with care"},
		{"a command of the client", op(fact.SmallChange, true, fact.NoSignal), []conversation.Turn{turn("/init", say("Done."))}, "Write a CLAUDE.md for the repository"},
		{"a command of a plugin", op(fact.Review, true, fact.NoSignal), []conversation.Turn{turn("/tools:check-api-docs", say("Done."))}, "Check API docs"},
		{"a nod: what was committed", fixed, []conversation.Turn{turn("ok", edit("cart.go"), ran(`git commit -m "fix(cart): round the total once"`, ""), say("Done."))}, "Round the total once"},
		{"a nod: what was planned", op(fact.Plan, true, fact.NoSignal), []conversation.Turn{turn("go on", planned("# Plan: Export of invoices", transcript.Done), say("Approved."))}, "Export of invoices"},
		{"a nod: what was said", fixed, []conversation.Turn{turn("yes", edit("cart.go"), say("The total is rounded once now, at the end of Sum."))}, "The total is rounded once now, at the end of Sum"},
		{"a nod: what was changed", fixed, []conversation.Turn{turn("yes", edit("src/cart.go"), edit("src/sum.go"), edit("src/page.go"), stopped)}, "Change cart.go, sum.go and 1 other file"},
		{"a nod: two files", fixed, []conversation.Turn{turn("yes", edit("src/cart.go"), edit("src/sum.go"), stopped)}, "Change cart.go and sum.go"},
		{"only a picture", fixed, []conversation.Turn{{Images: 1}}, "A picture without words"},
		{"no words at all", fixed, []conversation.Turn{turn("")}, "A session without words"},
		{"no goal: the first words", op(fact.IntentNone, false, fact.NoSignal), []conversation.Turn{turn("good morning", say("Hello!"))}, "Good morning"},
		{"a trace: its error", fixed, []conversation.Turn{turn("Traceback (most recent call last):\n  File \"/a.py\", line 1, in <module>\nKeyError: 'cart'", edit("a.py"), say("A missing cart is skipped."))}, "KeyError: 'cart'"},
		{"paths by their last element", fixed, []conversation.Turn{turn("fix /home/robin/code/shop/internal/cart.go", say("Done."))}, "Fix cart.go"},
		{"the later goal, where the first is none", fixed, []conversation.Turn{turn("what is in here?", say("A shop.")), turn("fix the rounding of the total in cart.go", edit("cart.go"), edit("cart.go"), edit("cart.go"), say("Done."))}, "Fix the rounding of the total in cart.go"},
		{"cut, but not behind a word that leads on", fixed, []conversation.Turn{turn("fix the rounding of the total in the header of the page of all invoices of the customer", say("Done."))}, "Fix the rounding of the total in the header of the page"},
		{"an image's mark", fixed, []conversation.Turn{turn("[Image #1] fix the rounding of this total", say("Done."))}, "Fix the rounding of this total"},
	} {
		if got, _ := label(c.op, c.turns...); got != c.want {
			t.Errorf("%s: %q, want %q", c.why, got, c.want)
		}
	}
}

// A summary says the goal and what came of it: how the record ends where it was
// cut off, the agent's words where it was not, and what was seen of tests and git.
func TestSummariesSayWhatCame(t *testing.T) {
	label := labels(t)
	const ask = "Fix the rounding of the total in cart.go"
	const green, red = "ok  \tshop\t0.1s", "FAIL\tshop\t0.1s"
	for _, c := range []struct {
		why   string
		op    judge.Opinion
		turns []conversation.Turn
		want  string // after the goal
	}{
		{"the agent's words", fixed, []conversation.Turn{turn(ask, edit("cart.go"), say("I changed the total to be rounded once."))}, "I changed the total to be rounded once."},
		{"not its praise", fixed, []conversation.Turn{turn(ask, edit("cart.go"), say("Perfect! All set.\n\nI changed the total to be rounded once."))}, "I changed the total to be rounded once."},
		{"not its offer", fixed, []conversation.Turn{turn(ask, edit("cart.go"), say("I changed the total to be rounded once. Want me to add a test?"))}, "I changed the total to be rounded once."},
		{"not its courtesy", fixed, []conversation.Turn{turn(ask, edit("cart.go"), say("I changed the total to be rounded once.")), turn("thanks!", say("You're welcome!"))}, "I changed the total to be rounded once."},
		{"tests that passed", fixed, []conversation.Turn{turn(ask, edit("cart.go"), ran("go test ./...", green), say("I changed the total to be rounded once."))}, "I changed the total to be rounded once. Tests passed."},
		{"tests that failed", op(fact.BugFix, false, fact.NoSignal), []conversation.Turn{turn(ask, edit("cart.go"), ran("go test ./...", red), say("I changed the total to be rounded in one place."))}, "I changed the total to be rounded in one place. Tests failed."},
		{"said already", fixed, []conversation.Turn{turn(ask, edit("cart.go"), ran("go test ./...", green), say("I changed the total to be rounded once and all tests pass."))}, "I changed the total to be rounded once and all tests pass."},
		{"a task that checks anything", fixed, []conversation.Turn{turn(ask, edit("cart.go"), ran("make verify-prices", "12 prices checked, 0 errors"), say("I changed the total to be rounded once."))}, "I changed the total to be rounded once. Checks passed."},
		{"such a task whose output tells of tests", fixed, []conversation.Turn{turn(ask, edit("cart.go"), ran("make check", green), say("I changed the total to be rounded once."))}, "I changed the total to be rounded once. Tests passed."},
		{"a build", fixed, []conversation.Turn{turn(ask, edit("cart.go"), ran("go build ./...", ""), say("I changed the total to be rounded once."))}, "I changed the total to be rounded once. The build passed."},
		{"lint", fixed, []conversation.Turn{turn(ask, edit("cart.go"), ran("go vet ./...", ""), say("I changed the total to be rounded once."))}, "I changed the total to be rounded once. Lint passed."},
		{"a commit", fixed, []conversation.Turn{turn(ask, edit("cart.go"), ran("git commit -m x", ""), say("I changed the total to be rounded once."))}, "I changed the total to be rounded once. Committed."},
		{"a push", fixed, []conversation.Turn{turn(ask, edit("cart.go"), ran("go test ./...", green), ran("git push", ""), say("I changed the total to be rounded once."))}, "I changed the total to be rounded once. Tests passed, pushed."},
		{"a commit before the last change", fixed, []conversation.Turn{turn(ask, edit("sum.go"), ran("git commit -m x", "")), turn("and the cart", edit("cart.go"), say("I changed the total to be rounded once."))}, "sum.go and cart.go changed."},
		{"a push before the last change", fixed, []conversation.Turn{turn(ask, edit("sum.go"), ran("git push", "")), turn("and the cart", edit("cart.go"), say("I changed the total to be rounded once."))}, "sum.go and cart.go changed."},
		{"an issue filed after the push", fixed, []conversation.Turn{turn(ask, edit("cart.go"), ran("git commit -m x && git push", ""), step(conversation.Step{Kind: transcript.CallOther, Tool: "mcp__tracker__create_issue", Mutating: true, Outcome: transcript.Done}), say("I changed the total to be rounded once."))}, "I changed the total to be rounded once. Pushed."},
		{"a push before the last commit", fixed, []conversation.Turn{turn(ask, edit("sum.go"), ran("git commit -m x && git push", "")), turn("and the cart", edit("cart.go"), ran("git commit -m y", ""), say("I changed the total to be rounded once."))}, "sum.go and cart.go changed, committed."},
		{"stopped", fixed, []conversation.Turn{turn(ask, edit("cart.go"), stopped)}, "Stopped by the person; cart.go changed."},
		{"stopped, far gone", fixed, []conversation.Turn{turn(ask, edit("cart.go"), edit("sum.go"), ran("go test ./...", green), stopped)}, "Stopped by the person; cart.go and sum.go changed, tests passed."},
		{"stopped, nothing done", fixed, []conversation.Turn{turn(ask, stopped)}, "Stopped by the person."},
		{"a limit", fixed, []conversation.Turn{turn(ask, say("You've hit your limit · resets 7pm"))}, "Ended by an API error or a usage limit."},
		{"no answer", fixed, []conversation.Turn{turn(ask)}, "The last prompt was not answered."},
		{"a question", fixed, []conversation.Turn{turn(ask, step(conversation.Step{Kind: transcript.CallAsk, Tool: "AskUserQuestion", Outcome: transcript.Unknown}))}, "The agent's last question was not answered."},
		{"a plan handed on", op(fact.Plan, true, fact.NoSignal), []conversation.Turn{turn(ask, planned("# Plan: Round once", transcript.Rejected), stopped)}, "The plan was handed over without a word: Round once."},
		{"a plan without a heading", op(fact.Plan, true, fact.NoSignal), []conversation.Turn{turn(ask, planned("", transcript.Rejected), stopped)}, "The plan was handed over without a word."},
		{"a plan nobody answered", op(fact.Plan, false, fact.NoSignal), []conversation.Turn{turn(ask, planned("# Round once", transcript.Unknown))}, "Ends on a plan that nobody answered: Round once."},
		{"a call", fixed, []conversation.Turn{turn(ask, step(conversation.Step{Kind: transcript.CallRead, Tool: "Read", Outcome: transcript.Unknown}))}, "The record stops in mid-work."},
		{"a commit at the end", fixed, []conversation.Turn{turn(ask, edit("cart.go"), ran("git commit -m x", ""))}, "Ends on the commit or push that delivers it; cart.go changed."},
		{"a check at the end", fixed, []conversation.Turn{turn(ask, edit("cart.go"), ran("go test ./...", green))}, "Ends on a check that passed; cart.go changed."},
		{"dropped", op(fact.BugFix, false, fact.Abandoned), []conversation.Turn{turn(ask, edit("cart.go"), say("I changed the total to be rounded in one place."))}, "Dropped by the person. I changed the total to be rounded in one place."},
		{"again and again", op(fact.BugFix, false, fact.Loop), []conversation.Turn{turn(ask, edit("cart.go"), say("I changed the total to be rounded in one place."))}, "Tried again and again, never seen to work. I changed the total to be rounded in one place."},
		{"a complaint", op(fact.BugFix, false, fact.Frustration), []conversation.Turn{turn(ask, edit("cart.go"), say("I changed the total to be rounded in one place."))}, "The person's last complaint stands. I changed the total to be rounded in one place."},
		{"one word", fixed, []conversation.Turn{turn(ask, edit("cart.go"), ran("go test ./...", green), say("Done."))}, "cart.go changed, tests passed."},
		{"one name in two places", fixed, []conversation.Turn{turn(ask, edit("cart.go"), say("Created two files with:\n\n- **`/sums.md`** — in short\n- **`/docs/sums.md`** — in full\n"))}, "Created two files with: /sums.md; docs/sums.md."},
		{"a list that is led to", fixed, []conversation.Turn{turn(ask, edit("cart.go"), say("Created `cart.go` with:\n\n- **Rounding** — once\n- **Totals** — in cents\n"))}, "Created cart.go with: Rounding; Totals."},
	} {
		_, got := label(c.op, c.turns...)
		rest, ok := strings.CutPrefix(got, ask+". ")
		if !ok || rest != c.want {
			t.Errorf("%s: %q, want %q behind the goal", c.why, got, c.want)
		}
	}
}

// Where the answer's words are the title, the summary does not say them twice.
func TestSummaryDoesNotRepeat(t *testing.T) {
	const said = "The total is rounded once now, at the end of Sum"
	title, summary := labels(t)(fixed, turn("yes", edit("cart.go"), say(said+".")))
	if title != said || strings.Count(summary, said) != 1 {
		t.Errorf("%q, %q", title, summary)
	}
}

// What a plan's heading says, without what only says that it is a plan's.
func TestPlanTitles(t *testing.T) {
	for text, want := range map[string]string{
		"# Plan: Show the total": "Show the total", "# Implementation Plan — Show the total": "Show the total", "# План: Показать сумму": "Показать сумму", "# Show the total": "Show the total", "# Plan\n\nShow the total.": "Show the total",
		"## Context\n\nShow the total.": "Show the total", "# Cart: show the total": "Cart: show the total", "": "", "# Plan": "", "Implement the following plan:\n\n# Show it": "Show it",
	} {
		if got := planTitle(text); got != want {
			t.Errorf("%q is %q, want %q", text, got, want)
		}
	}
	for command, want := range map[string]string{"/review-pr": "review PR", "/a:b-c": "b c", "/run_e2e": "run E2E", "/x": "x", "/fix/ci": "fix CI"} {
		if got := commandName(command); got != want {
			t.Errorf("%s is %q, want %q", command, got, want)
		}
	}
	for n, want := range map[int]string{0: "0 files", 1: "1 file", 2: "2 files"} {
		if got := work.Counted(n, "file", "files"); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
	for text, want := range map[string]string{"see [Image #1] here": "see   here", "[Pasted text #2 +30 lines] x": "  x", "(no content)": " ", "a[0]": "a[0]", "[Image: source: /a.png]x": " x"} {
		if got := placeholders(text); got != want {
			t.Errorf("%q is %q, want %q", text, got, want)
		}
	}
}

// The client's own name is taken where ours would be a fragment of what it speaks of.
func TestTitlesOfTheClient(t *testing.T) {
	label := labels(t)
	called := func(t conversation.Turn, name string) conversation.Turn {
		t.Called = name
		return t
	}
	long := "please look at the invoices that are printed at night and make the totals in their footers agree with the sums of the lines above them"
	for _, c := range []struct{ why, prompt, called, want string }{
		{"a nod tells nothing", "ok", "Round invoice totals", "Round invoice totals"},
		{"ours would be cut", long, "Fix invoice totals in footers", "Fix invoice totals in footers"},
		{"ours would be cut, but it speaks of another thing", long, "Rename the parser", "Look at the invoices that are printed at night…"},
		{"ours is whole", "fix the rounding of the total in cart.go", "Cart rounding work", "Fix the rounding of the total in cart.go"},
		{"a single word is no name", "ok", "misc", "Ok"},
	} {
		title, _ := label(fixed, called(turn(c.prompt, say("Done.")), c.called))
		if title != c.want {
			t.Errorf("%s: %q, want %q", c.why, title, c.want)
		}
	}
}
