package offline

import (
	"strconv"
	"strings"

	"prism/internal/judge"
	"prism/internal/judge/offline/intent"
	"prism/internal/judge/offline/quote"
	"prism/internal/observe"
	"prism/internal/observe/output"
	"prism/internal/observe/speech"
	"prism/internal/title"
)

// This file tells whether a plan was delivered and taken.

// leastPlan is how many words an answer needs to lay out a plan without calling it one
// or numbering its steps.
const leastPlan = 60

// planGiven tells whether a plan was delivered: shown for approval, written to a
// file, or laid out in an answer.
func (c *view) planGiven(result title.Result) (bool, *judge.Quote) {
	if n := len(c.Session.Plans); n > 0 {
		return true, quote.Any(quote.Plan(c.Session), quote.Step(c.Session.Plans[n-1].Turn, c.Session.Plans[n-1].Step))
	}
	written := quote.Document(c.Session)
	heading := quote.Any(quote.Heading(c.Session), headed(written))
	asked := 0 // what was answered before a plan was asked for is none
	for i := range c.Session.Turns {
		if h := &c.Session.Turns[i].Prompt; h.Leads[speech.AskPlan] > 0 || h.Any(speech.AskPlan) && h.Leads[speech.AskAdd] > 0 {
			asked = i
			break
		}
	}
	taker := -1 // what was taken in so many words is the plan, however short
	if t := c.taken(); t != nil && !c.chooses(t) && !c.picks(t) {
		taker = c.SpokenBefore(c.Session.TurnOf(t.Index))
	}
	choosing := false
	for i := c.End.Turn; i >= asked; i-- {
		t := &c.Session.Turns[i]
		switch h := &t.Answer; {
		case t.Closing == nil || observe.AsksMostly(h.Text):
		case t == c.Last && c.End.Cut(): // what it said on the way lays out nothing
		case questionnaire(t) || choosing && h.Question:
			choosing = true // what comes before such a question and asks, too, is of them
		case i == taker && h.Words >= leastTaken && !h.Question:
			return true, quote.Any(heading, quote.Say(t, t.Closing))
		case h.Any(speech.SaysPlan):
			return true, quote.Any(heading, quote.HeadingIn(c.Session, t.Index), laidOut(t, quote.Answer(t, speech.SaysPlan)), headingOf(t), laidOut(t, proseQuote(t)))
		case h.Words >= leastPlan, intent.ListItems(h.Text) > 2, phases(h.Text) > 2:
			said := quote.Say(t, t.Closing)
			return true, quote.Any(heading, quote.HeadingIn(c.Session, t.Index), headingOf(t), laidOut(t, said), laidOut(t, proseQuote(t)), laidOut(t, quote.Result(result)), written)
		}
	}
	done := c.Session.PlanEdits > 0 || c.Session.Touched()
	return done, quote.When(done, quote.Any(heading, written, quote.Change(c.Session), quote.Result(result)))
}

// laidOut is a quote of an answer that lays out a plan, where it is a sentence of it: no point
// of a list, no lead to what it does not hold, no question, no few words to the person.
func laidOut(t *observe.Turn, q *judge.Quote) *judge.Quote {
	if q == nil || quote.Hollow(q.Text) || len(strings.Fields(q.Text)) <= quote.FewWords && !strings.ContainsFunc(q.Text, func(r rune) bool { return r >= 0x2E80 }) ||
		quote.LeadsTo(q.Text) || strings.Contains(q.Text, "\n") || asks(q.Text) || item(q.Text) || inList(t.Closing.Text, q.Text) {
		return nil
	}
	return q
}

// headingOf quotes the first heading of an answer that has several, where it has some words:
// what is laid out stands under it.
func headingOf(t *observe.Turn) *judge.Quote {
	first, n, fenced := "", 0, false
	for line := range strings.SplitSeq(t.Closing.Text, "\n") {
		line = strings.TrimSpace(line)
		if strings.HasPrefix(line, "```") {
			fenced = !fenced
		}
		if fenced || !strings.HasPrefix(line, "#") {
			continue
		}
		if n++; first == "" && strings.Count(line, " ") > 1 {
			first = line
		}
	}
	if n < 2 || first == "" {
		return nil
	}
	return quote.AnswerAt(t, quote.Cut(first))
}

// leastTaken is how many words an answer has at least that lays out a plan which the person
// takes: "Q1 warn, Q2 drop."
const leastTaken = 4

// phases counts the phases or steps that a text numbers in its running lines: "Phase 1:
// one provider. Phase 2: the rest."
func phases(text string) int {
	most := 0
	for _, word := range wordLists().phase.All() {
		n := 0
		for strings.Contains(text, word+" "+strconv.Itoa(n+1)) {
			n++
		}
		most = max(most, n)
	}
	return most
}

// headed is a quoted line of a document where that is a heading: any other line of a plan
// shows no plan.
func headed(q *judge.Quote) *judge.Quote {
	if q == nil || !strings.HasPrefix(strings.TrimLeft(q.Text, "+ "), "#") {
		return nil
	}
	return q
}

// planTaken tells whether a plan was accepted: approved, handed over, in words, or by
// work on it.
func (c *view) planTaken() (bool, *judge.Quote) {
	if c.Session.PlanRefused() {
		return false, refusalQuote(c)
	}
	if t := c.RefusedPlan(); t != nil {
		return false, quote.Prompt(t)
	}
	for i := len(c.Session.Plans) - 1; i >= 0; i-- {
		if p := c.Session.Plans[i]; p.Step.PlanApproved && p.Step.Output != "" {
			return true, quote.Output(p.Turn, p.Step, output.FirstLine(p.Step.Output))
		}
	}
	if t := c.taken(); t != nil && !c.chooses(t) && !c.picks(t) {
		return true, wordQuote(c)
	}
	if c.Session.PlanApproved() || c.End.Kind == observe.EndHanded {
		return true, quote.Plan(c.Session) // which plan was handed on: what the client writes there says that it was refused
	}
	if t := c.started(); t != nil && !c.picks(t) && (t == c.Last || t.Edits > 0 || t.Changes > 0) {
		return true, quote.Words(t, speech.Assent, speech.Resume)
	}
	for i := c.End.Turn; i > 0; i-- {
		t, was := &c.Session.Turns[i], &c.Session.Turns[i-1]
		if t.Edits > 0 && !observe.Complains(t) && t.Prompt.Opening[speech.Correct] == 0 && was.Steps+len(was.Raw.Says) > 0 && c.pastDocuments(t) {
			return true, quote.StepChange(c.Session, t)
		}
	}
	return false, refusalQuote(c)
}

// questionnaire reports whether an answer opens on a question and ends on one: it has the
// person choose, and lays out no plan.
func questionnaire(t *observe.Turn) bool {
	return t.Closing != nil && t.Answer.Question && asks(quote.Say(t, t.Closing).Text)
}

// picks reports whether a prompt answers one question of several that come before the plan.
func (c *view) picks(t *observe.Turn) bool {
	asked := c.replied(t)
	return asked != nil && questionnaire(asked)
}

// replied is the turn whose answer a prompt replies to; nil for the first one.
func (c *view) replied(t *observe.Turn) *observe.Turn {
	if i := c.Session.TurnOf(t.Index); i > 0 && i <= c.End.Turn {
		return &c.Session.Turns[i-1]
	}
	return nil
}

// chooses reports whether a prompt only picks one of what the agent asked about ("the
// second is fine"): it takes an option, not the plan.
func (c *view) chooses(t *observe.Turn) bool {
	h, asked := &t.Prompt, c.replied(t)
	return asked != nil && strings.ContainsAny(asked.Answer.Text, "?？") && h.Leads[speech.Assent]+h.Leads[speech.Resume]+h.Leads[speech.Deliver] == 0 && h.Whole[speech.Accept] == 0
}

// pastDocuments reports whether a turn changed anything but documents: to write the plan
// down, or anew, is no work on it.
func (c *view) pastDocuments(t *observe.Turn) bool {
	return quote.Edit(c.Session, func(p observe.Place) bool { return p.Turn == t.Index && !observe.IsDocFile(p.Step.Edit.File) }) != nil
}
