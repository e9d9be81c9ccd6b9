package speech

import (
	"prism/internal/lang"
	"prism/internal/lexicon"
	"prism/internal/shell"
)

// Hear reads a prompt. Of a reply to earlier work it also tells how it says that this
// stands. It returns the kinds of checks that the prompt reports the failure of, and
// whether it says that the answer was none to what was asked.
func (r *Reader) Hear(text string, reply bool, spoken Languages, m *Message) (faults shell.Class, asksAgain bool) {
	r.Listen(r.Person, text, spoken, m)
	faults = r.faults(text, spoken)
	if reply {
		said := r.spokenIn(text, spoken, m)
		asksAgain = m.Words <= 60 && r.tells(again, text, said)
		if said != spoken {
			*m = Message{}
			r.Listen(r.Person, text, said, m)
		}
		r.hearReply(text, said, m, faults != 0)
		m.spoken = said
	}
	m.hearSign(text)
	m.Tests = m.NamesTests() && !m.Question && r.asideIn(text[:min(len(text), HeadBytes)], wantsTests, spoken)
	m.Pull = r.asksPull(text, m, spoken)
	return faults, asksAgain
}

// HearFirst hears a first prompt of which nothing was heard that it asks for once more, in
// the language that it seems to be written in, and returns that language where it asks for
// something in it: many ask in their own and go on in English.
func (r *Reader) HearFirst(text string, spoken Languages, m *Message) Languages {
	if _, asks := m.Lead(); asks {
		return 0
	}
	if len(text) > briefly {
		return 0
	}
	own := lexicon.Every // too few words to tell
	if in := lang.OfText(text); in != "" {
		own = lexicon.Speaking(in)
	}
	if own&^spoken == 0 {
		return 0
	}
	var said Message
	r.Listen(r.Person, text, spoken|own, &said)
	if _, asks := said.Lead(); !asks {
		return 0
	}
	*m = said
	if own == lexicon.Every {
		return 0
	}
	return own
}

// hearReply hears how a prompt says that earlier work stands. fault says that it reports
// the failure of a check.
func (r *Reader) hearReply(text string, spoken Languages, m *Message, fault bool) {
	r.hearStance(text, spoken, m, fault || r.NamesTests(text, spoken))
	r.hearMended(text, spoken, m, fault)
	if m.Any(Complain) && !m.Any(Failing, Swear) && r.looksWhether(text, spoken, m) {
		m.forget(Complain)
	}
	if m.Any(Swear) && m.Any(Postpone) && !m.Any(Complain, Failing, Broken, Undo, Switch) {
		m.forget(Swear) // "ugh, of course. I'll change it tomorrow"
	}
	if m.LeadsRequest() && r.ownPlan(text, m, spoken) {
		m.forget(requests[:]...)
	}
	r.doesItself(text, m, spoken)
	m.Nod = r.nods(text, spoken)
	m.Cheer = r.cheers(text, spoken)
	m.Untried = r.untried(text, m, spoken)
	m.Leaving = r.leaving(text, m, spoken)
	m.Tells = r.tellsHow(text, m, spoken)
	m.Fault = m.Tells && r.tellsFault(text, fault, spoken)
	m.Reports = m.Plain() <= tellWords && (m.Tells || !m.Any(Accept, Endorse, Thanks)) && r.ReportsFault(text, spoken, m.LeadsRequest())
	m.Refuses = r.refuses(text, spoken)
	m.Retracts = r.retractsIn(text, m, spoken)
	m.next, m.Polite = r.opensOn(text, spoken)
	orders := m.next || m.Polite || m.Leads[AskSmall] > 0
	m.amiss = r.namesAmiss(text, spoken, orders)
}

// whetherWithin is how many words an order to look may have before what it is to find out.
const whetherWithin = 4

// looksWhether reports whether a prompt orders a look at whether something is so, and finds
// fault only behind that: "see if any rows have the wrong date". What begins as a statement
// does orders none, and where the complaint comes first it is meant.
func (r *Reader) looksWhether(text string, spoken Languages, m *Message) bool {
	r.words.Scan(text, maxWords)
	toks := r.words.Tokens
	for i := 0; i < len(toks) && i <= whetherWithin; i++ {
		h := r.stance.Starts(&r.words, i, spoken)
		if i > 0 && r.aside.At(&r.words, i, spoken).Sections.Has(supposes) {
			return m.First[Complain].Start > toks[i].Start || m.First[Complain].Start == 0 && m.First[Complain].End > toks[i].End
		}
		if i == 0 && (h.Has(tells) || h.Has(speaks) || h.Has(not)) || h.Has(isBad) || h.Has(isWrong) || h.Has(still) {
			return false
		}
	}
	return false
}

// HearAnswer reads an answer of the agent.
func (r *Reader) HearAnswer(text string, spoken Languages, m *Message) {
	r.Listen(r.Agent, text, spoken, m)
	r.hearUnknown(text, spoken, m)
	m.Judges = r.judges(text, spoken)
	m.Offers = m.Question && r.offersMore(text, spoken)
}

// namesStill reports whether what stands behind a word says of a thing that it is so yet, or
// is not so: "browser cache headers are still wrong", "my mistake: it must list them, and it
// does not".
func (r *Reader) namesStill(at int, spoken Languages) bool {
	for i := at + 1; i < len(r.words.Tokens); i++ {
		if says := r.stance.Starts(&r.words, i, spoken); says.Has(still) || says.Has(stays) || says.Has(not) && i > at+3 {
			return true
		}
	}
	return false
}

// retractsFirst is how many words may stand before those that take a complaint back where
// something wrong is named behind them.
const retractsFirst = 2

// retractsIn reports whether a short prompt says that what its writer had found wrong was a
// mistake of his own, and finds nothing else wrong: "my bad, I had the wrong branch open".
func (r *Reader) retractsIn(text string, m *Message, spoken Languages) bool {
	if m.Plain() > stanceWords || m.Question || m.Any(Swear) {
		return false
	}
	r.words.Scan(text, maxWords)
	for i := range r.words.Tokens {
		if r.stance.Starts(&r.words, i, spoken).Has(retracts) {
			return i <= retractsFirst && !r.namesStill(i, spoken) || !m.Any(Failing) // what is wrong then was his own: "my mistake, I had the wrong file open"
		}
	}
	return false
}
