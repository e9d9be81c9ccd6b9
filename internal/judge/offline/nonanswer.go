package offline

import (
	"strings"

	"prism/internal/fact"
	"prism/internal/observe"
	"prism/internal/observe/speech"
)

// Lengths of answers, in words.
const (
	curtAnswer  = 45  // that it was not found is all that so short an answer says
	shortAnswer = 120 // here the first sentence decides
)

// openAt is the most that is left of the probability of an answer that is none.
const openAt = 0.3

// nonAnswer reports whether a question or an investigation is left open by what the
// agent said last of it: that it could not find out, or that it needs something of
// the person first. Courtesies after it ("ok, thanks anyway") change nothing. "No,
// I found none" is an answer, and so is a cause that is named besides.
func (c *view) nonAnswer() bool {
	if c.end.Kind != observe.EndAnswer || c.a.Touched() {
		return false
	}
	t := c.lastAnswer()
	if t == nil || t.Closing == nil {
		return false
	}
	h := &t.Answer
	if h.Words <= curtAnswer && t.Steps == 0 && !t.Prompt.Question && h.Question && firstSentence(h.Text) == len(h.Text) {
		return true // nothing was done: "which server shall it go to?"
	}
	if c.shut(t) || t.Steps == 0 && !t.Prompt.Question && c.asksFirst() && h.Any(speech.SaysNeeds, speech.SaysBlocked) {
		return true // "for which user? Without a name I cannot begin"
	}
	if h.Words > shortAnswer || h.Any(speech.SaysVerified) || h.Any(speech.SaysFound) && !deniesFinding(h) {
		return false
	}
	if h.Closing[speech.SaysNeeds] > 0 && (h.Question || h.Words <= curtAnswer) {
		return true
	}
	if !h.Any(speech.SaysUnknown) || h.Any(speech.SaysNo) && h.First[speech.SaysNo].Start < denialWithin {
		return false
	}
	return h.Words <= curtAnswer || h.First[speech.SaysUnknown].Start < firstSentence(h.Text)
}

// shut reports whether a turn was to read or to look through something, asked nothing, and is
// answered by no more than that it could not be opened.
func (c *view) shut(t *observe.Turn) bool {
	h := &t.Answer
	return h.Any(speech.SaysShut) && h.Words <= curtAnswer && !t.Prompt.Question && t.Prompt.Leads[speech.Question] == 0
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
	return !(named && strings.ContainsAny(between, ",;:—，；：、")) && firstSentence(between+" ") > len(between)
}

// denialWithin is how far into an answer its "no" may stand, in bytes: behind marks.
const denialWithin = 4

// answerOpen reports whether an intent that is complete with an answer has none.
func (c *view) answerOpen(intent fact.Intent) bool {
	if intent == fact.Review { // a verdict may be that nothing was found
		t := c.lastAnswer()
		return t != nil && c.shut(t) && c.nonAnswer()
	}
	return (intent == fact.Question || intent == fact.Investigation) && c.nonAnswer()
}

// lastAnswer is the last turn that asks for something; nil none.
func (c *view) lastAnswer() *observe.Turn {
	for i := c.end.Turn; i >= 0; i-- {
		t := &c.a.Turns[i]
		h := &t.Prompt
		courtesy := i > 0 && t.Steps == 0 && !h.Question && h.Plain() <= 8 && h.Any(speech.Thanks, speech.Accept, speech.Assent, speech.Farewell) &&
			!h.LeadsRequest() && h.Leads[speech.Question] == 0
		if !courtesy && !t.Trivial {
			return t
		}
	}
	return nil
}

// firstSentence is where the first sentence of a text ends, in bytes.
func firstSentence(text string) int {
	to := len(text)
	for _, end := range []string{". ", "! ", "? ", "\n", "。", "！", "？"} {
		if i := strings.Index(text, end); i >= 0 {
			to = min(to, i)
		}
	}
	return to
}
