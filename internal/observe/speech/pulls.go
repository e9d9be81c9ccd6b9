package speech

// pullWithin is how many words before the words for a pull request may stand what says that
// none is asked for, or not yet: "don't you open a PR", "before I open a PR".
const pullWithin = 4

// asksPull reports whether a prompt asks that a pull request come of the work: "open a PR",
// "the output should be a PR with green CI". A question asks for none, nor do words that
// deny it or put it off, and "the PR" is one that is there.
func (r *Reader) asksPull(text string, m *Message, spoken Languages) bool {
	text = text[:min(len(text), HeadBytes)]
	if m.Question || !r.asideIn(text, wantsPull, spoken) {
		return false
	}
	toks := r.words.Tokens
	for i := range toks {
		h := r.aside.At(&r.words, i, spoken)
		if h.To == i || !h.Sections.Has(wantsPull) {
			continue
		}
		denied := false
		for k := i - 1; k >= 0 && k >= i-pullWithin && !parts(text[toks[k].End:toks[k+1].Start]); k-- {
			denied = denied || r.stance.Starts(&r.words, k, spoken).Has(not) || r.aside.At(&r.words, k, spoken).Sections.Has(pullNot)
		}
		if !denied {
			return true
		}
	}
	return false
}
