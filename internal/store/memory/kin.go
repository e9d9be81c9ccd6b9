package memory

import (
	"context"
	"slices"
	"strings"
	"time"

	"prism/internal/fact"
	"prism/internal/store"
)

// UndoneIn is SessionsIn of those whose rework names others.
func (s *Store) UndoneIn(ctx context.Context, name store.Scope, repo string, from, to time.Time) ([]store.Stretch, error) {
	list, err := s.SessionsIn(ctx, name, repo, from, to)
	return slices.DeleteFunc(list, func(x store.Stretch) bool { return len(x.Rework.By) == 0 }), err
}

// Beside returns the sessions that stand in one of the conversations of a session, but
// for itself.
func (s *Store) Beside(ctx context.Context, name store.Scope, id string) (list []fact.Session, err error) {
	err = s.look(ctx, name, func(at *scope) {
		it := at.sessions[id]
		if it == nil {
			return
		}
		for _, other := range at.sessions {
			if other != it && slices.ContainsFunc(other.Rows, func(row string) bool { return slices.Contains(it.Rows, row) }) {
				list = append(list, other.Session)
			}
		}
	})
	slices.SortFunc(list, func(a, b fact.Session) int { return strings.Compare(a.ID, b.ID) })
	return list, err
}

// Marked returns the sessions of other conversations that have a mark of a kind in common
// with one that a session stands in, where that mark lies within the earlier of both
// sessions, in the order of their ids, at most so many.
func (s *Store) Marked(ctx context.Context, name store.Scope, id string, kind uint8, most int) (list []fact.Session, err error) {
	err = s.look(ctx, name, func(at *scope) {
		mine := at.sessions[id]
		if mine == nil {
			return
		}
		keys := map[uint64]bool{}
		for _, row := range mine.Rows {
			if c := at.conversations[row]; c != nil {
				for _, m := range c.Marks {
					if m.Kind == kind {
						keys[m.Key] = true
					}
				}
			}
		}
		for _, one := range at.sessions {
			earlier := mine
			if one.Started.Before(mine.Started) {
				earlier = one
			}
			shares := func(row string) bool {
				c := at.conversations[row]
				return c != nil && !slices.Contains(mine.Rows, row) && slices.ContainsFunc(c.Marks, func(m store.Mark) bool {
					return m.Kind == kind && keys[m.Key] && m.At/1000 >= fact.Micro(earlier.Started) && m.At/1000 <= fact.Micro(earlier.Ended)
				})
			}
			if one.ID != id && !one.Started.Equal(mine.Started) && slices.ContainsFunc(one.Rows, shares) {
				list = append(list, one.Session)
			}
		}
	})
	slices.SortFunc(list, func(a, b fact.Session) int { return strings.Compare(a.ID, b.ID) })
	return list[:min(most, len(list))], err
}
