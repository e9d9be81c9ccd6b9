package conformance

import (
	"fmt"
	"strings"
	"time"

	"prism/internal/transcript/claudetest"
)

// states are those of a case's sessions, in order of time.
func closedBy(n int, why string) want {
	return nth(n, "closed by", func(s *session) string { return differ(s.ClosedBy, why) })
}

// touch edits files, a line each.
func touch(t *claudetest.Talk, ask string, files ...string) *claudetest.Talk {
	t.Ask(ask)
	for i, f := range files {
		t.Edit(f, 3+i, "limit = 10", "limit = 20")
	}
	return t.Say("Changed in " + strings.Join(files, ", ") + ".")
}

// mergeCases: what /clear cut is joined again where the next session begins within ten
// minutes and touches half of the same files.
func mergeCases(b *book) {
	for _, s := range stories() {
		f := []string{s.look, s.tweak.file, "docs/one.md", "docs/two.md"}
		n := func(how string) string { return "merge/" + how + "/" + s.name }
		next := func(t *claudetest.Talk, after time.Duration, ask string, files ...string) []*claudetest.Talk {
			return []*claudetest.Talk{t, touch(b.more(t, 5*time.Second).Cleared().Wait(after), ask, files...)}
		}
		begin := func(files ...string) *claudetest.Talk {
			return touch(b.talk(s), "Raise the limit in "+strings.Join(files, " and ")+" to 20, please.", files...)
		}
		go1, go2 := "now raise the limit there once more", "the other limit, too"
		for _, m := range []int{0, 2, 5, 8} {
			b.adds(n(fmt.Sprintf("same files after %d minutes", m)), next(begin(f[0], f[1]), time.Duration(m)*time.Minute, go1, f[0], f[1]), count(1))
		}
		for _, m := range []int{11, 15, 60, 60 * 30} {
			b.adds(n(fmt.Sprintf("same files after %d minutes", m)), next(begin(f[0], f[1]), time.Duration(m)*time.Minute, go1, f[0], f[1]), count(2), closedBy(0, "clear"))
		}
		// The ten minutes are counted from the /clear, not from the last answer.
		t := begin(f[0], f[1])
		b.adds(n("cleared after an hour, then at once"), []*claudetest.Talk{t, touch(b.more(t, time.Hour).Cleared(), go1, f[0], f[1])}, count(1))
		b.adds(n("one of two files"), next(begin(f[0], f[1]), 3*time.Minute, go1, f[0], f[2]), count(1))
		b.adds(n("the smaller set within the larger"), next(begin(f[0], f[1], f[2]), 3*time.Minute, go1, f[0]), count(1))
		b.adds(n("one of three files"), next(begin(f[0], f[1], f[2]), 3*time.Minute, go1, f[0], f[3], "docs/three.md"), count(2), closedBy(0, "clear"))
		b.adds(n("other files"), next(begin(f[0], f[1]), 3*time.Minute, go2, f[2], f[3]), count(2), closedBy(0, "clear"))
		t = b.talk(s).Ask(s.neutral[0].ask).Say(s.neutral[0].say)
		b.adds(n("no files"), []*claudetest.Talk{t, b.more(t, 2*time.Minute).Cleared().Ask(s.neutral[1].ask).Say(s.neutral[1].say)}, count(2), closedBy(0, "clear"))
		// Without /clear nothing is merged: two conversations are two sessions.
		t = begin(f[0], f[1])
		b.adds(n("no clear"), []*claudetest.Talk{t, touch(b.more(t, 3*time.Minute), go1, f[0], f[1])}, count(2), closedBy(0, "none"))
		// Another repository.
		t = begin(f[0], f[1])
		other := b.talk(s)
		other.Wait(t.Clock().Sub(other.Clock()) + 2*time.Minute)
		b.adds(n("another repository"), []*claudetest.Talk{t, touch(other.Cleared(), go1, f[0], f[1])}, count(2))
		// Merges chain.
		one := begin(f[0], f[1])
		two := touch(b.more(one, 3*time.Minute).Cleared(), go1, f[0], f[1])
		three := touch(b.more(two, 4*time.Minute).Cleared(), "and again", f[0], f[1])
		b.adds(n("a chain of three"), []*claudetest.Talk{one, two, three}, count(1), turns(3))
		// Read files count where a side edited none.
		t = b.talk(s).Ask(s.question.ask).Read(f[0], s.looked).Say(s.question.say)
		b.adds(n("read, then edited"), []*claudetest.Talk{t, touch(b.more(t, 3*time.Minute).Cleared(), go1, f[0])}, count(1))
		// To the second: Ask comes forty seconds after the /clear.
		for _, m := range []struct {
			after time.Duration
			n     int
		}{{9*time.Minute + 59*time.Second, 1}, {10 * time.Minute, 1}, {10*time.Minute + time.Second, 2}} {
			b.adds(n("same files, "+m.after.String()+" after the clear"), next(begin(f[0], f[1]), m.after-40*time.Second, go1, f[0], f[1]), count(m.n))
		}
		// An empty conversation between two /clear.
		t = begin(f[0], f[1])
		empty := b.more(t, 5*time.Second).Cleared()
		b.adds(n("cleared twice"), []*claudetest.Talk{t, empty, touch(b.more(empty, time.Minute).Cleared(), go1, f[0], f[1])}, count(1))
		// A machine's run is never merged.
		t = begin(f[0], f[1])
		robot := b.more(t, time.Minute)
		robot.Entry, robot.Source = "sdk-cli", "sdk"
		b.adds(n("a machine's run"), []*claudetest.Talk{t, touch(robot.Cleared(), go1, f[0], f[1])}, count(2))
		// What it keeps: the first part's id, the tokens and lines of both.
		t = b.talk(s).Ask("Raise the limit.").Spend(spend(10, 100, 0, 0, 0)).Tell("Changing it.").Edit(f[0], 3, "a", "b\nc").Spend(spend(10, 100, 0, 0, 0)).Say("Changed.")
		u := b.more(t, 5*time.Second).Cleared().Ask("once more").Spend(spend(20, 200, 0, 0, 0)).Tell("Changing it.").Edit(f[0], 9, "d", "e\nf\ng").Spend(spend(20, 200, 0, 0, 0)).Say("Changed.")
		b.adds(n("tokens and lines of both"), []*claudetest.Talk{t, u}, count(1), total(660), netLines(3), mutating(2), last("conversations", func(x *session) string { return differ(len(x.Conversations), 2) }))
		// Judged as it stands at its new end.
		t = s.untested(b.talk(s)).Ask("still broken")
		attempt(t, s, 0)
		u = b.more(t, 5*time.Second).Cleared().Ask("Look at " + s.look + " once more: the fix is incomplete, the fault is still there. Finish it, with a test.")
		apply(u, s.proof)
		u.Fail(s.test, "Run the tests", 1, s.red, 5).Edit(s.look, 20, "a", "b").Run(s.test, "Run the tests", s.green, 5).Say("Now it holds; the test failed before and passes now.").Ask("works now, thanks").Say("Good.")
		b.adds(n("a complaint before, accepted after"), []*claudetest.Talk{t, u}, count(1), signal("none"), complete())
		t = s.tested(b.talk(s))
		u = b.more(t, 5*time.Second).Cleared().Ask("one more case in "+s.look+" and its test, please").Edit(s.look, 21, "a", "b").Edit(s.proof.file, 50, "a", "b").Fail(s.test, "Run the tests", 1, s.red, 5).Say("The test is red now and I don't see why.")
		b.adds(n("landed before, red after"), []*claudetest.Talk{t, u}, count(1), signal("unresolved_error"), missed())
		// The merged session is judged as one.
		t = s.untested(b.talk(s))
		after := b.more(t, 2*time.Minute).Cleared().Ask("now write a test for " + s.look + " and run it")
		apply(after, s.proof)
		after.Edit(s.look, 20, "a", "b").Run(s.test, "Run the tests", s.green, 6).Say("The test covers it; all tests pass.")
		b.adds(n("judged as one"), []*claudetest.Talk{t, after}, count(1), complete(), intent("bug_fix"))
		// In mid-file, as old clients do it.
		t = touch(begin(f[0], f[1]).Command("clear", "").Wait(3*time.Minute), go1, f[0], f[1])
		b.add(n("in mid-file, same files"), t, count(1))
		t = touch(begin(f[0], f[1]).Command("clear", "").Wait(3*time.Minute), go2, f[2], f[3])
		b.add(n("in mid-file, other files"), t, count(2), closedBy(0, "clear"))
		t = touch(begin(f[0], f[1]).Command("clear", "").Wait(30*time.Minute), go1, f[0], f[1])
		b.add(n("in mid-file, half an hour later"), t, count(2), closedBy(0, "clear"))
	}
}

// continueCases: what is no boundary.
func continueCases(b *book) {
	for i, s := range stories() {
		n := func(how string) string { return "continue/" + how + "/" + s.name }
		for _, gap := range []time.Duration{2 * time.Hour, 20 * time.Hour, 9 * 24 * time.Hour} {
			t := s.halfway("feature", b.talk(s)).Wait(gap).Ask("go on")
			apply(t, s.adds[1])
			b.add(n("a pause of "+gap.String()), t.Run(s.test, "Run the tests", s.green, 6).Say(s.built2), count(1), turns(2))
		}
		t := s.halfway("feature", b.talk(s)).Compact("The person wants: " + s.feature + " The first part is in " + s.adds[0].file + ".").Ask("continue")
		apply(t, s.adds[1])
		b.add(n("compact"), t.Run(s.test, "Run the tests", s.green, 6).Say(s.built2), count(1), turns(2), complete())
		// Resumed in the same file after a cut turn.
		t = s.halfway("feature", b.talk(s)).Wait(3 * time.Hour).Broken("No response requested.").Ask("please continue")
		apply(t, s.adds[1])
		b.add(n("resume"), t.Run(s.test, "Run the tests", s.green, 6).Say(s.built2), count(1), turns(2), complete())
		// A plan accepted with cleared context is one session with what it led to.
		plan := "# Plan\n\n" + s.planned + "\n\nFor " + s.name + "."
		first := b.talk(s).Ask(s.plan).Read(s.look, s.looked).HandOver(plan)
		second := b.more(first, time.Minute).Plan(plan, "/home/mara/.claude/"+first.File())
		for _, p := range s.adds {
			apply(second, p)
		}
		second.Run(s.test, "Run the tests", s.green, 6).Say("The plan is implemented; all tests pass.")
		one := want{"one session of two conversations", func(all []session) string {
			if len(all) != 1 {
				return fmt.Sprintf("%d sessions", len(all))
			}
			return differ(len(all[0].Conversations), 2)
		}}
		b.adds(n("plan handed over"), []*claudetest.Talk{first, second}, one, turns(2), complete())
		// The path is masked: the text of the plan tells.
		first = b.talk(s).Ask(s.plan).Read(s.look, s.looked).HandOver(plan)
		second = b.more(first, time.Minute).Plan(plan, "/home/<user>/.claude/projects/<project>/<session>.jsonl")
		apply(second, s.adds[0])
		second.Run(s.test, "Run the tests", s.green, 6).Say("The plan is implemented; all tests pass.")
		b.adds(n("plan handed over, path masked"), []*claudetest.Talk{first, second}, one, turns(2))
		// Handed over, and nothing followed: accepted.
		b.add(n("plan handed over, nothing follows"), b.talk(s).Ask(s.plan).Read(s.look, s.looked).HandOver(plan), count(1), intent("plan"), complete())
		// Refused with words is a real refusal.
		no := b.talk(s).Ask(s.plan).Read(s.look, s.looked).Refuse("ExitPlanMode", object{"plan": plan}, []string{"no, that is far too much work, I don't want any of this", "this is not what I asked for"}[i%2]).Say("Understood. What would you like to see instead?")
		b.add(n("plan refused with words"), no, missed())
		// No predecessor: a new session.
		lone := b.talk(s).Plan("# Plan\n\nNobody made this plan for "+s.name+" in a session.\n\n"+s.planned, "/home/mara/.claude/projects/gone/00000000-0000-4000-8000-000000000000.jsonl")
		apply(lone, s.adds[0])
		b.add(n("plan of nobody"), lone.Run(s.test, "Run the tests", s.green, 6).Say("Implemented; all tests pass."), count(1), turns(1))
		// Nothing closed it: provisional, and it counts.
		b.add(n("state at the end of a record"), s.checked("small_change", b.talk(s)), nth(0, "state", func(x *session) string { return differ(x.State, "provisional") }), closedBy(0, "none"))
		// A fork of a conversation: no turn twice.
		from := s.checked("bug_fix", b.talk(s))
		fork := from.Another("fork "+from.ID(), 2*time.Hour)
		copyLines(fork, from)
		fork.Ask(s.neutral[0].ask).Say(s.neutral[0].say)
		b.adds(n("fork"), []*claudetest.Talk{from, fork}, want{"turns of all", func(all []session) string {
			sum := 0
			for _, x := range all {
				sum += x.Floor.Turns
			}
			return differ(sum, 2)
		}})
	}
}

// shiftCases: another goal opens a session; what belongs to the work at hand never does.
func shiftCases(b *book) {
	all := stories()
	announced := []string{
		"New task: %s", "Now something else: %s", "Let's switch to another topic. %s", "Different topic: %s", "Next task, unrelated to this one: %s", "OK, moving on to something different. %s", "Unrelated: %s", "Something completely different now. %s",
		"That's done. New topic: %s", "Switching gears: %s", "On another note: %s", "Let's put this aside and work on something new. %s",
	}
	others := []string{
		"The nightly backup on the database host fails with 'no space left on device'. Look at ops/backup.sh and fix it.",
		"Set up a GitHub workflow in .github/workflows/release.yml that builds the container image on every tag.",
		"Write a landing page in web/index.html with our logo, three screenshots and a contact form.",
		"Our Grafana dashboard ops/grafana/latency.json shows milliseconds as seconds. Correct the unit.",
		"Translate the terms of service in legal/terms.en.md into Spanish, as legal/terms.es.md.",
	}
	work := func(t *claudetest.Talk, ask string, i int) *claudetest.Talk {
		file := []string{"ops/backup.sh", ".github/workflows/release.yml", "web/index.html", "ops/grafana/latency.json", "legal/terms.es.md"}[i%len(others)]
		return t.Ask(ask).Write(file, lines(14, "other")).Say("Done, see " + file + ".")
	}
	for i, how := range announced {
		for j, kind := range []string{"bug_fix", "feature", "small_change"} {
			s := all[(i+j*3)%len(all)]
			t := s.checked(kind, b.talk(s)).Ask("great, thanks").Say("You're welcome.")
			b.add(fmt.Sprintf("shifts/announced/%s/%s/%s", strings.TrimSuffix(how, "%s"), kind, s.name), work(t, fmt.Sprintf(how, others[(i+j)%len(others)]), i+j), count(2), closedBy(0, "topic_shift"))
		}
	}
	second := map[string]string{
		"de": "Schreibe ein Skript ops/backup.sh, das die Datenbank jede Nacht sichert.", "fr": "écris un script ops/backup.sh qui sauvegarde la base chaque nuit.", "es": "escribe un script ops/backup.sh que haga una copia de la base cada noche.",
		"pt": "escreva um script ops/backup.sh que faça backup do banco toda noite.", "it": "scrivi uno script ops/backup.sh che salva il database ogni notte.", "nl": "schrijf een script ops/backup.sh dat elke nacht de database veiligstelt.",
		"ja": "毎晩データベースをバックアップする ops/backup.sh を書いてください。", "zh": "写一个脚本 ops/backup.sh，每晚备份数据库。", "ko": "매일 밤 데이터베이스를 백업하는 ops/backup.sh 스크립트를 작성해 주세요.",
		"ru": "напиши скрипт ops/backup.sh, который каждую ночь сохраняет базу.", "pl": "napisz skrypt ops/backup.sh, który co noc robi kopię bazy.", "tr": "her gece veritabanını yedekleyen bir ops/backup.sh betiği yaz.", "sv": "skriv ett skript ops/backup.sh som sparar databasen varje natt.",
	}
	for i, l := range tongues() {
		for j, how := range l.shift {
			s := all[(i+j)%len(all)]
			t := b.talk(s).Ask(fmt.Sprintf(l.bug, s.look)).Read(s.look, s.looked)
			apply(t, s.fix)
			t.Run(s.test, "Run the tests", s.green, 5).Say(l.fixed).Ask(l.accepted[0]).Say("👍")
			b.add(fmt.Sprintf("shifts/announced in %s/%s", l.code, how), work(t, how+" "+second[l.code], 0), count(2), closedBy(0, "topic_shift"))
		}
	}
	for i, s := range all { // plain changes of subject, after work that was accepted
		for j := range 2 {
			t := s.checked([]string{"bug_fix", "small_change"}[j], b.talk(s)).Ask("perfect, thanks").Say("You're welcome.")
			b.add(fmt.Sprintf("shifts/plain/%d/%s", j+1, s.name), work(t, others[(i+j)%len(others)], i+j), count(2))
		}
	}
	// What never cuts.
	for i, s := range all {
		for j, f := range []struct{ how, ask string }{
			{"correction", "no, I meant the other branch of the condition, not this one"},
			{"follow-up", "and what happens for an empty list?"},
			{"next step", "good. now do the same for the second caller"},
			{"tests", "please add a test for the empty case, too"},
			{"commit", "commit this with a short message"},
			{"pull request", "push it and open a pull request"},
			{"lint in CI", "CI is red: the linter complains about the line you added. Please fix that."},
			{"review comment", "the reviewer wants the new helper to be private, can you change that?"},
			{"documentation", "and mention the change in the README, please"},
			{"rebase", "main has moved on, please rebase the branch"},
			{"failing tests", "two tests fail now, have a look"},
			{"changelog", "add a line to the changelog about it"},
			{"question at hand", "why did you choose this way and not the other one?"},
			{"rename", "rename it to something shorter"},
			{"undo of a part", "take the second part out again, the first is enough"},
			{"run it", "run the whole test suite once more"},
			{"thanks", "thanks, that's great"},
			{"merge conflict", "there's a merge conflict in that file now, solve it"},
		} {
			kind := []string{"bug_fix", "feature", "refactor"}[(i+j)%3]
			t := s.checked(kind, b.talk(s)).Wait(time.Duration(j) * time.Hour).Ask(f.ask)
			if f.how != "thanks" && f.how != "follow-up" && f.how != "question at hand" {
				t.Edit(s.look, 5+j, "a", "b")
			}
			b.add(fmt.Sprintf("shifts/none/%s/%s/%s", f.how, kind, s.name), t.Say("Done."), count(1))
		}
	}
}

// reworkCases: a later session takes this one's lines out again.
func reworkCases(b *book) {
	undone := func(yes bool) []want {
		return []want{nth(0, "rework", func(s *session) string { return differ(len(s.Rework.By) > 0, yes) })}
	}
	for i, s := range stories() {
		n := func(how string) string { return "rework/" + how + "/" + s.name }
		day := 24 * time.Hour
		// landed makes a feature, committed at the person's word under a known sha.
		sha := claudetest.UUID(fmt.Sprint("sha", i))[:7]
		landed := func(how string) *claudetest.Talk {
			t := s.checked("feature", b.talk(s)).Ask("looks good, commit")
			return t.Run("git add -A && git commit -m 'Add it'", "Commit", "["+s.branch+" "+sha+"] Add it\n 3 files changed, 60 insertions(+), 1 deletion(-)\n create mode 100644 "+s.adds[0].file, 2).Say("Committed as " + sha + ".")
		}
		// tiny is a one-line change, committed likewise.
		tiny := func() *claudetest.Talk {
			t := s.checked("small_change", b.talk(s)).Ask("good, commit")
			return t.Run("git commit -am 'Change it'", "Commit", "["+s.branch+" "+sha+"] Change it\n 1 file changed, 1 insertion(+), 1 deletion(-)", 2).Say("Committed as " + sha + ".")
		}
		later := func(t *claudetest.Talk, after time.Duration, command, out string) []*claudetest.Talk {
			u := b.more(t, after).Ask("That change causes trouble in production. Take it back: "+command).Run(command, "Take it back", out, 2).Say("It is taken back.")
			return []*claudetest.Talk{t, u}
		}
		back := "[" + s.branch + " 77aa001] Revert \"Add it\"\n 3 files changed, 1 insertion(+), 60 deletions(-)"
		for _, after := range []time.Duration{time.Hour, 2 * day, 12 * day} {
			b.adds(n("git revert of the commit after "+after.String()), later(landed("r"), after, "git revert --no-edit "+sha, back), undone(true)...)
		}
		b.adds(n("git revert of a one-line commit"), later(tiny(), 2*day, "git revert --no-edit "+sha, "["+s.branch+" 77aa001] Revert \"Change it\"\n 1 file changed, 1 insertion(+), 1 deletion(-)"), undone(true)...)
		b.adds(n("git revert HEAD"), later(landed("r"), 3*time.Hour, "git revert --no-edit HEAD", back), undone(true)...)
		b.adds(n("git revert HEAD~1..HEAD"), later(landed("r"), 3*time.Hour, "git revert --no-edit HEAD~1..HEAD", back), undone(true)...)
		b.adds(n("git revert of a range"), later(landed("r"), 5*day, "git revert --no-edit "+sha+"^.."+sha, back), undone(true)...)
		b.adds(n("git restore to before it"), later(landed("r"), 5*day, "git restore --source="+sha+"~1 -- "+s.adds[0].file, ""), undone(true)...)
		b.adds(n("git checkout to before it"), later(tiny(), 5*day, "git checkout "+sha+"~1 -- "+s.tweak.file, "Updated 1 path from 1b2c3d4"), undone(true)...)
		b.adds(n("git rm of the new file"), later(landed("r"), 10*day, "git rm -q "+s.adds[0].file+" && git commit -qm 'Drop it'", ""), undone(true)...)
		b.adds(n("rm of the new file"), later(landed("r"), 10*day, "rm "+s.adds[0].file, ""), undone(true)...)
		// Editing it away.
		t := landed("e")
		u := b.more(t, day).Ask("Take that out again, we decided against it.")
		for _, p := range s.adds {
			u.Edit(p.file, max(p.at, 1), strings.TrimSuffix(p.after, "\n"), p.before)
		}
		u.Say("All of it is out again.")
		b.adds(n("edited away the next day"), []*claudetest.Talk{t, u}, append(undone(true), nth(0, "crushed", func(s *session) string { return differ(s.Crushed, false) }))...)
		// What is no rework.
		t = landed("w")
		u = b.more(t, 9*day).Ask("Word the comment in "+s.adds[0].file+" differently.").Edit(s.adds[0].file, 2, first(s.adds[0].after), first(s.adds[0].after)+" // new words").Say("Reworded.")
		b.adds(n("one line reworded later"), []*claudetest.Talk{t, u}, undone(false)...)
		t = tiny()
		u = b.more(t, 2*time.Hour).Ask("one more: make it a little different").Edit(s.tweak.file, s.tweak.at, s.tweak.after, s.tweak.after+" ").Say("Changed.")
		b.adds(n("a one-line change reworded"), []*claudetest.Talk{t, u}, undone(false)...)
		t = landed("o")
		u = b.more(t, day)
		s.tested(u)
		b.adds(n("other work in the repository"), []*claudetest.Talk{t, u}, undone(false)...)
		t = landed("s").Ask("hm, revert it after all").Run("git revert --no-edit "+sha, "Revert", back, 2).Say("Reverted.")
		b.add(n("by the session itself"), t, undone(false)...)
		t = landed("n")
		u = b.more(t, day).Ask("Show me what the last commit did.").Run("git show "+sha, "Show", "commit "+sha+"\n+ added", 1).Say("It added the feature.")
		b.adds(n("only looked at"), []*claudetest.Talk{t, u}, undone(false)...)
	}
}
