package tracker

import (
	"strings"
	"unicode/utf8"

	"prism/internal/lexicon"
)

// Bounds of what a prompt names as what it has nothing to do with.
const (
	namedWords = 5  // "unrelated to the import scripts, …"
	namedAlone = 12 // likewise, of scripts without spaces
	endGap     = 3  // letters and endings between "脚本とは関係ない" and its sign
)

// apart reports whether a prompt names what it has nothing to do with, and goes on: at the
// word i stand the words for that, h. What it names stands behind them up to a sign or a
// "but", or before them, as the language has it. What was just done is no such thing, nor
// what a word points at: that something fails and is not of the change is for the work to
// find out.
func (b *book) apart(words *lexicon.Text, head string, clause, i int, h lexicon.Hit) bool {
	from, to := h.To, h.To
	switch {
	case h.Sections.Has(apartFrom) && b.leadsAway(words, clause, i):
		for to < len(words.Tokens) && to-from <= namedWords && !parted(words, head, to) && !b.stance.Starts(words, to, lexicon.Every).Has(contrasts) {
			to++
		}
		if to < len(words.Tokens) && !parted(words, head, to) && !b.stance.Starts(words, to, lexicon.Every).Has(contrasts) {
			return false // no end to it
		}
		if asksAt(words, head, to) {
			return false
		}
	case h.Sections.Has(apartEnd):
		from, to = clause, i
		for b.words.At(words, from, lexicon.Every).Sections.Has(goesOn) && from < to {
			from = b.words.At(words, from, lexicon.Every).To
		}
		if end, ok := endOf(words, head, h.To); !ok || end >= len(words.Tokens) || asksAt(words, head, end) {
			return false
		}
	default:
		return false
	}
	if from >= to || to >= len(words.Tokens) && !h.Sections.Has(apartEnd) {
		return false
	}
	most := namedWords
	if r, _ := utf8.DecodeRune(words.Word(from)); lexicon.Alone(r) {
		most = namedAlone
	}
	if to-from > most {
		return false
	}
	for k := from; k < to; k++ {
		says := b.words.Starts(words, k, lexicon.Every)
		if says.Has(ourWork) || says.Has(asksChore) || b.announce.Starts(words, k, lexicon.Every).Has(justDone) {
			return false
		}
	}
	return true
}

// endOf is the word behind the sign that ends a clause at once, or behind a letter or two.
func endOf(words *lexicon.Text, head string, from int) (int, bool) {
	for k := from; k <= min(from+endGap, len(words.Tokens)-1); k++ {
		if parted(words, head, k) {
			return k, true
		}
	}
	return 0, false
}

// leadsAway reports whether the words of a clause before an announcement only lead to it,
// and none of them points at something or takes it back: "ok", but not "it is" or "not".
func (b *book) leadsAway(words *lexicon.Text, from, to int) bool {
	for i := from; i < to; {
		h := b.words.At(words, i, lexicon.Every)
		if h.To == i || !h.Sections.Has(goesOn) || b.words.Starts(words, i, lexicon.Every).Has(pointsBack) ||
			b.stance.Starts(words, i, lexicon.Every).Has(denies) {
			return false
		}
		i = min(h.To, to)
	}
	return true
}

// parted reports whether a sign that ends a clause stands before a word.
func parted(words *lexicon.Text, head string, i int) bool {
	return i > 0 && i < len(words.Tokens) && strings.ContainsAny(head[words.Tokens[i-1].End:words.Tokens[i].Start], signs)
}

// asksAt reports whether a question ends before a word.
func asksAt(words *lexicon.Text, head string, i int) bool {
	end := len(head)
	if i < len(words.Tokens) {
		end = words.Tokens[i].Start
	}
	return i > 0 && strings.ContainsAny(head[words.Tokens[i-1].End:end], "?？؟")
}
