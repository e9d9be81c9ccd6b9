package intent

import (
	"slices"
	"testing"

	"prism/internal/fact"
	"prism/internal/transcript"
)

// TestThumbRulesOfWhatWasDone: the same words are another kind of work by what was done
// for them, and the same work another by the words.
func TestThumbRulesOfWhatWasDone(t *testing.T) {
	b := newDesk()
	ask := func(prompt string) *talk { return new(talk).Ask(prompt) }
	look := func(k *talk, n int) *talk {
		for range n {
			k.Read("gauge.go")
		}
		return k
	}
	wide := func(k *talk) *talk {
		return k.Edit("a.go", 60).Edit("b.go", 60).Edit("c.go", 60).Edit("d.go", 60).Say("Well.")
	}
	for _, c := range []struct {
		why  string
		want fact.Intent
		talk *talk
	}{
		// Nothing was changed.
		{"a plan that was drawn up in a file", fact.Plan, ask("write a plan for the harbour").Say("First the gauge, then the chart.")},
		{"a feature that is to be planned", fact.Plan, ask("add a chart; plan it first").Say("First the gauge.")},
		{"a verdict on something", fact.Review, ask("review the gauge reader").Say("It is sound.")},
		{"a fix that was looked for at length", fact.Investigation, look(ask("fix the gauge reader"), 5).Say("It reads feet.")},
		{"a fix that was stopped", fact.BugFix, look(ask("fix the gauge reader"), 5).Interrupt()},
		{"an error that was stopped at", fact.BugFix, look(ask("panic: gauge\ngoroutine 1 [running]:"), 1).Interrupt()},
		{"a look that was stopped", fact.Investigation, look(ask("investigate the gauge reader"), 1).Interrupt()},
		{"a small change that was stopped", fact.SmallChange, look(ask("rename the gauge reader"), 1).Interrupt()},
		{"a run that was stopped", fact.SmallChange, ask("run the gauge reader").Interrupt()},
		{"a small change that was only talked of", fact.SmallChange, ask("rename the gauge reader").Say("To what?")},
		{"a feature that was only talked of", fact.Feature, ask("add a chart of the tides").Say("Which tides?")},
		{"a question", fact.Question, ask("what is a gauge?").Say("A pole.")},
		{"a question that took a look at much", fact.Question, look(ask("what is a gauge?"), 7).Say("A pole.")},
		{"a look", fact.Investigation, ask("investigate the gauge reader").Say("It reads feet.")},
		{"a look by helpers", fact.Investigation, ask("the gauge of the harbour").Call("Task", "look").Back(transcript.Result{Outcome: transcript.Done}).Say("It reads feet.")},
		{"a look at much", fact.Investigation, look(ask("the gauge of the harbour"), 6).Say("It reads feet.")},
		{"a look at little", fact.Question, look(ask("the gauge of the harbour"), 2).Say("It reads feet.")},
		// Something ran, and no file is known to have changed.
		{"a review that ran something", fact.Review, ask("review the gauge reader").Run("cp a b", "").Say("It is sound.")},
		{"a fix by a command", fact.BugFix, ask("fix the gauge reader").Run("cp a b", "").Say("It reads.")},
		{"a look that wrote a file", fact.Investigation, ask("investigate the gauge reader").Run("cp a b", "").Say("It reads feet.")},
		{"a look that ended in a commit", fact.SmallChange, ask("investigate the gauge reader").Run("git commit -am x", "[main 1a2b3c4] x").Say("Done.")},
		{"a run that looked at much", fact.Investigation, look(ask("run the gauge reader"), 8).Run("cp a b", "").Say("It reads feet.")},
		{"a run", fact.SmallChange, ask("run the gauge reader").Run("cp a b", "").Say("It ran.")},
		// Files were changed.
		{"a plan in a document", fact.Plan, ask("write a plan for the harbour").Write("harbour.md", 60).Say("Here.")},
		{"a review that wrote its verdict down", fact.Review, ask("review the gauge reader").Write("review.md", 300).Say("Here.")},
		{"a review that mended little", fact.Review, ask("review the gauge reader").Edit("gauge.go", 9).Say("It is sound now.")},
		{"a review that mended much", fact.BugFix, ask("review the gauge reader").Edit("gauge.go", 300).Say("It is sound now.")},
		{"a refactoring", fact.Refactor, ask("refactor the gauge reader").Edit("gauge.go", 9).Say("Well.")},
		{"a refactoring by its commit", fact.Refactor, ask("go on with the gauge").Edit("gauge.go", 70).Run(`git commit -am "refactor: the gauge"`, "").Say("Well.")},
		{"a fix by its commit", fact.BugFix, ask("go on with the gauge").Edit("gauge.go", 70).Run(`git commit -am "fix: the gauge"`, "").Say("Well.")},
		{"a fix", fact.BugFix, ask("fix the gauge reader").Edit("gauge.go", 9).Say("Well.")},
		{"a wide fix", fact.BugFix, wide(ask("fix the gauge reader"))},
		{"what does not work", fact.BugFix, ask("the gauge reader is broken").Edit("gauge.go", 70).Say("Well.")},
		{"what still does not work", fact.BugFix, ask("it still doesn't work").Edit("gauge.go", 70).Say("Well.")},
		{"an error", fact.BugFix, ask("panic: gauge\ngoroutine 1 [running]:").Edit("gauge.go", 70).Say("Well.")},
		{"why it is so", fact.BugFix, ask("why does the gauge read feet?").Edit("gauge.go", 70).Say("Well.")},
		{"a plan that adds", fact.Feature, wide(new(talk).HandPlan("# Plan: a chart of the tides\n\nDraw it."))},
		{"a plan that fixes", fact.BugFix, wide(new(talk).HandPlan("# Plan: fix the gauge reader\n\nRead metres."))},
		{"a plan that changes documents", fact.SmallChange, new(talk).HandPlan("# Plan: notes on the tides\n\nSay it.").Edit("notes.md", 30).Say("Well.")},
		{"a small thing in much code", fact.Refactor, wide(new(talk).HandPlan("# Plan: rename the gauge reader\n\nRename it."))},
		{"a look that was written down", fact.Investigation, ask("investigate the gauge reader").Write("findings.md", 60).Say("Here.")},
		{"a long new document", fact.Feature, ask("go on with the harbour").Write("a.md", 100).Write("b.md", 100).Write("c.md", 100).Say("Here.")},
		{"a small change", fact.SmallChange, ask("rename the gauge reader").Edit("gauge.go", 70).Say("Well.")},
		{"few lines", fact.SmallChange, ask("go on with the gauge").Edit("gauge.go", 9).Say("Well.")},
		{"a change of settings", fact.SmallChange, ask("go on with the gauge").Edit("gauge.json", 60).Say("Well.")},
		{"much code", fact.Feature, wide(ask("go on with the gauge"))},
		{"a feature", fact.Feature, ask("add a chart of the tides").Edit("chart.go", 70).Say("Well.")},
	} {
		if got := b.requestIn(c.talk).rule; got != c.want {
			t.Errorf("%s is a %s, want %s", c.why, got, c.want)
		}
	}
}

// TestStatedIntents: what a person names in so many words, and has something done for,
// is that kind of work however little came of it, and no other.
func TestStatedIntents(t *testing.T) {
	b := newDesk()
	edit := func(prompt string) *talk {
		return new(talk).Ask(prompt).Edit("gauge.go", 2).Say("Done.")
	}
	for _, c := range []struct {
		why  string
		want fact.Intent
		talk *talk
	}{
		{"a refactoring", fact.Refactor, edit("refactor the gauge reader")},
		{"a fix", fact.BugFix, edit("fix the gauge reader")},
		{"a feature with tests", fact.Feature, edit("add a chart of the tides, with unit tests")},
		{"a feature without", "", edit("add a chart of the tides")},
		{"a small change", "", edit("rename the gauge reader")},
		{"what shall stay as it is", fact.Refactor, edit("move the gauge reader to its own file without changing behaviour")},
		{"a verdict", fact.Review, new(talk).Ask("can this branch be merged? tell me approve or reject").Run("git diff", "+x").Say("Approve.")},
		{"a question", fact.Question, new(talk).Ask("what is a gauge?").Say("A pole.")},
		{"a question of what one may do", fact.Question, new(talk).Ask("can i delete the old gauge file").Say("Yes, nothing reads it.")},
		{"a plan handed on", "", new(talk).HandPlan("# Plan: refactor the gauge reader").Edit("gauge.go", 2).Say("Done.")},
		{"a command", "", new(talk).Command("/go", "refactor the gauge reader").Edit("gauge.go", 2).Say("Done.")},
	} {
		if got := b.read(c.talk).stated; got != c.want {
			t.Errorf("%s states %q, want %q", c.why, got, c.want)
		}
	}
	// It takes the place of a small change, or of what it is easily taken for.
	guess := func(first fact.Intent) []float64 {
		out := make([]float64, len(fact.Intents))
		for i, n := range fact.Intents {
			out[i] = 0.05
			if n == first {
				out[i] = 0.6
			}
		}
		return out
	}
	for _, c := range []struct{ stated, guessed, want fact.Intent }{
		{fact.Refactor, fact.SmallChange, fact.Refactor}, {fact.BugFix, fact.SmallChange, fact.BugFix}, {fact.Feature, fact.SmallChange, fact.Feature}, {fact.Refactor, fact.BugFix, fact.Refactor},
		{fact.Feature, fact.BugFix, fact.BugFix}, {fact.BugFix, fact.Refactor, fact.Refactor}, {fact.Refactor, fact.Feature, fact.Feature}, {"", fact.SmallChange, fact.SmallChange},
		{fact.Review, fact.Question, fact.Review}, {fact.Review, fact.Investigation, fact.Review}, {fact.Review, fact.Plan, fact.Review}, {fact.Review, fact.BugFix, fact.BugFix}, {fact.Review, fact.SmallChange, fact.SmallChange},
	} {
		was := guess(c.guessed)
		got := (&Reading{stated: c.stated}).AsStated(was)
		if best := fact.Intents[slices.Index(got, slices.Max(got))]; best != c.want || slices.Max(got) != 0.6 {
			t.Errorf("%q stated of a %s: %s at %v, want %s", c.stated, c.guessed, best, slices.Max(got), c.want)
		}
		if !slices.Equal(was, guess(c.guessed)) {
			t.Errorf("%q stated of a %s changes the guess itself", c.stated, c.guessed)
		}
	}
}

// What nobody states is told by the form of the answer, or by the work: in place of a
// question or of a small change only.
func TestWhatIsShown(t *testing.T) {
	b := newDesk()
	const plan = "Plan:\n\n1. Put the gauge behind an interface.\n2. Move its readers one by one.\n3. Take the old path out."
	told := func(prompt string) *talk { return new(talk).Ask(prompt) }
	work := func() *talk { return told("the tide table shows the harbour of the day before") }
	for _, c := range []struct {
		why  string
		want fact.Intent
		talk *talk
	}{
		{"a plan", fact.Plan, told("the harbour without its old gauges, in phases").Read("gauge.go").Say(plan)},
		{"two steps are none", "", told("the harbour without its old gauges").Read("gauge.go").Say("Plan:\n\n1. Put it behind an interface.\n2. Take the old path out.")},
		{"a ruling on a change", fact.Review, told("the gauge branch, honestly").Run("git diff main", "+ x").Say("Two things should change before this is merged: the error is dropped, and the new branch has no test.")},
		{"a ruling that looked at nothing", "", told("the gauge branch, honestly").Say("I would approve it before this is merged.")},
		{"a cause that was looked for", fact.Investigation, told("the ferry mails come twice").Read("mail.go").Run("grep -rn send .", "mail.go:3").Say("The cause: two timers start the same job.")},
		{"a cause that was known", "", told("the ferry mails come twice").Say("The cause: two timers start the same job.")},
		{"an answer", "", told("the ferry mails").Read("mail.go", "job.go").Say("They go out at eight, one for each ferry.")},
		{"behaviour that stays", fact.Refactor, work().Edit("gauge.go", 9).Edit("tide.go", 2).Edit("ferry.go", 2).Run("go test ./...", allGreen).Say("Moved; behaviour is unchanged.")},
		{"behaviour that nobody looked at", "", work().Edit("gauge.go", 9).Edit("tide.go", 2).Edit("ferry.go", 2).Say("Moved; behaviour is unchanged.")},
		{"behaviour of the rest", "", work().Edit("gauge.go", 9).Run("go test ./...", allGreen).Say("It shows today's; other behaviour is unchanged.")},
		{"a thing that was found", "", told("the ferry mails, from where").Read("mail.go").Run("grep -rn send .", "mail.go:3").Say("I found it in mail.go: a timer at eight sends them.")},
		{"a test that came with it", fact.BugFix, work().Edit("tide_test.go", 4).Edit("tide.go", 3).Run("go test ./...", allGreen).Say("The table shows today's now.")},
		{"a test and a new file", fact.Feature, work().Write("tide_test.go", 8).Write("tide.go", 20).Run("go test ./...", allGreen).Say("There is one now.")},
		{"no test", "", work().Edit("tide.go", 3).Say("Changed.")},
		{"a test that nobody ran", "", work().Edit("tide_test.go", 4).Edit("tide.go", 3).Say("Changed.")},
		{"what is asked for", "", told("rename the gauge to meter").Edit("tide_test.go", 4).Edit("tide.go", 3).Run("go test ./...", allGreen).Say("Renamed.")},
		{"a command", "", new(talk).Command("/go", "the gauge").Read("gauge.go").Say(plan)},
	} {
		if got := b.read(c.talk).shown; got != c.want {
			t.Errorf("%s shows %q, want %q", c.why, got, c.want)
		}
	}
	at := func(best fact.Intent) []float64 {
		out := make([]float64, len(fact.Intents))
		out[slices.Index(fact.Intents, best)] = 0.6
		return out
	}
	for _, c := range []struct{ stated, shown, guessed, want fact.Intent }{
		{"", fact.BugFix, fact.SmallChange, fact.BugFix}, {"", fact.Plan, fact.Question, fact.Plan}, {fact.Question, fact.Investigation, fact.Question, fact.Investigation},
		{"", fact.Feature, fact.BugFix, fact.BugFix}, {fact.BugFix, fact.Feature, fact.SmallChange, fact.BugFix}, {"", fact.Review, fact.Investigation, fact.Investigation},
	} {
		got := (&Reading{stated: c.stated, shown: c.shown}).AsStated(at(c.guessed))
		if best := fact.Intents[slices.Index(got, slices.Max(got))]; best != c.want {
			t.Errorf("%q stated, %q shown of a %s: %s, want %s", c.stated, c.shown, c.guessed, best, c.want)
		}
	}
}
