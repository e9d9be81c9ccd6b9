package title

import (
	"math"
	"slices"
	"strings"
	"unicode/utf8"

	"prism/internal/fact"
	"prism/internal/judge"
	"prism/internal/lexicon"
	"prism/internal/observe"
	"prism/internal/observe/speech"
	"prism/internal/title/fit"
	"prism/internal/title/naming"
	"prism/internal/title/plain"
	"prism/internal/title/printed"
)

// candidate is a sentence that may say what was wanted.
type candidate struct {
	text  string
	score float64 // 1: it can stand as a title
	asks  bool    // a phrase in it asks for something
	steps bool    // it leads to a list of steps, and is of all of them
	full  bool    // it says something even without that phrase
	weak  bool    // it only points back, or a program printed it
	back  bool    // a word of it stands for something said before
	bare  bool    // it tells next to nothing
	plan  bool    // it is the heading of a plan that was handed on
	vague bool    // it asks for something and names no object
	leads bool    // it ends on a colon
	story bool    // it only tells how things are: "I'm trying the new reader"
	first bool    // it is of the first prompt
	later bool    // it is of a later prompt, whose work the session did
	turn  int     // the turn whose prompt it is of
	early bool    // and does so for what it asks for: "bring it up to date", "implement the fix"
}

// points add up what speaks for a sentence.
type points float64

func (p *points) add(n float64, holds bool) {
	if holds {
		*p += points(n)
	}
}

// longPaste is how many bytes a prompt must have for an agent to have written some of it.
const longPaste = 1500

// candidates scores the sentences of one prompt. The first sentence says it most
// often; the unit is one request.
func (w *Writer) candidates(a *observe.Session, prompt string, intent fact.Intent, first bool) []candidate {
	head, tail := speech.Window(prompt)
	list := Sentences(placeholders(head), Person, maxSentences)
	if tail != "" {
		if more := Sentences(placeholders(tail), Person, maxSentences); len(more) > 2 {
			list = append(list, more[len(more)-2:]...) // after long pasted text the request stands last
		}
	}
	out := make([]candidate, 0, len(list))
	spoken := 0     // sentences of speech before this one
	pasted := -1    // the line of the last one that was typed at a prompt, or printed
	typed := false  // a command stands before them
	told := false   // the last one only says that what follows was said or seen
	agents := false // an agent wrote it, and the person pasted it
	vague := false  // the first words say that there is something, and not what
	for i, p := range list {
		if i > 0 && list[i-1].leads && fit.Guards(list[i-1].text) {
			continue
		}
		next := Sentence{Kind: programText}
		if i+1 < len(list) {
			next = list[i+1]
		}
		var c candidate
		led, steps := told, false
		told = false
		switch {
		case ordered(p.text) != "" && p.Kind != item && p.Kind != heading:
			c = candidate{text: ordered(p.text), score: tellingScore + 0.1, weak: true}
			pasted, typed = p.line, true
		case p.Kind == programText:
			c = printout(p, len(out))
			if vague && c.score > tellingScore {
				c.score += 1.5 // "I get this error in the shop", and which
			}
			pasted = p.line
		case p.Kind == item && logged(list, i) && !p.leads:
			c = printout(p, len(out))
			pasted = p.line
		case p.leads && next.Kind == programText && printed.Trouble(next.text) && w.openings.of(plain.Of(p.text)).Has(background):
			c = candidate{text: plain.Of(next.text), score: 2} // "I get this:" and what
			spoken++
		case p.leads && i+2 < len(list) && ordered(next.text) != "" && !printed.Asks(list[i+2].text) && list[i+2].line == next.line+1 && w.openings.of(plain.Of(p.text)).Has(background):
			c = candidate{text: strings.TrimRight(plain.Of(printed.Unplaced(list[i+2].text)), ". "), score: 2.5} // likewise, behind the command that printed it
			spoken++
		default:
			if p.leads && next.Kind != programText && (utf8.RuneCountInString(p.text) <= 36 || next.Kind == item && w.prepares(p.text)) {
				lead := p.text + " " // "Brainstorm:" and what
				if (w.openings.cost(plain.Of(p.text)) > 1 || w.prepares(p.text)) && !fit.Guards(p.text) {
					lead = "" // "Take a look at this:"
				}
				p.text, p.leads = lead+next.text, false
				if lead != "" && next.Kind == item {
					all := itemized(list, i+1, p.text)
					steps = all != p.text
					p.text = all
				}
			}
			if p.leads {
				p.text = undangled(p.text)
			}
			c = w.candidate(a, p, intent)
			if name := headlined(c.text); name != c.text {
				c.text, c.weak, c.back, c.early = name, false, false, false // it named what it pointed at
			}
			if fit.IsCut(c.text) && onlyPoints(c.text) {
				c.score, c.asks, c.back, c.full = c.score-3, false, true, false // "… and I ran into this issue"
			}
			follows := pasted > 0 && p.line <= pasted+1 && (typed || amidst(list, i))
			if follows && p.Kind == Prose && !c.asks && !strings.ContainsAny(p.text, "?？") {
				c, pasted = printout(p, len(out)), p.line // goes on from it without a blank line
				break
			}
			if agents = agents || len(prompt) > longPaste && spoken == 0 && w.announces(c.text, a.Languages); agents {
				c.score, c.asks, c.full, c.weak = c.score-2, false, false, true // an agent's words, pasted
			}
			c.story = w.openings.of(c.text).Has(background) && behindAsk(fit.Lower(c.text)) == 0
			vague = vague || spoken == 0 && !c.asks && c.back && w.openings.of(plain.Of(p.text)).Has(background)
			told = p.leads && !c.full && next.Kind == Prose && (c.asks && c.back && c.bare || !c.asks && w.openings.of(plain.Of(p.text)).Has(background))
			place := points(-0.1 * float64(min(spoken, 6)))
			place.add(0.5, spoken == 0)
			place.add(1, spoken == 0 && first)
			place.add(-1, told)
			place.add(-1.5, p.leads && next.Kind == programText && c.back && intent != fact.BugFix) // "it prints this:"
			place.add(0.8, steps)                                                                   // one that leads to several steps is of all of them
			place.add(1, led)
			place.add(0.5, spoken == 0 && first && c.full && (intent == fact.BugFix || intent == fact.Investigation)) // the trouble is told first
			place.add(-0.5, spoken > 0 && p.Kind == item)
			c.score += float64(place)
			c.steps, c.leads, c.first = steps, p.leads, first
			spoken++
		}
		if fit.Worded(c.text) {
			out = append(out, c)
		}
	}
	return out
}

// announces reports whether a sentence begins as an agent's does that says what it will do.
func (w *Writer) announces(s string, spoken speech.Languages) bool {
	s, _ = w.polite.strip(s)
	_, hits := w.Phrases(w.Agent, s, fit.Beginning, spoken)
	for _, h := range hits {
		if h.From == 0 && h.Says.Has(speech.SaysNext) {
			return true
		}
	}
	return false
}

// prepares reports whether a lead only says what is to be looked at.
func (w *Writer) prepares(lead string) bool {
	bare, _ := w.polite.strip(plain.Of(lead))
	return w.openings.of(bare).Has(preparation)
}

// itemized is a lead with the first item of a list and those behind it, as far as there
// is room: "Do a loop: pick a gauge, read it".
func itemized(list []Sentence, at int, text string) string {
	for _, p := range list[at+1:] {
		if p.Kind != item || fit.Guards(p.text) || utf8.RuneCountInString(text)+utf8.RuneCountInString(p.text) > 2*judge.MaxTitle {
			break
		}
		text = strings.TrimRight(text, ".,; ") + ", " + p.text
	}
	return text
}

// leastLead is how many blanks words need that lead up to what a program printed for them
// to tell what is wanted by themselves.
const leastLead = 4

// candidate scores one sentence by itself; of one that leads up to what is wanted,
// what stands behind its comma or colon: "Read the code, I want to redesign the
// page", "The tests are green, next thing: we need …", "I got this feedback: …".
func (w *Writer) candidate(a *observe.Session, p Sentence, intent fact.Intent) candidate {
	text := plain.Of(unglued(p.text))
	if told := unclosed(text); told != text && w.tellsWrong(told, a.Languages) {
		text = told
	}
	framed, told := text, math.Inf(-1)
	if !fit.Roomy(text) {
		text = w.unsettled(text, a.Languages)
		if text != framed {
			told = w.score(a, framed, p, intent).score
		}
		text = unframed(w.reordered(text, a.Languages))
		if !fit.Roomy(naming.Of(text)) && w.openings.of(text).Has(background) && fit.IsCut(text) {
			if part := w.clauseOf(text, false, a.Languages); part != "" {
				text = part
			} else if part = w.clauseOf(text, true, a.Languages); part != "" && intent == fact.BugFix {
				text = part
			}
		}
	}
	if what, _ := w.polite.strip(text); !fit.Roomy(text) {
		if n := fit.OpensOn(what, fit.Listed().Turns); n > 0 && w.telling(what[n:], a.Languages) >= leastTelling && !w.pointsBack(what[n:], a.Languages) {
			text = text[:len(text)-len(what)] + what[n:] // "can you change it so I can …"
		}
	}
	best := w.score(a, text, p, intent)
	best.score = max(best.score, told)
	if intent == fact.BugFix && text != framed && strings.Contains(framed, text[min(1, len(text)):]) {
		best.score = max(best.score, w.score(a, framed, p, intent).score) // "there is a problem where …" tells a fault
	}
	if fit.Guards(text) {
		return best
	}
	if what := triedOut(text); changes(intent) && what != "" && !w.pointsBack(what, a.Languages) {
		done := w.score(a, what, p, intent)
		done.score, done.asks, done.full = max(done.score, best.score), true, !done.bare
		return done // "check what effort it would be to …", and that was then done
	}
	whole := best.score
	for _, mark := range []string{": ", ", ", "，", "：", ` "`, " - ", " — "} {
		head, rest, ok := strings.Cut(text, mark)
		if mark == ` "` && (!w.openings.of(head).Has(background) || !strings.HasSuffix(rest, `"`) && strings.Contains(rest, `"`) || strings.Count(rest, " ") < leastLead) {
			continue // what was quoted, of words that only say that it is
		}
		if ok && mark == ": " && printed.Is(rest) && strings.Count(head, " ") >= leastLead && printed.Is(p.text) == printed.Is(head) {
			best = w.score(a, head, p, intent) // "I ran it but got these errors: [log] …"
			whole = best.score
			continue
		}
		if !ok || utf8.RuneCountInString(rest) < 8 || fit.OpensOn(rest, fit.Listed().But) > 0 || printed.Is(rest) {
			continue
		}
		_, request := w.polite.strip(rest)
		dash := mark == " - " || mark == " — "
		if dash && (!request || best.asks && best.full) {
			continue
		}
		opens := w.openings.of(head)
		unasked, _ := w.polite.strip(head)
		leads := opens.Has(background) || w.openings.of(unasked).Has(preparation) // "I got this:", "Take a look at:"
		colon := mark == ` "` || mark == ": " && (request || leads && strings.Count(rest, " ") >= 3) ||
			dash && !fit.Roomy(text) // "X is blowing up - we need to …"
		if !colon && !opens.Has(preparation) && !opens.Has(instruction) {
			continue
		}
		again := w.score(a, strings.TrimRight(rest, `"`), p, intent)
		if colon {
			again.score += 0.5
		}
		if again.score > max(whole, best.score) && (again.asks || colon) || mark == ` "` && again.score >= tellingScore {
			again.score = max(again.score, best.score)
			best = again
		}
	}
	return best
}

// firstOf is how many words of a part of a sentence must stand for nothing said before.
const firstOf = 6

// reordered puts first what a long sentence asks for, where something else is said before
// it: a condition ("if we pushed there, could we translate on the fly?"), a place ("in
// Estimate, the day is not moved on"), what is to be looked at ("look at the changes in
// this branch and update docs/architecture"). What points back into that stays as it is.
func (w *Writer) reordered(text string, spoken speech.Languages) string {
	polite, rest := "", fit.Lower(text)
	s, request := w.polite.strip(text)
	if s != text {
		polite, rest = text[:len(text)-len(s)], fit.Lower(s)
	}
	off := len(polite)
	if off+len(rest) != len(text) {
		return text
	}
	main := func(at int, tail string) string {
		part := strings.TrimSpace(text[at:])
		if strings.Count(part, " ") < fit.LeastMain-1 || w.pointsBack(part, spoken) {
			return text
		}
		if tail = strings.TrimSpace(strings.Trim(tail, ", ")); tail != "" {
			end := strings.TrimRight(part, "?？. ")
			part = end + " " + strings.ToLower(tail[:1]) + tail[1:] + part[len(end):]
		}
		if polite != "" {
			part = strings.TrimRight(part, "?？ ")
		}
		return part
	}
	words := fit.Listed()
	for _, open := range words.Glance.All() {
		if strings.HasPrefix(rest, open+", ") {
			return main(off+len(open)+2, "")
		}
	}
	if words.Condition.Leads(rest) > 0 {
		best := text
		words.Asks.Between(rest, func(i, _ int) bool {
			if i > 0 {
				best = main(off+i+1, text[off:off+i])
			}
			return best != text
		})
		if best != text {
			return best
		}
	}
	if words.Condition.Leads(rest) > 0 {
		if i, behind := fit.First(words.Next, rest); i > 0 && fit.IsCut(text) {
			if part := main(off+behind, ""); part != text {
				return part // "when the one stops, and the other runs then a warning is shown"
			}
		}
		if i := clauseComma(rest); i > 0 && words.And.Leads(rest[i+2:]) == 0 {
			if part := main(off+i+2, ""); part != text {
				return part // "if two of them meet, a warning is shown"
			}
		}
	}
	if asked := behindAsk(rest); asked > 0 && (fit.IsCut(text) && !request && strings.Count(rest[:asked], " ") >= fit.LeastMain && !w.orders(rest[:asked], spoken) || w.openings.of(text[off:]).Has(background)) {
		part := w.askedSecond(text[off:], asked, spoken)
		if part != "" && (fit.IsCut(text) || strings.Count(part, " ") >= firstOf) {
			return part // "we have a page that lists them … can we add …"
		}
	}
	check := words.Check.Leads(rest)
	if i := strings.Index(rest[check:], ", "); words.Place.Leads(rest[check:]) > 0 && i > 0 && i <= judge.MaxTitle && strings.Count(rest[check:check+i], " ") <= 2 {
		if part := main(off+check+i+2, text[off+check:off+check+i]); !fit.IsCut(part) {
			return part
		}
		return main(off+check+i+2, "")
	}
	if at := noticed(rest); at > 0 {
		part := main(off+at, "")
		if i := clauseComma(part); part != text && fit.IsCut(part) && i > 0 && strings.Count(part[:i], " ") >= fit.LeastMain && !fit.IsCut(part[:i]) {
			part = part[:i] // what is wrong, and not what is wrong besides
		}
		return part
	}
	joint, behind := fit.First(words.And, rest)
	if joint > 0 && (w.openings.of(text[off:]).Has(preparation) || words.Looks.Leads(rest) > 0) {
		at := off + behind
		if rest, _ := w.polite.strip(text[at:]); rest != text[at:] {
			at = len(text) - len(rest)
		}
		at += words.Next.Leads(fit.Lower(text)[at:])
		_, hits := w.Phrases(w.Person, text[at:], goOn, spoken)
		for _, k := range asksFor {
			if len(hits) == 0 || hits[0].From > 0 || !hits[0].Says.Has(k) {
				continue
			}
			if w.telling(text[off:off+joint], spoken) < leastTelling-1 {
				return strings.TrimRight(text[at:], "?？. ") // what is to be looked at is not even named
			}
			return main(at, "")
		}
	}
	return text
}

// noticedWithin bounds the words that only tell that something was seen, in bytes.
const noticedWithin = 90

// noticed returns where a sentence in lower case tells what was seen, behind words that
// only say that it was: "when using the cli I just noticed an issue that …"; 0 nowhere.
func noticed(s string) int {
	words := fit.Listed()
	i, behind := fit.First(words.That, s)
	if i < 0 || i > noticedWithin {
		return 0
	}
	for _, w := range strings.FieldsFunc(s[:i], func(r rune) bool { return r == ' ' || r == ',' }) {
		if !words.Noticed.Has(w) {
			continue
		}
		if head := s[:i]; words.Is.Ends(head) > 0 || strings.HasSuffix(head, w) {
			return behind
		}
	}
	return 0
}

// pointsBack reports whether the first words of a text stand for something said before.
func (w *Writer) pointsBack(text string, spoken speech.Languages) bool {
	return w.refers(text, firstOf, spoken)
}

// refers is pointsBack of so many words.
func (w *Writer) refers(text string, n int, spoken speech.Languages) bool {
	said, _ := w.Phrases(w.Person, text, n, spoken)
	for i := range said.Tokens {
		if fit.Listed().Points.HasWord(said.Word(i)) || w.hollow.Starts(said, i, lexicon.Every).Has(pronoun) {
			return true
		}
	}
	return false
}

// score says how much a sentence asks for, how much it tells, and whether it only
// points back or says how to work.
func (w *Writer) score(a *observe.Session, text string, p Sentence, intent fact.Intent) candidate {
	text = forward(text)
	if n := fit.OpensOn(text, fit.Listed().But); n > 0 {
		if _, request := w.polite.strip(text[n:]); request {
			text = text[n:] // "but we would want …"
		}
	}
	whole := text
	text, polite := w.polite.strip(text)
	if asked := asksItself(whole, text); asked != "" && intent == fact.Question && len(p.text) > 0 && strings.ContainsAny(p.text[len(p.text)-1:], "?") && !a.Touched() && a.LastPush < 0 {
		text, polite = asked, false // "could we …?" of a session that only asks is no order
	}
	text = w.undoubled(text, a.Languages)
	if polite {
		text = strings.TrimRight(text, "?？ ")
	}
	text = w.polite.trim(text)
	said, hits := w.Phrases(w.Person, text, 60, a.Languages)
	asking := make([]bool, len(said.Tokens)) // part of a phrase that asks
	asks := 0.0
	for _, h := range hits {
		s := askWeight(h.Says, intent, h.Led)
		asks = max(asks, s)
		for i := h.From; i < h.To; i++ {
			asking[i] = asking[i] || s > 0
		}
	}
	words, content, back, early := 0.0, 0.0, false, false
	taken := false // what is asked for was spoken of before
	for i := range said.Tokens {
		n, word := 1.0, string(said.Word(i))
		if speech.IsSign(said.Word(i)) {
			n = 0.45
		}
		words += n
		hollow := w.hollow.Starts(said, i, lexicon.Every)
		switch {
		case hollow.Has(definite) && i == 1:
			taken = true
		case hollow.Has(pronoun):
			back, early = true, early || i < 3
		case asking[i] || n < 1 && kana(word) || n == 1 && (len(word) < 3 || hollow != 0 || w.PassedOver(i, a.Languages)):
		default:
			content += n
		}
	}
	if polite && content >= 1.5 {
		asks = max(asks, 1) // a request, whatever its verb
	}
	last := len(said.Tokens) - 1
	early = early || last > 2 && last < 9 && w.hollow.Starts(said, last, lexicon.Every).Has(pronoun) && asks > 0.6
	cost := w.openings.cost(text)
	question := strings.HasSuffix(text, "?") || strings.HasSuffix(text, "？")
	answers := intent == fact.Question || intent == fact.Investigation
	score := points(asks + 0.35*min(content, 3) + 0.1*min(max(content-3, 0), 4) - cost)
	reviews := intent == fact.Review && asks >= reviewAsked
	if reviews {
		early = false // "review these changes" says it
	}
	score.add(0.5, p.Kind == heading || question && answers)
	score.add(-1.5, words < 2)
	score.add(-0.5, content < 2)
	score.add(-0.5, content < 1 && asks < 1.3)
	score.add(-0.5, back && (early || words <= 7))
	score.add(-0.5, p.leads || words > 30)
	score.add(-0.5, question && !answers && asks < 1) // asked on the way to what was wanted
	score.add(-0.2, question && !answers && asks >= 1 && !fit.ASCII(text) && changes(intent))
	score.add(-1, confirms(text, p.text))
	score.add(-1, fit.AddressFirst(text))
	score.add(-1, fit.AddressFirst(text) && !strings.Contains(text, " "))
	return candidate{
		text: text, score: float64(score),
		asks: asks > 0.6,
		back: back, early: (early || taken) && asks > 0.6, bare: content < 2, vague: asks > 0.6 && content < 3 && words <= 7,
		full: content >= 4 && cost == 0 && !p.leads && !fit.AddressFirst(text),
		weak: !reviews && (content < 1 && asks < 1.3 || asks == 0 && words <= 5 && w.openings.of(text).Has(background) || back && content < 2 || early && words <= 8 && content < 4),
	}
}

// reviewAsked is the weight of a phrase that asks for a review where the session was one.
const reviewAsked = 1.7

// kana reports whether a token is a hiragana: an ending or a particle, seldom a
// word that tells something.
func kana(w string) bool { return w >= "\u3041" && w < "\u30a0" }

// forward moves an address at the head of a sentence behind its words: "URL
// address the feedback" is "address the feedback (URL)".
func forward(s string) string {
	if !fit.AddressFirst(s) {
		return s
	}
	first, rest, ok := strings.Cut(s, " ")
	if !ok || utf8.RuneCountInString(rest) < 12 || strings.Count(rest, " ") < 2 && fit.ASCII(rest) || fit.Listed().Linked.Leads(rest) > 0 || fit.Listed().Telling.Leads(rest) > 0 || strings.Contains(first, "\\") && !strings.Contains(first, ".") {
		return s
	}
	for fit.AddressFirst(rest) {
		_, more, ok := strings.Cut(rest, " ")
		if !ok {
			break
		}
		rest = more // one address tells enough
	}
	return strings.TrimLeft(rest, " -–—:,") + " (" + strings.TrimRight(first, ",:") + ")"
}

// askWeight is what a phrase of a prompt adds to a sentence as the goal's: more
// where it leads its clause, and where it is of the kind that was judged.
func askWeight(m speech.Senses, intent fact.Intent, led bool) float64 {
	best := 0.0
	for _, k := range []struct {
		sense  speech.Sense
		weight float64
		of     []fact.Intent
	}{
		{speech.AskFix, 1.5, []fact.Intent{fact.BugFix}},
		{speech.AskAdd, 1.5, []fact.Intent{fact.Feature, fact.SmallChange}},
		{speech.AskRefactor, 1.5, []fact.Intent{fact.Refactor, fact.SmallChange, fact.Feature}},
		{speech.AskSmall, 1.5, []fact.Intent{fact.SmallChange, fact.Feature}},
		{speech.AskPlan, 1, []fact.Intent{fact.Plan}},
		{speech.AskReview, 1, []fact.Intent{fact.Review}},
		{speech.AskInvestigate, 1, []fact.Intent{fact.Investigation}},
		{speech.AskCause, 1, []fact.Intent{fact.Investigation, fact.Question}},
		{speech.Question, 1, []fact.Intent{fact.Question, fact.Investigation}},
		{speech.Broken, 1, []fact.Intent{fact.BugFix, fact.Investigation}},
		{speech.AskRun, 0.5, []fact.Intent{fact.SmallChange}},
		{speech.Undo, 0.5, nil},
		{speech.Deliver, 0.5, nil},
	} {
		if !m.Has(k.sense) {
			continue
		}
		weight := k.weight
		if slices.Contains(k.of, intent) {
			weight += 0.7
		}
		if !led && k.sense != speech.Broken {
			weight /= 2
		}
		best = max(best, weight)
	}
	return best
}

// placeholders drops the client's stand-ins for what was pasted: "[Image #1]",
// "[Pasted text #2 +40 lines]", "(no content)".
func placeholders(s string) string {
	for _, head := range []string{"[Image #", "[Pasted text #", "[Image: ", "[Image]", "(no content)"} {
		for {
			i := strings.Index(s, head)
			if i < 0 {
				break
			}
			end := i + len(head)
			if head[0] == '[' && !strings.HasSuffix(head, "]") {
				k := strings.IndexByte(s[i:], ']')
				if k < 0 || k > 200 {
					break
				}
				end = i + k + 1
			}
			s = s[:i] + " " + s[end:]
		}
	}
	return s
}
