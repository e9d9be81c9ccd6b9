package learn

import "math"

// minimise finds the minimum of a smooth convex function by the limited-memory
// BFGS method with a backtracking line search (Nocedal and Wright, Numerical
// Optimization, algorithm 7.4). f fills in the gradient and returns the value.
func minimise(f func(x, g []float64) float64, x []float64, steps int) []float64 {
	const memory = 12
	n := len(x)
	g := make([]float64, n)
	fx := f(x, g)
	var ss, ys [][]float64
	dir := make([]float64, n)
	next, gNext := make([]float64, n), make([]float64, n)
	for range steps {
		copy(dir, g)
		alpha := make([]float64, len(ss))
		for i := len(ss) - 1; i >= 0; i-- {
			alpha[i] = dot(ss[i], dir) / dot(ys[i], ss[i])
			addScaled(dir, ys[i], -alpha[i])
		}
		if m := len(ss); m > 0 {
			scale := dot(ss[m-1], ys[m-1]) / dot(ys[m-1], ys[m-1])
			for i := range dir {
				dir[i] *= scale
			}
		}
		for i := range ss {
			beta := dot(ys[i], dir) / dot(ys[i], ss[i])
			addScaled(dir, ss[i], alpha[i]-beta)
		}
		slope := -dot(g, dir)
		if slope >= 0 {
			copy(dir, g)
			slope = -dot(g, g)
			ss, ys = nil, nil
		}
		step, found := 1.0, false
		if len(ss) == 0 {
			step = 1 / math.Max(1, math.Sqrt(-slope))
		}
		var fNext float64
		for range 30 {
			for i := range x {
				next[i] = x[i] - step*dir[i]
			}
			fNext = f(next, gNext)
			if fNext <= fx+1e-4*step*slope {
				found = true
				break
			}
			step /= 2
		}
		if !found {
			break
		}
		s, y := make([]float64, n), make([]float64, n)
		for i := range x {
			s[i], y[i] = next[i]-x[i], gNext[i]-g[i]
		}
		gain := fx - fNext
		copy(x, next)
		copy(g, gNext)
		fx = fNext
		if dot(s, y) > 1e-12 {
			if len(ss) == memory {
				ss, ys = ss[1:], ys[1:]
			}
			ss, ys = append(ss, s), append(ys, y)
		}
		if gain < 1e-7*math.Max(1, math.Abs(fx)) {
			break
		}
	}
	return x
}

func addScaled(dst, src []float64, k float64) {
	for i, v := range src {
		dst[i] += k * v
	}
}
