package output

import "testing"

// Tests are counted where one line of an output counts those of a run that passed.
func TestPassedTests(t *testing.T) {
	for out, want := range map[string]int{
		"==== 12 passed in 0.10s ====":                                     12,
		" 1351 pass\n 0 fail\nRan 1351 tests across 80 files.":             1351,
		"Test Suites: 3 passed, 3 total\nTests:       14 passed, 14 total": 14,
		"  7 passing (20ms)":                                               7,
		"10 passed, 2 failed":                                              0,
		"test result: ok. 5 passed; 0 failed":                              0,
		" 12 pass\n 0 fail\n 30 pass\n 0 fail":                             0,
		"ok  \tharbour\t0.1s":                                              0,
		"Test Files  3 passed (3)":                                         0,
		"the ferry has 3 passengers":                                       0,
		"OK (12 tests, 34 assertions)":                                     0,
		"all 12 gates are passed on to the keeper":                         0,
		"": 0,
	} {
		if got := PassedTests(out); got != want {
			t.Errorf("%q counts %d, want %d", out, got, want)
		}
	}
}

// Ten that failed are not none.
func TestTensThatFailed(t *testing.T) {
	for _, line := range []string{"10 failed, 5 passed in 0.2s", "8 passed, 100 failed", "Tests: 10 failed, 32 passed, 42 total", "5 passed, 20 errors"} {
		if n, ok := passes(line); ok {
			t.Errorf("%q counts %d", line, n)
		}
	}
	if n, ok := passes("0 failed, 5 passed in 0.2s"); !ok || n != 5 {
		t.Errorf("none that failed: %d %v", n, ok)
	}
}
