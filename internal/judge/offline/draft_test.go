package offline

import (
	"prism/internal/session"
	"prism/internal/transcript"
)

// A small language to write sessions in: turns of a prompt and what followed.

type deedOfTest func(t *session.Turn, seq int)

func turn(prompt string, deeds ...deedOfTest) session.Turn {
	t := session.Turn{UUID: "p", Line: 1, Prompt: prompt}
	for i, d := range deeds {
		d(&t, i+1)
	}
	return t
}

func say(text string) deedOfTest {
	return func(t *session.Turn, seq int) {
		t.Says = append(t.Says, session.Say{UUID: "s", Line: seq, Seq: seq, Text: text})
	}
}

func edit(file string, added int) deedOfTest {
	return func(t *session.Turn, seq int) {
		t.Steps = append(t.Steps, session.Step{
			UUID: "c", Line: seq, Seq: seq, Tool: "Edit", Target: file, Outcome: transcript.Done, Mutating: true,
			Edit: &session.Edit{File: file, Added: added, Language: "go"},
		})
	}
}

func shell(command string, out string, outcome transcript.Outcome) deedOfTest {
	return func(t *session.Turn, seq int) {
		t.Steps = append(t.Steps, session.Step{
			UUID: "c", ResultUUID: "r", Line: seq, ResultLine: seq, Seq: seq, Tool: "Bash", Target: command, Outcome: outcome, Exit: -1,
			Output: out, Class: session.CommandClass(command), Mutating: session.MutatingCommand(command),
		})
	}
}

func ran(command, out string) deedOfTest { return shell(command, out, transcript.Done) }

func pending(command string) deedOfTest { return shell(command, "", transcript.Unknown) }

func tool(name, target string, outcome transcript.Outcome, said string) deedOfTest {
	return func(t *session.Turn, seq int) {
		t.Steps = append(t.Steps, session.Step{UUID: "c", Line: seq, Seq: seq, Tool: name, Target: target, Outcome: outcome, Said: said})
	}
}

func mark(kind session.MarkKind, text string) deedOfTest {
	return func(t *session.Turn, seq int) {
		t.Marks = append(t.Marks, session.Mark{Kind: kind, UUID: "m", Line: seq, Seq: seq, Text: text})
	}
}

func sessionOf(turns ...session.Turn) *session.Draft {
	return &session.Draft{Agent: "claude", Turns: turns, First: 1, AtEnd: true}
}
