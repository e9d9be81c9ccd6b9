package secret

import (
	"prism/internal/redact/chars"
	"prism/internal/redact/decode"
)

const (
	// blobLeast is the shortest run of base64 that is looked into: fewer
	// letters hold no name and no value.
	blobLeast = 16
	// blobMost bounds how much of one run is decoded.
	blobMost = 256 << 10
)

// blobs looks into runs of base64 and hexadecimal that hold text, and hides a
// run as a whole if a rule finds something in it.
func (s *scan) blobs(text string) {
	const letter = chars.Base64Std | chars.Dash | chars.Underscore
	// A run of sixteen letters holds a block of eight, and in prose and code
	// nearly every block holds a blank or a mark.
	for i := 0; i+8 <= len(text); i += 8 {
		if below(eight(text, i), '+') || !chars.All(text[i:i+8], letter) {
			continue
		}
		from := chars.RunBack(text, i, blobMost, letter)
		to := chars.Run(text, i+8, blobMost, letter)
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
		end := chars.Run(text, next+1, width, chars.Base64Std)
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
	if (to-from)%2 == 0 && to-from >= 2*blobLeast && chars.All(text[from:to], chars.Hexa) {
		plain = decode.Hex(text[from:to])
	} else {
		plain = unbase64(text[from:to])
		// A path or a name may stand before the run.
		for tries := 0; plain == "" && tries < 6; tries++ {
			next := chars.Run(text, at, to-at, chars.Alnum|chars.Plus)
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
	s.found = append(s.found[:first], Finding{at, chars.Run(text, to, 2, chars.Equals), best.Rule, best.Secret})
}

// unbase64 decodes a run that is long enough to hold something.
func unbase64(run string) string {
	if len(run) < blobLeast {
		return ""
	}
	return decode.Base64(run)
}
