package secret

import "strings"

// oneTimeCode hides a code that was sent to be typed once, and a PIN: four to
// eight digits behind a word for them, with something that gives it between.
func (s *scan) oneTimeCode(r *rule, from, to int) {
	const sentence, least, most = 56, 4, 8
	text := s.text
	if inWord(text, from) && is(text[from], alnum) || isAt(text, from-1, word|dash|dot) {
		return
	}
	if text[from]|0x20 == 'p' && is(text[to-1], colon|blank) {
		to = from + len("pin") // what gives it is part of the keyword
	}
	if to < len(text) && is(text[to], word|dash|dot|slash) && !strings.HasPrefix(text[to:], "_code") {
		return // a longer name
	}
	rest := text[to:min(len(text), to+sentence)]
	if i := strings.IndexByte(rest, '\n'); i >= 0 {
		rest = rest[:i]
	}
	for i := 0; i < len(rest); i++ {
		c := connectorAt(rest[i:])
		if rest[i] == '=' {
			c = "="
		}
		if c == "" || c == " " {
			if !is(rest[i], word|blank|dash|quote|bracket|high) {
				return
			}
			continue
		}
		at := run(text, to+i+len(c), 4, blank|quote|colon)
		end := run(text, at, most+1, digit)
		if is(tailByte(text, end), blank|dash) && end-at == 3 { // 123 456
			end = run(text, end+1, 4, digit)
		}
		n := count(text[at:end], digit)
		if n < least || n > most || isAt(text, end, word|dash|slash|percent) || isAt(text, end, dot|comma|colon) && isAt(text, end+1, digit) {
			continue
		}
		unit := strings.TrimPrefix(text[end:min(len(text), end+8)], " ")
		if anyOf(strings.Contains, strings.ToLower(rest[:i]), notCodes()) || anyOf(strings.HasPrefix, strings.ToLower(unit), notCodes()) {
			return
		}
		s.add(r, at, end)
		return
	}
}

// recoveryCodes hides the codes that stand in for a second factor: two or more in
// a row behind their name.
func (s *scan) recoveryCodes(r *rule, from, to int) {
	const reach, between = 900, 60
	text := s.text
	limit := min(len(text), to+reach)
	var codes []slot
	for i, last := to, to; i < limit && i-last < between; {
		if !is(text[i], alnum) {
			i++
			continue
		}
		end := run(text, i, 32, alnum|dash)
		if codeLike(text[i:end]) && !isAt(text, end, word|dot|colon|slash) && !isAt(text, i-1, word|dash|dot|slash) {
			codes = append(codes, slot{from: i, to: end})
			last = end
		}
		i = end
	}
	if len(codes) < 2 {
		return
	}
	for _, c := range codes {
		s.add(r, c.from, c.to)
	}
}

// codeLike reports groups of four to six letters and digits, or one of eight to
// twelve.
func codeLike(code string) bool {
	if count(code, digit) < 2 || count(code, upper) > 0 && count(code, lower) > 0 {
		return false
	}
	groups := strings.Split(code, "-")
	if len(groups) == 1 {
		return len(code) >= 8 && len(code) <= 12
	}
	for _, g := range groups {
		if len(g) < 4 || len(g) > 6 {
			return false
		}
	}
	return len(groups) <= 5 && !dateTime(code+"----")
}

// maskedValue hides what a log of CI is told to mask.
func (s *scan) maskedValue(r *rule, from, to int) {
	if end := run(s.text, to, 512, ^(space | quote)); end-to >= 6 && !templated(s.text[to:end]) {
		s.add(r, to, end)
	}
}

// pgpass hides the password of a line host:port:database:user:password.
func (s *scan) pgpass(r *rule, from, to int) {
	text := s.text
	start := runBack(text, from, 128, ^(space | quote))
	end := run(text, to, 256, ^(space | quote))
	parts := strings.Split(text[start:end], ":")
	if len(parts) != 5 || len(parts[0]) < 1 || len(parts[2]) < 1 || len(parts[3]) < 1 || len(parts[4]) < 4 || templated(parts[4]) ||
		!lineStart(text, start) || !lineEnd(text, end) || !all(parts[2], word|dash|bang) || strings.Contains(parts[3], "/") {
		return
	}
	s.add(r, end-len(parts[4]), end)
}
