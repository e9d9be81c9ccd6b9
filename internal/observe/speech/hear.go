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
	}
	m.hearSign(text)
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
	m.Nod = r.nods(text, spoken)
	m.Cheer = r.cheers(text, spoken)
	m.Untried = r.untried(text, m, spoken)
	m.Leaving = r.leaving(text, m, spoken)
	m.Tells = r.tellsHow(text, m, spoken)
	m.Fault = m.Tells && r.tellsFault(text, fault, spoken)
	m.Refuses = r.refuses(text, spoken)
	m.next, m.Polite = r.opensOn(text, spoken)
	orders := m.next || m.Polite || m.Leads[AskSmall] > 0
	m.amiss = r.namesAmiss(text, spoken, orders)
}

// HearAnswer reads an answer of the agent.
func (r *Reader) HearAnswer(text string, spoken Languages, m *Message) {
	r.Listen(r.Agent, text, spoken, m)
	r.hearUnknown(text, spoken, m)
	m.Judges = r.judges(text, spoken)
}
