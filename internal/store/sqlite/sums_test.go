package sqlite

import (
	"database/sql"
	"encoding/binary"
	"errors"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"

	"prism/internal/store"
)

// A file is given checksums by the run that brings it to the version that has them, and
// by none after it: where it failed once it would cost each command the time again.
func TestOnlyTheMigrationRewrites(t *testing.T) {
	path := filepath.Join(t.TempDir(), "prism.db")
	for version, want := range map[uint32]bool{firstSummed - 1: true, firstSummed: false, firstSummed + 1: false} {
		head := make([]byte, fileHeader)
		copy(head, fileMagic)
		binary.BigEndian.PutUint32(head[idInHeader:], applicationID)
		binary.BigEndian.PutUint32(head[versionInHeader:], version)
		if err := os.WriteFile(path, head, 0o600); err != nil {
			t.Fatal(err)
		}
		f, err := os.Open(path)
		if err != nil {
			t.Fatal(err)
		}
		plain, err := inspect(t.Context(), path, f)
		if err = errors.Join(err, f.Close()); err != nil || plain != want {
			t.Errorf("version %d: plain %v, %v", version, plain, err)
		}
	}
}

// A rewrite that fails says why, and the store serves.
func TestAFailedRewriteIsSaid(t *testing.T) {
	path := filepath.Join(t.TempDir(), "prism.db")
	s := opened(t, path)
	if err := s.Unprotected(); err != nil {
		t.Errorf("a new file: %v", err)
	}
	other, err := sql.Open("sqlite", writeDSN(path, busyTimeout))
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
