package speech

import (
	"math/bits"
	"strings"
	"unicode/utf8"

	"prism/internal/lang"
	"prism/internal/lexicon"
	"prism/internal/wording"
)

// Kinds of signs beside a text's words.
const (
	stanceAlone = 1000 + iota
	stancePair
	stanceFirst
	phraseFound
	phraseLeads
	phraseOpens
	flagSet
	asideAlone
	restAlone
	restPair
	answerAlone
)

// unknownOf is the languages that a text may be in of which nobody says in which it is.
func unknownOf(text string) Languages {
	spoken := lexicon.Speaking("en")
	if in := lang.OfText(text); in != "" {
		spoken |= lexicon.Speaking(in)
	}
	return spoken
}

// OpeningSigns are the signs by which the first prompt of a session is weighed: its words,
// and what the lexicon heard in it.
func (r *Reader) OpeningSigns(text string, m *Message) []uint64 {
	if m == nil {
		m = &Message{}
		r.Listen(r.Person, text, unknownOf(text), m)
	}
	r.words.Scan(text, wording.PromptWords)
	return senseSigns(wording.Signs(nil, &r.words, text), m)
}

// ReplySigns are the signs by which a reply in an unknown language is weighed.
func (r *Reader) ReplySigns(text string) []uint64 {
	spoken := unknownOf(text)
	var m Message
	r.Hear(text, true, spoken, &m)
	return r.replySigns(nil, text, spoken, &m)
}

// replySigns appends the signs by which a reply is weighed: its words, what the lexicon
// heard in it, and the words by which it says how the work stands, whatever their language.
func (r *Reader) replySigns(dst []uint64, text string, spoken Languages, m *Message) []uint64 {
	r.words.Scan(text, wording.PromptWords)
	dst = wording.Signs(dst, &r.words, text)
	before := uint64(0)
	for i := range r.words.Tokens {
		says := uint64(r.stance.Starts(&r.words, i, spoken))
		apart := uint64(r.aside.At(&r.words, i, spoken).Sections)
		if apart != 0 {
			dst = append(dst, wording.Sign(asideAlone, apart))
		}
		if says == 0 {
			continue
		}
		dst = setSigns(dst, stanceAlone, says)
		if i == 0 {
			dst = setSigns(dst, stanceFirst, says)
		}
		dst = append(dst, wording.Sign(stancePair, before, says))
		before = says
	}
	dst = senseSigns(dst, m)
	for i, set := range [...]bool{m.Question, m.Nod, m.Cheer, m.Untried, m.Leaving, m.Tells, m.Fault, m.Reports, m.Retracts, m.Refuses, m.Polite, m.amiss, m.next, m.Gone} {
		if set {
			dst = append(dst, wording.Sign(flagSet, uint64(i)))
		}
	}
	return dst
}

// From which probability on the words of a text are taken for what they seem to say. Of texts
// that were not learnt from, what is said from these on is right 93 to 97 times in a hundred
// (docs/accuracy.md); likelyWorse only has a reply count as a report, and is right less often.
const (
	surelyWorse  = 0.85
	likelyWorse  = 0.7
	surelyGood   = 0.85
	surelyDrops  = 0.7
	surelyOver   = 0.85 // likewise, also beside a phrase that puts it off
	hardlyAtAll  = 0.15
	ratherGood   = 0.85
	weighedWords = 60
	weighedLines = 2  // line breaks of a reply: more are of something pasted
	leastAnswer  = 12 // words of an answer that leaves something
	surelyOpen   = 0.8

	surelyOpenElsewhere = 0.93 // likewise of what few texts were written in, which are all but English
)

// Weigh adds to what was heard in a reply what its words say of the work taken together, and
// takes back what a phrase said of something else: "blank page" complains, "no more errors"
// does not. It is for whole prompts that bring no error: that is told by the error.
func (r *Reader) Weigh(text string, spoken Languages, m *Message) {
	if len(text) > HeadBytes || m.Words == 0 || m.Plain() > weighedWords || strings.Count(strings.TrimSpace(text), "\n") > weighedLines {
		return
	}
	r.signs = r.replySigns(r.signs[:0], text, r.spokenIn(text, spoken, m), m)
	r.shares = wording.Replies().Tell(r.signs, r.shares)
	said := &r.shares
	worse, good, drops := said.Of("fails", "angry"), said.Of("accepts"), said.Of("drops")
	whole := span{0, len(text)}
	say := func(says ...Sense) {
		for _, k := range says {
			if m.Count[k] == 0 {
				m.First[k] = whole
			}
			m.FirstLead[k] = 0
			bump(&m.Count[k])
			bump(&m.Opening[k])
			bump(&m.Closing[k])
			bump(&m.Leads[k])
		}
	}
	complains := m.Any(Complain, Failing, Swear)
	switch {
	case complains && !m.Any(Failing, Broken, negation) && !m.Refuses && worse <= hardlyAtAll && said.Of("accepts", "social") >= ratherGood:
		m.forget(Complain, Swear)
	case m.Any(Abandon) && drops <= hardlyAtAll && said.Of("accepts", "social", "orders", "changes") >= ratherGood:
		m.forget(Abandon)
	}
	switch {
	case complains || m.Fault || m.Reports || m.Retracts || m.Question || m.LeadsRequest() || m.Any(Broken, Correct) || strings.Contains(text, ": "):
	case worse >= surelyWorse:
		m.forget(Accept, Endorse)
		if said.Of("angry") > said.Of("fails") {
			say(Complain, Failing)
		} else {
			m.Tells, m.Fault, m.Reports = true, true, true
		}
	case worse >= likelyWorse && !m.Any(Accept, Endorse) && said.Of("fails") > said.Of("angry"):
		m.Reports = true
	}
	if drops >= surelyOver && !m.Question && !m.Any(Accept, Endorse, Thanks, Deliver, Undo) && !m.LeadsRequest() {
		say(Abandon)
		bump(&m.Whole[Abandon])
		return
	}
	heard := m.Any(Accept, Endorse, Complain, Failing, Swear, Abandon, Undo, Switch, Postpone, Correct, Broken)
	switch {
	case heard || m.Question || m.LeadsRequest():
	case good >= surelyGood:
		say(Accept, Endorse)
	case drops >= surelyDrops:
		say(Abandon)
		bump(&m.Whole[Abandon])
	}
}

// setSigns appends a sign of a kind for each member of a set.
func setSigns(dst []uint64, kind uint64, set uint64) []uint64 {
	for ; set != 0; set &= set - 1 {
		dst = append(dst, wording.Sign(kind, uint64(bits.TrailingZeros64(set))))
	}
	return dst
}

// senseSigns appends signs of what the lexicon heard in a text.
func senseSigns(dst []uint64, m *Message) []uint64 {
	for c := range senseCount {
		if m.Count[c] == 0 {
			continue
		}
		dst = append(dst, wording.Sign(phraseFound, uint64(c)))
		if m.Leads[c] > 0 {
			dst = append(dst, wording.Sign(phraseLeads, uint64(c)))
		}
		if m.Opening[c] > 0 {
			dst = append(dst, wording.Sign(phraseOpens, uint64(c)))
		}
	}
	return dst
}

// AnswerSigns are the signs by which an answer in an unknown language is weighed.
func (r *Reader) AnswerSigns(text string) []uint64 {
	return r.answerSigns(nil, text, unknownOf(text))
}

// answerSigns appends the signs by which an answer is weighed: its words, what the lexicon
// hears in it, and the words by which agents leave parts, whatever their language.
func (r *Reader) answerSigns(dst []uint64, text string, spoken Languages) []uint64 {
	var m Message
	r.HearAnswer(text, spoken, &m)
	r.words.Scan(text, wording.AnswerWords)
	dst = wording.Signs(dst, &r.words, text)
	before := uint64(0)
	for i := range r.words.Tokens {
		if able := uint64(r.answer.Starts(&r.words, i, spoken)); able != 0 {
			dst = append(dst, wording.Sign(answerAlone, able))
		}
		says := uint64(r.rest.Starts(&r.words, i, spoken)) | uint64(r.stance.Starts(&r.words, i, spoken))<<16
		if says == 0 {
			continue
		}
		dst = setSigns(dst, restAlone, says)
		dst = append(dst, wording.Sign(restPair, before, says))
		before = says
	}
	dst = senseSigns(dst, &m)
	for i, set := range [...]bool{m.Question, m.Judges, m.Offers} {
		if set {
			dst = append(dst, wording.Sign(flagSet, 100+uint64(i)))
		}
	}
	return dst
}

// LeavesByWords finds the sentence of a short answer by which an agent leaves a part of the
// work, or says that it did not get there, where its words taken together say so: "XLSX is a
// placeholder for the time being".
func (r *Reader) LeavesByWords(text string, spoken Languages) (from, to int, ok bool) {
	if len(text) > HeadBytes || strings.Contains(text, "```") {
		return 0, 0, false
	}
	open := func(text string) (sum float64, left bool) {
		r.signs = r.answerSigns(r.signs[:0], text, spoken)
		r.shares = wording.Closings().Tell(r.signs, r.shares)
		part, unproven := r.shares.Of("left", "stuck"), r.shares.Of("unproven")
		return part + unproven, part > 2*unproven
	}
	sum, left := open(text)
	if len(r.words.Tokens) < leastAnswer || sum < surelyOpen || !left || len(r.words.Tokens) >= wording.AnswerWords {
		return 0, 0, false
	}
	if sum < surelyOpenElsewhere && lang.OfText(text) != "en" {
		return 0, 0, false
	}
	least := 1.0
	for start := 0; start < len(text); { // what says it is what it says less without
		end := start + sentenceEnd(text[start:])
		if r.hintsAtRest(text[start:end], spoken) {
			if rest, _ := open(text[:start] + text[end:]); rest < least {
				least, from, to = rest, start, end
			}
		}
		start = end
	}
	if least == 1 {
		from, to = 0, len(text)
	}
	from += len(text[from:to]) - len(strings.TrimLeft(text[from:to], " \n-*"))
	return from, to, true
}

// hintsAtRest reports whether a sentence holds a word by which something is left, denied or
// put off.
func (r *Reader) hintsAtRest(text string, spoken Languages) bool {
	r.words.Scan(text, wording.AnswerWords)
	for i := range r.words.Tokens {
		if r.rest.Starts(&r.words, i, spoken) != 0 || r.answer.Starts(&r.words, i, spoken) != 0 {
			return true
		}
		if says := r.stance.Starts(&r.words, i, spoken); says.Has(not) || says.Has(still) || says.Has(unreal) || says.Has(stops) {
			return true
		}
	}
	return false
}

// sentenceEnd is how many bytes of a text its first sentence takes.
func sentenceEnd(text string) int {
	for i, c := range text {
		switch c {
		case '\n', '。', '！', '？':
			return i + utf8.RuneLen(c)
		case '.', '!', '?':
			if i+1 == len(text) || text[i+1] == ' ' || text[i+1] == '\n' {
				return i + 1
			}
		}
	}
	return len(text)
}
