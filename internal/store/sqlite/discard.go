package sqlite

import (
	"bufio"
	"bytes"
	"context"
	"database/sql"
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"prism/internal/disk"
	"prism/internal/store"
)

// beside are the files that SQLite and we keep beside a database.
func beside() []string { return []string{"-wal", "-shm", "-journal", triedSuffix} }

// Discard deletes the file of a store, however damaged it is, and what SQLite keeps
// beside it. What is no store of ours is left as it is: store.ErrForeign. own says
// that path is where nobody but Prism writes: there a file that nobody can read is
// taken for ours too.
func Discard(ctx context.Context, path string, own bool) error {
	real, err := mine(ctx, path, own)
	if err != nil {
		return wrap(path, "delete", err)
	}
	// The log goes first: a file without its log is older, a log without its file is
	// nothing that anybody opens.
	for _, name := range append(beside(), "") {
		for _, base := range slices.Compact([]string{real, path}) {
			if err := remove(base, name); err != nil {
				return wrap(path, "delete", err)
			}
		}
	}
	return nil
}

// Discardable is nil where Discard would delete, and does nothing.
func Discardable(ctx context.Context, path string, own bool) error {
	_, err := mine(ctx, path, own)
	return wrap(path, "delete", err)
}

// mine finds the file that a path leads to; store.ErrForeign where it is none of ours.
func mine(ctx context.Context, path string, own bool) (real string, err error) {
	real, err = filepath.EvalSymlinks(path)
	if errors.Is(err, fs.ErrNotExist) {
		real, err = path, nil
	}
	if err != nil {
		return "", err
	}
	ours, err := isOurs(ctx, real, own)
	if err == nil && !ours {
		err = store.ErrForeign
	}
	return real, err
}

// isOurs tells a store of ours by its mark; where that or more is damaged, by its
// tables; and where these cannot be read either, by their definitions, which stand
// in it as we wrote them.
func isOurs(ctx context.Context, path string, own bool) (bool, error) {
	info, err := os.Lstat(path)
	if errors.Is(err, fs.ErrNotExist) {
		return own, nil // but for what may lie beside
	}
	if err != nil {
		return false, err
	}
	if !info.Mode().IsRegular() {
		return false, nil
	}
	sound, id, err := marked(path)
	switch {
	case err != nil:
		return false, err
	case sound && id == applicationID:
		return true, nil
	case sound:
		tables, err := tablesOf(ctx, path)
		switch {
		case err != nil:
		case slices.Contains(tables, "scopes") && slices.Contains(tables, "conversations"), slices.Contains(tables, "old_units"):
			return true, nil
		case len(tables) > 0:
			return false, nil // somebody else's, and whole
		}
	}
	if own {
		return true, nil
	}
	for _, name := range []string{path, path + "-wal"} {
		if told, err := defines(name); told || err != nil && !errors.Is(err, fs.ErrNotExist) {
			return told, err
		}
	}
	return false, nil
}

// marked looks at the header of a file: whether it is that of a database, and the
// application's id in it.
func marked(path string) (sound bool, id uint32, err error) {
	f, err := disk.Open(path)
	if err != nil {
		return false, 0, err
	}
	defer f.Close() //nolint:errcheck // only read
	head, err := headOf(f)
	return head.sound, head.id, err
}

// tablesOf reads the names of a database's tables and takes no lock on it.
func tablesOf(ctx context.Context, path string) ([]string, error) {
	db, err := sql.Open("sqlite", dsn(path, "mode=ro", "immutable=1"))
	if err != nil {
		return nil, err
	}
	defer db.Close() //nolint:errcheck // only read
	rows, err := db.QueryContext(ctx, `SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%'`)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	var names []string
	for rows.Next() {
		var name string
		if err := rows.Scan(&name); err != nil {
			return nil, err
		}
		names = append(names, name)
	}
	return names, rows.Err()
}

// defines reports whether a file holds the definition of one of our tables.
func defines(path string) (bool, error) {
	f, err := disk.Open(path)
	if err != nil {
		return false, err
	}
	defer f.Close() //nolint:errcheck // only read
	texts, err := definitions()
	if err != nil {
		return false, err
	}
	const window = 64 << 10
	in := bufio.NewReaderSize(f, window)
	for {
		piece, err := in.Peek(window)
		for _, text := range texts {
			if bytes.Contains(piece, []byte(text)) {
				return true, nil
			}
		}
		if err != nil {
			if errors.Is(err, io.EOF) {
				err = nil
			}
			return false, err
		}
		if _, err := in.Discard(window / 2); err != nil { // a definition may lie across
			return false, err
		}
	}
}

// definitions are the beginnings of our tables' definitions, each long enough to
// stand in no other program's.
func definitions() ([]string, error) {
	files, err := store.SQLite.Migrations()
	if err != nil {
		return nil, err
	}
	names, err := fs.Glob(files, "*.sql")
	if err != nil {
		return nil, err
	}
	const long = 120 // bytes
	var list []string
	for _, name := range names {
		text, err := fs.ReadFile(files, name)
		if err != nil {
			return nil, err
		}
		for _, piece := range strings.Split(string(text), "CREATE TABLE ")[1:] {
			if definition, _, _ := strings.Cut(piece, ";"); len(definition) >= long {
				list = append(list, "CREATE TABLE "+definition[:long])
			}
		}
	}
	return list, nil
}
