package lang

import (
	"iter"
	"maps"
	"slices"
	"strings"
	"sync"
	"unicode/utf8"

	"prism/internal/lexicon"
)

// code is the place of a language in names.
type code uint8

// The languages that the code itself speaks of, and those that come before the
// others where a text speaks as much for one as for another.
const (
	en code = iota
	de
	es
	fr
	pt
	it
	nl
	sv
	da
	no
	fi
	pl
	cs
	sk
	hr
	sl
	ro
	hu
	tr
	id
	vi
	ca
	et
	lt
	// Scripts of their own.
	ru
	uk
	bg
	sr
	el
	he
	ar
	fa
	ur
	hi
	bn
	ta
	th
	ka
	hy
	ja
	zh
	ko
)

// codes bounds how many languages there can be.
const codes = 64

// names are ISO 639-1. A file of words makes a language known; a script of its own
// besides needs a line in script.
var names = sync.OnceValue(func() []string {
	out := strings.Fields("en de es fr pt it nl sv da no fi pl cs sk hr sl ro hu tr id vi ca et lt ru uk bg sr el he ar fa ur hi bn ta th ka hy ja zh ko")
	for _, l := range lexicon.Languages() {
		if !slices.Contains(out, l) && len(out) < codes {
			out = append(out, l)
		}
	}
	return out
})

// tables are what the words and letters of the files speak for.
type tables struct {
	words   map[string][]code
	trade   map[string]bool // English words that people of every language borrow: they tell a little when nothing else does
	letters map[rune][]code // letters that few languages have: they speak for words that stand in no list
}

// known are the tables, read when the first text is.
var known = sync.OnceValue(func() tables {
	t := tables{words: make(map[string][]code, 4096), trade: map[string]bool{}, letters: map[rune][]code{}}
	for w := range lexicon.Words("trade") {
		t.trade[w] = true
	}
	for l, c := range entries("letter") {
		r, _ := utf8.DecodeRuneInString(l)
		t.letters[r] = append(t.letters[r], c)
	}
	// Many people type without accents: "nao", "degil". Such a spelling counts where
	// it is no word of another language ("för" is none of Swedish as "for").
	bare := make(map[string][]code)
	for w, c := range entries("common") {
		t.words[w] = append(t.words[w], c)
	}
	for w, c := range entries("common") {
		b := unaccented(w)
		if b == w || len(b) < leastBare || len(t.words[b]) > 0 || t.trade[b] {
			continue
		}
		if have := bare[b]; len(have) == 0 || have[len(have)-1] != c {
			bare[b] = append(have, c)
		}
	}
	maps.Copy(t.words, bare)
	return t
})

// entries goes through the words of a section, with the language each stands in.
func entries(section string) iter.Seq2[string, code] {
	return func(yield func(string, code) bool) {
		languages := lexicon.Languages()
		for w, i := range lexicon.Words(section) {
			if c := slices.Index(names(), languages[i]); c >= 0 && !yield(w, code(c)) {
				return
			}
		}
	}
}

// leastBare is the length in bytes from which a word without its accents tells.
const leastBare = 3

// unaccented writes a word of the lists without accents.
func unaccented(w string) string { return bareLetters.Replace(w) }

var bareLetters = strings.NewReplacer(
	"á", "a", "à", "a", "â", "a", "ã", "a", "ä", "a", "å", "a", "ă", "a", "ą", "a", "ç", "c", "ć", "c", "č", "c", "ď", "d", "đ", "d",
	"é", "e", "è", "e", "ê", "e", "ë", "e", "ę", "e", "ě", "e", "ė", "e", "ğ", "g", "í", "i", "ì", "i", "î", "i", "ï", "i", "ı", "i", "į", "i",
	"ł", "l", "ñ", "n", "ń", "n", "ň", "n", "ó", "o", "ò", "o", "ô", "o", "õ", "o", "ö", "o", "ő", "o", "ř", "r", "ś", "s", "š", "s", "ş", "s", "ș", "s",
	"ť", "t", "ț", "t", "ú", "u", "ù", "u", "û", "u", "ü", "u", "ů", "u", "ű", "u", "ų", "u", "ū", "u", "ý", "y", "ź", "z", "ż", "z", "ž", "z",
	"ạ", "a", "ả", "a", "ấ", "a", "ầ", "a", "ậ", "a", "ế", "e", "ề", "e", "ể", "e", "ệ", "e", "ị", "i", "ỉ", "i", "ộ", "o", "ố", "o", "ồ", "o", "ơ", "o", "ờ", "o", "ớ", "o", "ợ", "o", "ở", "o",
	"ư", "u", "ừ", "u", "ữ", "u", "ụ", "u", "ử", "u", "ũ", "u", "ĩ", "i",
)
