package server

import (
	"context"
	"testing"
	"time"

	"prism/internal/store"
)

// verdictless is a store of which only the versions are asked.
type verdictless struct {
	Verdicts
	list  []store.JudgeVersion
	looks int
}

func (v *verdictless) JudgeVersions(context.Context) ([]store.JudgeVersion, error) {
	v.looks++
	return v.list, nil
}

// Where a judge has said nothing all verdicts are looked at more and more seldom; where it
// has, once a day.
func TestVersionsAreLookedUpSeldom(t *testing.T) {
	from := &verdictless{list: []store.JudgeVersion{{Judge: "a", Version: "1"}}}
	var j judged
	now := time.Date(2026, 5, 4, 12, 0, 0, 0, time.UTC)
	day := func(judge string) int {
		from.looks = 0
		for range 24 * 60 {
			now = now.Add(time.Minute)
			j.of(t.Context(), from, judge, "1", now)
		}
		return from.looks
	}
	if n := day("none"); n < 5 || n > 14 {
		t.Errorf("%d looks in a day for a judge that said nothing", n)
	}
	from.list = append(from.list, store.JudgeVersion{Judge: "late", Version: "1"})
	if day("late"); len(j.of(t.Context(), from, "late", "1", now)) != 1 {
		t.Error("one that spoke later is not found within a day")
	}
	day("none")
	from.list = append(from.list, store.JudgeVersion{Judge: "new", Version: "1"})
	now = now.Add(2 * time.Minute)
	if len(j.of(t.Context(), from, "new", "1", now)) != 1 {
		t.Error("a new judge waits as long as the one before it that never spoke")
	}
	if n := day("a"); n > 1 {
		t.Errorf("%d looks in a day for a judge that is known", n)
	}
}
