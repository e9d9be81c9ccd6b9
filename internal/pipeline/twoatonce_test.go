package pipeline_test

import (
	"bytes"
	"context"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"prism/internal/fact"
	"prism/internal/pipeline"
	"prism/internal/redact"
	"prism/internal/store"
	"prism/internal/store/sqlite"
)

// between is a store that lets something happen just before a save.
type between struct {
	pipeline.Store
	before func(scope store.Scope, c *store.Changes)
}

func (b *between) Save(ctx context.Context, scope store.Scope, c store.Changes) error {
	b.before(scope, &c)
	return b.Store.Save(ctx, scope, c)
}

func (b *between) OutsideUsage(ctx context.Context, scope store.Scope, since, until time.Time) ([]fact.OutsideUsage, error) {
	return b.Store.(interface {
		OutsideUsage(ctx context.Context, s store.Scope, since, until time.Time) ([]fact.OutsideUsage, error)
	}).OutsideUsage(ctx, scope, since, until)
}

// Where a file grows while a run is under way, and another run takes that in and is
// done before the first one, the next run still tells what is in the files.
func TestTwoRunsAtOnce(t *testing.T) {
	for _, when := range []string{"at its end", "before what it writes first"} {
		t.Run(when, func(t *testing.T) {
			dir, db := samples(t), open(t)
			// The largest is cut short, and another one is not there yet.
			files := transcripts(t, dir)
			slices.SortFunc(files, func(a, b string) int {
				x, _ := os.ReadFile(a)
				y, _ := os.ReadFile(b)
				return len(y) - len(x)
			})
			grows, comes := files[0], files[1]
			whole := read(t, grows)
			other := read(t, comes)
			lines := bytes.SplitAfter(whole, []byte("\n"))
			if err := os.Remove(comes); err != nil {
				t.Fatal(err)
			}
			o := options(t, dir)
			o.Store = db
			write(t, grows, lines[0], 1)
			run(t, o)
			write(t, grows, bytes.Join(lines[:len(lines)/2], nil), 2)
			done := false
			o.Store = &between{db, func(scope store.Scope, c *store.Changes) {
				if done || when == "at its end" && len(c.Sessions) == 0 {
					return
				}
				done = true
				write(t, grows, whole, 3)
				write(t, comes, other, 3)
				o := options(t, dir)
				o.Store = db
				run(t, o)
			}}
			run(t, o)
			if !done {
				t.Fatal("nothing happened")
			}
			o.Store = db
			sameAnswer(t, "afterwards", run(t, options(t, dir)), run(t, o))
		})
	}
}

// A run that hangs in the middle, and writes a piece more when another one has done all, is
// ended before it says a word of the scope as a whole: the next run makes all of it again.
func TestLateRunEnded(t *testing.T) {
	dir, db := samples(t), open(t)
	for _, file := range transcripts(t, dir) {
		data, id := read(t, file), strings.TrimSuffix(filepath.Base(file), ".jsonl")
		for _, other := range []string{"a", "b", "c", "d"} { // enough for several pieces
			other = strings.Repeat(other, 8) + id[8:]
			write(t, filepath.Join(filepath.Dir(file), other+".jsonl"), bytes.ReplaceAll(data, []byte(id), []byte(other)), 1)
		}
	}
	o := options(t, dir)
	o.Store = db
	saves, ended, late := 0, errors.New("ended"), o
	late.Store = &between{db, func(store.Scope, *store.Changes) {
		if saves++; saves == 2 {
			run(t, o)
		}
	}}
	late.Store = &mortal{late.Store, func(c *store.Changes) error {
		if saves < 2 {
			return nil
		}
		if c.State != nil {
			t.Error("the second piece is the last")
		}
		return ended
	}}
	if _, err := pipeline.Update(t.Context(), late); !errors.Is(err, ended) {
		t.Fatalf("%d saves: %v", saves, err)
	}
	if state, _, err := db.State(t.Context(), scopeOf(t, o)); err != nil || state.Basis != "" || state.Fingerprint != "" {
		t.Errorf("the scope is taken for one that is as it should be: %q, %q, %v", state.Basis, state.Fingerprint, err)
	}
	sameAnswer(t, "afterwards", run(t, options(t, dir)), run(t, o))
}

// mortal is a store whose user is ended right behind a save.
type mortal struct {
	pipeline.Store
	behind func(*store.Changes) error
}

func (m *mortal) Save(ctx context.Context, scope store.Scope, c store.Changes) error {
	if err := m.Store.Save(ctx, scope, c); err != nil {
		return err
	}
	return m.behind(&c)
}

// scopeOf is the scope of a run that has nothing to do.
func scopeOf(t *testing.T, o pipeline.Options) store.Scope {
	t.Helper()
	var scope store.Scope
	o.Store = &asked{o.Store, &scope}
	if _, err := pipeline.Update(t.Context(), o); err == nil || scope == "" {
		t.Fatalf("scope %q: %v", scope, err)
	}
	return scope
}

// asked notes the scope whose state is asked for, and says nothing of it.
type asked struct {
	pipeline.Store
	scope *store.Scope
}

func (a *asked) State(_ context.Context, scope store.Scope) (store.State, bool, error) {
	*a.scope = scope
	return store.State{}, false, errors.New("not now")
}

func read(t *testing.T, name string) []byte {
	t.Helper()
	data, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	return data
}

// write writes a file as of the nth second of a day.
func write(t *testing.T, name string, data []byte, n int) {
	t.Helper()
	if err := os.WriteFile(name, data, 0o600); err != nil {
		t.Fatal(err)
	}
	at := time.Date(2026, 12, 1, 0, 0, n, 0, time.UTC)
	if err := os.Chtimes(name, at, at); err != nil {
		t.Fatal(err)
	}
}

// A run that is ended in the middle leaves a scope of which nothing says that it is
// as it should be, even where its files are again what they were.
func TestAnEndedRunIsNoticed(t *testing.T) {
	dir, db := samples(t), open(t)
	o := options(t, dir)
	o.Store = db
	u, err := pipeline.Update(t.Context(), o)
	if err != nil {
		t.Fatal(err)
	}
	before, _, err := db.State(t.Context(), u.Scope)
	if err != nil {
		t.Fatal(err)
	}
	grows := transcripts(t, dir)[0]
	write(t, grows, append(read(t, grows), '\n'), 1)
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	saves := 0
	o.Store = &between{db, func(store.Scope, *store.Changes) {
		if saves++; saves > 1 {
			cancel()
		}
	}}
	if _, err := pipeline.Update(ctx, o); err == nil {
		t.Fatal("it was not ended")
	}
	if after, _, err := db.State(t.Context(), u.Scope); err != nil || after.Basis == before.Basis || after.Fingerprint != "" {
		t.Errorf("its state is %q of %q, as before: %v", after.Basis, after.Fingerprint, err)
	}
}

// An ignore file that comes while a run is under way, when its repository was already
// asked about, holds for the next run.
func TestAnIgnoreFileThatComesDuringARun(t *testing.T) {
	dir, db, repo := samples(t), open(t), t.TempDir()
	key := run(t, options(t, dir)).Sessions[0].Repo.Key
	for n, f := range transcripts(t, dir) {
		write(t, f, bytes.ReplaceAll(read(t, f), []byte(`"cwd":"`+key+`"`), []byte(`"cwd":"`+filepath.ToSlash(repo)+`"`)), n)
	}
	o := options(t, dir)
	o.Store, o.Workers = db, 1
	o.Progress = func(done, total int64) {
		if done == total {
			write(t, filepath.Join(repo, redact.IgnoreFile), nil, 0)
		}
	}
	run(t, o)
	o.Progress = nil
	sameAnswer(t, "afterwards", run(t, options(t, dir)), run(t, o))
}

// Another run may have come to know sessions that this one knows nothing of.
func TestSomethingWaitsThatAnotherRunFound(t *testing.T) {
	dir, db := samples(t), open(t)
	files := transcripts(t, dir)
	late := files[0]
	data := read(t, late)
	if err := os.Remove(late); err != nil {
		t.Fatal(err)
	}
	o, _ := later(t, true, dir)
	o.Store = db
	run(t, o)
	write(t, files[1], append(read(t, files[1]), '\n'), 1) // so that there is something to do
	done := false
	o.Store = &between{db, func(store.Scope, *store.Changes) {
		if done {
			return
		}
		done = true
		write(t, late, data, 2)
		o, _ := later(t, true, dir)
		o.Store = db
		run(t, o)
	}}
	run(t, o)
	o.Store = db
	want, _ := later(t, true, dir)
	sameAnswer(t, "afterwards", run(t, want), run(t, o))
}

// Where a person forgets while a run is under way, the run ends over its store, and
// nothing of what was forgotten is in it.
func TestForgottenDuringARun(t *testing.T) {
	for _, when := range []string{"before its first save", "before its last save"} {
		t.Run(when, func(t *testing.T) {
			dir, db := samples(t), open(t)
			other, err := sqlite.Open(t.Context(), pathOf(t, db))
			if err != nil {
				t.Fatal(err)
			}
			defer func() {
				if err := other.Close(); err != nil {
					t.Error(err)
				}
			}()
			o := options(t, dir)
			o.Store = &between{db, func(_ store.Scope, c *store.Changes) {
				if last := c.State != nil && c.State.Fingerprint != ""; last != (when == "before its first save") {
					if _, err := other.ForgetPath(t.Context(), dir); err != nil {
						t.Error(err)
					}
				}
			}}
			u, err := pipeline.Update(t.Context(), o)
			if _, ok := pipeline.Failed(err); !ok || !errors.Is(err, store.ErrForgotten) {
				t.Fatalf("it ended with %v", err)
			}
			if _, found, err := other.List(t.Context(), u.Scope, store.Filter{}, store.Order{}, 0, 0); found > 0 || err != nil {
				t.Errorf("%d sessions are back, %v", found, err)
			}
			if st, err := other.Stats(t.Context()); st.Units+st.Verdicts > 0 || err != nil {
				t.Errorf("%+v, %v", st, err)
			}
		})
	}
}

func pathOf(t *testing.T, db *sqlite.Store) string {
	t.Helper()
	st, err := db.Stats(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	return st.Path
}
