package secret

import "strings"

// queryToken hides the value of a parameter of a URL whose name says that it
// opens something.
func (s *scan) queryToken(r *rule, from, to int) {
	text := s.text
	start := runBack(text, from, 40, word|dash)
	if !isAt(text, start-1, question|ampersand|semicolon) && !(isAt(text, start-1, bang) && text[start-1] == '#') {
		return
	}
	end := to
	for end < len(text) && end-to < 4096 && !is(text[end], space|quote|ampersand) && strings.IndexByte("<>;)]}|\\#", text[end]) < 0 {
		end++
	}
	value := strings.TrimRight(text[to:end], ".,")
	if len(value) < 6 || templated(value) || strings.Contains(value, "${") {
		return
	}
	if digits := count(value, digit); digits == 0 && len(value) < 20 || digits == len(value) && len(value) < 12 {
		return
	}
	s.add(r, to, to+len(value))
}

// connection hides the key in a connection string or a signed address of Azure.
func (s *scan) connection(r *rule, from, to int) {
	end := run(s.text, to, 512, base64Std|equals|percent|dash|underscore)
	if end-to >= 16 && count(s.text[to:end], digit) > 0 {
		s.add(r, to, end)
	}
}

// cookie hides the values of a Cookie header that are long enough to be a
// session, and the value of a cookie that a framework is known by.
func (s *scan) cookie(r *rule, from, to int) {
	text := s.text
	switch keyword := text[from:to]; {
	case strings.HasPrefix(keyword, "sessionid") || !is(keyword[0], blank|dash) && keyword[len(keyword)-1] == '=':
		s.cookieValue(r, from, to)
		return
	case is(keyword[0], blank|dash) && !strings.Contains(text[max(0, from-300):from], "curl"):
		return // -b of another command
	case keyword[0]|0x20 == 's':
		return // sessionId: the id of an agent's session
	}
	i := run(text, to, 3, quote|blank)
	if isAt(text, i, colon) {
		i++
	}
	i = run(text, i, 4, blank|quote)
	for pairs := 0; pairs < 40; pairs++ {
		eq := run(text, i, 80, word|dash|dot|percent|bracket)
		if eq == i || !isAt(text, eq, equals) {
			return
		}
		end := eq + 1
		for end < len(text) && end-eq < 4096 && !is(text[end], space|semicolon|quote) {
			end++
		}
		value := text[eq+1 : end]
		if len(value) >= 12 && tokenLike(value) && !templated(value) {
			s.add(r, eq+1, end)
		}
		if !isAt(text, end, semicolon) {
			return
		}
		i = run(text, end+1, 3, space)
	}
}

// cookieValue hides what stands behind a cookie's own name.
func (s *scan) cookieValue(r *rule, from, to int) {
	text := s.text
	if isAt(text, from-1, word) {
		return
	}
	i := run(text, to, 4, blank|colon|quote)
	end := run(text, i, 4096, token|percent|colon)
	if value := text[i:end]; len(value) >= 16 && tokenLike(value) && !uuid(value) && !wordy(value) {
		s.add(r, i, end)
	}
}

// jwk hides the private part of a JSON Web Key, or the key of a symmetric one.
func (s *scan) jwk(r *rule, from, to int) {
	text := s.text
	if text[from+1] == 'k' && !strings.Contains(text[max(0, from-200):min(len(text), to+300)], `"oct"`) {
		return
	}
	i := run(text, to, 3, blank)
	if !isAt(text, i, quote) {
		return
	}
	if end := run(text, i+1, 4096, base64URL); end-i > 40 && isAt(text, end, quote) && count(text[i+1:end], digit) > 1 {
		s.add(r, i+1, end)
	}
}

// keyID hides the id of a service account's private key, which stands beside
// the key in the same file.
func (s *scan) keyID(r *rule, from, to int) {
	i := run(s.text, to, 5, quote|blank|colon|backslash)
	if end := run(s.text, i, 64, hexa); end-i >= 32 {
		s.add(r, i, end)
	}
}
