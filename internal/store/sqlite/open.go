// Package sqlite keeps the store in one SQLite file.
//
// Nouns: Store, the open file. Promises: the file is 0600 in a folder of 0700;
// two processes may use it at once, one of them waits; opening an up-to-date
// file costs one query; whatever is wrong with the file comes back as one of
// the classes of package store and never breaks it. Refusals: it repairs,
// replaces or deletes no file by itself, and it knows no clock but for its
// patience and the day between two tries to give a file checksums.
package sqlite

import (
	"context"
	"database/sql"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"net/url"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"sync/atomic"
	"time"

	_ "modernc.org/sqlite" // the driver registers itself under "sqlite"

	"prism/internal/disk"
	"prism/internal/store"
	"prism/internal/store/pagesum"
	"prism/internal/store/rows"
)

// applicationID marks the file as ours in SQLite's header: "PRIS". It is set by
// the first migration.
const applicationID = 0x50524953

// Patience with other processes. A save of 10,000 sessions takes under two seconds,
// but the lock goes to whoever looks at the right moment: of three that save over and
// over on a busy machine, one waited longer than five seconds. Who has waited twenty has
// met something that hangs.
const (
	busyTimeout  = 20 * time.Second
	busySlice    = 250 * time.Millisecond // of it, that SQLite waits at a time: meanwhile it hears of no context that ends
	lockedPause  = time.Millisecond       // between two slices
	migratePause = 20 * time.Millisecond  // between looks at a file that another process is making
	migrateTries = 10                     // for what looks like a fault of the migration itself
)

// Store is an open SQLite store. It is safe for concurrent use.
type Store struct {
	*rows.Store
	path  string
	read  *sql.DB // any number of connections, which cannot write
	write *sql.DB // one connection; made when something is first written, and asked through patient
	wrote atomic.Bool
	// patience is how long what writes waits for other processes.
	patience time.Duration
	// summed: its pages have checksums; plain: why this run could not give them any.
	summed bool
	plain  error
}

// Unprotected says why this run could not give the file's pages checksums; nil where
// they have them, or it did not try. The file serves without.
func (s *Store) Unprotected() error { return s.plain }

// Open opens the store at path, creating or migrating it where needed. The
// error is a *store.Error.
func Open(ctx context.Context, path string) (*Store, error) {
	files, err := store.SQLite.Migrations()
	if err != nil {
		return nil, &store.Error{Path: path, Op: "open", Cause: err}
	}
	return open(ctx, path, files, busyTimeout)
}

// OpenDurable is Open for a store that keeps what nothing else has: what a write
// returned for survives a power cut, too. Without, a power cut may take the last
// writes back, which files would give again.
func OpenDurable(ctx context.Context, path string) (*Store, error) {
	files, err := store.SQLite.Migrations()
	if err != nil {
		return nil, &store.Error{Path: path, Op: "open", Cause: err}
	}
	// Whoever opens it so serves: it reads while it writes. Where it cannot have the room,
	// open tells why.
	_ = pagesum.RegisterRoom(servedPages)
	return openAs(ctx, path, files, busyTimeout, true)
}

// servedPages is for how many pages the caches of a server keep room: those of one that
// writes and three that read (8 MB each).
const servedPages = 4 * cacheSize / pagesum.PageSize

// commandPages is the same of a command: the caches of one that writes and one that reads.
// By itself a page takes 12 KB, in the room 8.5; but the room takes half of that before
// it is used.
const commandPages = (cacheSize + commandCacheSize) / pagesum.PageSize

// How large the cache of one connection is, in bytes: one that writes or serves, and one
// that reads for a command. Most of what a command reads it reads once, and pages that
// are used again at once cost less than new memory for each.
const (
	cacheSize        = 8 << 20
	commandCacheSize = 2 << 20
)

// open is Open with its migrations and its patience.
func open(ctx context.Context, path string, migrations fs.FS, patience time.Duration) (*Store, error) {
	return openAs(ctx, path, migrations, patience, false)
}

// openAs is open, or OpenDurable with its migrations and its patience.
func openAs(ctx context.Context, path string, migrations fs.FS, patience time.Duration, durable bool) (*Store, error) {
	abs, err := filepath.Abs(path)
	if err != nil {
		return nil, wrap(path, "open", err)
	}
	plain := false
	if err = pagesum.RegisterRoom(commandPages); err == nil {
		plain, err = prepare(ctx, abs)
	}
	if err != nil {
		return nil, wrap(path, "open", err)
	}
	s := &Store{path: abs, summed: !plain, patience: patience}
	sync, cache := "NORMAL", commandCacheSize
	if durable {
		sync, cache = "FULL", cacheSize // which has room of its own
	}
	if s.write, err = sql.Open("sqlite", writeDSN(abs, min(patience, busySlice), sync)); err != nil {
		return nil, wrap(path, "open", err)
	}
	s.write.SetMaxOpenConns(1)
	if s.read, err = sql.Open("sqlite", readDSN(abs, patience, cache)); err != nil {
		return nil, wrap(path, "open", errors.Join(err, s.write.Close()))
	}
	s.read.SetMaxIdleConns(3)
	if err := s.migrate(ctx, migrations, patience); err != nil {
		return nil, wrap(path, "open", errors.Join(err, s.read.Close(), s.write.Close()))
	}
	if plain {
		s.plain = wrap(abs, "rewrite", s.protectAtTimes(ctx, patience))
	}
	if s.Store, err = rows.Open(ctx, &engine{s: s}, earlier{}); err != nil {
		return nil, errors.Join(err, s.read.Close(), s.write.Close())
	}
	return s, nil
}

// prepare makes the folder and the file, private to their owner, and finds out
// early whether the file can be written and is none of somebody else's: SQLite
// itself takes a short file of any content for an empty database. plain says that it
// is of a version before pages had checksums.
func prepare(ctx context.Context, path string) (plain bool, err error) {
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		return false, err
	}
	f, err := disk.OpenFile(path, os.O_RDWR|os.O_CREATE, 0o600)
	var odd *disk.OddError
	if errors.As(err, &odd) {
		return false, fmt.Errorf("%w: it is %s", store.ErrForeign, odd.What)
	}
	if err != nil {
		return false, err
	}
	plain, err = inspect(ctx, path, f)
	return plain, errors.Join(err, f.Close())
}

// protectPause is between tries to give a file checksums: where that fails over
// and over (a full disk), it shall not cost each command the time.
const protectPause = 24 * time.Hour

// triedSuffix names the empty file beside a store that tells when it was last tried.
const triedSuffix = "-plain"

// protectAtTimes is protect in the run that migrated the file, and else once in
// protectPause; there another process that has the file is no failure to speak of.
func (s *Store) protectAtTimes(ctx context.Context, patience time.Duration) error {
	tried := s.path + triedSuffix
	migrated := s.wrote.Load()
	if !migrated {
		if info, err := os.Stat(tried); err == nil && time.Since(info.ModTime()).Abs() < protectPause {
			return nil
		}
		// Before the try: a run that is killed in it has tried too.
		if err := disk.Write(tried, nil); err != nil {
			return err
		}
		patience = 0
	}
	err := s.protect(ctx, patience)
	switch {
	case err == nil:
		s.summed = true
		_ = os.Remove(tried) // it says nothing any more
	case !migrated && errors.Is(classify(err), store.ErrLocked):
		return nil
	}
	return err
}

// protect writes a file of before anew, so that its pages have checksums. That takes
// as long as reading it does; where it cannot be done (a full disk, another process)
// the file serves as it is.
func (s *Store) protect(ctx context.Context, patience time.Duration) error {
	// Without a word on the size of pages, which would take back what they reserve.
	db, err := sql.Open("sqlite", dsn(s.path, pragma("busy_timeout", patience.Milliseconds()), pragma("journal_mode", "WAL")))
	if err != nil {
		return err
	}
	_, err = db.ExecContext(ctx, `VACUUM`)
	return errors.Join(err, db.Close())
}

// fileMagic opens every SQLite file; its header has 100 bytes, and the version of
// whoever made it stands at byte 60, the application's id at byte 68
// (sqlite.org/fileformat2.html).
const (
	fileMagic        = "SQLite format 3\x00"
	fileHeader       = 100
	reservedInHeader = 20
	versionInHeader  = 60
	idInHeader       = 68
	privateToUser    = 0o077 // no bit of this may be set
)

// inspect refuses a file that is not ours before anything of it is touched, its mode
// included.
func inspect(ctx context.Context, path string, f *os.File) (plain bool, err error) {
	info, err := f.Stat()
	if err != nil {
		return false, err
	}
	if info.Size() > 0 {
		head, err := known(func() (head, error) { return headOf(f) }, func() bool { return othersTables(ctx, path) })
		if err != nil {
			return false, err
		}
		plain = head.id == applicationID && !head.summed
	}
	if runtime.GOOS != "windows" && info.Mode().Perm()&privateToUser != 0 {
		// SQLite gives its log the mode of the file, so this covers both.
		err = f.Chmod(0o600)
	}
	return plain, err
}

// known is the head of a file that is ours, or of a database that nobody marked: that is
// perhaps ours in the making. Another process may mark it between the look at its head and
// the one at its tables, so both are taken once more before the file is somebody else's.
func known(look func() (head, error), others func() bool) (h head, err error) {
	for range 2 {
		if h, err = look(); err != nil {
			return h, err
		}
		switch {
		case !h.sound, h.id != applicationID && h.id != 0:
			return h, store.ErrForeign
		case h.id == applicationID, h.version == 0 && !others():
			return h, nil
		}
	}
	return h, store.ErrForeign
}

// head is what the first bytes of a file tell.
type head struct {
	sound   bool   // it is that of a database
	id      uint32 // of the application
	version uint32 // of its schema
	summed  bool   // its pages have checksums
}

func headOf(f *os.File) (head, error) {
	bytes := make([]byte, fileHeader)
	if _, err := f.ReadAt(bytes, 0); err != nil && !errors.Is(err, io.EOF) {
		return head{}, err
	}
	return head{
		sound:   strings.HasPrefix(string(bytes), fileMagic),
		id:      binary.BigEndian.Uint32(bytes[idInHeader:]),
		version: binary.BigEndian.Uint32(bytes[versionInHeader:]),
		summed:  bytes[reservedInHeader] == pagesum.Reserved,
	}, nil
}

// othersTables looks for tables of somebody else's without a trace: no lock, no log, no
// journal rolled back. What it cannot read is for the look that follows.
func othersTables(ctx context.Context, path string) bool {
	db, err := sql.Open("sqlite", dsn(path, "mode=ro", "immutable=1"))
	if err != nil {
		return false
	}
	defer func() { _ = db.Close() }() // nothing was written
	var n int
	return db.QueryRowContext(ctx, countOthers).Scan(&n) == nil && n > 0
}

// countOthers counts tables that are not ours before the first migration marks the
// file: the runner makes its own table before.
const countOthers = `SELECT count(*) FROM sqlite_schema WHERE tbl_name NOT IN ('goose_db_version', 'sqlite_sequence')`

// header is what one look at the file tells.
type header struct {
	application int64
	version     int64
	tables      int64
}

// counted has SQLite count what a migration made anew. An index of which it knows nothing
// beside others that were counted is taken to be the best for everything: lists by tokens
// then sorted all of a scope. It is only a hint; a failure costs speed, nothing else.
func (s *Store) counted(ctx context.Context) {
	_, _ = s.write.ExecContext(ctx, `PRAGMA optimize(0x10012)`) // of all tables, asked yet or not; by a sample of the rows
}

func (s *Store) header(ctx context.Context) (h header, err error) {
	err = s.read.QueryRowContext(ctx, `
		SELECT a.application_id, v.user_version, (SELECT count(*) FROM sqlite_schema)
		FROM pragma_application_id AS a, pragma_user_version AS v`).Scan(&h.application, &h.version, &h.tables)
	return h, err
}

// migrate brings the schema to the newest version. Several processes may get
// here at once: each migration is one transaction that can be made only once
// (migration 1 sees to it), so one of them makes it and the others fail on it;
// they look again and find the work done.
func (s *Store) migrate(ctx context.Context, files fs.FS, patience time.Duration) error {
	newest, err := store.Newest(files)
	if err != nil {
		return err
	}
	deadline := time.Now().Add(2 * patience)
	for try := 0; try < migrateTries && !time.Now().After(deadline); try++ {
		var h header
		if h, err = s.header(ctx); err == nil {
			var done bool
			if done, err = s.settled(ctx, h, newest); done || err != nil {
				return err
			}
			s.wrote.Store(true)
			if h == (header{}) && s.lay(ctx, newest) == nil {
				return nil
			}
			if err = store.Migrate(ctx, s.write, store.SQLite, files, 0); err == nil {
				s.counted(ctx)
				return nil
			}
		}
		if class := classify(err); errors.Is(class, store.ErrLocked) {
			try-- // that costs time, not a try
		} else if class != nil {
			return err
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-time.After(migratePause):
		}
	}
	return err
}

// settled reports whether there is nothing to migrate, or why it must not be.
func (s *Store) settled(ctx context.Context, h header, newest int64) (bool, error) {
	if h.application == applicationID {
		if h.version > newest {
			return false, fmt.Errorf("%w: its schema is %d, this program knows %d", store.ErrNewer, h.version, newest)
		}
		return h.version == newest, nil
	}
	if h.application != 0 || h.version != 0 {
		return false, store.ErrForeign
	}
	if h.tables == 0 {
		return false, nil
	}
	var others int
	err := s.read.QueryRowContext(ctx, countOthers).Scan(&others)
	if err == nil && others > 0 {
		// Another process may have migrated between the two looks.
		if h, err = s.header(ctx); err == nil && h.application != applicationID {
			err = store.ErrForeign
		}
	}
	return false, err
}

// writeDSN: immediate transactions take the write lock when they begin, so that
// two writers queue up instead of failing half-way; a log checkpointed rarely
// doubles the speed of bulk writes (docs/dependencies.md).
func writeDSN(path string, patience time.Duration, sync string) string {
	return dsn(path, "_txlock=immediate",
		pragma("busy_timeout", patience.Milliseconds()),
		pragma("page_size", pagesum.PageSize), // a session with its evidence is 3–5 kB: one row, one page
		pragma("journal_mode", "WAL"),
		pragma("synchronous", sync),
		pragma("foreign_keys", 1),
		pragma("cache_size", -cacheSize/1024),
		pragma("temp_store", 2),
		pragma("wal_autocheckpoint", 10000),
	)
}

// readDSN keeps so many bytes of pages for a connection that only reads.
func readDSN(path string, patience time.Duration, cache int) string {
	return dsn(path,
		pragma("busy_timeout", patience.Milliseconds()),
		pragma("query_only", 1),
		pragma("cache_size", -cache/1024),
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
