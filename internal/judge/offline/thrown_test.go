package offline

import "testing"

// TestThrownAway: what git threw away after it was tested is neither applied nor tested,
// whoever wished for it; what was committed, brought back or built anew is.
func TestThrownAway(t *testing.T) {
	b := newBench(t)
	fixed := func() *talk {
		return new(talk).Ask("Fix the depth of the harbour in depth.go").Fails("go test ./...", goRed).Edit("depth.go", 6).Run("go test ./...", goGreen)
	}
	for name, c := range map[string]struct {
		k    *talk
		done bool
	}{
		"checkout of the file": {fixed().Run("git checkout -- depth.go", "").Say("Done."), false},
		"restore of the file":  {fixed().Say("Fixed.").Ask("no, throw that away").Run("git restore depth.go", "").Say("Restored."), false},
		"hard reset":           {fixed().Say("Fixed.").Ask("hm no, get rid of the change").Run("git reset --hard", "").Say("Reset."), false},
		"whole tree":           {fixed().Run("git checkout .", "").Say("Done."), false},
		"put away":             {fixed().Run("git stash", "").Say("Done."), false},

		"put away and taken out again": {fixed().Run("git stash && go test ./... ; git stash pop", goGreen).Say("Fixed."), true},
		"another file":                 {fixed().Run("git checkout -- go.sum", "").Say("Fixed, the test passes."), true},
		"only unstaged":                {fixed().Run("git restore --staged depth.go", "").Say("Fixed, the test passes."), true},
		"committed before":             {fixed().Run("git commit -am depth", "[main 1a2b3c4] depth").Run("git checkout .", "").Say("Fixed and committed."), true},
		"built anew":                   {fixed().Run("git checkout -- depth.go", "").Edit("depth.go", 4).Run("go test ./...", goGreen).Say("Fixed, in fewer lines."), true},
		"another branch":               {fixed().Run("git checkout main", "Switched to branch 'main'").Say("Fixed, the test passes."), true},
	} {
		if v := b.verdict(c.k); v.GoalComplete != c.done {
			t.Errorf("%s: complete %v at %.2f", name, v.GoalComplete, v.Confidence)
		}
	}
}

// TestHarmlessAfterTheTest: what is done beside the work after the test takes no proof away.
func TestHarmlessAfterTheTest(t *testing.T) {
	b := newBench(t)
	for command, done := range map[string]bool{
		"rm -rf /tmp/harbour":                  true,
		"mkdir -p /tmp/a && touch /tmp/a/b":    true,
		"rm -rf htmlcov .pytest_cache":         true,
		"rm depth.go":                          false,
		"touch /tmp/a && rm -f depth.go":       false,
		"rm -rf coverage && echo x > depth.go": false,
	} {
		k := new(talk).Ask("Fix the depth of the harbour in depth.go").Fails("go test ./...", goRed).Edit("depth.go", 6).Run("go test ./...", goGreen).Run(command, "").Say("Fixed.")
		if v := b.verdict(k); v.GoalComplete != done {
			t.Errorf("%s: complete %v", command, v.GoalComplete)
		}
	}
}

// TestOtherTests: a test of something else mends no red one, and answers no complaint.
func TestOtherTests(t *testing.T) {
	b := newBench(t)
	red := func(first, second string) *talk {
		return new(talk).Ask("The test of the gauge is red, fix it").Fails(first, "--- FAIL: TestGauge (0.00s)\nFAIL").Edit("gauge/gauge.go", 4).Run(second, "ok  \tharbour/x\t0.2s").Say("Changed it.")
	}
	for _, c := range []struct {
		first, second string
		done          bool
	}{
		{"go test ./gauge/...", "go test ./tide/...", false},
		{"cargo test gauge", "cargo test tide", false},
		{"pytest -q tests/test_gauge.py", "pytest -q tests/test_tide.py", false},
		{"npx jest src/gauge", "npx jest src/tide", false},
		{"bundle exec rspec spec/gauge_spec.rb", "bundle exec rspec spec/tide_spec.rb", false},
		{"go test ./gauge/...", "go test ./...", true},
		{"go test ./gauge/...", "go test ./gauge/ -run TestGauge", true},
		{"pytest -q tests/test_gauge.py", "pytest", true},
		{"pytest -q tests/test_gauge.py", "pytest tests/", true},
		{"pytest tests/test_gauge.py::test_depth", "pytest tests/test_gauge.py", true},
		{"go test ./gauge/...", "make test", true},
		{"npx jest src/gauge", "npm test", true},
	} {
		if v := b.verdict(red(c.first, c.second)); v.GoalComplete != c.done {
			t.Errorf("%s, then %s: complete %v at %.2f, %s", c.first, c.second, v.GoalComplete, v.Confidence, v.Signal)
		}
	}
	said := func(command string) *talk {
		return new(talk).Ask("Fix the depth in src/gauge/depth.ts").Edit("src/gauge/depth.ts", 4).Say("Changed it.").
			Ask("nope, still negative").Edit("src/gauge/depth.ts", 2).Run(command, "Tests: 3 passed, 3 total").Say("Those pass.")
	}
	if b.verdict(said("npx jest src/tide")).GoalComplete {
		t.Error("what is tested has nothing to do with the complaint")
	}
	for _, command := range []string{"npx jest src/gauge", "npx jest", "npx jest -t depth", "npx vitest run src/gauge/depth.test.ts"} {
		if !b.verdict(said(command)).GoalComplete {
			t.Errorf("%s tests what was complained of", command)
		}
	}
}

// TestRunsOfThePerson: a test that the person runs, or whose run is pasted, is one.
func TestRunsOfThePerson(t *testing.T) {
	b := newBench(t)
	fixed := func() *talk {
		return new(talk).Ask("Fix the depth of the harbour in depth.go, the test is red").Edit("depth.go", 6).Say("Changed it.")
	}
	if !b.verdict(fixed().Ask("$ go test ./gauge\nok  \tharbour/gauge\t0.2s\n3 passed, 0 failed").Say("Good.")).GoalComplete {
		t.Error("the pasted run passes")
	}
	if b.verdict(fixed().Ask("$ go test ./gauge\n--- FAIL: TestDepth (0.00s)\nFAIL\tharbour/gauge\t0.2s").Say("Hm.")).GoalComplete {
		t.Error("the pasted run fails")
	}
	if b.verdict(fixed().Ask("$ go test ./gauge\n3 passed, 0 failed").Edit("depth.go", 3).Say("Cleaned it up.")).GoalComplete {
		t.Error("it was changed after that run, and nothing ran since")
	}
}
