package offline

import (
	"fmt"
	"testing"

	"prism/internal/fact"
)

// asides are questions that want nothing changed; they resolve nothing.
func asides(k *talk, n int) *talk {
	for i := range n {
		switch i % 2 {
		case 0:
			k.ask("which file is the parser in?").say("In parse.go.")
		default:
			k.ask("how many tests does it have?").read("parse_test.go").say("Twelve.")
		}
	}
	return k
}

// landed is work that nothing speaks against: each kind that is fixed, built or
// changed, up to the agent's closing words.
func landed() map[string]func() *talk {
	return map[string]func() *talk{
		"a fix": func() *talk {
			return new(talk).ask("Fix the crash in parse.go on empty input").read("parse.go").edit("parse.go", 4).run("go test ./...", goGreen).say("Fixed: the parser checks for empty input first. All tests pass.")
		},
		"a feature": func() *talk {
			return new(talk).ask("Add a CSV export to the invoices page, with tests").write("export.go", 60).write("export_test.go", 40).run("go test ./...", goGreen).say("The export is built, with tests. All tests pass.")
		},
		"a small change": func() *talk {
			return new(talk).ask("Rename the flag --fast to --quick").edit("main.go", 2).say("Renamed.")
		},
		"an answer": func() *talk {
			return new(talk).ask("What is the difference between a mutex and a semaphore?").say("A mutex admits one at a time and has an owner; a semaphore counts how many may enter.")
		},
	}
}

// TestSignalsInTheWindow: words of failure count wherever they stand in the last
// three turns, and neutral questions, thanks and short assents after them change
// nothing; a turn further back they do not.
func TestSignalsInTheWindow(t *testing.T) {
	b := newBench(t)
	for _, c := range []struct {
		want  fact.FailureSignal
		words []string
	}{
		{fact.Abandoned, []string{
			"never mind", "nevermind, I'll do it by hand", "skip it", "let's skip it for now", "forget it", "ok forget about it", "let's park this", "I'll come back to this",
			"I'll come back to this after lunch", "leave it for now", "we can leave it", "drop it", "let's drop this", "let's move on from this", "not worth it", "don't bother",
			"I give up", "let's call it a day, I'll look at it later", "put it on hold please", "we don't need this anymore", "I changed my mind, leave it", "scrap it",
			"let's try something else", "let's shelve this", "I'll finish this tomorrow", "cancel that", "hmm, let it be",
		}},
		{fact.Frustration, []string{
			"still broken", "it still doesn't work", "nope", "same error", "ugh", "this isn't working", "that didn't fix it", "doesn't work", "still the same problem",
			"no luck, it keeps crashing", "wtf, it's still failing", "argh, same thing again", "it fails again", "no, that broke it", "not working at all", "why is it still broken",
			"this is ridiculous", "nothing changed", "it crashed again", "that's not working either",
		}},
	} {
		for _, words := range c.words {
			for name, work := range landed() {
				if name == "an answer" && c.want == fact.Frustration {
					continue
				}
				for n := range 3 {
					for _, nod := range []string{"", "ok", "ok, thanks anyway", "thanks"} {
						k := asides(work().ask(words).say("I see."), n)
						if nod != "" {
							if n == 2 {
								continue
							}
							k.ask(nod).say("Sure.")
						}
						if v := b.verdict(k); v.Signal != c.want || v.GoalComplete {
							t.Errorf("%s, %q, then %d questions and %q: %s", name, words, n, nod, explain(v))
						}
					}
				}
				if v := b.verdict(asides(work().ask(words).say("I see."), 3)); v.Signal != fact.NoSignal {
					t.Errorf("%s, %q, then 3 questions: %s", name, words, explain(v))
				}
			}
		}
	}
}

// TestWhatResolves: what puts a complaint right, and what does not.
func TestWhatResolves(t *testing.T) {
	b := newBench(t)
	for _, words := range []string{"still broken", "same error", "nope, it fails again", "this isn't working"} {
		open := func() *talk {
			return new(talk).ask("Fix the crash in parse.go on empty input").edit("parse.go", 4).say("Fixed: the parser checks for empty input first.").ask(words)
		}
		mended := func() *talk { return open().edit("parse.go", 3).say("Fixed: the check came too late.") }
		for name, k := range map[string]*talk{
			"a test":                   open().edit("parse.go", 3).run("go test ./...", goGreen).say("Fixed: the check came too late. All tests pass."),
			"acceptance":               mended().ask("works now").say("Good."),
			"acceptance with thanks":   mended().ask("perfect, thanks").say("Good."),
			"acceptance, no reply":     mended().ask("great, that fixed it"),
			"an order to deliver":      mended().ask("commit it").run("git commit -am fix", "[main 1a2b3c4] fix").say("Committed."),
			"after a question":         mended().ask("which line was it?").say("Line 9.").ask("it works now, thanks").say("Good."),
			"the next step, at length": mended().ask("now add a test for tabs").edit("parse_test.go", 9).run("go test ./...", goGreen).say("Added."),
		} {
			if v := b.verdict(k); v.Signal != fact.NoSignal || !v.GoalComplete {
				t.Errorf("%q, then %s: %s", words, name, explain(v))
			}
		}
		for name, k := range map[string]*talk{
			"nothing":                open(),
			"words":                  open().say("Please restart the server."),
			"an edit":                mended(),
			"thanks":                 mended().ask("thanks").say("Sure."),
			"thanks anyway":          mended().ask("ok, thanks anyway").say("Sure."),
			"a neutral question":     mended().ask("which line was it?").say("Line 9."),
			"praise of an answer":    mended().ask("which line was it?").say("Line 9.").ask("great").say("Sure."),
			"the old test":           open().run("go test ./...", goGreen).say("The tests pass here."),
			"a lint":                 open().edit("parse.go", 3).run("golangci-lint run", "0 issues.").say("Fixed."),
			"the agent's own commit": open().edit("parse.go", 3).run("git commit -am fix", "[main 1a2b3c4] fix").say("Fixed and committed."),
		} {
			if v := b.verdict(k); v.Signal == fact.NoSignal || v.GoalComplete {
				t.Errorf("%q, then %s: %s", words, name, explain(v))
			}
		}
	}
	for i, k := range []*talk{
		new(talk).ask("Add a search box to the table").edit("table.ts", 30).run("npm test", jestGreen).say("Added. All tests pass.").ask("never mind the padding, looks good. commit it").run("git commit -am x", "[main 1a2b3c4] x").say("Committed."),
		new(talk).ask("Fix the crash in parse.go").read("parse.go").say("I could not see it yet.").ask("never mind, I found it, works now").say("Good to hear."),
		new(talk).ask("Fix the crash in parse.go").edit("parse.go", 4).say("Fixed.").ask("skip the tests for now").say("Okay.").ask("looks good, commit it").run("git commit -am x", "[main 1a2b3c4] x").say("Committed."),
		new(talk).ask("Fix the crash in parse.go").edit("parse.go", 4).fails("go test ./...", goRed).say("It still fails.").ask("try another approach").edit("parse.go", 9).run("go test ./...", goGreen).say("Fixed: all tests pass."),
		new(talk).ask("Add a cancel button").edit("form.ts", 9).run("npm test", jestGreen).say("Added. All tests pass.").ask("the cancel button should be red").edit("form.ts", 1).run("npm test", jestGreen).say("Done."),
		new(talk).ask("Speed up the scan").edit("scan.go", 9).run("go test ./...", goGreen).say("Done.").ask("skip this file in the linter").edit(".golangci.yml", 2).run("go test ./...", goGreen).say("Done."),
	} {
		if v := b.verdict(k); v.Signal != fact.NoSignal {
			t.Errorf("no signal, %d: %s", i, explain(v))
		}
	}
}

// TestPastedErrors: the same kind of error in the person's last prompts is an error
// that nothing resolved, three times a loop; another kind, or a test that passes
// then, is none.
func TestPastedErrors(t *testing.T) {
	b := newBench(t)
	for _, c := range []struct{ first, second, third, other string }{
		{"TypeError: Cannot read properties of undefined (reading 'map')\n    at List (list.tsx:12:9)", "now I get this:\nTypeError: Cannot read properties of undefined (reading 'filter')\n    at List (list.tsx:19:4)", "Uncaught TypeError: x is not a function", "ReferenceError: y is not defined"},
		{"error TS2304: Cannot find name 'total'.", "src/a.ts(3,1): error TS2304: Cannot find name 'sum'.", "error TS2304: Cannot find name 'rows'.", "error TS2551: Property 'x' does not exist."},
		{"Error: connect ECONNREFUSED 127.0.0.1:5432", "again: connect ECONNREFUSED 127.0.0.1:5433\nError: it failed", "Error: connect ECONNREFUSED ::1:5432", "Error: listen EADDRINUSE :::3000"},
		{"Traceback (most recent call last):\n  File \"a.py\", line 3\nKeyError: 'id'", "Traceback (most recent call last):\n  File \"a.py\", line 9\nKeyError: 'name'", "KeyError: 'rows'", "ImportError: no module named x"},
	} {
		once := func() *talk {
			return new(talk).ask("Fix this please:\n"+c.first).edit("list.tsx", 3).say("Fixed: it waits for the data.")
		}
		twice := func() *talk { return once().ask(c.second).edit("list.tsx", 3).say("Fixed: it is checked there, too.") }
		thrice := func() *talk { return twice().ask(c.third).edit("list.tsx", 3).say("Fixed.") }
		for n := range 2 {
			if v := b.verdict(asides(twice(), n)); v.Signal == fact.NoSignal || v.GoalComplete {
				t.Errorf("%q twice, then %d questions: %s", c.first, n, explain(v))
			}
			if v := b.verdict(asides(thrice(), n)); v.Signal != fact.Loop || v.GoalComplete {
				t.Errorf("%q three times, then %d questions: %s", c.first, n, explain(v))
			}
		}
		for name, k := range map[string]*talk{
			"once":            once(),
			"then a test":     once().ask(c.second).edit("list.tsx", 3).run("npm test", jestGreen).say("Fixed. All tests pass."),
			"then acceptance": thrice().ask("works now, thanks").say("Good."),
		} {
			if v := b.verdict(k); v.Signal != fact.NoSignal {
				t.Errorf("%q, %s: %s", c.first, name, explain(v))
			}
		}
		if v := b.verdict(once().ask(c.other).edit("list.tsx", 3).run("npm test", jestGreen).say("Fixed.")); v.Signal != fact.NoSignal {
			t.Errorf("%q, then another: %s", c.first, explain(v))
		}
	}
}

// TestNonAnswers: what says that it was not found, or asks for what is needed,
// leaves a question open.
func TestNonAnswers(t *testing.T) {
	b := newBench(t)
	for _, ask := range []string{"Where is the retry limit configured?", "Why does the nightly job fail?", "Investigate why the upload is slow", "Find out what calls the old endpoint"} {
		for _, reply := range []string{
			"I could not find it.", "I couldn't find where that is set.", "There is not enough information to say.", "Could you send me those logs?", "Can you share the log of the last run?",
			"I don't have access to the job's logs, so I can't tell.", "I'm not sure. Which version are you on?", "I was unable to determine the cause.", "It's hard to say without seeing the configuration.",
			"I looked through the configuration, but I could not determine why.", "To go on I need to see the log. Please paste it here.",
		} {
			for _, nod := range []string{"", "ok", "ok, thanks anyway", "thanks"} {
				k := new(talk).ask(ask).read("config.yml").say(reply)
				if nod != "" {
					k.ask(nod).say("You're welcome.")
				}
				if v := b.verdict(k); v.GoalComplete {
					t.Errorf("%q: %q, then %q: %s", ask, reply, nod, explain(v))
				}
			}
		}
		for _, reply := range []string{
			"It is set in config.yml, line 12, as retries: 5, and read once at the start.", "The cause is the pool: it holds two connections, and the job needs three, so the third waits until it times out.",
			"No, nothing calls it: I could not find a single use outside of its own tests, so it can go.",
		} {
			if v := b.verdict(new(talk).ask(ask).read("config.yml").say(reply).ask("thanks, that helps").say("You're welcome.")); !v.GoalComplete {
				t.Errorf("%q: %q: %s", ask, reply, explain(v))
			}
		}
	}
}

// TestLastWords: a record that ends on words which take the work as good needs no
// answer to them.
func TestLastWords(t *testing.T) {
	b := newBench(t)
	for _, words := range []string{"got it", "thanks", "got it, thanks!", "perfect", "looks good", "great, thank you", "works now", "ok thanks", "makes sense", "awesome, that's it", "understood, thank you"} {
		for name, work := range landed() {
			if v := b.verdict(work().ask(words)); !v.GoalComplete || v.Signal != fact.NoSignal {
				t.Errorf("%s, %q: %s", name, words, explain(v))
			}
		}
		if v := b.verdict(new(talk).ask("Fix the crash in parse.go").edit("parse.go", 3).call("Bash", "go test ./...").ask("thanks")); v.GoalComplete {
			t.Errorf("cut off, %q: %s", words, explain(v))
		}
	}
	const plan = "# Plan\n\n1. Extract the store.\n2. Put an API in front of it.\n3. Move the readers."
	for _, words := range []string{"let's build it", "looks good, let's do this", "approved", "I like it, let's go with this plan", "sounds good"} {
		if v := b.verdict(new(talk).ask("Make a plan for moving the invoices to their own service. Plan only.").read("store.go").say("Here is the plan:\n\n" + plan).ask(words)); !v.GoalComplete || v.Intent != fact.Plan {
			t.Errorf("a plan, %q: %s", words, explain(v))
		}
	}
	for _, words := range []string{"now add a test", "why?", "continue", "and the other file", "commit it", "not yet", "hmm, what about tabs?"} {
		v := b.verdict(landed()["an answer"]().ask(words))
		if v.GoalComplete && words != "commit it" {
			t.Errorf("%q is no last word: %s", words, explain(v))
		}
	}
}

// TestFinishedWorkStaysFinished: what comes after it and has nothing to do with it
// overturns nothing.
func TestFinishedWorkStaysFinished(t *testing.T) {
	b := newBench(t)
	for name, work := range landed() {
		if name == "an answer" {
			continue
		}
		committed := func() *talk {
			return work().ask("great, commit it").run("git commit -am x", "[main 1a2b3c4] x").say("Committed.")
		}
		for tail, k := range map[string]*talk{
			"a question, and an API error":          committed().ask("by the way, what does POSIX stand for?").failure("API Error: 529 overloaded"),
			"a question, and two":                   committed().ask("what is the capital of Norway?").failure("API Error: 529 overloaded").failure("API Error: 529 overloaded"),
			"a question, and an error as an answer": committed().ask("how do I exit vim?").say("API Error: 500 Internal server error"),
			"a question, and a limit":               committed().ask("is Go older than Rust?").say("You've hit your limit · resets 7pm"),
			"a question, stopped":                   committed().ask("what time is it in Oslo?").interrupt(),
			"a question, unanswered":                committed().ask("what does POSIX stand for?"),
			"stopped with nothing pending":          committed().interrupt(),
			"stopped without a commit":              work().ask("works, thanks").say("Good.").ask("what does POSIX stand for?").interrupt(),
		} {
			if v := b.verdict(k); !v.GoalComplete || v.Signal != fact.NoSignal {
				t.Errorf("%s, %s: %s", name, tail, explain(v))
			}
		}
		for tail, k := range map[string]*talk{
			"more to do, and an API error": work().ask("now do the same for the importer").failure("API Error: 529 overloaded"),
			"a complaint, and an error":    committed().ask("it still crashes").failure("API Error: 529 overloaded"),
		} {
			if v := b.verdict(k); v.GoalComplete {
				t.Errorf("%s, %s: %s", name, tail, explain(v))
			}
		}
	}
}

// TestAmbientTalk: talk of the weather has no goal.
func TestAmbientTalk(t *testing.T) {
	b := newBench(t)
	for i, prompts := range [][]string{
		{"how's the weather?"}, {"hi", "how's it going?"}, {"good morning", "lovely day, isn't it?"}, {"what's the weather like today?"}, {"tell me a joke"}, {"hello", "how was your weekend?", "nice, bye"},
		{"just saying hi"}, {"hey", "what's your name?"}, {"I'm bored"}, {"hi there", "it's raining again"},
	} {
		k := new(talk)
		for _, p := range prompts {
			k.ask(p).say("I am fine, thank you.")
		}
		if v := b.verdict(k); v.Intent != fact.IntentNone {
			t.Errorf("%d %q: %s", i, prompts, explain(v))
		}
	}
	for _, p := range []string{"build a page that shows the weather today", "fix the weather widget, it shows yesterday", "how does the weather module cache its answers?"} {
		if v := b.verdict(new(talk).ask(p).edit("weather.ts", 9).say("Done.")); v.Intent == fact.IntentNone {
			t.Error(fmt.Sprintf("%q: ", p) + explain(v))
		}
	}
}
