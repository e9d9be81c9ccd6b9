// Package demo holds sample transcripts of our own making, so that prism can be
// tried without any: three made-up repositories, six weeks, every intent, sessions
// that landed and sessions that did not. They are written by the program in make;
// `go generate ./internal/demo` writes them anew.
package demo

import (
	"embed"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"prism/internal/disk"
)

//go:generate go run ./make

//go:embed projects
var projects embed.FS

// Unpack writes the transcripts into dir, laid out like a projects folder of
// Claude Code, and returns how many files there are.
func Unpack(dir string) (int, error) {
	n := 0
	err := fs.WalkDir(projects, "projects", func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		to := filepath.Join(dir, filepath.FromSlash(path))
		if d.IsDir() {
			return os.MkdirAll(to, 0o700)
		}
		data, err := projects.ReadFile(path)
		if err != nil {
			return err
		}
		n++
		return disk.New(to, data)
	})
	if err != nil {
		return n, fmt.Errorf("unpack sample transcripts: %w", err)
	}
	return n, nil
}
