package server_test

import (
	"context"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"prism/internal/server"
	"prism/internal/server/access"
	"prism/internal/server/servertest"
	"prism/internal/tenant"
)

// One person has so many streams open and no more, on whichever address and with whichever
// of their keys; others are not in their way, and one that was closed makes room.
func TestStreamsAreBounded(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		keys := servertest.Ring{}
		owner := func(k *tenant.Key) { k.Role = tenant.Owner }
		ada, again, bob := keys.Made(t, "ada", owner), keys.Made(t, "ada", owner), keys.Made(t, "bob", owner)
		nobody, other := keys.Made(t, "", owner), keys.Made(t, "", owner)
		handler := handlerOf(t, keys, of(t, servertest.Counted("a", "ada", true)))
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

// askedOf counts how often keys are looked up.
type askedOf struct {
	servertest.Ring
	times atomic.Int64
}

func (a *askedOf) Key(ctx context.Context, id string) (tenant.Key, bool, error) {
	a.times.Add(1)
	return a.Ring.Key(ctx, id)
}

// Who opens a page's stream is asked for once; and again, as ever, while it lasts.
func TestStreamAsksOnce(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		keys := &askedOf{Ring: servertest.Ring{}}
		text := keys.Made(t, "ada", func(k *tenant.Key) { k.Role = tenant.Owner })
		var looks atomic.Int64 // each an hour later, so that no look is remembered
		began := time.Now()
		guard := &access.Guard{Keys: keys, Now: func() time.Time { return began.Add(time.Duration(looks.Add(1)) * time.Hour) }}
		one := of(t, servertest.Counted("a", "ada", true))
		site := &server.Site{Access: guard, Log: quiet, Tenant: func(context.Context, string) (*server.Tenant, error) { return one, nil }}
		handler, err := site.Handler(nil)
		if err != nil {
			t.Fatal(err)
		}
		ctx, cancel := context.WithCancel(t.Context())
		r := httptest.NewRequestWithContext(ctx, http.MethodGet, "/live/stream", nil)
		r.Header.Set("X-API-Key", text)
		done := make(chan struct{})
		go func() {
			defer close(done)
			handler.ServeHTTP(httptest.NewRecorder(), r)
		}()
		synctest.Wait()
		if n := keys.times.Load(); n != 1 {
			t.Errorf("the key is looked up %d times as the stream opens", n)
		}
		time.Sleep(10 * time.Second)
		synctest.Wait()
		if n := keys.times.Load(); n < 2 {
			t.Errorf("and %d times in all", n)
		}
		cancel()
		<-done
	})
}
