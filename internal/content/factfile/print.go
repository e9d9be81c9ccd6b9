package factfile

import (
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"fmt"
	"hash"
	"time"

	"prism/internal/conversation"
	"prism/internal/digest"
)

// Print tells a run of turns, 1 ≤ first ≤ last, as a judge read it from what it is after
// more was written: whoever has the digest has the same one, wherever the transcript
// lies. It rests on numbers alone, which no gate changes. A run that ends the
// conversation has another one once that goes on.
func Print(d *digest.Digest, first, last int) string {
	h := sha256.New()
	number(h, uint64(digest.Version))
	for i := max(first, 1) - 1; i < min(last, len(d.Turns)); i++ {
		t := &d.Turns[i]
		number(h, t.Key)
		for _, at := range []time.Time{t.Start, t.End, t.Cleared} {
			number(h, uint64(conversation.Nanos(at)))
		}
		abandoned := 0
		if t.Abandoned {
			abandoned = 1
		}
		for _, n := range []int{t.Lines, t.Calls, t.Added, t.Removed, t.Mutating, abandoned} {
			number(h, uint64(n))
		}
	}
	if 0 <= last && last < len(d.Turns) {
		number(h, d.Turns[last].Key) // what was asked next tells how this was taken
	}
	return hex.EncodeToString(h.Sum(nil)[:16])
}

func number(h hash.Hash, n uint64) {
	var b [8]byte
	binary.LittleEndian.PutUint64(b[:], n)
	_, _ = h.Write(b[:])
}

// Key names what was said of a session of a person's: another's cannot take its place.
func Key(person string, parts []Part) string {
	h := sha256.New()
	_, _ = fmt.Fprintf(h, "told %q\n", person)
	for _, p := range parts {
		_, _ = fmt.Fprintf(h, "%q %d %d %q\n", p.Conversation, p.First, p.Last, p.Print)
	}
	return hex.EncodeToString(h.Sum(nil)[:16])
}
