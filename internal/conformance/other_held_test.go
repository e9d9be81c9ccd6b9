package conformance

import (
	"fmt"
	"time"

	"prism/internal/transcript/claudetest"
)

// heldCases are the second author's other set: written together with the first, before
// the rules were read, and run only after all that the first one found had been mended.
// What fails here is listed and was left alone, so that the figure stays one of cases
// that nobody worked on.
func heldCases(b *book) {
	all := otherStories()
	for _, write := range []func(*book, []*story){heldSignals, heldWanted, heldTaken, heldLinks, heldTongues} {
		write(b, all)
	}
}

func heldSignals(b *book, all []*story) {
	for i, w := range []string{
		"that's a no from me, still the old result", "same story as yesterday", "i see zero difference", "oh for crying out loud, it crashes again", "your patch changed nothing", "it keeps happening",
		"nope nope nope", "No improvement.", "why is this so hard, it just needs to work", "Fails again after the restart.", "meh, half of them are still wrong", "the bug is back",
		"doesn't do anything when i click it", "you made it worse", "It's the exact same output.", "not what I meant at all, read the ticket again", "how can it still be wrong??", "we're going round in circles here",
	} {
		s := all[(i+5)%len(all)]
		t := s.untested(b.talk(s)).Ask(w)
		retry(t, s, i+1)
		s.ask(t, (i+1)%3)
		b.add("held signals/"+w, t, missed(), signal("frustration", "unresolved_error", "loop"))
	}
	for i, w := range []string{
		"I'll take it from here, you can stop", "let's call it a day, this goes nowhere", "out of time, I'll look at it on Monday", "put this on ice please", "we'll do without it", "too complicated, let's not go there", "hold off on this, priorities changed", "just leave it broken for now", "let's go a different route",
		"forget what I asked, it's obsolete",
	} {
		s := all[(i+2)%len(all)]
		t := otherHalf(s, []string{"feature", "bug_fix", "refactor"}[i%3], b.talk(s)).Ask(w).Say("Okay.")
		s.ask(t, i%2)
		b.add("held signals/dropped/"+w, t, missed(), signal("abandoned", "frustration"))
	}
	for i, w := range []string{
		"java.lang.IllegalStateException: Expected BEGIN_ARRAY but was BEGIN_OBJECT at line 1 column 2 path $\n\tat com.google.gson.stream.JsonReader.beginArray(JsonReader.java:351)",
		"fatal error: all goroutines are asleep - deadlock!\n\ngoroutine 1 [chan receive]:\nmain.main()\n\t/tmp/x.go:8 +0x45",
		"and now?\n\nModuleNotFoundError: No module named 'fleet.settings'",
		"PHP Fatal error:  Uncaught TypeError: strlen(): Argument #1 ($string) must be of type string, null given in /srv/www/a.php:12",
		"ActiveRecord::StatementInvalid: PG::UndefinedColumn: ERROR:  column users.locale does not exist",
		"FAIL src/app.test.js\n  ● renders the list\n    Unable to find an element with the text: 3 items",
		"thread 'main' panicked at src/main.rs:14:37:\ncalled `Option::unwrap()` on a `None` value",
		"Unhandled exception. System.NullReferenceException: Object reference not set to an instance of an object.\n   at Nimbus.Program.Main(String[] args) in /src/Program.cs:line 31",
		"fatal: unable to access 'https://git.example/x.git/': The requested URL returned error: 403",
		"Error: Process completed with exit code 2.",
	} {
		s := all[(i+4)%len(all)]
		t := s.untested(b.talk(s)).Ask(w)
		retry(t, s, i)
		s.ask(t, i%3)
		b.add(fmt.Sprintf("held signals/error %d", i), t, missed(), signal("unresolved_error", "frustration"))
	}
	for i, w := range []string{"appreciate the effort", "thank you for looking", "okay then", "hm fine"} {
		s := all[i+1]
		t := s.untested(b.talk(s)).Ask("still getting the wrong result").Say("Strange. I can't see why.").Ask(w).Say("Sure.")
		b.add("held signals/not resolved/"+w, t, missed(), signal("frustration", "unresolved_error"))
	}
	for i, w := range []string{"there we go, now it's right", "yay, green at last", "ok, that was it. cheers", "finally works!", "good, can't see the problem any more"} {
		s := all[i+2]
		t := s.untested(b.talk(s)).Ask("hm still wrong for me").Edit(s.look, 4, "a", "b").Say("One more place, done.").Ask(w).Say("Great.")
		b.add("held signals/resolved/"+w, t, complete(), signal("none"), basis("explicit"))
	}
	for i, w := range []string{
		"sweet, the crash is history", "good, it doesn't fail any more", "right, all errors are gone now", "perfect. that was the missing piece, I had already given up on it", "works, even the broken records are imported",
	} {
		s := all[i+3]
		b.add("held signals/none/"+w, s.untested(b.talk(s)).Ask(w).Say("Good."), complete(), signal("none"))
	}
}

func heldWanted(b *book, all []*story) {
	for i, x := range []struct{ kind, ask, say string }{
		{"question", "anyone ever told you what the GIL is for? i mean why is it there", "It protects the interpreter's own data, reference counts above all, without a lock per object."},
		{"question", "What would happen if I deleted the .lock file and ran install again?", "The newest versions that the ranges allow would be resolved and a new lock file written."},
		{"question", "which of these two is idiomatic go, returning a pointer or a value?", "A value for small immutable things, a pointer where it is large or has methods that change it."},
		{"question", "explain like im five: what is a monad", "A box with a rule for how to chain steps that each hand you a new box."},
		{"investigation", "Something deletes our uploads after a week. Can you track down what it is? Don't fix.", "It is the lifecycle rule `expire-7d` on the bucket: its prefix is empty since the Terraform change of the 2nd, so it applies to all objects."},
		{"investigation", "check whether the timeouts correlate with the deployments and let me know", "They don't: of 58 timeouts only two lie within ten minutes of a deployment. They do correlate with the hourly vacuum, 51 of 58 start within its first minute."},
		{"investigation", "evaluate sqlite vs duckdb for our reports and give me a recommendation", "Recommendation: DuckDB. Your reports scan few columns of many rows; on your data it is 14 times faster in the median, and the file is a third of the size."},
		{"review", "any objections to merging feature/login? please go over it", "Yes, one objection: the redirect target is not checked, so it is an open redirect. Fix that, then merge; the rest is good."},
		{"review", "grade this pull request and list must-fix items", "Grade: B. Must fix: 1. missing index on user_id, 2. the error of `close` is ignored. Everything else is optional."},
		{"review", "give my README a critical read, content only, leave the file alone", "Changes I'd make: put the install line first, drop the history section, and explain `--mode`. The examples are good as they are."},
		{"plan", "sketch a roadmap for getting rid of jQuery, nothing to be coded yet", "1. Inventory\n2. Replace ajax by fetch\n3. Replace selectors\n4. Plugins one by one\n5. Remove"},
		{"plan", "Before we start: how would you structure this new service? Write me a proposal.", "Proposal: three packages (api, domain, store), one binary, config by environment, migrations embedded."},
		{"small_change", "s/colour/color/ in docs/style.md please", "Done."},
		{"small_change", "pin node to 22 in the Dockerfile", "Pinned to 22."},
		{"small_change", "the tooltip of the save button should read 'Save (Ctrl+S)'", "It does now."},
		{"small_change", "turn off the debug flag in prod.env", "DEBUG is off in prod.env."},
		{"bug_fix", "sorting by date puts 2 Oct after 10 Oct, correct this", "Dates are compared as dates now."},
		{"bug_fix", "the modal can't be closed with escape any more since last week, get that working again", "Escape closes it again."},
		{"bug_fix", "why on earth do we send the mail twice? repair it!", "The listener was registered twice; it is registered once now."},
		{"bug_fix", "Login fails with 'invalid csrf token' after an hour. Make that go away please.", "The token is renewed with the session now."},
		{"feature", "I'd like to be able to search the list by name and filter by status. Please implement.", "Search and filter are in."},
		{"feature", "let people export their data as zip (GDPR), incl. an endpoint and tests", "The endpoint, the packing and the tests are written."},
		{"feature", "set up a benchmark suite for the parser with three input sizes", "The suite is in bench/, three sizes each."},
		{"refactor", "that god class Manager needs to be broken up, keep the public API", "Split into four classes behind the same API."},
		{"refactor", "replace all these if/else chains by a lookup table, outputs must not change", "Replaced by tables."},
		{"refactor", "tidy up the build scripts, there's lots of copy & paste in them", "The common parts are functions now."},
	} {
		s := all[i%len(all)]
		t := b.talk(s).Ask(x.ask)
		switch x.kind {
		case "small_change":
			t.Edit("a/b.txt", 2, "one", "two")
		case "bug_fix":
			t.Read(s.look, s.looked)
			apply(t, s.fix)
		case "feature":
			for _, p := range s.adds {
				apply(t, p)
			}
		case "refactor":
			t.Read(s.look, s.looked)
			for _, p := range s.moves {
				apply(t, p)
			}
		case "investigation", "review", "plan":
			t.Read(s.look, s.looked)
		}
		t.Say(x.say)
		wants := []want{intent(x.kind)}
		if x.kind == "bug_fix" || x.kind == "feature" || x.kind == "refactor" {
			wants = append(wants, missed())
		}
		b.add("held intents/"+x.ask, t, wants...)
	}
	for i, x := range []exchange{{"yo", "Hey!"}, {"guten tag", "Guten Tag!"}, {"how was your weekend", "Quiet, thanks!"}, {"you're funny", "I try."}, {"brb coffee", "Enjoy!"}, {"what a day...", "Long one? I'm here."}} {
		b.add("held none/"+x.ask, b.talk(all[i]).Ask(x.ask).Say(x.say), intent("none"))
	}
	for i, say := range []string{"I looked everywhere but found no trace of it.", "The logs don't go back far enough to tell.", "Can you share the config that you use in production? Without it I'm guessing.", "Inconclusive: it happens both with and without the cache."} {
		s := all[i]
		b.add("held nonanswers/"+say, b.talk(s).Ask(s.investigation.ask).Read(s.look, s.looked).Say(say), missed())
	}
}

func heldTaken(b *book, all []*story) {
	for i, w := range []string{
		"yess", "spot on", "that does the trick", "works on my machine and on the server", "solved, thanks mate", "good stuff, no more crashes", "couldn't be better", "It's fixed, I checked all three cases.", "all green on our side 👌", "this is it! thank you",
	} {
		s := all[(i+1)%len(all)]
		b.add("held accepted/"+w, s.untested(b.talk(s)).Ask(w).Say("Great."), complete(), basis("explicit"))
	}
	for i, w := range []string{"fair enough, thanks", "aha, good to know", "interesting, didn't know that", "cleared that up for me, thx", "makes sense"} {
		s := all[i]
		b.add("held accepted/question/"+w, s.work("question", b.talk(s)).Ask(w).Say("Any time."), complete(), basis("explicit"))
	}
	for i, w := range []string{"go for it", "that's the plan then", "I like it, ship that plan", "ok, agreed, start with phase 1 tomorrow"} {
		s := all[i+2]
		b.add("held accepted/plan/"+w, s.work("plan", b.talk(s)).Ask(w).Say("Good."), complete(), basis("explicit"), met("plan_accepted"))
	}
	for i, w := range []string{"please check this in", "land it", "get this merged", "open the pull request", "upload it to the registry"} {
		s := all[i+1]
		b.add("held delivered/"+w, s.tested(b.talk(s)).Ask(w).Run("git commit -am 'Fix' && git push", "Deliver", "[main 8f8f8f8] Fix\n 2 files changed, 3 insertions(+)", 2).Say("Done: 8f8f8f8."), complete(), basis("explicit"))
	}
	for i, s := range all {
		kind := []string{"bug_fix", "refactor", "feature"}[i%3]
		t := s.work(kind, b.talk(s)).Ask("which branch am I on?").Run("git branch --show-current", "Branch", s.branch, 1).Say(s.branch + ".")
		b.add("held silent/"+s.name, t, missed(), basis("silent"))
		t = s.work(kind, b.talk(s)).Ask("did you run the tests?").Say("No, I haven't run them yet.")
		b.add("held silent/not run/"+s.name, t, missed())
		t = s.work(kind, b.talk(s)).Ask("did you run the tests?").Fail(s.test, "Run the tests", 1, s.red, 5).Say("I have now: one of them fails.")
		b.add("held red/"+s.name, t, missed(), signal("unresolved_error"))
	}
	for _, c := range []struct {
		command string
		n       int
	}{
		{"git diff --cached | grep '^+' | wc -l", 0}, {"env | grep PATH", 0}, {"ps aux | grep node | head", 0}, {"sha256sum go.sum", 0}, {"golangci-lint run ./...", 0}, {"npx eslint src", 0}, {"deno test", 0}, {"cat <<'X'\nhello > world\nX", 0}, {"test -f go.mod && echo yes || echo no", 0},
		{"git mv a b", 1}, {"rsync -a a/ b/", 1}, {"npm run build && npm publish", 1}, {"yes | head -1 > y.txt", 1}, {"xargs rm < list.txt", 1}, {"git commit --amend --no-edit", 1}, {"poetry add httpx", 1}, {"rails db:migrate", 1}, {"cargo update", 1}, {"printf 'a' >| out", 1}, {"ruff format src", 1}, {"pnpm lint --fix", 1}, {"UPDATE_SNAPSHOTS=1 ./regen.sh", 1},
	} {
		b.add("held shell/"+c.command, b.talk(all[0]).Ask("run this: "+c.command).Run(c.command, "As asked", "", 1).Say("Done."), mutating(c.n))
	}
}

func heldLinks(b *book, all []*story) {
	for i, w := range []string{"On to the next one: ", "Totally different request: ", "I have another job for you: ", "Forget the code for a moment. ", "Separate issue: ", "While you're here, something unrelated: "} {
		s, o := all[(i+1)%len(all)], all[(i+6)%len(all)]
		t := s.tested(b.talk(s)).Ask("thanks, works").Say("Good.").Ask(w + o.plan).Say(o.planned)
		b.add("held shifts/"+w, t, count(2), closedBy(0, "topic_shift"))
	}
	for i, w := range []string{"good. what about the other callers?", "squash these commits", "I'd rather have it in one function", "the reviewer wants a comment there", "now the docs", "can you double check the edge case with zero?", "rerun that", "also fix the typo in the test name", "one of the checks on GitHub is red", "next"} {
		s := all[(i+2)%len(all)]
		b.add("held follows/"+w, s.tested(b.talk(s)).Ask(w).Edit(s.look, 3, "a", "b").Say("Done."), count(1))
	}
	for i, m := range []time.Duration{5 * time.Minute, 9*time.Minute + 30*time.Second, 10*time.Minute + 40*time.Second, 45 * time.Minute} {
		s := all[i]
		one := s.untested(b.talk(s))
		two := b.more(one, time.Second).Cleared().Wait(m-40*time.Second).Ask("the guard in the same file has to be stricter").Edit(s.look, 4, "a", "b").Say("Stricter now.")
		n := 1
		if m > 10*time.Minute {
			n = 2
		}
		b.adds("held merges/"+m.String(), []*claudetest.Talk{one, two}, count(n))
	}
	for i, c := range []string{"git revert HEAD~0", "git revert 6f6f6f6", "git checkout HEAD~1 -- lib/area.rb", "git rm -f lib/area.rb", "rm lib/area.rb"} {
		s := all[i]
		one := b.talk(s).Ask("add lib/area.rb with a method for circles and one for rectangles, with a spec").Write("lib/area.rb", "module Area\n  def self.circle(r)\n    Math::PI * r * r\n  end\n\n  def self.rectangle(a, b)\n    a * b\n  end\nend\n").Write("spec/area_spec.rb", "describe Area do\n  it { expect(Area.rectangle(2, 3)).to eq 6 }\nend\n").Run("bundle exec rspec", "Run", "1 example, 0 failures", 3).Say("Both are there, the spec passes.").Ask("good, commit").Run("git add . && git commit -m Area", "Commit", "[main 6f6f6f6] Area\n 2 files changed, 12 insertions(+)", 1).Say("Committed.")
		two := b.more(one, 100*time.Hour).Ask("we don't want this after all").Run(c, "Undo", "", 1).Say("Undone.")
		b.adds("held rework/"+c, []*claudetest.Talk{one, two}, nth(0, "crushed", func(s *session) string { return differ(s.Crushed, false) }))
	}
}

func heldTongues(b *book, all []*story) {
	for i, x := range [][5]string{ // bug; complaint; acceptance; dropped; feature
		{"es", "el botón de guardar no hace nada, repáralo", "no ha cambiado nada, sigue fallando", "¡listo, ya va bien!", "olvídalo, ya no hace falta"},
		{"de", "der Speichern-Knopf macht nichts, bitte reparieren", "nö, tut sich nichts", "passt, funktioniert einwandfrei", "vergiss es, brauchen wir nicht mehr"},
		{"fr", "le bouton enregistrer ne fait rien, répare-le", "aucun changement, ça plante encore", "impeccable, ça fonctionne", "abandonne, on n'en a plus besoin"},
		{"pt", "o botão de salvar não faz nada, conserta", "nada mudou, ainda dá erro", "show, funcionou", "desiste, não precisa mais"},
		{"ru", "кнопка «сохранить» ничего не делает, почини", "опять не работает", "супер, всё работает", "не надо, оставь как есть"},
		{"zh", "保存按钮点了没反应,修一下", "还是没反应,跟之前一样", "好了,正常了", "不用了,先不做了"},
		{"ja", "保存ボタンを押しても何も起きません。修正してください", "変わりません、まだ失敗します", "うまくいきました", "やっぱりやめます"},
		{"ko", "저장 버튼을 눌러도 아무 일도 안 일어나요. 수정해 주세요", "아직도 똑같아요", "잘 되네요, 고맙습니다", "그만두죠, 필요 없어졌어요"},
		{"tr", "kaydet düğmesi hiçbir şey yapmıyor, düzelt", "değişen bir şey yok, hâlâ hata veriyor", "tamamdır, sorunsuz çalışıyor", "vazgeç, artık gerek yok"},
		{"it", "il pulsante salva non fa niente, aggiustalo", "niente, dà ancora errore", "ottimo, funziona tutto", "lasciamo stare, non serve più"},
		{"pl", "przycisk zapisu nic nie robi, napraw to", "bez zmian, nadal błąd", "działa bez zarzutu, dzięki", "odpuść, już niepotrzebne"},
		{"nl", "de opslaan-knop doet niks, repareer dat", "geen verschil, nog steeds kapot", "werkt perfect zo", "vergeet het maar, hoeft niet meer"},
		{"hi", "save बटन कुछ नहीं करता, इसे ठीक करो", "कोई फ़र्क़ नहीं पड़ा, अब भी error है", "वाह, सही चल रहा है", "रहने दो, अब ज़रूरत नहीं"},
	} {
		s := all[(i+3)%len(all)]
		fix := func() *claudetest.Talk {
			t := b.talk(s).Ask(x[1]).Read(s.look, s.looked)
			apply(t, s.fix)
			return t.Say("✅")
		}
		b.add("held languages/bug/"+x[0], fix(), intent("bug_fix"), missed())
		t := fix().Ask(x[2]).Edit(s.look, 5, "a", "b").Say("✅")
		b.add("held languages/complaint/"+x[0], t, missed(), signal("frustration", "unresolved_error"))
		b.add("held languages/acceptance/"+x[0], fix().Ask(x[3]).Say("👍"), complete(), basis("explicit"))
		b.add("held languages/dropped/"+x[0], fix().Ask(x[4]).Say("👍"), missed(), signal("abandoned", "frustration"))
	}
}
