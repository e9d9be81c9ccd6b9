package title

import (
	"strings"
	"unicode/utf8"

	"prism/internal/fact"
	"prism/internal/lexicon"
	"prism/internal/observe"
	"prism/internal/observe/speech"
	"prism/internal/title/fit"
	"prism/internal/title/plain"
)

// Lengths within a summary, in characters.
const (
	maxTold  = 150 // of the agent's closing words
	maxItems = 90  // of a list that they lead to
)

// Result is what an answer says came of the work.
type Result struct {
	text string
	done bool // it says what is the case now, not what could not be done

	Turn     *observe.Turn // whose closing answer says it; nil: none
	From, To int           // where it stands there, with what it leads to
	Says     speech.Senses // what is heard between these, wherever in it

	Closing *Result // what the record's last answer tells; nil where that tells nothing
}

// Result returns the sentence of the agent's closing answer that tells most of
// what came of the work. Where the last turns are thanks and the like, that is
// the answer before them.
func (w *Writer) Result(a *observe.Session, intent fact.Intent) (n Result) {
	say := a.End.Say
	if say == nil || observe.ApiTrouble(say.Text) {
		return Result{}
	}
	var closing *Result
	works := a.Touched() && changes(intent)
	n = w.resultIn(a, say.Text, works)
	if last := a.Final(); last.Closing == say {
		n.Turn = last
		if n.From < n.To {
			own := n
			closing = &own
		}
	}
	defer func() { n.Closing = closing }()
	if a.End.Kind != observe.EndAnswer {
		return n
	}
	if intent == fact.Review && !a.Touched() {
		if t := longestAnswer(a); t != nil && len(t.Closing.Text) > 3*len(say.Text) {
			return w.resultOf(a, t, works) // what follows a review are questions about it
		}
	}
	for i := a.End.Turn; i > 0 && i > a.End.Turn-5; i-- {
		t := &a.Turns[i]
		if n.text != "" && answers(t) && !afterwards(t) && !courtesy(a, i) && !(works && beside(t)) {
			break
		}
		if before := &a.Turns[i-1]; answers(before) {
			if b := w.resultOf(a, before, works); b.text != "" && (b.done || b.Says.Has(speech.SaysDone) || b.Says.Has(speech.SaysVerified) || n.text == "" || !works || !beside(t)) {
				n = b
			}
		}
	}
	return n
}

// resultOf is what a turn's closing answer tells.
func (w *Writer) resultOf(a *observe.Session, t *observe.Turn, works bool) Result {
	n := w.resultIn(a, t.Closing.Text, works)
	n.Turn = t
	return n
}

// changes reports whether an intent is to have something changed: of such work an answer
// tells what was done, and the cause of a fault tells less.
func changes(i fact.Intent) bool {
	switch i {
	case fact.SmallChange, fact.BugFix, fact.Feature, fact.Refactor:
		return true
	}
	return false
}

// courtesy reports whether a turn is an exchange of courtesies: nothing was asked or
// done, and the answer is a few words that name nothing.
func courtesy(a *observe.Session, i int) bool {
	t := &a.Turns[i]
	h := &t.Prompt
	if i == 0 || t.Steps > 0 || h.Question || t.Raw.Command != "" || h.Any(speech.AskFix, speech.AskAdd, speech.AskRefactor, speech.AskReview, speech.AskPlan, speech.AskInvestigate, speech.AskSmall, speech.Complain, speech.Undo, speech.Question) {
		return false
	}
	return t.Answer.Plain() <= 6 && !strings.ContainsAny(t.Closing.Text, "0123456789`/_")
}

// longestAnswer returns the turn with the longest closing answer; nil none.
func longestAnswer(a *observe.Session) *observe.Turn {
	var best *observe.Turn
	for i := range a.Turns {
		if t := &a.Turns[i]; answers(t) && (best == nil || len(t.Closing.Text) > len(best.Closing.Text)) {
			best = t
		}
	}
	return best
}

// answers reports whether a turn was answered in words.
func answers(t *observe.Turn) bool {
	return t.Closing != nil && !observe.ApiTrouble(t.Closing.Text) && !t.Closing.Empty()
}

// afterwards reports whether a turn only thanks, closes or delivers what was
// done before it.
func afterwards(t *observe.Turn) bool {
	h := &t.Prompt
	if t.Raw.Command != "" || t.Raw.Plan != "" || t.Edits > 0 || h.Question || h.Any(speech.Complain, speech.Abandon, speech.Undo, speech.AskFix, speech.AskAdd) {
		return false
	}
	short := h.Words <= 7 || utf8.RuneCountInString(t.Raw.Prompt) <= 32 // signs are words of their own
	return t.Steps == 0 && h.Words <= 4 || short && h.Any(speech.Deliver)
}

// beside reports whether a turn only asks something beside the work: nothing was changed,
// checked or delivered in it, and no fault was found.
func beside(t *observe.Turn) bool {
	return t.Changes == 0 && t.Checks == 0 && !t.Delivered && t.Raw.Plan == "" && !observe.Complains(t) && !observe.Faults(t)
}

// resultIn returns the sentence of an answer that tells most; a short one takes
// the next best with it. Where something was to be changed and was (works), what stands
// under a heading that names a trouble tells how things were, and not what came of it.
func (w *Writer) resultIn(a *observe.Session, text string, works bool) Result {
	list, rated := w.answer(a, text, works)
	at, second := -1, -1
	for i := range rated {
		switch r := &rated[i]; {
		case r.passed:
		case at < 0 || r.score > rated[at].score:
			at, second = i, at
		case !r.before && (second < 0 || r.score > rated[second].score):
			second = i
		}
	}
	if at < 0 || rated[at].score < -0.6 || !works && list[at].Kind == item && !rated[at].done && pointsOf(list) > 1 {
		return Result{} // one point of several tells nothing of the whole
	}
	n := Result{text: continued(list, at), done: rated[at].done && list[at].Kind == Prose}
	n.From, n.To = PlaceOf(text, list, at, LedTo(list, at))
	if n.From < n.To {
		_, hits := w.Phrases(w.Agent, text[n.From:n.To], saysWords, a.Languages)
		for _, h := range hits {
			n.Says |= h.Says
		}
	}
	if second >= 0 && rated[second].score >= 0.9 && list[second].Kind != heading && utf8.RuneCountInString(n.text) < 45 {
		if more := continued(list, second); second < at {
			n.text = join(more, n.text)
		} else {
			n.text = join(n.text, more)
		}
	}
	if works && list[at].Kind == item {
		if all := pointsAround(list, at); all != "" {
			n.text = all // one point of several tells a part
		}
	}
	if !fit.Worded(n.text) {
		return Result{}
	}
	return n
}

// rated is one sentence of an answer, as what it tells of what came of the work.
type rated struct {
	score  float64
	done   bool    // it says what is the case now
	tells  float64 // words that tell something beside that all is done, or green
	says   speech.Senses
	back   bool // it begins with a word that stands for something said before
	before bool // it tells how things were
	passed bool // it is no speech
}

// answer is an answer taken apart, and what its sentences tell.
type answer struct {
	text  string
	works bool
	list  []Sentence
	rated []rated
}

// answer takes an answer apart and rates its sentences, each answer once: nobody changes
// what it returns.
func (w *Writer) answer(a *observe.Session, text string, works bool) ([]Sentence, []rated) {
	for i := range w.answers {
		if had := &w.answers[i]; had.works == works && had.text == text {
			return had.list, had.rated
		}
	}
	list := Sentences(text, Agent, maxSentences)
	all := w.rateAll(a, list, works)
	w.answers = append(w.answers, answer{text, works, list, all})
	return list, all
}

// rateAll rates the sentences of an answer.
func (w *Writer) rateAll(a *observe.Session, list []Sentence, works bool) []rated {
	out := make([]rated, len(list))
	trouble, labelled := false, -1
	for i, p := range list {
		r := &out[i]
		if p.Kind == heading {
			trouble = works && w.namesTrouble(p.text)
		}
		if p.Kind == programText || i > 0 && list[i-1].leads && fit.Guards(list[i-1].text) {
			r.passed = true
			continue
		}
		*r = w.rate(a, p, i, works)
		if head, _, colon := strings.Cut(plain.Of(p.text), ":"); works && colon && strings.Count(head, " ") < 2 && w.namesTrouble(head) {
			labelled = p.line // "Before: …", to the end of its line
		}
		if p.leads && r.done && spokenWords(p.text) < 4 && itemsAfter(list, i, maxItems) != "" {
			r.score += 2 // "I've added:", and what: few words, but all of it
		}
		if r.before = trouble || p.line == labelled; r.before {
			r.score -= underTrouble
		}
		if p.leads && continued(list, i) == unmarked(p.text) {
			r.score -= 0.8 // what it leads to is a table, or code
			if spokenWords(p.text) < 3 {
				r.score-- // "In `settings.json`:"
			}
		}
	}
	return out
}

// numbered reports whether a digit stands in a word.
func numbered(word []byte) bool { return strings.ContainsAny(string(word), "0123456789") }

// spokenWords counts the words of a sentence that stand outside of code and brackets.
func spokenWords(s string) int {
	n, code, depth := 0, false, 0
	for w := range strings.FieldsSeq(s) {
		if !code && depth == 0 && w[0] != '`' && w[0] != '(' && fit.Worded(w) {
			n++
		}
		code = code != (strings.Count(w, "`")%2 == 1)
		depth += strings.Count(w, "(") - strings.Count(w, ")")
	}
	return n
}

// pointsOf counts the items among some sentences.
func pointsOf(list []Sentence) int {
	n := 0
	for i := range list {
		if list[i].Kind == item {
			n++
		}
	}
	return n
}

// shortLead is how many bytes a word may have that only leads to one that points back: "now
// it …", "so that …".
const shortLead = 3

// underTrouble is what a sentence loses where the heading above it names a trouble, and
// saysWords how many words of the sentence that tells most are heard once more.
const (
	underTrouble = 1.5
	saysWords    = 120
)

// namesTrouble reports whether a heading names what was wrong: "Problem 1 — no texture",
// "Root cause", "Before".
func (w *Writer) namesTrouble(heading string) bool {
	t := fit.Begun(new(lexicon.Text), plain.Of(heading))
	for i := range t.Tokens {
		if w.openings.Starts(t, i, lexicon.Every).Has(wrong) {
			return true
		}
	}
	return false
}

// continued is one sentence of an answer, with what it leads to: a list, or the next
// sentence.
func continued(list []Sentence, at int) string {
	s := unmarked(list[at].text)
	if !list[at].leads {
		return s
	}
	items := itemsAfter(list, at, maxItems)
	if at+1 < len(list) && list[at+1].Kind == heading && list[at+1].leads {
		items = itemsAfter(list, at+1, maxItems) // "I've written a page that explains:", the heading of a list
	}
	if items != "" {
		return s + ": " + items
	}
	if next := LedTo(list, at); next > at && !list[next].leads && (list[next].Kind == Prose || strings.Count(list[next].text, " ") >= 3) {
		if more := unmarked(list[next].text); fit.Worded(more) {
			return s + ": " + more
		}
	}
	return s
}

// LedTo returns the sentence that one leads to: the next where it ends on a colon or
// is a heading, itself where nothing follows.
func LedTo(list []Sentence, at int) int {
	if (list[at].leads || list[at].Kind == heading) && at+1 < len(list) && list[at+1].Kind != programText && !list[at+1].apart && (list[at].Kind == heading || !list[at+1].leads) {
		return at + 1
	}
	return at
}

// PlaceOf returns where the sentences list[at] to list[last] stand in text; nothing
// where they are not found as they are written, or too much stands between.
func PlaceOf(text string, list []Sentence, at, last int) (from, to int) {
	for i := 0; i <= last; i++ {
		k := strings.Index(text[to:], list[i].text)
		switch {
		case i < at && k >= 0:
			to += k + len(list[i].text)
		case i < at:
		case i == at && k < 0:
			return 0, 0
		case k < 0 || i > at && k > MaxGap:
			return from, to
		default:
			if i == at {
				from = to + k
			}
			to += k + len(list[i].text)
		}
	}
	return from, to
}

// firstSaid returns the first sentence of an answer that says something; "" for
// a text that only announces the next step.
func (w *Writer) firstSaid(a *observe.Session, text string) string {
	for i, p := range Sentences(text, Agent, 4) {
		if p.Kind != programText && !p.leads && w.rate(a, p, i, false).score > 0.2 {
			return unmarked(p.text)
		}
	}
	return ""
}

// unmarked is a sentence of the agent without its mark and full stop.
func unmarked(s string) string { return strings.TrimRight(plain.Of(s), ".。!！ ") }

// rate scores a sentence of an answer as the one that tells what came of the
// work, and reports whether it says what is the case now. works says that something was to
// be changed and was.
func (w *Writer) rate(a *observe.Session, p Sentence, nth int, works bool) rated {
	text := plain.Of(p.text)
	told, hits := w.Phrases(w.Agent, text, 70, a.Languages)
	words, content, tells := 0.0, 0.0, 0.0
	checked := fit.Listed().Checked
	back, end := false, 0 // end: of the last phrase that says no more than that all is done
	var says speech.Senses
	for _, h := range hits {
		says |= h.Says
	}
	score := 0.4 - 0.22*float64(nth)
	for i := range told.Tokens {
		n, word := 1.0, told.Word(i)
		if speech.IsSign(word) {
			n = 0.45
		}
		words += n
		for len(hits) > 0 && hits[0].From <= i {
			if h := hits[0]; h.Says.Has(speech.SaysDone) || h.Says.Has(speech.SaysVerified) {
				end = max(end, h.To)
			}
			hits = hits[1:]
		}
		var kinds lexicon.Set
		if i < 2 || n == 1 && len(word) > 2 {
			kinds = w.hollow.Starts(told, i, lexicon.Every)
		}
		back = back || kinds.Has(pronoun) && (i == 0 || i == 1 && len(told.Word(0)) <= shortLead)
		if n < 1 || len(word) > 2 && kinds == 0 {
			content += n
			if works && i >= end && (n < 1 || !checked.HasWord(word) && !numbered(word)) {
				tells += n
			}
		}
	}
	if nth > 0 {
		score -= 0.3
	}
	cause, left, fails := 1.4, 0.8, 0.3
	if works {
		cause, left, fails = 0.4, 0.2, -0.3 // why it was so, and what is left, is not what came of it
		if w.openings.of(text).Has(conclusion) {
			cause = 0.9 // "Root cause: …"
		}
	}
	most := 0.0
	for _, k := range []struct {
		c      speech.Sense
		weight float64
	}{{speech.SaysDone, 1.3}, {speech.SaysVerified, 1}, {speech.SaysCause, cause}, {speech.SaysNotDone, left}, {speech.SaysBlocked, 0.6}, {speech.SaysFail, fails}, {speech.SaysSorry, -0.5}, {speech.SaysAsk, -1.6}, {speech.SaysOffer, -1.8}, {speech.SaysYouTest, -0.6}, {speech.SaysNext, -1.2}} {
		switch {
		case !says.Has(k.c):
		case k.weight < 0:
			score += k.weight
		default:
			score += 0.2 // for each, and once for the weightiest
			most = max(most, k.weight-0.2)
		}
	}
	score += most
	switch p.Kind {
	case Prose:
		score++
	case heading:
		score -= 0.6
	case item:
		score -= 0.7
	}
	if words < 3 {
		score -= 2
	}
	if content < 2 {
		score -= 1.2
	} else {
		score += 0.15 * min(content, 6)
	}
	if words > 50 {
		score -= 0.4
	}
	if strings.HasSuffix(text, "?") || strings.HasSuffix(text, "？") {
		score -= 1.5
	}
	if says == 0 && words < 7 && (strings.HasSuffix(text, "!") || strings.HasSuffix(text, "！")) {
		score -= 0.5
	}
	if p.leads {
		score -= 0.3
	}
	switch {
	case w.openings.of(text).Has(youAreWelcome):
		return rated{score: score - 4}
	case w.openings.of(text).Has(announcement):
		score -= 3.5
	case w.openings.of(text).Has(continuation):
		score-- // "Also removed …" goes on from what tells more
	}
	if w.openings.of(text).Has(conclusion) {
		score++
	}
	done := (says.Has(speech.SaysDone) || says.Has(speech.SaysVerified) || says.Has(speech.SaysCause) || score >= 1.2) && !says.Has(speech.SaysBlocked) && !says.Has(speech.SaysYouTest)
	return rated{score: score, done: done, tells: tells, back: back, says: says}
}
