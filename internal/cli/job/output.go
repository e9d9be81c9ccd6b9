package job

import (
	"context"
	"fmt"
	"os"

	"prism/internal/disk"
)

// Create begins the file that a person named for an answer. It may be any but one that
// the answer was made from: a transcript, the store, settings, prices.
func (p *Program) Create(ctx context.Context, j *Job, l *Library, path string) (*disk.Output, error) {
	path = p.Expand(path)
	if what, err := p.inputAt(ctx, j, l, path); err != nil {
		return nil, err
	} else if what != "" {
		return nil, Hinted(fmt.Errorf("%s is %s: it is not written over", path, what), "Name another file with --output.")
	}
	out, err := disk.Create(path)
	if err != nil {
		return nil, fmt.Errorf("write the answer: %w", err)
	}
	return out, nil
}

// inputAt says what of a job's input stands at a path, by whatever name; "" nothing.
func (p *Program) inputAt(ctx context.Context, j *Job, l *Library, path string) (string, error) {
	there, err := os.Stat(path)
	if err != nil {
		return "", nil // not there, or not to be seen: making the file will tell
	}
	is := func(file string) bool {
		info, err := os.Stat(file)
		return err == nil && os.SameFile(info, there)
	}
	for _, known := range []struct{ what, file string }{
		{"your settings file", p.Folders().UserFile()}, {"the project's settings file", p.ProjectFile()},
		{"the file of prices", p.Expand(j.Cfg.Text("prices"))},
		{"the store", j.Store}, {"a part of the store", j.Store + "-wal"}, {"a part of the store", j.Store + "-shm"},
	} {
		if is(known.file) {
			return known.what, nil
		}
	}
	for src, err := range l.Store.Sources(ctx, l.Scope) {
		if err != nil {
			return "", err
		}
		for _, f := range src.Files {
			if is(f.Path) {
				return "one of the transcripts that were read", nil
			}
		}
	}
	return "", nil
}

// configMost bounds a file that says how something is set up, in bytes.
const configMost = 1 << 20

// ReadFile reads a small file that a person names.
func (p *Program) ReadFile(path string) ([]byte, error) {
	return disk.Read(p.Expand(path), configMost)
}
