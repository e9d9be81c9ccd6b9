package conformance

import (
	"fmt"

	"prism/internal/transcript/claudetest"
)

// The cases of the second author; the categories begin with "other ".

// otherCases are all of them.
func otherCases(b *book) {
	s := otherStories()
	for _, write := range []func(*book, []*story){
		otherSignals, otherErrors, otherLoops, otherResolved, otherUnresolved,
		otherIntents, otherNone, otherAccepted, otherDelivered, otherSilent, otherVerified, otherStakes, otherCriteria, otherLastWords, otherNonAnswers, otherEnds,
		otherFloor, otherShell, otherTools, otherShifts, otherFollows, otherMerges, otherCommits, otherHandOvers, otherRework, otherMachines, otherScores,
		otherManners, otherLanguages,
	} {
		write(b, s)
	}
}

// said is something a person says, and how it must be read.
type said struct {
	words string
	kinds []string // of failure signal; the first is the usual one
}

// retry is what an agent does after a complaint, without looking whether it helped.
func retry(t *claudetest.Talk, s *story, n int) {
	switch n % 6 {
	case 0:
		t.Edit(s.look, 2, first(s.looked), first(s.looked)+"  ").Say("You're right, I missed a place. I've changed " + s.look + " once more, could you give it another go?")
	case 1:
		t.Say("Hm, that shouldn't happen. Could be a stale build: please restart and check again.")
	case 2:
		t.Read(s.look, s.looked).Edit(s.look, 4, "x", "y").Say("I have made the condition stricter.")
	case 3:
		t.Say("I understand. There may be more to it than I assumed; the caller might be passing something unexpected.")
	case 4:
		t.Grep("Later", s.look+":3: Later").Say("Sorry! Looking at it again, I think the change has to go one level up. I haven't made it yet.")
	case 5:
		t.Edit(s.look, 3, "a", "b").Tell("Let me also tidy up.").Edit(s.look, 9, "c", "d").Say("- adjusted the guard\n- removed the fallback\n\nThis should do it.")
	}
}

// otherSignals: annoyance and dropped scope, in the last three turns.
func otherSignals(b *book, all []*story) {
	frustration := []string{
		"nope, still doing it",
		"its STILL not working!!",
		"ugh. same thing",
		"still broken :(",
		"no luck, it behaves exactly like before",
		"argh this is so annoying, nothing changed at all",
		"that made no difference whatsoever",
		"doesn't work.",
		"i just tested and it's not fixed",
		"seriously? I still see the old behaviour",
		"It still fails for me, in the very same place.",
		"wtf, now it's even worse",
		"you broke it even more",
		"this isnt working, im getting frustrated here",
		"Tried it. Still wrong.",
		"hmm no that didn't help",
		"didn't fix it",
		"not working on my end, cleared the cache and everything",
		"Come on, that's the third thing in this file you get wrong today.",
		"I deployed it to staging and the problem persists.",
		"nothing works anymore since your change",
		"the issue is still there unfortunately",
		"still the same problem. did you even read what i wrote?",
		"this is useless",
		"That is not what I asked for. You keep ignoring what I say.",
		"nah thats wrong again",
		"Sadly no change. I rebuilt from scratch, same outcome as this morning.",
		"it's still happening when I do it twice in a row",
		"bruh it still does that",
		"I'm losing my patience with this, it is simply not fixed.",
	}
	for i, w := range frustration {
		s := all[i%len(all)]
		t := s.untested(b.talk(s)).Ask(w)
		retry(t, s, i)
		s.ask(t, i%3)
		b.add(fmt.Sprintf("other signals/%s/%s", w, turnNames[i%3]), t, missed(), signal("frustration", "unresolved_error"))
	}
	abandoned := []string{
		"let's leave it for now",
		"I'll get back to this tomorrow",
		"forget it, I'll do it by hand",
		"ok never mind",
		"skip this one",
		"scrap that, not worth the effort",
		"you know what, drop it",
		"let's park this, I have a meeting",
		"I give up on this one. Let's leave it as it is.",
		"nvm",
		"let's try something completely different instead",
		"Stop here please, we'll pick this up another day.",
		"not today. i'll come back to it next week",
		"don't bother, I'll ask Jonas to look at it",
		"Okay, this is taking too long. Leave it.",
		"lets shelve it",
		"we're going to postpone this until after the release",
		"cancel that, we won't need it after all",
		"Abandon this approach, it leads nowhere.",
		"ugh forget about it",
		"please undo all of that, I'll think about it again",
		"let's not do this",
	}
	for i, w := range abandoned {
		s := all[(i+3)%len(all)]
		kind := []string{"bug_fix", "feature", "refactor"}[i%3]
		t := otherHalf(s, kind, b.talk(s)).Ask(w)
		t.Say([]string{"No problem.", "Alright, I'll stop here. The changes so far are uncommitted.", "Understood, leaving it."}[i%3])
		s.ask(t, (i/3)%3)
		b.add(fmt.Sprintf("other signals/%s/%s", w, turnNames[(i/3)%3]), t, missed(), signal("abandoned", "frustration"))
	}
	// annoyance over work that has no tests
	for i, w := range []said{
		{"that's not what I wanted to know, you're answering a different question again", nil},
		{"this explanation makes no sense, i'm more confused than before", nil},
		{"no!! I said no code changes and you still don't give me a reason", nil},
		{"wrong, we checked that last week and it is definitely not that", nil},
		{"This plan is useless, it ignores everything I told you about our deadline.", nil},
		{"ugh, you reviewed the wrong file again", nil},
	} {
		s := all[(i*3+1)%len(all)]
		kind := []string{"question", "question", "investigation", "investigation", "plan", "review"}[i]
		t := s.work(kind, b.talk(s)).Ask(w.words).Say("I'm sorry about that. Could you tell me more about what you're after?")
		b.add("other signals/"+kind+"/"+w.words, t, missed())
	}
}

// otherHalf is work begun and not finished.
func otherHalf(s *story, kind string, t *claudetest.Talk) *claudetest.Talk {
	switch kind {
	case "bug_fix":
		return s.patched(t).Say("I've made a first change here. The second half, where it is called from, is still to do.")
	case "feature":
		t.Ask(s.feature)
		apply(t, s.adds[0])
		return t.Say("First piece done: " + s.adds[0].file + ". Shall I go on with the rest?")
	}
	t.Ask(s.refactor).Read(s.look, s.looked)
	apply(t, s.moves[0])
	return t.Say("I've converted the first place. The others follow.")
}

// otherErrors: an error that nothing after it puts right.
func otherErrors(b *book, all []*story) {
	pasted := []string{
		"Traceback (most recent call last):\n  File \"/app/main.py\", line 88, in <module>\n    run()\n  File \"/app/main.py\", line 61, in run\n    return cfg[\"depot\"]\nKeyError: 'depot'",
		"panic: runtime error: invalid memory address or nil pointer dereference\n[signal SIGSEGV: segmentation violation code=0x1 addr=0x18 pc=0x6f2a41]\n\ngoroutine 34 [running]:\nmain.(*server).handle(0x0, 0xc0001a2000)\n\t/src/server.go:117 +0x41",
		"now i get\n\nTypeError: Cannot read properties of undefined (reading 'map')\n    at List (List.tsx:14:22)\n    at renderWithHooks (react-dom.development.js:14985:18)",
		"npm ERR! code ERESOLVE\nnpm ERR! ERESOLVE unable to resolve dependency tree\nnpm ERR! Found: react@18.3.1",
		"error[E0502]: cannot borrow `self.items` as mutable because it is also borrowed as immutable\n  --> src/lib.rs:41:9\n\nerror: could not compile `core` (lib) due to 1 previous error",
		"src/main/java/org/example/App.java:[31,17] error: cannot find symbol\n  symbol:   method of(String)\n[INFO] BUILD FAILURE",
		"Segmentation fault (core dumped)",
		"build log says:\n\nsrc/tile.cpp:18:12: error: no member named 'min' in namespace 'std'\n1 error generated.\nmake: *** [Makefile:22: tile.o] Error 1",
		"django.db.utils.ProgrammingError: relation \"books_rate\" does not exist\nLINE 1: SELECT \"books_rate\".\"id\" FROM \"books_rate\"",
		"HTTP/1.1 500 Internal Server Error\n{\"error\":\"Object reference not set to an instance of an object.\"}",
		"** (FunctionClauseError) no function clause matching in Pulse.Visit.count/1\n    (pulse 0.4.0) lib/pulse/visit.ex:2: Pulse.Visit.count(nil)",
		"CI is red:\n\nFAILED tests/test_api.py::test_create - assert 422 == 201\n========= 1 failed, 38 passed in 4.02s =========",
		"kubectl get pods\nNAME          READY   STATUS             RESTARTS   AGE\napi-7d9f8    0/1     CrashLoopBackOff   5          4m\n\nlogs: Error: listen EADDRINUSE: address already in use :::8080",
		"Uncaught ReferenceError: process is not defined at index-3fd0a1.js:1:2291",
		"E/AndroidRuntime: FATAL EXCEPTION: main\n    Process: org.example.runlog, PID: 8121\n    java.lang.NullPointerException: Attempt to invoke virtual method on a null object reference\n        at org.example.runlog.ListScreen.onCreate(ListScreen.kt:22)",
		"ERROR: failed to solve: process \"/bin/sh -c pip install -r requirements.txt\" did not complete successfully: exit code: 1",
	}
	for i, w := range pasted {
		s := all[(i+1)%len(all)]
		t := s.untested(b.talk(s)).Ask(w)
		retry(t, s, i+2)
		s.ask(t, (i+1)%3)
		b.add(fmt.Sprintf("other errors/pasted %d/%s", i, turnNames[(i+1)%3]), t, missed(), signal("unresolved_error", "frustration"))
	}
	// the agent's own checks fail, and it stops there
	stops := []string{
		"One test is still failing; I'm not sure why yet.",
		"The change is in. The run above still shows a failure, which I'd look into next.",
		"Everything is implemented, but the check does not pass yet.",
		"I've applied the change. Note that the last run is red.",
	}
	for i, s := range all {
		for j, kind := range []string{"bug_fix", "feature", "refactor"} {
			t := s.work(kind, b.talk(s))
			t.Ask([]string{"run the tests", "now run the test suite please", "do the tests pass?"}[j]).Fail(s.test, "Run the tests", 1, s.red, 9).Say(stops[(i+j)%len(stops)])
			n := (i + j) % 3
			s.ask(t, n)
			b.add(fmt.Sprintf("other errors/red %s %s/%s", s.name, kind, turnNames[n]), t, missed(), signal("unresolved_error"))
		}
	}
	builds := []struct{ command, out string }{
		{"pnpm build", "src/router.ts(19,3): error TS2322: Type 'string' is not assignable to type 'RouteRecordRaw'.\n ELIFECYCLE  Command failed with exit code 2."},
		{"cargo build", "error[E0433]: failed to resolve: use of undeclared type `HashMap`\n --> src/main.rs:9:18\nerror: could not compile `x` (bin \"x\") due to 1 previous error"},
		{"terraform plan", "│ Error: Unsupported argument\n│   on main.tf line 12, in resource \"aws_instance\" \"box\":\n│   12:   instance_typ = \"t3.small\""},
		{"make -j4", "ld: symbol(s) not found for architecture arm64\nclang: error: linker command failed with exit code 1\nmake: *** [atlas] Error 1"},
		{"docker compose build", "failed to solve: failed to compute cache key: \"/poetry.lock\": not found"},
		{"swift build", "error: cannot find 'Route' in scope\nerror: fatalError"},
	}
	for i, c := range builds {
		s := all[(i*3)%len(all)]
		t := s.work("feature", b.talk(s)).Ask("does it build?").Fail(c.command, "Build", 2, c.out, 20).Say("It does not build at the moment, see above.")
		s.ask(t, i%2)
		b.add("other errors/build/"+c.command, t, missed(), signal("unresolved_error"))
	}
}

// otherLoops: three attempts at one fix, none seen to work.
func otherLoops(b *book, all []*story) {
	again := [][3]string{
		{"still red", "hm same failure", "and again the same"},
		{"try once more", "another try please", "one more attempt"},
		{"not yet. again", "no. again", "no, again please"},
		{"Same result as before, please have another look.", "No change, next idea?", "Unchanged. Something else?"},
		{"test still fails", "the test fails still", "still fails"},
	}
	for i, words := range again {
		s := all[i]
		t := s.untested(b.talk(s))
		for _, w := range words {
			t.Ask(w).Edit(s.look, 3, "n", "n + 1").Fail(s.test, "Run the tests", 1, s.red, 7).Say("It fails in the same way.")
		}
		b.add("other loops/words "+words[0], t, missed(), signal("loop", "unresolved_error", "frustration"))
		t = s.untested(b.talk(s))
		for _, w := range words {
			t.Ask(w).Edit(s.look, 3, "n", "n + 1").Fail(s.test, "Run the tests", 1, s.red, 7).Say("It fails in the same way.")
		}
		t.Ask("what if you compare it with the last release?").Edit(s.look, 5, "n + 1", "n").Run(s.test, "Run the tests", s.green, 7).Say("That was it: all tests pass now.").Ask("finally! perfect, thank you")
		t.Say("Glad that it works.")
		b.add("other loops/solved "+words[0], t, complete(), signal("none"))
	}
	for i, s := range all {
		// within one turn, by the agent alone
		t := b.talk(s).Ask(s.bug).Read(s.look, s.looked)
		for n := range 3 {
			t.Edit(s.look, 3+n, "n", "n + 1").Fail(s.test, "Run the tests", 1, s.red, 7)
		}
		t.Say("I have tried three variants, and the test fails each time. I don't see the cause yet.")
		b.add("other loops/one turn "+s.name, t, missed(), signal("loop", "unresolved_error"))
		// the same error pasted again and again, no other word
		t = s.untested(b.talk(s))
		for n := range 2 + i%2 {
			t.Ask(s.red)
			retry(t, s, []int{2, 0, 5}[n])
		}
		b.add("other loops/pasted "+s.name, t, missed(), signal("loop", "unresolved_error", "frustration"))
	}
}

// otherResolved: a signal that something after it put right forces nothing.
func otherResolved(b *book, all []*story) {
	complaints := []string{
		"still broken", "nope, same error", "it doesn't work yet", "ugh, no change", "Still failing for me.", "that's not it", "wrong again", "now it crashes",
	}
	works := []string{
		"yes!! now it works, thanks", "that did it", "works now", "confirmed, fixed. thank you!", "Great, the problem is gone.", "ok it's working now", "tested, all good now", "Perfect, exactly as it should be.",
	}
	deliver := []string{
		"good, commit it", "nice. commit and push please", "ok that's it, please open a PR", "ship it", "lgtm, merge it into main", "looks right now, commit with a sensible message", "great, push it", "fine, create the commit",
	}
	for i, s := range all {
		t := s.untested(b.talk(s)).Ask(complaints[i]).Edit(s.look, 4, "a", "b").Say("There was a second place; it is handled now too. Please check.").Ask(works[i]).Say("Great!")
		b.add("other resolved/by words "+works[i], t, complete(), signal("none"), basis("explicit"))

		t = s.untested(b.talk(s)).Ask(complaints[(i+1)%8]).Tell("I'll write a test for it first.")
		apply(t, s.proof)
		t.Fail(s.test, "Run the tests", 1, s.red, 6).Edit(s.look, 4, "a", "b").Run(s.test, "Run the tests", s.green, 6).Say("All tests pass with the second change, the new one included.")
		s.ask(t, i%2)
		b.add("other resolved/by a check "+complaints[(i+1)%8], t, complete(), signal("none"))

		t = s.untested(b.talk(s)).Ask(complaints[(i+2)%8]).Edit(s.look, 4, "a", "b").Run(s.test, "Run the tests", s.green, 6).Say("The second place was the reason. Tests pass.")
		t.Ask(deliver[i]).Run("git add -A && git commit -m 'Fix it' && git push", "Commit and push", "[main 4be7d21] Fix it\n 2 files changed, 5 insertions(+), 1 deletion(-)\nTo git.example:x.git\n   51d0b3e..4be7d21  main -> main", 3).Say("Committed as 4be7d21 and pushed.")
		b.add("other resolved/by delivery "+deliver[i], t, complete(), signal("none"), basis("explicit"))
	}
	// scope dropped and taken up again
	for i, w := range []string{"ok actually let's finish it", "on second thought, let's do it after all", "right, back to the fix. please finish it"} {
		s := all[i+2]
		t := otherHalf(s, "bug_fix", b.talk(s)).Ask("leave it for now").Say("Alright.").Ask(w).Edit(s.look, 5, "a", "b").Run(s.test, "Run the tests", s.green, 6).Say("Finished: the second half is in, and all tests pass.").Ask("great, works").Say("Good.")
		b.add("other resolved/taken up again "+w, t, complete(), signal("none"))
	}
	// an error mended in the course of the work
	for i, s := range all {
		t := s.tested(b.talk(s))
		s.ask(t, i%3)
		b.add("other resolved/red then green "+s.name, t, complete(), signal("none"), basis("explicit"))
		t = b.talk(s).Ask(s.feature)
		for _, p := range s.adds {
			apply(t, p)
		}
		t.Fail(s.test, "Run the tests", 1, s.red, 9).Tell("One detail is off.").Edit(s.adds[0].file, 4, "a", "b").Run(s.test, "Run the tests", s.green, 9).Say(s.built2 + " Everything passes.").Ask([]string{"awesome, love it", "very nice, thanks!", "looks good to me", "perfect"}[i%4]).Say("You're welcome!")
		b.add("other resolved/feature "+s.name, t, complete(), signal("none"), basis("explicit"))
	}
}

// otherUnresolved: what does not put a complaint right.
func otherUnresolved(b *book, all []*story) {
	weak := []string{
		"thanks", "ok, thanks anyway", "thx for trying", "hmm ok", "alright", "ok thank you, I'll see", "k", "thanks for your time",
	}
	for i, w := range weak {
		s := all[i]
		t := s.untested(b.talk(s)).Ask([]string{"still not working", "no, it still fails", "same error as before", "didn't help"}[i%4])
		retry(t, s, i)
		t.Ask(w).Say("You're welcome.")
		b.add("other unresolved/"+w, t, missed(), signal("frustration", "unresolved_error"))
		t = s.untested(b.talk(s)).Ask(s.red)
		retry(t, s, i+3)
		t.Ask(w).Say("Sure.")
		b.add("other unresolved/error, then "+w, t, missed(), signal("unresolved_error", "frustration"))
	}
	for i, s := range all { // a check of something else
		t := s.untested(b.talk(s)).Ask([]string{"nope, broken as ever", "it still gives the wrong result", "still wrong"}[i%3])
		retry(t, s, 3)
		t.Ask("what's in the docs folder?").Run("ls docs", "List", "README.md", 1).Say("Only a README.md.")
		b.add("other unresolved/unrelated look "+s.name, t, missed(), signal("frustration", "unresolved_error"))
	}
}
