package pipeline

import (
	"cmp"
	"context"
	"iter"
	"maps"
	"reflect"
	"slices"
	"time"

	"prism/internal/fact"
	"prism/internal/link"
	"prism/internal/store"
)

// relink makes sessions of what changed: linked with its neighbours, judged, and
// written down; so many conversations at a time that their digests have room.
func (u *update) relink(ctx context.Context) error {
	slices.SortFunc(u.dirty, func(a, b string) int { return u.compareRows(a, b) })
	var index *link.Table
	if !u.some && len(u.dirty) == len(u.units) {
		index = u.digests.marks(len(u.units)) // all of it is new: nobody needs to be asked for marks
	}
	if index != nil && u.digests.made <= wholeRoom {
		return u.relinkSome(ctx, u.dirty, u.removed, index)
	}
	if len(u.removed) > 0 {
		if err := u.relinkSome(ctx, nil, u.removed, nil); err != nil {
			return err
		}
	}
	for list := range u.batches(u.dirty) {
		if err := u.makeRoom(ctx, u.units[list[0]].repo.Key, time.Time{}); err != nil {
			return err
		}
		if err := u.relinkSome(ctx, list, nil, index); err != nil {
			return err
		}
	}
	return nil
}

// How many conversations are linked at a time, and of how many bytes of digests: the
// neighbours come on top. Of digests that were not made in this run, as where it goes on
// from one that was killed, the size is guessed from their files'.
const (
	relinkRows  = 128
	relinkBytes = decodedRoom / 2
	digestShare = 16
)

// batches divides rows into such as are linked together.
func (u *update) batches(rows []string) iter.Seq[[]string] {
	return func(yield func([]string) bool) {
		for len(rows) > 0 {
			n, size := 0, 0
			for n < len(rows) && n < relinkRows && (n == 0 || size < relinkBytes) {
				c := u.units[rows[n]]
				if size += c.digest; c.digest == 0 {
					size += int(c.src.Size() / digestShare)
				}
				n++
			}
			if !yield(rows[:n]) {
				return
			}
			rows = rows[n:]
		}
	}
}

// compareRows puts what belongs together side by side: by repository and time.
func (u *update) compareRows(a, b string) int {
	x, y := u.units[a], u.units[b]
	return cmp.Or(cmp.Compare(x.repo.Key, y.repo.Key), x.latest().Compare(y.latest()), cmp.Compare(a, b))
}

// relinkSome links some rows; index, where there is one, knows all marks.
func (u *update) relinkSome(ctx context.Context, rows, removed []string, index *link.Table) error {
	var changes []link.Change
	for _, row := range removed {
		changes = append(changes, link.Change{Row: row, Was: u.was[row], Removed: true})
	}
	for _, row := range rows {
		changes = append(changes, link.Change{Row: row, Was: u.was[row]})
	}
	u.opts.Yield(ctx)
	defer u.alive()
	around := &neighbours{u: u, index: index, stored: make(map[string]*store.Session)}
	l, err := link.Relink(ctx, changes, around)
	if err != nil {
		return err
	}
	return u.take(ctx, &l, around.stored)
}

// neighbours is the store as linking sees it.
type neighbours struct {
	u      *update
	index  *link.Table               // nil: the update's nearby is asked
	stored map[string]*store.Session // those that linking looked at
}

// Near implements link.Store.
func (n *neighbours) Near(ctx context.Context, asked []link.Query) ([]link.Hit, error) {
	if n.index != nil {
		return n.index.Near(ctx, asked)
	}
	return n.u.linkNear(ctx, asked)
}

// linkNear asks for marks in the linker's words.
func (u *update) linkNear(ctx context.Context, asked []link.Query) ([]link.Hit, error) {
	queries := make([]store.Query, len(asked))
	for i, q := range asked {
		queries[i] = store.Query{Kind: q.Kind, Key: q.Key, From: q.From, To: q.To, Nearest: store.Nearest(q.Nearest), Limit: q.Limit}
	}
	hits, err := u.near.Near(ctx, queries)
	if err != nil {
		return nil, reading(err)
	}
	out := make([]link.Hit, len(hits))
	for i, h := range hits {
		out[i] = link.Hit(h)
	}
	return out, nil
}

// Load implements link.Store.
func (n *neighbours) Load(ctx context.Context, rows []string) ([]link.Row, error) {
	of, err := n.u.digests.of(ctx, rows)
	if err != nil {
		return nil, err
	}
	out := make([]link.Row, 0, len(of))
	for _, row := range slices.Sorted(maps.Keys(of)) {
		if n.u.units[row] != nil { // else it is no more
			out = append(out, link.Row{ID: row, Digest: of[row]})
		}
	}
	return out, nil
}

// Sessions implements link.Store.
func (n *neighbours) Sessions(ctx context.Context, rows []string) ([]link.Stored, error) {
	var out []link.Stored
	seen := make(map[string]bool)
	take := func(s *store.Session) {
		seen[s.ID] = true
		n.stored[s.ID] = s
		x := link.Stored{ID: s.ID}
		for _, p := range s.Parts {
			x.Parts = append(x.Parts, link.Part{Row: rowOf(s.Agent, p.Conversation, p.File), First: p.First, Last: p.Last})
		}
		out = append(out, x)
	}
	fresh := &n.u.fresh
	for list := range slices.Chunk(rows, askRows) {
		some, err := n.u.db.SessionsOf(ctx, n.u.scope, list)
		if err != nil {
			return nil, reading(err)
		}
		for i := range some {
			if id := some[i].ID; !seen[id] && fresh.sessions[id] == nil && !fresh.dropped[id] {
				take(&some[i])
			}
		}
	}
	for _, s := range fresh.of(rows) {
		take(s)
	}
	return out, nil
}

func storeMarks(marks []link.Mark) []store.Mark {
	out := make([]store.Mark, len(marks))
	for i, m := range marks {
		out[i] = store.Mark(m)
	}
	return out
}

func linkMarks(marks []store.Mark) []link.Mark {
	out := make([]link.Mark, len(marks))
	for i, m := range marks {
		out[i] = link.Mark(m)
	}
	return out
}

// flush saves what was made so far; of the sessions those that are wanted, nil: all.
func (u *update) flush(ctx context.Context, want func(*store.Session) bool) error {
	c := u.fresh.changes(want)
	c.Outside, u.outside = u.outside, nil
	if len(c.Sessions)+len(c.Dropped)+len(c.Outside)+len(c.Verdicts) == 0 {
		return nil
	}
	return u.save(ctx, c)
}

// take judges linked sessions and keeps those that are new or other than they
// were stored to be saved.
func (u *update) take(ctx context.Context, l *link.Result, stored map[string]*store.Session) error {
	for _, id := range l.Dropped {
		u.fresh.drop(id)
		if was := stored[id]; was != nil {
			u.touch(&was.Session)
		}
	}
	for _, o := range l.Outside {
		if u.units[o.Row] != nil {
			u.outside = append(u.outside, store.Outside{Conversation: o.Row, Usage: link.OutsideFacts(o.Bills, u.opts.Prices.Cost)})
		}
	}
	slices.SortStableFunc(l.Sessions, func(a, b link.Linkage) int { return cmp.Compare(repoOf(&a), repoOf(&b)) })
	for some := range slices.Chunk(l.Sessions, takeAtOnce) {
		if err := u.makeRoom(ctx, repoOf(&some[0]), some[0].Start); err != nil {
			return err
		}
		if err := u.takeSome(ctx, some, stored); err != nil {
			return err
		}
	}
	return nil
}

// takeAtOnce is how many linked sessions become facts and are judged at a time.
const takeAtOnce = 256

// repoOf is the repository that a linkage will count to.
func repoOf(l *link.Linkage) string { return l.Parts[0].Digest.Repo.Key }

// makeRoom saves sessions where many wait. First it settles their rework as far as
// what is still to come will not touch it, sessions of one repository from a moment
// on; who is settled is written once.
func (u *update) makeRoom(ctx context.Context, next string, moment time.Time) error {
	if len(u.fresh.sessions) < freshRoom {
		return nil
	}
	if err := u.reworkBefore(ctx, next, moment); err != nil {
		return err
	}
	return u.relieve(ctx)
}

// relieve saves the sessions that are settled, or where this leaves many, all.
func (u *update) relieve(ctx context.Context) error {
	if err := u.flush(ctx, u.settled); err != nil || len(u.fresh.sessions) < freshRoom/2 {
		return err
	}
	return u.flush(ctx, nil)
}

func (u *update) takeSome(ctx context.Context, some []link.Linkage, stored map[string]*store.Session) error {
	u.opts.Yield(ctx)
	defer u.alive()
	var subjects []subject
	var open []*store.Session
	for i := range some {
		x := u.subject(&some[i])
		s := &store.Session{Session: link.Facts(&some[i], u.opts.Prices.Cost), Revision: x.revision}
		cleanPlace(u.opts.Redactor, &s.Session)
		seen := make(map[*unit]bool)
		for _, p := range x.parts {
			s.SourceGone = s.SourceGone || p.unit.gone || p.unit.told()
			if !seen[p.unit] {
				seen[p.unit] = true
				s.Rows = append(s.Rows, p.unit.id)
			}
		}
		was := stored[s.ID]
		if was != nil && !u.all && was.Revision == s.Revision && !x.private && !x.waits() && !u.judge.by.asksAgain(&was.Session) {
			// Nothing that a judge reads is other than it was.
			s.Verdict, s.Rework, s.Languages = was.Verdict, was.Rework, s.Languages.Or(was.Verdict.Languages)
			if sameSession(s, was) {
				continue
			}
			u.touch(&was.Session)
			u.touch(&s.Session)
			u.settle(s, was.Verdict)
			continue
		}
		if was != nil {
			u.touch(&was.Session)
		}
		u.touch(&s.Session)
		subjects, open = append(subjects, x), append(open, s)
	}
	said, keep, err := u.judge.all(ctx, subjects)
	if err != nil {
		return err
	}
	u.fresh.verdicts = append(u.fresh.verdicts, keep...)
	for i, s := range open {
		u.settle(s, said[i])
	}
	return nil
}

// sameSession reports whether two sessions of one id are the same in all that is
// made of their digests.
func sameSession(a, b *store.Session) bool {
	bare := func(s *store.Session) store.Session {
		x := *s
		x.Verdict, x.Rework, x.Started, x.Ended = fact.Verdict{}, fact.Rework{}, time.Time{}, time.Time{}
		return x
	}
	return fact.Micro(a.Started) == fact.Micro(b.Started) && fact.Micro(a.Ended) == fact.Micro(b.Ended) && reflect.DeepEqual(bare(a), bare(b))
}

// settle gives a session its verdict and keeps it to be saved.
func (u *update) settle(s *store.Session, said fact.Verdict) {
	s.Verdict = said
	s.Languages = s.Languages.Or(said.Languages)
	u.fresh.put(s)
	u.fresh.waits = u.fresh.waits || u.judge.by.waits(&s.Session)
	if u.judge.by.asksAgain(&s.Session) {
		u.asked[s.ID] = true
	}
}

// subject is what the judge step needs of a linkage.
func (u *update) subject(l *link.Linkage) subject {
	s := subject{id: l.ID, agent: l.Parts[0].Digest.Agent, opened: l.OpenedBy, closed: l.ClosedBy, automated: l.Automated}
	for _, p := range l.Parts {
		of := u.units[p.Row]
		s.private = s.private || p.Digest.Private || u.gate.OptedOut(p.Digest.Person, p.Digest.CWDs) || of != nil && !of.gone && u.gate.AnyHidden(of.src.Files)
		s.parts = append(s.parts, part{unit: of, first: p.First, last: p.Last})
	}
	s.revision = composition(s.parts)
	s.told = u.judge.told(l, s.parts)
	return s
}

// again is what the judge step needs of a session that is stored.
func (u *update) again(s *store.Session) subject {
	x := subject{id: s.ID, agent: s.Agent, opened: s.OpenedBy, closed: s.ClosedBy, automated: s.Automated, revision: s.Revision}
	for _, p := range s.Parts {
		x.parts = append(x.parts, part{unit: u.units[rowOf(s.Agent, p.Conversation, p.File)], first: p.First, last: p.Last})
	}
	return x
}

// knows reports whether all of a session was found by this run; another one may have
// found more.
func (u *update) knows(s *fact.Session) bool {
	return !slices.ContainsFunc(s.Parts, func(p fact.Part) bool { return u.units[rowOf(s.Agent, p.Conversation, p.File)] == nil })
}

// judgeWaiting judges again what waits for a verdict, though nothing of it changed.
func (u *update) judgeWaiting(ctx context.Context) error {
	var rows []string
	waits := make(map[string]bool)
	if err := u.meetWaiting(ctx); err != nil {
		return err
	}
	list := u.db.Unsaid(ctx, u.scope)
	if u.judge.by.Again { // what ended in error is kept
		list = u.db.Each(ctx, u.scope, store.Filter{}, store.Order{})
	}
	for s, err := range list {
		if err != nil {
			return reading(err)
		}
		if u.fresh.sessions[s.ID] != nil || u.fresh.dropped[s.ID] || u.asked[s.ID] || !u.judge.by.asksAgain(s) || !u.knows(s) {
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
		some = slices.DeleteFunc(some, func(s store.Session) bool { return !waits[s.ID] || !u.knows(&s.Session) })
		subjects := make([]subject, len(some))
		for i := range some {
			delete(waits, some[i].ID)
			subjects[i] = u.again(&some[i])
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
			if err := u.flush(ctx, nil); err != nil {
				return err
			}
		}
	}
	return nil
}
