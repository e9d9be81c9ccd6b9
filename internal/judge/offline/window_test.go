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
			k.Ask("which file is the parser in?").Say("In parse.go.")
		default:
			k.Ask("how many tests does it have?").Read("parse_test.go").Say("Twelve.")
		}
	}
	return k
}

// landed is work that nothing speaks against: each kind that is fixed, built or
// changed, up to the agent's closing words.
func landed() map[string]func() *talk {
	return map[string]func() *talk{
		"a fix": func() *talk {
			return new(talk).Ask("Fix the crash in parse.go on empty input").Read("parse.go").Edit("parse.go", 4).Run("go test ./...", goGreen).Say("Fixed: the parser checks for empty input first. All tests pass.")
		},
		"a feature": func() *talk {
			return new(talk).Ask("Add a CSV export to the invoices page, with tests").Write("export.go", 60).Write("export_test.go", 40).Run("go test ./...", goGreen).Say("The export is built, with tests. All tests pass.")
		},
		"a small change": func() *talk {
			return new(talk).Ask("Rename the flag --fast to --quick").Edit("main.go", 2).Say("Renamed.")
		},
		"an answer": func() *talk {
			return new(talk).Ask("What is the difference between a mutex and a semaphore?").Say("A mutex admits one at a time and has an owner; a semaphore counts how many may enter.")
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
						k := asides(work().Ask(words).Say("I see."), n)
						if nod != "" {
							if n == 2 {
								continue
							}
							k.Ask(nod).Say("Sure.")
						}
						if v := b.verdict(k); v.Signal != c.want || v.GoalComplete {
							t.Errorf("%s, %q, then %d questions and %q: %s", name, words, n, nod, explain(v))
						}
					}
				}
				if v := b.verdict(asides(work().Ask(words).Say("I see."), 3)); v.Signal != fact.NoSignal {
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
			return new(talk).Ask("Fix the crash in parse.go on empty input").Edit("parse.go", 4).Say("Fixed: the parser checks for empty input first.").Ask(words)
		}
		mended := func() *talk { return open().Edit("parse.go", 3).Say("Fixed: the check came too late.") }
		for name, k := range map[string]*talk{
			"a test":                   open().Edit("parse.go", 3).Run("go test ./...", goGreen).Say("Fixed: the check came too late. All tests pass."),
			"acceptance":               mended().Ask("works now").Say("Good."),
			"acceptance with thanks":   mended().Ask("perfect, thanks").Say("Good."),
			"acceptance, no reply":     mended().Ask("great, that fixed it"),
			"an order to deliver":      mended().Ask("commit it").Run("git commit -am fix", "[main 1a2b3c4] fix").Say("Committed."),
			"after a question":         mended().Ask("which line was it?").Say("Line 9.").Ask("it works now, thanks").Say("Good."),
			"the next step, at length": mended().Ask("now add a test for tabs").Edit("parse_test.go", 9).Run("go test ./...", goGreen).Say("Added."),
		} {
			if v := b.verdict(k); v.Signal != fact.NoSignal || !v.GoalComplete {
				t.Errorf("%q, then %s: %s", words, name, explain(v))
			}
		}
		for name, k := range map[string]*talk{
			"nothing":                open(),
			"words":                  open().Say("Please restart the server."),
			"an edit":                mended(),
			"thanks":                 mended().Ask("thanks").Say("Sure."),
			"thanks anyway":          mended().Ask("ok, thanks anyway").Say("Sure."),
			"a neutral question":     mended().Ask("which line was it?").Say("Line 9."),
			"praise of an answer":    mended().Ask("which line was it?").Say("Line 9.").Ask("great").Say("Sure."),
			"the old test":           open().Run("go test ./...", goGreen).Say("The tests pass here."),
			"a lint":                 open().Edit("parse.go", 3).Run("golangci-lint run", "0 issues.").Say("Fixed."),
			"the agent's own commit": open().Edit("parse.go", 3).Run("git commit -am fix", "[main 1a2b3c4] fix").Say("Fixed and committed."),
		} {
			if v := b.verdict(k); v.Signal == fact.NoSignal || v.GoalComplete {
				t.Errorf("%q, then %s: %s", words, name, explain(v))
			}
		}
	}
	for i, k := range []*talk{
		new(talk).Ask("Add a search box to the table").Edit("table.ts", 30).Run("npm test", jestGreen).Say("Added. All tests pass.").Ask("never mind the padding, looks good. commit it").Run("git commit -am x", "[main 1a2b3c4] x").Say("Committed."),
		new(talk).Ask("Fix the crash in parse.go").Read("parse.go").Say("I could not see it yet.").Ask("never mind, I found it, works now").Say("Good to hear."),
		new(talk).Ask("Fix the crash in parse.go").Edit("parse.go", 4).Say("Fixed.").Ask("skip the tests for now").Say("Okay.").Ask("looks good, commit it").Run("git commit -am x", "[main 1a2b3c4] x").Say("Committed."),
		new(talk).Ask("Fix the crash in parse.go").Edit("parse.go", 4).Fails("go test ./...", goRed).Say("It still fails.").Ask("try another approach").Edit("parse.go", 9).Run("go test ./...", goGreen).Say("Fixed: all tests pass."),
		new(talk).Ask("Add a cancel button").Edit("form.ts", 9).Run("npm test", jestGreen).Say("Added. All tests pass.").Ask("the cancel button should be red").Edit("form.ts", 1).Run("npm test", jestGreen).Say("Done."),
		new(talk).Ask("Speed up the scan").Edit("scan.go", 9).Run("go test ./...", goGreen).Say("Done.").Ask("skip this file in the linter").Edit(".golangci.yml", 2).Run("go test ./...", goGreen).Say("Done."),
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
			return new(talk).Ask("Fix this please:\n"+c.first).Edit("list.tsx", 3).Say("Fixed: it waits for the data.")
		}
		twice := func() *talk {
			return once().Ask(c.second).Edit("list.tsx", 3).Say("Fixed: it is checked there, too.")
		}
		thrice := func() *talk { return twice().Ask(c.third).Edit("list.tsx", 3).Say("Fixed.") }
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
			"then a test":     once().Ask(c.second).Edit("list.tsx", 3).Run("npm test", jestGreen).Say("Fixed. All tests pass."),
			"then acceptance": thrice().Ask("works now, thanks").Say("Good."),
		} {
			if v := b.verdict(k); v.Signal != fact.NoSignal {
				t.Errorf("%q, %s: %s", c.first, name, explain(v))
			}
		}
		if v := b.verdict(once().Ask(c.other).Edit("list.tsx", 3).Run("npm test", jestGreen).Say("Fixed.")); v.Signal != fact.NoSignal {
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
				k := new(talk).Ask(ask).Read("config.yml").Say(reply)
				if nod != "" {
					k.Ask(nod).Say("You're welcome.")
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
			if v := b.verdict(new(talk).Ask(ask).Read("config.yml").Say(reply).Ask("thanks, that helps").Say("You're welcome.")); !v.GoalComplete {
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
			if v := b.verdict(work().Ask(words)); !v.GoalComplete || v.Signal != fact.NoSignal {
				t.Errorf("%s, %q: %s", name, words, explain(v))
			}
		}
		if v := b.verdict(new(talk).Ask("Fix the crash in parse.go").Edit("parse.go", 3).Call("Bash", "go test ./...").Ask("thanks")); v.GoalComplete {
			t.Errorf("cut off, %q: %s", words, explain(v))
		}
	}
	const plan = "# Plan\n\n1. Extract the store.\n2. Put an API in front of it.\n3. Move the readers."
	for _, words := range []string{"let's build it", "looks good, let's do this", "approved", "I like it, let's go with this plan", "sounds good"} {
		if v := b.verdict(new(talk).Ask("Make a plan for moving the invoices to their own service. Plan only.").Read("store.go").Say("Here is the plan:\n\n" + plan).Ask(words)); !v.GoalComplete || v.Intent != fact.Plan {
			t.Errorf("a plan, %q: %s", words, explain(v))
		}
	}
	for _, words := range []string{"now add a test", "why?", "continue", "and the other file", "commit it", "not yet", "hmm, what about tabs?"} {
		v := b.verdict(landed()["an answer"]().Ask(words))
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
			return work().Ask("great, commit it").Run("git commit -am x", "[main 1a2b3c4] x").Say("Committed.")
		}
		for tail, k := range map[string]*talk{
			"a question, and an API error":          committed().Ask("by the way, what does POSIX stand for?").Failure("API Error: 529 overloaded"),
			"a question, and two":                   committed().Ask("what is the capital of Norway?").Failure("API Error: 529 overloaded").Failure("API Error: 529 overloaded"),
			"a question, and an error as an answer": committed().Ask("how do I exit vim?").Say("API Error: 500 Internal server error"),
			"a question, and a limit":               committed().Ask("is Go older than Rust?").Say("You've hit your limit · resets 7pm"),
			"a question, stopped":                   committed().Ask("what time is it in Oslo?").Interrupt(),
			"a question, unanswered":                committed().Ask("what does POSIX stand for?"),
			"stopped with nothing pending":          committed().Interrupt(),
			"stopped without a commit":              work().Ask("works, thanks").Say("Good.").Ask("what does POSIX stand for?").Interrupt(),
		} {
			if v := b.verdict(k); !v.GoalComplete || v.Signal != fact.NoSignal {
				t.Errorf("%s, %s: %s", name, tail, explain(v))
			}
		}
		for tail, k := range map[string]*talk{
			"more to do, and an API error": work().Ask("now do the same for the importer").Failure("API Error: 529 overloaded"),
			"a complaint, and an error":    committed().Ask("it still crashes").Failure("API Error: 529 overloaded"),
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
			k.Ask(p).Say("I am fine, thank you.")
		}
		if v := b.verdict(k); v.Intent != fact.IntentNone {
			t.Errorf("%d %q: %s", i, prompts, explain(v))
		}
	}
	for _, p := range []string{"build a page that shows the weather today", "fix the weather widget, it shows yesterday", "how does the weather module cache its answers?"} {
		if v := b.verdict(new(talk).Ask(p).Edit("weather.ts", 9).Say("Done.")); v.Intent == fact.IntentNone {
			t.Error(fmt.Sprintf("%q: ", p) + explain(v))
		}
	}
}
