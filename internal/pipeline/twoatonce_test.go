package pipeline_test

import (
	"bytes"
	"context"
	"errors"
	"os"
	"path/filepath"
	"slices"
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
