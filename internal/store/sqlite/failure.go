package sqlite

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"syscall"

	driver "modernc.org/sqlite"
	lib "modernc.org/sqlite/lib"

	"prism/internal/store"
)

// failed wraps what went wrong while something was done to s. A cancelled context
// makes SQLite fail in many ways; the reason is what counts.
func (s *Store) failed(ctx context.Context, op string, err error) error {
	if err != nil && ctx.Err() != nil {
		return fmt.Errorf("%s store: %w", op, ctx.Err())
	}
	if e := (*driver.Error)(nil); errors.As(err, &e) && e.Code()&0xff == lib.SQLITE_ERROR {
		// The statements are right for the version that the file says it has, so a
		// table or column that they miss was lost.
		return &store.Error{Kind: store.ErrCorrupt, Path: s.path, Op: op, Cause: err}
	}
	return wrap(s.path, op, err)
}

// errSum: the sum cannot tell who changed a page.
var errSum = errors.New("a page does not have the checksum that stands in it: the disk changed it, or a program that keeps no checksums (sqlite3, an older Prism) wrote into the file")

// wrap gives err its class, the place and what was being done.
func wrap(path, op string, err error) error {
	var done *store.Error
	if e := (*driver.Error)(nil); !errors.As(err, &done) && errors.As(err, &e) && e.Code() == lib.SQLITE_IOERR_DATA {
		err = fmt.Errorf("%w: %w", store.ErrCorrupt, errSum)
	}
	return store.Wrap(path, op, err, classify)
}

// classify maps what SQLite and the file system say to the classes of package
// store; nil when it is none of them.
func classify(err error) error {
	if e := (*driver.Error)(nil); errors.As(err, &e) {
		if e.Code() == lib.SQLITE_IOERR_DATA { // a page has another checksum than it should
			return store.ErrCorrupt
		}
		switch e.Code() & 0xff { // the primary code; the rest is detail
		case lib.SQLITE_CORRUPT, lib.SQLITE_NOTADB, lib.SQLITE_FORMAT:
			return store.ErrCorrupt
		case lib.SQLITE_READONLY, lib.SQLITE_PERM, lib.SQLITE_CANTOPEN:
			// The file itself could be opened for writing; what cannot be opened
			// is the log beside it, in a folder that may not be written.
			return store.ErrReadOnly
		case lib.SQLITE_BUSY, lib.SQLITE_LOCKED, lib.SQLITE_PROTOCOL:
			return store.ErrLocked
		case lib.SQLITE_FULL:
			return store.ErrFull
		case lib.SQLITE_IOERR:
			return store.ErrIO
		}
		return nil
	}
	switch {
	case errors.Is(err, fs.ErrPermission), errors.Is(err, syscall.EROFS):
		return store.ErrReadOnly
	case errors.Is(err, syscall.ENOSPC), errors.Is(err, syscall.EDQUOT):
		return store.ErrFull
	}
	if e := (*fs.PathError)(nil); errors.As(err, &e) {
		return store.ErrIO
	}
	return nil
}
