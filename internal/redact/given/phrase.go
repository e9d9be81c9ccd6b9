package given

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"prism/internal/redact/chars"
)

// isPhrase decides on a quoted value with blanks in it that is given to a
// password's name: "correct horse battery staple" is one, "Enter your password"
// is what a form says.
func isPhrase(text string, from, to int, v Slot, keywords []string) bool {
	value := text[v.From:v.To]
	folded := strings.ToLower(value)
	if !v.quoted || v.From > 0 && text[v.From-1] == '`' || !literal(text, v, value) || !passwordName(text, from, to, v) {
		return false
	}
	// A value that names a password says something about it, in any language.
	if AnyOf(strings.Contains, folded, keywords) || strings.Contains(folded, "passw") {
		return false
	}
	if v.env {
		return true
	}
	return !NamesPassword(folded) && !interfaceText(text, v, value) && !AnyOf(strings.Contains, v.Name, formNames()) && !said(value)
}

// interfaceText reports a text of a list of them: it is written as a sentence
// begins, and so is one beside it.
func interfaceText(text string, v Slot, value string) bool {
	if !v.closed || !sentenceCase(strings.Fields(value)) {
		return false
	}
	for _, line := range [2]string{lineBefore(text, v.From), lineBehind(text, v.To)} {
		_, beside, ok := strings.Cut(line, ":")
		if words := strings.Fields(strings.Trim(beside, " \t\"'`,")); ok && sentenceCase(words) {
			return true
		}
	}
	return false
}

// isSecretPhrase decides on such a value of a name that ends in "secret" or
// "secret_key": JWT_SECRET="two blue words".
func isSecretPhrase(text string, from, to int, v Slot, keywords []string) bool {
	value := text[v.From:v.To]
	return (v.env || v.bare || v.closed) && (v.suffix == "" || v.suffix == "key") && len(value) >= 8 && len(value) <= 256 && strings.Contains(value, " ") &&
		!v.strict && !(v.closed && sentenceCase(strings.Fields(value))) && !Templated(value) && !strings.Contains(value, "${") && !strings.Contains(value, "$(") && !PlaceholderLike(strings.ToLower(value)) && isPhrase(text, from, to, v, keywords)
}

// enclosed returns where a value with blanks begins and ends that is closed by
// other marks than quotation: in a tag, and between the semicolons of a
// connection string.
func enclosed(text string, start int, v Slot, tag bool, operator int) (from, to int) {
	const most = 128
	if !chars.IsAt(text, v.To, chars.Blank) {
		return 0, 0
	}
	rest := text[v.From:min(len(text), v.From+most)]
	if tag {
		if end := strings.Index(rest, "</"); end > 0 && !strings.ContainsAny(rest[:end], "\n<>") {
			return v.From, v.From + len(strings.TrimRight(rest[:end], " \t"))
		}
		return 0, 0
	}
	if text[operator-1] != '=' || v.upper && !chars.IsAt(text, start-1, chars.Quote) {
		return 0, 0
	}
	// Server=db;User Id=sa;Password=two words;Encrypt=true
	end := strings.IndexAny(rest, ";\"'`\n<>|&$()")
	if rest[0] == '{' { // Password={two words};
		v.From++
		rest = rest[1:]
		end = strings.IndexByte(rest, '}')
	}
	if end < 0 && len(rest) < most {
		end = len(rest)
	}
	if end < 0 || !between(text, start, rest[end:]) {
		return 0, 0
	}
	return v.From, v.From + len(strings.TrimRight(rest[:end], " \t"))
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
	before := chars.RunBack(text, start, 1, chars.Blank)
	if !chars.IsAt(text, before-1, chars.Semicolon) {
		// --env "PASSWORD=two words"
		return rest != "" && chars.IsAt(text, start-1, chars.Quote) && text[start-1] == rest[0] && chars.IsAt(text, start-2, chars.Blank|chars.Equals)
	}
	part := text[max(0, before-64) : before-1]
	part = part[strings.LastIndexAny(part, ";\"'`\n")+1:]
	name, _, ok := strings.Cut(part, "=")
	return ok && chars.All(strings.TrimSpace(name), chars.Word|chars.Blank)
}

// connects reports the address of a database, which is no password though its
// name holds one: what of it is secret other rules find.
func connects(suffix, value string) bool {
	return suffix != "" && AnyOf(strings.HasSuffix, suffix, connectionNames()) && (strings.Contains(value, "=") || strings.Contains(value, "://"))
}

// phraseLine returns the end of words that a line gives to a password's name
// without marks of quotation, as YAML and notes have them. Alone in its text it
// must be longer than beside other lines of that kind: "password: trim blanks" is
// also how a commit is named.
func phraseLine(text string, start int, v Slot, operator int) int {
	const most, few, many, alone = 80, 2, 8, 4
	spaced := v.From > operator
	start = chars.RunBack(text, start, 64, chars.Word|chars.Dash|chars.Dot) // a property: a.b.password
	if !chars.IsAt(text, v.To, chars.Blank) || !LineStart(text, start) || !chars.Is(text[operator-1], chars.Colon|chars.Equals) || text[operator-1] == ':' && !spaced {
		return 0
	}
	before := text[max(0, start-most):start]
	if strings.ContainsAny(before[strings.LastIndexByte(before, '\n')+1:], "#*/") {
		return 0 // a remark, a list of prose
	}
	rest := text[v.From:min(len(text), v.From+most)]
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
		if !pairLine(lineBefore(text, start)) && !pairLine(lineBehind(text, v.From+end)) {
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
		if folded := strings.ToLower(w); NotPasswords()[folded] || notTold()[folded] || typeNames()[folded] {
			told++
		}
	}
	if told > 1 || told > 0 && len(words) < alone || said(value) || sentenceCase(words) || len(words) < alone && titleCase(words) {
		return 0
	}
	return v.From + len(value)
}

// ofPhrase reports a word that may be part of a password's phrase: no mark but
// dashes and the like, nothing that sentences and forms are made of.
func ofPhrase(w string) bool {
	folded := strings.ToLower(w)
	return chars.All(w, chars.Alnum|chars.High|chars.Dash|chars.Underscore|chars.Bang|chars.At|chars.Percent) && strings.IndexByte("-!*#$@%", w[0]) < 0 && !LinkWords()[folded] &&
		!NamesPassword(folded) && !PlaceholderLike(folded)
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
		return !unicode.IsUpper(r) || chars.Count(w, chars.Digit|chars.Bang) > 0
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
	if i < 2 || i > 40 || !chars.All(strings.TrimRight(line[:i], " "), chars.Word|chars.Dash|chars.Dot|chars.Quote|chars.High) {
		return false
	}
	value := strings.TrimSpace(line[i+1:])
	return len(strings.Fields(value)) < 4 && !strings.HasSuffix(value, ".")
}

// literal reports a value that is a string of its own, not what stands between
// two strings: "password=" + x + "&user=".
func literal(text string, v Slot, value string) bool {
	first, last := value[0], value[len(value)-1]
	if chars.Is(first, chars.Blank|chars.Plus|chars.Comma|chars.Dot|chars.Semicolon|chars.Colon|chars.Question|chars.Percent) || first == ')' || first == '$' || chars.Is(last, chars.Blank|chars.Plus|chars.Comma) || last == '(' {
		return false
	}
	if pathLike(value) || strings.ContainsAny(value, "<>{}|") || strings.Contains(value, "=>") || strings.Contains(value, "()") || strings.Contains(value, "%s") || strings.Contains(value, "%q") || strings.Contains(value, "%v") {
		return false
	}
	if v.closed || v.From == 0 || !chars.Is(text[v.From-1], chars.Quote) {
		return true
	}
	// An odd number of the same marks before the name: it stands in a string,
	// and the mark behind it closes that one.
	const most = 200
	mark := text[v.From-1]
	depth := escapes(text, v.From-1)
	end := v.From - 1 - depth
	open := false
	for i := max(0, end-most); i < end; i++ {
		switch {
		case text[i] == '\n':
			open = false
		case text[i] == mark && escapes(text, i) == depth && !(mark == '\'' && chars.IsAt(text, i-1, chars.Alnum) && chars.IsAt(text, i+1, chars.Lower)):
			open = !open
		}
	}
	// Nor does code stand there where all of it is words: a string that is broken.
	return !open || chars.All(strings.ReplaceAll(value, " ", ""), chars.Alnum)
}

// passwordName reports a name that means a password even where its value may be
// any text: "pass" may also be a run over something, or a test that passed.
func passwordName(text string, from, to int, v Slot) bool {
	keyword := strings.ToLower(text[from:to])
	if strings.Contains(keyword, "pass") && len(strings.Trim(keyword, "_-=: ")) == len("pass") {
		return v.suffix == "" && (v.env || v.bare || v.Name != "pass" && TailByte(text, v.From-2) == '=') && !AnyOf(strings.Contains, v.Name, passNames())
	}
	return v.Name != "pwd" || !v.upper // $PWD is a folder
}

// said reports what is written to be read: a sentence, a label, an instruction.
func said(value string) bool {
	last, _ := utf8.DecodeLastRuneInString(value)
	if strings.ContainsRune(".?:…。？：", last) || last == '!' && chars.Count(value, chars.Digit) == 0 {
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
		if SayWords()[w] {
			return true
		}
		if LinkWords()[w] {
			linking[w] = true
		}
	}
	first, _ := utf8.DecodeRuneInString(value)
	return len(linking) > 2 || len(linking) > 0 && unicode.IsUpper(first)
}
