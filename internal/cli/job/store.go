package job

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"

	"prism/internal/store/sqlite"
)

// openStore opens the job's store; nil where there is none, or where it does not
// open, which is told.
func (p *Program) openStore(ctx context.Context, j *Job) *sqlite.Store {
	if j.Store == "" {
		return nil
	}
	db, err := sqlite.Open(ctx, j.Store)
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

// WriteFile writes beside the file and renames, so that a full disk leaves no
// half page.
func WriteFile(path string, data []byte) (err error) {
	if dir := filepath.Dir(path); !isFolder(dir) {
		return fmt.Errorf("%s cannot be written: there is no folder %s", path, dir)
	}
	if isFolder(path) {
		return Hinted(fmt.Errorf("%s is a folder", path), "Name a file in it.")
	}
	f, err := os.CreateTemp(filepath.Dir(path), ".prism-*")
	if err != nil {
		return fmt.Errorf("write %s: %w", path, err)
	}
	defer func() {
		if err != nil {
			err = errors.Join(fmt.Errorf("write %s: %w", path, err), os.Remove(f.Name()))
		}
	}()
	if _, err := f.Write(data); err != nil {
		return errors.Join(err, f.Close())
	}
	if err := f.Close(); err != nil {
		return err
	}
	return os.Rename(f.Name(), path)
}

// isFolder reports whether path is a folder that is there.
func isFolder(path string) bool {
	info, err := os.Stat(path)
	return err == nil && info.IsDir()
}
