package cli

import (
	"encoding/json"
	"io"
	"net/http"
	"strings"
	"sync"
	"testing"
	"time"

	"prism/internal/long"
	"prism/internal/pgtest"
)

// TestDatabaseGone takes the database from under a server while transcripts and telemetry
// come in, and gives it back: what is sent meanwhile is refused with a word when to come
// again, what was acknowledged before is there, the same process goes on, and its
// sessions are those of a server that nobody disturbed. Twice by default;
// PRISM_DATABASE_STOPS says how often else.
func TestDatabaseGone(t *testing.T) {
	if testing.Short() {
		t.Skip("starts a database and processes")
	}
	t.Parallel()
	db := pgtest.Own(t)
	want := undisturbed(t)
	s := newServed(t, db.Address)
	s.start()
	halves := newLoad(t, 1).halves()
	times := long.Number(t, "PRISM_DATABASE_STOPS", 1, 2)
	var back sync.WaitGroup
	halves[0].after = func(n int) {
		if n%5 != 4 || times == 0 {
			return
		}
		times--
		back.Wait()
		db.Stop()
		if times == 0 {
			s.away()
		}
		back.Go(func() {
			time.Sleep(300 * time.Millisecond)
			db.Start()
		})
	}
	var senders sync.WaitGroup
	for _, l := range halves {
		senders.Go(func() { l.send(s.url, nil) }) // each piece until it is acknowledged, and never again
	}
	senders.Wait()
	back.Wait()
	if times > 0 {
		t.Errorf("the database was to be stopped %d times more", times)
	}
	if n := halves[0].refused + halves[1].refused; n == 0 {
		t.Error("nobody was told to come again: the database was never away")
	}
	began := time.Now()
	same(t, want, s.settled())
	t.Logf("settled after %v", time.Since(began))
	db.Cut() // as a fail-over does
	same(t, want, s.settled())
	s.judgedOnce()
}

// away holds a server to what it says while its store cannot be had.
func (s *served) away() {
	s.t.Helper()
	for path, want := range map[string]int{
		"/healthz": http.StatusOK, "/readyz": http.StatusServiceUnavailable,
		"/api/v1/status": http.StatusServiceUnavailable, "/api/v1/sessions": http.StatusServiceUnavailable, "/api/v1/score": http.StatusServiceUnavailable,
		"/": http.StatusServiceUnavailable, "/sessions": http.StatusServiceUnavailable,
	} {
		res, err := http.Get(s.url + path)
		if err != nil {
			s.t.Error(err)
			continue
		}
		text, err := io.ReadAll(res.Body)
		_ = res.Body.Close()
		if err != nil {
			s.t.Error(err)
		}
		if res.StatusCode != want {
			s.t.Errorf("%s: %d, want %d: %.300s", path, res.StatusCode, want, text)
		}
		if strings.HasPrefix(path, "/api/") {
			var problem struct{ Detail string }
			if err := json.Unmarshal(text, &problem); err != nil || problem.Detail == "" {
				s.t.Errorf("%s: no problem that says what is wrong: %.300s", path, text)
			}
			if res.Header.Get("Retry-After") == "" {
				s.t.Errorf("%s: not told when to come again", path)
			}
		}
	}
}
