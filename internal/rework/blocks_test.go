package rework

import (
	"fmt"
	"slices"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
	"pgregory.net/rapid"

	"prism/internal/redact"
)

func TestBlocks(t *testing.T) {
	for _, c := range []struct {
		at   time.Time
		want Block
	}{
		{time.Unix(0, 0), 0},
		{time.Unix(window-1, 999), 0},
		{time.Unix(window, 0), 1},
		{time.Unix(-1, 0), -1},
		{time.Unix(-window, 0), -1},
		{time.Unix(-window-1, 0), -2},
	} {
		if got := BlockOf(c.at); got != c.want {
			t.Errorf("%v lies in block %d, not %d", c.at, c.want, got)
		}
	}
	from, to := Block(50).Context()
	if from != time.Unix((50-reach)*window, 0).UTC() || to != time.Unix((51+reach)*window, 0).UTC() {
		t.Errorf("context of 50: %v to %v", from, to)
	}
	first, last := Blocks(time.Unix(5*window, 0), time.Unix(7*window, 0))
	if first != 5-reach || last != 7+reach {
		t.Errorf("a session from block 5 to 7 touches %d to %d", first, last)
	}
}

// A loss counts on either side of a block's edge as it does inside one.
func TestReworkOverTheEdgeOfABlock(t *testing.T) {
	edge := BlockOf(at(0)).start().Add(Window).Sub(at(0)).Hours()
	a := by("a").edit(edge-1, "f.go", "", ten)
	for name, c := range map[string]struct {
		other *story
		want  bool
	}{
		"an hour later, in the next block":   {by("b").edit(edge+1, "f.go", ten, ""), true},
		"at the end of the window":           {by("b").edit(edge+71, "f.go", ten, ""), true},
		"after it":                           {by("b").edit(edge+72, "f.go", ten, "b1"), false},
		"after it, but deleted":              {by("b").edit(edge+72, "f.go", ten, ""), true},
		"by one that began and ended far on": {by("b").edit(edge+3, "f.go", ten, "").edit(edge+900, "g.go", "", "x"), true},
	} {
		c.other.s.Started = c.other.s.Edits[0].Time
		got := SettleAll([]Session{a.s, c.other.s})[0]
		if got.Reworked != c.want {
			t.Errorf("%s: %+v", name, got)
		}
	}
}

// A session of months is looked at once as a whole, elsewhere by what it did there.
func TestLongSessionsAreNoBurden(t *testing.T) {
	long := by("long")
	for i := range 1000 {
		long.edit(float64(i*24), fmt.Sprintf("f%d.go", i), "", ten)
	}
	long.s.Started = at(0)
	b := BlockOf(at(500 * 24))
	from, to := b.Context()
	if n := len(long.s.within(from, to).Edits); n != 3*(2*reach+1) {
		t.Errorf("%d edits of it lie around a block", n)
	}
}

func TestSettlingByAndBy(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		all := make(map[string]Session)
		found := make(map[string]Finding)
		sessions := func() []Session {
			var out []Session
			for _, s := range all {
				out = append(out, s)
			}
			slices.SortFunc(out, func(a, b Session) int { return cmpID(a, b) })
			return out
		}
		for range rapid.IntRange(1, 6).Draw(t, "slices") {
			touched := make(map[Block]bool)
			touch := func(s Session) {
				for b, last := Blocks(s.began(), s.Ended); b <= last; b++ {
					touched[b] = true
				}
			}
			for range rapid.IntRange(1, 4).Draw(t, "changes") {
				s := drawnSession(t)
				s.ID = rapid.SampledFrom([]string{"a", "b", "c", "d", "e", "f"}).Draw(t, "which")
				shift := time.Duration(rapid.IntRange(0, 8).Draw(t, "reaches")) * reach * Window / 4
				s.move(shift)
				if old, ok := all[s.ID]; ok {
					touch(old)
				}
				delete(found, s.ID)
				if rapid.IntRange(0, 4).Draw(t, "goes") == 0 {
					delete(all, s.ID)
					continue
				}
				all[s.ID] = s
				touch(s)
			}
			list := sessions()
			for b := range touched {
				from, to := b.Context()
				var near []Session // what a store that knows only when sessions were would give
				for _, s := range list {
					if s.began().Before(to) && !s.Ended.Before(from) {
						near = append(near, s)
					}
				}
				for _, f := range b.Settle(near) {
					found[near[f.Session].ID] = f.Finding
				}
			}
			want := make(map[string]Finding)
			for i, f := range SettleAll(list) {
				want[list[i].ID] = f
			}
			if d := cmp.Diff(want, found, cmpopts.EquateComparable(redact.Text{})); d != "" {
				t.Fatalf("−all at once, +by and by: %s", d)
			}
		}
	})
}

func cmpID(a, b Session) int {
	if a.ID < b.ID {
		return -1
	}
	return 1
}

// move shifts a session in time and starts it at its first act.
func (s *Session) move(by time.Duration) {
	s.Ended = s.Ended.Add(by)
	s.Started = s.Ended
	earliest := func(t *time.Time) {
		if *t = t.Add(by); t.Before(s.Started) {
			s.Started = *t
		}
	}
	for i := range s.Edits {
		earliest(&s.Edits[i].Time)
	}
	for i := range s.Undos {
		earliest(&s.Undos[i].Time)
	}
	for i := range s.Commits {
		earliest(&s.Commits[i].Time)
	}
}
