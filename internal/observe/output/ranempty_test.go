package output

import (
	"testing"

	"prism/internal/conversation"
	"prism/internal/shell"
	"prism/internal/transcript"
)

func TestRanNothing(t *testing.T) {
	for out, want := range map[string]bool{
		"testing: warning: no tests to run\nPASS\nok  \tshop/cart\t0.004s [no tests to run]":                           true,
		"ok  \tshop/cart\t0.004s [no tests to run]\nok  \tshop/total\t0.012s":                                          false,
		"?   \tshop/cmd\t[no test files]\nok  \tshop/total\t0.012s":                                                    false,
		"?   \tshop/cmd\t[no test files]":                                                                              true,
		"running 0 tests\n\ntest result: ok. 0 passed; 0 failed; 0 ignored; 0 measured; 3 filtered out":                true,
		"running 3 tests\ntest result: ok. 3 passed; 0 failed\n\nrunning 0 tests\ntest result: ok. 0 passed; 0 failed": false,
		"collected 0 items\n\n==== no tests ran in 0.02s ====":                                                         true,
		"collected 4 items\n\n==== 4 passed in 0.10s ====":                                                             false,
		"No examples found.\n\n0 examples, 0 failures":                                                                 true,
		"12 examples, 0 failures":             false,
		"Ran 0 tests in 0.000s\n\nOK":         true,
		"Ran 7 tests in 0.002s\n\nOK":         false,
		"No tests found, exiting with code 0": true,
		"Tests:       8 passed, 8 total":      false,
		"[INFO] Tests run: 0, Failures: 0, Errors: 0, Skipped: 0\n[INFO] BUILD SUCCESS":  true,
		"[INFO] Tests run: 21, Failures: 0, Errors: 0, Skipped: 0\n[INFO] BUILD SUCCESS": false,
		"No test files found, exiting with code 0":                                       true,
		"OK (14 tests, 31 assertions)":                                                   false,
		"--- PASS: TestTotal (0.00s)\nPASS":                                              false,
		"100% tests passed, 0 tests failed out of 12":                                    false,
		"PASS": false,
		"web:test: No tests found, exiting with code 0\n\n Tasks:    2 successful, 2 total\nCached:    0 cached, 2 total": true,
		"web:test: Tests:       8 passed, 8 total\n\n Tasks:    2 successful, 2 total\nCached:    0 cached, 2 total":      false,
		"no tests found\nTest Suites: 3 passed, 3 total\nTests: 8 passed, 8 total":                                        false,
		"Test Suites: 0 of 3 total\nTests:       0 total":                                                                 true,
		"no tests ran\n200 ok":                                          true,
		"All tests passed\ntotal 0":                                     false,
		"PASS src/a.test.js\nSnapshots:   0 total\nTime:  1s":           false,
		"All tests passed.\nDeprecations: 0 total":                      false,
		"All tests passed!\nTotal: 0":                                   false,
		"All checks passed!\nSkipped: 0, total: 0":                      false,
		"All tests passed\nlocalhost : ok=0 changed=0":                  false,
		"All tests passed\n5 actionable tasks: 0 executed":              false,
		"  Total:     0\n  Passed:    0\n  Skipped:   0":                true,
		"0 runs, 0 assertions, 0 failures, 0 errors, 0 skips":           true,
		"12 runs, 34 assertions, 0 failures, 0 errors, 0 skips":         false,
		"0 successes / 0 failures / 0 errors / 0 pending : 0.0 seconds": true,
	} {
		if got := ranNothing(out); got != want {
			t.Errorf("%q: %v", out, got)
		}
	}
}

// TestRunsOfTasks: that tasks went well proves no tests, and that none of something else was
// counted takes none away.
func TestRunsOfTasks(t *testing.T) {
	for out, want := range map[string]Verdict{
		"web:test: No tests found, exiting with code 0\n\n Tasks:    2 successful, 2 total\nCached: 0 cached, 2 total": Unclear,
		"web:test: Tests: 8 passed, 8 total\n\n Tasks:    2 successful, 2 total\nCached: 0 cached, 2 total":            Passed,
		"All tests passed\ntotal 0":                           Passed,
		"PASS src/a.test.js\nSnapshots:   0 total\nTime:  1s": Passed,
		"All tests passed.\nDeprecations: 0 total":            Passed,
		"All tests passed!\nTotal: 0":                         Passed,
		"All checks passed!\nSkipped: 0, total: 0":            Passed,
		"Tests: 0 passed, 0 total":                            Unclear,
	} {
		s := conversation.Step{Kind: transcript.CallShell, Tool: "Bash", Output: out, Outcome: transcript.Done, Exit: -1, Class: shell.ClassTest}
		if v, line := ResultOf(&s, s.Class); v != want {
			t.Errorf("%q is %s by %q", out, verdictName(v), line)
		}
	}
}
