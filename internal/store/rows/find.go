package rows

import (
	"context"
	"fmt"
	"slices"
	"unicode/utf8"

	"prism/internal/fact"
	"prism/internal/store"
	"prism/internal/store/statement"
)

// One returns the session of a scope whose id, or a former id of a part of it, is
// prefix or begins with it. The error is store.ErrNoSession or a
// *store.AmbiguousError where it is not exactly one.
func (s *Store) One(ctx context.Context, scope store.Scope, prefix string) (one *fact.Session, err error) {
	err = s.look(ctx, scope, func(tx statement.Tx, n int64) error {
		hits, err := hitsOf(ctx, tx, n, prefix)
		if err != nil {
			return err
		}
		one, err = meant(ctx, tx, prefix, hits)
		return err
	})
	return one, err
}

// Find is One over all scopes: of several that know an id, the one used last
// answers.
func (s *Store) Find(ctx context.Context, prefix string) (one *fact.Session, err error) {
	err = s.look(ctx, "", func(tx statement.Tx, _ int64) error {
		scopes, err := statement.Numbers(ctx, tx, `SELECT n FROM scopes WHERE tenant = @ ORDER BY used DESC`)
		if err != nil {
			return err
		}
		// The latest scope says which session a name is of; one that stands in no
		// scope asked before adds to what prefix could mean.
		var hits []hit
		told := make(map[string]bool)
		for _, n := range scopes {
			some, err := hitsOf(ctx, tx, n, prefix)
			if err != nil {
				return err
			}
			some = slices.DeleteFunc(some, func(h hit) bool { return told[h.name] })
			for _, h := range some {
				told[h.name] = true
			}
			hits = append(hits, some...)
		}
		one, err = meant(ctx, tx, prefix, hits)
		return err
	})
	return one, err
}

// meant reads the session that prefix means.
func meant(ctx context.Context, tx statement.Tx, prefix string, hits []hit) (*fact.Session, error) {
	row, err := choose(prefix, hits)
	if err != nil {
		return nil, err
	}
	found, err := sessionsOf(ctx, tx, selectSession, []int64{row})
	if err != nil {
		return nil, err
	}
	return &found[0].Session, nil
}

// FileOf returns the transcript of a conversation whose id, as the agent's client gives
// it, begins with prefix, written small: in the scope used last that has one; "" none.
func (s *Store) FileOf(ctx context.Context, prefix string) (path string, err error) {
	err = s.look(ctx, "", func(tx statement.Tx, _ int64) error {
		_, err := statement.One(ctx, tx, `
			SELECT c.path FROM conversations AS c JOIN scopes AS s ON s.tenant = c.tenant AND s.n = c.scope
			WHERE c.tenant = @ AND substr(lower(c.name), 1, length(CAST(?1 AS TEXT))) = ?1 ORDER BY s.used DESC, c.name LIMIT 1`, []any{prefix}, &path)
		return err
	})
	return path, err
}

// hit is an id that begins with the prefix, and the session it leads to.
type hit struct {
	name string // the id or alias
	id   string // of the session
	row  int64
}

func hitsOf(ctx context.Context, tx statement.Tx, scope int64, prefix string) (hits []hit, err error) {
	if prefix == "" {
		return nil, nil
	}
	// Every string that begins with prefix lies between it and it followed by
	// the highest character.
	err = statement.Query(ctx, tx, `
		SELECT id, id, n FROM sessions WHERE tenant = @ AND scope = ?1 AND id >= ?2 AND id < ?3
		UNION ALL
		SELECT a.alias, s.id, s.n FROM aliases AS a JOIN sessions AS s ON s.tenant = a.tenant AND s.n = a.session
		WHERE a.tenant = @ AND a.scope = ?1 AND a.alias >= ?2 AND a.alias < ?3`, []any{scope, prefix, prefix + string(utf8.MaxRune)}, func(r statement.Row) error {
		var h hit
		err := r.Scan(&h.name, &h.id, &h.row)
		hits = append(hits, h)
		return err
	})
	return hits, err
}

// choose picks the row that prefix means. A whole id goes before a longer one that
// begins with it, and a session's own id before another's alias of that name.
func choose(prefix string, hits []hit) (row int64, err error) {
	if own := slices.IndexFunc(hits, func(h hit) bool { return h.name == prefix && h.id == prefix }); own >= 0 {
		return hits[own].row, nil
	}
	if slices.ContainsFunc(hits, func(h hit) bool { return h.name == prefix }) {
		hits = slices.DeleteFunc(hits, func(h hit) bool { return h.name != prefix })
	}
	sessions := make(map[string]int64) // the first of an id is the latest scope's
	for _, h := range hits {
		if _, ok := sessions[h.id]; !ok {
			sessions[h.id] = h.row
		}
	}
	switch len(sessions) {
	case 0:
		return 0, fmt.Errorf("%w: no session id begins with %q", store.ErrNoSession, prefix)
	case 1:
		return hits[0].row, nil
	}
	ids := make([]string, 0, len(sessions))
	for id := range sessions {
		ids = append(ids, id)
	}
	return 0, store.Ambiguous(prefix, ids)
}

// Shortest returns the beginning of a session's id, at least so long, by which no
// other session of the scope begins.
func (s *Store) Shortest(ctx context.Context, scope store.Scope, id string, least int) (string, error) {
	err := s.look(ctx, scope, func(tx statement.Tx, n int64) error {
		var before, after *string
		if _, err := statement.One(ctx, tx, `SELECT (SELECT max(id) FROM sessions WHERE tenant = @ AND scope = ?1 AND id < ?2),
			(SELECT min(id) FROM sessions WHERE tenant = @ AND scope = ?1 AND id > ?2)`, []any{n, id}, &before, &after); err != nil {
			return err
		}
		for _, next := range []*string{before, after} {
			if next != nil {
				least = max(least, store.Common(id, *next)+1)
			}
		}
		return nil
	})
	return id[:min(least, len(id))], err
}
