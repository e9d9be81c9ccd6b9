package offline

import (
	"testing"

	"prism/internal/fact"
)

// TestKindsByForm has works whose kind no single verb tells, and neighbours that are another.
func TestKindsByForm(t *testing.T) {
	b := newBench(t)
	plan := "# Tide tables\n\n- read tides.csv\n- table tests"
	built := func(k *talk) *talk {
		return k.Write("tides.go", 30).Write("tides_test.go", 20).Run("go test ./...", goGreen).Say("The tables are built as planned; all tests pass.")
	}
	for _, c := range []struct {
		why  string
		talk *talk
		want fact.Intent
	}{
		{"a plan handed on and built", built(new(talk).Ask("plan how to read the tide tables").Read("main.go").Refused("ExitPlanMode", plan, "").HandPlan(plan)), fact.Feature},
		{"tests to be made green", new(talk).Ask("make the tide table test pass").Fails("go test ./...", goRed).Swap("tides.go", "+1", "-1").Run("go test ./...", goGreen).Say("It was off by one."), fact.BugFix},
		{"a runner that is red", new(talk).Ask("vitest is red since the upgrade").Fails("npx vitest run", "1 failed").Swap("src/tides.ts", "old()", "now()").Run("npx vitest run", "Tests  9 passed (9)").Say("The old call is gone."), fact.BugFix},
		{"a package of its own", new(talk).Ask("move the tide readers into their own package and run the tests").Write("tides/read.go", 12).Run("go test ./...", goGreen).Say("Moved."), fact.Refactor},
		{"a pull request", new(talk).Ask("open a PR for this branch").Run("gh pr create --fill", "https://example.org/pull/3").Say("The pull request is open."), fact.SmallChange},
		{"a tag", new(talk).Ask("tag v2.0.1 and push the tag").Run("git tag v2.0.1 && git push origin v2.0.1", "* [new tag] v2.0.1 -> v2.0.1").Say("Tagged and pushed."), fact.SmallChange},
		{"a question of deliveries", new(talk).Ask("how do I tag a release?").Say("With git tag, then push the tag to the remote; the workflow does the rest."), fact.Question},
		{"a suspicion to be tested", new(talk).Ask("I suspect the tide cache makes it slow. verify, don't fix").Run("time ./tides --no-cache", "real 0m4.1s").Run("time ./tides", "real 0m4.0s").Say("Refuted: without the cache it takes as long. The time goes into reading the file."), fact.Investigation},
	} {
		if v := b.verdict(c.talk); v.Intent != c.want {
			t.Errorf("%s: %s, want %s", c.why, v.Intent, c.want)
		}
	}
}
