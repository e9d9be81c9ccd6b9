package signal

import (
	"prism/internal/fact"
	"prism/internal/observe"
	"prism/internal/observe/speech"
	"prism/internal/shell"
)

// droppedAt reports whether a turn drops the work, and nothing after it takes it up
// again: in so many words, by putting it off while it is red, by trying another way
// that leads nowhere, or by having it taken back.
func (c *View) droppedAt(turn int) bool {
	t := &c.Session.Turns[turn]
	switch {
	case turn == 0 || t.First || !c.began(turn):
		return false
	case t.Prompt.Leaving && c.finishedAt(turn):
		return false // "calling it a day", when all is green
	case c.takesForLater(turn), c.takesAdvice(turn):
		return false
	case t.Delivered && t.Prompt.Leads[speech.Deliver] > 0:
		return false // "that can wait. commit these"
	case c.waives(turn), c.wantsNoMore(turn):
		return false
	case c.UndoneAt(turn):
		return true
	case observe.Switches(t):
		return !c.Resolved(turn) && !c.takenUp(turn)
	case observe.OrdersUndo(t) && t.Prompt.Words <= 20 && !observe.Mutates(t), observe.Drops(t):
		return (t.Changes == 0 || observe.TookBack(c.Session, turn)) && !c.landedBefore(turn) && !c.takenUp(turn)
	case t.Prompt.Any(speech.Abandon) && t.Prompt.Any(speech.Postpone) && t.Prompt.Plain() <= 20 && c.unfinishedAt(turn): // "write down where we are, I come back to it tomorrow"
		return !c.landedBefore(turn) && !c.Resolved(turn)
	case observe.PutsOff(t):
		return t.Changes == 0 && (observe.Leaves(t) || c.unfinishedAt(turn)) && !c.landedBefore(turn) && !c.takenUp(turn)
	}
	return false
}

// takesForLater reports whether a prompt takes a plan, and only says that it is to be
// carried out another day: "yes, do it like that, but not today".
func (c *View) takesForLater(turn int) bool {
	h := &c.Session.Turns[turn].Prompt
	if len(c.Session.Changes) > 0 || c.Is(fact.Plan) < 0.5 && !c.Session.Turns[0].Prompt.Any(speech.AskPlan) || h.Plain() > Nodding || h.Question || h.Any(speech.Complain, speech.Switch) {
		return false
	}
	for _, k := range []speech.Sense{speech.Assent, speech.Accept, speech.Endorse, speech.Resume} {
		if h.Leads[k] > 0 && h.FirstLead[k] == 0 {
			return true
		}
	}
	return false
}

// waives reports whether a prompt says of what the agent had asked that it does not matter,
// and takes the work as good: "never mind. thanks, great".
func (c *View) waives(turn int) bool {
	h := &c.Session.Turns[turn].Prompt
	last := c.SpokenBefore(turn)
	return last >= 0 && c.Session.Turns[last].Answer.Question && !c.LeavesOpen(&c.Session.Turns[last]) && h.Any(speech.Thanks) && h.Leads[speech.Accept]+h.Leads[speech.Endorse] > 0 && !h.Any(speech.Complain, speech.Switch)
}

// wantsNoMore reports whether a prompt says no to what the agent offered beside what it had
// done or answered, and to nothing of that: "shall I add headers?", "no, leave it".
func (c *View) wantsNoMore(turn int) bool {
	t := &c.Session.Turns[turn]
	last := c.SpokenBefore(turn)
	if last < 0 || !t.Prompt.Waives || t.Changes > 0 {
		return false
	}
	before := &c.Session.Turns[last]
	a := &before.Answer
	if c.LeavesOpen(before) || a.Any(speech.SaysNotDone, speech.SaysGaveUp, speech.SaysBlocked, speech.SaysRed, speech.SaysNeeds) || before.Interrupts > 0 {
		return false
	}
	if len(c.Session.Changes) > 0 {
		return !c.unfinishedAt(turn) && (a.Any(speech.SaysDone, speech.SaysVerified) || c.finishedAt(turn))
	}
	return a.Words > CurtAnswer/3 && !a.Any(speech.SaysPlan) && (before.Prompt.Question || c.Is(fact.Question, fact.Investigation, fact.Review) >= 0.5)
}

// takesAdvice reports whether a prompt takes what was found out, and only says when its writer
// will do something about it: "yep, pruning is on my list for monday". Nothing was to be
// changed, the answer before it names what it found, and no other way is tried.
func (c *View) takesAdvice(turn int) bool {
	h := &c.Session.Turns[turn].Prompt
	last := c.SpokenBefore(turn)
	if last < 0 || len(c.Session.Changes) > 0 || c.Is(fact.Question, fact.Investigation, fact.Review) < 0.5 || !h.Any(speech.Postpone) || h.Plain() > Nodding || h.Question || h.Any(speech.Abandon, speech.Complain, speech.Switch, speech.Failing) {
		return false
	}
	a := &c.Session.Turns[last].Answer
	return a.Words > CurtAnswer/3 && !a.Question && a.Closing[speech.SaysNext] == 0 && !c.LeavesOpen(&c.Session.Turns[last])
}

// finishedAt reports whether nothing was left to do when a turn began: a check passed after
// the last change, nothing is red, and nothing was changed since.
func (c *View) finishedAt(turn int) bool {
	k, ok := c.Session.Shown(shell.Verifies)
	return ok && k.Turn < c.Session.Turns[turn].Index && !c.unfinishedAt(turn)
}

// UndoneAt reports whether the person had the work taken back in a turn, and nothing stands in its
// place: no turn after that one changes or delivers anything.
func (c *View) UndoneAt(turn int) bool {
	t := &c.Session.Turns[turn]
	if turn == 0 || !observe.AsksUndo(t) || !observe.TookBack(c.Session, turn) {
		return false
	}
	for i := turn + 1; i <= c.End.Turn; i++ {
		if n := &c.Session.Turns[i]; n.Changes > 0 || n.Delivered || observe.WantsDelivery(n) || observe.Mutates(n) {
			return false
		}
	}
	return !observe.AsksUndo(&c.Session.Turns[turn-1]) || !observe.TookBack(c.Session, turn-1) // to undo the undoing brings it back
}

// Removed is the turn in which the person had all that was made removed again, and nothing
// was made after it; nil where none did.
func (c *View) Removed() *observe.Turn {
	for i := c.End.Turn; i > 0; i-- {
		if c.removedAt(i) {
			return &c.Session.Turns[i]
		}
	}
	return nil
}

// removedAt reports whether the person had all that was made removed again in a turn, in a
// few words, whatever these are, and had not taken it as good: "delete that file".
func (c *View) removedAt(turn int) bool {
	t := &c.Session.Turns[turn]
	h := &t.Prompt
	if turn == 0 || t.First || h.Text == "" || h.Question && !h.Polite || h.Plain() > Nodding || observe.Accepts(t) || h.Any(speech.Endorse) {
		return false
	}
	return c.Is(fact.SmallChange, fact.BugFix, fact.Feature, fact.Refactor) >= 0.5 && c.Session.RemovedIn(turn)
}

// takenUp reports whether what a turn dropped was taken up again after it: the
// person has it delivered after all, or asks for it and something is changed.
func (c *View) takenUp(turn int) bool {
	for i := turn + 1; i <= c.End.Turn; i++ {
		t := &c.Session.Turns[i]
		if c.deliversAt(i) || (t.Changes > 0 || observe.Mutates(t)) && c.sameWork(i, turn) {
			return true
		}
	}
	return false
}

// sameWork reports whether a turn goes on with what was worked on before another:
// it touches a file that was changed by then, it says to go on, or it speaks of
// what was asked. Where no file was touched before, any work goes on with it.
func (c *View) sameWork(turn, before int) bool {
	t := &c.Session.Turns[turn]
	if t.Prompt.Any(speech.Resume) {
		return true
	}
	cut := c.Session.Turns[before].Index
	files := map[string]bool{}
	for _, e := range c.Session.Edits {
		switch {
		case e.Turn < cut:
			files[editedFile(e)] = true
		case e.Turn == t.Index && files[editedFile(e)]:
			return true
		}
	}
	if len(files) == 0 {
		return true
	}
	asked := map[string]bool{}
	for i := range before {
		if h := &c.Session.Turns[i].Prompt; len(h.Text) < speech.HeadBytes {
			for w := range observe.WordSet(h.Text) {
				asked[w] = true
			}
		}
	}
	return observe.SharedWords(observe.WordSet(observe.ClipBytes(t.Prompt.Text, speech.HeadBytes)), asked) >= 2
}

func editedFile(p observe.Place) string {
	if p.Step.Edit != nil {
		return p.Step.Edit.File
	}
	return p.Step.Target
}

// unfinishedAt reports whether the work was left undone when a turn began: a check
// is red, a complaint is open, or the agent says so.
func (c *View) unfinishedAt(turn int) bool {
	if r := &c.Session.FailedCheck; r.Turn >= 0 && r.Turn < turn && !r.Excused {
		return true
	}
	last := c.SpokenBefore(turn)
	if last < 0 {
		return false
	}
	t := &c.Session.Turns[last]
	if observe.Fails(t) && !c.Resolved(last) {
		return true
	}
	return t.Answer.Any(speech.SaysGaveUp, speech.SaysNotDone, speech.SaysBlocked, speech.SaysFail) && !t.Answer.Any(speech.SaysDone, speech.SaysVerified) && c.HighStakes() >= 0.5
}
