package speech

import (
	"strings"

	"prism/internal/lexicon"
)

// A prompt is read clause by clause: what each holds of the words of a stance, and what it says
// of the work by that.

// clause is what a clause of a prompt holds.
type clause struct {
	has      lexicon.Set
	from, to int // words
	first    lexicon.Set
	bare     int  // words that no section knows
	goods    int  // places that say that it is good
	asked    bool // it ends on a question mark
	goodAt   int  // the word that says what has says
	rightTo  int  // where what says that it is as it should be ends
	badAt    int
	yetAt    int  // the word that says that it was so before; −1 none
	begins   bool // words that begin a statement, or say when, stand before what is good
	isNow    bool // it says of a thing that it is good now: "now the fern is due on the right day"
	mends    bool // it says behind praise what is no longer so
	blames   bool // a word for the work, or for when, stands before what is bad
}

func (c *clause) any(kinds ...int) bool {
	for _, k := range kinds {
		if c.has.Has(k) {
			return true
		}
	}
	return false
}

// asks reports whether a clause asks how something stands: with a question mark, or as
// people type it without one, where it names nothing that is wrong: "are the tests still
// running".
func (c *clause) asks() bool {
	return c.asked || c.first.Has(asksWhether) && !c.any(not, isBad, isWrong, aFault)
}

// verdict is what a clause says of the work: Endorse, Failing, or nothing
// (Ambient).
func (c *clause) verdict(regret bool) Sense {
	const nothing = Ambient
	denies := c.any(not)
	if c.any(unreal) || c.asked || c.to-c.from > clauseWords {
		return nothing
	}
	short := c.to-c.from <= shortClause && c.bare <= shortBare
	switch {
	case c.any(noMore):
		if c.any(isBad, isWrong, aFault) {
			return Endorse
		}
		if c.any(isGood, effect) {
			return Failing
		}
	case c.any(isBad) && c.any(aFault) && c.any(isGone) && short:
		if denies || c.any(still) {
			return Failing
		}
		return Endorse // "the crash is gone"
	case c.any(isBad):
		if c.any(still) || regret || !denies && (c.blames || c.any(stays) && c.bare <= shortBare) { // "as broken as before"
			return Failing
		}
	case c.any(aFault) && c.any(isGone):
		if denies || c.any(still) {
			return Failing
		}
		return Endorse
	case c.any(aFault) && c.any(stays, still):
		if !denies {
			return Failing
		}
	case c.any(isWrong):
		if c.any(still, stays) {
			return Failing
		}
	case c.any(isGood) && denies:
		if short {
			return Failing
		}
	case c.any(isGood):
		if (short || c.isNow) && !regret && (!c.any(still) || c.any(now)) {
			return Endorse
		}
	case c.any(aFault) && denies && c.any(now):
		if short {
			return Endorse
		}
	case c.any(effect) && denies:
		if short {
			return Failing
		}
	}
	if regret && (denies || c.any(still, stays, aFault)) {
		return Failing
	}
	return nothing
}

// brief reports whether a clause is short, of scripts without spaces three signs a word.
func (r *Reader) brief(c *clause) bool {
	most := shortClause
	if IsSign(r.words.Word(c.to - 1)) {
		most *= 3
	}
	return c.to-c.from <= most
}

// wishesFor reports whether a clause says how something shall be.
func (r *Reader) wishesFor(c *clause, spoken Languages) bool {
	for i := c.from; i < c.to; i++ {
		if r.report.Starts(&r.words, i, spoken).Has(wished) {
			return true
		}
	}
	return false
}

// alone reports whether a clause is one word that says that the work is good, and the
// rest of the prompt only nods: "works", "fixed, thanks".
func (r *Reader) alone(c *clause, all []clause, spoken Languages) bool {
	if c.to-c.from != 1 || c.first.Has(hears) || IsSign(r.words.Word(c.from)) {
		return false
	}
	for i := range all {
		k := &all[i]
		if c == &all[0] && len(all) <= 3 && k.first.Has(tells) && !k.asked && !k.any(isBad, isWrong, not, unreal, needs, stops, still, parted) || c == &all[0] && len(all) <= 3 && k.first.Has(noMore) && !k.asked {
			continue // "works, it survives a reload"
		}
		if k.mends {
			continue
		}
		if k != c && (r.stance.At(&r.words, k.from, spoken).To < k.to || !k.first.Has(hears)) {
			return false
		}
	}
	return true
}

// denies reports whether a clause only says no to the one before it: "it is not", "here
// it does not".
func (r *Reader) denies(c *clause, spoken Languages) bool {
	return c.to-c.from > 1 && c.to-c.from <= 4 && c.bare == 0 && c.any(not) && c.any(tells) && !c.any(unreal, isGood, aFault, needs, stops, effect)
}

// joinedWithin is how many words may stand between a thing's "is" and what is good.
const joinedWithin = 4

// joined reports whether a word that joins what is spoken of to what it is stands before a
// word of a clause.
func (r *Reader) joined(c *clause, at int, spoken Languages) bool {
	for i := max(c.from+1, at-joinedWithin); i < at; i++ {
		if r.aside.Starts(&r.words, i, spoken).Has(isSo) {
			return true
		}
	}
	return false
}

// stanceClauses takes a prompt apart.
func (r *Reader) stanceClauses(text string, spoken Languages) []clause {
	r.words.Scan(text, maxWords)
	toks := r.words.Tokens
	out := r.parted[:0]
	defer func() { r.words.Tokens = toks }()
	nodded := false // only such words stand before what is good
	for i, end := 0, 0; i < len(toks); {
		from := 0
		if i > 0 {
			from = toks[i-1].End
		}
		for end <= i || end < len(toks) && (text[toks[end-1].End:toks[end].Start] == "-" || !parts(text[toks[end-1].End:toks[end].Start])) {
			end++
		}
		r.words.Tokens = toks[:end] // no phrase reaches over a sign
		h := r.stance.At(&r.words, i, spoken)
		gap := text[from:toks[i].Start]
		signed := i == 0 || parts(gap) && gap != "-"
		if signed || h.Sections.Has(parted) {
			out = append(out, clause{from: i, goodAt: -1, badAt: -1, yetAt: -1})
			nodded = false
		}
		c := &out[len(out)-1]
		says := h.Sections
		if says.Has(tried) { // "checked it" says what "checked" does, too
			says |= r.stance.Starts(&r.words, i, spoken)
		}
		if h.To == i {
			c.bare++
			h.To = i + 1
		}
		if c.from == i {
			c.first = says
		}
		if says.Has(isGood) {
			c.goods++
		} else if says.Has(isRight) {
			c.rightTo = h.To
		}
		if c.goodAt < 0 && (says.Has(isGood) || says.Has(isGone) || says.Has(noMore)) {
			c.goodAt = i
			if nodded && says.Has(hears) && !says.Has(tells) {
				c.begins = false // "hm, ok" takes nothing as good
			}
			c.begins = c.begins || i == c.from && h.To-i > 1 || IsSign(r.words.Word(i))
		}
		if says.Has(isBad) && i > c.from && r.articled(i-1) && h.To < len(toks) && !parts(text[toks[h.To-1].End:toks[h.To].Start]) && r.stance.At(&r.words, h.To, spoken).To == h.To {
			says &^= 1 << isBad // "exactly the broken ones show up": they are called so
		}
		if c.badAt < 0 && says.Has(isBad) {
			elided := i == c.from && len(out) > 1 && out[len(out)-2].any(tells) && !out[len(out)-2].any(unreal, stops) // "tried it twice, fails each time"
			c.blames = c.blames || elided || i == c.from && h.To-i > 1 || IsSign(r.words.Word(i))
		}
		if c.badAt < 0 && (says.Has(isBad) || says.Has(isWrong) || says.Has(still) || says.Has(stays) || says.Has(not) || says.Has(noMore)) {
			c.badAt = i
		}
		if says.Has(isGood) && i > c.from && r.aside.Starts(&r.words, i-1, spoken).Has(isSo) && c.bare <= shortBare {
			c.begins = true // "last column is fine"
		}
		if says.Has(isGood) && !c.isNow && c.any(now) && c.bare <= longBare && r.joined(c, i, spoken) {
			c.isNow, c.begins = true, true
		}
		if c.goodAt < 0 && (says.Has(tells) || says.Has(now) || says.Has(hears)) {
			nodded = says.Has(hears) && !says.Has(tells) && !says.Has(now) && (nodded || !c.begins)
			c.begins = true
		}
		if c.yetAt < 0 && says.Has(yet) {
			c.yetAt = i
		}
		if c.badAt < 0 && (says.Has(speaks) || says.Has(now)) {
			c.blames = true // "the log is broken" tells of something new
		}
		c.has |= says
		i = h.To
		c.to = i
		rest := text[toks[i-1].End:]
		if k := strings.IndexAny(rest, sentenceSigns+"؟"); k >= 0 {
			c.asked = strings.HasPrefix(rest[k:], "?") || strings.HasPrefix(rest[k:], "？") || strings.HasPrefix(rest[k:], "؟")
		}
	}
	r.parted = out
	return out
}
