package observe

import (
	"strings"

	"prism/internal/observe/output"
	"prism/internal/shell"
	"prism/internal/transcript"
)

// PlanApproved reports whether a plan was approved.
func (a *Session) PlanApproved() bool {
	for _, p := range a.Plans {
		if p.Step.PlanApproved {
			return true
		}
	}
	return false
}

// PlanRefused reports whether the last plan was refused with words.
func (a *Session) PlanRefused() bool {
	if len(a.Plans) == 0 {
		return false
	}
	s := a.Plans[len(a.Plans)-1].Step
	return s.Outcome == transcript.Rejected && strings.TrimSpace(s.Said) != "" && !s.PlanApproved
}

// OnRecord reports whether a check that passed, a delivery that was ordered or an acceptance
// stands anywhere in a session that changed something. A commit that nobody asked for is
// silence.
func (a *Session) OnRecord() bool {
	for i := range a.Turns {
		if a.Turns[i].Delivered && a.Ordered(i) != nil {
			return true
		}
	}
	for i := range a.Checks {
		if k := &a.Checks[i]; k.Verdict == output.Passed && !k.Weak && len(a.Changes) > 0 && a.Changed(k.Order) {
			return true
		}
	}
	if len(a.Changes) == 0 {
		return false
	}
	for i := range a.Turns { // who praises a plan takes no work as good
		if t := &a.Turns[i]; a.WorkedBefore(i) && (Accepts(t) || OrdersDelivery(t)) {
			return true
		}
	}
	return false
}

// FailedIn is the check that a turn is left failing by: the last clear one, or where git was
// called beside it, whose own errors stand in the same output, the one before that did not.
func (a *Session) FailedIn(turn int) (Check, bool) {
	last, ok := LastClear(a)
	if !ok || last.Verdict != output.Failed || last.Turn != turn {
		return last, false
	}
	if !last.Step.Class.Has(shell.ClassGit) {
		return last, true
	}
	for i := len(a.Checks) - 1; i >= 0 && a.Checks[i].Turn == turn; i-- {
		if k := a.Checks[i]; k.Verdict == output.Failed && !k.Weak && k.Work.Has(last.Work) && !k.Step.Class.Has(shell.ClassGit) {
			return k, true
		}
	}
	return last, true
}
