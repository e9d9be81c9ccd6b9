package claude

import (
	"bytes"
	"os"
	"testing"

	"prism/internal/transcript"
)

// BenchmarkDecode decodes whole transcripts from memory: reader, decoder and all
// Records, nothing behind.
func BenchmarkDecode(b *testing.B) {
	for _, set := range []string{"whole", "more", "people"} {
		b.Run(set, func(b *testing.B) {
			var files [][]byte
			var size int64
			for _, path := range transcripts(b, set) {
				data, err := os.ReadFile(path)
				if err != nil {
					b.Fatal(err)
				}
				files = append(files, data)
				size += int64(len(data))
			}
			b.SetBytes(size)
			b.ReportAllocs()
			feed := transcript.NewFeed(New())
			records := 0
			for b.Loop() {
				var led transcript.Ledger
				for _, data := range files {
					_, err := feed.Read(bytes.NewReader(data), "f", 0, &led, func(*transcript.Record) error { records++; return nil })
					if err != nil {
						b.Fatal(err)
					}
				}
			}
		})
	}
}
