package offline

import (
	"slices"
	"strings"
	"testing"

	"prism/internal/fact"
)

// TestASentenceIsTrueOrNotTold: what a feature weighs faintly, its sentence does not
// claim.
func TestASentenceIsTrueOrNotTold(t *testing.T) {
	b := newBench(t)
	built := func() *talk {
		return new(talk).Ask("Add a tide table to the harbour page").Write("tide.tsx", 80).Say("Added the tide table.")
	}
	for _, c := range []struct {
		name, sentence string
		of             *talk
	}{
		{"a ticket is no failure", "The last prompt reports that something fails.", built().Ask("log a ticket for this issue, we come back to it").Call("Read", "tide.tsx").Say("Filed it.")},
		{"an error of one's own corrects nobody", "The last prompt corrects the course.", built().Ask("I was mistaken. But we do have a clash with main").Call("Read", "tide.tsx").Say("Which one?")},
		{"what is left untracked is not left to do", "The agent says that something is left to do.", built().Ask("commit").Run("git commit -m tide", "[main 1a2b3c4] tide").Say("Committed. The remaining untracked files are not ours.")},
		{"an error that the code handles did not stop the agent", "The agent says that something could not be done.", new(talk).Ask("Log when the sync fails").Edit("sync.go", 9).Say("Done. When the sync failed it now says why it could not connect.")},
		{"a summary asks for nothing", "The agent ends by asking for something.", built().Ask("and a legend").Edit("tide.tsx", 9).Say("Done. Let me know which colours were changed in the list above: blue and grey.")},
		{"nobody ordered the commit", "The change was delivered at the person's word.", new(talk).Ask("Fix the tide offset").Edit("tide.go", 6).Run("git commit -am offset", "[main 1a2b3c4] offset").Say("Fixed and committed.")},
		{"questions build nothing", "The person had further steps built on what was done.", built().Ask("what does it cost?").Say("Nothing.").Ask("why is it blue?").Say("Taste.").Ask("who reads it?").Say("Sailors.")},
	} {
		var told []string
		for _, r := range b.verdict(c.of).Reasons {
			told = append(told, r.Text.String())
		}
		if slices.Contains(told, c.sentence) {
			t.Errorf("%s: %q is told", c.name, c.sentence)
		}
	}
}

// TestNoReasonDeniesACriterion: what a criterion shows, no sentence against the goal
// denies, nor the other way.
func TestNoReasonDeniesACriterion(t *testing.T) {
	b := newBench(t)
	for name, k := range samples() {
		v := b.verdict(k)
		met := map[string]bool{}
		for _, c := range v.Criteria {
			met[c.Name] = c.Met
		}
		for _, r := range v.Reasons {
			switch text := r.Text.String(); {
			case met["finished"] && text == "The record stops in mid-work.",
				len(v.Criteria) > 0 && !met["finished"] && text == "The record does not stop in mid-work.",
				(met["verified"] || met["behaviour_kept"] || met["accepted"]) && text == "A change of this kind needs a check or the person's word, and most of it has neither.":
				t.Errorf("%s: %q beside its criterion", name, text)
			}
		}
	}
}

// TestEvidenceIsNoCommand: what was run is no evidence of how it went, and a check
// that failed is none of a goal that was landed.
func TestEvidenceIsNoCommand(t *testing.T) {
	b := newBench(t)
	silent := new(talk).Ask("Rename the flag").Edit("main.go", 1).Run("make lint", "").Say("Renamed the flag.").Ask("perfect, thanks").Say("Sure.")
	red := new(talk).Ask("Rename the flag").Edit("main.go", 1).Run("go test ./...", goGreen).Run("golangci-lint run", "2 issues:").Say("Renamed; the two issues are old.").Ask("perfect, commit it").
		Run("git commit -am flag", "[main 1a2b3c4] flag").Say("Committed.")
	for _, k := range []*talk{silent, red} {
		v := b.verdict(k)
		for _, e := range v.Evidence {
			if text := e.Quote.String(); text == "make lint" || v.GoalComplete && text == "2 issues:" {
				t.Errorf("%q is no evidence", text)
			}
		}
	}
}

// TestAPlanHandedOnStopsNothing: clients write an interrupt beside a plan that is turned down
// without a word; two of those are no two interrupts.
func TestAPlanHandedOnStopsNothing(t *testing.T) {
	b := newBench(t)
	planned := func() *talk {
		return new(talk).Ask("Plan the export").Refused("ExitPlanMode", "# Plan: export", "").Interrupt()
	}
	for _, c := range []struct {
		talk *talk
		want int
	}{
		{planned().Ask("plan it again, in two steps").Refused("ExitPlanMode", "# Plan: export in two", "").Interrupt(), 0},
		{planned().Ask("build it").Edit("a.go", 3).Interrupt().Ask("no, the other file").Edit("b.go", 3).Interrupt(), 2},
		{new(talk).Ask("build it").Edit("a.go", 3).Interrupt(), 1},
	} {
		if got := b.viewOf(c.talk, fact.Plan).stops(); got != c.want {
			t.Errorf("%d stops, want %d", got, c.want)
		}
	}
}

// TestATaskThatChecksIsNoTest: a task that is called "verify-pages" may look at anything, so
// it is told as checks; where its output speaks of tests, as tests.
func TestATaskThatChecksIsNoTest(t *testing.T) {
	b := newBench(t)
	for _, c := range []struct{ command, out, sentence string }{
		{"make verify-pages", "12 pages checked, 0 errors", "Checks passed after the last change."},
		{"just qa", "0 problems", "Checks passed after the last change."},
		{"make check", goGreen, "Tests passed after the last change."},
		{"make verify-tests", "0 errors", "Tests passed after the last change."},
		{"go test ./...", goGreen, "Tests passed after the last change."},
	} {
		var told []string
		for _, r := range b.verdict(new(talk).Ask("Fix the tide offset in tide.go").Edit("tide.go", 6).Run(c.command, c.out).Say("The offset is right now.")).Reasons {
			if text := r.Text.String(); strings.Contains(text, "passed after") {
				told = append(told, text)
			}
		}
		if !slices.Equal(told, []string{c.sentence}) {
			t.Errorf("%s: told %q, want %q", c.command, told, c.sentence)
		}
	}
}
