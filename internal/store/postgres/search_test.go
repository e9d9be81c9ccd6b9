package postgres

import (
	"context"
	"fmt"
	"sync"
	"testing"
	"time"

	"prism/internal/fact"
	"prism/internal/pgtest"
	"prism/internal/redact"
	"prism/internal/store"
	"prism/internal/store/statement"
)

// Of sessions that were saved before there was anything to search, whoever searches first
// makes it; where several do so at once, each finds what there is.
func TestFirstSearchesAtOnce(t *testing.T) {
	db := connected(t, pgtest.Database(t))
	first, err := db.Tenant(t.Context(), "one")
	if err != nil {
		t.Fatal(err)
	}
	const many = 1500
	at := time.Date(2026, 1, 2, 0, 0, 0, 0, time.UTC)
	c := store.Changes{State: &store.State{}}
	for i := range many {
		c.Sessions = append(c.Sessions, store.Session{Revision: "r", Session: fact.Session{ID: fmt.Sprint("id-", i), Started: at, Ended: at, Verdict: fact.Verdict{Title: redact.Restore("a parser")}}})
	}
	if err := first.Save(t.Context(), "s", c); err != nil {
		t.Fatal(err)
	}
	e := &engine{db: db, tenant: "one"}
	err = e.Write(t.Context(), "try", statement.Beside, func(tx statement.Tx) error {
		_, err := tx.Many(t.Context(), `DELETE FROM texts WHERE tenant = @ AND scope > ?`, [][]any{{-1}}, nil)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	var group sync.WaitGroup
	for range 6 { // processes, each of which has yet to look
		group.Go(func() {
			s, err := db.Tenant(context.WithoutCancel(t.Context()), "one")
			if err != nil {
				t.Error(err)
				return
			}
			if _, found, err := s.List(t.Context(), "s", store.Filter{Words: []string{"parser"}}, store.Order{}, 1, 0); err != nil || found != many {
				t.Errorf("%d found, %v", found, err)
			}
		})
	}
	group.Wait()
}
