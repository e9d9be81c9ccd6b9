package title

import (
	"fmt"
	"os"
	"path"
	"strings"
	"unicode"
	"unicode/utf8"

	"prism/internal/fact"
	"prism/internal/judge"
	"prism/internal/observe"
	"prism/internal/observe/output"
	"prism/internal/observe/speech"
	"prism/internal/title/naming"
	"prism/internal/transcript"
)

// Writer writes titles and summaries. It is as safe to share as its reader: not.
type Writer struct {
	*speech.Reader
	*Words
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
	long := utf8.RuneCountInString(naming.Of(capital(want))) > judge.MaxTitle
	made := madeOf(a, op.Intent)
	switch {
	case op.Intent == fact.IntentNone:
		want = FirstWords(a)
	case made.pull && !goal.plan && !(goal.weak && called != "" && alike(made.text, called)):
		want = made.text
	case op.Intent == fact.Plan && !goal.plan && made.text != "" && (a.End.Kind == observe.EndHanded || a.End.Kind == observe.EndPlan) && !(goal.asks && goal.full && goal.first):
		want, said = made.text, capital(goal.text) // the heading of the plan that the record ends on
	case made.text != "" && !made.part && !made.plan && !goal.plan && !goal.full && changes(op.Intent) && w.openings.of(goal.text).Has(preparation) && !says(listed().and, goal.text) && !isCut(made.text):
		want = made.text // of what was only to be looked at
	case goal.score >= tellingScore && !goal.weak && !long:
	case goal.plan:
		if long && made.text != "" && !isCut(made.text) && (!made.part || alike(want, made.text)) && changes(op.Intent) {
			want, said = made.text, goal.text // a heading that has no room, in the words of the commit
		}
	case goal.score >= tellingScore && !goal.weak:
		want = w.short(a, op.Intent, goal, other, called, made, result)
		if want != goal.text && want != called {
			said = capital(goal.text)
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
		want = w.ofWhat(a, want)
	}
	want = capital(w.reviewOf(a, want))
	title, full = fitted(want), shorten(naming.Of(want), judge.MaxLong)
	if said != "" {
		want = said // the summary tells in the person's words what the title had no room for
	}
	out := outcome(a, op, result.text)
	if out == "" {
		return title, full, shorten(sentence(naming.Of(want)), judge.MaxSummary)
	}
	if capital(result.text) == want {
		return title, full, shorten(sentence(out), judge.MaxSummary)
	}
	room := judge.MaxSummary - 2 - min(utf8.RuneCountInString(out), 140)
	return title, full, shorten(sentence(shorten(naming.Of(want), room))+" "+sentence(out), judge.MaxSummary)
}

// reviewOf names what a session was asked to review, where the sentence that tells of it
// only shows it: "this is PR 104", and "let's review it" behind that.
func (w *Writer) reviewOf(a *observe.Session, want string) string {
	if n := opensOn(want, listed().shows); n > 0 {
		rest := naming.Of(want[n:])
		if len(strings.Fields(rest)) > 3 || opensOn(rest, listed().pull) == 0 {
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
	name = Plain(name)
	latin := utf8.RuneCountInString(name) == len(name)
	if latin && !strings.Contains(name, " ") || !worded(name) {
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
			if utf8.RuneCountInString(a) >= alikeFrom && utf8.RuneCountInString(b) >= alikeFrom && (a[:short] == b[:short] || short > alikeFrom && a[:alikeFrom+1] == b[:alikeFrom+1]) {
				return true // "details" and "detailed" too
			}
		}
	}
	return false
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

// maxAsks bounds the prompts among which the goal is looked for.
const maxAsks = 8

// mostAsks bounds them where none of those tells anything.
const mostAsks = 40

// tellingScore is the score from which on a sentence can stand as a title.
const tellingScore = 1.0

// wanted says in one phrase what the session was about: of the headings of plans
// handed on, commands, and sentences of the first prompts, the one that tells
// most. Below tellingScore, what was done tells more than any of them.
//
// fits is the best of the same prompt that asks for something, points back to nothing and
// has room in a title.
func (w *Writer) wanted(a *observe.Session, intent fact.Intent) (best, fits candidate) {
	asked, busiest, most := 0, -1, 0
	for i := range a.Turns {
		if n := 3*a.Turns[i].Edits + a.Turns[i].Steps; n > most && !a.Turns[i].Trivial {
			busiest, most = i, n
		}
	}
	from, of := -1, -1  // the turns that best and fits are of
	var told candidate  // the best of the turns before it, where that points back to nothing
	var work candidate  // of the turns in which something was changed, and tells it in full
	var part candidate  // likewise, but points back to what was said before
	var solid candidate // points back to nothing
	var wish candidate  // asks in full, where the best only tells something
	var tale candidate  // likewise, but tells how something is or shall be
	consider := func(c candidate, lag float64, turn int) {
		c.score -= lag
		if c.text == "" {
			return
		}
		if strings.HasSuffix(c.text, "?") && !c.asks && a.Turns[turn].Changes > 0 && changes(intent) {
			c.score += 0.4 // it was no mere question
		}
		if os.Getenv("TDBG") != "" {
			fmt.Fprintf(os.Stderr, "  %d %.2f asks=%v full=%v weak=%v back=%v early=%v bare=%v vague=%v ch=%d | %s\n", turn, c.score, c.asks, c.full, c.weak, c.back, c.early, c.bare, c.vague, a.Turns[turn].Changes, c.text)
		}
		if c.asks && c.full && !c.weak && !c.back && !c.early && c.score >= tellingScore && (turn != of || c.score > fits.score) && !isCut(c.text) {
			fits, of = c, turn
		}
		if !c.weak && !c.early && c.score >= tellingScore && c.score > solid.score {
			solid = c
		}
		if c.asks && c.full && !c.weak && !c.early && c.score >= tellingScore && c.score > wish.score+0.01 && (a.Turns[turn].Prompt.OrdersChange() || intent == fact.Plan) {
			wish = c
		}
		if best.text == "" || c.score > best.score+0.01 {
			if from >= 0 && turn > from && !best.early && best.score >= tellingScore && !best.weak && (best.asks && best.full || a.Turns[from].Raw.Command != "") && !a.Turns[from].Prompt.Question {
				told = best
			}
			best, from = c, turn
		}
		if t := &a.Turns[turn]; t.Changes > 0 && !c.asks && c.full && !c.weak && c.score >= tellingScore/2 && c.score > tale.score && says(listed().shall, c.text) {
			tale = c
		}
		if t := &a.Turns[turn]; t.Changes > 0 && !t.Prompt.Any(speech.Correct) && c.asks && c.full && !c.weak && !c.early && !strings.ContainsAny(c.text[:1], "0123456789") && !strings.HasSuffix(c.text, "?") {
			of := &work
			if c.back {
				of = &part
			}
			if of.text == "" || c.score > of.score+0.01 {
				*of = c
			}
		}
	}
	defer func() {
		if of != from {
			fits = candidate{}
		}
		if wish.text != "" && !best.asks && !best.plan && from >= 0 && a.Turns[from].Changes == 0 && a.Turns[from].Raw.Command == "" && (intent == fact.Plan || changes(intent) && intent != fact.BugFix) {
			best = wish
			return
		}
		if from >= 0 && a.Turns[from].Changes == 0 && changes(intent) && work.text != "" && work.text != best.text && !isCut(work.text) {
			fits, fits.later = work, true // nothing came of the first at once
		}
		switch {
		case !best.early:
		case told.text != "" && (told.full || calledBy(a) == ""):
			best = told // "bring it up to date": what was asked before says what
		case calledBy(a) != "", best.bare:
			best.weak = true
		case best.weak && solid.text != "":
			best = solid
		}
		if from < 0 || !idle(a, from, intent) && !announced(a, from, best, intent) {
			return
		}
		if done := madeOf(a, intent).text; work.text == "" && done != "" && a.Turns[from].Interrupts == 0 { // what was stopped was wanted all the same
			// A name of the client's goes before it, where that is of the work and not of the question.
			work = candidate{text: done, score: best.score, weak: alike(done, calledBy(a))}
		}
		switch {
		case work.text != "":
			best = work
		case part.text != "":
			best = part
		case calledBy(a) != "":
			best.weak = true // a question before the work, and a name that its client gave
		case tale.text != "":
			best = tale
		}
	}()
	for i := range a.Turns {
		t := &a.Turns[i]
		if t.Trivial {
			continue
		}
		lag := min(0.5*float64(asked), 1.5)
		if i == busiest {
			lag -= 0.4
		}
		if t.Interrupts > 0 && t.Steps == 0 && t.Closing == nil && i < len(a.Turns)-1 {
			lag++ // stopped at once, and asked in other words
		}
		switch {
		case t.Raw.Origin == transcript.PlanHand:
			text := t.Raw.Plan
			if text == "" {
				text = t.Raw.Prompt
			}
			if h := planTitle(text); h != "" {
				if asked == 0 {
					return candidate{text: h, score: 9, plan: true}, fits
				}
				consider(candidate{text: h, score: 4.5, plan: true}, lag, i)
			}
		case t.Raw.Command != "", slashed(t.Raw.Prompt):
			consider(w.commandWish(a, t, intent), lag, i)
		default:
			if run := ranAs(t); run != "" {
				if short := ordered(t.Raw.Prompt); short != "" {
					run = short
				}
				consider(candidate{text: run, score: tellingScore + 0.1, weak: true}, lag, i)
				break
			}
			for _, c := range asking(w.candidates(a, t.Raw.Prompt, intent, asked == 0)) {
				consider(c, lag, i)
			}
		}
		if asked++; asked >= maxAsks && (best.score >= tellingScore && !best.weak || asked >= mostAsks) {
			break
		}
	}
	return best, fits
}

// asking are the sentences of a prompt, of which one that asks in full goes before one that
// only tells how things are and would be cut: half a story names nothing that was wanted.
func asking(list []candidate) []candidate {
	top, ask := -1, -1
	for i := range list {
		c := &list[i]
		if top < 0 || c.score > list[top].score {
			top = i
		}
		if c.asks && c.full && !c.weak && !strings.Contains(c.text, ": ") && (ask < 0 || c.score > list[ask].score) {
			ask = i
		}
	}
	if ask >= 0 && !list[top].asks && list[ask].score >= tellingScore && isCut(list[top].text) {
		list[ask].score = list[top].score + 0.05
	}
	return list
}

// goOn is how many words a prompt may have that only lets go on what was asked before it.
const goOn = 8

// idle reports whether a turn came to nothing of what was to be changed, and was not gone
// on with in a word: a plain question that was answered, a request that was stopped. What
// the person then had done says what the session was.
func idle(a *observe.Session, turn int, intent fact.Intent) bool {
	t := &a.Turns[turn]
	if !changes(intent) || !a.Touched() || t.Changes > 0 || t.Delivered || t.Raw.Origin == transcript.PlanHand {
		return false
	}
	tells := intent == fact.BugFix && (t.Pasted > 0 || t.Prompt.Any(speech.Broken, speech.Failing) || len(observe.ErrorClasses(t)) > 0) // of the fault
	looks := !tells && len(a.Changes) > 0 && t.Raw.Command == "" && !t.Prompt.OrdersChange()                                            // what is to be looked at before the work
	if t.Interrupts == 0 && (!t.Prompt.Question || t.Prompt.LeadsRequest()) && !looks {
		return dropped(a, turn)
	}
	for i := turn + 1; i < len(a.Turns); i++ {
		if n := &a.Turns[i]; !n.Trivial {
			if n.Changes == 0 && n.Prompt.Question && !n.Prompt.LeadsRequest() {
				continue // one more question lets nothing go on
			}
			if i == turn+1 && t.Prompt.Question && n.Changes == 0 && !n.Delivered && n.Prompt.Plain() <= goOn && n.Raw.Command == "" && n.Raw.Plan == "" && !n.Prompt.Any(speech.Assent, speech.Resume) {
				continue // nor does what only adds to it
			}
			return n.Prompt.Plain() > goOn || n.Raw.Plan != "" || n.Raw.Command != ""
		}
	}
	return false
}

// announced reports whether the first words only say that something will be asked, and
// nothing came of them at once: "I need to know a few things about the chart:".
func announced(a *observe.Session, turn int, c candidate, intent fact.Intent) bool {
	return changes(intent) && a.Touched() && !c.asks && !c.full && !c.plan && a.Turns[turn].Changes == 0 && a.Turns[turn].Raw.Command == "" && c.leads
}

// dropped reports whether nothing was changed for a request, and the first change was made
// for a longer one that speaks of other things.
func dropped(a *observe.Session, turn int) bool {
	first := &a.Turns[turn]
	if !first.Prompt.OrdersChange() || first.Raw.Command != "" {
		return false
	}
	for i := turn + 1; i < len(a.Turns); i++ {
		if t := &a.Turns[i]; !t.Trivial && (t.Changes > 0 || t.Delivered) {
			return t.Prompt.Plain() > 2*goOn && t.Raw.Plan == "" && !alike(t.Raw.Prompt, first.Raw.Prompt)
		}
	}
	return false
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
			if n := pullLookedAt(a); n != "" && of == fact.Review {
				known = "Review " + n
			}
			if of == intent {
				score += 0.8
			}
			return candidate{text: known, score: score}
		}
		if intent == fact.Review && !strings.Contains(name, " ") && w.ofIntent(a, name, intent) > 0 {
			if n := pullLookedAt(a); n != "" {
				return candidate{text: name + " " + n, score: 1.4}
			}
			return candidate{text: name + " the changes", score: 1.4}
		}
		if !strings.Contains(name, " ") {
			return candidate{text: name, score: 0.9} // "/help", "/status"
		}
		if n := pullLookedAt(a); n != "" && w.ofIntent(a, name, fact.Review) > 0 {
			name += " (" + n + ")" // which one the command found out
		}
		return candidate{text: name, score: 1.3}
	}
	var best candidate
	for i, c := range w.candidates(a, args, intent, true) {
		if i == 0 || c.score > best.score {
			best = c
		}
	}
	switch words := len(strings.Fields(best.text)); {
	case best.text == "":
		return candidate{text: name + " " + Plain(output.FirstLine(args)), score: 2.2}
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
	words := strings.Fields(tidy(strings.NewReplacer("-", " ", "_", " ", "/", " ").Replace(name)))
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
		h := Plain(p.text)
		for i, c := range h {
			if c != ':' && c != '：' && c != '—' && c != '–' && c != '-' {
				continue
			}
			rest := Plain(h[i+utf8.RuneLen(c):])
			if onlyPlan(h[:i]) && worded(rest) {
				h = rest
			}
			break
		}
		if h = strings.TrimRight(h, ".。 "); worded(h) && !onlyPlan(h) {
			return h
		}
	}
	return ""
}

// onlyPlan reports whether words only say that something is a plan.
func onlyPlan(s string) bool {
	n := 0
	for w := range strings.FieldsSeq(strings.ToLower(strings.Trim(s, " :"))) {
		if !listed().plan.Has(w) {
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
		return "Change " + fileList(a)
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
				return Plain(s.Tool + " " + path.Base(strings.ReplaceAll(output.FirstLine(s.Target), `\`, "/")))
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
		if s := Plain(placeholders(observe.ClipBytes(output.FirstLine(a.Turns[i].Raw.Prompt), PlainBytes))); worded(s) {
			return observe.ClipBytes(s, SentenceBytes)
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
	const near = 3
	printed := func(step int) bool {
		for i, n := at, 0; n < near; n++ {
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
	return list[at].Kind == Prose && printed(-1) && printed(1)
}
