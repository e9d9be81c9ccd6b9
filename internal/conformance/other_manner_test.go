package conformance

import "strings"

// otherManners: people ramble, paste, mix languages and mean something else than a
// single word of theirs would say.
func otherManners(b *book, all []*story) {
	// words that look like a signal, and are none
	for i, w := range []string{
		"works great now, no errors anymore. thanks!",
		"Never mind my last mail by the way, this works perfectly.",
		"perfect, the failing test passes now",
		"nice, it's no longer broken",
		"Good: the error message is much clearer now, I like it",
		"yes it works. I was frustrated with that one for weeks, so thank you!",
		"thanks, problem solved, I won't have to come back to this",
		"great, that stops the crash",
		"awesome!! no more stack traces in the log",
		"ok great, works even with the broken input file",
	} {
		s := all[i%len(all)]
		b.add("other manners/no signal/"+w, s.untested(b.talk(s)).Ask(w).Say("Good."), complete(), signal("none"), basis("explicit"))
	}
	for i, w := range []string{
		"commit it with [skip ci] in the message please",
		"looks good. commit, but skip the docs folder",
		"great. commit this as 'Handle error in retry loop'",
		"ok perfect, push it. if the hook fails use --no-verify",
	} {
		s := all[i+2]
		b.add("other manners/no signal in an order/"+w, s.tested(b.talk(s)).Ask(w).Run("git commit -m 'Handle error in retry loop' && git push", "Commit", "[main 5d5d5d5] Handle error in retry loop\n 2 files changed, 9 insertions(+)", 1).Say("Committed and pushed."), complete(), signal("none"), basis("explicit"))
	}
	// the task itself is about errors, loops, giving up
	for i, x := range []exchange{
		{"change the text 'Something went wrong' to 'Error: please try again' in src/errors.ts", "Changed."},
		{"rename the function giveUp to abandon in src/retry.ts", "Renamed."},
		{"set max_retries to 5 so we don't give up that early (config/http.toml)", "max_retries is 5."},
		{"the word 'frustrated' in our survey text should be 'unhappy' (survey.md)", "Replaced."},
		{"in ci.yml, skip the nightly job on forks", "The nightly job is skipped on forks now."},
	} {
		s := all[i]
		t := b.talk(s).Ask(x.ask).Edit("src/x.ts", 4, "old", "new").Say(x.say)
		b.add("other manners/about errors/"+x.ask, t, signal("none"), intent("small_change"))
		t = b.talk(s).Ask(x.ask).Edit("src/x.ts", 4, "old", "new").Say(x.say).Ask("thx, looks right").Say("Sure.")
		b.add("other manners/about errors, thanked/"+x.ask, t, signal("none"), complete(), basis("explicit"))
	}
	// long and winding
	for i, w := range []string{
		"Hey, so I've been looking at this for a while now on my own machine and also asked Priya to run it on hers, because at first I thought it might have to do with my setup (I upgraded the OS last weekend and a few things were weird after that). But no, she sees the same thing: it is not fixed, the behaviour is exactly what it was before your change.",
		"ok so first of all thanks for the quick work. I did pull the branch, did a clean build, cleared every cache I could think of, then went through the three steps from the ticket one by one. And, well, what can I say, on step 3 it fails just like it did before",
		"i dont know man. my boss is asking every hour, and now the thing is worse than when we started, before that at least the start page was loading. this is really frustrating",
	} {
		s := all[i*2+1]
		t := s.untested(b.talk(s)).Ask(w)
		retry(t, s, 3)
		b.add("other manners/long complaint/"+w[:30], t, missed(), signal("frustration", "unresolved_error"))
	}
	for i, w := range []string{
		"Sorry for the late answer, I was in meetings until now and then had to pick up the kids. Anyway: I went through the whole ticket again with your change on staging, all five steps, and then let our tester do the same without telling her what changed. Both of us get the right result each time, so from my side this is done. Really good work, thank you.",
		"so i tried it with the small file, then with the big one from the customer (the 4gb one which always made trouble), and both times it ran through without a hitch. also checked the log, nothing odd in there. we're good",
		"just a heads-up, I've rolled it out to two of the three boxes and it behaves exactly as intended there, the third will follow tonight when nobody is working. thanks a bunch",
	} {
		s := all[i*2]
		b.add("other manners/long acceptance/"+w[:30], s.untested(b.talk(s)).Ask(w).Say("That's great to hear."), complete(), signal("none"), basis("explicit"))
	}
	for i, w := range []string{
		"Hmm, okay. Look, I talked to the team about it and we have so many other things on the plate before the fair in March that nobody will have time to look after this. Let's stop here and maybe come back to it in spring.",
		"I think we've spent enough time on this, the customer told me on the phone that they will switch to the other tool anyway, so let's drop the whole thing",
	} {
		s := all[i+3]
		b.add("other manners/long farewell/"+w[:30], otherHalf(s, "feature", b.talk(s)).Ask(w).Say("Understood."), missed(), signal("abandoned"))
	}
	// requests that ramble, each with its intent
	log := strings.Repeat("2026-10-11T02:14:07Z INFO  worker-3 picked up job 48812\n2026-10-11T02:14:09Z WARN  worker-3 slow query (1.9s)\n", 12)
	for i, x := range []struct{ ask, kind string }{
		{"So we have this form, right, the one where people register for the newsletter, and marketing told me today (after half a year!) that they'd like to also have the company name in there, optional, and it should end up in the CSV that goes to them on Mondays. Could you build that? Tests for the CSV part would be good too.", "feature"},
		{"i noticed smth strange today when i was helping a customer: if you open the invoice, press back and then open it again, the sum is doubled. press back again: tripled. no idea since when. its embarrassing, please fix asap", "bug_fix"},
		{"Not urgent, but this has bugged me for ages: utils.py has become a dumping ground, 1,400 lines, half of it string helpers, the other half dates and money. Could you split it into modules by topic? Imports elsewhere must be adapted and of course nothing may change in what the functions do.", "refactor"},
		{"can you tell me what's going on here, our worker got slow at night. don't change anything, I only need to know the reason\n\n" + log, "investigation"},
		{"I read through the docs twice and still don't get it. When I use a context manager inside a generator and the caller stops iterating half-way, when does __exit__ run? Immediately, or some time later?", "question"},
		{"Hi! My colleague Tom wrote this migration (see migrations/0099_merge_accounts.sql) and it goes live on Thursday. He's new, I'm nervous :) Could you go through it with a critical eye and tell me whether we can run it as it is or what has to change first?", "review"},
		{"We've decided in the quarterly that the desktop client gets offline mode. Before anybody writes a line of code I'd like to have a written plan with phases, risks and rough effort, which I can show around.", "plan"},
		{"tiny thing: in the footer it says 'Impressum' on the English page too, should be 'Imprint' there. it's in locales/en.json", "small_change"},
	} {
		s := all[i]
		t := b.talk(s).Ask(x.ask).Read(s.look, s.looked)
		switch x.kind {
		case "feature":
			for _, p := range s.adds {
				apply(t, p)
			}
			t.Say("The field is in the form, stored, and part of the Monday CSV.")
		case "bug_fix":
			apply(t, s.fix)
			t.Say("The sum was added up in a list that survived going back. It is reset on open now.")
		case "refactor":
			for _, p := range s.moves {
				apply(t, p)
			}
			t.Say("Split into text.py, dates.py and money.py; all imports are adapted.")
		case "investigation":
			t.Say("The reason is the missing index behind the slow query: each of the warnings is the same statement, and it scans the whole table. It starts with the nightly import, which drops the index and rebuilds it only at 6:00.")
		case "question":
			t.Say("When the generator object is closed: in CPython usually at once, because its reference count drops to zero; on other interpreters when the collector gets to it.")
		case "review":
			t.Say("Don't run it as it is. 1. It has no transaction. 2. The UPDATE on accounts lacks a WHERE for closed ones. With these two changes it can go live on Thursday.")
		case "plan":
			t.Say("## Phases\n1. Local store (3 weeks)\n2. Sync (5 weeks)\n3. Conflicts (3 weeks)\n\n## Risks\nConflicts, old clients.")
		case "small_change":
			t.Edit("locales/en.json", 7, "  \"imprint\": \"Impressum\",", "  \"imprint\": \"Imprint\",").Say("Done.")
		}
		b.add("other manners/rambling/"+x.kind, t, intent(x.kind), signal("none"))
	}
	// mixed languages
	for i, w := range []string{
		"yaar still nahi chal raha, same error aa raha hai", "geht nicht, still broken", "toujours le même bug, not fixed", "sigue igual, still failing", "nope, läuft immer noch nicht",
	} {
		s := all[i]
		b.add("other manners/mixed complaint/"+w, s.untested(b.talk(s)).Ask(w).Say("Hm, I'll have another look."), missed(), signal("frustration", "unresolved_error"))
	}
	for i, w := range []string{
		"perfekt, works now", "gracias, it's working", "super merci, all good", "ok danke dir, läuft jetzt", "спасибо, works great", "badhiya, ab chal raha hai, thanks",
	} {
		s := all[i+1]
		b.add("other manners/mixed acceptance/"+w, s.untested(b.talk(s)).Ask(w).Say("Great."), complete(), basis("explicit"))
	}
	// answers in many forms: the agent's cheer is not the person's
	for i, w := range []string{
		"✅ **All done!** Everything works perfectly now.", "# Summary\n\n- fixed the bug\n- cleaned up\n\nThe issue is now completely resolved! 🎉", "I'm confident that this fixes the problem.", "Fixed.", "This should work now, though I haven't run it.", "The problem is solved, you can verify it by running the tests.",
	} {
		s := all[i]
		b.add("other manners/cheer/"+w, s.patched(b.talk(s)).Say(w), missed(), basis("silent"))
	}
}
