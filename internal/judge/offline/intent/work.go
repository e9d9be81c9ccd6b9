package intent

import (
	"path"
	"strings"

	"prism/internal/observe"
	"prism/internal/observe/speech"
	"prism/internal/shell"
	"prism/internal/transcript"
)

// operated reports whether nothing but commands did what was wanted, to a machine, what runs
// on it, or a history: "free some space on /", "can you bring that commit back?". A cause or
// a verdict that is asked for is not had by them.
func (q *request) operated() bool {
	l, ok := q.first.Lead()
	if ok && (l == speech.AskReview || l == speech.AskPlan) || q.first.Plain() > briefAsk || len(q.a.Plans) > 0 || q.first.Any(speech.AskCause, speech.AskReview) {
		return false
	}
	return Operated(q.a)
}

// Operated reports whether a command did something to a machine, what runs on it, or a
// history.
func Operated(a *observe.Session) bool {
	for s := range a.Steps() {
		if s.Kind == transcript.CallShell && s.CarriedOut() && shell.Operates(s.Target) {
			return true
		}
	}
	return false
}

// typed reports whether several prompts are commands of a shell that the agent ran to the
// letter, and something was done by commands: the person has the agent type, and finds out
// nothing.
func (q *request) typed() bool {
	n, acted := 0, false
	for i := range q.a.Turns {
		t := &q.a.Turns[i]
		said := strings.TrimSpace(t.Raw.Prompt)
		ran := false
		for k := range t.Raw.Steps {
			s := &t.Raw.Steps[k]
			if s.Kind != transcript.CallShell || s.Subagent {
				continue
			}
			acted = acted || s.Mutating && s.CarriedOut()
			ran = ran || len(said) >= leastTyped && strings.Contains(s.Target, said)
		}
		if ran && strings.Contains(said, " ") && !strings.ContainsAny(said, "?\n") {
			n++
		}
	}
	return acted && n >= severalTyped
}

const (
	leastTyped   = 6 // how long a command is at least that a person types, in bytes
	severalTyped = 2 // from how many on they are what the session is made of
)

// leastRuns is from how many runs of programs on an answer was worked out.
const leastRuns = 2

// computed counts the programs that were run in the turn that opens the work and have no
// other class: scripts, one-liners of an interpreter.
func (q *request) computed() int {
	n := 0
	for k := range q.opener.Raw.Steps {
		if s := &q.opener.Raw.Steps[k]; s.Kind == transcript.CallShell && s.CarriedOut() && s.Class.Has(shell.ClassRun) && !s.Class.Has(shell.Verifies) && !shell.Operates(s.Target) {
			n++
		}
	}
	return n
}

// tunes reports whether what was changed are files that were there, of settings and neither
// documents nor the words of pages: another word on a page is a small change.
func tunes(a *observe.Session) bool {
	for f := range a.Files {
		for dir := range strings.SplitSeq(path.Dir(strings.ToLower(f)), "/") {
			if dir == "locales" || dir == "locale" || dir == "i18n" || dir == "lang" || dir == "translations" {
				return false
			}
		}
	}
	return len(a.Files) > 0 && a.Created == 0 && a.FileShare(observe.IsDocFile) == 0
}

// writesPlan reports whether what the first prompt orders first is a plan or a design: its
// word stands close behind the order.
func (q *request) writesPlan(l speech.Sense, ok bool) bool {
	if !ok || q.first.Leads[l] == 0 || l == speech.AskPlan {
		return ok && l == speech.AskPlan
	}
	at := q.first.First[speech.AskPlan].Start - q.first.FirstLead[l]
	return l == speech.AskAdd && q.first.Any(speech.AskPlan) && at >= 0 && at <= planWithin
}

// planWithin is how many bytes may part an order from the word for a plan that it orders.
const planWithin = 30

// onlyDocs reports whether all that was changed are documents.
func onlyDocs(a *observe.Session) bool {
	return len(a.Files) > 0 && a.FileShare(observe.IsDocFile) == 1
}

// atOnce reports whether most of the work was done in the very turn that asked for a plan,
// by which it was approved: the plan was the way, and not the goal.
func (q *request) atOnce() bool {
	return q.s.worked >= 0 && &q.a.Turns[q.s.worked] == q.opener && q.a.PlanApproved() && !q.opener.Prompt.Any(speech.AskReview)
}
