package secret

import (
	"unicode"
	"unicode/utf8"
)

// class is a set of bytes: the union of some of the sets below.
type class uint32

const (
	upper class = 1 << iota
	lower
	digit
	hexLetter
	underscore
	dash
	dot
	equals
	plus
	slash
	tilde
	colon
	percent
	pipe
	comma
	greater
	question
	quote // " ' `
	backslash
	blank // space and tab
	breaks
	semicolon
	ampersand
	at
	bang // ! * # $ ^
	bracket
	high    // no ASCII
	control // what no text holds
	unseen  // the first byte of characters that leave no mark, and of others

	alpha     = upper | lower
	alnum     = alpha | digit
	word      = alnum | underscore
	hexa      = digit | hexLetter
	space     = blank | breaks
	base64Std = alnum | plus | slash
	// base64URL is the alphabet of tokens in URLs.
	base64URL = word | dash
	// token is what tokens, keys and hashes are written in.
	token = word | dash | dot | equals | plus | slash | tilde
	// operator may stand between a name and its value.
	operator = equals | greater | colon | pipe | question | comma
)

// classes tells the sets that each byte is in.
var classes = byteClasses()

func byteClasses() (t [256]class) {
	for c := range t {
		switch c := byte(c); {
		case c >= 'A' && c <= 'Z':
			t[c] = upper
		case c >= 'a' && c <= 'z':
			t[c] = lower
		case c >= '0' && c <= '9':
			t[c] = digit
		case c >= 0x80:
			t[c] = high
		case c < ' ' && c != '\t' && c != '\n' && c != '\f' && c != '\r':
			t[c] = control
		}
	}
	for _, set := range []struct {
		class class
		bytes string
	}{
		{hexLetter, "abcdefABCDEF"},
		{underscore, "_"}, {dash, "-"}, {dot, "."}, {equals, "="}, {plus, "+"}, {slash, "/"}, {tilde, "~"},
		{colon, ":"}, {percent, "%"}, {pipe, "|"}, {comma, ","}, {greater, ">"}, {question, "?"},
		{quote, "\"'`"}, {backslash, `\`}, {blank, " \t"}, {breaks, "\n\r\f"}, {semicolon, ";"},
		{unseen, "\xc2\xcd\xd8\xe1\xe2\xef"}, {ampersand, "&"}, {at, "@"}, {bang, "!*#$^"}, {bracket, "()[]{}<"},
	} {
		for i := range len(set.bytes) {
			t[set.bytes[i]] |= set.class
		}
	}
	return t
}

// is reports whether c is in a set.
func is(c byte, set class) bool { return classes[c]&set != 0 }

// isAt reports whether text has a byte of a set at an offset, which may lie
// outside of it.
func isAt(text string, i int, set class) bool {
	return i >= 0 && i < len(text) && classes[text[i]]&set != 0
}

// inWord reports whether a letter or a digit stands right before text[i], of a
// script that is written with spaces between words.
func inWord(text string, i int) bool {
	if i == 0 || !is(text[i-1], alnum|high) {
		return false
	}
	if is(text[i-1], alnum) {
		return true
	}
	r, _ := utf8.DecodeLastRuneInString(text[:i])
	return isWordRune(r) && !dense(r)
}

// wordAt reports whether a letter or a digit stands at text[i], of a script that is
// written with spaces between words.
func wordAt(text string, i int) bool {
	if !isAt(text, i, alnum|high) {
		return false
	}
	if is(text[i], alnum) {
		return true
	}
	r, _ := utf8.DecodeRuneInString(text[i:])
	return isWordRune(r) && !dense(r)
}

func isWordRune(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) }

// run returns the end of the bytes of a set from text[i] on, at most limit.
func run(text string, i, limit int, set class) int {
	end := min(len(text), i+limit)
	for i < end && classes[text[i]]&set != 0 {
		i++
	}
	return i
}

// runBack returns the start of the bytes of a set that end before text[i].
func runBack(text string, i, limit int, set class) int {
	end := max(0, i-limit)
	for i > end && classes[text[i-1]]&set != 0 {
		i--
	}
	return i
}

// all reports whether text is made of the bytes of a set alone.
func all(text string, set class) bool { return run(text, 0, len(text), set) == len(text) }

// count returns how many bytes of text are in a set.
func count(text string, set class) int {
	n := 0
	for i := range len(text) {
		if classes[text[i]]&set != 0 {
			n++
		}
	}
	return n
}
