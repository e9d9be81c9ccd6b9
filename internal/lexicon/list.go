package lexicon

import (
	"slices"
	"strings"
	"unicode/utf8"
)

// List is the phrases of a section "list.NAME" of all languages, as they are written:
// for what is compared letter for letter with parts of a text in lower case, where a Book
// finds phrases among words. It does not change.
type List struct {
	all    []string
	has    map[string]bool
	begins map[string][]int // which of all begin with a word
}

// NewList reads the section "list.NAME".
func NewList(name string) *List {
	l := newList()
	list, section := built(), listed+name
	for i := range list {
		for e := range list[i].entries(func(s string) bool { return s == section }) {
			if e.phrase != "" {
				l.add(e.phrase)
			}
		}
	}
	return l
}

// newList is a list of phrases.
func newList(phrases ...string) *List {
	l := &List{has: map[string]bool{}, begins: map[string][]int{}}
	for _, p := range phrases {
		l.add(p)
	}
	return l
}

// add takes a phrase in, once.
func (l *List) add(phrase string) {
	if l.has[phrase] {
		return
	}
	first, _, _ := strings.Cut(phrase, " ")
	l.begins[first] = append(l.begins[first], len(l.all))
	l.all, l.has[phrase] = append(l.all, phrase), true
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
	for _, p := range l.all {
		if strings.Contains(text, p) {
			return true
		}
	}
	return false
}

// Between is where the phrases, in their order, stand first in a text with a blank on
// either side: yield is given the place of the blank before, and of what follows the one
// behind, until it says that it has what it looked for. Only phrases whose first word the
// text has are looked for: of hundreds that are a few.
func (l *List) Between(text string, yield func(from, to int) bool) {
	var may []int
	_, rest, more := strings.Cut(text, " ")
	for more {
		var word string
		word, rest, more = strings.Cut(rest, " ")
		may = append(may, l.begins[word]...)
	}
	slices.Sort(may)
	for _, k := range slices.Compact(may) {
		p := l.all[k]
		if i := between(text, p); i >= 0 && yield(i, i+len(p)+2) {
			return
		}
	}
}

// between is where a phrase stands first in a text with a blank on either side: the place
// of the blank before it, −1 nowhere.
func between(text, phrase string) int {
	for from := 0; ; {
		i := strings.Index(text[from:], phrase)
		if i < 0 {
			return -1
		}
		at := from + i
		if end := at + len(phrase); at > 0 && text[at-1] == ' ' && end < len(text) && text[end] == ' ' {
			return at - 1
		}
		from = at + 1
	}
}
