package server_test

import (
	"context"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
	"testing/synctest"

	"prism/internal/tenant"
)

// One person has so many streams open and no more, on whichever address and with whichever
// of their keys; others are not in their way, and one that was closed makes room.
func TestStreamsAreBounded(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		keys := ring{}
		owner := func(k *tenant.Key) { k.Role = tenant.Owner }
		ada, again, bob := keys.made(t, "ada", owner), keys.made(t, "ada", owner), keys.made(t, "bob", owner)
		nobody, other := keys.made(t, "", owner), keys.made(t, "", owner)
		handler := handlerOf(t, keys, of(t, counted("a", "ada", true)))
		var open sync.WaitGroup
		// asks opens a stream, and tells the answer where it was over at once.
		asks := func(key, at string) (over *httptest.ResponseRecorder, end func()) {
			ctx, cancel := context.WithCancel(t.Context())
			r := httptest.NewRequestWithContext(ctx, http.MethodGet, at, nil)
			r.Header.Set("X-API-Key", key)
			w := httptest.NewRecorder()
			done := make(chan struct{})
			open.Go(func() {
				defer close(done)
				handler.ServeHTTP(w, r)
			})
			synctest.Wait()
			select {
			case <-done:
				cancel()
				return w, nil
			default:
				return nil, cancel
			}
		}
		var ends []func()
		stays := func(name, key, at string) {
			t.Helper()
			over, end := asks(key, at)
			if over != nil {
				t.Fatalf("%s: %d, %s", name, over.Code, over.Body)
			}
			ends = append(ends, end)
		}
		refused := func(name, key, at string) {
			t.Helper()
			over, end := asks(key, at)
			if over == nil {
				end()
				t.Fatalf("%s: one too many stays", name)
			}
			if over.Code != http.StatusTooManyRequests || over.Header().Get("Retry-After") == "" || !strings.Contains(over.Body.String(), "streams of events open") {
				t.Errorf("%s: %d, Retry-After %q, %s", name, over.Code, over.Header().Get("Retry-After"), over.Body)
			}
		}
		const most = 32
		for n := range most {
			stays("ada's", ada, []string{"/live/stream", "/api/v1/events"}[n%2])
		}
		for _, at := range []string{"/live/stream", "/api/v1/events"} {
			refused("ada's", ada, at)
			refused("ada's with another key", again, at)
			stays("bob's", bob, at)
		}
		ends[0]()
		synctest.Wait()
		stays("in the place of one that was closed", again, "/live/stream")
		refused("and one more", ada, "/live/stream")
		for range most {
			stays("nobody's", nobody, "/api/v1/events")
		}
		refused("nobody's", nobody, "/api/v1/events")
		stays("another's that is nobody's", other, "/api/v1/events")
		for _, end := range ends {
			end()
		}
		open.Wait()
	})
}
