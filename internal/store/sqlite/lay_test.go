package sqlite

import (
	"database/sql"
	"fmt"
	"path/filepath"
	"testing"
	"testing/fstest"

	"github.com/google/go-cmp/cmp"

	"prism/internal/store"
)

// TestLaidAsMigrated: a file made at once is the file that the runner of migrations
// makes, to the last word of its schema.
func TestLaidAsMigrated(t *testing.T) {
	files, err := store.SQLite.Migrations()
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	open := func(name string) (*Store, *sql.DB) {
		s := &Store{path: filepath.Join(dir, name)}
		var err error
		if s.write, err = sql.Open("sqlite", writeDSN(s.path, busyTimeout)); err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { _ = s.write.Close() })
		return s, s.write
	}
	laid, a := open("laid.db")
	if err := laid.lay(t.Context(), files); err != nil {
		t.Fatal(err)
	}
	_, b := open("migrated.db")
	if err := store.Migrate(t.Context(), b, store.SQLite, files, 0); err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(told(t, b), told(t, a)); diff != "" {
		t.Error(diff)
	}
	if err := store.Migrate(t.Context(), a, store.SQLite, files, 0); err != nil {
		t.Error("the runner finds something to do: ", err)
	}
	if laid.lay(t.Context(), files) == nil {
		t.Error("made twice")
	}

	// What only the runner understands is left to it, and nothing of it is begun.
	for name, text := range map[string]string{
		"has a way back":  upMark + "CREATE TABLE a (n);\n-- +goose Down\nDROP TABLE a;\n",
		"has no mark":     "CREATE TABLE a (n);\n",
		"makes no sense":  upMark + "CREATE TABEL a (n);\n",
		"number repeated": upMark,
	} {
		s, db := open(name + ".db")
		odd := fstest.MapFS{"00001_a.sql": {Data: []byte(upMark + "CREATE TABLE first (n);\n")}, "00001_b.sql": {Data: []byte(text)}}
		if name != "number repeated" {
			odd["00002_b.sql"] = odd["00001_b.sql"]
			delete(odd, "00001_b.sql")
		}
		if s.lay(t.Context(), odd) == nil {
			t.Errorf("%s: it was made", name)
		}
		if got := told(t, db); len(got) > 2 {
			t.Errorf("%s: it left %v", name, got)
		}
	}
}

// told is all that a file says of its schema.
func told(t *testing.T, db *sql.DB) []string {
	t.Helper()
	var out []string
	for _, q := range []string{
		`SELECT application_id, 0, '', '' FROM pragma_application_id`, `SELECT user_version, 0, '', '' FROM pragma_user_version`,
		`SELECT type, rootpage > 0, name, coalesce(sql, '') FROM sqlite_schema ORDER BY name`,
		`SELECT version_id, is_applied, '', '' FROM goose_db_version ORDER BY id`,
	} {
		rows, err := db.QueryContext(t.Context(), q)
		if err != nil {
			continue // there is no such table
		}
		for rows.Next() {
			var a, b, c, d any
			if err := rows.Scan(&a, &b, &c, &d); err != nil {
				t.Fatal(err)
			}
			out = append(out, fmt.Sprint(a, " ", b, " ", c, " ", d))
		}
		if err := rows.Err(); err != nil {
			t.Fatal(err)
		}
		_ = rows.Close()
	}
	return out
}
