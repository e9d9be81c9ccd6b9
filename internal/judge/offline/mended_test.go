package offline

import (
	"strings"
	"testing"

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
	dropped := func() *talk { return fixRed().Ask("never mind, skip it").Say("Okay.") }
	for _, c := range []struct {
		why  string
		talk *talk
		want fact.FailureSignal
	}{
		{"nothing", dropped(), fact.Abandoned},
		{"the same file", dropped().Ask("one more idea").Edit("depth.go", 2).Say("Well."), fact.NoSignal},
		{"the same file by its whole path", fixAsked().Call("Edit", "./depth.go").Back(transcript.Result{Outcome: transcript.Done, File: "/srv/depth.go", Hunks: []transcript.Hunk{{Added: [][]byte{[]byte("metres")}}}}).
			Fails("go test ./...", goRed).Say("One test still fails.").Ask("never mind, skip it").Say("Okay.").Ask("one more idea").Edit("/srv/depth.go", 2).Say("Well."), fact.NoSignal},
		{"another file", dropped().Ask("one more idea").Edit("chart.go", 2).Say("Well."), fact.Abandoned},
		{"a word to go on", dropped().Ask("let's continue").Edit("chart.go", 2).Say("Well."), fact.NoSignal},
		{"what was asked", dropped().Ask("the depth of the harbour, please").Edit("chart.go", 2).Say("Well."), fact.NoSignal},
		{"only words", dropped().Ask("harbour depth, another way").Say("Well."), fact.Abandoned},
		{"an order to deliver", dropped().Ask("commit it").Run("git commit -am x", "[main 1a2b3c4] x").Say("Committed."), fact.NoSignal},
		{"an order that failed", dropped().Ask("commit it").Fails("git commit -am x", "hook failed").Say("It failed."), fact.Abandoned},
		{"what landed before it", fixDone().Ask("commit it").Run("git commit -am x", "[main 1a2b3c4] x").Say("Committed.").Ask("what about the chart?").Say("Hm.").Ask("never mind, skip it").Say("Okay."), fact.NoSignal},
		{"what was praised before it", fixDone().Ask("perfect, it works").Say("Good.").Ask("what about the chart?").Say("Hm.").Ask("never mind, skip it").Say("Okay."), fact.NoSignal},
		{"what was complained of before it", fixDone().Ask("it still doesn't work").Say("Hm.").Ask("never mind, skip it").Say("Okay."), fact.Abandoned},
		{"work after what landed", fixDone().Ask("perfect, it works").Say("Good.").Ask("add a chart").Edit("chart.go", 2).Say("Well.").Ask("never mind, skip it").Say("Okay."), fact.Abandoned},
		{"dropped before anything was done", new(talk).Ask("fix the depth").Ask("never mind, skip it").Say("Okay."), fact.NoSignal},
	} {
		if v := b.viewOf(c.talk, fact.BugFix); v.Sign.Kind != c.want && (c.want == fact.Abandoned || v.Sign.Kind == fact.Abandoned) {
			t.Errorf("%s: %s in turn %d, want %s", c.why, v.Sign.Kind, v.Sign.Turn+1, c.want)
		}
	}
}

// TestWhatErrorsLeave: an error that nobody came back to stands; one that was run again,
// excused, worked on or is none of the work does not.
func TestWhatErrorsLeave(t *testing.T) {
	b := newBench(t)
	const trace = "Traceback (most recent call last):\n  File \"depth.py\", line 3\nValueError: no depth"
	broken := func() *talk { return fixAsked().Edit("depth.py", 6).Fails("python depth.py", trace) }
	for _, c := range []struct {
		why  string
		talk *talk
		want bool
	}{
		{"a run that broke off", broken().Say("Here you are."), true},
		{"before anything was changed", fixAsked().Fails("python depth.py", trace).Say("Here you are."), false},
		{"it was run again", broken().Run("python depth.py", "depth 4").Say("Here you are."), false},
		{"something was changed for it", broken().Say("Hm.").Ask("go on").Edit("depth.py", 2).Say("Well."), false},
		{"it is excused", broken().Say("That failed before this change and is not related."), false},
		{"only a look failed", fixAsked().Edit("depth.py", 6).Fails("cat chart.py", "cat: chart.py: no such file").Say("Here you are."), false},
		{"it is pasted, and words come back", fixDone().Ask(trace).Say("Please reload."), true},
		{"it is pasted, and excused", fixDone().Ask(trace).Say("That failed before this change and is not related."), false},
		{"it is pasted, and what mends it stands in the answer", fixDone().Ask(trace).Say("Run this:\n```\npip install gauge\n```"), false},
		{"it is pasted, and mended", fixDone().Ask(trace).Edit("depth.py", 2).Run("python -m pytest", "3 passed in 0.1s").Say("Fixed."), false},
		{"it is pasted twice", fixDone().Ask(trace).Edit("depth.py", 2).Say("Fixed.").Ask(trace).Edit("depth.py", 2).Say("Fixed."), true},
		{"it is pasted twice, with a greeting between", fixDone().Ask(trace).Edit("depth.py", 2).Say("Fixed.").Ask("hi").Say("Hello!").Ask("hello").Say("Hello!").Ask(trace).Edit("depth.py", 2).Say("Fixed."), true},
		{"it is pasted again long after", fixDone().Ask(trace).Edit("depth.py", 2).Say("Fixed.").Ask("what is the depth of the pier?").Say("Four.").Ask("what is the width of the pier?").Say("Nine.").Ask(trace).Edit("depth.py", 2).Say("Fixed."), true},
		{"two errors are pasted", fixDone().Ask(trace).Edit("depth.py", 2).Say("Fixed.").Ask("panic: nil map\ngoroutine 1 [running]:").Edit("depth.py", 2).Say("Fixed."), true},
		{"it is pasted, and edited without a try", fixDone().Ask(trace).Edit("depth.py", 2).Say("Fixed."), true},
		{"it is pasted and edited, and thanked for", fixDone().Ask(trace).Edit("depth.py", 2).Say("Fixed.").Ask("ok, thanks anyway").Say("Sure."), true},
		{"it is pasted and edited, and a question follows", fixDone().Ask(trace).Edit("depth.py", 2).Say("Fixed.").Ask("which release is this?").Say("The fourth."), true},
		{"it is pasted and edited, and it works then", fixDone().Ask(trace).Edit("depth.py", 2).Say("Fixed.").Ask("works now").Say("Good."), false},
		{"it is pasted and edited, and the next thing is ordered", fixDone().Ask(trace).Edit("depth.py", 2).Say("Fixed.").Ask("now show the tide as well").Edit("tide.py", 2).Say("Shown."), false},
	} {
		v := b.viewOf(c.talk, fact.BugFix)
		if got := v.Sign.Kind == fact.UnresolvedError; got != c.want {
			t.Errorf("%s: %s in turn %d", c.why, v.Sign.Kind, v.Sign.Turn+1)
		}
	}
}

// TestWhatPutsRight: what puts a complaint right after it, and what does not.
func TestWhatPutsRight(t *testing.T) {
	b := newBench(t)
	complaint := func() *talk {
		return fixAsked().Run("gauge read", "4 feet").Edit("depth.go", 6).Say("Fixed: the depth was read in feet.").Ask("it still doesn't work").Edit("depth.go", 2)
	}
	for _, c := range []struct {
		why  string
		talk *talk
		want bool
	}{
		{"nothing", complaint().Say("Fixed."), false},
		{"a test", complaint().Run("go test ./...", goGreen).Say("Fixed."), true},
		{"a linter", complaint().Run("golangci-lint run", "0 issues.").Say("Fixed."), false},
		{"praise", complaint().Say("Fixed.").Ask("perfect, it works").Say("Good."), true},
		{"thanks", complaint().Say("Fixed.").Ask("thanks").Say("Sure."), false},
		{"a yes", complaint().Say("Fixed. Shall I go on?").Ask("yes").Say("Well."), false},
		{"a question", complaint().Say("Fixed.").Ask("does it work?").Say("Yes."), false},
		{"an order", complaint().Say("Fixed.").Ask("commit it").Run("git commit -am x", "[main 1a2b3c4] x").Say("Committed."), true},
		{"a question about an order", complaint().Say("Fixed.").Ask("can I commit it?").Say("Yes."), false},
		{"the next step", complaint().Say("Fixed.").Ask("now add a chart").Edit("chart.go", 9).Say("Added."), true},
		{"the next step that was not made", complaint().Say("Fixed.").Ask("now add a chart").Say("Which?"), false},
		{"a correction", complaint().Say("Fixed.").Ask("no, change the gauge instead").Edit("gauge.go", 9).Say("Well."), false},
		{"another complaint", complaint().Say("Fixed.").Ask("still broken, fix it").Edit("gauge.go", 9).Say("Well."), false},
		{"a plan that is approved", complaint().Approved("# Plan: read metres").Say("Well."), true},
		{"a plan that was approved before", fixAsked().Approved("# Plan: read metres").Edit("depth.go", 2).Say("Fixed.").Ask("it still doesn't work").Edit("depth.go", 2).Say("Fixed."), false},
		{"the same command, another answer", complaint().Run("gauge read", "4 metres").Say("Fixed."), true},
		{"the same command, the same answer", complaint().Run("gauge read", "4 feet").Say("Fixed."), false},
		{"the same command, an error", complaint().Run("gauge read", "error: no gauge").Say("Fixed."), false},
		{"the same command, and it gave up", complaint().Run("gauge read", "4 fathoms").Say("I was not able to fix it."), false},
		{"another command", complaint().Run("gauge show", "4 metres").Say("Fixed."), false},
		{"a look at the file that was changed", fixAsked().Edit("depth.go", 6).Say("Fixed.").Ask("it still doesn't work").Run("cat depth.go", "feet := 4").Edit("depth.go", 2).Run("cat depth.go", "metres := 4").Say("Fixed."), false},
		{"how many lines it has", fixAsked().Run("wc -l depth.go", "12 depth.go").Edit("depth.go", 6).Say("Fixed.").Ask("it still doesn't work").Edit("depth.go", 2).Run("wc -l depth.go", "14 depth.go").Say("Fixed."), false},
		{"a build of another duration", fixAsked().Run("npm run build", "built in 1.2s").Edit("depth.go", 6).Say("Fixed.").Ask("it still doesn't work").Edit("depth.go", 2).Run("npm run build", "built in 1.4s").Say("Fixed."), false},
		{"the same command, and then as before", complaint().Run("gauge read", "4 metres").Edit("depth.go", 3).Run("gauge read", "4 feet").Say("Fixed."), false},
		{"the same command, and then an error", complaint().Run("gauge read", "4 metres").Edit("depth.go", 3).Fails("gauge read", "error: no gauge").Say("Fixed."), false},
		{"git, whose answers change", fixAsked().Run("git status", "clean").Edit("depth.go", 6).Say("Fixed.").Ask("it still doesn't work").Edit("depth.go", 2).Run("git status", "M depth.go").Say("Fixed."), false},
	} {
		v := b.viewOf(c.talk, fact.BugFix)
		if got := v.Resolved(1); got != c.want {
			t.Errorf("%s: resolved %v", c.why, got)
		}
	}
	// What is changed after the repro is not shown by it.
	for _, c := range []struct {
		talk *talk
		want bool
	}{
		{complaint().Run("gauge read", "4 metres").Say("Fixed."), true},
		{complaint().Run("gauge read", "4 metres").Edit("depth.go", 30).Say("Fixed."), false},
	} {
		if v := b.viewOf(c.talk, fact.BugFix); v.ReproducedNow() != c.want || !v.Resolved(1) {
			t.Errorf("tested after the last change: %v, want %v", !c.want, c.want)
		}
	}
	// A build shows what a complaint of the build is about, and a linter what failed in it.
	for prompt, c := range map[string]struct {
		command, output string
		class           shell.Class
	}{"the build still fails": {"go build ./...", "ok", shell.ClassBuild}, "lint still fails": {"golangci-lint run", "0 issues.", shell.ClassLint}, "the types are still wrong": {"npx tsc --noEmit", "", shell.ClassTypeCheck}, "it still does not compile": {"go build ./...", "", shell.ClassBuild}} {
		v := b.viewOf(fixDone().Ask(prompt).Edit("depth.go", 2).Run(c.command, c.output).Say("Fixed."), fact.BugFix)
		if !v.BearsOn(1).Has(c.class) || v.BearsOn(0).Has(c.class) {
			t.Errorf("%q is of %s: %v", prompt, c.command, v.BearsOn(1).Has(c.class))
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
		{"a test", fixAsked().Edit("depth.go", 6).Run("go test ./...", goGreen).Say("Fixed."), true, "ok"},
		{"a test before the change", fixAsked().Run("go test ./...", goGreen).Edit("depth.go", 6).Say("Fixed."), false, ""},
		{"a test that fails", fixRed(), false, "FAIL"},
		{"a linter", fixAsked().Edit("depth.go", 6).Run("golangci-lint run", "0 issues.").Say("Fixed."), false, ""},
		{"a linter, where it is what failed", fixAsked().Fails("golangci-lint run", "depth.go:3: unused\n1 issues:").Edit("depth.go", 6).Run("golangci-lint run", "0 issues.").Say("Fixed."), true, "0 issues."},
		{"a type check, where the types are the fault", new(talk).Ask("fix the type errors in depth.ts").Edit("depth.ts", 6).Run("npx tsc --noEmit", "").Say("Fixed."), true, ""},
		{"the run that showed the fault", fixAsked().Fails("go run ./depth", "panic: no depth").Edit("depth.go", 6).Run("go run ./depth", "depth 4").Say("Fixed."), true, "depth 4"},
		{"the run that showed it, in its folder and through a pipe", fixAsked().Fails("cd /srv && go run ./depth", "panic: no depth").Edit("depth.go", 6).Run("go run ./depth | head -3", "depth 4").Say("Fixed."), true, "depth 4"},
		{"the run that the person named", new(talk).Ask("`go run ./depth` fails, fix it").Edit("depth.go", 6).Run("go run ./depth", "depth 4").Say("Fixed."), true, "depth 4"},
		{"another run", fixAsked().Fails("go run ./depth", "panic: no depth").Edit("depth.go", 6).Run("go run ./chart", "chart 4").Say("Fixed."), false, ""},
		{"the person's word", fixAsked().Edit("depth.go", 6).Say("Fixed.").Ask("perfect, it works now").Say("Good."), true, "perfect, it works now"},
		{"a word after a test that fails", fixRed().Ask("perfect, it works now").Say("Good."), true, "perfect, it works now"},
		{"a word before a test that fails", fixAsked().Edit("depth.go", 6).Say("Fixed.").Ask("perfect, it works now, run the tests").Fails("go test ./...", goRed).Say("One fails."), false, "FAIL"},
		{"a command that answers otherwise now", fixAsked().Run("gauge read", "4 feet").Edit("depth.go", 6).Run("gauge read", "4 metres").Say("Fixed."), true, "4 metres"},
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
		{"a test", fixAsked().Write("chart.py", 20).Run("python -m pytest", "3 passed in 0.1s").Say("Done."), true},
		{"a test that fails before a run", fixAsked().Write("chart.py", 20).Fails("python -m pytest", "1 failed in 0.1s").Run("python chart.py", "drawn").Say("Done."), false},
		{"a run of it", fixAsked().Write("chart.py", 20).Run("python chart.py", "drawn").Say("Done."), true},
		{"a run of something else", fixAsked().Write("chart.py", 20).Run("python depth.py", "drawn").Say("Done."), false},
		{"a run that printed nothing", fixAsked().Write("chart.py", 20).Run("python chart.py", "").Say("Done."), false},
		{"a run that was left running", fixAsked().Write("chart.py", 20).Run("python chart.py &", "drawn").Say("Done."), false},
		{"a run in the background", fixAsked().Write("chart.py", 20).Run("python chart.py", "Command running in background with ID: b1").Say("Done."), false},
		{"a file of a short name", fixAsked().Write("a.py", 20).Run("python a.py", "drawn").Say("Done."), false},
		{"nothing", fixAsked().Write("chart.py", 20).Say("Done."), false},
	} {
		if _, got := b.viewOf(c.talk, fact.Feature).Ran(); got != c.want {
			t.Errorf("%s: tested %v", c.why, got)
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
		{"a check", fixAsked().Edit("depth.go", 6).Run("go test ./...", goGreen).Edit("depth.go", 1).Say("Fixed."), true},
		{"a check before the change", fixAsked().Run("go test ./...", goGreen).Edit("depth.go", 6).Say("Fixed."), false},
		{"a check that failed", fixRed(), false},
		{"a commit of its own", fixAsked().Edit("depth.go", 6).Run("git commit -am x", "[main 1a2b3c4] x").Say("Fixed."), false},
		{"a push of its own", fixAsked().Edit("depth.go", 6).Run("git push", "main -> main").Say("Fixed."), false},
		{"a commit that was ordered", fixDone().Ask("commit it").Run("git commit -am x", "[main 1a2b3c4] x").Say("Committed."), true},
		{"a request that was ordered", fixDone().Ask("open a pull request").Run("gh pr create --fill", "https://forge.example/r/t/pull/4").Say("Opened."), true},
		{"a word", fixDone().Ask("perfect, it works").Say("Good."), true},
		{"a word that opens it", new(talk).Ask("perfect, it works").Say("Good."), false},
		{"an order", fixDone().Ask("commit it"), true},
	} {
		if got := b.viewOf(c.talk, fact.BugFix).Session.OnRecord(); got != c.want {
			t.Errorf("%s: on record %v", c.why, got)
		}
	}
}

// TestCriteriaLookFar: what a criterion finds in turns before the last one, and what a
// later turn takes back.
func TestCriteriaLookFar(t *testing.T) {
	b := newBench(t)
	plan := func() *talk { return new(talk).Ask("Plan the depth table") }
	long := strings.Repeat("First the gauge is read in metres and then the table of the harbour is drawn. ", 6)
	steps := "1. Read the gauge.\n2. Draw the table.\n3. Show the tides."
	conclusion := "The gauge counts from the mean sea level down, while the table of the harbour counts up from its bottom, and so every depth of it is negative; the cause is the reader in gauge.go, which drops the sign."
	commit := func(k *talk) *talk {
		return k.Run("git commit -am x", "[main 1a2b3c4] x").Say("Committed.")
	}
	for _, c := range []struct {
		intent fact.Intent
		name   string
		why    string
		talk   *talk
		want   bool
	}{
		{fact.Plan, judge.CriterionPlanGiven, "in many words", plan().Say(long), true},
		{fact.Plan, judge.CriterionPlanGiven, "in steps", plan().Say(steps), true},
		{fact.Plan, judge.CriterionPlanGiven, "in a word", plan().Say("Fine."), false},
		{fact.Plan, judge.CriterionPlanGiven, "before a question", plan().Say(steps).Ask("is that all?").Say("Yes."), true},
		{fact.Plan, judge.CriterionPlanGiven, "only questions", plan().Say("1. Which gauge?\n2. Which table?\n3. Which tides?"), false},
		{fact.Plan, judge.CriterionPlanTaken, "started", plan().Say(steps).Ask("yes, go ahead").Say("Well."), true},
		{fact.Plan, judge.CriterionPlanTaken, "asked about", plan().Say(steps).Ask("go ahead?").Say("Well."), false},
		{fact.Plan, judge.CriterionPlanTaken, "worked on", plan().Say(steps).Ask("now add the table").Edit("table.go", 9).Say("Added."), true},
		{fact.Plan, judge.CriterionPlanTaken, "complained of", plan().Say(steps).Ask("wtf, that is wrong").Edit("table.go", 9).Say("Hm."), false},
		{fact.Plan, judge.CriterionPlanTaken, "nothing", plan().Say(steps), false},
		{fact.Investigation, judge.CriterionConclusion, "before a short word", new(talk).Ask("investigate the depth").Say(conclusion).Ask("ok").Say("Fine."), true},
		{fact.Investigation, judge.CriterionConclusion, "a because", new(talk).Ask("investigate why the depth is off").Read("depth.go").Say("Because the gauge counts every tide from the harbour floor."), true},
		{fact.Investigation, judge.CriterionConclusion, "a because in German", new(talk).Ask("Untersuche, warum die Tiefe nicht stimmt").Read("depth.go").Say("Weil der Pegel jede Flut vom Grund des Hafens aus zählt."), true},
		{fact.Investigation, judge.CriterionConclusion, "no result", new(talk).Ask("investigate why the depth is off").Read("depth.go").Say("No clear result: I looked at both gauges, and neither is it."), false},
		{fact.Investigation, judge.CriterionConclusion, "a because of nothing found", new(talk).Ask("investigate why the depth is off").Read("depth.go").Say("Because the logs are gone I could not find out why."), false},
		{fact.Investigation, judge.CriterionConclusion, "none", new(talk).Ask("investigate the depth").Say("It is deep."), false},
		{fact.SmallChange, judge.CriterionApplied, "by a script", new(talk).Ask("rename the gauge").Run("python rename.py", "3 renamed").Say("Done: all three are renamed."), true},
		{fact.SmallChange, judge.CriterionApplied, "by a look", new(talk).Ask("rename the gauge").Run("grep gauge a.go", "3").Say("Done: nothing to rename."), false},
		{fact.BugFix, judge.CriterionFinished, "stopped after it was delivered", commit(fixDone().Ask("commit it")).Ask("and what is a gauge?").Read("gauge.go").Interrupt(), true},
		{fact.BugFix, judge.CriterionFinished, "stopped in more of it", commit(fixDone().Ask("commit it")).Ask("it still doesn't work").Edit("gauge.go", 2).Interrupt(), false},
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

// TestAnswersThatAreNone: that it was not found out, or that something is needed first,
// answers nothing; what is named besides does.
func TestAnswersThatAreNone(t *testing.T) {
	b := newBench(t)
	why := func(said string) *talk {
		return new(talk).Ask("Why is the depth of the harbour negative?").Read("gauge.go").Say(said)
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
		if got := b.viewOf(why(c.said), fact.Question).AnswerOpen(fact.Question); got != c.want {
			t.Errorf("%.60q answers nothing: %v", c.said, got)
		}
	}
	if !b.viewOf(why("I don't know why it is negative.").Ask("ok thanks anyway").Say("You're welcome."), fact.Question).AnswerOpen(fact.Question) {
		t.Error("courtesies after it change nothing")
	}
	if b.viewOf(why("I don't know why it is negative.").Ask("then what is the gauge?").Say("The gauge is a pole."), fact.Question).AnswerOpen(fact.Question) {
		t.Error("what was asked last is answered")
	}
	if b.viewOf(new(talk).Ask("Why is it negative?").Edit("gauge.go", 2).Say("I don't know why it is negative."), fact.Question).AnswerOpen(fact.Question) {
		t.Error("who changed something has done more than not answer")
	}
	if b.viewOf(why("I don't know why it is negative.").Call("Read", "chart.go"), fact.Question).AnswerOpen(fact.Question) {
		t.Error("no answer is none that is open")
	}
	if v := b.viewOf(why("I don't know why it is negative."), fact.Question); v.AnswerOpen(fact.BugFix) || !v.AnswerOpen(fact.Question) || !v.AnswerOpen(fact.Investigation) {
		t.Error("only what is complete with an answer is open for lack of one")
	}
	for text, want := range map[string]int{"a b. c": 3, "a b": 3, "a! b. c": 1, "a\nb": 1, "好。是": 3, "a.b c": 5} {
		if got := observe.FirstSentence(text); got != want {
			t.Errorf("the first sentence of %q ends at %d", text, got)
		}
	}
}

// TestCallsRefused: a plan is refused where the person says why, and it was the last.
func TestCallsRefused(t *testing.T) {
	b := newBench(t)
	plan := func() *talk { return new(talk).Ask("Plan the depth table") }
	for _, c := range []struct {
		why               string
		talk              *talk
		approved, refused bool
	}{
		{"none", plan().Say("First the gauge."), false, false},
		{"approved", plan().Approved("# Plan").Say("Good."), true, false},
		{"refused", plan().Refused("ExitPlanMode", "# Plan", "smaller").Say("Okay."), false, true},
		{"refused without a word", plan().Refused("ExitPlanMode", "# Plan", "").Interrupt(), false, false},
		{"refused, then approved", plan().Refused("ExitPlanMode", "# Plan", "smaller").Approved("# Plan 2").Say("Good."), true, false},
		{"approved, then refused", plan().Approved("# Plan").Refused("ExitPlanMode", "# Plan 2", "smaller").Say("Okay."), true, true},
		{"shown", plan().Call("ExitPlanMode", "# Plan").Back(transcript.Result{Outcome: transcript.Done}), false, false},
	} {
		a := b.j.Read(c.talk.Draft()).a
		if a.PlanApproved() != c.approved || a.PlanRefused() != c.refused {
			t.Errorf("%s: approved %v, refused %v", c.why, a.PlanApproved(), a.PlanRefused())
		}
	}
}
