package learn

import (
	"fmt"
	"math"
)

// Choice is a classifier for several classes: a multinomial logit. A class is
// scored by Tied features, which say how much a row speaks of that very class
// and whose weights all classes share, and by Features of the row, which have a
// weight for each class.
type Choice struct {
	Names    []string    `json:"names"`
	Tied     []string    `json:"tied"`
	TiedW    []float64   `json:"tied_weight"`
	Features []string    `json:"features"`
	Mean     []float64   `json:"mean"`
	Scale    []float64   `json:"scale"`
	W        [][]float64 `json:"weight"` // by class, by feature
	Bias     []float64   `json:"bias"`   // by class
}

// ChoiceRow is a row: T by class and tied feature, X by feature.
type ChoiceRow struct {
	T      [][]float64
	X      []float64
	Class  int
	Weight float64
}

// Check reports whether the classifier agrees with the features of a program.
func (c *Choice) Check(names, tied, features []string) error {
	for _, p := range []struct {
		what      string
		have, say []string
	}{{"class", c.Names, names}, {"tied feature", c.Tied, tied}, {"feature", c.Features, features}} {
		if len(p.have) != len(p.say) {
			return fmt.Errorf("learn: the model has %d names of %s, the program %d: fit again", len(p.have), p.what, len(p.say))
		}
		for i := range p.have {
			if p.have[i] != p.say[i] {
				return fmt.Errorf("learn: %s %d is %q in the model and %q in the program: fit again", p.what, i, p.have[i], p.say[i])
			}
		}
	}
	if len(c.TiedW) != len(tied) || len(c.Mean) != len(features) || len(c.Scale) != len(features) || len(c.W) != len(names) || len(c.Bias) != len(names) {
		return ErrShape
	}
	for _, w := range c.W {
		if len(w) != len(features) {
			return ErrShape
		}
	}
	return nil
}

// Probabilities returns the probability of each class; they add up to 1.
func (c *Choice) Probabilities(r *ChoiceRow) []float64 {
	z := make([]float64, len(c.Names))
	for k := range z {
		z[k] = c.Score(r, k)
	}
	softmax(z)
	return z
}

// Score returns the unnormalised log-odds of one class.
func (c *Choice) Score(r *ChoiceRow, k int) float64 {
	z := c.Bias[k] + dot(c.TiedW, r.T[k])
	for i, w := range c.W[k] {
		z += w * c.standard(i, r.X[i])
	}
	return z
}

// Part returns what one feature adds to the score of a class.
func (c *Choice) Part(k, i int, x float64) float64 { return c.W[k][i] * c.standard(i, x) }

func (c *Choice) standard(i int, x float64) float64 {
	return clip((x-c.Mean[i])/c.Scale[i], Bound)
}

func softmax(z []float64) {
	top := math.Inf(-1)
	for _, v := range z {
		top = math.Max(top, v)
	}
	sum := 0.0
	for i, v := range z {
		z[i] = math.Exp(v - top)
		sum += z[i]
	}
	for i := range z {
		z[i] /= sum
	}
}

// ChoiceOptions are the knobs of FitChoice.
type ChoiceOptions struct {
	TiedL2, L2 float64 // > 0
	Balance    float64 // classes are weighted by count^(−Balance): 0 as they are, 1 equal
}

// FitChoice fits a classifier by penalised maximum likelihood.
func FitChoice(names, tied, features []string, rows []ChoiceRow, o ChoiceOptions) (Choice, error) {
	c := Choice{Names: names, Tied: tied, Features: features}
	d, t, k := len(features), len(tied), len(names)
	flat := Rows{Features: features}
	count := make([]float64, k)
	for i := range rows {
		r := &rows[i]
		if len(r.X) != d || len(r.T) != k || r.Class < 0 || r.Class >= k {
			return c, ErrShape
		}
		flat.X = append(flat.X, r.X)
		flat.Y = append(flat.Y, 0)
		flat.W = append(flat.W, r.Weight)
		count[r.Class] += r.Weight
	}
	s := standardise(&flat)
	c.Mean, c.Scale = s.Mean, s.Scale
	z := make([][]float64, len(rows))
	w := make([]float64, len(rows))
	total := 0.0
	for i := range rows {
		z[i] = make([]float64, d)
		for j, x := range rows[i].X {
			z[i][j] = c.standard(j, x)
		}
		w[i] = rows[i].Weight * math.Pow(count[rows[i].Class], -o.Balance)
		total += w[i]
	}
	for i := range w {
		w[i] *= float64(len(w)) / total
	}
	// Parameters: tied weights, then for each class its weights and its bias.
	size := t + k*(d+1)
	p := make([]float64, k)
	value := func(v, g []float64) float64 {
		loss := 0.0
		for j := range v {
			pen := o.L2
			switch {
			case j < t:
				pen = o.TiedL2
			case (j-t)%(d+1) == d:
				pen = 0.1
			}
			loss += pen * v[j] * v[j] / 2
			g[j] = pen * v[j]
		}
		for i := range rows {
			r := &rows[i]
			for q := range k {
				off := t + q*(d+1)
				p[q] = dot(v[:t], r.T[q]) + dot(z[i], v[off:off+d]) + v[off+d]
			}
			softmax(p)
			loss -= w[i] * math.Log(math.Max(p[r.Class], 1e-12))
			for q := range k {
				e := w[i] * p[q]
				if q == r.Class {
					e -= w[i]
				}
				for j, x := range r.T[q] {
					g[j] += e * x
				}
				off := t + q*(d+1)
				row := g[off : off+d+1]
				for j, x := range z[i] {
					row[j] += e * x
				}
				row[d] += e
			}
		}
		return loss
	}
	v := minimise(value, make([]float64, size), 150)
	c.TiedW = v[:t]
	for q := range k {
		off := t + q*(d+1)
		c.W = append(c.W, v[off:off+d])
		c.Bias = append(c.Bias, v[off+d])
	}
	return c, nil
}

// Best returns the index of the largest of p, the first of equals.
func Best(p []float64) int {
	best := 0
	for i, v := range p {
		if v > p[best] {
			best = i
		}
	}
	return best
}
