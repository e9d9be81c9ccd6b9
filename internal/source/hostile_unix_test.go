//go:build unix

package source

import (
	"context"
	"os"
	"path/filepath"
	"syscall"
	"testing"

	"prism/internal/transcript"
	"prism/internal/transcript/claude"
)

// What stands in a folder under a transcript's name and is no file is told and never
// opened; what the system shows of itself is not walked.
func TestDiscoverTakesFilesAlone(t *testing.T) {
	dir := tree(t, map[string]string{idA + ".jsonl": said(idA, "u1", "00", "a")})
	at := func(name string) string { return filepath.Join(dir, name) }
	for name, to := range map[string]string{
		"zero.jsonl": "/dev/zero", "maps.jsonl": "/proc/self/maps", "devices": "/dev", "processes": "/proc",
	} {
		if _, err := os.Stat(to); err != nil {
			continue
		}
		if err := os.Symlink(to, at(name)); err != nil {
			t.Fatal(err)
		}
	}
	if err := syscall.Mkfifo(at("pipe.jsonl"), 0o600); err != nil {
		t.Skip("no FIFO here: ", err)
	}
	l, err := List(context.Background(), Options{Paths: []string{dir, at("pipe.jsonl"), os.DevNull}, Dialects: []transcript.Dialect{claude.Dialect()}})
	if err != nil {
		t.Fatal(err)
	}
	if n := len(l.visited); n != 1 {
		t.Errorf("%d folders were walked, want the one: %v", n, l.visited)
	}
	found := search(t, Options{Paths: []string{dir, at("pipe.jsonl"), os.DevNull}})
	if len(found.Units) != 1 || len(found.Units[0].Files) != 1 {
		t.Errorf("found %v", outline(dir, found))
	}
	// The FIFO twice: met and named.
	if n := found.Ledger.Skipped[NotAFile]; n < 4 || n != found.Ledger.Unreadable() {
		t.Errorf("%d told: %+v", n, found.Ledger.Troubles)
	}
}

// A .git that is no file, or a huge one, tells of no main tree and holds nobody.
func TestGitFileThatIsNone(t *testing.T) {
	for name, set := range map[string]func(dot string) error{
		"a FIFO":            func(dot string) error { return syscall.Mkfifo(dot, 0o600) },
		"a device":          func(dot string) error { return os.Symlink("/dev/zero", dot) },
		"a link to nothing": func(dot string) error { return os.Symlink("nowhere", dot) },
		"huge": func(dot string) error {
			return os.WriteFile(dot, append([]byte("gitdir: /elsewhere/.git/worktrees/x"), make([]byte, 1<<20)...), 0o600)
		},
	} {
		dir, err := filepath.EvalSymlinks(t.TempDir())
		if err != nil {
			t.Fatal(err)
		}
		if err := set(filepath.Join(dir, ".git")); err != nil {
			t.Fatal(err)
		}
		if got := NewRepositories().Of([]string{dir}); got != dir {
			t.Errorf("%s: repository %q, want %q", name, got, dir)
		}
	}
}

// A transcript whose place a FIFO took since it was found is told, not waited for.
func TestReadWaitsForNoFIFO(t *testing.T) {
	path := filepath.Join(t.TempDir(), idA+".jsonl")
	if err := syscall.Mkfifo(path, 0o600); err != nil {
		t.Skip("no FIFO here: ", err)
	}
	var led transcript.Ledger
	u := &Unit{Conversation: idA, Files: []File{{Path: path}}}
	err := Read(context.Background(), u, transcript.NewFeed(claude.New()), &led, func(*transcript.Record) error { return nil })
	if err != nil || led.Skipped[transcript.UnreadableFile] != 1 {
		t.Errorf("%v, %+v", err, led)
	}
}
