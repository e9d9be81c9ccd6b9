package secret

import (
	_ "embed"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"prism/internal/redact/chars"
	"prism/internal/redact/given"
	"prism/internal/redact/keyword"
)

// ownFile lists the rules of this project: their keywords and their forms.
//
//go:embed rules/own.rules
var ownFile string

// matchers are the rules of the file that look round a keyword with code of
// their own. Two of its rules have neither keyword nor matcher: others find
// for them.
func matchers() map[string]func(s *scan, r *rule, from, to int) {
	return map[string]func(s *scan, r *rule, from, to int){
		"url-credentials":     (*scan).urlCredentials,
		"authorization":       (*scan).authorization,
		"email":               (*scan).email,
		"home-path":           (*scan).homePath,
		"pem-private-key":     (*scan).pem,
		"jwt-any":             (*scan).jwt,
		"password":            (*scan).passwordValue,
		"secret":              (*scan).secretValue,
		"url-token":           (*scan).queryToken,
		"connection-key":      (*scan).connection,
		"cookie":              (*scan).cookie,
		"command-credentials": (*scan).commandUser,
		"command-password":    (*scan).commandPassword,
		"netrc":               (*scan).netrc,
		"piped-password":      (*scan).pipedPassword,
		"sql-password":        (*scan).sqlPassword,
		"call-credentials":    (*scan).callCredentials,
		"oracle-login":        (*scan).oracleLogin,
		"pgpass":              (*scan).pgpass,
		"masked-value":        (*scan).maskedValue,
		"one-time-code":       (*scan).oneTimeCode,
		"recovery-code":       (*scan).recoveryCodes,
		"jwk":                 (*scan).jwk,
		"private-key-id":      (*scan).keyID,
		"telegram-token":      (*scan).telegram,
		"discord-token":       (*scan).discord,
		"recovery-phrase":     (*scan).seed,
		"ipv4":                (*scan).ipv4,
		"ipv6":                (*scan).ipv6,
		"mac":                 (*scan).mac,
		"phone":               (*scan).phone,
		"phone-spoken":        (*scan).spokenPhone,
		"iban":                (*scan).iban,
		"social-security":     (*scan).socialSecurity,
	}
}

// form is the look of a vendor's tokens: a prefix in exact case, then letters
// of an alphabet. The vendored file asks for the exact length and for some
// entropy; this list is looser, since tokens in prose are cut, masked in part
// or of the next version's length.
type form struct {
	prefixes []string
	letters  chars.Class
	least    int // letters behind the prefix
	digits   int // at least so many of them digits
}

// ownRules reads the rules of this project; names are those of the
// configuration.
func ownRules(file string, names []string) ([]*rule, error) {
	var (
		rules []*rule
		last  *rule
		match = matchers()
	)
	for line := range strings.Lines(file) {
		fields := strings.Fields(line)
		if len(fields) == 0 || line[0] == '#' {
			continue
		}
		if line[0] == '\t' && last != nil {
			for _, w := range fields {
				w = given.Blanks(w)
				if last.form != nil {
					last.form.prefixes = append(last.form.prefixes, w)
					if w = strings.ToLower(w); slices.Contains(last.keywords, w) {
						continue
					}
				}
				last.keywords = expand(last.keywords, w)
			}
			continue
		}
		head, about, _ := strings.Cut(strings.TrimSpace(line), ": ")
		fields = strings.Fields(head)
		var err error
		switch len(fields) {
		case 3:
			last = newOwn(fields[0], fields[1], about)
			last.rank, err = strconv.Atoi(fields[2])
			last.match = match[last.ID]
		case 5:
			last = newOwn(fields[0], fields[1], about)
			last.rank, last.match = rankForm, (*scan).formed
			last.form, err = newForm(fields[2:])
		default:
			err = errors.New("a line of another form")
		}
		if err != nil {
			return nil, fmt.Errorf("%w: own rules: %q: %w", errRules, head, err)
		}
		rules = append(rules, last)
	}
	if words := nameWords(names); len(words) > 0 {
		r := newOwn("name", "NAME", "Name given in the configuration.")
		r.rank, r.match, r.keywords = rankGuess, (*scan).name, words
		rules = append(rules, r)
	}
	return rules, nil
}
func newOwn(id, placeholder, about string) *rule {
	r := &rule{Rule: Rule{ID: id, Description: about, Placeholder: placeholder, Source: "prism"}}
	r.Folds = placeholder == "EMAIL" || placeholder == "USER" || placeholder == "NAME"
	return r
}

// newForm reads the letters of a form, a set's name and single marks behind
// it, and its two numbers.
func newForm(fields []string) (*form, error) {
	letters := fields[0]
	end := chars.Run(letters, 0, len(letters), chars.Alnum)
	f := &form{letters: set(letters[:end])}
	if f.letters == 0 {
		return nil, errors.New("unknown letters")
	}
	for i := end; i < len(letters); i++ {
		f.letters |= chars.ClassOf(letters[i])
	}
	var err, err2 error
	f.least, err = strconv.Atoi(fields[1])
	f.digits, err2 = strconv.Atoi(fields[2])
	return f, errors.Join(err, err2)
}

// set returns a set by its name in the rule file.
func set(name string) chars.Class {
	switch name {
	case "capitals":
		return chars.Upper | chars.Digit
	case "hexa":
		return chars.Hexa
	case "alnum":
		return chars.Alnum
	case "word":
		return chars.Word
	case "url":
		return chars.Base64URL
	case "base64":
		return chars.Base64Std
	}
	return 0
}

// expand appends a keyword, with all digits for a # and all hexadecimal ones
// for a ?.
func expand(list []string, keyword string) []string {
	i := strings.IndexAny(keyword, "#?")
	if i < 0 {
		return append(list, keyword)
	}
	set := "0123456789abcdef"
	if keyword[i] == '#' {
		set = set[:10]
	}
	for d := range len(set) {
		list = expand(list, keyword[:i]+set[d:d+1]+keyword[i+1:])
	}
	return list
}

// nameWords makes keywords of the names to hide.
func nameWords(names []string) []string {
	var words []string
	for _, w := range names {
		w = strings.TrimSpace(w)
		if len(w) < 3 || !strings.ContainsFunc(w, chars.IsWordRune) {
			continue
		}
		// The automaton folds ASCII alone; of other letters, both forms in use.
		first, n := utf8.DecodeRuneInString(w)
		folded := keyword.FoldASCII(strings.ToLower(w))
		words = append(words, folded)
		if title := keyword.FoldASCII(string(unicode.ToUpper(first)) + strings.ToLower(w[n:])); title != folded {
			words = append(words, title)
		}
	}
	slices.Sort(words)
	return slices.Compact(words)
}

// name hides a configured name where it is not part of a longer word.
func (s *scan) name(r *rule, from, to int) {
	if chars.InWord(s.text, from) || chars.WordAt(s.text, to) {
		return
	}
	s.add(r, from, to)
}
