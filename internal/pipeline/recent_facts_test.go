package pipeline_test

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"testing"

	"prism/internal/content"
	"prism/internal/store/rows"
)

// Facts are sent whole again whenever their conversation grew, or became shorter: an
// update looks at those that came, and the answer is that of one which looks at all.
func TestFactsThatComeAgainAreLookedAtAlone(t *testing.T) {
	paths := transcripts(t, samples(t))
	rng := rand.New(rand.NewPCG(3, 8))
	// What is shared of the conversations as they were at several times.
	var rounds [][]content.Append
	for round := range 5 {
		dir := t.TempDir()
		for i, path := range paths {
			data := read(t, path)
			lines := bytes.SplitAfter(data, []byte("\n"))
			if n := 1 + rng.IntN(len(lines)); round < 4 {
				data = bytes.Join(lines[:n], nil)
			}
			at := filepath.Join(dir, "projects", "p", fmt.Sprint(i), filepath.Base(path))
			if err := os.MkdirAll(filepath.Dir(at), 0o755); err != nil {
				t.Fatal(err)
			}
			if err := os.WriteFile(at, data, 0o600); err != nil {
				t.Fatal(err)
			}
		}
		o := options(t, dir)
		o.Warn = func(error) {}
		list := shared(t, o, "ada", nobody)
		for i := range list {
			list[i].Generation = int64(round + 1)
			list[i].Roots = nil // a root that is new has all looked at
		}
		rounds = append(rounds, list)
	}
	onEngines(t, func(t *testing.T, open func() *rows.Store) {
		x := newTwin(t, open)
		whole, steps := 0, 0
		for round, list := range rounds {
			rng.Shuffle(len(list), func(i, j int) { list[i], list[j] = list[j], list[i] })
			for len(list) > 0 {
				n := min(len(list), 1+rng.IntN(4))
				if rng.IntN(5) > 0 { // some are not sent in this round
					x.ingest(list[:n]...)
				}
				list = list[n:]
				whole += x.same(fmt.Sprintf("round %d, %d left", round, len(list)))
				steps++
				if t.Failed() {
					t.FailNow()
				}
			}
		}
		if whole > steps/4 {
			t.Errorf("looked at all in %d of %d steps", whole, steps)
		}
	})
}
