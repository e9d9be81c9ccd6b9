package library

import (
	"cmp"
	"context"
	"errors"
	"slices"
	"time"

	"prism/internal/fact"
	"prism/internal/link"
	"prism/internal/rework"
	"prism/internal/store"
)

// kin is what is asked of sessions that have to do with one.
type kin interface {
	UndoneIn(ctx context.Context, scope store.Scope, repo string, from, to time.Time) ([]store.Stretch, error)
	Beside(ctx context.Context, scope store.Scope, id string) ([]fact.Session, error)
	Marked(ctx context.Context, scope store.Scope, id string, kind uint8, most int) ([]fact.Session, error)
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

// Copy is a session on the other side of a copied transcript: resume and fork begin a
// conversation with the turns of another.
type Copy struct {
	Session *fact.Session
	Turns   int  // how many turns at the head of the later conversation are copies
	Earlier bool // the copies are of Session's conversation; else they are of one's own
}

// copiesMost bounds how many sessions are looked at for copies: one may have been forked
// hundreds of times.
const copiesMost = 200

// Copies finds the sessions from whose conversation that of a session was copied, and those
// that begin with a copy of its own turns, at most so many, by when they began.
func (l *Library) Copies(ctx context.Context, s *fact.Session, most int) (list []Copy, err error) {
	near, err := l.Store.Marked(ctx, l.Scope, s.ID, link.Prompts, copiesMost)
	if err != nil || len(near) == 0 || len(s.Parts) == 0 {
		return nil, err
	}
	beside, err := l.Store.Beside(ctx, l.Scope, s.ID)
	if err != nil {
		return nil, err
	}
	// What begins with turns of another's: nothing of its own conversation stands before it.
	head := func(x *fact.Session, others []fact.Session) int {
		first := x.Parts[0]
		for i := range others {
			for _, p := range others[i].Parts {
				if others[i].ID != x.ID && same(p, first) && p.First < first.First {
					return 0
				}
			}
		}
		return first.First - 1
	}
	holds := func(x *fact.Session, turn int) bool {
		return slices.ContainsFunc(x.Parts, func(p fact.Part) bool { return p.First <= turn && turn <= p.Last })
	}
	own := head(s, beside)
	for i := range near {
		x := &near[i]
		if len(x.Parts) == 0 {
			continue
		}
		switch n := head(x, near); {
		case own > 0 && holds(x, own) && x.Started.Before(s.Started):
			list = append(list, Copy{l.Present(x), own, true})
		case n > 0 && holds(s, n) && s.Started.Before(x.Started):
			list = append(list, Copy{l.Present(x), n, false})
		}
	}
	slices.SortFunc(list, func(a, b Copy) int {
		return cmp.Or(a.Session.Started.Compare(b.Session.Started), cmp.Compare(a.Session.ID, b.Session.ID))
	})
	return list[:min(most, len(list))], nil
}

// same reports whether two parts stand in one conversation.
func same(a, b fact.Part) bool { return a.Conversation == b.Conversation && a.File == b.File }
