package disk

import (
	"errors"
	"net"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func put(t *testing.T, path, text string, mode os.FileMode) string {
	t.Helper()
	if err := os.WriteFile(path, []byte(text), mode); err != nil {
		t.Fatal(err)
	}
	return path
}

func link(t *testing.T, to, path string) string {
	t.Helper()
	if err := os.Symlink(to, path); err != nil {
		t.Skip("no links here: ", err)
	}
	return path
}

func content(t *testing.T, path string) string {
	t.Helper()
	b, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}

// What lies in a folder of others is read if it is a file, and else named.
func TestReadTakesFilesAlone(t *testing.T) {
	dir := t.TempDir()
	at := func(name string) string { return filepath.Join(dir, name) }
	put(t, at("file"), "text", 0o600)
	put(t, at("large"), strings.Repeat("x", 101), 0o600)
	link(t, "file", at("to-file"))
	link(t, "nothing", at("to-nothing"))
	link(t, "/dev/zero", at("to-device"))
	link(t, "circle", at("circle"))
	for name, want := range map[string]string{"file": "text", "to-file": "text"} {
		if got, err := Read(at(name), 100); err != nil || string(got) != want {
			t.Errorf("%s: %q, %v", name, got, err)
		}
	}
	for name, says := range map[string]string{"to-nothing": "a link to nothing", "to-device": "a device", ".": "a folder", "circle": "circle"} {
		_, err := Read(at(name), 100)
		if err == nil || !strings.Contains(err.Error(), says) || Missing(err) {
			t.Errorf("%s: %v, want an error that says %q and is not taken for absence", name, err, says)
		}
	}
	var large *LargeError
	if _, err := Read(at("large"), 100); !errors.As(err, &large) {
		t.Errorf("a file over the bound: %v", err)
	}
	for _, name := range []string{"absent", "file/below"} {
		if _, err := Read(at(name), 100); !Missing(err) {
			t.Errorf("%s: %v, want an error of absence", name, err)
		}
	}
	l, err := net.Listen("unix", at("s"))
	if err == nil {
		defer l.Close()
		if _, err := Open(at("s")); err == nil || !strings.Contains(err.Error(), "a socket") {
			t.Errorf("a socket: %v", err)
		}
	}
}

// A file that tells no size, or grows while it is read, is bounded by what it gives.
func TestReadBoundsWhatTellsNoSize(t *testing.T) {
	var large *LargeError
	if _, err := bounded(strings.NewReader(strings.Repeat("x", 17)), "grows", 16); !errors.As(err, &large) || large.Most != 16 {
		t.Errorf("%v", err)
	}
	if data, err := bounded(strings.NewReader("all of it"), "stays", 16); err != nil || string(data) != "all of it" {
		t.Errorf("%q %v", data, err)
	}
}

func TestWriteKeepsWhatStandsThere(t *testing.T) {
	dir := t.TempDir()
	at := func(name string) string { return filepath.Join(dir, name) }
	if err := os.Mkdir(at("elsewhere"), 0o700); err != nil {
		t.Fatal(err)
	}
	put(t, at("elsewhere/real"), "old", 0o644)
	link(t, filepath.Join("elsewhere", "real"), at("one"))
	link(t, "one", at("two"))
	if err := Write(at("two"), []byte("new")); err != nil {
		t.Fatal(err)
	}
	if got := content(t, at("elsewhere/real")); got != "new" {
		t.Errorf("the link's target holds %q", got)
	}
	for _, name := range []string{"one", "two"} {
		if info, err := os.Lstat(at(name)); err != nil || info.Mode()&os.ModeSymlink == 0 {
			t.Errorf("%s is no link any more", name)
		}
	}
	link(t, filepath.Join("elsewhere", "later"), at("early"))
	if err := Write(at("early"), []byte("first")); err != nil || content(t, at("elsewhere/later")) != "first" {
		t.Errorf("through a link to nothing: %v", err)
	}
	for was, want := range map[os.FileMode]os.FileMode{0o400: 0o400, 0o600: 0o600, 0o644: 0o600} {
		file := put(t, at("mode"), "old", 0o600)
		if err := os.Chmod(file, was); err != nil {
			t.Fatal(err)
		}
		if err := Write(file, []byte("new")); err != nil {
			t.Fatal(err)
		}
		if info, err := os.Stat(file); err != nil || info.Mode().Perm() != want && os.PathSeparator == '/' {
			t.Errorf("mode %v became %v, want %v", was, info.Mode().Perm(), want)
		}
		_ = os.Remove(file)
	}
	var odd *OddError
	if err := Write(at("elsewhere"), nil); !errors.As(err, &odd) {
		t.Errorf("a folder: %v", err)
	}
	if err := Write(at("absent/file"), nil); err == nil || !strings.Contains(err.Error(), "there is no folder") {
		t.Errorf("no folder: %v", err)
	}
	if err := New(at("elsewhere/real"), nil); err == nil {
		t.Error("New wrote over a file")
	}
}

// What is not finished leaves the old file as it was, and nothing beside it.
func TestDiscardLeavesNoTrace(t *testing.T) {
	dir := t.TempDir()
	file := put(t, filepath.Join(dir, "file"), "old", 0o600)
	o, err := Create(file)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := o.Write([]byte("half")); err != nil {
		t.Fatal(err)
	}
	o.Discard()
	o.Discard()
	list, err := os.ReadDir(dir)
	if err != nil || len(list) != 1 || content(t, file) != "old" {
		t.Errorf("%d files, content %q, %v", len(list), content(t, file), err)
	}
}
