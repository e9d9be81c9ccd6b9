// Package memory keeps what a run establishes in plain maps, for a run that leaves
// nothing behind. It answers what the engines on disk answer (package storetest),
// as long as the process lives; what people typed is none of its business.
//
// Values are kept as they are given and handed out as copies of their outermost
// struct: who changes a list or a map inside one changes what is kept.
package memory

import (
	"cmp"
	"context"
	"fmt"
	"iter"
	"maps"
	"slices"
	"strings"
	"sync"
	"time"

	"prism/internal/fact"
	"prism/internal/store"
)

// Store is a store in memory. It is safe for concurrent use; what iterates holds
// nobody up.
type Store struct {
	mu       sync.RWMutex
	scopes   map[store.Scope]*scope
	verdicts []store.Judged // in the order in which they came
	newest   map[store.VerdictKey]int
}

// scope is what is kept of one scope.
type scope struct {
	state         *store.State
	conversations map[string]*conversation
	sessions      map[string]*store.Session
	outside       map[string][]fact.OutsideUsage
	names         fact.Names
	used          int // the highest is the latest
}

type conversation struct {
	store.Conversation
	dirty bool
}

// New makes an empty store.
func New() *Store {
	return &Store{scopes: make(map[store.Scope]*scope), newest: make(map[store.VerdictKey]int)}
}

// Close lets go of nothing: there is nothing to let go of.
func (s *Store) Close() error { return nil }

// Save writes all of c to a scope, or nothing of it.
func (s *Store) Save(ctx context.Context, name store.Scope, c store.Changes) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	at := s.scopes[name]
	added := make(map[string]bool, len(c.Conversations))
	for i := range c.Conversations {
		added[c.Conversations[i].ID] = true
	}
	for i := range c.Sessions {
		for _, id := range c.Sessions[i].Rows {
			if !added[id] && (at == nil || at.conversations[id] == nil) {
				return &store.Error{Path: "in memory", Op: "save", Cause: fmt.Errorf("save session: it stands in conversation %q, which is not kept", id)}
			}
		}
	}
	if at == nil {
		at = s.open(name)
	}
	for _, j := range c.Verdicts {
		s.verdict(j)
	}
	at.save(&c)
	basis := ""
	if at.state != nil {
		basis = at.state.Basis
	}
	late := c.After != nil && *c.After != basis
	if c.State != nil {
		st := *c.State
		at.state, at.used = &st, s.latest()+1
	}
	if late && at.state != nil {
		at.state.Fingerprint, at.state.Basis, at.state.Intake = "", "", 0
	}
	return nil
}

func (s *Store) latest() int {
	latest := 0
	for _, at := range s.scopes {
		latest = max(latest, at.used)
	}
	return latest
}

// open makes a scope, and lets go of those that are one too many.
func (s *Store) open(name store.Scope) *scope {
	at := &scope{conversations: make(map[string]*conversation), sessions: make(map[string]*store.Session),
		outside: make(map[string][]fact.OutsideUsage), used: s.latest() + 1}
	s.scopes[name] = at
	byUse := slices.SortedFunc(maps.Keys(s.scopes), func(a, b store.Scope) int { return s.scopes[b].used - s.scopes[a].used })
	defaults := 0
	for i, old := range byUse {
		rank := i
		if st := s.scopes[old].state; st != nil && st.Default {
			rank = defaults
			defaults++
		}
		if rank >= store.KeptScopes {
			delete(s.scopes, old)
		}
	}
	return at
}

// verdict appends, unless the newest of the key says the same.
func (s *Store) verdict(j store.Judged) {
	key := j.Key()
	if n, ok := s.newest[key]; ok {
		old := s.verdicts[n]
		old.Verdict.At = j.Verdict.At
		if fmt.Sprintf("%+v", old) == fmt.Sprintf("%+v", j) {
			return
		}
	}
	s.newest[key] = len(s.verdicts)
	s.verdicts = append(s.verdicts, j)
}

func (at *scope) save(c *store.Changes) {
	for i := range c.Conversations {
		x := c.Conversations[i]
		x.Was = nil
		if old := at.conversations[x.ID]; old != nil {
			x.Was = store.Marks(old.Was, old.Marks)
		}
		at.conversations[x.ID] = &conversation{x, true}
	}
	mark := func(ids []string, dirty bool) {
		for _, id := range ids {
			if x := at.conversations[id]; x != nil {
				x.dirty = dirty
			}
		}
	}
	for id, gone := range c.Gone {
		if x := at.conversations[id]; x != nil {
			x.Gone = gone
		}
	}
	mark(c.Dirty, true)
	mark(c.Linked, false)
	for _, id := range c.Linked {
		if x := at.conversations[id]; x != nil {
			x.Was = nil
		}
	}
	for _, id := range c.Dropped {
		delete(at.sessions, id)
	}
	for i := range c.Sessions {
		one := c.Sessions[i]
		at.sessions[one.ID] = &one
	}
	for _, o := range c.Outside {
		delete(at.outside, o.Conversation)
		if len(o.Usage) > 0 && at.conversations[o.Conversation] != nil {
			at.outside[o.Conversation] = o.Usage
		}
	}
	for _, id := range c.Removed {
		delete(at.conversations, id)
		delete(at.outside, id)
	}
}

// look calls f with a scope; one that is not there is an empty one.
func (s *Store) look(ctx context.Context, name store.Scope, f func(at *scope)) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	s.mu.RLock()
	defer s.mu.RUnlock()
	at := s.scopes[name]
	if at == nil {
		at = &scope{}
	}
	f(at)
	return nil
}

// State returns what a scope as a whole was established from.
func (s *Store) State(ctx context.Context, name store.Scope) (st store.State, ok bool, err error) {
	err = s.look(ctx, name, func(at *scope) {
		if ok = at.state != nil; ok {
			st = *at.state
		}
	})
	return st, ok, err
}

// Sources yields the conversations of a scope, without their digests, in the order of
// their ids here, on which nobody may rely.
func (s *Store) Sources(ctx context.Context, name store.Scope) iter.Seq2[store.Source, error] {
	return func(yield func(store.Source, error) bool) {
		var list []store.Source
		err := s.look(ctx, name, func(at *scope) {
			for _, c := range at.conversations {
				list = append(list, *c.source())
			}
		})
		slices.SortFunc(list, func(a, b store.Source) int { return cmp.Compare(a.ID, b.ID) })
		for _, src := range list {
			if !yield(src, nil) {
				return
			}
		}
		if err != nil {
			yield(store.Source{}, err)
		}
	}
}

// Load returns conversations of a scope with their digests and marks, in the order
// asked for; what is not there is left out.
func (s *Store) Load(ctx context.Context, name store.Scope, ids []string) (list []store.Conversation, err error) {
	err = s.look(ctx, name, func(at *scope) {
		for _, id := range ids {
			if c := at.conversations[id]; c != nil {
				list = append(list, c.Conversation)
			}
		}
	})
	return list, err
}

// Known returns what any scope holds of conversations, of one id the latest scope's
// first.
func (s *Store) Known(ctx context.Context, ids []string) (list []store.Conversation, err error) {
	err = s.look(ctx, "", func(*scope) {
		all := slices.SortedFunc(maps.Values(s.scopes), func(a, b *scope) int { return b.used - a.used })
		for _, id := range ids {
			for _, at := range all {
				if c := at.conversations[id]; c != nil {
					list = append(list, c.Conversation)
				}
			}
		}
	})
	return list, err
}

// Left returns those conversations that want chooses among what other default
// scopes hold and this one does not, the latest scope's first.
func (s *Store) Left(ctx context.Context, name store.Scope, want func(*store.Source) bool) (list []store.Conversation, err error) {
	err = s.look(ctx, name, func(mine *scope) {
		for _, at := range slices.SortedFunc(maps.Values(s.scopes), func(a, b *scope) int { return b.used - a.used }) {
			if at == mine || at.state == nil || !at.state.Default {
				continue
			}
			for _, id := range slices.Sorted(maps.Keys(at.conversations)) {
				c := at.conversations[id]
				if mine.conversations[id] == nil && want(c.source()) {
					list = append(list, c.Conversation)
				}
			}
		}
	})
	return list, err
}

func (c *conversation) source() *store.Source {
	return &store.Source{ID: c.ID, Agent: c.Agent, Name: c.Name, Path: c.Path, Person: c.Person, Repo: c.Repo,
		Revision: c.Revision, Reader: c.Reader, Files: c.Files, Counts: c.Counts, Folders: c.Folders, Gone: c.Gone, Dirty: c.dirty}
}

// Near answers queries for marks, in the order asked.
func (s *Store) Near(ctx context.Context, name store.Scope, q []store.Query) (hits []store.Hit, err error) {
	err = s.look(ctx, name, func(at *scope) {
		for i := range q {
			var found []store.Hit
			for id, c := range at.conversations {
				for _, m := range c.Marks {
					if m.Kind == q[i].Kind && m.Key == q[i].Key && m.At >= q[i].From && m.At <= q[i].To {
						found = append(found, store.Hit{Query: i, Conversation: id, At: m.At})
					}
				}
			}
			slices.SortFunc(found, func(a, b store.Hit) int {
				c := cmp.Compare(a.At, b.At)
				if q[i].Nearest == store.Latest {
					c = -c
				}
				return cmp.Or(c, cmp.Compare(a.Conversation, b.Conversation))
			})
			found = slices.Compact(found)
			limit := q[i].Limit
			if limit == 0 && q[i].Nearest != store.Every {
				limit = 1
			}
			if limit > 0 && len(found) > limit {
				found = found[:limit]
			}
			hits = append(hits, found...)
		}
	})
	return hits, err
}

// SessionsOf returns the sessions that stand in any of some conversations, in the
// order of their ids.
func (s *Store) SessionsOf(ctx context.Context, name store.Scope, conversations []string) (list []store.Session, err error) {
	err = s.look(ctx, name, func(at *scope) {
		for _, one := range at.sessions {
			if slices.ContainsFunc(one.Rows, func(id string) bool {
				return slices.Contains(conversations, id) && at.conversations[id] != nil
			}) {
				list = append(list, *one)
			}
		}
	})
	store.SortSessions(list)
	return list, err
}

// SessionsIn returns where the sessions of a repository stand that overlap
// [from, to), zero: open on that side, with their rework, in the order in which they ended.
func (s *Store) SessionsIn(ctx context.Context, name store.Scope, repo string, from, to time.Time) (list []store.Stretch, err error) {
	err = s.look(ctx, name, func(at *scope) {
		for _, one := range at.sessions {
			if one.Repo.Key == repo && !one.Ended.Before(from) && (to.IsZero() || one.Started.Before(to)) {
				list = append(list, one.Stretch())
			}
		}
	})
	slices.SortFunc(list, func(a, b store.Stretch) int { return cmp.Or(a.Ended.Compare(b.Ended), strings.Compare(a.ID, b.ID)) })
	return list, err
}

// Verdicts returns the newest verdict of each key that has one.
func (s *Store) Verdicts(ctx context.Context, keys []store.VerdictKey) (map[store.VerdictKey]fact.Verdict, error) {
	found := make(map[store.VerdictKey]fact.Verdict, len(keys))
	err := s.look(ctx, "", func(*scope) {
		for _, key := range keys {
			if n, ok := s.newest[key]; ok {
				found[key] = s.verdicts[n].Verdict
			}
		}
	})
	return found, err
}

// VerdictsOf returns what judges said of a session, the newest verdict of each
// judge, the latest first.
func (s *Store) VerdictsOf(ctx context.Context, ids ...string) (list []fact.Verdict, err error) {
	err = s.look(ctx, "", func(*scope) {
		seen := make(map[string]bool)
		for _, j := range slices.Backward(s.verdicts) {
			if slices.Contains(ids, j.Session) && !seen[j.Verdict.Judge] {
				seen[j.Verdict.Judge] = true
				list = append(list, j.Verdict)
			}
		}
	})
	return list, err
}

// JudgeVersions returns the versions in which judges spoke, by when each did first.
func (s *Store) JudgeVersions(ctx context.Context) (list []store.JudgeVersion, err error) {
	err = s.look(ctx, "", func(*scope) {
		for _, j := range s.verdicts {
			v := &j.Verdict
			if !slices.ContainsFunc(list, func(x store.JudgeVersion) bool { return x.Judge == v.Judge && x.Version == v.Version }) {
				list = append(list, store.JudgeVersion{Judge: v.Judge, Version: v.Version, First: v.At})
			}
		}
	})
	slices.SortFunc(list, func(a, b store.JudgeVersion) int {
		return cmp.Or(a.First.Compare(b.First), strings.Compare(a.Judge, b.Judge), strings.Compare(a.Version, b.Version))
	})
	return list, err
}

// Told returns every verdict that is kept of a session, the latest first, at most so many.
func (s *Store) Told(ctx context.Context, most int, ids ...string) (list []store.Judged, err error) {
	err = s.look(ctx, "", func(*scope) {
		for _, j := range slices.Backward(s.verdicts) {
			if len(list) == most {
				return
			}
			if slices.Contains(ids, j.Session) {
				j.Files = nil
				list = append(list, j)
			}
		}
	})
	return list, err
}

// List returns a page of the sessions that pass a filter, in an order, and how many
// pass it in all. limit 0: to the end. offset counts from where the order begins.
func (s *Store) List(ctx context.Context, name store.Scope, f store.Filter, o store.Order, limit, offset int) (list []fact.Session, found int, err error) {
	var kept []*fact.Session
	err = s.look(ctx, name, func(at *scope) {
		for _, one := range at.sessions {
			if f.Keeps(&one.Session) {
				kept = append(kept, &one.Session)
			}
		}
	})
	slices.SortFunc(kept, o.Compare)
	found = len(kept)
	kept = slices.DeleteFunc(kept, func(s *fact.Session) bool { return !o.Behind(s) })
	kept = kept[min(offset, len(kept)):]
	if limit > 0 {
		kept = kept[:min(limit, len(kept))]
	}
	for _, one := range kept {
		list = append(list, *one)
	}
	return list, found, err
}

// Each yields the sessions that pass a filter one by one, in an order.
func (s *Store) Each(ctx context.Context, name store.Scope, f store.Filter, o store.Order) iter.Seq2[*fact.Session, error] {
	return func(yield func(*fact.Session, error) bool) {
		list, _, err := s.List(ctx, name, f, o, 0, 0)
		for i := range list {
			if !yield(&list[i], nil) {
				return
			}
		}
		if err != nil {
			yield(nil, err)
		}
	}
}

// Unsaid yields the sessions whose verdict waits, or is that of a judge who stands in.
func (s *Store) Unsaid(ctx context.Context, name store.Scope) iter.Seq2[*fact.Session, error] {
	return func(yield func(*fact.Session, error) bool) {
		for x, err := range s.Each(ctx, name, store.Filter{}, store.Order{}) {
			if err == nil && x.Verdict.Status != fact.JudgePending && !x.Verdict.Fallback {
				continue
			}
			if !yield(x, err) {
				return
			}
		}
	}
}

// figuresAtOnce is how many figures are made and yielded at a time.
const figuresAtOnce = 1000

// One returns the session of a scope whose id, or a former id of a part of it, is
// prefix or begins with it. The error is store.ErrNoSession or a
// *store.AmbiguousError where it is not exactly one.
func (s *Store) One(ctx context.Context, name store.Scope, prefix string) (one *fact.Session, err error) {
	hits := make(map[string]*fact.Session)
	whole := make(map[string]*fact.Session) // by an alias that is prefix as it stands
	lookErr := s.look(ctx, name, func(at *scope) {
		if x := at.sessions[prefix]; x != nil && prefix != "" {
			one = new(x.Session)
			return
		}
		for id, x := range at.sessions {
			for _, known := range append([]string{id}, x.Aliases...) {
				if prefix != "" && strings.HasPrefix(known, prefix) {
					hits[id] = &x.Session
				}
				if prefix != "" && known == prefix {
					whole[id] = &x.Session
				}
			}
		}
	})
	switch {
	case lookErr != nil || one != nil:
		return one, lookErr
	case len(whole) > 0:
		hits = whole
	}
	switch len(hits) {
	case 0:
		return nil, fmt.Errorf("%w: no session id begins with %q", store.ErrNoSession, prefix)
	case 1:
		for _, x := range hits {
			one = new(*x)
		}
		return one, nil
	}
	return nil, store.Ambiguous(prefix, slices.Collect(maps.Keys(hits)))
}

// Shortest returns the beginning of a session's id, at least so long, by which no
// other session of the scope begins.
func (s *Store) Shortest(ctx context.Context, name store.Scope, id string, least int) (string, error) {
	err := s.look(ctx, name, func(at *scope) {
		for other := range at.sessions {
			if other != id {
				least = max(least, store.Common(id, other)+1)
			}
		}
	})
	return id[:min(least, len(id))], err
}
