package growth

import (
	"bytes"
	"fmt"
	"os"
	"path"
	"path/filepath"
	"testing"
	"time"

	"prism/internal/long"
	"prism/internal/pipeline"
	"prism/internal/store/memory"
	"prism/internal/transcript/claudetest"
)

// otherPrices make another basis: all sessions are linked again, none is read again, so
// that the store is asked for all neighbours, as it is where a cold run finds more
// conversations than it keeps marks of.
type otherPrices struct{ pipeline.Prices }

func (p otherPrices) Version() string { return "other " + p.Prices.Version() }

// wide are shapes of many small files with one session each.
func wide() []shape {
	of := func(name string, made func(i int) (who, repo string, cleared bool)) shape {
		return shape{name, 150, func(l *library, n int) {
			for i := range n {
				who, repo, cleared := made(i)
				start := time.Date(2026, 3, 2, 9, 0, 0, 0, time.UTC).Add(time.Duration(4*i) * time.Minute)
				t := claudetest.Begin(fmt.Sprint(name, " ", i), "/home/robin/code/"+repo, "main", "claude-sonnet-4-5-20250929", start.Format(time.RFC3339))
				if cleared {
					t.Cleared()
				}
				piece(t, fileOf(i%97), i)
				l.add(t)
				text := l.files[t.File()]
				delete(l.files, t.File())
				l.files[path.Join(who, t.File())] = text
			}
		}}
	}
	some := func(i, of int) string { return fmt.Sprint("orchard", i%of) }
	return []shape{
		of("in a few repositories", func(i int) (who, repo string, cleared bool) { return "", some(i, 4), false }),
		of("in one folder", func(int) (who, repo string, cleared bool) { return "", "orchard", false }),
		of("in many repositories", func(i int) (who, repo string, cleared bool) { return "", fmt.Sprint("orchard", i/10), false }),
		of("of many persons", func(i int) (who, repo string, cleared bool) {
			return fmt.Sprintf("home/person%d/.claude", i%10), some(i/10, 4), false
		}),
		of("cleared now and then", func(i int) (who, repo string, cleared bool) { return "", some(i, 4), i%25 == 24 }),
		of("cleared each time", func(i int) (who, repo string, cleared bool) { return "", some(i, 4), true }),
	}
}

// What one small file may take, whether its neighbours are in memory or in the store. A
// hundred rows are linked at a time and asked for together: a question for each row
// takes as long as reading it does.
var perFile = map[string]float64{
	"questions":       1,
	"rows asked for":  12, // a query for each of its marks, a digest, its sessions, a verdict
	"neighbours told": 10,
	"rows loaded":     6,
	"rows written":    14, // most of them marks
}

// TestWide reads many small files at n, 2n and 4n, and links all of them again.
func TestWide(t *testing.T) {
	p := newProgram(t)
	later := *p
	later.prices = otherPrices{p.prices}
	for _, s := range wide() {
		t.Run(s.name, func(t *testing.T) {
			before := make(map[string]int64)
			for _, n := range long.Some(2, s.n, 2*s.n, 4*s.n) {
				dir := t.TempDir()
				files := s.files(n)
				write(t, dir, files)
				written(t, dir, files)
				db := memory.New()
				for _, run := range []struct {
					name string
					took map[string]int64
				}{{"cold", p.run(t, dir, db, false)}, {"linked again", later.run(t, dir, db, false)}} {
					for kind, most := range perFile {
						took, name := run.took[kind], kind+", "+run.name
						t.Logf("%-32s %6d files: %8d, %.1f a file", name, n, took, float64(took)/float64(n))
						if float64(took) > most*float64(n) {
							t.Errorf("%s: %d for %d files, more than %g a file", name, took, n, most)
						}
						if n > s.n && grows(name, before[name], took) {
							t.Errorf("%s: %d, and %d for twice as many", name, before[name], took)
						}
						before[name] = took
					}
				}
			}
		})
	}
}

// written gives files the times that they tell of: what was written one after the other
// is linked so.
func written(t *testing.T, dir string, files map[string][]byte) {
	t.Helper()
	const name = `"timestamp":"`
	for path, text := range files {
		_, rest, _ := bytes.Cut(text, []byte(name))
		stamp, _, _ := bytes.Cut(rest, []byte{'"'})
		at, err := time.Parse(time.RFC3339, string(stamp))
		if err == nil {
			err = os.Chtimes(filepath.Join(dir, path), at, at)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
}
