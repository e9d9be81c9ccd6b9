package title

import (
	"path"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"prism/internal/fact"
	"prism/internal/observe"
	"prism/internal/shell"
	"prism/internal/title/fit"
	"prism/internal/title/naming"
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
	if pull := onlyPull(a); pull != "" && changes(intent) {
		return made{text: pull, pull: true}
	}
	if m, several := firstCommit(a); m != "" {
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

// onlyPull returns the title of the pull request that was opened, where it was one: of
// several none names the session.
func onlyPull(a *observe.Session) string {
	title := ""
	for i := range a.Turns {
		for k := range a.Turns[i].Raw.Steps {
			s := &a.Turns[i].Raw.Steps[k]
			if !s.Class.Has(shell.ClassPull) || !delivers(a, i, k) {
				continue
			}
			_, rest := observe.Conventional(observe.PullTitle(s.Target))
			if rest = Plain(rest); !fit.Worded(rest) || rest == title {
				continue
			}
			if title != "" {
				return ""
			}
			title = rest
		}
	}
	if fit.ASCII(title) && !strings.Contains(title, " ") {
		return "" // the name of a branch
	}
	return title
}

// firstCommit returns the subject of the first commit that was made, without its
// conventional kind. One word names nothing, a commit of a repository that was made for a
// try names the try, and one that is amended is of work before it. several says that there
// were more than two.
func firstCommit(a *observe.Session) (subject string, several bool) {
	n := 0
	for i := range a.Turns {
		for k := range a.Turns[i].Raw.Steps {
			s := &a.Turns[i].Raw.Steps[k]
			if !s.Class.Has(shell.ClassCommit) || !delivers(a, i, k) || strings.Contains(s.Target, "--amend") || strings.Contains(s.Target, "git init") || strings.Contains(s.Target, "mktemp") {
				continue
			}
			n++
			_, rest := observe.Conventional(observe.CommitSubject(s.Target))
			if rest = Plain(rest); subject == "" && fit.Worded(rest) && (strings.Contains(rest, " ") || !fit.ASCII(rest)) {
				subject = rest
			}
		}
	}
	return subject, n > 2
}

// pullLookedAt is the one pull request that commands looked at ("PR 12"); "" where it was
// none, or several.
func pullLookedAt(a *observe.Session) string {
	number := ""
	for i := range a.Turns {
		for k := range a.Turns[i].Raw.Steps {
			command := a.Turns[i].Raw.Steps[k].Target
			for _, before := range []string{"gh pr view ", "gh pr diff ", "gh pr checkout ", "/pulls/"} {
				_, rest, ok := strings.Cut(command, before)
				if !ok {
					continue
				}
				n := rest[:len(rest)-len(strings.TrimLeft(rest, "0123456789"))]
				if n == "" || len(n) > maxNumber {
					continue
				}
				if number != "" && number != n {
					return ""
				}
				number = n
			}
		}
	}
	if number == "" {
		return ""
	}
	return "PR " + number
}

// maxNumber is how many digits the number of a pull request may have.
const maxNumber = 6

// delivers reports whether a call went through, or is the one that the record ends on.
func delivers(a *observe.Session, turn, step int) bool {
	s := &a.Turns[turn].Raw.Steps[step]
	return s.CarriedOut() || a.End.Delivery && a.End.Step == s
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
			what = pullLookedAt(a)
		}
	}
	if what == "" && intent != fact.Review && len(a.Files) > 0 && len(a.Files) <= maxNamed && len(a.Edits) > 0 {
		what = fileList(a)
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
	if names := fileList(a); names != "" {
		return "Change " + names
	}
	return "Change " + counted(max(len(a.Files), 1), "file", "files")
}

// plainName reports whether a name is one that files have: letters, digits and the signs of
// names, and an ending of a few letters or, without one, letters alone. The last piece of a
// path may be a piece of a secret, which the gate knows by what stood before it.
func plainName(name string) bool {
	if name == "" || len(name) > longestName {
		return false
	}
	stem := name
	if dot := strings.LastIndexByte(name, '.'); dot >= 0 {
		end := name[dot+1:]
		stem = name[:dot]
		if len(end) == 0 || len(end) > 8 || strings.ContainsFunc(end, func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) }) {
			return false
		}
	} else if utf8.RuneCountInString(name) > shortName || strings.ContainsFunc(name, func(r rune) bool { return !unicode.IsLetter(r) && r != '_' && r != '-' }) {
		return false
	}
	return !strings.ContainsFunc(stem, func(r rune) bool {
		return !unicode.IsLetter(r) && !unicode.IsDigit(r) && !strings.ContainsRune("._- ()[]@$", r)
	})
}

// longestName bounds the names of files that are told, in bytes; shortName of those without
// an ending, in letters.
const (
	longestName = 80
	shortName   = 16
)

// fileList names up to two of the files that were edited, those with the most edits, in
// order; "" none has a name to be told.
func fileList(a *observe.Session) string {
	times := map[string]int{}
	var names []string
	for _, e := range a.Edits {
		file := e.Step.Target
		if e.Step.Edit != nil {
			file = e.Step.Edit.File
		}
		name := tidy(path.Base(strings.ReplaceAll(file, `\`, "/")))
		if !plainName(name) {
			continue
		}
		if times[name]++; times[name] == 1 {
			names = append(names, name)
		}
	}
	if len(names) == 0 {
		return ""
	}
	slices.SortStableFunc(names, func(a, b string) int { return times[b] - times[a] })
	names = names[:min(len(names), 2)]
	if more := len(a.Files) - len(names); more > 0 {
		return strings.Join(names, ", ") + " and " + counted(more, "other file", "other files")
	}
	return strings.Join(names, " and ")
}

// created reports whether all files that were edited were made by the session.
func created(a *observe.Session) bool {
	made := map[string]bool{}
	for _, e := range a.Edits {
		if e.Step.Edit == nil {
			return false
		}
		made[e.Step.Edit.File] = made[e.Step.Edit.File] || e.Step.Edit.Created
	}
	for _, is := range made {
		if !is {
			return false
		}
	}
	return len(made) > 0
}

// gone reports whether all files that were edited were removed afterwards.
func gone(a *observe.Session) bool {
	for _, e := range a.Edits {
		if e.Step.Edit == nil || !a.RemovedAfter(e.Step.Edit.File, e.Order) {
			return false
		}
	}
	return len(a.Edits) > 0
}
