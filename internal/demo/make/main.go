// Command make writes the sample transcripts of package demo. The scenes are in
// the scenes files; a test holds the written files to them.
package main

import (
	"fmt"
	"os"
	"path/filepath"

	"prism/internal/transcript/claudetest"
)

func main() {
	if err := run("."); err != nil {
		fmt.Fprintln(os.Stderr, "make:", err)
		os.Exit(1)
	}
}

// run replaces the projects folder in dir.
func run(dir string) error {
	if err := os.RemoveAll(filepath.Join(dir, "projects")); err != nil {
		return err
	}
	for _, t := range scenes() {
		if t.Err() != nil {
			return t.Err()
		}
		file := filepath.Join(dir, filepath.FromSlash(t.File()))
		if err := os.MkdirAll(filepath.Dir(file), 0o750); err != nil {
			return err
		}
		if err := os.WriteFile(file, t.Bytes(), 0o600); err != nil {
			return err
		}
	}
	return nil
}

// scenes are all conversations, in order of time.
func scenes() []*claudetest.Talk {
	var all []*claudetest.Talk
	all = append(all, tideline()...)
	all = append(all, hollyhock()...)
	all = append(all, larkspur()...)
	return all
}
