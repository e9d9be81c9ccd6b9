package speech

import (
	"strings"

	"prism/internal/observe/sentence"
)

// AsksNeeded finds the question on which an answer ends, where the agent asks by it for what
// it needs before it can go on: it says so, or it asks for a thing that only the person
// knows. Who offers to do more, or asks how it was meant to look, needs nothing.
func (r *Reader) AsksNeeded(text string, spoken Languages) (from, to int, ok bool) {
	q, ok := r.endsAsking(text)
	if !ok || strings.Contains(q.text, "```") || r.offers(q.first, q.last, spoken) {
		return 0, 0, false
	}
	at := q.first
	for at < q.last-1 && r.PassedOver(at, spoken) {
		at++
	}
	if !r.standsIn(q.first, q.last, restBefore, spoken) && !r.rest.Starts(&r.words, at, spoken).Has(restFact) {
		return 0, 0, false
	}
	return q.from, q.to, true
}

// question is the one on which a text ends.
type question struct {
	text        string // the end of the text, whose words are at hand
	first, last int    // its words, in that
	from, to    int    // where it stands in the whole, in bytes
}

// endsAsking finds the question on which a text ends, and has the words of the text's end at
// hand.
func (r *Reader) endsAsking(text string) (q question, ok bool) {
	if !sentence.Asks(text) {
		return q, false
	}
	head, tail := Window(text)
	offset := 0
	if tail != "" {
		head, offset = tail, len(text)-len(tail)
	}
	r.words.Scan(head, maxWords)
	toks := r.words.Tokens
	if len(toks) == 0 {
		return q, false
	}
	first, last := r.sentence(head, len(toks)-1, len(toks))
	return question{head, first, last, offset + toks[first].Start, offset + toks[last-1].End}, true
}

// offersMore reports whether an answer ends on a question by which the agent offers to do
// something, and says something else before it: "No, it is fixed at 30. Should I change it?"
func (r *Reader) offersMore(text string, spoken Languages) bool {
	q, ok := r.endsAsking(text)
	if !ok || q.first == 0 && len(q.text) == len(text) {
		return false
	}
	for at := q.first; at < q.last; at++ {
		if r.rest.At(&r.words, at, spoken).Sections.Has(restOffer) {
			return true
		}
		if !r.PassedOver(at, spoken) {
			break
		}
	}
	return false
}

// standsIn reports whether words of a kind stand among some of the text at hand.
func (r *Reader) standsIn(from, to, kind int, spoken Languages) bool {
	for i := from; i < to; i++ {
		if r.rest.Starts(&r.words, i, spoken).Has(kind) {
			return true
		}
	}
	return false
}

// AsksToGoOn finds the question on which an answer ends, where it asks whether to go on with
// what is left of the order: "should I continue with the other eleven?".
func (r *Reader) AsksToGoOn(text string, spoken Languages) (from, to int, ok bool) {
	q, ok := r.endsAsking(text)
	if !ok || !r.standsIn(q.first, q.last, restRemainder, spoken) {
		return 0, 0, false
	}
	return q.from, q.to, true
}
