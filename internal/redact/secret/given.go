package secret

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// slot is a value beside a name.
type slot struct {
	from, to int
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
	name string
}

// valueOf finds the value that is assigned to the name that text[from:to] is
// part of: name = value in the ways of code, JSON, YAML, shells, XML, headers
// and command lines.
func valueOf(text string, from, to int) (v slot, ok bool) {
	start := runBack(text, from, 48, word|dash)
	end := run(text, to, 40, word|dash)
	if end-to >= 40 {
		return v, false
	}
	v.suffix = strings.ToLower(strings.Trim(text[to:end], "_-"))
	v.name = strings.ToLower(text[start:end])
	v.upper = count(text[start:end], lower) == 0 && count(text[start:end], upper) > 0
	flag := strings.HasPrefix(text[start:], "--")
	tag := start > 0 && text[start-1] == '<'

	i := end
	closed := run(text, i, 4, quote|backslash|bracket)
	if closed > i && strings.IndexByte(text[i:closed], '(') >= 0 {
		closed = i
	}
	v.closed = closed > end
	i = run(text, closed, 20, blank)
	if bold := strings.HasPrefix(text[i:], "**"); bold && isAt(text, i+2, colon|equals) {
		i += 2 // **Password**: x
	}
	if i == len(text) {
		return v, false
	}
	glued := false
	switch c := text[i]; {
	case c == '=' || c == ':' || c == '-' && isAt(text, i+1, greater):
		next := run(text, i, 3, equals|colon|greater|dash)
		if strings.HasPrefix(text[i:], "==") || strings.HasPrefix(text[i:], "://") || strings.HasPrefix(text[i:], "::") {
			return v, false
		}
		if c == ':' && next == i+2 && text[i+1] == '-' { // ${PASSWORD:-value}
			glued = true
		}
		i = next
	case c == '>' && (tag || v.closed && isAt(text, closed-1, quote)):
		tag = true // <password>x, <entry key="password">x, <setting name="password"><value>x
		i++
		if strings.HasPrefix(text[i:], "<value>") {
			i += len("<value>")
		}
	case c == '(' && (isAt(text, i+1, quote) || isAt(text, i+2, quote)):
		i++
	case flag && closed == end && i > closed && c != '-':
	default:
		if i, v.strict = paired(text, start, end, closed, i); i <= 0 {
			return v, false
		}
	}
	if strings.HasPrefix(text[i:], "**") && isAt(text, i+2, blank) {
		i += 2 // **Password:** x
	}
	afterOperator := i
	if next := run(text, i, 4, blank); isAt(text, next, bracket) && text[next] == '{' {
		if at, _ := paired(text, start, end, closed, next); at > 0 {
			i = at
		}
	}
	v.env = v.upper && i == closed+1 && text[closed] == '='
	i = run(text, i, 20, blank)
	spaced := i > afterOperator
	if c := classes[tailByte(text, i)]; c&breaks != 0 && tag {
		i = run(text, i, 20, space)
	}
	if i >= len(text) {
		return v, false
	}
	// A type stands between name and value: password: str = "x".
	if typed := run(text, i, 24, alpha|bracket|dot|pipe|question|ampersand); typed > i && isAt(text, run(text, typed, 2, blank), equals) && isTypeName(text[i:typed]) {
		i = run(text, run(text, typed, 2, blank), 3, equals)
		i = run(text, i, 4, blank)
	}
	// A prefix of a string: f"", b'', @"".
	if i+1 < len(text) && is(text[i], alpha|at) && isAt(text, i+1, quote) && (text[i] == '@' || strings.IndexByte("fFrRbBuUlLnN", text[i]) >= 0) {
		i++
	}
	if esc := run(text, i, 8, backslash); isAt(text, esc, quote) {
		i = esc
	}
	i = inWrap(text, i)
	if i >= len(text) {
		return v, false
	}
	v.bare = !flag && lineStart(text, start)
	if is(text[i], quote) {
		if three := strings.Repeat(text[i:i+1], 3); strings.HasPrefix(text[i:], three) {
			i += 2
		}
		v.quoted = true
		v.from = i + 1
		v.to = closing(text, i)
		v.bare = v.bare && lineEnd(text, v.to+1)
		return v, v.to > v.from
	}
	if at, ok := fallback(text, i); ok {
		v.quoted, v.strict, v.from = true, true, at+1
		v.to = closing(text, at)
		return v, v.to > v.from
	}
	v.from = i
	v.to = bareEnd(text, i)
	if from, end := enclosed(text, start, v, tag, afterOperator); end > v.to {
		v.from, v.to, v.quoted = from, end, true
		return v, true
	}
	if end := phraseLine(text, start, v, afterOperator); end > v.to {
		v.to, v.line = end, true
		return v, true
	}
	v.plain = plainly(text, start, v, tag, flag, afterOperator)
	// In code a comma ends the value: f(password=x, user=y), {password:x,y:z}.
	if i := strings.IndexByte(text[v.from:v.to], ','); i > 0 && strings.ContainsAny(text[v.from+i:v.to], ":=") {
		v.to = v.from + i
	}
	if glued {
		if i := strings.IndexByte(text[v.from:v.to], '}'); i >= 0 {
			v.to = v.from + i
		}
	}
	v.bare = v.bare && lineEnd(text, v.to) && (!spaced || text[afterOperator-1] != '=')
	return v, v.to > v.from
}

func tailByte(text string, i int) byte {
	if i >= 0 && i < len(text) {
		return text[i]
	}
	return 0
}

// closing returns where the string that opens at text[i] closes, or where its
// line ends.
func closing(text string, i int) int {
	const most = 1024
	mark := text[i]
	for j := i + 1; j < len(text) && j-i < most; j++ {
		switch text[j] {
		case mark:
			if mark == '\'' && j > i+1 && isAt(text, j+1, quote) && text[j+1] == mark && isAt(text, j+2, alnum) {
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
func escapes(text string, i int) int { return i - runBack(text, i, 8, backslash) }

// bareEnd returns the end of a value without quotes.
func bareEnd(text string, i int) int {
	const most = 512
	from := i
	for i < len(text) && i-from < most {
		c := text[i]
		if is(c, space|quote|semicolon|ampersand) || c == '<' || c == '>' || c == '{' && i > from && text[i-1] != '$' || c == '|' {
			break
		}
		if c == '\\' && i+1 < len(text) && (is(text[i+1], quote) || text[i+1] == 'n' || text[i+1] == 'r' || text[i+1] == '\\') {
			break
		}
		if c >= utf8.RuneSelf {
			r, n := utf8.DecodeRuneInString(text[i:])
			if dense(r) || unicode.IsSpace(r) || r == '…' || r == '”' || r == '’' || r == '»' {
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

// dense reports a letter or mark of scripts that are written without spaces.
func dense(r rune) bool {
	return r >= 0x3000 && r <= 0x303f || r >= 0xff00 && r <= 0xffef || unicode.In(r, unicode.Han, unicode.Hiragana, unicode.Katakana, unicode.Hangul)
}

// lineStart reports whether only marks of lists, of exports and of quotation
// stand before text[i] in its line.
func lineStart(text string, i int) bool {
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

// lineEnd reports whether the line ends at text[i], but for a comma or a quote.
func lineEnd(text string, i int) bool {
	if i < len(text) && text[i] == '\\' && isAt(text, i+1, alpha) {
		return true
	}
	i = run(text, min(i, len(text)), 3, blank|quote|comma)
	return i >= len(text) || is(text[i], breaks) || text[i] == '#'
}

// passwordValue hides what is given to a name that means a password.
func (s *scan) passwordValue(r *rule, from, to int) {
	text := s.text
	// "compass: x" is no password, "--- PASS: x" is a test, "/etc/passwd x" a
	// path; DB_PASS is one.
	if word := text[from:to]; strings.HasPrefix(word, "pass") && len(word) < 8 && isAt(text, from-1, alnum) || strings.HasPrefix(word, "PASS") && len(word) < 6 ||
		word == "passwd" && isAt(text, from-1, slash) && !isAt(text, to, colon) && !isAt(text, run(text, to, 2, blank), equals) {
		return
	}
	if folded := strings.ToLower(text[from:min(to, from+3)]); (folded[:2] == "pw" && folded != "pwd" || folded == "psk") && isAt(text, from-1, alnum) {
		return // "npw: x"
	}
	short := text[from:to]
	if i := strings.IndexFunc(short, func(r rune) bool { return r == ' ' }); i > 0 && i < len("pass ") && to-from < 8 {
		to = from + i // "pw is", "pass ="
	}
	for isAt(text, to-1, equals|colon|quote) {
		to-- // of the keyword; it stands between the name and the value
	}
	if next := run(text, run(text, to, 24, word), 1, quote); isAt(text, next, comma) || isAt(text, next, bracket) && text[next] == ')' {
		s.inserted(r, from, to)
	}
	if v, ok := valueOf(text, from, to); ok {
		v.strict = v.strict || strings.HasSuffix(short, " =")
		if isPassword(text, from, to, v, func() bool { return s.isPhrase(r, from, to, v) }) {
			s.add(r, v.from, v.to)
			return
		}
		if v.quoted {
			return
		}
	}
	s.prose(r, from, to, true)
}

// isPassword decides on a value that is given to a password's name; phrase does
// where blanks are in it.
func isPassword(text string, from, to int, v slot, phrase func() bool) bool {
	value := text[v.from:v.to]
	if notSecretSuffix(v.suffix) || connects(v.suffix, value) || templated(value) || strings.Contains(value, "${") || strings.Contains(value, "{{") || strings.Contains(value, "$(") {
		return false
	}
	folded := strings.ToLower(value)
	if len(value) < 4 || len(value) > 256 || all(value, digit|dot) && strings.Contains(value, ".") || placeholderLike(folded) {
		return false
	}
	if notPasswords()[strings.TrimRight(folded, "!?.")] {
		return false
	}
	letters, digits := count(value, alpha|high), count(value, digit)
	marks := len(value) - letters - digits
	plainMarks := count(value, dash|underscore|dot|slash|colon)
	if entryRule(folded) || number(folded) {
		return false
	}
	if v.strict && (digits == 0 && marks == plainMarks || strings.ContainsAny(value, " \t")) {
		return false
	}
	if strings.ContainsAny(value, " \t") {
		return v.line || v.quoted && (v.suffix == "" && strings.Contains(v.name, "phrase") || digits > 0 && marks-plainMarks > 1 && strings.Count(value, " ") < 3 || phrase())
	}
	if marks == plainMarks && digits == 0 {
		// Letters alone: a word of the password's own name, a label, a path.
		if plainMarks > 0 || namesPassword(folded) {
			return v.upper && v.bare && plainMarks > 0 && count(value, slash|dot) == 0 && !namesPassword(folded)
		}
		return len(value) >= 6 && count(value, upper) == 0 && (v.quoted || v.bare || v.plain || v.env && all(value, lower))
	}
	if v.quoted {
		// Code in back quotes is named, not given: "what would pass: `user.Save()`".
		return !pathLike(value) && !(text[v.from-1] == '`' && strings.HasSuffix(value, ")") && strings.Contains(value, "("))
	}
	if strings.ContainsAny(value, "()[]{}") && marks-plainMarks > 0 && !v.bare {
		return false // an expression
	}
	if v.to < len(text) && (text[v.to] == '(' || text[v.to] == '[') || dotted(value) || pathLike(value) || strings.HasPrefix(folded, "pass") && marks == plainMarks && !v.bare {
		return false
	}
	if strings.IndexByte("*&!@-#,", value[0]) >= 0 && digits == 0 {
		return false
	}
	return true
}

// dotted reports a chain of names, as in user2.password or cfg.db.pass1.
func dotted(value string) bool {
	if strings.Count(value, ".") == 0 || !all(value, word|dot|bracket|quote) {
		return false
	}
	for _, part := range strings.Split(value, ".") {
		if part == "" || !is(part[0], alpha|underscore) || len(part) >= 12 && count(part, digit) > 1 && !wordy(part) {
			return false
		}
	}
	return true
}

// pathLike reports a path or an address.
func pathLike(value string) bool {
	return strings.HasPrefix(value, "/") || strings.HasPrefix(value, "./") || strings.HasPrefix(value, "../") || strings.HasPrefix(value, "~/") ||
		strings.Contains(value, "://") || strings.HasPrefix(value, "@/") || strings.HasPrefix(value, "#/")
}

// secretValue hides what is given to a name that means a key or a token.
func (s *scan) secretValue(r *rule, from, to int) {
	text := s.text
	v, ok := valueOf(text, from, to)
	if !ok {
		if is(text[from], alpha) {
			s.prose(r, from, to, false)
		}
		return
	}
	value := text[v.from:v.to]
	keyword := strings.ToLower(text[from:to])
	if v.strict && (count(value, digit) == 0 || strings.ContainsAny(value, " \t")) || !isSecret(v, keyword, value) && !(keyword == "secret" && s.isSecretPhrase(r, from, to, v)) {
		return
	}
	if len(value) == 40 && all(value, base64Std) && strings.Contains(v.name, "secret") {
		s.addBy("aws-secret-key", v.from, v.to)
		return
	}
	s.add(r, v.from, v.to)
}

// isSecret decides on a value that is given to a secret's name.
func isSecret(v slot, keyword, value string) bool {
	if len(value) < 8 || len(value) > 1024 || notSecretSuffix(v.suffix) || connects(v.suffix, value) || templated(value) || pathLike(value) || dotted(value) || identifier(value) {
		return false
	}
	if v.quoted && len(value) >= 48 && entropy(value) >= 4.8 && count(value, digit) > 3 && len(value)-count(value, alnum|blank) > 8 {
		return true // salts: all marks and a blank or two
	}
	if strings.ContainsAny(value, "<>,\"'`") && strings.ContainsAny(value, "<>\"'` ()") || strings.Contains(value, ",") && strings.Contains(value, "=") {
		return false // markup, code or a list of options
	}
	if !v.quoted && strings.ContainsAny(value, "()[]{}") || strings.Contains(value, "${") || strings.ContainsAny(value, " \t") {
		return false
	}
	if placeholderLike(strings.ToLower(value)) || dateTime(value) || entryRule(strings.ToLower(value)) {
		return false
	}
	letters, digits := count(value, alpha), count(value, digit)
	vague := keyword == "_key" || keyword == "-key" || keyword == "_auth" || keyword == "creds" || keyword == "credential"
	if vague && vagueName(v.name) {
		return false
	}
	if uuid(value) {
		return !vague
	}
	others := len(value) - count(value, base64URL|dot|equals|plus|slash|tilde|colon)
	switch {
	case len(value) >= 16 && letters > 0 && digits > 1 && entropy(value) >= 3 && !wordy(value):
		return !vague || len(value) >= 20 && entropy(value) >= 3.5 || all(value, hexa) && len(value) >= 32
	case vague:
		return false
	case len(value) >= 24 && others == 0 && letters > 16 && tokenLike(value) && entropy(value) >= 3.8 && count(value, upper) > 3 && !wordy(value):
		return true
	case v.quoted || v.bare:
		// Short ones: only where it is plain that this is the thing itself.
		return digits > 1 && letters > 1 && !wordy(value) || strings.Contains(v.name, "secret") && others > 0 && digits > 0 ||
			v.upper && v.bare && digits == 0 && strings.Contains(keyword, "secret") && !strings.ContainsAny(value, "./:") &&
				(len(value) >= 12 || v.env && len(value) >= 8 && all(value, lower) && !notPasswords()[value] && !namesPassword(value))
	}
	return false
}

// number reports a number in hexadecimal, as headers of C have them.
func number(folded string) bool {
	return len(folded) < 12 && strings.HasPrefix(folded, "0x") && all(folded[2:], hexa)
}

// entryRule reports a rule for what a form takes: "required|string|min:8".
func entryRule(folded string) bool {
	if strings.IndexByte(folded, '|') < 0 {
		return false
	}
	for _, w := range []string{"required", "nullable", "string", "sometimes", "integer"} {
		if strings.Contains(folded, w+"|") || strings.Contains(folded, "|"+w) {
			return true
		}
	}
	return false
}

// dateTime reports a point in time as programs write it.
func dateTime(value string) bool {
	return len(value) >= 10 && all(value[:4], digit) && value[4] == '-' && all(value[5:7], digit) && value[7] == '-' && all(value[8:10], digit)
}

// uuid reports the form 8-4-4-4-12.
func uuid(value string) bool {
	return len(value) == 36 && value[8] == '-' && value[13] == '-' && value[18] == '-' && value[23] == '-' && all(value, hexa|dash)
}

// wordy reports a value made of words, with a number or two between dashes,
// underscores, dots and capitals: "my-cache-v2", "sessionTokenFromStep3". Words
// have three letters and more and a vowel; random letters break up into less.
func wordy(value string) bool {
	letters, good, start := 0, 0, 0
	ends := func(end int) {
		if w := value[start:end]; len(w) >= 3 && len(w) <= 14 {
			if strings.ContainsAny(w, "aeiouyAEIOUY") {
				good += len(w)
			}
		}
	}
	for i := range len(value) {
		switch {
		case !is(value[i], alpha):
			ends(i)
			start = i + 1
			continue
		case i > start && is(value[i], upper) && is(value[i-1], lower):
			ends(i)
			start = i
		}
		letters++
	}
	ends(len(value))
	return good*10 >= letters*8 && count(value, digit)*3 <= len(value) && all(value, word|dash|dot|slash|colon) && entropy(value) < 4.2
}
