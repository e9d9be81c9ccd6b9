package intent

import (
	"strings"

	"prism/internal/fact"
	"prism/internal/observe"
	"prism/internal/observe/speech"
	"prism/internal/shell"
	"prism/internal/transcript"
)

// ordered is the intent of an order that was only answered in words: how it could be done,
// what the code looks like, that it is a good idea. "" where something was done, the
// person asks, or the words are what was wanted: code that was to be written or mended in
// the talk.
func ordered(r *speech.Reader, q *request) fact.Intent {
	h := q.first
	if q.handed || q.command != "" || q.a.Touched() || q.a.End.Kind != observe.EndAnswer || q.opener.Raw.Images > 0 || q.opener.Pasted > 0 || !onlyLooked(q.a) {
		return ""
	}
	if h.Plain() > briefAsk || r.HoldsChange(h.Text, q.a.Languages) || r.WantsSteps(h.Text, q.a.Languages) || r.AsksLeave(h.Text, q.a.Languages) {
		return ""
	}
	for i := range q.a.Turns {
		if i > 0 && observe.Accepts(&q.a.Turns[i]) {
			return "" // the words were enough
		}
	}
	l, asks := h.Lead()
	if i := asked(r, q); asks && h.Any(speech.AskPlan) || i != "" && i != fact.Question {
		return "" // options, a proposal
	}
	if h.Leads[speech.Deliver] > 0 && (!asks || h.FirstLead[speech.Deliver] < h.FirstLead[l]) {
		l, asks = speech.Deliver, true
	}
	if !asks && !h.Question && !h.Any(speech.Question, speech.Broken, speech.AskCause) && r.Alters(h.Text, q.a.Languages) {
		l, asks = speech.AskSmall, true
	}
	if !asks || h.Leads[speech.Question] > 0 || h.Question && h.Any(speech.Question, speech.AskCause) {
		return ""
	}
	switch l {
	case speech.Deliver, speech.AskRun:
		if q.a.Shell > 0 {
			return "" // it was tried
		}
		return fact.SmallChange
	case speech.AskFix, speech.AskAdd, speech.AskRefactor, speech.AskSmall:
	default:
		return ""
	}
	if h.Leads[speech.AskReview] > 0 || l != speech.AskAdd && h.Leads[speech.AskInvestigate] > 0 || l == speech.AskFix && tellsCause(q) {
		return ""
	}
	if r.WantsWords(h.Text, q.a.Languages) || givenInWords(q.a) || strings.Contains(q.opener.Raw.Prompt, fence) {
		return ""
	}
	switch l {
	case speech.AskFix:
		return fact.BugFix
	case speech.AskAdd:
		return fact.Feature
	case speech.AskRefactor:
		return fact.Refactor
	}
	return fact.SmallChange
}

// tellsCause reports whether an answer opens on the cause of what was to be tracked down.
func tellsCause(q *request) bool {
	h := &q.opener.Answer
	return h.Opening[speech.SaysCause]+h.Opening[speech.SaysFound] > 0 && !q.first.Any(speech.Broken, speech.Complain)
}

// onlyLooked reports whether nothing was so much as tried but to look.
func onlyLooked(a *observe.Session) bool {
	for s := range a.Steps() {
		switch s.Kind {
		case transcript.CallRead, transcript.CallSearch, transcript.CallLookup, transcript.CallWeb, transcript.CallWatch, transcript.CallAsk:
		case transcript.CallShell:
			if s.Class&^shell.ClassRead != 0 {
				return false
			}
		default:
			return false
		}
	}
	return true
}

// fence begins and ends code in a text.
const fence = "```"

// givenLines is how many lines code in an answer has at least that may be the work itself.
const givenLines = 3

// givenInWords reports whether an answer holds code of some lines: what was wanted may have
// been given so.
func givenInWords(a *observe.Session) bool {
	for i := range a.Turns {
		c := a.Turns[i].Closing
		if c == nil {
			continue
		}
		_, rest, ok := strings.Cut(c.Text, fence)
		for ok {
			code, after, _ := strings.Cut(rest, fence)
			if strings.Count(strings.TrimSpace(code), "\n") >= givenLines {
				return true
			}
			_, rest, ok = strings.Cut(after, fence)
		}
	}
	return false
}
