package pipeline_test

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"testing"
	"time"

	"prism/internal/long"
	"prism/internal/pipeline"
	"prism/internal/store/memory"
)

// Whatever happens to files between two runs, what is kept answers as a run over
// the same files does that remembers nothing.
func TestRandomChangesGiveTheAnswerOfAFreshRun(t *testing.T) {
	from := samples(t)
	for seed := range uint64(long.Number(t, "PRISM_CHANGES", 2, 4)) {
		t.Run(fmt.Sprint(seed), func(t *testing.T) {
			rng := rand.New(rand.NewPCG(seed, 7))
			dir := filepath.Join(t.TempDir(), "projects")
			whole := map[string][]byte{}
			var names []string
			for _, f := range transcripts(t, from) {
				data, err := os.ReadFile(f)
				if err != nil {
					t.Fatal(err)
				}
				rel, err := filepath.Rel(from, f)
				if err != nil {
					t.Fatal(err)
				}
				to := filepath.Join(dir, rel)
				whole[to], names = data, append(names, to)
			}
			var kept pipeline.Store = memory.New()
			if seed%2 == 1 {
				kept = open(t)
			}
			at := time.Date(2026, 12, 1, 0, 0, 0, 0, time.UTC)
			write := func(name string, data []byte) {
				at = at.Add(time.Second)
				if err := os.MkdirAll(filepath.Dir(name), 0o700); err != nil {
					t.Fatal(err)
				}
				if err := os.WriteFile(name, data, 0o600); err != nil {
					t.Fatal(err)
				}
				if err := os.Chtimes(name, at, at); err != nil {
					t.Fatal(err)
				}
			}
			write(names[0], whole[names[0]])
			for round := range 8 {
				for range 1 + rng.IntN(6) {
					name := names[rng.IntN(len(names))]
					lines := bytes.SplitAfter(whole[name], []byte("\n"))
					switch rng.IntN(4) {
					case 0:
						if err := os.Remove(name); err != nil && !os.IsNotExist(err) {
							t.Fatal(err)
						}
					case 1:
						write(name, bytes.Join(lines[:1+rng.IntN(len(lines))], nil))
					default:
						write(name, whole[name])
					}
				}
				o := options(t, dir)
				o.Store = kept
				sameAnswer(t, fmt.Sprint("round ", round), run(t, options(t, dir)), run(t, o))
			}
		})
	}
}
