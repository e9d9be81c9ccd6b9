package rows

import (
	"context"
	"fmt"
	"sync"
	"sync/atomic"

	"prism/internal/fact"
	"prism/internal/store"
	"prism/internal/store/codec"
)

// Store answers what package store asks, over an engine. It is safe for concurrent
// use where the engine is.
type Store struct {
	engine  Engine
	earlier Earlier // nil: there is nothing
	// forgettings is how often something had been forgotten when the store was
	// opened, but for what this process forgot itself.
	forgettings atomic.Int64

	searched sync.Map // scopes of which all can be searched
}

// Open makes a store of an engine whose schema is the newest. Where it fails the
// engine stays open.
func Open(ctx context.Context, e Engine, earlier Earlier) (*Store, error) {
	s := &Store{engine: e, earlier: earlier}
	err := e.Read(ctx, func(tx Tx) error {
		n, err := forgettings(ctx, tx)
		s.forgettings.Store(n)
		return err
	})
	if err != nil {
		return nil, err
	}
	return s, nil
}

// Close lets go of the engine.
func (s *Store) Close() error { return s.engine.Close() }

// look runs f in one snapshot of the store with the number of a scope; 0 where
// there is no such scope.
func (s *Store) look(ctx context.Context, scope store.Scope, f func(tx Tx, scope int64) error) error {
	return s.engine.Read(ctx, func(tx Tx) error {
		var n int64
		if _, err := one(ctx, tx, `SELECT n FROM scopes WHERE tenant = @ AND name = ?`, []any{string(scope)}, &n); err != nil {
			return err
		}
		return f(tx, n)
	})
}

// query hands every row of a statement to f.
func query(ctx context.Context, tx Tx, statement string, args []any, f func(Row) error) error {
	return tx.Query(ctx, statement, args, func(r Row) (bool, error) { return true, f(r) })
}

// one reads one row into targets; false: there is none.
func one(ctx context.Context, tx Tx, statement string, args []any, targets ...any) (found bool, err error) {
	err = tx.Query(ctx, statement, args, func(r Row) (bool, error) {
		found = true
		return false, r.Scan(targets...)
	})
	return found, err
}

// run executes a statement and says how many rows it touched.
func run(ctx context.Context, tx Tx, statement string, args ...any) (int, error) {
	return tx.Many(ctx, statement, [][]any{args}, nil)
}

// runAll executes statements, each with the same arguments.
func runAll(ctx context.Context, tx Tx, args []any, statements ...string) error {
	for _, statement := range statements {
		if _, err := run(ctx, tx, statement, args...); err != nil {
			return err
		}
	}
	return nil
}

// numbers reads one column of numbers.
func numbers(ctx context.Context, tx Tx, statement string, args ...any) (list []int64, err error) {
	err = query(ctx, tx, statement, args, func(r Row) error {
		var n int64
		err := r.Scan(&n)
		list = append(list, n)
		return err
	})
	return list, err
}

// each makes a list of arguments of every element.
func each[T any](list []T, args func(T) []any) [][]any {
	out := make([][]any, len(list))
	for i, x := range list {
		out[i] = args(x)
	}
	return out
}

// decode reads a document; one that does not read is a damaged store.
func decode(doc []byte, v any) error {
	if err := codec.Decode(doc, v); err != nil {
		return fmt.Errorf("%w: %w", store.ErrCorrupt, err)
	}
	return nil
}

// Stats counts what the store holds.
func (s *Store) Stats(ctx context.Context) (store.Stats, error) {
	var st store.Stats
	err := s.look(ctx, "", func(tx Tx, _ int64) error {
		var saved *int64
		if _, err := one(ctx, tx, `
			SELECT (SELECT count(DISTINCT id) FROM conversations WHERE tenant = @), (SELECT count(DISTINCT id) FROM conversations WHERE tenant = @ AND gone),
				(SELECT count(*) FROM verdicts WHERE tenant = @), (SELECT count(*) FROM scopes WHERE tenant = @), (SELECT count(*) FROM titles WHERE tenant = @),
				(SELECT count(DISTINCT id) FROM sessions WHERE tenant = @ AND NOT EXISTS (
					SELECT 1 FROM scopes JOIN aliases ON aliases.tenant = scopes.tenant AND aliases.scope = scopes.n
						JOIN sessions AS whole ON whole.tenant = aliases.tenant AND whole.n = aliases.session
					WHERE scopes.tenant = @ AND aliases.alias = sessions.id AND whole.id <> sessions.id)),
				(SELECT saved_at FROM scopes WHERE tenant = @ ORDER BY used DESC LIMIT 1)`, nil,
			&st.Units, &st.Gone, &st.Verdicts, &st.Views, &st.Titles, &st.Sessions, &saved); err != nil {
			return err
		}
		if saved != nil {
			st.Saved = fact.FromMicro(*saved)
		}
		files := make(map[string]bool)
		err := query(ctx, tx, selectConversation+` FROM conversations AS c WHERE c.tenant = @`, nil, func(r Row) error {
			src, err := source(r)
			for _, f := range src.Files {
				files[f.Path] = true
			}
			return err
		})
		st.Files = len(files)
		return err
	})
	if err != nil {
		return st, err
	}
	place, err := s.engine.Place(ctx)
	st.Path, st.Bytes, st.Schema, st.Checksums = place.Path, place.Bytes, place.Schema, place.Checksums
	return st, err
}
