package offline

import (
	"testing"

	"prism/internal/fact"
)

// TestNoGreenOverRed: a change was ordered, and the only check is red, with or without an
// edit before it and with or without an answer after it. Such a session, live or at rest,
// did not land.
func TestNoGreenOverRed(t *testing.T) {
	b := newBench(t)
	runners := []struct{ command, file, red string }{
		{"go test ./...", "round.go", goRed},
		{"go test ./round", "round.go", "FAIL\tshop/round\t0.004s"},
		{"pytest -q", "round.py", "F\nFAILED test_round.py::test_total - assert 3 == 4\n1 failed in 0.44s"},
		{"npm test", "round.js", "Tests:       2 failed, 7 passed, 9 total\nnpm ERR! Test failed."},
		{"cargo test", "round.rs", "test result: FAILED. 4 passed; 1 failed; 0 ignored"},
		{"npx tsc --noEmit", "round.ts", "round.ts(3,1): error TS2304: Cannot find name 'total'."},
	}
	for _, ask := range []string{
		"Fix the rounding in the invoice total, and show me the test that proves it",
		"Fix the rounding in the invoice total. Show me the test that proves it.",
		"The totals are rounded wrongly. Fix it and run the tests",
		"Please fix the rounding bug, the total is off by a cent",
		"Repariere die Rundung und zeig mir den Test, der es beweist",
		"Corrige el redondeo del total y enséñame la prueba que lo demuestra",
		"Add a rounding mode with tests",
		"Refactor the rounding into one function and run the tests",
	} {
		for _, r := range runners {
			told := "The rounding test fails: got 2.34, want 2.35."
			for name, k := range map[string]*talk{
				"unchanged, at the result":  new(talk).Ask(ask).Fails(r.command, r.red),
				"unchanged, told":           new(talk).Ask(ask).Fails(r.command, r.red).Say(told),
				"unchanged, behind a pipe":  new(talk).Ask(ask).Run(r.command+" 2>&1 | tail -5", r.red).Say(told),
				"changed, at the result":    new(talk).Ask(ask).Read(r.file).Edit(r.file, 3).Fails(r.command, r.red),
				"changed, told":             new(talk).Ask(ask).Read(r.file).Edit(r.file, 3).Fails(r.command, r.red).Say(told),
				"changed, with false claim": new(talk).Ask(ask).Read(r.file).Edit(r.file, 3).Fails(r.command, r.red).Say("I fixed the rounding. Here is the test that proves it."),
			} {
				if v := b.verdict(k); v.GoalComplete {
					t.Errorf("%q, %s, %s: %s", ask, r.command, name, explain(v))
				}
			}
		}
		green := new(talk).Ask(ask).Read("round.go").Fails("go test ./...", goRed).Edit("round.go", 3).Run("go test ./...", goGreen).Say("Done: the total is rounded once, and all tests pass.")
		if v := b.verdict(green); v.Signal != fact.NoSignal {
			t.Errorf("%q, put right: %s", ask, explain(v))
		}
	}
	for _, ask := range []string{"Run the tests", "Why does the rounding test fail?"} {
		v := b.verdict(new(talk).Ask(ask).Fails("go test ./...", goRed).Say("One test fails, TestRound: the total is rounded twice, in round.go and in total.go. That is the cause."))
		if v.Signal != fact.NoSignal {
			t.Errorf("%q asks for no change, and red is its answer: %s", ask, explain(v))
		}
	}
}
