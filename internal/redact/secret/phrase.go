package secret

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// isPhrase decides on a quoted value with blanks in it that is given to a
// password's name: "correct horse battery staple" is one, "Enter your password"
// is what a form says.
func (s *scan) isPhrase(r *rule, from, to int, v slot) bool {
	value := s.text[v.from:v.to]
	folded := strings.ToLower(value)
	if !v.quoted || v.from > 0 && s.text[v.from-1] == '`' || !literal(s.text, v, value) || !passwordName(s.text, from, to, v) {
		return false
	}
	// A value that names a password says something about it, in any language.
	if anyOf(strings.Contains, folded, r.keywords) || strings.Contains(folded, "passw") {
		return false
	}
	if v.env {
		return true
	}
	return !namesPassword(folded) && !interfaceText(s.text, v, value) && !anyOf(strings.Contains, v.name, formNames()) && !said(value)
}

// interfaceText reports a text of a list of them: it is written as a sentence
// begins, and so is one beside it.
func interfaceText(text string, v slot, value string) bool {
	if !v.closed || !sentenceCase(strings.Fields(value)) {
		return false
	}
	for _, line := range [2]string{lineBefore(text, v.from), lineBehind(text, v.to)} {
		_, beside, ok := strings.Cut(line, ":")
		if words := strings.Fields(strings.Trim(beside, " \t\"'`,")); ok && sentenceCase(words) {
			return true
		}
	}
	return false
}

// isSecretPhrase decides on such a value of a name that ends in "secret" or
// "secret_key": JWT_SECRET="two blue words".
func (s *scan) isSecretPhrase(r *rule, from, to int, v slot) bool {
	value := s.text[v.from:v.to]
	return (v.env || v.bare || v.closed) && (v.suffix == "" || v.suffix == "key") && len(value) >= 8 && len(value) <= 256 && strings.Contains(value, " ") &&
		!v.strict && !(v.closed && sentenceCase(strings.Fields(value))) && !templated(value) && !strings.Contains(value, "${") && !strings.Contains(value, "$(") && !placeholderLike(strings.ToLower(value)) && s.isPhrase(r, from, to, v)
}

// enclosed returns where a value with blanks begins and ends that is closed by
// other marks than quotation: in a tag, and between the semicolons of a
// connection string.
func enclosed(text string, start int, v slot, tag bool, operator int) (from, to int) {
	const most = 128
	if !isAt(text, v.to, blank) {
		return 0, 0
	}
	rest := text[v.from:min(len(text), v.from+most)]
	if tag {
		if end := strings.Index(rest, "</"); end > 0 && !strings.ContainsAny(rest[:end], "\n<>") {
			return v.from, v.from + len(strings.TrimRight(rest[:end], " \t"))
		}
		return 0, 0
	}
	if text[operator-1] != '=' || v.upper && !isAt(text, start-1, quote) {
		return 0, 0
	}
	// Server=db;User Id=sa;Password=two words;Encrypt=true
	end := strings.IndexAny(rest, ";\"'`\n<>|&$()")
	if rest[0] == '{' { // Password={two words};
		v.from++
		rest = rest[1:]
		end = strings.IndexByte(rest, '}')
	}
	if end < 0 && len(rest) < most {
		end = len(rest)
	}
	if end < 0 || !between(text, start, rest[end:]) {
		return 0, 0
	}
	return v.from, v.from + len(strings.TrimRight(rest[:end], " \t"))
}

// between reports whether a part of a connection string stands before text[start]
// or, where it is the first of its parts, in the rest behind it.
func between(text string, start int, rest string) bool {
	behind := strings.TrimPrefix(rest, "}")
	if after, ok := strings.CutPrefix(behind, ";"); ok {
		behind = after
		name, _, more := strings.Cut(behind, "=")
		if !more && strings.Trim(behind[:min(len(behind), 1)], "\"'`\n\\") != "" {
			return false
		}
		if more && partName(name) {
			return true
		}
	} else if rest != "" && strings.IndexByte("\"'`\n", rest[0]) < 0 {
		return false
	}
	before := runBack(text, start, 1, blank)
	if !isAt(text, before-1, semicolon) {
		// --env "PASSWORD=two words"
		return rest != "" && isAt(text, start-1, quote) && text[start-1] == rest[0] && isAt(text, start-2, blank|equals)
	}
	part := text[max(0, before-64) : before-1]
	part = part[strings.LastIndexAny(part, ";\"'`\n")+1:]
	name, _, ok := strings.Cut(part, "=")
	return ok && all(strings.TrimSpace(name), word|blank)
}

// connects reports the address of a database, which is no password though its
// name holds one: what of it is secret other rules find.
func connects(suffix, value string) bool {
	return suffix != "" && anyOf(strings.HasSuffix, suffix, connectionNames()) && (strings.Contains(value, "=") || strings.Contains(value, "://"))
}

// phraseLine returns the end of words that a line gives to a password's name
// without marks of quotation, as YAML and notes have them. Alone in its text it
// must be longer than beside other lines of that kind: "password: trim blanks" is
// also how a commit is named.
func phraseLine(text string, start int, v slot, operator int) int {
	const most, few, many, alone = 80, 2, 8, 4
	spaced := v.from > operator
	start = runBack(text, start, 64, word|dash|dot) // a property: a.b.password
	if !isAt(text, v.to, blank) || !lineStart(text, start) || !is(text[operator-1], colon|equals) || text[operator-1] == ':' && !spaced {
		return 0
	}
	before := text[max(0, start-most):start]
	if strings.ContainsAny(before[strings.LastIndexByte(before, '\n')+1:], "#*/") {
		return 0 // a remark, a list of prose
	}
	rest := text[v.from:min(len(text), v.from+most)]
	end := strings.IndexByte(rest, '\n')
	if end < 0 {
		if end = len(rest); end == most {
			return 0
		}
	}
	value := rest[:end]
	if i := strings.Index(value, " #"); i > 0 {
		value = value[:i]
	}
	value = strings.TrimRight(value, " \t\r")
	words := strings.Fields(value)
	if len(words) < few || len(words) > many || strings.Contains(value, "  ") {
		return 0
	}
	if len(words) < alone || text[operator-1] == '=' && !spaced {
		if !pairLine(lineBefore(text, start)) && !pairLine(lineBehind(text, v.from+end)) {
			return 0
		}
	} else if commitVerbs()[words[0]] {
		return 0
	}
	told := 0
	for _, w := range words {
		if !ofPhrase(w) {
			return 0
		}
		if folded := strings.ToLower(w); notPasswords()[folded] || notTold()[folded] || typeNames()[folded] {
			told++
		}
	}
	if told > 1 || told > 0 && len(words) < alone || said(value) || sentenceCase(words) || len(words) < alone && titleCase(words) {
		return 0
	}
	return v.from + len(value)
}

// ofPhrase reports a word that may be part of a password's phrase: no mark but
// dashes and the like, nothing that sentences and forms are made of.
func ofPhrase(w string) bool {
	folded := strings.ToLower(w)
	return all(w, alnum|high|dash|underscore|bang|at|percent) && strings.IndexByte("-!*#$@%", w[0]) < 0 && !linkWords()[folded] &&
		!namesPassword(folded) && !placeholderLike(folded)
}

// sentenceCase reports words of which the first alone begins with a capital.
func sentenceCase(words []string) bool {
	first, _ := utf8.DecodeRuneInString(words[0])
	if !unicode.IsUpper(first) || len(words) < 2 {
		return false
	}
	for _, w := range words[1:] {
		if r, _ := utf8.DecodeRuneInString(w); !unicode.IsLower(r) {
			return false
		}
	}
	return true
}

// titleCase reports words that all begin with a capital, as names of people do.
func titleCase(words []string) bool {
	return !slices.ContainsFunc(words, func(w string) bool {
		r, _ := utf8.DecodeRuneInString(w)
		return !unicode.IsUpper(r) || count(w, digit|bang) > 0
	})
}

// nearLine bounds how far a line beside another is looked for, in bytes.
const nearLine = 256

// lineBefore and lineBehind return the lines beside the one of text[i], or as much
// of them as is near.
func lineBefore(text string, i int) string {
	near := text[max(0, i-nearLine):i]
	end := strings.LastIndexByte(near, '\n')
	if end < 0 {
		return ""
	}
	return near[strings.LastIndexByte(near[:end], '\n')+1 : end]
}

func lineBehind(text string, i int) string {
	_, rest, _ := strings.Cut(text[i:min(len(text), i+nearLine)], "\n")
	line, _, _ := strings.Cut(rest, "\n")
	return line
}

// pairLine reports a line that gives a value to a name, and not a sentence.
func pairLine(line string) bool {
	line = strings.TrimLeft(line, " \t-+>0123456789│|→")
	i := strings.IndexAny(line, ":=")
	if i < 2 || i > 40 || !all(strings.TrimRight(line[:i], " "), word|dash|dot|quote|high) {
		return false
	}
	value := strings.TrimSpace(line[i+1:])
	return len(strings.Fields(value)) < 4 && !strings.HasSuffix(value, ".")
}

// literal reports a value that is a string of its own, not what stands between
// two strings: "password=" + x + "&user=".
func literal(text string, v slot, value string) bool {
	first, last := value[0], value[len(value)-1]
	if is(first, blank|plus|comma|dot|semicolon|colon|question|percent) || first == ')' || first == '$' || is(last, blank|plus|comma) || last == '(' {
		return false
	}
	if pathLike(value) || strings.ContainsAny(value, "<>{}|") || strings.Contains(value, "=>") || strings.Contains(value, "()") || strings.Contains(value, "%s") || strings.Contains(value, "%q") || strings.Contains(value, "%v") {
		return false
	}
	if v.closed || v.from == 0 || !is(text[v.from-1], quote) {
		return true
	}
	// An odd number of the same marks before the name: it stands in a string,
	// and the mark behind it closes that one.
	const most = 200
	mark := text[v.from-1]
	depth := escapes(text, v.from-1)
	end := v.from - 1 - depth
	open := false
	for i := max(0, end-most); i < end; i++ {
		switch {
		case text[i] == '\n':
			open = false
		case text[i] == mark && escapes(text, i) == depth && !(mark == '\'' && isAt(text, i-1, alnum) && isAt(text, i+1, lower)):
			open = !open
		}
	}
	// Nor does code stand there where all of it is words: a string that is broken.
	return !open || all(strings.ReplaceAll(value, " ", ""), alnum)
}

// passwordName reports a name that means a password even where its value may be
// any text: "pass" may also be a run over something, or a test that passed.
func passwordName(text string, from, to int, v slot) bool {
	keyword := strings.ToLower(text[from:to])
	if strings.Contains(keyword, "pass") && len(strings.Trim(keyword, "_-=: ")) == len("pass") {
		return v.suffix == "" && (v.env || v.bare || v.name != "pass" && tailByte(text, v.from-2) == '=') && !anyOf(strings.Contains, v.name, passNames())
	}
	return v.name != "pwd" || !v.upper // $PWD is a folder
}

// said reports what is written to be read: a sentence, a label, an instruction.
func said(value string) bool {
	last, _ := utf8.DecodeLastRuneInString(value)
	if strings.ContainsRune(".?:…。？：", last) || last == '!' && count(value, digit) == 0 {
		return true
	}
	words := strings.FieldsFunc(strings.ToLower(value), func(r rune) bool {
		return unicode.IsSpace(r) || strings.ContainsRune(",;()/\"", r)
	})
	if len(words) > 12 {
		return true
	}
	linking := map[string]bool{}
	for _, w := range words {
		if sayWords()[w] {
			return true
		}
		if linkWords()[w] {
			linking[w] = true
		}
	}
	first, _ := utf8.DecodeRuneInString(value)
	return len(linking) > 2 || len(linking) > 0 && unicode.IsUpper(first)
}
