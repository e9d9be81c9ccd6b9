package secret

import (
	"strings"

	"prism/internal/redact/chars"
	"prism/internal/redact/given"
)

// queryToken hides the value of a parameter of a URL whose name says that it
// opens something.
func (s *scan) queryToken(r *rule, from, to int) {
	text := s.text
	start := chars.RunBack(text, from, 40, chars.Word|chars.Dash)
	if !chars.IsAt(text, start-1, chars.Question|chars.Ampersand|chars.Semicolon) && !(chars.IsAt(text, start-1, chars.Bang) && text[start-1] == '#') {
		return
	}
	end := to
	for end < len(text) && end-to < 4096 && !chars.Is(text[end], chars.Space|chars.Quote|chars.Ampersand) && strings.IndexByte("<>;)]}|\\#", text[end]) < 0 {
		end++
	}
	value := strings.TrimRight(text[to:end], ".,")
	if len(value) < 6 || given.Templated(value) || strings.Contains(value, "${") {
		return
	}
	if digits := chars.Count(value, chars.Digit); digits == 0 && len(value) < 20 || digits == len(value) && len(value) < 12 {
		return
	}
	s.add(r, to, to+len(value))
}

// connection hides the key in a connection string or a signed address of Azure.
func (s *scan) connection(r *rule, from, to int) {
	end := chars.Run(s.text, to, 512, chars.Base64Std|chars.Equals|chars.Percent|chars.Dash|chars.Underscore)
	if end-to >= 16 && chars.Count(s.text[to:end], chars.Digit) > 0 {
		s.add(r, to, end)
	}
}

// cookie hides the values of a Cookie header that are long enough to be a
// session, and the value of a cookie that a framework is known by.
func (s *scan) cookie(r *rule, from, to int) {
	text := s.text
	switch keyword := text[from:to]; {
	case strings.HasPrefix(keyword, "sessionid") || !chars.Is(keyword[0], chars.Blank|chars.Dash) && keyword[len(keyword)-1] == '=':
		s.cookieValue(r, from, to)
		return
	case chars.Is(keyword[0], chars.Blank|chars.Dash) && !strings.Contains(text[max(0, from-300):from], "curl"):
		return // -b of another command
	case keyword[0]|0x20 == 's':
		return // sessionId: the id of an agent's session
	}
	i := chars.Run(text, to, 3, chars.Quote|chars.Blank)
	if chars.IsAt(text, i, chars.Colon) {
		i++
	}
	i = chars.Run(text, i, 4, chars.Blank|chars.Quote)
	for pairs := 0; pairs < 40; pairs++ {
		eq := chars.Run(text, i, 80, chars.Word|chars.Dash|chars.Dot|chars.Percent|chars.Bracket)
		if eq == i || !chars.IsAt(text, eq, chars.Equals) {
			return
		}
		end := eq + 1
		for end < len(text) && end-eq < 4096 && !chars.Is(text[end], chars.Space|chars.Semicolon|chars.Quote) {
			end++
		}
		value := text[eq+1 : end]
		if len(value) >= 12 && given.TokenLike(value) && !given.Templated(value) {
			s.add(r, eq+1, end)
		}
		if !chars.IsAt(text, end, chars.Semicolon) {
			return
		}
		i = chars.Run(text, end+1, 3, chars.Space)
	}
}

// cookieValue hides what stands behind a cookie's own name.
func (s *scan) cookieValue(r *rule, from, to int) {
	text := s.text
	if chars.IsAt(text, from-1, chars.Word) {
		return
	}
	i := chars.Run(text, to, 4, chars.Blank|chars.Colon|chars.Quote)
	end := chars.Run(text, i, 4096, chars.Token|chars.Percent|chars.Colon)
	if value := text[i:end]; len(value) >= 16 && given.TokenLike(value) && !given.UUID(value) && !given.Wordy(value) {
		s.add(r, i, end)
	}
}

// jwk hides the private part of a JSON Web Key, or the key of a symmetric one.
func (s *scan) jwk(r *rule, from, to int) {
	text := s.text
	if text[from+1] == 'k' && !strings.Contains(text[max(0, from-200):min(len(text), to+300)], `"oct"`) {
		return
	}
	i := chars.Run(text, to, 3, chars.Blank)
	if !chars.IsAt(text, i, chars.Quote) {
		return
	}
	if end := chars.Run(text, i+1, 4096, chars.Base64URL); end-i > 40 && chars.IsAt(text, end, chars.Quote) && chars.Count(text[i+1:end], chars.Digit) > 1 {
		s.add(r, i+1, end)
	}
}

// keyID hides the id of a service account's private key, which stands beside
// the key in the same file.
func (s *scan) keyID(r *rule, from, to int) {
	i := chars.Run(s.text, to, 5, chars.Quote|chars.Blank|chars.Colon|chars.Backslash)
	if end := chars.Run(s.text, i, 64, chars.Hexa); end-i >= 32 {
		s.add(r, i, end)
	}
}
