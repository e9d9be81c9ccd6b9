//go:build unix

package pipeline_test

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"prism/internal/content"
	"prism/internal/pipeline"
	"prism/internal/store/sqlite"
)

// BenchmarkOneLine is an update after one line came, in a tenant with so many small
// conversations (PRISM_CONVERSATIONS); processor time is of the process.
func BenchmarkOneLine(b *testing.B) {
	n := 1000
	_, _ = fmt.Sscan(os.Getenv("PRISM_CONVERSATIONS"), &n)
	s, err := sqlite.Open(b.Context(), filepath.Join(b.TempDir(), "prism.db"))
	if err != nil {
		b.Fatal(err)
	}
	defer s.Close()
	var list []content.Append
	for i := range n {
		data := small(i)
		list = append(list, content.Append{Person: "ada", Path: fmt.Sprintf("projects/p/%d.jsonl", i), Generation: 1, To: int64(len(data)), Data: data, Modified: now})
		if len(list) == 1000 || i == n-1 {
			if _, err := s.Ingest(b.Context(), list, now); err != nil {
				b.Fatal(err)
			}
			list = list[:0]
		}
	}
	o := options(b)
	o.Store, o.Search.Kept, o.Search.KeptOnly, o.Warn = s.Store, s.Store, true, func(error) {}
	for _, whole := range []bool{true, false} {
		b.Run(fmt.Sprintf("whole=%t", whole), func(b *testing.B) {
			o := o
			o.Whole = true
			if _, err := pipeline.Update(b.Context(), o); err != nil {
				b.Fatal(err)
			}
			o.Whole = whole
			at := processorTime()
			for i := range b.N {
				line := []byte(fmt.Sprintf(`{"type":"user","uuid":"more-%t-%d-%d","sessionId":"%s","timestamp":"2026-05-04T13:00:00Z","cwd":"/w/r","message":{"role":"user","content":"and now the tests"}}`+"\n", whole, b.N, i, conversationOf(n/2)))
				f, _, err := s.FileAt(b.Context(), "ada", fmt.Sprintf("projects/p/%d.jsonl", n/2))
				if err != nil {
					b.Fatal(err)
				}
				if _, err := s.Ingest(b.Context(), []content.Append{{Person: "ada", Path: f.Path, Generation: 1, From: f.Source, To: f.Source + int64(len(line)), Data: line, Modified: now}}, now); err != nil {
					b.Fatal(err)
				}
				if _, err := pipeline.Update(b.Context(), o); err != nil {
					b.Fatal(err)
				}
			}
			b.ReportMetric(float64((processorTime()-at).Microseconds())/1000/float64(b.N), "cpu-ms/op")
		})
	}
}

func conversationOf(i int) string { return fmt.Sprintf("%08d-0000-4000-8000-000000000000", i) }

// small is a conversation of a few lines.
func small(i int) []byte {
	var b strings.Builder
	at := time.Date(2023, 1, 1, 0, 0, 0, 0, time.UTC).Add(time.Duration(i) * 15 * time.Minute)
	line := func(kind, id, message string) {
		at = at.Add(20 * time.Second)
		fmt.Fprintf(&b, `{"type":%q,"uuid":"u-%d-%s","sessionId":%q,"timestamp":%q,"cwd":"/w/repo-%d","message":%s}`+"\n", kind, i, id, conversationOf(i), at.Format(time.RFC3339), i%200, message)
	}
	line("user", "1", fmt.Sprintf(`{"role":"user","content":"fix the parser of part %d"}`, i))
	line("assistant", "2", fmt.Sprintf(`{"id":"m-%d","role":"assistant","model":"claude-sonnet-4-5","usage":{"input_tokens":10,"output_tokens":20},"content":[{"type":"text","text":"I will look at part %d."}]}`, i, i))
	line("user", "3", `{"role":"user","content":"thanks, commit it"}`)
	return []byte(b.String())
}

// processorTime is the processor time of this process.
func processorTime() time.Duration {
	var u syscall.Rusage
	_ = syscall.Getrusage(syscall.RUSAGE_SELF, &u)
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}
