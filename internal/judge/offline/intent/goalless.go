package intent

import (
	"prism/internal/observe"
	"prism/internal/observe/speech"
)

// Bounds of talk that has no goal, in words.
const (
	ambientWords = 25 // of the weather and the like
	replyWords   = 6  // "yes indeed", "nothing really"
)

// Goalless reports whether no goal can be told: greetings, farewells, talk of the
// weather, stray words, and nothing done about anything.
func Goalless(a *observe.Session) bool {
	if a.Touched() {
		return false
	}
	chat := false // it began as a chat
	for i := range a.Turns {
		t := &a.Turns[i]
		h := &t.Prompt
		switch {
		case t.Raw.Command != "" || t.Raw.Plan != "" || t.Raw.Images > 0:
			return false
		case ambient(t), t.Trivial && h.Any(speech.Greet), t.Steps == 0 && h.Plain() <= replyWords && h.Any(speech.Greet) && !speech.AsksWork(h):
			chat = true
		case t.Trivial:
		case t.Steps == 0 && h.Plain() <= replyWords && h.Any(speech.Farewell, speech.Thanks) && !speech.AsksWork(h):
		case chat && t.Steps == 0 && h.Plain() <= replyWords && !h.Question && !asksAny(h):
		case h.Words > 2 || t.Steps > 2 || speech.AsksWork(h):
			return false
		}
	}
	return true
}

// ambient reports whether a turn only makes conversation: how one is, the weather,
// a joke; nothing is done about it.
func ambient(t *observe.Turn) bool {
	h := &t.Prompt
	return h.Any(speech.Ambient) && h.Plain() <= ambientWords && t.Changes == 0 && t.Steps <= 2 && t.Pasted == 0 && !h.LeadsRequest() && !observe.Complains(t)
}

// asksAny reports whether a prompt asks for work or an answer.
func asksAny(h *speech.Message) bool {
	for _, c := range speech.Asked() {
		if h.Leads[c] > 0 {
			return true
		}
	}
	return h.Any(speech.Broken, speech.Deliver, speech.Undo)
}
