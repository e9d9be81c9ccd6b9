package sqlite

import (
	"bytes"
	"database/sql"
	"errors"
	"fmt"
	"io/fs"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"testing/fstest"
	"time"

	"prism/internal/long"
	"prism/internal/store"
)

// The program that is killed in a migration is this test binary, told so by these.
const (
	migrateStore = "PRISM_TEST_MIGRATE_STORE"
	migrateAt    = "PRISM_TEST_MIGRATE_AT"
)

// endless is a statement that a program can only be killed in.
const endless = "WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT count(*) FROM n;"

// broken are the migrations, with a statement at the end of one of them.
func broken(t testing.TB, at int64, statement string) fstest.MapFS {
	t.Helper()
	files := fstest.MapFS{}
	for name, text := range migrationNames(t) {
		if strings.HasPrefix(name, fmt.Sprintf("%05d_", at)) {
			text += "\n" + statement + "\n"
		}
		files[name] = &fstest.MapFile{Data: []byte(text)}
	}
	return files
}

// TestMigrater is the program that is killed.
func TestMigrater(t *testing.T) {
	path := os.Getenv(migrateStore)
	if path == "" {
		t.Skip("only in a process that another test starts")
	}
	at, err := strconv.ParseInt(os.Getenv(migrateAt), 10, 64)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := open(t.Context(), path, broken(t, at, endless), busyTimeout); err != nil {
		t.Fatal(err)
	}
	t.Error("migrated")
}

// TestInterruptedMigrations brings a store of every released version, filled by that
// version, up to date, and is interrupted on the way: in each of the migrations by a
// statement that fails, in one of them by a kill (PRISM_MIGRATION_KILLS=100: in each).
// What people typed and paid for is there after it, at the version that was reached, and
// when it goes on it comes to the end with all of it.
func TestInterruptedMigrations(t *testing.T) {
	files, err := store.SQLite.Migrations()
	if err != nil {
		t.Fatal(err)
	}
	newest, err := store.Newest(files)
	if err != nil {
		t.Fatal(err)
	}
	kills := 1
	if n, err := strconv.Atoi(os.Getenv("PRISM_MIGRATION_KILLS")); err == nil {
		kills = n
	}
	for version := int64(1); version < newest; version++ {
		if there, err := fs.Glob(files, fmt.Sprintf("%05d_*.sql", version)); err != nil || len(there) == 0 {
			continue
		}
		if !long.All() && version > 1 && version < newest-1 && version%8 != 0 {
			continue // the oldest, the last and some between tell of most mistakes
		}
		t.Run(fmt.Sprint(version), func(t *testing.T) {
			t.Parallel()
			random := rand.New(rand.NewPCG(3, uint64(version)))
			rows, err := os.ReadFile(fmt.Sprintf("testdata/filled_%d.sql", version))
			if err != nil {
				t.Fatal(err)
			}
			path := filepath.Join(t.TempDir(), "prism.db")
			made := func(path string) {
				t.Helper()
				db, err := sql.Open("sqlite", writeDSN(path, busyTimeout, "NORMAL"))
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
			}
			stands := func(path string, at int64) {
				t.Helper()
				if got := looked(t, path, `SELECT user_version FROM pragma_user_version`); got != fmt.Sprint(at) {
					t.Errorf("version %s, want %d", got, at)
				}
				if got := looked(t, path, `SELECT count(*) FROM titles`); got == "0" {
					t.Error("what was typed is gone")
				}
			}
			arrives := func(path string) {
				t.Helper()
				s := opened(t, path)
				st, err := s.Stats(t.Context())
				if err != nil || st.Schema != newest {
					t.Fatalf("schema %d, %v", st.Schema, err)
				}
				typed(t, s, version >= 2)
				if version >= firstOfScopes {
					holds(t, s)
				} else {
					carried(t, s)
				}
				closed(t, s)
				if got := looked(t, path, `PRAGMA integrity_check`); got != "ok" {
					t.Error(got)
				}
			}
			made(path)
			for at := version + 1; at <= newest; at++ { // one after the other, in one store
				if !long.All() && version > 1 && at > version+1 && at < newest {
					continue // the oldest store is interrupted in each of them
				}
				if s, err := open(t.Context(), path, broken(t, at, "INSERT INTO nowhere VALUES (1);"), busyTimeout); err == nil {
					closed(t, s)
					t.Fatal("migrated")
				}
				stands(path, at-1)
			}
			arrives(path)

			path = filepath.Join(t.TempDir(), "killed.db")
			made(path)
			left := int(newest - version)
			for i, at := range random.Perm(left)[:min(left, kills)] {
				if i > 0 {
					path = filepath.Join(t.TempDir(), "killed.db")
					made(path)
				}
				number := version + 1 + int64(at)
				var said bytes.Buffer
				cmd := exec.CommandContext(t.Context(), os.Args[0], "-test.run=^TestMigrater$", "-test.count=1")
				cmd.Env = append(os.Environ(), migrateStore+"="+path, migrateAt+"="+fmt.Sprint(number))
				cmd.Stdout = &said
				if err := cmd.Start(); err != nil {
					t.Fatal(err)
				}
				ended := make(chan error, 1)
				go func() { ended <- cmd.Wait() }()
				for end := time.Now().Add(20 * time.Second); looked(t, path, `SELECT user_version FROM pragma_user_version`) != fmt.Sprint(number-1); time.Sleep(5 * time.Millisecond) {
					if time.Now().After(end) {
						t.Fatal("it does not get there: ", said.String())
					}
				}
				select {
				case err := <-ended:
					t.Fatal("it ended by itself: ", err, said.String())
				case <-time.After(250 * time.Millisecond): // it is in the statement without end
				}
				if err := cmd.Process.Kill(); err != nil {
					t.Fatal(err)
				}
				<-ended
				stands(path, number-1)
				arrives(path)
			}
		})
	}
}

// looked is query beside a process that may just have the file for itself.
func looked(t *testing.T, path, statement string) (text string) {
	t.Helper()
	db, err := sql.Open("sqlite", readDSN(path, busyTimeout, cacheSize))
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	for end := time.Now().Add(busyTimeout); ; time.Sleep(5 * time.Millisecond) {
		err := db.QueryRowContext(t.Context(), statement).Scan(&text)
		if err == nil {
			return text
		}
		if !errors.Is(classify(err), store.ErrLocked) || time.Now().After(end) {
			t.Fatal(err)
		}
	}
}
