package timeline

import (
	"slices"

	"prism/internal/conversation"
	"prism/internal/redact"
	"prism/internal/shell"
	"prism/internal/transcript"
	"prism/internal/wire"
)

// Bounds of what is told of a turn while it goes on.
const (
	actsShown = 8
	actShown  = 160 // characters of what was done something to
)

// Happened tells the turns from one on (counted from 0) as far as they have come. The
// words of those before it pass the gate, too, so that a secret has the placeholder that
// Lines gives it.
func Happened(id string, gate *redact.Redactor, turns []conversation.Turn, from int) ([]wire.Happened, error) {
	told, scope, err := lines(id, gate, turns)
	if err != nil {
		return nil, err
	}
	var out []wire.Happened
	for i := max(0, from); i < len(turns); i++ {
		t := &turns[i]
		out = append(out, wire.Happened{Turn: told[i], Acts: acts(t.Steps, scope), Calls: len(t.Steps) + t.Omitted.Calls})
	}
	return out, scope.Err()
}

// acts are the last of some steps; what only looks is told together.
func acts(steps []conversation.Step, scope *redact.Scope) []wire.Act {
	var out []wire.Act
	for i := len(steps) - 1; i >= 0; i-- {
		s := &steps[i]
		kind := kindOf(s)
		looks := (kind == "read" || kind == "search" || kind == "web") && s.CarriedOut()
		if n := len(out); looks && n > 0 && out[n-1].Kind == kind && out[n-1].Outcome == "done" {
			out[n-1].Times++
			continue
		}
		if len(out) == actsShown {
			break
		}
		a := wire.Act{Kind: kind, Tool: scope.Text(s.Tool).Clip(actShown).String(), Target: scope.Text(s.Target).Clip(actShown).String(), Outcome: outcomeOf(s.Outcome), Times: 1, Subagent: s.Subagent}
		if s.Kind == transcript.CallShell {
			a.Check = checkOf(s.Class)
			if s.Exit >= 0 {
				exit := s.Exit
				a.Exit = &exit
			}
		}
		if s.Edit != nil {
			a.Added, a.Removed = s.Edit.Added, s.Edit.Removed
		}
		out = append(out, a)
	}
	slices.Reverse(out)
	return out
}

func checkOf(c shell.Class) string {
	switch {
	case c.Has(shell.ClassTest):
		return "test"
	case c.Has(shell.ClassBuild):
		return "build"
	case c.Has(shell.ClassTypeCheck):
		return "types"
	case c.Has(shell.ClassLint):
		return "lint"
	}
	return ""
}
