package observe

import (
	"slices"

	"prism/internal/conversation"
)

// Topic are the words of what a session is about: of the person's prompts, and of the
// answers in which the agent closes its turns (conversation.Words), each with where it stands.
type Topic struct {
	in    map[uint64]place
	named []uint64 // words of its title
}

// place are the places where a word stands.
type place uint8

const (
	inGoal  place = 1 << iota // the opening of the first prompt
	inAsked                   // a prompt
	inTold                    // a closing answer
)

// A word of the opening of the first prompt weighs more than one that stands later, which
// weighs as much as one that the agent closed a turn with; one in several places, their sum.
const (
	goalWeight  = 3
	askedWeight = 2
	toldWeight  = 2
)

// maxGoalText is how much of the first prompt says what the session is for, in bytes.
const maxGoalText = 400

// maxTopicText bounds what is read of one prompt or answer, in bytes: what stands behind
// is mostly pasted, or a list.
const maxTopicText = 2000

// So many bytes of a text hold one new word of a topic, about; room is made at once for so
// many words at the most.
const (
	bytesOfWord = 24
	mostWords   = 1 << 10
)

// Topic is what the session is about; it is read when it is first asked for.
func (a *Session) Topic() *Topic {
	if a.topic != nil {
		return a.topic
	}
	bytes := 0
	for i := range a.Turns {
		bytes += min(len(a.Turns[i].Prompt.Text), maxTopicText)
		if a.Turns[i].Closing != nil {
			bytes += min(len(a.Turns[i].Answer.Text), maxTopicText)
		}
	}
	a.topic = &Topic{in: make(map[uint64]place, min(bytes/bytesOfWord, mostWords))}
	opened := false
	for i := range a.Turns {
		t := &a.Turns[i]
		opened = opened || a.topic.add(ClipBytes(t.Prompt.Text, maxGoalText), inGoal)
		a.topic.add(ClipBytes(t.Prompt.Text, maxTopicText), inAsked)
		if t.Closing != nil {
			a.topic.add(ClipBytes(t.Answer.Text, maxTopicText), inTold)
		}
	}
	return a.topic
}

// add takes in the words of a text, and reports whether it has any.
func (t *Topic) add(text string, at place) (some bool) {
	for w := range conversation.Words(text) {
		t.in[w] |= at
		some = true
	}
	return some
}

// Name says which title the session is shown under; "" none is known.
func (t *Topic) Name(title string) {
	t.named = slices.AppendSeq(t.named[:0], conversation.Words(title))
}

// Names reports whether a word is one of the title's.
func (t *Topic) Names(word uint64) bool { return slices.Contains(t.named, word) }

// Weight is how much a word tells of the topic, 0 to 7: 0 where nobody used it.
func (t *Topic) Weight(word uint64) int {
	n, at := 0, t.in[word]
	if at&inGoal != 0 {
		n += goalWeight
	}
	if at&inAsked != 0 {
		n += askedWeight
	}
	if at&inTold != 0 {
		n += toldWeight
	}
	return n
}
