package redact

import (
	"bufio"
	"bytes"
	"encoding/json"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// corpusStrings returns strings of real transcripts, decoded, up to limit bytes:
// prompts, answers, tool inputs and results. It skips the test when there is no
// corpus; PRISM_CORPUS names its folder.
func corpusStrings(t testing.TB, limit int) []string {
	t.Helper()
	root := os.Getenv("PRISM_CORPUS")
	if root == "" {
		cache, err := os.UserCacheDir()
		if err != nil {
			t.Skip("no corpus: ", err)
		}
		root = filepath.Join(cache, "prism-corpus")
	}
	var files []string
	_ = filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		if err == nil && !d.IsDir() && filepath.Ext(path) == ".jsonl" {
			files = append(files, path)
		}
		return nil
	})
	if len(files) == 0 {
		t.Skip("no corpus: set PRISM_CORPUS to a folder of transcripts")
	}
	// Every so-many-th file, so that a small limit still sees all sets.
	step := max(1, len(files)/64)
	var list []string
	size := 0
	for start := range step {
		for i := start; i < len(files); i += step {
			data, err := os.ReadFile(files[i])
			if err != nil {
				t.Fatal(err)
			}
			r := bufio.NewReader(bytes.NewReader(data))
			for size < limit {
				line, err := r.ReadBytes('\n')
				var v any
				if json.Unmarshal(line, &v) == nil {
					walkStrings(v, func(s string) {
						list = append(list, strings.Clone(s))
						size += len(s)
					})
				}
				if err != nil {
					break
				}
			}
			if size >= limit {
				return list
			}
		}
	}
	return list
}

func walkStrings(v any, do func(string)) {
	switch v := v.(type) {
	case string:
		if v != "" {
			do(v)
		}
	case []any:
		for _, e := range v {
			walkStrings(e, do)
		}
	case map[string]any:
		for _, e := range v {
			walkStrings(e, do)
		}
	}
}

// BenchmarkText redacts strings of transcripts, as a judge's rendering or
// `prism redact` would.
func BenchmarkText(b *testing.B) {
	list := corpusStrings(b, 64<<20)
	size := 0
	for _, s := range list {
		size += len(s)
	}
	r := newRedactor(b)
	b.SetBytes(int64(size))
	b.ReportAllocs()
	start := cpuTime()
	b.ResetTimer()
	for range b.N {
		scope := r.Session("bench")
		for i, s := range list {
			if i%2000 == 0 {
				scope = r.Session("bench")
			}
			scope.Text(s)
		}
		if err := scope.Err(); err != nil {
			b.Fatal(err)
		}
	}
	if used := cpuTime() - start; used > 0 {
		b.ReportMetric(float64(size)*float64(b.N)/1e6/used.Seconds(), "MB/cpu-s")
	}
}

// BenchmarkNew is what every start of the program pays.
func BenchmarkNew(b *testing.B) {
	for range b.N {
		if _, err := New(Options{}); err != nil {
			b.Fatal(err)
		}
	}
}
