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
