package offline

import (
	"prism/internal/fact"
	"slices"
	"testing"
)

// TestASentenceIsTrueOrNotTold: what a feature weighs faintly, its sentence does not
// claim.
func TestASentenceIsTrueOrNotTold(t *testing.T) {
	b := newBench(t)
	built := func() *talk {
		return new(talk).ask("Add a tide table to the harbour page").write("tide.tsx", 80).say("Added the tide table.")
	}
	for _, c := range []struct {
		name, sentence string
		of             *talk
	}{
		{"a ticket is no failure", "The last prompt reports that something fails.", built().ask("log a ticket for this issue, we come back to it").call("Read", "tide.tsx").say("Filed it.")},
		{"an error of one's own corrects nobody", "The last prompt corrects the course.", built().ask("I was mistaken. But we do have a clash with main").call("Read", "tide.tsx").say("Which one?")},
		{"what is left untracked is not left to do", "The agent says that something is left to do.", built().ask("commit").run("git commit -m tide", "[main 1a2b3c4] tide").say("Committed. The remaining untracked files are not ours.")},
		{"an error that the code handles did not stop the agent", "The agent says that something could not be done.", new(talk).ask("Log when the sync fails").edit("sync.go", 9).say("Done. When the sync failed it now says why it could not connect.")},
		{"a summary asks for nothing", "The agent ends by asking for something.", built().ask("and a legend").edit("tide.tsx", 9).say("Done. Let me know which colours were changed in the list above: blue and grey.")},
		{"nobody ordered the commit", "The change was delivered at the person's word.", new(talk).ask("Fix the tide offset").edit("tide.go", 6).run("git commit -am offset", "[main 1a2b3c4] offset").say("Fixed and committed.")},
		{"questions build nothing", "The person had further steps built on what was done.", built().ask("what does it cost?").say("Nothing.").ask("why is it blue?").say("Taste.").ask("who reads it?").say("Sailors.")},
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
	silent := new(talk).ask("Rename the flag").edit("main.go", 1).run("make lint", "").say("Renamed the flag.").ask("perfect, thanks").say("Sure.")
	red := new(talk).ask("Rename the flag").edit("main.go", 1).run("go test ./...", goGreen).run("golangci-lint run", "2 issues:").say("Renamed; the two issues are old.").ask("perfect, commit it").
		run("git commit -am flag", "[main 1a2b3c4] flag").say("Committed.")
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
		return new(talk).ask("Plan the export").refused("ExitPlanMode", "# Plan: export", "").interrupt()
	}
	for _, c := range []struct {
		talk *talk
		want int
	}{
		{planned().ask("plan it again, in two steps").refused("ExitPlanMode", "# Plan: export in two", "").interrupt(), 0},
		{planned().ask("build it").edit("a.go", 3).interrupt().ask("no, the other file").edit("b.go", 3).interrupt(), 2},
		{new(talk).ask("build it").edit("a.go", 3).interrupt(), 1},
	} {
		if got := b.viewOf(c.talk, fact.Plan).stops(); got != c.want {
			t.Errorf("%d stops, want %d", got, c.want)
		}
	}
}
