package sqlite

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"strings"
)

// upMark opens a migration that says nothing else to its runner.
const upMark = "-- +goose Up\n"

var errSpecial = errors.New("a migration that its runner has to read")

// lay makes the schema of an empty file in one transaction: all migrations after each
// other, and entered as their runner enters them (a test holds the two to the same
// schema). The runner takes each apart and makes a transaction of it, which is a third
// of the time of a small first run. Whatever fails here leaves the file empty, and is
// for the runner to meet again and to tell.
func (s *Store) lay(ctx context.Context, files fs.FS) error {
	names, err := fs.Glob(files, "*.sql") // in order: their numbers have five digits
	if err != nil {
		return err
	}
	tx, err := s.write.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	defer func() { _ = tx.Rollback() }() // after a commit there is nothing to take back
	const table = `CREATE TABLE goose_db_version (
		id INTEGER PRIMARY KEY AUTOINCREMENT,
		version_id INTEGER NOT NULL,
		is_applied INTEGER NOT NULL,
		tstamp TIMESTAMP DEFAULT (datetime('now'))
	)`
	if _, err := tx.ExecContext(ctx, table); err != nil {
		return err
	}
	enter := func(number int64) error {
		_, err := tx.ExecContext(ctx, `INSERT INTO goose_db_version (version_id, is_applied) VALUES (?, 1)`, number)
		return err
	}
	if err := enter(0); err != nil {
		return err
	}
	before := int64(0)
	for _, name := range names {
		var number int64
		if _, err := fmt.Sscanf(name, "%d_", &number); err != nil {
			return err
		}
		text, err := fs.ReadFile(files, name)
		if err != nil {
			return err
		}
		body, plain := strings.CutPrefix(string(text), upMark)
		if !plain || strings.Contains(body, "+goose") || number <= before {
			return errSpecial
		}
		if _, err := tx.ExecContext(ctx, body); err != nil {
			return err
		}
		if err := enter(number); err != nil {
			return err
		}
		before = number
	}
	return tx.Commit()
}
