package score

import (
	"math/rand/v2"
	"slices"
	"testing"
)

// What stands at a place in many sorted lists is what stands there in one.
func TestAtIsOfAllLists(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for _, shape := range []func(list, i int) float64{
		func(int, int) float64 { return r.Float64() },
		func(list, i int) float64 { return float64(list*1000 + i) }, // one list after the other
		func(list, i int) float64 { return float64(-list*1000 + i) },
		func(int, int) float64 { return float64(r.IntN(3)) }, // nearly all are equal
		func(list, _ int) float64 { return float64(list % 2) },
	} {
		var lists sorted
		var all []float64
		for list := range 40 {
			one := make([]float64, r.IntN(200))
			for i := range one {
				one[i] = shape(list, i)
			}
			slices.Sort(one)
			lists, all = append(lists, one), append(all, one...)
		}
		slices.Sort(all)
		for _, k := range []int{0, 1, len(all) / 4, len(all) / 2, len(all) - 2, len(all) - 1, r.IntN(len(all))} {
			if got := lists.at(k); got != all[k] {
				t.Errorf("at %d: %v, want %v", k, got, all[k])
			}
		}
	}
}

// Numbers are counted once, however they lie: hashes, small ones, the largest.
func TestDistinct(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	for _, n := range []int{0, 1, 100, 20_000} {
		for _, number := range []func() uint64{r.Uint64, func() uint64 { return r.Uint64N(uint64(n) + 1) }, func() uint64 { return ^r.Uint64N(3) }} {
			all := map[uint64]bool{}
			lists := make([][]uint64, 30)
			for range n {
				x, at := number(), r.IntN(len(lists))
				lists[at] = append(lists[at], x)
				if x != 0 {
					all[x] = true
				}
			}
			for _, list := range lists {
				slices.Sort(list)
			}
			if got := distinct(lists); got != len(all) {
				t.Errorf("%d of %d numbers, want %d", got, n, len(all))
			}
		}
	}
}
