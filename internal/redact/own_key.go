package redact

import "strings"

// pemShort is how many letters of key a block must show: fewer is an example
// of the form, or code that looks for it.
const pemShort = 24

// pem hides a private key: from its head line to its end, or as far as it goes.
func (s *scan) pem(r *rule, from, to int) {
	text := s.text
	if text[to-1] == ':' { // PuTTY
		at := run(text, to, 8, func(c byte) bool { return c == ' ' || isDigit(c) })
		if end := keyEnd(text, at); letters(text[at:end]) >= pemShort {
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
		for start > 0 && from-start < grown && isPEM(text[start-1]) {
			start--
		}
		if letters(text[start:from]) >= pemShort {
			s.add(r, start, from)
		}
		return
	}
	at := min(len(text), to+i+5)
	end := keyEnd(text, at)
	if letters(text[at:end]) < pemShort {
		return
	}
	s.add(r, at, end)
}

// keyEnd returns where the lines of a key that begin at text[at] end: at the
// next "-----", or before the first line that is no base64 and no header.
func keyEnd(text string, at int) int {
	end := at
	for end < len(text) && end-at < grown {
		stop := run(text, end, grown, isPEM)
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
		if stop-end > grown-1 {
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

// isPEM reports a byte that stands between the lines of a PEM block, also when
// the block is written into a string with \n or in quotes.
func isPEM(c byte) bool {
	return isAlnum(c) || c == '+' || c == '/' || c == '=' || c == '\n' || c == '\r' || c == ' ' || c == '\t' || c == '\\' || c == '-' || c == '"' || c == '\''
}

// letters counts the letters and digits in text.
func letters(text string) int {
	n := 0
	for i := range len(text) {
		if isAlnum(text[i]) {
			n++
		}
	}
	return n
}

// jwt hides a JSON Web Token: a head that is base64 of {" and two to four more
// parts, or a long one that was cut.
func (s *scan) jwt(r *rule, from, to int) {
	text := s.text
	if text[from:to] != "eyJ" || from > 0 && isBase64URL(text[from-1]) {
		return
	}
	end := run(text, to, grown, isBase64URL)
	if end-from < 12 {
		return
	}
	parts := 1
	for parts < 5 && end+1 < len(text) && text[end] == '.' {
		next := run(text, end+1, grown, isBase64URL)
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

func isBase64URL(c byte) bool { return isAlnum(c) || c == '-' || c == '_' }
