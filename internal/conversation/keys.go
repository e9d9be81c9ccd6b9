package conversation

import (
	"unicode"
	"unicode/utf8"

	"prism/internal/hash"
)

// planLetters is how much of a plan its key looks at (DESIGN.md, Sessions 4).
const planLetters = 400

// PlanKey is the key by which a plan handed on into a fresh conversation finds
// the conversation that made it: white space normalised, first 400 letters.
// It is 0 for a plan without a letter.
func PlanKey[T ~string | ~[]byte](plan T) uint64 {
	buf := make([]byte, 0, 4*planLetters)
	letters, space := 0, false
	text := string(plan[:min(len(plan), 64<<10)])
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
	return hash.Of(buf)
}

// TextKey hashes text with its white space normalised, so that a prompt equals
// the queued text it came from. 0 for text without a letter.
func TextKey[T ~string | ~[]byte](s T, scratch []byte) (uint64, []byte) {
	scratch = squeeze(scratch[:0], s)
	if len(scratch) == 0 {
		return 0, scratch
	}
	return hash.Of(scratch), scratch
}

// squeeze appends s to dst, trimmed, with each run of white space as one blank.
func squeeze[T ~string | ~[]byte](dst []byte, s T) []byte {
	start := len(dst)
	for i := 0; i < len(s); {
		if blank(s[i]) {
			i++
			continue
		}
		from := i
		for i < len(s) && !blank(s[i]) {
			i++
		}
		if len(dst) > start {
			dst = append(dst, ' ')
		}
		dst = append(dst, s[from:i]...)
	}
	return dst
}

// blank reports whether a byte is white space.
func blank(c byte) bool { return c == ' ' || c >= '\t' && c <= '\r' }
