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

	"prism/internal/price"
	"prism/internal/session"
	"prism/internal/transcript"
	"prism/internal/transcript/claude"
)

// TestCostOverTheCorpus counts real requests: what judging each session of the
// corpus would take, in tokens by estimate and in dollars at list price. It needs
// PRISM_CORPUS (a folder of transcripts) and logs the figures of docs/judges.md:
//
//	PRISM_CORPUS=DIR go test ./internal/judge/llm -run CostOverTheCorpus -v
//
// Without PRISM_CORPUS it measures every sixteenth of what lies in the cache folder,
// as a check.
func TestCostOverTheCorpus(t *testing.T) {
	files := transcripts(t)
	if os.Getenv("PRISM_CORPUS") == "" {
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
		bar  float64 // USD that no session may cost more than; 0 none
	}{
		{"haiku 4.5, two calls", Settings{Name: "anthropic"}, 0.013},
		{"haiku 4.5, combined", Settings{Name: "anthropic", Combined: true}, 0.008},
		{"haiku 5.5, two calls", Settings{Name: "anthropic", Model: "claude-haiku-5-5"}, 0},
		{"haiku 5.5, combined", Settings{Name: "anthropic", Model: "claude-haiku-5-5", Combined: true}, 0},
		{"sonnet 5, combined", Settings{Name: "anthropic", Model: "claude-sonnet-5", Combined: true}, 0},
	}
	protocols := make([]*Protocol, len(modes))
	usd := make([][]float64, len(modes))
	input := make([][]float64, len(modes))
	for i, m := range modes {
		if protocols[i], err = New(m.set, redactor(t), prices); err != nil {
			t.Fatal(err)
		}
	}
	skipped := 0
	for _, f := range files {
		c := conversation(t, f)
		drafts, err := session.Cut(context.Background(), c, nil, session.Options{})
		if err != nil {
			t.Fatal(err)
		}
		for n := range drafts {
			if !substance(&drafts[n]).Passed {
				skipped++
				continue
			}
			for i, p := range protocols {
				sum, tokens := 0.0, 0.0
				for _, q := range p.Forecast(p.Begin(&drafts[n])) {
					cost, ok := p.Price(q, at)
					if !ok {
						t.Fatalf("no price for %s", p.Model())
					}
					sum += cost
					tokens += float64(q.Estimate.Input)
				}
				usd[i] = append(usd[i], sum)
				input[i] = append(input[i], tokens)
			}
		}
	}
	t.Logf("%d transcripts, %d sessions above the floor, %d below it and not asked about", len(files), len(usd[0]), skipped)
	for i, m := range modes {
		mean := average(usd[i])
		t.Logf("%-22s input tokens: median %5.0f mean %5.0f p95 %5.0f max %5.0f · USD a session: median %.5f mean %.5f p95 %.5f max %.5f · in batch: mean %.5f",
			m.name, quantile(input[i], 0.5), average(input[i]), quantile(input[i], 0.95), quantile(input[i], 1),
			quantile(usd[i], 0.5), mean, quantile(usd[i], 0.95), quantile(usd[i], 1), mean/2)
		if most := quantile(usd[i], 1); m.bar > 0 && most > m.bar {
			t.Errorf("%s costs up to %.5f USD a session, over the bar of %.3f", m.name, most, m.bar)
		}
	}
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

// conversation reads one transcript alone.
func conversation(t testing.TB, path string) *session.Conversation {
	t.Helper()
	f, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	b := session.NewBuilder("claude", strings.TrimSuffix(filepath.Base(path), ".jsonl"), path)
	var led transcript.Ledger
	if _, err := transcript.NewFeed(claude.New()).Read(f, path, 0, &led, func(r *transcript.Record) error {
		b.Add(r)
		return nil
	}); err != nil {
		t.Fatal(err)
	}
	return b.Conversation()
}
