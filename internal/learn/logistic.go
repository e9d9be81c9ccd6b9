// Package learn fits and applies the small statistical models of the offline
// judge: L2-penalised logistic regression over named features, one against the
// rest for several classes, and the maps that make scores calibrated
// probabilities. Everything is deterministic and pure. A model is data: it
// names its features, so that weights can be read, and it refuses features that
// it was not fitted on.
package learn

import (
	"errors"
	"fmt"
	"math"
)

// Logistic is a fitted logistic regression. Features are centred and scaled by
// what the training rows held, and clipped to Bound scales, so that one strange
// session cannot carry a verdict.
type Logistic struct {
	Features []string  `json:"features"`
	Mean     []float64 `json:"mean"`
	Scale    []float64 `json:"scale"` // > 0
	Weight   []float64 `json:"weight"`
	Bias     float64   `json:"bias"`
}

// Bound is how many scales a feature may lie from its mean before it is clipped.
const Bound = 4

// ErrShape reports rows, targets or weights whose lengths do not agree.
var ErrShape = errors.New("learn: lengths do not agree")

// Check reports whether the model's parts agree with the features that a
// program computes, in that order.
func (m *Logistic) Check(features []string) error {
	n := len(m.Features)
	if len(m.Mean) != n || len(m.Scale) != n || len(m.Weight) != n {
		return ErrShape
	}
	if len(features) != n {
		return fmt.Errorf("learn: the model was fitted on %d features, %d are computed: fit again", n, len(features))
	}
	for i, f := range features {
		if m.Features[i] != f {
			return fmt.Errorf("learn: feature %d is %q in the model and %q in the program: fit again", i, m.Features[i], f)
		}
	}
	return nil
}

// Score returns the log-odds of a row.
func (m *Logistic) Score(x []float64) float64 {
	z := m.Bias
	for i, w := range m.Weight {
		if w != 0 {
			z += w * m.standard(i, x[i])
		}
	}
	return z
}

// Part returns what one feature adds to the log-odds of a row.
func (m *Logistic) Part(i int, x float64) float64 { return m.Weight[i] * m.standard(i, x) }

func (m *Logistic) standard(i int, x float64) float64 {
	return clip((x-m.Mean[i])/m.Scale[i], Bound)
}

// Probability returns the probability of a row.
func (m *Logistic) Probability(x []float64) float64 { return Sigmoid(m.Score(x)) }

// Sigmoid maps log-odds to a probability.
func Sigmoid(z float64) float64 { return 1 / (1 + math.Exp(-z)) }

func clip(x, bound float64) float64 { return math.Min(math.Max(x, -bound), bound) }

// Rows are what a model is fitted on: features, targets in 0–1 (soft labels are
// welcome) and weights.
type Rows struct {
	Features []string
	X        [][]float64
	Y        []float64
	W        []float64 // nil: all 1
}

func (r *Rows) check() error {
	if len(r.X) != len(r.Y) || (r.W != nil && len(r.W) != len(r.X)) {
		return ErrShape
	}
	for _, x := range r.X {
		if len(x) != len(r.Features) {
			return ErrShape
		}
	}
	return nil
}

func (r *Rows) weight(i int) float64 {
	if r.W == nil {
		return 1
	}
	return r.W[i]
}

// newtonSteps bounds the iterations of a fit; it converges in about eight.
const newtonSteps = 40

// FitLogistic fits a logistic regression with an L2 penalty on the standardised
// weights (l2 > 0, the bias is free) by Newton's method. penalty, if not nil,
// multiplies l2 per feature.
func FitLogistic(r Rows, l2 float64, penalty []float64) (Logistic, error) {
	if err := r.check(); err != nil {
		return Logistic{}, err
	}
	m := standardise(&r)
	n, d := len(r.X), len(r.Features)
	z := make([][]float64, n)
	for i, x := range r.X {
		z[i] = make([]float64, d+1)
		for j := range d {
			z[i][j] = m.standard(j, x[j])
		}
		z[i][d] = 1
	}
	w := make([]float64, d+1)
	g := make([]float64, d+1)
	h := make([][]float64, d+1)
	for i := range h {
		h[i] = make([]float64, d+1)
	}
	pen := func(j int) float64 {
		if j == d {
			return 1e-6
		}
		if penalty != nil {
			return l2 * penalty[j]
		}
		return l2
	}
	for range newtonSteps {
		for j := range h {
			g[j] = pen(j) * w[j]
			clear(h[j])
			h[j][j] = pen(j)
		}
		for i, x := range z {
			p := Sigmoid(dot(w, x))
			wi := r.weight(i)
			e := wi * (p - r.Y[i])
			v := wi * math.Max(p*(1-p), 1e-6)
			for j, xj := range x {
				if xj == 0 {
					continue
				}
				g[j] += e * xj
				row, vx := h[j], v*xj
				for k := 0; k <= j; k++ {
					row[k] += vx * x[k]
				}
			}
		}
		step, ok := solve(h, g)
		if !ok {
			return Logistic{}, errors.New("learn: the fit does not converge: a larger penalty is needed")
		}
		size := 0.0
		for j := range w {
			s := clip(step[j], 2)
			w[j] -= s
			size += math.Abs(s)
		}
		if size < 1e-7 {
			break
		}
	}
	m.Weight, m.Bias = w[:d], w[d]
	return m, nil
}

// standardise prepares a model with mean and scale of each feature. A feature
// that never varies gets scale 1 and will have weight 0.
func standardise(r *Rows) Logistic {
	d := len(r.Features)
	m := Logistic{Features: r.Features, Mean: make([]float64, d), Scale: make([]float64, d), Weight: make([]float64, d)}
	total := 0.0
	for i, x := range r.X {
		wi := r.weight(i)
		total += wi
		for j, v := range x {
			m.Mean[j] += wi * v
		}
	}
	for j := range m.Mean {
		m.Mean[j] /= math.Max(total, 1e-12)
	}
	for i, x := range r.X {
		wi := r.weight(i)
		for j, v := range x {
			m.Scale[j] += wi * (v - m.Mean[j]) * (v - m.Mean[j])
		}
	}
	for j := range m.Scale {
		m.Scale[j] = math.Sqrt(m.Scale[j] / math.Max(total, 1e-12))
		if m.Scale[j] < 1e-9 {
			m.Scale[j] = 1
		}
	}
	return m
}

func dot(a, b []float64) float64 {
	s := 0.0
	for i, x := range a {
		s += x * b[i]
	}
	return s
}

// solve solves h·s = g for a symmetric positive definite h, of which the lower
// half is given, by Cholesky's method. h is overwritten.
func solve(h [][]float64, g []float64) ([]float64, bool) {
	n := len(g)
	for i := range n {
		for j := 0; j <= i; j++ {
			s := h[i][j]
			for k := range j {
				s -= h[i][k] * h[j][k]
			}
			if i == j {
				if s <= 0 {
					return nil, false
				}
				h[i][i] = math.Sqrt(s)
			} else {
				h[i][j] = s / h[j][j]
			}
		}
	}
	out := make([]float64, n)
	for i := range n {
		s := g[i]
		for k := range i {
			s -= h[i][k] * out[k]
		}
		out[i] = s / h[i][i]
	}
	for i := n - 1; i >= 0; i-- {
		s := out[i]
		for k := i + 1; k < n; k++ {
			s -= h[k][i] * out[k]
		}
		out[i] = s / h[i][i]
	}
	return out, true
}
