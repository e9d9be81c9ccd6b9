package sqlite

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"prism/internal/store"
)

// TestLaidAsMigrated: a file made at once is the file that the runner of migrations
// makes, to the last word of its schema and the last row.
func TestLaidAsMigrated(t *testing.T) {
	files, err := store.SQLite.Migrations()
	if err != nil {
		t.Fatal(err)
	}
	newest, err := store.Newest(files)
	if err != nil {
		t.Fatal(err)
	}
	laid, migrated := bare(t, "laid.db"), bare(t, "migrated.db")
	if err := laid.lay(t.Context(), newest); err != nil {
		t.Fatal(err)
	}
	if err := store.Migrate(t.Context(), migrated.write, store.SQLite, files, 0); err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(schemaOf(t, migrated.write), schemaOf(t, laid.write)); diff != "" {
		t.Error(diff)
	}
	const sequences = `SELECT name, seq FROM sqlite_sequence ORDER BY name`
	if diff := cmp.Diff(queryAll(t, migrated.write, sequences), queryAll(t, laid.write, sequences)); diff != "" {
		t.Error(diff)
	}
	if err := store.Migrate(t.Context(), laid.write, store.SQLite, files, 0); err != nil {
		t.Error("the runner finds something to do: ", err)
	}
	if laid.lay(t.Context(), newest) == nil {
		t.Error("made twice")
	}
}

// What is another version's is left to the runner, and nothing of it is begun; nor is
// anything left of what another process began first.
func TestLaidNotAtAll(t *testing.T) {
	files, err := store.SQLite.Migrations()
	if err != nil {
		t.Fatal(err)
	}
	newest, err := store.Newest(files)
	if err != nil {
		t.Fatal(err)
	}
	for _, number := range []int64{newest - 1, newest + 1} {
		s := bare(t, "other.db")
		if s.lay(t.Context(), number) == nil {
			t.Errorf("version %d was made", number)
		}
		if got := queryAll(t, s.write, `SELECT name FROM sqlite_schema`); len(got) > 0 {
			t.Errorf("version %d left %v", number, got)
		}
	}
	s := bare(t, "begun.db")
	if _, err := s.write.Exec(`CREATE TABLE intake (n)`); err != nil {
		t.Fatal(err)
	}
	if s.lay(t.Context(), newest) == nil {
		t.Error("made beside a table of its own name")
	}
	if got := queryAll(t, s.write, `SELECT name FROM sqlite_schema`); len(got) != 1 {
		t.Errorf("it left %v", got)
	}
}
