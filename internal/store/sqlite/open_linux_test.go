package sqlite

import (
	"errors"
	"os"
	"path/filepath"
	"runtime"
	"syscall"
	"testing"

	"prism/internal/store"
)

// nobody is the user id that by custom owns nothing.
const nobody = 65534

// TestReadOnly opens stores that may not be written. Root may write anything, so
// for the file system this thread becomes nobody.
func TestReadOnly(t *testing.T) {
	top := t.TempDir()
	filled := func(name string) (dir, path string) {
		dir = filepath.Join(top, name)
		path = filepath.Join(dir, "prism.db")
		s := opened(t, path)
		saved(t, s, sample(1, "x"))
		closed(t, s)
		return dir, path
	}
	chmod := func(path string, mode os.FileMode) {
		t.Helper()
		if err := os.Chmod(path, mode); err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { _ = os.Chmod(path, 0o755) }) // so that the folder can be removed
	}
	_, file := filled("file")
	chmod(file, 0o444)
	dir, folder := filled("folder")
	chmod(folder, 0o666)
	chmod(dir, 0o555)
	empty := filepath.Join(top, "empty")
	if err := os.Mkdir(empty, 0o555); err != nil {
		t.Fatal(err)
	}
	hidden, secret := filled("hidden")
	chmod(hidden, 0)
	for path := top; path != "/"; path = filepath.Dir(path) {
		if info, err := os.Stat(path); err == nil && info.Mode().Perm()&0o001 == 0 && os.Geteuid() == 0 {
			chmod(path, info.Mode().Perm()|0o011) // nobody must get this far
		}
	}

	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	if os.Geteuid() == 0 {
		if _, _, errno := syscall.RawSyscall(syscall.SYS_SETFSUID, nobody, 0, 0); errno != 0 {
			t.Fatal(errno)
		}
		defer func() { _, _, _ = syscall.RawSyscall(syscall.SYS_SETFSUID, 0, 0, 0) }()
	}
	failing(t, file, store.ErrReadOnly)
	failing(t, filepath.Join(empty, "prism.db"), store.ErrReadOnly)
	failing(t, filepath.Join(empty, "new", "prism.db"), store.ErrReadOnly)
	failing(t, secret, store.ErrReadOnly)

	// The file may be written, its folder not: SQLite finds that out when it makes
	// its log.
	s, err := Open(t.Context(), folder)
	if err == nil {
		err = s.Save(t.Context(), place, sample(1, "y"))
		_ = s.Close() // the answer is known already
	}
	if !errors.Is(err, store.ErrReadOnly) {
		t.Errorf("in a read-only folder: %v", err)
	}
}

// TestNoSpaceOutsideSQLite: the folder could not be made, say.
func TestNoSpaceOutsideSQLite(t *testing.T) {
	err := &os.PathError{Op: "mkdir", Path: "some", Err: syscall.ENOSPC}
	if got := classify(err); !errors.Is(got, store.ErrFull) {
		t.Errorf("class %v", got)
	}
}
