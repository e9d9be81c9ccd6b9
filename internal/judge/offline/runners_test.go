package offline

import (
	"strings"
	"testing"

	"prism/internal/fact"
	"prism/internal/observe"
)

// TestRunners: a fix, then a run of the tests of some ecosystem: what its runner
// prints decides whether the fix is verified. Failures are told by the exit, and
// by the output alone, as behind a pipe; where that column is empty the exit has
// to tell.
func TestRunners(t *testing.T) {
	b := newBench(t)
	for _, c := range []struct{ command, file, pass, fail string }{
		{"go test ./...", "cart.go", goGreen, goRed},
		{"pytest -q", "cart.py", "............\n12 passed in 0.41s", "F...\nFAILED test_cart.py::test_total - assert 3 == 4\n1 failed, 11 passed in 0.44s"},
		{"python -m unittest", "cart.py", "Ran 12 tests in 0.003s\n\nOK", "Ran 12 tests in 0.003s\n\nFAILED (failures=1)"},
		{"npx jest", "cart.ts", jestGreen, "Test Suites: 1 failed, 1 passed, 2 total\nTests:       1 failed, 8 passed, 9 total"},
		{"npm test", "cart.js", jestGreen, "Tests:       2 failed, 7 passed, 9 total\nnpm ERR! Test failed."},
		{"pnpm test", "cart.ts", " Test Files  3 passed (3)\n      Tests  21 passed (21)", " Test Files  1 failed | 2 passed (3)\n      Tests  1 failed | 20 passed (21)"},
		{"npx vitest run", "cart.ts", " Test Files  3 passed (3)\n      Tests  21 passed (21)", " Test Files  1 failed | 2 passed (3)\n      Tests  1 failed | 20 passed (21)"},
		{"npx mocha", "cart.js", "  12 passing (34ms)", "  11 passing (34ms)\n  1 failing"},
		{"npx playwright test", "cart.spec.ts", "  6 passed (4.1s)", ""},
		{"bun test", "cart.ts", " 12 pass\n 0 fail\nRan 12 tests across 3 files.", " 11 pass\n 1 fail\nRan 12 tests across 3 files."},
		{"deno test", "cart.ts", "ok | 12 passed | 0 failed (40ms)", "FAILED | 11 passed | 1 failed (44ms)"},
		{"node --test", "cart.js", "# tests 12\n# pass 12\n# fail 0", "not ok 3 - total\n# tests 12\n# pass 11\n# fail 1"},
		{"cargo test", "cart.rs", "running 5 tests\ntest result: ok. 5 passed; 0 failed; 0 ignored", "test result: FAILED. 4 passed; 1 failed; 0 ignored"},
		{"cargo nextest run", "cart.rs", "Summary [0.1s] 12 tests run: 12 passed, 0 skipped", "Summary [0.1s] 12 tests run: 11 passed, 1 failed, 0 skipped"},
		{"mvn verify", "Cart.java", "[INFO] Tests run: 12, Failures: 0, Errors: 0, Skipped: 0\n[INFO] BUILD SUCCESS", "[ERROR] Tests run: 12, Failures: 1, Errors: 0, Skipped: 0\n[INFO] BUILD FAILURE"},
		{"./gradlew test", "Cart.kt", "BUILD SUCCESSFUL in 4s\n5 actionable tasks: 2 executed", "12 tests completed, 1 failed\nBUILD FAILED in 4s"},
		{"dotnet test", "Cart.cs", "Passed!  - Failed:     0, Passed:    12, Skipped:     0, Total:    12", "Failed!  - Failed:     1, Passed:    11, Skipped:     0, Total:    12"},
		{"bundle exec rspec", "cart.rb", "12 examples, 0 failures", "12 examples, 1 failure\nrspec ./spec/cart_spec.rb:4"},
		{"vendor/bin/phpunit", "Cart.php", "OK (12 tests, 30 assertions)", "FAILURES!\nTests: 12, Assertions: 30, Failures: 1."},
		{"ctest --test-dir build", "cart.cpp", "100% tests passed, 0 tests failed out of 12", "92% tests passed, 1 tests failed out of 12"},
		{"flutter test", "cart.dart", "00:02 +12: All tests passed!", ""},
		{"swift test", "Cart.swift", "Executed 12 tests, with 0 failures (0 unexpected) in 0.1 seconds", "Executed 12 tests, with 1 failure (0 unexpected) in 0.1 seconds"},
		{"mix test", "cart.ex", "12 tests, 0 failures", "12 tests, 1 failure"},
		{"make check", "cart.c", "PASS: cart\n# TOTAL: 1\n# PASS:  1\n# FAIL:  0", "FAIL: cart\n# TOTAL: 1\n# PASS:  0\n# FAIL:  1\nmake: *** [check] Error 1"},
		{"mise run test", "cart.go", "[test] $ go test ./...\n" + goGreen, "[test] $ go test ./...\n" + goRed},
		{"just test", "cart.rs", "test result: ok. 5 passed; 0 failed; 0 ignored", "test result: FAILED. 4 passed; 1 failed; 0 ignored"},
		{"tox -e py312", "cart.py", "12 passed in 0.41s\n  py312: OK", "1 failed, 11 passed in 0.44s\n  py312: FAIL code 1"},
	} {
		fix := func() *talk {
			return new(talk).Ask("Fix the rounding bug in "+c.file+": the total is off by a cent").Read(c.file).Edit(c.file, 6)
		}
		last := c.pass[strings.LastIndexByte(c.pass, '\n')+1:]
		v := b.verdict(fix().Run(c.command, c.pass).Say("Fixed: the total is rounded once, at the end."))
		if v.Intent != fact.BugFix || !v.GoalComplete || v.Basis != fact.Explicit {
			t.Errorf("%s passes (%s): %s", c.command, last, explain(v))
		}
		v = b.verdict(fix().Fails(c.command, c.fail).Call("Read", c.file))
		if v.GoalComplete || v.Signal != fact.UnresolvedError {
			t.Errorf("%s fails by its exit: %s", c.command, explain(v))
		}
		k := b.j.Read(fix().Run(c.command, c.pass).Edit(c.file, 2).Say("Done.").Draft())
		if got, ok := k.a.After(observe.Checks); ok {
			t.Errorf("%s before the last change counts as a check of it: %+v", c.command, got)
		}
		if c.fail == "" {
			continue
		}
		v = b.verdict(fix().Run(c.command+" 2>&1 | tail -20", c.fail).Call("Read", c.file))
		if v.GoalComplete || v.Signal != fact.UnresolvedError {
			t.Errorf("%s fails by its words: %s", c.command, explain(v))
		}
	}
}
