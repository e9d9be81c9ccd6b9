package conformance

import (
	"fmt"
	"time"

	"prism/internal/transcript/claudetest"
)

// otherShifts: a materially different goal closes the session.
func otherShifts(b *book, all []*story) {
	announced := []string{
		"New task: ", "ok, next topic. ", "Now for something completely different: ", "Different question: ", "let's move on to something else: ", "Unrelated: ", "changing the subject, ", "New topic - ", "Switching gears. ", "Ok next thing on my list: ", "That's done. Something else now: ", "Another unrelated thing: ",
	}
	for i, w := range announced {
		s, o := all[i%len(all)], all[(i+3)%len(all)]
		t := s.tested(b.talk(s)).Ask(w + o.feature)
		for _, p := range o.adds {
			apply(t, p)
		}
		t.Say(o.built2)
		b.add("other shifts/announced/"+w, t, count(2), closedBy(0, "topic_shift"), nth(0, "goal", func(s *session) string { return goal(s, true) }))
	}
	// plainly another subject, not announced
	for i, x := range []struct{ ask, file, before, after, say string }{
		{"write a cover letter for my application as a nurse, put it into letter.md", "letter.md", "", "Dear Ms Orwell,\n\nI am writing to apply for the position of nurse.\n", "The letter is in letter.md."},
		{"our nginx on the blog host serves an expired certificate, set up certbot renewal in ops/renew.sh", "ops/renew.sh", "", "#!/bin/sh\ncertbot renew --quiet --deploy-hook 'systemctl reload nginx'\n", "ops/renew.sh renews and reloads nginx."},
		{"please build me a landing page for the summer festival, html only", "festival/index.html", "", "<!doctype html>\n<title>Summer festival</title>\n<h1>Three days of music</h1>\n", "The page is festival/index.html."},
		{"create a terraform module for an S3 bucket with versioning", "modules/bucket/main.tf", "", "resource \"aws_s3_bucket\" \"this\" {\n  bucket = var.name\n}\n", "The module is in modules/bucket."},
		{"I need a SQL view that sums revenue per country and quarter, db/views/revenue.sql", "db/views/revenue.sql", "", "create view revenue as\nselect country, date_trunc('quarter', day) q, sum(amount) from orders group by 1, 2;\n", "The view is in db/views/revenue.sql."},
		{"translate docs/de/handbuch.md to Polish as docs/pl/podrecznik.md", "docs/pl/podrecznik.md", "", "# Podręcznik\n\nInstalacja jest prosta.\n", "The translation is in docs/pl/podrecznik.md."},
	} {
		s := all[i%len(all)]
		t := s.tested(b.talk(s)).Ask("great, works. thank you").Say("You're welcome!").Wait(3 * time.Hour)
		t.Ask(x.ask).Write(x.file, x.after).Say(x.say)
		b.add("other shifts/plain/"+x.ask, t, count(2), closedBy(0, "topic_shift"))
	}
}

// otherFollows: what belongs to the same goal never cuts.
func otherFollows(b *book, all []*story) {
	for i, w := range []string{
		"also add a test for it", "can you make that a bit more readable?", "commit and push", "open a PR for this", "the linter complains about an unused import, fix that", "CI failed on the branch, please have a look",
		"why did you choose this way?", "rebase onto main please", "Reviewer says the name is misleading, please rename", "update the README accordingly", "no, I meant the other function", "ok next step",
		"does this also work for empty input?", "hm, what about performance?", "continue", "yes", "please run the whole test suite", "add a changelog entry", "bump the version", "merge conflict with main, resolve it please", "undo the last edit, keep the rest", "and now the same for the other module", "explain what you changed", "mach weiter",
	} {
		s := all[i%len(all)]
		t := s.tested(b.talk(s)).Ask(w).Edit(s.look, 3, "a", "b").Say("Done.")
		if i%3 == 0 {
			t = s.tested(b.talk(s)).Wait(time.Duration(i+2) * time.Hour).Ask(w).Say("Here is what I think about it, in short: it is fine as it stands.")
		}
		b.add("other follows/"+w, t, count(1), closedBy(0, "none"))
	}
	for i, s := range all {
		t := s.untested(b.talk(s)).Wait(26*time.Hour).Ask("good morning, where were we? let's finish this").Run(s.test, "Run the tests", s.green, 5).Say("The tests pass, so the fix is complete.")
		b.add("other follows/overnight "+s.name, t, count(1))
		t = s.tested(b.talk(s)).Compact("The person asked for a bug to be fixed; it was fixed and tested.").Ask("and please add a line to the changelog about it").Edit("CHANGELOG.md", 3, "", "- fixed").Say("Added.")
		b.add("other follows/compacted "+s.name, t, count(1))
		t = s.tested(b.talk(s))
		t.Command("model", "opus").Command("cost", "")
		t.Ask("please commit").Run("git commit -am x", "Commit", "[main aa11bb2] x\n 2 files changed, 3 insertions(+)", 1).Say("Committed.")
		b.add("other follows/commit closes nothing by itself "+s.name, t, count(1), closedBy(0, "none"))
		if i < 4 {
			t = s.work("plan", b.talk(s)).Ask("good plan, start with step 1")
			apply(t, s.adds[0])
			t.Say("Step 1 is done.").Ask("and step 2").Edit(s.adds[0].file, 2, "a", "b").Say("Step 2 as well.")
			b.add("other follows/a plan and its steps "+s.name, t, count(1))
		}
	}
}

// otherMerges: what /clear cut.
func otherMerges(b *book, all []*story) {
	work := func(t *claudetest.Talk, ask string, files ...string) *claudetest.Talk {
		t.Ask(ask)
		for i, f := range files {
			t.Edit(f, 5+i, "old value", "new value")
		}
		return t.Say("Changed.")
	}
	type pair struct {
		name          string
		after         time.Duration
		first, second []string
		want          int
	}
	for i, p := range []pair{
		{"same file, at once", 20 * time.Second, []string{"src/a.go"}, []string{"src/a.go"}, 1},
		{"same file, nine minutes", 9 * time.Minute, []string{"src/a.go"}, []string{"src/a.go"}, 1},
		{"same file, eleven minutes", 11*time.Minute + 30*time.Second, []string{"src/a.go"}, []string{"src/a.go"}, 2},
		{"same file, an hour", time.Hour, []string{"src/a.go"}, []string{"src/a.go"}, 2},
		{"half of the smaller", 2 * time.Minute, []string{"src/a.go", "src/b.go"}, []string{"src/b.go", "src/c.go"}, 1},
		{"a third", 2 * time.Minute, []string{"src/a.go", "src/b.go", "src/c.go"}, []string{"src/c.go", "src/d.go", "src/e.go"}, 2},
		{"one within many", 2 * time.Minute, []string{"src/a.go", "src/b.go", "src/c.go", "src/d.go", "src/e.go"}, []string{"src/e.go"}, 1},
		{"two of three", 3 * time.Minute, []string{"x.py", "y.py", "z.py"}, []string{"y.py", "z.py", "w.py"}, 1},
		{"nothing shared", time.Minute, []string{"src/a.go"}, []string{"web/b.ts"}, 2},
		{"same name, other folder", time.Minute, []string{"api/main.go"}, []string{"web/main.go"}, 2},
		{"one of four", 4 * time.Minute, []string{"1.rb", "2.rb", "3.rb", "4.rb"}, []string{"4.rb", "5.rb", "6.rb", "7.rb"}, 2},
		{"two of four", 4 * time.Minute, []string{"1.rb", "2.rb", "3.rb", "4.rb"}, []string{"3.rb", "4.rb", "5.rb", "6.rb"}, 1},
	} {
		s := all[i%len(all)]
		for _, how := range []string{"new file", "old client"} {
			one := work(b.talk(s), "please adjust the values as discussed", p.first...)
			talks := []*claudetest.Talk{one}
			if how == "new file" {
				two := b.more(one, 30*time.Second).Cleared().Wait(p.after - 40*time.Second)
				work(two, "the values need another adjustment", p.second...)
				talks = append(talks, two)
			} else {
				one.Command("clear", "").Wait(p.after - 40*time.Second)
				work(one, "the values need another adjustment", p.second...)
			}
			wants := []want{count(p.want)}
			if p.want == 1 {
				wants = append(wants, last("aliases", func(s *session) string { return differ(len(s.Aliases) > 0, true) }))
			} else {
				wants = append(wants, closedBy(0, "clear"))
			}
			b.adds("other merges/"+how+"/"+p.name, talks, wants...)
		}
	}
	for i, s := range all[:4] {
		one := work(b.talk(s), "adjust the limits", "src/a.go")
		two := work(b.more(one, time.Minute).Cleared(), "and again", "src/a.go", "src/b.go")
		three := work(b.more(two, time.Minute).Cleared(), "once more", "src/b.go")
		b.adds(fmt.Sprintf("other merges/chain %d", i), []*claudetest.Talk{one, two, three}, count(1))
		// read, where a side edited nothing
		one = b.talk(s).Ask(s.question.ask).Read(s.look, s.looked).Say(s.question.say)
		two = b.more(one, time.Minute).Cleared().Ask("and where is that used?").Read(s.look, s.looked).Say("Only in its own module.")
		b.adds(fmt.Sprintf("other merges/read files %d", i), []*claudetest.Talk{one, two}, count(1))
		one = b.talk(s).Ask(s.question.ask).Say(s.question.say)
		two = b.more(one, time.Minute).Cleared().Ask("and one more thing about that").Say("Sure, what is it?")
		b.adds(fmt.Sprintf("other merges/no files %d", i), []*claudetest.Talk{one, two}, count(2))
		// judged as one: unverified before the /clear, tested after it
		one = s.untested(b.talk(s))
		two = b.more(one, 2*time.Minute).Cleared().Ask("run the tests for the change in "+s.look).Read(s.look, s.looked)
		two.Edit(s.look, 3, "a", "b")
		apply(two, s.proof)
		two.Fail(s.test, "Run", 1, s.red, 4).Edit(s.look, 4, "b", "c").Run(s.test, "Run", s.green, 4).Say("All tests pass now.").Ask("great, it works").Say("Good.")
		b.adds(fmt.Sprintf("other merges/judged as one %d", i), []*claudetest.Talk{one, two}, count(1), complete(), last("closed by", func(s *session) string { return differ(s.ClosedBy, "none") }))
		// cleared before it was verified, next work elsewhere
		one = s.untested(b.talk(s))
		two = work(b.more(one, time.Minute).Cleared(), "change the colours of the chart", "web/chart.css")
		b.adds(fmt.Sprintf("other merges/cleared unverified %d", i), []*claudetest.Talk{one, two}, count(2), closedBy(0, "clear"), nth(0, "goal", func(s *session) string { return goal(s, false) }))
		// without /clear two conversations stay two
		one = work(b.talk(s), "adjust it", "src/a.go")
		two = work(b.more(one, time.Minute), "adjust it again", "src/a.go")
		b.adds(fmt.Sprintf("other merges/not cleared %d", i), []*claudetest.Talk{one, two}, count(2), closedBy(0, "none"))
		// side by side
		one = work(b.talk(s), "adjust it", "src/a.go")
		two = b.more(one, -30*time.Second)
		two.Cleared()
		one.Wait(5 * time.Minute)
		work(one, "and now the second half", "src/a.go")
		work(two, "adjust the other value", "src/a.go")
		b.adds(fmt.Sprintf("other merges/side by side %d", i), []*claudetest.Talk{one, two}, count(2))
	}
}

// otherCommits: the switch that lets a commit close.
func otherCommits(b *book, all []*story) {
	for i, s := range all[:5] {
		begun := func() *claudetest.Talk {
			t := s.tested(b.talk(s)).Ask("commit it").Run("git add -A && git commit -m 'Fix'", "Commit", fmt.Sprintf("[%s 3c4d5e%d] Fix\n 2 files changed, 4 insertions(+), 1 deletion(-)", s.branch, i), 1).Say("Committed.")
			return t.Ask("now rename the helper in "+s.look+" too").Edit(s.look, 3, "a", "b").Say("Renamed.")
		}
		k := b.adds("other commits/with the switch "+s.name, []*claudetest.Talk{begun()}, count(2), closedBy(0, "commit"))
		k.flags = []string{"--commit-boundary"}
		b.add("other commits/without it "+s.name, begun(), count(1))
		t := s.tested(b.talk(s)).Ask("commit it").Fail("git commit -am 'Fix'", "Commit", 1, "On branch x\nnothing to commit, working tree clean", 1).Say("There is nothing to commit.").Ask("odd. then rename the helper").Edit(s.look, 3, "a", "b").Say("Renamed.")
		k = b.adds("other commits/none made "+s.name, []*claudetest.Talk{t}, count(1))
		k.flags = []string{"--commit-boundary"}
		// never undone by a later merge
		one := s.tested(b.talk(s)).Ask("commit it").Run("git commit -am 'Fix'", "Commit", fmt.Sprintf("[%s 7c4d5e%d] Fix\n 2 files changed, 4 insertions(+), 1 deletion(-)", s.branch, i), 1).Say("Committed.")
		two := b.more(one, time.Minute).Cleared().Ask("the same file needs a comment").Edit(s.look, 2, "", "// why").Say("Added.")
		k = b.adds("other commits/not merged again "+s.name, []*claudetest.Talk{one, two}, count(2))
		k.flags = []string{"--commit-boundary"}
	}
}

// otherHandOvers: a plan accepted with cleared context, resume and fork.
func otherHandOvers(b *book, all []*story) {
	for i, s := range all {
		one := b.talk(s).Ask(s.plan).Read(s.look, s.looked).HandOver(s.planned)
		two := b.more(one, time.Minute)
		from := "/home/mara/.claude/" + one.File()
		if i%2 == 1 {
			from = "***"
		}
		two.Plan(s.planned, from)
		for _, p := range s.adds {
			apply(two, p)
		}
		two.Run(s.test, "Run the tests", s.green, 8).Say("All steps are implemented, tests pass.").Ask("great, thanks").Say("Welcome!")
		b.adds("other hand-overs/plan "+s.name, []*claudetest.Talk{one, two}, count(1), complete(), last("conversations", func(s *session) string { return differ(len(s.Conversations), 2) }))
		if i < 4 {
			t := s.untested(b.talk(s)).Wait(50*time.Hour).Ask("back again. does it pass the tests?").Run(s.test, "Run the tests", s.green, 8).Say("Yes, all pass.")
			b.add("other hand-overs/resumed "+s.name, t, count(1), turns(2))
			from := s.tested(b.talk(s))
			fork := b.more(from, time.Hour)
			copyLines(fork, from)
			fork.Ask("in this copy, try it with a table instead").Edit(s.look, 5, "a", "b").Say("Done with a table.")
			b.adds("other hand-overs/forked "+s.name, []*claudetest.Talk{from, fork}, want{"turns", func(all []session) string {
				n := 0
				for i := range all {
					n += all[i].Turns
				}
				return differ(n, 2)
			}})
		}
	}
}

// otherRework: a later session that takes the work back.
func otherRework(b *book, all []*story) {
	reworked := nth(0, "reworked", func(s *session) string { return differ(len(s.Rework.By) > 0, true) })
	kept := nth(0, "kept", func(s *session) string { return differ(len(s.Rework.By), 0) })
	lost := nth(0, "crushed", func(s *session) string { return differ(s.Crushed, false) })
	won := nth(0, "crushed", func(s *session) string { return differ(s.Crushed, true) })
	code := "export function total(items) {\n  let sum = 0;\n  for (const item of items) {\n    const price = item.price ?? 0;\n    const count = item.count ?? 1;\n    sum += price * count;\n  }\n  const shipping = sum > 5000 ? 0 : 490;\n  const discount = sum > 20000 ? sum / 20 : 0;\n  return sum + shipping - discount;\n}\n"
	committed := func(s *story, hash string) *claudetest.Talk {
		return b.talk(s).Ask("add a function total(items) in src/total.js, with shipping and discount, with tests").Write("src/total.js", code).Write("test/total.test.js", "test('total', () => {\n  expect(total([{ price: 100 }])).toBe(590);\n});\n").
			Run("npm test", "Run the tests", "Tests:       1 passed, 1 total", 4).Say("total() is there, tests pass.").Ask("nice, commit it").
			Run("git add -A && git commit -m 'Add total'", "Commit", "[main "+hash+"] Add total\n 2 files changed, 14 insertions(+)\n create mode 100644 src/total.js", 1).Say("Committed as " + hash + ".")
	}
	ran := func(name string, after time.Duration, command, out string) {
		s := all[len(name)%len(all)]
		one := committed(s, "a1b2c3d")
		two := b.more(one, after).Ask("please take that out again").Run(command, "As asked", out, 1).Say("Done.")
		b.adds("other rework/"+name, []*claudetest.Talk{one, two}, reworked, lost)
	}
	for _, d := range []time.Duration{time.Hour, 20 * 24 * time.Hour} {
		ran(fmt.Sprint("git revert of the commit after ", d), d, "git revert --no-edit a1b2c3d", "[main 99aa88b] Revert \"Add total\"\n 2 files changed, 14 deletions(-)\n delete mode 100644 src/total.js")
		ran(fmt.Sprint("git revert HEAD after ", d), d, "git revert HEAD --no-edit", "[main 99aa88b] Revert \"Add total\"\n 2 files changed, 14 deletions(-)\n delete mode 100644 src/total.js")
		ran(fmt.Sprint("git rm after ", d), d, "git rm src/total.js test/total.test.js", "rm 'src/total.js'\nrm 'test/total.test.js'")
		ran(fmt.Sprint("rm after ", d), d, "rm src/total.js test/total.test.js", "")
		ran(fmt.Sprint("rm -f after ", d), d, "rm -f ./src/total.js ./test/total.test.js", "")
	}
	ran("git revert with the long hash", time.Hour, "git revert --no-edit a1b2c3d4e5f60718293a4b5c6d7e8f9011223344", "[main 99aa88b] Revert \"Add total\"\n 2 files changed, 14 deletions(-)")
	ran("git revert -m in another wording", time.Hour, "git -c core.editor=true revert a1b2c3d", "[main 99aa88b] Revert \"Add total\"\n 2 files changed, 14 deletions(-)")
	for i, s := range all[:4] {
		// rewritten the next day, in its greater part
		one := committed(s, "a1b2c3d")
		two := b.more(one, 20*time.Hour).Ask("total() is the wrong approach altogether, write it anew with a reducer").Edit("src/total.js", 1, code, "const rules = [shipping, discount];\n\nexport const total = (items) =>\n  rules.reduce((acc, rule) => rule(acc, items), gross(items));\n").Say("Rewritten.")
		b.adds(fmt.Sprintf("other rework/rewritten the next day %d", i), []*claudetest.Talk{one, two}, reworked, lost)
		one = committed(s, "a1b2c3d")
		two = b.more(one, 12*24*time.Hour).Ask("total() should use the new reducer style like everything else now").Edit("src/total.js", 1, code, "const rules = [shipping, discount];\n\nexport const total = (items) =>\n  rules.reduce((acc, rule) => rule(acc, items), gross(items));\n").Say("Rewritten.")
		b.adds(fmt.Sprintf("other rework/rewritten long after %d", i), []*claudetest.Talk{one, two}, kept, won)
		// two lines of it
		one = committed(s, "a1b2c3d")
		two = b.more(one, 3*time.Hour).Ask("shipping is 590 since today").Edit("src/total.js", 8, "  const shipping = sum > 5000 ? 0 : 490;", "  const shipping = sum > 5000 ? 0 : 590;").Say("Changed.")
		b.adds(fmt.Sprintf("other rework/one line changed %d", i), []*claudetest.Talk{one, two}, won)
		// added to
		one = committed(s, "a1b2c3d")
		two = b.more(one, 3*time.Hour).Ask("add a function tax(items) below total").Edit("src/total.js", 12, "", "\nexport function tax(items) {\n  return Math.round(total(items) * 0.19);\n}\n").Say("Added.")
		b.adds(fmt.Sprintf("other rework/next step %d", i), []*claudetest.Talk{one, two}, kept, won)
		// another file
		one = committed(s, "a1b2c3d")
		two = b.more(one, time.Hour).Ask("remove the old helper").Run("rm src/old-helper.js", "Remove", "", 1).Say("Removed.")
		b.adds(fmt.Sprintf("other rework/other file removed %d", i), []*claudetest.Talk{one, two}, kept, won)
		// another commit
		one = committed(s, "a1b2c3d")
		two = b.more(one, time.Hour).Ask("revert the commit of yesterday evening, f00ba44").Run("git revert --no-edit f00ba44", "Revert", "[main 12ab34c] Revert \"Bump\"\n 1 file changed, 1 deletion(-)", 1).Say("Reverted.")
		b.adds(fmt.Sprintf("other rework/other commit reverted %d", i), []*claudetest.Talk{one, two}, kept, won)
		// the file as it was before
		one = b.talk(s).Ask(s.small)
		one.Edit(s.tweak.file, s.tweak.at, s.tweak.before, s.tweak.after).Say(s.changed).Ask("good, commit").Run("git commit -am 'Tweak'", "Commit", "[main b2c3d4e] Tweak\n 1 file changed, 1 insertion(+), 1 deletion(-)", 1).Say("Committed.")
		two = b.more(one, 30*time.Hour).Ask("we want the old value back").Run([]string{"git checkout HEAD~1 -- " + s.tweak.file, "git restore --source=HEAD~1 " + s.tweak.file, "git checkout b2c3d4e^ -- " + s.tweak.file, "git restore -s b2c3d4e~1 -- " + s.tweak.file}[i], "Old version", "", 1).Say("It's back.")
		b.adds(fmt.Sprintf("other rework/restored to before %d", i), []*claudetest.Talk{one, two}, reworked, lost)
		// in the same session it is no rework
		one = b.talk(s).Ask(s.small).Edit(s.tweak.file, s.tweak.at, s.tweak.before, s.tweak.after).Say(s.changed).Ask("a bit different please").Edit(s.tweak.file, s.tweak.at, s.tweak.after, s.tweak.after+" ").Say("Adjusted.").Ask("perfect").Say("Good.")
		b.add(fmt.Sprintf("other rework/within the session %d", i), one, kept, won)
	}
	one := committed(all[5], "a1b2c3d")
	two := b.more(one, time.Hour).Ask("drop the last two commits").Run("git revert --no-edit HEAD~1..HEAD", "Revert", "[main 99aa88b] Revert \"Add total\"\n 2 files changed, 14 deletions(-)", 1).Say("Reverted.")
	b.adds("other rework/git revert of a range", []*claudetest.Talk{one, two}, reworked, lost)
	one = committed(all[6], "a1b2c3d")
	two = b.more(one, time.Hour).Ask("delete the lines of the discount").Run("sed -i '1,11d' src/total.js", "Delete", "", 1).Say("Deleted.")
	b.adds("other rework/sed deletes the lines", []*claudetest.Talk{one, two}, reworked, lost)
	one = committed(all[7], "a1b2c3d")
	two = b.more(one, time.Hour).Ask("remove all lines of total again").Edit("src/total.js", 1, code, "").Say("Removed.")
	b.adds("other rework/lines removed by an edit", []*claudetest.Talk{one, two}, reworked, lost)
}
