package redact

import "strings"

// urlCredentials hides what stands between "://" and "@" in a URL.
func (s *scan) urlCredentials(r *rule, from, to int) {
	text := s.text
	if from == 0 || !isAlnum(text[from-1]) && text[from-1] != '+' {
		return
	}
	// A password may hold nearly everything unescaped; the last "@" before the
	// end of the authority is the one that counts.
	at := -1
	for i := to; i < len(text) && i-to < 512; i++ {
		c := text[i]
		if c == '@' {
			at = i
			continue
		}
		if isSpace(c) || c == '"' || c == '<' || c == '>' || c == '`' || c == '/' && at >= 0 {
			break
		}
		if c == '/' || c == '?' || c == '#' {
			// Only a password may hold these, and then an "@" follows before
			// the authority ends; a path with an "@" has no colon before.
			if !strings.Contains(text[to:i], ":") || isPort(text[to:i]) {
				break
			}
		}
	}
	if at <= to || at+1 == len(text) || !isWordByte(text[at+1]) && text[at+1] != '[' && text[at+1] != '$' && text[at+1] != '{' && text[at+1] != '<' {
		return
	}
	info := text[to:at]
	user, password, both := strings.Cut(info, ":")
	if both && templated(password) || !both && templated(info) {
		return
	}
	if !both && (sharedUsers[strings.ToLower(user)] || user == "hg" || user == "svn") {
		return
	}
	if both && password == "" && user == "" {
		return
	}
	s.add(r, to, at)
}

// isPort reports whether text ends in ":" and digits: host and port of a URL.
func isPort(text string) bool {
	i := strings.LastIndexByte(text, ':')
	return i >= 0 && i+1 < len(text) && run(text, i+1, 6, isDigit) == len(text)
}

// templated reports a value that is filled in elsewhere: ${X}, {{x}}, <x>,
// $X, %s, or is blotted out already.
func templated(value string) bool {
	if value == "" {
		return false
	}
	switch value[0] {
	case '$', '{', '<', '[':
		return true
	case '%':
		return len(value) == 2 || strings.HasSuffix(value, "%")
	}
	return strings.Trim(value, "*") == "" || strings.Trim(value, "xX") == "" || strings.Trim(value, ".") == "" || strings.HasPrefix(value, "…")
}

// authorization hides the credentials behind "Authorization:" and "Bearer".
func (s *scan) authorization(r *rule, from, to int) {
	text := s.text
	if from > 0 && isWordByte(text[from-1]) && !(text[from] == 'B' || text[from] == 'A') {
		return
	}
	at := to
	if text[from]|0x20 == 'a' {
		at = run(text, at, 3, func(c byte) bool { return isQuote(c) || c == '\\' || c == ']' })
		at = run(text, at, 2, isSpace)
		if at == len(text) || text[at] != ':' && text[at] != '=' && text[at] != ',' {
			return
		}
		at = run(text, at, 3, func(c byte) bool { return c == ':' || c == '=' || c == '>' || c == ',' })
		at = run(text, at, 8, func(c byte) bool { return isSpace(c) || isQuote(c) || c == '\\' })
		// The scheme, if one is named.
		if word := run(text, at, 24, func(c byte) bool { return isAlpha(c) || c == '-' }); word < len(text) && word > at && text[word] == ' ' {
			at = run(text, word, 4, isSpace)
		} else if word-at >= 24 || word < len(text) && isToken(text[word]) {
			// no scheme: the token itself
		} else {
			return
		}
	} else {
		// "Bearer" needs a token behind it that no word of prose is.
		next := run(text, at, 4, func(c byte) bool { return isSpace(c) || c == ':' || c == '=' || isQuote(c) })
		if next == at && !strings.HasPrefix(text[at:], "%20") {
			return
		}
		at = next
	}
	end := run(text, at, grown, func(c byte) bool { return isToken(c) || c == ':' || c == '%' || c == '|' || c == '!' || c == '*' })
	value := strings.TrimRight(text[at:end], ".:")
	if len(value) < 8 || templated(value) || !tokenLike(value) {
		return
	}
	s.add(r, at, at+len(value))
}

// tokenLike reports whether value cannot be a word or a name in code: it mixes
// letters and digits, or both cases without being written as words are.
func tokenLike(value string) bool {
	var upper, lower, digit, other int
	changes := 0
	for i := range len(value) {
		c := value[i]
		switch {
		case isUpper(c):
			upper++
			if i > 0 && isLower(value[i-1]) {
				changes++
			}
		case isLower(c):
			lower++
		case isDigit(c):
			digit++
		default:
			other++
		}
	}
	letters := upper + lower
	switch {
	case digit > 0 && letters > 0:
		return true
	case letters == 0:
		return digit >= 16
	case other == 0:
		return upper > 1 && lower > 1 && len(value) >= 16 && changes*4 > len(value)/2 || len(value) >= 24
	}
	return len(value) >= 32 && strings.ContainsAny(value, "+/=")
}
