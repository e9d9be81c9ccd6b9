package score

import (
	"math"
	"slices"

	"prism/internal/fact"
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
	unpriced map[string]bool
}

func (b *bill) add(model string, t fact.Tokens, usd *float64) {
	switch {
	case usd != nil:
		b.known += *usd
	case t.Total() > 0:
		if b.unpriced == nil {
			b.unpriced = make(map[string]bool)
		}
		b.unpriced[model] = true
	}
}

func (b *bill) cost() Cost {
	c := Cost{Known: b.known}
	for m := range b.unpriced {
		c.Unpriced = append(c.Unpriced, m)
	}
	slices.Sort(c.Unpriced)
	if len(c.Unpriced) == 0 {
		c.USD = ptr(b.known)
	}
	return c
}

// median returns the middle of v, the mean of the two middles for an even
// number; nil when v is empty. It sorts v.
func median(v []float64) *float64 {
	if len(v) == 0 {
		return nil
	}
	slices.Sort(v)
	m := len(v) / 2
	if len(v)%2 == 1 {
		return ptr(v[m])
	}
	return ptr(v[m-1] + (v[m]-v[m-1])/2)
}

func ptr[T any](v T) *T { return &v }
