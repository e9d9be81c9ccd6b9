package growth

import (
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"prism/internal/long"
	"prism/internal/store/memory"
)

const (
	// most is how much more twice the input may take: more than twice for what is
	// sorted and for tables that grow by doubling, far less than the four times of
	// what is done for each pair.
	most = 2.3
	// little is below what a count may grow as it likes, by kind where that is not
	// enough: what every run takes, however little it reads.
	little = 64
)

func smallest(kind string) int64 {
	switch kind, _, _ = strings.Cut(kind, ","); kind {
	case "bytes allocated":
		return 256 << 10
	case "bytes held": // the first of them wait until there are enough
		return 512 << 10
	case "bytes written":
		return 16 << 10
	case "allocations":
		return 4096
	}
	return little
}

// TestGrowth reads every shape at n, 2n and 4n: into an empty store, and, by default each
// a third of them, with a judge that is asked later and once more after a file grew by a turn.
func TestGrowth(t *testing.T) {
	p := newProgram(t)
	for i, s := range shapes() {
		t.Run(s.name, func(t *testing.T) {
			var took []map[string]int64
			for _, n := range long.Some(2, s.n, 2*s.n, 4*s.n) {
				dir := t.TempDir()
				write(t, dir, s.files(n))
				all := make(map[string]int64)
				add := func(name string, counts map[string]int64) {
					for kind, count := range counts {
						all[kind+name] = count
					}
				}
				db := memory.New()
				add("", p.run(t, dir, db, false))
				if long.All() || i%3 == 0 {
					add(", judged later", p.run(t, dir, memory.New(), true))
				}
				if long.All() || i%3 == 1 {
					lengthen(t, dir)
					add(", a turn more", p.run(t, dir, db, false))
				}
				took = append(took, all)
			}
			for _, kind := range slices.Sorted(maps.Keys(took[0])) {
				for i := range took[1:] {
					t.Logf("%-32s %10d %10d", kind, took[i][kind], took[i+1][kind])
					grows(t, kind, took[i][kind], took[i+1][kind])
				}
			}
		})
	}
}

// lengthen adds a prompt to the first transcript of a folder.
func lengthen(t *testing.T, dir string) {
	t.Helper()
	files, err := filepath.Glob(filepath.Join(dir, "projects", "*", "*.jsonl"))
	if err != nil || len(files) == 0 {
		files, err = filepath.Glob(filepath.Join(dir, "*", "projects", "*", "*.jsonl"))
	}
	if err != nil || len(files) == 0 {
		t.Fatalf("no transcript in %s: %v", dir, err)
	}
	f, err := os.OpenFile(files[0], os.O_APPEND|os.O_WRONLY, 0o600)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := f.WriteString(`{"type":"user","message":{"role":"user","content":"and now?"},"uuid":"later","timestamp":"2026-12-02T09:00:00.000Z"}` + "\n"); err != nil {
		t.Fatal(err)
	}
	if err := f.Close(); err != nil {
		t.Fatal(err)
	}
}

func grows(t *testing.T, kind string, a, b int64) {
	t.Helper()
	if least := smallest(kind); float64(b) > most*float64(max(a, least)) {
		t.Errorf("%s: %d, and %d for twice as much: %.2f times", kind, a, b, float64(b)/float64(max(a, 1)))
	}
}

// TestHeap writes a profile of what a shape holds, for whoever looks for it.
func TestHeap(t *testing.T) {
	dir := os.Getenv("PRISM_GROWTH_HEAP")
	if dir == "" {
		t.Skip("PRISM_GROWTH_HEAP names no folder")
	}
	p := newProgram(t)
	t.Log(p.run(t, filepath.Clean(dir), memory.New(), false))
}
