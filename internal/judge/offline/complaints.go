package offline

import "prism/internal/observe"

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
		if !observe.Complains(t) {
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
	if !observe.Complains(t) || turn > 0 && !c.began(turn) {
		return false
	}
	if observe.Fails(t) {
		return !c.resolved(turn)
	}
	stopped := turn == c.end.Turn && c.end.Cut() && !t.Prompt.Neutral()
	if turn == 0 || !stopped && !observe.Insists(t) || c.repliesAt(turn) || t.Prompt.Leads[observe.Question] > 0 && !stopped {
		return false
	}
	if !c.worked(turn, c.end.Turn) {
		return !c.resolved(turn)
	}
	again := observe.Complains(&c.a.Turns[turn-1]) && t.Answer.Any(observe.SaysYouTest, observe.SaysBlocked, observe.SaysNotDone, observe.SaysGaveUp)
	return (again || stopped) && !c.resolved(turn)
}

// repliesAt reports whether a prompt answers what the agent asked: what is wrong in
// it was asked for.
func (c *view) repliesAt(turn int) bool {
	last := c.spokenBefore(turn)
	return last >= 0 && (c.a.Turns[last].Answer.Question || asksMostly(c.a.Turns[last].Answer.Text))
}
