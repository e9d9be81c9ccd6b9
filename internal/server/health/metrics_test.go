package health_test

import (
	"context"
	"errors"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"prism/internal/server/access"
	"prism/internal/server/health"
	"prism/internal/server/servertest"
	"prism/internal/store"
	"prism/internal/tenant"
)

var noon = servertest.Noon()

// made makes a key of the scopes.
func made(t *testing.T, keys servertest.Ring, scopes ...tenant.Scope) string {
	t.Helper()
	return keys.Made(t, "ada", func(k *tenant.Key) { k.Scopes = scopes })
}

func TestMetrics(t *testing.T) {
	var failed error
	oldest := noon
	m := &health.Metrics{
		Now:   func() time.Time { return noon.Add(time.Minute) },
		Depth: func(context.Context) (int, int, int, time.Time, error) { return 3, 1, 2, oldest, failed },
		Others: func(gauge func(name, help string, value float64)) {
			gauge("appends", "What was kept.", 7)
			gauge("taken_total", "What came.", 9)
		},
		LastIngest: func() time.Time { return noon },
	}
	m.Seen("GET /", 200)
	m.Seen("GET /", 200)
	m.Seen("GET /", 404)
	keys := servertest.Ring{}
	guard := &access.Guard{Keys: keys, Now: time.Now}
	reader := made(t, keys, tenant.Read)
	admin := made(t, keys, tenant.Scopes()...)
	mux := http.NewServeMux()
	m.Register(mux, guard)
	ask := func(path, key string) (int, string) {
		r := httptest.NewRequest(http.MethodGet, path, nil)
		r.Header.Set("X-API-Key", key)
		w := httptest.NewRecorder()
		mux.ServeHTTP(w, r)
		return w.Code, w.Body.String()
	}
	if code, _ := ask("/metrics", reader); code != http.StatusForbidden {
		t.Errorf("a reader: %d", code)
	}
	code, text := ask("/metrics", admin)
	for _, want := range []string{`prism_requests_total{route="GET /",status="200"} 2`, `status="404"} 1`, "prism_jobs_waiting 3", "prism_jobs_dead 2", "prism_jobs_oldest_seconds 60", "prism_appends 7", "# TYPE prism_appends gauge", "# TYPE prism_taken_total counter", "prism_ingest_last_timestamp_seconds 1.77"} {
		if code != http.StatusOK || !strings.Contains(text, want) {
			t.Errorf("%d, without %s:\n%s", code, want, text)
		}
	}
	for _, c := range []struct {
		name   string
		oldest time.Time
		err    error
		want   int
	}{{"at work", noon, nil, 200}, {"idle", time.Time{}, nil, 200}, {"stalled", noon.Add(-time.Hour), nil, 503}, {"without its store", noon, errors.New("away"), 503}} {
		oldest, failed = c.oldest, c.err
		if code, text := ask("/readyz", ""); code != c.want {
			t.Errorf("%s: %d %s", c.name, code, text)
		}
	}
}

// A store that cannot be written is told with its reason, once to the log, and soon no
// more once it can; how often the store is tried is bounded.
func TestReadyTellsThatNothingCanBeKept(t *testing.T) {
	now, tries := noon, 0
	var failed error
	why, since := "", noon
	var said strings.Builder
	m := &health.Metrics{
		Now: func() time.Time { return now }, Depth: func(context.Context) (int, int, int, time.Time, error) { return 0, 0, 0, time.Time{}, nil },
		Probe:   func(context.Context) error { tries++; return failed },
		Trouble: func() (string, time.Time) { return why, since },
		Log:     slog.New(slog.NewTextHandler(&said, nil)),
		Others:  func(func(name, help string, value float64)) {},
	}
	mux := http.NewServeMux()
	m.Register(mux, &access.Guard{Keys: servertest.Ring{}, Now: time.Now})
	ask := func(after time.Duration, want int, has string) {
		t.Helper()
		now = now.Add(after)
		w := httptest.NewRecorder()
		mux.ServeHTTP(w, httptest.NewRequest(http.MethodGet, "/readyz", nil))
		if w.Code != want || !strings.Contains(w.Body.String(), has) {
			t.Errorf("%d %s, want %d and %s", w.Code, w.Body, want, has)
		}
	}
	full := &store.Error{Kind: store.ErrReadOnly, Path: "/secret/place.db", Op: "write to", Cause: errors.New("of words")}
	ask(0, 200, `"trouble":null,"writable":true`)
	failed = full
	ask(time.Second, 200, `"writable":true`) // not yet looked at again
	ask(10*time.Second, 503, `"trouble":"write to store: the store cannot be written","writable":false`)
	ask(0, 503, `"writable":false`)
	failed = context.DeadlineExceeded // busy: what was known holds
	ask(time.Second, 503, `"writable":false`)
	failed = nil
	ask(time.Second, 200, `"writable":true`)
	// Busy for a moment is no trouble, busy for good is.
	failed = &store.Error{Kind: store.ErrLocked, Op: "write to"}
	ask(10*time.Second, 200, `"writable":true`)
	ask(29*time.Second, 200, `"writable":true`)
	ask(time.Second, 503, `"trouble":"write to store: the store is in use by another process","writable":false`)
	failed = nil
	ask(time.Second, 200, `"writable":true`)
	failed = context.DeadlineExceeded
	ask(10*time.Second, 200, `"writable":true`)
	failed = nil
	ask(time.Second, 200, `"writable":true`)
	failed = context.DeadlineExceeded
	ask(29*time.Second, 200, `"writable":true`) // it was not all that time
	failed = nil
	ask(time.Second, 200, `"writable":true`)
	failed = context.DeadlineExceeded
	ask(time.Minute, 200, `"writable":true`)
	ask(time.Minute, 200, `"writable":true`) // twice busy may be a chance
	failed = nil
	ask(time.Minute, 200, `"writable":true`)
	if text := said.String(); tries != 15 || strings.Count(text, "\n") != 4 || !strings.Contains(text, "nothing can be kept") || !strings.Contains(text, "can be written again") || strings.Contains(text, "secret") || strings.Contains(text, "of words") {
		t.Errorf("%d tries: %s", tries, text)
	}
	why, since = "keep content in store: no space left for the store", now
	ask(time.Second, 503, "no space left")
	ask(time.Minute, 200, `"writable":true`) // nobody has come again since
}
