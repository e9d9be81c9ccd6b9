package learn

import (
	"math"
	"math/rand/v2"
	"testing"

	"pgregory.net/rapid"
)

// A judge that is surer than it may be is brought back, one that is right is left, and
// few labels move little.
func TestMapFindsWhatIsWrong(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2)) // the same in every run
	for _, want := range []Map{{}, {Shift: -0.5}, {Gain: math.Log(0.5)}, {Shift: 0.4, Gain: math.Log(1.5)}} {
		var p []float64
		var truth []bool
		for range 6000 {
			q := 0.05 + 0.9*r.Float64()
			p, truth = append(p, q), append(truth, r.Float64() < want.At(q))
		}
		if got := FitMap(p, truth); math.Abs(got.Shift-want.Shift) > 0.12 || math.Abs(got.Gain-want.Gain) > 0.12 {
			t.Errorf("fitted %+v, want %+v", got, want)
		}
		if got := FitMap(p[:3], truth[:3]); math.Abs(got.Shift) > 0.8 {
			t.Errorf("three labels make %+v", got)
		}
	}
	if got := FitMap(nil, nil); !got.Given() {
		t.Errorf("no labels make %+v", got)
	}
}

// A map never changes a rank, gives probabilities, and can be undone.
func TestMapIsMonotone(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		share := rapid.Float64Range(0, 1)
		var p []float64
		var truth []bool
		for range rapid.IntRange(0, 40).Draw(rt, "n") {
			p, truth = append(p, share.Draw(rt, "p")), append(truth, rapid.Bool().Draw(rt, "truth"))
		}
		m := FitMap(p, truth)
		a, b := share.Draw(rt, "a"), share.Draw(rt, "b")
		if x, y := m.At(a), m.At(b); !(x >= 0 && x <= 1) || a < b && x > y {
			rt.Errorf("%+v: %v → %v, %v → %v", m, a, x, b, y)
		}
		if a > surest && a < 1-surest && math.Abs(m.Before(m.At(a))-a) > 1e-6 {
			rt.Errorf("%+v: %v comes back as %v", m, a, m.Before(m.At(a)))
		}
	})
}
