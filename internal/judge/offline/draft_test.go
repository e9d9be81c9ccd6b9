package offline

import (
	"prism/internal/conversation"
	"prism/internal/shell"
	"prism/internal/transcript"
	"prism/internal/transcript/claude"
)

// A small language to write sessions in: turns of a prompt and what followed.

type stepOfTest func(t *conversation.Turn, seq int)

func turn(prompt string, steps ...stepOfTest) conversation.Turn {
	t := conversation.Turn{UUID: "p", Line: 1, Prompt: prompt}
	for i, d := range steps {
		d(&t, i+1)
	}
	return t
}

func say(text string) stepOfTest {
	return func(t *conversation.Turn, seq int) {
		t.Says = append(t.Says, conversation.Say{UUID: "s", Line: seq, Seq: seq, Text: text})
	}
}

func edit(file string, added int) stepOfTest {
	return func(t *conversation.Turn, seq int) {
		t.Steps = append(t.Steps, conversation.Step{
			UUID: "c", Line: seq, Seq: seq, Kind: transcript.CallEdit, Tool: "Edit", Target: file, Outcome: transcript.Done, Mutating: true,
			Edit: &conversation.Edit{File: file, Added: added, Language: "go"},
		})
	}
}

func shellCall(command string, out string, outcome transcript.Outcome) stepOfTest {
	return func(t *conversation.Turn, seq int) {
		t.Steps = append(t.Steps, conversation.Step{
			UUID: "c", ResultUUID: "r", Line: seq, ResultLine: seq, Seq: seq, Kind: transcript.CallShell, Tool: "Bash", Target: command, Outcome: outcome, Exit: -1,
			Output: out, Class: shell.ParseLine(command).Class(), Mutating: shell.ParseLine(command).Class().Mutates(),
		})
	}
}

func ran(command, out string) stepOfTest { return shellCall(command, out, transcript.Done) }

func pending(command string) stepOfTest { return shellCall(command, "", transcript.Unknown) }

func tool(name, target string, outcome transcript.Outcome, said string) stepOfTest {
	return func(t *conversation.Turn, seq int) {
		kind, _ := claude.KindOf(name)
		t.Steps = append(t.Steps, conversation.Step{UUID: "c", Line: seq, Seq: seq, Kind: kind, Tool: name, Target: target, Outcome: outcome, Said: said})
	}
}

func mark(kind conversation.MarkKind, text string) stepOfTest {
	return func(t *conversation.Turn, seq int) {
		t.Marks = append(t.Marks, conversation.Mark{Kind: kind, UUID: "m", Line: seq, Seq: seq, Text: text})
	}
}

func sessionOf(turns ...conversation.Turn) *conversation.Draft {
	return &conversation.Draft{Agent: "claude", Turns: turns, First: 1, AtEnd: true}
}
