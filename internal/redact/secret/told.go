package secret

import (
	"slices"
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"
)

// prose hides a password or a token that a sentence gives away: "the password
// for the database is x". text[from:to] is the word that names it.
func (s *scan) prose(r *rule, from, to int, password bool) {
	const sentence = 72
	text := s.text
	if isAt(text, from-1, word) {
		return
	}
	end := min(len(text), to+sentence)
	for end < len(text) && !utf8.RuneStart(text[end]) {
		end--
	}
	rest := text[to:end]
	if i := strings.IndexByte(rest, '\n'); i >= 0 {
		rest = rest[:i]
	}
	if rest == "" || is(rest[0], word|bracket) && !password || rest[0] == '.' || rest[0] == '(' {
		return
	}
	if is(rest[0], alnum|underscore) {
		return // a longer name
	}
	if c := connectorAt(rest); c == "" && rest[0] >= utf8.RuneSelf {
		return // a longer word: in some scripts nothing stands between words
	}
	owned := owned(text, from)
	tries := 0
	for i := 0; i < len(rest) && tries < 6; {
		if rest[i] == '.' && isAt(rest, i+1, blank) {
			return
		}
		c := connectorAt(rest[i:])
		if c == "" {
			// Only words may stand between: "the password for the database".
			if !is(rest[i], alnum|blank|dash|underscore|quote|high) && !(password && (rest[i] == '(' || rest[i] == ')' || rest[i] == '@' && rest[0] == ' ')) {
				return
			}
			_, n := utf8.DecodeRuneInString(rest[i:])
			i += n
			continue
		}
		// A bare space connects only directly behind the word.
		if c == " " && i > 0 {
			i++
			continue
		}
		at := to + i + len(c)
		if v, ok := spoken(text, at); ok {
			if !password && !v.quoted {
				v.to = run(text, v.from, v.to-v.from, token|colon)
				v.to = v.from + len(strings.TrimRight(text[v.from:v.to], ".:"))
			}
			if password && isSpokenPassword(text, v, owned, c) || !password && isSpokenToken(text[v.from:v.to]) && c != " " {
				s.add(r, v.from, v.to)
				return
			}
		}
		tries++
		i += len(strings.TrimRight(c, " "))
		if strings.TrimRight(c, " ") == "" {
			i++
		}
	}
}

// owned reports whether text[:from] ends in a word that makes the password
// someone's own.
func owned(text string, from int) bool {
	return anyOf(strings.HasSuffix, strings.ToLower(text[max(0, from-16):from]), owners())
}

// connectorsBy are the connectors by their first two bytes, the longest first:
// a sentence is looked at in many places.
var connectorsBy = sync.OnceValue(connectorTable)

func connectorTable() map[[2]byte][]string {
	table := map[[2]byte][]string{}
	for _, c := range section("connectors") {
		if len(c) > 1 {
			key := [2]byte{c[0], c[1]}
			table[key] = append(table[key], c)
		}
	}
	for _, list := range table {
		slices.SortFunc(list, func(a, b string) int { return len(b) - len(a) })
	}
	return table
}

// connectorAt returns the longest connector at the start of text.
func connectorAt(text string) string {
	if !is(text[0], blank|colon|high) {
		return ""
	}
	if len(text) > 1 {
		for _, c := range connectorsBy()[[2]byte{text[0], text[1]}] {
			if strings.HasPrefix(text, c) {
				return c
			}
		}
	}
	if text[0] == ' ' || text[0] == ':' {
		return text[:1]
	}
	return ""
}

// spoken finds the value that a sentence gives at text[i:].
func spoken(text string, i int) (v slot, ok bool) {
	i = run(text, i, 4, blank|colon)
	if i >= len(text) {
		return v, false
	}
	// Marks of quotation of all kinds; Markdown's bold too.
	if is(text[i], quote) || strings.HasPrefix(text[i:], "**") {
		mark := text[i : i+1]
		if text[i] == '*' {
			mark = "**"
		}
		v.from = i + len(mark)
		n := strings.Index(text[v.from:min(len(text), v.from+128)], mark)
		if n < 1 {
			return v, false
		}
		v.to, v.quoted = v.from+n, true
		return v, !strings.Contains(text[v.from:v.to], "\n")
	}
	if r, n := utf8.DecodeRuneInString(text[i:]); r == '“' || r == '„' || r == '«' || r == '「' || r == '‘' {
		v.from = i + n
		stop := strings.IndexFunc(text[v.from:min(len(text), v.from+128)], func(r rune) bool {
			return r == '”' || r == '“' || r == '»' || r == '」' || r == '’' || r == '\n'
		})
		if stop < 1 {
			return v, false
		}
		v.to, v.quoted = v.from+stop, true
		return v, true
	}
	v.from, v.to = i, bareEnd(text, i)
	return v, v.to > v.from
}

// isSpokenPassword decides on a value that a sentence gives for a password.
func isSpokenPassword(text string, v slot, owned bool, connector string) bool {
	value := text[v.from:v.to]
	folded := strings.ToLower(value)
	if len(value) < 4 || len(value) > 128 || templated(value) || notPasswords()[folded] || notTold()[folded] || pathLike(value) || dotted(value) {
		return false
	}
	if strings.ContainsAny(value, " \t") || utf8.RuneCountInString(value) < 4 {
		return false
	}
	letters, digits := count(value, alpha|high), count(value, digit)
	marks := len(value) - letters - digits - count(value, dash|underscore|dot|slash|colon|bracket|quote|comma)
	switch {
	case strings.ContainsAny(value, "()"), identifier(value), placeholderLike(folded), dateTime(value), all(value, digit|dot) && strings.Contains(value, "."):
		return false
	case connector == " " && strings.ContainsAny(value, "=:/"):
		return false // the next word of a log line
	case digits > 0 && letters > 0:
		return !namesPassword(folded) || digits > 1 || marks > 0
	case digits == len(value):
		return len(value) >= 6 && connector != " " && connector != " to "
	case marks > 0 && letters > 0:
		// A mark inside, not only one that ends the sentence or opens a tag.
		inner := strings.Trim(value, "!?;*#")
		return count(inner, bang|percent|plus|equals|at|ampersand) > 0 && len(inner) > 5 && connector != " " && !strings.Contains(value, "=")
	case v.quoted:
		return count(value, upper|lower|high) == len(value) && len(value) >= 6 && !namesPassword(folded) && strings.TrimSpace(connector) != "" && asciiLower(value)
	case owned && connector != " " && connector != " to ":
		return len(value) >= 5 && asciiLower(value) && !namesPassword(folded)
	}
	return count(value, upper) > 1 && count(value, lower) > 1 && letters == len(value) && len(value) >= 10 && 2*changesCase(value) >= len(value)
}

func asciiLower(value string) bool { return all(value, lower) }

// changesCase counts the changes between lower and upper case.
func changesCase(value string) int {
	n := 0
	for i := 1; i < len(value); i++ {
		if is(value[i], upper) != is(value[i-1], upper) {
			n++
		}
	}
	return n
}

// isSpokenToken decides on a value that a sentence gives for a key or token.
func isSpokenToken(value string) bool {
	return len(value) >= 12 && len(value) <= 512 && all(value, token|colon) && count(value, digit) > 1 && count(value, alpha) > 1 &&
		entropy(value) >= 3 && !wordy(value) && !identifier(value) && !dateTime(value) && !placeholderLike(strings.ToLower(value)) && !pathLike(value) && !dotted(value) && !uuid(value) &&
		!strings.ContainsFunc(value, unicode.IsSpace)
}
