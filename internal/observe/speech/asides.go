package speech

import (
	"unicode"
	"unicode/utf8"

	"prism/internal/lexicon"
	"prism/internal/observe/sentence"
)

// What tells that words of praise or of complaint are not said of the work: "aside." in
// the lexicon. They are a book of their own, for many of them say something else besides.
const (
	wishesIt   = iota // the clause wishes for what it says: "would be", "I hope"
	about             // what follows is spoken about: "what happens if", "titled"
	writes            // orders to write or to show something: "document", "log"
	forbids           // orders to leave something be, or makes little of it: "don't", "no rush"
	supposes          // what follows is only supposed: "if", "unless"
	whenever          // likewise, where it follows what is to be done then: "when"
	inCase            // what stands before it is only supposed: "場合は"
	meanwhile         // so for now only
	toTry             // that one has yet to try it: "I'll test it"
	goesAway          // that one goes away for a while, or ends the day
	isSo              // joins what is spoken of to what it is: "is", "looks"
	points            // points at the thing that the next word names: "this", "that"
	aPart             // names a part of the work that one may take without the rest: "name", "colour"
	cries             // a cry that may be the name of something: "wtf"
	spells            // says that what follows behind a colon is a text: "should say"
	label             // names a thing that holds a text: "hint", "button"
	wantsTests        // asks for tests along with the work: "oh and tests please"
	wantsPull         // asks for a pull request: "the result should be a PR"
	pullNot           // before such words: that none is asked for, or not yet
	alone             // that one does it without the agent: "myself"
	takes             // that its writer will do something: "I'll"
	self              // says of what follows that its writer does it: "I'll"
	others            // whom anger is for, where it is somebody else: "those people", "our vendor"
)

func asideNames() []string {
	return []string{wishesIt: "wish", about: "about", writes: "writes", forbids: "forbids", supposes: "if", whenever: "when", inCase: "case", meanwhile: "meanwhile", toTry: "to_try", goesAway: "away", isSo: "is", points: "this", aPart: "part", cries: "cry", spells: "spells", label: "label", wantsTests: "tests", wantsPull: "pull", pullNot: "pull_not", alone: "alone", takes: "takes", self: "self", others: "other"}
}

// praises reports whether a phrase of praise at hand is said of the work. It is not where
// its clause wishes for it ("it would be great if", "I need this to look good"), and not
// where its one word belongs to a name or to a thing that is spoken of ("Great Britain is
// missing", "the sweet home page has no title").
func (r *Reader) praises(text string, h lexicon.Hit, spoken Languages) bool {
	toks := r.words.Tokens
	from := h.From
	for from > 0 && !parts(text[toks[from-1].End:toks[from].Start]) {
		from--
	}
	says := false // that it is good, and not what is to be done: "we should do it like that"
	for i := h.From; i < h.To; i++ {
		s := r.stance.Starts(&r.words, i, spoken)
		says = says || s.Has(isGood) || s.Has(hears)
	}
	for i := from; i <= h.From && i < len(toks); i++ {
		w := r.aside.At(&r.words, i, spoken)
		if w.To > i && w.Sections.Has(wishesIt) && w.To < h.To && (says && w.From < h.From || w.To > h.From) {
			return false
		}
	}
	if h.To-h.From > 1 || h.To >= len(toks) || parts(text[toks[h.From].End:toks[h.To].Start]) || r.Person.At(&r.words, h.To, spoken).To > h.To {
		return true
	}
	if from == h.From-1 && (r.articled(from) || r.Indefinite(from) && r.wishesBehind(text, h.To, spoken)) {
		return false
	}
	return from != h.From || !capital(text[toks[from].Start:]) || !capital(text[toks[h.To].Start:]) || r.PassedOver(h.To, spoken) ||
		h.To+1 >= len(toks) || parts(text[toks[h.To].End:toks[h.To+1].Start]) // "Great Claude!"
}

// wishesBehind reports whether a clause goes on from a word to a wish: "a nice message
// would be better".
func (r *Reader) wishesBehind(text string, from int, spoken Languages) bool {
	toks := r.words.Tokens
	for i := from; i < len(toks) && !parts(text[toks[i-1].End:toks[i].Start]); i++ {
		if r.aside.At(&r.words, i, spoken).Sections.Has(wishesIt) {
			return true
		}
	}
	return false
}

// articled reports whether a word of the text at hand is a definite article: what stands
// behind it is spoken of.
func (r *Reader) articled(i int) bool {
	return r.article.HasWord(r.words.Word(i))
}

// capital reports whether a text begins with a capital letter and a small one behind it.
func capital(text string) bool {
	a, n := utf8.DecodeRuneInString(text)
	b, _ := utf8.DecodeRuneInString(text[n:])
	return unicode.IsUpper(a) && unicode.IsLower(b)
}

// writesOf reports whether a prompt orders something written, shown or made, and speaks of
// failure only in what that is about: "document what happens if it crashes".
func (r *Reader) writesOf(text string, spoken Languages, s *Message, all []clause) bool {
	c := &all[0]
	if s.Leads[AskFix] > 0 || s.fixes || s.Count[Complain] > 1 || !r.ordersText(c, spoken, s) {
		return false
	}
	toks := r.words.Tokens
	at, end := -1, -1
	switch {
	case s.Count[Complain] > 0:
		at, end = s.First[Complain].Start, s.First[Complain].End
	case s.Count[Swear] > 0:
		at, end = s.First[Swear].Start, s.First[Swear].End
	case c.badAt >= 0:
		at, end = toks[c.badAt].Start, toks[c.badAt].End
	}
	if at < 0 {
		return false
	}
	switch {
	case sentence.Quoted(text, at, end):
		return true
	case c.asked:
		return false
	}
	for i := range all[1:] {
		if k := &all[i+1]; k.any(isBad, isWrong, still) {
			return false
		}
	}
	for i := c.from + 1; i < c.to && toks[i].Start <= at; i++ {
		if r.aside.At(&r.words, i, spoken).Sections.Has(about) {
			return at < toks[c.to-1].End
		}
	}
	return false
}

// ordersText reports whether a clause orders that something be made, changed or written.
func (r *Reader) ordersText(c *clause, spoken Languages, s *Message) bool {
	end := r.words.Tokens[c.to-1].End
	for _, k := range Makes() {
		if s.Leads[k] > 0 && s.FirstLead[k] < end {
			return true
		}
	}
	for i := c.from; i < c.to; i++ {
		if w := r.aside.At(&r.words, i, spoken); w.To > i && w.Sections.Has(writes) {
			return true
		}
		if !r.PassedOver(i, spoken) {
			break
		}
	}
	return false
}

// reserves tells what a clause says against the praise before it: that something fails
// ("nice, but nothing is saved", "works for admins, fails for guests"), or a doubt, by
// which the praise takes nothing as good ("looks fine, but I am not sure").
func (r *Reader) reserves(text string, s *Message, c, prev *clause, spoken Languages) (fails, doubts bool) {
	toks := r.words.Tokens
	start := toks[c.from].Start
	praised := prev.any(isGood) && !prev.any(not) || s.Any(Accept) && s.First[Accept].Start < start || s.Any(Endorse) && s.First[Endorse].Start < start
	if !praised || c.asked || prev.asked || c.any(isGood, isGone, noMore, stops, needs, effect) || c.to-c.from > clauseWords {
		return false, false
	}
	for _, k := range append(Asked(), Deliver, Undo, Resume) {
		if k != Broken && k != Question && s.Leads[k] > 0 && s.FirstLead[k] >= start && s.FirstLead[k] < toks[c.to-1].End {
			return false, false
		}
	}
	contrast := c.first.Has(parted)
	at := c.from
	for at < c.to {
		if w := r.aside.At(&r.words, at, spoken); w.To > at && w.Sections.Has(forbids) {
			return false, false
		}
		h := r.stance.At(&r.words, at, spoken)
		if h.To == at || !h.Sections.Has(parted) && !h.Sections.Has(hears) && !r.aside.At(&r.words, at, spoken).Sections.Has(about) || h.Sections.Has(not) {
			break
		}
		at = h.To
	}
	if at >= c.to {
		return false, false
	}
	w := r.aside.At(&r.words, at, spoken)
	if w.To > at && w.Sections.Has(forbids) {
		return false, false
	}
	supposed := false
	for i := at; i < c.badAt; i++ {
		supposed = supposed || r.stance.At(&r.words, i, spoken).Sections.Has(unreal)
	}
	denied := r.stance.At(&r.words, at, spoken).Sections.Has(not)
	switch {
	case supposed:
		return false, false
	case c.any(isBad) && !c.any(not) && r.statesBad(c, spoken) && (contrast || !sentenceEnds(text[toks[c.from-1].End:start])),
		contrast && denied && !c.any(now, stops) && c.to-c.from <= shortClause, // and not "but not today"
		r.endsDenied(c, spoken) && c.to-c.from <= shortDenial,
		contrast && c.any(aFault) && !c.any(not) && c.to-c.from <= shortClause:
		return true, true
	}
	return false, contrast && c.any(not, isWrong, aFault) && !(denied && c.any(now, stops))
}

// statesBad reports whether what is bad is said of what a clause speaks of, and is not the
// kind of a thing: "fails for guests", and not "even the broken records are read".
func (r *Reader) statesBad(c *clause, spoken Languages) bool {
	to := max(r.stance.At(&r.words, c.badAt, spoken).To, c.badAt+1)
	return to >= c.to || r.skip.At(&r.words, to, spoken).To > to || r.stance.At(&r.words, to, spoken).To > to
}

// shortDenial bounds a clause that only says that of another thing it is not so, in words:
// "the second one does not".
const shortDenial = 7

// endsDenied reports whether the last word of a clause denies: "the other one doesn't".
func (r *Reader) endsDenied(c *clause, spoken Languages) bool {
	for i := c.to - 1; i >= max(c.from, c.to-2); i-- {
		if h := r.stance.At(&r.words, i, spoken); h.To == c.to && h.Sections.Has(not) {
			return c.to-c.from > 1 && c.any(tells, isBad)
		}
	}
	return false
}

// inverted reports whether a clause is a question by its order of words, with no mark
// behind it: "are the agents still running", "does it work on phones".
func (r *Reader) inverted(c *clause) bool {
	if c.to-c.from < 4 {
		return false
	}
	return r.inverts.HasWord(r.words.Word(c.from)) && r.follows.HasWord(r.words.Word(c.from+1)) && !r.same.HasWord(r.words.Word(c.from+2))
}
