package postgres

import (
	"errors"
	"testing"

	"prism/internal/pgtest"
	"prism/internal/store"
)

// A database that stands by takes no writes: that is told from one that is away or broken,
// and what is there is read.
func TestReadOnly(t *testing.T) {
	if testing.Short() {
		t.Skip("starts a database")
	}
	own := pgtest.Own(t)
	s, err := Open(t.Context(), own.Address, "one")
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	scope := store.Scope("/home/robin")
	if err := s.Probe(t.Context()); err != nil {
		t.Errorf("while it takes writes: %v", err)
	}
	own.StandBy()
	err = s.Probe(t.Context())
	for try := 0; errors.Is(err, store.ErrAway) && try < 20; try++ { // connections of before
		err = s.Probe(t.Context())
	}
	if !errors.Is(err, store.ErrReadOnly) {
		t.Errorf("probe: %v", err)
	}
	if err := s.Save(t.Context(), scope, store.Changes{State: &store.State{Basis: "one"}}); !errors.Is(err, store.ErrReadOnly) {
		t.Errorf("save: %v", err)
	}
	if _, _, err := s.State(t.Context(), scope); err != nil {
		t.Errorf("read: %v", err)
	}
	// A statement that writes where none may is told by another code than such a transaction.
	db := connected(t, own.Address)
	if _, err := db.pool.Exec(t.Context(), `CREATE TABLE written ()`); err == nil || !errors.Is(db.failed(t.Context(), "try", err), store.ErrReadOnly) {
		t.Errorf("a statement: %v", err)
	}
}
