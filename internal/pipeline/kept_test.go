package pipeline_test

import (
	"bytes"
	"cmp"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"prism/internal/content"
	"prism/internal/fact"
	"prism/internal/long"
	"prism/internal/pipeline"
	"prism/internal/store/rows"
)

// sets are the samples, and where all is to be done the sets of the corpus, where there is
// one (PRISM_CORPUS).
func sets(t *testing.T) map[string]string {
	t.Helper()
	out := map[string]string{"demo": filepath.Dir(samples(t))}
	dir := os.Getenv("PRISM_CORPUS")
	for _, set := range long.Some(0, "people", "whole", "more") {
		if _, err := os.Stat(filepath.Join(dir, set)); dir != "" && err == nil && !testing.Short() {
			out[set] = filepath.Join(dir, set)
		}
	}
	if len(out) == 1 {
		t.Log("samples only: set PRISM_CORPUS and " + long.Env + " for real transcripts, and leave out -short")
	}
	return out
}

// TestKeptGivesTheSameAnswer: what senders send, in pieces of any size, in any order,
// some of it repeatedly and some of it while sessions are made of the rest, comes to the
// sessions that the files give.
func TestKeptGivesTheSameAnswer(t *testing.T) {
	for set, path := range sets(t) {
		o := options(t, path)
		o.Warn = func(error) {}
		want := run(t, o)
		for engine, open := range engines() {
			t.Run(set+"/"+engine, func(t *testing.T) {
				db := open(t)
				defer db.Close()
				o := options(t)
				o.Warn = func(error) {}
				o.Store, o.Search.Kept, o.Search.KeptOnly = db, db, true
				sendAll(t, db, path, want.Sessions[0].Person, func() {
					if _, err := pipeline.Update(t.Context(), o); err != nil {
						t.Fatal(err)
					}
				})
				got := run(t, o)
				for _, r := range []*fact.Reading{want, got} { // by rows, which have names of their own
					slices.SortFunc(r.Outside, func(a, b fact.OutsideUsage) int {
						return cmp.Or(a.Time.Compare(b.Time), cmp.Compare(a.Conversation, b.Conversation), cmp.Compare(a.Usage.Model, b.Usage.Model))
					})
				}
				sameAnswer(t, "kept", want, got)
			})
		}
	}
}

// sendAll ingests the transcripts below a folder in random pieces, and calls meanwhile
// now and then.
func sendAll(t *testing.T, db *rows.Store, dir, person string, meanwhile func()) {
	t.Helper()
	type file struct {
		path string
		data []byte
		have int64
	}
	var files []*file
	for _, path := range transcripts(t, dir) {
		data, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		rel, err := filepath.Rel(dir, path)
		if err != nil {
			t.Fatal(err)
		}
		files = append(files, &file{path: filepath.ToSlash(rel), data: data})
	}
	rng := rand.New(rand.NewPCG(3, uint64(len(files))))
	left := slices.Clone(files)
	rounds := 0
	for len(left) > 0 {
		var list []content.Append
		var of []*file
		for range 40 {
			f := left[rng.IntN(len(left))]
			from := f.have
			if rng.IntN(8) == 0 && from > 0 { // again
				from = int64(bytes.LastIndexByte(f.data[:rng.Int64N(from)], '\n') + 1)
			}
			to := min(int64(len(f.data)), from+1+rng.Int64N(4<<20))
			a := content.Append{Person: person, Path: f.path, Generation: 1, From: from, Modified: time.Unix(1_700_000_000, 0)}
			end := from + int64(bytes.LastIndexByte(f.data[from:to], '\n')+1)
			a.To, a.Data = end, f.data[from:end]
			if to == int64(len(f.data)) {
				a.Tail = f.data[end:]
			}
			if end == from && len(a.Tail) == 0 && len(f.data) > 0 {
				continue // a long line
			}
			list, of = append(list, a), append(of, f)
		}
		receipts, err := db.Ingest(t.Context(), list, now)
		if err != nil {
			t.Fatal(err)
		}
		for i, r := range receipts {
			if r.Status == content.Refused {
				t.Fatal(list[i].Check())
			}
			of[i].have = r.Have
		}
		left = slices.DeleteFunc(left, func(f *file) bool {
			return f.have >= int64(bytes.LastIndexByte(f.data, '\n')+1) && tailSent(t, db, f.path, person, f.data)
		})
		if rounds++; rounds%25 == 0 {
			meanwhile()
		}
	}
}

// tailSent reports whether all bytes of a file are there.
func tailSent(t *testing.T, db *rows.Store, path, person string, data []byte) bool {
	for f, err := range db.Files(t.Context()) {
		if err != nil {
			t.Fatal(err)
		}
		if f.Path == path && f.Person == person {
			return f.Size == int64(len(data))
		}
	}
	return false
}
