package conformance

import (
	"bytes"
	"encoding/json"
	"fmt"
	"regexp"
	"strings"
	"time"
	"unicode/utf8"

	"prism/internal/transcript/claudetest"
)

// intentCases are plain prompts, each followed by what it asks for.
func intentCases(b *book) {
	all := stories()
	for _, s := range all {
		for _, kind := range []string{"question", "investigation", "review", "plan", "small_change", "bug_fix", "feature", "refactor"} {
			b.add("intents/"+kind+"/"+s.name, s.checked(kind, b.talk(s)), intent(kind))
		}
		for _, kind := range []string{"bug_fix", "feature", "refactor"} { // what is wanted does not depend on what was checked
			b.add("intents/"+kind+", unchecked/"+s.name, s.work(kind, b.talk(s)), intent(kind))
			b.add("intents/"+kind+", unchecked, then a question/"+s.name, s.ask(s.work(kind, b.talk(s)), 1), intent(kind))
		}
	}
	for kind, asks := range map[string][]string{
		"question":      {"How do I see which process listens on a port?", "What does the --frozen-lockfile flag do?", "Can a Go map be read by several goroutines at once?", "Is there a difference between INNER JOIN and JOIN?", "Why does Python have both lists and tuples?", "Which licence does this repository use?"},
		"investigation": {"Find out why the build takes nine minutes since Tuesday, don't change anything.", "Please investigate where the 502 errors of last night came from.", "Analyse which of our dependencies still pull in OpenSSL 1.1.", "Look into the memory leak of the worker and tell me the root cause.", "Compare SQLite and DuckDB for our reporting and tell me which is faster for us.", "Check whether the cache is used at all in production."},
		"review":        {"Review my last commit, please.", "Please do a code review of src/queue.", "Can you review PR #112?", "Have a critical look at this design document docs/design.md and tell me if it can be approved.", "Security review of the login code, please."},
		"plan":          {"Write a plan for moving us from REST to gRPC. Don't implement anything yet.", "Design the schema for multi-tenant billing first, no code.", "Propose how we could split this repository into packages. Just a proposal.", "Break the migration to Postgres 17 down into tickets.", "Draft a technical spec for the audit log."},
		"small_change":  {"Bump the version to 2.4.1 in package.json.", "Rename the variable tmp to buffer in src/read.c.", "Change the default port from 8080 to 9090 in config.yaml.", "Fix the typo in the README: 'teh' should be 'the'.", "Add .env to .gitignore.", "Update the copyright year in the footer."},
		"bug_fix":       {"The export crashes with a NullPointerException for empty lists. Fix it.", "Login fails for users with an umlaut in their name, please fix.", "Dates in the report are one day off. Repair that.", "The app hangs when the network is down, can you fix this bug?", "The total is wrong when a coupon is used twice. Fix the calculation."},
		"feature":       {"Implement CSV import for contacts, with validation and tests.", "Add dark mode to the whole app with a switch in the settings.", "Build a REST endpoint for password reset including e-mail and tests.", "Create a command line tool that compares two config files, with tests.", "Add pagination to all list endpoints and cover it with tests."},
		"refactor":      {"Refactor the payment module into smaller classes without changing behaviour.", "Clean up the duplicated code in the three importers, behaviour must stay the same.", "Restructure src/ so that every feature has its own folder. No functional changes.", "Migrate the tests from unittest to pytest style, same coverage.", "Extract the SQL out of the controllers into repositories."},
	} {
		for i, ask := range asks {
			s := all[(i*3+len(kind))%len(all)]
			t := b.talk(s).Ask(ask)
			switch kind {
			case "question":
				t.Say(s.question.say)
			case "investigation":
				t.Grep("x", s.look+":3: x").Read(s.look, s.looked).Say(s.investigation.say)
			case "review":
				t.Run("git show HEAD", "See it", "commit 8c4e1d0\n+ added", 1).Say(s.review.say)
			case "plan":
				t.Read(s.look, s.looked).Say(s.planned)
			case "small_change":
				apply(t, s.tweak)
				t.Say("Done.")
			case "bug_fix":
				apply(t, s.proof)
				t.Fail(s.test, "Run the new test", 1, s.red, 4)
				apply(t, s.fix)
				t.Run(s.test, "Run the tests", s.green, 4).Say("Fixed; the new test failed before and passes now.")
			case "feature":
				for _, p := range s.adds {
					apply(t, p)
				}
				t.Run(s.test, "Run the tests", s.green, 4).Say("It is implemented with tests; all pass.")
			case "refactor":
				for _, p := range s.moves {
					apply(t, p)
				}
				t.Run(s.test, "Run the tests", s.green, 4).Say("Restructured; all tests pass as before.")
			}
			b.add("intents/"+kind+"/"+ask, t, intent(kind))
		}
	}
}

// titleCases: a name that the person gave stands; the heuristic ones keep to their size.
func titleCases(b *book) {
	titled := func(name string) want { return last("title", func(s *session) string { return differ(s.Title, name) }) }
	for i, s := range stories() {
		name := []string{"Midnight estimate", "thousands dots", "Drag & drop: off by one", "Letzte Zeile", "fines – due day", "half an egg", "touching slots", "discount from ten on"}[i]
		b.add("titles/given at the end/"+s.name, s.tested(b.talk(s)).Name(name), titled(name))
		b.add("titles/given at the beginning/"+s.name, s.tested(b.talk(s).Name(name)), titled(name))
		b.add("titles/the last one given/"+s.name, s.tested(b.talk(s).Name("first name")).Name("second name").Name(name), titled(name))
		b.add("titles/by rename/"+s.name, s.tested(b.talk(s)).Command("rename", name).Name(name), titled(name), turns(1))
		t := s.tested(b.talk(s).Line(object{"type": "summary", "summary": "Work on " + s.name, "leafUuid": claudetest.UUID("leaf")})).Name(name)
		b.add("titles/above a summary of the client/"+s.name, t.Line(object{"type": "ai-title", "aiTitle": "A title of the client", "sessionId": t.ID()}), titled(name))
		for _, kind := range []string{"bug_fix", "feature", "question", "review"} {
			b.add("titles/size/"+kind+"/"+s.name, s.checked(kind, b.talk(s)), last("title", func(x *session) string {
				if n := utf8.RuneCountInString(x.Title); n == 0 || n > 60 || strings.Contains(x.Title, "\n") {
					return fmt.Sprintf("is %q, of %d letters", x.Title, n)
				}
				return ""
			}), last("summary", func(x *session) string {
				if n := utf8.RuneCountInString(x.Summary); n == 0 || n > 240 {
					return fmt.Sprintf("is of %d letters", n)
				}
				return ""
			}))
		}
	}
}

// evidenceCases: what is quoted stands in the transcript, and carries its criterion.
func evidenceCases(b *book) {
	quoting := func(name, quoted string) want {
		return last("quote of "+name, func(s *session) string {
			for _, c := range s.Criteria {
				if c.Name != name {
					continue
				}
				if c.Evidence == nil {
					return "has no quote"
				}
				if !strings.Contains(flat(c.Evidence.Quote), flat(quoted)) {
					return fmt.Sprintf("is %q, want %q in it", c.Evidence.Quote, quoted)
				}
				return ""
			}
			return "is not shown"
		})
	}
	counts := map[string]string{"go": "ok", "python": "30 passed", "typescript": "23 passed", "rust": "18 passed", "java": "Tests run: 41", "javascript": "27 passed", "ruby": "42 examples, 0 failures", "php": "OK (35 tests"}
	for _, s := range stories() {
		b.add("evidence/a passed test quotes its counts/"+s.name, s.tested(b.talk(s)), quoting("verified", counts[s.code]))
		b.add("evidence/behaviour kept quotes the counts/"+s.name, s.checked("refactor", b.talk(s)), quoting("behaviour_kept", counts[s.code]))
		b.add("evidence/a fix quotes the changed line/"+s.name, s.tested(b.talk(s)), quoting("fix_applied", "+"))
		b.add("evidence/a change quotes the changed line/"+s.name, s.work("small_change", b.talk(s)), quoting("change_applied", "+ "+strings.TrimSpace(s.tweak.after)))
		b.add("evidence/acceptance quotes the words/"+s.name, s.checked("feature", b.talk(s)).Ask("great, exactly what I wanted").Say("Good."), quoting("accepted", "exactly what I wanted"))
		b.add("evidence/a plan's acceptance quotes the words/"+s.name, s.work("plan", b.talk(s)).Ask("looks good, let's build it").Say("Starting with step 1."), quoting("plan_accepted", "let's build it"))
		b.add("evidence/the person's word quotes the words/"+s.name, s.untested(b.talk(s)).Ask("it works now, thank you").Say("Good."), quoting("verified", "it works now"))
	}
	// A run of no tests verifies nothing.
	for i, r := range [][2]string{
		{"go test -run TestNothing ./...", "testing: warning: no tests to run\nPASS\nok  \texample.org/parcels/internal/eta\t0.004s [no tests to run]"},
		{"go test ./...", "?   \texample.org/parcels/internal/eta\t[no test files]"},
		{"cargo test keeps", "running 0 tests\n\ntest result: ok. 0 passed; 0 failed; 0 ignored; 0 measured; 18 filtered out; finished in 0.00s"},
		{"npx jest --passWithNoTests other", "No tests found, exiting with code 0"},
		{"npx mocha --grep nothing", "  0 passing (2ms)"},
		{"vendor/bin/phpunit --filter Nothing", "No tests executed!"},
		{"bundle exec rspec spec/none", "No examples found.\n\nFinished in 0.0003 seconds\n0 examples, 0 failures"},
		{"npx vitest run nothing --passWithNoTests", "No test files found, exiting with code 0"},
	} {
		s := stories()[i]
		t := s.patched(b.talk(s)).Run(r[0], "Run the tests", r[1], 3).Say(s.fixed + " The tests pass.")
		b.add("evidence/no tests were run/"+r[0], t, missed(), last("no quote of it", func(x *session) string {
			for _, c := range x.Criteria {
				if c.Name == "verified" && c.Met {
					return "verified is met"
				}
			}
			return ""
		}))
	}
}

// hidden is what the gate put in place of a name or a secret.
var hidden = regexp.MustCompile(`\[[A-Z_]+_\d+\]`)

func flat(text string) string { return strings.Join(strings.Fields(text), " ") }

// texts are all strings of a case's transcripts, flattened into one.
func texts(k *kase) string {
	var out strings.Builder
	var walk func(v any)
	walk = func(v any) {
		switch x := v.(type) {
		case string:
			out.WriteString(" " + flat(x))
		case []any:
			for _, e := range x {
				walk(e)
			}
		case map[string]any:
			for _, e := range x {
				walk(e)
			}
		}
	}
	for _, talk := range k.talks {
		for d := json.NewDecoder(bytes.NewReader(talk.Bytes())); ; {
			var v any
			if d.Decode(&v) != nil {
				break // the end, or a line cut short
			}
			walk(v)
		}
	}
	return out.String()
}

// invariants adds to cases what holds of every session: quotes stand in the
// transcript, and no verdict contradicts its own criteria.
func invariants(b *book) {
	for i, k := range b.cases {
		if k.alone {
			continue
		}
		if i%3 == 0 {
			b.cases = append(b.cases, &kase{name: "criteria/complete, none unmet/" + k.name, of: k, wants: []want{{"criteria", func(all []session) string {
				for j := range all {
					if un := unmet(&all[j]); all[j].GoalComplete && len(un) > 0 {
						return "complete, and unmet: " + strings.Join(un, " ")
					}
				}
				return ""
			}}}})
		}
		if i%4 == 0 {
			b.cases = append(b.cases, &kase{name: "evidence/stands in the transcript/" + k.name, of: k, wants: []want{{"quotes", func(all []session) string {
				said := texts(k)
				for j := range all {
					quotes := all[j].Evidence
					for _, c := range all[j].Criteria {
						if c.Evidence != nil {
							quotes = append(quotes, *c.Evidence)
						}
					}
					if all[j].JudgeStatus == "ok" && len(quotes) == 0 {
						return "a verdict without a quote"
					}
					for _, q := range quotes {
						for _, part := range strings.Split(hidden.ReplaceAllString(flat(q.Quote), "…"), "…") {
							part = strings.TrimSpace(strings.TrimPrefix(strings.TrimPrefix(strings.TrimSpace(part), "+ "), "- "))
							if !strings.Contains(said, part) {
								return fmt.Sprintf("%q stands nowhere", q.Quote)
							}
						}
						if utf8.RuneCountInString(q.Quote) > 200 {
							return fmt.Sprintf("a quote of %d letters", utf8.RuneCountInString(q.Quote))
						}
					}
				}
				return ""
			}}}})
		}
	}
}

// criteriaCases: single criteria, met and unmet where a reader cannot doubt it.
func criteriaCases(b *book) {
	for i, s := range stories() {
		n := func(how string) string { return "criteria/" + how + "/" + s.name }
		again := []string{"that doesn't answer my question. how does it do that?", "no, I asked something else. please answer what I asked", "sorry, I still don't understand. can you explain it again?", "that's not what I wanted to know"}[i%4]
		b.add(n("question asked again"), s.work("question", b.talk(s)).Ask(again).Say(s.question.say), missed())
		b.add(n("question, thanks"), s.work("question", b.talk(s)).Ask("thanks, clear now").Say("Good."), met("answered"), complete())
		b.add(n("plan accepted"), s.work("plan", b.talk(s)).Ask("good plan, go ahead").Say("Starting."), met("plan_accepted"), complete())
		t := s.work("plan", b.talk(s)).Ask("start with step 1")
		apply(t, s.adds[0])
		b.add(n("plan begun"), t.Say("Step 1 is done."), complete())
		b.add(n("plan refused"), s.work("plan", b.talk(s)).Ask("no, that's much too complicated. I don't want this plan.").Say("I see. What should be simpler?"), missed())
		b.add(n("review with a verdict"), s.work("review", b.talk(s)), met("verdict_given"), complete())
		b.add(n("investigation with a conclusion"), s.work("investigation", b.talk(s)), met("conclusion_stated"), complete())
		t = s.checked("small_change", b.talk(s)).Ask("no, undo that again, please")
		t.Edit(s.tweak.file, s.tweak.at, s.tweak.after, s.tweak.before).Say("It is as it was before.")
		b.add(n("small change undone"), t, missed())
		b.add(n("small change applied"), s.work("small_change", b.talk(s)), met("change_applied"), complete())
		b.add(n("feature with tests, accepted"), s.checked("feature", b.talk(s)).Ask("great, looks good").Say("Good."), met("tests_or_put_off"), complete())
		// Stops in mid-work.
		t = s.patched(b.talk(s))
		t.Start("Bash", object{"command": s.test, "description": "Run the tests"})
		b.add(n("the record stops on a call"), t.Wait(time.Second), missed())
		t = s.patched(b.talk(s)).Say("Before I go on I need to know: should the old format still be accepted?")
		b.add(n("ends on a question it needs answered"), t, missed())
		t = s.tested(b.talk(s))
		t.Ask("commit it").Start("Bash", object{"command": "git add -A && git commit -m 'Fix it'", "description": "Commit"})
		b.add(n("the record stops on the commit that delivers"), t, complete())
		t = s.checked("refactor", b.talk(s)).Ask("commit and push, please").Run("git status", "Status", "On branch "+s.branch+"\nChanges not staged for commit:\n\tmodified: "+s.look, 1)
		t.Start("Bash", object{"command": "git add -A", "description": "Stage"})
		b.add(n("the record stops on the way to a commit"), t, complete())
	}
}
