package conversation

import (
	"testing"

	"prism/internal/transcript/transcripttest"
)

func BenchmarkBuilder(b *testing.B) {
	s := transcripttest.Workday("a", 50)
	b.ReportAllocs()
	for b.Loop() {
		build("a", s)
	}
	b.ReportMetric(float64(len(s.Records)*b.N)/b.Elapsed().Seconds(), "records/s")
}

func BenchmarkCut(b *testing.B) {
	c := build("a", transcripttest.Workday("a", 50))
	b.ReportAllocs()
	for b.Loop() {
		if _, err := Cut(b.Context(), c, nil, Options{CommitBoundary: true}); err != nil {
			b.Fatal(err)
		}
	}
}
