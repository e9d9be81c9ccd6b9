package conformance

import (
	"fmt"
	"strings"
	"time"

	"prism/internal/transcript/claudetest"
)

// otherFloor: three turns, ten net lines, one mutating call.
func otherFloor(b *book, all []*story) {
	for n := 1; n <= 5; n++ {
		s := all[n]
		t := b.talk(s)
		for i := range n {
			q := s.neutral[i%3]
			if i > 2 {
				q = all[n+1].question
			}
			t.Ask(q.ask).Say(q.say)
		}
		b.add(fmt.Sprintf("other floor/%d turns", n), t, turns(n), mutating(0), netLines(0), floorPassed(n >= 3))
	}
	for _, n := range []int{1, 9, 10, 11, 37} {
		s := all[n%len(all)]
		t := b.talk(s).Ask("create a file gen/consts.js with constants").Write("gen/consts.js", lines(n, "k")).Say("Created.")
		b.add(fmt.Sprintf("other floor/%d lines written", n), t, netLines(n), mutating(1), floorPassed(true))
	}
	for i, s := range all {
		t := b.talk(s).Ask("swap these two lines in config.ini").Edit("config.ini", 2, "a=1\nb=2", "b=2\na=1").Say("Swapped.")
		b.add("other floor/net of nothing "+s.name, t, netLines(0), mutating(1), floorPassed(true))
		t = b.talk(s).Ask("remove the old key please").Refuse("Edit", object{"file_path": "/x/config.ini", "old_string": "a", "new_string": ""}, "no wait, not that one")
		t.Say("Okay, I leave it.")
		b.add("other floor/refused "+s.name, t, mutating(0), floorPassed(false))
		t = b.talk(s).Ask("delete the build folder").Fail("rm -r build", "Remove", 1, "rm: cannot remove 'build': No such file or directory", 1).Say("There is no build folder.")
		b.add("other floor/failed "+s.name, t, mutating(0), floorPassed(false))
		t = b.talk(s).Ask(s.neutral[0].ask).Say(s.neutral[0].say)
		t.Command("model", "opus").Command("compact", "").User("<local-command-stdout>Set model</local-command-stdout>", nil)
		t.Ask(s.neutral[1].ask).Say(s.neutral[1].say)
		b.add("other floor/commands are no turns "+s.name, t, turns(2), floorPassed(false))
		t = b.talk(s).Ask(s.neutral[0].ask).Read(s.look, s.looked).Queued(s.neutral[1].ask).Say(s.neutral[0].say + " " + s.neutral[1].say).Ask(s.neutral[2].ask).Say(s.neutral[2].say)
		b.add("other floor/queued prompt is a turn "+s.name, t, turns(3), floorPassed(true))
		if i%2 == 0 {
			t = b.talk(s).Ask(s.neutral[0].ask).Say(s.neutral[0].say)
			at := t.Last()
			t.Ask("create notes.md with ten lines").Write("notes.md", lines(10, "n")).Say("Created.")
			t.Back(at).Ask(s.neutral[1].ask).Say(s.neutral[1].say)
			b.add("other floor/rewound "+s.name, t, turns(2), mutating(0), netLines(0), floorPassed(false))
		} else {
			t = b.talk(s).Ask(s.neutral[0].ask).Interrupt()
			t.User("<task-notification>done</task-notification>", nil).User("Stop hook feedback: ok", nil)
			b.add("other floor/notices are no turns "+s.name, t, turns(1), floorPassed(false))
		}
	}
}

// otherShell: which shell calls change something.
func otherShell(b *book, all []*story) {
	readers := []string{
		"cat src/a.go | grep -n func | wc -l", "git status --short", "git diff --stat main", "ls -la src && pwd", "rg -n \"foo\" src | head -20", "find . -name '*.go' -not -path './vendor/*'",
		"go vet ./...", "npx tsc --noEmit", "pytest -k login -x", "cargo clippy", "sed -n 1,20p src/a.go", "awk '{print $1}' access.log | sort | uniq -c | sort -rn | head", "git log --oneline -5",
		"git show HEAD~1:README.md", "git blame src/a.go", "du -sh .", "mvn -q test", "(( 3 > 2 )) && echo yes", "[[ \"b\" > \"a\" ]] && echo yes", "echo \"a > b\"", "grep -c '>' index.html",
		"ls missing 2>/dev/null", "go test ./... 2>&1 | tail -5", "diff a.txt b.txt", "stat go.mod", "head -c 100 go.sum", "which node", "date", "whoami", "go build ./...", "cargo build --release", "npm run build",
		"./gradlew test", "dotnet build", "npm test", "yarn test --ci", "bundle exec rspec spec/models", "mix test", "ctest --test-dir build", "uv run pytest -q", "python -m unittest", "swift test",
		"cd src && ls", "git diff HEAD~2 -- src | head -50", "wc -l *.py", "tail -n 50 /var/log/app.log", "jq -r '.version' package.json", "tree -L 2", "basename $(pwd)", "git rev-parse HEAD",
	}
	writers := []string{
		"rm -rf build", "mv a.txt b.txt", "cp a.txt b.txt", "mkdir -p tmp/x", "touch x", "git commit -am wip", "git push origin main", "git checkout -b topic", "git add .", "git stash", "git rebase main", "git reset --hard HEAD~1",
		"npm install", "pip install requests", "go get example.org/x@latest", "go mod tidy", "cargo add serde", "sed -i 's/a/b/' x.txt", "echo hi > out.txt", "cat a >> b", "ls | tee files.txt", "python scripts/migrate.py", "./deploy.sh",
		"docker compose up -d", "kubectl apply -f k8s.yml", "curl -X POST https://api.example/x -d '{}'", "chmod +x run.sh", "ln -s a b", "npx eslint --fix src", "npx prettier --write .", "gofmt -w .", "ruff check --fix .", "cargo fmt", "cargo fix --allow-dirty",
		"go test ./... -update", "cargo insta accept", "npx jest -u", "npx vitest run -u", "pytest --snapshot-update", "bundle exec rubocop -A", "terraform apply -auto-approve", "gh pr create --fill", "ls && rm x", "cat x | tee y", "find . -name '*.tmp' -delete",
		"git branch -D old", "git tag v1.2.0", "kill 4711", "patch -p1 < fix.patch", "git apply fix.patch", "mix format", "cargo clippy --fix", "npx stylelint --fix '**/*.css'", "perl -pi -e 's/a/b/' x", "pytest > report.txt", "go test ./... | tee test.log", "black .", "git merge topic", "git cherry-pick 1a2b3c4", "gh pr merge 12 --squash", "npm version patch", "go generate ./...",
	}
	for i, c := range readers {
		t := b.talk(all[i%len(all)]).Ask("run `"+c+"` for me").Run(c, "As asked", "…", 1).Say("There you are.")
		b.add("other shell/reads/"+c, t, mutating(0))
	}
	for i, c := range writers {
		t := b.talk(all[i%len(all)]).Ask("run `"+c+"` for me").Run(c, "As asked", "", 1).Say("Ran it.")
		b.add("other shell/writes/"+c, t, mutating(1))
	}
}

// otherTools: which other calls change something.
func otherTools(b *book, all []*story) {
	for i, n := range []string{
		"mcp__github__create_issue", "mcp__slack__send_message", "mcp__gmail__draft_email", "mcp__jira__update_ticket", "mcp__linear__delete_comment", "mcp__github__merge_pull_request", "mcp__github__request_review", "mcp__postgres__insert_row", "mcp__notion__append_block_children", "mcp__drive__upload_file", "NotebookEdit",
	} {
		t := b.talk(all[i%len(all)]).Ask("please do that with the tool").Call(n, object{"title": "x", "notebook_path": "/x/a.ipynb", "new_source": "1"}, "ok", object{"ok": true}, false, 2).Say("Done.")
		b.add("other tools/write/"+n, t, mutating(1), floorPassed(true))
	}
	for i, n := range []string{
		"mcp__github__get_issue", "mcp__slack__list_channels", "mcp__jira__search_issues", "mcp__postgres__describe_table", "mcp__docs__read_page", "mcp__web__fetch_url", "Glob", "LS", "WebSearch", "WebFetch", "TodoWrite",
	} {
		t := b.talk(all[i%len(all)]).Ask("please look that up").Call(n, object{"query": "x", "pattern": "*", "url": "https://example.org", "path": "/x"}, "found", object{"ok": true}, false, 2).Say("Here is what it says: found.")
		b.add("other tools/read/"+n, t, mutating(0), floorPassed(false))
	}
}

// otherMachines: runs that no person sat before.
func otherMachines(b *book, all []*story) {
	for i, entry := range []string{"sdk-cli", "sdk-ts", "sdk-py"} {
		s := all[i]
		t := b.talk(s)
		t.Entry, t.Source = entry, "sdk"
		s.tested(t)
		b.add("other machines/"+entry, t, excluded("automated"), last("counted", func(s *session) string { return differ(s.Counted, false) }))
		t = b.talk(s)
		t.Entry, t.Source = entry, "sdk"
		s.tested(t)
		k := b.adds("other machines/included "+entry, []*claudetest.Talk{t}, excluded(""), complete())
		k.flags = []string{"--include-automated"}
	}
}

// otherScores: the score over a folder.
func otherScores(b *book, all []*story) {
	landed := func(i int) *claudetest.Talk {
		s := all[i%len(all)]
		switch i % 3 {
		case 0:
			return s.tested(b.talk(s)).Ask("works, thanks a lot").Say("Great.")
		case 1:
			return s.work("small_change", b.talk(s)).Ask("perfect").Say("Good.")
		}
		return s.checked("feature", b.talk(s)).Ask("excellent, commit it").Run("git commit -am Add", "Commit", "[main 0a1b2c3] Add\n 3 files changed, 40 insertions(+)", 1).Say("Committed.")
	}
	failed := func(i int) *claudetest.Talk {
		s := all[(i+2)%len(all)]
		switch i % 3 {
		case 0:
			return s.untested(b.talk(s)).Ask("still broken").Say("Sorry, I'm out of ideas.")
		case 1:
			return s.work("feature", b.talk(s)).Ask("forget it, we don't need this").Say("Okay.")
		}
		return s.untested(b.talk(s))
	}
	chat := func(i int) *claudetest.Talk {
		s := all[i%len(all)]
		return b.talk(s).Ask(s.neutral[i%3].ask).Say(s.neutral[i%3].say)
	}
	idle := func(i int) *claudetest.Talk {
		return b.talk(all[i%len(all)]).Ask("hey").Say("Hey!").Ask("how's it going").Say("Well, thanks.").Ask("good to hear").Say("What shall we do?")
	}
	machine := func(i int) *claudetest.Talk {
		s := all[i%len(all)]
		t := b.talk(s)
		t.Entry, t.Source = "sdk-py", "sdk"
		return s.tested(t)
	}
	mix := func(crushed, counted, small, ambient, machines int) []*claudetest.Talk {
		var out []*claudetest.Talk
		for i := range crushed {
			out = append(out, landed(i))
		}
		for i := range counted - crushed {
			out = append(out, failed(i))
		}
		for i := range small {
			out = append(out, chat(i))
		}
		for i := range ambient {
			out = append(out, idle(i))
		}
		for i := range machines {
			out = append(out, machine(i))
		}
		return out
	}
	for _, m := range [][5]int{{1, 1, 0, 0, 0}, {0, 1, 1, 0, 0}, {2, 3, 0, 1, 0}, {5, 8, 2, 0, 1}, {3, 3, 0, 0, 2}, {0, 4, 0, 0, 0}, {7, 10, 1, 1, 1}, {0, 0, 2, 0, 0}, {0, 0, 0, 2, 1}, {9, 12, 0, 0, 0}} {
		wants := append(share(m[0], m[1]), excludes("below_floor", m[2]), excludes("no_intent", m[3]), excludes("automated", m[4]))
		b.folder(fmt.Sprintf("other score/%v", m), mix(m[0], m[1], m[2], m[3], m[4]), wants...)
	}
	// a session belongs to the window in which it ended
	s := all[0]
	at := func(day string) *claudetest.Talk {
		b.n++
		return claudetest.Begin(fmt.Sprintf("other window %d", b.n), "/home/mara/code/window", "main", "claude-sonnet-5-5", day+"T10:00:00Z")
	}
	span := func(name string, flags []string, crushed, counted int, talks ...*claudetest.Talk) {
		k := b.folder("other window/"+name, talks, share(crushed, counted)...)
		k.flags = flags
	}
	good := func(day string) *claudetest.Talk {
		return s.work("small_change", at(day)).Ask("perfect, thanks").Say("Good.")
	}
	bad := func(day string) *claudetest.Talk {
		return all[1].untested(at(day)).Ask("no, still broken").Say("Sorry.")
	}
	span("a day", []string{"--since", "2026-10-14", "--until", "2026-10-14"}, 1, 1, good("2026-10-14"), bad("2026-10-15"), bad("2026-10-13"))
	span("from a day on", []string{"--since", "2026-10-14"}, 1, 2, good("2026-10-14"), bad("2026-10-20"), good("2026-10-01"))
	span("up to a day", []string{"--until", "2026-10-14"}, 1, 2, good("2026-10-14"), bad("2026-10-20"), bad("2026-10-01"))
	span("a month", []string{"--since", "2026-10", "--until", "2026-10"}, 1, 2, good("2026-10-31"), bad("2026-10-01"), bad("2026-09-30"), good("2026-11-01"))
	span("a week begins on Monday", []string{"--since", "2026-W42", "--until", "2026-W42"}, 1, 2, good("2026-10-12"), bad("2026-10-18"), bad("2026-10-11"), good("2026-10-19"))
	span("none in it", []string{"--since", "2026-01-01", "--until", "2026-01-31"}, 0, 0, good("2026-10-12"))
	over := at("2026-10-18").Ask(s.small)
	over.Edit(s.tweak.file, 3, s.tweak.before, s.tweak.after).Say(s.changed).Wait(20 * time.Hour).Ask("perfect, thanks").Say("Good.")
	span("over the end of a week", []string{"--since", "2026-W43", "--until", "2026-W43"}, 1, 1, over, bad("2026-10-18"))
	k := b.folder("other window/time zone", []*claudetest.Talk{good("2026-10-14")}, share(1, 1)...)
	k.flags = []string{"--tz", "Pacific/Kiritimati", "--since", "2026-10-15", "--until", "2026-10-15"}
	k = b.folder("other window/filter", []*claudetest.Talk{good("2026-10-14"), bad("2026-10-15")}, share(0, 1)...)
	k.flags = []string{"--intent", "bug_fix"}
	// tokens of all, counted or not
	var talks []*claudetest.Talk
	for i := range 3 {
		t := b.talk(all[i]).Ask(all[i].neutral[0].ask).Spend(spend(10, 20, 30, 0, 40)).Say(all[i].neutral[0].say)
		talks = append(talks, t)
	}
	b.folder("other score/tokens of what is not counted", talks, scoreWant{"tokens", func(s *scored) string { return differ(s.Tokens.Total, 300) }}, scoreWant{"output", func(s *scored) string { return differ(s.Tokens.Output, 60) }}, excludes("below_floor", 3))
	_ = strings.Join
}
