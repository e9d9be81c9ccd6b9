package conformance

import "fmt"

// phraseCases hold what people write in other words than those of the cases of each rule:
// written down before it was looked at what the program makes of them, in November 2026,
// when 60 of 962 checks failed; what was missed then was mended since.
func phraseCases(b *book) {
	all := stories()
	frustrated := []string{
		"nothing changed, I see the same output", "the bug is back", "it's still happening", "hmm, no luck", "nope", "that's not it", "same result on my side", "no difference whatsoever",
		"I restarted everything and the problem persists", "still getting the wrong value", "this keeps happening", "you said it was fixed but it isn't", "it crashes again when I click save", "wrong again",
		"that made things worse", "you're going in circles", "are you even reading what I write?", "this is getting ridiculous", "I already told you three times", "for the love of god", "the same thing happens again",
		"Not fixed.", "It's not fixed", "no change", "I still see it", "it does not do what I asked", "that still isn't right", "broken again", "now nothing works at all", "unbelievable. same error", "the issue remains",
		"seriously? still the old behaviour", "what a mess, none of it works", "you didn't fix anything", "this doesn't solve it", "it's failing again", "tests still red here", "ffs", "god damn it", "why are you doing this again",
		"stop guessing", "no!! that's exactly what I said not to do", "still no joy", "doesn't help", "it hasn't changed", "fail. again.", "it won't start anymore since your change", "I keep getting the same message", "that's still wrong", "yet again the wrong number", "error is still there", "error has not gone away",
	}
	b.complained("phrases/frustration", 3, frustrated...)
	dropped := []string{
		"let's table this", "on second thought, let's not", "I don't want this anymore", "cancel that", "put this on hold", "this isn't worth it", "let's revisit this next sprint", "I'll do it by hand", "ok enough, leave it as is", "we'll deal with it later",
		"abort", "stop, I no longer need it", "let's go back to how it was and forget about this", "I'm giving up on this", "let me take over from here", "no time for this today", "let's call it a day", "nah, drop this idea", "I think we should abandon this approach", "we won't need this after all",
		"ok stop here, I will continue tomorrow", "let's do this another time", "I'll ask a colleague instead", "scratch that", "never mind, I found another way", "let's skip this one for now", "that's too complicated, leave it", "please stop working on this", "I'd rather not do this now", "this can wait", "not now", "let's defer this", "backlog it", "ignore this for now", "forget about it", "leave it for now", "we'll come back to that", "let's move on, this is not important", "too much effort, skip", "I'll handle it myself later",
	}
	begun := []string{"bug_fix", "feature", "refactor", "investigation"}
	for i, w := range dropped {
		for after := range 2 {
			s, kind := all[(i+after*5)%len(all)], begun[(i+after)%len(begun)]
			t := b.talk(s)
			s.halfway(kind, t).Ask(w).Say([]string{"OK, I leave it as it is.", "Understood, I stop here.", "Fine.", "All right."}[i%4])
			s.ask(t, after)
			b.add(fmt.Sprintf("phrases/abandoned/%s/%s/%d", w, kind, after), t, signal("abandoned", "frustration"), missed())
		}
	}
	accepted := []string{
		"works like a charm", "that's exactly it", "beautiful", "nailed it", "it's fixed now", "problem gone", "error is gone, cheers", "good job, it runs", "excellent work", "all green on my end", "ship it", "this is what I wanted", "sweet, that works", "verified, thanks", "yep that's it", "the fix works", "can confirm it's resolved", "love it", "perfect", "brilliant, that solved it", "tried it, works", "now it behaves correctly", "ok great that's working", "fantastic, done then", "looks perfect", "it loads fine now", "that sorted it", "yes!! finally works", "cool, it works on staging too", "👍 works", "success!", "good to go",
	}
	b.accepted("phrases/accepted", accepted...)
	for i, w := range accepted {
		s := all[(i+2)%len(all)]
		t := s.untested(b.talk(s)).Ask("still broken")
		attempt(t, s, 0)
		t.Ask(w).Say("Glad to hear it.")
		b.add("phrases/accepted after a complaint/"+w, t, signal("none"), complete(), basis("explicit"))
	}
	neutral := []string{
		"what does the retry limit default to?", "which file has the error messages?", "is the failing path covered by a metric?", "how do I skip a test in this framework?", "could you explain why it was broken before?", "who calls this when a request fails?", "does it stop when the queue is empty?", "what would have happened if we had dropped the column?", "is there a simpler way to do the same thing again elsewhere?", "so the crash came from the nil map, right?", "what's still open in the tracker for this module?", "remind me what the old error looked like", "how long does the full suite take?", "do other services have the same problem?", "why did it fail in the first place?", "are there any other callers that could break?", "is the bug also in the release branch?", "what does 'not working' mean in their ticket?", "when would the user see the failure page?", "and if the server never comes back?",
	}
	b.asidesOf("phrases/neutral", neutral...)
	thanksOnly := []string{"thanks!", "thank you so much", "ty", "ok thanks", "thanks for trying", "appreciate it", "cheers", "thanks anyway", "ok", "hmm okay", "I see", "interesting", "alright"}
	for i, w := range thanksOnly {
		s := all[i%len(all)]
		t := s.untested(b.talk(s)).Ask("still broken")
		attempt(t, s, i)
		t.Ask(w).Say("You're welcome.")
		b.add("phrases/not resolved/"+w, t, signal("frustration"), missed())
	}
	announced := []string{
		"Okay next thing: %s", "Let's do another task. %s", "Something unrelated: %s", "I have a different request now. %s", "Changing the subject: %s", "Now for something new: %s", "Let's start a new task: %s", "Next up: %s", "Separate issue: %s", "Another thing entirely: %s", "Forget about that for now, different project: %s", "Back to a different area of the code: %s", "Totally different question: %s", "Let's move to the next ticket: %s", "On to the next item. %s", "By the way, unrelated to this: %s", "Moving on. %s", "Let's pivot. %s", "As a separate task, %s", "Second task for today: %s",
	}
	b.announced("phrases/shift", announced...)
	followups := []string{
		"next, add a test for it", "now update the README accordingly", "next step: handle the empty case too", "and another thing: log the id as well", "one more thing, rename the helper", "let's also cover the second caller", "okay next: make the timeout configurable", "now do the same in the other handler", "moving on to part 2: validation", "different approach: use a map instead",
	}
	for i, w := range followups {
		for j, kind := range []string{"bug_fix", "feature"} {
			s := all[(i+j)%len(all)]
			t := s.checked(kind, b.talk(s)).Ask(w).Edit(s.look, 3, first(s.looked), first(s.looked)+" // more").Say("Done.")
			b.add(fmt.Sprintf("phrases/no shift/%s/%s", w, kind), t, count(1))
		}
	}
	non := []string{
		"I looked but there's nothing in the code that explains this.", "I can't answer that without more context.", "It's not possible to tell from the source alone.", "I'd need to see the logs to say more.", "My search came back empty.", "I don't see where that would come from. Can you share the config?", "This isn't documented anywhere I can reach.", "I couldn't work out why this happens.", "I'm afraid I don't know.", "There's no way for me to check that from here. Could you run it and send me the output?", "I don't have enough to go on.", "No matches. Which service do you mean?", "The repository doesn't contain that information.", "I wasn't able to locate it.", "I ran out of ideas; the cause is still unclear.",
	}
	for i, say := range non {
		s := all[i%len(all)]
		b.add(fmt.Sprintf("phrases/non-answer, question/%s", say), b.talk(s).Ask(s.question.ask).Read(s.look, s.looked).Say(say), missed())
		b.add(fmt.Sprintf("phrases/non-answer, investigation/%s", say), b.talk(s).Ask(s.investigation.ask).Read(s.look, s.looked).Grep("cause").Say(say), missed())
	}
	undone := []string{
		"I haven't added the tests yet.", "The CLI flag is still missing.", "Left for a follow-up: the migration.", "I have not wired up the second endpoint.", "Still to do: error handling.", "The docs and tests remain to be written.", "Not yet implemented: the export button.", "What's missing is the validation.", "I skipped the tests for now.", "The retry logic is stubbed out for the moment.", "Part two (the UI) is not started.", "I did not get to the tests.",
	}
	for i, say := range undone {
		s := all[i%len(all)]
		t := b.talk(s).Ask(s.feature)
		apply(t, s.adds[0])
		t.Say("The endpoint is in place. " + say)
		b.add("phrases/not done yet/"+say, t, missed())
	}
}

// askedCases hold requests of each intent, in many wordings, and what was done for them.
func askedCases(b *book) {
	all := stories()
	ans := func(kind string, prompts ...string) {
		for i, p := range prompts {
			b.asked("phrases/intent", kind, all[i%len(all)], p)
		}
	}
	ans("question", "how does the cache in %s work?", "what's the default timeout here?", "tell me what %s is for", "is this thread safe?", "where do we set the retry count?", "can you walk me through the flow of a request?", "what would be the downside of using a map here?", "which of the two functions gets called first?", "explain the regex in %s", "do we support Windows?", "I don't understand what this block does", "what's the meaning of the second parameter", "when is this file loaded", "summarize what %s does", "who calls this?")
	ans("investigation", "find out why the job runs twice at night", "figure out what makes the startup slow. don't change anything", "dig into the memory growth of the worker and tell me the cause", "investigate the flaky behaviour in %s", "look into why customers get two emails", "what is causing the duplicate entries? please trace it", "can you analyze why the import takes so long?", "debug why the lock is not released, just tell me what you find", "trace where the negative value comes from", "root cause the outage of last night from the logs", "why does the nightly job fail every second Tuesday? check the code and report", "find the source of the extra requests", "check whether the race in %s can explain ticket 812")
	ans("review", "review my changes in %s", "please do a code review of this branch", "take a look at the PR and give me feedback", "does this diff look ok to merge?", "can you review %s for security problems?", "critique this implementation", "check the last commit for mistakes", "give me a second opinion on the change in %s", "audit %s", "what do you think of this pull request? approve or reject", "look over the patch and tell me what to improve")
	ans("plan", "make a plan for splitting the service in two", "how would you approach migrating to the new store? write a plan first", "draft a design for offline mode", "outline the steps to move from REST to events", "propose an architecture for multi tenancy, no code yet", "let's plan the rollout of the new scheduler", "come up with an implementation plan for audit logs", "think through how we could shard this and give me a plan", "sketch out a roadmap for the port to Rust", "write up a proposal how to add caching")
	ans("bug_fix", "the total is off by one when the list is empty, fix it", "%s crashes on startup with a nil pointer", "users report that dates are a day late. please fix", "login is broken since yesterday's deploy", "this throws when the name is missing: fix", "repair the pagination, the last page is never shown", "wrong order of entries in the export", "the button does nothing when clicked", "resolve the deadlock in %s", "getting a 500 on save, can you sort it out?", "there's a regression in %s, totals are negative", "CI is red because of %s, please fix", "memory leak in the worker, please fix it", "handle the case where the file is empty, it panics right now")
	ans("feature", "add dark mode to the settings page", "implement CSV export", "build a small CLI around %s", "I want users to be able to undo the last step", "create an endpoint that lists all parcels", "we need rate limiting per key", "support several languages in the labels", "make it possible to filter by date", "write a script that imports the old data", "introduce a retry with backoff", "let the admin reset a password", "integrate Stripe payments", "new page that shows the history of an entry", "set up webhooks for new orders", "develop a plugin system for importers")
	ans("refactor", "refactor %s into smaller functions", "clean up %s, behaviour must stay the same", "extract the validation into its own module", "remove the duplication between the two handlers", "split %s into three files", "rename the concept of item to parcel throughout", "restructure the package so that the store is behind an interface", "simplify the nested conditions in %s", "move the helpers out of %s", "replace the global state by a struct that is passed around", "modernize %s to use async/await without changing what it does", "decouple the parser from the network code", "convert the class components to hooks")
	ans("small_change", "change the timeout in %s to 60 seconds", "rename the label Save to Store", "bump the version to 1.4.2", "fix the typo in the README", "set the log level to warn", "update the copyright year", "remove the unused import in %s", "make the header blue", "change the port to 8081", "add a comment above the function in %s", "delete the line that prints the debug output", "use two spaces instead of four in %s", "pin the dependency to 3.2", "swap the order of the two buttons", "turn off the feature flag")
}
