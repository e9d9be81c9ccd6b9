package output

import (
	"strings"
	"testing"
)

// Tests are counted where one line of an output counts those of a run, all of which passed. The
// forms are those that runners print; what was counted is told by the words beside the number.
func TestPassedTests(t *testing.T) {
	for _, c := range []struct {
		name, out string
		want      int
	}{
		{"pytest", "==== 12 passed in 0.10s ====", 12},
		{"pytest, thousands", "==== 1,024 passed, 3 skipped in 61.20s (0:01:01) ====", 1024},
		{"pytest -q", "1024 passed, 2 warnings in 3.4s", 1024},
		{"pytest, one failed", "==== 1 failed, 12 passed in 0.10s ====", 0},
		{"pytest, ten failed", "10 failed, 5 passed in 0.2s", 0},
		{"pytest, none failed", "0 failed, 5 passed in 0.2s", 5},
		{"pytest, errors", "5 passed, 20 errors", 0},
		{"unittest", "....\nRan 12 tests in 0.004s\n\nOK", 12},
		{"unittest, some skipped", "Ran 12 tests in 0.004s\n\nOK (skipped=2)", 10},
		{"unittest, red", "Ran 12 tests in 0.004s\n\nFAILED (failures=1)", 0},
		{"unittest, how it went is cut off", "Ran 12 tests in 0.004s", 0},
		{"jest", "Test Suites: 3 passed, 3 total\nTests:       14 passed, 14 total\nSnapshots:   2 passed, 2 total\nTime:        1.2 s", 14},
		{"jest, skipped", "Tests:       2 skipped, 14 passed, 16 total", 14},
		{"jest, red", "Tests: 10 failed, 32 passed, 42 total", 0},
		{"vitest", " Test Files  3 passed (3)\n      Tests  14 passed (14)\n   Duration  1.02s", 14},
		{"vitest, red", " Test Files  1 failed | 2 passed (3)\n      Tests  1 failed | 13 passed (14)", 0},
		{"mocha", "  7 passing (20ms)\n  1 pending", 7},
		{"mocha, red", "  7 passing (20ms)\n  1 failing", 0},
		{"bun", " 1351 pass\n 0 fail\n 2,881 expect() calls\nRan 1351 tests across 80 files. [788.00ms]", 1351},
		{"bun, twice", " 12 pass\n 0 fail\n 30 pass\n 0 fail", 0},
		{"deno", "ok | 12 passed | 0 failed (30ms)", 12},
		{"deno, steps", "ok | 12 passed (3 steps) | 0 failed (30ms)", 12},
		{"node --test", "# tests 12\n# suites 2\n# pass 12\n# fail 0\n# cancelled 0\n# skipped 0\n# todo 0\n# duration_ms 31.2", 12},
		{"node --test, spec", "ℹ tests 12\nℹ suites 2\nℹ pass 12\nℹ fail 0\nℹ duration_ms 31.2", 12},
		{"node --test, red", "# tests 12\n# pass 11\n# fail 1", 0},
		{"tape", "1..12\n# tests 12\n# pass  12\n\n# ok", 12},
		{"TAP by name only", "1..2\nok 1 - the lock opens\nok 2 - the gate shuts", 0},
		{"prove", "All tests successful.\nFiles=3, Tests=12,  1 wallclock secs\nResult: PASS", 12},
		{"cargo counts each binary by itself", "test result: ok. 5 passed; 0 failed; 0 ignored; 0 measured; 0 filtered out; finished in 0.00s", 0},
		{"nextest", "     Summary [   0.120s] 12 tests run: 12 passed, 0 skipped", 12},
		{"rspec", "Finished in 0.02 seconds\n10 examples, 0 failures, 2 pending", 8},
		{"rspec, red", "10 examples, 1 failure", 0},
		{"minitest", "12 runs, 34 assertions, 0 failures, 0 errors, 0 skips", 12},
		{"phpunit", "OK (12 tests, 34 assertions)", 12},
		{"phpunit, red", "Tests: 12, Assertions: 34, Failures: 1.", 0},
		{"pest", "  Tests:    12 passed (34 assertions)", 12},
		{"maven", "[INFO] Tests run: 5, Failures: 0, Errors: 0, Skipped: 0, Time elapsed: 0.1 s - in LockTest\n[INFO] Tests run: 7, Failures: 0, Errors: 0, Skipped: 0, Time elapsed: 0.1 s - in GateTest\n[INFO] Tests run: 12, Failures: 0, Errors: 0, Skipped: 1", 11},
		{"maven, red", "[ERROR] Tests run: 12, Failures: 1, Errors: 0, Skipped: 0", 0},
		{"maven, of two modules", "[INFO] Tests run: 12, Failures: 0, Errors: 0, Skipped: 0\n[INFO] Tests run: 4, Failures: 0, Errors: 0, Skipped: 0", 0},
		{"gradle, red", "12 tests completed, 1 failed", 0},
		{"gradle tells no number where all is well", "BUILD SUCCESSFUL in 3s\n5 actionable tasks: 5 executed", 0},
		{"dotnet", "Passed!  - Failed:     0, Passed:    12, Skipped:     0, Total:    12, Duration: 20 ms - Ferry.Tests.dll (net8.0)", 12},
		{"dotnet, long", "Test Run Successful.\nTotal tests: 12\n     Passed: 12\n Total time: 1.2 Seconds", 12},
		{"dotnet, red", "Failed!  - Failed:     2, Passed:    10, Skipped:     0, Total:    12, Duration: 20 ms", 0},
		{"ctest", "100% tests passed, 0 tests failed out of 12\n\nTotal Test time (real) =   0.52 sec", 12},
		{"ctest, red", "75% tests passed, 3 tests failed out of 12", 0},
		{"googletest", "[==========] 12 tests from 3 test suites ran. (5 ms total)\n[  PASSED  ] 12 tests.", 12},
		{"ExUnit", "3 doctests, 40 tests, 0 failures", 40},
		{"ExUnit, red", "40 tests, 2 failures", 0},
		{"ExUnit, an umbrella", "40 tests, 0 failures\n12 tests, 0 failures", 0},
		{"XCTest", "\t Executed 12 tests, with 0 failures (0 unexpected) in 0.100 (0.102) seconds", 12},
		{"swift-testing", "✔ Test run with 12 tests passed after 0.012 seconds.", 12},
		{"gotestsum", "DONE 14 tests in 0.412s", 14},
		{"gotestsum, skipped", "DONE 14 tests, 2 skipped in 0.412s", 12},
		{"gotestsum, red", "DONE 14 tests, 1 failure in 0.4s", 0},
		{"go counts none", "ok  \tharbour\t0.1s", 0},
		{"karma", "Executed 12 of 12 SUCCESS (0.1 secs / 0.05 secs)", 12},
		{"playwright", "  12 passed (3.2s)", 12},
		{"cucumber", "12 scenarios (12 passed)\n40 steps (40 passed)", 12},
		{"catch2", "All tests passed (34 assertions in 12 test cases)", 12},
		{"testthat", "[ FAIL 0 | WARN 0 | SKIP 1 | PASS 12 ]", 12},
		{"testthat, red", "[ FAIL 2 | WARN 0 | SKIP 0 | PASS 12 ]", 0},
		{"meson", "Ok:                 12\nExpected Fail:      0\nFail:               0\nUnexpected Pass:    0", 12},
		{"a program's log beside it", "[Queue] 3 failed jobs dropped\n 12 pass\n 0 fail", 12},
		{"a test's own words beside it", "89 |   throw new Error(\"Item 3 failed\");\nerror: Item 3 failed\n[15:22:19.236] Task 2 failed: 84\n 12 pass\n 0 fail", 12},
		{"one to a line", "passed: 12\nfailed: 0", 12},
		{"one to a line, red", "passed: 12\nfailed: 2", 0},
		{"all of them", "12/12 tests passed", 12},
		{"all of them, in words", "9 of 9 tests passed", 9},
		{"not all of them", "7 of 9 tests passed", 0},
		{"not all of them, short", "12/14 passed", 0},
		{"files", "Test Files  3 passed (3)", 0},
		{"packages", "9 packages passed", 0},
		{"no tests", "the ferry has 3 passengers", 0},
		{"what was passed on", "all 12 gates are passed on to the keeper", 0},
		{"time that passed", "10 minutes passed", 0},
		{"a share", "85% passed", 0},
		{"a version", "v1.12 passed", 0},
		{"tasks", " Tasks:    12 successful, 12 total\nCached:    0 cached, 12 total", 0},
		{"tasks, and the tests of one", "shop:test:  12 passed (2s)\n\n Tasks:    3 successful, 3 total", 12},
		{"migrations", "migrations: 12 run, 0 failed", 0},
		{"jobs", "4 jobs succeeded, 0 failed", 0},
		{"pipelines", "Pipelines: 12 passed, 0 failed", 0},
		{"something of its own", "Gates: 12 passed, 12 total", 0},
		{"something of its own, by its tests", "Gates: 12 tests passed", 12},
		{"results", "Results: 12 passed, 0 failed", 12},
		{"Qt", "Totals: 12 passed, 0 failed, 0 skipped, 0 blacklisted, 3ms", 12},
		{"part of a project", "web: 12 passed", 12},
		{"an answer by HTTP", "curl: 200 ok", 0},
		{"an answer by HTTP, turned round", "ok 200", 0},
		{"answers by HTTP", "All 5 endpoints returned 200 ok", 0},
		{"the last line of TAP", "ok 3", 0},
		{"tests that are ok", "12 tests ok", 12},
		{"tests of success", "12 successful tests, 0 failed tests", 12},
		{"inspec", "Test Summary: 12 successful, 0 failures, 0 skipped", 12},
		{"busted", "12 successes / 0 failures / 0 errors / 0 pending : 0.01 seconds", 12},
		{"nothing", "", 0},
	} {
		if got := PassedTests(c.out); got != c.want {
			t.Errorf("%s: %q counts %d, want %d", c.name, c.out, got, c.want)
		}
	}
}

// What a line counts as run or passed is read by the same rules: none is told apart from no count.
func TestCounted(t *testing.T) {
	for line, want := range map[string]int{
		"12 passed in 0.1s":                       12,
		"1,024 passed":                            1024,
		"7 of 9 tests passed":                     9,
		"12/14 passed":                            14,
		"0 passed; 0 failed; 3 filtered out":      0,
		"collected 0 items / 0 tests run":         0,
		"Tests run: 0, Failures: 0":               0,
		"Ran 0 tests in 0.000s":                   0,
		"Test Suites: 3 passed, 3 total":          3,
		"OK (12 tests, 34 assertions)":            12,
		"1 failed, 12 passed":                     12,
		"# pass 0":                                0,
		"test result: ok. 5 passed; 0 failed":     5,
		"passed: 0 failed: 0":                     0,
		"passed: 4 failed: 0":                     4,
		"0 files changed":                         -1,
		"Line 20 exceeds file length 10":          -1,
		"0 tests failed":                          -1,
		"unexpected pass: 0":                      -1,
		"expected pass: 4":                        -1,
		"ok  \tharbour\t0.1s":                     -1,
		"the ferry has 3 passengers":              -1,
		"took 12ms, passed":                       -1,
		"no tests here":                           -1,
		"":                                        -1,
		"Passed!  - Failed: 0, Passed: 1,200,000": 1200000,
	} {
		n, told := Counted(line)
		if !told {
			n = -1
		}
		if n != want {
			t.Errorf("%q counts %d, want %d", line, n, want)
		}
	}
}

// A thousand that failed are not none.
func TestThousandsThatFailed(t *testing.T) {
	for line, want := range map[string]Verdict{"1,000 failed, 24 passed": Failed, "1,024 passed, 0 failed": Passed} {
		if v, _ := Scan(line); v != want {
			t.Errorf("%q is %v, want %v", line, v, want)
		}
	}
}

// What is looked at of a long output begins with a whole line: half a number counts nothing.
func TestPassedTestsBeginWithAWholeLine(t *testing.T) {
	count := "==== 1024 passed in 3s ===="
	for cut := range len(count) + 2 {
		out := count + "\n" + strings.Repeat("x", passesWithin-len(count)-2+cut) + "\n"
		want := 1024
		if len(out) > passesWithin {
			want = 0
		}
		if got := PassedTests(out); got != want {
			t.Errorf("cut by %d: %d tests, want %d", len(out)-passesWithin, got, want)
		}
	}
}
