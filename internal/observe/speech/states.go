package speech

import (
	"strings"
)

// statement is what one sentence of a prompt holds: where the first of each kind of word
// stands, as the index of a word; −1 where there is none.
type statement struct {
	from, to int
	verb     int // a finite verb of what a thing does, behind what does it
	be       int // likewise, of what it is or has
	odd      int // what nobody wishes for: "twice", "by itself"
	trigger  int // when or where it is seen: "every time", "after the update"
	denied   int // says that something is not so, behind what it is said of
	norm     int // how it should be
	insteads int // what it should be in its place
	wish     int // any other word that wishes
	finite   int // verbs counted
	link     int // a word by which another clause hangs on: "that", "who"
}

// bareSubject is how many words may stand before the verb of a plain statement that does
// not begin as statements do: "CSV import drops the last row".
const bareSubject = 3

// whenWords is how many words the clause may have that says when: a verb behind them is that
// of the next one.
const whenWords = 5

// longClause is from how many words on a clause that begins with an article states
// something, whatever its verb is: shorter ones may be no more than a name for something.
const longClause = 6

// statesFault reports whether a prompt tells nothing but how something behaves, in words
// that show that nobody wishes for it: "clicking save twice creates two orders". What
// tells a statement is its form: a finite verb behind what it is said of, and no request at
// the head of any clause; how it should be may stand behind it ("it should be one"), but
// no wish. A plain statement, without a word that finds anything odd, is one where it is
// all of the prompt and begins as statements do.
func (r *Reader) statesFault(text string, spoken Languages) bool {
	text = strings.TrimRight(text, " \n\t!")
	if r.orders(text, spoken) {
		return false
	}
	r.words.Scan(text, maxWords)
	all := r.sentences(text, spoken)
	if len(all) == 0 {
		return false
	}
	first := all[0]
	for _, s := range all {
		if s.wish >= 0 {
			return false
		}
	}
	for _, s := range all[1:] {
		if s.norm >= 0 && s.norm > s.from+2 {
			return false // "the list is long. Users should see ten"
		}
	}
	tellsFirst := r.stance.Starts(&r.words, 0, spoken).Has(tells) && !IsSign(r.words.Word(0))
	does := first.verb
	if does < 0 {
		does = first.be
	}
	switch {
	case first.norm >= 0:
		return does >= 0 && does < first.norm && r.clauseHead(text, first.norm, 1) // "… show in utc, should be local"
	case first.insteads >= 0:
		return does >= 0 && does < first.insteads
	case first.denied >= 0:
		return true
	case first.odd >= 0:
		return does >= 0 || tellsFirst
	case first.trigger >= 0 && does >= 0 && verbLast(r.words.Word(does), spoken&r.turkish != 0):
		return true
	case first.trigger == 0:
		return first.finite > 1 || first.verb > whenWords || first.verb > 0 && r.partsWithin(text, 0, first.verb+1)
	case first.trigger > 0 && does >= 0 && does < first.trigger:
		return true
	case len(all) > 1:
		return does >= 0 && all[1].norm >= 0
	case r.articled(0) && first.to >= longClause && (first.link < 0 || first.verb >= 0 && first.verb < first.link):
		return !r.partsWithin(text, first.from, first.to)
	case first.verb < 0 || first.link >= 0 && first.link < first.verb:
		return false
	}
	return (tellsFirst || first.verb <= bareSubject) && !r.partsWithin(text, first.from, first.to)
}

// tellWords bounds a reply that tells how something behaves, in words.
const tellWords = 14

// tellsHow reports whether a reply tells in one clause how something behaves, and neither
// asks, orders, wishes nor takes anything as good: "it says -2.1s now".
func (r *Reader) tellsHow(text string, m *Message, spoken Languages) bool {
	text = strings.TrimRight(text, " \n\t!.。")
	if m.Plain() > tellWords || m.Plain() < 2 || m.Question || m.Any(Accept, Endorse, Thanks, Abandon, Switch, Greet, Farewell) || r.orders(text, spoken) {
		return false
	}
	r.words.Scan(text, maxWords)
	all := r.sentences(text, spoken)
	return len(all) == 1 && !strings.ContainsAny(text, ",;，、；") && all[0].wish < 0 && all[0].norm < 0 && (all[0].verb >= 0 || all[0].be >= 0)
}

// orders reports whether a clause of a text is led by a request. A noun is none, behind an
// article or in words that say when: "the search", "after the update".
func (r *Reader) orders(text string, spoken Languages) bool {
	_, hits := r.Phrases(r.Person, text, maxWords, spoken)
	for _, h := range hits {
		if !h.Led {
			continue
		}
		asks := false
		for _, c := range []Sense{AskFix, AskAdd, AskRefactor, AskReview, AskPlan, AskSmall, AskRun, Deliver, Undo} {
			asks = asks || h.Says.Has(c)
		}
		if !asks || h.From > 0 && r.articled(h.From-1) {
			continue
		}
		when := false
		for i := max(0, h.From-2); i <= h.From; i++ {
			k := r.report.At(&r.words, i, spoken)
			when = when || k.To > h.From && k.Sections.Has(whenSo) || k.Sections.Has(trigger) && (k.To >= h.From || i == h.From)
		}
		if !when {
			return true
		}
	}
	return false
}

// sentences reads the words at hand, sentence by sentence.
func (r *Reader) sentences(text string, spoken Languages) []statement {
	toks := r.words.Tokens
	var out []statement
	for i := range toks {
		if i == 0 || sentenceEnds(text[toks[i-1].End:toks[i].Start]) {
			out = append(out, statement{i, i, -1, -1, -1, -1, -1, -1, -1, -1, 0, -1})
		}
		s := &out[len(out)-1]
		s.to = i + 1
		says := r.report.Starts(&r.words, i, spoken)
		head := i == s.from && !IsSign(r.words.Word(i))
		set := func(at *int, k int, holds bool) {
			if *at < 0 && holds && says.Has(k) {
				*at = i
			}
		}
		set(&s.verb, verb, !head)
		if s.verb < 0 && !head && r.finite.Closes(r.words.Word(i)) {
			s.verb = i
		}
		set(&s.be, is, !head)
		if !head && (says.Has(verb) || says.Has(is)) {
			s.finite++
		}
		set(&s.link, link, true)
		set(&s.odd, odd, true)
		set(&s.trigger, trigger, true)
		set(&s.norm, norm, true)
		set(&s.insteads, insteads, true)
		if says.Has(wished) && !says.Has(norm) && !says.Has(insteads) {
			set(&s.wish, wished, true)
		}
		if says.Has(negated) && s.denied < 0 && (!head || i+1 < len(toks) && r.startsVerb(i+1, spoken)) {
			s.denied = i
		}
	}
	return out
}

// startsVerb reports whether a finite verb stands at a word.
func (r *Reader) startsVerb(i int, spoken Languages) bool {
	k := r.report.Starts(&r.words, i, spoken)
	return k.Has(verb) || k.Has(is)
}

// clauseHead reports whether a clause begins at a word, or so many words before it.
func (r *Reader) clauseHead(text string, at, before int) bool {
	for i := at; i > 0 && i >= at-before; i-- {
		if parts(text[r.words.Tokens[i-1].End:r.words.Tokens[i].Start]) || r.stance.Starts(&r.words, i, ^Languages(0)).Has(parted) {
			return true
		}
	}
	return false
}

// partsWithin reports whether some words make more than one clause.
func (r *Reader) partsWithin(text string, from, to int) bool {
	for i := from + 1; i < to; i++ {
		if gap := text[r.words.Tokens[i-1].End:r.words.Tokens[i].Start]; parts(gap) || gap == "." {
			return true // "version goes to 2.4" states no fault
		}
	}
	return false
}

// tellsFault reports whether a reply that tells how something behaves tells of a fault: a
// check fails, or a word names one that is no kind of thing ("an error message") and is not
// only supposed ("if it fails").
func (r *Reader) tellsFault(text string, check bool, spoken Languages) bool {
	r.words.Scan(text, maxWords)
	fault := check
	for i := range r.words.Tokens {
		if r.stance.Starts(&r.words, i, spoken).Has(unreal) {
			return false
		}
		if Senses(r.Person.Starts(&r.words, i, spoken)).Has(Broken) {
			c := r.words.Word(i)[0]
			fault = fault || i == 0 || c >= '0' && c <= '9' || !r.Indefinite(i-1)
		}
	}
	return fault
}
