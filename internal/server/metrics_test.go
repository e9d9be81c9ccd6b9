package server_test

import (
	"context"
	"errors"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"prism/internal/server"
	"prism/internal/tenant"
)

func TestMetrics(t *testing.T) {
	var failed error
	oldest := noon
	m := &server.Metrics{
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
	keys := ring{}
	access := &server.Access{Keys: keys, Now: time.Now}
	reader := keys.made(t, "ada", func(k *tenant.Key) { k.Scopes = []tenant.Scope{tenant.Read} })
	admin := keys.made(t, "", nil)
	mux := http.NewServeMux()
	m.Register(mux, access)
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
