package secret

import "strings"

// urlCredentials hides what stands between "://" and "@" in a URL.
func (s *scan) urlCredentials(r *rule, from, to int) {
	text := s.text
	if from == 0 || !is(text[from-1], alnum|plus) {
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
		if is(c, space) || c == '"' || c == '<' || c == '>' || c == '`' || c == '/' && at >= 0 {
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
	if at <= to || at+1 == len(text) || !is(text[at+1], alnum|high) && text[at+1] != '[' && text[at+1] != '$' && text[at+1] != '{' && text[at+1] != '<' {
		return
	}
	info := text[to:at]
	user, passscheme, both := strings.Cut(info, ":")
	if both && templated(passscheme) || !both && templated(info) {
		return
	}
	if !both && (sharedUsers()[strings.ToLower(user)] || user == "hg" || user == "svn") {
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
	return i >= 0 && i+1 < len(text) && run(text, i+1, 6, digit) == len(text)
}

// templated reports a value that is filled in elsewhere: ${X}, {{x}}, <x>,
// $X, %s, or is blotted out already.
func templated(value string) bool {
	if value == "" {
		return false
	}
	switch value[0] {
	case '$', '{', '<':
		return true
	case '[':
		end := strings.IndexByte(value, ']')
		return end < 0 || end == len(value)-1
	case '%':
		return len(value) == 2 || strings.HasSuffix(value, "%") || count(value, digit) == 0 && strings.IndexByte("sdvqwxTpf", value[1]) >= 0
	}
	return strings.Trim(value, "*") == "" || strings.Trim(value, "xX") == "" || strings.Trim(value, ".") == "" || strings.HasPrefix(value, "…")
}

// authorization hides the credentials behind "Authorization:" and "Bearer".
func (s *scan) authorization(r *rule, from, to int) {
	text := s.text
	if inWord(text, from) && !is(text[from], upper) || s.inLast(r, from) {
		return
	}
	at := to
	if text[from]|0x20 == 'a' {
		at = run(text, at, 3, quote|backslash|bracket)
		at = run(text, at, 2, space)
		if at == len(text) || text[at] != ':' && text[at] != '=' && text[at] != ',' {
			return
		}
		at = run(text, at, 3, colon|equals|greater|comma)
		at = run(text, at, 8, space|quote|backslash)
		// The scheme, if one is named.
		if scheme := run(text, at, 24, alpha|dash); scheme < len(text) && scheme > at && text[scheme] == ' ' {
			at = run(text, scheme, 4, space)
		} else if scheme-at >= 24 || scheme < len(text) && is(text[scheme], token) {
			// no scheme: the token itself
		} else {
			return
		}
	} else {
		// "Bearer" needs a token behind it that no word of prose is.
		next := run(text, at, 4, space|colon|equals|quote)
		if next == at && !strings.HasPrefix(text[at:], "%20") {
			return
		}
		at = next
	}
	end := run(text, at, 4096, token|colon|percent|pipe|bang)
	value := strings.TrimRight(text[at:end], ".:")
	if len(value) < 8 || templated(value) || !tokenLike(value) || wordy(value) || strings.Contains(value, "://") {
		return
	}
	s.add(r, at, at+len(value))
}

// tokenLike reports whether value cannot be a word or a name in code: it mixes
// letters and digits, or both cases without being written as words are.
func tokenLike(value string) bool {
	var ups, lows, digits, others, changes int
	for i := range len(value) {
		switch c := value[i]; {
		case is(c, upper):
			ups++
			if isAt(value, i-1, lower) {
				changes++
			}
		case is(c, lower):
			lows++
		case is(c, digit):
			digits++
		default:
			others++
		}
	}
	switch {
	case digits > 0 && ups+lows > 0:
		return true
	case ups+lows == 0:
		return digits >= 16
	case others == 0:
		return ups > 1 && lows > 1 && len(value) >= 16 && changes*4 > len(value)/2 || len(value) >= 24
	}
	return len(value) >= 32 && strings.ContainsAny(value, "+/=")
}
