package rows

import (
	"cmp"
	"math/rand/v2"
	"slices"
	"testing"
)

// The first of a list are those of the whole list in order, and with the last of them come
// all that tie with it: what tells these apart is looked at later.
func TestLeast(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	compare := func(a, b chosen) int { return cmp.Or(cmp.Compare(a.by, b.by), cmp.Compare(a.key, b.key)) }
	for range 2000 {
		list := make([]chosen, random.IntN(60))
		values := 1 + random.IntN(20) // few: many tie
		for i := range list {
			list[i] = chosen{by: float64(random.IntN(values)), key: uint64(random.IntN(2)), n: int64(i)}
		}
		want := slices.Clone(list)
		slices.SortFunc(want, compare)
		most := random.IntN(12)
		got := least(slices.Clone(list), most, compare)
		enough := len(want)
		if most > 0 && most < len(want) {
			for enough = most; enough < len(want) && compare(want[enough], want[most-1]) == 0; enough++ {
			}
		}
		if len(got) < enough {
			t.Fatalf("%d of %d, want %d: %v", len(got), len(list), enough, list)
		}
		in := make(map[int64]bool)
		for i, c := range got[:enough] {
			if compare(c, want[i]) != 0 || in[c.n] {
				t.Fatalf("%d. is %v, want %v", i, c, want[i])
			}
			in[c.n] = true
		}
	}
}
