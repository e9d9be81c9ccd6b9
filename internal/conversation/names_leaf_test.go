package conversation

import "testing"

// A name that the client gave leads up to a line; one that says nothing, as what it printed
// when the person left, stands for the line before it.
func TestKnownLine(t *testing.T) {
	b := &Builder{index: map[uint64]int32{7: 3}, links: map[uint64]uint64{9: 8, 8: 7, 5: 6, 6: 5}}
	for _, c := range []struct {
		hash uint64
		at   int32
		ok   bool
	}{{7, 3, true}, {9, 3, true}, {5, 0, false}, {1, 0, false}} {
		if at, ok := b.known(c.hash); at != c.at || ok != c.ok {
			t.Errorf("%d: %d, %v", c.hash, at, ok)
		}
	}
}
