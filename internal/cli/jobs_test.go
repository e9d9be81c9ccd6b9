package cli

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"prism/internal/pgtest"
	"prism/internal/queue"
	"prism/internal/store/postgres"
	"prism/internal/store/rows"
	"prism/internal/store/sqlite"
	"prism/internal/wire"
)

// awaited asks for a tenant's jobs.
func awaited(t *testing.T, s *rows.Store, jobs ...queue.New) {
	t.Helper()
	if err := s.Enqueue(t.Context(), time.Now(), jobs...); err != nil {
		t.Fatal(err)
	}
}

// boards are a file with another tenant's beside it, and a database.
func boards(t *testing.T, data string) (file, database string) {
	t.Helper()
	if err := os.Mkdir(filepath.Join(data, "tenants"), 0o700); err != nil {
		t.Fatal(err)
	}
	file = filepath.Join(data, "prism.db")
	for place, key := range map[string]string{file: "local's", filepath.Join(data, "tenants", "acme.db"): "acme's"} {
		s, err := sqlite.Open(t.Context(), place)
		if err != nil {
			t.Fatal(err)
		}
		awaited(t, s.Store, queue.New{Kind: queue.Update}, queue.New{Kind: queue.MergeWindow, Key: key, Due: time.Now().Add(time.Hour - 10*time.Second)}) // in 59 minutes and some, also for a quick look
		// A poison job.
		for range queue.Tries {
			list, _, err := s.Jobs().Claim(t.Context(), time.Now(), time.Now().Add(time.Hour), 1)
			if err != nil || len(list) != 1 {
				t.Fatal(list, err)
			}
			if _, err := s.Jobs().Fail(t.Context(), &list[0], "no such form", time.Now()); err != nil {
				t.Fatal(err)
			}
		}
		if err := s.Close(); err != nil {
			t.Fatal(err)
		}
	}
	database = pgtest.Database(t)
	for tenant, key := range map[string]string{"local": "local's", "acme": "acme's"} {
		s, err := postgres.Open(t.Context(), database, tenant)
		if err != nil {
			t.Fatal(err)
		}
		awaited(t, s, queue.New{Kind: queue.Update}, queue.New{Kind: queue.MergeWindow, Key: key, Due: time.Now().Add(time.Hour - 10*time.Second)}) // in 59 minutes and some, also for a quick look
		if err := s.Close(); err != nil {
			t.Fatal(err)
		}
	}
	return file, database
}

func TestJobs(t *testing.T) {
	t.Parallel()
	data := t.TempDir()
	file, database := boards(t, data)
	h := newHome(t)
	does := func(want int, args ...string) string {
		t.Helper()
		code, out, said := h.does(t, args...)
		if code != want {
			t.Fatalf("prism %s: %d\n%s", strings.Join(args, " "), code, said)
		}
		return out + said
	}
	told := func(args ...string) (w wire.Jobs) {
		t.Helper()
		if err := json.Unmarshal([]byte(does(0, append(args, "--json")...)), &w); err != nil || w.Schema != wire.JobsSchema {
			t.Fatal(w, err)
		}
		return w
	}
	if out := does(0, "jobs", "--db", filepath.Join(data, "absent.db")); !strings.Contains(out, "Nothing is to be done") {
		t.Error(out)
	}
	if _, err := os.Stat(filepath.Join(data, "absent.db")); err == nil {
		t.Error("a look makes a store")
	}
	for _, args := range [][]string{{"jobs", "retry"}, {"jobs", "drop", "x"}, {"jobs", "retry", "--dead", "1"}, {"jobs", "lits"}} {
		does(2, args...)
	}

	if w := told("jobs", "--db", file); len(w.Jobs) != 2 || w.Dead != 1 || w.Waiting != 1 {
		t.Errorf("%+v", w)
	}
	w := told("jobs", "list", "--db", file, "--data", data, "--tenant", "acme")
	if len(w.Jobs) != 2 || w.Jobs[0].Tenant != "acme" || w.Jobs[0].State != "dead" || w.Jobs[0].Reason != "no such form" || w.Jobs[0].Kind != "update" || w.Jobs[1].Key != "acme's" || w.Jobs[1].State != "waiting" {
		t.Errorf("%+v", w)
	}
	out := does(0, "jobs", "--db", file, "--data", data)
	for _, want := range []string{"acme", "local", "dead", "5 of 5", "no such form", "in 59m", "never"} {
		if !strings.Contains(out, want) {
			t.Errorf("no %q in\n%s", want, out)
		}
	}
	does(0, "jobs", "retry", "--dead", "--db", file)
	if w := told("jobs", "--db", file, "--data", data); w.Dead != 1 || w.Waiting != 3 {
		t.Errorf("retried for local only: %+v", w)
	}
	does(1, "jobs", "drop", "99", "--db", file)

	w = told("jobs", "--db", database)
	if len(w.Jobs) != 4 || w.Waiting != 4 || w.Jobs[0].Tenant != "acme" || w.Jobs[3].Tenant != "local" {
		t.Fatalf("%+v", w)
	}
	id := func(n int) string { b, _ := json.Marshal(w.Jobs[n].ID); return string(b) }
	does(1, "jobs", "drop", id(0), "--db", database) // acme's is none of local's
	does(0, "jobs", "drop", id(0), "--db", database, "--tenant", "acme")
	does(0, "jobs", "retry", id(3), "--db", database)
	if w := told("jobs", "--db", database); w.Waiting != 3 {
		t.Errorf("%+v", w)
	}
}
