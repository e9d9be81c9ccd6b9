package sqlite

import (
	"context"
	_ "embed" // the newest schema
	"errors"
	"fmt"
	"strings"
)

// newestSchema is what all migrations come to, in one piece: tables, indexes and the rows
// that they enter, those of their runner among them. TestSchema makes it and holds it to them.
//
//go:embed newest.sql
var newestSchema string

var errNotThat = errors.New("the schema in one piece is another version's")

// versionLine is the line of a schema that says which version it is.
func versionLine(number int64) string { return fmt.Sprintf("\nPRAGMA user_version = %d;\n", number) }

// lay makes the newest schema of an empty file in one transaction. The runner takes each
// migration apart, makes a transaction of it, and builds what a later one drops. Whatever
// fails here leaves the file empty, and is for the runner to meet again and to tell.
func (s *Store) lay(ctx context.Context, newest int64) error {
	if !strings.Contains(newestSchema, versionLine(newest)) {
		return errNotThat
	}
	tx, err := s.write.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	defer func() { _ = tx.Rollback() }() // after a commit there is nothing to take back
	if _, err := tx.ExecContext(ctx, newestSchema); err != nil {
		return err
	}
	return tx.Commit()
}
