package source

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"prism/internal/transcript"
	"prism/internal/transcript/claude"
)

func list(t *testing.T, dir string) *Listing {
	t.Helper()
	l, err := List(context.Background(), Options{Paths: []string{dir}, Dialects: []transcript.Dialect{claude.Dialect()}})
	if err != nil {
		t.Fatal(err)
	}
	return l
}

func knownOf(found Finding) []Known {
	var out []Known
	for _, u := range found.Units {
		out = append(out, Known{Agent: u.Agent, Conversation: u.Conversation, Files: u.Files})
	}
	return out
}

// Whatever happened to files since they were known, a search that opens only some
// of them finds what one finds that opens them all, and files that changed have
// another fingerprint.
func TestFindWithWhatIsKnown(t *testing.T) {
	ids := []string{idA, idB}
	for seed := range uint64(20) {
		rng := rand.New(rand.NewPCG(seed, 3))
		dir := tree(t, map[string]string{"projects/p/" + idA + ".jsonl": said(idA, "u1", "00", "hello")})
		at := time.Now().Add(-time.Hour)
		var names []string
		for _, id := range ids {
			names = append(names, "p/"+id+".jsonl", "q/"+id+".jsonl", "p/"+id+"/subagents/agent-x.jsonl", "p/"+id+"/subagents/agent-y.jsonl", "p/agent-z"+id[:1]+".jsonl")
		}
		names = append(names, "p/notes.jsonl")
		found, err := list(t, dir).Find(context.Background(), nil, time.Time{})
		if err != nil {
			t.Fatal(err)
		}
		known := knownOf(found)
		for round := range 12 {
			before := list(t, dir).Fingerprint()
			if again := list(t, dir).Fingerprint(); again != before {
				t.Fatal("the same files have two fingerprints")
			}
			for range rng.IntN(3) {
				n := rng.IntN(len(names))
				path := filepath.Join(dir, "projects", filepath.FromSlash(names[n]))
				if rng.IntN(3) == 0 {
					_ = os.Remove(path) // it may not be there
					continue
				}
				id := ids[min(n/5, 1)]
				text := said(id, "u", fmt.Sprintf("%02d", rng.IntN(60)), fmt.Sprint(round))
				switch {
				case n == len(names)-1:
					text = "no transcript"
				case n%5 >= 2:
					text = side(id, "x", fmt.Sprint("s", round))
				}
				at = at.Add(time.Second)
				if err := os.MkdirAll(filepath.Dir(path), 0o750); err != nil {
					t.Fatal(err)
				}
				if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
					t.Fatal(err)
				}
				if err := os.Chtimes(path, at, at); err != nil {
					t.Fatal(err)
				}
			}
			want, err := list(t, dir).Find(context.Background(), nil, time.Time{})
			if err != nil {
				t.Fatal(err)
			}
			got, err := list(t, dir).Find(context.Background(), known, time.Now().Add(time.Hour))
			if err != nil {
				t.Fatal(err)
			}
			for i := range got.Units {
				got.Units[i] = got.Units[i].Opened(t.Context(), []transcript.Dialect{claude.Dialect()})
			}
			if d := cmp.Diff(want, got, cmpopts.IgnoreUnexported(Unit{}, File{}), cmp.AllowUnexported(transcript.Ledger{})); d != "" {
				t.Fatalf("seed %d, round %d (-want +got):\n%s", seed, round, d)
			}
			if after := list(t, dir).Fingerprint(); !cmp.Equal(knownOf(want), known, cmpopts.IgnoreUnexported(File{})) && after == before {
				t.Fatalf("seed %d, round %d: other files, the same fingerprint", seed, round)
			}
			known = knownOf(want)
		}
	}
}

// A file that is as it was is not opened: what stands in it does not matter.
func TestKnownFilesAreNotOpened(t *testing.T) {
	dir := tree(t, map[string]string{"projects/p/" + idA + ".jsonl": said(idA, "u1", "00", "hello")})
	found, err := list(t, dir).Find(context.Background(), nil, time.Time{})
	if err != nil {
		t.Fatal(err)
	}
	known := knownOf(found)
	file := &known[0].Files[0]
	if err := os.WriteFile(file.Path, make([]byte, file.Size), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := os.Chtimes(file.Path, file.ModTime, file.ModTime); err != nil {
		t.Fatal(err)
	}
	info, err := os.Stat(file.Path)
	if err != nil {
		t.Fatal(err)
	}
	file.Print = PrintOf(info)
	for _, c := range []struct {
		since  time.Time
		opened bool
	}{{time.Now().Add(time.Hour), false}, {time.Now().Add(-time.Hour), true}} {
		found, err := list(t, dir).Find(context.Background(), known, c.since)
		if err != nil {
			t.Fatal(err)
		}
		if len(found.Units) != 1 || found.Units[0].unopened == c.opened {
			t.Errorf("touched after %v: %d units, opened %t", c.since, len(found.Units), !found.Units[0].unopened)
		}
	}
}

// A file that was written again with the same size and time of writing, or that
// another such one took the place of, is opened.
func TestAnotherFileOfTheSameSizeAndTimeIsOpened(t *testing.T) {
	if _, changed := inode(must(t)(os.Stat(t.TempDir()))); changed == 0 {
		t.Skip("this system does not tell")
	}
	for name, again := range map[string]func(path string, data []byte) error{
		"written in place": func(path string, data []byte) error { return os.WriteFile(path, data, 0o600) },
		"another one": func(path string, data []byte) error {
			return errors.Join(os.WriteFile(path+"~", data, 0o600), os.Rename(path+"~", path))
		},
	} {
		t.Run(name, func(t *testing.T) {
			dir := tree(t, map[string]string{"projects/p/" + idA + ".jsonl": said(idA, "u1", "00", "hello")})
			found, err := list(t, dir).Find(context.Background(), nil, time.Time{})
			if err != nil {
				t.Fatal(err)
			}
			known, before := knownOf(found), list(t, dir).Fingerprint()
			file := known[0].Files[0]
			time.Sleep(20 * time.Millisecond) // the clock of some file systems ticks so slowly
			if err := errors.Join(again(file.Path, []byte(said(idA, "u1", "00", "jello"))), os.Chtimes(file.Path, file.ModTime, file.ModTime)); err != nil {
				t.Fatal(err)
			}
			l := list(t, dir)
			if l.Fingerprint() == before {
				t.Error("the same fingerprint")
			}
			now, err := l.Find(context.Background(), known, time.Now().Add(time.Hour))
			if err != nil || len(now.Units) != 1 || now.Units[0].unopened {
				t.Errorf("%+v, %v", now.Units, err)
			}
			if now.Units[0].Fingerprint() == found.Units[0].Fingerprint() {
				t.Error("the conversation has the same fingerprint")
			}
		})
	}
}

func must(t *testing.T) func(os.FileInfo, error) os.FileInfo {
	return func(info os.FileInfo, err error) os.FileInfo {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
		return info
	}
}

// What is met in files is no change of them: the next search, which does not open them,
// has the same fingerprint. It is told also once what was listed is let go of.
func TestFindingChangesNoFingerprint(t *testing.T) {
	dir := tree(t, map[string]string{
		"projects/p/" + idA + ".jsonl": said(idA, "u1", "00", "hello"),
		"projects/p/notes.jsonl":       `{"flour":500,"water":350}` + "\n",
	})
	l := list(t, dir)
	found, err := l.Find(context.Background(), nil, time.Time{})
	if err != nil || len(found.Units) != 1 || len(found.Ledger.Skipped) == 0 {
		t.Fatalf("%+v, %v", found, err)
	}
	asked := list(t, dir)
	before := asked.Fingerprint()
	if _, err := asked.Find(context.Background(), nil, time.Time{}); err != nil {
		t.Fatal(err)
	}
	if after := asked.Fingerprint(); after != before {
		t.Errorf("%s, and once files were looked into %s", before, after)
	}
	if len(asked.Roots()) == 0 || len(found.Units[0].Files) != 1 {
		t.Errorf("%v, %v", asked.Roots(), found.Units)
	}
}
