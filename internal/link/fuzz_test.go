package link

import (
	"encoding/binary"
	"testing"

	"prism/internal/digest"
	"prism/internal/hash"
	"prism/internal/transcript"
	"prism/internal/transcript/transcripttest"
)

// FuzzLink holds linking to any digest that can be read: no panic.
func FuzzLink(f *testing.F) {
	data, err := digested(f, "c", transcripttest.Sample().Kind(transcript.Cleared)).MarshalBinary()
	if err != nil {
		f.Fatal(err)
	}
	f.Add(data[1 : len(data)-8])
	f.Add([]byte{})
	f.Fuzz(func(t *testing.T, body []byte) {
		stored := append([]byte{digest.Version}, body...)
		stored = binary.LittleEndian.AppendUint64(stored, hash.Of(stored))
		var d digest.Digest
		if d.UnmarshalBinary(stored) != nil {
			return
		}
		l := Link([]*digest.Digest{&d}, later)
		for i := range l.Sessions {
			Facts(&l.Sessions[i], nil)
		}
	})
}
