package server_test

import (
	"context"
	"crypto/rand"
	"errors"
	"net/http"
	"net/http/httptest"
	"testing"
	"testing/synctest"
	"time"

	"prism/internal/server"
	"prism/internal/server/access"
	"prism/internal/tenant"
)

// ring is keys in memory.
type ring map[string]tenant.Key

func (r ring) Key(_ context.Context, id string) (tenant.Key, bool, error) {
	k, ok := r[id]
	return k, ok, nil
}

// made makes a key of a person.
func (r ring) made(t *testing.T, person string, change func(*tenant.Key)) string {
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

func status(err error) int {
	var no *access.Error
	if errors.As(err, &no) {
		return no.Status
	}
	return 0
}

// handlerOf is that of a site with one tenant, whom keys open.
func handlerOf(t *testing.T, keys ring, of *server.Tenant) http.Handler {
	t.Helper()
	site := &server.Site{Access: &access.Guard{Keys: keys, Now: time.Now}, Log: quiet,
		Tenant: func(context.Context, string) (*server.Tenant, error) { return of, nil }}
	handler, err := site.Handler(nil)
	if err != nil {
		t.Fatal(err)
	}
	return handler
}

// A stream of events ends within a second of the key that opened it, and so does that of a page.
func TestStreamEndsWithItsKey(t *testing.T) {
	for _, at := range []string{"/api/v1/events", "/live/stream"} {
		t.Run(at, func(t *testing.T) { endsWithItsKey(t, at) })
	}
}

func endsWithItsKey(t *testing.T, at string) {
	synctest.Test(t, func(t *testing.T) {
		keys := ring{}
		text := keys.made(t, "ada", func(k *tenant.Key) { k.Role, k.Expires = tenant.Owner, time.Now().Add(time.Minute) })
		handler := handlerOf(t, keys, of(t, counted("a", "ada", true)))
		ctx, cancel := context.WithTimeout(t.Context(), time.Hour)
		defer cancel()
		r := httptest.NewRequestWithContext(ctx, http.MethodGet, at, nil)
		r.Header.Set("X-API-Key", text)
		began := time.Now()
		handler.ServeHTTP(httptest.NewRecorder(), r)
		if took := time.Since(began); took < time.Minute || took > time.Minute+time.Second {
			t.Errorf("it ends after %v", took)
		}
	})
}
