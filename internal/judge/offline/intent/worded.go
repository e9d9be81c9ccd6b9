package intent

import (
	"slices"

	"prism/internal/fact"
	"prism/internal/learn"
	"prism/internal/observe/speech"
	"prism/internal/wording"
)

// wordedWithin is how many words a first prompt may have that says by its words alone what
// it is after.
const wordedWithin = 45

// worded is the intent that the words of the first prompt speak of, and how likely they make
// it; "" where a plan or a command is carried out, or more is said than one thing.
func worded(r *speech.Reader, q *request) (fact.Intent, float64) {
	if q.handed || q.command != "" || q.first.Plain() > wordedWithin || q.first.Text == "" {
		return "", 0
	}
	said := wording.Openings().Tell(r.OpeningSigns(q.first.Text), wording.Shares{})
	class, p := said.Best()
	return fact.Intent(class), p
}

// byWords gives the intent that the words of the first prompt speak of the probability of
// the likeliest, where that says less: the size of an edit, or that nothing was edited.
func (c *Reading) byWords(intents []float64) []float64 {
	best := learn.Best(intents)
	least := 2.0
	switch likeliest := fact.Intents[best]; {
	case likeliest == fact.SmallChange && c.worded == fact.BugFix && !c.wish && !c.docs && !c.aLine && c.code:
		least = 0.8
	case (likeliest == fact.SmallChange || likeliest == fact.Feature) && c.worded == fact.Refactor:
		least = 0.8
	case (likeliest == fact.Question || likeliest == fact.Investigation) && c.worded == fact.Review,
		likeliest == fact.Question && c.worded == fact.Investigation:
		least = 0.85
	case likeliest == fact.Question && c.worded == fact.Plan:
		least = 0.75
	}
	if c.wordedBy < least {
		return intents
	}
	return exchanged(intents, best, slices.Index(fact.Intents, c.worded))
}
