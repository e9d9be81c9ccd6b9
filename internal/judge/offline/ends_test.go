package offline

import (
	"testing"

	"prism/internal/fact"
	"prism/internal/transcript"
)

// TestWhatIsLeftBroken: what stands at the end of a record as broken without anybody
// saying "error", and what only looks like it.
func TestWhatIsLeftBroken(t *testing.T) {
	b := newBench(t)
	menu := func() *talk {
		return new(talk).Ask("Write a script that copies the tide tables to the boat").Write("sync.sh", 30).Say("The script copies all tables now.")
	}
	stuck := func() *talk {
		return menu().Ask("the script hangs at the second table").Edit("sync.sh", 4).Say("The loop waited for input. It should run through now.")
	}
	for name, c := range map[string]struct {
		talk *talk
		want fact.FailureSignal
	}{
		"only looked at": {menu().Ask("i don't see the winter table").Run("bash sync.sh", "copied 4 tables").
			Say("The script works. You may have to reload the folder."), fact.Frustration},
		"worked on": {menu().Ask("i don't see the winter table").Edit("sync.sh", 2).Run("bash sync.sh", "copied 5 tables").
			Say("The winter table was left out by a wrong pattern; it is copied now."), fact.NoSignal},
		"points gone through": {menu().Ask("why is the winter table not on the boat?").
			Say("Please look:\n1. Is the folder mounted?\n2. Is there a file winter.csv?\n3. Is the disk full?").
			Ask("1. mounted\n2. i don't see that file\n3. no").Say("Then the file was never exported: the export skips tables without a year."), fact.NoSignal},
		"stuck a third time": {stuck().Ask("no it is stuck at the second table again").Edit("sync.sh", 6).Say("I read the list another way now.").
			Ask("it is not working, the copying must be simpler").Edit("sync.sh", 9).Say("The script should run smoothly now."), fact.Loop},
		"three faults, one each": {menu().Ask("the script crashes on an empty table").Edit("sync.sh", 4).Say("Empty tables are skipped.").
			Ask("the log is broken too").Edit("log.sh", 3).Say("The log is written now.").
			Ask("the colours are wrong").Edit("colours.sh", 3).Say("The colours are right now."), fact.NoSignal},
		"a command that was set up": {new(talk).Ask("make a slash command that prints today's tides").Write(".claude/commands/tides.md", 12).
			Say("Created it. Type `/tides` to use it.").Ask("Unknown slash command: tides"), fact.UnresolvedError},
		"a slip of the finger": {menu().Ask("Unknown slash command: claer"), fact.NoSignal},
		"stopped on an error": {new(talk).Ask("turn off the updates of the chart reader").Edit("reader.json", 2).
			Call("Bash", "reader doctor").Back(transcript.Result{Outcome: transcript.Aborted, Text: []byte("[Request interrupted by user for tool use]\n\n  ERROR Raw input is not supported here")}).Interrupt(), fact.UnresolvedError},
		"stopped without one": {new(talk).Ask("turn off the updates of the chart reader").Edit("reader.json", 2).
			Call("Bash", "reader doctor").Back(transcript.Result{Outcome: transcript.Aborted, Text: []byte("[Request interrupted by user for tool use]")}).Interrupt(), fact.NoSignal},
		"what was to run does not": {new(talk).Ask("tide doctor").Fails("tide doctor --fix", "Error: doctor found 2 error(s)").
			Say("Two are left. I start the daemon.").Run("tide enable", "enabled").Call("Bash", "tide shutdown --help"), fact.UnresolvedError},
		"what was to run does, later": {new(talk).Ask("tide doctor").Fails("tide doctor", "Error: doctor found 2 error(s)").Run("tide enable", "enabled").
			Run("tide doctor --fix", "all checks are green").Call("Bash", "tide shutdown --help"), fact.NoSignal},
		"another way, left running": {new(talk).Ask("download the charts").Fails("git clone https://a.example/charts.git", "fatal: unable to access: could not connect to server").
			Say("That failed. Let me try a mirror.").Run("git clone https://b.example/charts.git", "Command running in background with ID: b1").
			Call("TaskOutput", "b1").Back(transcript.Result{Outcome: transcript.Done, Text: []byte("running")}), fact.UnresolvedError},
		"left running, nothing failed": {new(talk).Ask("download the charts").Run("git clone https://b.example/charts.git", "Command running in background with ID: b1").
			Call("TaskOutput", "b1").Back(transcript.Result{Outcome: transcript.Done, Text: []byte("running")}), fact.NoSignal},
	} {
		if v := b.verdict(c.talk); v.Signal != c.want {
			t.Errorf("%s: want %s: %s", name, c.want, explain(v))
		}
	}
}
