package sqlite

import (
	"context"
	"database/sql"
	"fmt"
	"slices"
	"unicode/utf8"

	"prism/internal/fact"
	"prism/internal/store"
)

// Find returns the session whose id, or a former id of a part of it, is prefix or
// begins with it, from the newest view that knows that id. The error is
// store.ErrNoSession or a *store.AmbiguousError where it is not exactly one.
func (s *Store) Find(ctx context.Context, prefix string) (*fact.Session, error) {
	one, err := s.find(ctx, prefix)
	return one, s.failed(ctx, "read", err)
}

func (s *Store) find(ctx context.Context, prefix string) (*fact.Session, error) {
	if prefix == "" {
		return nil, store.ErrNoSession
	}
	tx, err := s.read.BeginTx(ctx, &sql.TxOptions{ReadOnly: true})
	if err != nil {
		return nil, err
	}
	defer func() { _ = tx.Rollback() }() // nothing was written
	hits, err := hitsOf(ctx, tx, prefix)
	if err != nil {
		return nil, err
	}
	row, err := choose(prefix, hits)
	if err != nil {
		return nil, err
	}
	rows, err := tx.QueryContext(ctx, selectSession+`WHERE n = ?`, row)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	if !rows.Next() {
		if err := rows.Err(); err != nil {
			return nil, err
		}
		return nil, fmt.Errorf("%w: an index names a session that is not there", store.ErrCorrupt)
	}
	var one fact.Session
	if _, err := readSession(rows, &one); err != nil {
		return nil, err
	}
	return &one, rows.Err()
}

// hit is an id that begins with the prefix, and the session it leads to.
type hit struct {
	name string // the id or alias
	id   string // of the session
	view int64
	row  int64
}

func hitsOf(ctx context.Context, tx *sql.Tx, prefix string) (hits []hit, err error) {
	// Every string that begins with prefix lies between it and it followed by
	// the highest character.
	end := prefix + string(utf8.MaxRune)
	rows, err := tx.QueryContext(ctx, `
		SELECT id, id, view, n FROM sessions WHERE id >= ?1 AND id < ?2
		UNION ALL
		SELECT a.alias, s.id, s.view, s.n FROM aliases AS a JOIN sessions AS s ON s.n = a.session
		WHERE a.alias >= ?1 AND a.alias < ?2`, prefix, end)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	for rows.Next() {
		var h hit
		if err := rows.Scan(&h.name, &h.id, &h.view, &h.row); err != nil {
			return nil, err
		}
		hits = append(hits, h)
	}
	return hits, rows.Err()
}

// choose picks the row that prefix means. A whole id goes before a longer one
// that begins with it; for each id the newest view is asked.
func choose(prefix string, hits []hit) (row int64, err error) {
	exact := slices.ContainsFunc(hits, func(h hit) bool { return h.name == prefix })
	newest := map[string]hit{} // by name
	for _, h := range hits {
		if exact && h.name != prefix {
			continue
		}
		// In one view a session's own id goes before another's alias of that name.
		if was, ok := newest[h.name]; !ok || h.view > was.view || h.view == was.view && h.id == h.name {
			newest[h.name] = h
		}
	}
	sessions := map[string]hit{} // by id
	for _, h := range newest {
		if was, ok := sessions[h.id]; !ok || h.view > was.view {
			sessions[h.id] = h
		}
	}
	switch len(sessions) {
	case 0:
		return 0, fmt.Errorf("%w: no session id begins with %q", store.ErrNoSession, prefix)
	case 1:
		for _, h := range sessions {
			return h.row, nil
		}
	}
	e := &store.AmbiguousError{Prefix: prefix}
	for id := range sessions {
		e.IDs = append(e.IDs, id)
	}
	slices.Sort(e.IDs)
	if n := len(e.IDs); n > store.AmbiguousShown {
		e.IDs, e.More = e.IDs[:store.AmbiguousShown], n-store.AmbiguousShown
	}
	return 0, e
}
