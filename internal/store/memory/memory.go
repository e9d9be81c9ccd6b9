// Package memory is a store in memory.
package memory

import (
	"cmp"
	"context"
	"iter"
	"slices"
	"sync"
	"time"

	"prism/internal/fact"
	"prism/internal/redact"
	"prism/internal/store"
)

type memScope struct {
	state    store.State
	known    bool
	rows     map[string]store.Conversation
	dirty    map[string]bool
	sessions map[string]store.Session
	outside  map[string]store.Outside
}

// Store is a store in memory.
type Store struct {
	mu       sync.Mutex
	scopes   map[store.Scope]*memScope
	verdicts map[store.VerdictKey]fact.Verdict
	names    fact.Names
}

// New makes an empty store.
func New() *Store {
	return &Store{scopes: map[store.Scope]*memScope{}, verdicts: map[store.VerdictKey]fact.Verdict{}}
}

func (m *Store) at(s store.Scope) *memScope {
	if m.scopes[s] == nil {
		m.scopes[s] = &memScope{rows: map[string]store.Conversation{}, dirty: map[string]bool{}, sessions: map[string]store.Session{}, outside: map[string]store.Outside{}}
	}
	return m.scopes[s]
}

func (m *Store) State(_ context.Context, s store.Scope) (store.State, bool, error) {
	x := m.at(s)
	return x.state, x.known, nil
}

func (m *Store) Sources(_ context.Context, s store.Scope) iter.Seq2[store.Source, error] {
	return func(yield func(store.Source, error) bool) {
		x := m.at(s)
		for _, c := range x.rows {
			if !yield(store.Source{ID: c.ID, Agent: c.Agent, Name: c.Name, Path: c.Path, Person: c.Person, Repo: c.Repo, Revision: c.Revision, Reader: c.Reader, Files: c.Files, Counts: c.Counts, Gone: c.Gone, Dirty: x.dirty[c.ID]}, nil) {
				return
			}
		}
	}
}

func (m *Store) Load(_ context.Context, s store.Scope, ids []string) (out []store.Conversation, _ error) {
	for _, id := range ids {
		if c, ok := m.at(s).rows[id]; ok {
			out = append(out, c)
		}
	}
	return out, nil
}

func (m *Store) Known(_ context.Context, ids []string) (out []store.Conversation, _ error) {
	for _, x := range m.scopes {
		for _, id := range ids {
			if c, ok := x.rows[id]; ok {
				out = append(out, c)
			}
		}
	}
	return out, nil
}

// Near finds marks.
func (m *Store) Near(_ context.Context, s store.Scope, asked []store.Query) (out []store.Hit, _ error) {
	for n, q := range asked {
		var hits []store.Hit
		for _, c := range m.at(s).rows {
			for _, x := range c.Marks {
				if x.Kind == q.Kind && x.Key == q.Key && x.At >= q.From && x.At <= q.To {
					hits = append(hits, store.Hit{Query: n, Conversation: c.ID, At: x.At})
				}
			}
		}
		slices.SortFunc(hits, func(a, b store.Hit) int {
			c := cmp.Compare(a.At, b.At)
			if q.Nearest == store.Latest {
				c = -c
			}
			return cmp.Or(c, cmp.Compare(a.Conversation, b.Conversation))
		})
		if q.Limit > 0 && len(hits) > q.Limit {
			hits = hits[:q.Limit]
		}
		out = append(out, hits...)
	}
	return out, nil
}

func (m *Store) SessionsOf(_ context.Context, s store.Scope, rows []string) (out []store.Session, _ error) {
	for _, x := range m.at(s).sessions {
		if slices.ContainsFunc(x.Rows, func(r string) bool { return slices.Contains(rows, r) }) {
			out = append(out, x)
		}
	}
	return out, nil
}

func (m *Store) SessionsIn(_ context.Context, s store.Scope, repo string, from, to time.Time) (out []store.Stretch, _ error) {
	for _, x := range m.at(s).sessions {
		if x.Repo.Key == repo && (from.IsZero() || !x.Ended.Before(from)) && (to.IsZero() || x.Started.Before(to)) {
			out = append(out, store.Stretch{ID: x.ID, Started: x.Started, Ended: x.Ended, Parts: x.Parts, Rows: x.Rows, Rework: x.Rework})
		}
	}
	return out, nil
}

func (m *Store) Each(_ context.Context, s store.Scope, f store.Filter, o store.Order) iter.Seq2[*fact.Session, error] {
	return func(yield func(*fact.Session, error) bool) {
		var list []fact.Session
		for _, x := range m.at(s).sessions {
			if f.Keeps(&x.Session) {
				list = append(list, x.Session)
			}
		}
		slices.SortFunc(list, func(a, b fact.Session) int { return o.Compare(&a, &b) })
		for i := range list {
			if !yield(&list[i], nil) {
				return
			}
		}
	}
}

func (m *Store) OutsideUsage(_ context.Context, s store.Scope, _, _ time.Time) (out []fact.OutsideUsage, _ error) {
	for _, o := range m.at(s).outside {
		out = append(out, o.Usage...)
	}
	slices.SortStableFunc(out, func(a, b fact.OutsideUsage) int {
		return cmp.Or(a.Time.Compare(b.Time), cmp.Compare(a.Conversation, b.Conversation), cmp.Compare(a.Usage.Model, b.Usage.Model))
	})
	return out, nil
}

func (m *Store) Verdicts(_ context.Context, keys []store.VerdictKey) (map[store.VerdictKey]fact.Verdict, error) {
	out := map[store.VerdictKey]fact.Verdict{}
	for _, k := range keys {
		if v, ok := m.verdicts[k]; ok {
			out[k] = v
		}
	}
	return out, nil
}

func (m *Store) Save(ctx context.Context, s store.Scope, c store.Changes) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	x := m.at(s)
	for _, r := range c.Conversations {
		x.rows[r.ID], x.dirty[r.ID] = r, true
	}
	for id, gone := range c.Gone {
		r := x.rows[id]
		r.Gone = gone
		x.rows[id] = r
	}
	for _, id := range c.Removed {
		delete(x.rows, id)
		delete(x.outside, id)
	}
	for _, id := range c.Linked {
		delete(x.dirty, id)
	}
	for _, id := range c.Dropped {
		delete(x.sessions, id)
	}
	for _, y := range c.Sessions {
		x.sessions[y.ID] = y
	}
	for _, o := range c.Outside {
		x.outside[o.Conversation] = o
	}
	for _, v := range c.Verdicts {
		if _, ok := m.verdicts[v.Key()]; !ok {
			m.verdicts[v.Key()] = v.Verdict
		}
	}
	if c.State != nil {
		x.state, x.known = *c.State, true
	}
	return nil
}

func (m *Store) List(ctx context.Context, s store.Scope, f store.Filter, o store.Order, limit, offset int) (rows []fact.Session, found int, err error) {
	for x := range m.Each(ctx, s, f, o) {
		if found++; limit == 0 || found > offset && len(rows) < limit {
			rows = append(rows, *x)
		}
	}
	return rows, found, nil
}

func (m *Store) One(_ context.Context, s store.Scope, prefix string) (*fact.Session, error) {
	var hits []store.Session
	for _, x := range m.at(s).sessions {
		ids := append([]string{x.ID}, x.Aliases...)
		if slices.Contains(ids, prefix) {
			y := x.Session
			return &y, nil
		}
		if slices.ContainsFunc(ids, func(id string) bool { return len(id) >= len(prefix) && id[:len(prefix)] == prefix }) {
			hits = append(hits, x)
		}
	}
	switch len(hits) {
	case 0:
		return nil, store.ErrNoSession
	case 1:
		return &hits[0].Session, nil
	}
	e := &store.AmbiguousError{Prefix: prefix}
	for _, h := range hits {
		e.IDs = append(e.IDs, h.ID)
	}
	slices.Sort(e.IDs)
	if len(e.IDs) > store.AmbiguousShown {
		e.More, e.IDs = len(e.IDs)-store.AmbiguousShown, e.IDs[:store.AmbiguousShown]
	}
	return nil, e
}

func (m *Store) Shortest(_ context.Context, s store.Scope, id string, least int) (string, error) {
	n := min(least, len(id))
	for other := range m.at(s).sessions {
		for n < len(id) && other != id && len(other) >= n && other[:n] == id[:n] {
			n++
		}
	}
	return id[:n], nil
}

func (m *Store) Figures(_ context.Context, s store.Scope, since, until time.Time) iter.Seq2[[]fact.Figure, error] {
	return func(yield func([]fact.Figure, error) bool) {
		var list []store.Session
		for _, x := range m.at(s).sessions {
			list = append(list, x)
		}
		slices.SortFunc(list, func(a, b store.Session) int { return cmp.Or(a.Ended.Compare(b.Ended), cmp.Compare(a.ID, b.ID)) })
		var out []fact.Figure
		for i := range list {
			out = append(out, fact.FigureOf(&list[i].Session, m.names.Number))
		}
		yield(out, nil)
	}
}

func (m *Store) Names(_ context.Context, _ store.Scope, numbers []uint32) (map[uint32]string, error) {
	out := map[uint32]string{}
	for _, n := range numbers {
		out[n] = m.names.Text(n)
	}
	return out, nil
}

func (m *Store) Titles(context.Context) (map[string]redact.Text, error) { return nil, nil }
