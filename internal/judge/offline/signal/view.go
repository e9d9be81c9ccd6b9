package signal

import (
	"strings"

	"prism/internal/fact"
	"prism/internal/observe"
	"prism/internal/observe/speech"
)

// View is a session as its end is read: what features, criteria and sentences look at.
type View struct {
	Session *observe.Session
	Last    *observe.Turn // the turn in which the record ends
	Before  *observe.Turn // the one before it; nil none
	End     *observe.Ending
	Intent  []float64 // probability of each of fact.Intents, then of none
	Proof   observe.Proof
	Sign    Sign // the failure signal that stands

	found  int            // as foundBroken found it
	served *observe.Place // as servedNow found it
	asked  bool           // whether it has looked for it
}

// New reads a session whose intents have the probabilities given: those of
// fact.Intents, then that of none.
func New(a *observe.Session, intent []float64) *View {
	c := &View{Session: a, End: &a.End, Last: a.Final(), Intent: intent, Proof: observe.Prove(a, a.End.Turn)}
	if a.End.Turn > 0 {
		c.Before = &a.Turns[a.End.Turn-1]
	}
	c.found = c.foundBroken()
	c.Sign = failure(c)
	return c
}

// Is is the probability, 0–1, that the session is of one of some intents.
func (c *View) Is(intents ...fact.Intent) float64 {
	p := 0.0
	for i, name := range fact.Intents {
		for _, want := range intents {
			if name == want {
				p += c.Intent[i]
			}
		}
	}
	return p
}

// HighStakes is the probability, 0–1, that code was to be built or mended.
func (c *View) HighStakes() float64 { return c.Is(fact.BugFix, fact.Feature, fact.Refactor) }

// Says reports whether the closing words of the record say one of some things.
func (c *View) Says(cs ...speech.Sense) bool {
	if c.End.Kind != observe.EndAnswer && c.End.Kind != observe.EndAsking {
		return false
	}
	for _, k := range cs {
		if c.Last.Answer.Count[k] > 0 {
			return true
		}
	}
	return false
}

// Stopped reports whether the record stops in mid-work.
func (c *View) Stopped() bool {
	return c.End.Cut() || c.End.Kind == observe.EndAsking || c.End.Kind == observe.EndPrompt || c.End.Announces
}

// AsksFirst reports whether all that a short last answer says is what it has to know
// before it begins: its first sentence is a question.
func (c *View) AsksFirst() bool {
	h := &c.Last.Answer
	if c.Last.Closing == nil || h.Words > CurtAnswer || c.Last.Changes > 0 {
		return false
	}
	end := observe.FirstSentence(h.Text)
	if end < len(h.Text) && (h.Text[end] == '?' || strings.HasPrefix(h.Text[end:], "？")) {
		return true
	}
	return end == len(h.Text) && (strings.HasSuffix(h.Text, "?") || strings.HasSuffix(h.Text, "？"))
}

// Steps counts the next steps that the person had built on what was done.
func (c *View) Steps() int {
	n := 0
	for i := 1; i <= c.End.Turn; i++ {
		if c.BuildsAt(i, 0) {
			n++
		}
	}
	return n
}

// Nodding is how many words a prompt may have for a yes at its head to be its point.
const Nodding = 25
