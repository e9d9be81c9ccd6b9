package lexicon

import (
	"strings"
	"unicode/utf8"
)

// List is the phrases of a section "list.NAME" of all languages, as they are written:
// for what is compared letter for letter with parts of a text in lower case, where a Book
// finds phrases among words. It does not change.
type List struct {
	all   []string
	has   map[string]bool
	apart []string // all, each between blanks
	pairs []pairs  // of all
}

// pairs is a set of the bytes that follow each other in a text, two by two, and of some more:
// a text that lacks a pair of a phrase does not hold the phrase, which is told before it is
// looked for.
type pairs [4]uint64

func pairsOf(text string) (p pairs) {
	for i := 1; i < len(text); i++ {
		k := text[i-1]*37 + text[i]
		p[k>>6] |= 1 << (k & 63)
	}
	return p
}

// hold reports whether all of some pairs are among these.
func (p *pairs) hold(some *pairs) bool {
	return some[0]&^p[0]|some[1]&^p[1]|some[2]&^p[2]|some[3]&^p[3] == 0
}

// fewPhrases is how many are looked for as soon as the pairs of a text are found.
const fewPhrases = 6

// within goes through the phrases that a text may hold, by their place.
func (l *List) within(text string, yield func(i int) bool) {
	if len(l.all) <= fewPhrases {
		for i := range l.all {
			if !yield(i) {
				return
			}
		}
		return
	}
	has := pairsOf(text)
	for i := range l.pairs {
		if has.hold(&l.pairs[i]) && !yield(i) {
			return
		}
	}
}

// NewList reads the section "list.NAME".
func NewList(name string) *List {
	l := &List{has: map[string]bool{}}
	list, section := built(), listed+name
	for i := range list {
		for e := range list[i].entries(func(s string) bool { return s == section }) {
			l.add(e.phrase)
		}
	}
	return l
}

func (l *List) add(phrase string) {
	if phrase != "" && !l.has[phrase] {
		l.all, l.has[phrase] = append(l.all, phrase), true
		l.apart, l.pairs = append(l.apart, " "+phrase+" "), append(l.pairs, pairsOf(phrase))
	}
}

// All are the phrases, in the order of the files.
func (l *List) All() []string { return l.all }

// Has reports whether a text is one of the phrases.
func (l *List) Has(text string) bool { return l.has[text] }

// HasWord is Has of a word that was taken apart.
func (l *List) HasWord(word []byte) bool { return l.has[string(word)] }

// Closes reports whether a word that was taken apart ends on one of the phrases.
func (l *List) Closes(word []byte) bool {
	for _, p := range l.all {
		if len(word) > len(p) && string(word[len(word)-len(p):]) == p {
			return true
		}
	}
	return false
}

// Leads is the length of the first phrase that a text begins with, and of the blank that
// parts it from what follows; 0 where there is none.
func (l *List) Leads(text string) int {
	for _, p := range l.all {
		if strings.HasPrefix(text, p) && len(text) > len(p) && text[len(p)] == ' ' {
			return len(p) + 1
		}
	}
	return 0
}

// Ends is the length of the first phrase that a text ends on, and of the blank before it,
// which scripts without blanks do without; 0 where there is none.
func (l *List) Ends(text string) int {
	for _, p := range l.all {
		if !strings.HasSuffix(text, p) {
			continue
		}
		if first, _ := utf8.DecodeRuneInString(p); Alone(first) {
			return len(p)
		}
		if at := len(text) - len(p) - 1; at >= 0 && text[at] == ' ' {
			return len(p) + 1
		}
	}
	return 0
}

// Finishes reports whether a text ends on one of the phrases, be it within a word.
func (l *List) Finishes(text string) bool {
	for _, p := range l.all {
		if strings.HasSuffix(text, p) {
			return true
		}
	}
	return false
}

// In reports whether one of the phrases stands in a text, be it within a word.
func (l *List) In(text string) bool {
	in := false
	l.within(text, func(i int) bool {
		in = strings.Contains(text, l.all[i])
		return !in
	})
	return in
}

// Between is where the phrases, in their order, stand first in a text with a blank on
// either side: yield is given the place of the blank before, and of what follows the one
// behind, until it says that it has what it looked for.
func (l *List) Between(text string, yield func(from, to int) bool) {
	l.within(text, func(n int) bool {
		i := strings.Index(text, l.apart[n])
		return i < 0 || !yield(i, i+len(l.apart[n]))
	})
}
