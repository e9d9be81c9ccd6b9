// Package plain takes the markup off a sentence: marks of lists and headings, ornaments, links
// and code, and whatever is no word of it.
package plain

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"prism/internal/observe"
	"prism/internal/title/fit"
)

// SentenceBytes is how much is kept of one sentence.
const SentenceBytes = 700

// Tidy makes one line of a text, without what is no word of it: control and
// format characters, bytes that are no UTF-8, runs of white space.
func Tidy(s string) string {
	if tidied(s) {
		return s
	}
	var b strings.Builder
	b.Grow(len(s))
	space := false
	for i := 0; i < len(s); {
		r, n := utf8.DecodeRuneInString(s[i:])
		i += n
		switch {
		case r == utf8.RuneError && n <= 1:
			continue
		case unicode.IsSpace(r), unicode.IsControl(r):
			space = b.Len() > 0
			continue
		case r == utf8.RuneError, unicode.Is(unicode.Cf, r) && r != fit.ZWJ && r != fit.ZWNJ, r >= 0xFE00 && r <= 0xFE0F && b.Len() == 0:
			continue
		}
		if space {
			b.WriteByte(' ')
			space = false
		}
		b.WriteRune(r)
	}
	return b.String()
}

// tidied reports whether a text is plain ASCII with single spaces within.
func tidied(s string) bool {
	space := true
	for i := range len(s) {
		if s[i] < ' ' || s[i] >= 0x7F || s[i] == ' ' && space {
			return false
		}
		space = s[i] == ' '
	}
	return s == "" || !space
}

// MaxBytes is what Of reads of a sentence: a line that a program wrote may
// have megabytes, and no label shows more than a few hundred letters of it.
const MaxBytes = 4 * SentenceBytes

// Of strips markup, marks of lists and ornaments from one sentence.
func Of(s string) string {
	s = unlink(observe.ClipBytes(s, MaxBytes))
	if strings.ContainsAny(s, "*_`~") {
		s = uncode(s)
		for _, mark := range []string{"**", "__", "~~"} {
			s = strings.ReplaceAll(s, mark, "")
		}
	}
	s = Tidy(s)
	for range 4 {
		was := len(s)
		if end := strings.Index(s, "】"); strings.HasPrefix(s, "【") && end < len(s)-len("】") {
			s = s[end+len("】"):] // a label in brackets
		}
		s = strings.TrimLeftFunc(s, ornament)
		if k := ListMark(s); k > 0 {
			s = s[k:]
		}
		if len(s) == was {
			break
		}
	}
	s = strings.TrimRightFunc(s, func(r rune) bool {
		return !strings.ContainsRune(`)]}】”`, r) && (ornament(r) || strings.ContainsRune("(（[{", r))
	})
	if strings.Count(s, `"`) == 1 && strings.HasSuffix(s, `"`) {
		s = strings.TrimRight(s, `"`)
	}
	return s
}

// uncode drops the marks of code. Several words of it stand in quotes: a command among the
// words of a sentence reads as words of it ("remove entire session trailer").
func uncode(s string) string {
	parts := strings.Split(s, "`")
	if len(parts)%2 == 0 || strings.Contains(s, `"`) {
		return strings.ReplaceAll(s, "`", "")
	}
	var b strings.Builder
	for i, p := range parts {
		if i%2 == 1 && strings.Contains(strings.TrimSpace(p), " ") && (len(parts) > 3 || strings.Trim(parts[0]+parts[2], " .:") != "") {
			p = `"` + p + `"`
		}
		b.WriteString(p)
	}
	return b.String()
}

// ornament reports whether a character at the edge of a sentence says nothing.
func ornament(r rune) bool {
	switch r {
	case '#', '>', '*', '-', '–', '—', '•', '·', '|', ':', ',', ';', '_', '=', '~', '│', '├', '└', '─', '→', '，', '：', '、', '；', '“', '”', '】', '【', ')', ']', '}', '\\', '⨯', '✗', '✘', '×', '❯', '➜', '»', '▸':
		return true
	}
	return unicode.IsSpace(r) || unicode.Is(unicode.So, r) || unicode.Is(unicode.Sk, r) || r >= 0xFE00 && r <= 0xFE0F || r == 0x20E3 || r == fit.ZWJ || r == utf8.RuneError
}

// Item is a line of a list without its mark; ok is false of another line.
func Item(line string) (text string, ok bool) {
	for _, mark := range []string{"- ", "* ", "• ", "– ", "+ "} {
		if rest, found := strings.CutPrefix(line, mark); found {
			return strings.TrimSpace(rest), true
		}
	}
	if k := ListMark(line); k > 0 && k < len(line) {
		return strings.TrimSpace(line[k:]), true
	}
	return "", false
}

// ListMark returns the length of "1. ", "2) ", "10、" or "B) " at the head of s.
func ListMark(s string) int {
	if len(s) > 3 && observe.Letter(s[0]) && (s[1] == ')' || s[1] == '.') && s[2] == ' ' {
		return 3
	}
	i := 0
	for i < len(s) && i < 3 && '0' <= s[i] && s[i] <= '9' {
		i++
	}
	if i == 0 || i == len(s) {
		return 0
	}
	r, n := utf8.DecodeRuneInString(s[i:])
	switch {
	case r == '、' || r == '）':
		return i + n
	case (r == '.' || r == ')') && i+1 < len(s) && s[i+1] == ' ':
		return i + 2
	case r == '.' && i+1 < len(s) && s[i+1] >= utf8.RuneSelf:
		return i + 1
	}
	return 0
}

// unlink replaces markdown links by their words.
func unlink(s string) string {
	for from := 0; ; {
		open := strings.IndexByte(s[from:], '[')
		if open < 0 {
			return s
		}
		open += from
		mid := strings.Index(s[open:], "](")
		if mid < 0 {
			return s
		}
		end := strings.IndexByte(s[open+mid:], ')')
		if end < 0 {
			return s
		}
		words := s[open+1 : open+mid]
		s = s[:open] + words + s[open+mid+end+1:]
		from = open + len(words)
	}
}
