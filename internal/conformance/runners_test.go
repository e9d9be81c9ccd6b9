package conformance

import (
	"fmt"
	"strings"
	"time"

	"prism/internal/transcript/claudetest"
)

// runner is a test runner: what it prints when all pass, and when one fails.
type runner struct{ name, command, green, red string }

func runners() []runner {
	return []runner{
		{"go -v", "go test -v ./...", "=== RUN   TestScale\n--- PASS: TestScale (0.00s)\nPASS\nok  \texample.org/x/scale\t0.003s", "=== RUN   TestScale\n    scale_test.go:12: got 1, want 2\n--- FAIL: TestScale (0.00s)\nFAIL\nFAIL\texample.org/x/scale\t0.003s\nFAIL"},
		{"gotestsum", "gotestsum", "✓  internal/scale (3ms)\n\nDONE 14 tests in 0.412s", "✖  internal/scale (3ms)\n\n=== Failed\n=== FAIL: internal/scale TestScale (0.00s)\n\nDONE 14 tests, 1 failure in 0.412s"},
		{"pytest", "python -m pytest", "============================= test session starts ==============================\ncollected 12 items\n\ntests/test_a.py ............                                             [100%]\n\n============================== 12 passed in 0.21s ==============================", "collected 12 items\n\ntests/test_a.py ...F........                                             [100%]\n\nFAILED tests/test_a.py::test_x - assert 1 == 2\n========================= 1 failed, 11 passed in 0.25s ========================="},
		{"unittest", "python -m unittest", "............\n----------------------------------------------------------------------\nRan 12 tests in 0.004s\n\nOK", "...F........\n======================================================================\nFAIL: test_x (tests.test_a.A)\n----------------------------------------------------------------------\nRan 12 tests in 0.004s\n\nFAILED (failures=1)"},
		{"tox", "tox -e py312", "  py312: OK (4.11=setup[2.01]+cmd[2.10] seconds)\n  congratulations :) (4.20 seconds)", "  py312: FAIL code 1 (4.11=setup[2.01]+cmd[2.10] seconds)\n  evaluation failed :( (4.20 seconds)"},
		{"django", "python manage.py test", "Found 31 test(s).\nSystem check identified no issues (0 silenced).\n...............................\nRan 31 tests in 1.204s\n\nOK", "Found 31 test(s).\n.....E.........................\nERROR: test_view (shop.tests.ViewTest)\nRan 31 tests in 1.204s\n\nFAILED (errors=1)"},
		{"jest", "npx jest", "PASS src/a.test.js\nTests:       8 passed, 8 total\nTime:        0.9 s", "FAIL src/a.test.js\n  ● sums\n    expect(received).toBe(expected)\nTests:       1 failed, 7 passed, 8 total"},
		{"vitest", "pnpm vitest run", " Test Files  3 passed (3)\n      Tests  21 passed (21)", " FAIL  src/a.test.ts > sums\nAssertionError: expected 1 to be 2\n Test Files  1 failed | 2 passed (3)\n      Tests  1 failed | 20 passed (21)"},
		{"mocha", "npx mocha", "  14 passing (31ms)", "  13 passing (31ms)\n  1 failing\n\n  1) sums:\n     AssertionError: expected 1 to equal 2"},
		{"bun", "bun test", "bun test v1.1.8\n\n 9 pass\n 0 fail\n 14 expect() calls\nRan 9 tests across 2 files. [42.00ms]", "bun test v1.1.8\n\n(fail) sums [1.02ms]\n\n 8 pass\n 1 fail\nRan 9 tests across 2 files. [42.00ms]"},
		{"deno", "deno test", "running 4 tests from ./a_test.ts\nsums ... ok (2ms)\n\nok | 4 passed | 0 failed (12ms)", "running 4 tests from ./a_test.ts\nsums ... FAILED (2ms)\n\nFAILED | 3 passed | 1 failed (12ms)\n\nerror: Test failed"},
		{"node:test", "node --test", "# tests 6\n# pass 6\n# fail 0", "not ok 3 - sums\n# tests 6\n# pass 5\n# fail 1"},
		{"playwright", "npx playwright test", "Running 11 tests using 4 workers\n\n  11 passed (9.3s)", "  1) [chromium] › a.spec.ts:3:1 › sums\n\n  1 failed\n  10 passed (9.9s)"},
		{"cypress", "npx cypress run", "    ✔  All specs passed!                        00:14       12       12        -        -        -", "    ✖  1 of 3 failed (33%)                      00:16       12       11        1        -        -"},
		{"cargo", "cargo test", "test result: ok. 9 passed; 0 failed; 0 ignored; 0 measured; 0 filtered out; finished in 0.01s", "test scale::sums ... FAILED\n\ntest result: FAILED. 8 passed; 1 failed; 0 ignored; 0 measured; 0 filtered out; finished in 0.01s"},
		{"nextest", "cargo nextest run", "     Summary [   0.112s] 23 tests run: 23 passed, 0 skipped", "        FAIL [   0.004s] shop scale::sums\n     Summary [   0.112s] 23 tests run: 22 passed, 1 failed, 0 skipped\nerror: test run failed"},
		{"maven", "mvn test", "[INFO] Tests run: 17, Failures: 0, Errors: 0, Skipped: 0\n[INFO] BUILD SUCCESS", "[ERROR] Tests run: 17, Failures: 1, Errors: 0, Skipped: 0\n[INFO] BUILD FAILURE"},
		{"gradle", "./gradlew test", "> Task :test\n\nBUILD SUCCESSFUL in 6s\n4 actionable tasks: 4 executed", "> Task :test FAILED\n\nScaleTest > sums() FAILED\n\n17 tests completed, 1 failed\n\nBUILD FAILED in 6s"},
		{"sbt", "sbt test", "[info] Tests: succeeded 12, failed 0, canceled 0, ignored 0, pending 0\n[info] All tests passed.\n[success] Total time: 4 s", "[info] *** 1 TEST FAILED ***\n[error] Failed tests:\n[error] \tshop.ScaleSpec\n[error] (Test / test) sbt.TestsFailedException: Tests unsuccessful"},
		{"dotnet", "dotnet test", "Passed!  - Failed:     0, Passed:    28, Skipped:     0, Total:    28, Duration: 311 ms", "Failed!  - Failed:     1, Passed:    27, Skipped:     0, Total:    28, Duration: 311 ms"},
		{"rspec", "bundle exec rspec", "19 examples, 0 failures", "rspec ./spec/scale_spec.rb:4 # Scale sums\n\n19 examples, 1 failure"},
		{"minitest", "bin/rails test", "14 runs, 31 assertions, 0 failures, 0 errors, 0 skips", "Failure:\nScaleTest#test_sums\nExpected: 2\n  Actual: 1\n\n14 runs, 31 assertions, 1 failures, 0 errors, 0 skips"},
		{"phpunit", "vendor/bin/phpunit", "OK (22 tests, 51 assertions)", "FAILURES!\nTests: 22, Assertions: 51, Failures: 1."},
		{"pest", "vendor/bin/pest", "  Tests:    16 passed (40 assertions)\n  Duration: 0.31s", "  FAILED  Tests\\ScaleTest > it sums\n\n  Tests:    1 failed, 15 passed (40 assertions)"},
		{"swift", "swift test", "Test Suite 'All tests' passed at 2026-10-12 09:00:00.000.\n\t Executed 9 tests, with 0 failures (0 unexpected) in 0.041 (0.042) seconds", "Test Suite 'All tests' failed at 2026-10-12 09:00:00.000.\n\t Executed 9 tests, with 1 failure (0 unexpected) in 0.041 (0.042) seconds"},
		{"xcodebuild", "xcodebuild test -scheme App", "** TEST SUCCEEDED **", "Failing tests:\n\tScaleTests.testSums()\n\n** TEST FAILED **"},
		{"mix", "mix test", "Finished in 0.1 seconds (0.1s async, 0.00s sync)\n14 tests, 0 failures", "  1) test sums (Shop.ScaleTest)\n\n14 tests, 1 failure"},
		{"ctest", "ctest --test-dir build", "100% tests passed, 0 tests failed out of 20\n\nTotal Test time (real) =   0.31 sec", "95% tests passed, 1 tests failed out of 20\n\nThe following tests FAILED:\n\t 12 - scale (Failed)\nErrors while running CTest"},
		{"flutter", "flutter test", "00:04 +18: All tests passed!", "00:04 +17 -1: Some tests failed."},
		{"bats", "bats test", "1..6\nok 1 backs up\nok 2 rotates\nok 3 restores\nok 4 a\nok 5 b\nok 6 c", "1..6\nok 1 backs up\nnot ok 2 rotates\n# (in test file test/backup.bats, line 14)\nok 3 restores"},
		{"busted", "busted", "●●●●●●●●●\n9 successes / 0 failures / 0 errors / 0 pending : 0.01 seconds", "●●●◼●●●●●\n8 successes / 1 failure / 0 errors / 0 pending : 0.01 seconds"},
		{"lein", "lein test", "Ran 7 tests containing 19 assertions.\n0 failures, 0 errors.", "FAIL in (sums) (scale_test.clj:8)\n\nRan 7 tests containing 19 assertions.\n1 failures, 0 errors.\nTests failed."},
		{"zig", "zig build test --summary all", "Build Summary: 3/3 steps succeeded; 11/11 tests passed", "error: 'scale.test.sums' failed: expected 2, found 1\nBuild Summary: 1/3 steps succeeded; 1 failed; 10/11 tests passed; 1 failed"},
		{"make", "make test", "go test ./...\nok  \texample.org/x/scale\t0.003s", "go test ./...\n--- FAIL: TestScale (0.00s)\nFAIL\nmake: *** [Makefile:4: test] Error 1"},
	}
}

// runnerCases: a feature whose tests pass, and one whose tests fail, under every runner.
func runnerCases(b *book) {
	all := stories()
	for i, r := range runners() {
		s := all[i%len(all)]
		built := func() *claudetest.Talk {
			t := b.talk(s).Ask(s.feature)
			for _, p := range s.adds {
				apply(t, p)
			}
			return t
		}
		b.add("runners/green/"+r.name, built().Run(r.command, "Run the tests", r.green, 6).Say(s.built2), complete(), basis("explicit"), signal("none"), met("tests_or_put_off"))
		b.add("runners/red/"+r.name, built().Fail(r.command, "Run the tests", 1, r.red, 6).Say("I have put everything in place."), missed(), signal("unresolved_error"))
		b.add("runners/red behind a pipe/"+r.name, built().Run(r.command+" 2>&1 | tail -30", "Run the tests", r.red, 6).Say("I have put everything in place."), missed(), signal("unresolved_error"))
		b.add("runners/red, then green/"+r.name, built().Fail(r.command, "Run the tests", 1, r.red, 6).Edit(s.adds[0].file, 4, "a", "b").Run(r.command, "Run them again", r.green, 6).Say(s.built2), complete(), signal("none"))
		b.add("runners/green, then changed/"+r.name, built().Run(r.command, "Run the tests", r.green, 6).Edit(s.adds[0].file, 4, "a", "b").Fail(r.command, "Run them again", 1, r.red, 6).Say("One more change made."), missed(), signal("unresolved_error"))
	}
}

// workCases: what is undone, refused, interrupted and taken up again.
func workCases(b *book) {
	for i, s := range stories() {
		n := func(how string) string { return "signals/" + how + "/" + s.name }
		undo := []string{"revert all of that, please", "undo everything you did", "take it all back, I don't want it any more", "throw the changes away"}[i%4]
		t := s.work("feature", b.talk(s)).Ask(undo).Run("git checkout -- . && git clean -fd", "Undo", "Removing "+s.adds[0].file, 1).Say("Everything is as it was before.")
		b.add(n("reverted without replacement"), t, signal("abandoned", "frustration"), missed())
		t = s.work("feature", b.talk(s)).Ask(undo).Run("git checkout -- . && git clean -fd", "Undo", "Removing "+s.adds[0].file, 1).Say("Everything is as it was before.")
		b.add(n("reverted without replacement, then a question"), s.ask(t, 1), signal("abandoned", "frustration"), missed())
		// A refusal with a new direction that is then carried out is no failure.
		t = b.talk(s).Ask(s.bug).Read(s.look, s.looked).Refuse("Edit", object{"file_path": "/x/" + s.look, "old_string": "a", "new_string": "b"}, "no, write the test first")
		apply(t, s.proof)
		t.Fail(s.test, "Run the new test", 1, s.red, 5)
		apply(t, s.fix)
		t.Run(s.test, "Run the tests", s.green, 5).Say(s.fixed + " The test came first, as you wanted; all pass.")
		b.add(n("no error/refused, then done as asked"), t, signal("none"), complete())
		// An interrupt and another word, then done.
		t = b.talk(s).Ask(s.feature).Tell("I start with the schema.").Read(s.look, s.looked).Interrupt().Ask("no schema change please, keep it simple")
		for _, p := range s.adds {
			apply(t, p)
		}
		t.Run(s.test, "Run the tests", s.green, 5).Say(s.built2 + " No schema change; all tests pass.").Ask("yes, like that. thanks")
		b.add(n("no error/interrupted, then done"), t, signal("none"), complete(), basis("explicit"))
		// The agent itself gives up.
		t = s.patched(b.talk(s)).Fail(s.test, "Run the tests", 1, s.red, 5).Run("git checkout -- "+s.look, "Undo", "", 1).Say([]string{"I could not get this to work and have undone my change.", "I was not able to fix this. I've reverted the change, the bug is still there.", "I'm giving up on this approach; the file is as before.", "This did not work out. The change is reverted, nothing is fixed."}[i%4])
		b.add(n("the agent gives up"), t, missed())
		// Undone and done anew by another way, with tests.
		t = s.work("feature", b.talk(s)).Ask("revert that and do it without the extra file, please").Run("git checkout -- . && git clean -fd", "Undo", "", 1)
		for _, p := range s.adds {
			apply(t, p)
		}
		t.Run(s.test, "Run the tests", s.green, 5).Say("Done the other way; all tests pass.").Ask("much better, thanks").Say("Good.")
		b.add(n("no error/reverted and replaced"), t, signal("none"), complete(), basis("explicit"))
	}
}

// inputCases: what stands in a file is read, whatever its shape.
func inputCases(b *book) {
	for _, s := range stories() {
		n := func(how string) string { return "input/" + how + "/" + s.name }
		base := func() *claudetest.Talk {
			return s.checked("small_change", b.talk(s)).Ask("perfect, thanks").Say("Good.")
		}
		b.add(n("a half-written last line"), base().Raw(`{"type":"user","message":{"role":"user","content":"and al`), turns(2), mutating(1), complete())
		b.add(n("unknown lines"), base().Line(object{"type": "hologram", "shape": []any{1, 2}}).Line(object{"type": "system", "subtype": "never_heard_of"}), turns(2), complete())
		b.add(n("empty lines"), base().Raw("").Raw("   ").Raw(""), turns(2), complete())
		// Two objects on one line.
		apart := s.work("small_change", b.talk(s))
		whole := apart.Another("glued "+apart.ID(), time.Hour)
		all := strings.Split(strings.TrimSuffix(string(apart.Bytes()), "\n"), "\n")
		for i := 0; i < len(all); i += 2 {
			whole.Raw(strings.ReplaceAll(strings.Join(all[i:min(i+2, len(all))], ""), apart.ID(), whole.ID()))
		}
		b.add(n("two objects on a line"), whole, turns(1), mutating(1))
		// The same conversation in two files: once.
		d := base()
		k := b.adds(n("the same file twice"), []*claudetest.Talk{d}, count(1), turns(2))
		k.files = map[string][]byte{"backup/" + d.File(): d.Bytes()}
	}
}

// placeCases: which repository a session is of.
func placeCases(b *book) {
	for i, c := range []struct{ cwd, repo string }{
		{"/home/mara/code/heron", "heron"}, {"/home/mara/code/heron2/.worktrees/fix-eta", "heron2"}, {"/home/mara/code/heron3/.claude/worktrees/calm-owl", "heron3"},
	} {
		s := stories()[i]
		t := b.talk(s).In(c.cwd)
		b.add("repository/"+c.cwd, s.checked("small_change", t), last("repo", func(x *session) string { return differ(x.Repo, c.repo) }))
	}
}

// commitCases: with the switch, a commit of the session's files closes it.
func commitCases(b *book) {
	flags := []string{"--commit-boundary"}
	for _, s := range stories() {
		n := func(how string) string { return "commit/" + how + "/" + s.name }
		landed := func() *claudetest.Talk {
			t := s.checked("bug_fix", b.talk(s)).Ask("great, commit it")
			return commit(t, s, "Fix it").Say("Committed.")
		}
		t := s.work("small_change", landed())
		b.adds(n("closes"), []*claudetest.Talk{t}, count(2), closedBy(0, "commit")).flags = flags
		t = landed()
		u := touch(b.more(t, 5*time.Second).Cleared().Wait(2*time.Minute), "once more there", s.look, s.proof.file)
		b.adds(n("no merge undoes it"), []*claudetest.Talk{t, u}, count(2), closedBy(0, "commit")).flags = flags
		t = s.checked("bug_fix", b.talk(s)).Ask("great, commit it").Fail("git commit -am 'Fix it'", "Commit", 1, "husky - pre-commit hook exited with code 1", 2).Say("The hook refuses the commit.")
		b.adds(n("a commit that failed closes nothing"), []*claudetest.Talk{s.ask(t, 1)}, count(1), closedBy(0, "none")).flags = flags
		b.add(n("off by default"), s.ask(landed(), 1), count(1), closedBy(0, "none"))
	}
}

// rubricCases: checks that no reader would doubt, and the letter that follows.
func rubricCases(b *book) {
	mark := func(name string, of ...string) want {
		return last("check "+name, func(s *session) string { return oneOf(s.Rubric[name], of) })
	}
	for _, s := range stories() {
		n := func(how string) string { return "rubric/" + how + "/" + s.name }
		b.add(n("tests asked for"), s.checked("feature", b.talk(s)), mark("verification_requested", "present"))
		t := b.talk(s).Ask("The list on the start page is sorted the wrong way round, fix it.")
		apply(t, s.fix)
		b.add(n("no tests asked for"), t.Say("Fixed."), mark("verification_requested", "absent"), mark("references_concrete", "absent"))
		t = b.talk(s).Ask("The list on the start page is sorted the wrong way round. Find the root cause in " + s.look + " and fix that, not just the symptom; run the tests afterwards.")
		apply(t, s.fix)
		b.add(n("root cause, file and tests"), t.Run(s.test, "Run the tests", s.green, 5).Say("Fixed, all tests pass."), mark("root_cause_oriented", "present"), mark("references_concrete", "present"), mark("verification_requested", "present"))
		b.add(n("question"), s.work("question", b.talk(s)), mark("verification_requested", "not_applicable"), mark("plan_first", "not_applicable"))
	}
	for i, k := range b.cases { // the letter follows from the checks
		if k.alone || i%40 != 0 || k.of != nil {
			continue
		}
		b.cases = append(b.cases, &kase{name: "rubric/letter/" + k.name, of: k, wants: []want{{"letter", func(all []session) string {
			for j := range all {
				met, of := 0, 0
				for _, m := range all[j].Rubric {
					if m == "present" {
						met++
					}
					if m != "not_applicable" {
						of++
					}
				}
				if of > 0 && all[j].JudgeStatus == "ok" {
					if e := differ(all[j].Letter, letter(100*float64(met)/float64(of))); e != "" {
						return fmt.Sprintf("%s for %d of %d", e, met, of)
					}
				}
			}
			return ""
		}}}})
	}
}
