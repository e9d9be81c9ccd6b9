package conformance

import (
	"fmt"
	"strings"

	"prism/internal/transcript/claudetest"
)

const coAuthored = "\n\n🤖 Generated with [Claude Code](https://claude.com/claude-code)"

// commit is a commit that went through.
func commit(t *claudetest.Talk, s *story, message string) *claudetest.Talk {
	return t.Run("git add -A && git commit -m \""+message+coAuthored+"\"", "Commit", "["+s.branch+" 8c4e1d0] "+message+"\n 3 files changed, 31 insertions(+), 4 deletions(-)", 2)
}

func push(t *claudetest.Talk, s *story) *claudetest.Talk {
	return t.Run("git push", "Push", "To git.example:mara/"+s.name+".git\n   41c09be..8c4e1d0  "+s.branch+" -> "+s.branch, 3)
}

// basisCases: what is explicit, and what is silent.
func basisCases(b *book) {
	all := stories()
	name := func(kind, how, s string) string { return "basis/" + kind + "/" + how + "/" + s }
	for i, s := range all {
		// Silent: it ends; a neutral question; the agent's own commit.
		b.add(name("small_change", "just ends", s.name), s.work("small_change", b.talk(s)), basis("silent"), complete())
		for n := 1; n <= 2; n++ {
			b.add(name("small_change", fmt.Sprintf("%d neutral questions", n), s.name), s.ask(s.work("small_change", b.talk(s)), n), basis("silent"), complete())
		}
		t := b.talk(s).Ask(s.small)
		apply(t, s.tweak)
		commit(t, s, "Change it").Say(s.changed + " Committed.")
		b.add(name("small_change", "unasked commit", s.name), t, basis("silent"))
		b.add(name("question", "just ends", s.name), s.work("question", b.talk(s)), basis("silent"), complete())
		b.add(name("investigation", "just ends", s.name), s.work("investigation", b.talk(s)), basis("silent"), complete())
		b.add(name("review", "just ends", s.name), s.work("review", b.talk(s)), basis("silent"), complete())
		b.add(name("plan", "just ends", s.name), s.work("plan", b.talk(s)), basis("silent"))
		b.add(name("bug_fix", "untested, neutral question", s.name), s.ask(s.untested(b.talk(s)), 1), basis("silent"), missed())
		b.add(name("refactor", "unchecked, neutral question", s.name), s.ask(s.work("refactor", b.talk(s)), 1), basis("silent"), missed())
		// Explicit: words.
		words := accepting()[(i*5)%len(accepting())]
		for _, kind := range []string{"small_change", "bug_fix", "feature", "refactor"} {
			b.add(name(kind, "accepted: "+words, s.name), s.checked(kind, b.talk(s)).Ask(words).Say("Good."), basis("explicit"), complete())
		}
		for j, words := range []string{"thanks, that answers it", "got it, thanks", "ah ok, that makes sense", "Great explanation, thank you!"} {
			b.add(name("question", "accepted: "+words, s.name), s.work("question", b.talk(s)).Ask(words).Say("You're welcome."), basis("explicit"), complete())
			words = []string{"good find!", "makes sense, thanks", "Yes, that explains it.", "great analysis, thank you"}[j]
			b.add(name("investigation", "accepted: "+words, s.name), s.work("investigation", b.talk(s)).Ask(words).Say("You're welcome."), basis("explicit"), complete())
		}
		for _, words := range []string{"thanks, I'll fix those two first", "good review, agreed"} {
			b.add(name("review", "accepted: "+words, s.name), s.work("review", b.talk(s)).Ask(words).Say("Good."), basis("explicit"), complete())
		}
		for _, words := range []string{"let's build it", "looks good, go ahead", "Approved. Start with step 1.", "I like the plan"} {
			t := s.work("plan", b.talk(s)).Ask(words)
			t.Say("All right, I start with step 1.")
			b.add(name("plan", "accepted: "+words, s.name), t, basis("explicit"), complete())
		}
		// Explicit: a delivery that was ordered.
		for _, kind := range []string{"small_change", "feature", "refactor", "bug_fix"} {
			t := s.checked(kind, b.talk(s)).Ask([]string{"commit it", "commit and push please", "please commit this", "ok, commit this and open a PR"}[i%4])
			push(commit(t, s, "Change it"), s).Say("Committed and pushed.")
			b.add(name(kind, "ordered delivery", s.name), t, basis("explicit"), complete())
		}
		// Explicit: an edit that builds on the work at the person's word.
		t = s.work("small_change", b.talk(s)).Ask("and the same in docs/setup.md, please").Edit("docs/setup.md", 9, first(s.tweak.before), first(s.tweak.after)).Say("Changed there, too.").Ask("and in docs/faq.md").Edit("docs/faq.md", 4, first(s.tweak.before), first(s.tweak.after)).Say("Done there as well.")
		b.add(name("small_change", "built on", s.name), t, basis("explicit"), complete())
		// Explicit: a check that passes after the last change.
		for _, kind := range []string{"bug_fix", "feature", "refactor"} {
			b.add(name(kind, "tests pass", s.name), s.checked(kind, b.talk(s)), basis("explicit"), complete())
		}
		t = b.talk(s).Ask(s.refactor)
		t.Run(s.test, "Run the tests first", s.green, 6)
		for _, p := range s.moves {
			apply(t, p)
		}
		t.Say(s.restructured)
		b.add(name("refactor", "tests passed only before the change", s.name), t, basis("silent"), missed())
	}
}

// verifiedCases: a bug fix is verified by a test or repro of the fault, or by the person's word.
func verifiedCases(b *book) {
	all := stories()
	name := func(how, s string) string { return "verified/" + how + "/" + s }
	for i, s := range all {
		b.add(name("test red then green", s.name), s.tested(b.talk(s)), complete(), intent("bug_fix"), met("verified"))
		t := s.tested(b.talk(s))
		b.add(name("test red then green, neutral question", s.name), s.ask(t, 1), complete(), met("verified"))
		t = b.talk(s).Ask(s.bug).Run(s.repro, "Reproduce it", s.wrong, 2).Tell(s.cause)
		apply(t, s.fix)
		t.Run(s.repro, "Try again", s.right, 2).Say(s.fixed + " The command now prints `" + s.right + "`.")
		b.add(name("repro wrong then right", s.name), t, complete(), met("verified"))
		// The test that covers the fault is written after the fix.
		t = s.patched(b.talk(s))
		apply(t, s.proof)
		t.Run(s.test, "Run the tests", s.green, 5).Say(s.fixed + " I added a test for exactly this case; all tests pass.")
		b.add(name("covering test afterwards", s.name), t, complete(), met("verified"))
		for j, words := range accepting() {
			if j%4 == i%4 {
				b.add(name("word: "+words, s.name), s.untested(b.talk(s)).Ask(words).Say("Good."), complete(), met("verified"), basis("explicit"))
			}
		}
		// What does not verify.
		t = s.patched(b.talk(s)).Run(s.lint, "Lint", s.lintClean, 3).Say(s.fixed + " Lint is clean.")
		b.add(name("lint only", s.name), t, missed(), notMet("verified"))
		t = s.patched(b.talk(s)).Run(s.build, "Build", s.built, 3).Say(s.fixed + " It compiles.")
		b.add(name("build only", s.name), t, missed(), notMet("verified"))
		t = s.patched(b.talk(s)).Run(s.build, "Build", s.built, 3).Run(s.lint, "Lint", s.lintClean, 3).Say(s.fixed + " Build and lint pass, so this is fixed.")
		b.add(name("build and lint", s.name), t, missed(), notMet("verified"))
		t = s.ask(s.patched(b.talk(s)).Run(s.build, "Build", s.built, 3).Say(s.fixed), 2)
		b.add(name("build, neutral questions", s.name), t, missed(), notMet("verified"))
		b.add(name("nothing", s.name), s.untested(b.talk(s)), missed(), notMet("verified"), basis("silent"))
		t = s.patched(b.talk(s)).Say(s.fixed + " This is definitely fixed now, I verified it by reading the code twice.")
		b.add(name("agent's assurance", s.name), t, missed(), notMet("verified"))
		t = commit(s.patched(b.talk(s)), s, "Fix it").Say(s.fixed + " Committed.")
		b.add(name("unasked commit", s.name), t, missed(), notMet("verified"))
		t = b.talk(s).Ask(s.bug)
		apply(t, s.proof)
		t.Run(s.test, "Run the tests", s.green, 5).Tell("They pass before the change.")
		apply(t, s.fix)
		t.Say(s.fixed)
		b.add(name("tests only before the change", s.name), t, missed())
	}
	// The fault was of the kind that lint, types or a build report.
	faults := []struct{ what, ask, run, red, green string }{
		{"eslint", "CI is red: eslint complains about an unused variable in src/lists.js. Please fix it.", "npx eslint src", "/app/src/lists.js\n  12:9  error  'sum' is assigned a value but never used  no-unused-vars\n\n✖ 1 problem (1 error, 0 warnings)", ""},
		{"tsc", "npx tsc --noEmit fails with TS2339 in Card.tsx, fix that please", "npx tsc --noEmit", "src/card/Card.tsx(14,22): error TS2339: Property 'due' does not exist on type 'Card'.", ""},
		{"go build", "The build is broken on main: undefined: slices in internal/api/history.go. Fix the build.", "go build ./...", "# example.org/parcels/internal/api\ninternal/api/history.go:14:3: undefined: slices", ""},
		{"clippy", "cargo clippy reports needless_return in src/since.rs and our pipeline fails because of it. Fix it.", "cargo clippy -- -D warnings", "error: unneeded `return` statement\n --> src/since.rs:9:5\n\nerror: could not compile `logship` (lib) due to 1 previous error", "    Finished `dev` profile [unoptimized + debuginfo] target(s) in 1.10s"},
		{"mypy", "mypy is failing: Argument 1 to export has incompatible type None. Make it pass again.", "mypy invoices", "invoices/export.py:14: error: Argument 1 to \"export\" has incompatible type \"None\"; expected \"str\"  [arg-type]\nFound 1 error in 1 file (checked 12 source files)", "Success: no issues found in 12 source files"},
		{"javac", "mvn compile stops with 'cannot find symbol' in HoldService, can you repair the build?", "mvn -q compile", "[ERROR] COMPILATION ERROR :\n[ERROR] /app/src/main/java/org/example/lending/HoldService.java:[21,9] cannot find symbol\n[INFO] BUILD FAILURE", "[INFO] BUILD SUCCESS"},
		{"rubocop", "The build on main is broken since yesterday: rubocop fails with an offense in app/jobs/reminder_job.rb. Fix that failure please.", "bundle exec rubocop", "app/jobs/reminder_job.rb:7:5: C: Layout/IndentationWidth: Use 2 (not 4) spaces for indentation.\n\n64 files inspected, 1 offense detected", "64 files inspected, no offenses detected"},
		{"phpstan", "phpstan finds an error in src/SeatHold.php, please fix what it reports", "vendor/bin/phpstan analyse src", " ------ ------------------------------------\n  Line   SeatHold.php\n ------ ------------------------------------\n  21     Offset string on array might not exist.\n ------ ------------------------------------\n [ERROR] Found 1 error", " [OK] No errors"},
	}
	for i, f := range faults {
		s := all[i%len(all)]
		t := b.talk(s).Ask(f.ask).Fail(f.run, "See what it reports", 1, f.red, 4).Edit(s.look, 4, "a", "b").Run(f.run, "Run it again", f.green, 4).Say("It passes now.")
		b.add("verified/the fault was that check's/"+f.what, t, complete(), met("verified"))
		t = b.talk(s).Ask(f.ask).Fail(f.run, "See what it reports", 1, f.red, 4).Edit(s.look, 4, "a", "b").Say("I have corrected the place it names.")
		b.add("verified/the fault was that check's, not run again/"+f.what, t, missed())
	}
}

// stakesCases: work with high stakes needs more than silence.
func stakesCases(b *book) {
	all := stories()
	name := func(how, s string) string { return "stakes/" + how + "/" + s }
	open := []string{
		"The tests are not written yet.", "I have not wired up the flag yet.", "Still missing: the error handling and the tests.", "The second part is not done yet; that would be the next step.",
		"Note: the route is only a stub for now, it returns an empty list.", "What remains to be done: the configuration and its tests.", "I left the expiry unimplemented for now.", "The integration is not finished: the caller still uses the old path.",
	}
	for i, s := range all {
		b.add(name("feature, silence", s.name), s.work("feature", b.talk(s)), missed(), intent("feature"), basis("silent"))
		b.add(name("feature, neutral questions", s.name), s.ask(s.work("feature", b.talk(s)), 2), missed(), basis("silent"))
		b.add(name("refactor, silence", s.name), s.work("refactor", b.talk(s)), missed(), intent("refactor"), basis("silent"))
		b.add(name("refactor, neutral questions", s.name), s.ask(s.work("refactor", b.talk(s)), 2), missed(), basis("silent"))
		b.add(name("feature, tests pass", s.name), s.checked("feature", b.talk(s)), complete(), intent("feature"), met("tests_or_put_off"))
		b.add(name("refactor, tests pass", s.name), s.checked("refactor", b.talk(s)), complete(), intent("refactor"), met("behaviour_kept"))
		b.add(name("feature, tests pass, thanks", s.name), s.checked("feature", b.talk(s)).Ask("great, thanks").Say("You're welcome."), complete(), basis("explicit"))
		for _, how := range []struct{ what, run, out string }{{"lint", s.lint, s.lintClean}, {"types or build", s.build, s.built}} {
			if how.what != "lint" && strings.Contains("python javascript ruby php", s.code) {
				continue // there it is a look at the syntax, which keeps nothing
			}
			t := b.talk(s).Ask(s.refactor)
			for _, p := range s.moves {
				apply(t, p)
			}
			t.Run(how.run, "Check", how.out, 4).Say(s.restructured + " The check passes.")
			b.add(name("refactor, "+how.what, s.name), t, complete(), met("behaviour_kept"))
		}
		// A stated intent stays, however small the change, also with a commit at the end.
		t := b.talk(s).Ask("Refactor " + s.moves[0].file + ": " + []string{"inline the variable that is used once", "give the loop variable a better name", "turn the nested if into an early return"}[i%3] + ".")
		t.Edit(s.moves[0].file, 7, "    a = b\n    c = a", "    c = b").Say("Done.")
		b.add(name("small refactor stays one", s.name), t, intent("refactor"), missed())
		t = b.talk(s).Ask("Refactor " + s.moves[0].file + ": drop the helper that nobody calls.")
		t.Edit(s.moves[0].file, 7, "helper()", "").Run(s.test, "Run the tests", s.green, 5).Say("Removed; all tests pass.").Ask("commit it")
		commit(t, s, "Drop unused helper").Say("Committed.")
		b.add(name("small refactor, committed, stays one", s.name), t, intent("refactor"), complete())
		t = b.talk(s).Ask("Add a --version flag to the command, with a test.")
		t.Edit(s.look, 3, first(s.looked), first(s.looked)+"\n// version").Say("--version prints the version now.")
		b.add(name("small feature stays one", s.name), t, intent("feature"), missed())
		t = b.talk(s).Ask("Add a --version flag to the command, with a test.")
		t.Edit(s.look, 3, first(s.looked), first(s.looked)+"\n// version")
		t.Edit(s.proof.file, 9, "", "// the flag prints the version").Run(s.test, "Run the tests", s.green, 5).Say("--version prints the version now and has a test; all tests pass.").Ask("commit please")
		commit(t, s, "Add --version").Say("Committed.")
		b.add(name("small feature, committed, stays one", s.name), t, intent("feature"), complete())
		// The agent says that it is not done.
		t = b.talk(s).Ask(s.feature)
		for _, p := range s.adds {
			apply(t, p)
		}
		t.Run(s.test, "Run the tests", s.green, 6).Say(s.built2 + " " + open[i])
		b.add(name("the agent says what is missing: "+open[i], s.name), t, missed())
		t = b.talk(s).Ask(s.feature)
		apply(t, s.adds[0])
		t.Say("I've put the first part into " + s.adds[0].file + ". " + open[(i+3)%len(open)])
		b.add(name("part of it, and says so: "+open[(i+3)%len(open)], s.name), t, missed())
		// Tests put off in so many words, and it was shown to run.
		t = b.talk(s).Ask(s.feature + " Actually, no tests for now, we write those later.")
		for j, p := range s.adds {
			if j != 1 {
				apply(t, p)
			}
		}
		t.Run(s.repro, "Try it", s.right, 2).Say("It is in and runs. As agreed I left the tests for later.").Ask("great, works as I wanted").Say("Good.")
		b.add(name("tests put off by the person", s.name), t, complete(), met("tests_or_put_off"))
	}
}

// lastCases: the last words of a record count, also where nobody answers them.
func lastCases(b *book) {
	all := stories()
	words := map[string][]string{
		"question":      {"got it", "thanks", "Got it, thank you!", "ah, makes sense", "ok thanks, that helps", "perfect, thx", "understood"},
		"small_change":  {"thanks", "perfect", "great, thank you", "looks good", "nice", "👍"},
		"investigation": {"makes sense, thanks", "great find", "thanks, I'll talk to the team", "got it"},
		"review":        {"thanks, very helpful", "ok, agreed", "great review, thanks"},
		"plan":          {"let's build it", "looks good, let's do it", "approved", "yes, go ahead with that", "ok build it"},
		"bug_fix":       {"works, thanks", "great, it works now", "fixed, thank you", "perfect, that works"},
		"feature":       {"works great, thanks", "looks good to me", "exactly what I wanted"},
		"refactor":      {"looks good, thanks", "great, much cleaner", "perfect, thanks"},
	}
	for _, kind := range []string{"question", "small_change", "investigation", "review", "plan", "bug_fix", "feature", "refactor"} {
		for i, w := range words[kind] {
			for j := range 2 {
				s := all[(i*3+j*4+len(kind))%len(all)]
				b.add("lastwords/"+kind+"/"+w+"/"+s.name, s.checked(kind, b.talk(s)).Ask(w), complete(), basis("explicit"))
			}
		}
	}
	// A request that nobody answered is no acceptance.
	for i, s := range all {
		ask := []string{"and now do the same for the other module", "can you also add a test for the empty case?", "please also update the documentation", "next, make it configurable"}[i%4]
		b.add("lastwords/unanswered request/"+s.name, s.work("feature", b.talk(s)).Ask(ask), missed())
	}
	// Ambient chat has no intent.
	for i, chat := range [][]exchange{
		{{"hi", "Hello! What are we working on?"}, {"how are you?", "Fine, thanks. Ready when you are."}, {"good to hear", "So, what can I do?"}},
		{{"good morning", "Good morning!"}, {"nice weather today", "Enjoy it while it lasts."}, {"yes indeed", "Let me know when you want to start."}},
		{{"hello", "Hello!"}, {"test", "I'm here."}, {"ok", "Tell me what you need."}},
		{{"hey there", "Hey!"}, {"it's raining again", "A good day for indoor work, then."}, {"haha true", "So what is on the list?"}},
		{{"hallo", "Hallo! Womit fangen wir an?"}, {"schönes Wetter heute", "Stimmt."}, {"ja", "Sag Bescheid, wenn es losgehen soll."}},
		{{"bonjour", "Bonjour !"}, {"ça va ?", "Très bien, merci."}, {"super", "Que puis-je faire ?"}},
		{{"hola", "¡Hola!"}, {"¿qué tal?", "Muy bien, gracias."}, {"me alegro", "¿En qué trabajamos?"}},
		{{"yo", "Hi!"}, {"what's up", "Not much. What are you working on?"}, {"nothing really", "Fine, I'm here."}},
	} {
		s := all[i]
		t := b.talk(s)
		for _, e := range chat {
			t.Ask(e.ask).Say(e.say)
		}
		b.add(fmt.Sprintf("lastwords/ambient chat/%d %s", i+1, chat[0].ask), t, floorPassed(true), excluded("no_intent"), missed())
	}
}

// finishedCases: what was landed is not overturned by a tail that does not concern it.
func finishedCases(b *book) {
	landed := func(field string) want {
		return nth(0, field, func(s *session) string { return goal(s, true) })
	}
	for i, s := range stories() {
		deliver := func(kind string) *claudetest.Talk {
			t := s.checked(kind, b.talk(s)).Ask([]string{"looks good, commit it", "great, commit and push", "perfect. commit please"}[i%3])
			return push(commit(t, s, "Land it"), s).Say("Committed and pushed.")
		}
		for _, kind := range []string{"bug_fix", "feature", "small_change"} {
			t := deliver(kind).Ask(s.other.ask).Broken("API Error: 500 {\"type\":\"error\",\"error\":{\"type\":\"api_error\",\"message\":\"Internal server error\"}}")
			b.add("finished/other question hit by an API error/"+kind+"/"+s.name, t, landed("goal"))
			t = deliver(kind).Interrupt()
			b.add("finished/Escape with nothing pending/"+kind+"/"+s.name, t, landed("goal"))
			t = deliver(kind).Ask(s.other.ask).Say(s.other.say)
			b.add("finished/other question answered/"+kind+"/"+s.name, t, landed("goal"))
			t = deliver(kind).Ask(s.other.ask).Interrupt()
			b.add("finished/other question interrupted/"+kind+"/"+s.name, t, landed("goal"))
			t = deliver(kind).Ask(s.neutral[0].ask).Broken("API Error: 529 {\"type\":\"error\",\"error\":{\"type\":\"overloaded_error\",\"message\":\"Overloaded\"}}")
			b.add("finished/small question hit by an API error/"+kind+"/"+s.name, t, landed("goal"))
			t = deliver(kind).Ask(s.other.ask)
			b.add("finished/other question left unanswered/"+kind+"/"+s.name, t, landed("goal"))
		}
		// Cleared after an applied edit.
		t := s.work("small_change", b.talk(s)).Command("clear", "")
		b.add("finished/cleared after an applied edit/"+s.name, t, landed("goal"))
		t = s.checked("bug_fix", b.talk(s))
		next := b.more(t, 20e9).Cleared().Ask(s.question.ask).Say(s.question.say)
		b.adds("finished/cleared after a tested fix/"+s.name, []*claudetest.Talk{t, next}, landed("goal"))
		// Cleared before it was verified: as it stands.
		t = s.untested(b.talk(s)).Command("clear", "")
		b.add("finished/cleared before it was verified/"+s.name, t, nth(0, "goal", func(x *session) string { return goal(x, false) }))
	}
}

// nonanswerCases: an answer that is none leaves a question or an investigation open.
func nonanswerCases(b *book) {
	all := stories()
	none := []string{
		"I could not find anything about that in the repository.", "There is not enough information in the code to answer this.", "I don't have access to those logs. Could you send me those logs?",
		"I was unable to determine the cause from what is here.", "I'm not able to tell without seeing the configuration. Can you paste it?", "Unfortunately I couldn't find the file you mention. Where is it?",
		"I can't reproduce this and have no hypothesis so far.", "That is not something I can answer from the source alone; I would need the output of the running service.", "No idea yet. Could you share a stack trace?",
		"I searched the whole tree and found nothing that would explain it. To go on I need the access log of that night.", "I cannot see which version is deployed. Which one is it?", "The information you are looking for does not seem to be available to me.",
		"I looked through the modules but did not reach a conclusion.", "It remains unclear what causes this; more data is needed.", "I wasn't able to open the log file, it is not in the repository. Please attach it.",
	}
	for i, say := range none {
		for j := range 2 {
			s := all[(i+j*3)%len(all)]
			b.add(fmt.Sprintf("nonanswers/question/%d/%s", i+1, s.name), b.talk(s).Ask(s.question.ask).Read(s.look, s.looked).Say(say), missed())
			b.add(fmt.Sprintf("nonanswers/investigation/%d/%s", i+1, s.name), b.talk(s).Ask(s.investigation.ask).Read(s.look, s.looked).Grep("cause").Say(say), missed())
		}
	}
	for i, e := range []struct{ ask, say string }{
		{"Warum wird der Auftrag doppelt gebucht? Bitte nur analysieren.", "Ich konnte die Ursache leider nicht finden. Kannst du mir die Logdatei schicken?"},
		{"Pourquoi la tâche de nuit échoue-t-elle ? Analyse seulement.", "Je n'ai pas pu déterminer la cause. Pouvez-vous m'envoyer les journaux ?"},
		{"¿Por qué tarda tanto la importación? Solo investiga.", "No he podido encontrar la causa; no hay suficiente información. ¿Puedes enviarme los registros?"},
		{"Por que o serviço reinicia toda noite? Apenas investigue.", "Não consegui encontrar a causa. Você pode me enviar os logs?"},
		{"Perché il processo si blocca ogni notte? Solo analisi.", "Non sono riuscito a trovare la causa. Puoi mandarmi i log?"},
		{"Waarom loopt het geheugen vol? Alleen uitzoeken.", "Ik heb de oorzaak niet kunnen vinden. Kun je me de logs sturen?"},
		{"なぜ毎晩バッチが失敗するのか調べてください。修正は不要です。", "原因は特定できませんでした。ログを送っていただけますか？"},
		{"为什么每天晚上任务都会失败？请只调查原因。", "目前无法确定原因，信息不足。能把日志发给我吗？"},
		{"Почему ночная задача падает? Только разберись, ничего не меняй.", "Мне не удалось найти причину. Пришлите, пожалуйста, логи?"},
	} {
		b.add(fmt.Sprintf("nonanswers/languages/%d", i+1), b.talk(all[i%len(all)]).Ask(e.ask).Grep("error").Say(e.say), missed())
	}
	// An answer that says no is an answer.
	for i, s := range all {
		e := []exchange{
			{"Is the function legacyTotals still used anywhere? Please check, don't delete it.", "No. I searched all packages and the templates: nothing calls legacyTotals any more, the last caller went in commit 2f90c1d. It can be deleted."},
			{"Could the slow start be caused by DNS? Please find out.", "DNS is not the cause: I measured 4 ms for every lookup during the slow start. The time goes into reading the 300 MB index file, 11 of 12 seconds."},
			{"Do we store any passwords in plain text? Investigate, please.", "No plain text passwords: the only place that writes them is users.create, and that hashes with bcrypt, cost 12. I found none in logs or fixtures either."},
			{"Does our cache ever evict entries?", "No, never. It only grows; there is neither a bound nor an expiry."},
		}[i%4]
		b.add("nonanswers/no is an answer/"+s.name, b.talk(s).Ask(e.ask).Grep("legacy").Say(e.say), complete())
	}
}
