package observe

import (
	"prism/internal/observe/speech"
)

// Undone is where the agent says at the end that a part of the work is not done.
type Undone struct {
	Turn       int // index in Session.Turns; −1 nowhere
	Start, End int // of the words, in the turn's closing answer
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
	for i := a.End.Turn; i >= 0; i-- {
		t := &a.Turns[i]
		if t.Closing != nil && !t.Prompt.Any(speech.PutOff, speech.Postpone) {
			if from, to, ok := r.Unfinished(t.Closing.Text, t.Changes > 0, asked, a.Languages); ok {
				return Undone{i, from, to}
			}
		}
		if t.Changes > 0 {
			break
		}
	}
	return Undone{Turn: -1}
}
