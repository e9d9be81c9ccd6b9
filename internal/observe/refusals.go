package observe

import (
	"prism/internal/observe/speech"
	"prism/internal/transcript"
)

// How long a prompt may be in which such words are the person's point, in words:
// in a longer one they stand beside a request.
const (
	dropWords    = 40
	failingWords = 60
	curtWords    = 12
)

// Drops reports whether a prompt drops the work: a clause of it says so and no
// more. "Skip it" does, "skip it in CI" and "should we skip it?" do not, nor does
// who says in the same breath that it works.
func Drops(t *Turn) bool {
	h := &t.Prompt
	return !t.First && (h.Words <= dropWords || h.Gone) && h.Whole[speech.Abandon] > 0 && !h.Any(speech.Endorse) &&
		(h.Whole[speech.Accept] < 2 || h.FirstLead[speech.Accept] > 0) // "great, that's it. I'll get back to them with it"
}

// Switches reports whether a prompt gives up the way that was gone for another.
func Switches(t *Turn) bool {
	h := &t.Prompt
	return !t.First && (h.Leads[speech.Switch] > 0 && h.Plain() <= dropWords || h.Any(speech.Switch) && h.Plain() <= curtWords) && !h.Question && !h.Any(speech.Endorse)
}

// PutsOff reports whether a prompt puts what is at hand off to another day.
func PutsOff(t *Turn) bool {
	h := &t.Prompt
	if h.Leads[speech.Endorse] > 0 && h.Opening[speech.Endorse] > 0 && h.FirstLead[speech.Endorse] < h.First[speech.Postpone].Start && h.Leads[speech.Postpone] == 0 {
		return false // "great, that's it. I'll get back to the team with it later today"
	}
	return !t.First && !h.Question && h.Any(speech.Postpone) && (h.Words <= curtWords || h.Leads[speech.Postpone] > 0 && h.Words <= dropWords)
}

// Leaves reports whether a prompt puts the work itself off, whatever its state: it is
// short, says no more than when it goes on, and takes nothing as good.
func Leaves(t *Turn) bool {
	h := &t.Prompt
	if !PutsOff(t) || h.Words > curtWords || h.Any(speech.PutOff, speech.Accept, speech.Endorse, speech.Thanks, speech.Deliver) {
		return false
	}
	return !h.LeadsRequest() && h.Leads[speech.Question] == 0
}

// Fails reports whether a prompt says that the work does not work, or loses its
// temper over it: more than that something is not as it should be.
func Fails(t *Turn) bool {
	h := &t.Prompt
	if t.First {
		return false
	}
	if h.Opening[speech.Failing] > 0 && h.Leads[speech.Failing] > 0 {
		return true // what follows may be pasted
	}
	if h.Words > failingWords {
		return false
	}
	if h.Leads[speech.Failing] > 0 || h.Opening[speech.Failing] > 0 && !h.Neutral() {
		return true
	}
	if h.Any(speech.Failing) && h.Words <= curtWords && !h.Neutral() {
		return true
	}
	if h.Whole[speech.Complain] > 0 && h.Plain() <= curtWords/2 && !h.Neutral() {
		return true // "same thing": in a request it would go on
	}
	return (h.Leads[speech.Swear] > 0 || h.Any(speech.Swear) && h.Words <= curtWords) && (h.Any(speech.Complain) || !h.Any(speech.Endorse) && h.Leads[speech.Accept] == 0)
}

// HeldBack is the last edit that the person refused, where none was carried out and nothing was
// committed: what was to be changed was not. nil where there is none.
func (a *Session) HeldBack() *Place {
	if len(a.Edits) > 0 || a.Commits > 0 || a.PlanEdits > 0 {
		return nil
	}
	for i := a.End.Turn; i >= 0; i-- {
		t := &a.Turns[i]
		for k := len(t.Raw.Steps) - 1; k >= 0; k-- {
			s := &t.Raw.Steps[k]
			if s.Kind == transcript.CallEdit && s.Outcome == transcript.Rejected && !s.Subagent {
				return &Place{Turn: t.Index, Step: s}
			}
		}
	}
	return nil
}
