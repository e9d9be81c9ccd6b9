// Package chars sorts the bytes of a text into sets and follows runs of them: what
// the matchers of the gate are written in. It decides nothing.
package chars

import (
	"unicode"
	"unicode/utf8"
)

// Class is a set of bytes: the union of some of the sets below.
type Class uint32

// The sets of single kinds of bytes.
const (
	Upper      Class = 1 << iota // A to Z
	Lower                        // a to z
	Digit                        // 0 to 9
	HexLetter                    // a to f in any case
	Underscore                   // _
	Dash                         // -
	Dot                          // .
	Equals                       // =
	Plus                         // +
	Slash                        // /
	Tilde                        // ~
	Colon                        // :
	Percent                      // %
	Pipe                         // |
	Comma                        // ,
	Greater                      // >
	Question                     // ?
	Quote                        // " ' `
	Backslash                    // \
	Blank                        // space and tab
	Breaks                       // what ends a line
	Semicolon                    // ;
	Ampersand                    // &
	At                           // @
	Bang                         // ! * # $ ^
	Bracket                      // ( ) [ ] { } <
	High                         // no ASCII
	Control                      // what no text holds
	Unseen                       // the first byte of characters that leave no mark, and of others
)

// Sets that are made of those.
const (
	Alpha     = Upper | Lower        // a letter
	Alnum     = Alpha | Digit        // a letter or a digit
	Word      = Alnum | Underscore   // what names in code are written in
	Hexa      = Digit | HexLetter    // a digit of hexadecimal
	Space     = Blank | Breaks       // white space
	Base64Std = Alnum | Plus | Slash // the alphabet of base64
	// Base64URL is the alphabet of tokens in URLs.
	Base64URL = Word | Dash
	// Token is what tokens, keys and hashes are written in.
	Token = Word | Dash | Dot | Equals | Plus | Slash | Tilde
	// Operator may stand between a name and its value.
	Operator = Equals | Greater | Colon | Pipe | Question | Comma
)

// classes tells the sets that each byte is in.
var classes = byteClasses()

func byteClasses() (t [256]Class) {
	for c := range t {
		switch c := byte(c); {
		case c >= 'A' && c <= 'Z':
			t[c] = Upper
		case c >= 'a' && c <= 'z':
			t[c] = Lower
		case c >= '0' && c <= '9':
			t[c] = Digit
		case c >= 0x80:
			t[c] = High
		case c < ' ' && c != '\t' && c != '\n' && c != '\f' && c != '\r':
			t[c] = Control
		}
	}
	for _, set := range []struct {
		class Class
		bytes string
	}{
		{HexLetter, "abcdefABCDEF"},
		{Underscore, "_"}, {Dash, "-"}, {Dot, "."}, {Equals, "="}, {Plus, "+"}, {Slash, "/"}, {Tilde, "~"},
		{Colon, ":"}, {Percent, "%"}, {Pipe, "|"}, {Comma, ","}, {Greater, ">"}, {Question, "?"},
		{Quote, "\"'`"}, {Backslash, `\`}, {Blank, " \t"}, {Breaks, "\n\r\f"}, {Semicolon, ";"},
		{Unseen, "\xc2\xcd\xd8\xe1\xe2\xef"}, {Ampersand, "&"}, {At, "@"}, {Bang, "!*#$^"}, {Bracket, "()[]{}<"},
	} {
		for i := range len(set.bytes) {
			t[set.bytes[i]] |= set.class
		}
	}
	return t
}

// ClassOf returns the sets that c is in.
func ClassOf(c byte) Class { return classes[c] }

// Is reports whether c is in a set.
func Is(c byte, set Class) bool { return classes[c]&set != 0 }

// IsAt reports whether text has a byte of a set at an offset, which may lie
// outside of it.
func IsAt(text string, i int, set Class) bool {
	return i >= 0 && i < len(text) && classes[text[i]]&set != 0
}

// InWord reports whether a letter or a digit stands right before text[i], of a
// script that is written with spaces between words.
func InWord(text string, i int) bool {
	if i == 0 || !Is(text[i-1], Alnum|High) {
		return false
	}
	if Is(text[i-1], Alnum) {
		return true
	}
	r, _ := utf8.DecodeLastRuneInString(text[:i])
	return IsWordRune(r) && !Dense(r)
}

// WordAt reports whether a letter or a digit stands at text[i], of a script that is
// written with spaces between words.
func WordAt(text string, i int) bool {
	if !IsAt(text, i, Alnum|High) {
		return false
	}
	if Is(text[i], Alnum) {
		return true
	}
	r, _ := utf8.DecodeRuneInString(text[i:])
	return IsWordRune(r) && !Dense(r)
}

// IsWordRune reports a letter or a digit of any script.
func IsWordRune(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) }

// Run returns the end of the bytes of a set from text[i] on, at most limit.
func Run(text string, i, limit int, set Class) int {
	end := min(len(text), i+limit)
	for i < end && classes[text[i]]&set != 0 {
		i++
	}
	return i
}

// RunBack returns the start of the bytes of a set that end before text[i].
func RunBack(text string, i, limit int, set Class) int {
	end := max(0, i-limit)
	for i > end && classes[text[i-1]]&set != 0 {
		i--
	}
	return i
}

// All reports whether text is made of the bytes of a set alone.
func All(text string, set Class) bool { return Run(text, 0, len(text), set) == len(text) }

// Count returns how many bytes of text are in a set.
func Count(text string, set Class) int {
	n := 0
	for i := range len(text) {
		if classes[text[i]]&set != 0 {
			n++
		}
	}
	return n
}

// Dense reports a letter or mark of scripts that are written without spaces.
func Dense(r rune) bool {
	return r >= 0x3000 && r <= 0x303f || r >= 0xff00 && r <= 0xffef || unicode.In(r, unicode.Han, unicode.Hiragana, unicode.Katakana, unicode.Hangul)
}
