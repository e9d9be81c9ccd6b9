//go:build unix

package disk

import (
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"
)

func fifo(t *testing.T) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "fifo")
	if err := syscall.Mkfifo(path, 0o600); err != nil {
		t.Skip("no FIFO here: ", err)
	}
	return path
}

// Nobody writes to the FIFO and nobody reads it: waiting would last for ever.
func TestFIFOHoldsNobody(t *testing.T) {
	path := fifo(t)
	for what, err := range map[string]error{
		"open":  func() error { _, err := Open(path); return err }(),
		"write": Write(path, []byte("x")),
	} {
		if err == nil || !strings.Contains(err.Error(), "a FIFO") {
			t.Errorf("%s: %v", what, err)
		}
	}
	// Where it took the place of a file after the look: the descriptor tells.
	f, err := os.OpenFile(path, os.O_RDONLY|noWait, 0)
	if err != nil {
		t.Fatalf("opening waits: %v", err)
	}
	f.Close()
}

func TestFIFOAndDeviceAreWrittenTo(t *testing.T) {
	path := fifo(t)
	r, err := os.OpenFile(path, os.O_RDONLY|syscall.O_NONBLOCK, 0)
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	if err := Write(path, []byte("page")); err != nil {
		t.Fatal(err)
	}
	if got, err := io.ReadAll(r); err != nil || string(got) != "page" {
		t.Errorf("the reader got %q, %v", got, err)
	}
	if err := Write(os.DevNull, []byte("page")); err != nil {
		t.Errorf("a device: %v", err)
	}
	for _, path := range []string{path, os.DevNull} {
		if info, err := os.Stat(path); err != nil || info.Mode().IsRegular() {
			t.Errorf("%s was replaced", path)
		}
	}
}

// A name of an open descriptor is written to: who holds it would not see another file.
func TestDescriptorIsWrittenTo(t *testing.T) {
	path := filepath.Join(t.TempDir(), "file")
	f, err := os.Create(path)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	name := "/dev/fd/" + strconv.Itoa(int(f.Fd()))
	if _, err := os.Stat(name); err != nil {
		t.Skip("no names of descriptors here")
	}
	before, _ := f.Stat()
	if err := Write(name, []byte("page")); err != nil {
		t.Fatal(err)
	}
	after, err := os.Stat(path)
	if err != nil || !os.SameFile(before, after) || content(t, path) != "page" {
		t.Errorf("%q, %v", content(t, path), err)
	}
}

// The content of somebody else's file is replaced, and nothing else of it.
func TestRewrite(t *testing.T) {
	dir := t.TempDir()
	file, link := filepath.Join(dir, "file"), filepath.Join(dir, "link")
	if err := os.WriteFile(file, []byte("old"), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := os.Chmod(file, 0o664); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink("file", link); err != nil {
		t.Fatal(err)
	}
	if err := Rewrite(link, []byte("new")); err != nil {
		t.Fatal(err)
	}
	info, err := os.Lstat(file)
	if err != nil || info.Mode() != 0o664 {
		t.Errorf("%v, %v", info.Mode(), err)
	}
	if to, err := os.Readlink(link); err != nil || to != "file" {
		t.Errorf("the link leads to %q: %v", to, err)
	}
	if err := os.Chmod(file, 0o444); err != nil {
		t.Fatal(err)
	}
	if err := Rewrite(link, []byte("newer")); !errors.Is(err, fs.ErrPermission) {
		t.Errorf("a read-only file: %v", err)
	}
	if text, err := os.ReadFile(file); err != nil || string(text) != "new" {
		t.Errorf("%q, %v", text, err)
	}
}
