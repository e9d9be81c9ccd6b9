package link

import (
	"fmt"
	"testing"

	"prism/internal/digest"
	"prism/internal/transcript/transcripttest"
)

func BenchmarkLink(b *testing.B) {
	var all []*digest.Digest
	for i := range 200 {
		id := fmt.Sprintf("c%d", i)
		all = append(all, digested(b, id, transcripttest.Workday(id, 10)))
	}
	b.ReportAllocs()
	for b.Loop() {
		Link(all, later)
	}
}
