package observe

import "prism/internal/conversation"

// Topic are the words of what a session is about: of the person's prompts, and of the
// answers in which the agent closes its turns (conversation.Words).
type Topic struct {
	goal, asked, told map[uint64]bool
}

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

// Topic is what the session is about; it is read when it is first asked for.
func (a *Session) Topic() *Topic {
	if a.topic != nil {
		return a.topic
	}
	a.topic = &Topic{goal: map[uint64]bool{}, asked: map[uint64]bool{}, told: map[uint64]bool{}}
	for i := range a.Turns {
		t := &a.Turns[i]
		if len(a.topic.goal) == 0 {
			for w := range conversation.Words(ClipBytes(t.Prompt.Text, maxGoalText)) {
				a.topic.goal[w] = true
			}
		}
		for w := range conversation.Words(ClipBytes(t.Prompt.Text, maxTopicText)) {
			a.topic.asked[w] = true
		}
		if t.Closing != nil {
			for w := range conversation.Words(ClipBytes(t.Answer.Text, maxTopicText)) {
				a.topic.told[w] = true
			}
		}
	}
	return a.topic
}

// Weight is how much a word tells of the topic, 0 to 7: 0 where nobody used it.
func (t *Topic) Weight(word uint64) int {
	n := 0
	if t.goal[word] {
		n += goalWeight
	}
	if t.asked[word] {
		n += askedWeight
	}
	if t.told[word] {
		n += toldWeight
	}
	return n
}
