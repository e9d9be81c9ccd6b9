package observe

import "prism/internal/observe/speech"

// ThanksOnly reports whether a prompt gives thanks and says no more, where the one before it
// said that the work fails and nothing was changed at that: the thanks are for the answer.
func ThanksOnly(a *Session, turn int) bool {
	if turn < 1 {
		return false
	}
	h, was := &a.Turns[turn].Prompt, &a.Turns[turn-1]
	return h.Any(speech.Thanks) && h.Plain() <= 3 && !h.Any(speech.Endorse) && h.Whole[speech.Accept] == 0 && Fails(was) && was.Changes == 0 && !Mutates(was)
}
