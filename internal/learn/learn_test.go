package learn

import (
	"math"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// noise is a small generator, the same on every run.
type noise uint64

func (n *noise) next() float64 {
	*n ^= *n << 13
	*n ^= *n >> 7
	*n ^= *n << 17
	return float64(*n%10000) / 10000
}

func rowsOf(n int) Rows {
	dice := noise(7)
	r := Rows{Features: []string{"tells", "noise", "still"}}
	for range n {
		x, z := dice.next()*2-1, dice.next()
		y := 0.0
		if dice.next() < Sigmoid(4*x) {
			y = 1
		}
		r.X = append(r.X, []float64{x, z, 3})
		r.Y = append(r.Y, y)
	}
	return r
}

func TestFitLogistic(t *testing.T) {
	r := rowsOf(800)
	m, err := FitLogistic(r, 1, nil)
	if err != nil {
		t.Fatal(err)
	}
	if m.Weight[0] < 1.5 || math.Abs(m.Weight[1]) > 0.4 || m.Weight[2] != 0 {
		t.Errorf("weights %v: the first tells, the second is noise, the third never varies", m.Weight)
	}
	truth := make([]bool, len(r.Y))
	p := make([]float64, len(r.Y))
	mean, share := 0.0, 0.0
	for i, x := range r.X {
		truth[i], p[i] = r.Y[i] > 0, m.Probability(x)
		mean += p[i]
		share += r.Y[i]
	}
	if auc := AUC(p, truth); auc < 0.85 {
		t.Errorf("AUC %.3f", auc)
	}
	if math.Abs(mean-share) > 1 {
		t.Errorf("probabilities add up to %.1f, the targets to %.1f", mean, share)
	}
	again, _ := FitLogistic(r, 1, nil)
	if diff := cmp.Diff(m, again); diff != "" {
		t.Errorf("a second fit differs:\n%s", diff)
	}
	if err := m.Check([]string{"tells", "other", "still"}); err == nil {
		t.Error("a model took features that it was not fitted on")
	}
	if p := m.Probability([]float64{1e300, math.Inf(1), 0}); math.IsNaN(p) {
		t.Error("NaN for an odd row")
	}
}

func TestFitRefusesShapes(t *testing.T) {
	if _, err := FitLogistic(Rows{Features: []string{"a"}, X: [][]float64{{1, 2}}, Y: []float64{1}}, 1, nil); err == nil {
		t.Error("a row of two features passed for one")
	}
	if _, err := FitChoice([]string{"a", "b"}, nil, []string{"x"}, []ChoiceRow{{X: []float64{1}}}, ChoiceOptions{TiedL2: 1, L2: 1}); err == nil {
		t.Error("a choice took a row without tied features of each class")
	}
}

func TestFitChoice(t *testing.T) {
	dice := noise(3)
	var rows []ChoiceRow
	for range 300 {
		k := int(dice.next() * 3)
		r := ChoiceRow{X: []float64{float64(k) + dice.next()}, Class: k, Weight: 1, T: [][]float64{{0}, {0}, {0}}}
		if dice.next() < 0.7 {
			r.T[k][0] = 1
		}
		rows = append(rows, r)
	}
	m, err := FitChoice([]string{"a", "b", "c"}, []string{"said"}, []string{"size"}, rows, ChoiceOptions{TiedL2: 1, L2: 1})
	if err != nil {
		t.Fatal(err)
	}
	right := 0
	for i := range rows {
		p := m.Probabilities(&rows[i])
		if math.Abs(p[0]+p[1]+p[2]-1) > 1e-9 {
			t.Fatalf("probabilities add up to %v", p)
		}
		if Best(p) == rows[i].Class {
			right++
		}
	}
	if right < 250 || m.TiedW[0] < 0.5 {
		t.Errorf("%d of 300 right, tied weight %.2f", right, m.TiedW[0])
	}
	if err := m.Check([]string{"a", "b", "c"}, []string{"said"}, []string{"size"}); err != nil {
		t.Error(err)
	}
}

func TestAUC(t *testing.T) {
	for _, c := range []struct {
		p    []float64
		y    []bool
		want float64
	}{
		{[]float64{.1, .2, .8, .9}, []bool{false, false, true, true}, 1},
		{[]float64{.9, .1}, []bool{false, true}, 0},
		{[]float64{.5, .5}, []bool{false, true}, .5},
		{[]float64{.5}, []bool{true}, .5},
	} {
		if got := AUC(c.p, c.y); got != c.want {
			t.Errorf("AUC(%v, %v) = %v, want %v", c.p, c.y, got, c.want)
		}
	}
}

// TestFitBounded: on free sides it is the same minimum; a weight that would go to
// the wrong side stays at zero, and the others make up for it.
func TestFitBounded(t *testing.T) {
	r := Rows{Features: []string{"signal", "echo"}}
	for i := range 200 {
		a, b := float64(i%2), float64(i%3)/2
		y := 0.2 + 0.6*a
		if i%3 == 0 {
			y += 0.1
		}
		r.X, r.Y = append(r.X, []float64{a, b}), append(r.Y, y)
	}
	free, err := FitLogistic(r, 1, nil)
	if err != nil {
		t.Fatal(err)
	}
	same, err := FitBounded(r, 1, nil, []int{0, 0})
	if err != nil {
		t.Fatal(err)
	}
	for i := range free.Weight {
		if math.Abs(free.Weight[i]-same.Weight[i]) > 1e-3 {
			t.Errorf("%s: %v free, %v bounded on no side", r.Features[i], free.Weight[i], same.Weight[i])
		}
	}
	if free.Weight[1] >= 0 {
		t.Fatalf("the echo should weigh against: %v", free.Weight)
	}
	held, err := FitBounded(r, 1, []float64{1, 1}, []int{1, 1})
	if err != nil {
		t.Fatal(err)
	}
	if held.Weight[1] != 0 || held.Weight[0] <= 0 {
		t.Errorf("weights %v: the echo may not weigh against, the signal weighs for", held.Weight)
	}
	for _, bad := range []Rows{{Features: []string{"a"}, X: [][]float64{{1, 2}}, Y: []float64{1}}, r} {
		if _, err := FitBounded(bad, 1, nil, []int{1}); err == nil {
			t.Error("lengths that do not agree were taken")
		}
	}
}
