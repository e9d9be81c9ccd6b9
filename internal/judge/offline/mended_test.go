package offline

import (
	"strings"
	"testing"

	"prism/internal/conversation"
	"prism/internal/fact"
	"prism/internal/judge"
	"prism/internal/observe"
	"prism/internal/shell"
	"prism/internal/transcript"
)

// TestWhatIsTakenUpAgain: what was dropped is taken up by work on the same files, by a
// word to go on, by an order to deliver, by what was asked before; by nothing else.
func TestWhatIsTakenUpAgain(t *testing.T) {
	b := newBench(t)
	dropped := func() *talk { return fixRed().ask("never mind, skip it").say("Okay.") }
	for _, c := range []struct {
		why  string
		talk *talk
		want fact.FailureSignal
	}{
		{"nothing", dropped(), fact.Abandoned},
		{"the same file", dropped().ask("one more idea").edit("depth.go", 2).say("Well."), fact.NoSignal},
		{"the same file by its whole path", fixAsked().call("Edit", "./depth.go").back(transcript.Result{Outcome: transcript.Done, File: "/srv/depth.go", Hunks: []transcript.Hunk{{Added: [][]byte{[]byte("metres")}}}}).
			fails("go test ./...", goRed).say("One test still fails.").ask("never mind, skip it").say("Okay.").ask("one more idea").edit("/srv/depth.go", 2).say("Well."), fact.NoSignal},
		{"another file", dropped().ask("one more idea").edit("chart.go", 2).say("Well."), fact.Abandoned},
		{"a word to go on", dropped().ask("let's continue").edit("chart.go", 2).say("Well."), fact.NoSignal},
		{"what was asked", dropped().ask("the depth of the harbour, please").edit("chart.go", 2).say("Well."), fact.NoSignal},
		{"only words", dropped().ask("harbour depth, another way").say("Well."), fact.Abandoned},
		{"an order to deliver", dropped().ask("commit it").run("git commit -am x", "[main 1a2b3c4] x").say("Committed."), fact.NoSignal},
		{"an order that failed", dropped().ask("commit it").fails("git commit -am x", "hook failed").say("It failed."), fact.Abandoned},
		{"what landed before it", fixDone().ask("commit it").run("git commit -am x", "[main 1a2b3c4] x").say("Committed.").ask("what about the chart?").say("Hm.").ask("never mind, skip it").say("Okay."), fact.NoSignal},
		{"what was praised before it", fixDone().ask("perfect, it works").say("Good.").ask("what about the chart?").say("Hm.").ask("never mind, skip it").say("Okay."), fact.NoSignal},
		{"what was complained of before it", fixDone().ask("it still doesn't work").say("Hm.").ask("never mind, skip it").say("Okay."), fact.Abandoned},
		{"work after what landed", fixDone().ask("perfect, it works").say("Good.").ask("add a chart").edit("chart.go", 2).say("Well.").ask("never mind, skip it").say("Okay."), fact.Abandoned},
		{"dropped before anything was done", new(talk).ask("fix the depth").ask("never mind, skip it").say("Okay."), fact.NoSignal},
	} {
		if v := b.viewOf(c.talk, fact.BugFix); v.sign.kind != c.want && (c.want == fact.Abandoned || v.sign.kind == fact.Abandoned) {
			t.Errorf("%s: %s in turn %d, want %s", c.why, v.sign.kind, v.sign.turn+1, c.want)
		}
	}
}

// TestNamesOfEditedFiles: an edit that came back without its lines is known by what it
// was aimed at, any other by the file that it changed.
func TestNamesOfEditedFiles(t *testing.T) {
	step := conversation.Step{Target: "depth.go"}
	if got := editedFile(observe.Place{Step: &step}); got != "depth.go" {
		t.Errorf("%q", got)
	}
	step.Edit = &conversation.Edit{File: "/srv/depth.go"}
	if got := editedFile(observe.Place{Step: &step}); got != "/srv/depth.go" {
		t.Errorf("%q", got)
	}
}

// TestWhatErrorsLeave: an error that nobody came back to stands; one that was run again,
// excused, worked on or is none of the work does not.
func TestWhatErrorsLeave(t *testing.T) {
	b := newBench(t)
	const trace = "Traceback (most recent call last):\n  File \"depth.py\", line 3\nValueError: no depth"
	broken := func() *talk { return fixAsked().edit("depth.py", 6).fails("python depth.py", trace) }
	for _, c := range []struct {
		why  string
		talk *talk
		want bool
	}{
		{"a run that broke off", broken().say("Here you are."), true},
		{"before anything was changed", fixAsked().fails("python depth.py", trace).say("Here you are."), false},
		{"it was run again", broken().run("python depth.py", "depth 4").say("Here you are."), false},
		{"something was changed for it", broken().say("Hm.").ask("go on").edit("depth.py", 2).say("Well."), false},
		{"it is excused", broken().say("That failed before this change and is not related."), false},
		{"only a look failed", fixAsked().edit("depth.py", 6).fails("cat chart.py", "cat: chart.py: no such file").say("Here you are."), false},
		{"it is pasted, and words come back", fixDone().ask(trace).say("Please reload."), true},
		{"it is pasted, and excused", fixDone().ask(trace).say("That failed before this change and is not related."), false},
		{"it is pasted, and what mends it stands in the answer", fixDone().ask(trace).say("Run this:\n```\npip install gauge\n```"), false},
		{"it is pasted, and mended", fixDone().ask(trace).edit("depth.py", 2).run("python -m pytest", "3 passed in 0.1s").say("Fixed."), false},
		{"it is pasted twice", fixDone().ask(trace).edit("depth.py", 2).say("Fixed.").ask(trace).edit("depth.py", 2).say("Fixed."), true},
		{"it is pasted twice, with a greeting between", fixDone().ask(trace).edit("depth.py", 2).say("Fixed.").ask("hi").say("Hello!").ask("hello").say("Hello!").ask(trace).edit("depth.py", 2).say("Fixed."), true},
		{"it is pasted again long after", fixDone().ask(trace).edit("depth.py", 2).say("Fixed.").ask("what is the depth of the pier?").say("Four.").ask("what is the width of the pier?").say("Nine.").ask(trace).edit("depth.py", 2).say("Fixed."), true},
		{"two errors are pasted", fixDone().ask(trace).edit("depth.py", 2).say("Fixed.").ask("panic: nil map\ngoroutine 1 [running]:").edit("depth.py", 2).say("Fixed."), true},
		{"it is pasted, and edited without a try", fixDone().ask(trace).edit("depth.py", 2).say("Fixed."), true},
		{"it is pasted and edited, and thanked for", fixDone().ask(trace).edit("depth.py", 2).say("Fixed.").ask("ok, thanks anyway").say("Sure."), true},
		{"it is pasted and edited, and a question follows", fixDone().ask(trace).edit("depth.py", 2).say("Fixed.").ask("which release is this?").say("The fourth."), true},
		{"it is pasted and edited, and it works then", fixDone().ask(trace).edit("depth.py", 2).say("Fixed.").ask("works now").say("Good."), false},
		{"it is pasted and edited, and the next thing is ordered", fixDone().ask(trace).edit("depth.py", 2).say("Fixed.").ask("now show the tide as well").edit("tide.py", 2).say("Shown."), false},
	} {
		v := b.viewOf(c.talk, fact.BugFix)
		if got := v.sign.kind == fact.UnresolvedError; got != c.want {
			t.Errorf("%s: %s in turn %d", c.why, v.sign.kind, v.sign.turn+1)
		}
	}
}

// TestWhatPutsRight: what puts a complaint right after it, and what does not.
func TestWhatPutsRight(t *testing.T) {
	b := newBench(t)
	complaint := func() *talk {
		return fixAsked().run("gauge read", "4 feet").edit("depth.go", 6).say("Fixed: the depth was read in feet.").ask("it still doesn't work").edit("depth.go", 2)
	}
	for _, c := range []struct {
		why  string
		talk *talk
		want bool
	}{
		{"nothing", complaint().say("Fixed."), false},
		{"a test", complaint().run("go test ./...", goGreen).say("Fixed."), true},
		{"a linter", complaint().run("golangci-lint run", "0 issues.").say("Fixed."), false},
		{"praise", complaint().say("Fixed.").ask("perfect, it works").say("Good."), true},
		{"thanks", complaint().say("Fixed.").ask("thanks").say("Sure."), false},
		{"a yes", complaint().say("Fixed. Shall I go on?").ask("yes").say("Well."), false},
		{"a question", complaint().say("Fixed.").ask("does it work?").say("Yes."), false},
		{"an order", complaint().say("Fixed.").ask("commit it").run("git commit -am x", "[main 1a2b3c4] x").say("Committed."), true},
		{"a question about an order", complaint().say("Fixed.").ask("can I commit it?").say("Yes."), false},
		{"the next step", complaint().say("Fixed.").ask("now add a chart").edit("chart.go", 9).say("Added."), true},
		{"the next step that was not made", complaint().say("Fixed.").ask("now add a chart").say("Which?"), false},
		{"a correction", complaint().say("Fixed.").ask("no, change the gauge instead").edit("gauge.go", 9).say("Well."), false},
		{"another complaint", complaint().say("Fixed.").ask("still broken, fix it").edit("gauge.go", 9).say("Well."), false},
		{"a plan that is approved", complaint().approved("# Plan: read metres").say("Well."), true},
		{"a plan that was approved before", fixAsked().approved("# Plan: read metres").edit("depth.go", 2).say("Fixed.").ask("it still doesn't work").edit("depth.go", 2).say("Fixed."), false},
		{"the same command, another answer", complaint().run("gauge read", "4 metres").say("Fixed."), true},
		{"the same command, the same answer", complaint().run("gauge read", "4 feet").say("Fixed."), false},
		{"the same command, an error", complaint().run("gauge read", "error: no gauge").say("Fixed."), false},
		{"the same command, and it gave up", complaint().run("gauge read", "4 fathoms").say("I was not able to fix it."), false},
		{"another command", complaint().run("gauge show", "4 metres").say("Fixed."), false},
		{"git, whose answers change", fixAsked().run("git status", "clean").edit("depth.go", 6).say("Fixed.").ask("it still doesn't work").edit("depth.go", 2).run("git status", "M depth.go").say("Fixed."), false},
	} {
		v := b.viewOf(c.talk, fact.BugFix)
		if got := v.resolved(1); got != c.want {
			t.Errorf("%s: resolved %v", c.why, got)
		}
	}
	// A build shows what a complaint of the build is about, and a linter what failed in it.
	for prompt, c := range map[string]struct {
		command, output string
		class           shell.Class
	}{"the build still fails": {"go build ./...", "ok", shell.ClassBuild}, "lint still fails": {"golangci-lint run", "0 issues.", shell.ClassLint}, "the types are still wrong": {"npx tsc --noEmit", "", shell.ClassTypeCheck}, "it still does not compile": {"go build ./...", "", shell.ClassBuild}} {
		v := b.viewOf(fixDone().ask(prompt).edit("depth.go", 2).run(c.command, c.output).say("Fixed."), fact.BugFix)
		if !v.bearsOn(1).Has(c.class) || v.bearsOn(0).Has(c.class) {
			t.Errorf("%q is of %s: %v", prompt, c.command, v.bearsOn(1).Has(c.class))
		}
	}
}

// TestWhatProvesAFix: which run after the last change shows that a fault is gone.
func TestWhatProvesAFix(t *testing.T) {
	b := newBench(t)
	for _, c := range []struct {
		why  string
		talk *talk
		met  bool
		want string // in the quote
	}{
		{"a test", fixAsked().edit("depth.go", 6).run("go test ./...", goGreen).say("Fixed."), true, "ok"},
		{"a test before the change", fixAsked().run("go test ./...", goGreen).edit("depth.go", 6).say("Fixed."), false, ""},
		{"a test that fails", fixRed(), false, "FAIL"},
		{"a linter", fixAsked().edit("depth.go", 6).run("golangci-lint run", "0 issues.").say("Fixed."), false, ""},
		{"a linter, where it is what failed", fixAsked().fails("golangci-lint run", "depth.go:3: unused\n1 issues:").edit("depth.go", 6).run("golangci-lint run", "0 issues.").say("Fixed."), true, "0 issues."},
		{"a type check, where the types are the fault", new(talk).ask("fix the type errors in depth.ts").edit("depth.ts", 6).run("npx tsc --noEmit", "").say("Fixed."), true, ""},
		{"the run that showed the fault", fixAsked().fails("go run ./depth", "panic: no depth").edit("depth.go", 6).run("go run ./depth", "depth 4").say("Fixed."), true, "depth 4"},
		{"the run that showed it, in its folder and through a pipe", fixAsked().fails("cd /srv && go run ./depth", "panic: no depth").edit("depth.go", 6).run("go run ./depth | head -3", "depth 4").say("Fixed."), true, "depth 4"},
		{"the run that the person named", new(talk).ask("`go run ./depth` fails, fix it").edit("depth.go", 6).run("go run ./depth", "depth 4").say("Fixed."), true, "depth 4"},
		{"another run", fixAsked().fails("go run ./depth", "panic: no depth").edit("depth.go", 6).run("go run ./chart", "chart 4").say("Fixed."), false, ""},
		{"the person's word", fixAsked().edit("depth.go", 6).say("Fixed.").ask("perfect, it works now").say("Good."), true, "perfect, it works now"},
		{"a word after a test that fails", fixRed().ask("perfect, it works now").say("Good."), true, "perfect, it works now"},
		{"a word before a test that fails", fixAsked().edit("depth.go", 6).say("Fixed.").ask("perfect, it works now, run the tests").fails("go test ./...", goRed).say("One fails."), false, "FAIL"},
		{"a command that answers otherwise now", fixAsked().run("gauge read", "4 feet").edit("depth.go", 6).run("gauge read", "4 metres").say("Fixed."), true, "4 metres"},
	} {
		met, q := b.viewOf(c.talk, fact.BugFix).verified()
		if met != c.met || !strings.Contains(quoteText(q), c.want) {
			t.Errorf("%s: verified %v by %q", c.why, met, quoteText(q))
		}
	}
	// A feature is shown by a test, or by a run to its end of what was written.
	for _, c := range []struct {
		why  string
		talk *talk
		want bool
	}{
		{"a test", fixAsked().write("chart.py", 20).run("python -m pytest", "3 passed in 0.1s").say("Done."), true},
		{"a test that fails before a run", fixAsked().write("chart.py", 20).fails("python -m pytest", "1 failed in 0.1s").run("python chart.py", "drawn").say("Done."), false},
		{"a run of it", fixAsked().write("chart.py", 20).run("python chart.py", "drawn").say("Done."), true},
		{"a run of something else", fixAsked().write("chart.py", 20).run("python depth.py", "drawn").say("Done."), false},
		{"a run that printed nothing", fixAsked().write("chart.py", 20).run("python chart.py", "").say("Done."), false},
		{"a run that was left running", fixAsked().write("chart.py", 20).run("python chart.py &", "drawn").say("Done."), false},
		{"a run in the background", fixAsked().write("chart.py", 20).run("python chart.py", "Command running in background with ID: b1").say("Done."), false},
		{"a file of a short name", fixAsked().write("a.py", 20).run("python a.py", "drawn").say("Done."), false},
		{"nothing", fixAsked().write("chart.py", 20).say("Done."), false},
	} {
		if _, got := b.viewOf(c.talk, fact.Feature).ran(); got != c.want {
			t.Errorf("%s: tested %v", c.why, got)
		}
	}
	for command, want := range map[string]string{"cd a && make": "make", "cd a && cd b && make  it": "make it", "make | tee out": "make", "make 2>&1": "make", "make > out": "make", "make; ls": "make", "make && ls": "make", "cdx && make": "cdx", "": ""} {
		if got := bare(command); got != want {
			t.Errorf("%q is %q, want %q", command, got, want)
		}
	}
}

// TestWhatStandsOnRecord: a check, a delivery or a word of the person's anywhere.
func TestWhatStandsOnRecord(t *testing.T) {
	b := newBench(t)
	for _, c := range []struct {
		why  string
		talk *talk
		want bool
	}{
		{"nothing", fixDone(), false},
		{"a check", fixAsked().edit("depth.go", 6).run("go test ./...", goGreen).edit("depth.go", 1).say("Fixed."), true},
		{"a check before the change", fixAsked().run("go test ./...", goGreen).edit("depth.go", 6).say("Fixed."), false},
		{"a check that failed", fixRed(), false},
		{"a commit of its own", fixAsked().edit("depth.go", 6).run("git commit -am x", "[main 1a2b3c4] x").say("Fixed."), true},
		{"a push", fixAsked().edit("depth.go", 6).run("git push", "main -> main").say("Fixed."), true},
		{"a request", fixAsked().edit("depth.go", 6).run("gh pr create --fill", "https://forge.example/r/t/pull/4").say("Fixed."), true},
		{"a word", fixDone().ask("perfect, it works").say("Good."), true},
		{"a word that opens it", new(talk).ask("perfect, it works").say("Good."), false},
		{"an order", fixDone().ask("commit it"), true},
	} {
		if got := onRecord(b.viewOf(c.talk, fact.BugFix).a); got != c.want {
			t.Errorf("%s: on record %v", c.why, got)
		}
	}
}

// TestCriteriaLookFar: what a criterion finds in turns before the last one, and what a
// later turn takes back.
func TestCriteriaLookFar(t *testing.T) {
	b := newBench(t)
	plan := func() *talk { return new(talk).ask("Plan the depth table") }
	long := strings.Repeat("First the gauge is read in metres and then the table of the harbour is drawn. ", 6)
	steps := "1. Read the gauge.\n2. Draw the table.\n3. Show the tides."
	conclusion := "The gauge counts from the mean sea level down, while the table of the harbour counts up from its bottom, and so every depth of it is negative; the cause is the reader in gauge.go, which drops the sign."
	commit := func(k *talk) *talk { return k.run("git commit -am x", "[main 1a2b3c4] x").say("Committed.") }
	for _, c := range []struct {
		intent fact.Intent
		name   string
		why    string
		talk   *talk
		want   bool
	}{
		{fact.Plan, judge.CriterionPlanGiven, "in many words", plan().say(long), true},
		{fact.Plan, judge.CriterionPlanGiven, "in steps", plan().say(steps), true},
		{fact.Plan, judge.CriterionPlanGiven, "in a word", plan().say("Fine."), false},
		{fact.Plan, judge.CriterionPlanGiven, "before a question", plan().say(steps).ask("is that all?").say("Yes."), true},
		{fact.Plan, judge.CriterionPlanGiven, "only questions", plan().say("1. Which gauge?\n2. Which table?\n3. Which tides?"), false},
		{fact.Plan, judge.CriterionPlanTaken, "started", plan().say(steps).ask("yes, go ahead").say("Well."), true},
		{fact.Plan, judge.CriterionPlanTaken, "asked about", plan().say(steps).ask("go ahead?").say("Well."), false},
		{fact.Plan, judge.CriterionPlanTaken, "worked on", plan().say(steps).ask("now add the table").edit("table.go", 9).say("Added."), true},
		{fact.Plan, judge.CriterionPlanTaken, "complained of", plan().say(steps).ask("wtf, that is wrong").edit("table.go", 9).say("Hm."), false},
		{fact.Plan, judge.CriterionPlanTaken, "nothing", plan().say(steps), false},
		{fact.Investigation, judge.CriterionConclusion, "before a short word", new(talk).ask("investigate the depth").say(conclusion).ask("ok").say("Fine."), true},
		{fact.Investigation, judge.CriterionConclusion, "none", new(talk).ask("investigate the depth").say("It is deep."), false},
		{fact.SmallChange, judge.CriterionApplied, "by a script", new(talk).ask("rename the gauge").run("python rename.py", "3 renamed").say("Done: all three are renamed."), true},
		{fact.SmallChange, judge.CriterionApplied, "by a look", new(talk).ask("rename the gauge").run("grep gauge a.go", "3").say("Done: nothing to rename."), false},
		{fact.BugFix, judge.CriterionFinished, "stopped after it was delivered", commit(fixDone().ask("commit it")).ask("and what is a gauge?").read("gauge.go").interrupt(), true},
		{fact.BugFix, judge.CriterionFinished, "stopped in more of it", commit(fixDone().ask("commit it")).ask("it still doesn't work").edit("gauge.go", 2).interrupt(), false},
	} {
		v := b.viewOf(c.talk, c.intent)
		rule, _ := judge.RuleOf(c.intent)
		found := false
		for _, got := range criteria(v, rule, judge.Opinion{Intent: c.intent, Complete: true, Signal: fact.NoSignal}, b.resultIn(v, c.intent)) {
			if got.Name == c.name {
				found = true
				if got.Met != c.want {
					t.Errorf("%s of a %s, %s: met %v by %q", c.name, c.intent, c.why, got.Met, quoteText(got.Quote))
				}
			}
		}
		if !found {
			t.Errorf("%s of a %s, %s: not answered", c.name, c.intent, c.why)
		}
	}
}

// TestGoalless: greetings, thanks and the weather are no goal, and whatever asks
// for something beside them is one.
func TestGoalless(t *testing.T) {
	b := newBench(t)
	chat := func(prompts ...string) *talk {
		k := new(talk)
		for _, p := range prompts {
			k.ask(p).say("Hello!")
		}
		return k
	}
	for want, list := range map[bool][]*talk{
		true:  {chat("hi"), chat("hello there", "thanks"), chat("hi", "nothing really"), chat("good morning", "bye"), chat("thank you"), chat("how are you?")},
		false: {chat("hi", "fix the gauge"), chat("fix the gauge"), chat("hi", "what is a gauge?"), chat("the old gauge of our harbour"), chat("hi").command("/status", ""), chat("hi").edit("a.go", 2), new(talk).ask("hm").read("a", "b", "c", "d").say("Well."), chat("hi", "how are you? and fix the gauge")},
	} {
		for i, k := range list {
			if got := goalless(b.j.Read(k.draft()).a); got != want {
				t.Errorf("%d: goalless %v, want %v", i, got, want)
			}
		}
	}
}

// TestAnswersThatAreNone: that it was not found out, or that something is needed first,
// answers nothing; what is named besides does.
func TestAnswersThatAreNone(t *testing.T) {
	b := newBench(t)
	why := func(said string) *talk {
		return new(talk).ask("Why is the depth of the harbour negative?").read("gauge.go").say(said)
	}
	long := strings.Repeat(" The gauge of the harbour is read by the hour.", 8)
	for _, c := range []struct {
		said string
		want bool
	}{
		{"I don't know why it is negative.", true},
		{"I don't know why it is negative." + long, true},
		{"The gauge is read by the hour." + long + " I don't know why it is negative.", false},
		{"I don't know." + strings.Repeat(long, 3), false},
		{"No, I don't know of any reason.", false},
		{"It is negative because the sign is dropped.", false},
	} {
		if got := b.viewOf(why(c.said), fact.Question).nonAnswer(); got != c.want {
			t.Errorf("%.60q answers nothing: %v", c.said, got)
		}
	}
	if !b.viewOf(why("I don't know why it is negative.").ask("ok thanks anyway").say("You're welcome."), fact.Question).nonAnswer() {
		t.Error("courtesies after it change nothing")
	}
	if b.viewOf(why("I don't know why it is negative.").ask("then what is the gauge?").say("The gauge is a pole."), fact.Question).nonAnswer() {
		t.Error("what was asked last is answered")
	}
	if b.viewOf(new(talk).ask("Why is it negative?").edit("gauge.go", 2).say("I don't know why it is negative."), fact.Question).nonAnswer() {
		t.Error("who changed something has done more than not answer")
	}
	if b.viewOf(why("I don't know why it is negative.").call("Read", "chart.go"), fact.Question).nonAnswer() {
		t.Error("no answer is none that is open")
	}
	if v := b.viewOf(why("I don't know why it is negative."), fact.Question); v.answerOpen(fact.BugFix) || !v.answerOpen(fact.Question) || !v.answerOpen(fact.Investigation) {
		t.Error("only what is complete with an answer is open for lack of one")
	}
	for text, want := range map[string]int{"a b. c": 3, "a b": 3, "a! b. c": 1, "a\nb": 1, "好。是": 3, "a.b c": 5} {
		if got := firstSentence(text); got != want {
			t.Errorf("the first sentence of %q ends at %d", text, got)
		}
	}
}

// TestCallsRefused: a plan is refused where the person says why, and it was the last.
func TestCallsRefused(t *testing.T) {
	b := newBench(t)
	plan := func() *talk { return new(talk).ask("Plan the depth table") }
	for _, c := range []struct {
		why               string
		talk              *talk
		approved, refused bool
	}{
		{"none", plan().say("First the gauge."), false, false},
		{"approved", plan().approved("# Plan").say("Good."), true, false},
		{"refused", plan().refused("ExitPlanMode", "# Plan", "smaller").say("Okay."), false, true},
		{"refused without a word", plan().refused("ExitPlanMode", "# Plan", "").interrupt(), false, false},
		{"refused, then approved", plan().refused("ExitPlanMode", "# Plan", "smaller").approved("# Plan 2").say("Good."), true, false},
		{"approved, then refused", plan().approved("# Plan").refused("ExitPlanMode", "# Plan 2", "smaller").say("Okay."), true, true},
		{"shown", plan().call("ExitPlanMode", "# Plan").back(transcript.Result{Outcome: transcript.Done}), false, false},
	} {
		a := b.j.Read(c.talk.draft()).a
		if planApproved(a) != c.approved || planRefused(a) != c.refused {
			t.Errorf("%s: approved %v, refused %v", c.why, planApproved(a), planRefused(a))
		}
	}
}
