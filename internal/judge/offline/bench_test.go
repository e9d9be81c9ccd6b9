package offline

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"prism/internal/conversation"
	"prism/internal/transcript"
	"prism/internal/transcript/claude"
)

// BenchmarkJudge judges every conversation of a set as one session. Bytes are
// those of the transcripts, so that its MB/s stand beside the reader's. It needs
// the corpus that PRISM_CORPUS names.
func BenchmarkJudge(b *testing.B) {
	dir := os.Getenv("PRISM_CORPUS")
	if dir == "" {
		cache, err := os.UserCacheDir()
		if err != nil {
			b.Skip("no corpus: set PRISM_CORPUS")
		}
		dir = filepath.Join(cache, "prism-corpus")
	}
	j, err := Default()
	if err != nil {
		b.Fatal(err)
	}
	for _, set := range []string{"whole", "more", "people"} {
		b.Run(set, func(b *testing.B) {
			files, err := filepath.Glob(filepath.Join(dir, set, "projects", "*", "*.jsonl"))
			if err != nil || len(files) == 0 {
				b.Skip("no corpus: set PRISM_CORPUS to a folder that has " + set)
			}
			var drafts []*conversation.Draft
			feed := transcript.NewFeed(claude.New())
			size := int64(0)
			for _, file := range files {
				c := conversation.NewBuilder("claude", strings.TrimSuffix(filepath.Base(file), ".jsonl"), file)
				f, err := os.Open(file)
				if err != nil {
					b.Fatal(err)
				}
				var led transcript.Ledger
				_, err = feed.Read(f, file, 0, &led, func(r *transcript.Record) error { c.Add(r); return nil })
				if cerr := f.Close(); err != nil || cerr != nil {
					b.Fatal(err, cerr)
				}
				size += led.Bytes
				if conv := c.Conversation(); len(conv.Turns) > 0 {
					drafts = append(drafts, &conversation.Draft{Agent: "claude", Turns: conv.Turns, First: 1, AtEnd: true, Tail: conv.Tail})
				}
			}
			b.SetBytes(size)
			b.ReportAllocs()
			for b.Loop() {
				for _, d := range drafts {
					if _, err := j.Judge(b.Context(), d); err != nil {
						b.Fatal(err)
					}
				}
			}
		})
	}
}
