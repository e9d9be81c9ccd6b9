package postgres

import (
	"errors"
	"fmt"
	"io/fs"
	"net/url"
	"strings"
	"sync"
	"testing"
	"testing/fstest"

	"github.com/jackc/pgx/v5"

	"prism/internal/pgtest"
	"prism/internal/store"
)

// migrations are those of an engine, by their numbers.
func migrations(t *testing.T, e store.Engine) (files fs.FS, numbers map[int64]string) {
	t.Helper()
	files, err := e.Migrations()
	if err != nil {
		t.Fatal(err)
	}
	names, err := fs.Glob(files, "*.sql")
	if err != nil {
		t.Fatal(err)
	}
	numbers = make(map[int64]string)
	for _, name := range names {
		n, err := store.Newest(fstest.MapFS{name: &fstest.MapFile{}})
		if err != nil || numbers[n] != "" {
			t.Fatal(name, err)
		}
		numbers[n] = name
	}
	return files, numbers
}

// first is the number that the schema began with here; SQLite's files are older.
const first = 5

// A number means the same in both engines.
func TestNumbersAgree(t *testing.T) {
	_, small := migrations(t, store.SQLite)
	_, large := migrations(t, store.Postgres)
	for n := range small {
		if n >= first && large[n] == "" {
			t.Errorf("%s has no counterpart: where PostgreSQL needs no change, it is an empty one", small[n])
		}
	}
	for n := range large {
		if n < first || small[n] == "" {
			t.Errorf("%s has no counterpart", large[n])
		}
	}
}

// following are the migrations and one more.
func following(t *testing.T, statements string) (files fstest.MapFS, version int64) {
	t.Helper()
	all, numbers := migrations(t, store.Postgres)
	files = fstest.MapFS{}
	for n, name := range numbers {
		text, err := fs.ReadFile(all, name)
		if err != nil {
			t.Fatal(err)
		}
		files[name] = &fstest.MapFile{Data: text}
		version = max(version, n+1)
	}
	files[fmt.Sprintf("%05d_following.sql", version)] = &fstest.MapFile{Data: fmt.Appendf(nil, "-- +goose Up\n%s\n", statements)}
	return files, version
}

// A rising number: what was kept stays, whoever is older is told, and a migration
// that breaks off leaves everything as it was.
func TestMigrationsRise(t *testing.T) {
	address := pgtest.Database(t)
	db := connected(t, address)
	s := furnished(t, db, "one")
	holds := func() {
		t.Helper()
		if _, found, err := s.List(t.Context(), "s", store.Filter{}, store.Order{}, 0, 0); found != packedTogether+1 || err != nil {
			t.Error(found, err)
		}
	}
	bad, version := following(t, "ALTER TABLE titles ADD COLUMN more text;\nDELETE FROM documents;\nINSERT INTO nowhere VALUES (1);")
	if db, err := connect(t.Context(), address, bad); err == nil {
		db.Close()
		t.Fatal("migrated")
	}
	holds()
	if st, err := s.Stats(t.Context()); err != nil || st.Schema != version-1 {
		t.Errorf("schema %d, %v", st.Schema, err)
	}
	good, _ := following(t, "ALTER TABLE documents ADD COLUMN more text;\nCREATE TABLE added (n int);")
	newer, err := connect(t.Context(), address, good)
	if err != nil {
		t.Fatal(err)
	}
	defer newer.Close()
	holds() // on connections that had planned their statements before
	if st, err := s.Stats(t.Context()); err != nil || st.Schema != version {
		t.Errorf("schema %d, %v", st.Schema, err)
	}
	as(t, newer, tenantRole, "one", func(tx pgx.Tx) error { // whom a migration lets use what it makes
		_, err := tx.Exec(t.Context(), `INSERT INTO added VALUES (1)`)
		return err
	})
	if _, err := Connect(t.Context(), address); !errors.Is(err, store.ErrNewer) {
		t.Errorf("an older program: %v", err)
	}
}

// Many that begin at once make each migration once.
func TestMigratedOnce(t *testing.T) {
	address := pgtest.Database(t)
	// Made twice, this would fail.
	files, version := following(t, "CREATE TABLE once (n int);")
	var wait sync.WaitGroup
	for range 6 {
		wait.Go(func() {
			db, err := connect(t.Context(), address, files)
			if err != nil {
				t.Error(err)
				return
			}
			defer db.Close()
			if _, made, err := db.version(t.Context()); made != version || err != nil {
				t.Errorf("schema %d, %v", made, err)
			}
		})
	}
	wait.Wait()
}

// Nothing that is said of a database holds a password.
func TestPasswordsAreNotTold(t *testing.T) {
	const secret = "s3cr3t-pass"
	good, err := url.Parse(pgtest.Database(t))
	if err != nil {
		t.Fatal(err)
	}
	withPassword := *good
	withPassword.User = url.UserPassword("postgres", secret)
	nobody := *good
	nobody.User = url.UserPassword("nobody_of_that_name", secret)
	absent := withPassword
	absent.Path = "/absent"
	for _, address := range []string{
		nobody.String(), absent.String(),
		"postgres://u:" + secret + "@127.0.0.1:1/db", "postgres://u:" + secret + "@host:port/db", "postgres://u:" + secret + "@[::1/db",
		"postgres://u:" + secret + "@127.0.0.1/db?sslmode=odd", "postgres://u:%zz" + secret + "@127.0.0.1/db", "host=127.0.0.1 password=" + secret,
		"postgres:// u:" + secret + "@127.0.0.1:1/db", "POSTGRES://u:" + secret + "@127.0.0.1:1/db", "postgres:/u:" + secret + "@127.0.0.1:1/db",
	} {
		if !Is(address) {
			t.Errorf("%s: would be taken for a file", address)
		}
		db, err := Connect(t.Context(), address)
		if err == nil {
			db.Close()
			t.Errorf("%s: connected", address)
			continue
		}
		if !errors.Is(err, store.ErrAway) {
			t.Errorf("not away: %v", err)
		}
		if told := err.Error() + fmt.Sprintf("%+v", err) + Path(address); strings.Contains(told, secret) {
			t.Errorf("told: %s", told)
		}
	}
	if withPassword.Host == "" { // a socket of ours lets everybody in
		s, err := Open(t.Context(), withPassword.String(), "t")
		if err != nil {
			t.Fatal(err)
		}
		st, err := s.Stats(t.Context())
		if err != nil || strings.Contains(st.Path, secret) || !strings.HasPrefix(st.Path, "postgres:///prism_test_") {
			t.Errorf("%q, %v", st.Path, err)
		}
		if err := s.Close(); err != nil {
			t.Error(err)
		}
	}
}
