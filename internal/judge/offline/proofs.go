package offline

import (
	"strings"
	"unicode"

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
// "yes, continue" after an answer that says of nothing that it is done, or that asks whether
// it shall go on. A permission takes nothing as good.
func (c *view) goesOn(turn int) bool {
	h := &c.Session.Turns[turn].Prompt
	if h.Plain() > permission || h.Leads[speech.Resume] == 0 || h.Leads[speech.Endorse] > 0 || turn == 0 {
		return false
	}
	before := c.SpokenBefore(turn)
	if before >= 0 && c.Session.Turns[before].Answer.Question && !h.LeadsRequest() {
		return true
	}
	return h.Plain() < goingOn && (before < 0 || !c.Session.Turns[before].Answer.Any(speech.SaysDone, speech.SaysVerified))
}

// permission is how many words a prompt may have that only lets the agent go on.
const permission = 8

// withObjection is a quote of praise with the sentence after it where that takes something
// back: "Nice. But I don't like the colours." Praise alone would say more than was said.
func withObjection(t *observe.Turn, q *judge.Quote) *judge.Quote {
	text := t.Raw.Prompt
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
