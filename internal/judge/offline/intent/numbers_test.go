package intent

import (
	"math"
	"strings"
	"testing"

	"prism/internal/conversation"
	"prism/internal/fact"
	"prism/internal/observe"
	"prism/internal/observe/speech"
	"prism/internal/transcript"
)

// TestThumbRules: what an engineer would call a session by what was asked and done.
func TestThumbRules(t *testing.T) {
	b := newDesk()
	rule := func(k *talk) fact.Intent {
		r := b.words.Reader()
		defer b.words.Return(r)
		return requestOf(r.Reader, r.Read(k.Draft())).rule
	}
	big := func(k *talk) *talk {
		return k.Edit("a.go", 90).Edit("b.go", 90).Edit("c.go", 90).Edit("d.go", 90)
	}
	for name, c := range map[string]struct {
		talk *talk
		want fact.Intent
	}{
		"a question":                      {new(talk).Ask("What is a mutex?").Say("A lock."), fact.Question},
		"a look at many files":            {new(talk).Ask("Investigate why the total is off").Read("a", "b", "c", "d", "e", "f").Say("It is rounded twice."), fact.Investigation},
		"a plan":                          {new(talk).Ask("Plan the export of invoices").Approved("# Plan").Say("Approved."), fact.Plan},
		"a review":                        {new(talk).Ask("Review this branch").Run("git diff", "+x").Say("Request changes."), fact.Review},
		"a fix that was stopped":          {new(talk).Ask("Fix the crash in cart.go").Read("cart.go").Interrupt(), fact.BugFix},
		"a feature that was stopped":      {new(talk).Ask("Add a CSV export").Read("cart.go").Interrupt(), fact.Feature},
		"a refactoring that was stopped":  {new(talk).Ask("Refactor cart.go into two files").Read("cart.go").Interrupt(), fact.Refactor},
		"a fix":                           {new(talk).Ask("Fix the crash in cart.go").Edit("cart.go", 6).Say("Fixed."), fact.BugFix},
		"a feature":                       {big(new(talk).Ask("Add a CSV export to the invoices page")).Say("Added."), fact.Feature},
		"a refactoring":                   {big(new(talk).Ask("Refactor cart.go into smaller files")).Say("Split."), fact.Refactor},
		"a small change":                  {new(talk).Ask("Rename the flag to --quiet").Edit("main.go", 2).Say("Renamed."), fact.SmallChange},
		"a command carried out":           {new(talk).Ask("commit and push").Run("git commit -am x", "").Run("git push", "").Say("Pushed."), fact.SmallChange},
		"a pasted failure":                {new(talk).Ask("FAIL\tshop/cart\t0.1s\npanic: nil map").Edit("cart.go", 6).Say("It was nil."), fact.BugFix},
		"a document":                      {new(talk).Ask("Update the README").Edit("README.md", 4).Say("Updated."), fact.SmallChange},
		"a plan carried out":              {big(new(talk).HandPlan("# Plan: add the export\n\nAdd it.")).Say("Added."), fact.Feature},
		"a review that mended":            {big(new(talk).Ask("Review this branch and address the comments")).Say("Done."), fact.BugFix},
		"called a fix when committed":     {new(talk).Ask("look at the cart again").Edit("cart.go", 6).Run("git commit -m 'fix: round the total once'", "").Say("Done."), fact.BugFix},
		"called a refactoring, committed": {new(talk).Ask("look at the cart again").Edit("cart.go", 60).Run("git commit -m 'refactor: split the total off'", "").Say("Done."), fact.Refactor},
	} {
		if got := rule(c.talk); got != c.want {
			t.Errorf("%s is a %s, want %s", name, got, c.want)
		}
	}
}

// TestVoicesBesidePrompts: what commits, branches, tickets and helpers say a
// session was for.
func TestVoicesBesidePrompts(t *testing.T) {
	for command, want := range map[string]string{
		"git checkout -b fix/round-the-total": "fix round the total", "git switch -c feat_export && ls": "feat export", "git switch --create 'a.b'": "a b", "git checkout -B x": "x",
		`gh pr create --title "feat: add export" --body x`: " add export", "gh pr create -t 'Round once'": "Round once", "gh pr create --fill": "", "git checkout main": "", `glab mr create --title="fix: x y"`: " x y",
	} {
		if got := strings.Join(openedNames(command), "|"); got != want {
			t.Errorf("%s opens %q, want %q", command, got, want)
		}
	}
	for _, c := range []struct{ command, output, want string }{
		{"gh issue view 3", "title:\tTotal is off\nstate: open", "Total is off"}, {"gh pr view 3 --json title", `{"title": "Round once", "x": 1}`, "Round once"}, {"gh issue list", "title:\tx", ""}, {"gh issue view 3", "nothing", ""},
	} {
		if got := ticketTitle(&conversation.Step{Target: c.command, Output: c.output}); got != c.want {
			t.Errorf("%s: %q, want %q", c.command, got, c.want)
		}
	}
	for text, want := range map[string]string{
		"# Plan: add the export\n\nx": "add the export", "Implement the following plan:\n\n# Implementation Plan — the export": "the export", "## Context": "Context", "": "", "# Export: invoices": "Export: invoices", "# План: экспорт": "экспорт",
	} {
		if got := planHeading(observe.NewWords().Reader().Reader, text); got != want {
			t.Errorf("%q is headed %q, want %q", text, got, want)
		}
	}
	if n := ListItems("- a\n* b\n1. c\n2) d\n# e\n• f\nplain\n-x\n"); n != 6 {
		t.Errorf("%d items", n)
	}
	b := newDesk()
	moved := new(talk).Ask("Split it").Swap("a.go", "func alphaBeta() {", "x").Swap("b.go", "y", "func alphaBeta() {").Swap("a.go", "func gammaDelta() {", "func gammaDelta() {").Say("Done.")
	if n := movedLines(b.session(moved)); n != 1 {
		t.Errorf("%d lines moved between files", n)
	}
	for name, want := range map[string]string{"docs/round-the_total.md": "round the total", `a\b\c.txt`: "c", "x": "x"} {
		if got := nameWords(name); got != want {
			t.Errorf("%s in words is %q, want %q", name, got, want)
		}
	}
	for _, c := range []struct {
		added, removed int
		want           float64
	}{{0, 5, 0}, {5, 0, 0}, {4, 2, 0.5}, {2, 4, 0.5}, {3, 3, 1}} {
		if got := balance(&observe.Session{Added: c.added, Removed: c.removed}); got != c.want {
			t.Errorf("+%d −%d balances at %v", c.added, c.removed, got)
		}
	}
}

// TestNumbersOfIntents: what each number by which an intent is told counts.
func TestNumbersOfIntents(t *testing.T) {
	b := newDesk()
	numbers := func(k *talk) map[string]float64 {
		r := b.words.Reader()
		defer b.words.Return(r)
		q := requestOf(r.Reader, r.Read(k.Draft()))
		out := map[string]float64{}
		for _, f := range b.features.own {
			out[f.name] = f.value(q)
		}
		return out
	}
	log := func(n float64) float64 { return math.Log1p(n) }
	for name, c := range map[string]struct {
		talk *talk
		want map[string]float64
	}{
		"a fix": {
			new(talk).Ask("Fix the rounding of the total in cart.go:\n- round it once\n- test it").Edit("cart.go", 3).Write("cart_test.go", 10).Read("a.go").Run("go test ./...", allGreen).Run("git commit -am x", "").Say("Fixed: it was rounded twice.").Ask("is it good?").Say("Yes."),
			map[string]float64{
				"lines": log(14), "code_lines": log(14), "edits": log(2), "files": log(2), "added": log(13), "removed": log(1), "created": log(1), "removed_share": 1.0 / 24, "small_edit": 1, "reads": log(1),
				"shell": log(2), "tests": log(1), "lints": 0, "runs": 0, "installs": 0, "commits": 1, "delivers_only": 0, "plans": 0, "plan_only": 0, "plan_end": 0, "turns": log(2), "question_marks": 0.5, "test_files": 0.5, "test_only": 0,
				"doc_files": 0, "conf_files": 0, "untouched": 0, "no_edits": 0, "untouched_cut": 0, "asks_and_answered": 0, "balance": 0.5, "lines_per_edit": log(7), "edits_per_file": log(1), "most_lines": log(14), "points": log(2),
				"tiny_ask_fix": 1, "tiny_ask_add": 0, "wide_ask_fix": log(2) / 2.5, "code_after_ask_fix": log(14) / 4, "none_after_ask_fix": 0, "code_after_ask_add": 0, "handed_plan": 0, "command": 0, "image": 0, "web": 0, "tasks": 0,
				"moved": 0, "moved_share": 0, "pasted_errors": 0, "closing_plan": 0,
			},
		},
		"a question": {
			new(talk).Ask("Why is the total rounded twice?").Read("a.go", "b.go").Call("WebSearch", "x").Back(transcript.Result{Outcome: transcript.Done}).Say("Because Sum rounds too: that is the cause."),
			map[string]float64{
				"untouched": 1, "no_edits": 1, "asks_and_answered": 1, "untouched_cut": 0, "question_marks": 1, "reads": log(2), "web": 1, "closing_cause": 1, "lines": 0, "balance": 1, "removed_share": 0, "most_lines": 0, "turns": log(1),
				"none_after_question": 1, "code_after_question": 0, "small_edit": 0, "test_only": 0, "test_files": 0, "edits_per_file": 0, "lines_per_edit": 0,
			},
		},
		"a plan":          {new(talk).Ask("Plan the export").Approved("# Plan"), map[string]float64{"plans": 1, "plan_only": 1, "untouched": 1, "commits": 0, "handed_plan": 0}},
		"a plan, shown":   {new(talk).Ask("Plan the export").Call("ExitPlanMode", "# Plan"), map[string]float64{"plan_end": 1, "plan_only": 1}},
		"a plan, handed":  {new(talk).HandPlan("# Plan: export").Edit("a.go", 3).Say("Done."), map[string]float64{"handed_plan": 1, "plans": 0, "plan_only": 0}},
		"a delivery":      {new(talk).Ask("push it").Run("git push", "").Say("Pushed."), map[string]float64{"delivers_only": 1, "commits": 0, "no_edits": 1}},
		"a stop":          {new(talk).Ask("Fix the crash").Read("a.go").Interrupt(), map[string]float64{"untouched_cut": 1, "asks_and_answered": 0, "none_after_ask_fix": 1}},
		"a command":       {new(talk).Command("/review", "12").Say("Approved."), map[string]float64{"command": 1}},
		"pasted failures": {new(talk).Ask("FAIL\ta\t0.1s\nFAIL\tb\t0.1s\nFAIL\tc\t0.1s\nFAIL\td\t0.1s").Say("Hm."), map[string]float64{"pasted_errors": 3}},
		"documents":       {new(talk).Ask("Update the notes").Edit("a.md", 2).Edit("b.json", 2).Edit("a_test.go", 40).Run("go vet ./...", "").Run("npm install x", "").Say("Done."), map[string]float64{"doc_files": 1.0 / 3, "conf_files": 1.0 / 3, "test_files": 1.0 / 3, "test_only": 0, "lints": 1, "installs": 1, "small_edit": 0}},
		"tests alone":     {new(talk).Ask("Add tests").Write("a_test.go", 9).Say("Added."), map[string]float64{"test_only": 1, "test_files": 1, "tiny_ask_add": 1}},
		"helpers":         {new(talk).Ask("Look around").Call("Task", "explore").Back(transcript.Result{Outcome: transcript.Done}).Say("Done."), map[string]float64{"tasks": 1}},
		"a move":          {new(talk).Ask("Split it").Swap("a.go", "func alphaBeta() {", "x").Swap("b.go", "y", "func alphaBeta() {").Say("Done."), map[string]float64{"moved": log(1), "moved_share": 1.0 / 12}},
	} {
		got := numbers(c.talk)
		for f, want := range c.want {
			if x, ok := got[f]; !ok || math.Abs(x-want) > 1e-9 {
				t.Errorf("%s: %s is %v, want %v", name, f, x, want)
			}
		}
	}
	// Shares of what a text asks for.
	m := &speech.Message{}
	m.Count[speech.AskFix], m.Count[speech.AskAdd], m.Leads[speech.AskFix], m.Leads[speech.Broken], m.Leads[speech.AskAdd] = 1, 3, 1, 1, 2
	if share(m, speech.AskFix) != 0.25 || share(&speech.Message{}, speech.AskFix) != 0 || portion(m, speech.AskFix) != 0.5 || portion(m, speech.AskAdd) != 0.5 || portion(&speech.Message{}, speech.AskFix) != 0 {
		t.Errorf("shares %v, portions %v", share(m, speech.AskFix), portion(m, speech.AskFix))
	}
	broken, run := &speech.Message{}, &speech.Message{}
	broken.Leads[speech.Broken], run.Leads[speech.AskRun] = 1, 1
	if leads(broken, speech.AskFix) != 1 || leads(broken, speech.AskAdd) != 0 || leads(run, speech.AskSmall) != 1 || leadsAs(broken, speech.AskFix) != 0 || leadsAs(broken, speech.Broken) != 1 || leads(&speech.Message{}, speech.AskFix) != 0 {
		t.Error("what does not work is to be fixed, and what is to be run is small")
	}
}

// TestGoalless: greetings, thanks and the weather are no goal, and whatever asks
// for something beside them is one.
func TestGoalless(t *testing.T) {
	b := newDesk()
	chat := func(prompts ...string) *talk {
		k := new(talk)
		for _, p := range prompts {
			k.Ask(p).Say("Hello!")
		}
		return k
	}
	for want, list := range map[bool][]*talk{
		true:  {chat("hi"), chat("hello there", "thanks"), chat("hi", "nothing really"), chat("good morning", "bye"), chat("thank you"), chat("how are you?")},
		false: {chat("hi", "fix the gauge"), chat("fix the gauge"), chat("hi", "what is a gauge?"), chat("the old gauge of our harbour"), chat("hi").Command("/status", ""), chat("hi").Edit("a.go", 2), new(talk).Ask("hm").Read("a", "b", "c", "d").Say("Well."), chat("hi", "how are you? and fix the gauge")},
	} {
		for i, k := range list {
			if got := Goalless(b.session(k)); got != want {
				t.Errorf("%d: goalless %v, want %v", i, got, want)
			}
		}
	}
}
