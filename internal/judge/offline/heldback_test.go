package offline

import (
	"testing"

	"prism/internal/fact"
	"prism/internal/judge"
)

// TestHeldBack: where the only edit was refused no fix is applied, whatever was run beside
// it; and where a cause was to be found, that is what the session was for.
func TestHeldBack(t *testing.T) {
	b := newBench(t)
	cause := "Root cause: there are two State structs, and the second one drops the fields when it is copied."
	for _, c := range []struct{ ask, words string }{
		{"debug: the manual strategy doesn't write token counts, find out why", "wait, let's talk about this"},
		{"why does the log stay empty? debug it", "no, not yet"},
		{"Warum bleibt das Log leer? Finde die Ursache", "warte, lass uns reden"},
	} {
		k := new(talk).Ask(c.ask).Read("state.go", "session.go").Refused("Edit", "state.go", c.words).Run("golangci-lint run --fix ./...", "0 issues.").Run("go test ./...", goGreen).Say(cause)
		v := b.verdict(k)
		if v.Intent != fact.Investigation {
			t.Errorf("%q: %s", c.ask, explain(v))
		}
		for _, x := range v.Criteria {
			if x.Name == judge.CriterionFix && x.Met {
				t.Errorf("%q: no fix was applied", c.ask)
			}
		}
	}
	fix := "The log stays empty. Fix it."
	v := b.verdict(new(talk).Ask(fix).Read("state.go").Refused("Edit", "state.go", "wait").Run("golangci-lint run --fix ./...", "0 issues.").Run("go test ./...", goGreen).Say(cause))
	if v.GoalComplete || v.Intent != fact.BugFix {
		t.Errorf("a fix was ordered and refused: %s", explain(v))
	}
	if v := b.verdict(new(talk).Ask(fix).Fails("go test ./...", goRed).Refused("Edit", "state.go", "use the other file").Edit("session.go", 4).Run("go test ./...", goGreen).Say("Fixed.")); !v.GoalComplete {
		t.Errorf("another edit was carried out: %s", explain(v))
	}
}
