package jsoncursor

import (
	"bytes"
	"unicode/utf16"
	"unicode/utf8"
)

// AppendText appends the text of a JSON string (as written, without quotes) to
// dst: escapes resolved, invalid UTF-8 and lone surrogates as U+FFFD, NUL
// removed. An escape that JSON does not know stands for its character.
func AppendText(dst, raw []byte) []byte {
	from := len(dst)
	for len(raw) > 0 {
		i := bytes.IndexByte(raw, '\\')
		if i < 0 || i == len(raw)-1 {
			dst = append(dst, raw...)
			break
		}
		dst = append(dst, raw[:i]...)
		esc := raw[i+1]
		raw = raw[i+2:]
		switch esc {
		case 'n':
			dst = append(dst, '\n')
		case 't':
			dst = append(dst, '\t')
		case 'r':
			dst = append(dst, '\r')
		case 'b':
			dst = append(dst, '\b')
		case 'f':
			dst = append(dst, '\f')
		case 'u':
			r, ok := hex4(raw)
			if !ok {
				dst = utf8.AppendRune(dst, utf8.RuneError)
				break
			}
			raw = raw[4:]
			if utf16.IsSurrogate(r) {
				pair := utf8.RuneError
				if len(raw) >= 6 && raw[0] == '\\' && raw[1] == 'u' {
					if low, ok := hex4(raw[2:]); ok {
						pair = utf16.DecodeRune(r, low)
					}
				}
				if pair != utf8.RuneError {
					raw = raw[6:]
				}
				r = pair
			}
			dst = utf8.AppendRune(dst, r)
		default:
			dst = append(dst, esc)
		}
	}
	return append(dst[:from], Clean(dst[from:])...)
}

// Clean returns b as valid UTF-8 without NUL; b itself when it is that already.
func Clean(b []byte) []byte {
	// In this order: a NUL between two bad bytes keeps them from becoming one rune.
	if !utf8.Valid(b) {
		b = bytes.ToValidUTF8(b, []byte("\uFFFD"))
	}
	if bytes.IndexByte(b, 0) >= 0 {
		b = bytes.ReplaceAll(b, []byte{0}, nil)
	}
	return b
}

// Ends cuts a raw JSON string to about head bytes of its beginning and tail
// bytes of its end, never inside an escape. The second part is nil when nothing
// was left out.
func Ends(raw []byte, head, tail int) (first, last []byte) {
	// A margin: cutting a few bytes is not worth the mark that says so.
	if len(raw) <= head+tail+64 {
		return raw, nil
	}
	return raw[:cutBefore(raw, head)], raw[cutAfter(raw, len(raw)-tail):]
}

// cutBefore returns the last place ≤ at where no escape and no rune is open.
func cutBefore(raw []byte, at int) int {
	// The longest thing that must stay whole is a pair of \u escapes.
	for i := at; i > at-64 && i > 0; i-- {
		if plain(raw[i-1]) {
			return i
		}
	}
	return evenBackslash(raw, at)
}

// cutAfter returns the first place ≥ at where no escape and no rune is open.
func cutAfter(raw []byte, at int) int {
	for i := at; i < at+64 && i < len(raw); i++ {
		if plain(raw[i]) {
			return i
		}
	}
	return evenBackslash(raw, at)
}

// plain reports whether a byte can never be part of an escape or of a longer rune.
func plain(ch byte) bool {
	return ch == ' ' || ch == ',' || ch == '.' || ch == '-' || ch == ';' || ch == ':' || ch == '(' || ch == ')'
}

func evenBackslash(raw []byte, at int) int {
	i := at
	for i > 0 && raw[i-1] == '\\' {
		i--
	}
	return at - (at-i)&1
}

func hex4(b []byte) (rune, bool) {
	if len(b) < 4 {
		return 0, false
	}
	var r rune
	for _, ch := range b[:4] {
		switch {
		case ch >= '0' && ch <= '9':
			r = r<<4 | rune(ch-'0')
		case ch >= 'a' && ch <= 'f':
			r = r<<4 | rune(ch-'a'+10)
		case ch >= 'A' && ch <= 'F':
			r = r<<4 | rune(ch-'A'+10)
		default:
			return 0, false
		}
	}
	return r, true
}
