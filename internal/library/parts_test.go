package library

import (
	"fmt"
	"iter"
	"slices"
	"testing"
	"time"

	"prism/internal/score"
	"prism/internal/store"
)

// However many ways of breaking a score down are asked for, also where there is nothing
// to remember of any, so many are remembered and no more: those asked for last.
func TestPartsKindsAreBounded(t *testing.T) {
	var p Parts
	ask := func(i int) *kind { return p.kind(score.Options{By: []string{fmt.Sprint(i)}}, &store.Filter{}) }
	first := ask(0)
	for i := range 3 * kindsMost {
		if ask(i + 1); i%10 == 0 && ask(0) != first {
			t.Fatal("what is asked for again and again is forgotten")
		}
	}
	last := ask(3 * kindsMost)
	if len(p.kinds) != kindsMost || p.kinds[last.name] != last || p.kinds[first.name] != first {
		t.Errorf("%d are remembered", len(p.kinds))
	}
}

// Days of which nothing passes a filter are remembered, too, so that a rare thing is not
// looked for in every day each time; but not a day whose sessions may still be open, of
// which something may pass later.
func TestPartsRememberEmptyDays(t *testing.T) {
	var p Parts
	now := time.Date(2026, 3, 10, 12, 0, 0, 0, time.UTC)
	today := now.Unix() / (24 * 60 * 60)
	o := score.Options{Now: now, AtNow: true}
	f := store.Filter{Repo: "rare", Now: now}
	var read []int64
	days := func(known func(int64, uint64) bool) iter.Seq2[store.Day, error] {
		read = nil
		return func(yield func(store.Day, error) bool) {
			for day := today - 3; day <= today; day++ {
				d := store.Day{Number: day, Digest: uint64(day)}
				if d.Known = known(day, d.Digest); !d.Known {
					read = append(read, day)
				}
				if !yield(d, nil) {
					return
				}
			}
		}
	}
	for i, want := range [][]int64{{today - 3, today - 2, today - 1, today}, {today}, {today}} {
		sum, err := score.Fold(score.Source{Names: func([]uint32) (map[uint32]string, error) { return nil, nil }, Days: p.days(o, &f, days)}, o)
		if err != nil || sum.Sessions != 0 || !slices.Equal(read, want) {
			t.Errorf("time %d: %d sessions, days %v were read, want %v (%v)", i, sum.Sessions, read, want, err)
		}
	}
}
