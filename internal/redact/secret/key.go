package secret

import (
	"strings"

	"prism/internal/redact/chars"
)

// longest bounds the tokens and keys that own rules follow, in bytes.
const longest = 64 << 10

// pemShort is how many letters of key a block must show: fewer is an example
// of the form, or code that looks for it.
const pemShort = 24

// pem hides a private key: from its head line to its end, or as far as it goes.
func (s *scan) pem(r *rule, from, to int) {
	text := s.text
	if text[to-1] == ':' { // PuTTY
		at := chars.Run(text, to, 8, chars.Blank|chars.Digit)
		if end := keyEnd(text, at); chars.Count(text[at:end], chars.Alnum) >= pemShort {
			s.add(r, at, end)
		}
		return
	}
	line := text[to:min(len(text), to+64)]
	i := strings.Index(line, "-----")
	if i < 0 {
		i = len(line)
		// Cut in its head line: nothing of the key is here.
	}
	if !strings.Contains(strings.ToUpper(line[:i]), "PRIVATE KEY") {
		return
	}
	if from < s.keyed {
		return // inside of a key that was met
	}
	if text[from+5]|0x20 == 'e' { // the end alone: the key stands before it
		start := chars.RunBack(text, from, min(longest, max(0, from-s.keyed)), pemBytes)
		s.keyed = to
		if strings.Contains(text[start:from], "-----") {
			return // its head line is here, and was or will be met
		}
		// Lines of prose before the key are not of it.
		for lines := start; lines < from; {
			next := strings.IndexByte(text[lines:from], '\n') + 1
			if next == 0 {
				break
			}
			if strings.Contains(strings.TrimSpace(text[lines:lines+next]), " ") {
				start = lines + next
			}
			lines += next
		}
		if chars.Count(text[start:from], chars.Alnum) >= pemShort {
			s.add(r, start, from)
		}
		return
	}
	at := min(len(text), to+i+5)
	end := keyEnd(text, at)
	s.keyed = max(s.keyed, end)
	if chars.Count(text[at:end], chars.Alnum) < pemShort {
		return
	}
	s.add(r, at, end)
}

// keyEnd returns where the lines of a key that begin at text[i] end: at the
// next "-----", or before the first line that is no base64 and no header.
func keyEnd(text string, i int) int {
	const headers = 400
	from := i
	for i < len(text) && i-from < longest {
		end := strings.IndexByte(text[i:min(len(text), i+longest)], '\n') + 1
		if end == 0 {
			end = min(len(text), i+longest) - i
		}
		line := text[i : i+end]
		if foot := strings.Index(line, "-----"); foot >= 0 && chars.All(line[:foot], pemBytes) {
			return i + foot
		}
		if !chars.All(line, pemBytes) {
			// "Proc-Type: 4,ENCRYPTED" is a header; else the key ends in the line.
			if i-from < headers && strings.Contains(line, ":") && len(line) < 100 && end < len(text)-i {
				i += end
				continue
			}
			return chars.Run(text, i, end, pemBytes&^chars.Blank)
		}
		if i > from && strings.Contains(strings.TrimSpace(line), " ") {
			return i + lastPiece(line) // a line of prose
		}
		i += end
	}
	return i
}

// lastPiece is how much of the line after a key's lines is still the key, in bytes: a first
// word that no language has, with a digit, a sign of base64 or a capital behind a small
// letter, is the end of one whose foot was cut off.
func lastPiece(line string) int {
	end := strings.IndexAny(line, " \t")
	for i := range max(end, 0) {
		c := line[i]
		if '0' <= c && c <= '9' || strings.IndexByte("+/=", c) >= 0 || i > 0 && 'A' <= c && c <= 'Z' && 'a' <= line[i-1] && line[i-1] <= 'z' {
			return end
		}
	}
	return 0
}

// pemBytes stand between the lines of a PEM block, also when the block is
// written into a string with \n or in quotes.
const pemBytes = chars.Base64Std | chars.Equals | chars.Space | chars.Dash | chars.Backslash | chars.Quote

// jwt hides a JSON Web Token: a head that is base64 of {" and two to four more
// parts, or a long one that was cut.
func (s *scan) jwt(r *rule, from, to int) {
	text := s.text
	if text[from:to] != "eyJ" || chars.IsAt(text, from-1, chars.Base64URL) {
		return
	}
	end := chars.Run(text, to, longest, chars.Base64URL)
	if end-from < 12 {
		return
	}
	parts := 1
	for parts < 5 && end+1 < len(text) && text[end] == '.' {
		next := chars.Run(text, end+1, longest, chars.Base64URL)
		if next == end+1 && parts != 1 {
			break
		}
		parts++
		end = next
	}
	if parts < 2 {
		return
	}
	if end-from < 24 {
		return
	}
	s.add(r, from, end)
}
