package speech

import (
	"math/bits"
	"strings"

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
// and what the lexicon hears in it. They are the same for who learns and for who judges:
// neither is told the language.
func (r *Reader) OpeningSigns(text string) []uint64 {
	var m Message
	r.Listen(r.Person, text, unknownOf(text), &m)
	r.words.Scan(text, wording.PromptWords)
	return senseSigns(wording.Signs(nil, &r.words, text), &m)
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
// that were not learnt from, what is said from these on is right some 93 to 97 times in a hundred
// (docs/accuracy.md); likelyWorse only has a reply count as a report, and is right less often.
const (
	surelyWorse  = 0.85
	surelyFault  = 0.95 // where it only says what something is
	likelyWorse  = 0.7
	surelyGood   = 0.85
	surelyDrops  = 0.7
	surelyOver   = 0.85 // likewise, also beside a phrase that puts it off
	hardlyAtAll  = 0.15
	ratherGood   = 0.85
	weighedWords = 60
	weighedLines = 2 // line breaks of a reply: more are of something pasted
)

// Before is what a reply is weighed beside: what was asked for, and what the agent said last.
type Before struct {
	About  *Parts // what is worked on
	Wanted bool   // the agent had asked for what it must know, and done nothing yet for what it asks about
}

// Weigh adds to what was heard in a reply what its words say of the work taken together, and
// takes back what a phrase said of something else: "blank page" complains, "no more errors"
// does not. It is for whole prompts that bring no error: that is told by the error.
func (r *Reader) Weigh(text string, m *Message, before Before) {
	if len(text) > HeadBytes || m.Words == 0 || m.Plain() > weighedWords || strings.Count(strings.TrimSpace(text), "\n") > weighedLines {
		return
	}
	spoken := m.spoken
	r.signs = r.replySigns(r.signs[:0], text, spoken, m)
	r.shares = wording.Replies().Tell(r.signs, r.shares)
	said := &r.shares
	worse, good, drops := said.Of("fails", "angry"), said.Of("accepts"), said.Of("drops")
	if narrows := said.Of("narrows"); drops+narrows >= surelyDrops {
		switch part, all := r.narrows(text, m, before.About); {
		case all:
			drops += narrows
		case part, narrows >= drops:
			drops, m.Narrows = 0, true
		}
	}
	sure, likely := surelyWorse, likelyWorse
	if r.namesFact(text, m) {
		sure, likely = surelyFault, surelyFault
	}
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
	case before.Wanted && said.Of("angry") < surelyWorse: // it tells what was asked
	case worse >= sure:
		m.forget(Accept, Endorse)
		if said.Of("angry") > said.Of("fails") {
			say(Complain, Failing)
		} else {
			m.Tells, m.Fault, m.Reports = true, true, true
		}
	case worse >= likely && !m.Any(Accept, Endorse) && said.Of("fails") > said.Of("angry"):
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
	case good >= surelyGood && !before.Wanted:
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
