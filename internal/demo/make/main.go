// Command make writes the sample transcripts of package demo. The scenes are in
// the scenes files; a test holds the written files to them.
package main

import (
	"fmt"
	"os"
	"path/filepath"
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
		if t.err != nil {
			return t.err
		}
		file := filepath.Join(dir, filepath.FromSlash(t.file()))
		if err := os.MkdirAll(filepath.Dir(file), 0o750); err != nil {
			return err
		}
		if err := os.WriteFile(file, t.out.Bytes(), 0o600); err != nil {
			return err
		}
	}
	return nil
}

// scenes are all conversations, in order of time.
func scenes() []*talk {
	var all []*talk
	all = append(all, tideline()...)
	all = append(all, hollyhock()...)
	all = append(all, larkspur()...)
	return all
}
