package sqlite

import (
	"bytes"
	"database/sql"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"

	"prism/internal/redact"
	"prism/internal/store"
)

// past runs statements on a file as a program does that keeps no checksums.
func past(t *testing.T, path string, statements ...string) *sql.DB {
	t.Helper()
	if runtime.GOOS == "windows" {
		t.Skip("its file system has another name there")
	}
	db, err := sql.Open("sqlite", dsn(path, "vfs=unix"))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { db.Close() })
	for _, st := range statements {
		if _, err := db.Exec(st); err != nil {
			t.Fatal(err)
		}
	}
	return db
}

// typedStore is a closed store with sessions, titles and labels.
func typedStore(t *testing.T, titles int) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "prism.db")
	s := opened(t, path)
	saved(t, s, sample(3, "x"))
	for i := range titles {
		id := fmt.Sprintf("session-%05d", i)
		if err := s.SetTitle(t.Context(), id, redact.Restore("typed "+id+strings.Repeat(".", 60)), time.Unix(int64(i), 0)); err != nil {
			t.Fatal(err)
		}
	}
	if err := s.SetLabel(t.Context(), store.Label{Session: "x-0001", GoalComplete: true, Note: redact.Restore("a note\nof two lines"), At: time.Unix(7, 0)}); err != nil {
		t.Fatal(err)
	}
	closed(t, s)
	return path
}

// held checks that a store opens and reports how many sessions, titles and labels it
// has.
func held(t *testing.T, path string) [3]int {
	t.Helper()
	s := opened(t, path)
	defer closed(t, s)
	st, err := s.Stats(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	labels, err := s.Labels(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	if l, ok := labels["x-0001"]; ok && (!l.GoalComplete || l.Note.String() != "a note\nof two lines" || !l.At.Equal(time.Unix(7, 0))) {
		t.Errorf("label: %+v", l)
	}
	if got := query(t, path, `PRAGMA integrity_check`); got != "ok" {
		t.Error(got)
	}
	return [3]int{st.Sessions, st.Titles, len(labels)}
}

func repaired(t *testing.T, path string) Repaired {
	t.Helper()
	done, err := Repair(t.Context(), path, true)
	if err != nil {
		t.Fatal(err)
	}
	return done
}

// What another program wrote into the file is kept, and so is all else.
func TestRepairAfterAnotherProgram(t *testing.T) {
	path := typedStore(t, 5)
	past(t, path, `UPDATE forgettings SET n = n + 1`, `UPDATE titles SET title = 'from elsewhere' WHERE session = 'session-00003'`).Close()
	_, err := Open(t.Context(), path)
	if !errors.Is(err, store.ErrCorrupt) || !strings.Contains(err.Error(), "prism doctor --repair") {
		t.Errorf("said: %v", err)
	}
	if done := repaired(t, path); done.Rebuilt || done.Pages < 2 {
		t.Errorf("%+v", done)
	}
	if got := held(t, path); got != [3]int{3, 5, 1} {
		t.Error(got)
	}
	if got := query(t, path, `SELECT title FROM titles WHERE session = 'session-00003'`); got != "from elsewhere" {
		t.Error(got)
	}
	if done := repaired(t, path); done != (Repaired{}) {
		t.Errorf("a second time: %+v", done)
	}
}

// A reader that is the last to close the file moves our log into it.
func TestRepairAfterAnotherReader(t *testing.T) {
	path := typedStore(t, 5)
	s := opened(t, path)
	reader := past(t, path)
	var n int
	if err := reader.QueryRow(`SELECT count(*) FROM sessions`).Scan(&n); err != nil || n != 3 {
		t.Fatal(n, err)
	}
	saved(t, s, sample(40, "y"))
	closed(t, s)
	if err := reader.QueryRow(`SELECT count(*) FROM sessions`).Scan(&n); err != nil || n != 43 {
		t.Fatal(n, err)
	}
	if err := reader.Close(); err != nil {
		t.Fatal(err)
	}
	if done := repaired(t, path); done.Rebuilt || done.Pages == 0 {
		t.Errorf("%+v", done)
	}
	if got := held(t, path); got != [3]int{43, 5, 1} {
		t.Error(got)
	}
}

// A disk's fault is never made an answer: what a person typed is taken over, and the
// rest is left to be read again.
func TestRepairAfterTheDisk(t *testing.T) {
	path := typedStore(t, 5)
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	i := bytes.Index(data, []byte("quote x-0002"))
	if i < 0 {
		t.Fatal("no such text in the file")
	}
	data[i] ^= 1
	if err := os.WriteFile(path, data, 0o600); err != nil {
		t.Fatal(err)
	}
	if done := repaired(t, path); done != (Repaired{Rebuilt: true, Titles: 5, Labels: 1}) {
		t.Errorf("%+v", done)
	}
	if got := held(t, path); got != [3]int{0, 5, 1} {
		t.Error(got)
	}
	if left, err := filepath.Glob(path + "?*"); err != nil || len(left) > 0 {
		t.Error("left beside it:", left, err)
	}
	if info, err := os.Stat(path); err != nil || runtime.GOOS != "windows" && info.Mode().Perm() != 0o600 {
		t.Error(info.Mode(), err)
	}
}

// Titles on both sides of a page that nobody can read are taken over, and that some
// are lost is said; a row that is none is left out.
func TestRepairOfTitles(t *testing.T) {
	const all = 2000
	path := typedStore(t, all)
	past(t, path, `UPDATE titles SET title = 'a bell'||char(7) WHERE session = 'session-00010'`, `INSERT INTO titles VALUES ('', 'of nothing', 0)`).Close()
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	i := bytes.Index(data, []byte("typed session-01000"))
	if i < 0 {
		t.Fatal("no such title in the file")
	}
	page := data[i/8192*8192:][:8192]
	for i := range page {
		page[i] = 0xa5
	}
	if err := os.WriteFile(path, data, 0o600); err != nil {
		t.Fatal(err)
	}
	done := repaired(t, path)
	if !done.Rebuilt || !done.Lost || done.Labels != 1 || done.Titles < all-200 || done.Titles >= all-1 {
		t.Errorf("%+v", done)
	}
	if got := held(t, path); got != [3]int{0, done.Titles, 1} {
		t.Error(got)
	}
	if got := query(t, path, `SELECT count(*) FROM titles WHERE session IN ('', 'session-00010')`); got != "0" {
		t.Error(got, "rows that are none")
	}
	if got := query(t, path, `SELECT count(*) FROM titles WHERE session IN ('session-00000', 'session-01999')`); got != "2" {
		t.Error(got, "of the first and the last")
	}
}

// A store that another process has open, a newer one and a file of somebody else's
// are left as they are.
func TestRepairRefuses(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name string
		do   func(t *testing.T, path string)
		want error
	}{
		{"newer", func(t *testing.T, path string) { past(t, path, `PRAGMA user_version = 999`).Close() }, store.ErrNewer},
		{"foreign", func(t *testing.T, path string) {
			if err := os.Remove(path); err != nil {
				t.Fatal(err)
			}
			past(t, path, `PRAGMA application_id = 7`, `CREATE TABLE others (n)`).Close()
		}, store.ErrForeign},
		{"in use", func(t *testing.T, path string) {
			past(t, path, `UPDATE titles SET title = 'from elsewhere'`).Close()
			other := past(t, path)
			tx, err := other.Begin()
			if err != nil {
				t.Fatal(err)
			}
			t.Cleanup(func() { _ = tx.Rollback() })
			var n int
			if err := tx.QueryRow(`SELECT count(*) FROM titles`).Scan(&n); err != nil {
				t.Fatal(err)
			}
		}, store.ErrLocked},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			path := typedStore(t, 1)
			c.do(t, path)
			before, err := os.ReadFile(path)
			if err != nil {
				t.Fatal(err)
			}
			if _, err := repair(t.Context(), path, false, 30*time.Millisecond); !errors.Is(wrap(path, "repair", err), c.want) {
				t.Errorf("said: %v", err)
			}
			if after, err := os.ReadFile(path); err != nil || !bytes.Equal(before, after) {
				t.Error("the file was changed", err)
			}
		})
	}
}
