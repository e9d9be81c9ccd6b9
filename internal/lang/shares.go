package lang

import "slices"

// Share is the part of a vote that went to one language.
type Share struct {
	Language string // ISO 639-1
	Weight   float64
}

// maxShares is how many languages of one vote are worth keeping.
const maxShares = 3

// Shares returns the votes by language, the heaviest first, at most three: what
// can be kept of prompts when their text is gone.
func (v *Votes) Shares() []Share {
	var s []Share
	for c, w := range v.by {
		if w > 0.01 {
			s = append(s, Share{names()[c], w})
		}
	}
	slices.SortStableFunc(s, func(a, b Share) int {
		if a.Weight > b.Weight {
			return -1
		}
		if a.Weight < b.Weight {
			return 1
		}
		return 0
	})
	return slices.Clone(s[:min(len(s), maxShares)]) // of the others nothing is held
}

// AddShare adds a vote that was kept as a Share. A language that this package
// does not know, or a weight outside 0–1, adds nothing.
func (v *Votes) AddShare(s Share) {
	if !(s.Weight > 0 && s.Weight <= 1) {
		return
	}
	for c, name := range names() {
		if name == s.Language {
			v.by[c] += s.Weight
			return
		}
	}
}
