package signal

import (
	"strings"

	"prism/internal/fact"
	"prism/internal/observe"
	"prism/internal/observe/speech"
)

// Lengths of answers, in words.
const (
	CurtAnswer  = 45  // that it was not found is all that so short an answer says
	ShortAnswer = 120 // here the first sentence decides
)

// OpenAt is the most that is left of the probability of an answer that is none.
const OpenAt = 0.3

// nonAnswer reports whether a question or an investigation is left open by what the
// agent said last of it: that it could not find out, or that it needs something of
// the person first. Courtesies after it ("ok, thanks anyway") change nothing. "No,
// I found none" is an answer, and so is a cause that is named besides.
func (c *View) nonAnswer() bool {
	if c.End.Kind != observe.EndAnswer || c.Session.Touched() {
		return false
	}
	t := c.lastAnswer()
	if t == nil {
		return false
	}
	return c.LeavesOpen(t) || !c.thanked() && c.LeavesOpen(c.GoalTurn())
}

// thanked reports whether the person gave thanks for an answer or took it as understood, in
// more than a word.
func (c *View) thanked() bool {
	for i := 1; i <= c.End.Turn; i++ {
		if h := &c.Session.Turns[i].Prompt; h.Any(speech.Thanks) || (h.Heard || h.Leads[speech.Accept] > 0) && h.Plain() > 1 && h.Leads[speech.Assent] == 0 {
			return true
		}
	}
	return false
}

// LeavesOpen reports whether a turn's answer is none.
func (c *View) LeavesOpen(t *observe.Turn) bool {
	if t == nil || t.Closing == nil {
		return false
	}
	h := &t.Answer
	if h.Words <= CurtAnswer && t.Steps == 0 && (!t.Prompt.Question || !h.Any(speech.SaysNo, speech.SaysCause)) && h.Question && observe.FirstSentence(h.Text) == len(h.Text) {
		return true // nothing was done: "which server shall it go to?"
	}
	if c.shut(t) || t.Steps == 0 && !t.Prompt.Question && c.AsksFirst() && h.Any(speech.SaysNeeds, speech.SaysBlocked) {
		return true // "for which user? Without a name I cannot begin"
	}
	if h.Words > ShortAnswer || h.Any(speech.SaysVerified) || h.Any(speech.SaysFound) && !deniesFinding(h) {
		return false
	}
	if h.Closing[speech.SaysNeeds] > 0 && (h.Question || h.Words <= CurtAnswer) {
		return true
	}
	if !h.Any(speech.SaysUnknown) || h.Any(speech.SaysNo) && h.First[speech.SaysNo].Start < denialWithin {
		return false
	}
	return h.Words <= CurtAnswer || h.First[speech.SaysUnknown].Start < observe.FirstSentence(h.Text)
}

// shut reports whether a turn was to read or to look through something, asked nothing, and is
// answered by no more than that it could not be opened.
func (c *View) shut(t *observe.Turn) bool {
	h := &t.Answer
	return h.Any(speech.SaysShut) && h.Words <= CurtAnswer && !t.Prompt.Question && t.Prompt.Leads[speech.Question] == 0
}

// deniesFinding reports whether an answer speaks of a cause in the clause that says that
// it is not known: "the cause could not be determined". "The cause is the lock, though I
// could not determine since when" names one.
func deniesFinding(h *speech.Message) bool {
	if !h.Any(speech.SaysUnknown) {
		return false
	}
	from, to := h.First[speech.SaysFound], h.First[speech.SaysUnknown]
	named := from.Start < to.Start // before a clause that says what is not known
	if !named {
		from, to = to, from
	}
	between := h.Text[from.Start:max(to.Start, from.Start)]
	return !(named && strings.ContainsAny(between, ",;:—，；：、")) && observe.FirstSentence(between+" ") > len(between)
}

// denialWithin is how far into an answer its "no" may stand, in bytes: behind marks.
const denialWithin = 4

// AnswerOpen reports whether an intent that is complete with an answer has none.
func (c *View) AnswerOpen(intent fact.Intent) bool {
	if intent == fact.Review { // a verdict may be that nothing was found
		t := c.lastAnswer()
		return t != nil && c.shut(t) && c.nonAnswer()
	}
	if intent == fact.Plan {
		return c.RefusedPlan() != nil
	}
	return (intent == fact.Question || intent == fact.Investigation) && c.nonAnswer()
}

// Bounds on a question beside the goal, in words: it is short, and so is its answer.
const (
	asideAsked    = 15
	asideAnswered = 20
)

// GoalTurn is the last turn that asks for something and is no short question beside what
// was asked before it: of what that was found out, or was not, its answer tells. nil none.
func (c *View) GoalTurn() *observe.Turn {
	for i := c.End.Turn; i >= 0; i-- {
		t := &c.Session.Turns[i]
		h := &t.Prompt
		beside := i > 0 && t.Changes == 0 && h.Plain() <= asideAsked && !t.AsksAgain && !h.GoesOn() &&
			(h.Question || h.Leads[speech.Question] > 0 || h.Nod || h.Heard || observe.Accepts(t) || t.Answer.Words == 0) &&
			t.Answer.Words <= asideAnswered && !t.Answer.Any(speech.SaysFound, speech.SaysCause)
		if !beside && !t.Trivial && !c.courtesyAt(i) {
			return t
		}
	}
	return nil
}

// courtesyAt reports whether a prompt only says thanks, yes or goodbye.
func (c *View) courtesyAt(i int) bool {
	t := &c.Session.Turns[i]
	h := &t.Prompt
	return i > 0 && t.Steps == 0 && !h.Question && h.Plain() <= 8 && h.Any(speech.Thanks, speech.Accept, speech.Assent, speech.Farewell) &&
		!h.LeadsRequest() && h.Leads[speech.Question] == 0
}

// lastAnswer is the last turn that asks for something; nil none.
func (c *View) lastAnswer() *observe.Turn {
	for i := c.End.Turn; i >= 0; i-- {
		t := &c.Session.Turns[i]
		if !c.courtesyAt(i) && !t.Trivial {
			return t
		}
	}
	return nil
}

// RefusedPlan is the last prompt that says something, where it refuses what was laid out
// before it: it opens with a no, or says that it is not wanted, takes nothing as good and
// asks for nothing else. nil where it does not.
func (c *View) RefusedPlan() *observe.Turn {
	for i := c.End.Turn; i > 0; i-- {
		t := &c.Session.Turns[i]
		h := &t.Prompt
		if t.Trivial {
			continue
		}
		if t.Changes == 0 && !h.Question && h.Plain() <= Nodding && h.Refuses && h.Leads[speech.Accept]+h.Leads[speech.Endorse]+h.Leads[speech.Deliver] == 0 && !h.LeadsRequest() {
			return t
		}
		return nil
	}
	return nil
}
