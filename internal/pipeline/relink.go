package pipeline

import (
	"context"
	"slices"
	"time"

	"prism/internal/fact"
	"prism/internal/session"
	"prism/internal/store"
)

// span is a stretch of time in which sessions of a repository changed.
type span struct{ from, to int64 }

// linked is what linking came to: sessions as they are now, the ids of those that
// are no more, and what lies outside sessions.
type linked struct {
	sessions []session.Linkage
	row      map[*session.Digest]string
	dropped  []string
	outside  map[string][]session.Bill // by row
}

// freshRoom is how many sessions wait in memory to be saved.
const freshRoom = 2048

// fresh holds sessions that were made in this run until they are saved.
type fresh struct {
	sessions map[string]*store.Session
	dropped  map[string]bool
	verdicts []store.Judged
	waits    bool // one that could count still waits for a verdict
}

func (f *fresh) reset() {
	f.sessions, f.dropped, f.verdicts = make(map[string]*store.Session), make(map[string]bool), nil
}

// changes takes everything out.
func (f *fresh) changes() store.Changes {
	c := store.Changes{Verdicts: f.verdicts, Dropped: sortedKeys(f.dropped)}
	for _, id := range sortedKeys(f.sessions) {
		c.Sessions = append(c.Sessions, *f.sessions[id])
	}
	f.reset()
	return c
}

// relink makes sessions of what changed: linked with its neighbours, judged, and
// written down.
func (u *update) relink(ctx context.Context) error {
	if len(u.dirty)+len(u.removed) == 0 {
		return nil
	}
	l, err := u.linkAll(ctx)
	if err != nil {
		return err
	}
	return u.take(ctx, l)
}

// linkAll links everything that the scope is about.
func (u *update) linkAll(ctx context.Context) (*linked, error) {
	rows := sortedKeys(u.units)
	of, err := u.digests.of(ctx, rows)
	if err != nil {
		return nil, err
	}
	l := &linked{row: make(map[*session.Digest]string, len(rows)), outside: make(map[string][]session.Bill)}
	all := make([]*session.Digest, 0, len(rows))
	for _, id := range rows {
		if d := of[id]; d != nil {
			all = append(all, d)
			l.row[d] = id
		}
	}
	done := session.Link(all, time.Time{})
	l.sessions = done.Sessions
	for _, id := range rows {
		l.outside[id] = nil
	}
	for _, b := range done.Outside {
		l.outside[l.row[b.Digest]] = append(l.outside[l.row[b.Digest]], b)
	}
	now := make(map[string]bool, len(l.sessions))
	for i := range l.sessions {
		now[l.sessions[i].ID] = true
	}
	for list := range slices.Chunk(append(rows, u.removed...), askRows) {
		was, err := u.db.SessionsOf(ctx, u.scope, list)
		if err != nil {
			return nil, reading(err)
		}
		for i := range was {
			u.touch(&was[i].Session)
			if id := was[i].ID; !now[id] && !slices.Contains(l.dropped, id) {
				l.dropped = append(l.dropped, id)
			}
		}
	}
	return l, nil
}

// take judges linked sessions and keeps them to be saved.
func (u *update) take(ctx context.Context, l *linked) error {
	for _, id := range l.dropped {
		u.fresh.dropped[id] = true
		delete(u.fresh.sessions, id)
	}
	for id, bills := range l.outside {
		u.outside = append(u.outside, store.Outside{Conversation: id, Usage: session.OutsideFacts(bills, u.opts.Prices.Cost)})
	}
	for some := range slices.Chunk(l.sessions, freshRoom) {
		subjects := make([]subject, len(some))
		for i := range some {
			subjects[i] = u.subject(&some[i], l.row)
		}
		said, keep, err := u.judge.all(ctx, subjects)
		if err != nil {
			return err
		}
		u.fresh.verdicts = append(u.fresh.verdicts, keep...)
		for i := range some {
			s := store.Session{Session: session.Facts(&some[i], u.opts.Prices.Cost), Revision: subjects[i].revision}
			for _, p := range subjects[i].parts {
				s.SourceGone = s.SourceGone || p.unit.gone
				if !slices.Contains(s.Rows, p.unit.id) {
					s.Rows = append(s.Rows, p.unit.id)
				}
			}
			u.settle(&s, said[i])
			u.touch(&s.Session)
		}
		if len(u.fresh.sessions) > freshRoom {
			if err := u.save(ctx, u.fresh.changes()); err != nil {
				return err
			}
		}
	}
	return nil
}

// settle gives a session its verdict and keeps it to be saved.
func (u *update) settle(s *store.Session, said fact.Verdict) {
	s.Verdict = said
	s.Languages = s.Languages.Or(said.Languages)
	u.fresh.sessions[s.ID] = s
	delete(u.fresh.dropped, s.ID)
	u.fresh.waits = u.fresh.waits || u.judge.by.waits(&s.Session)
}

// subject is what the judge step needs of a linkage.
func (u *update) subject(l *session.Linkage, row map[*session.Digest]string) subject {
	s := subject{id: l.ID, agent: l.Parts[0].Digest.Agent, opened: l.OpenedBy, closed: l.ClosedBy, automated: l.Automated}
	for _, p := range l.Parts {
		s.private = s.private || u.gate.optedOut(p.Digest.Person, p.Digest.CWDs)
		s.parts = append(s.parts, part{unit: u.units[row[p.Digest]], first: p.First, last: p.Last})
	}
	s.revision = u.judge.composition(s.parts)
	return s
}

// judgeWaiting judges again what waits for a verdict, though nothing of it changed.
func (u *update) judgeWaiting(ctx context.Context) error {
	var rows []string
	waits := make(map[string]bool)
	for s, err := range u.db.Each(ctx, u.scope, store.Filter{}, store.Order{}) {
		if err != nil {
			return reading(err)
		}
		if u.fresh.sessions[s.ID] != nil || u.fresh.dropped[s.ID] || !u.judge.by.asksAgain(s) {
			continue
		}
		waits[s.ID] = true
		for _, p := range s.Parts {
			rows = append(rows, rowOf(s.Agent, p.Conversation, p.File))
		}
	}
	slices.Sort(rows)
	for list := range slices.Chunk(slices.Compact(rows), askRows) {
		some, err := u.db.SessionsOf(ctx, u.scope, list)
		if err != nil {
			return reading(err)
		}
		some = slices.DeleteFunc(some, func(s store.Session) bool { return !waits[s.ID] })
		subjects := make([]subject, len(some))
		for i := range some {
			s := &some[i]
			delete(waits, s.ID)
			subjects[i] = subject{id: s.ID, agent: s.Agent, opened: s.OpenedBy, closed: s.ClosedBy, automated: s.Automated, revision: s.Revision}
			for _, p := range s.Parts {
				subjects[i].parts = append(subjects[i].parts, part{unit: u.units[rowOf(s.Agent, p.Conversation, p.File)], first: p.First, last: p.Last})
			}
		}
		said, keep, err := u.judge.all(ctx, subjects)
		if err != nil {
			return err
		}
		u.fresh.verdicts = append(u.fresh.verdicts, keep...)
		for i := range some {
			u.settle(&some[i], said[i])
		}
		if len(u.fresh.sessions) > freshRoom {
			if err := u.save(ctx, u.fresh.changes()); err != nil {
				return err
			}
		}
	}
	return nil
}
