package intent

import (
	"strings"

	"prism/internal/fact"
	"prism/internal/observe"
	"prism/internal/observe/speech"
	"prism/internal/shell"
)

// shown is the intent that the answer or the work shows, where the person names none in so
// many words: a fault that is told as a story, a wish without an order. An answer is known
// by its form: a plan by its heading and steps, a review by its ruling, an investigation
// by opening on the cause that was looked for. "" where neither shows any.
func shown(r *speech.Reader, q *request) fact.Intent {
	if q.handed || q.command != "" {
		return ""
	}
	if q.a.Touched() {
		return shownByWork(r, q)
	}
	t := q.opener
	if t.Closing == nil || q.a.End.Kind != observe.EndAnswer || q.a.End.Announces {
		return ""
	}
	text := t.Closing.Text
	head, _, _ := strings.Cut(strings.TrimSpace(text), "\n")
	switch {
	case len(head) <= headingBytes && r.NamesPlan(head) && ListItems(text) >= leastSteps:
		return fact.Plan
	case t.Steps > 0 && r.GivesVerdict(text, q.a.Languages):
		return fact.Review
	case t.Steps >= leastLooks && t.Answer.Opening[speech.SaysFound] > 0 && (t.Answer.Opening[speech.SaysCause] > 0 || r.NamesCause(q.first.Text, q.a.Languages)):
		return fact.Investigation // "I found it in config.go" is an answer
	case t.Steps >= leastLooks && t.Answer.Opening[speech.SaysCause] > 0 && r.NamesCause(q.first.Text, q.a.Languages) && !q.first.Any(speech.AskReview):
		return fact.Investigation // "Conclusion: …"
	}
	return ""
}

const (
	headingBytes = 60 // a heading is a short line
	leastSteps   = 3  // of a plan
	leastLooks   = 2  // from so many calls on an answer was looked for
	leastMoved   = 3  // lines of code that were put otherwise
	newShown     = 10 // from so many lines of a new file on, and no old one removed, something new was built
)

// shownByWork is shown of work that changed files and was tested: code that was put
// otherwise of which the agent says that its behaviour is as it was, or a test that came
// with the change. Most small changes have neither.
func shownByWork(r *speech.Reader, q *request) fact.Intent {
	for _, c := range []speech.Sense{speech.AskFix, speech.AskAdd, speech.AskRefactor, speech.AskReview, speech.AskPlan, speech.AskSmall} {
		if q.first.Leads[c] > 0 {
			return "" // it is asked for
		}
	}
	if q.s.worked < 0 {
		return ""
	}
	tested, created := false, false
	added, removed := 0, 0
	for _, p := range q.a.Edits {
		e := p.Step.Edit
		switch {
		case e == nil || e.Plan || !p.Step.CarriedOut():
		case shell.TestFile(strings.ToLower(e.File)):
			tested = tested || e.Added > 0
		case e.Language != "":
			added, removed, created = added+e.Added, removed+e.Removed, created || e.Created
		}
	}
	if created && added >= newShown && removed == 0 && !q.first.Any(speech.AskPlan) {
		return fact.Feature
	}
	if q.a.Count(shell.ClassTest) == 0 {
		return ""
	}
	// That the rest is as it was is said of any change, too: of one that only adds, or a line or two.
	if t := &q.a.Turns[q.s.worked]; min(added, removed) >= leastMoved && t.Closing != nil && r.KeepsBehaviour(t.Closing.Text, q.a.Languages) {
		return fact.Refactor
	}
	switch {
	case !tested || added+removed == 0:
		return ""
	case created || removed == 0:
		return fact.Feature
	}
	return fact.BugFix
}
