package server_test

import (
	"context"
	"net/http"
	"net/http/httptest"
	"testing"
	"testing/synctest"
	"time"

	"prism/internal/server"
	"prism/internal/server/access"
	"prism/internal/server/servertest"
	"prism/internal/tenant"
	"prism/internal/yield"
)

// handlerOf is that of a site with one tenant, whom keys open.
func handlerOf(t *testing.T, keys servertest.Ring, of *server.Tenant) http.Handler {
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
		keys := servertest.Ring{}
		text := keys.Made(t, "ada", func(k *tenant.Key) { k.Role, k.Expires = tenant.Owner, time.Now().Add(time.Minute) })
		handler := handlerOf(t, keys, of(t, servertest.Counted("a", "ada", true)))
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

// Whoever asks for a page or of the API goes before who sends; a stream does not, which is
// open for hours.
func TestReadersGoFirst(t *testing.T) {
	for at, want := range map[string]time.Duration{"/": yield.Most, "/sessions": yield.Most, "/api/v1/status": yield.Most, "/mcp": yield.Most, "/v1/score_v3/score": yield.Most, "/v1/score_v3/report/monthly": yield.Most, "/api/v1/events": 0, "/live/stream": 0} {
		synctest.Test(t, func(t *testing.T) {
			keys := servertest.Ring{}
			text := keys.Made(t, "ada", func(k *tenant.Key) { k.Role = tenant.Owner })
			one := of(t, servertest.Counted("a", "ada", true))
			var way yield.Way
			asked := 0
			site := &server.Site{Access: &access.Guard{Keys: keys, Now: time.Now}, Log: quiet, Reading: &way,
				Tenant: func(ctx context.Context, _ string) (*server.Tenant, error) {
					began := time.Now()
					way.Yield(context.WithoutCancel(ctx))
					if took := time.Since(began); asked == 0 && took != want {
						t.Errorf("%s: others wait %v", at, took)
					}
					asked++
					return one, nil
				}}
			handler, err := site.Handler(nil)
			if err != nil {
				t.Fatal(err)
			}
			ctx, cancel := context.WithTimeout(t.Context(), time.Second)
			defer cancel()
			r := httptest.NewRequestWithContext(ctx, http.MethodGet, at, nil)
			r.Header.Set("X-API-Key", text)
			handler.ServeHTTP(httptest.NewRecorder(), r)
			began := time.Now()
			if way.Yield(t.Context()); asked == 0 || time.Since(began) != 0 {
				t.Errorf("%s: asked %d times, and others wait for one who is gone", at, asked)
			}
		})
	}
}
