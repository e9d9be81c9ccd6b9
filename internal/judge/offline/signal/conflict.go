package signal

import (
	"strings"

	"prism/internal/observe/output"
	"prism/internal/observe/speech"
	"prism/internal/shell"
	"prism/internal/transcript"
)

// conflictAt reports whether a turn leaves changes that collide: a merge, a rebase or a
// patch that was ordered stopped on a conflict, and nothing was changed, added or taken
// back after it. One that was only tried out and one of another step are none.
func (c *View) conflictAt(turn int) bool {
	t := &c.Session.Turns[turn]
	h := &t.Prompt
	if h.Question || h.Leads[speech.Question]+h.Leads[speech.AskInvestigate] > 0 || turn == c.End.Turn && c.End.Cut() {
		return false
	}
	left := false
	for i := turn; i <= c.End.Turn; i++ {
		n := &c.Session.Turns[i]
		for k := range n.Raw.Steps {
			s := &n.Raw.Steps[k]
			switch {
			case s.Subagent:
			case i == turn && s.Kind == transcript.CallShell && s.Outcome == transcript.Errored && strings.Contains(s.Target, "git ") && output.Conflict(s.Output) != "":
				left = true
			case left && s.CarriedOut() && (s.Mutating || s.Edit != nil || s.Class.Has(shell.ClassStage|shell.ClassCommit|shell.ClassPush)):
				return false
			}
		}
		if left && i > turn && (c.AcceptsAt(i, turn) || c.deliversAt(i)) {
			return false
		}
	}
	return left
}
