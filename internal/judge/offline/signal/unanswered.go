package signal

import (
	"strings"

	"prism/internal/judge/offline/intent"
	"prism/internal/observe"
	"prism/internal/observe/speech"
)

// unansweredAt reports whether a turn's prompt tells that what was done before does not do,
// and all that came of it is a look and words that ask for something: what it tells of is so
// still. A statement that names no fault may be any news, so that there the agent must say
// what it needs, or ask and offer nothing.
func (c *View) unansweredAt(turn int) bool {
	if !c.leftAsking(turn) {
		return false
	}
	t := &c.Session.Turns[turn]
	h := &t.Prompt
	if h.Reports || h.Any(speech.Broken, speech.Complain, speech.Failing) || len(observe.ErrorClasses(t)) > 0 {
		return true
	}
	return (h.Tells || h.Denies()) && needs(&t.Answer)
}

// needs reports whether an answer says that its writer cannot go on by itself: it needs or
// does not know something, or asks and offers nothing.
func needs(a *speech.Message) bool {
	return a.Any(speech.SaysNeeds, speech.SaysBlocked, speech.SaysUnknown, speech.SaysMistook) || asksFor(a) && a.Closing[speech.SaysOffer] == 0
}

// asksFor reports whether an answer asks anything: at its end, or in few words anywhere.
func asksFor(a *speech.Message) bool {
	return a.Question || a.Words <= ShortAnswer && strings.ContainsAny(a.Text, "?？؟")
}

// leftAsking reports whether a turn's prompt states something of what was done before it,
// and nothing came of that but an answer that asks or needs something: nothing was changed
// since, and the person took nothing as good.
func (c *View) leftAsking(turn int) bool {
	t := &c.Session.Turns[turn]
	h := &t.Prompt
	if turn == 0 || t.First || h.Neutral() || h.Plain() > intent.ReportWords || !c.worked(0, turn-1) || c.worked(turn, c.End.Turn) || t.Closing == nil {
		return false
	}
	if c.repliesAt(turn) || observe.Accepts(t) || h.LeadsRequest() || h.Polite || h.Any(speech.Deliver, speech.Undo, speech.Abandon, speech.Postpone) || c.Resolved(turn) {
		return false
	}
	return needs(&t.Answer) || asksFor(&t.Answer)
}

// Waits is the last turn, where its prompt states something of what was done before it, and
// after a look at that the agent ends by asking for what it does not know: nil otherwise.
func (c *View) Waits() *observe.Turn {
	t := c.Last
	h := &t.Prompt
	if c.End.Kind != observe.EndAnswer || !c.leftAsking(c.End.Turn) || t.Steps == 0 || !needs(&t.Answer) || t.Answer.Any(speech.SaysDone, speech.SaysVerified) {
		return nil
	}
	if h.Any(speech.Thanks, speech.Accept, speech.Assent, speech.Farewell, speech.Question) || h.Nod || h.Heard || h.Leads[speech.Resume]+h.Leads[speech.AskRun] > 0 {
		return nil
	}
	return t
}

// Mistook is the turn in which the agent takes back that what it changed mends what was
// wrong, or says that the fault does not show with it, and neither changed anything then or
// after it; nil where there is none, or the person took the work as good since.
func (c *View) Mistook() *observe.Turn {
	for i := c.End.Turn; i > 0 && c.worked(0, i-1); i-- {
		t := &c.Session.Turns[i]
		if t.Changes > 0 || observe.Mutates(t) || c.AcceptsAt(i, i-1) || c.deliversAt(i) {
			return nil
		}
		if t.Closing != nil && !t.Prompt.Neutral() && t.Answer.Any(speech.SaysMistook) {
			return t
		}
	}
	return nil
}
