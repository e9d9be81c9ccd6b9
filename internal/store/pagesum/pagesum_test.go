package pagesum

import (
	"database/sql"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	_ "modernc.org/sqlite"
)

func database(t *testing.T, path string, pragmas ...string) *sql.DB {
	t.Helper()
	options := ""
	for _, p := range pragmas {
		options += "&_pragma=" + p
	}
	db, err := sql.Open("sqlite", "file:"+path+"?"+strings.TrimPrefix(options, "&"))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { db.Close() })
	db.SetMaxOpenConns(1)
	return db
}

func execute(t *testing.T, db *sql.DB, statements ...string) {
	t.Helper()
	for _, s := range statements {
		if _, err := db.Exec(s); err != nil {
			t.Fatalf("%s: %v", s, err)
		}
	}
}

const fill = `WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 3000) INSERT INTO t SELECT i, 'row ' || i || hex(randomblob(i % 40)) FROM n`

// content is all that a database says, read through its table and through its index.
func content(db *sql.DB) (string, error) {
	var rows, indexed string
	if err := db.QueryRow(`SELECT group_concat(text) FROM (SELECT text FROM t ORDER BY n)`).Scan(&rows); err != nil {
		return "", err
	}
	err := db.QueryRow(`SELECT group_concat(text) FROM (SELECT text FROM t INDEXED BY by_text ORDER BY text)`).Scan(&indexed)
	return rows + "\n" + indexed, err
}

// A turned bit, wherever it is, is an error or changes nothing.
func TestATurnedBitIsAnError(t *testing.T) {
	if err := Register(); err != nil {
		t.Fatal(err)
	}
	if err := Register(); err != nil {
		t.Fatal(err)
	}
	for _, mode := range []string{"WAL", "DELETE"} {
		t.Run(mode, func(t *testing.T) {
			dir := t.TempDir()
			path := filepath.Join(dir, "whole.db")
			db := database(t, path, "page_size(8192)", "journal_mode("+mode+")")
			execute(t, db, `CREATE TABLE t (n INTEGER PRIMARY KEY, text TEXT)`, `CREATE INDEX by_text ON t (text)`, fill, `DELETE FROM t WHERE n % 7 = 0`)
			want, err := content(db)
			if err != nil {
				t.Fatal(err)
			}
			db.Close()
			data, err := os.ReadFile(path)
			if err != nil || data[reservedAt] != Reserved {
				t.Fatalf("%d bytes are reserved, %v", data[reservedAt], err)
			}
			noticed := 0
			for seed := range uint64(300) {
				rng := rand.New(rand.NewPCG(seed, 2))
				bad := append([]byte{}, data...)
				bad[rng.IntN(len(bad))] ^= 1 << rng.IntN(8)
				got, err := contentOf(t, filepath.Join(dir, fmt.Sprint(seed)), bad, content)
				switch {
				case err != nil:
					noticed++
				case got != want:
					t.Fatalf("seed %d: another answer, and no error", seed)
				}
			}
			if noticed < 250 {
				t.Errorf("%d of 300 were noticed", noticed)
			}
		})
	}
}

// contentOf reads a database of these bytes.
func contentOf(t *testing.T, name string, data []byte, read func(*sql.DB) (string, error)) (string, error) {
	t.Helper()
	if err := os.WriteFile(name, data, 0o600); err != nil {
		t.Fatal(err)
	}
	db := database(t, name)
	defer db.Close()
	return read(db)
}

// A row that is longer than a page goes on in pages of its own; these are checked too.
func TestATurnedBitOfALongRowIsAnError(t *testing.T) {
	if err := Register(); err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	path := filepath.Join(dir, "whole.db")
	db := database(t, path, "page_size(8192)", "journal_mode(WAL)")
	const long = 50_000
	execute(t, db, `CREATE TABLE t (n INTEGER PRIMARY KEY, doc BLOB)`,
		fmt.Sprintf(`WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 8) INSERT INTO t SELECT i, randomblob(%d + i) FROM n`, long))
	content := func(db *sql.DB) (all string, err error) {
		for n := 1; n <= 8 && err == nil; n++ {
			var doc string
			err = db.QueryRow(`SELECT hex(doc) FROM t WHERE n = ?`, n).Scan(&doc)
			all += doc
		}
		return all, err
	}
	want, err := content(db)
	if err != nil || len(want) < 8*2*long {
		t.Fatalf("%d letters, %v", len(want), err)
	}
	db.Close()
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	name := filepath.Join(dir, "bad.db")
	// Nearly all of the file is what was asked for.
	const places = 120
	noticed := 0
	for i := range places {
		bad := append([]byte{}, data...)
		bad[(2*i+1)*len(data)/(2*places)] ^= 1 << (i % 8)
		got, err := contentOf(t, name, bad, content)
		switch {
		case err != nil:
			noticed++
		case got != want:
			t.Errorf("place %d: another answer, and no error", i)
		}
	}
	if noticed < places*9/10 {
		t.Errorf("%d of %d were noticed", noticed, places)
	}
}

// plainFile tells a process of this test to make a database without checksums.
const plainFile = "PRISM_TEST_PLAIN_FILE"

// TestPlainProcess is that process.
func TestPlainProcess(t *testing.T) {
	path := os.Getenv(plainFile)
	if path == "" {
		t.Skip("only in a process that another test starts")
	}
	execute(t, database(t, path, "page_size(8192)", "journal_mode(WAL)"), `CREATE TABLE t (n INTEGER PRIMARY KEY, text TEXT)`, `CREATE INDEX by_text ON t (text)`, fill)
}

// A file from before has checksums after it was rewritten, also for a connection that
// was opened before that.
func TestAFileFromBefore(t *testing.T) {
	path := filepath.Join(t.TempDir(), "old.db")
	// Made by a process that has no checksums.
	cmd := exec.CommandContext(t.Context(), os.Args[0], "-test.run=^TestPlainProcess$")
	cmd.Env = append(os.Environ(), plainFile+"="+path)
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	if data, err := os.ReadFile(path); err != nil || data[reservedAt] != 0 {
		t.Fatalf("%v", err)
	}
	if err := Register(); err != nil {
		t.Fatal(err)
	}
	old, err := content(database(t, path))
	if err != nil {
		t.Fatal(err)
	}
	before, now := database(t, path, "journal_mode(WAL)"), database(t, path, "journal_mode(WAL)")
	for _, db := range []*sql.DB{before, now} {
		if got, err := content(db); err != nil || got != old {
			t.Fatalf("%v", err)
		}
	}
	execute(t, now, `VACUUM`)
	execute(t, before, `INSERT INTO t VALUES (9000, 'more')`, `PRAGMA wal_checkpoint(TRUNCATE)`, `INSERT INTO t VALUES (9001, 'and more')`, `PRAGMA wal_checkpoint(TRUNCATE)`)
	before.Close()
	now.Close()
	if data, err := os.ReadFile(path); err != nil || data[reservedAt] != Reserved {
		t.Fatalf("%d bytes are reserved, %v", data[reservedAt], err)
	}
	var sound string
	if err := database(t, path).QueryRow(`PRAGMA integrity_check`).Scan(&sound); err != nil || sound != "ok" {
		t.Error(sound, err)
	}
}
