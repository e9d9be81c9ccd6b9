package offline

import (
	"strings"
	"testing"

	"prism/internal/fact"
	"prism/internal/transcript"
)

// What is wanted overall decides where a part of the prompt, or what came of it, is of
// another kind.
func TestWhatIsWantedOverall(t *testing.T) {
	b := newBench(t)
	for _, c := range []struct {
		name    string
		want    fact.Intent
		prompts string
		goes    func(*talk) *talk
		holds   bool // complete
	}{
		{"a new version, and what it breaks", fact.SmallChange, `bump the mail client to 7 and fix whatever breaks
			upgrade vite to 6.1, fix what breaks
			update prettier to v4 and fix the errors it brings
			Upgrade to django 6 and repair what that breaks, nothing else
			heb axios auf Version 2 an und repariere was kaputt geht
			mets à jour axios en version 2 et corrige ce qui casse
			把 axios 升级到 2 并修复出问题的地方`, func(k *talk) *talk {
			return k.Edit("package.json", 1).Fails("npm test", "FAIL src/mail.test.ts\n  TypeError: send is not a function\nTests: 1 failed, 8 passed, 9 total").Edit("src/mail.ts", 3).Run("npm test", "Tests: 9 passed, 9 total").Say("It is on the new version; the one call that broke was adapted. All tests pass.")
		}, true},
		{"a fix with a number in it", fact.BugFix, `fix the crash when the cart holds 3 items
			the total of order 19 is wrong, fix it`, func(k *talk) *talk {
			return k.Read("src/cart.ts").Edit("src/cart.ts", 3).Run("npm test", "Tests: 9 passed, 9 total").Say("Fixed. All tests pass.")
		}, true},
		{"a cause that was looked for", fact.Investigation, `why does the mailer not run any more
			why did the nightly mailer stop running?
			warum läuft der Mailer nicht mehr
			pourquoi le mailer ne tourne plus
			por qué ya no se ejecuta el mailer
			почему рассылка больше не запускается
			为什么邮件任务不再运行了`, func(k *talk) *talk {
			return k.Run("systemctl --user list-timers", "mailer.timer n/a").Run("journalctl --user -u mailer | tail", "mailer.sh: Permission denied").
				Say("The timer is off since the deploy on Monday: the journal shows Permission denied for mailer.sh, and after three failures the unit was stopped. That is why it does not run.")
		}, true},
		{"why, without looking for it", fact.Question, `why does a timer need a unit?
			warum braucht ein Timer eine Unit?`, func(k *talk) *talk {
			return k.Say("A timer only says when; the unit of the same name says what is started then. So the one is of no use without the other.")
		}, true},
		{"a design to be agreed on", fact.Plan, `Design the tables for bookings. I want to agree on them before we code
			Propose a schema for bookings, we'll discuss it before writing anything
			let's design the booking tables first, no code until we agreed
			Entwirf das Schema für Buchungen, wir stimmen es erst ab, bevor du codest`, func(k *talk) *talk {
			return k.Read("db/schema.sql").Say("Here is the design:\n\n1. `rooms` with id and name\n2. `bookings` with room_id, from, to\n3. `guests` with booking_id, name\n\nOne open question: may bookings overlap?").
				Ask("never").Say("Then an exclusion constraint over (room_id, period). Shall I write it?").Ask("love it, go ahead with the migration").Write("db/migrations/004_bookings.sql", 30).Say("Migration written.")
		}, true},
		{"a small part of a feature", fact.Feature, `Add a double jump to the hero, with a small dust effect
			build a notification bell with a tiny badge
			Füge dem Helden einen Doppelsprung hinzu, mit kleinem Staubeffekt`, func(k *talk) *talk {
			return k.Call("TodoWrite", "").Back(transcript.Result{Outcome: transcript.Done}).Edit("hero.gd", 8).Say("The double jump is in, with its effect.")
		}, false},
		{"tooling", fact.Feature, `set up a release workflow that builds the binary on a tag
			create a CI workflow for releases`, func(k *talk) *talk {
			return k.Write(".github/workflows/release.yml", 14).Say("The workflow is in place.")
		}, false},
		{"behaviour that stays, in a new file", fact.Refactor, `Pull the formatting of dates into one function in src/dates.ts: three files do it on their own. Don't change what is shown.
			Move the date helpers into src/dates.ts without changing behaviour`, func(k *talk) *talk {
			return k.Write("src/dates.ts", 5).Swap("src/a.ts", "d.toISOString()", "day(d)").Swap("src/b.ts", "d.toISOString()", "day(d)").Run("npx vitest run && npx tsc --noEmit", "Tests  71 passed (71)").Say("All use `day` now. 71 tests pass.")
		}, true},
		{"a fault that is told first", fact.BugFix, `Pilots report stale weather after a storm: the cache serves old data. Take the cache out again, charts must always be fresh. Make sure the tests pass.`, func(k *talk) *talk {
			return k.Read("api/handler.go").Edit("api/handler.go", 2).Run("go test ./...", goGreen).Say("The cache is gone. All tests pass.")
		}, true},
		{"a fix, with tests", fact.BugFix, `日付を入力するとフォームが「無効」になります。src/date.ts が原因だと思います。原因を確認して直し、テストも追加してください。
			the form rejects leap days. find out why, fix it and add tests`, func(k *talk) *talk {
			return k.Read("src/date.ts").Edit("src/date.ts", 6).Write("src/date.test.ts", 12).Run("npx vitest run", "Tests  4 passed (4)").Say("Fixed; the tests pass.")
		}, true},
	} {
		for prompt := range strings.Lines(c.prompts) {
			prompt = strings.TrimSpace(prompt)
			v := b.verdict(c.goes(new(talk).Ask(prompt)))
			if v.Intent != c.want || v.GoalComplete != c.holds {
				t.Errorf("%s: %q: %s", c.name, prompt, explain(v))
			}
			if c.want == fact.Plan && v.Basis != fact.Explicit {
				t.Errorf("%s: %q was accepted in words: %s", c.name, prompt, explain(v))
			}
		}
	}
}
