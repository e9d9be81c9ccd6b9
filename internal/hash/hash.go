// Package hash holds the stable 64-bit hash behind every key: of uuids, of lines,
// of paths. It is the same on every machine and in every version, and never 0.
package hash

import "math/bits"

// Keys of the hash: odd 64-bit numbers with about half their bits set. Stored
// digests and ids rest on them; a change needs a new digest version.
const (
	Seed = 0x9e3779b97f4a7c15
	word = 0xd6e8feb86659fd93
	tail = 0xa0761d6478bd642f
)

// Of is the hash of a text or of bytes.
func Of[T ~string | ~[]byte](s T) uint64 { return from(Seed, s) }

func from[T ~string | ~[]byte](h uint64, s T) uint64 {
	n := len(s)
	h ^= uint64(n) * tail
	i := 0
	for ; i+8 <= n; i += 8 {
		w := uint64(s[i]) | uint64(s[i+1])<<8 | uint64(s[i+2])<<16 | uint64(s[i+3])<<24 |
			uint64(s[i+4])<<32 | uint64(s[i+5])<<40 | uint64(s[i+6])<<48 | uint64(s[i+7])<<56
		h = fold(h^w, word) + Seed
	}
	var w uint64
	for shift := uint(0); i < n; i, shift = i+1, shift+8 {
		w |= uint64(s[i]) << shift
	}
	h = fold(h^w, tail)
	h = fold(h^word, Seed)
	if h == 0 {
		return 1
	}
	return h
}

func fold(a, b uint64) uint64 {
	hi, lo := bits.Mul64(a, b)
	return hi ^ lo
}

// Join hashes two hashes into one.
func Join(a, b uint64) uint64 {
	h := fold(a^Seed, word) ^ bits.RotateLeft64(b, 29)
	if h = fold(h, tail); h == 0 {
		return 1
	}
	return h
}
