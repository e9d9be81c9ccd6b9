package secret

import "strings"

// longest bounds the tokens and keys that own rules follow, in bytes.
const longest = 64 << 10

// pemShort is how many letters of key a block must show: fewer is an example
// of the form, or code that looks for it.
const pemShort = 24

// pem hides a private key: from its head line to its end, or as far as it goes.
func (s *scan) pem(r *rule, from, to int) {
	text := s.text
	if text[to-1] == ':' { // PuTTY
		at := run(text, to, 8, blank|digit)
		if end := keyEnd(text, at); count(text[at:end], alnum) >= pemShort {
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
		start := runBack(text, from, min(longest, max(0, from-s.keyed)), pemBytes)
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
		if count(text[start:from], alnum) >= pemShort {
			s.add(r, start, from)
		}
		return
	}
	at := min(len(text), to+i+5)
	end := keyEnd(text, at)
	s.keyed = max(s.keyed, end)
	if count(text[at:end], alnum) < pemShort {
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
		if foot := strings.Index(line, "-----"); foot >= 0 && all(line[:foot], pemBytes) {
			return i + foot
		}
		if !all(line, pemBytes) {
			// "Proc-Type: 4,ENCRYPTED" is a header; else the key ends in the line.
			if i-from < headers && strings.Contains(line, ":") && len(line) < 100 && end < len(text)-i {
				i += end
				continue
			}
			return run(text, i, end, pemBytes&^blank)
		}
		if i > from && strings.Contains(strings.TrimSpace(line), " ") {
			return i // a line of prose
		}
		i += end
	}
	return i
}

// pemBytes stand between the lines of a PEM block, also when the block is
// written into a string with \n or in quotes.
const pemBytes = base64Std | equals | space | dash | backslash | quote

// jwt hides a JSON Web Token: a head that is base64 of {" and two to four more
// parts, or a long one that was cut.
func (s *scan) jwt(r *rule, from, to int) {
	text := s.text
	if text[from:to] != "eyJ" || isAt(text, from-1, base64URL) {
		return
	}
	end := run(text, to, longest, base64URL)
	if end-from < 12 {
		return
	}
	parts := 1
	for parts < 5 && end+1 < len(text) && text[end] == '.' {
		next := run(text, end+1, longest, base64URL)
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
