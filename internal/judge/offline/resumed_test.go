package offline

import (
	"testing"

	"prism/internal/fact"
)

// TestWhatFailedWentThrough: "try again" of a commit that had failed complains of nothing
// once it goes through; while it does not, it does.
func TestWhatFailedWentThrough(t *testing.T) {
	b := newBench(t)
	start := func() *talk {
		return new(talk).Ask("Correct the name in the footer").Edit("footer.go", 1).Say("Corrected.").
			Ask("go ahead and commit it").Fails(`git commit -am "footer: correct the name"`, "error: agent refused operation?\nfatal: failed to write commit object").Say("The signing agent refused. Tell me once it is unlocked.")
	}
	k := start().Ask("try again").Fails(`git commit -am "footer: correct the name"`, "fatal: failed to write commit object").Say("It refused again.").
		Ask("try again").Run(`git commit -am "footer: correct the name"`, "[main 5da218a] footer: correct the name\n 1 file changed").Say("Committed as 5da218a.")
	if v := b.verdict(k); v.Signal != fact.NoSignal {
		t.Errorf("went through: %s", explain(v))
	}
	k = start().Ask("try again").Run(`git commit -am "footer: correct the name"`, "[main 5da218a] footer: correct the name\n 1 file changed").
		Ask("try again").Say("Committed as 5da218a.") // said once more while it went through
	if v := b.verdict(k); v.Signal != fact.NoSignal {
		t.Errorf("went through at once: %s", explain(v))
	}
	k = start().Ask("try again").Fails(`git commit -am "footer: correct the name"`, "fatal: failed to write commit object").Say("It refused again.")
	if v := b.verdict(k); v.GoalComplete {
		t.Errorf("refused: %s", explain(v))
	}
}
