// Package servertest is what the tests of a server and of its parts set up alike: keys in
// memory, and a library of made-up sessions.
package servertest

import (
	"context"
	"crypto/rand"
	"errors"
	"io"
	"log/slog"
	"testing"
	"time"

	"prism/internal/fact"
	"prism/internal/library"
	"prism/internal/redact"
	"prism/internal/server/access"
	"prism/internal/store"
	"prism/internal/store/memory"
	"prism/internal/tenant"
)

// Ring is keys in memory, by id.
type Ring map[string]tenant.Key

// Key implements access.Keys.
func (r Ring) Key(_ context.Context, id string) (tenant.Key, bool, error) {
	k, ok := r[id]
	return k, ok, nil
}

// Made makes a key of a person, with all scopes unless change says otherwise, and returns
// what is shown of it once.
func (r Ring) Made(t *testing.T, person string, change func(*tenant.Key)) string {
	t.Helper()
	text, id, hash, err := tenant.NewSecret(rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	k := tenant.Key{ID: id, Hash: hash, Tenant: "acme", Person: person, Role: tenant.Member, Scopes: tenant.Scopes()}
	if change != nil {
		change(&k)
	}
	r[id] = k
	return text
}

// Status is that of a refusal; 0: it is none.
func Status(err error) int {
	var no *access.Error
	if errors.As(err, &no) {
		return no.Status
	}
	return 0
}

// Quiet is a log that nobody reads.
func Quiet() *slog.Logger { return slog.New(slog.NewTextHandler(io.Discard, nil)) }

// Noon is when made-up sessions begin.
func Noon() time.Time { return time.Date(2026, 5, 4, 12, 0, 0, 0, time.UTC) }

// Counted is a session of a person that counts.
func Counted(id, person string, landed bool) store.Session {
	return store.Session{Session: fact.Session{
		ID: id, Person: person, Started: Noon(), Ended: Noon().Add(time.Minute), State: fact.Closed, Turns: 3, Floor: fact.NewFloor(3, 20, 0, 1),
		Verdict: fact.Verdict{Status: fact.JudgeOK, Intent: fact.Feature, GoalComplete: landed, Confidence: 0.9, Title: redact.Restore("title of " + id)},
	}, Revision: "r", Rows: []string{"c"}}
}

// Shelf is a library of sessions in memory, an hour after they began.
func Shelf(t *testing.T, list ...store.Session) *library.Library {
	t.Helper()
	db := memory.New()
	c := store.Changes{Conversations: []store.Conversation{{ID: "c", Name: "c"}}, Sessions: list, State: &store.State{}}
	if err := db.Save(context.Background(), "s", c); err != nil {
		t.Fatal(err)
	}
	return &library.Library{Store: db, Scope: "s", Now: Noon().Add(time.Hour)}
}
