package learn

import (
	"fmt"
	"math"
	"slices"
	"sort"
)

// Forest is a random forest: many small decision trees, each grown on a sample
// of the rows and asking a few features at each fork; their leaves' shares are
// averaged. It sees what a linear model cannot: that two things matter together.
type Forest struct {
	Features []string `json:"features"`
	Classes  int      `json:"classes"`
	Trees    []Tree   `json:"trees"`
}

// Tree is a decision tree as parallel lists, the root first. Node i asks whether
// feature F[i] is ≤ Cut[i]: then it goes on at i+1, else at Right[i]. A leaf has
// F −1 and Right is its place in Leaf.
type Tree struct {
	F     []int16     `json:"f"`
	Cut   []float32   `json:"c"`
	Right []int16     `json:"r"`
	Leaf  [][]float32 `json:"l"`
}

// Check reports whether the forest agrees with the features of a program, and
// whether its trees hold together, so that no walk can leave them.
func (f *Forest) Check(features []string) error {
	if len(features) != len(f.Features) {
		return fmt.Errorf("learn: the forest was fitted on %d features, %d are computed: fit again", len(f.Features), len(features))
	}
	for i, n := range features {
		if f.Features[i] != n {
			return fmt.Errorf("learn: feature %d is %q in the forest and %q in the program: fit again", i, f.Features[i], n)
		}
	}
	for _, t := range f.Trees {
		if len(t.F) == 0 || len(t.F) != len(t.Cut) || len(t.F) != len(t.Right) {
			return ErrShape
		}
		for i, k := range t.F {
			r := int(t.Right[i])
			switch {
			case k < 0 && (r < 0 || r >= len(t.Leaf) || len(t.Leaf[r]) != f.Classes),
				k >= 0 && (int(k) >= len(features) || r <= i || r >= len(t.F) || i+1 >= len(t.F)):
				return ErrShape
			}
		}
	}
	return nil
}

// Probabilities returns the share of each class.
func (f *Forest) Probabilities(x []float64) []float64 {
	p := make([]float64, f.Classes)
	for i := range f.Trees {
		for c, v := range f.Trees[i].leaf(x) {
			p[c] += float64(v)
		}
	}
	for c := range p {
		p[c] /= math.Max(1, float64(len(f.Trees)))
	}
	return p
}

func (t *Tree) leaf(x []float64) []float32 {
	i := 0
	for t.F[i] >= 0 {
		if x[t.F[i]] <= float64(t.Cut[i]) {
			i++
		} else {
			i = int(t.Right[i])
		}
	}
	return t.Leaf[t.Right[i]]
}

// ForestOptions are the knobs of FitForest.
type ForestOptions struct {
	Trees, Depth, MinLeaf, Try int    // Try: features asked at each fork
	Seed                       uint64 // the same seed grows the same forest
}

// ForestRow is a row: its features and how much of it is of each class.
type ForestRow struct {
	X []float64
	Y []float64 // adds up to 1
	W float64
}

// FitForest grows a forest. The second answer is, for each row, what the trees
// that were not grown on it say: an honest guess.
func FitForest(features []string, classes int, rows []ForestRow, o ForestOptions) (Forest, [][]float64, error) {
	f := Forest{Features: features, Classes: classes}
	for i := range rows {
		if len(rows[i].X) != len(features) || len(rows[i].Y) != classes {
			return f, nil, ErrShape
		}
	}
	g := grower{rows: rows, o: o, classes: classes, dice: o.Seed*2654435769 + 1}
	if len(rows) == 0 {
		return f, nil, ErrShape
	}
	g.bin()
	out := make([][]float64, len(rows))
	seen := make([]float64, len(rows))
	for i := range out {
		out[i] = make([]float64, classes)
	}
	for range o.Trees {
		in := make([]int, len(rows))
		var sample []int
		for range rows {
			i := int(g.roll() % uint64(len(rows)))
			in[i]++
			sample = append(sample, i)
		}
		var t Tree
		g.grow(&t, sample, 0)
		f.Trees = append(f.Trees, t)
		for i := range rows {
			if in[i] > 0 {
				continue
			}
			seen[i]++
			for c, v := range t.leaf(rows[i].X) {
				out[i][c] += float64(v)
			}
		}
	}
	for i := range out {
		for c := range out[i] {
			if seen[i] > 0 {
				out[i][c] /= seen[i]
			} else {
				out[i][c] = 1 / float64(classes)
			}
		}
	}
	return f, out, nil
}

type grower struct {
	rows    []ForestRow
	o       ForestOptions
	classes int
	dice    uint64
	cuts    [][]float32 // by feature
	bins    [][]uint8   // by feature, by row
}

// roll returns the next number of a xorshift generator: the same everywhere.
func (g *grower) roll() uint64 {
	g.dice ^= g.dice << 13
	g.dice ^= g.dice >> 7
	g.dice ^= g.dice << 17
	return g.dice
}

func (g *grower) grow(t *Tree, sample []int, depth int) {
	at := len(t.F)
	t.F, t.Cut, t.Right = append(t.F, -1), append(t.Cut, 0), append(t.Right, 0)
	sum := make([]float64, g.classes)
	for _, i := range sample {
		for c, y := range g.rows[i].Y {
			sum[c] += y * g.rows[i].W
		}
	}
	feature, cut, ok := -1, float32(0), false
	if depth < g.o.Depth && len(sample) >= 2*g.o.MinLeaf {
		feature, cut, ok = g.fork(sample, sum)
	}
	if !ok {
		total := 0.0
		for _, v := range sum {
			total += v
		}
		leaf := make([]float32, g.classes)
		for c, v := range sum {
			leaf[c] = float32(math.Round(1000*v/math.Max(total, 1e-9)) / 1000)
		}
		t.Right[at] = int16(len(t.Leaf))
		t.Leaf = append(t.Leaf, leaf)
		return
	}
	var left, right []int
	for _, i := range sample {
		if g.rows[i].X[feature] <= float64(cut) {
			left = append(left, i)
		} else {
			right = append(right, i)
		}
	}
	t.F[at], t.Cut[at] = int16(feature), cut
	g.grow(t, left, depth+1)
	t.Right[at] = int16(len(t.F))
	g.grow(t, right, depth+1)
}

// maxBins bounds how many different questions one feature can be asked.
const maxBins = 24

// bin sorts the values of each feature into bins with a cut between each two.
func (g *grower) bin() {
	d := len(g.rows[0].X)
	g.cuts = make([][]float32, d)
	g.bins = make([][]uint8, d)
	for k := range d {
		values := make([]float64, len(g.rows))
		for i := range g.rows {
			values[i] = g.rows[i].X[k]
		}
		sort.Float64s(values)
		last := values[0]
		var cuts []float32
		for i := 1; i < len(values); i++ {
			v := values[i]
			if v == last {
				continue
			}
			mid := float32((v + last) / 2)
			if float64(mid) >= last && float64(mid) < v && (len(cuts) == 0 || mid > cuts[len(cuts)-1]) {
				cuts = append(cuts, mid)
			}
			last = v
		}
		if len(cuts) >= maxBins {
			thin := make([]float32, 0, maxBins-1)
			for i := 1; i < maxBins; i++ {
				thin = append(thin, cuts[i*len(cuts)/maxBins])
			}
			cuts = slices.Compact(thin)
		}
		g.cuts[k] = cuts
		g.bins[k] = make([]uint8, len(g.rows))
		for i := range g.rows {
			n := sort.Search(len(cuts), func(c int) bool { return g.rows[i].X[k] <= float64(cuts[c]) })
			g.bins[k][i] = uint8(n)
		}
	}
}

// fork finds the question that parts the classes best (Gini) among a few
// features drawn by lot.
func (g *grower) fork(sample []int, sum []float64) (feature int, cut float32, ok bool) {
	d := len(g.rows[0].X)
	best := 1e-9
	left, right := make([]float64, g.classes), make([]float64, g.classes)
	hist := make([]float64, maxBins*g.classes)
	count := make([]int, maxBins)
	base := purity(sum)
	for range g.o.Try {
		k := int(g.roll() % uint64(d))
		cuts := g.cuts[k]
		if len(cuts) == 0 {
			continue
		}
		clear(hist)
		clear(count)
		for _, i := range sample {
			b := int(g.bins[k][i])
			count[b]++
			r := &g.rows[i]
			for c, y := range r.Y {
				hist[b*g.classes+c] += y * r.W
			}
		}
		clear(left)
		n := 0
		for b := range cuts {
			n += count[b]
			for c := range left {
				left[c] += hist[b*g.classes+c]
				right[c] = sum[c] - left[c]
			}
			if n < g.o.MinLeaf || len(sample)-n < g.o.MinLeaf {
				continue
			}
			if gain := purity(left) + purity(right) - base; gain > best {
				best, feature, cut, ok = gain, k, cuts[b], true
			}
		}
	}
	return feature, cut, ok
}

// purity is the sum of squares over the sum: larger where one class prevails.
func purity(s []float64) float64 {
	n, q := 0.0, 0.0
	for _, v := range s {
		n += v
		q += v * v
	}
	if n <= 1e-12 {
		return 0
	}
	return q / n
}
