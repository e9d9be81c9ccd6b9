package offline

import (
	"strings"
	"testing"

	"prism/internal/fact"
	"prism/internal/judge"
	"prism/internal/transcript"
)

// Sessions of a fix and of a question that the tests of claims, quotes and signs go on from.
func fixAsked() *talk { return new(talk).ask("Fix the depth of the harbour in depth.go") }
func fixDone() *talk  { return fixAsked().edit("depth.go", 6).say("Fixed: the depth was read in feet.") }
func fixRed() *talk {
	return fixAsked().edit("depth.go", 6).fails("go test ./...", goRed).say("One test still fails.")
}

// TestClaims: the sentence of a feature is told of sessions of which it is true, and of
// none of which it is not, however much the feature weighs.
func TestClaims(t *testing.T) {
	b := newBench(t)
	why := func() *talk { return new(talk).ask("Why is the depth of the harbour negative?") }
	const cause = "It is negative because the gauge counts from the mean sea level down, while the table of the harbour counts up from the bottom."
	long := strings.Repeat("the gauge of the harbour counts from the sea down ", 14)
	commit := func(k *talk) *talk { return k.run("git commit -am depth", "[main 1a2b3c4] depth").say("Committed.") }
	for _, c := range []struct {
		name   string
		intent fact.Intent
		is     []*talk
		not    []*talk
	}{
		{"last_complains", fact.BugFix,
			[]*talk{fixDone().ask("it still doesn't work").say("Hm."), fixDone().ask("wtf, the depth is wrong again").say("Hm.")},
			[]*talk{fixDone().ask("now the width").say("Hm.")}},
		{"reported", fact.BugFix,
			[]*talk{fixDone().ask("FAIL\tharbour/depth\t0.1s").say("Hm."), fixDone().ask("the page doesn't work now").say("Hm.")},
			[]*talk{fixDone().ask("what is a crash?").say("A stop."), fixDone().ask("now the width").say("Hm.")}},
		{"reported", fact.Review, nil, []*talk{new(talk).ask("Review the branch").say("Approve: all is well.").ask("panic: nil map\ngoroutine 1 [running]:").say("Hm.")}},
		{"last_swears", fact.BugFix, []*talk{fixDone().ask("wtf is this").say("Sorry.")}, []*talk{fixDone().ask("wtf " + long).say("Sorry."), fixDone().ask("wtf\npanic: nil map\ngoroutine 1 [running]:\nmain.main()\n\t/srv/depth.go:3").say("Sorry.")}},
		{"last_corrects", fact.BugFix, []*talk{fixDone().ask("no, use the other gauge instead").say("Okay.")}, []*talk{fixDone().ask("no, is it not the other gauge?").say("Hm."), fixDone().ask("the width comes from the gauge, no").say("Hm.")}},
		{"last_assents", fact.BugFix, []*talk{fixDone().ask("yes, do that").say("Okay.")}, []*talk{fixDone().ask("yes? do you").say("Hm."), fixDone().ask("the width comes from the gauge, yes").say("Hm.")}},
		{"acceptances", fact.BugFix,
			[]*talk{fixDone().ask("great, it works now").say("Good."), fixDone().ask("perfect, it works").say("Good.").ask("now the width").edit("w.go", 3).say("Done.").ask("and the height").edit("h.go", 2).say("Done.")},
			[]*talk{fixDone().ask("does it work now?").say("Yes."), fixDone().ask("it works, but revert it").say("Okay."), fixDone(), new(talk).ask("great, it works now").say("Good.")}},
		{"complaint_open", fact.BugFix,
			[]*talk{fixDone().ask("it still doesn't work").say("Please reload."), fixDone().ask("it still doesn't work").say("Please reload.").ask("what is a gauge?").say("A pole.")},
			[]*talk{fixDone().ask("it still doesn't work").edit("depth.go", 1).run("go test ./...", goGreen).say("All tests pass."), fixDone().ask("it still doesn't work").say("All tests pass."),
				commit(fixDone().ask("it still doesn't work").edit("depth.go", 1).say("Fixed.").ask("commit it"))}},
		{"last_delivers", fact.BugFix, []*talk{commit(fixDone().ask("commit it")), fixDone().ask("push it").run("git push", "main -> main").say("Pushed.")}, []*talk{fixDone().ask("what happens when I commit it?").say("It is kept."), fixDone().ask("now the width").say("Hm.")}},
		{"says_verified", fact.BugFix, []*talk{fixAsked().edit("depth.go", 6).run("go test ./...", goGreen).say("All tests pass.")}, []*talk{fixAsked().edit("depth.go", 6).say("All tests pass.")}},
		{"says_verified", fact.Review, nil, []*talk{new(talk).ask("Review the branch").run("go test ./...", goGreen).say("All tests pass. Approve.")}},
		{"says_blocked", fact.BugFix, []*talk{fixAsked().read("depth.go").say("I was not able to fix it.")}, []*talk{fixAsked().edit("depth.go", 2).say("I was not able to fix it."), fixAsked().read("depth.go").say("I could not connect at first. Fixed it all the same; all tests pass.")}},
		{"says_ask", fact.BugFix, []*talk{fixAsked().say("Which harbour is it?"), fixAsked().say("Please send me the table.")}, []*talk{fixAsked().edit("depth.go", 2).say("Fixed. Let me know if the table is right."), fixAsked().say("Please send me the table. " + long)}},
		{"asks_needed", fact.BugFix, []*talk{fixAsked().say("Which harbour is it?")}, []*talk{fixAsked().edit("depth.go", 2).say("Done, all tests pass.")}},
		{"says_you_test", fact.BugFix, []*talk{fixAsked().edit("depth.go", 2).say("I changed the depth. Please test it in the browser.")},
			[]*talk{fixAsked().edit("depth.go", 2).say("All tests pass. Please test it in the browser."), fixAsked().edit("depth.go", 2).say(long + "\nPlease test it in the browser."), fixAsked().edit("depth.go", 2).say("It is written to test-data.txt.")}},
		{"answered", fact.Question, []*talk{why().say(cause)}, []*talk{why().say("Because of the gauge."), why().edit("depth.go", 2).say(cause), why().say("I don't know why it is negative; nothing in the code of the harbour or of its gauges tells.")}},
		{"answered", fact.BugFix, nil, []*talk{why().say(cause)}},
		{"rejects_last", fact.Plan, []*talk{new(talk).ask("Plan it").refused("Edit", "a.go", "not yet").say("Okay.")}, []*talk{new(talk).ask("Plan it").refused("ExitPlanMode", "# Plan", "").interrupt()}},
		{"stakes_followed", fact.Feature, []*talk{fixDone().ask("now add the width").edit("w.go", 3).say("Done.").ask("now add the height").edit("h.go", 3).say("Done.")},
			[]*talk{fixDone().ask("now add the width").edit("w.go", 3).say("Done."), fixDone().ask("what is the width?").say("A number.").ask("what is the height?").say("A number.")}},
		{"stakes_delivered", fact.Feature, []*talk{commit(fixDone().ask("commit it"))}, []*talk{fixDone(), fixAsked().edit("depth.go", 2).run("git commit -am depth", "").say("Fixed and committed."), commit(fixDone().ask("commit it")).ask("now the width").edit("w.go", 3).say("Done.")}},
		{"stakes_nothing", fact.BugFix, []*talk{fixAsked().read("depth.go").say("It looks right.")}, []*talk{fixAsked().run("rm depth.txt", "").say("It looks right."), fixAsked().read("depth.go").say("Fixed: it is read in metres."), fixDone()}},
		{"stakes_nothing", fact.Question, nil, []*talk{fixAsked().read("depth.go").say("It looks right.")}},
		{"stakes_unproven", fact.BugFix, []*talk{fixDone(), fixRed()}, []*talk{fixAsked().edit("depth.go", 6).run("go vet ./...", "ok").run("go test ./...", goGreen).say("Fixed.")}},
		{"unchecked_lines", fact.Feature, []*talk{fixAsked().edit("depth.go", 60).say("Fixed.")}, []*talk{fixAsked().edit("depth.go", 6).say("Fixed."), fixAsked().edit("depth.go", 60).run("go test ./...", goGreen).say("Fixed."), commit(fixAsked().edit("depth.go", 60)), fixAsked().edit("notes.md", 60).say("Noted.")}},
	} {
		for want, list := range map[bool][]*talk{true: c.is, false: c.not} {
			for i, k := range list {
				if got := b.viewOf(k, c.intent).holds(c.name, true, &judge.Opinion{Intent: c.intent}); got != want {
					t.Errorf("%s of a %s (%d of %v): told %v, want %v", c.name, c.intent, i, want, got, want)
				}
			}
		}
	}
	// A criterion that is met vouches for the change, whatever shows it.
	v := b.viewOf(fixAsked().edit("depth.go", 60).say("Fixed."), fact.BugFix)
	for _, name := range []string{judge.CriterionVerified, judge.CriterionKept, judge.CriterionTested, judge.CriterionAccepted} {
		for _, met := range []bool{true, false} {
			op := &judge.Opinion{Criteria: []judge.Criterion{{Name: judge.CriterionFinished, Met: true}, {Name: name, Met: met}}}
			for _, feature := range []string{"stakes_unproven", "unchecked_lines"} {
				if v.holds(feature, true, op) == met {
					t.Errorf("%s where %s is met %v: told %v", feature, name, met, met)
				}
			}
		}
	}
	// Of the end, the criterion tells; that no test passed is not said where a hook's did.
	for _, met := range []bool{true, false} {
		op := &judge.Opinion{Criteria: []judge.Criterion{{Name: judge.CriterionFinished, Met: met}}}
		if v.holds("cut", true, op) == met || v.holds("cut", false, op) != met {
			t.Errorf("where the work is finished %v, that it stops is told", met)
		}
	}
	for _, c := range []struct {
		why  string
		talk *talk
		want bool
	}{
		{"no test", fixDone(), true},
		{"a test", fixAsked().edit("depth.go", 6).run("go test ./...", goGreen).say("Fixed."), false},
		{"a hook's test", fixAsked().edit("depth.go", 6).run("git commit -am depth", "running hooks\n"+jestGreen+"\n[main 1a2b3c4] depth").say("Committed."), false},
		{"a hook without tests", fixAsked().edit("depth.go", 6).run("git commit -am depth", "lint ok\n[main 1a2b3c4] depth").say("Committed."), true},
		{"a hook that stopped the commit", fixAsked().edit("depth.go", 6).fails("git commit -am depth", jestGreen+"\ntypes: 3 errors").say("Hm."), true},
	} {
		if got := b.viewOf(c.talk, fact.BugFix).holds("test_passed", false, &judge.Opinion{}); got != c.want {
			t.Errorf("%s: that no test passed is told %v", c.why, got)
		}
	}
	if !v.holds("says_done", false, &judge.Opinion{}) || !v.holds("says_done", true, &judge.Opinion{}) {
		t.Error("what needs no second look is told")
	}
}

// TestReasonsAndCriteriaAgree: an argument that says the contrary of a criterion on the
// same page is left out, on either side.
func TestReasonsAndCriteriaAgree(t *testing.T) {
	for feature, names := range map[string][]string{
		"cut": {judge.CriterionFinished}, "end_answer": {judge.CriterionFinished, judge.CriterionAnswered}, "says_done": {judge.CriterionFinished, judge.CriterionFix}, "says_blocked": {judge.CriterionBuilt},
		"test_passed": {judge.CriterionTested, judge.CriterionVerified, judge.CriterionKept}, "stakes_unproven": {judge.CriterionVerified, judge.CriterionAccepted}, "unchecked_lines": {judge.CriterionTested, judge.CriterionAccepted},
		"acceptances": {judge.CriterionAccepted, judge.CriterionPlanTaken}, "plan_approved": {judge.CriterionPlanTaken}, "answered": {judge.CriterionAnswered, judge.CriterionConclusion, judge.CriterionVerdict},
		"asks_needed": {judge.CriterionFinished, judge.CriterionAnswered}, "complaint_open": {judge.CriterionNoFailure, judge.CriterionNotRepeated}, "small_done": {judge.CriterionApplied}, "stakes_nothing": {judge.CriterionFix},
	} {
		for _, name := range names {
			for _, met := range []bool{true, false} {
				all := []judge.Criterion{{Name: "another", Met: !met}, {Name: name, Met: met}}
				if contradicted(about()[feature], met, all) || !contradicted(about()[feature], !met, all) {
					t.Errorf("%s beside %s, met %v", feature, name, met)
				}
			}
		}
		if contradicted(about()[feature], true, nil) {
			t.Errorf("%s contradicts nothing", feature)
		}
	}
}

// TestAdviceIsOfWhatLacks: who is told what would have landed the session is told first
// of what stopped it, and of its proof only where that was lacking too.
func TestAdviceIsOfWhatLacks(t *testing.T) {
	b := newBench(t)
	rule, _ := judge.RuleOf(fact.BugFix)
	criteria := func(finished, verified bool) []judge.Criterion {
		return []judge.Criterion{{Name: judge.CriterionFinished, Met: finished}, {Name: judge.CriterionVerified, Met: verified}, {Name: judge.CriterionFix, Met: true}, {Name: judge.CriterionNoFailure, Met: true}}
	}
	const stop, answer = "Let the agent come to an end", "Answer the agent's question"
	for _, c := range []struct {
		why        string
		talk       *talk
		criteria   []judge.Criterion
		first      string
		intentsToo bool
	}{
		{"stopped, and proven before", fixAsked().edit("depth.go", 2).run("go test ./...", goGreen).interrupt(), criteria(false, true), stop, false},
		{"stopped, and not proven", fixAsked().edit("depth.go", 2).interrupt(), criteria(false, false), stop, true},
		{"at its end, and not proven", fixDone(), criteria(true, false), "", true},
		{"asked back", fixAsked().say("Which harbour is it?"), criteria(false, true), answer, false},
		{"asked back, and not proven", fixAsked().say("Which harbour is it?"), criteria(true, false), answer, true},
	} {
		got := advice(b.viewOf(c.talk, fact.BugFix), rule, judge.Opinion{Intent: fact.BugFix, Signal: fact.NoSignal, Criteria: c.criteria})
		if !strings.HasPrefix(got, c.first) || strings.HasSuffix(got, rule.Advice) != c.intentsToo || c.first == "" && got != rule.Advice {
			t.Errorf("%s: %q", c.why, got)
		}
	}
}

// TestLoad: who loads a judge has read its words and weights before the first verdict.
func TestLoad(t *testing.T) {
	j, err := Default()
	if err != nil {
		t.Fatal(err)
	}
	if j.Load(); len(j.goals) == 0 || len(j.model.Goal.Weight) != len(j.goals) {
		t.Errorf("%d features, %d weights", len(j.goals), len(j.model.Goal.Weight))
	}
	Untrained().Load() // has nothing to read
}

// TestCasesOfCalls: calls of helpers and of the service are no calls of the work.
func TestCasesOfCalls(t *testing.T) {
	b := newBench(t)
	k := fixAsked().fails("ls x", "no").fails("ls y", "no")
	d := k.draft()
	steps := d.Turns[0].Steps
	steps[len(steps)-1].Subagent = true
	if n := newView(b.j.Read(d).a, knownAs(fact.BugFix)).erring(); n != 1 {
		t.Errorf("%d calls fail at the end, one of them a helper's", n)
	}
	for want, k := range map[bool]*talk{
		true:  fixAsked().failure("API Error: 529"),
		false: fixAsked().call("Read", "depth.go").back(transcript.Result{Outcome: transcript.Done}),
	} {
		if got := unserved(b.viewOf(k, fact.BugFix).last); got != want {
			t.Errorf("the service failed: %v, want %v", got, want)
		}
	}
	if unserved(nil) {
		t.Error("no turn came to nothing")
	}
}
