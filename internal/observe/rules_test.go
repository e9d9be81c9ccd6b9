package observe

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"prism/internal/conversation"
	"prism/internal/observe/output"
	"prism/internal/observe/speech"
	"prism/internal/shell"
	"prism/internal/transcript"
	"prism/internal/transcript/claude"
)

// happening is one thing in a turn of the sessions below.
type happening func(t *conversation.Turn, seq int)

func turn(prompt string, list ...happening) conversation.Turn {
	t := conversation.Turn{UUID: "p", Prompt: prompt}
	for i, h := range list {
		h(&t, i+1)
	}
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

func call(tool string, outcome transcript.Outcome) happening {
	kind, _ := claude.KindOf(tool)
	return step(conversation.Step{Kind: kind, Tool: tool, Outcome: outcome, Target: "x"})
}

func edit(file string, added, removed int) happening {
	return step(conversation.Step{Kind: transcript.CallEdit, Tool: "Edit", Target: file, Outcome: transcript.Done, Mutating: true, Edit: &conversation.Edit{
		File: file, Added: added, Removed: removed, Language: "go", AddedHash: hashes(file+"+", added), RemovedHash: hashes(file+"-", removed),
	}})
}

func hashes(lead string, n int) []uint64 {
	var out []uint64
	for i := range n {
		h := uint64(14695981039346656037)
		for _, b := range []byte(fmt.Sprint(lead, i)) {
			h = (h ^ uint64(b)) * 1099511628211
		}
		out = append(out, h)
	}
	return out
}

func sh(command, out string, outcome transcript.Outcome) happening {
	return step(conversation.Step{Kind: transcript.CallShell, Tool: "Bash", Target: command, Output: out, Outcome: outcome, Exit: -1, Class: shell.ParseLine(command).Class(), Mutating: shell.ParseLine(command).Class().Mutates()})
}

func ran(command, out string) happening { return sh(command, out, transcript.Done) }

func marked(kind conversation.MarkKind) happening {
	return func(t *conversation.Turn, seq int) {
		t.Marks = append(t.Marks, conversation.Mark{Kind: kind, Seq: seq, Text: "m"})
	}
}

// looker reads sessions of the turns that it is given.
func looker(t *testing.T) func(turns ...conversation.Turn) *Session {
	t.Helper()
	w := NewWords()
	return func(turns ...conversation.Turn) *Session {
		r := w.Reader()
		defer w.Return(r)
		return r.Read(&conversation.Draft{Turns: turns, First: 1, AtEnd: true})
	}
}

// What is counted of a session's work.
func TestCountsOfWork(t *testing.T) {
	look := looker(t)
	created := step(conversation.Step{Kind: transcript.CallEdit, Tool: "Write", Target: "new.go", Outcome: transcript.Done, Mutating: true, Edit: &conversation.Edit{File: "new.go", Created: true, Added: 7, Language: "go"}})
	plan := step(conversation.Step{Kind: transcript.CallEdit, Tool: "Write", Target: "p.md", Outcome: transcript.Done, Mutating: true, Edit: &conversation.Edit{File: "p.md", Plan: true, Added: 9}})
	notes := step(conversation.Step{Kind: transcript.CallEdit, Tool: "Write", Target: "n.md", Outcome: transcript.Done, Mutating: true, Edit: &conversation.Edit{File: "n.md", Added: 4, Language: "markdown"}})
	refused := step(conversation.Step{Kind: transcript.CallEdit, Tool: "Edit", Target: "a.go", Outcome: transcript.Rejected, Said: "no", Mutating: true})
	a := look(turn("work", edit("a.go", 3, 2), edit("a.go", 1, 0), created, plan, notes, refused,
		call("Read", transcript.Done), call("Grep", transcript.Done), call("WebSearch", transcript.Done), call("Task", transcript.Done), call("ExitPlanMode", transcript.Rejected), call("Read", transcript.Errored),
		ran("go test ./...", "PASS"), ran("npm install x", ""), ran("git commit -m x", ""), ran("git push", ""), ran("gh pr create", ""), marked(conversation.MarkInterrupt)))
	for name, c := range map[string][2]int{
		"added": {a.Added, 15}, "removed": {a.Removed, 2}, "lines of code": {a.CodeLines, 13}, "created": {a.Created, 1}, "edits": {len(a.Edits), 4}, "edits of plans": {a.PlanEdits, 1}, "files": {len(a.Files), 3},
		"times of one file": {a.Files["a.go"], 2}, "reads": {a.Reads, 2}, "searches": {a.Searches, 1}, "web": {a.Web, 1}, "tasks": {a.Tasks, 1}, "plans": {len(a.Plans), 1}, "shell": {a.Shell, 5}, "installs": {a.Installs, 1},
		"commits": {a.Commits, 1}, "pushes": {a.Pushes, 1}, "pull requests": {a.Pulls, 1}, "interrupts": {a.Interrupts, 1}, "checks": {len(a.Checks), 1}, "steps of the turn": {a.Turns[0].Steps, 17},
		"edits of the turn": {a.Turns[0].Edits, 4}, "refusals of the turn": {a.Turns[0].Rejects, 2}, "errors of the turn": {a.Turns[0].Errors, 1}, "tests": {a.Count(shell.ClassTest), 1}, "builds": {a.Count(shell.ClassBuild), 0},
	} {
		if c[0] != c[1] {
			t.Errorf("%s: %d, want %d", name, c[0], c[1])
		}
	}
	if !a.CommitsAfterChange || !a.Turns[0].Delivered || !a.Touched() || a.Turns[0].DeliveryFailed {
		t.Errorf("delivered %v, after the last change %v", a.Turns[0].Delivered, a.CommitsAfterChange)
	}
	b := look(turn("work", ran("git commit -m x", ""), edit("a.go", 1, 0)))
	if b.CommitsAfterChange || b.LastChange <= b.LastCommit || b.LastCommit < 0 {
		t.Errorf("a change after the commit: change %d, commit %d", b.LastChange, b.LastCommit)
	}
	b = look(turn("work", sh("git push", "rejected", transcript.Errored)))
	if b.FailedDelivery < 0 || !b.Turns[0].DeliveryFailed || b.Turns[0].Delivered || b.LastCommit >= 0 || b.Touched() {
		t.Errorf("a push that failed: %+v", b.Turns[0])
	}
	b = look(turn("look", ran("ls", "x"), call("Read", transcript.Done)))
	if b.Touched() || b.LastChange != -1 || len(b.Changes) != 0 {
		t.Error("looking changes nothing")
	}
	b = look(turn("write", ran("cp a b", "")))
	if !b.Touched() || len(b.Changes) != 1 || b.LastChange < 0 {
		t.Error("a command that writes changes something")
	}
	dead := turn("dead", edit("z.go", 9, 0))
	dead.Abandoned = true
	if b = look(turn("live"), dead); len(b.Turns) != 1 || len(b.Edits) != 0 {
		t.Error("a branch that was left is no part of the session")
	}
}

// Which check counts: after the last change, and telling.
func TestChecksAfterChanges(t *testing.T) {
	look := looker(t)
	const green, red = "ok  \tshop\t0.1s", "FAIL\tshop\t0.1s"
	for _, c := range []struct {
		why          string
		turns        conversation.Turn
		after, shown string // "" none, else passed or failed
	}{
		{"none", turn("x", edit("a.go", 1, 0)), "", ""},
		{"passed after", turn("x", edit("a.go", 1, 0), ran("go test", green)), "passed", "passed"},
		{"passed before", turn("x", ran("go test", green), edit("a.go", 1, 0)), "", ""},
		{"failed after", turn("x", edit("a.go", 1, 0), ran("go test", red)), "failed", "failed"},
		{"failed, then passed", turn("x", edit("a.go", 1, 0), ran("go test", red), ran("go test", green)), "passed", "passed"},
		{"passed, then failed", turn("x", edit("a.go", 1, 0), ran("go test", green), ran("go test", red)), "failed", "failed"},
		{"nothing told", turn("x", edit("a.go", 1, 0), ran("go test", "hm")), "", ""},
		{"a silent build", turn("x", edit("a.go", 1, 0), ran("go build ./...", "")), "passed", "passed"},
		{"a program that ran", turn("x", edit("a.go", 1, 0), ran("go run .", "hello")), "passed", ""},
		{"a refused check", turn("x", edit("a.go", 1, 0), sh("go test", green, transcript.Rejected)), "", ""},
	} {
		a := look(c.turns)
		name := func(k Check, ok bool) string {
			return map[output.Verdict]string{output.Passed: "passed", output.Failed: "failed", output.Unclear: ""}[k.Verdict]
		}
		if k, ok := a.After(Checks); name(k, ok) != c.after {
			t.Errorf("%s: after the change %q, want %q", c.why, name(k, ok), c.after)
		}
		if k, ok := a.Shown(Checks); name(k, ok) != c.shown || ok != (c.shown == "passed") {
			t.Errorf("%s: shown %q %v, want %q", c.why, name(k, ok), ok, c.shown)
		}
	}
	a := look(turn("x", edit("a.go", 1, 0), ran("go test", green), ran("go build", "")))
	if k, _ := a.Shown(Checks); !k.Work.Has(shell.ClassTest) {
		t.Error("a test shows more than a build")
	}
	if k, ok := LastClear(a); !ok || !k.Work.Has(shell.ClassBuild) {
		t.Error("the last check is the build")
	}
}

// On what a record ends, and whether that is in mid-work.
func TestEndsOfRecords(t *testing.T) {
	look := looker(t)
	const green = "ok  \tshop\t0.1s"
	for _, c := range []struct {
		why  string
		turn conversation.Turn
		kind EndKind
		cut  bool
	}{
		{"an answer", turn("do it", edit("a.go", 1, 0), say("Done.")), EndAnswer, false},
		{"a list of tasks behind it", turn("do it", say("Done."), call("TodoWrite", transcript.Done)), EndAnswer, false},
		{"a notice behind it", turn("do it", say("Done."), marked(conversation.MarkNotice)), EndAnswer, false},
		{"a compaction behind it", turn("do it", say("Done."), marked(conversation.MarkCompacted)), EndAnswer, false},
		{"empty words behind it", turn("do it", say("Done."), say("No response requested.")), EndAnswer, false},
		{"an announcement", turn("do it", say("Now let me run the tests:")), EndAnswer, true},
		{"an announcement in Chinese", turn("do it", say("接下来运行测试：")), EndAnswer, true},
		{"a call", turn("do it", sh("go test", "", transcript.Unknown)), EndCall, true},
		{"a result", turn("do it", ran("ls", "a")), EndResult, true},
		{"a failed call", turn("do it", sh("ls", "a", transcript.Errored)), EndResult, true},
		{"a stopped call", turn("do it", sh("ls", "", transcript.Aborted)), EndInterrupt, true},
		{"an interrupt", turn("do it", ran("ls", "a"), marked(conversation.MarkInterrupt)), EndInterrupt, true},
		{"an interrupt after words", turn("do it", say("Done."), marked(conversation.MarkInterrupt)), EndInterrupt, true},
		{"an interrupt after a whole answer", turn("do it", say("I fixed it. "+strings.Repeat("The total is rounded once now. ", 12)+"All tests pass."), marked(conversation.MarkInterrupt)), EndAnswer, false},
		{"a refusal", turn("do it", call("Edit", transcript.Rejected)), EndRefused, true},
		{"a refusal in words", turn("do it", step(conversation.Step{Kind: transcript.CallEdit, Tool: "Edit", Outcome: transcript.Rejected, Said: "not so"})), EndResult, true},
		{"a service that failed", turn("do it", edit("a.go", 1, 0), marked(conversation.MarkFailure)), EndFailure, true},
		{"a limit told as an answer", turn("do it", say("You've hit your limit · resets 7pm")), EndFailure, true},
		{"an error told as an answer", turn("do it", say("API Error: 500")), EndFailure, true},
		{"a prompt", turn("do it"), EndPrompt, true},
		{"a prompt and a notice", turn("do it", marked(conversation.MarkNotice)), EndPrompt, true},
		{"a question", turn("do it", call("AskUserQuestion", transcript.Unknown)), EndAsking, false},
		{"a question answered", turn("do it", call("AskUserQuestion", transcript.Done)), EndResult, true},
		{"a plan handed over", turn("plan it", call("ExitPlanMode", transcript.Rejected), marked(conversation.MarkInterrupt)), EndHanded, false},
		{"a plan refused in words", turn("plan it", step(conversation.Step{Kind: transcript.CallPlan, Tool: "ExitPlanMode", Outcome: transcript.Rejected, Said: "smaller"})), EndResult, true},
		{"a plan shown", turn("plan it", call("ExitPlanMode", transcript.Unknown)), EndPlan, false},
		{"a commit", turn("do it", edit("a.go", 1, 0), sh("git commit -m x", "", transcript.Unknown)), EndCall, false},
		{"a push", turn("do it", edit("a.go", 1, 0), ran("git push", "")), EndResult, false},
		{"a pull request", turn("do it", edit("a.go", 1, 0), ran("gh pr create", "")), EndResult, false},
		{"staged work", turn("do it", edit("a.go", 1, 0), ran("git add -A", "")), EndResult, false},
		{"staged, and nothing done", turn("do it", ran("git add -A", "")), EndResult, true},
		{"a look at git where a commit was asked for", turn("commit it", ran("git status", "")), EndResult, false},
		{"a look at git", turn("do it", ran("git status", "")), EndResult, true},
		{"a check that passed", turn("do it", edit("a.go", 1, 0), ran("go test", green)), EndResult, false},
		{"a check that failed", turn("do it", edit("a.go", 1, 0), ran("go test", "FAIL")), EndResult, true},
		{"a check that passed before a change", turn("do it", ran("go test", green), edit("a.go", 1, 0)), EndResult, true},
	} {
		if e := look(c.turn).End; e.Kind != c.kind || e.Cut() != c.cut || e.Turn != 0 {
			t.Errorf("%s: kind %d, cut %v in turn %d; want %d, %v", c.why, e.Kind, e.Cut(), e.Turn, c.kind, c.cut)
		}
	}
	if e := look().End; e.Kind != EndNothing || e.Turn != -1 || e.Cut() {
		t.Errorf("nothing at all: %+v", e)
	}
	if e := look(turn("do it", say("Done.")), turn("exit")).End; e.Turn != 0 || e.Kind != EndAnswer {
		t.Errorf("a farewell is no end of its own: %+v", e)
	}
}

// What a prompt does to the work before it.
func TestWhatPromptsSay(t *testing.T) {
	look := looker(t)
	first := turn("Fix the total in cart.go", edit("cart.go", 3, 1), say("Fixed."))
	for prompt, want := range map[string]string{ // complains, accepts, delivers, orders an undoing, asks for one
		"still doesn't work":            "complains",
		"that's wrong":                  "complains",
		"great, works":                  "accepts",
		"perfect, thanks":               "accepts",
		"thanks":                        "accepts",
		"looks good, commit it":         "accepts delivers",
		"commit and push":               "delivers",
		"undo that":                     "orders-undo asks-undo",
		"can you revert that?":          "asks-undo",
		"what does git reset do?":       "asks-undo",
		"now add a discount":            "",
		"does it work?":                 "",
		"is that good?":                 "",
		"funktioniert immer noch nicht": "complains",
		"super, danke":                  "accepts",
		"mach das rückgängig":           "orders-undo asks-undo",
		"まだ動きません":                       "complains",
		"спасибо, работает":             "accepts",
	} {
		a := look(first, turn(prompt, say("OK.")))
		x := &a.Turns[1]
		var got []string
		for _, s := range []struct {
			name string
			on   bool
		}{{"complains", Complains(x)}, {"accepts", Accepts(x)}, {"delivers", WantsDelivery(x)}, {"orders-undo", OrdersUndo(x)}, {"asks-undo", AsksUndo(x)}} {
			if s.on {
				got = append(got, s.name)
			}
		}
		if strings.Join(got, " ") != want {
			t.Errorf("%q %s, want %s", prompt, strings.Join(got, " "), want)
		}
	}
	// In the first prompt of a session a complaint is what is to be mended.
	if a := look(turn("it still doesn't work, fix it")); Complains(&a.Turns[0]) || !a.Turns[0].First {
		t.Error("what opens a session complains of nothing done in it")
	}
	if a := look(turn("undo that")); OrdersUndo(&a.Turns[0]) || AsksUndo(&a.Turns[0]) {
		t.Error("nothing was done that could be undone")
	}
	for name, want := range map[string]bool{"/commit": true, "/commit-push-pr": true, "/ship": true, "/release": true, "/pr": true, "/merge": true, "/review": false, "/prepare": false, "/pr-comments": false, "/pr_comments": false, "/show-commits": false, "/commit-history": false, "/pr-status": false, "/commit-commands:commit-push-pr": true, "": false} {
		if CommandDelivers(name) != want {
			t.Errorf("command %s delivers: %v", name, !want)
		}
	}
}

// Words that say and do nothing are no turn of work.
func TestTrivialTurns(t *testing.T) {
	look := looker(t)
	cleared := turn("/clear")
	cleared.Command = "/clear"
	image := turn("")
	image.Images = 1
	for _, c := range []struct {
		why  string
		turn conversation.Turn
		want bool
	}{
		{"a farewell", turn("exit"), true}, {"a greeting that is answered", turn("hi", say("Hello!")), true}, {"nothing", turn(""), true}, {"the client's word for nothing", turn("(no content)"), true},
		{"a command without effect", cleared, true}, {"a picture", image, false}, {"a request", turn("fix it"), false}, {"a farewell with work", turn("bye", edit("a.go", 1, 0)), false}, {"a long farewell", turn("bye and fix the cart before you go"), false},
	} {
		a := look(turn("Fix the total"), c.turn)
		if a.Turns[1].Trivial != c.want {
			t.Errorf("%s is trivial: %v", c.why, !c.want)
		}
	}
}

// How much of the work has something that speaks for it.
func TestProofOfWork(t *testing.T) {
	look := looker(t)
	const green, red = "ok  \tshop\t0.1s", "FAIL\tshop\t0.1s"
	big, small := 1+math.Log1p(99), 1+math.Log1p(1)
	for _, c := range []struct {
		why         string
		turns       []conversation.Turn
		share       float64
		unsupported int
	}{
		{"nothing changed", []conversation.Turn{turn("x", say("y"))}, 0, 0},
		{"nothing speaks for it", []conversation.Turn{turn("x", edit("a.go", 1, 0))}, 0, 1},
		{"a check", []conversation.Turn{turn("x", edit("a.go", 1, 0), ran("go test", green))}, 1, 0},
		{"a red check", []conversation.Turn{turn("x", edit("a.go", 1, 0), ran("go test", red))}, 0, 1},
		{"green, then red", []conversation.Turn{turn("x", edit("a.go", 1, 0), ran("go test", green), ran("go test", red))}, 0, 1},
		{"committed", []conversation.Turn{turn("x", edit("a.go", 1, 0), ran("git commit -m x", ""))}, 1, 0},
		{"committed before", []conversation.Turn{turn("x", ran("git commit -m x", ""), edit("a.go", 1, 0))}, 0, 1},
		{"went on from", []conversation.Turn{turn("x", edit("a.go", 1, 0)), turn("now add a button", say("z"))}, 1, 0},
		{"a greeting between, then a complaint", []conversation.Turn{turn("x", edit("a.go", 1, 0)), turn("hi", say("Hello!")), turn("still doesn't work", say("z"))}, 0, 1},
		{"a greeting between, then more", []conversation.Turn{turn("x", edit("a.go", 1, 0)), turn("hi", say("Hello!")), turn("now add a button", say("z"))}, 1, 0},
		{"a correction", []conversation.Turn{turn("x", edit("a.go", 1, 0)), turn("no, use the other file instead", say("z"))}, 0, 1},
		{"complained of", []conversation.Turn{turn("x", edit("a.go", 1, 0)), turn("still doesn't work", say("z"))}, 0, 1},
		{"answered by a pasted failure", []conversation.Turn{turn("x", edit("a.go", 1, 0)), turn("FAIL\tshop\t0.1s", say("z"))}, 0, 1},
		{"large edits weigh more, not by their length", []conversation.Turn{turn("x", edit("a.go", 99, 0), ran("go test", green), edit("b.go", 1, 0))}, big / (big + small), 1},
	} {
		a := look(c.turns...)
		if p := Prove(a, a.End.Turn); math.Abs(p.Share-c.share) > 1e-9 || p.Unsupported != c.unsupported {
			t.Errorf("%s: %.3f, %d lines without; want %.3f, %d", c.why, p.Share, p.Unsupported, c.share, c.unsupported)
		}
	}
}

// A red check at the end that nothing has put right.
func TestRedAtTheEnd(t *testing.T) {
	look := looker(t)
	const green, red = "ok  \tshop\t0.1s", "FAIL\tshop\t0.1s"
	work := func(list ...happening) conversation.Turn {
		return turn("Fix the total in cart.go", append([]happening{edit("cart.go", 3, 1)}, list...)...)
	}
	for _, c := range []struct {
		why              string
		turns            []conversation.Turn
		stands           bool
		stated, admitted bool
	}{
		{"red", []conversation.Turn{work(ran("go test", red), say("Done."))}, true, true, false},
		{"red, and admitted", []conversation.Turn{work(ran("go test", red), say("The test still fails."))}, true, true, true},
		{"by its exit alone", []conversation.Turn{work(sh("go test", "", transcript.Errored), say("Done."))}, true, false, false},
		{"green in the end", []conversation.Turn{work(ran("go test", red), ran("go test", green), say("Done."))}, false, false, false},
		{"committed over", []conversation.Turn{work(ran("go test", red), ran("git commit -m x", ""), say("Done."))}, false, false, false},
		{"red before any work", []conversation.Turn{turn("Fix it", ran("go test", red), edit("cart.go", 3, 1), say("Done."))}, false, false, false},
		{"changed after it", []conversation.Turn{work(ran("go test", red), edit("cart.go", 1, 1), say("Done."))}, true, false, false},
		{"work in a later turn", []conversation.Turn{work(ran("go test", red), say("Done.")), turn("and the header", edit("header.go", 2, 0), say("Done."))}, false, false, false},
		{"words in a later turn", []conversation.Turn{work(ran("go test", red), say("Done.")), turn("what does it do?", say("It sums."))}, true, true, false},
		{"long ago: how far back counts is the judge's to say", []conversation.Turn{work(ran("go test", red), say("Done.")), turn("what?", say("a")), turn("why?", say("b")), turn("how?", say("c"))}, true, true, false},
		{"at the first change", []conversation.Turn{turn("Fix it", edit("cart.go", 3, 1), ran("go test", red), edit("cart.go", 3, 1), ran("go test", red), say("Done."))}, true, true, false},
		{"words, then work by a command", []conversation.Turn{work(ran("go test", red), say("Done.")), turn("move it", ran("mv a b", ""), say("Moved."))}, false, false, false},
		{"a program that failed", []conversation.Turn{work(sh("go run .", "boom", transcript.Errored), say("Done."))}, false, false, false},
		{"a subagent's", []conversation.Turn{work(step(conversation.Step{Kind: transcript.CallShell, Tool: "Bash", Target: "go test", Output: red, Outcome: transcript.Done, Class: shell.ClassTest, Subagent: true}), say("Done."))}, false, false, false},
		{"nothing changed", []conversation.Turn{turn("Run the tests", ran("go test", red), say("One fails."))}, false, false, false},
	} {
		f := look(c.turns...).FailedCheck
		if (f.Turn >= 0) != c.stands || f.Stated != c.stated || f.Admitted != c.admitted {
			t.Errorf("%s: turn %d, stated %v, admitted %v", c.why, f.Turn, f.Stated, f.Admitted)
		}
	}
	if f := look(work(ran("go test", red), say("That test failed before this change and is not related."))).FailedCheck; !f.Excused {
		t.Errorf("a failure that was there before: %+v", f)
	}
}

// Work that was taken back.
func TestTakenBack(t *testing.T) {
	look := looker(t)
	back := func(file string, n int) happening {
		return step(conversation.Step{Kind: transcript.CallEdit, Tool: "Edit", Target: file, Outcome: transcript.Done, Mutating: true, Edit: &conversation.Edit{File: file, Removed: n, RemovedHash: hashes(file+"+", n)}})
	}
	done := turn("add a button", edit("a.go", 10, 0), edit("b.go", 2, 0), say("Added."))
	for _, c := range []struct {
		why  string
		turn conversation.Turn
		want bool
	}{
		{"the files restored", turn("undo that", ran("git checkout -- a.go b.go", "")), true},
		{"half of the files", turn("undo that", ran("git restore a.go", "")), true},
		{"another file", turn("undo that", ran("git restore c.go", "")), false},
		{"all of the tree", turn("undo that", ran("git checkout .", "")), true},
		{"a hard reset", turn("undo that", ran("git reset --hard", "")), true},
		{"a soft reset", turn("undo that", ran("git reset --soft HEAD~1", "")), false},
		{"put away", turn("undo that", ran("git stash", "")), true},
		{"put away and back", turn("undo that", ran("git stash pop", "")), false},
		{"removed", turn("undo that", ran("rm a.go b.go", "")), true},
		{"edited away", turn("undo that", back("a.go", 10)), true},
		{"edited away in part", turn("undo that", back("a.go", 3)), false},
		{"edited away, with more put there", turn("undo that", back("a.go", 10), edit("c.go", 9, 0)), false},
		{"a look at what was put away", turn("undo that", ran("git stash list", "")), false},
		{"put away by name", turn("undo that", ran("git stash push -m x", "")), true},
		{"one of the commits reverted", turn("undo that", ran("git revert HEAD", "")), false},
		{"refused", turn("undo that", sh("git checkout .", "", transcript.Rejected)), false},
		{"words", turn("undo that", say("Undone.")), false},
	} {
		if a := look(done, c.turn); TookBack(a, 1) != c.want {
			t.Errorf("%s: taken back %v, want %v", c.why, !c.want, c.want)
		}
	}
	// Lines too short to be known again are told by their number.
	short := func(file string, added, removed int) happening {
		return step(conversation.Step{Tool: "Edit", Target: file, Outcome: transcript.Done, Mutating: true, Edit: &conversation.Edit{File: file, Added: added, Removed: removed}})
	}
	for name, c := range map[string]struct {
		turn conversation.Turn
		want bool
	}{
		"as many":       {turn("undo that", short("a.go", 0, 4)), true},
		"half":          {turn("undo that", short("a.go", 0, 2)), true},
		"less":          {turn("undo that", short("a.go", 0, 1)), false},
		"another file":  {turn("undo that", short("b.go", 0, 4)), false},
		"a long prompt": {turn("undo "+strings.Repeat("this and ", 9)+"that", short("a.go", 0, 4)), false},
		"by a subagent": {turn("undo that", step(conversation.Step{Tool: "Edit", Subagent: true, Outcome: transcript.Done, Edit: &conversation.Edit{File: "a.go", Removed: 4}})), false},
	} {
		if got := TookBack(look(turn("x", short("a.go", 4, 0)), c.turn), 1); got != c.want {
			t.Errorf("%s of the lines: taken back %v", name, got)
		}
	}
	if a := look(turn("x", edit("a.go", 9, 0), ran("git commit -m x", "")), turn("undo that", ran("git revert HEAD", ""))); !TookBack(a, 1) {
		t.Error("the only commit reverted takes the work back")
	}
	if a := look(turn("x", edit("a.go", 9, 0), ran("git commit -m x", "")), turn("undo that", ran("git checkout .", ""))); TookBack(a, 1) {
		t.Error("what was committed is not taken back by a checkout")
	}
	if a := look(turn("x", say("y")), turn("undo that", ran("git checkout .", ""))); TookBack(a, 1) {
		t.Error("nothing was done that could be taken back")
	}
}

func TestTextHelpers(t *testing.T) {
	if ClipBytes("añb", 2) != "a" || ClipBytes("ab", 2) != "ab" || TailBytesOf("añb", 2) != "b" || TailBytesOf("ab", 2) != "ab" {
		t.Error("a clip cuts a character in two")
	}
	for _, c := range []struct {
		a, w string
		want bool
	}{{"fix-cart", "fix", true}, {"prefix", "fix", false}, {"fixes", "fix", false}, {"prefix/fix", "fix", true}, {"fix", "fix", true}, {"fix2", "fix", true}, {"", "fix", false}} {
		if HasWord(c.a, c.w) != c.want {
			t.Errorf("%q has the word %s: %v", c.a, c.w, !c.want)
		}
	}
	for command, want := range map[string]string{
		`git commit -m "fix: the total is rounded once"`: "fix: the total is rounded once", `git commit -am 'add a longer subject'`: "add a longer subject", `git commit --message="one more thing here"`: "one more thing here",
		"git commit -m \"$(cat <<'EOF'\nfrom a document\n\nmore\nEOF\n)\"": "from a document", "git commit -F - <<EOF\nfrom input\nEOF": "from input",
		"git commit -m \"$(cat <<'EOF'\ntide: don't read the pendulum twice\nEOF\n)\"": "tide: don't read the pendulum twice", `git commit -m "tide: don't read it twice"`: "tide: don't read it twice", "git commit -m wip && git push": "wip", "git commit": "", "git status": "",
	} {
		if got := CommitSubject(command); got != want {
			t.Errorf("%s: %q, want %q", command, got, want)
		}
	}
	for subject, want := range map[string]int{"feat: x": 1, "feature(cart): x": 1, "fix!: x": 2, "Hotfix: x": 2, "refactor: x": 3, "perf: x": 3, "style: x": 3, "docs: x": 4, "chore: x": 5, "ci: x": 5, "build: x": 5, "deps: x": 5, "test: x": 6, "x": 0, "cart: x": 0, "✨ feat: x": 1, strings.Repeat("long ", 9) + "fix: x": 0} {
		if kind, rest := Conventional(subject); kind != want || want > 0 && rest != " x" || want == 0 && rest != subject {
			t.Errorf("%s: kind %d, rest %q", subject, kind, rest)
		}
	}
	for text, want := range map[string]int{"a. bcd": 3, "a! bcd": 3, "a\nb": 2, "甲。乙": 6, "a": 0, "a. ": 0, "a.bcd": 0} {
		if got := LastSentence(text); got != want {
			t.Errorf("the last sentence of %q begins at %d, want %d", text, got, want)
		}
	}
	for name, want := range map[string]string{"a_test.go": "test", "x/tests/a.py": "test", "a.spec.ts": "test", "src/__tests__/a.js": "test", "CartTest.java": "test", "carttest.java": "test", "latest.go": "", "readme.md": "doc", "a.txt": "doc", "a.rst": "doc",
		"a.json": "conf", "go.mod": "conf", ".eslintrc": "conf", "dockerfile": "conf", "makefile": "conf", "a.go": ""} {
		got := ""
		switch {
		case shell.TestFile(name):
			got = "test"
		case IsDocFile(name):
			got = "doc"
		case IsConfFile(name):
			got = "conf"
		}
		if got != want {
			t.Errorf("%s is %q, want %q", name, got, want)
		}
	}
	for text, want := range map[string]bool{"You've hit your limit": true, "API Error: 402 pay": true, "API Error: 400 Quota exceeded": true, "API Error: 400 your credit balance is too low": true, "API Error: 502 from the load balancer": false, "API Error: 400 bad request": false, "": false} {
		if OutOfUsage(text) != want {
			t.Errorf("%q: out of usage %v", text, !want)
		}
	}
	for text, want := range map[string]bool{"API Error: 500": true, "Claude usage limit reached": true, "You’ve hit your limit": true, "Prompt is too long": true, "The API Error is fixed": false, "": false, "Limit reached in the cart: " + strings.Repeat("x", 600): false} {
		if ApiTrouble(text) != want {
			t.Errorf("%.40q is no answer: %v", text, !want)
		}
	}
}

// What a prompt asks for first, and whether it asks for anything.
func TestWhatIsAskedFor(t *testing.T) {
	look := looker(t)
	for prompt, want := range map[string]string{ // lead; whether it asks for work
		"fix the cart": "ask_fix true", "add a button, then fix the cart": "ask_add true", "please fix the cart and add a button": "ask_fix true", "review the branch": "ask_review true",
		"refactor the cart": "ask_refactor true", "rename the flag": "ask_small true", "plan the export": "ask_plan true", "why is it slow?": "question true", "hello": "none false", "hi, fix the cart": "ask_fix true", "blue": "none false",
		"the thing over there beside the other thing that we had been looking at yesterday": "none true",
	} {
		m := &look(turn(prompt)).Turns[0].Prompt
		lead := "none"
		if c, ok := m.Lead(); ok {
			lead = speech.SenseNames()[c]
		}
		if got := fmt.Sprint(lead, " ", speech.AsksWork(m)); got != want {
			t.Errorf("%q: %s, want %s", prompt, got, want)
		}
	}
	for text, want := range map[string]int{"fix the cart": 3, "修复购物车": 2, "修复 cart": 2, "": 0, "修": 1} {
		if got := look(turn(text)).Turns[0].Prompt.Plain(); got != want {
			t.Errorf("%q has %d words, want %d", text, got, want)
		}
	}
	first := turn("Fix the total", edit("cart.go", 3, 1), say("Fixed."))
	for prompt, want := range map[string]bool{"still doesn't work": true, "does it still not work?": false, "wtf": true} {
		if got := Insists(&look(first, turn(prompt, say("Hm."))).Turns[1]); got != want {
			t.Errorf("%q insists: %v", prompt, got)
		}
	}
}

// What a turn holds besides its prompt.
func TestPartsOfTurns(t *testing.T) {
	look := looker(t)
	a := look(turn("do it", say("first"), step(conversation.Step{Tool: "Edit", Outcome: transcript.Rejected, Said: "not there, fix the other"}), say("All done."), marked(conversation.MarkFailure), marked(conversation.MarkInterrupt)))
	x := &a.Turns[0]
	if x.Closing == nil || x.Closing.Text != "All done." || x.Answer.Text != "All done." || !x.Answer.Any(speech.SaysDone) || x.Remarks.Words != 5 || x.Failures != 1 || a.Interrupts != 1 || x.Rejects != 1 {
		t.Errorf("%+v", x)
	}
	for name, c := range map[string]struct {
		turn    conversation.Turn
		mutates bool
	}{
		"a writer": {turn("x", ran("rm x", "")), true}, "an edit": {turn("x", edit("a.go", 1, 0)), true}, "a refused writer": {turn("x", sh("rm x", "", transcript.Rejected)), false}, "a reader": {turn("x", ran("ls", "")), false}, "words": {turn("x", say("y")), false},
	} {
		if got := Mutates(&look(c.turn).Turns[0]); got != c.mutates {
			t.Errorf("%s mutates: %v", name, got)
		}
	}
	server := step(conversation.Step{Tool: "mcp__files__write", Outcome: transcript.Done, Mutating: true})
	if a := look(turn("x", server)); !a.Touched() || len(a.Changes) != 1 || a.LastChange != 1 {
		t.Error("a server's tool that writes changes nothing")
	}
	if a := look(turn("x", step(conversation.Step{Tool: "mcp__files__read", Outcome: transcript.Done}))); a.Touched() || a.LastChange != -1 {
		t.Error("a server's tool that reads changes something")
	}
	if a := look(turn("x", step(conversation.Step{Tool: "mcp__git__commit", Outcome: transcript.Done, Commits: true}))); !a.Turns[0].Delivered {
		t.Error("a commit by a tool delivers nothing")
	}
	if a := look(turn("x"), turn("exit")); a.Last() != &a.Turns[0] || a.Final() != &a.Turns[0] {
		t.Error("a farewell is the last turn")
	}
	if a := look(turn("exit")); a.Last() != &a.Turns[0] {
		t.Error("the only turn is the last")
	}
	if a := look(); a.Last() != nil || a.Final() == nil {
		t.Error("without turns there is no last, and an empty final one")
	}
}
