package speech

import (
	"slices"
	"strings"

	"prism/internal/lexicon"
	"prism/internal/observe/output"
)

// NamesTests reports whether the head of a text speaks of tests.
func (r *Reader) NamesTests(text string, spoken Languages) bool { return r.tells(tests, text, spoken) }

// KeepsBehaviour reports whether the head of a text says that behaviour is to stay.
func (r *Reader) KeepsBehaviour(text string, spoken Languages) bool {
	return r.tells(keep, text, spoken)
}

// MovesKeeping reports whether a text has something take the place of another thing, or
// another place, and says of anything that it is to be as it was: "swap moment for date-fns,
// the output has to stay the same".
func (r *Reader) MovesKeeping(text string, spoken Languages) bool {
	return r.tells(remains, text, spoken) && r.tells(replaces, text, spoken)
}

// WantsVerdict reports whether the head of a text asks whether something is good to go,
// or what one thinks of a change.
func (r *Reader) WantsVerdict(text string, spoken Languages) bool {
	return r.tells(verdict, text, spoken) || r.tells(reviewed, text, spoken) && r.tells(opinion, text, spoken)
}

// WantsSteps reports whether the head of a text asks for the steps of a work.
func (r *Reader) WantsSteps(text string, spoken Languages) bool { return r.tells(steps, text, spoken) }

// WantsShape reports whether the head of a text says that code is to get another shape:
// a package of its own, smaller pieces.
func (r *Reader) WantsShape(text string, spoken Languages) bool { return r.tells(shape, text, spoken) }

// WantsGreen reports whether a text begins with the order to make tests pass: "make the
// login test pass". To make sure that they do is beside another work.
func (r *Reader) WantsGreen(text string, spoken Languages) bool {
	head, _ := Window(text)
	r.words.Scan(head, maxWords)
	starts, within := r.skip.All(&r.words, spoken)
	return starts.Has(gets) && within.Has(green)
}

// GivesVerdict reports whether the head of a text says whether a change may go in.
func (r *Reader) GivesVerdict(text string, spoken Languages) bool {
	return r.tells(ruling, text, spoken)
}

// WantsCauseOnly reports whether the head of a text asks for a cause and says that
// nothing is to be changed.
func (r *Reader) WantsCauseOnly(text string, spoken Languages) bool {
	return r.tells(hold, text, spoken) && r.tells(cause, text, spoken)
}

// HoldsChange reports whether the head of a text says that nothing is to be changed yet.
func (r *Reader) HoldsChange(text string, spoken Languages) bool { return r.tells(hold, text, spoken) }

// NamesCause reports whether the head of a text asks for a cause.
func (r *Reader) NamesCause(text string, spoken Languages) bool { return r.tells(cause, text, spoken) }

// Alters reports whether a text begins with the order that something be made otherwise, in
// words that are of no kind of work: "make the header sticky", "polish the form".
func (r *Reader) Alters(text string, spoken Languages) bool {
	head, _ := Window(text)
	r.words.Scan(head, maxWords)
	r.clauses(head, true, spoken)
	for i := range r.words.Tokens {
		if i > 0 && parts(head[r.words.Tokens[i-1].End:r.words.Tokens[i].Start]) {
			return false
		}
		if h := r.skip.At(&r.words, i, spoken); h.Sections.Has(alters) && (r.heads[i] || r.ends[h.To-1]) {
			return true
		}
	}
	return false
}

// WantsWords reports whether the head of a text names what is made of words: what is ordered
// of a letter or a sentence can be given in the talk.
func (r *Reader) WantsWords(text string, spoken Languages) bool {
	return r.tells(ofWords, text, spoken)
}

// AsksLeave reports whether a text begins with a question of what one may or needs to do.
func (r *Reader) AsksLeave(text string, spoken Languages) bool {
	head, _ := Window(text)
	r.words.Scan(head, maxWords)
	starts, within := r.skip.All(&r.words, spoken)
	n := len(r.words.Tokens)
	return starts.Has(leave) || within.Has(leave) && n > 0 && IsSign(r.words.Word(n-1)) // a script whose verb stands last
}

// tells reports whether the head of a text holds a phrase of one kind.
func (r *Reader) tells(kind int, text string, spoken Languages) bool {
	head, _ := Window(text)
	r.words.Scan(head, maxWords)
	_, within := r.skip.All(&r.words, spoken)
	return within.Has(kind)
}

// NamesPlan reports whether a text has a word for a plan.
func (r *Reader) NamesPlan(text string) bool {
	r.words.Scan(text, maxWords)
	_, within := r.skip.All(&r.words, lexicon.Every)
	return within.Has(plan)
}

// What tells a fault that is only stated from a wish: "report." in the lexicon. They are a
// book of their own, for the words of a wish lead on to others, too.
const (
	wished  = iota
	negated // says of something that it does not do what it does otherwise
	dead    // that it does nothing at all
	whenSo  // when, or where, the person sees something happen
	verb    // what a thing does, as a finite verb
	is      // what it is or has
	odd     // what nobody wishes for
	trigger // when or where something happens
	norm    // how it should be
	link    // hangs another clause on: "that", "who"
	insteads
	copula // of is, what says of a thing what it is or has, and nothing of what it does
)

// ReportsFault reports whether a text only states how something behaves, and that this is
// not as it should be: "the badge shows NaN when the cart is empty", "the toggle does not
// survive a reload", "the job throws a KeyError". A word that wishes for something makes
// it a request, and so does one that says that something is not there yet. led says that a
// clause seems to be led by a request.
func (r *Reader) ReportsFault(text string, spoken Languages, led bool) bool {
	return !led && r.findsFault(text, spoken) || len(text) <= HeadBytes && !strings.ContainsAny(strings.ReplaceAll(text, "??", ""), "?？؟") && r.statesFault(text, spoken)
}

// DoesNothing reports whether a text says of something that it does nothing at all, and asks
// nothing.
func (r *Reader) DoesNothing(text string, spoken Languages) bool {
	if len(text) > HeadBytes || strings.ContainsAny(text, "?？؟") {
		return false
	}
	r.words.Scan(text, maxWords)
	_, within := r.report.All(&r.words, spoken)
	return within.Has(dead)
}

// findsFault reports whether a text says by one of its words that something is not as it
// should be.
func (r *Reader) findsFault(text string, spoken Languages) bool {
	if len(text) > HeadBytes || strings.ContainsAny(text, "?？؟=") || strings.Contains(text, "->") {
		return false
	}
	r.words.Scan(text, maxWords)
	_, within := r.report.All(&r.words, spoken)
	if within.Has(dead) {
		return true
	}
	if within.Has(wished) {
		return false
	}
	if output.NamesException(text) {
		return true
	}
	all := r.stanceClauses(text, spoken)
	for i := range all {
		c := &all[i]
		if c.any(needs, asksNicely, stops) {
			return false
		}
		if c.any(isBad) || c.any(isWrong) && (all[0].first.Has(tells) || c.any(asksWhether)) {
			return true // "fields visible to admins only" states nothing
		}
	}
	denies := false
	if within.Has(negated) {
		r.words.Scan(text, maxWords)
		for _, s := range r.sentences(text, spoken) {
			denies = denies || s.denied >= 0 // "never cache that page" is an order
		}
	}
	return denies || within.Has(whenSo) && len(all) > 0 && all[0].first.Has(tells) // "the pins jump when I zoom out"
}

// ownPlanWords bounds a prompt that says what its writer does next, in words.
const ownPlanWords = 16

// ownPlan reports whether all that a short reply seems to order is what its writer is to do:
// "good that I asked, will rewrite it with ATTACH".
func (r *Reader) ownPlan(text string, m *Message, spoken Languages) bool {
	if m.Plain() > ownPlanWords || m.Question {
		return false
	}
	_, hits := r.Phrases(r.Person, text, maxWords, spoken)
	own := false
	for _, h := range hits {
		if !h.Led || !slices.ContainsFunc(requests[:], h.Says.Has) {
			continue
		}
		own = false
		for i := max(0, h.From-ownWithin); i < h.From; i++ {
			k := r.aside.At(&r.words, i, spoken)
			own = own || k.To == h.From && k.Sections.Has(self)
		}
		if !own {
			return false
		}
	}
	return own
}

// ownWithin is how many words at most say that the writer does what follows: "I am going to".
const ownWithin = 4

// doesItself hears a short reply whose writer will do the work without the agent as one that
// drops it: "stop, this takes too long. I'll do it with the codemod myself".
func (r *Reader) doesItself(text string, m *Message, spoken Languages) {
	if m.Plain() > stanceWords || m.Question || m.Whole[Abandon] > 0 || m.Any(Accept, Endorse, Thanks, Deliver, Assent) || r.asideIn(text, toTry, spoken) || r.NamesTests(text, spoken) {
		return
	}
	r.words.Scan(text, maxWords)
	toks := r.words.Tokens
	does := -1
	for i := range toks {
		if i > 0 && parts(text[toks[i-1].End:toks[i].Start]) {
			does = -1
		}
		says := r.aside.Starts(&r.words, i, spoken)
		if says.Has(takes) {
			does = i
		}
		if says.Has(alone) && does >= 0 {
			r.said(m, &clause{from: does, to: i + 1}, does, Abandon)
			bump(&m.Whole[Abandon])
			return
		}
	}
}
