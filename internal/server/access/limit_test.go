package access_test

import (
	"context"
	"crypto/rand"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"prism/internal/server/access"
	"prism/internal/tenant"
)

// one is a ring with one key.
type one tenant.Key

func (k one) Key(_ context.Context, id string) (tenant.Key, bool, error) {
	return tenant.Key(k), id == k.ID, nil
}

func TestKeysAreHeldToTheirLimits(t *testing.T) {
	text, id, hash, err := tenant.NewSecret(rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	now := time.Unix(1_700_000_000, 0)
	for name, c := range map[string]struct {
		limits tenant.Limits
		body   string
		taken  int
		after  string
	}{
		"requests": {tenant.Limits{Requests: 3}, "", 3, "20"},
		"bytes":    {tenant.Limits{Bytes: 100}, strings.Repeat("x", 60), 2, "13"},
		"none":     {tenant.Limits{}, "xx", 10, ""},
	} {
		t.Run(name, func(t *testing.T) {
			guard := &access.Guard{Keys: one{ID: id, Hash: hash, Tenant: "a", Scopes: tenant.Scopes(), Limits: c.limits}, Now: func() time.Time { return now }}
			h := guard.Limited(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
				for range 2 { // two ask who it is: it is one request
					if _, err := guard.Caller(r); err != nil {
						access.Problem(w, err)
						return
					}
				}
				_, _ = io.Copy(io.Discard, r.Body)
			}))
			taken, after := 0, ""
			for range 10 {
				r := httptest.NewRequest(http.MethodPost, "/", strings.NewReader(c.body))
				r.Header.Set("X-Api-Key", text)
				w := httptest.NewRecorder()
				if h.ServeHTTP(w, r); w.Code == http.StatusOK {
					taken++
				} else if w.Code != http.StatusTooManyRequests {
					t.Fatal(w.Code)
				} else if after == "" {
					after = w.Header().Get("Retry-After")
				}
			}
			if taken != c.taken || after != c.after {
				t.Errorf("%d taken, come again after %q", taken, after)
			}
		})
	}
}
