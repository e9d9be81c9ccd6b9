package conversation

import (
	"iter"
	"unicode"
	"unicode/utf8"

	"prism/internal/hash"
)

// shortestWord is how many letters a word has at least that says what something is about;
// of scripts without spaces two signs do.
const shortestWord = 4

// Words are the hashes of the words of a text or a line of code, in lower case and without
// the "s" of a plural, the parts of a name apart: "parseHeader", "parse_headers" and
// "parse the header" hold the same. Of a script without spaces each pair of signs is one.
// A word may come more than once.
func Words[T string | []byte](text T) iter.Seq[uint64] {
	return func(yield func(uint64) bool) {
		var buf [64]byte
		w := buf[:0]
		letters, lower := 0, false
		var sign rune
		end := func() bool {
			word := w
			if letters > shortestWord && word[len(word)-1] == 's' {
				word = word[:len(word)-1]
			}
			ok := letters < shortestWord || yield(hash.Of(word))
			w, letters, lower = buf[:0], 0, false
			return ok
		}
		for i := 0; i < len(text); {
			if c := text[i]; c < utf8.RuneSelf { // most are
				i++
				sign = 0
				small := c | 0x20
				if small < 'a' || small > 'z' {
					if letters > 0 && !end() {
						return
					}
					continue
				}
				if c != small && lower && !end() {
					return
				}
				lower = c == small
				if letters++; len(w)+utf8.UTFMax <= len(buf) {
					w = append(w, small)
				}
				continue
			}
			r, size := utf8.DecodeRuneInString(string(text[i:min(i+utf8.UTFMax, len(text))]))
			i += size
			if r >= 0x2E80 && unicode.IsLetter(r) {
				if letters > 0 && !end() {
					return
				}
				if sign != 0 && !yield(hash.Of(utf8.AppendRune(utf8.AppendRune(buf[:0], sign), r))) {
					return
				}
				sign = r
				continue
			}
			sign = 0
			if !unicode.IsLetter(r) {
				if letters > 0 && !end() {
					return
				}
				continue
			}
			if unicode.IsUpper(r) && lower && !end() {
				return
			}
			lower = unicode.IsLower(r)
			if letters++; len(w)+utf8.UTFMax <= len(buf) {
				w = utf8.AppendRune(w, unicode.ToLower(r))
			}
		}
		if letters > 0 {
			end()
		}
	}
}
