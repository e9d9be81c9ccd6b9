package secret

import (
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
	if !v.quoted || v.from > 0 && s.text[v.from-1] == '`' || !literal(s.text, v, value) || !passwordName(s.text[from:to], v) {
		return false
	}
	// A value that names a password says something about it, in any language.
	if anyOf(strings.Contains, folded, r.keywords) || strings.Contains(folded, "passw") {
		return false
	}
	if v.env {
		return true
	}
	return !namesPassword(folded) && !anyOf(strings.Contains, v.name, formNames()) && !said(value)
}

// isSecretPhrase decides on such a value of a name that ends in "secret" or
// "secret_key": JWT_SECRET="two blue words".
func (s *scan) isSecretPhrase(r *rule, from, to int, v slot) bool {
	value := s.text[v.from:v.to]
	return (v.env || v.bare || v.closed) && (v.suffix == "" || v.suffix == "key") && len(value) >= 8 && len(value) <= 256 && strings.Contains(value, " ") &&
		!templated(value) && !strings.Contains(value, "${") && !strings.Contains(value, "$(") && !placeholderLike(strings.ToLower(value)) && s.isPhrase(r, from, to, v)
}

// enclosed returns the end of a value with blanks that is closed by other marks
// than quotation: in a tag, and between the semicolons of a connection string.
func enclosed(text string, start int, v slot, tag bool, operator int) int {
	const most = 128
	if !isAt(text, v.to, blank) {
		return 0
	}
	rest := text[v.from:min(len(text), v.from+most)]
	if tag {
		if end := strings.Index(rest, "</"); end > 0 && !strings.ContainsAny(rest[:end], "\n<>") {
			return v.from + len(strings.TrimRight(rest[:end], " \t"))
		}
		return 0
	}
	before := runBack(text, start, 1, blank)
	if !isAt(text, before-1, semicolon) || text[operator-1] != '=' || v.upper {
		return 0
	}
	// Server=db;User Id=sa;Password=two words;Encrypt=true
	end := strings.IndexAny(rest, ";\"'`\n<>|&$()")
	if end < 0 && len(rest) < most {
		end = len(rest)
	}
	part := text[max(0, before-64) : before-1]
	part = part[strings.LastIndexAny(part, ";\"'`\n")+1:]
	name, _, ok := strings.Cut(part, "=")
	if end < 0 || !ok || !all(strings.TrimSpace(name), word|blank) || end < len(rest) && rest[end] == ';' && !strings.Contains(rest[end:], "=") {
		return 0
	}
	return v.from + len(strings.TrimRight(rest[:end], " \t"))
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
func passwordName(keyword string, v slot) bool {
	keyword = strings.ToLower(keyword)
	if strings.Contains(keyword, "pass") && len(strings.Trim(keyword, "_-=: ")) == len("pass") {
		return v.suffix == "" && (v.env || v.bare) && !anyOf(strings.Contains, v.name, passNames())
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
