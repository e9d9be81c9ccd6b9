package output

import (
	"strings"
	"testing"

	"prism/internal/conversation"
	"prism/internal/shell"
	"prism/internal/transcript"
)

// What one line of a runner's output says, and what only looks like it.
func TestLinesOfOutput(t *testing.T) {
	for sign, lines := range map[lineSign]string{
		strongPass: `PASS
			PASS src/cart.test.ts
			OK
			OK (12 tests, 30 assertions)
			tox: OK
			tox: OK (1.20 seconds)
			congratulations :) (1.20 seconds)
			✓ built in 3.1s
			congratulations :)
			BUILD SUCCESSFUL in 4s
			Build succeeded.
			** BUILD SUCCEEDED **
			** TEST SUCCEEDED **
			exit status 0
			EXIT: 0
			Exit code 0
			EXIT=0
			Compiled successfully
			The build was successful
			All tests passed
			3 successful, 3 total`,
		strongFail: `--- FAIL: TestTotal (0.00s)
			FAIL
			FAIL src/cart.test.ts
			FAILED test_cart.py::test_total - assert 3 == 4
			FAILED (failures=1)
			FAILURES!
			FAILURE: Build failed with an exception.
			panic: nil map
			Traceback (most recent call last):
			BUILD FAILED in 4s
			npm ERR! Test failed.
			npm error code 1
			not ok 3 - total
			** BUILD FAILED **
			** TEST FAILED **
			make: *** [check] Error 1
			make[1]: *** [all] Error 2`,
		countPass: `12 passed in 0.41s
			Tests: 21 passed (21)
			12 passing (34ms)
			12 pass
			0 errors
			0 failures
			12 examples, 0 failures
			Found 0 errors in 12 files
			0 issues.
			# fail 0
			test result: ok. 5 passed; 0 failed
			no errors
			12 tests, 0 failures
			errors: 0`,
		countFail: `1 failed, 11 passed in 0.44s
			Tests: 2 failed, 7 passed, 9 total
			1 failing
			1 fail
			# fail 1
			12 examples, 1 failure
			Found 3 errors in 2 files
			3 issues
			2 problems
			errors: 2
			test result: FAILED. 4 passed; 1 failed
			00:03 +11 -1: Some tests failed.
			1 error`,
		weakFail: `error: expected one of
			error[E0382]: use of moved value
			Error: cannot find module
			ERROR in src/a.ts
			exit status 1
			Exit code 2
			cart/cart.go:9:12: undefined: total
			src/a.ts(3,4): error TS2304: Cannot find name
			command failed: npm test
			the build failed with exit 2`,
		noSign: `hello
			passedword
			PASSING
			OKAY
			ok then
			12 files changed
			cart/cart.go:9:12: warning: unused
			cart/cart.go:9:12: note: declared here
			cart go:9:12: undefined
			cart:9:12: undefined
			the failed-login page
			00:03 +11: cart
			00:03 +11 -0: cart
			0 passed
			3 successful, 4 total
			panicked about it
			tests are run`,
	} {
		for line := range strings.Lines(lines) {
			line = strings.TrimSpace(line)
			if got := lineVerdict(line); got != sign {
				t.Errorf("%q: %d, want %d", line, got, sign)
			}
		}
	}
	for _, line := range []string{"ok  \tshop/cart\t0.2s", "ok \tshop/cart"} {
		if lineVerdict(line) != strongPass {
			t.Errorf("%q does not pass", line)
		}
	}
	if lineVerdict("FAIL\tshop/cart\t0.01s") != strongFail {
		t.Error("go's line of a failed package does not fail")
	}
}

// Of a whole output the runner's own summary decides, and the last of several.
func TestWholeOutputs(t *testing.T) {
	for _, c := range []struct {
		why, out string
		want     Verdict
		line     string
	}{
		{"nothing", "", Unclear, ""},
		{"no summary", "building\nlinking", Unclear, ""},
		{"a pass", "compiling\nPASS\n", Passed, "PASS"},
		{"a failure over a pass", "PASS a\nFAIL b\n", Failed, "FAIL b"},
		{"a failure before a pass", "FAIL a\nPASS b\n", Failed, "FAIL a"},
		{"a count that fails", "1 failed, 3 passed\n", Failed, "1 failed, 3 passed"},
		{"a count that fails, then a pass", "2 failed, 3 passed\nOK\n", Failed, "2 failed, 3 passed"},
		{"a count without failures settles what stands above", "error: expected in the test\n12 passed\n", Passed, "12 passed"},
		{"also a failure of a test of failures", "--- FAIL: inner\n0 failures\n", Passed, "0 failures"},
		{"but not a count of failed in a list above", "1 failed\n  cart.spec.ts:3\n6 passed\n", Failed, "1 failed"},
		{"nor failing", "2 failing\n12 passing\n", Failed, "2 failing"},
		{"none failed in the list", "0 failed\n6 passed\n", Passed, "6 passed"},
		{"a failure below the count", "12 passed\nmake: *** [check] Error 1\n", Failed, "make: *** [check] Error 1"},
		{"only a word of an error", "cart.go:9:12: undefined: total\n", Failed, "cart.go:9:12: undefined: total"},
		{"a word of an error and a pass", "error: retried\nPASS\n", Passed, "PASS"},
		{"the last of several counts", "3 passed\n5 passed\n", Passed, "5 passed"},
		{"a summary far above is not looked for", "FAIL\n" + strings.Repeat("x\n", maxOutputLines), Unclear, ""},
		{"as far as is looked", "FAIL\n" + strings.Repeat("x\n", maxOutputLines-1), Failed, "FAIL"},
		{"blank lines are none", "FAIL\n" + strings.Repeat("\n", 2*maxOutputLines), Failed, "FAIL"},
	} {
		if v, line := Scan(c.out); v != c.want || line != c.line {
			t.Errorf("%s: %d %q, want %d %q", c.why, v, line, c.want, c.line)
		}
	}
}

// The exit wins over what the output says; silence is good only of compilers and
// linters.
func TestResultsOfChecks(t *testing.T) {
	for _, c := range []struct {
		why     string
		outcome transcript.Outcome
		exit    int
		class   shell.Class
		out     string
		want    Verdict
		line    string
	}{
		{"passed", transcript.Done, 0, shell.ClassTest, "PASS", Passed, "PASS"},
		{"failed by its words, behind a pipe", transcript.Done, 0, shell.ClassTest, "FAIL", Failed, "FAIL"},
		{"a test's own log", transcript.Done, 0, shell.ClassTest, "[09:01:02.345] [Queue] Job 3 failed: 12", Unclear, ""},
		{"a log under a count", transcript.Done, 0, shell.ClassTest, "[09:01:02.345] [Queue] Job 3 failed: 12\n 14 pass\n 0 fail", Passed, "0 fail"},
		{"bun's tests cut off behind what one printed", transcript.Done, 0, shell.ClassTest, "$ bun test src/\nbun test v1.3.5 (1e86cebd)\n\nsrc/queue.test.ts:\nerror: job 3 is lost", Unclear, ""},
		{"bun's tests cut off behind what the program logged", transcript.Done, 0, shell.ClassTest, "bun test v1.3.5 (1e86cebd)\n\nsrc/queue.test.ts:\n[Queue] storing a job failed: the disk is full", Unclear, ""},
		{"bun's tests with one that failed", transcript.Done, 0, shell.ClassTest, "bun test v1.3.5 (1e86cebd)\nerror: job 3 is lost\n(fail) queue > keeps jobs", Failed, "(fail) queue > keeps jobs"},
		{"the end of bun's tests", transcript.Done, 0, shell.ClassTest, "error: job 3 is lost", Failed, "error: job 3 is lost"},
		{"bun's tests that broke", transcript.Errored, 1, shell.ClassTest, "bun test v1.3.5 (1e86cebd)\nerror: cannot find module", Failed, "error: cannot find module"},
		{"bun's tests that broke, by their exit", transcript.Done, 1, shell.ClassTest, "bun test v1.3.5 (1e86cebd)\nerror: cannot find module", Failed, "error: cannot find module"},
		{"failed by its exit", transcript.Errored, 1, shell.ClassTest, "PASS\nmore", Failed, "PASS"},
		{"failed by its exit alone", transcript.Done, 2, shell.ClassTest, "x\nerror: y", Failed, "error: y"},
		{"refused", transcript.Rejected, 0, shell.ClassTest, "PASS", Unclear, ""},
		{"stopped", transcript.Aborted, 0, shell.ClassTest, "PASS", Unclear, ""},
		{"nothing came back", transcript.Unknown, 0, shell.ClassTest, "PASS", Unclear, ""},
		{"a silent build", transcript.Done, -1, shell.ClassBuild, "", Passed, ""},
		{"silent types", transcript.Done, -1, shell.ClassTypeCheck, "", Passed, ""},
		{"a silent linter", transcript.Done, -1, shell.ClassLint, "", Passed, ""},
		{"silent tests", transcript.Done, -1, shell.ClassTest, "", Unclear, ""},
		{"a silent build with tests", transcript.Done, -1, shell.ClassBuild | shell.ClassTest, "", Unclear, ""},
		{"a silent build and run", transcript.Done, -1, shell.ClassBuild | shell.ClassRun, "", Unclear, ""},
		{"a silent run", transcript.Done, -1, shell.ClassRun, "", Unclear, ""},
	} {
		s := &conversation.Step{Outcome: c.outcome, Exit: c.exit, Output: c.out}
		if v, line := ResultOf(s, c.class); v != c.want || line != c.line {
			t.Errorf("%s: %d %q, want %d %q", c.why, v, line, c.want, c.line)
		}
	}
	for out, want := range map[string]string{"": "", "\n\n a \nb": "a", "a\nFAIL b\nerror: c": "FAIL b", "Exit code 1": "", "Exit code 1\na": "a"} {
		if got := FirstTelling(out); got != want {
			t.Errorf("of %q the telling line is %q, want %q", out, got, want)
		}
	}
}

func TestOutputs(t *testing.T) {
	for name, c := range map[string]struct {
		command, out string
		outcome      transcript.Outcome
		want         Verdict
	}{
		"go":                {"go test ./...", "ok  \ta\t0.1s\nok  \tb\t0.2s", transcript.Done, Passed},
		"go, failing":       {"go test ./... | tail -5", "--- FAIL: TestA (0.0s)\nFAIL\ta\t0.1s\nok  \tb\t0.2s", transcript.Done, Failed},
		"go, by exit":       {"go test ./...", "build failed", transcript.Errored, Failed},
		"pytest":            {"pytest -q", "....\n12 passed in 0.4s", transcript.Done, Passed},
		"pytest, failing":   {"pytest -q | tail -1", "2 failed, 10 passed in 0.4s", transcript.Done, Failed},
		"jest":              {"npm test", "Test Suites: 2 passed, 2 total\nTests:       9 passed, 9 total", transcript.Done, Passed},
		"jest, failing":     {"npm test 2>&1 | tail", "Tests:       1 failed, 8 passed, 9 total", transcript.Done, Failed},
		"cargo":             {"cargo test", "test result: ok. 5 passed; 0 failed; 0 ignored", transcript.Done, Passed},
		"cargo, failing":    {"cargo test | tail", "test result: FAILED. 4 passed; 1 failed", transcript.Done, Failed},
		"maven":             {"mvn verify", "[INFO] Tests run: 3, Failures: 0, Errors: 0\n[INFO] BUILD SUCCESS", transcript.Done, Passed},
		"gradle, failing":   {"./gradlew test | tail", "BUILD FAILED in 2s", transcript.Done, Failed},
		"dotnet":            {"dotnet test", "Passed!  - Failed: 0, Passed: 7", transcript.Done, Passed},
		"rspec, failing":    {"rspec | tail -3", "10 examples, 2 failures", transcript.Done, Failed},
		"phpunit":           {"phpunit", "OK (12 tests, 30 assertions)", transcript.Done, Passed},
		"tsc, silent":       {"npx tsc --noEmit", "", transcript.Done, Passed},
		"tsc, failing":      {"npx tsc --noEmit | head", "src/a.ts(3,1): error TS2304: Cannot find name 'x'.", transcript.Done, Failed},
		"eslint, no errors": {"npx eslint .", "✔ 0 problems (0 errors, 0 warnings)", transcript.Done, Passed},
		"python traceback":  {"python run_tests.py | tail", "Traceback (most recent call last):\n  File \"x\"\nValueError: no", transcript.Done, Failed},
		"not run":           {"go test ./...", "", transcript.Rejected, Unclear},
		"says nothing":      {"go test ./...", "", transcript.Done, Unclear},
	} {
		s := conversation.Step{Kind: transcript.CallShell, Tool: "Bash", Target: c.command, Output: c.out, Outcome: c.outcome, Exit: -1, Class: shell.ParseLine(c.command).Class()}
		if v, line := ResultOf(&s, s.Class); v != c.want {
			t.Errorf("%s: verdict %d by %q, want %d", name, v, line, c.want)
		}
	}
}

// Lines that show anything, and those of failures in a prompt.
func TestLinesOfText(t *testing.T) {
	for s, want := range map[string]string{"": "", "\n  \n a \nb": "a", "---\n***\n# \nx": "x", "`\n★ \ny": "y", "# Title": "# Title"} {
		if got := FirstLine(s); got != want {
			t.Errorf("first line of %q: %q, want %q", s, got, want)
		}
	}
	if n := CountErrors("see:\nFAIL\tshop\t0.1s\nok\npanic: x\n"); n != 2 {
		t.Errorf("%d lines of failures", n)
	}
	if n := CountErrors(strings.Repeat("x\n", 80) + "FAIL\n"); n != 0 {
		t.Error("a failure far down a prompt is looked for")
	}
}

// Counts of runners.
func TestNumbers(t *testing.T) {
	for digits, want := range map[string]int{"": -1, "0": 0, "12": 12, "0012": 12, "1234567": 1234567, "12345678": -1} {
		n, ok := number(digits)
		if !ok {
			n = -1
		}
		if n != want {
			t.Errorf("%q is %d, want %d", digits, n, want)
		}
	}
}
