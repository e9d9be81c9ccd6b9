package conformance

import (
	"fmt"
	"strings"
	"sync"

	"prism/internal/transcript/claudetest"
)

var allCases = sync.OnceValue(func() []*kase {
	b := &book{}
	for _, write := range []func(*book){
		signalCases, basisCases, verifiedCases, stakesCases, lastCases, finishedCases, nonanswerCases,
		languageCases, floorCases, mutatingCases, tokenCases, automatedCases,
		mergeCases, continueCases, shiftCases, reworkCases,
		runnerCases, workCases, inputCases, placeCases, commitCases, rubricCases,
		intentCases, titleCases, evidenceCases, criteriaCases, scoreCases, invariants, phraseCases, askedCases, mannerCases, answerCases, requestCases, otherCases, heldCases, thirdCases, fifthCases, sixthCases, seventhCases, eighthCases, ninthCases, tenthCases,
	} {
		write(b)
	}
	return b.cases
})

// turnNames say how far from the end something stands.
var turnNames = [...]string{"last", "one after it", "two after it", "outside"}

// attempt is another try of the agent that nobody checks.
func attempt(t *claudetest.Talk, s *story, n int) {
	switch n % 4 {
	case 0:
		t.Edit(s.look, 3+n, first(s.looked), first(s.looked)+" ").Say("I have adjusted one more place in " + s.look + ". Please try it again.")
	case 1:
		t.Say("Sorry about that. I went over the change once more and it should be right as it stands.")
	case 2:
		t.Read(s.look, s.looked).Say("I see what you mean. There may be a second place that plays into this.")
	case 3:
		t.Say("Understood.")
	}
}

// halfway is work that has begun: something was changed, and the agent says what comes next.
func (s *story) halfway(intent string, t *claudetest.Talk) *claudetest.Talk {
	switch intent {
	case "bug_fix":
		return s.patched(t).Say("That is a first step. I am not sure yet that it is the whole cause; next I would look at where this is called from.")
	case "feature":
		t.Ask(s.feature)
		apply(t, s.adds[0])
		return t.Say("The first part is in " + s.adds[0].file + ". Next come the remaining parts and the tests.")
	case "refactor":
		t.Ask(s.refactor).Read(s.look, s.looked)
		apply(t, s.moves[0])
		return t.Say("The first place is converted. The others follow the same pattern and come next.")
	}
	return t.Ask(s.investigation.ask).Read(s.look, s.looked).Say("Nothing conclusive so far. Next I would compare the two configurations.")
}

func signalCases(b *book) {
	all := stories()
	frustrated := []string{
		"ugh", "still broken", "this isn't working", "It still fails in exactly the same way.", "no, that didn't help at all",
		"argh, same problem as before", "nope, still wrong", "This is really frustrating.", "now it's even worse than before",
		"doesn't work", "WTF, it's still not fixed!", "that did nothing, I still get the wrong result", "I'm getting tired of this, it is still broken",
		"No. Still the same.", "come on, that can't be it. It still does the same thing", "sorry but this still doesn't work on my machine",
		"you broke it again", "why does it STILL not work",
	}
	dropped := []string{
		"skip it", "I'll come back to this", "let's try something else", "forget it", "drop it", "leave it, I'll do it myself",
		"let's leave that for another day", "scrap that", "not worth the effort, let's stop here", "I'll pick this up again next week",
		"let's park this for now", "ok let's give up on this one", "actually, skip this. We don't need it.", "let's not do this after all",
		"Stop. I'll take it from here tomorrow.", "we can do that some other time", "let's shelve this", "I've changed my mind, we don't do this now",
	}
	works := []string{"bug_fix", "feature", "refactor", "small_change", "bug_fix"}
	for i, words := range frustrated {
		for after, place := range turnNames {
			s, kind := all[(i+after*3)%len(all)], works[(i+after)%len(works)]
			t := b.talk(s)
			if (i+after)%2 == 0 {
				s.checked(kind, t)
			} else {
				s.work(kind, t)
			}
			attempt(t.Ask(words), s, i+after)
			s.ask(t, after)
			b.signal("frustration", words, place, kind, s.name, t, after, "frustration")
		}
	}
	begun := []string{"bug_fix", "feature", "refactor", "investigation"}
	yes := []string{"OK, I leave it as it is.", "Understood, I stop here.", "Fine. The change so far stays in place.", "All right."}
	for i, words := range dropped {
		for after, place := range turnNames {
			s, kind := all[(i+after*5)%len(all)], begun[(i+after)%len(begun)]
			t := b.talk(s)
			s.halfway(kind, t).Ask(words).Say(yes[i%len(yes)])
			s.ask(t, after)
			b.signal("abandoned", words, place, kind, s.name, t, after, "abandoned")
		}
	}
	for after, place := range turnNames { // published as frustration, and it drops the work
		for i, kind := range begun {
			s := all[(i*2+after)%len(all)]
			t := b.talk(s)
			s.halfway(kind, t).Ask([]string{"never mind", "Never mind.", "oh well, never mind", "nevermind then"}[i]).Say("OK.")
			s.ask(t, after)
			b.signal("never mind", fmt.Sprint(i), place, kind, s.name, t, after, "frustration", "abandoned")
		}
	}
	resolvedCases(b, all)
	loopCases(b, all)
	errorCases(b, all)
	noSignalCases(b, all)
}

// signal wants a signal where it stands in the last three turns, and none where it does not.
func (b *book) signal(kind, words, place, work, story string, t *claudetest.Talk, after int, kinds ...string) {
	name := strings.Join([]string{"signals", kind, words, place, work, story}, "/")
	if after >= 3 {
		b.add(name, t, signal("none"))
		return
	}
	b.add(name, t, signal(kinds...), missed())
}

// accepting are words that accept a piece of work.
func accepting() []string {
	return []string{
		"works now, thanks", "yes, that fixed it", "Perfect, it works!", "that did it, thank you", "great, looks good now", "confirmed, it's working",
		"It works as expected now.", "nice, now I get the right result", "tested it here, all good", "LGTM, works for me", "awesome, problem solved", "ok that works",
	}
}

func resolvedCases(b *book, all []*story) {
	for i, words := range accepting() {
		s := all[i%len(all)]
		t := s.untested(b.talk(s)).Ask("still broken")
		attempt(t, s, 0)
		t.Ask(words).Say("Glad to hear it.")
		b.add("signals/resolved/accepted/"+words+"/"+s.name, t, signal("none"), complete(), basis("explicit"))
	}
	for i, s := range all {
		complaint := []string{"still broken", "this isn't working", "ugh, same thing", "no, it still fails"}[i%4]
		// A passing test of the work after the second attempt.
		t := s.untested(b.talk(s)).Ask(complaint)
		t.Tell("You are right, one place was missing.")
		apply(t, s.proof)
		t.Edit(s.look, 12, first(s.looked), first(s.looked)+" // checked").Run(s.test, "Run the tests", s.green, 8).Say("Now it holds: the new test covers the case and all tests pass.")
		b.add("signals/resolved/by a test/"+complaint+"/"+s.name, t, signal("none"), complete())
		// The repro shows that it is gone.
		t = b.talk(s)
		s.patched(t).Run(s.repro, "Try it", s.wrong, 2).Say("That is not it yet.").Ask(complaint).Edit(s.look, 12, first(s.looked), first(s.looked)+" // second place").Run(s.repro, "Try it again", s.right, 2).Say("The same command now prints `" + s.right + "`, which is what it should be.")
		b.add("signals/resolved/by the repro/"+complaint+"/"+s.name, t, signal("none"), complete())
		// What was dropped is taken up again and finished.
		t = s.halfway("feature", b.talk(s)).Ask("skip it").Say("OK.").Ask("Actually no, let's finish it after all.")
		for _, p := range s.adds[1:] {
			apply(t, p)
		}
		t.Run(s.test, "Run all tests", s.green, 8).Say(s.built2 + " All tests pass.").Ask("great, exactly what I wanted").Say("Good.")
		b.add("signals/resolved/taken up again/"+s.name, t, signal("none"), complete())
		// Delivery that was ordered.
		t = s.tested(b.talk(s)).Ask(complaint).Edit(s.look, 12, first(s.looked), first(s.looked)+" // second place").Run(s.test, "Run the tests", s.green, 8).Say("The second place is mended as well; all tests pass.").
			Ask("ok good, commit and push it").Run("git add -A && git commit -m 'Mend the second place' && git push", "Commit and push", "["+s.branch+" 5d1a9e2] Mend the second place\n 2 files changed, 9 insertions(+), 2 deletions(-)\nTo git.example:mara/"+s.name+".git\n   1f0c2aa..5d1a9e2  "+s.branch+" -> "+s.branch, 3).Say("Committed as 5d1a9e2 and pushed.")
		b.add("signals/resolved/delivered/"+complaint+"/"+s.name, t, signal("none"), complete(), basis("explicit"))
		// What does not resolve.
		for j, words := range []string{"thanks", "ok, thanks anyway", "Thank you.", "hm ok", "thx"} {
			t = s.untested(b.talk(s)).Ask(complaint)
			attempt(t, s, i+j)
			t.Ask(words).Say("You're welcome.")
			b.add("signals/not resolved/"+words+"/"+s.name, t, signal("frustration"), missed())
		}
		t = s.untested(b.talk(s)).Ask(complaint)
		t.Edit(s.look, 12, first(s.looked), first(s.looked)+" // now").Say("Done! I am 100% confident that this is now completely fixed and works perfectly in all cases.")
		b.add("signals/not resolved/confident agent/"+s.name, t, signal("frustration"), missed())
		t = s.halfway("feature", b.talk(s)).Ask("I'll come back to this").Say("OK.").Ask("thanks").Say("You're welcome.")
		b.add("signals/not resolved/put off, thanks/"+s.name, t, signal("abandoned"), missed())
	}
}

// paste is an error as a person pastes it, of one class each.
func paste(code string) string {
	switch code {
	case "go":
		return "panic: runtime error: invalid memory address or nil pointer dereference\n[signal SIGSEGV: segmentation violation code=0x1 addr=0x18 pc=0x4a1f20]\n\ngoroutine 1 [running]:\nmain.main()\n\t/home/mara/code/app/main.go:41 +0x1c"
	case "python":
		return "Traceback (most recent call last):\n  File \"/home/mara/app/run.py\", line 12, in <module>\n    main()\n  File \"/home/mara/app/run.py\", line 7, in main\n    total = sums[vendor]\nKeyError: 'vendor'"
	case "typescript", "javascript":
		return "TypeError: Cannot read properties of undefined (reading 'id')\n    at render (/app/src/list.js:22:18)\n    at processTicksAndRejections (node:internal/process/task_queues:95:5)"
	case "rust":
		return "thread 'main' panicked at src/main.rs:40:31:\ncalled `Option::unwrap()` on a `None` value\nnote: run with `RUST_BACKTRACE=1` environment variable to display a backtrace"
	case "java":
		return "Exception in thread \"main\" java.lang.NullPointerException: Cannot invoke \"String.length()\" because \"name\" is null\n\tat org.example.lending.Main.main(Main.java:17)"
	case "ruby":
		return "app/models/slot.rb:8:in `label': undefined method `strftime' for nil (NoMethodError)\n\tfrom app/views/slots/index.html.erb:4"
	}
	return "PHP Fatal error:  Uncaught TypeError: strlen(): Argument #1 ($string) must be of type string, null given in /app/src/Seat.php:31\nStack trace:\n#0 {main}\n  thrown in /app/src/Seat.php on line 31"
}

func loopCases(b *book, all []*story) {
	for i, s := range all {
		e := paste(s.code)
		tries := []string{"I have added a check before the access.", "The value could still be missing one level up; handled there as well.", "I now set a default, so it cannot be missing any more.", "One more caller passed nothing; that is covered, too."}
		for n := 2; n <= 4; n++ { // the error pasted so many times after the first report
			for after := range 2 {
				t := b.talk(s).Ask("I get this when I start it:\n\n" + e)
				t.Edit(s.look, 4, "x", "y").Say(tries[0])
				for k := 1; k < n; k++ {
					lead := []string{"", "again:\n\n", "same error\n\n", "\n"}[(i+k)%4]
					t.Ask(lead+e).Edit(s.look, 4+k, "y", "z").Say(tries[k])
				}
				s.ask(t, after)
				b.add(fmt.Sprintf("signals/loop/error pasted %d times/%s/%s", n, turnNames[after], s.name), t, signal("unresolved_error", "loop"), missed())
			}
		}
		// The agent's own attempts within one turn, none of which holds.
		t := b.talk(s).Ask(s.bug).Read(s.look, s.looked)
		for k := range 4 {
			t.Edit(s.look, 5+k, "a", "b").Fail(s.test, "Run the tests", 1, s.red, 5)
		}
		t.Say("I have tried four variants and the test is still red. The cause must lie elsewhere.")
		b.add("signals/loop/attempts in one turn/"+s.name, t, signal("loop", "unresolved_error"), missed())
		// A turn for each attempt.
		t = b.talk(s)
		t.Ask(s.bug).Edit(s.look, 5, "a", "b").Fail(s.test, "Run the tests", 1, s.red, 5).Say("Not yet, the test is still failing.")
		for k, words := range []string{"try again", "once more please", "and again"} {
			t.Ask(words).Edit(s.look, 6+k, "b", "c").Fail(s.test, "Run the tests", 1, s.red, 5).Say("Still red, with the same message.")
		}
		b.add("signals/loop/a turn each/"+s.name, t, signal("loop", "unresolved_error"), missed())
		// Three reports of failure by the person.
		t = s.untested(b.talk(s))
		for k, words := range []string{"still the wrong result", "no change, same result as before", "still not right"} {
			t.Ask(words).Edit(s.look, 6+k, "b", "c").Say("I have changed the second condition as well.")
		}
		b.add("signals/loop/three complaints/"+s.name, t, signal("loop", "frustration"), missed())
		// The last attempt holds.
		t = b.talk(s)
		t.Ask(s.bug)
		apply(t, s.proof)
		t.Fail(s.test, "Run the tests", 1, s.red, 5).Say("Reproduced.").Ask("go on").Edit(s.look, 6, "b", "c").Fail(s.test, "Run the tests", 1, s.red, 5).Say("Not it.").Ask("try again")
		apply(t, s.fix)
		t.Run(s.test, "Run the tests", s.green, 5).Say(s.fixed + " All tests pass now.")
		b.add("signals/loop/the last one holds/"+s.name, t, signal("none"), complete())
		// The pasted error is gone at the end, by the person's word.
		t = b.talk(s).Ask("I get this when I start it:\n\n"+e).Edit(s.look, 4, "x", "y").Say(tries[0]).Ask("again\n\n"+e).Edit(s.look, 5, "y", "z").Say(tries[1]).Ask("now it starts without the error, thanks!").Say("Good.")
		b.add("signals/loop/pasted, then gone/"+s.name, t, signal("none"), complete(), basis("explicit"))
	}
}

// failing are commands that end in failure, as their runners print it.
func failing() [][3]string {
	return [][3]string{
		{"tsc", "npx tsc --noEmit", "src/card/Card.tsx(14,22): error TS2339: Property 'due' does not exist on type 'Card'.\nsrc/board/Board.tsx(31,5): error TS2554: Expected 2 arguments, but got 1.\n\nFound 2 errors in 2 files."},
		{"eslint", "npx eslint src", "/app/src/lists.js\n  12:9  error  'sum' is assigned a value but never used  no-unused-vars\n\n✖ 1 problem (1 error, 0 warnings)"},
		{"cargo build", "cargo build", "error[E0308]: mismatched types\n --> src/since.rs:9:5\n  |\n9 |     Some(n)\n  |     ^^^^^^^ expected `Option<Duration>`, found `Option<u64>`\n\nerror: could not compile `logship` (bin \"logship\") due to 1 previous error"},
		{"mvn", "mvn -q package", "[ERROR] COMPILATION ERROR :\n[ERROR] /app/src/main/java/org/example/lending/HoldService.java:[21,9] cannot find symbol\n[INFO] BUILD FAILURE"},
		{"gradle", "./gradlew test", "> Task :test FAILED\n\nHoldTest > placesInOrder() FAILED\n    org.opentest4j.AssertionFailedError at HoldTest.java:19\n\n12 tests completed, 1 failed\n\nBUILD FAILED in 4s"},
		{"python", "python -m invoices.export --month 2026-09", "Traceback (most recent call last):\n  File \"/app/invoices/export.py\", line 21, in <module>\n    export(args.month, sys.stdout)\nNameError: name 'args' is not defined"},
		{"node", "node src/app.js", "node:internal/modules/cjs/loader:1147\n  throw err;\n  ^\n\nError: Cannot find module './lists'\nRequire stack:\n- /app/src/app.js"},
		{"go vet and build", "go build ./...", "# example.org/parcels/internal/api\ninternal/api/history.go:14:3: undefined: slices"},
		{"dotnet", "dotnet test", "  Failed Prices.GroupOfTen [12 ms]\n  Error Message:\n   Assert.Equal() Failure\nExpected: 900\nActual:   1000\n\nFailed!  - Failed:     1, Passed:    34, Skipped:     0, Total:    35"},
		{"docker", "docker build -t app .", "ERROR: failed to solve: process \"/bin/sh -c npm ci\" did not complete successfully: exit code: 1"},
		{"make", "make check", "cc -o check check.c\ncheck.c:14:12: error: expected ';' before 'return'\nmake: *** [Makefile:8: check] Error 1"},
		{"npm", "npm run build", "npm ERR! code ELIFECYCLE\nnpm ERR! errno 2\nnpm ERR! app@1.0.0 build: `webpack --mode production`\nnpm ERR! Exit status 2"},
		{"mypy", "mypy invoices", "invoices/export.py:14: error: Argument 1 to \"export\" has incompatible type \"None\"; expected \"str\"  [arg-type]\nFound 1 error in 1 file (checked 12 source files)"},
		{"mocha", "npx mocha", "  26 passing (311ms)\n  1 failing\n\n  1) lists sums butter:\n     AssertionError: expected 100 to equal 150"},
		{"playwright", "npx playwright test", "  1) [chromium] › board.spec.ts:12:1 › drags a card\n\n    Error: expect(locator).toHaveText(expected)\n\n  1 failed\n  8 passed (14.2s)"},
		{"terraform", "terraform apply -auto-approve", "╷\n│ Error: creating S3 Bucket (logs): BucketAlreadyExists\n│ \n│   with aws_s3_bucket.logs,\n╵"},
		{"migration", "bin/rails db:migrate", "rails aborted!\nStandardError: An error has occurred, this and all later migrations canceled:\n\nPG::UndefinedColumn: ERROR:  column \"clinic_id\" does not exist"},
		{"swift", "swift test", "error: -[LedgerTests.SumTests testEmpty] : XCTAssertEqual failed: (\"1\") is not equal to (\"0\")\nTest Suite 'All tests' failed\n\t Executed 9 tests, with 1 failure (0 unexpected) in 0.041 seconds"},
		{"ctest", "ctest --output-on-failure", "95% tests passed, 1 tests failed out of 20\n\nThe following tests FAILED:\n\t 12 - parser_nested (Failed)\nErrors while running CTest"},
		{"mix", "mix test", "  1) test totals are rounded (Shop.CartTest)\n     Assertion with == failed\n\n18 tests, 1 failure"},
	}
}

func errorCases(b *book, all []*story) {
	closing := []string{"The run above still fails; I have not found out why.", "Everything is implemented now.", "There is one failure left that I could not resolve.", "Done. The feature is complete and ready to use."}
	for i, f := range failing() {
		s := all[i%len(all)]
		for after := range 3 {
			t := b.talk(s).Ask(s.feature)
			for _, p := range s.adds {
				apply(t, p)
			}
			t.Fail(f[1], "Check it", 1, f[2], 6).Say(closing[i%len(closing)])
			s.ask(t, after)
			b.add(fmt.Sprintf("signals/error at the end/%s/%s/%s", f[0], turnNames[after], s.name), t, signal("unresolved_error"), missed())
		}
		// It went away again.
		t := b.talk(s).Ask(s.feature)
		for _, p := range s.adds {
			apply(t, p)
		}
		t.Fail(f[1], "Check it", 1, f[2], 6).Edit(s.adds[0].file, 3, "a", "b").Run(f[1], "Check it again", "", 6).Run(s.test, "Run all tests", s.green, 9).Say(s.built2 + " All tests pass.")
		b.add("signals/error mended/"+f[0]+"/"+s.name, t, signal("none"), complete())
		// The last thing in the record.
		t = b.talk(s).Ask(s.feature)
		apply(t, s.adds[0])
		t.Fail(f[1], "Check it", 1, f[2], 6)
		b.add("signals/error is the last line/"+f[0]+"/"+s.name, t, missed())
	}
	for _, s := range all {
		t := s.patched(b.talk(s))
		t.Fail(s.test, "Run the tests", 1, s.red, 5).Say("The test is still red after the change.")
		b.add("signals/test fails at the end/"+s.name, t, signal("unresolved_error"), missed())
		// The same through a pipe that hides the exit code.
		t = s.patched(b.talk(s))
		t.Run(s.test+" 2>&1 | tail -20", "Run the tests", s.red, 5).Say("I have applied the change.")
		b.add("signals/test fails behind a pipe/"+s.name, t, signal("unresolved_error"), missed())
		// Searches that find nothing are no errors.
		t = b.talk(s).Ask(s.bug).Fail("grep -rn ETA_FORMAT .", "Search", 1, "", 1).Fail("ls build/out", "Look for output", 2, "ls: cannot access 'build/out': No such file or directory", 1)
		apply(t, s.proof)
		t.Fail(s.test, "Run the new test", 1, s.red, 5)
		apply(t, s.fix)
		t.Run(s.test, "Run the tests", s.green, 5).Fail("which jq", "Is jq there", 1, "", 1).Say(s.fixed + " All tests pass.")
		b.add("signals/no error/search without a hit/"+s.name, t, signal("none"), complete())
		// Reported and analysed is not unresolved: the error is what the question is about.
		t = b.talk(s).Ask("What does this error mean? I only want to understand it.\n\n" + paste(s.code)).Say("It says that a value was used that is not there: the line named at the top reads it before anything has set it. The lines below are the path of calls that led there.").Ask("ah, I see. thanks!").Say("You're welcome.")
		b.add("signals/no error/asked about/"+s.name, t, signal("none"), complete())
		// An interrupted service.
		t = s.halfway("bug_fix", b.talk(s)).Ask("yes, go on").Tell("Looking at the callers.").Read(s.look, s.looked).Broken("API Error: 529 {\"type\":\"error\",\"error\":{\"type\":\"overloaded_error\",\"message\":\"Overloaded\"}}")
		b.add("signals/api error at the end/"+s.name, t, missed())
		t = s.halfway("feature", b.talk(s)).Ask("continue").Broken("You've hit your limit · resets 6pm (Europe/Vienna)")
		b.add("signals/usage limit at the end/"+s.name, t, missed())
		t = s.halfway("bug_fix", b.talk(s)).Ask("yes, go on").Tell("Looking at the callers.").Read(s.look, s.looked).Interrupt()
		b.add("signals/interrupted without a word/"+s.name, t, missed())
	}
}

// noSignalCases hold words that look like signals and are not, in work that landed.
func noSignalCases(b *book, all []*story) {
	for i, words := range []string{
		"Is it still compatible with the old clients?", "and does the log line still say 'broken pipe' in that case?", "never mind the formatting, I only care about the result. Which file was it?",
		"can you skip the long explanation next time? which line did you change?", "what would happen if somebody tries something else as input?", "does the error message say 'not working' or 'unavailable'?",
		"is the word 'abandoned' in the status list, too?", "where do we handle 'failed' scans?", "do we stop here or does the loop go on for empty input?", "does it give up after five attempts or after ten?",
		"what is the exit code when it fails?", "is there an issue open for the broken link in the docs?", "Which of the two error classes do we throw there?", "does the parser skip it when the line is empty?",
		"will the retry come back to this entry later?", "who wrote the part that says 'forget it'?", "is this also the place where the frustration score of a customer is computed?", "does it drop it silently or is there a log line?",
	} {
		for j, kind := range []string{"bug_fix", "feature"} {
			s := all[(i+j*3)%len(all)]
			t := s.checked(kind, b.talk(s)).Ask(words).Say("Yes; it is in " + s.look + ", a few lines below the change.")
			b.add("signals/looks like one/"+words+"/"+kind+"/"+s.name, t, signal("none"), complete())
		}
	}
	for i, ask := range []string{
		"Users see 'Something went wrong, this isn't working' on the login page. Change the text in %s to 'Please try again'.",
		"Rename skipIt to skipEntry in %s.", "The button says 'Ugh'. Make it say 'Oops' in %s.", "Add 'still broken' to the list of states in %s, between 'open' and 'closed'.",
		"In %s, change the log message 'never mind' to 'ignored'.", "Set give_up_after to 5 in %s.", "Replace the word abandoned by cancelled in the comment at the top of %s.",
		"The constant ERROR_LOOP in %s should be called ERROR_CYCLE.", "Delete the line 'forget it' in %s.",
	} {
		s := all[i%len(all)]
		t := b.talk(s).Ask(fmt.Sprintf(ask, s.tweak.file))
		apply(t, s.tweak)
		t.Say("Changed in " + s.tweak.file + ".").Ask("perfect, thanks").Say("You're welcome.")
		b.add(fmt.Sprintf("signals/looks like one/in the request %d/%s", i+1, s.name), t, signal("none"), complete())
	}
}
