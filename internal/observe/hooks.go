package observe

import (
	"strings"

	"prism/internal/observe/output"
	"prism/internal/shell"
)

// HookTests is the last commit that went through, and the line of tests that passed in what
// its hook printed, where it came after the last change that may have changed how things
// behave; "" where none did.
func (a *Session) HookTests() (p Place, line string) {
	if a.LastCommit < a.LastWork {
		return p, ""
	}
	for i := len(a.Turns) - 1; i >= 0; i-- {
		steps := a.Turns[i].Raw.Steps
		for k := len(steps) - 1; k >= 0; k-- {
			s := &steps[k]
			if !s.Committed() {
				continue
			}
			for l := range strings.SplitSeq(ClipBytes(s.Output, hookOutput), "\n") {
				if l = strings.TrimSpace(l); len(l) <= output.MaxLineBytes && output.OfTests(l) && output.SuccessLine(l) {
					return Place{Turn: a.Turns[i].Index, Step: s}, l
				}
			}
			return p, ""
		}
	}
	return p, ""
}

// hookOutput bounds what is read of what a commit prints, in bytes.
const hookOutput = 1 << 16

// RanSince reports whether the agent ran the work after a complaint and the last change,
// and saw nothing wrong: whether that puts it right is another question, but it shows.
func (a *Session) RanSince(turn int) bool {
	for i := len(a.Checks) - 1; i >= 0 && a.Checks[i].Turn >= a.Turns[turn].Index; i-- {
		if k := &a.Checks[i]; k.Order > a.LastWork && !k.Step.Subagent && k.Work.Has(shell.ClassRun|shell.ClassTest) {
			return k.Verdict == output.Passed
		}
	}
	return false
}

// OrdersChange reports whether a prompt orders that something be changed, and asks nothing.
func (a *Session) OrdersChange() bool {
	for i := range a.Turns {
		if h := &a.Turns[i].Prompt; h.OrdersChange() && !h.Question {
			return true
		}
	}
	return false
}
