package lexicon

import (
	"errors"
	"fmt"
	"iter"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// What Check finds wrong with a phrase.
var (
	errSection = errors.New("no such section")
	errSign    = errors.New("a sign that parts words is not seen when they are looked for")
	errFull    = errors.New("a full stop behind a phrase is for scripts without spaces")
	errElision = errors.New("what is elided is missing as it is written, with its apostrophe")
)

// Check says what is wrong with a file: sections that are not known, that stand
// twice, or that hold something twice, and phrases that no text can match as they
// are meant.
func Check(text string) error {
	var bad []error
	first, apart := map[string]int{}, map[string]made{}
	w := writer{book: newBook(0), lang: 1, says: 1, most: shared}
	var t Text
	for e := range chosen(text) {
		key := e.section + " " + e.phrase
		var err error
		switch {
		case e.phrase == "" && !slices.Contains(sections, e.section):
			err = errSection
		case strings.HasPrefix(e.section, listed): // as it is written
		case e.phrase != "" && !strings.HasPrefix(e.section, wordy):
			key = e.section + " " + t.folded(e.phrase)
			if err = w.add(e.phrase); err == nil {
				err = spelled(e.phrase)
			}
		}
		if whole := elided(key); err == nil && whole != key && !strings.HasPrefix(e.section, listed) {
			apart[whole] = e
		}
		if n := first[key]; n > 0 && err == nil && !e.chosen {
			err = fmt.Errorf("stands in line %d already", n)
		}
		if !e.chosen || first[key] == 0 {
			first[key] = e.line
		}
		if err != nil {
			bad = append(bad, fmt.Errorf("line %d: [%s] %s: %w", e.line, e.section, e.phrase, err))
		}
	}
	for whole, e := range apart {
		if first[whole] == 0 {
			bad = append(bad, fmt.Errorf("line %d: [%s] %s: %w", e.line, e.section, e.phrase, errElision))
		}
	}
	return errors.Join(bad...)
}

// made is an entry that is written down, or one of those that its choices make.
type made struct {
	entry
	chosen bool
}

// chosen is parse of all sections, with all that choices make.
func chosen(text string) iter.Seq[made] {
	return func(yield func(made) bool) {
		for e := range parse(text) {
			written := e.phrase
			for e.phrase = range choices(written) {
				if !yield(made{e, e.phrase != written}) {
					return
				}
			}
		}
	}
}

// elided joins what stands in a phrase as it is typed without apostrophes ("j ai",
// "qu en") to what it is with them.
func elided(phrase string) string {
	words := strings.Split(phrase, " ")
	out := words[0]
	for i, w := range words[1:] {
		r, _ := utf8.DecodeRuneInString(w)
		turned := words[i] == "t" && (w == "il" || w == "elle" || w == "on") // "y a-t-il"
		if turned || !strings.ContainsRune("aeiouhy", r) || !slices.Contains([]string{"c", "d", "j", "l", "m", "n", "s", "t", "qu"}, words[i]) {
			out += " "
		}
		out += w
	}
	return out
}

// folded returns the words of a phrase as they are compared, with what Compile
// reads out of it besides.
func (t *Text) folded(phrase string) string {
	t.Scan(phrase, len(phrase))
	var b strings.Builder
	for i := range t.Tokens {
		b.Write(t.Word(i))
		if end := t.Tokens[i].End; end < len(phrase) && phrase[end] == '*' {
			b.WriteByte('*')
		}
		b.WriteByte(' ')
	}
	if sign := phrase[len(phrase)-1:]; strings.Contains(signs, sign) {
		b.WriteString(sign)
	}
	return b.String()
}

// spelled reports what in the spelling of a phrase keeps it from what it means.
func spelled(phrase string) error {
	words, full := strings.CutSuffix(phrase, ".")
	if last, _ := utf8.DecodeLastRuneInString(words); full && !Alone(last) {
		return errFull
	}
	for w := range strings.FieldsSeq(strings.TrimRight(words, ":?")) {
		w = strings.TrimSuffix(w, "*")
		if strings.ContainsFunc(strings.Trim(w, ".-"), func(r rune) bool {
			return !unicode.IsLetter(r) && !unicode.IsDigit(r) && !unicode.IsMark(r) && !strings.ContainsRune("'’.-ー", r)
		}) || strings.Trim(w, ".-") != w {
			return errSign
		}
	}
	return nil
}
