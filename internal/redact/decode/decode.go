// Package decode reads what stands for something else: base64 and hexadecimal
// that hold text, character references, characters that leave no mark. What
// holds no text decodes to none; it knows nothing of secrets.
package decode

import (
	"strconv"
	"strings"
	"sync"
	"unicode"
	"unicode/utf16"
	"unicode/utf8"
)

// probe is how many letters are decoded to see whether text comes out.
const probe = 24

// Base64 decodes a run of either alphabet; "" if what comes out is no text.
func Base64(run string) string {
	if !probes(run) {
		return ""
	}
	out := make([]byte, 0, len(run)/4*3+3)
	var bits uint32
	n := 0
	for i := range len(run) {
		v := sextets[run[i]]
		if v > 63 {
			continue // a line break
		}
		bits = bits<<6 | uint32(v)
		if n++; n == 4 {
			out = append(out, byte(bits>>16), byte(bits>>8), byte(bits))
			bits, n = 0, 0
		}
	}
	switch n {
	case 2:
		out = append(out, byte(bits>>4))
	case 3:
		out = append(out, byte(bits>>10), byte(bits>>2))
	}
	return textOf(out)
}

// probes decodes the first letters of a run and reports whether they are text,
// in UTF-8 or in UTF-16 of ASCII letters, as some shells take it. Most runs
// are words, paths and hashes: they fail within a letter or two.
func probes(run string) bool {
	var out [probe / 4 * 3]byte
	n := 0
	for i := 0; i+4 <= min(len(run), probe); i += 4 {
		a, b, c, d := sextets[run[i]], sextets[run[i+1]], sextets[run[i+2]], sextets[run[i+3]]
		if a|b|c|d > 63 {
			return false
		}
		x, y, z := a<<2|b>>4, b<<4|c>>2, c<<6|d
		if odd(x, n) || odd(y, n+1) || odd(z, n+2) || n == 0 && x >= 0x80 && x < 0xc2 {
			return false
		}
		out[n], out[n+1], out[n+2] = x, y, z
		n += 3
	}
	// A letter of several bytes may be cut at the end.
	for cut := range min(n, utf8.UTFMax) {
		if utf8.Valid(out[:n-cut]) {
			return true
		}
	}
	return false
}

// odd reports a byte that stands in no text at offset i; every other one may be
// zero, in UTF-16.
func odd(c byte, i int) bool {
	return c < 0x20 && c != '\n' && c != '\t' && c != '\r' && (c != 0 || i%2 == 0) || c == 0x7f
}

// sextets are the values of the letters of both base64 alphabets, above 63 if
// a byte is none.
var sextets = sextetTable()

func sextetTable() (t [256]byte) {
	for c := range t {
		t[c] = 64
	}
	for i, c := range []byte("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/") {
		t[c] = byte(i)
	}
	t['-'], t['_'] = 62, 63
	return t
}

// Hex decodes hexadecimal; "" if what comes out is no text.
func Hex(run string) string {
	out := make([]byte, 0, len(run)/2)
	for i := 0; i+1 < len(run); i += 2 {
		c := Byte(run[i:])
		if c < 0x20 && c != '\n' && c != '\t' && c != '\r' || c == 0x7f {
			return "" // hashes and ids end here, after a letter or two
		}
		out = append(out, c)
	}
	if !utf8.Valid(out) {
		return ""
	}
	return textOf(out)
}

// textOf returns what was decoded if nearly all of it is text.
func textOf(out []byte) string {
	text := string(out)
	if strings.IndexByte(text, 0) >= 0 {
		text = strings.ReplaceAll(text, "\x00", "")
	}
	odd := 0
	for _, r := range text {
		if r == utf8.RuneError || !unicode.IsPrint(r) && !unicode.IsSpace(r) && !Invisible(r) {
			odd++
		}
	}
	if text == "" || odd*16 > len(text) {
		return ""
	}
	return text
}

// Invisible reports whether r leaves no mark between the letters of a secret.
// U+FFFD is among them: it stands where a byte was that is none of a text.
func Invisible(r rune) bool {
	switch {
	case r >= 0x200b && r <= 0x200f, r >= 0x202a && r <= 0x202e, r >= 0x2060 && r <= 0x2064, r >= 0xfe00 && r <= 0xfe0f:
		return true
	case r == 0xad, r == 0x34f, r == 0x61c, r == 0x180e, r == 0xfeff, r == 0xfffd:
		return true
	}
	return false
}

// Byte reads two hexadecimal digits.
func Byte(s string) byte { return unhex(s[0])<<4 | unhex(s[1]) }

func unhex(c byte) byte {
	switch {
	case c <= '9':
		return c - '0'
	case c >= 'a':
		return c - 'a' + 10
	}
	return c - 'A' + 10
}

// entities are the character references with a name that hide marks.
var entities = sync.OnceValue(func() map[string]string {
	return map[string]string{"amp": "&", "quot": `"`, "apos": "'", "lt": "<", "gt": ">", "nbsp": " ", "commat": "@"}
})

// Reference decodes the name of a character reference of HTML or XML: amp,
// #64, #x40. One of an Invisible character is empty.
func Reference(name string) (as string, ok bool) {
	as = entities()[name]
	if as == "" {
		if len(name) < 2 || name[0] != '#' {
			return "", false
		}
		number, base := name[1:], 10
		if number[0]|0x20 == 'x' {
			number, base = number[1:], 16
		}
		n, err := strconv.ParseUint(number, base, 32)
		if err != nil || n < 0x20 || n > utf8.MaxRune || utf16.IsSurrogate(rune(n)) {
			return "", false
		}
		if !Invisible(rune(n)) {
			as = string(rune(n))
		}
	}
	return as, true
}
