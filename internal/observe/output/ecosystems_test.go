package output

import "testing"

// TestEcosystems: what the runners of thirty languages print at their end, where all passed,
// where one failed, and where there was nothing to run.
func TestEcosystems(t *testing.T) {
	for _, c := range []struct{ runner, pass, fail, none string }{
		{"prove", "t/cart.t .. ok\nAll tests successful.\nFiles=4, Tests=31,  1 wallclock secs\nResult: PASS", "t/cart.t .. Failed 1/3 subtests\n\nTest Summary Report\n-------------------\nt/cart.t (Wstat: 256 Tests: 3 Failed: 1)\nFiles=4, Tests=31\nResult: FAIL", "Files=0, Tests=0,  0 wallclock secs\nResult: NOTESTS"},
		{"julia", "Test Summary: | Pass  Total  Time\nall           |   12     12  0.8s", "Test Summary: | Pass  Fail  Total  Time\nall           |   11     1     12  0.8s\nERROR: LoadError: Some tests did not pass: 11 passed, 1 failed, 0 errored, 0 broken.", "Test Summary: | Total  Time\nall           |     0  0.0s"},
		{"julia, by Pkg", "     Testing Running tests...\nTest Summary: | Pass  Total\nCart.jl       |   12     12\n     Testing Cart tests passed", "Test Summary: | Fail  Total\nCart.jl       |    1      1\nERROR: Package Cart errored during testing", ""},
		{"kaocha", "12 tests, 30 assertions, 0 failures.", "12 tests, 30 assertions, 1 failures.", "0 tests, 0 assertions, 0 failures."},
		{"utest", "Tests: 12, Passed: 12, Failed: 0", "Tests: 12, Passed: 11, Failed: 1", "Tests: 0, Passed: 0, Failed: 0"},
		{"nim unittest", "[Suite] cart\n  [OK] adds\n  [OK] removes", "[Suite] cart\n  [OK] adds\n    tcart.nim(9, 12): Check failed: total == 3\n  [FAILED] total", ""},
		{"testament", "PASS: tests/tcart.nim c                          ( 0.10 sec)", "FAIL: tests/tcart.nim c                          ( 0.10 sec)\nFAILURE! total: 1 passed: 0 skipped: 0 failed: 1", ""},
		{"alcotest", "Test Successful in 0.001s. 12 tests run.", "1 failure! in 0.001s. 12 tests run.", "Test Successful in 0.000s. 0 test run."},
		{"ounit", "Ran: 12 tests in: 0.10 seconds.\nOK", "Ran: 12 tests in: 0.10 seconds.\nFAILED: Cases: 12 Tried: 12 Errors: 0 Failures: 1 Skip:  0 Todo: 0 Timeouts: 0.", "Ran: 0 tests in: 0.10 seconds.\nOK"},
		{"crystal", "12 examples, 0 failures, 0 errors, 0 pending", "12 examples, 1 failures, 0 errors, 0 pending", "0 examples, 0 failures, 0 errors, 0 pending"},
		{"elm-test", "TEST RUN PASSED\n\nDuration: 143 ms\nPassed:   12\nFailed:   0", "TEST RUN FAILED\n\nDuration: 143 ms\nPassed:   11\nFailed:   1", ""},
		{"busted", "●●●\n12 successes / 0 failures / 0 errors / 0 pending : 0.01 seconds", "●◼●\n11 successes / 1 failure / 0 errors / 0 pending : 0.01 seconds", "0 successes / 0 failures / 0 errors / 0 pending : 0.0 seconds"},
		{"shellspec", "Finished in 0.1 seconds\n12 examples, 0 failures", "12 examples, 1 failure", "0 examples, 0 failures"},
		{"pester", "Tests completed in 210ms\nTests Passed: 12, Failed: 0, Skipped: 0 NotRun: 0", "Tests Passed: 11, Failed: 1, Skipped: 0 NotRun: 0", "Tests Passed: 0, Failed: 0, Skipped: 0 NotRun: 0"},
		{"tasty", "All 12 tests passed (0.01s)", "1 out of 12 tests failed (0.01s)", "All 0 tests passed (0.00s)"},
		{"hspec", "Finished in 0.0010 seconds\n12 examples, 0 failures", "12 examples, 1 failure", "0 examples, 0 failures"},
		{"stack", "cart> Test suite cart-test passed", "cart> Test suite cart-test failed\nError: [S-7282]", ""},
		{"cabal", "Test suite cart-test: PASS\n1 of 1 test suites (1 of 1 test cases) passed.", "Test suite cart-test: FAIL\n0 of 1 test suites (0 of 1 test cases) passed.", ""},
		{"tape", "1..12\n# tests 12\n# pass  12\n\n# ok", "1..12\n# tests 12\n# pass  11\n# fail  1", "1..0\n# tests 0\n# pass  0\n\n# ok"},
		{"eunit", "  All 12 tests passed.", "  Failed: 1.  Skipped: 0.  Passed: 11.", "  There were no tests to run."},
		{"eunit, by rebar3", "Finished in 0.072 seconds\n12 tests, 0 failures", "Failures:\n\n  1) cart_tests:total_test/0\nFinished in 0.072 seconds\n12 tests, 1 failures", "0 tests, 0 failures"},
		{"common test", "All 12 tests passed.", "Failed 1 tests. Passed 11 tests.", ""},
		{"gleam", "12 tests, no failures", "12 tests, 1 failures", "0 tests, no failures"},
		{"gleam, newer", "12 passed, no failures", "11 passed, 1 failures", ""},
		{"testthat", "[ FAIL 0 | WARN 0 | SKIP 0 | PASS 12 ]", "[ FAIL 1 | WARN 0 | SKIP 0 | PASS 11 ]", "[ FAIL 0 | WARN 0 | SKIP 0 | PASS 0 ]"},
		{"tinytest", "All ok, 12 results (0.1s)", "Showing 1 out of 12 results: 1 fails, 11 passes (0.1s)", ""},
		{"terraform", "tests/cart.tftest.hcl... pass\n\nSuccess! 2 passed, 0 failed.", "tests/cart.tftest.hcl... fail\n\nFailure! 1 passed, 1 failed.", "Success! 0 passed, 0 failed."},
		{"helm unittest", "Charts:      1 passed, 1 total\nTest Suites: 3 passed, 3 total\nTests:       12 passed, 12 total", "Charts:      1 failed, 0 passed, 1 total\nTests:       1 failed, 11 passed, 12 total", ""},
		{"helm", "TEST SUITE:     shop-test\nPhase:          Succeeded", "TEST SUITE:     shop-test\nPhase:          Failed", ""},
		{"ansible", "PLAY RECAP ***\nlocalhost : ok=12   changed=0    unreachable=0    failed=0    skipped=0", "PLAY RECAP ***\nlocalhost : ok=11   changed=0    unreachable=0    failed=1    skipped=0", ""},
		{"conftest", "12 tests, 12 passed, 0 warnings, 0 failures, 0 exceptions", "12 tests, 11 passed, 0 warnings, 1 failure, 0 exceptions", ""},
		{"opa", "PASS: 12/12", "data.cart.test_total: FAIL (1ms)\n--------\nPASS: 11/12\nFAIL: 1/12", ""},
		{"raco", "12 tests passed", "1/12 test failures", ""},
		{"plunit", "% All 12 tests passed", "% 1 test failed\n% 11 tests passed", ""},
		{"ert", "Ran 12 tests, 12 results as expected, 0 unexpected (2026-03-02 09:00:00+0000, 0.01 sec)", "Ran 12 tests, 11 results as expected, 1 unexpected (2026-03-02 09:00:00+0000, 0.01 sec)", ""},
		{"buttercup", "Ran 12 specs, 0 failed, in 10ms.", "Ran 12 specs, 1 failed, in 10ms.", "Ran 0 specs, 0 failed, in 0ms."},
		{"behave", "1 feature passed, 0 failed, 0 skipped\n3 scenarios passed, 0 failed, 0 skipped\n12 steps passed, 0 failed, 0 skipped, 0 undefined", "0 features passed, 1 failed, 0 skipped\n2 scenarios passed, 1 failed, 0 skipped\n11 steps passed, 1 failed, 0 skipped, 0 undefined", ""},
		{"cucumber", "3 scenarios (3 passed)\n12 steps (12 passed)\n0m0.012s", "3 scenarios (1 failed, 2 passed)\n12 steps (1 failed, 11 passed)\n0m0.012s", "0 scenarios\n0 steps\n0m0.000s"},
		{"robot", "Cart                                                                  | PASS |\n12 tests, 12 passed, 0 failed", "Cart                                                                  | FAIL |\n12 tests, 11 passed, 1 failed", ""},
		{"googletest", "[==========] 12 tests from 3 test suites ran. (1 ms total)\n[  PASSED  ] 12 tests.", "[==========] 12 tests from 3 test suites ran. (1 ms total)\n[  PASSED  ] 11 tests.\n[  FAILED  ] 1 test, listed below:\n[  FAILED  ] Cart.Total\n\n 1 FAILED TEST", "[==========] 0 tests from 0 test suites ran. (0 ms total)\n[  PASSED  ] 0 tests."},
		{"catch", "All tests passed (30 assertions in 12 test cases)", "test cases: 12 | 11 passed | 1 failed\nassertions: 30 | 29 passed | 1 failed", "No tests ran"},
		{"doctest", "[doctest] test cases: 12 | 12 passed | 0 failed | 0 skipped\n[doctest] Status: SUCCESS!", "[doctest] test cases: 12 | 11 passed | 1 failed | 0 skipped\n[doctest] Status: FAILURE!", "[doctest] test cases: 0 | 0 passed | 0 failed | 0 skipped\n[doctest] Status: SUCCESS!"},
		{"boost", "Running 12 test cases...\n\n*** No errors detected", "Running 12 test cases...\n\n*** 1 failure is detected in the test module \"cart\"", ""},
		{"criterion", "[====] Synthesis: Tested: 12 | Passing: 12 | Failing: 0 | Crashing: 0", "[====] Synthesis: Tested: 12 | Passing: 11 | Failing: 1 | Crashing: 0", "[====] Synthesis: Tested: 0 | Passing: 0 | Failing: 0 | Crashing: 0"},
		{"check", "100%: Checks: 12, Failures: 0, Errors: 0", "91%: Checks: 12, Failures: 1, Errors: 0", ""},
		{"unity", "-----------------------\n12 Tests 0 Failures 0 Ignored\nOK", "-----------------------\n12 Tests 1 Failures 0 Ignored\nFAIL", "0 Tests 0 Failures 0 Ignored\nOK"},
		{"meson", "Ok:                 12\nExpected Fail:      0\nFail:               0\nUnexpected Pass:    0\nSkipped:            0\nTimeout:            0", "Ok:                 11\nExpected Fail:      0\nFail:               1\nUnexpected Pass:    0\nSkipped:            0\nTimeout:            0", ""},
		{"jasmine", "12 specs, 0 failures", "12 specs, 1 failure", "0 specs, 0 failures"},
		{"uvu", "  Total:     12\n  Passed:    12\n  Skipped:   0\n  Duration:  1.21ms", "  Total:     12\n  Passed:    11\n  Skipped:   0\n\n   FAIL  cart  \"total\"", "  Total:     0\n  Passed:    0\n  Skipped:   0"},
		{"testcafe", " 12 passed (3s)", " 1/12 failed (3s)", ""},
		{"webdriverio", "Spec Files:\t 3 passed, 3 total (100% completed) in 00:00:12", "Spec Files:\t 2 passed, 1 failed, 3 total (100% completed) in 00:00:12", ""},
		{"nightwatch", "OK. 12 assertions passed. (1.2s)", "FAILED: 1 assertions failed and  11 passed (1.2s)", ""},
		{"hurl", "Executed files:    3\nSucceeded files:   3 (100.0%)\nFailed files:      0 (0.0%)", "Executed files:    3\nSucceeded files:   2 (66.7%)\nFailed files:      1 (33.3%)", ""},
		{"ginkgo", "Ran 12 of 12 Specs in 0.010 seconds\nSUCCESS! -- 12 Passed | 0 Failed | 0 Pending | 0 Skipped", "Ran 12 of 12 Specs in 0.010 seconds\nFAIL! -- 11 Passed | 1 Failed | 0 Pending | 0 Skipped", "Ran 0 of 12 Specs in 0.000 seconds\nSUCCESS! -- 0 Passed | 0 Failed | 0 Pending | 12 Skipped"},
		{"nextest", "     Summary [   0.010s] 12 tests run: 12 passed, 0 skipped", "     Summary [   0.010s] 12 tests run: 11 passed, 1 failed, 0 skipped", "     Summary [   0.000s] 0 tests run: 0 passed, 0 skipped"},
		{"bazel", "//cart:test                     PASSED in 0.3s\n\nExecuted 1 out of 1 test: 1 test passes.", "//cart:test                     FAILED in 0.3s\n\nExecuted 1 out of 1 test: 1 fails locally.", ""},
		{"dub", "12 modules passed unittests", "1/12 modules FAILED unittests", ""},
		{"v", "OK       0.3 ms cart_test.v\nSummary for all V _test.v files: 12 passed, 12 total.", "FAIL     0.3 ms cart_test.v\nSummary for all V _test.v files: 1 failed, 11 passed, 12 total.", ""},
		{"odin", "Finished 12 tests in 1.2ms. All tests were successful.", "Finished 12 tests in 1.2ms. 1 test failed.", ""},
		{"utest for haxe", "successes: 12\nerrors: 0\nfailures: 0\n\nresults: ALL TESTS OK (success: true)", "successes: 11\nerrors: 0\nfailures: 1\n\nresults: SOME TESTS FAILURES (success: false)", ""},
		{"gut", "Tests              12\n  Passing            12\n---- All tests passed! ----", "Tests              12\n  Passing            11\n  Failing            1\n---- 1 failing tests ----", ""},
		{"foundry", "Suite result: ok. 12 passed; 0 failed; 0 skipped; finished in 1.2ms", "Suite result: FAILED. 11 passed; 1 failed; 0 skipped; finished in 1.2ms", ""},
		{"move", "Test result: OK. Total tests: 12; passed: 12; failed: 0", "Test result: FAILED. Total tests: 12; passed: 11; failed: 1", "Test result: OK. Total tests: 0; passed: 0; failed: 0"},
		{"dbt", "Done. PASS=12 WARN=0 ERROR=0 SKIP=0 TOTAL=12", "Done. PASS=11 WARN=0 ERROR=1 SKIP=0 TOTAL=12", "Done. PASS=0 WARN=0 ERROR=0 SKIP=0 TOTAL=0"},
		{"kubeconform", "Summary: 12 resources found in 3 files - Valid: 12, Invalid: 0, Errors: 0, Skipped: 0", "Summary: 12 resources found in 3 files - Valid: 11, Invalid: 1, Errors: 0, Skipped: 0", ""},
		{"inspec", "Test Summary: 12 successful, 0 failures, 0 skipped", "Test Summary: 11 successful, 1 failure, 0 skipped", ""},
		{"phpspec", "12 examples (12 passed)\n10ms", "12 examples (11 passed, 1 failed)\n10ms", "0 examples\n0ms"},
		{"ward", "SUCCESS in 0.10 seconds [ 12 passed ]", "FAILED in 0.10 seconds [ 1 failed  11 passed ]", "SUCCESS in 0.00 seconds"},
		{"rubocop, for a runner's neighbour", "12 files inspected, no offenses detected", "12 files inspected, 3 offenses detected", ""},
	} {
		if got, line := Scan(c.pass); got != Passed || ranNothing(c.pass) {
			t.Errorf("%s, all well: %s, nothing ran %v; by %q", c.runner, verdictName(got), ranNothing(c.pass), line)
		}
		if got, line := Scan(c.fail); got != Failed {
			t.Errorf("%s, one fails: %s; by %q", c.runner, verdictName(got), line)
		}
		if c.none == "" {
			continue
		}
		if got, line := Scan(c.none); got == Passed && !ranNothing(c.none) {
			t.Errorf("%s, nothing to run: passed by %q", c.runner, line)
		}
	}
}

// TestWhatOnlyLooksPassed: what single tests tell does not outdo an error beside them, and a
// number among many before a name counts nothing.
func TestWhatOnlyLooksPassed(t *testing.T) {
	for out, want := range map[string]Verdict{
		"PASS: parse\nERROR: total": Failed, "PASS: parse\nPASS: total": Passed, "[OK] cart\nError: unhandled exception": Failed, "[OK] cart\n[ERROR] total failed": Failed,
		"[OK] cart": Passed, "Result: PASSED with 2 failures": Failed, "Result: PASS": Passed, "All ok, 0 results": Unclear, "All ok, 12 results (0.1s)": Passed,
		"1/3 cart_test passed\n2/3 total_test passed\n3/3 tax_test passed": Passed, "1 of 3 shards: 120 passed": Passed, "5/7 passed": Failed, "5/7 tests passed.": Failed,
		"0 of 1 test suites (0 of 1 test cases) passed.": Failed, "PASS: 3\nFAIL: 1": Failed, "PASS: a\n# ERROR: 1": Failed,
	} {
		if v, line := Scan(out); v != want {
			t.Errorf("%q is %v by %q", out, v, line)
		}
	}
}
