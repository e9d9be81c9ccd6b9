package given

import (
	"slices"
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"

	"prism/internal/redact/chars"
)

// told finds a password or a token that a sentence gives away: "the password
// for the database is x". text[from:to] is the word that names it.
func told(text string, from, to int, password bool) (v Slot, ok bool) {
	const sentence = 72
	if chars.IsAt(text, from-1, chars.Word) {
		return Slot{}, false
	}
	end := min(len(text), to+sentence)
	for end < len(text) && !utf8.RuneStart(text[end]) {
		end--
	}
	rest := text[to:end]
	if i := strings.IndexByte(rest, '\n'); i >= 0 {
		rest = rest[:i]
	}
	if rest == "" || chars.Is(rest[0], chars.Word|chars.Bracket) && !password || rest[0] == '.' || rest[0] == '(' {
		return Slot{}, false
	}
	if chars.Is(rest[0], chars.Alnum|chars.Underscore) {
		return Slot{}, false // a longer name
	}
	if c := ConnectorAt(rest); c == "" && rest[0] >= utf8.RuneSelf {
		return Slot{}, false // a longer word: in some scripts nothing stands between words
	}
	owned := owned(text, from)
	tries := 0
	for i := 0; i < len(rest) && tries < 6; {
		if rest[i] == '.' && chars.IsAt(rest, i+1, chars.Blank) {
			return Slot{}, false
		}
		c := ConnectorAt(rest[i:])
		if c == "" {
			// Only words may stand between: "the password for the database".
			if !chars.Is(rest[i], chars.Alnum|chars.Blank|chars.Dash|chars.Underscore|chars.Quote|chars.High) && !(password && (rest[i] == '(' || rest[i] == ')' || rest[i] == '@' && rest[0] == ' ')) {
				return Slot{}, false
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
				v.To = chars.Run(text, v.From, v.To-v.From, chars.Token|chars.Colon)
				v.To = v.From + len(strings.TrimRight(text[v.From:v.To], ".:"))
			}
			if password && isSpokenPassword(text, v, owned, c) || !password && isSpokenToken(text[v.From:v.To]) && c != " " {
				return v, true
			}
		}
		tries++
		i += len(strings.TrimRight(c, " "))
		if strings.TrimRight(c, " ") == "" {
			i++
		}
	}
	return Slot{}, false
}

// owned reports whether text[:from] ends in a word that makes the password
// someone's own.
func owned(text string, from int) bool {
	return AnyOf(strings.HasSuffix, strings.ToLower(text[max(0, from-16):from]), owners())
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

// ConnectorAt returns the longest connector at the start of text.
func ConnectorAt(text string) string {
	if !chars.Is(text[0], chars.Blank|chars.Colon|chars.High) {
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
func spoken(text string, i int) (v Slot, ok bool) {
	i = chars.Run(text, i, 4, chars.Blank|chars.Colon)
	if i >= len(text) {
		return v, false
	}
	// Marks of quotation of all kinds; Markdown's bold too.
	if chars.Is(text[i], chars.Quote) || strings.HasPrefix(text[i:], "**") {
		mark := text[i : i+1]
		if text[i] == '*' {
			mark = "**"
		}
		v.From = i + len(mark)
		n := strings.Index(text[v.From:min(len(text), v.From+128)], mark)
		if n < 1 {
			return v, false
		}
		v.To, v.quoted = v.From+n, true
		return v, !strings.Contains(text[v.From:v.To], "\n")
	}
	if r, n := utf8.DecodeRuneInString(text[i:]); r == '“' || r == '„' || r == '«' || r == '「' || r == '‘' {
		v.From = i + n
		stop := strings.IndexFunc(text[v.From:min(len(text), v.From+128)], func(r rune) bool {
			return r == '”' || r == '“' || r == '»' || r == '」' || r == '’' || r == '\n'
		})
		if stop < 1 {
			return v, false
		}
		v.To, v.quoted = v.From+stop, true
		return v, true
	}
	v.From, v.To = i, BareEnd(text, i)
	return v, v.To > v.From
}

// isSpokenPassword decides on a value that a sentence gives for a password.
func isSpokenPassword(text string, v Slot, owned bool, connector string) bool {
	value := text[v.From:v.To]
	folded := strings.ToLower(value)
	if len(value) < 4 || len(value) > 128 || Templated(value) || NotPasswords()[folded] || notTold()[folded] || pathLike(value) || dotted(value) {
		return false
	}
	if strings.ContainsAny(value, " \t") || utf8.RuneCountInString(value) < 4 {
		return false
	}
	letters, digits := chars.Count(value, chars.Alpha|chars.High), chars.Count(value, chars.Digit)
	marks := len(value) - letters - digits - chars.Count(value, chars.Dash|chars.Underscore|chars.Dot|chars.Slash|chars.Colon|chars.Bracket|chars.Quote|chars.Comma)
	switch {
	case strings.ContainsAny(value, "()"), identifier(value), PlaceholderLike(folded), DateTime(value), chars.All(value, chars.Digit|chars.Dot) && strings.Contains(value, "."):
		return false
	case connector == " " && strings.ContainsAny(value, "=:/"):
		return false // the next word of a log line
	case digits > 0 && letters > 0:
		return !NamesPassword(folded) || digits > 1 || marks > 0
	case digits == len(value):
		return len(value) >= 6 && connector != " " && connector != " to "
	case marks > 0 && letters > 0:
		// A mark inside, not only one that ends the sentence or opens a tag.
		inner := strings.Trim(value, "!?;*#")
		return chars.Count(inner, chars.Bang|chars.Percent|chars.Plus|chars.Equals|chars.At|chars.Ampersand) > 0 && len(inner) > 5 && connector != " " && !strings.Contains(value, "=")
	case v.quoted:
		return chars.Count(value, chars.Upper|chars.Lower|chars.High) == len(value) && len(value) >= 6 && !NamesPassword(folded) && strings.TrimSpace(connector) != "" && asciiLower(value)
	case owned && connector != " " && connector != " to ":
		return len(value) >= 5 && asciiLower(value) && !NamesPassword(folded)
	}
	return chars.Count(value, chars.Upper) > 1 && chars.Count(value, chars.Lower) > 1 && letters == len(value) && len(value) >= 10 && 2*changesCase(value) >= len(value)
}

func asciiLower(value string) bool { return chars.All(value, chars.Lower) }

// changesCase counts the changes between lower and upper case.
func changesCase(value string) int {
	n := 0
	for i := 1; i < len(value); i++ {
		if chars.Is(value[i], chars.Upper) != chars.Is(value[i-1], chars.Upper) {
			n++
		}
	}
	return n
}

// isSpokenToken decides on a value that a sentence gives for a key or token.
func isSpokenToken(value string) bool {
	return len(value) >= 12 && len(value) <= 512 && chars.All(value, chars.Token|chars.Colon) && chars.Count(value, chars.Digit) > 1 && chars.Count(value, chars.Alpha) > 1 &&
		Entropy(value) >= 3 && !Wordy(value) && !identifier(value) && !DateTime(value) && !PlaceholderLike(strings.ToLower(value)) && !pathLike(value) && !dotted(value) && !UUID(value) &&
		!strings.ContainsFunc(value, unicode.IsSpace)
}
