package offline

import (
	"strings"
	"unicode"

	"prism/internal/fact"
	"prism/internal/judge"
	"prism/internal/judge/offline/quote"
	"prism/internal/observe"
	"prism/internal/observe/speech"
	"prism/internal/shell"
	"prism/internal/title"
)

// This file holds proofs to their place: what shows that work is good comes after it.

// beforeProof has the changed line that is quoted as built, fixed or applied be one that the
// proofs beside it came after: before the first of them where it can be, else before the
// last. A line that was changed later would be shown by what came before it.
func (c *view) beforeProof(list []judge.Criterion) {
	var first, last, shown *judge.Quote
	for i := range list {
		q := list[i].Quote
		if q == nil || !list[i].Met {
			continue
		}
		switch list[i].Name {
		case judge.CriterionFix, judge.CriterionBuilt, judge.CriterionApplied:
			shown = q
		case judge.CriterionVerified, judge.CriterionKept, judge.CriterionTested, judge.CriterionAccepted:
			if first == nil || earlier(q, first) {
				first = q
			}
			if last == nil || earlier(last, q) {
				last = q
			}
		}
	}
	if shown == nil || first == nil || earlier(shown, first) || !c.edited(shown) {
		return
	}
	for _, proof := range []*judge.Quote{first, last} {
		q := quote.Edited(c.Session, func(p observe.Place) bool {
			return earlier(&judge.Quote{Turn: p.Turn + 1, Line: p.Step.Line}, proof)
		})
		if q != nil {
			*shown = *q
			return
		}
	}
}

// retell has the changed line that a page quotes be one of what the page's title names, where it
// can be (observe.Topic.Name): the title is known only once the verdict is.
func (c *view) retell(op *judge.Opinion, result title.Result) {
	for i := range op.Criteria {
		x := &op.Criteria[i]
		switch x.Name {
		case judge.CriterionFix, judge.CriterionBuilt, judge.CriterionApplied:
		default:
			continue
		}
		if !x.Met || x.Quote == nil || !c.edited(x.Quote) {
			continue
		}
		if met, q := criterion(c, x.Name, *op, result); met && q != nil {
			own := *q
			x.Quote = &own
		}
		c.beforeProof(op.Criteria)
	}
}

// earlier reports whether what one quote is of comes before what another is of.
func earlier(a, b *judge.Quote) bool {
	return a.Turn < b.Turn || a.Turn == b.Turn && a.Line < b.Line
}

// edited reports whether a quote is of an edit.
func (c *view) edited(q *judge.Quote) bool {
	for i := range c.Session.Edits {
		if p := &c.Session.Edits[i]; p.Step.UUID == q.UUID && p.Step.Line == q.Line {
			return true
		}
	}
	return false
}

// overtaken reports whether the record stops in the middle of changes that the person
// asked for after a check: it says nothing of those.
func (c *view) overtaken(k *observe.Check) bool {
	return k.Step != nil && c.End.Cut() && c.Last.Changes > 0 && k.Turn < c.Last.Index && k.Order < c.Session.LastChange
}

// broadly is the share of the work that must have been done before the person can have
// taken it as good in words; mainly, before a request can have gone on from it: one that
// asks for most of the work is the goal itself, and accepts none.
const (
	broadly = 0.25
	mainly  = 0.4
)

// seen reports whether enough of the work was there before a turn for the words of that
// turn to be of it.
func (c *view) seen(turn int) bool {
	return c.Session.WorkedBefore(turn) && c.Session.DoneBefore(turn) >= broadly
}

// goesOn reports whether a prompt only has the agent go on with what it had not finished:
// "yes, continue" after an answer that says of nothing that it is done.
func (c *view) goesOn(turn int) bool {
	h := &c.Session.Turns[turn].Prompt
	if h.Plain() >= goingOn || h.Leads[speech.Resume] == 0 || h.Leads[speech.Endorse] > 0 || turn == 0 {
		return false
	}
	before := c.SpokenBefore(turn)
	return before < 0 || !c.Session.Turns[before].Answer.Any(speech.SaysDone, speech.SaysVerified)
}

// permits reports whether a prompt only lets the agent do what it asked leave for ("yes, go
// on" after "Shall I go on with the other page?"), or says yes to what was only talked about:
// it takes nothing that was made as good. A delivery that is let be made does.
func (c *view) permits(turn int) bool {
	before := c.SpokenBefore(turn)
	if before < 0 || c.Is(fact.Plan) >= 0.5 || !c.Session.WorkedBefore(turn) {
		return false // what was talked about may be what is wanted
	}
	t, asked := &c.Session.Turns[turn], &c.Session.Turns[before]
	h := &t.Prompt
	if h.Plain() > permitting || h.Leads[speech.Assent]+h.Leads[speech.Resume]+h.Whole[speech.Accept] == 0 || h.Leads[speech.Endorse]+h.Leads[speech.Deliver]+h.Count[speech.Thanks] > 0 || observe.OrdersDelivery(t) || t.Delivered || turn == c.End.Turn && c.End.Delivery && t.Edits == 0 {
		return false
	}
	if text := strings.TrimRight(asked.Answer.Text, " \r\n*_)"); !strings.HasSuffix(text, "?") && !strings.HasSuffix(text, "？") {
		return false
	}
	return asked.Changes == 0 || h.Leads[speech.Resume] > 0 || asked.Answer.Closing[speech.SaysOffer] > 0
}

// permitting is how many words a prompt has at most that only gives leave.
const permitting = 6

// withObjection is a quote of a text with the sentence after it where that takes something
// back: "Nice. But I don't like the colours." Alone it would say more than was said.
func withObjection(text string, q *judge.Quote) *judge.Quote {
	if q == nil {
		return nil
	}
	at := strings.Index(text, q.Text)
	if at < 0 {
		return q
	}
	rest := strings.TrimLeft(text[at+len(q.Text):], " \t\r\n.!,;")
	if wordLists().objects.Leads(strings.ToLower(observe.ClipBytes(rest, objection))) == 0 {
		return q
	}
	stop, _ := title.SentenceEnd(rest)
	line, _, _ := strings.Cut(rest[:stop], "\n")
	own := *q
	own.Text = quote.Cut(text[at : len(text)-len(rest)+len(line)])
	return &own
}

// objection is how much of a sentence is looked at for the word that objects, in bytes.
const objection = 32

// untested reports whether tests were asked for with the work, and none was written or run,
// put off, or given up in words: who takes the work as good says that it needs none.
func (c *view) untested() bool {
	if !c.Session.Touched() || c.Session.Count(shell.ClassTest) > 0 || putOffQuote(c) != nil || c.taken() != nil {
		return false
	}
	for f := range c.Session.Files {
		for _, w := range strings.FieldsFunc(f, func(r rune) bool { return !unicode.IsLetter(r) }) {
			if low := strings.ToLower(w); low == "test" || low == "tests" || low == "spec" || low == "specs" || strings.HasSuffix(w, "Test") || strings.HasSuffix(w, "Tests") || strings.HasSuffix(w, "Spec") {
				return false
			}
		}
	}
	for i := range c.End.Turn + 1 {
		if c.Session.Turns[i].Prompt.Tests {
			return true
		}
	}
	return false
}

// nearlyAll is the share of the work from which on what was changed after it only touches it up.
const nearlyAll = 0.95

// mended quotes a line of the change that came last after the person had said that the fault
// was still there: what was changed before did not mend it. nil where nobody said so, or
// nothing but tests and documents was changed then.
func (c *view) mended() *judge.Quote {
	for i := c.End.Turn; i > 0; i-- {
		t := &c.Session.Turns[i]
		if !observe.Fails(t) || t.Changes == 0 || !c.Session.WorkedBefore(i) || c.Session.DoneBefore(i) > nearlyAll {
			continue
		}
		q := quote.EditedCode(c.Session, func(p observe.Place) bool { return p.Turn >= t.Index })
		return quote.When(q != nil && quote.SaysChange(q.Text), q)
	}
	return nil
}
