package digest

import (
	"encoding/binary"
	"errors"
	"testing"

	"prism/internal/conversation"
	"prism/internal/fact"
	"prism/internal/hash"
	"prism/internal/transcript"
	"prism/internal/transcript/transcripttest"
)

func stored(tb testing.TB) []byte {
	tb.Helper()
	s := transcripttest.Sample()
	s.Kind(transcript.Cleared)
	s.Prompt("undo").Call("g", "Bash", "git checkout -- a.go").Done("g", "").Bill("m9", "other", fact.Tokens{CacheRead: 4})
	s.Add(transcript.Record{Kind: transcript.Prompt, Session: "elsewhere", Text: []byte("copied")})
	c := build("c", s)
	drafts, err := conversation.Cut(tb.Context(), c, nil, conversation.Options{})
	if err != nil {
		tb.Fatal(err)
	}
	data, err := New(c, drafts).MarshalBinary()
	if err != nil {
		tb.Fatal(err)
	}
	return data
}

func TestDamagedDigests(t *testing.T) {
	data := stored(t)
	var d Digest
	if err := d.UnmarshalBinary(data); err != nil {
		t.Fatal(err)
	}
	if n := len(d.Turns); n != 6 || len(d.Turns[4].Undos) != 1 || d.Turns[5].Claim != hash.Of("elsewhere") {
		t.Errorf("%d turns; %+v", n, d.Turns)
	}
	for n := range data {
		if err := d.UnmarshalBinary(data[:n]); !errors.Is(err, ErrDigest) {
			t.Fatalf("cut at %d: %v", n, err)
		}
		bad := append([]byte(nil), data...)
		bad[n] ^= 0x41
		if err := d.UnmarshalBinary(bad); !errors.Is(err, ErrDigest) {
			t.Fatalf("byte %d changed: %v", n, err)
		}
	}
	newer := append([]byte(nil), data...)
	newer[0]++
	body := newer[:len(newer)-8]
	binary.LittleEndian.PutUint64(newer[len(body):], hash.Of(body))
	if err := d.UnmarshalBinary(newer); !errors.Is(err, ErrDigest) {
		t.Errorf("newer version: %v", err)
	}
}

// FuzzDigest holds the reader to any bytes: no panic, and what it accepts is
// written again to the same meaning.
func FuzzDigest(f *testing.F) {
	data := stored(f)
	f.Add(data[1 : len(data)-8])
	f.Add([]byte{})
	f.Fuzz(func(t *testing.T, body []byte) {
		var d Digest
		if d.read(body) != nil {
			return
		}
		again, err := d.MarshalBinary()
		if err != nil {
			t.Fatal(err)
		}
		var e Digest
		if err := e.UnmarshalBinary(again); err != nil {
			t.Fatal("written, but not read:", err)
		}
	})
}
