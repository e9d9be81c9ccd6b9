package observe

import "strings"

// Undone is where the agent says at the end that a part of the work is not done.
type Undone struct {
	Turn       int // index in Session.Turns; −1 nowhere
	Start, End int // of the words, in the turn's closing answer
}

// findUndone reads the closing answer of the last turn that changed something, and
// those after it. What the person put off, or asks about, is no part that is missing.
func (r *Reader) findUndone(a *Session) Undone {
	for i := a.End.Turn; i >= 0; i-- {
		t := &a.Turns[i]
		if t.Closing != nil && !t.Prompt.Any(PutOff, Postpone) {
			if from, to, ok := r.undone(t.Closing.Text, a.Languages); ok {
				return Undone{i, from, to}
			}
		}
		if t.Changes > 0 {
			break
		}
	}
	return Undone{Turn: -1}
}

// undone finds the words in the head or the tail of an answer. A question is none, nor
// a line that tells how it was before.
func (r *Reader) undone(text string, spoken Languages) (from, to int, ok bool) {
	head, tail := Window(text)
	for _, part := range []string{head, tail} {
		offset := 0
		if tail != "" && len(part) == len(tail) && part == tail {
			offset = len(text) - len(tail)
		}
		r.words.Scan(part, maxWords)
		toks := r.words.Tokens
		for i := range toks {
			h := r.skip.At(&r.words, i, spoken)
			if h.To == i || !h.Sections.Has(undone) {
				continue
			}
			line := part[toks[i].Start:]
			if k := strings.IndexAny(line, ".?!\n。？！"); k >= 0 && (line[k] == '?' || strings.HasPrefix(line[k:], "？")) {
				continue
			}
			if r.besides(part, i, h.To, spoken) {
				continue
			}
			return offset + toks[i].Start, offset + toks[h.To-1].End, true
		}
	}
	return 0, 0, false
}

// besides reports whether the sentence that holds the words from one to another says
// that nobody asked for that part: it is an offer, or was so before.
func (r *Reader) besides(text string, from, to int, spoken Languages) bool {
	toks := r.words.Tokens
	for from > 0 && !sentenceEnds(text[toks[from-1].End:toks[from].Start]) {
		from--
	}
	for to < len(toks) && !sentenceEnds(text[toks[to-1].End:toks[to].Start]) {
		to++
	}
	for i := from; i < to; i++ {
		if r.skip.Starts(&r.words, i, spoken).Has(extra) {
			return true
		}
	}
	return false
}
