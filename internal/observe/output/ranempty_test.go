package output

import "testing"

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
	} {
		if got := ranNothing(out); got != want {
			t.Errorf("%q: %v", out, got)
		}
	}
}
