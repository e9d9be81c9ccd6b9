package score

import (
	"fmt"
	"slices"
	"testing"
	"time"

	"prism/internal/fact"
)

func TestMedianIsOfTheSorted(t *testing.T) {
	for n := 1; n < 60; n++ {
		for seed := range 7 {
			v := make([]float64, n)
			for i := range v {
				v[i] = float64((i*i*7 + seed*i*13 + seed) % (n/2 + 1))
			}
			all := slices.Sorted(slices.Values(v))
			want := all[n/2]
			if n%2 == 0 {
				want = all[n/2-1] + (all[n/2]-all[n/2-1])/2
			}
			var lists sorted
			for part := range slices.Chunk(v, seed+1) {
				slices.Sort(part)
				lists = append(lists, part)
			}
			if got := lists.median(); *got != want {
				t.Fatalf("%d values: %v, want %v", n, *got, want)
			}
		}
	}
}

// BenchmarkFold folds a million figures, in parts of a day.
func BenchmarkFold(b *testing.B) {
	const n, day = 1_000_000, 900
	var names fact.Names
	figures := make([]fact.Figure, n)
	for i := range figures {
		s := landed(fmt.Sprintf("%016x", i), 1)
		s.Ended = at(1, 0).Add(time.Duration(i) * 94 * time.Second)
		s.Started = s.Ended.Add(-time.Duration(i%5000) * time.Second)
		s.Repo = fact.Repo{Key: fmt.Sprint("/src/", i/7%40), Name: fmt.Sprint(i / 7 % 40)}
		s.Conversations = []string{fmt.Sprint(i / 100)}
		s.Usage[0].Tokens.CacheRead = int64(i*7919) % 1_000_003
		s.Verdict.GoalComplete = i%3 > 0
		figures[i] = fact.FigureOf(&s, names.Number)
	}
	src := Source{
		Figures: func(yield func([]fact.Figure, error) bool) {
			for part := range slices.Chunk(figures, day) {
				if !yield(part, nil) {
					return
				}
			}
		},
		Names: func([]uint32) (map[uint32]string, error) { return nil, nil },
	}
	for _, by := range [][]string{nil, Dimensions()} {
		b.Run(fmt.Sprint(len(by), " breakdowns"), func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				if _, err := Fold(src, Options{By: by}); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
