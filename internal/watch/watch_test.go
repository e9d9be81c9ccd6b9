package watch_test

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"testing"
	"time"

	"prism/internal/watch"
)

// A file that grows, and one in a folder that came later, are told.
func TestChangesAreTold(t *testing.T) {
	dir := t.TempDir()
	file := filepath.Join(dir, "a.jsonl")
	if err := os.WriteFile(file, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	changed := make(chan struct{}, 100)
	done := make(chan error, 1)
	ready := make(chan struct{}, 100)
	go func() {
		done <- watch.Run(ctx, func(context.Context) (list []string, err error) {
			err = filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
				if err == nil && d.IsDir() {
					list = append(list, path)
				}
				return err
			})
			ready <- struct{}{}
			return list, err
		}, func() { changed <- struct{}{} })
	}()
	<-ready
	told := func(what string, do func() error) {
		t.Helper()
		deadline := time.After(20 * time.Second)
		for {
			if err := do(); err != nil {
				t.Fatal(err)
			}
			select {
			case <-changed:
				return
			case <-time.After(300 * time.Millisecond): // its folder may not have been watched yet
			case <-deadline:
				t.Fatalf("%s is not told", what)
			}
		}
	}
	grow := func(path string) func() error {
		return func() error {
			f, err := os.OpenFile(path, os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o600)
			if err != nil {
				return err
			}
			_, err = f.WriteString("x")
			return errors.Join(err, f.Close())
		}
	}
	told("growth", grow(file))
	sub := filepath.Join(dir, "later")
	told("a folder", func() error { return os.MkdirAll(sub, 0o700) })
	told("a file in it", grow(filepath.Join(sub, "b.jsonl")))
	cancel()
	if err := <-done; err != nil {
		t.Error(err)
	}
}
