package signal

import (
	"prism/internal/fact"
	"prism/internal/observe"
	"prism/internal/observe/speech"
)

// attempts is how many attempts at one fix make a loop (published algorithm).
const attempts = 3

// loopsAt reports whether a turn is the last of three or more attempts at the same
// fix, none of them seen to work: the person says each time that it still fails,
// or pastes the same error again.
func (c *View) loopsAt(turn int) bool {
	if c.pastesOf(turn) >= attempts {
		return !c.Resolved(turn)
	}
	tries, complaints := 0, 0
	for i := turn; i >= 0; i-- {
		t := &c.Session.Turns[i]
		if !observe.Complains(t) && (i == turn || !c.faultAgain(i)) {
			break
		}
		complaints++
		if t.Changes > 0 || t.Checks > 0 {
			tries++
		}
		if i > 0 && !observe.Complains(&c.Session.Turns[i-1]) && observe.Fails(t) && c.worked(i-1, i-1) {
			tries++ // the first attempt is what the first complaint is about
		}
	}
	return tries >= attempts && complaints >= 2 && !c.Resolved(turn)
}

// faultAgain reports whether a turn's prompt, without complaining of the agent, tells
// of the fault that the next one tells of too, and something was changed for it: "the
// import hangs at the second file", "no, it is stuck at the second file". Two faults
// one after the other are no attempts at one fix.
func (c *View) faultAgain(turn int) bool {
	t, next := &c.Session.Turns[turn], &c.Session.Turns[turn+1]
	if t.First || t.Changes == 0 || t.Prompt.Question || t.Prompt.Words > CurtAnswer || !t.Prompt.Any(speech.Broken) && t.Pasted == 0 {
		return false
	}
	return c.sharesFile(turn) && (observe.Complains(next) || c.saysSame(turn))
}

// sharesFile reports whether a turn and the next changed a file both.
func (c *View) sharesFile(turn int) bool {
	files := map[string]bool{}
	for _, e := range c.Session.Edits {
		switch e.Turn {
		case c.Session.Turns[turn].Index:
			files[editedFile(e)] = true
		case c.Session.Turns[turn+1].Index:
			if files[editedFile(e)] {
				return true
			}
		}
	}
	return false
}

// saysSame reports whether a prompt and the next share words that tell what they are
// about.
func (c *View) saysSame(turn int) bool {
	return observe.SharedWords(observe.WordSet(c.Session.Turns[turn].Prompt.Text), observe.WordSet(c.Session.Turns[turn+1].Prompt.Text)) >= 2
}

// pastesOf counts the prompts up to a turn that bring an error of the kind that the
// turn's own brings, those in between that bring none passed over once.
func (c *View) pastesOf(turn int) int {
	now := observe.ErrorClasses(&c.Session.Turns[turn])
	if len(now) == 0 {
		return 0
	}
	n, gap := 1, 0
	for i := turn - 1; i >= 0 && gap < 2; i-- {
		if c.Session.Turns[i].Trivial {
			continue
		}
		same := false
		for class := range observe.ErrorClasses(&c.Session.Turns[i]) {
			same = same || now[class]
		}
		if same {
			n++
			gap = 0
		} else {
			gap++
		}
	}
	return n
}

// frustratedAt reports whether a turn's prompt says that the work fails, or loses
// its temper, and nothing after it puts that right. What is merely not as it should
// be is put right by work on it; where none came, or the record stops in it, it
// stands too.
func (c *View) frustratedAt(turn int) bool {
	t := &c.Session.Turns[turn]
	if !observe.Complains(t) && c.findsAt(turn) {
		return !c.Resolved(turn)
	}
	if !observe.Complains(t) || turn > 0 && !c.began(turn) {
		return false
	}
	if turn > 0 && c.wentThrough(turn) {
		return false // "try again": what had failed went through
	}
	stopped := turn == c.End.Turn && c.End.Cut() && !t.Prompt.Neutral()
	fails := observe.Fails(t) || observe.Reproaches(t)
	if !stopped && !t.Prompt.Any(speech.Swear) && !(fails && turn > 0 && c.Session.WorkedBefore(turn-1)) && c.Session.WantsToKnow(turn-1) && c.mends(turn) {
		return false // it tells what the agent asked for, and that was worked on
	}
	if fails {
		return !c.Resolved(turn)
	}
	if turn == 0 || !stopped && !observe.Insists(t) || c.repliesAt(turn) || t.Prompt.Leads[speech.Question] > 0 && !stopped {
		return false
	}
	if !c.mends(turn) {
		return !c.Resolved(turn)
	}
	again := observe.Complains(&c.Session.Turns[turn-1]) && t.Answer.Any(speech.SaysYouTest, speech.SaysBlocked, speech.SaysNotDone, speech.SaysGaveUp)
	return (again || stopped) && !c.Resolved(turn)
}

// findsAt reports whether a prompt tells no more than how something behaves, and the agent
// changed the same file once more for it: it is a finding on the work. In a session that is
// to mend something any behaviour is, where no check ran on the fix: else it may as well be
// one more order. In others what is told must be a fault: a word for one, or a check that
// is red.
func (c *View) findsAt(turn int) bool {
	t := &c.Session.Turns[turn]
	if turn == 0 || t.First || !t.Prompt.Tells || t.Changes == 0 || t.Pasted > 0 {
		return false
	}
	fault := t.Prompt.Fault
	if !fault && c.Is(fact.BugFix) < c.Is(fact.Feature, fact.SmallChange, fact.Refactor) {
		return false
	}
	last := c.SpokenBefore(turn)
	return last >= 0 && last == turn-1 && c.Session.Turns[last].Changes > 0 && (fault || c.Session.Turns[last].Checks == 0) && !c.Session.Turns[last].Answer.Question && c.sharesFile(last)
}

// wentThrough reports whether a commit, push or pull request that had failed before a turn
// went through in it or in one of those behind it, with nothing but more tries between; what
// the person ran beside them is no turn of the work.
func (c *View) wentThrough(turn int) bool {
	before := turn - 1
	for t := &c.Session.Turns[turn]; before > 0; before-- {
		b := &c.Session.Turns[before]
		twice := t.Steps == 0 && b.Delivered && observe.Complains(b) // said once more while it went through
		if !b.Trivial && !twice {
			break
		}
	}
	failed := &c.Session.Turns[before]
	for i := before + 1; i <= c.End.Turn && failed.DeliveryFailed && !failed.Delivered; i++ {
		switch t := &c.Session.Turns[i]; {
		case t.Delivered:
			return true
		case !t.Trivial:
			failed = t
		}
	}
	return false
}

// mends reports whether something was done from a turn on that may put right what its
// prompt finds wrong: to run the program again, and no more, looks at it.
func (c *View) mends(turn int) bool {
	for i := turn; i <= c.End.Turn; i++ {
		t := &c.Session.Turns[i]
		if t.Changes > 0 {
			return true
		}
		for k := range t.Raw.Steps {
			if s := &t.Raw.Steps[k]; s.Mutating && s.CarriedOut() && !s.Class.Has(observe.Checks) {
				return true
			}
		}
	}
	return false
}

// repliesAt reports whether a prompt answers what the agent asked: what is wrong in
// it was asked for. So is a list that goes through the points of the agent's.
func (c *View) repliesAt(turn int) bool {
	last := c.SpokenBefore(turn)
	if last < 0 {
		return false
	}
	h := &c.Session.Turns[last].Answer
	return h.Question || observe.AsksMostly(h.Text) || observe.Numbered(c.Session.Turns[turn].Prompt.Text) > 1 && observe.Numbered(h.Text) > 1
}
