package title

import (
	"path"
	"strings"
	"unicode"
	"unicode/utf8"

	"prism/internal/fact"
	"prism/internal/judge"
	"prism/internal/observe"
	"prism/internal/observe/output"
	"prism/internal/observe/speech"
	"prism/internal/title/fit"
	"prism/internal/title/naming"
	"prism/internal/title/plain"
	"prism/internal/title/work"
)

// Writer writes the title and summary of one session. It is as safe to share as its reader: not.
type Writer struct {
	*speech.Reader
	*Words

	answers []answer // of the session at hand
}

// Write gives a session its title and summary: what was wanted, and what came
// of it. Both keep the language that was spoken; what Prism itself has seen
// (tests, commits, an interrupt) it says in English.
//
// Where none of the person's sentences can stand as a title, or would be cut, the name
// that the agent's client gave is taken before anything that we would make up.
func (w *Writer) Write(a *observe.Session, op judge.Opinion, result Result) (title, full, summary string) {
	goal, other := w.wanted(a, op.Intent)
	want, called, said := goal.text, calledBy(a), ""
	long := utf8.RuneCountInString(naming.Of(fit.Capital(want))) > judge.MaxTitle
	made := madeOf(a, op.Intent)
	switch {
	case op.Intent == fact.IntentNone:
		want = FirstWords(a)
	case made.pull && !goal.plan && !(goal.weak && called != "" && alike(made.text, called)):
		want = made.text
	case op.Intent == fact.Plan && !goal.plan && made.text != "" && (a.End.Kind == observe.EndHanded || a.End.Kind == observe.EndPlan) && !(goal.asks && goal.full && goal.first):
		want, said = made.text, fit.Capital(goal.text) // the heading of the plan that the record ends on
	case made.text != "" && !made.part && !made.plan && !goal.plan && !goal.full && changes(op.Intent) && w.openings.of(goal.text).Has(preparation) && !fit.Says(fit.Listed().And, goal.text) && !fit.IsCut(made.text):
		want = made.text // of what was only to be looked at
	case goal.score >= tellingScore && !goal.weak && !long:
	case goal.plan:
		if long && made.text != "" && !fit.IsCut(made.text) && (!made.part || alike(want, made.text)) && changes(op.Intent) {
			want, said = made.text, goal.text // a heading that has no room, in the words of the commit
		}
	case goal.score >= tellingScore && !goal.weak:
		want = w.short(a, op.Intent, goal, other, called, made, result)
		if want != goal.text && want != called && !(other.later && want == other.text) {
			said = fit.Capital(goal.text)
		}
	case called != "":
		want = called
	case goal.weak && goal.score >= tellingScore:
		if made.text != "" {
			want = made.text
		}
	default:
		if done := w.fallback(a, result, want, made.text); done != "" {
			want = done
		}
	}
	if want == "" {
		want = "A session without words"
	}
	if want == goal.text && goal.vague {
		want = w.ofWhat(a, want, op.Intent)
	}
	if want != goal.text {
		want = ordering(want)
	} else if !goal.asks {
		want = amid(want)
	}
	if want != goal.text || goal.later || !goal.first && !goal.plan {
		want = w.referred(a, want)
	}
	want = fit.Capital(w.reviewOf(a, want))
	title, full = fit.Title(want), fit.Shorten(naming.Of(want), judge.MaxLong)
	if said != "" {
		want = said // the summary tells in the person's words what the title had no room for
	}
	return title, full, w.summary(a, op, result, goal, want)
}

// summary tells what was asked, what else was, and what came of it.
func (w *Writer) summary(a *observe.Session, op judge.Opinion, result Result, goal candidate, want string) string {
	up := w.upshotOf(a, op.Intent, result, want, goal)
	out := outcome(a, op, up)
	if up.text != "" && fit.Capital(up.text) == want {
		return fit.Shorten(sentence(out), judge.MaxSummary)
	}
	free := judge.MaxSummary - utf8.RuneCountInString(out) - 2
	works, kept := len(a.Edits) > 0 || changes(op.Intent) && a.Touched(), 0
	more := op.Intent != fact.IntentNone && len(further(a, goal.turn, works)) > 0
	if more {
		kept = leastAlso + len(alsoAsked)
	}
	asked := sentence(fit.Shorten(naming.Of(want), min(max(free-kept, leastAsked), mostAsked)))
	if more {
		free -= utf8.RuneCountInString(asked) + len(alsoAsked) + len(" (and more)")
		if also := w.also(a, goal, op.Intent, want, free, works); also != "" {
			asked += " " + sentence(also)
		}
	}
	if out != "" {
		asked += " " + sentence(out)
	}
	return fit.Shorten(asked, judge.MaxSummary)
}

// How much of a summary tells what was asked, in characters: half a sentence, and more only
// where little is told of what came of it.
const (
	leastAsked = 70
	mostAsked  = 150
)

// reviewOf names what a session was asked to review, where the sentence that tells of it
// only shows it: "this is PR 104", and "let's review it" behind that.
func (w *Writer) reviewOf(a *observe.Session, want string) string {
	if n := fit.OpensOn(want, fit.Listed().Shows); n > 0 {
		rest := naming.Of(want[n:])
		if len(strings.Fields(rest)) > 3 || fit.OpensOn(rest, fit.Listed().Pull) == 0 {
			return want
		}
		for i := range a.Turns {
			if t := &a.Turns[i]; !t.Trivial {
				if t.Prompt.Any(speech.AskReview) {
					return "Review " + rest
				}
				return want
			}
		}
	}
	return want
}

// calledBy is the name that the agent's client gave the session, where it says
// something: two words at least, or a script that is written without blanks.
func calledBy(a *observe.Session) string {
	name := ""
	for i := range a.Turns {
		if n := a.Turns[i].Raw.Called; n != "" {
			name = n
		}
	}
	name = plain.Of(name)
	latin := utf8.RuneCountInString(name) == len(name)
	if latin && !strings.Contains(name, " ") || !fit.Worded(name) {
		return ""
	}
	return name
}

// alikeFrom is how long a word must be to show that two names speak of one thing.
const alikeFrom = 5

// alike reports whether a name that the client gave speaks of what a sentence does: a
// word of the one begins as a word of the other. Clients name a conversation by its
// first prompts, and what it came to may be something else.
func alike(sentence, called string) bool {
	words := func(s string) []string {
		return strings.FieldsFunc(strings.ToLower(humps(s)), func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) })
	}
	for _, a := range words(called) {
		for _, b := range words(sentence) {
			short := min(len(a), len(b))
			if telling(a) && telling(b) && (a[:short] == b[:short] || short > alikeFrom && a[:alikeFrom+1] == b[:alikeFrom+1]) {
				return true // "details" and "detailed" too
			}
		}
	}
	return false
}

// telling reports whether a word is long enough to show that two names are alike: signs
// tell more than letters.
func telling(w string) bool {
	n := utf8.RuneCountInString(w)
	return n >= alikeFrom || n > 1 && len(w) == 3*n
}

// humps parts the words of identifiers: "promptAttributionAtStart" has four.
func humps(s string) string {
	var b strings.Builder
	small := false
	for _, r := range s {
		if small && unicode.IsUpper(r) {
			b.WriteByte(' ')
		}
		small = unicode.IsLower(r)
		b.WriteRune(r)
	}
	return b.String()
}

// commandWish puts a custom command into words: "/review-pr 12" is "Review pr
// 12"; words that ask for something by themselves stand alone.
func (w *Writer) commandWish(a *observe.Session, t *observe.Turn, intent fact.Intent) candidate {
	command := t.Raw.Command
	if command == "" {
		command = strings.TrimSpace(t.Raw.Prompt)
	}
	args := strings.TrimSpace(strings.TrimPrefix(strings.TrimSpace(t.Raw.Prompt), command))
	name := commandName(command)
	if args == "" {
		if known, of := clientCommand(command); known != "" {
			score := 1.4
			if n := work.PullLookedAt(a); n != "" && of == fact.Review {
				known = "Review " + n
			}
			if of == intent {
				score += 0.8
			}
			return candidate{text: known, score: score}
		}
		if intent == fact.Review && !strings.Contains(name, " ") && w.ofIntent(a, name, intent) > 0 {
			if n := work.PullLookedAt(a); n != "" {
				return candidate{text: name + " " + n, score: 1.4}
			}
			return candidate{text: name + " the changes", score: 1.4}
		}
		if !strings.Contains(name, " ") {
			return candidate{text: name, score: 0.9} // "/help", "/status"
		}
		if n := work.PullLookedAt(a); n != "" && w.ofIntent(a, name, fact.Review) > 0 {
			name += " (" + n + ")" // which one the command found out
		}
		return candidate{text: name, score: 1.3}
	}
	var best candidate
	for i, c := range asking(w.candidates(a, args, intent, true), intent) {
		if i == 0 || c.score > best.score {
			best = c
		}
	}
	switch words := len(strings.Fields(best.text)); {
	case best.text == "":
		return candidate{text: name + " " + plain.Of(output.FirstLine(args)), score: 2.2}
	case words >= 5 && best.asks && best.score >= 2:
		return candidate{text: best.text, score: best.score + 0.5 + w.ofIntent(a, name, intent)}
	case words >= 5:
		return candidate{text: name + ": " + best.text, score: best.score + 1.2 + w.ofIntent(a, name, intent)}
	}
	return candidate{text: name + " " + best.text, score: max(best.score, 0) + 1.6}
}

// slashed reports whether a prompt is nothing but the name of a command that the client
// did not know, or left in the prompt: "/work:review".
func slashed(prompt string) bool {
	name, ok := strings.CutPrefix(strings.TrimSpace(prompt), "/")
	return ok && name != "" && !strings.ContainsFunc(name, func(r rune) bool {
		return r != '-' && r != '_' && r != ':' && (r >= 'A' && r <= 'Z' || !unicode.IsLetter(r))
	})
}

// ofIntent is what a command gains whose name says what the session was: "/plan" of a plan.
func (w *Writer) ofIntent(a *observe.Session, name string, intent fact.Intent) float64 {
	_, hits := w.Phrases(w.Person, name, goOn, a.Languages)
	for _, h := range hits {
		for _, k := range []struct {
			sense speech.Sense
			of    fact.Intent
		}{{speech.AskPlan, fact.Plan}, {speech.AskReview, fact.Review}, {speech.AskFix, fact.BugFix}, {speech.AskRefactor, fact.Refactor}, {speech.AskInvestigate, fact.Investigation}} {
			if h.Says.Has(k.sense) && k.of == intent {
				return 0.8
			}
		}
	}
	return 0
}

// commandName puts the name of a command into words, its plugin left out.
func commandName(command string) string {
	name := strings.TrimPrefix(command, "/")
	if i := strings.LastIndexByte(name, ':'); i >= 0 && i < len(name)-1 {
		name = name[i+1:]
	}
	words := strings.Fields(plain.Tidy(strings.NewReplacer("-", " ", "_", " ", "/", " ").Replace(name)))
	for i, w := range words {
		switch w {
		case "pr", "ci", "api", "ui", "ux", "e2e", "sql", "adr", "prd", "cli":
			words[i] = strings.ToUpper(w)
		}
	}
	return strings.Join(words, " ")
}

// clientCommand says what the coding agent's own commands do, and with which
// intent; "" for others.
func clientCommand(command string) (does string, of fact.Intent) {
	switch command {
	case "/init":
		return "Write a CLAUDE.md for the repository", fact.SmallChange
	case "/review":
		return "Review a pull request", fact.Review
	case "/security-review":
		return "Review the changes for security", fact.Review
	case "/pr-comments":
		return "Get the comments of a pull request", fact.Question
	case "/install-github-app":
		return "Install the GitHub app", fact.SmallChange
	case "/simplify":
		return "Review and simplify the changes", fact.Refactor
	}
	return "", fact.IntentNone
}

// planTitle returns the heading of a plan, without what only says that it is
// one: "Plan:", "Implementation Plan —", "План:".
func planTitle(text string) string {
	for _, p := range Sentences(text, Person, 8) {
		if strings.HasPrefix(p.text, "Implement the following plan") || p.Kind == programText {
			continue
		}
		h := plain.Of(p.text)
		for i, c := range h {
			if c != ':' && c != '：' && c != '—' && c != '–' && c != '-' {
				continue
			}
			rest := plain.Of(h[i+utf8.RuneLen(c):])
			if onlyPlan(h[:i]) && fit.Worded(rest) {
				h = rest
			}
			break
		}
		if h = strings.TrimRight(h, ".。 "); fit.Worded(h) && !onlyPlan(h) {
			return h
		}
	}
	return ""
}

// onlyPlan reports whether words only say that something is a plan.
func onlyPlan(s string) bool {
	n := 0
	for w := range strings.FieldsSeq(strings.ToLower(strings.Trim(s, " :"))) {
		if !fit.Listed().Plan.Has(w) {
			return false
		}
		n++
	}
	return n > 0
}

// fallback says what was done, where no prompt tells what was wanted: the plan that
// was made, the first commit, the agent's closing words, the files changed, its
// first words. "" where the prompt tells as much.
func (w *Writer) fallback(a *observe.Session, result Result, prompt, made string) string {
	if made != "" {
		return made
	}
	if prompt != "" && !fragment(a) && !printedOnly(a) {
		return ""
	}
	if (result.done || printedOnly(a)) && !a.End.Cut() && utf8.RuneCountInString(result.text) >= 12 {
		return result.text
	}
	if len(a.Edits) > 0 {
		return changeOf(a)
	}
	for i := range a.Turns {
		for _, s := range a.Turns[i].Raw.Says {
			if observe.ApiTrouble(s.Text) {
				continue
			}
			if t := w.firstSaid(a, s.Text); t != "" {
				return t
			}
		}
	}
	if prompt != "" {
		return ""
	}
	for i := range a.Turns {
		for k := range a.Turns[i].Raw.Steps {
			if s := &a.Turns[i].Raw.Steps[k]; s.Tool != "" {
				return plain.Of(s.Tool + " " + path.Base(strings.ReplaceAll(output.FirstLine(s.Target), `\`, "/")))
			}
		}
	}
	for i := range a.Turns {
		if a.Turns[i].Raw.Images > 0 {
			return "A picture without words"
		}
	}
	return ""
}

// FirstWords returns the first line that the person wrote.
func FirstWords(a *observe.Session) string {
	for i := range a.Turns {
		if s := plain.Of(placeholders(observe.ClipBytes(output.FirstLine(a.Turns[i].Raw.Prompt), plain.MaxBytes))); fit.Worded(s) {
			return observe.ClipBytes(s, plain.SentenceBytes)
		}
	}
	return ""
}

// fragment reports whether the first prompt is a single word, a number, a mark,
// or a nod.
func fragment(a *observe.Session) bool {
	for i := range a.Turns {
		if t := &a.Turns[i]; !t.Trivial && t.Raw.Command == "" {
			return len(strings.Fields(t.Raw.Prompt)) < 2 && t.Prompt.Words < 5 || t.Prompt.Words <= 4 && t.Prompt.Any(speech.Assent, speech.Resume, speech.Accept, speech.Thanks, speech.Greet)
		}
	}
	return true
}

// printedOnly reports whether the first prompt is nothing but what a program
// printed, or code.
func printedOnly(a *observe.Session) bool {
	for i := range a.Turns {
		if t := &a.Turns[i]; !t.Trivial && t.Raw.Prompt != "" {
			list := Sentences(observe.ClipBytes(t.Raw.Prompt, speech.HeadBytes), Person, maxSentences)
			for i := range list {
				if list[i].Kind != programText && !amidst(list, i) {
					return false
				}
			}
			return true
		}
	}
	return false
}

// mostLogged is how many items of a list a program prints before a line that shows it.
const mostLogged = 4

// logged reports whether an item of a list leads, without a blank line, to a line that a
// program printed: "• signing binary=a", "⨯ release failed".
func logged(list []Sentence, at int) bool {
	for i := at + 1; i < len(list) && i <= at+mostLogged && list[i].line <= list[i-1].line+1; i++ {
		if list[i].Kind == programText {
			return true
		}
		if list[i].Kind != item {
			return false
		}
	}
	return false
}

// amidst reports whether a line stands between two that a program printed, a few lines from
// each and without a blank line: it is one of them.
func amidst(list []Sentence, at int) bool {
	if list[at].Kind == item {
		return logged(list, at)
	}
	const reach = 3
	near := func(step int) bool {
		for i, n := at, 0; n < reach; n++ {
			next := i + step
			if next < 0 || next >= len(list) || (list[next].line-list[i].line)*step > 1 {
				return false
			}
			if list[next].Kind == programText {
				return true
			}
			i = next
		}
		return false
	}
	return list[at].Kind == Prose && near(-1) && near(1)
}
