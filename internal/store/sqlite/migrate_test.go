package sqlite

import (
	"bytes"
	"crypto/sha256"
	"database/sql"
	"encoding/hex"
	"flag"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/fstest"
	"time"

	"github.com/google/go-cmp/cmp"

	"prism/internal/fact"
	"prism/internal/redact"
	"prism/internal/store"
)

var update = flag.Bool("update", false, "write the golden files anew")

// migrationNames returns the names and contents of the migrations.
func migrationNames(t testing.TB) map[string]string {
	t.Helper()
	files, err := store.SQLite.Migrations()
	if err != nil {
		t.Fatal(err)
	}
	names, err := fs.Glob(files, "*")
	if err != nil || len(names) == 0 {
		t.Fatal("no migrations", err)
	}
	m := map[string]string{}
	for _, name := range names {
		data, err := fs.ReadFile(files, name)
		if err != nil {
			t.Fatal(err)
		}
		m[name] = string(data)
	}
	return m
}

// TestMigrationsNumberThemselves: from 1, without gaps, each with its number in
// the header of the file, forward only.
func TestMigrationsNumberThemselves(t *testing.T) {
	all := migrationNames(t)
	for i, name := range slices.Sorted(maps.Keys(all)) {
		if !strings.HasPrefix(name, fmt.Sprintf("%05d_", i+1)) || !strings.HasSuffix(name, ".sql") {
			t.Errorf("%s should be number %d", name, i+1)
		}
		if !strings.Contains(all[name], fmt.Sprintf("\nPRAGMA user_version = %d;\n", i+1)) {
			t.Errorf("%s does not set user_version to %d", name, i+1)
		}
		for _, word := range []string{"+goose Down", "NO TRANSACTION"} {
			if strings.Contains(all[name], word) {
				t.Errorf("%s: %s", name, word)
			}
		}
	}
}

// TestReleasedMigrationsStay: a released migration is never edited. A new one is
// entered here when it is released.
func TestReleasedMigrationsStay(t *testing.T) {
	const golden = "testdata/released.sum"
	var lines []string
	for name, text := range migrationNames(t) {
		sum := sha256.Sum256([]byte(text))
		lines = append(lines, hex.EncodeToString(sum[:8])+" "+name)
	}
	slices.SortFunc(lines, func(a, b string) int { return strings.Compare(a[17:], b[17:]) })
	checkGolden(t, golden, strings.Join(lines, "\n")+"\n")
}

// TestSchema holds the schema that all migrations come to, so that a change of it
// is seen for what it is.
func TestSchema(t *testing.T) {
	path := filepath.Join(t.TempDir(), "prism.db")
	closed(t, opened(t, path))
	got := query(t, path, `SELECT group_concat(sql, ';' || char(10)) FROM
		(SELECT sql FROM sqlite_schema WHERE sql IS NOT NULL AND tbl_name NOT LIKE 'sqlite_%' ORDER BY tbl_name, type DESC, name)`)
	checkGolden(t, "testdata/schema.sql", got+";\n")
}

func checkGolden(t *testing.T, name, got string) {
	t.Helper()
	if *update {
		if err := os.WriteFile(name, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	want = bytes.ReplaceAll(want, []byte("\r\n"), []byte("\n"))
	if d := cmp.Diff(string(want), got); d != "" {
		t.Errorf("%s (-want +got; go test -update if it is meant):\n%s", name, d)
	}
}

// TestUpgrade opens a store of every released version, filled by that version,
// and finds everything in it. testdata/filled_N.sql holds what a program of
// version N had written.
func TestUpgrade(t *testing.T) {
	files, err := store.SQLite.Migrations()
	if err != nil {
		t.Fatal(err)
	}
	newest, err := newestMigration(files)
	if err != nil {
		t.Fatal(err)
	}
	c := filledChanges()
	for version := int64(1); version <= newest; version++ {
		t.Run(fmt.Sprint(version), func(t *testing.T) {
			path := filepath.Join(t.TempDir(), "prism.db")
			fixture := fmt.Sprintf("testdata/filled_%d.sql", version)
			if *update && version == newest {
				writeFixture(t, fixture, c)
			}
			rows, err := os.ReadFile(fixture)
			if err != nil {
				t.Fatal(err)
			}
			db, err := sql.Open("sqlite", writeDSN(path, busyTimeout))
			if err != nil {
				t.Fatal(err)
			}
			db.SetMaxOpenConns(1)
			if err := store.Migrate(t.Context(), db, store.SQLite, files, version); err != nil {
				t.Fatal(err)
			}
			if _, err := db.Exec(string(rows)); err != nil {
				t.Fatal(err)
			}
			if err := db.Close(); err != nil {
				t.Fatal(err)
			}
			s := opened(t, path)
			st, err := s.Stats(t.Context())
			if err != nil || st.Schema != newest {
				t.Fatalf("schema %d, %v", st.Schema, err)
			}
			holds(t, s, c)
		})
	}
}

func filledChanges() store.Changes {
	c := sample(2, "old")
	cost := 1.25
	for i := range c.View.Reading.Sessions {
		one := &c.View.Reading.Sessions[i]
		one.Verdict.Evidence[0].Quote = redact.Restore("it isn't a quote")
		one.Started, one.Ended, one.Cost = time.UnixMicro(1_760_000_000_000_000).UTC(), time.UnixMicro(1_760_000_100_000_000).UTC(), &cost
		one.Usage = []fact.ModelUsage{{Model: "m", Requests: 2, Tokens: fact.Tokens{Input: 1, Output: 2, CacheWrite5m: 3, CacheWrite1h: 4, CacheRead: 5}, Cost: &cost}}
		one.Floor = fact.NewFloor(3, 10, 2, 1)
		c.Verdicts[i].Verdict = one.Verdict
		c.Units[i].Digest = []byte{1, 2, 3, byte(i)}
		c.Units[i].Path = "/p/" + c.Units[i].ID
		c.Units[i].Files = []store.File{{Path: c.Units[i].Path, Size: 5, ModTime: 6}}
		c.Units[i].Counts = store.Counts{Lines: 7, Bytes: 8, Skipped: map[string]int{"bad_json": 1}}
	}
	c.View.Reading.Input = fact.Input{Files: 2, Skipped: map[string]int{"bad_json": 2}}
	return c
}

// holds checks that s holds exactly c.
func holds(t *testing.T, s *Store, c store.Changes) {
	t.Helper()
	same := cmp.Comparer(func(a, b redact.Text) bool { return a == b })
	r, ok, err := s.LoadView(t.Context(), c.View.Key, c.View.Fingerprint)
	if err != nil || !ok {
		t.Fatalf("view: %v, %v", ok, err)
	}
	if d := cmp.Diff(c.View.Reading, r, same); d != "" {
		t.Errorf("view (-want +got):\n%s", d)
	}
	var units []store.Unit
	for u, err := range s.Units(t.Context()) {
		if err != nil {
			t.Fatal(err)
		}
		units = append(units, u)
	}
	if d := cmp.Diff(c.Units, units, same); d != "" {
		t.Errorf("units (-want +got):\n%s", d)
	}
	for i := range c.Verdicts {
		key := c.Verdicts[i].Key()
		got, err := s.Verdicts(t.Context(), []store.VerdictKey{key})
		if err != nil {
			t.Fatal(err)
		}
		if d := cmp.Diff(c.Verdicts[i].Verdict, got[key], same); d != "" {
			t.Errorf("verdict (-want +got):\n%s", d)
		}
	}
	titles, err := s.Titles(t.Context())
	if err != nil || titles["old-0000"] != redact.Restore("typed") {
		t.Errorf("titles %v, %v", titles, err)
	}
}

// writeFixture writes the rows of a store that holds c as SQL.
func writeFixture(t *testing.T, name string, c store.Changes) {
	t.Helper()
	path := filepath.Join(t.TempDir(), "prism.db")
	s := opened(t, path)
	saved(t, s, c)
	if err := s.SetTitle(t.Context(), "old-0000", redact.Restore("typed"), time.Unix(1, 0)); err != nil {
		t.Fatal(err)
	}
	var b strings.Builder
	for _, table := range []string{"units", "sources", "verdicts", "views", "sessions", "aliases", "titles"} {
		columns := query(t, path, `SELECT group_concat(name, ', ') FROM pragma_table_info('`+table+`')`)
		values := query(t, path, `SELECT group_concat('quote(' || name || ')', ' || '', '' || ') FROM pragma_table_info('`+table+`')`)
		rows, err := s.read.Query(`SELECT ` + values + ` FROM ` + table)
		if err != nil {
			t.Fatal(err)
		}
		for rows.Next() {
			var row string
			if err := rows.Scan(&row); err != nil {
				t.Fatal(err)
			}
			fmt.Fprintf(&b, "INSERT INTO %s (%s) VALUES (%s);\n", table, columns, row)
		}
		if err := errorsOf(rows); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.WriteFile(name, []byte(b.String()), 0o644); err != nil {
		t.Fatal(err)
	}
}

func errorsOf(rows *sql.Rows) error {
	if err := rows.Err(); err != nil {
		return err
	}
	return rows.Close()
}

// next returns the real migrations and one more.
func next(t testing.TB, statements string) (files fstest.MapFS, version int64) {
	t.Helper()
	files = fstest.MapFS{}
	for name, text := range migrationNames(t) {
		files[name] = &fstest.MapFile{Data: []byte(text)}
	}
	version = int64(len(files) + 1)
	files[fmt.Sprintf("%05d_next.sql", version)] = &fstest.MapFile{Data: fmt.Appendf(nil, "-- +goose Up\nPRAGMA user_version = %d;\n%s\n", version, statements)}
	return files, version
}

// TestHalfAMigration: a migration that breaks off leaves the store as it was.
func TestHalfAMigration(t *testing.T) {
	path := filepath.Join(t.TempDir(), "prism.db")
	s := opened(t, path)
	c := filledChanges()
	saved(t, s, c)
	if err := s.SetTitle(t.Context(), "old-0000", redact.Restore("typed"), time.Unix(1, 0)); err != nil {
		t.Fatal(err)
	}
	closed(t, s)
	bad, version := next(t, "ALTER TABLE titles ADD COLUMN more TEXT;\nDELETE FROM sessions;\nINSERT INTO nowhere VALUES (1);")
	if s, err := open(t.Context(), path, bad, busyTimeout); err == nil {
		closed(t, s)
		t.Fatal("migrated")
	} else if classify(err) != nil {
		t.Errorf("class of %v", err)
	}
	s = opened(t, path)
	holds(t, s, c)
	closed(t, s)

	good, _ := next(t, "ALTER TABLE titles ADD COLUMN more TEXT;")
	s, err := open(t.Context(), path, good, busyTimeout)
	if err != nil {
		t.Fatal(err)
	}
	if st, err := s.Stats(t.Context()); err != nil || st.Schema != version {
		t.Errorf("schema %d, %v", st.Schema, err)
	}
	holds(t, s, c)
}

// TestMigratedOnce: many that open a store at once make each migration once.
func TestMigratedOnce(t *testing.T) {
	path := filepath.Join(t.TempDir(), "prism.db")
	s := opened(t, path)
	if err := s.SetTitle(t.Context(), "n", redact.Restore("1"), time.Unix(1, 0)); err != nil {
		t.Fatal(err)
	}
	closed(t, s)
	// Made twice, this would count to three.
	files, version := next(t, "UPDATE titles SET title = title + 1;")
	for _, place := range []string{path, filepath.Join(t.TempDir(), "fresh.db")} {
		var wait sync.WaitGroup
		for range 6 {
			wait.Go(func() {
				s, err := open(t.Context(), place, files, busyTimeout)
				if err != nil {
					t.Error(err)
					return
				}
				if st, err := s.Stats(t.Context()); err != nil || st.Schema != version {
					t.Errorf("schema %d, %v", st.Schema, err)
				}
				closed(t, s)
			})
		}
		wait.Wait()
	}
	if got := query(t, path, `SELECT title FROM titles`); got != "2" {
		t.Errorf("the migration was made %s − 1 times", got)
	}
}
