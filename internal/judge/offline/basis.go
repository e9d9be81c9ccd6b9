package offline

import (
	"strings"

	"prism/internal/fact"
	"prism/internal/judge"
	"prism/internal/judge/offline/quote"
	"prism/internal/judge/offline/signal"
	"prism/internal/observe"
	"prism/internal/observe/output"
	"prism/internal/observe/speech"
	"prism/internal/shell"
	"prism/internal/transcript"
)

// basis tells what a verdict rests on: explicit where the person or the output
// says so, silent where the conversation just ends.
func basis(v *view, op judge.Opinion, landed bool) fact.Basis {
	if !landed {
		if op.Signal != fact.NoSignal || v.stoppedBy() || v.missing() != nil || v.takenBack() != nil || v.Session.Thrown >= 0 || v.Says(speech.SaysGaveUp) || op.Intent == fact.BugFix && v.Mistook() != nil || v.redAfter() {
			return fact.Explicit
		}
		return fact.Silent // a record that merely stops says nothing
	}
	if said, q := v.spokenFor(op.Intent); said && q != nil { // what nothing on the page shows is not said
		return fact.Explicit
	}
	return fact.Silent
}

// stoppedBy reports whether the person, or an error of the service, ended the work: the
// record shows that it was not finished. One that stops on a call, a result or a prompt
// shows only that no more of it is here.
func (c *view) stoppedBy() bool {
	switch c.End.Kind {
	case observe.EndInterrupt, observe.EndRefused, observe.EndFailure:
		return true
	}
	return false
}

// spoken is the share of what was changed that must have something which speaks for
// it: what came last can have been built upon by nothing.
const spoken = 0.4

// spokenFor tells whether the person or the output says that the work is good, and
// what says so: it was accepted in words, ordered to be delivered, built upon at the
// person's word, or a check passed after it. A question that merely follows, and a
// commit that nobody asked for, say nothing (published algorithm: silent).
func (c *view) spokenFor(i fact.Intent) (bool, *judge.Quote) {
	if len(c.Session.Changes) == 0 {
		if c.Session.PlanApproved() || c.End.Kind == observe.EndHanded || i == fact.Plan && c.started() != nil {
			return c.planTaken()
		}
		if i != fact.Plan && c.taken() == nil && c.heard() {
			return true, quote.Prompt(c.Session.Final())
		}
		return c.taken() != nil || c.delivered() != nil, c.orderedQuote()
	}
	switch i {
	case fact.Plan:
		return c.planTaken() // a further wish for the plan's text takes no plan
	case fact.BugFix:
		if k, ok := c.Proves(); ok {
			return true, quote.Check(c.Session, k)
		}
		if again := c.Rerun(); again != nil {
			return true, quote.Rerun(again)
		}
	case fact.Refactor:
		if again := c.Compared(); again != nil {
			return true, quote.Rerun(again)
		}
	case fact.Feature:
		if k, ok := c.Ran(); ok {
			return true, quote.Check(c.Session, k)
		}
		if c.Proof.Said >= spoken {
			if ok, q := c.accepted(); ok {
				return true, q
			}
			return c.delivered() != nil, c.orderedQuote() // types and lint alone speak for no feature
		}
	}
	if c.Proof.Said < spoken {
		return false, nil
	}
	if k, ok := c.Session.Shown(shell.Verifies); ok {
		return true, quote.Any(wordQuote(c), quote.Printed(c.Session, k), quote.Landed(c.Session), saidQuote(c, speech.SaysVerified), quote.Check(c.Session, k))
	}
	if ok, q := c.accepted(); ok {
		return true, q
	}
	q := c.orderedQuote() // a commit that nobody ordered says nothing
	return q != nil, q
}

// taken is the turn in which the person took the work as good and has not taken that
// back since: in words, or by the order to deliver it. It is one of the last two, or
// a later one than the last change.
func (c *view) taken() *observe.Turn {
	for i := c.End.Turn; i > 0; i-- {
		t := &c.Session.Turns[i]
		switch {
		case observe.Complains(t), t.Pasted > 0:
			return nil
		case c.takesAt(i), observe.OrdersDelivery(t) && !(i == c.End.Turn && c.DeliveryFailed()):
			return t
		case t.Changes > 0 && i < c.End.Turn:
			return nil
		}
	}
	return nil
}

// takesAt reports whether a prompt takes the work as good, and not merely begins with
// "right" or "sure" before it goes on at length to something else. Praise that comes
// before anything was changed is for a plan.
func (c *view) takesAt(turn int) bool {
	t := &c.Session.Turns[turn]
	h := &t.Prompt
	if len(c.Session.Changes) > 0 && !c.Session.WorkedBefore(turn) && c.Is(fact.Plan) < 0.5 {
		return false
	}
	return observe.Accepts(t) && !observe.ThanksOnly(c.Session, turn) && !c.goesOn(turn) && !c.permits(turn) && (h.Leads[speech.Endorse] > 0 || h.Whole[speech.Accept] > 0 || h.Plain() <= signal.Nodding)
}

// accepted tells whether the person took the work as good, and what shows it: words, an
// order to deliver it, a plan handed on, or a next step that was built on it.
func (c *view) accepted() (bool, *judge.Quote) {
	if q := wordQuote(c); q != nil && c.seen(c.Session.TurnOf(q.Turn-1)) { // ordered with the work itself, a delivery takes nothing as good
		return true, q
	}
	if t := c.nextStep(); t != nil {
		return true, quote.Order(t)
	}
	if q := c.planned(); q != nil {
		return true, q
	}
	return false, quote.Words(c.Last, speech.Complain, speech.Swear, speech.Abandon, speech.Undo)
}

// nextStep is the last turn that had something added to what the turn before it changed,
// at a prompt that plainly orders that; nil where none did, a fault was found after it, or
// most of what was changed has nothing that speaks for it. Who has what was done changed,
// taken out or mended says as often that it is not right as that it is: read beside their
// transcripts, half of such prompts were findings.
func (c *view) nextStep() *observe.Turn {
	for i := c.End.Turn; i > 0 && c.Proof.Said >= spoken; i-- {
		t := &c.Session.Turns[i]
		if observe.Faults(t) || tellsFault(&t.Prompt) {
			break
		}
		if i == c.End.Turn && c.End.Cut() || c.permits(i) {
			continue // the record breaks off in it: what was to be built is it
		}
		if before := &c.Session.Turns[i-1]; resumesCut(t, before) {
			if h := &before.Prompt; i > 1 && t.Changes > 0 && c.Session.WorkedBefore(i-1) && !h.Question && !observe.Faults(before) && h.Plain() >= goingOn {
				return before // what was asked is in the prompt that was cut off
			}
			continue
		}
		if c.Session.Turns[i-1].Changes > 0 && (c.Is(fact.Feature) < 0.5 || c.Session.DoneBefore(i) >= mainly) && !c.goesOn(i) && t.Raw.Command == "" && observe.BuildsOn(t) && speech.AddsStep(&t.Prompt) {
			return t
		}
	}
	return nil
}

// goingOn is how many words a prompt has at least that says what is to come next.
const goingOn = 4

// resumesCut reports whether a prompt only lets go on what an error of the service or a
// usage limit cut off: nothing is built on it.
func resumesCut(t, before *observe.Turn) bool {
	cut := before.Failures > 0 || before.Closing != nil && observe.ApiTrouble(before.Closing.Text)
	return cut && t.Prompt.Leads[speech.Resume] > 0 && !t.Prompt.LeadsRequest()
}

// planned quotes the words by which the person had a plan drawn up on which the record
// ends, handed on, for a next step on what was done: the prompt, or what was said of a draft
// of it, where that orders one more thing and finds no fault. nil where there is none.
func (c *view) planned() *judge.Quote {
	n := len(c.Session.Plans)
	if c.End.Kind != observe.EndHanded || n == 0 || !c.Session.Touched() {
		return nil
	}
	t := c.Session.At(c.Session.Plans[n-1].Turn)
	if t == nil || t.First || observe.Faults(t) {
		return nil
	}
	if speech.AddsStep(&t.Prompt) {
		return quote.Order(t)
	}
	for k := len(t.Raw.Steps) - 1; k >= 0 && speech.AddsStep(&t.Remarks); k-- {
		if s := &t.Raw.Steps[k]; s.Outcome == transcript.Rejected && strings.TrimSpace(s.Said) != "" {
			return quote.Output(t.Index, s, output.FirstLine(s.Said))
		}
	}
	return nil
}

// aFault is how many words a prompt may have that says what is broken and no more: "the
// nightly build fails". In a longer one the word may be of what is to be built.
const aFault = 5

// tellsFault reports whether a prompt ends on that something is broken, and asks for
// nothing.
func tellsFault(h *speech.Message) bool {
	return h.Any(speech.Broken) && h.Plain() <= aFault && !h.LeadsRequest() && !h.Question &&
		strings.TrimRight(h.Text[h.First[speech.Broken].End:], " \t\r\n.!。！") == ""
}

// heard reports whether the person took the last answer as heard, in words of which
// none takes a plan: it was not asked again.
func (c *view) heard() bool {
	h := &c.Session.Final().Prompt
	return c.End.Turn > 0 && (h.Nod || h.Heard)
}

// delivered is the turn that ordered a delivery which was carried out after the last
// change; the session's first prompt may order it, too.
func (c *view) delivered() *observe.Turn {
	if !c.Session.CommitsAfterChange && !c.End.Delivery || c.DeliveryFailed() {
		return nil
	}
	for i := c.End.Turn; i >= 0; i-- {
		if c.Session.Turns[i].Delivered || i == c.End.Turn && c.End.Delivery {
			return c.Session.Ordered(i)
		}
	}
	return nil
}

// redAfter reports whether the last check after the change failed.
func (c *view) redAfter() bool {
	k, ok := c.Session.After(observe.Checks)
	return ok && k.Verdict == output.Failed && len(c.Session.Changes) > 0
}

// wordQuote quotes the word by which the person took the work as good, said or as
// an order to deliver it; nil where there is none.
func wordQuote(v *view) *judge.Quote {
	for _, t := range []*observe.Turn{v.taken(), v.delivered()} {
		if t == nil || t.First || len(v.Session.Changes) > 0 && !v.Session.WorkedBefore(v.Session.TurnOf(t.Index)) && v.Is(fact.Plan) < 0.5 {
			continue // ordered with the work itself, a delivery takes nothing as good
		}
		if q := quote.Words(t, speech.Accept, speech.Thanks, speech.Deliver); q != nil {
			return withObjection(t.Raw.Prompt, q)
		}
		if observe.OrdersDelivery(t) {
			if h := &t.Prompt; h.Count[speech.Deliver] > 0 && !observe.CommandDelivers(t.Raw.Command) {
				return quote.PromptAt(t, ordering(t))
			}
			return quote.Prompt(t)
		}
	}
	return nil
}

// orderedQuote quotes the word by which the person took the work as good, else git's line of
// the delivery that the first prompt ordered with the work itself: its words are the request,
// and what shows that it was met is that it went through.
func (c *view) orderedQuote() *judge.Quote {
	if q := wordQuote(c); q != nil {
		return q
	}
	return quote.When(c.delivered() != nil && c.Session.CommitsAfterChange, quote.Landed(c.Session))
}

// ordering is the sentence of a prompt that orders a delivery; where that one tells of what
// is broken ("the amend has broken it. Can we amend again?"), the next.
func ordering(t *observe.Turn) string {
	h, text := &t.Prompt, t.Raw.Prompt
	said := quote.SentenceAt(text, h.FirstLead[speech.Deliver], h.FirstLead[speech.Deliver])
	from := strings.Index(text, said)
	if h.Count[speech.Broken] == 0 || from < 0 || h.First[speech.Broken].Start < from || h.First[speech.Broken].Start >= from+len(said) {
		return said
	}
	rest := strings.TrimLeft(text[from+len(said):], " \t\r\n")
	if rest == "" {
		return said
	}
	return quote.SentenceAt(text, len(text)-len(rest), len(text)-len(rest))
}
