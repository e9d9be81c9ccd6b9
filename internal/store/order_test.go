package store

import (
	"slices"
	"testing"

	"prism/internal/fact"
)

// An unknown cost is neither the highest nor the lowest: it is last both ways.
func TestUnknownCostIsLast(t *testing.T) {
	cost := func(id string, usd ...float64) *fact.Session {
		s := &fact.Session{ID: id}
		if len(usd) > 0 {
			s.Cost = &usd[0]
		}
		return s
	}
	list := []*fact.Session{cost("a"), cost("b", 2), cost("c", 0), cost("d", 5)}
	for reverse, want := range map[bool]string{false: "dbca", true: "cbda"} {
		o := Order{By: ByCost, Reverse: reverse}
		slices.SortFunc(list, o.Compare)
		got := ""
		for _, s := range list {
			got += s.ID
		}
		if got != want {
			t.Errorf("reversed %v: %s, want %s", reverse, got, want)
		}
		last := o.PlaceOf(list[2])
		o.After = &last
		if !o.Behind(list[3]) || o.Behind(list[1]) {
			t.Errorf("reversed %v: what comes behind the last known cost is told wrong", reverse)
		}
	}
}
