package offline

import (
	"testing"

	"prism/internal/fact"
)

// TestOtherPackages: tests of packages that nothing was changed in show nothing of a fix; those
// of the changed one do, and so do all tests, and such as lie apart from any package.
func TestOtherPackages(t *testing.T) {
	b := newBench(t)
	for command, shows := range map[string]bool{
		"go test ./lighthouse/...":                false,
		"go test ./lighthouse ./ferry":            false,
		"npx jest packages/lighthouse":            false,
		"go test ./harbour/...":                   true,
		"go test ./harbour ./lighthouse":          true,
		"go test ./...":                           true,
		"go test":                                 true,
		"go test ./internal/...":                  true,
		"npx jest tests/lighthouse":               true,
		"go test -run TestTides":                  true,
		"cd lighthouse && go test -run TestTides": true,
	} {
		v := b.verdict(new(talk).Ask("The harbour shows tides an hour late, fix that").Edit("/home/mara/quay/harbour/tide.go", 4).Run(command, goGreen).Say("The tides are on time now."))
		if v.GoalComplete != shows || v.GoalComplete && v.Basis != fact.Explicit {
			t.Errorf("%s: complete %v, %s", command, v.GoalComplete, v.Basis)
		}
	}
	v := b.verdict(new(talk).Ask("The harbour shows tides an hour late, fix that").Edit("/home/mara/quay/go.mod", 1).Run("go test ./lighthouse/...", goGreen).Say("The tides are on time now."))
	if !v.GoalComplete {
		t.Error("what every package is built with is tested by any of them")
	}
}

// TestSkippedAndTakenBack: who has the work taken back with "skip it" drops it.
func TestSkippedAndTakenBack(t *testing.T) {
	b := newBench(t)
	start := func() *talk {
		return new(talk).Ask("Upgrade the chart library to version 9").Write("/home/mara/quay/chart.config.js", 8).Fails("npx charts check", "TypeError: axis is not a function").Say("The axis plugin does not support version 9.")
	}
	if v := b.verdict(start().Ask("ok skip it then, we stay on 8").Run("git checkout . && rm chart.config.js", "").Say("Restored.")); v.GoalComplete || v.Signal != fact.Abandoned {
		t.Errorf("taken back: complete %v, %s", v.GoalComplete, v.Signal)
	}
	if v := b.verdict(start().Ask("skip the plugin then, and finish the rest").Edit("/home/mara/quay/chart.config.js", 3).Run("npx charts check && npm test", "Tests  4 passed (4)").Say("On version 9 now, without the plugin.")); v.Signal == fact.Abandoned {
		t.Error("a part was skipped, the work was done")
	}
}

// TestPlanRefusedInWords: "exactly what we wanted to avoid" takes no plan.
func TestPlanRefusedInWords(t *testing.T) {
	b := newBench(t)
	for said, complete := range map[string]bool{
		"hmm no, a pier per boat is exactly what we wanted to avoid. forget it": false,
		"a pier per boat doesn't scale for us":                                  false,
		"great, exactly what we wanted":                                         true,
	} {
		v := b.verdict(new(talk).Ask("Write a design document for the piers, don't code").Write("/home/mara/quay/docs/piers.md", 12).Say("The design is in docs/piers.md: one pier per boat.").Ask(said).Say("Understood."))
		if v.GoalComplete != complete {
			t.Errorf("%q: complete %v", said, v.GoalComplete)
		}
	}
}

// TestDeniedAtTheEnd: an order whose last call is refused for want of rights is not carried out.
func TestDeniedAtTheEnd(t *testing.T) {
	b := newBench(t)
	order := func() *talk {
		return new(talk).Ask("deploy the new tide function").Run("aws lambda update-function-code --function-name tide --zip-file fileb://tide.zip", "")
	}
	denied := "Exit code 254\n\nAn error occurred (AccessDenied) when calling the PublishVersion operation: not authorized"
	if v := b.verdict(order().Fails("aws lambda publish-version --function-name tide", denied).Say("The code is uploaded but publishing is blocked: the role lacks the right to do it.")); v.GoalComplete || v.Signal != fact.UnresolvedError {
		t.Errorf("denied: complete %v, %s", v.GoalComplete, v.Signal)
	}
	if v := b.verdict(order().Fails("aws lambda publish-version --function-name tide", denied).Run("aws lambda publish-version --function-name tide --profile admin", "Version: 12").Say("Version 12 is deployed.")); v.Signal != fact.NoSignal {
		t.Errorf("denied at first: %s", v.Signal)
	}
}

// TestThanksForTheAnswer: thanks after a word that it still fails are for the answer.
func TestThanksForTheAnswer(t *testing.T) {
	b := newBench(t)
	for _, still := range []bool{true, false} {
		k := new(talk).Ask("Fix the time zone in the tide header").Edit("/home/mara/quay/header.py", 3).Say("The header uses the zone of the harbour.")
		if still {
			k = k.Ask("it still doesn't work").Say("That may be the printer, which has a clock of its own.")
		}
		v := b.viewOf(k.Ask("thanks").Say("You're welcome."), fact.BugFix)
		if met, q := v.verified(); met == still {
			t.Errorf("still failing %v: verified %v by %v", still, met, q)
		}
	}
}
