package claude

import (
	"bufio"
	"encoding/json"
	"os"
	"path/filepath"
	"sort"
	"strings"
	"testing"

	"prism/internal/fact"
	"prism/internal/transcript"
)

// corpus returns the folder of real transcripts, or skips the test.
func corpus(tb testing.TB) string {
	tb.Helper()
	dir := os.Getenv("PRISM_CORPUS")
	if dir == "" {
		cache, err := os.UserCacheDir()
		if err != nil {
			tb.Skip("no cache folder: ", err)
		}
		dir = filepath.Join(cache, "prism-corpus")
	}
	if _, err := os.Stat(dir); err != nil {
		tb.Skip("corpus of real transcripts not here; set PRISM_CORPUS: ", err)
	}
	return dir
}

func transcripts(tb testing.TB, set string) []string {
	tb.Helper()
	files, err := filepath.Glob(filepath.Join(corpus(tb), set, "projects", "*", "*.jsonl"))
	if err != nil || len(files) == 0 {
		tb.Skip("no transcripts in set ", set)
	}
	sort.Strings(files)
	return files
}

func readFile(tb testing.TB, feed *transcript.Feed, led *transcript.Ledger, path string, each func(*transcript.Record) error) {
	tb.Helper()
	f, err := os.Open(path)
	if err != nil {
		tb.Fatal(err)
	}
	defer f.Close()
	if _, err := feed.Read(f, path, 0, led, each); err != nil {
		tb.Fatal(err)
	}
}

// TestCorpusTokens holds the decoder to the totals that an independent counter
// prints for the same files.
func TestCorpusTokens(t *testing.T) {
	for set, want := range map[string][4]int64{ // input, output, cache write, cache read
		"whole":  {426733, 2831902, 29562208, 1049095786},
		"more":   {323087, 2661574, 59607982, 1734941014},
		"people": {5964662, 1761460, 13163738, 283361076},
	} {
		t.Run(set, func(t *testing.T) {
			kept, nested := make(map[string]fact.Tokens), make(map[string]fact.Tokens)
			var led transcript.Ledger
			feed := transcript.NewFeed(New())
			for _, path := range transcripts(t, set) {
				readFile(t, feed, &led, path, func(r *transcript.Record) error {
					if !r.Answer.HasUsage {
						return nil
					}
					into := kept
					if r.Nested {
						into = nested
					}
					key := r.Answer.MessageID + "\x00" + r.Answer.RequestID
					if old, ok := into[key]; !ok || r.Answer.Usage.Total() >= old.Total() {
						into[key] = r.Answer.Usage
					}
					return nil
				})
			}
			var sum, side fact.Tokens
			for _, u := range kept {
				sum = sum.Plus(u)
			}
			for key, u := range nested {
				if _, main := kept[key]; !main {
					side = side.Plus(u)
				}
			}
			if got := [4]int64{sum.Input, sum.Output, sum.CacheWrite(), sum.CacheRead}; got != want {
				t.Errorf("tokens %v, want %v (total %d)", got, want, sum.Total())
			}
			if err := led.Check(); err != nil {
				t.Error(err)
			}
			if n := led.Unreadable(); n != 0 {
				t.Errorf("%d unreadable lines: %v", n, led.Troubles)
			}
			t.Logf("nested %d, lines %d, skipped %v, odd %v, unknown %v", side.Total(), led.Lines, led.Skipped, led.Odd, led.Unknown)
		})
	}
}

// TestCorpusTurns compares the prompts with turns that people labelled. The
// labels' folder comes from PRISM_GOLD. A few labels count what is none by our
// rules (a shell's notification): 99 in 100 conversations must agree in every turn.
func TestCorpusTurns(t *testing.T) {
	gold := os.Getenv("PRISM_GOLD")
	if gold == "" {
		t.Skip("labels not here; set PRISM_GOLD")
	}
	labels, err := filepath.Glob(filepath.Join(gold, "*.jsonl"))
	if err != nil || len(labels) == 0 {
		t.Skip("no labels in ", gold)
	}
	right, all := 0, 0
	for _, path := range labels {
		set := strings.TrimSuffix(filepath.Base(path), ".jsonl")
		f, err := os.Open(path)
		if err != nil {
			t.Fatal(err)
		}
		in := bufio.NewScanner(f)
		in.Buffer(nil, 1<<24)
		for in.Scan() {
			var label struct {
				Conversation string
				Set          string
				Sessions     []struct {
					First, Last int
					FirstUUID   string `json:"first_uuid"`
					LastUUID    string `json:"last_uuid"`
				}
			}
			if err := json.Unmarshal(in.Bytes(), &label); err != nil {
				t.Fatal(err)
			}
			all++
			file := filepath.Join(corpus(t), set, "projects", label.Set, label.Conversation+".jsonl")
			turns := promptsOf(t, file)
			ok := len(turns) == label.Sessions[len(label.Sessions)-1].Last
			for _, s := range label.Sessions {
				if s.Last > len(turns) || turns[s.First-1].uuid != s.FirstUUID || turns[s.Last-1].uuid != s.LastUUID {
					ok = false
				}
			}
			if ok {
				right++
				continue
			}
			t.Logf("%s/%s/%s: %d turns, labelled %+v", set, label.Set, label.Conversation, len(turns), label.Sessions)
			for i, turn := range turns {
				t.Logf("   %d line %d %s", i+1, turn.line, turn.uuid)
			}
		}
		f.Close()
	}
	if right*100 < all*99 {
		t.Errorf("only %d of %d conversations have the labelled turns", right, all)
	}
	t.Logf("%d of %d conversations have the labelled turns", right, all)
}

type promptMark struct {
	uuid string
	line int
}

func promptsOf(t *testing.T, path string) []promptMark {
	t.Helper()
	var led transcript.Ledger
	var out []promptMark
	readFile(t, transcript.NewFeed(New()), &led, path, func(r *transcript.Record) error {
		for _, line := range r.Settles {
			for i := range out {
				if out[i].line == line {
					out = append(out[:i], out[i+1:]...)
					break
				}
			}
		}
		if r.Kind == transcript.Prompt || r.Kind == transcript.Enqueued {
			out = append(out, promptMark{r.UUID, r.Line})
		}
		return nil
	})
	return out
}
