package job

import (
	"context"
	"errors"

	"prism/internal/store/sqlite"
)

// Open opens a store and tells what this version could not do for it.
func (p *Program) Open(ctx context.Context, file string) (*sqlite.Store, error) {
	db, err := sqlite.Open(ctx, file)
	if err == nil && db.Unprotected() != nil {
		p.Warn("%v; going on with the store, which has no checksums against a damaged disk", db.Unprotected())
	}
	return db, err
}

// openStore opens the job's store; nil where there is none, or where it does not
// open, which is told.
func (p *Program) openStore(ctx context.Context, j *Job) *sqlite.Store {
	if j.Store == "" {
		return nil
	}
	db, err := p.Open(ctx, j.Store)
	if err != nil {
		p.Warn("%v; going on without it", err)
		return nil
	}
	return db
}

// WithStore opens the job's store for f; f gets nil where there is none.
func (p *Program) WithStore(ctx context.Context, j *Job, f func(db *sqlite.Store) error) error {
	db := p.openStore(ctx, j)
	if db == nil {
		return f(nil)
	}
	return errors.Join(f(db), db.Close())
}
