package tracker

import "math"

// A comparison of so much squared weight of terms counts half.
const someTheme = 10

// theme follows what the session keeps talking of: a vector with a term's weight
// times the turns that used it.
type theme struct {
	norm float64 // squared length of the vector
	sum  float64 // of the cosines of the turns so far with the turns before them
	n    float64
}

func (h *theme) add(cosine, sure float64) {
	h.sum += cosine * sure
	h.n += sure
}

// below is how far a cosine lies under those of the session so far.
func (h *theme) below(cosine float64) float64 {
	const usual, of = 0.15, 0.5 // before there is any
	const most = 0.12           // a session of one word repeated is no measure
	return max(-most, min(most, (h.sum+usual*of)/(h.n+of)-cosine))
}

// cosine is how alike some terms are to the session so far, 0 to 1.
// sure, 0 to 1, is how much there was to compare.
func (w *walk) cosine(lists ...[]int32) (cosine, sure float64) {
	if w.theme.norm <= 0 {
		return 0, 0
	}
	var dot, own float64
	for _, l := range lists {
		for _, n := range l {
			x := float64(w.terms.weight[n])
			own += x * x
			if int(w.terms.seen[n]) > w.start {
				dot += x * x * float64(w.terms.turns[n])
			}
		}
	}
	if own == 0 {
		return 0, 0
	}
	return dot / math.Sqrt(own*w.theme.norm), own / (own + someTheme)
}
