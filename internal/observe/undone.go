package observe

import (
	"prism/internal/observe/speech"
)

// Undone is where the agent says at the end that a part of the work is not done.
type Undone struct {
	Turn       int  // index in Session.Turns; −1 nowhere
	Start, End int  // of the words, in the turn's closing answer
	Asks       bool // they ask for what it needs to go on
}

// findUndone reads the closing answer of the last turn that changed something, and
// those after it. What the person put off, or asks about, is no part that is missing.
func (r *Reader) findUndone(a *Session) Undone {
	var requests []string
	for i := range a.End.Turn + 1 {
		if t := &a.Turns[i]; t.Raw.Plan == "" {
			requests = append(requests, t.Prompt.Text)
		}
	}
	asked := speech.NewParts(requests)
	if a.End.Kind == EndAnswer && a.End.Turn >= 0 {
		t := &a.Turns[a.End.Turn]
		if t.Closing != nil && t.Changes > 0 {
			if from, to, ok := r.AsksToGoOn(t.Closing.Text, a.Languages); ok {
				return Undone{a.End.Turn, from, to, true}
			}
		}
		if t.Closing != nil && !t.Delivered && !t.Answer.Any(speech.SaysVerified) && t.Answer.Closing[speech.SaysOffer] == 0 {
			if from, to, ok := r.AsksNeeded(t.Closing.Text, a.Languages); ok {
				return Undone{a.End.Turn, from, to, true}
			}
		}
	}
	for i := a.End.Turn; i >= 0; i-- {
		t := &a.Turns[i]
		if t.Closing != nil && !t.Prompt.Narrows && !t.Prompt.Any(speech.PutOff, speech.Postpone) {
			if from, to, ok := r.Unfinished(t.Closing.Text, t.Changes > 0, asked, a.Languages); ok {
				return Undone{i, from, to, false}
			}
			if i == a.End.Turn && a.End.Kind == EndAnswer && t.Changes > 0 && !t.Answer.Question {
				if from, to, ok := r.LeavesByWords(t.Closing.Text, a.Languages, &t.Answer); ok {
					return Undone{i, from, to, false}
				}
			}
		}
		if t.Changes > 0 {
			break
		}
	}
	return Undone{Turn: -1}
}
