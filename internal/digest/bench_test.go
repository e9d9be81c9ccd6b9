package digest

import (
	"testing"

	"prism/internal/conversation"
	"prism/internal/transcript/transcripttest"
)

func BenchmarkDigest(b *testing.B) {
	c := build("a", transcripttest.Workday("a", 50))
	drafts, _ := conversation.Cut(b.Context(), c, nil, conversation.Options{})
	b.ReportAllocs()
	for b.Loop() {
		New(c, drafts)
	}
}

func BenchmarkDigestStored(b *testing.B) {
	c := build("a", transcripttest.Workday("a", 50))
	drafts, _ := conversation.Cut(b.Context(), c, nil, conversation.Options{})
	data, err := New(c, drafts).MarshalBinary()
	if err != nil {
		b.Fatal(err)
	}
	b.SetBytes(int64(len(data)))
	b.ReportAllocs()
	for b.Loop() {
		var d Digest
		if err := d.UnmarshalBinary(data); err != nil {
			b.Fatal(err)
		}
	}
}
