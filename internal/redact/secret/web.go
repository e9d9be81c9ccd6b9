package secret

import (
	"strings"

	"prism/internal/redact/chars"
	"prism/internal/redact/given"
)

// urlCredentials hides what stands between "://" and "@" in a URL.
func (s *scan) urlCredentials(r *rule, from, to int) {
	text := s.text
	if from == 0 || !chars.Is(text[from-1], chars.Alnum|chars.Plus) {
		return
	}
	// A passscheme may hold nearly everything unescaped; the last "@" before the
	// end of the authority is the one that counts.
	at := -1
	for i := to; i < len(text) && i-to < 512; i++ {
		c := text[i]
		if c == '@' {
			at = i
			continue
		}
		if chars.Is(c, chars.Space) || c == '"' || c == '<' || c == '>' || c == '`' || c == '/' && at >= 0 {
			break
		}
		if c == '/' || c == '?' || c == '#' {
			// Only a passscheme may hold these, and then an "@" follows before
			// the authority ends; a path with an "@" has no colon before.
			if !strings.Contains(text[to:i], ":") || isPort(text[to:i]) {
				break
			}
		}
	}
	if at <= to || at+1 == len(text) || !chars.Is(text[at+1], chars.Alnum|chars.High) && text[at+1] != '[' && text[at+1] != '$' && text[at+1] != '{' && text[at+1] != '<' {
		return
	}
	info := text[to:at]
	user, passscheme, both := strings.Cut(info, ":")
	if both && given.Templated(passscheme) || !both && given.Templated(info) {
		return
	}
	if !both && (given.SharedUsers()[strings.ToLower(user)] || user == "hg" || user == "svn") {
		return
	}
	if both && passscheme == "" && user == "" {
		return
	}
	s.add(r, to, at)
}

// isPort reports whether text ends in ":" and digits: host and port of a URL.
func isPort(text string) bool {
	i := strings.LastIndexByte(text, ':')
	return i >= 0 && i+1 < len(text) && chars.Run(text, i+1, 6, chars.Digit) == len(text)
}

// authorization hides the credentials behind "Authorization:" and "Bearer".
func (s *scan) authorization(r *rule, from, to int) {
	text := s.text
	if chars.InWord(text, from) && !chars.Is(text[from], chars.Upper) || s.inLast(r, from) {
		return
	}
	at := to
	if text[from]|0x20 == 'a' {
		at = chars.Run(text, at, 3, chars.Quote|chars.Backslash|chars.Bracket)
		at = chars.Run(text, at, 2, chars.Space)
		if at == len(text) || text[at] != ':' && text[at] != '=' && text[at] != ',' {
			return
		}
		at = chars.Run(text, at, 3, chars.Colon|chars.Equals|chars.Greater|chars.Comma)
		at = chars.Run(text, at, 8, chars.Space|chars.Quote|chars.Backslash)
		// The scheme, if one is named.
		if scheme := chars.Run(text, at, 24, chars.Alpha|chars.Dash); scheme < len(text) && scheme > at && text[scheme] == ' ' {
			at = chars.Run(text, scheme, 4, chars.Space)
		} else if scheme-at >= 24 || scheme < len(text) && chars.Is(text[scheme], chars.Token) {
			// no scheme: the token itself
		} else {
			return
		}
	} else {
		// "Bearer" needs a token behind it that no word of prose is.
		next := chars.Run(text, at, 4, chars.Space|chars.Colon|chars.Equals|chars.Quote)
		if next == at && !strings.HasPrefix(text[at:], "%20") {
			return
		}
		at = next
	}
	end := chars.Run(text, at, 4096, chars.Token|chars.Colon|chars.Percent|chars.Pipe|chars.Bang)
	value := strings.TrimRight(text[at:end], ".:")
	if len(value) < 8 || given.Templated(value) || !given.TokenLike(value) || given.Wordy(value) || strings.Contains(value, "://") {
		return
	}
	s.add(r, at, at+len(value))
}
