package sentence

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// Quoted reports whether a phrase text[from:to] stands between quotation marks, or its end
// does: what is quoted behind it says nothing of it.
func Quoted(text string, from, to int) bool {
	for _, q := range [...][2]string{{" '", "'"}, {" \"", "\""}, {"“", "”"}, {"„", "“"}, {"«", "»"}, {"「", "」"}, {"`", "`"}} {
		at := from
		i := strings.LastIndex(text[:from], q[0])
		if q[0] == "`" && strings.Count(text[:from], q[0])%2 == 0 {
			i = -1 // the last mark closed what it marks
		}
		if i < 0 {
			i = strings.Index(text[from:to], q[0]) // a phrase that begins before the quote
			if i < 0 {
				continue
			}
			i += from
			at = i + len(q[0])
		}
		if closesAt(text[at:], q[1]) >= 0 && closesAt(text[i+len(q[0]):at], q[1]) < 0 {
			return true
		}
	}
	return false
}

// closesAt is where a quotation mark closes in a text; −1 nowhere. An apostrophe within a
// word closes nothing.
func closesAt(text, mark string) int {
	for from := 0; ; {
		i := strings.Index(text[from:], mark)
		if i < 0 {
			return -1
		}
		i += from
		next, _ := utf8.DecodeRuneInString(text[i+len(mark):])
		if mark != "'" || !unicode.IsLetter(next) {
			return i
		}
		from = i + len(mark)
	}
}
