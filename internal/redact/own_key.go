package redact

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
	if text[from+5]|0x20 == 'e' { // the end alone: the key stands before it
		start := from
		for start > 0 && from-start < longest && is(text[start-1], pemBytes) {
			start--
		}
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
	if count(text[at:end], alnum) < pemShort {
		return
	}
	s.add(r, at, end)
}

// keyEnd returns where the lines of a key that begin at text[at] end: at the
// next "-----", or before the first line that is no base64 and no header.
func keyEnd(text string, at int) int {
	end := at
	for end < len(text) && end-at < longest {
		stop := run(text, end, longest, pemBytes)
		if strings.HasPrefix(text[max(at, stop-5):], "-----") {
			return stop
		}
		if stop < len(text) && (text[stop] == ':' || text[stop] == ',') {
			// "Proc-Type: 4,ENCRYPTED": a header line.
			next := strings.IndexByte(text[stop:min(len(text), stop+100)], '\n')
			if next >= 0 && end-at < 400 {
				end = stop + next + 1
				continue
			}
		}
		if stop-end > longest-1 {
			return stop
		}
		// The run may have taken words of prose behind the key.
		return proseStart(text, at, stop)
	}
	return end
}

// proseStart returns where a line of prose begins in text[at:end]: the first
// line, behind the first, that holds a space between words.
func proseStart(text string, at, end int) int {
	lines := at
	for lines < end {
		next := strings.IndexByte(text[lines:end], '\n')
		if next < 0 {
			next = end - lines
		}
		line := strings.TrimSpace(text[lines : lines+next])
		if strings.Contains(line, " ") && lines > at {
			return lines
		}
		lines += next + 1
	}
	return end
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
