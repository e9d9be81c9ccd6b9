package transcript

import (
	"errors"
	"io"
	"os"
	"path/filepath"
	"testing"
)

// BenchmarkReader splits the real transcripts on disk into lines and does
// nothing else.
func BenchmarkReader(b *testing.B) {
	dir := os.Getenv("PRISM_CORPUS")
	if dir == "" {
		cache, err := os.UserCacheDir()
		if err != nil {
			b.Skip("no cache folder: ", err)
		}
		dir = filepath.Join(cache, "prism-corpus")
	}
	files, err := filepath.Glob(filepath.Join(dir, "more", "projects", "*", "*.jsonl"))
	if err != nil || len(files) == 0 {
		b.Skip("corpus of real transcripts not here; set PRISM_CORPUS")
	}
	reader := NewReader()
	var size int64
	for b.Loop() {
		size = 0
		for _, path := range files {
			f, err := os.Open(path)
			if err != nil {
				b.Fatal(err)
			}
			reader.Reset(f)
			for {
				line, err := reader.Next()
				if errors.Is(err, io.EOF) {
					break
				}
				if err != nil {
					b.Fatal(err)
				}
				size += line.Length + 1
			}
			f.Close()
		}
	}
	b.SetBytes(size)
}
