package sqlite

import (
	"database/sql"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"

	"prism/internal/store"
)

// plainStore tells a process of this test to make a store whose pages have no
// checksums, as a rewrite that was killed leaves it.
const plainStore = "PRISM_TEST_PLAIN_STORE"

// TestPlainProcess is that process.
func TestPlainProcess(t *testing.T) {
	path := os.Getenv(plainStore)
	if path == "" {
		t.Skip("only in a process that another test starts")
	}
	files, err := store.SQLite.Migrations()
	if err != nil {
		t.Fatal(err)
	}
	db, err := sql.Open("sqlite", writeDSN(path, busyTimeout, "NORMAL"))
	if err != nil {
		t.Fatal(err)
	}
	if err = errors.Join(store.Migrate(t.Context(), db, store.SQLite, files, 0), db.Close()); err != nil {
		t.Fatal(err)
	}
}

func plainFile(t *testing.T) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "prism.db")
	cmd := exec.CommandContext(t.Context(), os.Args[0], "-test.run=^TestPlainProcess$")
	cmd.Env = append(os.Environ(), plainStore+"="+path)
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	return path
}

func summedFile(t *testing.T, path string) bool {
	t.Helper()
	f, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	head, err := headOf(f)
	if err != nil {
		t.Fatal(err)
	}
	return head.summed
}

// protected opens and closes a store, and reports what it says of its checksums.
func protected(t *testing.T, path string) bool {
	t.Helper()
	s := opened(t, path)
	st, err := s.Stats(t.Context())
	if err = errors.Join(err, s.Unprotected()); err != nil {
		t.Fatal(err)
	}
	closed(t, s)
	if *st.Checksums != summedFile(t, path) {
		t.Errorf("says %v, and has %v", *st.Checksums, summedFile(t, path))
	}
	return *st.Checksums
}

// A file whose migration was done and whose rewrite was not has it made up for by a
// later run.
func TestARewriteIsMadeUpFor(t *testing.T) {
	path := plainFile(t)
	if summedFile(t, path) {
		t.Fatal("the file has checksums already")
	}
	if !protected(t, path) {
		t.Error("no checksums")
	}
	if _, err := os.Stat(path + triedSuffix); err == nil {
		t.Error("the note of the try stayed")
	}
}

// Where another process is in the way nothing is said, and the next try is on the
// next day.
func TestARewriteIsTriedOnceADay(t *testing.T) {
	path := plainFile(t)
	other, err := sql.Open("sqlite", dsn(path, "_txlock=immediate"))
	if err != nil {
		t.Fatal(err)
	}
	defer other.Close()
	tx, err := other.Begin()
	if err != nil {
		t.Fatal(err)
	}
	if protected(t, path) {
		t.Error("checksums while another process writes")
	}
	if err = errors.Join(tx.Rollback(), other.Close()); err != nil {
		t.Fatal(err)
	}
	if protected(t, path) {
		t.Error("tried again at once")
	}
	yesterday := time.Now().Add(-protectPause - time.Minute)
	if err := os.Chtimes(path+triedSuffix, yesterday, yesterday); err != nil {
		t.Fatal(err)
	}
	if !protected(t, path) {
		t.Error("not tried again a day later")
	}
}

// A rewrite that fails says why, and the store serves.
func TestAFailedRewriteIsSaid(t *testing.T) {
	path := filepath.Join(t.TempDir(), "prism.db")
	s := opened(t, path)
	if err := s.Unprotected(); err != nil {
		t.Errorf("a new file: %v", err)
	}
	other, err := sql.Open("sqlite", writeDSN(path, busyTimeout, "NORMAL"))
	if err != nil {
		t.Fatal(err)
	}
	defer other.Close()
	tx, err := other.Begin()
	if err != nil {
		t.Fatal(err)
	}
	if err := wrap(path, "rewrite", s.protect(t.Context(), time.Millisecond)); !errors.Is(err, store.ErrLocked) {
		t.Errorf("said: %v", err)
	}
	if err := tx.Rollback(); err != nil {
		t.Fatal(err)
	}
	if err := s.protect(t.Context(), busyTimeout); err != nil {
		t.Error(err)
	}
}

// What another program writes has no sum of ours: it is refused, and the word on it
// names such a program beside the disk.
func TestAnotherProgramWrites(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("its file system has another name there")
	}
	path := filepath.Join(t.TempDir(), "prism.db")
	s := opened(t, path)
	saved(t, s, sample(1, "x"))
	closed(t, s)
	db, err := sql.Open("sqlite", dsn(path, "vfs=unix")) // past the layer
	if err != nil {
		t.Fatal(err)
	}
	var n int
	if err := db.QueryRow(`SELECT count(*) FROM sessions`).Scan(&n); err != nil { // reading is fine
		t.Fatal(err)
	}
	if s, err = Open(t.Context(), path); err != nil {
		t.Fatal(err)
	}
	closed(t, s)
	if _, err := db.Exec(`UPDATE forgettings SET n = n + 1`); err != nil {
		t.Fatal(err)
	}
	if err := db.Close(); err != nil {
		t.Fatal(err)
	}
	s, err = Open(t.Context(), path)
	if err == nil {
		closed(t, s)
	}
	if !errors.Is(err, store.ErrCorrupt) || !strings.Contains(err.Error(), "a program that keeps no checksums") {
		t.Errorf("said: %v", err)
	}
}
