package pipeline_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"math/rand/v2"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"prism/internal/demo"
	"prism/internal/fact"
	"prism/internal/judge/offline"
	"prism/internal/pipeline"
	"prism/internal/price"
	"prism/internal/redact"
	"prism/internal/score"
	"prism/internal/source"
	"prism/internal/store"
	"prism/internal/store/memory"
	"prism/internal/transcript"
	"prism/internal/transcript/claude"
)

// now is later than everything in the samples, so that nothing in them is open.
var now = time.Date(2027, 1, 1, 12, 0, 0, 0, time.UTC)

func options(tb testing.TB, paths ...string) pipeline.Options {
	tb.Helper()
	judge, err := offline.Default()
	if err != nil {
		tb.Fatal(err)
	}
	prices, err := price.Bundled()
	if err != nil {
		tb.Fatal(err)
	}
	gate, err := theGate()
	if err != nil {
		tb.Fatal(err)
	}
	return pipeline.Options{
		Search:  source.Options{Paths: paths, Dialects: []transcript.Dialect{claude.Dialect()}, Getenv: func(string) string { return "" }},
		Judging: pipeline.Judging{Judge: judge}, Prices: prices, Redactor: gate, Now: now,
		Warn: func(err error) { tb.Errorf("warned: %v", err) },
	}
}

// theGate is made once: it holds nothing of what passes it.
var theGate = sync.OnceValues(func() (*redact.Redactor, error) { return redact.New(redact.Options{}) })

// samples unpacks the demo and returns its projects folder.
func samples(tb testing.TB) string {
	tb.Helper()
	dir := tb.TempDir()
	if _, err := demo.Unpack(dir); err != nil {
		tb.Fatal(err)
	}
	return filepath.Join(dir, "projects")
}

func transcripts(tb testing.TB, dir string) []string {
	tb.Helper()
	var files []string
	err := filepath.WalkDir(dir, func(p string, d os.DirEntry, err error) error {
		if err == nil && !d.IsDir() && filepath.Ext(p) == ".jsonl" {
			files = append(files, p)
		}
		return err
	})
	if err != nil || len(files) == 0 {
		tb.Fatalf("%d transcripts in %s: %v", len(files), dir, err)
	}
	return files
}

func run(tb testing.TB, o pipeline.Options) *fact.Reading {
	tb.Helper()
	if o.Store == nil {
		o.Store = memory.New()
	}
	u, err := pipeline.Update(tb.Context(), o)
	if err != nil {
		tb.Fatal(err)
	}
	r := &fact.Reading{Input: u.Input}
	for s, err := range o.Store.Each(tb.Context(), u.Scope, store.Filter{}, store.Order{By: store.ByStarted, Reverse: true}) {
		if err != nil {
			tb.Fatal(err)
		}
		r.Sessions = append(r.Sessions, *s)
	}
	if r.Outside, err = o.Store.(interface {
		OutsideUsage(ctx context.Context, s store.Scope, since, until time.Time) ([]fact.OutsideUsage, error)
	}).OutsideUsage(tb.Context(), u.Scope, time.Time{}, time.Time{}); err != nil {
		tb.Fatal(err)
	}
	return r
}

// sameAnswer compares what is told of the sessions and the tokens, wherever the
// files lie and however often they were read.
func sameAnswer(t *testing.T, name string, want, got *fact.Reading) {
	t.Helper()
	if reflect.DeepEqual(want.Sessions, got.Sessions) && reflect.DeepEqual(want.Outside, got.Outside) {
		return // most often, and said much sooner
	}
	opts := cmp.Options{
		cmp.Comparer(func(a, b redact.Text) bool { return a.String() == b.String() }),
		cmpopts.IgnoreFields(fact.Part{}, "File"),
		cmpopts.IgnoreFields(fact.Session{}, "Person"),
		cmpopts.IgnoreFields(fact.Evidence{}, "Line"),
		cmpopts.EquateEmpty(),
		cmpopts.EquateApprox(1e-9, 1e-9), // sums of prices in another order
	}
	if d := cmp.Diff(want.Sessions, got.Sessions, opts); d != "" {
		t.Errorf("%s: sessions differ (-want +got):\n%s", name, d)
	}
	if d := cmp.Diff(want.Outside, got.Outside, opts); d != "" {
		t.Errorf("%s: usage outside sessions differs (-want +got):\n%s", name, d)
	}
}

// The answer is that of the set of files: order, overlaps, copies and the line at
// which a transcript was split over two files change nothing.
func TestSameAnswerHoweverTheFilesLie(t *testing.T) {
	dir := samples(t)
	want := run(t, options(t, dir))
	if len(want.Sessions) < 10 {
		t.Fatalf("%d sessions in the samples", len(want.Sessions))
	}
	files := transcripts(t, dir)
	rng := rand.New(rand.NewPCG(1, 2))

	t.Run("order", func(t *testing.T) {
		shuffled := append([]string(nil), files...)
		rng.Shuffle(len(shuffled), func(i, j int) { shuffled[i], shuffled[j] = shuffled[j], shuffled[i] })
		sameAnswer(t, "shuffled", want, run(t, options(t, shuffled...)))
	})
	t.Run("overlap", func(t *testing.T) {
		sameAnswer(t, "overlapping", want, run(t, options(t, files[0], dir, filepath.Dir(files[len(files)-1]))))
	})
	t.Run("copies", func(t *testing.T) {
		again := filepath.Join(t.TempDir(), "projects")
		if err := os.CopyFS(again, os.DirFS(dir)); err != nil {
			t.Fatal(err)
		}
		sameAnswer(t, "copied", want, run(t, options(t, dir, again)))
	})
	t.Run("workers", func(t *testing.T) {
		o := options(t, dir)
		o.Workers = 1
		sameAnswer(t, "one worker", want, run(t, o))
	})
	t.Run("split", func(t *testing.T) {
		apart := t.TempDir()
		for _, f := range files {
			rel, err := filepath.Rel(dir, f)
			if err != nil {
				t.Fatal(err)
			}
			data, err := os.ReadFile(f)
			if err != nil {
				t.Fatal(err)
			}
			lines := bytes.SplitAfter(data, []byte("\n"))
			at := 1 + rng.IntN(len(lines)-1)
			for n, part := range [][][]byte{lines[:at], lines[at:]} {
				to := filepath.Join(apart, string(rune('a'+n)), rel)
				if err := os.MkdirAll(filepath.Dir(to), 0o700); err != nil {
					t.Fatal(err)
				}
				if err := os.WriteFile(to, bytes.Join(part, nil), 0o600); err != nil {
					t.Fatal(err)
				}
			}
		}
		got := run(t, options(t, filepath.Join(apart, "b"), filepath.Join(apart, "a")))
		sameAnswer(t, "split", want, got)
	})
}

// Tokens of sessions and tokens outside them are the tokens of the files, counted
// here a second time by other means.
func TestTokensAddUp(t *testing.T) {
	dir := samples(t)
	type usage struct {
		Input   int64 `json:"input_tokens"`
		Output  int64 `json:"output_tokens"`
		Written int64 `json:"cache_creation_input_tokens"`
		Read    int64 `json:"cache_read_input_tokens"`
	}
	largest := map[string]int64{}
	for _, f := range transcripts(t, dir) {
		data, err := os.ReadFile(f)
		if err != nil {
			t.Fatal(err)
		}
		for line := range strings.Lines(string(data)) {
			var l struct {
				Type      string
				RequestID string
				Message   json.RawMessage
			}
			if json.Unmarshal([]byte(line), &l) != nil || l.Type != "assistant" {
				continue
			}
			var m struct {
				ID, Model string
				Usage     usage
			}
			if err := json.Unmarshal(l.Message, &m); err != nil {
				t.Fatal(err)
			}
			if m.Model == "<synthetic>" {
				continue
			}
			key := m.ID + " " + l.RequestID
			u := m.Usage
			largest[key] = max(largest[key], u.Input+u.Output+u.Written+u.Read)
		}
	}
	var want int64
	for _, n := range largest {
		want += n
	}
	got := total(run(t, options(t, dir)))
	if want == 0 || got != want {
		t.Errorf("sessions and outside hold %d tokens, the files %d", got, want)
	}
}

func total(r *fact.Reading) int64 {
	var n int64
	for i := range r.Sessions {
		n += score.Tokens(&r.Sessions[i]).Total()
	}
	for i := range r.Outside {
		n += r.Outside[i].Usage.Tokens.Total()
	}
	return n
}

// The store saves work and changes no answer: cold, warm, after a file grew, and
// after one came.
func TestStoreChangesNothing(t *testing.T) {
	dir := samples(t)
	db := open(t)
	kept := func() pipeline.Options {
		o := options(t, dir)
		o.Store = db
		return o
	}
	fresh := func() *fact.Reading { return run(t, options(t, dir)) }
	want := fresh()
	sameAnswer(t, "cold", want, run(t, kept()))

	var read int
	o := kept()
	o.Progress = func(int64, int64) { read++ }
	warm := run(t, o)
	sameAnswer(t, "warm", want, warm)
	if d := cmp.Diff(want.Input, warm.Input, cmpopts.EquateEmpty()); d != "" {
		t.Errorf("what was read differs:\n%s", d)
	}
	if read != 0 {
		t.Errorf("an unchanged run read %d files", read)
	}

	files := transcripts(t, dir)
	moved := filepath.Join(t.TempDir(), filepath.Base(files[3]))
	data, err := os.ReadFile(files[3])
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(moved, data, 0o600); err != nil {
		t.Fatal(err)
	}
	if err := os.Remove(files[3]); err != nil {
		t.Fatal(err)
	}
	sameAnswer(t, "without one file", fresh(), run(t, kept()))

	if err := os.WriteFile(files[3], data[:len(data)/2], 0o600); err != nil {
		t.Fatal(err)
	}
	sameAnswer(t, "with half a file, its last line half written", fresh(), run(t, kept()))
	if err := os.WriteFile(files[3], data, 0o600); err != nil {
		t.Fatal(err)
	}
	o = kept()
	read = 0
	o.Progress = func(int64, int64) { read++ }
	got := run(t, o)
	sameAnswer(t, "whole again", fresh(), got)
	sameAnswer(t, "whole again, as at first", want, got)
	if read != 1 {
		t.Errorf("one file grew and %d were read", read)
	}
}

// What an agent deletes after its clean-up period is kept, and marked.
func TestSourceGone(t *testing.T) {
	home := t.TempDir()
	root := filepath.Join(home, ".claude")
	if err := os.CopyFS(filepath.Join(root, "projects"), os.DirFS(samples(t))); err != nil {
		t.Fatal(err)
	}
	db := open(t)
	o := options(t)
	o.Search.Home, o.Store = home, db
	want := run(t, o)
	if err := os.RemoveAll(filepath.Join(root, "projects")); err != nil {
		t.Fatal(err)
	}
	got := run(t, o)
	for i := range got.Sessions {
		if !got.Sessions[i].SourceGone {
			t.Errorf("session %s is not marked as gone", got.Sessions[i].ID)
		}
		got.Sessions[i].SourceGone = false
		// A line of code is quoted from the transcript; that one is gone.
		for _, readings := range []*fact.Reading{want, got} {
			for k := range readings.Sessions[i].Rework.By {
				readings.Sessions[i].Rework.By[k].Sample = redact.Text{}
			}
		}
	}
	sameAnswer(t, "files gone", want, got)

	named := o
	named.Search.Paths = []string{root}
	if r := run(t, named); len(r.Sessions) != 0 {
		t.Errorf("a named path shows %d sessions that are no longer in it", len(r.Sessions))
	}
}

// A joined session whose one part was cleaned up, while the other changed, is
// judged by what is left.
func TestPartGone(t *testing.T) {
	home := t.TempDir()
	root := filepath.Join(home, ".claude")
	if err := os.CopyFS(filepath.Join(root, "projects"), os.DirFS(samples(t))); err != nil {
		t.Fatal(err)
	}
	db := open(t)
	o := options(t)
	o.Search.Home, o.Store = home, db
	tried := 0
	for _, s := range run(t, o).Sessions {
		if len(s.Parts) < 2 || s.Parts[0].Conversation == s.Parts[1].Conversation {
			continue
		}
		tried++
		if err := os.Remove(s.Parts[0].File); err != nil {
			t.Fatal(err)
		}
		later := time.Now().Add(time.Hour)
		if err := os.Chtimes(s.Parts[1].File, later, later); err != nil {
			t.Fatal(err)
		}
		found := false
		for _, got := range run(t, o).Sessions {
			if got.ID != s.ID {
				continue
			}
			found = true
			if v := got.Verdict; !got.SourceGone || v.Status != fact.JudgeOK || got.Turns != s.Turns {
				t.Errorf("session %s: gone %t, %s, %d turns of %d", s.ID, got.SourceGone, v.Status, got.Turns, s.Turns)
			}
			for _, e := range got.Verdict.Evidence {
				if e.Turn <= s.Parts[0].Last-s.Parts[0].First+1 {
					t.Errorf("session %s: evidence in turn %d, which is gone", s.ID, e.Turn)
				}
			}
		}
		if !found {
			t.Errorf("session %s is lost", s.ID)
		}
	}
	if tried == 0 {
		t.Fatal("no joined session in the samples")
	}
}

// A cancelled run says so, and leaves a store that the next run can use.
func TestCancelled(t *testing.T) {
	dir := samples(t)
	db := open(t)
	ctx, cancel := context.WithCancel(t.Context())
	o := options(t, dir)
	o.Store = db
	o.Progress = func(int64, int64) { cancel() }
	if _, err := pipeline.Update(ctx, o); err == nil {
		t.Error("a cancelled run answered")
	}
	o.Progress = nil
	sameAnswer(t, "after a cancelled run", run(t, options(t, dir)), run(t, o))
}

// Turns gives back what a session's parts hold.
func TestTurns(t *testing.T) {
	dir := samples(t)
	o := options(t, dir)
	r := run(t, o)
	for i := range r.Sessions {
		s := &r.Sessions[i]
		turns, err := pipeline.Turns(t.Context(), o.Search, s)
		if err != nil {
			t.Fatal(err)
		}
		if len(turns) != s.Turns || turns[0].UUID != s.FirstTurnUUID || turns[len(turns)-1].UUID != s.LastTurnUUID {
			t.Errorf("session %s has %d turns, %d were read again", s.ID, s.Turns, len(turns))
		}
		// No more is read than may be.
		_, read, err := pipeline.TurnsWithin(t.Context(), o.Search, s, 1<<40)
		if err != nil || read == 0 {
			t.Fatalf("%d bytes, %v", read, err)
		}
		if few, n, err := pipeline.TurnsWithin(t.Context(), o.Search, s, read-1); !errors.Is(err, pipeline.ErrLarge) || len(few) > 0 || n >= read {
			t.Errorf("session %s of %d bytes: %d turns of %d bytes, %v", s.ID, read, len(few), n, err)
		}
	}
}

// BenchmarkRun is the whole job without a store: find, read, cut, judge, join,
// rework. It needs the corpus that PRISM_CORPUS names.
func BenchmarkRun(b *testing.B) {
	dir := os.Getenv("PRISM_CORPUS")
	if dir == "" {
		cache, err := os.UserCacheDir()
		if err != nil {
			b.Skip("no corpus: set PRISM_CORPUS")
		}
		dir = filepath.Join(cache, "prism-corpus")
	}
	for _, set := range []string{"whole", "more", "people"} {
		b.Run(set, func(b *testing.B) {
			if _, err := os.Stat(filepath.Join(dir, set)); err != nil {
				b.Skip("no corpus: set PRISM_CORPUS to a folder that has " + set)
			}
			o := options(b, filepath.Join(dir, set))
			b.SetBytes(run(b, o).Input.Bytes)
			b.ReportAllocs()
			for b.Loop() {
				run(b, o)
			}
		})
	}
}
