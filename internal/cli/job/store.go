package job

import (
	"context"
	"errors"
	"os"

	"prism/internal/store/postgres"
	"prism/internal/store/rows"
	"prism/internal/store/sqlite"
)

// localTenant is whose store in a database the command line uses.
const localTenant = "local"

// Open opens the store at a place: a file, or the address of a database. What this
// version could not do for it is told.
func (p *Program) Open(ctx context.Context, place string) (*rows.Store, error) {
	if postgres.Is(place) {
		return postgres.Open(ctx, place, localTenant)
	}
	db, err := sqlite.Open(ctx, place)
	if err != nil {
		return nil, err
	}
	if db.Unprotected() != nil {
		p.Warn("%v; going on with the store, which has no checksums against a damaged disk", db.Unprotected())
	}
	return db.Store, nil
}

// Repair mends the store in a file.
func (p *Program) Repair(ctx context.Context, file string) (sqlite.Repaired, error) {
	return sqlite.Repair(ctx, file, file == p.Folders().StoreFile())
}

// InDatabase reports whether a store is in a database, not in a file of its own.
func InDatabase(place string) bool { return postgres.Is(place) }

// HasStore reports whether there is something to open at a place, so that who only
// looks makes no file. Whether a database is there only opening it tells.
func HasStore(place string) bool {
	if place == "" || InDatabase(place) {
		return place != ""
	}
	_, err := os.Stat(place)
	return err == nil
}

// StoreName is a place as it may be shown: an address without what it lets in by.
func StoreName(place string) string {
	if InDatabase(place) {
		return postgres.Path(place)
	}
	return place
}

// openStore opens the job's store; nil where there is none, or where a file does not open,
// which is told: the answer is the same without it. A database that somebody named may hold
// what lies nowhere else, so one that cannot be had is an error.
func (p *Program) openStore(ctx context.Context, j *Job) (*rows.Store, error) {
	if j.Store == "" {
		return nil, nil
	}
	db, err := p.Open(ctx, j.Store)
	switch {
	case err == nil:
		return db, nil
	case InDatabase(j.Store):
		return nil, err
	case ctx.Err() == nil: // else somebody stopped it, and nothing is the matter
		p.Warn("%v; going on without it", err)
	}
	return nil, nil
}

// WithStore opens the job's store for f; f gets nil where there is none.
func (p *Program) WithStore(ctx context.Context, j *Job, f func(db *rows.Store) error) error {
	db, err := p.openStore(ctx, j)
	if err != nil {
		return err
	}
	if db == nil {
		return f(nil)
	}
	return errors.Join(f(db), db.Close())
}
