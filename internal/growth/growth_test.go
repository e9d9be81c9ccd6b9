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
			later, longer := long.All() || i%3 == 0, long.All() || i%3 == 1
			sizes := long.Some(2, s.n, 2*s.n, 4*s.n)
			var took []map[string]int64
			for _, n := range sizes {
				took = append(took, p.takes(t, s.files(n), later, longer))
			}
			if held(took) {
				// What is held is looked at in one moment of many, and once in some hundred
				// times the runtime has not yet let go of something. What grows, grows again.
				for i, n := range sizes {
					for kind, count := range p.takes(t, s.files(n), later, longer) {
						if strings.HasPrefix(kind, "bytes held") {
							took[i][kind] = min(took[i][kind], count)
						}
					}
				}
			}
			for _, kind := range slices.Sorted(maps.Keys(took[0])) {
				for i := range took[1:] {
					a, b := took[i][kind], took[i+1][kind]
					t.Logf("%-32s %10d %10d", kind, a, b)
					if grows(kind, a, b) {
						t.Errorf("%s: %d, and %d for twice as much: %.2f times", kind, a, b, float64(b)/float64(max(a, 1)))
					}
				}
			}
		})
	}
}

// takes is what reading the files takes, by kind.
func (p *program) takes(t *testing.T, files map[string][]byte, later, longer bool) map[string]int64 {
	t.Helper()
	dir := t.TempDir()
	write(t, dir, files)
	all := make(map[string]int64)
	add := func(name string, counts map[string]int64) {
		for kind, count := range counts {
			all[kind+name] = count
		}
	}
	db := memory.New()
	add("", p.run(t, dir, db, false))
	if later {
		add(", judged later", p.run(t, dir, memory.New(), true))
	}
	if longer {
		lengthen(t, dir)
		add(", a turn more", p.run(t, dir, db, false))
	}
	return all
}

// held says whether what is held grows by more than it may.
func held(took []map[string]int64) bool {
	for kind := range took[0] {
		for i := range took[1:] {
			if strings.HasPrefix(kind, "bytes held") && grows(kind, took[i][kind], took[i+1][kind]) {
				return true
			}
		}
	}
	return false
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

// grows says whether b is more than twice the input may take where a is what it took.
func grows(kind string, a, b int64) bool {
	return float64(b) > most*float64(max(a, smallest(kind)))
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
