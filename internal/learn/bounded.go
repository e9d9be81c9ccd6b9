package learn

import "math"

// Bounds on the descent along the coordinates; it converges in about sixty rounds.
const (
	descentRounds = 400
	descentClose  = 1e-6
)

// FitBounded fits what FitLogistic fits, but holds each weight to its side: +1
// never below zero, −1 never above, 0 free. Where it is known on which side a
// feature speaks, this keeps the fit from giving it the other one to make up for
// a neighbour that it mostly comes together with.
func FitBounded(r Rows, l2 float64, penalty []float64, side []int) (Logistic, error) {
	if err := r.check(); err != nil {
		return Logistic{}, err
	}
	if len(side) != len(r.Features) || penalty != nil && len(penalty) != len(r.Features) {
		return Logistic{}, ErrShape
	}
	m := standardise(&r)
	d := len(r.Features)
	columns := make([][]float64, d+1) // of the standardised rows; the last is 1
	for j := range columns {
		columns[j] = make([]float64, len(r.X))
		for i, x := range r.X {
			columns[j][i] = 1
			if j < d {
				columns[j][i] = m.standard(j, x[j])
			}
		}
	}
	w, odds := make([]float64, d+1), make([]float64, len(r.X))
	for range descentRounds {
		moved := 0.0
		for j, column := range columns {
			decay := l2
			switch {
			case j == d:
				decay = 1e-6
			case penalty != nil:
				decay *= penalty[j]
			}
			g, h := decay*w[j], decay
			for i, x := range column {
				p, wi := Sigmoid(odds[i]), r.weight(i)
				g += wi * (p - r.Y[i]) * x
				h += wi * math.Max(p*(1-p), 1e-4) * x * x
			}
			next := w[j] - clip(g/h, 1)
			if j < len(side) && float64(side[j])*next < 0 {
				next = 0
			}
			step := next - w[j]
			if step == 0 {
				continue
			}
			w[j] = next
			for i, x := range column {
				odds[i] += step * x
			}
			moved = math.Max(moved, math.Abs(step))
		}
		if moved < descentClose {
			break
		}
	}
	m.Weight, m.Bias = w[:d], w[d]
	return m, nil
}
