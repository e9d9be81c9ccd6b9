package link

import (
	"context"
	"fmt"
	"math"
	"slices"
	"testing"

	"pgregory.net/rapid"
)

// TestTableIsAnIndex asks both the same, of rows that came in any order.
func TestTableIsAnIndex(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var table Table
		var index Index
		mark := rapid.Custom(func(t *rapid.T) Mark {
			return Mark{Kind: rapid.Uint8Range(1, 2).Draw(t, "kind"), Key: rapid.SampledFrom([]uint64{1, 7, math.MaxUint64}).Draw(t, "key"), At: rapid.Int64Range(-3, 3).Draw(t, "at")}
		})
		for _, row := range rapid.Permutation([]int{0, 1, 2, 3, 4, 5}).Draw(t, "rows") {
			marks := rapid.SliceOfDistinct(mark, func(m Mark) Mark { return m }).Draw(t, "marks")
			table.Add(fmt.Sprint("r", row), marks)
			index.Set(fmt.Sprint("r", row), marks)
		}
		var asked []Query
		for range 5 {
			m := mark.Draw(t, "asked")
			asked = append(asked, Query{Kind: m.Kind, Key: m.Key, From: m.At, To: rapid.SampledFrom([]int64{-9, 0, 2, math.MaxInt64}).Draw(t, "to"),
				Nearest: rapid.SampledFrom([]Nearest{Every, Latest, Earliest}).Draw(t, "nearest"), Limit: rapid.IntRange(0, 2).Draw(t, "limit")})
		}
		got, err := table.Near(context.Background(), asked)
		want, err2 := index.Near(context.Background(), asked)
		if err != nil || err2 != nil || !slices.Equal(got, want) {
			t.Fatalf("%+v: %v, want %v (%v, %v)", asked, got, want, err, err2)
		}
	})
}
