// Package sentence tells where the sentences of a text stand, as its reader sees them: without
// the marks of a list before them, and not ended by every dot. It promises that each holds a
// letter or a digit, that none overlap, and that they come in order; of what they say it knows
// nothing.
package sentence

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// Span is where a sentence stands in a text, in bytes.
type Span struct{ Start, End int }

// All are the sentences of a text, in order.
func All(text string) []Span {
	var all []Span
	for start := 0; start < len(text); {
		end := start + sentenceEnd(text[start:])
		s := Span{start, end}
		start = end
		for marked := true; marked; {
			line := strings.TrimLeft(text[s.Start:s.End], " \t\r\n")
			n := itemMark(line)
			s.Start, marked = s.End-len(line)+n, n > 0
		}
		s.End = s.Start + len(strings.TrimRight(text[s.Start:s.End], " \t\r\n"))
		if strings.ContainsFunc(text[s.Start:s.End], func(c rune) bool { return unicode.IsLetter(c) || unicode.IsDigit(c) }) {
			all = append(all, s)
		}
	}
	return all
}

// itemMark is how many bytes the mark of a list's item takes that opens a line, "-" or "12.".
func itemMark(line string) int {
	rest := strings.TrimLeft(line, "-*+•–>#")
	if n := len(line) - len(rest); n > 0 && strings.HasPrefix(rest, " ") {
		return n
	}
	rest = strings.TrimLeft(line, "0123456789")
	if n := len(line) - len(rest); n > 0 && (strings.HasPrefix(rest, ". ") || strings.HasPrefix(rest, ") ")) {
		return n + 1
	}
	return 0
}

// sentenceEnd is how many bytes of a text its first sentence takes. A dot ends none within a
// name or a number, behind one letter ("e.g.", "J. Verne") or the number that opens a line,
// nor where the next word goes on with a small letter.
func sentenceEnd(text string) int {
	for i, c := range text {
		end := i + utf8.RuneLen(c)
		switch c {
		case '\n', '。', '！', '？', '।', '؟', '۔':
			return end
		case '.', '!', '?', '…':
		default:
			continue
		}
		end += len(text[end:]) - len(strings.TrimLeft(text[end:], "\"'”’»)]*_`.!?…"))
		if end == len(text) {
			return end
		}
		next := strings.TrimLeft(text[end:], " \t")
		after, _ := utf8.DecodeRuneInString(next)
		switch {
		case len(next) == len(text[end:]) && after != '\n', unicode.IsLower(after):
			continue // "v1.2", "cart.go", "etc. and so on"
		case c == '.' && abbreviates(text[:i]):
			continue
		}
		return end
	}
	return len(text)
}

// abbreviates reports whether a text ends on one letter, or is no more than a number: what a
// dot behind it does not end.
func abbreviates(text string) bool {
	last, n := utf8.DecodeLastRuneInString(text)
	before, _ := utf8.DecodeLastRuneInString(text[:len(text)-n])
	if unicode.IsLetter(last) && last < 0x2E80 && !unicode.IsLetter(before) && !unicode.IsDigit(before) {
		return true
	}
	return strings.Trim(text, " \t0123456789") == "" && text != ""
}
