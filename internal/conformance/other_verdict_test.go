package conformance

import (
	"fmt"

	"prism/internal/transcript/claudetest"
)

// otherIntents: what was wanted, told from the request and from what came of it.
func otherIntents(b *book, all []*story) {
	questions := []exchange{
		{"whats the diff between a mutex and a semaphore", "A mutex has one holder and an owner; a semaphore is a counter without one."},
		{"How does the retry logic in this repo decide when to stop?", "After five attempts or once the deadline of the context has passed, whichever comes first."},
		{"is it safe to call close twice on this client??", "Yes: the second call returns immediately, `closed` is checked under the lock."},
		{"Where do I find the setting for the session timeout", "In config/session.yaml, key `timeout`."},
		{"hey quick one: does git stash include untracked files by default?", "No, only with `-u` (or `--include-untracked`)."},
		{"Could you explain to me what this regex does: ^(?:\\d{3}-)?\\d{4}$", "It matches four digits, optionally preceded by three digits and a dash: `1234` or `555-1234`."},
		{"when does python call __del__?", "When the last reference goes away or the cyclic collector gets to it; at interpreter exit there is no guarantee."},
		{"can kafka guarantee ordering over several partitions", "No. Order holds within one partition only."},
		{"What is the meaning of the second argument of reduce here", "It is the initial value of the accumulator, an empty map in this case."},
		{"I'm new to this codebase. Which module is responsible for sending e-mails?", "`notify/mailer.py`; it is called from the `jobs` package."},
		{"Do I have to restart nginx after changing the upstream block or is a reload enough?", "A reload is enough: `nginx -s reload` starts new workers with the new configuration."},
		{"why do people say not to use floats for money", "Because decimal fractions such as 0.1 have no exact binary form, so sums drift by cents."},
	}
	for i, q := range questions {
		t := b.talk(all[i%len(all)]).Ask(q.ask).Say(q.say)
		b.add("other intents/question/"+q.ask, t, intent("question"))
	}
	investigations := []exchange{
		{"Users report random logouts since Tuesday. Dig into it and find the cause, don't change anything.", "The cause: on Tuesday the session secret was moved into an environment variable that differs between the two pods. A request that lands on the other pod fails signature validation, and the user is logged out."},
		{"can you figure out what is eating the disk on this machine", "It's /var/lib/docker/overlay2: 212 GB of dangling layers from the nightly builds. Everything else together is below 20 GB."},
		{"Please find out which commit introduced the slowdown in the search (good: v2.1, bad: HEAD). Bisect if needed.", "Bisected: 9c1e77b \"Normalise accents\" is the first slow commit. It calls unidecode for each document on every query rather than at index time."},
		{"I suspect the N+1 queries are what makes /orders slow. Verify or refute that hypothesis please", "Refuted. The page makes 6 queries, 41 ms in total. The time goes into rendering the PDF preview, 2.3 s of 2.5 s."},
		{"compare redis streams and rabbitmq for our job queue, what would fit better? research it a bit", "Conclusion: RabbitMQ fits better. You need per-message TTL, dead lettering and priorities, all of which it has built in; with Redis streams we would write them ourselves. Redis wins only on throughput, which you don't need at 50 jobs/s."},
		{"why is the nightly job failing on the new runners? look through the logs and tell me", "The new runners have no IPv6 route. The job resolves the mirror to an AAAA record first, waits 30 s and hits its 60 s limit on the second package. The old runners had IPv6."},
		{"Analyse the heap dump in /tmp/heap.hprof and tell me where the leak is", "The leak is `SessionRegistry.listeners`: 1.2 million lambdas, 86 % of the heap. Each login registers a listener, and none is removed at logout."},
		{"Investigate whether we could drop python 3.9. who still uses it?", "Yes, we can drop it: nobody uses it any more. CI images are 3.11, production is 3.12, and the last download with 3.9 in the package statistics was in May."},
		{"trace the origin of the negative balances in the ledger table. read only access!", "Origin found: refunds of partially paid invoices. `refund()` books the full amount rather than the paid one; all 37 negative balances are such refunds."},
		{"the e2e tests are flaky on friday evenings, any idea why? have a look at the last 20 runs", "Found it. The backup of the test database runs Fridays at 18:00 and locks the tables for about 90 s. All nine failures of the last 20 runs lie within that window."},
	}
	for i, q := range investigations {
		s := all[i%len(all)]
		t := b.talk(s).Ask(q.ask).Run("git log --oneline -20", "Recent commits", "9c1e77b one\n51d0b3e two", 1).Read(s.look, s.looked).Grep("timeout", s.look+":3: timeout").Say(q.say)
		b.add("other intents/investigation/"+q.ask, t, intent("investigation"), met("conclusion_stated"))
	}
	reviews := []exchange{
		{"please review the changes in my working tree before I commit", "Two things to change: the new index needs `IF NOT EXISTS`, and the handler leaks the file on error. Otherwise fine to commit."},
		{"Have a look at MR !311 and tell me if it's good to go", "It is good to go. I checked the migration, the tests and the error paths. Approve."},
		{"/review 48", "Request changes: the cache key lacks the tenant, so one tenant can see the other's data. The rest is fine."},
		{"what do you think of this PR? be harsh", "I'd reject it in this form. It mixes a rename with a behaviour change, there isn't one test, and `save` is called inside the transaction of someone else. Split it in two and add tests for the second."},
		{"do a security review of src/login please", "Verdict: not safe yet. 1. timing-safe comparison for the token. 2. rate limit on /login. 3. session id is not rotated. Fix all three before release."},
		{"proofread docs/install.md and tell me what's wrong or missing, no edits", "Specific changes: step 3 lacks the `--user` flag, the link to the forum is dead, and the Windows part mixes up PowerShell and cmd. The rest reads well."},
		{"Can you give feedback on the API design in openapi.yaml?", "Approve with changes: use 409 rather than 400 for the duplicate, paginate /items, and name the ids consistently (`itemId` vs `item_id`)."},
		{"sanity check my diff pls, especially the locking", "The locking is right. One required change: `defer mu.Unlock()` stands after the early return in Get, so a miss leaves the lock held."},
	}
	for i, q := range reviews {
		s := all[i%len(all)]
		t := b.talk(s).Ask(q.ask).Run("git diff HEAD", "See the change", "diff --git a/"+s.look+" b/"+s.look+"\n@@ -1,2 +1,3 @@\n+"+first(s.looked), 1).Read(s.look, s.looked).Say(q.say)
		b.add("other intents/review/"+q.ask, t, intent("review"), met("verdict_given"))
	}
	plans := []exchange{
		{"Let's plan the migration to kubernetes. What would the steps be? don't start yet", "1. Containerise the three services\n2. Helm charts\n3. Staging cluster\n4. Move the stateless ones first\n5. Database last"},
		{"write a design doc for the notification preferences", "# Notification preferences\n\n## Goals\nOne row per person and channel.\n\n## Schema\n…\n\n## Rollout\nBehind a flag, default as today.\n\n## Open questions\nDigest mails."},
		{"I want a spec for the import format before anybody codes it", "## Import format, draft 1\n\n- UTF-8, semicolon\n- header required\n- dates ISO 8601\n- errors are reported per line, nothing is written if one line fails"},
		{"break down the checkout rewrite into tickets of max 2 days each", "1. Address form (1 d)\n2. Shipping options (2 d)\n3. Payment step (2 d)\n4. Summary and order (2 d)\n5. Remove the old checkout (1 d)"},
		{"how should we approach moving from moment to date-fns? propose an approach first, I want to agree on it before you touch code", "Approach:\n1. one wrapper module\n2. replace imports by the wrapper, moment behind it\n3. swap the wrapper to date-fns\n4. drop moment\n\nSteps 1 and 2 carry no risk."},
		{"Create an implementation plan for SSO (SAML + OIDC). Only the plan.", "Phase 1: OIDC with one provider. Phase 2: SAML through the same session code. Phase 3: admin screen for the settings. Phase 4: enforce SSO per organisation. Tests with a mock provider in each phase."},
	}
	for i, q := range plans {
		s := all[i%len(all)]
		t := b.talk(s).Ask(q.ask).Read(s.look, s.looked).Say(q.say)
		b.add("other intents/plan/"+q.ask, t, intent("plan"))
		t = b.talk(s).Ask(q.ask).Read(s.look, s.looked).Say(q.say).Ask([]string{"love it, that's our plan", "sounds good, let's build it that way", "approved", "yes, agreed. that's the way to go", "great plan, I'm on board", "ok let's go with that"}[i]).Say("Good. Tell me when to start.")
		b.add("other intents/plan accepted/"+q.ask, t, intent("plan"), met("plan_accepted"), complete(), basis("explicit"))
	}
	smalls := []struct {
		ask, file, before, after, say string
	}{
		{"change the port to 8081 in docker-compose.yml", "docker-compose.yml", "      - \"8080:8080\"", "      - \"8081:8080\"", "Port 8081 it is."},
		{"rename getUsr to getUser pls", "src/users.ts", "export function getUsr(id: string) {", "export function getUser(id: string) {", "Renamed."},
		{"Add my name to CONTRIBUTORS: Mara Lindqvist", "CONTRIBUTORS", "Jonas Beck", "Jonas Beck\nMara Lindqvist", "Added."},
		{"bump lodash to 4.17.21", "package.json", "    \"lodash\": \"4.17.15\",", "    \"lodash\": \"4.17.21\",", "lodash is at 4.17.21 in package.json."},
		{"remove the console.log in src/cart.ts line 40", "src/cart.ts", "  console.log(cart);", "", "Removed."},
		{"button label should say 'Sign in' not 'Login'", "src/Header.vue", "<button>Login</button>", "<button>Sign in</button>", "The label is 'Sign in' now."},
		{"update the year in LICENSE to 2026", "LICENSE", "Copyright (c) 2024", "Copyright (c) 2026", "Updated."},
		{"increase the lambda memory from 256 to 512 in serverless.yml", "serverless.yml", "  memorySize: 256", "  memorySize: 512", "Set to 512."},
		{"make the header font a bit smaller, 18px or so", "src/app.css", "  font-size: 22px;", "  font-size: 18px;", "It's 18px now."},
		{"add .env.local to the gitignore", ".gitignore", ".env", ".env\n.env.local", "Done, `.env.local` is ignored."},
	}
	for i, q := range smalls {
		t := b.talk(all[i%len(all)]).Ask(q.ask).Edit(q.file, 3, q.before, q.after).Say(q.say)
		b.add("other intents/small change/"+q.ask, t, intent("small_change"), met("change_applied"))
		t = b.talk(all[(i+1)%len(all)]).Ask(q.ask).Edit(q.file, 3, q.before, q.after).Say(q.say).Ask([]string{"thanks!", "perfect thx", "great", "cool, ty", "nice one"}[i%5]).Say("You're welcome.")
		b.add("other intents/small change, thanked/"+q.ask, t, complete(), basis("explicit"))
	}
	bugs := []string{
		"the login button does nothing on safari, fix it",
		"Fix: the date picker is off by one day for users west of Greenwich",
		"when i upload a file > 10mb the page just hangs forever. needs fixing",
		"There's a race in the cache; two requests at once give us duplicated rows. Please correct that.",
		"the export is missing its last row!! pls repair",
		"getting 'undefined is not a function' when I open the settings, can you take care of it",
		"our CI has been failing since the merge of main, get it green again please",
		"Umlauts in file names come out as question marks in the zip. Should be fixed.",
	}
	for i, ask := range bugs {
		s := all[i%len(all)]
		t := b.talk(s).Ask(ask).Read(s.look, s.looked).Tell(s.cause)
		apply(t, s.fix)
		t.Say("Fixed: " + s.fixed)
		b.add("other intents/bug fix/"+ask, t, intent("bug_fix"), missed(), met("fix_applied"), notMet("verified"))
	}
	features := []string{
		"add dark mode to the app, toggle in the header, remember the choice",
		"Implement pagination for the list endpoint (page, per_page, total in the header) incl. tests",
		"i need a cli command that imports contacts from a vcard file. with tests",
		"Users should be able to reset their password by mail. Build that please, tests as well.",
		"can you build a small dashboard page that shows the queue length over time?",
		"create a github action that runs our tests on every push and publishes coverage",
		"Please write tests for the billing module, there are none so far",
		"support for webhooks: let customers register a url and call it on each new order, w/ retries + tests",
	}
	for i, ask := range features {
		s := all[i%len(all)]
		t := b.talk(s).Ask(ask)
		for _, p := range s.adds {
			apply(t, p)
		}
		t.Say("Done. What you asked for is in place.")
		b.add("other intents/feature/"+ask, t, intent("feature"), missed())
	}
	refactors := []string{
		"refactor the user service, it's way too long. split it into smaller files",
		"please clean up the duplicated validation code, behaviour must stay identical",
		"Extract an interface for the storage so we can swap it later. No functional change.",
		"convert all our class components to hooks",
		"migrate the tests from mocha to vitest, same assertions",
		"get rid of the global state in config.go, pass it explicitly instead",
		"simplify this function, it has 7 levels of nesting. result must be the same",
		"Move the sql out of the handlers into a repository layer, without changing behaviour",
	}
	for i, ask := range refactors {
		s := all[i%len(all)]
		t := b.talk(s).Ask(ask).Read(s.look, s.looked)
		for _, p := range s.moves {
			apply(t, p)
		}
		t.Say("Restructured as you asked; nothing changes for callers.")
		b.add("other intents/refactor/"+ask, t, intent("refactor"), missed(), notMet("behaviour_kept"))
	}
	// it grew: the main work counts, not the first words
	for i, s := range all {
		t := b.talk(s).Ask(s.neutral[0].ask).Say(s.neutral[0].say).Ask(s.feature)
		for _, p := range s.adds {
			apply(t, p)
		}
		t.Run(s.test, "Run the tests", s.green, 9).Say(s.built2)
		b.add("other intents/grown/"+s.name, t, intent([]string{"feature"}[0]))
		t = s.tested(b.talk(s)).Ask([]string{"commit that", "and push it", "please commit and open a PR"}[i%3]).Run("git commit -am 'Fix'", "Commit", "[main 1a2b3c4] Fix\n 2 files changed, 4 insertions(+), 1 deletion(-)", 2).Say("Committed as 1a2b3c4.")
		b.add("other intents/with a commit/"+s.name, t, intent("bug_fix"), complete(), basis("explicit"))
	}
}

// otherNone: ambient talk has no goal, and counts for nothing.
func otherNone(b *book, all []*story) {
	for i, x := range []exchange{
		{"hi", "Hi! What can I do for you?"},
		{"hello there, how are you today?", "I'm fine, thanks! What are we working on?"},
		{"good morning ☀️", "Good morning!"},
		{"test", "I'm here. What would you like to do?"},
		{"are you there?", "Yes, I'm here."},
		{"lol", "😄"},
		{"it's raining cats and dogs here", "Then it is a good day to stay inside and code!"},
		{"happy friday!", "Happy Friday!"},
		{"what's up", "Not much, ready when you are."},
		{"thanks for everything yesterday, have a nice weekend", "You too, enjoy the weekend!"},
		{"ping", "pong"},
		{"hola, qué tal", "¡Hola! ¿En qué puedo ayudarte?"},
		{"moin", "Moin! Woran arbeiten wir?"},
		{"bonjour", "Bonjour ! Que puis-je faire pour vous ?"},
		{"asdf", "That looks like a slip of the keyboard. What would you like to do?"},
	} {
		t := b.talk(all[i%len(all)]).Ask(x.ask).Say(x.say)
		b.add("other none/"+x.ask, t, intent("none"), last("counted", func(s *session) string { return differ(s.Counted, false) }))
	}
}

// otherAccepted: work taken in words is complete, and explicitly so.
func otherAccepted(b *book, all []*story) {
	words := []string{
		"works like a charm", "that fixed it, thank you so much", "awesome, exactly what i needed", "confirmed working in prod", "yep all good",
		"sweet, it's working", "beautiful. thanks", "tested on my phone, crash is gone", "I can't reproduce it anymore, well done", "looks great!",
		"ok verified, it's right now", "🎉 works", "👍 perfect", "lgtm", "great job, that's it", "Thank you, this solves my problem.",
		"brilliant, just what I was after", "super, funktioniert", "nice nice nice. works", "Just tried the example from the ticket and it gives the right result now. Cheers",
		"yes that's correct now", "It does what it should. Good work.", "bug's gone, thx", "ok cool that works for me",
	}
	for i, w := range words {
		s := all[i%len(all)]
		kind := []string{"bug_fix", "feature", "refactor"}[i%3]
		t := s.work(kind, b.talk(s))
		if kind == "feature" {
			t = s.checked(kind, b.talk(s))
		}
		t.Ask(w).Say("Good to hear!")
		if kind == "refactor" {
			b.add("other accepted/"+kind+"/"+w, t, basis("explicit"), signal("none"))
			continue
		}
		b.add("other accepted/"+kind+"/"+w, t, complete(), basis("explicit"), signal("none"))
	}
	answers := []string{
		"ah ok, makes sense now. thanks", "got it", "I see, thank you", "great explanation, thanks!", "oh nice, that's what I wanted to know", "understood 👍", "perfect answer", "ok clear, cheers",
	}
	for i, w := range answers {
		s := all[i]
		b.add("other accepted/question/"+w, s.work("question", b.talk(s)).Ask(w).Say("Any time."), complete(), basis("explicit"))
		b.add("other accepted/investigation/"+w, s.work("investigation", b.talk(s)).Ask(w).Say("Any time."), complete(), basis("explicit"))
	}
	for i, w := range []string{"thanks, I'll fix those two points", "good catch, agreed", "great review, very helpful", "ok will do, thx"} {
		s := all[i*2]
		b.add("other accepted/review/"+w, s.work("review", b.talk(s)).Ask(w).Say("Good luck!"), complete(), basis("explicit"))
	}
}

// otherDelivered: a delivery that was ordered is acceptance, in whatever words.
func otherDelivered(b *book, all []*story) {
	orders := []string{
		"commit", "ok commit this pls", "push it to origin", "Now open a pull request against main", "please merge", "tag it as v2.3.1 and push the tag", "commit with message 'fix: edge case'",
		"looks ok, go ahead and commit", "squash and push", "create a PR with a short description", "deploy it to staging", "commit && push",
	}
	for i, o := range orders {
		s := all[i%len(all)]
		kind := []string{"bug_fix", "small_change", "bug_fix", "feature"}[i%4]
		t := s.checked(kind, b.talk(s)).Ask(o)
		switch {
		case i == 5:
			t.Run("git tag v2.3.1 && git push origin v2.3.1", "Tag", "To git.example:x.git\n * [new tag]         v2.3.1 -> v2.3.1", 2).Say("Tagged and pushed.")
		case i == 10:
			t.Run("./deploy.sh staging", "Deploy", "deployed 4be7d21 to staging", 30).Say("It's on staging.")
		case i == 3 || i == 9:
			t.Run("gh pr create --fill", "Open the PR", "https://git.example/x/pull/77", 4).Say("PR #77 is open.")
		case i == 4:
			t.Run("git checkout main && git merge --no-ff -", "Merge", "Merge made by the 'ort' strategy.\n 2 files changed, 5 insertions(+), 1 deletion(-)", 2).Say("Merged into main.")
		default:
			t.Run("git commit -am 'fix: edge case' && git push", "Commit and push", "[main 4be7d21] fix: edge case\n 2 files changed, 5 insertions(+), 1 deletion(-)", 3).Say("Committed as 4be7d21.")
		}
		b.add("other delivered/"+kind+"/"+o, t, complete(), basis("explicit"))
	}
}

// otherSilent: nothing said, nothing ordered, nothing checked.
func otherSilent(b *book, all []*story) {
	for i, s := range all {
		for _, kind := range []string{"bug_fix", "feature", "refactor"} {
			b.add("other silent/ended/"+kind+" "+s.name, s.work(kind, b.talk(s)), missed(), signal("none"))
			b.add("other silent/neutral question/"+kind+" "+s.name, s.ask(s.work(kind, b.talk(s)), 1+i%2), missed(), basis("silent"))
		}
		t := s.patched(b.talk(s)).Run("git commit -am 'Fix'", "Commit the fix", "[main 77aa0c1] Fix\n 1 file changed, 1 insertion(+), 1 deletion(-)", 2).Say(s.fixed + " I committed it as 77aa0c1.")
		b.add("other silent/unasked commit/"+s.name, t, missed(), basis("silent"))
		for _, kind := range []string{"small_change", "question", "investigation", "review"} {
			b.add("other silent/low stakes/"+kind+" "+s.name, s.work(kind, b.talk(s)), basis("silent"), signal("none"))
		}
		b.add("other silent/neutral after a plan/"+s.name, s.ask(s.work("plan", b.talk(s)), 1), basis("silent"))
	}
}

// otherVerified: what verifies a fix, and what does not.
func otherVerified(b *book, all []*story) {
	for i, s := range all {
		t := b.talk(s).Ask(s.bug).Fail(s.repro, "See it fail", 1, s.wrong, 3).Tell(s.cause)
		apply(t, s.fix)
		t.Run(s.repro, "See whether it is gone", s.right, 3).Say(s.fixed + " The example from your report gives `" + s.right + "` now.")
		b.add("other verified/repro/"+s.name, t, complete(), met("verified"), basis("explicit"))

		b.add("other verified/test/"+s.name, s.tested(b.talk(s)), complete(), met("verified"), basis("explicit"))

		t = s.patched(b.talk(s)).Run(s.lint, "Lint", s.lintClean, 4).Say(s.fixed + " The linter is happy.")
		b.add("other verified/lint only/"+s.name, t, missed(), notMet("verified"))
		t = s.patched(b.talk(s)).Run(s.build, "Build", s.built, 4).Say(s.fixed + " It builds.")
		b.add("other verified/build only/"+s.name, t, missed(), notMet("verified"))

		t = s.tested(b.talk(s)).Ask("one more thing: handle the empty case as well").Edit(s.look, 3, "n", "n or 0").Say("The empty case is handled.")
		b.add("other verified/changed after the check/"+s.name, t, signal("none"))

		t = b.talk(s).Ask(s.refactor).Read(s.look, s.looked)
		for _, p := range s.moves {
			apply(t, p)
		}
		if i%2 == 0 {
			t.Run(s.lint, "Lint", s.lintClean, 4)
		}
		t.Run(s.test, "Run the tests", s.green, 9).Say(s.restructured + " Tests are green, as before.")
		b.add("other verified/refactor/"+s.name, t, complete(), met("behaviour_kept"), basis("explicit"), intent("refactor"))
		b.add("other verified/feature/"+s.name, s.checked("feature", b.talk(s)).Ask([]string{"thanks, great", "cool", "looks good", "nice work"}[i%4]).Say("Welcome!"), complete(), met("built_to_scope"), met("accepted"), met("tests_or_put_off"), intent("feature"))
	}
}

// otherStakes: features whose tests were put off in so many words, and those whose were not.
func otherStakes(b *book, all []*story) {
	off := []string{
		"looks good, we'll add tests later", "great, skip the tests for now", "nice! tests can come in a separate PR", "works. no tests needed for this prototype",
	}
	for i, w := range off {
		s := all[i+3]
		t := b.talk(s).Ask("please add a page that lists all archived items with a filter by year")
		apply(t, s.adds[0])
		t.Say("The page is there.").Ask(w).Say("Alright.")
		b.add("other stakes/put off/"+w, t, met("tests_or_put_off"), complete(), basis("explicit"))
	}
	for i, say := range []string{
		"The first two parts are in. The tests are not done yet.", "Implemented the command; `--dry-run` is still missing.", "I've built the form. Not yet done: validation and the tests.", "Half of it works. I haven't got round to the tests.",
	} {
		s := all[i]
		t := b.talk(s).Ask(s.feature)
		apply(t, s.adds[0])
		t.Say(say)
		b.add("other stakes/not done yet/"+say, t, missed())
	}
}

// otherCriteria: each criterion, met and unmet.
func otherCriteria(b *book, all []*story) {
	for i, s := range all {
		b.add("other criteria/asked again/"+s.name, s.work("question", b.talk(s)).Ask([]string{"sorry, I still don't get it. " + s.question.ask, "that doesn't answer my question: " + s.question.ask}[i%2]).Say("Let me try it differently: "+s.question.say), notMet("not_asked_again"))
		t := s.work("small_change", b.talk(s)).Ask([]string{"no, undo that please", "revert this change", "put it back as it was", "hm, I don't like it. undo"}[i%4])
		t.Edit(s.tweak.file, s.tweak.at, s.tweak.after, s.tweak.before).Say("It's back to what it was.")
		b.add("other criteria/undone/"+s.name, t, notMet("not_undone"), missed())
		t = s.work("plan", b.talk(s)).Ask([]string{"go ahead and implement step 1", "ok, start with the first step", "great, build it", "let's do it"}[i%4])
		apply(t, s.adds[0])
		t.Say("Step 1 is in.")
		b.add("other criteria/plan begun/"+s.name, t, last("basis", func(s *session) string { return differ(s.Basis, "explicit") }))
		t = b.talk(s).Ask(s.small).Read(s.look, s.looked).Say("Before I change that: it is used by the deployment too. Should I change it in both places?")
		b.add("other criteria/not applied/"+s.name, t, missed())
		t = b.talk(s).Ask(s.bug).Read(s.look, s.looked).Say(s.cause + " Shall I go ahead and fix it?")
		b.add("other criteria/fix not applied/"+s.name, t, missed())
	}
}

// otherLastWords: what a person says at the very end counts, answered or not.
func otherLastWords(b *book, all []*story) {
	for i, w := range []string{"thanks!", "got it", "perfect", "great, that's all", "awesome thank you", "ok good", "cool", "ty"} {
		s := all[i]
		b.add("other last words/question/"+w, s.work("question", b.talk(s)).Ask(w), complete(), basis("explicit"))
		b.add("other last words/small change/"+w, s.work("small_change", b.talk(s)).Ask(w), complete(), basis("explicit"))
	}
	for i, w := range []string{"let's build it", "ok, do it", "approved, go", "sounds good to me"} {
		s := all[i+4]
		b.add("other last words/plan/"+w, s.work("plan", b.talk(s)).Ask(w), complete(), basis("explicit"), met("plan_accepted"))
	}
	for i, w := range []string{"works, thanks", "that fixed it", "yes, solved"} {
		s := all[i*2]
		b.add("other last words/bug fix/"+w, s.untested(b.talk(s)).Ask(w), complete(), basis("explicit"))
	}
	for i, w := range []string{"no, still broken", "that's wrong", "now i get an exception", "this doesn't compile"} {
		s := all[i+1]
		b.add("other last words/complaint/"+w, s.untested(b.talk(s)).Ask(w), missed(), signal("frustration", "unresolved_error"))
	}
}

// otherNonAnswers end a question or an investigation open.
func otherNonAnswers(b *book, all []*story) {
	for i, say := range []string{
		"I couldn't find anything in the logs that would explain it.",
		"There's not enough information here to say what happened. Could you send me the full log?",
		"I was unable to determine the cause. Which version are you running?",
		"Unfortunately I can't tell from the code alone; I would need access to the production database.",
		"I have no explanation for this so far. My next step would be to look at the network traces.",
		"It could be many things. Can you tell me when it happened first?",
		"No conclusive result: I checked the three obvious candidates, and none of them is it.",
		"I wasn't able to reproduce the problem, so I don't know the cause yet.",
	} {
		s := all[i]
		b.add("other nonanswers/investigation/"+say, b.talk(s).Ask(s.investigation.ask).Read(s.look, s.looked).Grep("error", s.look+":1: x").Say(say), missed())
	}
	for i, say := range []string{
		"I don't know, sorry. I couldn't find it in the repository.",
		"Which file do you mean? There are several that fit.",
		"I'm not sure. Could you paste the code that you're asking about?",
		"I don't have enough context to answer that.",
		"I couldn't find any documentation on this.",
	} {
		s := all[i+2]
		b.add("other nonanswers/question/"+say, b.talk(s).Ask(s.question.ask).Grep("x", "").Say(say), missed())
	}
}

// otherEnds: records that stop in mid-work, and tails that have nothing to do with the goal.
func otherEnds(b *book, all []*story) {
	for i, s := range all {
		t := s.patched(b.talk(s))
		t.Interrupt()
		b.add("other ends/interrupted/"+s.name, t, missed())
		t = s.patched(b.talk(s))
		t.Broken([]string{"API Error: 529 {\"type\":\"error\",\"error\":{\"type\":\"overloaded_error\",\"message\":\"Overloaded\"}}", "Claude AI usage limit reached|1760000000", "API Error: Connection error."}[i%3])
		b.add("other ends/api error/"+s.name, t, missed())
		t = b.talk(s).Ask(s.feature)
		apply(t, s.adds[0])
		t.Start("Bash", object{"command": s.test, "description": "Run the tests"})
		b.add("other ends/mid call/"+s.name, t, missed())
		t = b.talk(s).Ask(s.plan).Read(s.look, s.looked).HandOver(s.planned)
		b.add("other ends/plan handed over/"+s.name, t, complete(), intent("plan"))
		t = s.tested(b.talk(s)).Ask("commit please")
		t.Start("Bash", object{"command": "git commit -am 'Fix it'", "description": "Commit"})
		b.add("other ends/in the commit/"+s.name, t, complete())
		t = s.tested(b.talk(s)).Ask("works, thanks!").Say("Great!").Ask(s.other.ask).Broken("API Error: Request timed out.")
		b.add("other ends/unrelated error after it/"+s.name, t, nth(0, "goal", func(s *session) string { return goal(s, true) }))
	}
	t := b.talk(all[0]).Ask(all[0].plan).Read(all[0].look, all[0].looked).Refuse("ExitPlanMode", object{"plan": all[0].planned}, "no, too complicated. think again")
	t.Say("Understood, I'll simplify.")
	b.add("other ends/plan refused with words", t, missed())
	_ = fmt.Sprint
	_ = claudetest.UUID
}
