package timeline

import (
	"strings"

	"prism/internal/conversation"
	"prism/internal/redact"
	"prism/internal/transcript"
	"prism/internal/wire"
)

// Bounds of what is shown of one turn's steps.
const (
	stepsShown  = 200
	targetShown = 400  // characters
	outputShown = 2000 // characters
	lineShown   = 400  // characters of a changed line
)

// Steps tells what was done in one turn, step by step; cut is how many steps that
// leaves out. The turns' own words pass the gate first, so that a secret has the
// placeholder that Lines gives it. number counts from 1; there are no steps of a turn
// that is not there.
func Steps(id string, gate *redact.Redactor, turns []conversation.Turn, number int) (steps []wire.Step, cut int, err error) {
	_, scope, err := lines(id, gate, turns)
	if err != nil || number < 1 || number > len(turns) {
		return nil, 0, err
	}
	list := turns[number-1].Steps
	if len(list) > stepsShown {
		list, cut = list[:stepsShown], len(list)-stepsShown
	}
	steps = make([]wire.Step, 0, len(list))
	for i := range list {
		steps = append(steps, stepOf(&list[i], scope))
	}
	if err := scope.Err(); err != nil {
		return nil, 0, err
	}
	return steps, cut, nil
}

func stepOf(s *conversation.Step, scope *redact.Scope) wire.Step {
	w := wire.Step{
		Kind: kindOf(s), Tool: scope.Text(s.Tool).Clip(targetShown).String(), Target: scope.Text(s.Target).Clip(targetShown).String(),
		Outcome: outcomeOf(s.Outcome), Output: scope.Text(s.Output).Clip(outputShown).String(), Said: scope.Text(s.Said).Clip(targetShown).String(),
		Subagent: s.Subagent, Diff: []string{}, Line: s.Line,
	}
	if s.Kind == transcript.CallShell && s.Exit >= 0 {
		exit := s.Exit
		w.Exit = &exit
	}
	if s.Edit == nil {
		return w
	}
	w.Added, w.Removed, w.Cut = s.Edit.Added, s.Edit.Removed, s.Edit.DiffCut
	// A change passes the gate whole: a key may stand over several lines.
	text := scope.Text(strings.Join(s.Edit.Diff, "\n"))
	if len(s.Edit.Diff) > 0 {
		for line := range strings.SplitSeq(text.String(), "\n") {
			w.Diff = append(w.Diff, clipRunes(line, lineShown))
		}
	}
	return w
}

func kindOf(s *conversation.Step) string {
	switch {
	case s.Edit != nil && s.Edit.Plan:
		return "plan"
	case s.Edit != nil:
		return "edit"
	}
	switch s.Kind {
	case transcript.CallEdit:
		return "edit"
	case transcript.CallShell:
		return "command"
	case transcript.CallRead:
		return "read"
	case transcript.CallSearch, transcript.CallLookup:
		return "search"
	case transcript.CallWeb:
		return "web"
	case transcript.CallAsk:
		return "question"
	case transcript.CallPlan:
		return "plan"
	case transcript.CallTask:
		return "subagent"
	}
	return "other"
}

func outcomeOf(o transcript.Outcome) string {
	switch o {
	case transcript.Done:
		return "done"
	case transcript.Errored:
		return "failed"
	case transcript.Rejected:
		return "refused"
	case transcript.Aborted:
		return "aborted"
	}
	return "unknown"
}
