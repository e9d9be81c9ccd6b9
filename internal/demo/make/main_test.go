package main

import (
	"bytes"
	"os"
	"path/filepath"
	"testing"
)

// TestFilesAreFresh holds the embedded transcripts to the scenes that make them.
func TestFilesAreFresh(t *testing.T) {
	want := map[string][]byte{}
	for _, s := range scenes() {
		if s.Err() != nil {
			t.Fatal(s.Err())
		}
		if _, twice := want[s.File()]; twice {
			t.Fatalf("two scenes write %s", s.File())
		}
		want[s.File()] = s.Bytes()
	}
	got, err := filepath.Glob("../projects/*/*.jsonl")
	if err != nil {
		t.Fatal(err)
	}
	if len(got) != len(want) {
		t.Errorf("%d files, %d scenes; run go generate ./internal/demo", len(got), len(want))
	}
	for name, data := range want {
		have, err := os.ReadFile(filepath.Join("..", filepath.FromSlash(name)))
		if err != nil || !bytes.Equal(have, data) {
			t.Errorf("%s is not what its scene writes; run go generate ./internal/demo (%v)", name, err)
		}
	}
}
