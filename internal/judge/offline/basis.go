package offline

import (
	"prism/internal/fact"
	"prism/internal/judge"
	"prism/internal/observe"
)

// basis tells what a verdict rests on: explicit where the person or the output
// says so, silent where the conversation just ends.
func basis(v *view, op judge.Opinion, landed bool) fact.Basis {
	if !landed {
		if op.Signal != fact.NoSignal || v.end.Cut() || v.missing() != nil || v.says(observe.SaysGaveUp) || v.redAfter() {
			return fact.Explicit
		}
		return fact.Silent
	}
	if v.spokenFor(op.Intent) {
		return fact.Explicit
	}
	return fact.Silent
}

// spoken is the share of what was changed that must have something which speaks for
// it: what came last can have been built upon by nothing.
const spoken = 0.4

// spokenFor reports whether the person or the output says that the work is good: it
// was accepted in words, ordered to be delivered, built upon at the person's word, or
// a check passed after it. A question that merely follows, and a commit that nobody
// asked for, say nothing (published algorithm: silent).
func (c *view) spokenFor(i fact.Intent) bool {
	if len(c.a.Changes) == 0 {
		return planApproved(c.a) || c.end.Kind == observe.EndHanded || c.taken() != nil || c.delivered() != nil || i == fact.Plan && c.started() != nil
	}
	shown := false
	switch i {
	case fact.BugFix:
		_, shown = c.proves()
		shown = shown || c.rerun() != nil
	case fact.Feature:
		_, shown = c.ran()
	}
	return shown || c.proof.Said >= spoken
}

// taken is the turn in which the person took the work as good and has not taken that
// back since: in words, or by the order to deliver it. It is one of the last two, or
// a later one than the last change.
func (c *view) taken() *observe.Turn {
	for i := c.end.Turn; i > 0; i-- {
		t := &c.a.Turns[i]
		switch {
		case observe.Complains(t), t.Pasted > 0:
			return nil
		case observe.Accepts(t), observe.OrdersDelivery(t) && !(i == c.end.Turn && c.deliveryFailed()):
			return t
		case t.Changes > 0 && i < c.end.Turn:
			return nil
		}
	}
	return nil
}

// delivered is the turn that ordered a delivery which was carried out after the last
// change; the session's first prompt may order it, too.
func (c *view) delivered() *observe.Turn {
	if !c.a.CommitsAfterChange && !c.end.Delivery || c.deliveryFailed() {
		return nil
	}
	for i := c.end.Turn; i >= 0; i-- {
		if c.a.Turns[i].Delivered || i == c.end.Turn && c.end.Delivery {
			return c.a.Ordered(i)
		}
	}
	return nil
}

// onRecord reports whether a check that passed, a delivery or an acceptance stands
// anywhere in a session that changed something.
func onRecord(a *observe.Session) bool {
	if a.Commits+a.Pushes+a.Pulls > 0 {
		return true
	}
	for i := range a.Checks {
		if k := &a.Checks[i]; k.Verdict == observe.Passed && !k.Weak && len(a.Changes) > 0 && a.Changed(k.Order) {
			return true
		}
	}
	for i := range a.Turns {
		if i > 0 && (observe.Accepts(&a.Turns[i]) || observe.OrdersDelivery(&a.Turns[i])) {
			return true
		}
	}
	return false
}

// redAfter reports whether the last check after the change failed.
func (c *view) redAfter() bool {
	k, ok := c.a.After(observe.Checks)
	return ok && k.Verdict == observe.Failed
}
