package speech

import (
	"strings"

	"prism/internal/lexicon"
	"prism/internal/observe/sentence"
)

// judged are the senses that say of the work how it stands, or drop it.
const judged = Senses(1<<Accept | 1<<Endorse | 1<<Complain | 1<<Failing | 1<<Abandon)

// ofWork are the sections of a person's phrase less those that it does not mean where it
// stands: praise that is of something else, what is only supposed ("return the default if
// nothing works"), what is said of a thing that the words behind it name ("this wrong
// value", "roll with that name"), and a cry that is the name of something ("a wtf
// reaction").
func (r *Reader) ofWork(text string, h lexicon.Hit, spoken Languages) lexicon.Set {
	says := Senses(h.Sections)
	if says.Has(Farewell) && r.putsOffTo(text, h, spoken) {
		says = says&^(1<<Farewell) | 1<<Postpone
	}
	if says&(judged|1<<Swear) == 0 {
		return lexicon.Set(says)
	}
	if says&(1<<Accept|1<<Endorse) != 0 && (!r.praises(text, h, spoken) || r.takesPart(text, h, spoken)) {
		says &^= 1<<Accept | 1<<Endorse
	}
	if says&judged != 0 && (r.supposed(text, h, spoken) || r.inQuotes(text, h)) {
		says &^= judged
	}
	if says&(judged|1<<Swear) != 0 && r.given(text, h.From, spoken) {
		says &^= judged | 1<<Swear
	}
	if says&(1<<Complain|1<<Failing) != 0 && r.blamesThing(text, h, spoken) {
		says &^= 1<<Complain | 1<<Failing
	}
	if says.Has(Swear) && h.From > 0 && r.aside.Starts(&r.words, h.From, spoken).Has(cries) && (r.articled(h.From-1) || r.Indefinite(h.From-1)) {
		says &^= 1 << Swear
	}
	if says.Has(Swear) && r.atOthers(text, h, spoken) {
		says &^= 1 << Swear
	}
	return lexicon.Set(says)
}

// atOthers reports whether a cry of anger is for somebody else than the agent: its sentence
// names them, or it stands alone behind one that does ("they send it twice. idiots").
func (r *Reader) atOthers(text string, h lexicon.Hit, spoken Languages) bool {
	toks := r.words.Tokens
	from, to := h.From, h.To
	for from > 0 && !sentenceEnds(text[toks[from-1].End:toks[from].Start]) {
		from--
	}
	for to < len(toks) && !sentenceEnds(text[toks[to-1].End:toks[to].Start]) {
		to++
	}
	for i := from; i < to; i++ {
		if r.aside.Starts(&r.words, i, spoken).Has(others) {
			return true
		}
	}
	return false
}

// ofOthers reports whether a clause speaks of somebody else: "still hate them".
func (r *Reader) ofOthers(c *clause, spoken Languages) bool {
	for i := c.from; i < c.to; i++ {
		if r.aside.Starts(&r.words, i, spoken).Has(others) {
			return true
		}
	}
	return false
}

// putsOffTo reports whether the words of a farewell say when it goes on: its clause puts
// something off, as "rimandiamo a domani" does.
func (r *Reader) putsOffTo(text string, h lexicon.Hit, spoken Languages) bool {
	toks := r.words.Tokens
	for i := h.From - 1; i >= 0 && !parts(text[toks[i].End:toks[i+1].Start]); i-- {
		if r.stance.Starts(&r.words, i, spoken).Has(stops) {
			return true
		}
	}
	for i := h.To; i < len(toks) && !parts(text[toks[i-1].End:toks[i].Start]); i++ {
		if r.stance.Starts(&r.words, i, spoken).Has(stops) {
			return true
		}
	}
	return false
}

// supposedWithin is how many words may stand between a word that supposes and what it
// does: "if the tests still fail".
const supposedWithin = 2

// supposed reports whether a phrase is only supposed: behind "if" or "unless", with no more
// than what it speaks of between; behind a "when" that follows what is to be done then; or
// before a word that supposes, where that stands last: "動かない場合は".
func (r *Reader) supposed(text string, h lexicon.Hit, spoken Languages) bool {
	toks := r.words.Tokens
	if h.To < len(toks) && r.aside.Starts(&r.words, h.To, spoken).Has(inCase) {
		return true
	}
	between := 0
	for i := h.From - 1; i >= 0 && !parts(text[toks[i].End:toks[i+1].Start]); i-- {
		says := r.aside.Starts(&r.words, i, spoken)
		if says.Has(supposes) || says.Has(whenever) && i > 0 && !parts(text[toks[i-1].End:toks[i].Start]) {
			return true
		}
		if !r.stance.Starts(&r.words, i, spoken).Has(tells) && !IsSign(r.words.Word(i)) {
			between++
		}
		if between > 0 || h.From-i > supposedWithin {
			break
		}
	}
	return false
}

// inQuotes reports whether a phrase stands in quotation marks, and other words outside of
// them.
func (r *Reader) inQuotes(text string, h lexicon.Hit) bool {
	toks := r.words.Tokens
	from, to := toks[h.From].Start, toks[h.To-1].End
	return len(toks) > h.To-h.From && sentence.Quoted(text, from, to)
}

// sentenceSigns end a sentence or a line; a full stop within a name is one of them, too.
const sentenceSigns = ".!?\n。！？"

// givenWithin is how many words may stand before the colon behind which a text is given.
const givenWithin = 12

// given reports whether a word stands in a text that the prompt gives behind a colon, as
// what a thing of the work shall say: "the hint should say: still nothing? call us".
func (r *Reader) given(text string, at int, spoken Languages) bool {
	toks := r.words.Tokens
	for i := at - 1; i >= 0; i-- {
		gap := text[toks[i].End:toks[i+1].Start]
		if strings.ContainsAny(gap, sentenceSigns) {
			return false // what is said in another sentence is the person's own again
		}
		if !strings.ContainsAny(gap, ":：") {
			continue
		}
		spelt, named := false, false
		for k := i; k >= max(0, i-givenWithin); k-- {
			h := r.aside.At(&r.words, k, spoken)
			spelt = spelt || h.To == i+1 && h.Sections.Has(spells)
			says := r.aside.Starts(&r.words, k, spoken)
			named = named || says.Has(label) || says.Has(aPart)
			if k > 0 && strings.ContainsAny(text[toks[k-1].End:toks[k].Start], sentenceSigns) {
				break
			}
		}
		return spelt && named
	}
	return false
}

// setApart reports whether what a clause says to be bad, or to be so yet, is quoted, or
// follows at once on a word that supposes it: "if it still fails, log it".
func (r *Reader) setApart(text string, c *clause, spoken Languages) bool {
	at := c.badAt
	if at < 0 || c.yetAt >= 0 && c.yetAt < at {
		at = c.yetAt
	}
	if at < 0 {
		return false
	}
	toks := r.words.Tokens
	if at > 0 && (sentence.Quoted(text, toks[at].Start, toks[at].End) || r.given(text, at, spoken)) {
		return true
	}
	if to := max(r.stance.At(&r.words, at, spoken).To, at+1); to < c.to && r.aside.Starts(&r.words, to, spoken).Has(inCase) {
		return true // "失败的时候打印日志"
	}
	for i := max(c.from, at-supposedWithin); i < at; i++ {
		if says := r.aside.Starts(&r.words, i, spoken); says.Has(supposes) || says.Has(whenever) && i > c.from {
			return true
		}
	}
	return false
}

// forNow reports whether what is praised in a prompt is so for now only: "fine for now".
func (r *Reader) forNow(text string, s *Message, spoken Languages) bool {
	toks := r.words.Tokens
	for _, c := range []Sense{Accept, Endorse} {
		if s.Count[c] == 0 {
			continue
		}
		for i := range toks {
			if !r.aside.Starts(&r.words, i, spoken).Has(meanwhile) {
				continue
			}
			from, to := min(s.First[c].Start, toks[i].Start), max(s.First[c].Start, toks[i].Start)
			if !parts(text[from:to]) {
				return true
			}
		}
	}
	return false
}

// takesPart reports whether a phrase that ends on a pointing word points at a part of the
// work, which the next word names: "let's go with that name".
func (r *Reader) takesPart(text string, h lexicon.Hit, spoken Languages) bool {
	return r.pointsOn(text, h.To-1, h.To, spoken) && r.aside.Starts(&r.words, h.To, spoken).Has(aPart)
}

// blamesThing reports whether a phrase of complaint ends on a word for what is bad that
// belongs to the thing behind it: "you always get this wrong value".
func (r *Reader) blamesThing(text string, h lexicon.Hit, spoken Languages) bool {
	if h.To-h.From < 3 || !r.pointsOn(text, h.To-2, h.To, spoken) {
		return false
	}
	if s := r.stance.Starts(&r.words, h.To-1, spoken); !s.Has(isWrong) && !s.Has(isBad) {
		return false
	}
	return r.unknown(h.To, spoken)
}

// pointsOn reports whether a word points at something, and the clause goes on behind
// another.
func (r *Reader) pointsOn(text string, at, to int, spoken Languages) bool {
	toks := r.words.Tokens
	return to < len(toks) && !parts(text[toks[to-1].End:toks[to].Start]) && r.aside.Starts(&r.words, at, spoken).Has(points)
}

// unknown reports whether a word says nothing of how the work stands: it names a thing.
func (r *Reader) unknown(i int, spoken Languages) bool {
	return r.stance.At(&r.words, i, spoken).Sections&^(1<<tells) == 0 && r.skip.At(&r.words, i, spoken).To == i && r.Person.At(&r.words, i, spoken).To == i
}

// untriedWords bounds a prompt that says no more than that its writer has yet to try, in
// words.
const untriedWords = 16

// untried reports whether a prompt says that its writer has yet to try the work: "thanks,
// I'll test it tomorrow".
func (r *Reader) untried(text string, m *Message, spoken Languages) bool {
	return m.Plain() <= untriedWords && !m.Question && !m.Any(Endorse) && r.asideIn(text, toTry, spoken)
}

// leavingWords bounds a prompt that says no more than that its writer goes away, in words.
const leavingWords = 12

// leaving reports whether a prompt says no more than that its writer goes away: none of its
// other words is for the work.
func (r *Reader) leaving(text string, m *Message, spoken Languages) bool {
	if m.Plain() > leavingWords || m.Question {
		return false
	}
	r.words.Scan(text, maxWords)
	found := false
	for i := 0; i < len(r.words.Tokens); {
		h := r.aside.At(&r.words, i, spoken)
		switch {
		case h.To > i && h.Sections.Has(goesAway):
			found, i = true, h.To
		case r.stance.Starts(&r.words, i, spoken).Has(object):
			return false // "I'll come back to it tomorrow"
		default:
			i++
		}
	}
	return found
}

// asideIn reports whether a text holds a phrase of one kind of aside.
func (r *Reader) asideIn(text string, kind int, spoken Languages) bool {
	r.words.Scan(text, maxWords)
	_, within := r.aside.All(&r.words, spoken)
	return within.Has(kind)
}

// goesOnGood reports whether a clause that says of something that it is no longer so stands
// behind praise, and not against it: "passt, geht nicht mehr ins Minus". Where it opens on
// "now", or has a subject of its own, the praise may be none: "super, jetzt geht gar nichts
// mehr".
func (r *Reader) goesOnGood(text string, s *Message, c, prev *clause, spoken Languages) bool {
	start := r.words.Tokens[c.from].Start
	praised := s.Leads[Accept] > 0 && s.First[Accept].Start < start || s.Leads[Endorse] > 0 && s.First[Endorse].Start < start || prev.any(isGood) && !prev.any(not)
	if !praised || c.first.Has(now) || c.first.Has(parted) || c.any(still, isWrong, unreal) || sentenceEnds(text[:start]) {
		return false
	}
	if c.any(noMore) {
		return true
	}
	if !c.any(isBad) || !c.first.Has(isBad) || c.bare == 0 {
		return false
	}
	for i := c.from + 1; i < c.to; i++ {
		if r.stance.Starts(&r.words, i, spoken).Has(noMore) {
			return true
		}
	}
	return false
}

// cheerWords bounds a cheer, in words.
const cheerWords = 3

// cheers reports whether a prompt is nothing but a yes that is called out: "yes!!", "oui !".
func (r *Reader) cheers(text string, spoken Languages) bool {
	text = strings.TrimSpace(text)
	if len(text) > maxSign || !strings.HasSuffix(text, "!") && !strings.HasSuffix(text, "！") {
		return false
	}
	r.words.Scan(text, maxWords)
	n := 0
	for i := 0; i < len(r.words.Tokens); n++ {
		h := r.Person.At(&r.words, i, spoken)
		if h.To == i || Senses(h.Sections)&nodding == 0 {
			return false
		}
		i = h.To
	}
	return n > 0 && n <= cheerWords
}

// Cheered hears a cheer as praise of what was just said to be done.
func (s *Message) Cheered() {
	for _, c := range []Sense{Accept, Endorse} {
		s.First[c] = span{0, len(s.Text)}
		s.Count[c], s.Opening[c], s.Leads[c], s.Whole[c], s.FirstLead[c] = 1, 1, 1, 1, 0
	}
}
