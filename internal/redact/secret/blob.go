package secret

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

const (
	// blobLeast is the shortest run of base64 that is looked into: fewer
	// letters hold no name and no value.
	blobLeast = 16
	// blobMost bounds how much of one run is decoded.
	blobMost = 256 << 10
	// blobProbe is how many letters are decoded to see whether text comes out.
	blobProbe = 24
)

// blobs looks into runs of base64 and hexadecimal that hold text, and hides a
// run as a whole if a rule finds something in it.
func (s *scan) blobs(text string) {
	const letter = base64Std | dash | underscore
	// A run of sixteen letters holds a block of eight, and in prose and code
	// nearly every block holds a blank or a mark.
	for i := 0; i+8 <= len(text); i += 8 {
		if below(eight(text, i), '+') || !all(text[i:i+8], letter) {
			continue
		}
		from := runBack(text, i, blobMost, letter)
		to := run(text, i+8, blobMost, letter)
		if to-from >= blobLeast {
			to = wrapped(text, from, to)
			s.blob(text, from, to)
		}
		i += (to - i - 8) / 8 * 8
	}
}

// eight returns eight bytes of text as a number, the first one lowest.
func eight(text string, i int) uint64 {
	b := text[i : i+8]
	return uint64(b[0]) | uint64(b[1])<<8 | uint64(b[2])<<16 | uint64(b[3])<<24 | uint64(b[4])<<32 | uint64(b[5])<<40 | uint64(b[6])<<48 | uint64(b[7])<<56
}

const (
	lowBits  = 0x0101010101010101
	highBits = 0x8080808080808080
)

// below reports whether any of eight bytes is less than n, which is ASCII.
func below(x uint64, n byte) bool { return (x-lowBits*uint64(n))&^x&highBits != 0 }

// above reports whether any of eight bytes is more than n, which is ASCII.
func above(x uint64, n byte) bool { return (x+lowBits*uint64(127-n)|x)&highBits != 0 }

// wrapped follows base64 over its line breaks.
func wrapped(text string, from, to int) int {
	width := to - from
	for width%4 == 0 && width >= 60 && width <= 80 && to-from < blobMost {
		next := to
		if next < len(text) && text[next] == '\r' {
			next++
		}
		if next+1 >= len(text) || text[next] != '\n' {
			break
		}
		end := run(text, next+1, width, base64Std)
		if end == next+1 {
			break
		}
		short := end-next-1 < width
		to = end
		if short {
			break
		}
	}
	return to
}

// blob looks into one run.
func (s *scan) blob(text string, from, to int) {
	at := from
	var plain string
	if (to-from)%2 == 0 && to-from >= 2*blobLeast && all(text[from:to], hexa) {
		plain = unhexText(text[from:to])
	} else {
		plain = unbase64(text[from:to])
		// A path or a name may stand before the run.
		for tries := 0; plain == "" && tries < 6; tries++ {
			next := run(text, at, to-at, alnum|plus)
			if to-next-1 < blobLeast {
				break
			}
			at = next + 1
			plain = unbase64(text[at:to])
		}
	}
	if plain == "" {
		return
	}
	first := len(s.found)
	s.depth++
	s.layer(plain)
	s.depth--
	s.text = text
	if len(s.found) == first {
		return
	}
	best := s.found[first]
	for _, f := range s.found[first+1:] {
		if f.Rule.rank > best.Rule.rank {
			best = f
		}
	}
	s.found = append(s.found[:first], Finding{at, run(text, to, 2, equals), best.Rule, best.Secret})
}

// unbase64 decodes a run of either alphabet; "" if what comes out is no text.
func unbase64(run string) string {
	if len(run) < blobLeast || !probes(run) {
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
	var out [blobProbe / 4 * 3]byte
	n := 0
	for i := 0; i+4 <= min(len(run), blobProbe); i += 4 {
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

// unhexText decodes hexadecimal; "" if what comes out is no text.
func unhexText(run string) string {
	out := make([]byte, 0, len(run)/2)
	for i := 0; i+1 < len(run); i += 2 {
		c := hexByte(run[i:])
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
		if r == utf8.RuneError || !unicode.IsPrint(r) && !unicode.IsSpace(r) && !invisible(r) {
			odd++
		}
	}
	if text == "" || odd*16 > len(text) {
		return ""
	}
	return text
}
