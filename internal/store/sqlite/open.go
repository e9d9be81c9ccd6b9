// Package sqlite keeps the store in one SQLite file.
//
// Nouns: Store, the open file. Promises: the file is 0600 in a folder of 0700;
// two processes may use it at once, one of them waits; opening an up-to-date
// file costs one query; whatever is wrong with the file comes back as one of
// the classes of package store and never breaks it. Refusals: it repairs,
// replaces or deletes no file by itself, and it knows no clock.
package sqlite

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"io/fs"
	"net/url"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"sync/atomic"
	"time"

	_ "modernc.org/sqlite" // the driver registers itself under "sqlite"

	"prism/internal/store"
)

// applicationID marks the file as ours in SQLite's header: "PRIS". It is set by
// the first migration.
const applicationID = 0x50524953

// Patience with other processes: how long a statement waits for a lock, and how
// long opening goes on trying while another process creates or migrates the file.
const (
	busyTimeout    = 5 * time.Second
	migratePause   = 20 * time.Millisecond
	migratePatient = 10 * time.Second
)

// Store is an open SQLite store. It is safe for concurrent use.
type Store struct {
	path  string
	read  *sql.DB // any number of connections, which cannot write
	write *sql.DB // one connection; made when something is first written
	wrote atomic.Bool
}

// Open opens the store at path, creating or migrating it where needed. The
// error is a *store.Error.
func Open(ctx context.Context, path string) (*Store, error) {
	files, err := store.SQLite.Migrations()
	if err != nil {
		return nil, &store.Error{Path: path, Op: "open", Cause: err}
	}
	return open(ctx, path, files)
}

func open(ctx context.Context, path string, migrations fs.FS) (*Store, error) {
	abs, err := filepath.Abs(path)
	if err != nil {
		return nil, wrap(path, "open", err)
	}
	if err := prepare(abs); err != nil {
		return nil, wrap(path, "open", err)
	}
	s := &Store{path: abs}
	if s.write, err = sql.Open("sqlite", writeDSN(abs)); err != nil {
		return nil, wrap(path, "open", err)
	}
	s.write.SetMaxOpenConns(1)
	if s.read, err = sql.Open("sqlite", readDSN(abs)); err != nil {
		return nil, wrap(path, "open", errors.Join(err, s.write.Close()))
	}
	s.read.SetMaxIdleConns(2)
	if err := s.migrate(ctx, migrations); err != nil {
		return nil, wrap(path, "open", errors.Join(err, s.read.Close(), s.write.Close()))
	}
	return s, nil
}

// prepare makes the folder and the file, private to their owner, and finds out
// early whether the file can be written.
func prepare(path string) error {
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		return err
	}
	f, err := os.OpenFile(path, os.O_RDWR|os.O_CREATE, 0o600)
	if err != nil {
		return err
	}
	info, err := f.Stat()
	if err == nil && runtime.GOOS != "windows" && info.Mode().IsRegular() && info.Mode().Perm()&0o077 != 0 {
		// SQLite gives its log the mode of the file, so this covers both.
		err = f.Chmod(0o600)
	}
	return errors.Join(err, f.Close())
}

// header is what one look at the file tells.
type header struct {
	application int64
	version     int64
	tables      int64
}

func (s *Store) header(ctx context.Context) (h header, err error) {
	err = s.read.QueryRowContext(ctx, `
		SELECT a.application_id, v.user_version, (SELECT count(*) FROM sqlite_schema)
		FROM pragma_application_id AS a, pragma_user_version AS v`).Scan(&h.application, &h.version, &h.tables)
	return h, err
}

// migrate brings the schema to the newest version. Several processes may get
// here at once: each migration is one transaction, so one of them makes it and
// the others fail on it; they look again and find the work done.
func (s *Store) migrate(ctx context.Context, files fs.FS) error {
	newest, err := newestMigration(files)
	if err != nil {
		return err
	}
	deadline := time.Now().Add(migratePatient)
	for last := int64(-1); ; {
		h, err := s.header(ctx)
		switch {
		case err != nil && classify(err) != store.ErrLocked:
			return err
		case err == nil && h.application != applicationID && h.tables > 0 && !s.beingMade(ctx):
			return store.ErrForeign
		case err == nil && h.version > newest:
			return fmt.Errorf("%w: schema %d, this one knows %d", store.ErrNewer, h.version, newest)
		case err == nil && h.application == applicationID && h.version == newest:
			return nil
		case err == nil:
			if err = store.Migrate(ctx, s.write, store.SQLite, files, 0); err == nil {
				s.wrote.Store(true)
				return nil
			}
		}
		if class := classify(err); class != nil && class != store.ErrLocked {
			return err
		}
		// Another process may have been faster. Without progress and without a
		// lock in the way the migration itself is at fault.
		if time.Now().After(deadline) {
			return err
		}
		if h.version == last && classify(err) == nil && !s.progressed(ctx, h.version) {
			return err
		}
		last = h.version
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-time.After(migratePause):
		}
	}
}

// beingMade reports whether the tables are only the runner's own: it makes its
// table before the first migration sets the header.
func (s *Store) beingMade(ctx context.Context) bool {
	var others int
	err := s.read.QueryRowContext(ctx, `
		SELECT count(*) FROM sqlite_schema
		WHERE tbl_name NOT IN ('goose_db_version', 'sqlite_sequence')`).Scan(&others)
	return err == nil && others == 0
}

func (s *Store) progressed(ctx context.Context, from int64) bool {
	h, err := s.header(ctx)
	return err == nil && h.version > from
}

// newestMigration is the highest number among the migrations' names.
func newestMigration(files fs.FS) (int64, error) {
	names, err := fs.Glob(files, "*.sql")
	if err != nil {
		return 0, err
	}
	var newest int64
	for _, name := range names {
		var n int64
		if _, err := fmt.Sscanf(name, "%d_", &n); err != nil {
			return 0, fmt.Errorf("migration %q has no number: %w", name, err)
		}
		newest = max(newest, n)
	}
	return newest, nil
}

// Close lets go of the file. Where nobody else has it open, SQLite folds its log
// back into it.
func (s *Store) Close() error {
	err := s.read.Close()
	if s.wrote.Load() {
		// Only a hint to the query planner; a failure costs speed, nothing else.
		_, _ = s.write.Exec(`PRAGMA optimize`)
	}
	return wrap(s.path, "close", errors.Join(err, s.write.Close()))
}

// writeDSN: immediate transactions take the write lock when they begin, so that
// two writers queue up instead of failing half-way; a log checkpointed rarely
// doubles the speed of bulk writes (docs/dependencies.md).
func writeDSN(path string) string {
	return dsn(path, "_txlock=immediate",
		pragma("busy_timeout", busyTimeout.Milliseconds()),
		pragma("page_size", 8192), // a session with its evidence is 3–5 kB: one row, one page
		pragma("journal_mode", "WAL"),
		pragma("synchronous", "NORMAL"),
		pragma("foreign_keys", 1),
		pragma("cache_size", -8192),
		pragma("temp_store", 2),
		pragma("wal_autocheckpoint", 10000),
	)
}

func readDSN(path string) string {
	return dsn(path,
		pragma("busy_timeout", busyTimeout.Milliseconds()),
		pragma("query_only", 1),
		pragma("cache_size", -8192),
		pragma("temp_store", 2),
	)
}

func pragma(name string, value any) string {
	return "_pragma=" + url.QueryEscape(fmt.Sprintf("%s(%v)", name, value))
}

// dsn writes path as a URI, so that no character in it is taken for an option.
func dsn(path string, options ...string) string {
	p := filepath.ToSlash(path)
	if !strings.HasPrefix(p, "/") {
		p = "/" + p // a drive letter
	}
	return "file:" + (&url.URL{Path: p}).EscapedPath() + "?" + strings.Join(options, "&")
}
