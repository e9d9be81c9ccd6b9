package cli

import (
	"bytes"
	"maps"
	"math/rand/v2"
	"regexp"
	"testing"

	"prism/internal/long"
)

// told runs the commands that answer out of the store.
func told(t *testing.T, h *home, more ...string) (answer, said string) {
	t.Helper()
	when := regexp.MustCompile(`"(at|now)": "[^"]*"`)
	for _, args := range [][]string{{"score", "--json", "--by", "repo"}, {"sessions", "--json", "--sort", "tokens"}} {
		code, out, err := h.does(t, append(args, more...)...)
		if code != 0 {
			t.Fatalf("%v ends with %d: %s", args, code, err)
		}
		answer += when.ReplaceAllString(out, "")
		said += err
	}
	return answer, said
}

// A bit that a disk turned, anywhere in the store, is a warning or makes no
// difference: no answer changes in silence, and with the warning comes the right one.
func TestATurnedBitChangesNoAnswer(t *testing.T) {
	t.Parallel()
	h := newHome(t)
	if code, _, said := h.does(t, "score"); code != 0 {
		t.Fatal(said)
	}
	want, said := told(t, h)
	if fresh, _ := told(t, h, "--no-store"); fresh != want || said != "" {
		t.Fatalf("the answer out of the store is another one: %s", said)
	}
	whole := files(t, h.kept)
	warned := 0
	flips := long.Number(t, "PRISM_FLIPS", 15, 40) // package pagesum turns hundreds
	for seed := range uint64(flips) {
		rng := rand.New(rand.NewPCG(seed, 5))
		all := maps.Clone(whole)
		data := bytes.Clone(all["prism.db"])
		at := rng.IntN(len(data))
		data[at] ^= 1 << rng.IntN(8)
		all["prism.db"] = data
		putFiles(t, h.kept, all)
		got, said := told(t, h)
		if got != want {
			t.Errorf("seed %d, byte %d of %d: another answer; said %q", seed, at, len(data), said)
		}
		if said != "" {
			warned++
		}
	}
	t.Logf("%d of %d were noticed", warned, flips)
	if warned == 0 {
		t.Error("nothing was noticed")
	}
}
