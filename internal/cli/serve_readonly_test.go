package cli

import (
	"net/http"
	"strings"
	"testing"
	"time"

	"prism/internal/long"
	"prism/internal/pgtest"
)

// TestReadOnlyStore has a database stand by, as one does that a fail-over left behind, and
// then promotes it: whoever watches the server is told, with the reason, while what is there is
// shown; and told no more once it takes them again.
func TestReadOnlyStore(t *testing.T) {
	if testing.Short() {
		t.Skip("starts a database and a process")
	}
	long.Only(t, "store/postgres TestReadOnly, server/health TestReadyTellsThatNothingCanBeKept")
	t.Parallel()
	db := pgtest.Own(t)
	s := newServed(t, db.Address)
	s.start()
	until := func(want int, has string) {
		t.Helper()
		began, status, text := time.Now(), 0, []byte(nil)
		for ; time.Since(began) < 30*time.Second; time.Sleep(200 * time.Millisecond) {
			var err error
			if status, text, err = fetch(s.url + "/readyz"); err == nil && status == want && strings.Contains(string(text), has) {
				return
			}
		}
		t.Fatalf("/readyz never says %d and %s: %d %s", want, has, status, text)
	}
	until(http.StatusOK, `"writable":true`)
	db.StandBy()
	until(http.StatusServiceUnavailable, "the store cannot be written")
	for _, path := range []string{"/healthz", "/", "/api/v1/score"} {
		if status, text, err := fetch(s.url + path); err != nil || status != http.StatusOK {
			t.Errorf("%s: %d %v %.200s", path, status, err, text)
		}
	}
	db.Promote()
	until(http.StatusOK, `"writable":true`)
	s.kill()
	if log := s.said.String(); !strings.Contains(log, "nothing can be kept") {
		t.Errorf("the log says nothing of it: %s", log)
	}
}
