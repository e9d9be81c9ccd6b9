package llm

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"prism/internal/conversation"
	"prism/internal/digest"
	"prism/internal/long"
	"prism/internal/price"
	"prism/internal/tracker"
	"prism/internal/transcript"
	"prism/internal/transcript/claude"
)

// TestCostOverTheCorpus counts real requests: what judging each session of the
// corpus would take, in tokens by estimate and in dollars at list price. It needs
// PRISM_CORPUS (a folder of transcripts) and logs the figures of docs/judges.md:
//
//	PRISM_LONG=1 PRISM_CORPUS=DIR go test ./internal/judge/llm -run CostOverTheCorpus -v
//
// Without PRISM_LONG it measures every sixteenth transcript, without PRISM_CORPUS those
// of what lies in the cache folder, as a check.
func TestCostOverTheCorpus(t *testing.T) {
	files := transcripts(t)
	all := os.Getenv("PRISM_CORPUS") != "" && long.All()
	if !all {
		some := files[:0]
		for i := 0; i < len(files); i += 16 {
			some = append(some, files[i])
		}
		files = some
	}
	at := time.Date(2026, 11, 1, 0, 0, 0, 0, time.UTC)
	prices, err := price.Bundled()
	if err != nil {
		t.Fatal(err)
	}
	modes := []struct {
		name string
		set  Settings
		held bool // to the bars below
	}{
		{"haiku 4.5, two calls", Settings{Name: "anthropic"}, true},
		{"haiku 4.5, combined", Settings{Name: "anthropic", Combined: true}, true},
		{"haiku 5.5, two calls", Settings{Name: "anthropic", Model: "claude-haiku-5-5"}, false},
		{"haiku 5.5, combined", Settings{Name: "anthropic", Model: "claude-haiku-5-5", Combined: true}, false},
		{"sonnet 5, combined", Settings{Name: "anthropic", Model: "claude-sonnet-5", Combined: true}, false},
	}
	// What all four agents may cost a session by Haiku 4.5, in USD.
	const dearest, mean = 0.025, 0.012
	prior, err := tracker.Default()
	if err != nil {
		t.Fatal(err)
	}
	var cuts []cutConversation
	skipped := 0
	for _, f := range files {
		c := conversationOf(t, f)
		k := &kept{prior: prior}
		drafts, err := conversation.Cut(t.Context(), c, k, conversation.Options{})
		if err != nil {
			t.Fatal(err)
		}
		one := cutConversation{turns: k.turns}
		for n := range drafts {
			if floor, _ := digest.Measure(&drafts[n]); floor.Passed {
				one.drafts = append(one.drafts, drafts[n])
			} else {
				skipped++
			}
		}
		cuts = append(cuts, one)
	}
	t.Logf("%d transcripts, %d sessions below the floor and not asked about", len(files), skipped)
	for _, m := range modes {
		p, err := New(m.set, redactor(t), prices)
		if err != nil {
			t.Fatal(err)
		}
		price := func(q Question) float64 {
			usd, ok := p.Price(q, at)
			if !ok {
				t.Fatalf("no price for %s", p.Model())
			}
			return usd
		}
		var usd, input []float64
		heard, asked, hearing, cutting, withCuts := 0, 0, 0.0, 0.0, 0.0
		for _, c := range cuts {
			cost := 0.0
			for _, turns := range c.turns {
				for _, piece := range p.pieces(turns) {
					if q, ok := piece.Next(); ok {
						asked++
						cost += price(q)
					}
				}
			}
			cutting += cost
			for n := range c.drafts {
				d := &c.drafts[n]
				sum, tokens := 0.0, 0.0
				for _, q := range p.Forecast(p.Begin(d)) {
					sum += price(q)
					tokens += float64(q.Estimate.Input)
				}
				_, told := digest.Measure(d)
				if q, ok := p.Hear(d, told).Next(); ok {
					heard++
					hearing += price(q)
					sum += price(q)
					tokens += float64(q.Estimate.Input)
				}
				usd, input = append(usd, sum), append(input, tokens)
				withCuts = max(withCuts, sum+cost/float64(len(c.drafts)))
			}
		}
		n := float64(len(usd))
		t.Logf("%-22s %d sessions · input tokens: median %5.0f mean %5.0f p95 %5.0f max %5.0f · USD a session: median %.5f mean %.5f p95 %.5f max %.5f",
			m.name, len(usd), quantile(input, 0.5), average(input), quantile(input, 0.95), quantile(input, 1),
			quantile(usd, 0.5), average(usd), quantile(usd, 0.95), quantile(usd, 1))
		t.Logf("%-22s language: %d questions, %.5f each · tracker: %d questions, %.5f each · mean a session with both %.5f, in batch %.5f, max %.5f",
			"", heard, hearing/float64(max(heard, 1)), asked, cutting/float64(max(asked, 1)), average(usd)+cutting/n, (average(usd)+cutting/n)/2, withCuts)
		if m.held && withCuts > dearest {
			t.Errorf("%s costs up to %.5f USD a session, over the bar of %.3f", m.name, withCuts, dearest)
		}
		if is := average(usd) + cutting/n; m.held && all && is > mean { // forty sessions tell no mean
			t.Errorf("%s costs %.5f USD a session, over the bar of %.3f", m.name, is, mean)
		}
	}
}

// cutConversation is a conversation with its sessions above the floor, and the
// stretches of turns that a tracker was shown.
type cutConversation struct {
	turns  [][]conversation.Turn
	drafts []conversation.Draft
}

// kept is a tracker that remembers what it was shown.
type kept struct {
	prior *tracker.Tracker
	turns [][]conversation.Turn
}

func (k *kept) Shifts(ctx context.Context, turns []conversation.Turn) ([]conversation.Shift, error) {
	k.turns = append(k.turns, turns)
	return k.prior.Shifts(ctx, turns)
}

func average(x []float64) float64 {
	sum := 0.0
	for _, v := range x {
		sum += v
	}
	return sum / float64(max(len(x), 1))
}

func quantile(x []float64, q float64) float64 {
	if len(x) == 0 {
		return 0
	}
	s := slices.Clone(x)
	slices.Sort(s)
	return s[min(int(q*float64(len(s))), len(s)-1)]
}

// transcripts finds the corpus, or skips the test.
func transcripts(t testing.TB) []string {
	t.Helper()
	root := os.Getenv("PRISM_CORPUS")
	if root == "" {
		cache, err := os.UserCacheDir()
		if err != nil {
			t.Skip("no PRISM_CORPUS and no cache folder: nothing to measure")
		}
		root = filepath.Join(cache, "prism-corpus")
	}
	var files []string
	err := filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		if err == nil && !d.IsDir() && strings.HasSuffix(path, ".jsonl") && !strings.HasPrefix(d.Name(), "agent-") {
			files = append(files, path)
		}
		return err
	})
	if errors.Is(err, fs.ErrNotExist) || len(files) == 0 {
		t.Skipf("no transcripts in %s: set PRISM_CORPUS to a folder of them", root)
	}
	if err != nil {
		t.Fatal(err)
	}
	return files
}

// conversationOf reads one transcript alone.
func conversationOf(t testing.TB, path string) *conversation.Conversation {
	t.Helper()
	f, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	b := conversation.NewBuilder("claude", strings.TrimSuffix(filepath.Base(path), ".jsonl"), path)
	var led transcript.Ledger
	if _, err := transcript.NewFeed(claude.New()).Read(f, path, 0, &led, func(r *transcript.Record) error {
		b.Add(r)
		return nil
	}); err != nil {
		t.Fatal(err)
	}
	return b.Conversation()
}
