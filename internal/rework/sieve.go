package rework

import "math/bits"

// sieve is a set of line hashes that may hold more than was put into it. Whose a
// line is rests on the acts on lines with its hash and on commands, never on other
// lines, so that who asks about few sessions has only their lines to follow.
type sieve struct {
	words []uint64
	shift uint // what is left of a hash names a bit
}

// bitsPerLine keeps what passes by chance below a tenth.
const bitsPerLine = 16

// newSieve makes a sieve of all lines that sessions added.
func newSieve(sessions []*Session) *sieve {
	n := 1
	for _, s := range sessions {
		for i := range s.Edits {
			n += len(s.Edits[i].Added)
		}
	}
	size := max(6, bits.Len(uint(n*bitsPerLine)))
	v := &sieve{words: make([]uint64, 1<<(size-6)), shift: uint(64 - size)}
	for _, s := range sessions {
		for i := range s.Edits {
			for _, h := range s.Edits[i].Added {
				b := v.bit(h)
				v.words[b>>6] |= 1 << (b & 63)
			}
		}
	}
	return v
}

// bit is the one that stands for a hash; those of tests are small numbers.
func (v *sieve) bit(h uint64) uint64 { return h * 0x9E3779B97F4A7C15 >> v.shift }

// passes reports whether a line is followed; without a sieve each is.
func (v *sieve) passes(h uint64) bool {
	if v == nil {
		return true
	}
	b := v.bit(h)
	return v.words[b>>6]&(1<<(b&63)) != 0
}

// any reports whether an edit has a line that is followed.
func (v *sieve) any(e *Edit) bool {
	if v == nil {
		return true
	}
	for _, h := range e.Removed {
		if v.passes(h) {
			return true
		}
	}
	for _, h := range e.Added {
		if v.passes(h) {
			return true
		}
	}
	return false
}

// meets reports whether a session has a line that is followed. Where nobody ran a command
// that takes work back, one that has none decides nothing of those that the sieve is of:
// which files it edited and which commits it made is asked by such commands alone.
func (v *sieve) meets(s *Session) bool {
	for i := range s.Edits {
		if v.any(&s.Edits[i]) {
			return true
		}
	}
	return false
}
