package score

import (
	"fmt"
	"testing"
	"time"

	"prism/internal/fact"
)

// BenchmarkRemembered puts a million sessions together of which all days are remembered:
// of a hundred to a conversation, and of one.
func BenchmarkRemembered(b *testing.B) {
	for _, each := range []int{100, 1} {
		b.Run(fmt.Sprint(each, " to a conversation"), func(b *testing.B) {
			const n = 1_000_000
			o := Options{By: []string{"intent", "repo", "language", "model"}, AtNow: true, Now: at(1, 0).AddDate(9, 0, 0)}
			var names fact.Names
			days := map[int64][]fact.Figure{}
			var order []int64
			for i := range n {
				s := landed(fmt.Sprintf("%016x", i), 1)
				s.Ended = at(1, 0).Add(time.Duration(i) * 94 * time.Second)
				s.Started = s.Ended.Add(-time.Duration(i%5000) * time.Second)
				s.Repo = fact.Repo{Key: fmt.Sprint("/src/", i/7%40), Name: fmt.Sprint(i / 7 % 40)}
				s.Conversations = []string{fmt.Sprintf("%016x-%d", uint64(i/each)*0x9e3779b97f4a7c15, i/each)}
				s.Usage[0].Tokens.CacheRead = int64(i*7919) % 1_000_003
				s.Verdict.GoalComplete = i%3 > 0
				f := fact.FigureOf(&s, names.Number)
				day := fact.DayOf(f.Ended)
				if days[day] == nil {
					order = append(order, day)
				}
				days[day] = append(days[day], f)
			}
			parts := map[int64]*Part{}
			src := Source{Names: func([]uint32) (map[uint32]string, error) { return nil, nil }, Days: func(yield func(Day, error) bool) {
				for _, n := range order {
					d := Day{Part: parts[n]}
					if d.Part == nil {
						d = Day{Figures: days[n], Keep: func(p *Part) { parts[n] = p }}
					}
					if !yield(d, nil) {
						return
					}
				}
			}}
			if _, err := Fold(src, o); err != nil || len(parts) != len(order) {
				b.Fatal(len(parts), err)
			}
			clear(days)
			size := 0
			for _, p := range parts {
				size += p.Size()
			}
			b.ReportAllocs()
			for b.Loop() {
				if _, err := Fold(src, o); err != nil {
					b.Fatal(err)
				}
			}
			b.ReportMetric(float64(size), "B-kept")
		})
	}
}
