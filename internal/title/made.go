package title

import (
	"strings"

	"prism/internal/fact"
	"prism/internal/observe"
	"prism/internal/title/fit"
	"prism/internal/title/naming"
	"prism/internal/title/work"
)

// made is what the work was handed over as, in the words that were written for it.
type made struct {
	text string
	pull bool // it is the title of the pull request that the session opened
	part bool // of several commits the first, or of a plan that may be of a part
	plan bool // it is the heading of a plan that was drawn up on the way
}

// madeOf names the one pull request that was opened, else the first commit, else the plan
// that was drawn up last; of a session that only plans, the plan.
func madeOf(a *observe.Session, intent fact.Intent) made {
	if intent == fact.Plan {
		return made{text: lastPlan(a), part: true}
	}
	if pull := work.Pull(a); pull != "" && changes(intent) {
		return made{text: pull, pull: true}
	}
	if m, several := work.FirstCommit(a); m != "" {
		return made{text: m, part: several}
	}
	return made{text: lastPlan(a), part: true, plan: true}
}

func lastPlan(a *observe.Session) string {
	for i := len(a.Plans) - 1; i >= 0; i-- {
		if h := planTitle(a.Plans[i].Step.PlanText); h != "" {
			return h
		}
	}
	return ""
}

// short finds a name for a session whose request has no room in a title: what the work was
// handed over as, or the name that the agent's client gave it, each where it fits and speaks
// of the same. Else the request is cut; where what is left of it only tells how things are
// ("While I was looking at …"), another request of the prompt, what was handed over, or the
// files say in whole words what the session was. Files name no matter, so what was to be
// looked at, or how something shall be, stands before them.
func (w *Writer) short(a *observe.Session, intent fact.Intent, goal, other candidate, called string, done made, result Result) string {
	asked := goal.text
	fits := func(s string) bool {
		return s != "" && !fit.IsCut(s) && fit.ASCII(s) == fit.ASCII(asked)
	}
	left := w.score(a, fit.Title(asked), Sentence{}, intent)
	tells := left.asks && !(goal.back && asksBehind(asked, left.text)) && w.openings.cost(left.text) < 1.5
	switch {
	case goal.steps:
		return asked // a commit is of one of them
	case fit.Lone(asked) && tells && fit.EndsPhrase(fit.Title(asked), asked):
		return asked // a whole clause of signs
	case (a.End.Kind == observe.EndHanded || a.End.Kind == observe.EndPlan) && intent == fact.Plan && fit.IsCut(asked) && fits(done.text):
		return done.text // the heading of the plan that the record ends on
	case fits(done.text) && (changes(intent) || intent == fact.Plan) && (!done.part || !tells || !done.plan && alike(asked, done.text)):
		return done.text
	case called != "" && alike(asked, called):
		return called
	case other.later && fit.IsCut(asked):
		return other.text
	case tells:
		return asked
	case other.text != "":
		return other.text
	case !changes(intent), !fit.ASCII(asked): // of signs, what has room holds most of a request
		return asked
	case done.text != "":
		return done.text
	case didOf(result) != "" && (alike(asked, result.text) || w.openings.of(left.text).Has(preparation)):
		return didOf(result)
	case len(a.Edits) > 0 && len(a.Files) <= maxNamed && w.openings.of(left.text).Has(background):
		return changeOf(a)
	}
	return asked
}

// asksBehind reports whether a sentence asks for something only behind what a cut left of it.
func asksBehind(asked, left string) bool {
	low := strings.ToLower(asked)
	at := behindAsk(low)
	return at > 0 && fit.IsCut(asked) && at > len(left)
}

// didOf is what an answer says that was done, where that can stand as a title: "I've
// removed the limit on …"; "" else.
func didOf(result Result) string {
	n := fit.OpensOn(result.text, fit.Listed().Did)
	if n == 0 || strings.Contains(result.text, ": ") {
		return ""
	}
	did := fit.Capital(result.text[n:])
	if fit.Lost(fit.Title(did), did) > mostLost && fit.IsCut(did) {
		return ""
	}
	return did
}

// ordering is what says that something was done in the words that ask for it: "Removed the
// limit" is "Remove the limit".
func ordering(s string) string {
	first, rest, ok := strings.Cut(s, " ")
	if !ok {
		return s
	}
	low := strings.ToLower(first) + " "
	for _, p := range fit.Listed().Past.All() {
		if strings.HasPrefix(p, low) {
			return fit.Capital(p[len(low):]) + " " + rest
		}
	}
	return s
}

// amid is what a person tells that they are doing, without the words that only say who does
// it: "I'm rebasing my commit" is "Rebasing my commit".
func amid(s string) string {
	n := fit.OpensOn(s, fit.Listed().Amid)
	if n == 0 {
		return s
	}
	if verb, rest, ok := strings.Cut(s[n:], " "); ok && fit.Listed().Doing.Finishes(verb) && strings.Count(rest, " ") >= fit.LeastMain-3 && !fit.Listed().Open.Has(strings.ToLower(verb)) {
		return fit.Capital(s[n:])
	}
	return s
}

// mostLost is how much a cut may lose of what was done.
const mostLost = 8

// ofWhat adds to a request that names no object what it was of: the pull request that was
// looked at, where the request speaks of one, else the files that were edited, where they
// are few and there is room ("Fix tests (reset_test.go)").
func (w *Writer) ofWhat(a *observe.Session, asked string, intent fact.Intent) string {
	what := ""
	for word := range strings.FieldsSeq(strings.ToLower(asked)) {
		if fit.Listed().Pull.Has(strings.Trim(word, ".,:;!?")) {
			what = work.PullLookedAt(a)
		}
	}
	if what == "" && intent != fact.Review && len(a.Files) > 0 && len(a.Files) <= maxNamed && len(a.Edits) > 0 {
		what = work.Files(a)
		if stem, _, _ := strings.Cut(what, "."); strings.Contains(strings.ToLower(asked), strings.ToLower(stem)) {
			return asked // it names it
		}
	}
	if what == "" || !fit.ASCII(asked) || strings.ContainsAny(asked, "0123456789/.?") {
		return asked
	}
	for _, of := range []string{what, oneOf(what)} {
		if full := strings.TrimRight(asked, "?. ") + " (" + of + ")"; of != "" && fit.Roomy(naming.Of(full)) {
			return full
		}
	}
	return asked
}

// oneOf is the first of two files that have no room together.
func oneOf(what string) string {
	one, rest, _ := strings.Cut(what, " ")
	if rest == "" {
		return ""
	}
	return one + " …"
}

// maxNamed is how many files a title names for a request that names none.
const maxNamed = 2

// changeOf names what was edited as a change.
func changeOf(a *observe.Session) string {
	if names := work.Files(a); names != "" {
		return "Change " + names
	}
	return "Change " + work.Counted(max(len(a.Files), 1), "file", "files")
}
