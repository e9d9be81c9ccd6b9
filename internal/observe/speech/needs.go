package speech

import "strings"

// AsksNeeded finds the question on which an answer ends, where the agent asks by it for what
// it needs before it can go on: it says so, or it asks for a thing that only the person
// knows. Who offers to do more, or asks how it was meant to look, needs nothing.
func (r *Reader) AsksNeeded(text string, spoken Languages) (from, to int, ok bool) {
	if !asks(text) {
		return 0, 0, false
	}
	head, tail := Window(text)
	offset := 0
	if tail != "" {
		head, offset = tail, len(text)-len(tail)
	}
	if strings.Contains(head, "```") {
		return 0, 0, false
	}
	r.words.Scan(head, maxWords)
	toks := r.words.Tokens
	if len(toks) == 0 {
		return 0, 0, false
	}
	first, last := r.sentence(head, len(toks)-1, len(toks))
	if r.offers(first, last, spoken) {
		return 0, 0, false
	}
	at := first
	for at < last-1 && r.PassedOver(at, spoken) {
		at++
	}
	if r.standsIn(first, last, restBefore, spoken) || r.rest.Starts(&r.words, at, spoken).Has(restFact) {
		return offset + toks[first].Start, offset + toks[last-1].End, true
	}
	return 0, 0, false
}

// offersMore reports whether an answer ends on a question by which the agent offers to do
// something, and says something else before it: "No, it is fixed at 30. Should I change it?"
func (r *Reader) offersMore(text string, spoken Languages) bool {
	if !asks(text) {
		return false
	}
	head, tail := Window(text)
	if tail != "" {
		head = tail
	}
	r.words.Scan(head, maxWords)
	toks := r.words.Tokens
	if len(toks) == 0 {
		return false
	}
	first, last := r.sentence(head, len(toks)-1, len(toks))
	if first == 0 && tail == "" {
		return false
	}
	for at := first; at < last; at++ {
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
	if !asks(text) {
		return 0, 0, false
	}
	head, tail := Window(text)
	offset := 0
	if tail != "" {
		head, offset = tail, len(text)-len(tail)
	}
	r.words.Scan(head, maxWords)
	toks := r.words.Tokens
	if len(toks) == 0 {
		return 0, 0, false
	}
	first, last := r.sentence(head, len(toks)-1, len(toks))
	if !r.standsIn(first, last, restRemainder, spoken) {
		return 0, 0, false
	}
	return offset + toks[first].Start, offset + toks[last-1].End, true
}
