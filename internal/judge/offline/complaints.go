package offline

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
func (c *view) loopsAt(turn int) bool {
	if c.pastesOf(turn) >= attempts {
		return !c.resolved(turn)
	}
	tries, complaints := 0, 0
	for i := turn; i >= 0; i-- {
		t := &c.a.Turns[i]
		if !observe.Complains(t) && (i == turn || !c.faultAgain(i)) {
			break
		}
		complaints++
		if t.Changes > 0 || t.Checks > 0 {
			tries++
		}
		if i > 0 && !observe.Complains(&c.a.Turns[i-1]) && observe.Fails(t) && c.worked(i-1, i-1) {
			tries++ // the first attempt is what the first complaint is about
		}
	}
	return tries >= attempts && complaints >= 2 && !c.resolved(turn)
}

// faultAgain reports whether a turn's prompt, without complaining of the agent, tells
// of the fault that the next one tells of too, and something was changed for it: "the
// import hangs at the second file", "no, it is stuck at the second file". Two faults
// one after the other are no attempts at one fix.
func (c *view) faultAgain(turn int) bool {
	t, next := &c.a.Turns[turn], &c.a.Turns[turn+1]
	if t.First || t.Changes == 0 || t.Prompt.Question || t.Prompt.Words > curtAnswer || !t.Prompt.Any(speech.Broken) && t.Pasted == 0 {
		return false
	}
	return c.sharesFile(turn) && (observe.Complains(next) || c.saysSame(turn))
}

// sharesFile reports whether a turn and the next changed a file both.
func (c *view) sharesFile(turn int) bool {
	files := map[string]bool{}
	for _, e := range c.a.Edits {
		switch e.Turn {
		case c.a.Turns[turn].Index:
			files[editedFile(e)] = true
		case c.a.Turns[turn+1].Index:
			if files[editedFile(e)] {
				return true
			}
		}
	}
	return false
}

// saysSame reports whether a prompt and the next share words that tell what they are
// about.
func (c *view) saysSame(turn int) bool {
	return observe.SharedWords(observe.WordSet(c.a.Turns[turn].Prompt.Text), observe.WordSet(c.a.Turns[turn+1].Prompt.Text)) >= 2
}

// pastesOf counts the prompts up to a turn that bring an error of the kind that the
// turn's own brings, those in between that bring none passed over once.
func (c *view) pastesOf(turn int) int {
	now := observe.ErrorClasses(&c.a.Turns[turn])
	if len(now) == 0 {
		return 0
	}
	n, gap := 1, 0
	for i := turn - 1; i >= 0 && gap < 2; i-- {
		if c.a.Turns[i].Trivial {
			continue
		}
		same := false
		for class := range observe.ErrorClasses(&c.a.Turns[i]) {
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
func (c *view) frustratedAt(turn int) bool {
	t := &c.a.Turns[turn]
	if !observe.Complains(t) && c.findsAt(turn) {
		return !c.resolved(turn)
	}
	if !observe.Complains(t) || turn > 0 && !c.began(turn) {
		return false
	}
	if turn > 0 && c.wentThrough(turn) {
		return false // "try again": what had failed went through
	}
	if observe.Fails(t) {
		return !c.resolved(turn)
	}
	stopped := turn == c.end.Turn && c.end.Cut() && !t.Prompt.Neutral()
	if turn == 0 || !stopped && !observe.Insists(t) || c.repliesAt(turn) || t.Prompt.Leads[speech.Question] > 0 && !stopped {
		return false
	}
	if !c.mends(turn) {
		return !c.resolved(turn)
	}
	again := observe.Complains(&c.a.Turns[turn-1]) && t.Answer.Any(speech.SaysYouTest, speech.SaysBlocked, speech.SaysNotDone, speech.SaysGaveUp)
	return (again || stopped) && !c.resolved(turn)
}

// findsAt reports whether a prompt tells no more than how something behaves, and the agent
// changed the same file once more for it: it is a finding on the work. In a session that is
// to mend something any behaviour is, where no check ran on the fix: else it may as well be
// one more order. In others what is told must be a fault: a word for one, or a check that
// is red.
func (c *view) findsAt(turn int) bool {
	t := &c.a.Turns[turn]
	if turn == 0 || t.First || !t.Prompt.Tells || t.Changes == 0 || t.Pasted > 0 {
		return false
	}
	fault := t.Prompt.Fault
	if !fault && c.is(fact.BugFix) < c.is(fact.Feature, fact.SmallChange, fact.Refactor) {
		return false
	}
	last := c.spokenBefore(turn)
	return last >= 0 && last == turn-1 && c.a.Turns[last].Changes > 0 && (fault || c.a.Turns[last].Checks == 0) && !c.a.Turns[last].Answer.Question && c.sharesFile(last)
}

// wentThrough reports whether a commit, push or pull request that had failed before a turn
// went through in it or in one of those behind it, with nothing but more tries between; what
// the person ran beside them is no turn of the work.
func (c *view) wentThrough(turn int) bool {
	before := turn - 1
	for t := &c.a.Turns[turn]; before > 0; before-- {
		b := &c.a.Turns[before]
		twice := t.Steps == 0 && b.Delivered && observe.Complains(b) // said once more while it went through
		if !b.Trivial && !twice {
			break
		}
	}
	failed := &c.a.Turns[before]
	for i := before + 1; i <= c.end.Turn && failed.DeliveryFailed && !failed.Delivered; i++ {
		switch t := &c.a.Turns[i]; {
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
func (c *view) mends(turn int) bool {
	for i := turn; i <= c.end.Turn; i++ {
		t := &c.a.Turns[i]
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
func (c *view) repliesAt(turn int) bool {
	last := c.spokenBefore(turn)
	if last < 0 {
		return false
	}
	h := &c.a.Turns[last].Answer
	return h.Question || observe.AsksMostly(h.Text) || observe.Numbered(c.a.Turns[turn].Prompt.Text) > 1 && observe.Numbered(h.Text) > 1
}
