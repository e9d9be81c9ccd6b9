package llm

import (
	"prism/internal/conversation"
	"prism/internal/fact"
	"prism/internal/lang"
)

// languageBudget bounds the rendering that the language agent is shown, in
// tokens: the words that name a language stand early.
const languageBudget = 500

// Hearing asks for the languages of one session, where its files and prompts do
// not tell, or files of two languages tell nearly as much. Like a Case it has a next question until it has none.
type Hearing struct {
	p     *Protocol
	view  *Rendering
	done  bool
	why   flaw
	said  fact.Languages
	calls []fact.Call
}

// Hear reads a draft whose languages are told as far as its files and prompts go.
func (p *Protocol) Hear(d *conversation.Draft, told fact.Languages) *Hearing {
	h := &Hearing{p: p, done: true}
	if told.Told() || len(conversation.Living(d.Turns)) == 0 {
		return h
	}
	scope := p.redactor.Session("language")
	h.view = p.outline(d.Turns, scope, languageBudget, 0, 0, mostEdited(d.Turns, scope)...)
	h.done = scope.Err() != nil // nothing is sent; what is told stays
	return h
}

// Next returns the question that is due, false where there is none.
func (h *Hearing) Next() (Question, bool) {
	if h.done {
		return Question{}, false
	}
	q := h.p.question(Speaking, schemaOf(Speaking), h.p.texts.task(Speaking, ""), h.why, h.view.Prompts)
	q.Redacted = h.view.Redacted
	return q, true
}

// Take takes the answer to the question that Next returned. An answer of no use
// is asked for once more; then what is told stays.
func (h *Hearing) Take(a fact.Answer) {
	if h.done {
		return
	}
	h.calls = append(h.calls, a.Call)
	said, err := fact.Languages{}, errForm
	if a.Call.Outcome == fact.CallAnswered {
		said, err = readLanguages(a.Text.String())
	}
	switch {
	case err == nil:
		h.said, h.done = spelled(said), true
	case h.why != nil || a.Call.Outcome == fact.CallRefused:
		h.done = true
	default:
		h.why = err
	}
}

// Calls are the calls that were made so far.
func (h *Hearing) Calls() []fact.Call { return h.calls }

// Said is what was answered; the zero value where nothing was, or where nothing
// was asked.
func (h *Hearing) Said() fact.Languages { return h.said }

// spelled reads languages that are none of those there are as unsaid: a name is
// shown to people and grouped by, and text could hide in it.
func spelled(l fact.Languages) fact.Languages {
	if l.Code != fact.NoLanguage && !lang.IsCode(l.Code) {
		l.Code = ""
	}
	if !lang.IsHuman(l.Prompt) {
		l.Prompt = ""
	}
	return l
}
