package session

import (
	"math/bits"
	"unicode"
	"unicode/utf8"
)

// Keys of the hash: odd 64-bit numbers with about half their bits set. Stored
// digests and ids rest on them; a change needs a new digest version.
const (
	hashSeed = 0x9e3779b97f4a7c15
	hashWord = 0xd6e8feb86659fd93
	hashTail = 0xa0761d6478bd642f
)

// Hash is the stable 64-bit hash behind every key of this package: of uuids, of
// lines, of paths. It is the same on every machine and is never 0.
func Hash[T ~string | ~[]byte](s T) uint64 { return hashFrom(hashSeed, s) }

func hashFrom[T ~string | ~[]byte](h uint64, s T) uint64 {
	n := len(s)
	h ^= uint64(n) * hashTail
	i := 0
	for ; i+8 <= n; i += 8 {
		w := uint64(s[i]) | uint64(s[i+1])<<8 | uint64(s[i+2])<<16 | uint64(s[i+3])<<24 |
			uint64(s[i+4])<<32 | uint64(s[i+5])<<40 | uint64(s[i+6])<<48 | uint64(s[i+7])<<56
		h = fold(h^w, hashWord) + hashSeed
	}
	var w uint64
	for shift := uint(0); i < n; i, shift = i+1, shift+8 {
		w |= uint64(s[i]) << shift
	}
	h = fold(h^w, hashTail)
	h = fold(h^hashWord, hashSeed)
	if h == 0 {
		return 1
	}
	return h
}

func fold(a, b uint64) uint64 {
	hi, lo := bits.Mul64(a, b)
	return hi ^ lo
}

// join hashes two hashes into one.
func join(a, b uint64) uint64 {
	h := fold(a^hashSeed, hashWord) ^ bits.RotateLeft64(b, 29)
	if h = fold(h, hashTail); h == 0 {
		return 1
	}
	return h
}

// planLetters is how much of a plan its key looks at (DESIGN.md, Sessions 4).
const planLetters = 400

// PlanKey is the key by which a plan handed on into a fresh conversation finds
// the conversation that made it: white space normalised, first 400 letters.
// It is 0 for a plan without a letter.
func PlanKey[T ~string | ~[]byte](plan T) uint64 {
	buf := make([]byte, 0, 4*planLetters)
	letters, space := 0, false
	text := string(clipBytes(plan, 64<<10))
	for _, r := range text {
		if unicode.IsSpace(r) {
			space = true
			continue
		}
		if space && letters > 0 {
			if letters++; letters > planLetters {
				break
			}
			buf = append(buf, ' ')
		}
		space = false
		if letters++; letters > planLetters {
			break
		}
		buf = utf8.AppendRune(buf, r)
	}
	if letters == 0 {
		return 0
	}
	return Hash(buf)
}

func clipBytes[T ~string | ~[]byte](s T, n int) T {
	if len(s) > n {
		return s[:n]
	}
	return s
}

// textKey hashes text with its white space normalised, so that a prompt equals
// the queued text it came from. 0 for text without a letter.
func textKey[T ~string | ~[]byte](s T, scratch []byte) (uint64, []byte) {
	scratch = squeeze(scratch[:0], s)
	if len(scratch) == 0 {
		return 0, scratch
	}
	return Hash(scratch), scratch
}

// squeeze appends s to dst, trimmed, with each run of white space as one blank.
func squeeze[T ~string | ~[]byte](dst []byte, s T) []byte {
	space := false
	start := len(dst)
	for i := 0; i < len(s); i++ {
		c := s[i]
		if c == ' ' || c == '\t' || c == '\n' || c == '\r' || c == '\v' || c == '\f' {
			space = true
			continue
		}
		if space && len(dst) > start {
			dst = append(dst, ' ')
		}
		space = false
		dst = append(dst, c)
	}
	return dst
}
