package signal

import (
	"strings"

	"prism/internal/conversation"
	"prism/internal/judge/offline/shows"
	"prism/internal/lexicon"
	"prism/internal/observe"
	"prism/internal/observe/output"
	"prism/internal/observe/speech"
	"prism/internal/shell"
	"prism/internal/transcript"
)

// Resolved reports whether what a turn's prompt complains of, or brings as an
// error, was put right after it: the person takes that work as good, orders it
// delivered or has the next step built on it, a plan is approved, or a check that
// bears on it passes. Thanks, a short yes and a neutral question resolve nothing.
func (c *View) Resolved(turn int) bool {
	for i := turn + 1; i <= c.End.Turn; i++ {
		if t := &c.Session.Turns[i]; t.Prompt.Retracts && t.Closing != nil && !t.Answer.Any(speech.SaysGaveUp, speech.SaysBlocked, speech.SaysFail) {
			return true // what it found wrong was a mistake of its own
		}
		if c.AcceptsAt(i, turn) || c.deliversAt(i) || c.BuildsAt(i, turn) || observe.PastesPass(&c.Session.Turns[i]) {
			return true
		}
	}
	for _, p := range c.Session.Plans {
		if p.Step.PlanApproved && p.Turn >= c.Session.Turns[turn].Index {
			return true
		}
	}
	if _, ok := c.Session.Mended(turn, c.BearsOn(turn)); ok {
		return true
	}
	if served := c.servedNow(); served != nil && served.Turn >= c.Session.Turns[turn].Index {
		return true
	}
	return c.Reproduced(turn) || c.shownRight(turn)
}

// shownRight reports whether a program that was run for a complaint shows that nothing is
// wrong any more, without a change: the agent opens on that it works now, and every run from
// then on went well. What was wrong was how the person had run it: an old binary, a cache.
func (c *View) shownRight(turn int) bool {
	ran, since := false, c.Session.Turns[turn].Index
	for i := range c.Session.Checks {
		if k := &c.Session.Checks[i]; k.Turn >= since {
			if k.Verdict == output.Failed || k.Step.Outcome == transcript.Errored {
				return false
			}
			ran = ran || k.Work.Has(shell.ClassRun) && strings.TrimSpace(k.Step.Output) != ""
		}
	}
	for i := turn; i <= c.End.Turn; i++ {
		if c.Session.Turns[i].Edits > 0 {
			return false
		}
	}
	h := &c.Last.Answer
	return ran && c.End.Kind == observe.EndAnswer && h.Opening[speech.SaysVerified] > 0 && !h.Any(speech.SaysYouTest, speech.SaysGaveUp, speech.SaysBlocked, speech.SaysFail, speech.SaysRed)
}

// Reproduced reports whether a command that was run before a turn's work gave
// another answer after it, and no error: the repro shows that it is mended.
func (c *View) Reproduced(turn int) bool {
	_, ok := c.reproducedAt(turn)
	return ok
}

// ReproducedNow is Reproduced of the last turn, and nothing that counts was changed since.
func (c *View) ReproducedNow() bool {
	order, ok := c.reproducedAt(c.End.Turn)
	return ok && order >= c.Session.LastWork
}

// reproducedAt is the order of the last run that shows what reproduced reports. Of each
// command the last run decides; one that only looks at files answers otherwise because these
// are others, and shows nothing.
func (c *View) reproducedAt(turn int) (order int, ok bool) {
	orders := map[*conversation.Step]int{} // of those that show how things behave
	for i := range c.Session.Tries {
		orders[c.Session.Tries[i].Step] = c.Session.Tries[i].Order
	}
	for i := range c.Session.Checks {
		if k := &c.Session.Checks[i]; k.Work.Has(shell.ClassRun) {
			orders[k.Step] = k.Order
		}
	}
	before, mended := map[string]string{}, map[string]int{}
	changed := false
	for i := 0; i <= c.End.Turn; i++ {
		t := &c.Session.Turns[i]
		for k := range t.Raw.Steps {
			s := &t.Raw.Steps[k]
			at, showing := orders[s]
			switch {
			case s.Subagent:
			case s.Edit != nil:
				changed = changed || i >= turn && s.CarriedOut() && !s.Edit.Plan
			case !showing || s.Outcome != transcript.Done && s.Outcome != transcript.Errored || strings.HasPrefix(s.Target, "git "):
			case !changed:
				before[behindBuild(s.Target)] = s.Output
			default:
				command := behindBuild(s.Target)
				delete(mended, command)
				if was, ran := before[command]; ran && was != s.Output && s.Outcome == transcript.Done && !output.TellsError(s.Output) && !t.Answer.Any(speech.SaysGaveUp) {
					mended[command] = at
				}
			}
		}
	}
	for _, at := range mended {
		order, ok = max(order, at), true
	}
	return order, ok
}

// behindBuild is what a command runs behind what only builds or starts it; the whole where
// it builds nothing.
func behindBuild(command string) string { return strings.TrimSpace(shows.Behind(command)) }

// BearsOn are the checks that can show that what a turn's prompt complains of is
// right: tests and runs, and builds, types and lint where the complaint names them
// or one of them was red.
func (c *View) BearsOn(turn int) shell.Class {
	kind := shell.ClassTest | shell.ClassRun
	for i := range c.Session.Checks {
		if k := &c.Session.Checks[i]; k.Verdict == output.Failed && k.Turn <= c.Session.Turns[turn].Index {
			kind |= k.Work & shell.Verifies
		}
	}
	text := strings.ToLower(observe.ClipBytes(c.Session.Turns[turn].Prompt.Text, speech.HeadBytes))
	words := wordLists()
	for _, w := range []struct {
		names *lexicon.List
		kind  shell.Class
	}{{words.build, shell.ClassBuild}, {words.compile, shell.ClassBuild | shell.ClassTypeCheck}, {words.lint, shell.ClassLint}, {words.types, shell.ClassTypeCheck}} {
		if w.names.In(text) {
			kind |= w.kind
		}
	}
	return kind
}

// AcceptsAt reports whether a prompt takes as good what was done since an earlier
// turn. Praise that may be for something else (the answer to a question in between)
// counts only where it follows on that work.
func (c *View) AcceptsAt(turn, since int) bool {
	t := &c.Session.Turns[turn]
	h := &t.Prompt
	if observe.Complains(t) || observe.Drops(t) || h.Question && h.Words <= 20 && !h.PraisesApart() {
		return false
	}
	if h.Leads[speech.Endorse] > 0 && h.Opening[speech.Endorse] > 0 {
		return c.worked(since, turn-1) || turn-1 == since || !c.Session.Touched()
	}
	if h.Leads[speech.Accept] == 0 || h.Opening[speech.Accept] == 0 || h.FirstLead[speech.Accept] >= 40 && h.Words > 15 {
		return false
	}
	last := c.SpokenBefore(turn)
	return last >= since && (c.worked(last, turn-1) || last == since && !c.Session.Touched())
}

// SpokenBefore is the last turn before one that says or does something.
func (c *View) SpokenBefore(turn int) int {
	for i := turn - 1; i >= 0; i-- {
		if !c.Session.Turns[i].Trivial {
			return i
		}
	}
	return -1
}

// deliversAt reports whether a prompt orders the work delivered.
func (c *View) deliversAt(turn int) bool {
	t := &c.Session.Turns[turn]
	if !observe.WantsDelivery(t) || observe.Fails(t) || observe.Drops(t) || t.DeliveryFailed && !t.Delivered {
		return false
	}
	return !t.Prompt.Question || t.Delivered
}

// BuildsAt reports whether a prompt goes on from what was changed since an earlier
// turn to a next step, and that was made.
func (c *View) BuildsAt(turn, since int) bool {
	t := &c.Session.Turns[turn]
	h := &t.Prompt
	return t.Changes > 0 && c.worked(since, turn-1) && !h.Question && t.Pasted == 0 && h.Opening[speech.Correct] == 0 && h.LeadsRequest() &&
		!observe.Complains(t) && !observe.AsksUndo(t) && !observe.Drops(t) && !observe.Switches(t)
}

// landedBefore reports whether the person had accepted or ordered delivered all
// that was done before a turn: what is dropped then is something else.
func (c *View) landedBefore(turn int) bool {
	for i := turn - 1; i > 0; i-- {
		t := &c.Session.Turns[i]
		if observe.Complains(t) || observe.AsksUndo(t) {
			return false
		}
		if c.deliversAt(i) && t.Delivered || t.Prompt.Leads[speech.Endorse] > 0 && c.AcceptsAt(i, i-1) {
			return true
		}
		if t.Changes > 0 || observe.Mutates(t) {
			return false
		}
	}
	return false
}
