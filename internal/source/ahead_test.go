package source

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"prism/internal/transcript"
	"prism/internal/transcript/claude"
)

// idOf is the id of the n-th conversation of a tree.
func idOf(n int) string { return fmt.Sprintf("%08d-1111-4111-8111-111111111111", n) }

// Where there are many folders, and the walk and what looks ahead of it meet somewhere, all
// of them are found once, with the files within folders of theirs, as where each folder is
// asked for by itself.
func TestManyFolders(t *testing.T) {
	files := map[string]string{"node_modules/x/" + idOf(9999) + ".jsonl": said(idOf(9999), "u", "00", "no")}
	var paths []string
	for n := range 3 * aheadFrom {
		folder := fmt.Sprintf("p%02d", n)
		paths = append(paths, folder)
		for k := range n % 3 {
			id := idOf(10*n + k)
			files[folder+"/"+id+".jsonl"] = said(id, "u1", "00", "hello")
			files[folder+"/"+id+"/subagents/agent-x.jsonl"] = side(id, "x", "s1")
			files[folder+"/notes.txt"] = "no transcript"
		}
		if n%3 == 0 {
			files[folder+"/empty/notes.txt"] = ""
		}
	}
	dir := tree(t, files)
	if err := os.Mkdir(filepath.Join(dir, "p01", "folder.jsonl"), 0o755); err != nil {
		t.Fatal(err)
	}
	if runtime.GOOS != "windows" {
		for _, link := range [][2]string{{"p02", "q-again"}, {"nowhere", "p04/gone.jsonl"}, {"p05", "p05/round"}} {
			if err := os.Symlink(filepath.Join(dir, link[0]), filepath.Join(dir, filepath.FromSlash(link[1]))); err != nil {
				t.Fatal(err)
			}
		}
	}
	for i, p := range paths {
		paths[i] = filepath.Join(dir, p)
	}
	all, each := search(t, Options{Paths: []string{dir}}), search(t, Options{Paths: paths})
	got, want := outline(dir, all), outline(dir, each)
	slices.Sort(got)
	slices.Sort(want)
	if d := cmp.Diff(want, got); d != "" || len(got) != 3*aheadFrom {
		t.Errorf("%d units: %s", len(got), d)
	}
	if d := cmp.Diff(each.Ledger.Skipped, all.Ledger.Skipped); d != "" {
		t.Error(d)
	}
}

// What a Unix system shows of itself as files is not looked into ahead of the walk, which
// passes it over.
func TestNothingOfTheSystemIsLookedIntoAhead(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("it has no such folders")
	}
	var entries []os.DirEntry
	dir := t.TempDir()
	for _, name := range append([]string{"proc", "sys", "dev", "node_modules"}, strings.Split("abcdefghijklmnopqrstuvwxyz", "")...) {
		if err := os.Mkdir(filepath.Join(dir, name), 0o755); err != nil {
			t.Fatal(err)
		}
	}
	entries, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	f := newListing(Options{})
	wait := f.lookAhead(t.Context(), "/", "/", "", entries)
	for _, name := range []string{"proc", "sys", "dev", "node_modules"} {
		if f.ahead["/"+name] != nil {
			t.Errorf("/%s is looked into", name)
		}
	}
	if f.ahead["/a"] == nil {
		t.Error("nothing is looked into ahead")
	}
	wait()
}

// A file over which a dialect fails is one that cannot be read, and no end of the program.
func TestADialectThatPanics(t *testing.T) {
	dir := tree(t, map[string]string{idA + ".jsonl": said(idA, "u1", "00", "a"), idB + ".jsonl": said(idB, "u2", "00", "b")})
	d := claude.Dialect()
	identify := d.Identify
	d.Identify = func(path string, head []byte, whole bool) (transcript.Identity, transcript.Standing) {
		if strings.Contains(path, idB) {
			panic("of words")
		}
		return identify(path, head, whole)
	}
	found, err := Discover(context.Background(), Options{Paths: []string{dir}, Dialects: []transcript.Dialect{d}})
	if err != nil || len(found.Units) != 1 || found.Ledger.Skipped[transcript.UnreadableFile] != 1 {
		t.Errorf("%v, skipped %v: %v", outline(dir, found), found.Ledger.Skipped, err)
	}
}
