package codec

import (
	"testing"
	"time"

	"prism/internal/fact"
)

func TestTimesAreMicroseconds(t *testing.T) {
	c, err := New()
	if err != nil {
		t.Fatal(err)
	}
	type doc struct{ At time.Time }
	for _, n := range []int64{1<<52 - 1, -1 << 52, 1_760_000_000_123_457, -1, 0, fact.NoTime} {
		in := doc{time.UnixMicro(n).UTC()}
		raw, err := c.Encode(&in)
		if err != nil {
			t.Fatal(err)
		}
		var out doc
		if err := c.Decode(raw, &out); err != nil || !out.At.Equal(in.At) {
			t.Errorf("%x: %v, want %v (%v)", raw, out.At, in.At, err)
		}
	}
}
