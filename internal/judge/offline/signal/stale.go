package signal

import (
	"prism/internal/judge/offline/shows"
	"prism/internal/observe"
	"prism/internal/observe/output"
	"prism/internal/observe/speech"
	"prism/internal/shell"
)

// stale reports whether a check that passed shows nothing of what the person found broken
// last: it passed before that, or the same test had passed on the very state that he found
// broken, and nothing made it see more since. It sees more where tests were added and none
// was rewritten to the work, or where it was red after the complaint and the work itself was
// changed then.
func (c *View) stale(k *observe.Check) bool {
	found := c.found
	if found < 0 || k.Turn < c.Session.Turns[found].Index || !k.Work.Has(shell.ClassTest) {
		return found >= 0 && k.Turn < c.Session.Turns[found].Index
	}
	since := c.Session.Turns[found].Index
	command := shows.Bare(k.Step.Target)
	green, red := false, -1
	for i := range c.Session.Checks {
		b := &c.Session.Checks[i]
		if shows.Bare(b.Step.Target) != command || b.Step.Subagent {
			continue
		}
		switch {
		case b.Turn < since:
			green = b.Verdict == output.Passed && !c.changedBetween(b.Order, since)
		case b.Order < k.Order && b.Verdict == output.Failed && red < 0:
			red = b.Order
		}
	}
	if !green {
		return false
	}
	added, rewritten, mended := false, false, false
	for i := range c.Session.Edits {
		e := &c.Session.Edits[i]
		if e.Turn < since || e.Order > k.Order || !e.Step.CarriedOut() || e.Step.Edit == nil {
			continue
		}
		switch test := shell.TestFile(e.Step.Edit.File); {
		case test && e.Step.Edit.Removed > 0:
			rewritten = true
		case test:
			added = true
		case red >= 0 && e.Order > red:
			mended = true
		}
	}
	return !mended && (!added || rewritten)
}

// foundBroken is the last turn in which the person found what was done broken, in few words;
// −1 none.
func (c *View) foundBroken() int {
	for i := c.End.Turn; i > 0; i-- {
		t := &c.Session.Turns[i]
		if h := &t.Prompt; observe.Fails(t) && h.Opening[speech.Failing] > 0 && h.Leads[speech.Failing] > 0 && h.Words <= CurtAnswer && c.Session.WorkedBefore(i) {
			return i
		}
	}
	return -1
}

// changedBetween reports whether something was edited after an event and before a turn.
func (c *View) changedBetween(order, turn int) bool {
	for i := range c.Session.Edits {
		if e := &c.Session.Edits[i]; e.Order > order && e.Turn < turn && e.Step.CarriedOut() {
			return true
		}
	}
	return false
}
