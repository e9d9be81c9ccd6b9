// Package given reads how a text gives a value to a name, by the grammar of code,
// configuration, shells, SQL, markup and prose, and says whether the value is a
// secret or what is said about one. It is asked by package redact/secret at the
// place of a name, is pure, and keeps nothing.
package given

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"prism/internal/redact/chars"
)

// Slot is a value beside a name.
type Slot struct {
	From, To int
	quoted   bool
	// bare says that the name stands at the start of its line and the value at
	// its end: a line of a configuration file, not of code.
	bare bool
	// upper says that the name is written as environment variables are, and
	// env that nothing but "=" stands between it and the value.
	upper, env bool
	// closed says that marks of quotation or an index close the name itself.
	closed bool
	// plain says that the place leaves no doubt of letters alone, strict that it
	// leaves doubt of all but what looks like a password.
	plain, strict bool
	// line says that the value is words without marks up to the line's end.
	line bool
	// suffix is what follows the keyword in the name: "_hash", "Ref", "s".
	suffix string
	// name is the whole name, in lower case.
	Name string
}

// valueOf finds the value that is assigned to the name that text[from:to] is
// part of: name = value in the ways of code, JSON, YAML, shells, XML, headers
// and command lines.
func valueOf(text string, from, to int) (v Slot, ok bool) {
	start := chars.RunBack(text, from, 48, chars.Word|chars.Dash)
	end := chars.Run(text, to, 40, chars.Word|chars.Dash)
	if end-to >= 40 {
		return v, false
	}
	v.suffix = strings.ToLower(strings.Trim(text[to:end], "_-"))
	v.Name = strings.ToLower(text[start:end])
	v.upper = chars.Count(text[start:end], chars.Lower) == 0 && chars.Count(text[start:end], chars.Upper) > 0
	flag := strings.HasPrefix(text[start:], "--")
	tag := start > 0 && text[start-1] == '<'

	i := end
	closed := chars.Run(text, i, 4, chars.Quote|chars.Backslash|chars.Bracket)
	if closed > i && strings.IndexByte(text[i:closed], '(') >= 0 {
		closed = i
	}
	v.closed = closed > end
	i = chars.Run(text, closed, 20, chars.Blank)
	if bold := strings.HasPrefix(text[i:], "**"); bold && chars.IsAt(text, i+2, chars.Colon|chars.Equals) {
		i += 2 // **Password**: x
	}
	if i == len(text) {
		return v, false
	}
	glued := false
	switch c := text[i]; {
	case c == '=' || c == ':' || c == '-' && chars.IsAt(text, i+1, chars.Greater):
		next := chars.Run(text, i, 3, chars.Equals|chars.Colon|chars.Greater|chars.Dash)
		if strings.HasPrefix(text[i:], "==") || strings.HasPrefix(text[i:], "://") || strings.HasPrefix(text[i:], "::") {
			return v, false
		}
		if c == ':' && next == i+2 && text[i+1] == '-' { // ${PASSWORD:-value}
			glued = true
		}
		i = next
	case c == '>' && (tag || v.closed && chars.IsAt(text, closed-1, chars.Quote)):
		tag = true // <password>x, <entry key="password">x, <setting name="password"><value>x
		i++
		if strings.HasPrefix(text[i:], "<value>") {
			i += len("<value>")
		}
	case c == '(' && (chars.IsAt(text, i+1, chars.Quote) || chars.IsAt(text, i+2, chars.Quote)):
		i++
	case flag && closed == end && i > closed && c != '-':
	default:
		if i, v.strict = paired(text, start, end, closed, i); i <= 0 {
			return v, false
		}
	}
	if strings.HasPrefix(text[i:], "**") && chars.IsAt(text, i+2, chars.Blank) {
		i += 2 // **Password:** x
	}
	afterOperator := i
	if next := chars.Run(text, i, 4, chars.Blank); chars.IsAt(text, next, chars.Bracket) && text[next] == '{' {
		if at, _ := paired(text, start, end, closed, next); at > 0 {
			i = at
		}
	}
	v.env = v.upper && i == closed+1 && text[closed] == '='
	i = chars.Run(text, i, 20, chars.Blank)
	spaced := i > afterOperator
	if c := TailByte(text, i); chars.Is(c, chars.Breaks) && tag {
		i = chars.Run(text, i, 20, chars.Space)
	}
	if i >= len(text) {
		return v, false
	}
	// A type stands between name and value: password: str = "x".
	if typed := chars.Run(text, i, 24, chars.Alpha|chars.Bracket|chars.Dot|chars.Pipe|chars.Question|chars.Ampersand); typed > i && chars.IsAt(text, chars.Run(text, typed, 2, chars.Blank), chars.Equals) && isTypeName(text[i:typed]) {
		i = chars.Run(text, chars.Run(text, typed, 2, chars.Blank), 3, chars.Equals)
		i = chars.Run(text, i, 4, chars.Blank)
	}
	// A prefix of a string: f"", b'', @"".
	if i+1 < len(text) && chars.Is(text[i], chars.Alpha|chars.At) && chars.IsAt(text, i+1, chars.Quote) && (text[i] == '@' || strings.IndexByte("fFrRbBuUlLnN", text[i]) >= 0) {
		i++
	}
	if esc := chars.Run(text, i, 8, chars.Backslash); chars.IsAt(text, esc, chars.Quote) {
		i = esc
	}
	i = inWrap(text, i)
	if i >= len(text) {
		return v, false
	}
	v.bare = !flag && LineStart(text, start)
	if chars.Is(text[i], chars.Quote) {
		if three := strings.Repeat(text[i:i+1], 3); strings.HasPrefix(text[i:], three) {
			i += 2
		}
		v.quoted = true
		v.From = i + 1
		v.To = Closing(text, i)
		v.bare = v.bare && LineEnd(text, v.To+1)
		return v, v.To > v.From
	}
	if at, ok := fallback(text, i); ok {
		v.quoted, v.strict, v.From = true, true, at+1
		v.To = Closing(text, at)
		return v, v.To > v.From
	}
	v.From = i
	v.To = BareEnd(text, i)
	if from, end := enclosed(text, start, v, tag, afterOperator); end > v.To {
		v.From, v.To, v.quoted = from, end, true
		return v, true
	}
	if end := phraseLine(text, start, v, afterOperator); end > v.To {
		v.To, v.line = end, true
		return v, true
	}
	v.plain = plainly(text, start, v, tag, flag, afterOperator)
	// In code a comma ends the value: f(password=x, user=y), {password:x,y:z}.
	if i := strings.IndexByte(text[v.From:v.To], ','); i > 0 && strings.ContainsAny(text[v.From+i:v.To], ":=") {
		v.To = v.From + i
	}
	if glued {
		if i := strings.IndexByte(text[v.From:v.To], '}'); i >= 0 {
			v.To = v.From + i
		}
	}
	v.bare = v.bare && LineEnd(text, v.To) && (!spaced || text[afterOperator-1] != '=')
	return v, v.To > v.From
}

// TailByte returns text[i], or 0 outside of the text.
func TailByte(text string, i int) byte {
	if i >= 0 && i < len(text) {
		return text[i]
	}
	return 0
}

// Closing returns where the string that opens at text[i] closes, or where its
// line ends.
func Closing(text string, i int) int {
	const most = 1024
	mark := text[i]
	for j := i + 1; j < len(text) && j-i < most; j++ {
		switch text[j] {
		case mark:
			if mark == '\'' && j > i+1 && chars.IsAt(text, j+1, chars.Quote) && text[j+1] == mark && chars.IsAt(text, j+2, chars.Alnum) {
				j++ // 'it''s'
				continue
			}
			return j - escapes(text, j)
		case '\n':
			return j
		case '\\':
			// An escaped mark is part of the value, unless the string itself
			// was opened by one.
			if j+1 < len(text) && (i == 0 || text[i-1] != '\\') {
				j++
			}
		}
	}
	return min(len(text), i+most)
}

// escapes counts the backslashes that belong to the mark at text[i].
func escapes(text string, i int) int { return i - chars.RunBack(text, i, 8, chars.Backslash) }

// BareEnd returns the end of a value without quotes.
func BareEnd(text string, i int) int {
	const most = 512
	from := i
	for i < len(text) && i-from < most {
		c := text[i]
		if chars.Is(c, chars.Space|chars.Quote|chars.Semicolon|chars.Ampersand) || c == '<' || c == '>' || c == '{' && i > from && text[i-1] != '$' || c == '|' {
			break
		}
		if c == '\\' && i+1 < len(text) && (chars.Is(text[i+1], chars.Quote) || text[i+1] == 'n' || text[i+1] == 'r' || text[i+1] == '\\') {
			break
		}
		if c >= utf8.RuneSelf {
			r, n := utf8.DecodeRuneInString(text[i:])
			if chars.Dense(r) || unicode.IsSpace(r) || r == '…' || r == '”' || r == '’' || r == '»' {
				break
			}
			i += n
			continue
		}
		i++
	}
	end := from + len(strings.TrimRight(text[from:i], ",.:)]}?"))
	return end
}

// LineStart reports whether only marks of lists, of exports and of quotation
// stand before text[i] in its line.
func LineStart(text string, i int) bool {
	const most = 32
	line := text[max(0, i-most-1):i]
	if nl := strings.LastIndexByte(line, '\n'); nl >= 0 {
		line = line[nl+1:]
	} else if len(line) > most {
		return false
	}
	line = strings.TrimLeft(line, " \t-+>*#\"'`0123456789│|:")
	return line == "" || line == "export " || line == "set " || line == "ENV " || line == "ARG " || line == "env " || strings.HasPrefix(line, "→")
}

// LineEnd reports whether the line ends at text[i], but for a comma or a quote.
func LineEnd(text string, i int) bool {
	if i < len(text) && text[i] == '\\' && chars.IsAt(text, i+1, chars.Alpha) {
		return true
	}
	i = chars.Run(text, min(i, len(text)), 3, chars.Blank|chars.Quote|chars.Comma)
	return i >= len(text) || chars.Is(text[i], chars.Breaks) || text[i] == '#'
}

// Password finds the password that is given to the name that text[from:to] is
// part of, or told behind it. keywords are all words for one.
func Password(text string, from, to int, keywords []string) (v Slot, ok bool) {
	// "compass: x" is no password, "--- PASS: x" is a test, "/etc/passwd x" a
	// path; DB_PASS is one.
	if word := text[from:to]; strings.HasPrefix(word, "pass") && len(word) < 8 && chars.IsAt(text, from-1, chars.Alnum) || strings.HasPrefix(word, "PASS") && len(word) < 6 ||
		word == "passwd" && chars.IsAt(text, from-1, chars.Slash) && !chars.IsAt(text, to, chars.Colon) && !chars.IsAt(text, chars.Run(text, to, 2, chars.Blank), chars.Equals) {
		return v, false
	}
	if folded := strings.ToLower(text[from:min(to, from+3)]); (folded[:2] == "pw" && folded != "pwd" || folded == "psk") && chars.IsAt(text, from-1, chars.Alnum) {
		return v, false // "npw: x"
	}
	short := text[from:to]
	if i := strings.IndexByte(short, ' '); i > 0 && i < len("pass ") && to-from < 8 {
		to = from + i // "pw is", "pass ="
	}
	for chars.IsAt(text, to-1, chars.Equals|chars.Colon|chars.Quote) {
		to-- // of the keyword; it stands between the name and the value
	}
	if v, ok = valueOf(text, from, to); ok {
		v.strict = v.strict || strings.HasSuffix(short, " =")
		if isPassword(text, from, to, v, keywords) {
			return v, true
		}
		if v.quoted {
			return v, false
		}
	}
	return told(text, from, to, true)
}

// methodCall reports whether a value is a call of something's method: letters and a dot,
// then brackets. A call without a dot may as well be a password that ends in brackets.
func methodCall(value string) bool {
	name, args, ok := strings.Cut(value, "(")
	return ok && strings.HasSuffix(args, ")") && strings.Contains(name, ".") && chars.All(name, chars.Alpha|chars.Dot|chars.Underscore)
}

// isPassword decides on a value that is given to a password's name.
func isPassword(text string, from, to int, v Slot, keywords []string) bool {
	value := text[v.From:v.To]
	if notSecretSuffix(v.suffix) || connects(v.suffix, value) || Templated(value) || strings.Contains(value, "${") || strings.Contains(value, "{{") || strings.Contains(value, "$(") {
		return false
	}
	folded := strings.ToLower(value)
	if len(value) < 4 || len(value) > 256 || chars.All(value, chars.Digit|chars.Dot) && strings.Contains(value, ".") || PlaceholderLike(folded) {
		return false
	}
	if NotPasswords()[strings.TrimRight(folded, "!?.")] {
		return false
	}
	letters, digits := chars.Count(value, chars.Alpha|chars.High), chars.Count(value, chars.Digit)
	marks := len(value) - letters - digits
	plainMarks := chars.Count(value, chars.Dash|chars.Underscore|chars.Dot|chars.Slash|chars.Colon)
	if entryRule(folded) || number(folded) {
		return false
	}
	if v.strict && (digits == 0 && marks == plainMarks || strings.ContainsAny(value, " \t")) {
		return false
	}
	if strings.ContainsAny(value, " \t") {
		return v.line || v.quoted && (v.suffix == "" && strings.Contains(v.Name, "phrase") || digits > 0 && marks-plainMarks > 1 && strings.Count(value, " ") < 3 || isPhrase(text, from, to, v, keywords))
	}
	if marks == plainMarks && digits == 0 {
		// Letters alone: a word of the password's own name, a label, a path.
		if plainMarks > 0 || NamesPassword(folded) {
			return v.upper && v.bare && plainMarks > 0 && chars.Count(value, chars.Slash|chars.Dot) == 0 && !NamesPassword(folded)
		}
		return len(value) >= 6 && chars.Count(value, chars.Upper) == 0 && (v.quoted || v.bare || v.plain || v.env && chars.All(value, chars.Lower))
	}
	if v.quoted {
		// Code in back quotes is named, not given: "what would pass: `user.Save()`".
		return !pathLike(value) && !(text[v.From-1] == '`' && methodCall(value))
	}
	if strings.ContainsAny(value, "()[]{}") && marks-plainMarks > 0 && !v.bare {
		return false // an expression
	}
	if v.To < len(text) && (text[v.To] == '(' || text[v.To] == '[') || dotted(value) || pathLike(value) || strings.HasPrefix(folded, "pass") && marks == plainMarks && !v.bare {
		return false
	}
	if strings.IndexByte("*&!@-#,", value[0]) >= 0 && digits == 0 {
		return false
	}
	return true
}

// Secret finds the key or the token that is given to the name that
// text[from:to] is part of, or told behind it. keywords are all words for one.
func Secret(text string, from, to int, keywords []string) (v Slot, ok bool) {
	if v, ok = valueOf(text, from, to); !ok {
		if chars.Is(text[from], chars.Alpha) {
			return told(text, from, to, false)
		}
		return v, false
	}
	value := text[v.From:v.To]
	keyword := strings.ToLower(text[from:to])
	if v.strict && (chars.Count(value, chars.Digit) == 0 || strings.ContainsAny(value, " \t")) {
		return v, false
	}
	return v, isSecret(v, keyword, value) || keyword == "secret" && isSecretPhrase(text, from, to, v, keywords)
}

// Pair finds the password of two strings in quotation marks that a call is
// given, of which the first names who logs in: text[i:] is login("bob", "x").
func Pair(text string, i int) (v Slot, ok bool) {
	const most = 80
	if !chars.IsAt(text, i, chars.Quote) {
		return v, false
	}
	end := Closing(text, i)
	if end-i > most || !chars.IsAt(text, end, chars.Quote) || end-i < 2 {
		return v, false
	}
	next := chars.Run(text, chars.Run(text, end+1, 1, chars.Comma), 2, chars.Blank)
	if next < end+2 || !chars.IsAt(text, next, chars.Quote) {
		return v, false
	}
	v = Slot{From: next + 1, To: Closing(text, next), quoted: true, strict: true, closed: true}
	return v, v.To > v.From && isPassword(text, i, i, v, nil)
}

// isSecret decides on a value that is given to a secret's name.
func isSecret(v Slot, keyword, value string) bool {
	if len(value) < 8 || len(value) > 1024 || notSecretSuffix(v.suffix) || connects(v.suffix, value) || Templated(value) || pathLike(value) || dotted(value) || identifier(value) {
		return false
	}
	if v.quoted && len(value) >= 48 && Entropy(value) >= 4.8 && chars.Count(value, chars.Digit) > 3 && len(value)-chars.Count(value, chars.Alnum|chars.Blank) > 8 {
		return true // salts: all marks and a blank or two
	}
	if strings.ContainsAny(value, "<>,\"'`") && strings.ContainsAny(value, "<>\"'` ()") || strings.Contains(value, ",") && strings.Contains(value, "=") {
		return false // markup, code or a list of options
	}
	if !v.quoted && strings.ContainsAny(value, "()[]{}") || strings.Contains(value, "${") || strings.ContainsAny(value, " \t") {
		return false
	}
	if PlaceholderLike(strings.ToLower(value)) || DateTime(value) || entryRule(strings.ToLower(value)) {
		return false
	}
	letters, digits := chars.Count(value, chars.Alpha), chars.Count(value, chars.Digit)
	vague := keyword == "_key" || keyword == "-key" || keyword == "_auth" || keyword == "creds" || keyword == "credential"
	if vague && vagueName(v.Name) {
		return false
	}
	if UUID(value) {
		return !vague
	}
	others := len(value) - chars.Count(value, chars.Base64URL|chars.Dot|chars.Equals|chars.Plus|chars.Slash|chars.Tilde|chars.Colon)
	switch {
	case len(value) >= 16 && letters > 0 && digits > 1 && Entropy(value) >= 3 && !Wordy(value):
		return !vague || len(value) >= 20 && Entropy(value) >= 3.5 || chars.All(value, chars.Hexa) && len(value) >= 32
	case vague:
		return false
	case len(value) >= 24 && others == 0 && letters > 16 && TokenLike(value) && Entropy(value) >= 3.8 && chars.Count(value, chars.Upper) > 3 && !Wordy(value):
		return true
	case v.quoted || v.bare:
		// Short ones: only where it is plain that this is the thing itself.
		return digits > 1 && letters > 1 && !Wordy(value) || strings.Contains(v.Name, "secret") && others > 0 && digits > 0 ||
			v.upper && v.bare && digits == 0 && strings.Contains(keyword, "secret") && !strings.ContainsAny(value, "./:") &&
				(len(value) >= 12 || v.env && len(value) >= 8 && chars.All(value, chars.Lower) && !NotPasswords()[value] && !NamesPassword(value))
	}
	return false
}
