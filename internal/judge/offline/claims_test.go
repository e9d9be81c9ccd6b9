package offline

import (
	"strings"
	"testing"

	"prism/internal/fact"
	"prism/internal/judge"
	"prism/internal/judge/offline/signal"
	"prism/internal/transcript"
)

// Sessions of a fix and of a question that the tests of claims, quotes and signs go on from.
func fixAsked() *talk {
	return new(talk).Ask("Fix the depth of the harbour in depth.go")
}
func fixDone() *talk {
	return fixAsked().Edit("depth.go", 6).Say("Fixed: the depth was read in feet.")
}
func fixRed() *talk {
	return fixAsked().Edit("depth.go", 6).Fails("go test ./...", goRed).Say("One test still fails.")
}

// TestClaims: the sentence of a feature is told of sessions of which it is true, and of
// none of which it is not, however much the feature weighs.
func TestClaims(t *testing.T) {
	b := newBench(t)
	why := func() *talk {
		return new(talk).Ask("Why is the depth of the harbour negative?")
	}
	const cause = "It is negative because the gauge counts from the mean sea level down, while the table of the harbour counts up from the bottom."
	long := strings.Repeat("the gauge of the harbour counts from the sea down ", 14)
	commit := func(k *talk) *talk {
		return k.Run("git commit -am depth", "[main 1a2b3c4] depth").Say("Committed.")
	}
	for _, c := range []struct {
		name   string
		intent fact.Intent
		is     []*talk
		not    []*talk
	}{
		{"last_complains", fact.BugFix,
			[]*talk{fixDone().Ask("it still doesn't work").Say("Hm."), fixDone().Ask("wtf, the depth is wrong again").Say("Hm.")},
			[]*talk{fixDone().Ask("now the width").Say("Hm.")}},
		{"reported", fact.BugFix,
			[]*talk{fixDone().Ask("FAIL\tharbour/depth\t0.1s").Say("Hm."), fixDone().Ask("the page doesn't work now").Say("Hm.")},
			[]*talk{fixDone().Ask("what is a crash?").Say("A stop."), fixDone().Ask("now the width").Say("Hm.")}},
		{"reported", fact.Review, nil, []*talk{new(talk).Ask("Review the branch").Say("Approve: all is well.").Ask("panic: nil map\ngoroutine 1 [running]:").Say("Hm.")}},
		{"last_swears", fact.BugFix, []*talk{fixDone().Ask("wtf is this").Say("Sorry.")}, []*talk{fixDone().Ask("wtf " + long).Say("Sorry."), fixDone().Ask("wtf\npanic: nil map\ngoroutine 1 [running]:\nmain.main()\n\t/srv/depth.go:3").Say("Sorry.")}},
		{"last_corrects", fact.BugFix, []*talk{fixDone().Ask("no, use the other gauge instead").Say("Okay.")}, []*talk{fixDone().Ask("no, is it not the other gauge?").Say("Hm."), fixDone().Ask("the width comes from the gauge, no").Say("Hm.")}},
		{"last_assents", fact.BugFix, []*talk{fixDone().Ask("yes, do that").Say("Okay.")}, []*talk{fixDone().Ask("yes? do you").Say("Hm."), fixDone().Ask("the width comes from the gauge, yes").Say("Hm.")}},
		{"acceptances", fact.BugFix,
			[]*talk{fixDone().Ask("great, it works now").Say("Good."), fixDone().Ask("perfect, it works").Say("Good.").Ask("now the width").Edit("w.go", 3).Say("Done.").Ask("and the height").Edit("h.go", 2).Say("Done.")},
			[]*talk{fixDone().Ask("does it work now?").Say("Yes."), fixDone().Ask("it works, but revert it").Say("Okay."), fixDone(), new(talk).Ask("great, it works now").Say("Good.")}},
		{"complaint_open", fact.BugFix,
			[]*talk{fixDone().Ask("it still doesn't work").Say("Please reload."), fixDone().Ask("it still doesn't work").Say("Please reload.").Ask("what is a gauge?").Say("A pole.")},
			[]*talk{fixDone().Ask("it still doesn't work").Edit("depth.go", 1).Run("go test ./...", goGreen).Say("All tests pass."), fixDone().Ask("it still doesn't work").Say("All tests pass."),
				commit(fixDone().Ask("it still doesn't work").Edit("depth.go", 1).Say("Fixed.").Ask("commit it"))}},
		{"last_delivers", fact.BugFix, []*talk{commit(fixDone().Ask("commit it")), fixDone().Ask("push it").Run("git push", "main -> main").Say("Pushed.")}, []*talk{fixDone().Ask("what happens when I commit it?").Say("It is kept."), fixDone().Ask("now the width").Say("Hm.")}},
		{"says_verified", fact.BugFix, []*talk{fixAsked().Edit("depth.go", 6).Run("go test ./...", goGreen).Say("All tests pass.")}, []*talk{fixAsked().Edit("depth.go", 6).Say("All tests pass.")}},
		{"says_verified", fact.Review, nil, []*talk{new(talk).Ask("Review the branch").Run("go test ./...", goGreen).Say("All tests pass. Approve.")}},
		{"says_blocked", fact.BugFix, []*talk{fixAsked().Read("depth.go").Say("I was not able to fix it.")}, []*talk{fixAsked().Edit("depth.go", 2).Say("I was not able to fix it."), fixAsked().Read("depth.go").Say("I could not connect at first. Fixed it all the same; all tests pass.")}},
		{"says_ask", fact.BugFix, []*talk{fixAsked().Say("Which harbour is it?"), fixAsked().Say("Please send me the table.")}, []*talk{fixAsked().Edit("depth.go", 2).Say("Fixed. Let me know if the table is right."), fixAsked().Say("Please send me the table. " + long)}},
		{"asks_needed", fact.BugFix, []*talk{fixAsked().Say("Which harbour is it?")}, []*talk{fixAsked().Edit("depth.go", 2).Say("Done, all tests pass.")}},
		{"says_you_test", fact.BugFix, []*talk{fixAsked().Edit("depth.go", 2).Say("I changed the depth. Please test it in the browser.")},
			[]*talk{fixAsked().Edit("depth.go", 2).Say("All tests pass. Please test it in the browser."), fixAsked().Edit("depth.go", 2).Say(long + "\nPlease test it in the browser."), fixAsked().Edit("depth.go", 2).Say("It is written to test-data.txt.")}},
		{"says_you_test", fact.SmallChange, nil, []*talk{new(talk).Ask("Write the notes").Edit("notes.md", 3).Say("Written. The notes should be updated when the harbour changes.")}},
		{"acceptances", fact.BugFix, nil, []*talk{new(talk).Ask("hello").Say("Hello.").Ask("perfect").Say("Good.")}},
		{"answered", fact.Question, []*talk{why().Say(cause)}, []*talk{why().Say("Because of the gauge."), why().Edit("depth.go", 2).Say(cause), why().Say("I don't know why it is negative; nothing in the code of the harbour or of its gauges tells.")}},
		{"answered", fact.BugFix, nil, []*talk{why().Say(cause)}},
		{"rejects_last", fact.Plan, []*talk{new(talk).Ask("Plan it").Refused("Edit", "a.go", "not yet").Say("Okay.")}, []*talk{new(talk).Ask("Plan it").Refused("ExitPlanMode", "# Plan", "").Interrupt()}},
		{"stakes_followed", fact.Feature, []*talk{fixDone().Ask("now add the width").Edit("w.go", 3).Say("Done.").Ask("now add the height").Edit("h.go", 3).Say("Done.")},
			[]*talk{fixDone().Ask("now add the width").Edit("w.go", 3).Say("Done."), fixDone().Ask("what is the width?").Say("A number.").Ask("what is the height?").Say("A number.")}},
		{"stakes_delivered", fact.Feature, []*talk{commit(fixDone().Ask("commit it"))}, []*talk{fixDone(), fixAsked().Edit("depth.go", 2).Run("git commit -am depth", "").Say("Fixed and committed."), commit(fixDone().Ask("commit it")).Ask("now the width").Edit("w.go", 3).Say("Done.")}},
		{"stakes_nothing", fact.BugFix, []*talk{fixAsked().Read("depth.go").Say("It looks right.")}, []*talk{fixAsked().Run("rm depth.txt", "").Say("It looks right."), fixAsked().Read("depth.go").Say("Fixed: it is read in metres."), fixDone()}},
		{"stakes_nothing", fact.Question, nil, []*talk{fixAsked().Read("depth.go").Say("It looks right.")}},
		{"stakes_unproven", fact.BugFix, []*talk{fixDone(), fixRed()}, []*talk{fixAsked().Edit("depth.go", 6).Run("go vet ./...", "ok").Run("go test ./...", goGreen).Say("Fixed.")}},
		{"unchecked_lines", fact.Feature, []*talk{fixAsked().Edit("depth.go", 60).Say("Fixed.")}, []*talk{fixAsked().Edit("depth.go", 6).Say("Fixed."), fixAsked().Edit("depth.go", 60).Run("go test ./...", goGreen).Say("Fixed."), commit(fixAsked().Edit("depth.go", 60)), fixAsked().Edit("notes.md", 60).Say("Noted.")}},
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
	v := b.viewOf(fixAsked().Edit("depth.go", 60).Say("Fixed."), fact.BugFix)
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
		{"a test", fixAsked().Edit("depth.go", 6).Run("go test ./...", goGreen).Say("Fixed."), false},
		{"a hook's test", fixAsked().Edit("depth.go", 6).Run("git commit -am depth", "running hooks\n"+jestGreen+"\n[main 1a2b3c4] depth").Say("Committed."), false},
		{"a hook without tests", fixAsked().Edit("depth.go", 6).Run("git commit -am depth", "lint ok\n[main 1a2b3c4] depth").Say("Committed."), true},
		{"a hook that stopped the commit", fixAsked().Edit("depth.go", 6).Fails("git commit -am depth", jestGreen+"\ntypes: 3 errors").Say("Hm."), true},
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
		{"stopped, and proven before", fixAsked().Edit("depth.go", 2).Run("go test ./...", goGreen).Interrupt(), criteria(false, true), stop, false},
		{"stopped, and not proven", fixAsked().Edit("depth.go", 2).Interrupt(), criteria(false, false), stop, true},
		{"at its end, and not proven", fixDone(), criteria(true, false), "", true},
		{"asked back", fixAsked().Say("Which harbour is it?"), criteria(false, true), answer, false},
		{"asked back, and not proven", fixAsked().Say("Which harbour is it?"), criteria(true, false), answer, true},
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
	k := fixAsked().Fails("ls x", "no").Fails("ls y", "no")
	d := k.Draft()
	steps := d.Turns[0].Steps
	steps[len(steps)-1].Subagent = true
	if n := newView(b.j.Read(d).a, knownAs(fact.BugFix)).Erring(); n != 1 {
		t.Errorf("%d calls fail at the end, one of them a helper's", n)
	}
	for want, k := range map[bool]*talk{
		true:  fixAsked().Failure("API Error: 529"),
		false: fixAsked().Call("Read", "depth.go").Back(transcript.Result{Outcome: transcript.Done}),
	} {
		if got := signal.Unserved(b.viewOf(k, fact.BugFix).Last); got != want {
			t.Errorf("the service failed: %v, want %v", got, want)
		}
	}
	if signal.Unserved(nil) {
		t.Error("no turn came to nothing")
	}
}

// TestPassedOnTheWay: tests after which nothing came that changes how things behave passed
// after the change, be it in the hook of the commit; of others it is told that they did on the way.
func TestPassedOnTheWay(t *testing.T) {
	b := newBench(t)
	const way = "Tests passed on the way."
	tested := func() *talk { return fixAsked().Edit("depth.go", 12).Run("go test ./...", goGreen) }
	for _, c := range []struct {
		why  string
		talk *talk
		want string
	}{
		{"a formatter", tested().Run("gofmt -w .", "").Say("Fixed."), testedAfter},
		{"a linter that mends style", tested().Run("eslint --fix src", "").Say("Fixed."), testedAfter},
		{"a commit", tested().Run("git commit -am 'fix: depth'", "[main 1a2b3c4] fix").Say("Committed."), testedAfter},
		{"the readme", tested().Edit("README.md", 3).Say("Fixed."), testedAfter},
		{"most of it", fixAsked().Edit("depth.go", 60).Edit("gauge.go", 60).Edit("tide.go", 60).Run("go test ./...", goGreen).Edit("depth.go", 1).Say("Fixed."), testedMostly},
		{"as much again", tested().Edit("gauge.go", 12).Say("Fixed."), way},
		{"red since", tested().Edit("gauge.go", 12).Fails("go test ./...", goRed).Say("Fixed."), way},
		{"the hook of the commit", tested().Edit("gauge.go", 12).Run("git commit -am 'fix: depth'", "Running hooks\n128 pass\n 0 fail\n[main 1a2b3c4] fix: depth\n 1 file changed").Say("Committed."), testedAfter},
	} {
		if got := b.viewOf(c.talk, fact.BugFix).checked("test_earlier", way); got != c.want {
			t.Errorf("%s: %q, want %q", c.why, got, c.want)
		}
	}
}
