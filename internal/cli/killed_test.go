package cli

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"prism/internal/long"
)

// TestKilledRuns kills prism at random places of its runs: the next answer is the
// one of a fresh run, and nothing that a person typed is lost. Two kills by
// default, eight with PRISM_LONG; PRISM_KILLS says how many else.
func TestKilledRuns(t *testing.T) {
	if testing.Short() {
		t.Skip("starts many processes")
	}
	t.Parallel()
	kills := long.Number(t, "PRISM_KILLS", 2, 8)
	random := rand.New(rand.NewPCG(uint64(number(t, "PRISM_SEED", 1)), 9))
	samples := sampleTranscripts(t)
	dir, kept := t.TempDir(), filepath.Join(t.TempDir(), "kept")
	env := append(os.Environ(), "PRISM_HOME="+kept, "PRISM_TZ=UTC")
	answer := func(args ...string) []byte {
		got := ordered(t, env, args...)
		if got.Code != 0 && got.Code != 4 { // damaged lines are told
			t.Fatalf("prism %s: exit code %d\n%s", strings.Join(args, " "), got.Code, got.Err)
		}
		return got.Out
	}
	write := func(n int) { // two files more, or other ones
		for i := range 2 {
			text := hurt(random, samples[1+random.IntN(len(samples)-1)], fmt.Sprintf("%08x", random.IntN(2*kills)))
			if err := os.WriteFile(filepath.Join(dir, fmt.Sprintf("k%d.jsonl", (2*n+i)%40)), text, 0o600); err != nil {
				t.Fatal(err)
			}
		}
	}
	sample := samples[0] // no other file has lines of it: a copy could take the session over
	if err := os.WriteFile(filepath.Join(dir, "whole.jsonl"), sample, 0o600); err != nil {
		t.Fatal(err)
	}
	id, _, _ := strings.Cut(strings.Split(string(answer("sessions", "--csv", dir)), "\n")[1], ",")
	whole := 400 * time.Millisecond // of a run, about
	for n := range kills {
		write(n)
		title := fmt.Sprintf("Typed before kill %d", n)
		if got := ordered(t, env, "title", id, title); got.Code != 0 {
			t.Fatalf("title: %d %s", got.Code, got.said())
		}
		run := exec.CommandContext(t.Context(), "prism", "score", dir)
		run.Env = env
		if err := run.Start(); err != nil {
			t.Fatal(err)
		}
		time.Sleep(time.Duration(random.Int64N(int64(whole))))
		_ = run.Process.Kill() // it may be done
		_ = run.Wait()
		if run.ProcessState.Exited() {
			whole = max(50*time.Millisecond, whole*3/4) // it was: sooner, the next time
		} else {
			whole += whole / 8
		}
		if got := string(answer("sessions", "--csv", dir)); !strings.Contains(got, title) {
			t.Fatalf("kill %d: the typed title is gone", n)
		}
		for _, args := range [][]string{{"score", "--json", dir}, {"sessions", "--json", dir}} {
			kept, fresh := answer(args...), answer(append(args, "--no-store")...)
			if args[0] == "sessions" { // the title that was typed is in the store alone
				kept, fresh = withoutTitles(kept), withoutTitles(fresh)
			}
			if !bytes.Equal(kept, fresh) {
				t.Fatalf("kill %d: prism %s answers\n%.2000s\nand afresh\n%.2000s", n, strings.Join(args, " "), kept, fresh)
			}
		}
	}
}

// withoutTitles drops the lines of titles, and of who gave them.
func withoutTitles(text []byte) []byte {
	var out []byte
	for line := range bytes.Lines(text) {
		if !bytes.Contains(line, []byte(`"title`)) {
			out = append(out, line...)
		}
	}
	return out
}
