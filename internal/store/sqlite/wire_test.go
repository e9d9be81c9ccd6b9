package sqlite

import (
	"bytes"
	"testing"

	"prism/internal/fact"
	"prism/internal/store"
)

// FuzzDocument: no bytes make a reader panic, and what it does read is written
// and read again as the same.
func FuzzDocument(f *testing.F) {
	c := filledChanges()
	var w writer
	f.Add(document(&w, &c.View.Reading.Sessions[0], putSession))
	f.Add(document(&w, c.View.Reading, putReading))
	f.Add(document(&w, &c.Verdicts[0].Verdict, putVerdict))
	f.Add(document(&w, &c.Verdicts[0].Files, putFiles))
	f.Add(document(&w, &c.Units[0].Counts, putCounts))
	f.Add([]byte{0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff})
	f.Fuzz(func(t *testing.T, raw []byte) {
		again(t, raw, putSession, getSession)
		again(t, raw, putReading, getReading)
		again(t, raw, putVerdict, getVerdict)
		again(t, raw, putFiles, getFiles)
		again(t, raw, putCounts, getCounts)
	})
}

func again[T any](t *testing.T, raw []byte, put func(*writer, *T), get func(*reader, *T)) {
	t.Helper()
	var v, back T
	if parse(raw, &v, get) != nil {
		return
	}
	var w writer
	once := document(&w, &v, put)
	if err := parse(once, &back, get); err != nil {
		t.Fatalf("%T: % x, written as % x: %v", v, raw, once, err)
	}
	if twice := document(&w, &back, put); !bytes.Equal(once, twice) {
		t.Fatalf("%T: written as % x, then as % x", v, once, twice)
	}
}

// TestDocumentsKeepTheirNumbers holds the bytes of a document, so that a number
// that changes its meaning is seen: stores out there hold the old one.
func TestDocumentsKeepTheirNumbers(t *testing.T) {
	var w writer
	for _, c := range []struct{ got, want []byte }{
		{document(&w, &fact.Session{ID: "i", Turns: 3, Usage: []fact.ModelUsage{{Model: "m", Tokens: fact.Tokens{CacheRead: 1}}}}, putSession),
			[]byte("\x40\x06" + "\x72\x07\x0a\x01m\x1a\x02\x28\x02" + "\xa2\x01\x02\x4a\x00" + "\xaa\x01\x01i")},
		{document(&w, &fact.Verdict{Reason: "r", Fallback: true, Judge: "j"}, putVerdict), []byte("\x0a\x01r" + "\x10\x02" + "\x4a\x00" + "\x6a\x01j")},
		{document(&w, &store.Counts{Skipped: map[string]int{"b": -1, "a": 1}}, putCounts), []byte("\x0a\x05\x0a\x01a\x10\x02" + "\x0a\x05\x0a\x01b\x10\x01")},
	} {
		if !bytes.Equal(c.got, c.want) {
			t.Errorf("document\n got % x\nwant % x", c.got, c.want)
		}
	}
}
