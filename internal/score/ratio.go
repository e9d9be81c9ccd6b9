package score

import (
	"math"
	"slices"
)

// z is the 97.5 % quantile of the standard normal distribution.
const z = 1.959963984540054

// Wilson returns the 95 % Wilson score interval of hits out of n, on 0–100, or
// nil when n is 0. Unlike the plain normal interval it holds its level on few
// sessions and near the ends (Wilson 1927; Brown, Cai and DasGupta 2001).
func Wilson(hits, n int) *Interval {
	if n <= 0 {
		return nil
	}
	N := float64(n)
	p := float64(hits) / N
	d := 1 + z*z/N
	mid := (p + z*z/(2*N)) / d
	half := z * math.Sqrt(p*(1-p)/N+z*z/(4*N*N)) / d
	// Rounding must not put the share itself outside.
	return &Interval{Lo: 100 * max(0, min(mid-half, p)), Hi: 100 * min(1, max(mid+half, p))}
}

// newcombe is the difference of two scores in points with its 95 % interval, made of
// the Wilson intervals of both (Newcombe 1998, method 10).
func newcombe(a, b Ratio) Change {
	by := *a.Score - *b.Score
	return Change{
		By: by,
		Lo: by - math.Hypot(*a.Score-a.Interval.Lo, b.Interval.Hi-*b.Score),
		Hi: by + math.Hypot(a.Interval.Hi-*a.Score, *b.Score-b.Interval.Lo),
	}
}

// Compare is how far the score of one ratio lies from another's, both of which have one.
func Compare(a, b Ratio) Change { return newcombe(a, b) }

// add takes one session into the ratio.
func (r *Ratio) add(counted, crushed bool) {
	r.Sessions++
	if counted {
		r.Counted++
		if crushed {
			r.Crushed++
		}
	}
}

// merge takes another ratio's sessions in.
func (r *Ratio) merge(o Ratio) {
	r.Sessions, r.Counted, r.Crushed = r.Sessions+o.Sessions, r.Counted+o.Counted, r.Crushed+o.Crushed
}

// close works out score and interval.
func (r *Ratio) close() {
	if r.Counted == 0 {
		return
	}
	r.Score = ptr(100 * float64(r.Crushed) / float64(r.Counted))
	r.Interval = Wilson(r.Crushed, r.Counted)
}

// bill adds up cost and remembers what has no price.
type bill struct {
	known    float64
	priced   bool            // something in it has a price
	unpriced map[uint32]bool // by the number of the model's name
	named    map[string]bool // the same by the name itself
	began    bool            // of some answers only the beginning was counted
}

// add takes in what a model took: usd where a price is known.
func (b *bill) add(model uint32, spent, known bool, usd float64) {
	switch {
	case known:
		b.known += usd
		b.priced = true
	case spent:
		if b.unpriced == nil {
			b.unpriced = make(map[uint32]bool)
		}
		b.unpriced[model] = true
	}
}

// merge takes in what another one added up.
func (b *bill) merge(o *bill) {
	b.known, b.priced, b.began = b.known+o.known, b.priced || o.priced, b.began || o.began
	for model := range o.unpriced {
		b.add(model, true, false, 0)
	}
}

// addNamed is add for usage whose model has no number.
func (b *bill) addNamed(model string, spent bool, usd *float64) {
	switch {
	case usd != nil:
		b.known += *usd
		b.priced = true
	case spent:
		if b.named == nil {
			b.named = make(map[string]bool)
		}
		b.named[model] = true
	}
}

func (b *bill) numbers(add func(uint32)) {
	for m := range b.unpriced {
		add(m)
	}
}

func (b *bill) cost(names map[uint32]string) Cost {
	c := Cost{Began: b.began}
	for m := range b.unpriced {
		c.Unpriced = append(c.Unpriced, names[m])
	}
	for m := range b.named {
		c.Unpriced = append(c.Unpriced, m)
	}
	slices.Sort(c.Unpriced)
	c.Unpriced = slices.Compact(c.Unpriced)
	if b.priced || len(c.Unpriced) == 0 {
		c.USD = ptr(b.known)
	}
	return c
}

// logs adds up logarithms.
type logs struct{ n, sum, squares float64 }

func (l *logs) add(x float64) {
	if x > 0 {
		x = math.Log(x)
		l.n, l.sum, l.squares = l.n+1, l.sum+x, l.squares+x*x
	}
}

func (l *logs) merge(o logs) { l.n, l.sum, l.squares = l.n+o.n, l.sum+o.sum, l.squares+o.squares }

// noise is the standard error of the logarithm of the median: 1.2533 times that of a
// mean, as of a normal distribution. One value alone tells nothing of it: then it is the
// spread of a factor of e.
func (l *logs) noise() float64 {
	if l.n < 2 {
		return 1
	}
	variance := max(0, (l.squares-l.sum*l.sum/l.n)/(l.n-1))
	return math.Sqrt(math.Pi/2) * math.Sqrt(variance/l.n)
}

func ptr[T any](v T) *T { return &v }
