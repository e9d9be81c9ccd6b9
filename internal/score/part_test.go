package score

import (
	"fmt"
	"math/rand/v2"
	"reflect"
	"slices"
	"testing"
	"time"

	"prism/internal/fact"
)

// However days are read, in pieces, whole, or remembered, a score is the same to the last
// bit; and a day that was remembered is right at any later time.
func TestDaysAddUp(t *testing.T) {
	for seed := range uint64(40) {
		rng := rand.New(rand.NewPCG(seed, 3))
		var names fact.Names
		var figures []fact.Figure
		ended := at(1, 0).UnixMicro()
		for i := range 400 {
			s := landed(fmt.Sprintf("%016x", i), 1)
			ended += rng.Int64N(int64(3 * time.Hour / time.Microsecond))
			s.Ended = time.UnixMicro(ended).UTC()
			s.Started = s.Ended.Add(-time.Duration(rng.IntN(5000)) * time.Second)
			s.State = []fact.State{fact.Closed, fact.Provisional}[rng.IntN(2)]
			s.Repo = fact.Repo{Key: fmt.Sprint("/src/", rng.IntN(9)), Name: fmt.Sprint(rng.IntN(3))}
			s.Conversations = []string{fmt.Sprint(rng.IntN(80)), fmt.Sprint("x", rng.IntN(80))}[:1+rng.IntN(2)]
			s.Usage[0].Tokens.CacheRead = rng.Int64N(1_000_003)
			cost := rng.Float64()
			s.Usage[0].Cost, s.Cost = &cost, &cost
			s.Verdict.GoalComplete, s.Automated = rng.IntN(3) > 0, rng.IntN(9) == 0
			if rng.IntN(7) == 0 {
				s.Verdict.Status, s.Verdict.Reason = fact.JudgePending, fmt.Sprint("why", rng.IntN(3))
			}
			figures = append(figures, fact.FigureOf(&s, names.Number))
		}
		berlin, err := time.LoadLocation("Europe/Berlin")
		if err != nil {
			t.Fatal(err)
		}
		remembered := map[int64]*Part{}
		for _, o := range []Options{
			{By: Dimensions(), AtNow: true, Now: time.UnixMicro(ended), Zone: berlin, IncludeOpen: true},
			{By: Dimensions(), AtNow: true, Now: time.UnixMicro(ended).Add(time.Hour), Since: time.UnixMicro(ended).AddDate(0, 0, -9), Zone: berlin, IncludeOpen: true},
			{By: Dimensions(), AtNow: true, Now: time.UnixMicro(ended).Add(50 * time.Hour), Since: at(5, 7), Until: at(16, 3), Zone: berlin, IncludeOpen: true},
		} {
			whole := func(yield func([]fact.Figure, error) bool) { yield(slices.Clone(figures), nil) }
			pieces := func(yield func([]fact.Figure, error) bool) {
				for part := range slices.Chunk(slices.Clone(figures), 1+rng.IntN(60)) {
					if !yield(part, nil) {
						return
					}
				}
			}
			used := 0
			days := func(yield func(Day, error) bool) {
				for from := 0; from < len(figures); {
					n, to := fact.DayOf(figures[from].Ended), from
					for to < len(figures) && fact.DayOf(figures[to].Ended) == n {
						to++
					}
					d := Day{Figures: slices.Clone(figures[from:to]), Keep: func(p *Part) { remembered[n] = p }}
					if p := remembered[n]; p != nil && o.Whole(n) {
						used++
						d = Day{Part: p}
					}
					if !yield(d, nil) {
						return
					}
					from = to
				}
			}
			text := func([]uint32) (map[uint32]string, error) {
				out := map[uint32]string{}
				for _, n := range names.Numbers() {
					out[n] = names.Text(n)
				}
				return out, nil
			}
			var sums []Summary
			for _, src := range []Source{{Figures: whole, Names: text}, {Figures: pieces, Names: text}, {Days: days, Names: text}, {Days: days, Names: text}} {
				sum, err := Fold(src, o)
				if err != nil {
					t.Fatal(err)
				}
				sums = append(sums, sum)
			}
			for i, sum := range sums {
				if !reflect.DeepEqual(sum, sums[0]) {
					t.Fatalf("seed %d, reading %d of %v: %+v\nwant %+v", seed, i, o.Since, sum, sums[0])
				}
			}
			if used == 0 {
				t.Error("nothing was remembered")
			}
		}
	}
}
