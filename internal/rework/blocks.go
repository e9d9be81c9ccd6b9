package rework

import (
	"slices"
	"time"
)

// Block numbers the stretches of one Window each into which time is divided, from
// the Unix epoch on. What is found of a session rests on the block in which it
// ended and on reach blocks to either side, so that a change is settled again by
// looking at what lies near it, and gives what a run over everything gives.
type Block int64

// reach is how many blocks to either side are looked at. A loss counts only inside
// the Window where it was reworded, but at any time where it was undone explicitly; half a
// year is looked at, for each block more is paid for with every change (docs/rework.md).
const reach = 61

const window = int64(Window / time.Second)

// BlockOf is the block that a moment lies in.
func BlockOf(at time.Time) Block {
	s := at.Unix()
	b := s / window
	if s%window < 0 {
		b--
	}
	return Block(b)
}

func (b Block) start() time.Time { return time.Unix(int64(b)*window, 0).UTC() }

// Context is the time whose sessions decide what is found of those that end in b:
// from inclusive, to exclusive.
func (b Block) Context() (from, to time.Time) { return (b - reach).start(), (b + 1 + reach).start() }

// Blocks are those, from first to last, in which something else may be found when
// a session of such a time comes, changes or goes.
func Blocks(started, ended time.Time) (first, last Block) {
	return min(BlockOf(started), BlockOf(ended)) - reach, BlockOf(ended) + reach
}

// Settled is what was found of one of the sessions given.
type Settled struct {
	Session int // its place among them
	Finding
}

// Settle returns what is found of the sessions that end in b, in the order given.
// It needs all sessions of the repository that overlap b's context; others are
// passed over. Of a session that ends elsewhere only what it did inside the context
// counts, so that one which lasts for months is no burden to every block it spans.
func (b Block) Settle(sessions []Session) []Settled {
	from, to := b.Context()
	var ending []*Session
	near, undone := 0, false
	for i := range sessions {
		s := &sessions[i]
		if BlockOf(s.Ended) == b {
			ending = append(ending, s)
		} else if !s.overlaps(from, to) {
			continue
		}
		near++
		undone = undone || len(s.Undos) > 0
	}
	if len(ending) == 0 {
		return nil
	}
	only := newSieve(ending)
	var in []Session
	var at []int
	if undone { // else few have a line in common with those that end here
		in, at = make([]Session, 0, near), make([]int, 0, near)
	}
	for i := range sessions {
		s := &sessions[i]
		switch {
		case BlockOf(s.Ended) == b:
			in, at = append(in, *s), append(at, i)
		case s.overlaps(from, to) && (undone || only.meets(s)):
			in, at = append(in, s.within(from, to)), append(at, -1)
		}
	}
	out := make([]Settled, 0, len(ending))
	for n, f := range follow(in, only) {
		if at[n] >= 0 {
			out = append(out, Settled{at[n], f})
		}
	}
	return out
}

// overlaps reports whether some of a session lies in a stretch of time.
func (s *Session) overlaps(from, to time.Time) bool {
	return s.began().Before(to) && !s.Ended.Before(from)
}

// SettleAll settles every block that one of the sessions of a repository ends in,
// and returns one Finding for each session, in the order given.
func SettleAll(sessions []Session) []Finding {
	var blocks []Block
	for i := range sessions {
		blocks = append(blocks, BlockOf(sessions[i].Ended))
	}
	slices.Sort(blocks)
	blocks = slices.Compact(blocks)
	near := make([][]int, len(blocks)) // sessions that each may look at
	for i := range sessions {
		first, last := Blocks(sessions[i].began(), sessions[i].Ended)
		for n, _ := slices.BinarySearch(blocks, first); n < len(blocks) && blocks[n] <= last; n++ {
			near[n] = append(near[n], i)
		}
	}
	out := make([]Finding, len(sessions))
	for n, b := range blocks {
		some := make([]Session, len(near[n]))
		for k, i := range near[n] {
			some[k] = sessions[i]
		}
		for _, f := range b.Settle(some) {
			out[near[n][f.Session]] = f.Finding
		}
	}
	return out
}

// began is when a session started; one that does not tell began as it ended.
func (s *Session) began() time.Time {
	if s.Started.IsZero() || s.Started.After(s.Ended) {
		return s.Ended
	}
	return s.Started
}

// within is the part of a session that it did in a stretch of time.
func (s *Session) within(from, to time.Time) Session {
	c := *s
	c.Edits = clip(s.Edits, func(e *Edit) time.Time { return e.Time }, from, to)
	c.Undos = clip(s.Undos, func(u *Undo) time.Time { return u.Time }, from, to)
	c.Commits = clip(s.Commits, func(c *Commit) time.Time { return c.Time }, from, to)
	return c
}

// clip cuts a list in order of time; a clock that runs backwards, or none, does not
// count: nothing is before the one ahead of it, as everywhere.
func clip[T any](list []T, at func(*T) time.Time, from, to time.Time) []T {
	first, last := 0, 0
	var now time.Time
	for i := range list {
		now = later(now, at(&list[i]))
		if now.Before(from) {
			first = i + 1
		}
		if now.Before(to) {
			last = i + 1
		}
	}
	return list[min(first, last):last:last]
}
