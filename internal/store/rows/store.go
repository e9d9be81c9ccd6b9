// Package rows is what the SQL engines of the store have in common: the statements,
// what goes into a row and what is made of one.
//
// Nouns: a Store answers package store's questions over an engine, and with what it is
// made of those of what was sent (sent), of what stands above tenants (control) and of
// work (jobs). Promises: every statement names the tenant, written @, for every table
// that it touches; values are arguments, written ?, never text. Refusals: it opens no
// file and no connection, migrates nothing, and knows no engine's errors: these are the
// engines' (store/sqlite, store/postgres).
package rows

import (
	"context"
	"fmt"
	"sync"
	"sync/atomic"
	"time"

	"prism/internal/fact"
	"prism/internal/queue"
	"prism/internal/store"
	"prism/internal/store/asking"
	"prism/internal/store/codec"
	"prism/internal/store/control"
	"prism/internal/store/jobs"
	"prism/internal/store/sent"
	"prism/internal/store/statement"
	"prism/internal/store/typed"
)

// Store answers what package store asks, over an engine. It is safe for concurrent
// use where the engine is.
type Store struct {
	*sent.Contents
	*control.Registry
	*asking.Ledger
	*typed.Sayings

	engine  statement.Engine
	earlier Earlier // nil: there is nothing
	// forgettings is how often something had been forgotten when the store was
	// opened, but for what this process forgot itself.
	forgettings atomic.Int64

	searched sync.Map // scopes of which all can be searched
}

// Open makes a store of an engine whose schema is the newest. Where it fails the
// engine stays open.
func Open(ctx context.Context, e statement.Engine, earlier Earlier) (*Store, error) {
	s := &Store{Contents: sent.Of(e), Registry: control.Of(e), Ledger: asking.Of(e), Sayings: typed.Of(e), engine: e, earlier: earlier}
	err := e.Read(ctx, func(tx statement.Tx) error {
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

// Jobs are the tenant's jobs; nil where the engine has another queue.
func (s *Store) Jobs() *jobs.Jobs { return jobs.Of(s.engine) }

// Enqueue asks for jobs of the tenant's in a transaction of their own.
func (s *Store) Enqueue(ctx context.Context, now time.Time, list ...queue.New) error {
	return jobs.Enqueue(ctx, s.engine, now, list)
}

// look runs f in one snapshot of the store with the number of a scope; 0 where
// there is no such scope.
func (s *Store) look(ctx context.Context, scope store.Scope, f func(tx statement.Tx, scope int64) error) error {
	return s.engine.Read(ctx, func(tx statement.Tx) error {
		var n int64
		if _, err := statement.One(ctx, tx, `SELECT n FROM scopes WHERE tenant = @ AND name = ?`, []any{string(scope)}, &n); err != nil {
			return err
		}
		return f(tx, n)
	})
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
	err := s.look(ctx, "", func(tx statement.Tx, _ int64) error {
		var saved *int64
		if _, err := statement.One(ctx, tx, `
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
		err := statement.Query(ctx, tx, selectConversation+` FROM conversations AS c WHERE c.tenant = @`, nil, func(r statement.Row) error {
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
