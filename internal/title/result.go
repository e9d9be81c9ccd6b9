package title

import (
	"fmt"
	"strings"
	"unicode/utf8"

	"prism/internal/fact"
	"prism/internal/judge"
	"prism/internal/lexicon"
	"prism/internal/observe"
	"prism/internal/observe/output"
	"prism/internal/observe/speech"
	"prism/internal/shell"
	"prism/internal/title/fit"
	"prism/internal/title/naming"
	"prism/internal/transcript"
)

// Lengths within a summary, in characters.
const (
	maxTold  = 150 // of the agent's closing words
	maxItems = 90  // of a list that they lead to
)

// Result is what an answer says came of the work.
type Result struct {
	text string
	done bool // it says what is the case now, not what could not be done

	Turn     *observe.Turn // whose closing answer says it; nil: none
	From, To int           // where it stands there, with what it leads to
	Says     speech.Senses // what is heard between these, wherever in it

	Closing *Result // what the record's last answer tells; nil where that tells nothing
}

// Result returns the sentence of the agent's closing answer that tells most of
// what came of the work. Where the last turns are thanks and the like, that is
// the answer before them.
func (w *Writer) Result(a *observe.Session, intent fact.Intent) (n Result) {
	say := a.End.Say
	if say == nil || observe.ApiTrouble(say.Text) {
		return Result{}
	}
	var closing *Result
	works := a.Touched() && changes(intent)
	n = w.resultIn(a, say.Text, works)
	if last := a.Final(); last.Closing == say {
		n.Turn = last
		if n.From < n.To {
			own := n
			closing = &own
		}
	}
	defer func() { n.Closing = closing }()
	if a.End.Kind != observe.EndAnswer {
		return n
	}
	if intent == fact.Review && !a.Touched() {
		if t := longestAnswer(a); t != nil && len(t.Closing.Text) > 3*len(say.Text) {
			return w.resultOf(a, t, works) // what follows a review are questions about it
		}
	}
	for i := a.End.Turn; i > 0 && i > a.End.Turn-5; i-- {
		t := &a.Turns[i]
		if n.text != "" && answers(t) && !afterwards(t) && !courtesy(a, i) && !(works && beside(t)) {
			break
		}
		if before := &a.Turns[i-1]; answers(before) {
			if b := w.resultOf(a, before, works); b.text != "" && (b.done || b.Says.Has(speech.SaysDone) || b.Says.Has(speech.SaysVerified) || n.text == "" || !works || !beside(t)) {
				n = b
			}
		}
	}
	return n
}

// resultOf is what a turn's closing answer tells.
func (w *Writer) resultOf(a *observe.Session, t *observe.Turn, works bool) Result {
	n := w.resultIn(a, t.Closing.Text, works)
	n.Turn = t
	return n
}

// changes reports whether an intent is to have something changed: of such work an answer
// tells what was done, and the cause of a fault tells less.
func changes(i fact.Intent) bool {
	switch i {
	case fact.SmallChange, fact.BugFix, fact.Feature, fact.Refactor:
		return true
	}
	return false
}

// courtesy reports whether a turn is an exchange of courtesies: nothing was asked or
// done, and the answer is a few words that name nothing.
func courtesy(a *observe.Session, i int) bool {
	t := &a.Turns[i]
	h := &t.Prompt
	if i == 0 || t.Steps > 0 || h.Question || t.Raw.Command != "" || h.Any(speech.AskFix, speech.AskAdd, speech.AskRefactor, speech.AskReview, speech.AskPlan, speech.AskInvestigate, speech.AskSmall, speech.Complain, speech.Undo, speech.Question) {
		return false
	}
	return t.Answer.Plain() <= 6 && !strings.ContainsAny(t.Closing.Text, "0123456789`/_")
}

// longestAnswer returns the turn with the longest closing answer; nil none.
func longestAnswer(a *observe.Session) *observe.Turn {
	var best *observe.Turn
	for i := range a.Turns {
		if t := &a.Turns[i]; answers(t) && (best == nil || len(t.Closing.Text) > len(best.Closing.Text)) {
			best = t
		}
	}
	return best
}

// answers reports whether a turn was answered in words.
func answers(t *observe.Turn) bool {
	return t.Closing != nil && !observe.ApiTrouble(t.Closing.Text) && !t.Closing.Empty()
}

// afterwards reports whether a turn only thanks, closes or delivers what was
// done before it.
func afterwards(t *observe.Turn) bool {
	h := &t.Prompt
	if t.Raw.Command != "" || t.Raw.Plan != "" || t.Edits > 0 || h.Question || h.Any(speech.Complain, speech.Abandon, speech.Undo, speech.AskFix, speech.AskAdd) {
		return false
	}
	short := h.Words <= 7 || utf8.RuneCountInString(t.Raw.Prompt) <= 32 // signs are words of their own
	return t.Steps == 0 && h.Words <= 4 || short && h.Any(speech.Deliver)
}

// beside reports whether a turn only asks something beside the work: nothing was changed,
// checked or delivered in it, and no fault was found.
func beside(t *observe.Turn) bool {
	return t.Changes == 0 && t.Checks == 0 && !t.Delivered && t.Raw.Plan == "" && !observe.Complains(t) && !observe.Faults(t)
}

// resultIn returns the sentence of an answer that tells most; a short one takes
// the next best with it. Where something was to be changed and was (works), what stands
// under a heading that names a trouble tells how things were, and not what came of it.
func (w *Writer) resultIn(a *observe.Session, text string, works bool) Result {
	list := Sentences(text, Agent, maxSentences)
	scores := make([]float64, len(list))
	done := make([]bool, len(list))
	at, second := -1, -1
	trouble, labelled := false, -1
	for i, p := range list {
		if p.Kind == heading {
			trouble = works && w.namesTrouble(p.text)
		}
		if p.Kind == programText || i > 0 && list[i-1].leads && fit.Guards(list[i-1].text) {
			continue
		}
		scores[i], done[i] = w.rate(a, p, i, works)
		if head, _, colon := strings.Cut(Plain(p.text), ":"); works && colon && strings.Count(head, " ") < 2 && w.namesTrouble(head) {
			labelled = p.line // "Before: …", to the end of its line
		}
		if p.leads && done[i] && spokenWords(p.text) < 4 && itemsAfter(list, i, maxItems) != "" {
			scores[i] += 2 // "I've added:", and what: few words, but all of it
		}
		before := trouble || p.line == labelled
		if before {
			scores[i] -= underTrouble
		}
		if p.leads && continued(list, i) == unmarked(p.text) {
			scores[i] -= 0.8 // what it leads to is a table, or code
			if spokenWords(p.text) < 3 {
				scores[i]-- // "In `settings.json`:"
			}
		}
		switch {
		case at < 0 || scores[i] > scores[at]:
			at, second = i, at
		case !before && (second < 0 || scores[i] > scores[second]):
			second = i
		}
	}
	if at < 0 || scores[at] < -0.6 || !works && list[at].Kind == item && !done[at] && pointsOf(list) > 1 {
		return Result{} // one point of several tells nothing of the whole
	}
	n := Result{text: continued(list, at), done: done[at] && list[at].Kind == Prose}
	n.From, n.To = PlaceOf(text, list, at, LedTo(list, at))
	if n.From < n.To {
		_, hits := w.Phrases(w.Agent, text[n.From:n.To], saysWords, a.Languages)
		for _, h := range hits {
			n.Says |= h.Says
		}
	}
	if second >= 0 && scores[second] >= 0.9 && list[second].Kind != heading && utf8.RuneCountInString(n.text) < 45 {
		if more := continued(list, second); second < at {
			n.text = join(more, n.text)
		} else {
			n.text = join(n.text, more)
		}
	}
	if works && list[at].Kind == item {
		start := at
		for start > 0 && list[start-1].Kind == item {
			start--
		}
		all := itemsAfter(list, start-1, maxTold)
		wordy := strings.Contains(all, "; ")
		for head := range strings.SplitSeq(all, "; ") {
			wordy = wordy && strings.Count(head, " ") >= 2 // a file's name tells nothing
		}
		if wordy {
			n.text = all // one point of several tells a part
		}
	}
	if !fit.Worded(n.text) {
		return Result{}
	}
	return n
}

// spokenWords counts the words of a sentence that stand outside of code and brackets.
func spokenWords(s string) int {
	n, code, depth := 0, false, 0
	for w := range strings.FieldsSeq(s) {
		if !code && depth == 0 && w[0] != '`' && w[0] != '(' && fit.Worded(w) {
			n++
		}
		code = code != (strings.Count(w, "`")%2 == 1)
		depth += strings.Count(w, "(") - strings.Count(w, ")")
	}
	return n
}

// pointsOf counts the items among some sentences.
func pointsOf(list []Sentence) int {
	n := 0
	for i := range list {
		if list[i].Kind == item {
			n++
		}
	}
	return n
}

// underTrouble is what a sentence loses where the heading above it names a trouble, and
// saysWords how many words of the sentence that tells most are heard once more.
const (
	underTrouble = 1.5
	saysWords    = 120
)

// namesTrouble reports whether a heading names what was wrong: "Problem 1 — no texture",
// "Root cause", "Before".
func (w *Writer) namesTrouble(heading string) bool {
	t := fit.Begun(new(lexicon.Text), Plain(heading))
	for i := range t.Tokens {
		if w.openings.Starts(t, i, lexicon.Every).Has(wrong) {
			return true
		}
	}
	return false
}

// continued is one sentence of an answer, with what it leads to: a list, or the next
// sentence.
func continued(list []Sentence, at int) string {
	s := unmarked(list[at].text)
	if !list[at].leads {
		return s
	}
	items := itemsAfter(list, at, maxItems)
	if at+1 < len(list) && list[at+1].Kind == heading && list[at+1].leads {
		items = itemsAfter(list, at+1, maxItems) // "I've written a page that explains:", the heading of a list
	}
	if items != "" {
		return s + ": " + items
	}
	if next := LedTo(list, at); next > at && !list[next].leads && (list[next].Kind == Prose || strings.Count(list[next].text, " ") >= 3) {
		if more := unmarked(list[next].text); fit.Worded(more) {
			return s + ": " + more
		}
	}
	return s
}

// LedTo returns the sentence that one leads to: the next where it ends on a colon or
// is a heading, itself where nothing follows.
func LedTo(list []Sentence, at int) int {
	if (list[at].leads || list[at].Kind == heading) && at+1 < len(list) && list[at+1].Kind != programText && !list[at+1].apart && (list[at].Kind == heading || !list[at+1].leads) {
		return at + 1
	}
	return at
}

// PlaceOf returns where the sentences list[at] to list[last] stand in text; nothing
// where they are not found as they are written, or too much stands between.
func PlaceOf(text string, list []Sentence, at, last int) (from, to int) {
	for i := 0; i <= last; i++ {
		k := strings.Index(text[to:], list[i].text)
		switch {
		case i < at && k >= 0:
			to += k + len(list[i].text)
		case i < at:
		case i == at && k < 0:
			return 0, 0
		case k < 0 || i > at && k > MaxGap:
			return from, to
		default:
			if i == at {
				from = to + k
			}
			to += k + len(list[i].text)
		}
	}
	return from, to
}

// firstSaid returns the first sentence of an answer that says something; "" for
// a text that only announces the next step.
func (w *Writer) firstSaid(a *observe.Session, text string) string {
	for i, p := range Sentences(text, Agent, 4) {
		if s, _ := w.rate(a, p, i, false); p.Kind != programText && !p.leads && s > 0.2 {
			return unmarked(p.text)
		}
	}
	return ""
}

// unmarked is a sentence of the agent without its mark and full stop.
func unmarked(s string) string { return strings.TrimRight(Plain(s), ".。!！ ") }

// rate scores a sentence of an answer as the one that tells what came of the
// work, and reports whether it says what is the case now. works says that something was to
// be changed and was.
func (w *Writer) rate(a *observe.Session, p Sentence, nth int, works bool) (score float64, done bool) {
	text := Plain(p.text)
	told, hits := w.Phrases(w.Agent, text, 70, a.Languages)
	words, content := 0.0, 0.0
	var says speech.Senses
	for _, h := range hits {
		says |= h.Says
	}
	for i := range told.Tokens {
		n, word := 1.0, told.Word(i)
		if speech.IsSign(word) {
			n = 0.45
		}
		words += n
		if n < 1 || len(word) > 2 && w.hollow.Starts(told, i, lexicon.Every) == 0 {
			content += n
		}
	}
	score = 0.4 - 0.22*float64(nth)
	if nth > 0 {
		score -= 0.3
	}
	cause, left, fails := 1.4, 0.8, 0.3
	if works {
		cause, left, fails = 0.4, 0.2, -0.3 // why it was so, and what is left, is not what came of it
		if w.openings.of(text).Has(conclusion) {
			cause = 0.9 // "Root cause: …"
		}
	}
	most := 0.0
	for _, k := range []struct {
		c      speech.Sense
		weight float64
	}{{speech.SaysDone, 1.3}, {speech.SaysVerified, 1}, {speech.SaysCause, cause}, {speech.SaysNotDone, left}, {speech.SaysBlocked, 0.6}, {speech.SaysFail, fails}, {speech.SaysSorry, -0.5}, {speech.SaysAsk, -1.6}, {speech.SaysOffer, -1.8}, {speech.SaysYouTest, -0.6}, {speech.SaysNext, -1.2}} {
		switch {
		case !says.Has(k.c):
		case k.weight < 0:
			score += k.weight
		default:
			score += 0.2 // for each, and once for the weightiest
			most = max(most, k.weight-0.2)
		}
	}
	score += most
	switch p.Kind {
	case Prose:
		score++
	case heading:
		score -= 0.6
	case item:
		score -= 0.7
	}
	if words < 3 {
		score -= 2
	}
	if content < 2 {
		score -= 1.2
	} else {
		score += 0.15 * min(content, 6)
	}
	if words > 50 {
		score -= 0.4
	}
	if strings.HasSuffix(text, "?") || strings.HasSuffix(text, "？") {
		score -= 1.5
	}
	if says == 0 && words < 7 && (strings.HasSuffix(text, "!") || strings.HasSuffix(text, "！")) {
		score -= 0.5
	}
	if p.leads {
		score -= 0.3
	}
	switch {
	case w.openings.of(text).Has(youAreWelcome):
		return score - 4, false
	case w.openings.of(text).Has(announcement):
		score -= 3.5
	case w.openings.of(text).Has(continuation):
		score-- // "Also removed …" goes on from what tells more
	}
	if w.openings.of(text).Has(conclusion) {
		score++
	}
	done = (says.Has(speech.SaysDone) || says.Has(speech.SaysVerified) || says.Has(speech.SaysCause) || score >= 1.2) && !says.Has(speech.SaysBlocked) && !says.Has(speech.SaysYouTest)
	return score, done
}

// outcome says what came of a session: how it ends where it was not brought to
// an end, the agent's closing words where it was, and what was seen of tests and
// commits.
func outcome(a *observe.Session, op judge.Opinion, told string) string {
	if told = fit.Capital(fit.Shorten(naming.Of(told), maxTold)); len(a.Files) > 0 && oneWord(told) {
		told = "" // "Done.": what was changed says more
	}
	switch a.End.Kind {
	case observe.EndFailure:
		return withStand(a, "Ended by an API error or a usage limit", op.Complete)
	case observe.EndPrompt:
		return withStand(a, "The last prompt was not answered", op.Complete)
	case observe.EndAsking:
		return withStand(a, "The agent's last question was not answered", op.Complete)
	case observe.EndHanded:
		if a.End.Step != nil && a.End.Step.Outcome == transcript.Rejected {
			return withStand(a, planEnding(a, "The plan was handed over without a word", "The plan was handed over without a word: "), op.Complete)
		}
		return withStand(a, planEnding(a, "The plan was handed on", "The plan was handed on: "), op.Complete)
	case observe.EndPlan:
		return withStand(a, planEnding(a, "Ends on a plan that nobody answered", "Ends on a plan that nobody answered: "), op.Complete)
	case observe.EndInterrupt, observe.EndRefused:
		return withStand(a, "Stopped by the person", op.Complete)
	case observe.EndCall, observe.EndResult:
		switch {
		case a.End.Delivery && leadsUp(&a.End):
			return withStand(a, "Ends on the way to its commit", op.Complete)
		case a.End.Delivery && a.End.Kind == observe.EndCall:
			return withStand(a, "Ends on the commit or push that delivers it, whose result is not on record", op.Complete)
		case a.End.Delivery:
			return withStand(a, "Ends on the commit or push that delivers it", op.Complete)
		case a.End.Green:
			return withStand(a, "Ends on a check that passed", op.Complete)
		case a.End.Applied:
			return withStand(a, "Ends on the change that was made", op.Complete)
		}
		return withStand(a, "The record stops in mid-work", op.Complete)
	case observe.EndNothing:
		return ""
	}
	if !op.Complete {
		switch op.Signal {
		case fact.Abandoned:
			told = join("Dropped by the person", told)
		case fact.Loop:
			told = join("Tried again and again, never seen to work", told)
		case fact.Frustration:
			told = join("The person's last complaint stands", told)
		case fact.UnresolvedError:
			told = join("An error was left standing", told)
		}
	}
	if told == "" {
		return withStand(a, "", op.Complete)
	}
	return join(told, seen(a, told, op.Complete))
}

// leadsUp reports whether a record ends on what comes before a commit and is none: it
// stages, or asks how things stand.
func leadsUp(e *observe.Ending) bool {
	s := e.Step
	return s != nil && s.Kind == transcript.CallShell && !s.Class.Has(shell.ClassCommit|shell.ClassPush|shell.ClassPull)
}

func join(a, b string) string {
	switch {
	case a == "":
		return b
	case b == "":
		return a
	}
	return sentence(a) + " " + b
}

// planEnding names the plan on which a record ends.
func planEnding(a *observe.Session, bare, with string) string {
	for i := len(a.Plans) - 1; i >= 0; i-- {
		if h := planTitle(a.Plans[i].Step.PlanText); h != "" {
			return with + fit.Shorten(naming.Of(h), 100)
		}
	}
	return bare
}

// withStand adds to an ending how far the work had come.
func withStand(a *observe.Session, how string, landed bool) string {
	var parts []string
	if n := len(a.Files); n > 0 {
		parts = append(parts, counted(n, "file", "files")+" changed")
	}
	if s := seen(a, how, landed); s != "" {
		parts = append(parts, strings.ToLower(s[:1])+s[1:])
	}
	switch {
	case len(parts) == 0:
		return how
	case how == "":
		return fit.Capital(strings.Join(parts, ", "))
	}
	return how + "; " + strings.Join(parts, ", ")
}

// seen says what tests and git showed, as far as text does not say it. Of work that landed
// a check that failed at the end was of something else: to name it alone would mislead.
func seen(a *observe.Session, text string, landed bool) string {
	if !a.Touched() {
		return ""
	}
	low := strings.ToLower(text)
	var parts []string
	if k, ok := a.After(shell.Verifies); ok && !strings.Contains(low, "test") && !strings.Contains(low, "pass") && !strings.Contains(low, "check") && !strings.Contains(low, "build") && !strings.Contains(low, "lint") {
		name := "checks"
		switch {
		case k.Tests() && (k.Verdict == output.Passed || k.Work&shell.Verifies == shell.ClassTest || output.OfTests(k.Line)):
			name = "tests"
		case k.Work.Has(shell.ClassTest):
		case k.Work.Has(shell.ClassBuild):
			name = "the build"
		case k.Work&shell.Verifies == shell.ClassTypeCheck:
			name = "the type check"
		case k.Work&shell.Verifies == shell.ClassLint:
			name = "lint"
		}
		if k.Verdict == output.Passed {
			parts = append(parts, name+" passed")
		} else if !landed {
			parts = append(parts, name+" failed")
		}
	}
	if !strings.Contains(low, "commit") && !strings.Contains(low, "push") && !strings.Contains(low, "pull request") {
		switch { // what was delivered before the last change says nothing of that change
		case !a.CommitsAfterChange && a.LastCommit < a.LastChange:
		case a.LastPush >= 0 && a.LastPush == a.LastCommit:
			parts = append(parts, "pushed")
		case a.Commits > 0:
			parts = append(parts, "committed")
		}
	}
	return fit.Capital(strings.Join(parts, ", "))
}

func counted(n int, one, many string) string {
	if n == 1 {
		return "1 " + one
	}
	return fmt.Sprint(n) + " " + many
}
