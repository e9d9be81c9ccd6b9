package tracker

import (
	"context"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"prism/internal/conversation"
	"prism/internal/transcript"
	"prism/internal/transcript/claude"
)

// corpus reads the conversations of one part of the private corpus, or skips.
func corpus(tb testing.TB, part string) [][]conversation.Turn {
	tb.Helper()
	root := os.Getenv("PRISM_CORPUS")
	if root == "" {
		cache, err := os.UserCacheDir()
		if err != nil {
			tb.Skip("no cache folder to look for the corpus in")
		}
		root = filepath.Join(cache, "prism-corpus")
	}
	var out [][]conversation.Turn
	err := filepath.WalkDir(filepath.Join(root, part), func(p string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || !strings.HasSuffix(p, ".jsonl") || strings.Contains(p, "subagents") {
			return err
		}
		f, err := os.Open(p)
		if err != nil {
			return err
		}
		defer f.Close()
		b := conversation.NewBuilder("claude", filepath.Base(p), p)
		var led transcript.Ledger
		if _, err := transcript.NewFeed(claude.New()).Read(f, p, 0, &led, func(r *transcript.Record) error {
			b.Add(r)
			return nil
		}); err != nil {
			return err
		}
		out = append(out, b.Conversation().Turns)
		return nil
	})
	if err != nil || len(out) == 0 {
		tb.Skipf("the corpus is not here: %v", err)
	}
	return out
}

// BenchmarkCorpus tracks all conversations of the corpus's part more, once an iteration.
func BenchmarkCorpus(b *testing.B) {
	all := corpus(b, "more")
	tr, err := Default()
	if err != nil {
		b.Fatal(err)
	}
	n := 0
	for _, turns := range all {
		n += len(turns)
	}
	b.ReportAllocs()
	for b.Loop() {
		for _, turns := range all {
			if _, err := tr.Shifts(context.Background(), turns); err != nil {
				b.Fatal(err)
			}
		}
	}
	b.ReportMetric(float64(n), "turns")
}

// BenchmarkTurns shows that the cost of a turn does not grow with their number.
func BenchmarkTurns(b *testing.B) {
	for _, n := range []int{10, 100, 1000} {
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			tr, err := Default()
			if err != nil {
				b.Fatal(err)
			}
			turns := make([]conversation.Turn, n)
			for i := range turns {
				turns[i] = turn(fmt.Sprintf("please change the handler of route%d so that it logs", i), "Changed the handler, it logs the route now.", fmt.Sprintf("app/route%d.go", i))
			}
			for b.Loop() {
				if _, err := tr.Shifts(context.Background(), turns); err != nil {
					b.Fatal(err)
				}
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(n), "ns/turn")
		})
	}
}
