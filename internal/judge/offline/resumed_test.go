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
		return new(talk).ask("Correct the name in the footer").edit("footer.go", 1).say("Corrected.").
			ask("go ahead and commit it").fails(`git commit -am "footer: correct the name"`, "error: agent refused operation?\nfatal: failed to write commit object").say("The signing agent refused. Tell me once it is unlocked.")
	}
	k := start().ask("try again").fails(`git commit -am "footer: correct the name"`, "fatal: failed to write commit object").say("It refused again.").
		ask("try again").run(`git commit -am "footer: correct the name"`, "[main 5da218a] footer: correct the name\n 1 file changed").say("Committed as 5da218a.")
	if v := b.verdict(k); v.Signal != fact.NoSignal {
		t.Errorf("went through: %s", explain(v))
	}
	k = start().ask("try again").fails(`git commit -am "footer: correct the name"`, "fatal: failed to write commit object").say("It refused again.")
	if v := b.verdict(k); v.GoalComplete {
		t.Errorf("refused: %s", explain(v))
	}
}
