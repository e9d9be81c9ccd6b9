package observe

import (
	"strings"

	"prism/internal/conversation"
	"prism/internal/observe/output"
	"prism/internal/shell"
	"prism/internal/transcript"
)

// ownRun notes a check that the person ran between the prompts: its command, then what it
// printed.
func (a *Session) ownRun(ta *Turn, m *conversation.Mark) {
	switch {
	case m.Kind == conversation.MarkShell:
		a.typed = m
	case m.Kind == conversation.MarkShellOut && a.typed != nil:
		in := a.typed
		a.typed = nil
		w := shell.ParseLine(in.Text).Class()
		v, line := output.Scan(m.Text)
		if !w.Has(shell.Verifies) || v == output.Unclear {
			return
		}
		a.Checks = append(a.Checks, Check{Place: Place{a.order, ta.Index, byPerson(in.UUID, m.UUID, in.Line, m.Line, in.Text, m.Text, w)}, Work: w, Verdict: v, Line: line, tests: shell.TestsOf(in.Text)})
	}
}

// pastedRun notes the test run that a prompt brings, where it passed.
func (a *Session) pastedRun(ta *Turn) {
	t := ta.Raw
	if ta.First || t.Origin == transcript.PlanHand || ta.Pasted > 0 || !PastesPass(ta) {
		return
	}
	v, line := output.Scan(t.Prompt)
	if v != output.Passed || !output.SummaryLine(line) {
		return
	}
	command, _, _ := strings.Cut(strings.TrimSpace(t.Prompt), "\n")
	command = strings.TrimPrefix(command, "$ ")
	w := shell.ClassTest
	if class := shell.ParseLine(command).Class(); class.Has(shell.Verifies) {
		w = class
	}
	a.Checks = append(a.Checks, Check{Place: Place{a.order, ta.Index, byPerson(t.UUID, t.UUID, t.Line, t.Line, command, t.Prompt, w)}, Work: w, Verdict: v, Line: line, tests: shell.TestsOf(command)})
}

// byPerson is a run of the person's as a step: the agent made none.
func byPerson(in, out string, line, result int, command, printed string, w shell.Class) *conversation.Step {
	return &conversation.Step{UUID: in, ResultUUID: out, Line: line, ResultLine: result, Kind: transcript.CallShell, Target: command, Outcome: transcript.Done, Exit: -1, Output: printed, Class: w}
}
