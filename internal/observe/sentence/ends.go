package sentence

import (
	"strings"
	"unicode/utf8"
)

// Ends returns the first bytes of a text and its last ones, at whole letters; all of it and ""
// where that is all.
func Ends(text string, first, last int) (head, tail string) {
	if len(text) <= first+last {
		return text, ""
	}
	h := first
	for h > 0 && !utf8.RuneStart(text[h]) {
		h--
	}
	t := len(text) - last
	for t < len(text) && !utf8.RuneStart(text[t]) {
		t++
	}
	return text[:h], text[t:]
}

// Asks reports whether a text ends on a question: its last sentence, or one of
// its last lines (options often follow the question).
func Asks(text string) bool {
	text = strings.TrimRight(text, " \t\r\n*_`)\"'")
	if text == "" {
		return false
	}
	return strings.HasSuffix(text, "?") || strings.HasSuffix(text, "？") || strings.HasSuffix(text, "؟")
}
