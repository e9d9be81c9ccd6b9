package offline

import (
	"testing"

	"prism/internal/fact"
)

// TestTyped: who types commands for the agent to run finds nothing out: it is no
// investigation, and there is no conclusion. Commands that only look, questions, and a look
// into a cause are what they were.
func TestTyped(t *testing.T) {
	b := newBench(t)
	typed := func() *talk {
		return new(talk).Ask("buoyctl rig add north").Run("buoyctl rig add north", "added rig north").Say("The rig was added.").
			Ask("buoyctl rig start north").Run("buoyctl rig start north", "Started: witness, refinery").Say("It is running now.")
	}
	for name, k := range map[string]*talk{
		"commands":              typed(),
		"and one that fails":    typed().Ask("buoyctl attach north").Fails("buoyctl attach north", "open terminal failed: not a terminal").Say("I can't attach to it, since it needs an interactive terminal that I do not have."),
		"with a folder before":  new(talk).Ask("buoyctl rig add north").Run("cd buoys && buoyctl rig add north", "added rig north").Say("Added.").Ask("buoyctl rig start north").Run("cd buoys && buoyctl rig start north", "Started").Say("Started."),
		"words between":         typed().Ask("can you start the deacon?").Fails("buoyctl deacon start", "Error: already running").Say("The deacon is already running in a detached state."),
		"twice the same failed": new(talk).Ask("buoyctl rig add north").Run("buoyctl rig add north", "added rig north").Say("Added.").Ask("buoyctl up --all").Fails("buoyctl up --all", "Error: daemon failed to start").Say("The daemon failed to start."),
	} {
		if v := b.verdict(k); v.Intent == fact.Investigation || v.Intent == fact.Question {
			t.Errorf("%s: %s", name, explain(v))
		}
	}
	look := new(talk).Ask("git log --oneline").Run("git log --oneline", "1a2b3c4 Read the tides").Say("One commit.").Ask("git status --short").Run("git status --short", " M tides.go").Say("One file is changed.")
	if v := b.verdict(look); v.Intent == fact.SmallChange {
		t.Errorf("commands that look: %s", explain(v))
	}
	why := new(talk).Ask("Find out why the buoys are silent since noon").Run("buoyctl rig status north", "north: no signal").Run("buoyctl logs north", "battery empty").Say("Root cause: the battery of the north buoy is empty since noon, so it sends nothing.")
	if v := b.verdict(why); v.Intent != fact.Investigation {
		t.Errorf("a cause was looked for: %s", explain(v))
	}
}
