package store

import (
	"context"
	"database/sql"
	"embed"
	"errors"
	"fmt"
	"io/fs"

	"github.com/pressly/goose/v3"
)

// Migrations are embedded per engine: one numbering, one folder each. A released
// migration is never edited; each runs in one transaction, so that a run killed
// in the middle leaves the schema as it was.
//
//go:embed migrations/*/*.sql
var migrationFiles embed.FS

// Engine names a folder of migrations and the dialect that runs them.
type Engine string

// The engines. A number of a migration means the same in both.
const (
	SQLite   Engine = "sqlite"   // the small store, one file
	Postgres Engine = "postgres" // the large one, many tenants
)

func (e Engine) dialect() (goose.Dialect, error) {
	switch e {
	case SQLite:
		return goose.DialectSQLite3, nil
	case Postgres:
		return goose.DialectPostgres, nil
	}
	return "", fmt.Errorf("no migrations for engine %q", string(e))
}

// Migrations returns the folder of e's migrations.
func (e Engine) Migrations() (fs.FS, error) {
	return fs.Sub(migrationFiles, "migrations/"+string(e))
}

// Migrate brings db from whatever version it has up to version to, forward only;
// 0 means the newest that files holds. It is not called when a cheap look at the
// version already says that there is nothing to do.
func Migrate(ctx context.Context, db *sql.DB, e Engine, files fs.FS, to int64) error {
	dialect, err := e.dialect()
	if err != nil {
		return err
	}
	p, err := goose.NewProvider(dialect, db, files, goose.WithDisableGlobalRegistry(true))
	if err != nil {
		return fmt.Errorf("read the migrations: %w", err)
	}
	if to == 0 {
		_, err = p.Up(ctx)
	} else {
		_, err = p.UpTo(ctx, to)
	}
	var part *goose.PartialError
	switch {
	case errors.As(err, &part) && part.Failed != nil: // its own text has what was rolled back behind it
		return fmt.Errorf("migrate to version %d: %w", part.Failed.Source.Version, part.Err)
	case err != nil:
		return fmt.Errorf("migrate: %w", err)
	}
	return nil
}

// Newest is the highest number among the names of migrations.
func Newest(files fs.FS) (int64, error) {
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
