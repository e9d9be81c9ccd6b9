package library

import (
	"cmp"
	"context"
	"errors"
	"slices"
	"time"

	"prism/internal/fact"
	"prism/internal/rework"
	"prism/internal/store"
)

// kin is what is asked of sessions that have to do with one.
type kin interface {
	UndoneIn(ctx context.Context, scope store.Scope, repo string, from, to time.Time) ([]store.Stretch, error)
	Beside(ctx context.Context, scope store.Scope, id string) ([]fact.Session, error)
}

// Undid is a session of which another took lines out, and what it took.
type Undid struct {
	Session *fact.Session
	By      fact.ReworkBy // By.Session is the later one
}

// Undid finds the sessions of which one took lines out, those of most lines first, at
// most so many entries, of which one session may have several; more is of how many other
// sessions there are such entries.
func (l *Library) Undid(ctx context.Context, s *fact.Session, most int) (list []Undid, more int, err error) {
	// Rework looks no further back.
	from, _ := rework.BlockOf(s.Started).Context()
	near, err := l.Store.UndoneIn(ctx, l.Scope, s.Repo.Key, from, s.Ended.Add(time.Microsecond))
	if err != nil {
		return nil, 0, err
	}
	type part struct {
		id string
		by fact.ReworkBy
	}
	var parts []part
	for i := range near {
		for _, by := range near[i].Rework.By {
			if by.Session == s.ID || slices.Contains(s.Aliases, by.Session) {
				parts = append(parts, part{near[i].ID, by})
			}
		}
	}
	slices.SortStableFunc(parts, func(a, b part) int { return cmp.Compare(b.by.Lines, a.by.Lines) })
	for _, p := range parts[:min(most, len(parts))] {
		other, err := l.One(ctx, p.id)
		if errors.Is(err, store.ErrNoSession) || errors.Is(err, store.ErrAmbiguous) {
			continue // it went meanwhile
		}
		if err != nil {
			return nil, 0, err
		}
		list = append(list, Undid{other, p.by})
	}
	told := map[string]bool{}
	for i, p := range parts {
		if !told[p.id] && i >= most {
			more++
		}
		told[p.id] = true
	}
	return list, more, nil
}

// Around finds the sessions before and after one in the conversations that it stands in;
// nil: it begins, or ends, with them.
func (l *Library) Around(ctx context.Context, s *fact.Session) (before, after *fact.Session, err error) {
	list, err := l.Store.Beside(ctx, l.Scope, s.ID)
	if err != nil || len(s.Parts) == 0 {
		return nil, nil, err
	}
	head, tail := s.Parts[0], s.Parts[len(s.Parts)-1]
	end, start := 0, 0 // turns at which the nearest end and begin
	for i := range list {
		for _, p := range list[i].Parts {
			if same(p, head) && p.Last < head.First && p.Last > end {
				before, end = &list[i], p.Last
			}
			if same(p, tail) && p.First > tail.Last && (start == 0 || p.First < start) {
				after, start = &list[i], p.First
			}
		}
	}
	for _, x := range []*fact.Session{before, after} {
		if x != nil {
			l.Present(x)
		}
	}
	return before, after, nil
}

// same reports whether two parts stand in one conversation.
func same(a, b fact.Part) bool { return a.Conversation == b.Conversation && a.File == b.File }
