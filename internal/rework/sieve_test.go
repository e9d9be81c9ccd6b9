package rework

import (
	"fmt"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
	"pgregory.net/rapid"

	"prism/internal/redact"
)

// What is found of a session does not rest on lines that it never added.
func TestFollowingOnlySomeLines(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		sessions := make([]Session, rapid.IntRange(1, 6).Draw(t, "sessions"))
		var asked []*Session
		var at []int
		for i := range sessions {
			sessions[i] = drawnSession(t)
			sessions[i].ID = fmt.Sprint(i)
			if rapid.Bool().Draw(t, "asked") {
				asked, at = append(asked, &sessions[i]), append(at, i)
			}
		}
		want, got := Find(sessions), follow(sessions, newSieve(asked))
		for _, i := range at {
			if d := cmp.Diff(want[i], got[i], cmpopts.EquateComparable(redact.Text{})); d != "" {
				t.Fatalf("session %d: −all lines, +its lines: %s", i, d)
			}
		}
	})
}

func TestSieve(t *testing.T) {
	var list, other []uint64
	for h := range uint64(1000) {
		list, other = append(list, h), append(other, 1000+h)
	}
	v := newSieve([]*Session{{Edits: []Edit{{Added: list}}}})
	chance := 0
	for i := range list {
		if !v.passes(list[i]) {
			t.Fatalf("%d was put in and does not pass", list[i])
		}
		if v.passes(other[i]) {
			chance++
		}
	}
	if chance > 150 {
		t.Errorf("%d of %d others pass", chance, len(other))
	}
	if v.any(&Edit{Added: []uint64{}, Removed: nil}) || !v.any(&Edit{Removed: list[:1]}) || !v.any(&Edit{Added: list[:1]}) {
		t.Error("an edit is followed for one of its lines, added or removed")
	}
}

// What is found of the sessions of a block does not rest on others that have no line in
// common with them, but where a command took work back.
func TestSettlingWithoutStrangers(t *testing.T) {
	left := 0
	rapid.Check(t, func(t *rapid.T) {
		sessions := make([]Session, rapid.IntRange(2, 6).Draw(t, "sessions"))
		calm := rapid.Bool().Draw(t, "no command")
		for i := range sessions {
			s := drawnSession(t)
			if s.ID = fmt.Sprint(i); calm {
				s.Undos = nil
			}
			s.move(time.Duration(rapid.IntRange(0, 3).Draw(t, "blocks")) * Window)
			sessions[i] = s
		}
		b := BlockOf(sessions[0].Ended)
		want := Find(sessions) // all of them lie around the block
		for _, f := range b.Settle(sessions) {
			if d := cmp.Diff(want[f.Session], f.Finding, cmpopts.EquateComparable(redact.Text{})); d != "" {
				t.Fatalf("session %d: −all, +those of its lines: %s", f.Session, d)
			}
		}
		if only := newSieve([]*Session{&sessions[0]}); calm && !only.meets(&sessions[1]) {
			left++
		}
	})
	if left == 0 && !testing.Short() { // of twenty draws none may be calm and strange
		t.Error("no session was a stranger to another")
	}
}
