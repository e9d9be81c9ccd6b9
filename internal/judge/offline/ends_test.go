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
		return new(talk).ask("Write a script that copies the tide tables to the boat").write("sync.sh", 30).say("The script copies all tables now.")
	}
	stuck := func() *talk {
		return menu().ask("the script hangs at the second table").edit("sync.sh", 4).say("The loop waited for input. It should run through now.")
	}
	for name, c := range map[string]struct {
		talk *talk
		want fact.FailureSignal
	}{
		"only looked at": {menu().ask("i don't see the winter table").run("bash sync.sh", "copied 4 tables").
			say("The script works. You may have to reload the folder."), fact.Frustration},
		"worked on": {menu().ask("i don't see the winter table").edit("sync.sh", 2).run("bash sync.sh", "copied 5 tables").
			say("The winter table was left out by a wrong pattern; it is copied now."), fact.NoSignal},
		"points gone through": {menu().ask("why is the winter table not on the boat?").
			say("Please look:\n1. Is the folder mounted?\n2. Is there a file winter.csv?\n3. Is the disk full?").
			ask("1. mounted\n2. i don't see that file\n3. no").say("Then the file was never exported: the export skips tables without a year."), fact.NoSignal},
		"stuck a third time": {stuck().ask("no it is stuck at the second table again").edit("sync.sh", 6).say("I read the list another way now.").
			ask("it is not working, the copying must be simpler").edit("sync.sh", 9).say("The script should run smoothly now."), fact.Loop},
		"three faults, one each": {menu().ask("the script crashes on an empty table").edit("sync.sh", 4).say("Empty tables are skipped.").
			ask("the log is broken too").edit("log.sh", 3).say("The log is written now.").
			ask("the colours are wrong").edit("colours.sh", 3).say("The colours are right now."), fact.NoSignal},
		"a command that was set up": {new(talk).ask("make a slash command that prints today's tides").write(".claude/commands/tides.md", 12).
			say("Created it. Type `/tides` to use it.").ask("Unknown slash command: tides"), fact.UnresolvedError},
		"a slip of the finger": {menu().ask("Unknown slash command: claer"), fact.NoSignal},
		"stopped on an error": {new(talk).ask("turn off the updates of the chart reader").edit("reader.json", 2).
			call("Bash", "reader doctor").back(transcript.Result{Outcome: transcript.Aborted, Text: []byte("[Request interrupted by user for tool use]\n\n  ERROR Raw input is not supported here")}).interrupt(), fact.UnresolvedError},
		"stopped without one": {new(talk).ask("turn off the updates of the chart reader").edit("reader.json", 2).
			call("Bash", "reader doctor").back(transcript.Result{Outcome: transcript.Aborted, Text: []byte("[Request interrupted by user for tool use]")}).interrupt(), fact.NoSignal},
		"what was to run does not": {new(talk).ask("tide doctor").fails("tide doctor --fix", "Error: doctor found 2 error(s)").
			say("Two are left. I start the daemon.").run("tide enable", "enabled").call("Bash", "tide shutdown --help"), fact.UnresolvedError},
		"what was to run does, later": {new(talk).ask("tide doctor").fails("tide doctor", "Error: doctor found 2 error(s)").run("tide enable", "enabled").
			run("tide doctor --fix", "all checks are green").call("Bash", "tide shutdown --help"), fact.NoSignal},
		"another way, left running": {new(talk).ask("download the charts").fails("git clone https://a.example/charts.git", "fatal: unable to access: could not connect to server").
			say("That failed. Let me try a mirror.").run("git clone https://b.example/charts.git", "Command running in background with ID: b1").
			call("TaskOutput", "b1").back(transcript.Result{Outcome: transcript.Done, Text: []byte("running")}), fact.UnresolvedError},
		"left running, nothing failed": {new(talk).ask("download the charts").run("git clone https://b.example/charts.git", "Command running in background with ID: b1").
			call("TaskOutput", "b1").back(transcript.Result{Outcome: transcript.Done, Text: []byte("running")}), fact.NoSignal},
	} {
		if v := b.verdict(c.talk); v.Signal != c.want {
			t.Errorf("%s: want %s: %s", name, c.want, explain(v))
		}
	}
}
