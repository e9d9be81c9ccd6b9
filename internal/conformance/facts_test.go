package conformance

import (
	"fmt"
	"strings"
	"time"

	"prism/internal/transcript/claudetest"
)

type object = claudetest.Object

// lines are n lines of code, each ended by a line break.
func lines(n int, name string) string {
	var b strings.Builder
	for i := range n {
		fmt.Fprintf(&b, "const %s%d = %d;\n", name, i, i)
	}
	return b.String()
}

// floorCases: three turns, ten net lines, one mutating call that was carried out.
func floorCases(b *book) {
	for _, s := range stories() {
		n := func(how string) string { return "floor/" + how + "/" + s.name }
		talk := func() *claudetest.Talk { return b.talk(s) }
		chat := func(t *claudetest.Talk, n int) *claudetest.Talk {
			for i := range n {
				e := s.neutral[i%3]
				t.Ask(e.ask).Say(e.say)
			}
			return t
		}
		b.add(n("one turn"), chat(talk(), 1), floorPassed(false), turns(1), netLines(0), mutating(0), excluded("below_floor"))
		b.add(n("two turns"), chat(talk(), 2), floorPassed(false), turns(2), excluded("below_floor"))
		b.add(n("three turns"), chat(talk(), 3), floorPassed(true), turns(3))
		b.add(n("one edit"), s.work("small_change", talk()), floorPassed(true), turns(1), mutating(1))
		b.add(n("reading only"), chat(talk().Ask(s.question.ask).Read(s.look, s.looked).Grep("x", "y").Run("git log --oneline -5", "History", "a1b2c3d Start", 1).Say(s.question.say), 1), floorPassed(false), mutating(0), netLines(0))
		// What is no turn.
		t := chat(talk(), 2).Command("model", "opus").User("<local-command-stdout>Set model to opus</local-command-stdout>", nil)
		b.add(n("built-in commands are no turns"), t, turns(2), floorPassed(false))
		t = chat(talk(), 2).Interrupt()
		b.add(n("an interrupt is no turn"), t, turns(2))
		t = chat(talk(), 1).Compact("The person asked about the depots.")
		b.add(n("a compaction is no turn"), chat(t, 1), turns(2), count(1), floorPassed(false))
		t = chat(talk(), 1).User("<task-notification>\n<task-id>b1</task-id>\n<status>completed</status>\n</task-notification>", object{"origin": object{"kind": "task-notification"}}).Say("The background task has ended.")
		b.add(n("a notification is no turn"), t, turns(1), floorPassed(false))
		t = chat(talk(), 2).User("<bash-input>ls</bash-input>", nil).User("<bash-stdout>README.md</bash-stdout><bash-stderr></bash-stderr>", nil)
		b.add(n("a shell escape is no turn"), t, turns(2))
		t = chat(talk(), 1).User("Stop hook feedback:\nRun the linter before you stop.", nil).Say("I ran it in my head; nothing changed.")
		b.add(n("hook feedback is no turn"), t, turns(1))
		t = talk().Ask(s.bug).Refuse("Edit", object{"file_path": "/x/" + s.look, "old_string": "a", "new_string": "b"}, "not like this, tell me first what you found").Say(s.cause)
		b.add(n("words of a rejection are no turn"), t, turns(1), mutating(0), netLines(0), floorPassed(false))
		// What is one.
		t = chat(talk(), 1).User("<command-message>triage is running…</command-message>\n<command-name>/triage</command-name>\n<command-args>12</command-args>", object{"origin": object{"kind": "human"}}).Say("Triage of 12: it is a duplicate of 9.")
		b.add(n("a command of one's own is a turn"), t, turns(2))
		t = talk().Ask(s.question.ask).Tell("Let me look.").Read(s.look, s.looked).Queued("and please mention the version, too").Say(s.question.say)
		b.add(n("a queued prompt is a turn"), t, turns(2))
		// What does not count.
		no := object{"file_path": "/x/" + s.look, "old_string": "a", "new_string": "b"}
		b.add(n("an edit refused"), talk().Ask(s.small).Refuse("Edit", no, ""), mutating(0), netLines(0), floorPassed(false))
		b.add(n("a file refused"), talk().Ask(s.small).Refuse("Write", object{"file_path": "/x/new.txt", "content": lines(40, "a")}, "no new files please").Say("Understood."), mutating(0), netLines(0), floorPassed(false))
		t = talk().Ask(s.small).Call("Edit", no, "<tool_use_error>String to replace not found in file.\nString: a</tool_use_error>", "Error: String to replace not found in file.", true, 1).Say("The text is not in the file.")
		b.add(n("an edit that failed"), t, mutating(0), netLines(0), floorPassed(false))
		b.add(n("a command that failed"), talk().Ask("remove the old build folder").Fail("rm -r out/build", "Remove", 1, "rm: cannot remove 'out/build': Permission denied", 1).Say("I'm not allowed to."), mutating(0), floorPassed(false))
		// Lines.
		for _, size := range []int{1, 9, 10, 25} {
			b.add(n(fmt.Sprintf("a new file of %d lines", size)), talk().Ask("create it").Write("src/new.txt", lines(size, "a")).Say("Created."), netLines(size), mutating(1), floorPassed(true))
		}
		t = talk().Ask("replace the table").Edit("src/t.txt", 1, strings.TrimSuffix(lines(12, "a"), "\n"), strings.TrimSuffix(lines(15, "b"), "\n")).Say("Replaced.")
		b.add(n("twelve lines by fifteen"), t, netLines(3), mutating(1))
		t = talk().Ask("delete the table").Edit("src/t.txt", 1, strings.TrimSuffix(lines(12, "a"), "\n"), "").Say("Deleted.")
		b.add(n("twelve lines away"), t, netLines(12), mutating(1))
		t = talk().Ask("swap them").Edit("src/t.txt", 1, strings.TrimSuffix(lines(7, "a"), "\n"), "").Edit("src/u.txt", 1, "", strings.TrimSuffix(lines(7, "a"), "\n")).Say("Moved.")
		b.add(n("seven lines moved"), t, netLines(0), mutating(2))
		t = talk().Ask("plan it").Write("/home/mara/.claude/plans/brave-blue-fox.md", lines(30, "p")).Say("The plan is written.")
		b.add(n("a plan file has no lines"), t, netLines(0))
		// A prompt that Esc put back into the box, and that was sent again.
		t = chat(talk(), 1)
		before := t.Last()
		t.Ask(s.neutral[1].ask).Back(before).Ask(s.neutral[1].ask).Say(s.neutral[1].say)
		b.add(n("a prompt sent again after Esc"), t, turns(2), floorPassed(false))
		t = talk().Ask(s.question.ask).Call("AskUserQuestion", object{"questions": []any{object{"question": "Which depot?", "options": []any{}}}}, "Your questions have been answered: \"Which depot?\"=\"Vienna\". You can now continue with the user's answers in mind.", object{"answers": object{"Which depot?": "Vienna"}}, false, 9).Say(s.question.say)
		b.add(n("an answer to a question is no turn"), t, turns(1), mutating(0), floorPassed(false))
		t = talk().Ask("write it again").Call("Write", object{"file_path": "/x/same.txt", "content": "a\n"}, "The file /x/same.txt has been updated.", object{"type": "update", "filePath": "/x/same.txt", "content": "a\n", "structuredPatch": []any{}, "originalFile": "a\n"}, false, 1).Say("Written.")
		b.add(n("a file written as it was"), t, netLines(0), mutating(1), floorPassed(true))
		t = talk().Ask("both places").Call("MultiEdit", object{"file_path": "/x/m.txt", "edits": []any{object{"old_string": "a", "new_string": "b"}, object{"old_string": "c", "new_string": "d\ne"}}}, "Applied 2 edits to /x/m.txt", object{"filePath": "/x/m.txt", "edits": []any{}, "originalFileContents": "a\nc\n", "structuredPatch": []any{object{"oldStart": 1, "oldLines": 2, "newStart": 1, "newLines": 3, "lines": []any{"-a", "+b", "-c", "+d", "+e"}}}}, false, 1).Say("Both changed.")
		b.add(n("several edits in one call"), t, netLines(1), mutating(1))
		// A branch left behind by a rewind is billed and counts for nothing.
		t = chat(talk(), 1)
		at := t.Last()
		t.Ask("rewrite everything").Write("src/big.txt", lines(50, "z")).Say("Rewritten.").Back(at)
		b.add(n("a branch left behind"), chat(t, 1), turns(2), netLines(0), mutating(0), floorPassed(false))
	}
}

// mutatingCases: which commands change something.
func mutatingCases(b *book) {
	all := stories()
	run := func(i int, command, out string, want int) {
		s := all[i%len(all)]
		b.add("mutating/"+command, b.talk(s).Ask("run this for me please").Run(command, "Run it", out, 2).Say("Done."), mutating(want))
	}
	for i, c := range []string{
		"npx eslint --fix src", "eslint . --fix", "npx prettier --write src", "prettier -w .", "go test ./... -update", "go test -update ./internal/golden", "cargo insta accept", "npx jest -u", "npx jest --updateSnapshot",
		"npx vitest run -u", "npx vitest run --update", "pytest --snapshot-update", "ruff check --fix .", "ruff format .", "black .", "gofmt -w .", "goimports -w internal", "cargo fmt", "cargo fix --allow-dirty", "cargo clippy --fix --allow-dirty",
		"bundle exec rubocop -a", "bundle exec rubocop -A app", "rubocop --autocorrect", "npx playwright test --update-snapshots", "npx stylelint --fix '**/*.css'", "golangci-lint run --fix", "isort .", "npm install", "npm ci", "npm run build && git push",
		"pip install requests", "git commit -m 'x'", "git push origin main", "git add -A", "git checkout -b feature/x", "git stash", "git merge main", "git rebase main", "git tag v1.2.0", "git reset --hard HEAD~1", "git revert --no-edit 8c4e1d0",
		"git clean -fd", "git branch -D old", "mkdir -p src/new", "touch src/new.txt", "rm -f out.txt", "mv a.txt b.txt", "cp a.txt b.txt", "sed -i 's/a/b/' README.md", "echo hello > hello.txt", "ls -la >> listing.txt", "cat <<'EOF' > notes.txt\nnote\nEOF",
		"printf 'x' | tee out.txt", "gh pr create --fill", "gh pr merge 12 --squash", "gh issue comment 4 --body done", "kubectl apply -f deploy.yaml", "helm upgrade shop ./chart", "terraform apply -auto-approve", "chmod +x run.sh", "ln -s a b", "find . -name '*.tmp' -delete",
		"find . -name '*.bak' -exec rm {} +", "ls *.log | xargs rm", "./deploy.sh production", "frobnicate --all", "npm version patch", "yarn add left-pad", "cargo add serde", "go get example.org/x@latest", "go mod tidy", "perl -pi -e 's/a/b/' f.txt", "rsync -a src/ dest/",
		"wget https://example.org/f.tar.gz", "curl -sSo out.html https://example.org", "curl -X POST https://example.org/hook -d '{}'", "psql -c \"UPDATE users SET active = true\"", "cd src && rm old.ts", "go test ./... && git commit -am 'ok'", "sort f.txt -o f.txt", "git cherry-pick 8c4e1d0", "npm publish", "docker push registry.example/app",
		"truncate -s 0 app.log", "sudo systemctl restart nginx", "crontab jobs.txt", "git worktree add ../wt main", "kill 4711",
	} {
		run(i, c, "", 1)
	}
	for i, c := range []string{
		"ls -la", "cat README.md", "head -20 go.mod", "tail -f -n 5 app.log", "wc -l src/*.ts", "grep -rn 'NOTE:' src | head", "rg -n parse", "find . -name '*.go'", "pwd", "git status", "git diff", "git diff --stat main...HEAD", "git log --oneline -5",
		"git show HEAD", "git branch", "git branch -a", "git blame README.md", "git remote -v", "git stash list", "git tag", "go test ./...", "go test -run TestX -v ./internal/eta 2>&1 | tail -20", "go vet ./...", "go build ./...", "cargo test", "cargo check", "cargo clippy",
		"pytest -q", "python -m pytest tests/test_totals.py", "npm test", "npx tsc --noEmit", "npx eslint src", "npx vitest run", "npx jest", "npx prettier --check .", "ruff check .", "black --check .", "gofmt -l .", "cargo fmt --check", "mvn -q test", "./gradlew test", "bundle exec rspec",
		"bundle exec rubocop", "vendor/bin/phpunit", "vendor/bin/phpstan analyse src", "dotnet test", "ps aux", "which go", "echo hi", "date", "(( 3 > 2 )) && echo yes", "[[ 3 > 2 ]] && echo yes", "[ -f go.mod ] && echo yes", "test -d src && ls src", "ls nope 2>/dev/null", "ls 2>&1 | head -3",
		"grep -q x README.md > /dev/null 2>&1", "awk '$1 > 2' sizes.txt", "grep 'a > b' notes.txt", "jq '.size > 1' meta.json", "docker ps", "kubectl get pods", "gh pr view 3", "gh pr list", "du -sh .", "df -h", "sort names.txt | uniq -c", "sed -n 1,20p main.go", "cd src && go test ./...",
		"stat go.mod", "diff a.txt b.txt", "node --version", "python --version", "go version", "timeout 60 go test ./...", "for f in *.go; do wc -l \"$f\"; done", "if [ 2 -gt 1 ]; then echo yes; fi", "env | grep GO", "tree -L 2", "file a.bin", "git rev-parse HEAD", "git ls-files",
	} {
		run(i, c, "ok", 0)
	}
	for i, tool := range []string{"mcp__mail__draft_message", "mcp__forge__request_review", "mcp__forge__create_issue", "mcp__chat__send_message", "mcp__wiki__update_page", "mcp__drive__delete_file", "mcp__forge__add_comment", "mcp__chat__post_message", "mcp__drive__upload_file", "mcp__board__move_card", "mcp__forge__merge_pull_request", "mcp__db__insert_row", "mcp__files__write_file", "mcp__files__edit_file", "mcp__cal__schedule_event"} {
		b.add("mutating/"+tool, b.talk(all[i%len(all)]).Ask("do that with the tool, please").Call(tool, object{"text": "hello"}, "ok", "ok", false, 2).Say("Done."), mutating(1))
	}
	for i, tool := range []string{"mcp__forge__get_issue", "mcp__forge__list_pull_requests", "mcp__code__search_code", "mcp__files__read_file", "mcp__wiki__fetch_page", "mcp__drive__find_files", "mcp__forge__get_pull_request_diff", "mcp__files__list_directory"} {
		b.add("mutating/"+tool, b.talk(all[i%len(all)]).Ask("look it up with the tool, please").Call(tool, object{"id": "7"}, "ok", "ok", false, 2).Say("Found it."), mutating(0))
	}
	for i, tool := range []string{"TodoWrite", "TaskCreate", "TaskUpdate", "WebFetch", "WebSearch", "Glob", "Grep", "LS", "Skill", "ToolSearch", "EnterPlanMode", "TaskOutput", "BashOutput"} {
		b.add("mutating/"+tool, b.talk(all[i%len(all)]).Ask("what do you make of it?").Call(tool, object{"query": "x"}, "ok", object{}, false, 2).Say("That is all there is to it."), mutating(0), floorPassed(false))
	}
	s := all[0]
	b.add("mutating/NotebookEdit", b.talk(s).Ask("set the seed in the notebook").Call("NotebookEdit", object{"notebook_path": "/x/a.ipynb", "cell_id": "c1", "new_source": "seed = 1", "edit_mode": "replace"}, "Updated cell c1", object{"notebook_path": "/x/a.ipynb", "old_source": "seed = 0", "new_source": "seed = 1"}, false, 1).Say("Set."), mutating(1))
}

// spend is the usage of one API message.
func spend(input, output, write5m, write1h, read int) object {
	return object{"input_tokens": input, "output_tokens": output, "cache_creation_input_tokens": write5m + write1h, "cache_read_input_tokens": read, "cache_creation": object{"ephemeral_5m_input_tokens": write5m, "ephemeral_1h_input_tokens": write1h}}
}

func total(n int64) want {
	return last("tokens", func(s *session) string { return differ(s.Tokens.Total, n) })
}

func kinds(input, output, write5m, write1h, read int64) want {
	return last("token kinds", func(s *session) string {
		k := s.Tokens
		return differ([5]int64{k.Input, k.Output, k.CacheWrite5m, k.CacheWrite1h, k.CacheRead}, [5]int64{input, output, write5m, write1h, read})
	})
}

func costs(usd float64) want {
	return last("cost", func(s *session) string {
		if s.CostUSD == nil {
			return fmt.Sprintf("is unknown, want %.6f", usd)
		}
		if d := *s.CostUSD - usd; d > 1e-6 || d < -1e-6 {
			return fmt.Sprintf("is %.6f, want %.6f", *s.CostUSD, usd)
		}
		return ""
	})
}

// tokenCases: every API message once, its kinds apart, priced by model and day.
func tokenCases(b *book) {
	for i, s := range stories() {
		n := func(how string) string { return "tokens/" + how + "/" + s.name }
		k := i + 1
		t := b.talk(s)
		t.Model = "claude-opus-5-5"
		t.Ask(s.question.ask).Spend(spend(100*k, 200, 3000, 400, 50000)).Say(s.question.say)
		cost := (100*float64(k)*4 + 200*20 + 3000*5 + 400*8 + 50000*0.20) / 1e6
		b.add(n("one message"), t, total(int64(100*k+200+3000+400+50000)), kinds(int64(100*k), 200, 3000, 400, 50000), costs(cost))
		t = b.talk(s)
		t.Ask(s.question.ask).Spend(spend(10*k, 200, 0, 0, 1000)).Tell("Let me look.").Read(s.look, s.looked).Spend(spend(5, 100, 600, 0, 2000)).Say(s.question.say)
		b.add(n("two lines of one message"), t, total(int64(10*k+200+1000+5+100+600+2000)), kinds(int64(10*k+5), 300, 600, 0, 3000), costs((float64(10*k+5)*2+300*10+600*2.5+3000*0.10)/1e6))
		// Early lines of a message hold partial counts: the largest counts.
		t = b.talk(s).Ask(s.question.ask)
		for j, out := range []int{3, 250, 40} {
			t.Message(object{"type": "assistant", "requestId": "req_partial" + t.ID(), "message": object{"id": "msg_partial" + t.ID(), "type": "message", "role": "assistant", "model": "claude-sonnet-5-5", "content": []any{object{"type": "text", "text": fmt.Sprintf("Part %d.", j)}}, "usage": spend(7, out, 0, 0, 900)}}, time.Second)
		}
		b.add(n("partial counts"), t, total(7+250+900))
		// Cache writes whose sum reads 0 in old clients.
		t = b.talk(s).Ask(s.question.ask)
		t.Spend(object{"input_tokens": 5, "output_tokens": 50, "cache_creation_input_tokens": 0, "cache_read_input_tokens": 0, "cache_creation": object{"ephemeral_5m_input_tokens": 700, "ephemeral_1h_input_tokens": 300}}).Say(s.question.say)
		b.add(n("cache writes by their parts"), t, total(5+50+1000), kinds(5, 50, 700, 300, 0))
		// The client's own messages cost nothing.
		t = b.talk(s).Ask(s.question.ask).Spend(spend(9, 90, 0, 0, 0)).Say(s.question.say).Ask("go on").Broken("API Error: 500 Internal server error")
		b.add(n("a message of the client's own"), t, total(99))
		// A subagent's file.
		t = b.talk(s).Ask(s.question.ask).Spend(spend(9, 90, 0, 0, 0)).Say(s.question.say)
		sub := t.Another("subagent of "+t.ID(), time.Second)
		sub.Message(object{"type": "user", "isSidechain": true, "agentId": "a1", "sessionId": t.ID(), "parentUuid": nil, "message": object{"role": "user", "content": "Search the repository."}}, time.Second)
		sub.Message(object{"type": "assistant", "isSidechain": true, "agentId": "a1", "sessionId": t.ID(), "requestId": "req_sub" + t.ID(), "message": object{"id": "msg_sub" + t.ID(), "type": "message", "role": "assistant", "model": "claude-haiku-4-5-20251001", "content": []any{object{"type": "text", "text": "Found it."}}, "usage": spend(1000, 100, 0, 0, 0)}}, time.Second)
		c := b.adds(n("a subagent's file"), []*claudetest.Talk{t}, total(99+1100), costs((9*2+90*10)/1e6+(1000*1+100*5)/1e6), count(1))
		c.files = map[string][]byte{strings.TrimSuffix(t.File(), ".jsonl") + "/subagents/agent-a1.jsonl": sub.Bytes()}
		// Usage that stands only in the progress lines of old clients was billed. The
		// client writes type before data; a line is the same in any order of its keys.
		for _, first := range []string{"type", "data"} {
			t = b.talk(s).Ask(s.question.ask)
			call, _ := t.Spend(spend(2, 8, 0, 0, 0)).Start("Task", object{"description": "Search", "prompt": "Search the repository.", "subagent_type": "Explore"})
			for i := range 2 { // the same message twice
				data := `"data":{"type":"agent_progress","agentId":"a9","prompt":"","message":{"type":"assistant","timestamp":"2026-10-12T09:01:00.000Z","uuid":"` + claudetest.UUID("nested"+t.ID()) + `","requestId":"req_nested` + t.ID() + `","message":{"id":"msg_nested` + t.ID() + `","type":"message","role":"assistant","model":"claude-sonnet-5-5","content":[{"type":"text","text":"Looking."}],"usage":{"input_tokens":500,"output_tokens":40,"cache_creation_input_tokens":0,"cache_read_input_tokens":0}}}},`
				before, after := "", data
				if first == "data" {
					before, after = data, ""
				}
				id := claudetest.UUID(fmt.Sprint("progress", i, t.ID()))
				t.Raw(`{` + before + `"parentUuid":"` + t.Last() + `","isSidechain":false,"userType":"external","cwd":"/x","sessionId":"` + t.ID() + `","version":"2.1.20","type":"progress",` + after + `"toolUseID":"agent_` + call + `","parentToolUseID":"` + call + `","uuid":"` + id + `","timestamp":"2026-10-12T09:01:01.000Z"}`).Back(id)
			}
			t.Message(object{"type": "user", "message": object{"role": "user", "content": []any{object{"type": "tool_result", "tool_use_id": call, "content": "Found it."}}}}, time.Second)
			t.Spend(spend(1, 9, 0, 0, 0)).Say(s.question.say)
			b.add(n("progress lines, "+first+" first"), t, total(560))
		}
		// Copied lines of a fork are billed once.
		t = b.talk(s).Ask(s.question.ask).Spend(spend(9, 90, 0, 0, 0)).Say(s.question.say)
		fork := t.Another("fork of "+t.ID(), time.Hour)
		copyLines(fork, t)
		fork.Ask(s.neutral[0].ask).Spend(spend(3, 30, 0, 0, 0)).Say(s.neutral[0].say)
		b.adds(n("a fork"), []*claudetest.Talk{t, fork}, want{"tokens of all", func(all []session) string {
			sum := int64(0)
			for _, x := range all {
				sum += x.Tokens.Total
			}
			return differ(sum, 99+33)
		}})
	}
}

// copyLines copies all lines of a conversation as a fork does: the same uuids under
// the fork's own session id.
func copyLines(fork, from *claudetest.Talk) {
	for l := range strings.Lines(string(from.Bytes())) {
		fork.Raw(strings.TrimSuffix(strings.ReplaceAll(l, `"sessionId":"`+from.ID()+`"`, `"sessionId":"`+fork.ID()+`"`), "\n"))
	}
	fork.Back(from.Last())
}

// automatedCases: runs of a machine are read and left out.
func automatedCases(b *book) {
	for i, s := range stories() {
		for _, entry := range []string{"sdk-cli", "sdk-ts", "sdk-py"} {
			t := b.talk(s)
			t.Entry, t.Source = entry, "sdk"
			s.checked([]string{"feature", "bug_fix", "small_change"}[i%3], t)
			b.add("automated/"+entry+"/"+s.name, t, excluded("automated"), last("counted", func(x *session) string { return differ(x.Counted, false) }))
		}
		t := b.talk(s)
		b.add("automated/a person's run is none/"+s.name, s.checked("small_change", t).Ask("perfect, thanks").Say("Good."), excluded(""), last("counted", func(x *session) string { return differ(x.Counted, true) }))
	}
}
