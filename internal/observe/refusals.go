package observe

import "strings"

// How long a prompt may be in which such words are the person's point, in words:
// in a longer one they stand beside a request.
const (
	dropWords    = 40
	failingWords = 60
	curtWords    = 12
)

// Drops reports whether a prompt drops the work: a clause of it says so and no
// more. "Skip it" does, "skip it in CI" and "should we skip it?" do not, nor does
// who says in the same breath that it works.
func Drops(t *Turn) bool {
	h := &t.Prompt
	return !t.First && (h.Words <= dropWords || h.gone) && h.Whole[Abandon] > 0 && !h.Any(Endorse)
}

// Switches reports whether a prompt gives up the way that was gone for another.
func Switches(t *Turn) bool {
	h := &t.Prompt
	return !t.First && (h.Leads[Switch] > 0 && h.Plain() <= dropWords || h.Any(Switch) && h.Plain() <= curtWords) && !h.Question && !h.Any(Endorse)
}

// PutsOff reports whether a prompt puts what is at hand off to another day.
func PutsOff(t *Turn) bool {
	h := &t.Prompt
	return !t.First && !h.Question && h.Any(Postpone) && (h.Words <= curtWords || h.Leads[Postpone] > 0 && h.Words <= dropWords)
}

// Leaves reports whether a prompt puts the work itself off, whatever its state: it is
// short, says no more than when it goes on, and takes nothing as good.
func Leaves(t *Turn) bool {
	h := &t.Prompt
	if !PutsOff(t) || h.Words > curtWords || h.Any(PutOff, Accept, Endorse, Thanks, Deliver) {
		return false
	}
	for _, c := range []Sense{AskFix, AskAdd, AskRefactor, AskReview, AskPlan, AskInvestigate, AskSmall, Question} {
		if h.Leads[c] > 0 {
			return false
		}
	}
	return true
}

// Fails reports whether a prompt says that the work does not work, or loses its
// temper over it: more than that something is not as it should be.
func Fails(t *Turn) bool {
	h := &t.Prompt
	if t.First {
		return false
	}
	if h.Opening[Failing] > 0 && h.Leads[Failing] > 0 {
		return true // what follows may be pasted
	}
	if h.Words > failingWords {
		return false
	}
	if h.Leads[Failing] > 0 || h.Opening[Failing] > 0 && !h.Neutral() {
		return true
	}
	if h.Any(Failing) && h.Words <= curtWords && !h.Neutral() {
		return true
	}
	if h.Whole[Complain] > 0 && h.Plain() <= curtWords/2 && !h.Neutral() {
		return true // "same thing": in a request it would go on
	}
	return (h.Leads[Swear] > 0 || h.Any(Swear) && h.Words <= curtWords) && (h.Any(Complain) || !h.Any(Endorse) && h.Leads[Accept] == 0)
}

// Neutral reports whether a text ends on a question that is one, and no complaint in
// the form of one: "it is not there??".
func (s *Message) Neutral() bool {
	end := strings.TrimRight(s.Text, " \t\r\n")
	for _, twice := range []string{"??", "?!", "!?", "？？", "؟؟"} {
		if strings.HasSuffix(end, twice) {
			return false
		}
	}
	return s.Question
}

// Denies reports whether a text says of anything that it is not so.
func (s *Message) Denies() bool { return s.Any(negation) }

// anger are the signs that say as much beside a few words as alone.
const anger = "😡🤬😤"

// hearSign hears the signs by which people nod or shake the head without a word, and
// those of anger beside a few words in which nothing is taken as good.
func (s *Message) hearSign(text string) {
	if s.Words > 0 && s.Plain() <= curtWords && !s.Any(Accept, Endorse) && strings.ContainsAny(text, anger) {
		for _, c := range []Sense{Complain, Failing} {
			bump(&s.Count[c])
			bump(&s.Opening[c])
			bump(&s.Leads[c])
			s.First[c] = span{0, len(text)}
		}
	}
	if s.Words > 0 || len(text) > maxSign {
		return
	}
	said := Accept
	switch {
	case strings.ContainsAny(text, anger+"👎🙄❌"):
		said = Complain
	case !strings.ContainsAny(text, "👍👌✅🎉🙌💯🚀✔😀😃😊🥳❤"):
		return
	}
	s.Count[said], s.Opening[said], s.Leads[said], s.First[said] = 1, 1, 1, span{0, len(text)}
}

// maxSign bounds a prompt without words, in bytes.
const maxSign = 40

// nodWords bounds a nod, in words.
const nodWords = 8

// nods reports whether a prompt is made of nothing but the words of a nod, of which
// one takes something as good or as heard: "ah, very good points". A word that is
// none of them may ask for anything.
func (r *Reader) nods(text string, spoken Languages) bool {
	if len(text) > maxNod || strings.ContainsAny(text, "?？؟") {
		return false
	}
	r.words.Scan(text, maxWords)
	n, takes := 0, false
	for i := 0; i < len(r.words.Tokens); n++ {
		said := r.Person.At(&r.words, i, spoken)
		word := r.skip.At(&r.words, i, spoken)
		switch {
		case said.To >= word.To && said.To > i && Senses(said.Sections)&nodding != 0:
			i, takes = said.To, takes || Senses(said.Sections)&taking != 0
		case word.Sections.Has(nod):
			i, takes = word.To, true
		case word.Sections.Has(subject), word.Sections.Has(preamble), word.Sections.Has(coda), word.Sections.Has(join):
			i = word.To
		default:
			return false
		}
	}
	return takes && n <= nodWords
}

const (
	maxNod  = 120 // bytes
	taking  = Senses(1<<Accept | 1<<Thanks | 1<<Endorse)
	nodding = taking | 1<<Assent
)
