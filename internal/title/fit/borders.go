package fit

import (
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"

	"prism/internal/judge"
	"prism/internal/lexicon"
)

// border is what begins where a sentence may end before its end.
type border uint8

const (
	noBorder border = iota
	adjunct         // what only adds to a clause: "in the bay", "with a label"
	clause          // a clause or thing of its own: ", then …", "and …", "because …"
)

// Bounds of what is left of a sentence that ends at a border, in words and in characters.
const (
	leastWhole      = 3
	leastClause     = judge.MaxTitle / 4
	leastWholeSigns = 8
	leastNamed      = 15
	leastRelated    = 4 // blanks before a clause that says more of its last word
)

// bordered are the ends that a sentence may have before its own with room in a title, the
// longest first: each stands as a sentence of its own, and is told without the mark of a cut.
func bordered(s string) []string {
	var out []string
	room := len(s)
	n := 0
	for i := range s {
		if n++; n > judge.MaxTitle+1 {
			room = i
			break
		}
	}
	for at := room - 1; at > 0; at-- {
		if !utf8.RuneStart(s[at]) {
			continue
		}
		kind := borderAt(s, at)
		if kept := strings.TrimRight(s[:at], " ,;，；-–—"); kind != noBorder && Roomy(kept) && (kind == clause || utf8.RuneCountInString(kept) > judge.MaxTitle/2) && standsAlone(kept) {
			if k := len(out); k == 0 || out[k-1] != kept {
				out = append(out, kept)
			}
		}
	}
	return out
}

// borderAt is what begins at a place of a sentence where a word ended.
func borderAt(s string, at int) border {
	r, n := utf8.DecodeRuneInString(s[at:])
	last, _ := utf8.DecodeLastRuneInString(s[:at])
	if unicode.IsSpace(last) {
		return noBorder
	}
	next := s[at+n:]
	switch r {
	case '，', '；', '。', '（', '—':
		return clause
	case ',', ';', '!', '?':
		word, _, _ := strings.Cut(strings.TrimLeft(next, " "), " ")
		if !strings.HasPrefix(next, " ") || (Listed().That.Has(word) || Listed().Clause.Has(word)) && strings.Count(s[:at], " ") < leastRelated {
			return noBorder // "stelle sicher, dass …"
		}
		return clause
	case ' ':
	default:
		return noBorder
	}
	words := Listed()
	if last >= '\uac00' || last == ')' { // of Hangul, and an aside behind it
		before, _, _ := strings.Cut(s[strings.LastIndexByte(s[:at], ' ')+1:at], "(")
		if words.Onward.Finishes(before) {
			return clause
		}
	}
	word, rest, _ := strings.Cut(next, " ")
	low := strings.ToLower(word)
	two, _, _ := strings.Cut(rest, " ")
	blanks := strings.Count(s[:at], " ")
	switch {
	case (AddressFirst(word) || strings.Contains(word, "/") && len(word) > leastNamed) && blanks >= leastWhole-1:
		return clause // the name of what was told
	case rest == "":
		return noBorder
	case words.Subject.Has(low), word == "I", word == "/", word == "-", word == "–", word == "—", word == "+", word == "&", strings.HasPrefix(word, "("), words.And.Has(low), words.Because.Has(low), OpensOn(next, words.Purpose) > 0, OpensOn(next, words.Asks) > 0:
		return clause
	case (words.Adjunct.Has(low) || words.Adjunct.Has(low+" "+two)) && !denies(s[:at]), (words.Clause.Has(low) || Joined(low)) && blanks >= leastRelated:
		return adjunct
	}
	return noBorder
}

// standsAlone reports whether what is left of a sentence is one: it has words enough, begins
// with nothing that needs a clause behind it, leaves nothing open, and ends on a word that
// needs no other.
func standsAlone(kept string) bool {
	if !paired(kept) || strings.HasSuffix(kept, ":") || strings.HasSuffix(kept, "：") {
		return false
	}
	words := Listed()
	list := strings.Fields(strings.ToLower(kept))
	if clauseless(kept+"…") != "" {
		return false
	}
	if Lone(kept) {
		return utf8.RuneCountInString(kept) >= leastWholeSigns
	}
	if len(list) < leastWhole || utf8.RuneCountInString(kept) < leastClause || words.Front.Has(list[0]) || words.Condition.Leads(strings.ToLower(kept)) > 0 {
		return false
	}
	last := strings.Trim(list[len(list)-1], `"'()`)
	if Hangs(last) || Joined(last) || words.Adjunct.Has(last) || words.Clause.Has(last) || words.Dative.Has(last) || !goesOn(list) && prepares().Opening(kept, Beginning, lexicon.Every) != 0 || words.Asks.Ends(strings.ToLower(kept)) > 0 {
		return false
	}
	if before := list[len(list)-2]; words.Doing.Finishes(last) && words.Telling.Has(before) {
		return false // "we are saving": what?
	}
	for i, w := range list {
		if i > 0 && len(w) > 2 && words.Because.Has(w) {
			return false // the clause that it begins was cut
		}
		if words.Open.Has(w) && (i > len(list)-leastWhole-1) {
			return false // "allow the ferries", "between the pier"
		}
	}
	return true
}

// goesOn reports whether a clause among some words goes on into another: what it only
// prepares is told there.
func goesOn(list []string) bool {
	for _, w := range list[:len(list)-1] {
		if last, _ := utf8.DecodeLastRuneInString(w); last >= '\uac00' && Listed().Onward.Finishes(w) {
			return true
		}
	}
	return false
}

// prepares are the beginnings of what only leads up to a request.
var prepares = sync.OnceValue(func() *lexicon.Book { return lexicon.Compile("title", []string{"preparation"}) })

// denies reports whether a clause denies something, which where it holds may be all of it:
// "do not moor the ferries" is not "do not moor the ferries in the bay".
func denies(s string) bool {
	for w := range strings.FieldsSeq(strings.ToLower(s)) {
		if Listed().Not.Has(w) || strings.HasSuffix(w, "n't") {
			return true
		}
	}
	return false
}
