package offline

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"prism/internal/fact"
	"prism/internal/judge"
	"prism/internal/judge/offline/intent"
	"prism/internal/judge/offline/quote"
	"prism/internal/observe"
	"prism/internal/observe/output"
	"prism/internal/observe/speech"
	"prism/internal/shell"
	"prism/internal/title"
)

// criteria answers each condition of the intent's rule: a met one with a quote of
// what meets it, an unmet one with what shows that it is not; else with none. One
// that does not apply is left out: what was never applied can neither be undone nor tested.
func criteria(v *view, rule judge.Rule, op judge.Opinion, result title.Result) []judge.Criterion {
	var out []judge.Criterion
	unapplied, nothing := false, false // of what was to be done, and no change was made
	for _, c := range rule.Criteria {
		if c.Name == judge.CriterionNotUndone && !v.Session.Touched() {
			continue
		}
		met, q := criterion(v, c.Name, op, result)
		if c.Name == judge.CriterionNotUndone && unapplied && met {
			continue
		}
		switch c.Name {
		case judge.CriterionApplied, judge.CriterionFix, judge.CriterionBuilt:
			unapplied, nothing = !met, !met && !v.mutated()
		case judge.CriterionTested, judge.CriterionVerified, judge.CriterionKept:
			if nothing && !met && q == nil {
				continue
			}
		}
		out = append(out, judge.Criterion{Name: c.Name, Met: met})
		if q != nil && q.Text != "" {
			own := *q // two conditions may rest on one line
			out[len(out)-1].Quote = &own
		}
	}
	v.beforeProof(out)
	return out
}

// criterion tells whether one condition is met, and what shows it.
func criterion(v *view, name string, op judge.Opinion, result title.Result) (bool, *judge.Quote) {
	changed := v.Session.Touched()
	answered := v.End.Kind == observe.EndAnswer && !v.End.Announces
	ended := endQuote(v, op, result)
	switch name {
	case judge.CriterionFinished:
		if q := v.missing(); q != nil {
			return false, q
		}
		if op.Signal == fact.Abandoned { // what was dropped stops where it was dropped
			return false, signalQuote(v, op.Signal)
		}
		if t := v.Waits(); t != nil && op.Signal == fact.NoSignal {
			return false, quote.Any(quote.Answer(t, speech.SaysNeeds, speech.SaysBlocked, speech.SaysUnknown), questionQuote(t), ended)
		}
		if !v.Stopped() || v.doneBefore() && op.Complete {
			whole := op
			whole.Complete = true // what the agent says is not done shows no end
			return true, v.finishedQuote(endQuote(v, whole, result), result)
		}
		return false, ended
	case judge.CriterionNoFailure:
		if op.Signal == fact.NoSignal {
			return true, mendQuote(v)
		}
		return false, quote.Any(signalQuote(v, op.Signal), quote.When(v.endTells(), ended))
	case judge.CriterionAnswered:
		if answered && !v.AnswerOpen(op.Intent) {
			q := quote.Any(quote.Code(v.GoalTurn()), told(result), ended)
			if g := v.GoalTurn(); g != nil && g.Closing != nil {
				q = v.answerQuote(g, q)
			}
			return true, q
		}
		return false, quote.When(v.End.Kind != observe.EndCall && v.End.Kind != observe.EndResult, ended) // a command is no answer
	case judge.CriterionNotRepeated:
		if observe.Complains(v.Last) {
			return false, quote.Words(v.Last, speech.Complain, speech.Swear)
		}
		for i := v.End.Turn; i > 0 && judge.InSignalWindow(i, v.End.Turn) && !observe.Accepts(&v.Session.Turns[i]); i-- {
			if v.Session.Turns[i].AsksAgain {
				return false, quote.Prompt(&v.Session.Turns[i])
			}
		}
		again := repeats(v) >= 0.5
		return !again, quote.When(again, quote.Prompt(v.Last))
	case judge.CriterionConclusion, judge.CriterionVerdict:
		least := leastTold
		if name == judge.CriterionVerdict {
			least = leastVerdict
		}
		if v.told(result, least) && !v.AnswerOpen(op.Intent) {
			return true, v.findingQuote(name == judge.CriterionVerdict, result)
		}
		return false, quote.When((!answered || v.AnswerOpen(op.Intent)) && v.End.Kind != observe.EndCall && v.End.Kind != observe.EndResult, ended)
	case judge.CriterionPlanGiven:
		return v.planGiven(result)
	case judge.CriterionPlanTaken:
		return v.planTaken()
	case judge.CriterionApplied, judge.CriterionFix, judge.CriterionBuilt:
		if q := v.missing(); q != nil && name == judge.CriterionBuilt {
			return false, q
		}
		if name == judge.CriterionBuilt && op.Signal == fact.Abandoned { // the first part of what was dropped is not what was asked for
			return false, signalQuote(v, op.Signal)
		}
		if v.Session.Thrown >= 0 {
			return false, quote.Step(v.Session.ThrownBy.Turn, v.Session.ThrownBy.Step)
		}
		if u := v.Removed(); u != nil && name != judge.CriterionApplied {
			return false, quote.Prompt(u)
		}
		if p := v.Session.HeldBack(); p != nil && name != judge.CriterionApplied { // what formats or looks changes nothing of it
			return false, quote.When(strings.TrimSpace(p.Step.Said) != "", quote.Output(p.Turn, p.Step, output.FirstLine(p.Step.Said)))
		}
		shown := quote.Any(quote.When(name == judge.CriterionFix, v.mended()), quote.Change(v.Session), quote.Delivery(v.Session))
		done := (changed || name == judge.CriterionApplied && (v.Session.Pulls+v.Session.Pushes > 0 || op.Intent == fact.SmallChange && intent.Operated(v.Session)) || name == judge.CriterionFix && intent.Operated(v.Session)) && (shown != nil || !v.End.Cut()) || v.scripted()
		if u := v.takenBack(); u != nil && done { // the lines that put back what there was show no change
			return true, quote.Edit(v.Session, func(p observe.Place) bool { return p.Turn < u.Index })
		}
		return done, quote.When(done, shown)
	case judge.CriterionNotUndone:
		if v.Session.Thrown >= 0 {
			return false, quote.Step(v.Session.ThrownBy.Turn, v.Session.ThrownBy.Step)
		}
		if undone := v.takenBack(); undone != nil {
			return false, quote.Any(quote.Words(undone, speech.Undo), quote.Prompt(undone))
		}
		return true, nil // to drop what stands, or to put it off, undoes nothing
	case judge.CriterionVerified:
		return v.verified()
	case judge.CriterionKept:
		if v.LeftRed() {
			return false, quote.Answer(v.Last, speech.SaysRed)
		}
		k, ok := v.Session.Shown(shell.Verifies)
		if v.overtaken(&k) {
			return false, nil
		}
		if again := v.Compared(); again != nil && (ok || k.Step == nil) {
			return true, quote.Rerun(again)
		}
		if !ok && k.Step == nil {
			q := wordQuote(v)
			return q != nil, q
		}
		return ok, quote.CheckIn(v.Session, k)
	case judge.CriterionTested:
		if q := putOffQuote(v); q != nil {
			return true, q
		}
		if v.LeftRed() {
			return false, quote.Answer(v.Last, speech.SaysRed)
		}
		k, ok := v.Ran()
		if v.overtaken(&k) {
			return false, nil
		}
		if ok && k.Step != nil { // the command of a run may be the change itself
			return true, quote.Printed(v.Session, k)
		}
		return ok, quote.CheckIn(v.Session, k)
	case judge.CriterionAccepted:
		return v.accepted()
	}
	return false, nil
}

// questionQuote quotes the last sentence of an answer that asks.
func questionQuote(t *observe.Turn) *judge.Quote {
	at := strings.LastIndexAny(t.Closing.Text, "?？؟")
	if at < 0 {
		return nil
	}
	return quote.AnswerAt(t, quote.SentenceAt(t.Closing.Text, at, at))
}

// takenBack is the turn in which the work was taken back at the person's word, and nothing
// put in its place; nil where none did.
func (c *view) takenBack() *observe.Turn {
	if t := c.Removed(); t != nil {
		return t
	}
	if c.Sign.Kind != fact.Abandoned || c.Sign.Turn < 0 || !c.UndoneAt(c.Sign.Turn) {
		return nil
	}
	return &c.Session.Turns[c.Sign.Turn]
}

// missing quotes the agent's word that a part of what was to be changed is not done;
// nil where it says none, or where the person took the work as good after that.
func (c *view) missing() *judge.Quote {
	u := c.Session.Undone
	if u.Turn < 0 || !c.Session.Touched() {
		return nil
	}
	if t := c.taken(); t != nil && t.Index > c.Session.Turns[u.Turn].Index {
		return nil
	}
	t := &c.Session.Turns[u.Turn]
	return quote.AnswerAt(t, quote.SentenceAt(t.Closing.Text, u.Start, u.End))
}

// started is the last prompt that has a plan carried out: "go ahead", "let's build
// it", "yes"; nil where none does.
func (c *view) started() *observe.Turn {
	for i := c.End.Turn; i > 0; i-- {
		t := &c.Session.Turns[i]
		h := &t.Prompt
		if observe.Complains(t) || h.Opening[speech.Correct] > 0 {
			return nil
		}
		if !h.Question && h.Plain() <= shortWord && (h.Leads[speech.Resume] > 0 || h.Leads[speech.Assent] > 0) {
			return t
		}
	}
	return nil
}

// shortWord is how many words a prompt may have that only says yes.
const shortWord = 12

// doneBefore reports whether the work had been delivered, and nothing of it was
// changed again, before the turn in which the record stops: what that one asked
// besides takes nothing back.
func (c *view) doneBefore() bool {
	return c.Session.CommitsAfterChange && c.Last.Changes == 0 && !c.Last.Delivered && c.Before != nil && c.Session.LastCommit > c.Session.LastChange && !observe.Complains(c.Last) && c.Last.Pasted == 0 && !observe.AsksUndo(c.Last)
}

// leastTold is how many words an answer needs to tell a conclusion or a verdict.
const leastTold = 15

// leastVerdict is how many words a verdict needs: "Looks good to me, ship it. One nit: the
// diagram is outdated."
const leastVerdict = 8

// shortVerdict bounds a short verdict, in words: "Approved: no blocking issues."
const shortVerdict = 40

// shortReview is the turn that ordered the review, where its answer is short, nothing was
// changed and only questions followed; nil where there is none.
func (c *view) shortReview() *observe.Turn {
	t := c.GoalTurn()
	if len(c.Session.Changes) > 0 || t == nil || t.Answer.Words == 0 || t.Answer.Words > shortVerdict || !t.First && t.Prompt.Leads[speech.AskReview] == 0 {
		return nil
	}
	return t
}

// told reports whether an answer states a conclusion or a verdict: the closing one, or
// where the record goes on from it, one that tells enough.
func (c *view) told(result title.Result, least int) bool {
	words := c.Last.Answer.Words
	if result.Turn != nil {
		words = max(words, result.Turn.Answer.Words)
	}
	review := least == leastVerdict
	if review {
		if t := c.shortReview(); t != nil {
			return t.Answer.Judges && !t.Answer.Question // of a short answer the words tell, however little was said after it
		}
	}
	if c.End.Kind == observe.EndAnswer && !c.End.Announces && words > least && !c.AsksFirst() {
		return true
	}
	if t := c.GoalTurn(); t != nil && !review && t != c.Last && t.Closing != nil {
		if h := &t.Answer; h.Words >= leastCause && !h.Question && h.Closing[speech.SaysNext] == 0 && !h.Any(speech.SaysNeeds, speech.SaysAsk) && !c.LeavesOpen(t) {
			return true // what was asked beside it takes nothing from it
		}
	}
	for i := c.End.Turn; i >= 0 && !observe.Complains(c.Last); i-- {
		t := &c.Session.Turns[i]
		if i < c.End.Turn || c.End.Kind == observe.EndAnswer {
			if causeQuote(t) != nil {
				return true
			}
		}
		if i == c.End.Turn {
			continue
		}
		if h := &t.Answer; t.Closing != nil && h.Words > 2*leastTold && h.Closing[speech.SaysNext] == 0 && !observe.AsksMostly(h.Text) {
			return true
		}
	}
	return false
}

// leastCause is how many words an answer needs to name a cause: "Cause: the cache leaks".
const leastCause = 4

// leastWhy is how many words it needs that begins with "because" and names nothing a cause.
const leastWhy = 7

// causeQuote quotes the sentence of a short answer that opens on the cause it found: to
// name it takes few words. nil where the answer names none or leaves it open.
func causeQuote(t *observe.Turn) *judge.Quote {
	h := &t.Answer
	sense := speech.SaysFound
	if h.Opening[sense] == 0 && h.Words >= leastWhy && h.Opening[speech.SaysCause] > 0 && h.First[speech.SaysCause].Start == 0 && wordLists().because.Leads(strings.ToLower(observe.ClipBytes(h.Text, leastWhy*8))) > 0 {
		sense = speech.SaysCause // "Because the reader stops at the first blank line."
	}
	if t.Closing == nil || h.Words < leastCause || h.Words > 2*leastTold || h.Opening[sense] == 0 || h.Question || h.Any(speech.SaysUnknown, speech.SaysGaveUp, speech.SaysNeeds) || h.Closing[speech.SaysNext] > 0 {
		return nil
	}
	return quote.Answer(t, sense)
}

// findingQuote quotes what an answer found: of a review, in the turn that ordered it,
// else in the answer that tells most of the work. Of a review the sentence that is called
// its verdict, of others one that names a finding or a cause; nil where none is heard:
// openings and first points ("Here's the full picture.", "Adds two methods") state
// neither, and half of them were wrong when read. The cause that a review names is mostly
// what the change is for.
func (c *view) findingQuote(review bool, result title.Result) *judge.Quote {
	t := result.Turn
	for i := c.End.Turn; review && i >= 0; i-- {
		if w := &c.Session.Turns[i]; w.Prompt.Leads[speech.AskReview] > 0 && w.Closing != nil && w.Answer.Words > leastTold {
			t = w
			break
		}
	}
	if t == nil || t.Closing == nil {
		return c.named(nil, review)
	}
	if review {
		if q := c.named(t, true); q != nil {
			return q
		}
	} else if q := c.labelledCause(); q != nil {
		return q
	}
	for _, sense := range []speech.Sense{speech.SaysFound, speech.SaysCause} {
		switch a := &t.Answer; {
		case sense == speech.SaysFound && (review || a.Any(speech.SaysDone)):
			continue // "I have completed the analysis" tells what was done, not what was found
		case review && a.Any(speech.SaysFound) && a.First[speech.SaysFound] == a.First[sense] && !quote.Titled(quote.Answer(t, sense).Text):
			continue // "the root cause" is of both senses
		}
		if q := quote.Answer(t, sense); q != nil && states(q.Text, review) && opensOn(t, sense, q) {
			return q
		}
	}
	for i := c.End.Turn; i >= 0 && !review; i-- {
		if q := causeQuote(&c.Session.Turns[i]); q != nil {
			return q
		}
	}
	if q := c.named(t, false); q != nil && !review {
		return q
	}
	if g := c.GoalTurn(); g != nil && g.Closing != nil && g.Answer.Words <= shortVerdict && !quote.Filler(g) && (review && c.shortReview() != nil || !review && g != c.Last) {
		s := g.Closing // so short an answer is the finding
		return &judge.Quote{UUID: s.UUID, Turn: g.Index + 1, Line: s.Line, Text: quote.SentenceAt(s.Text, 0, 0)}
	}
	return nil
}

// answerQuote is the quote of an answer to what was asked, where it says something of that: no
// heading, no point of several, no lead to what it does not hold; else a sentence of it that
// does; of a few words all; nil where there is none.
func (c *view) answerQuote(t *observe.Turn, q *judge.Quote) *judge.Quote {
	text := t.Closing.Text
	if q != nil && !c.Session.Touched() && (strings.Contains(q.Text, "## ") || inList(text, q.Text) || quote.LeadsTo(q.Text)) {
		q = proseQuote(t)
	}
	if q != nil && leadIn(text, q.Text) {
		q = nil
	}
	if q == nil && t.Answer.Words > 0 && t.Answer.Words <= fewAnswered {
		return quote.Say(t, t.Closing) // one word may be the answer
	}
	return withObjection(text, q)
}

// fewAnswered is how many words an answer has at most that is quoted by its head, whatever it
// says.
const fewAnswered = 30

// leadIn reports whether a sentence of an answer only opens it: nothing but a rule or a heading
// follows its paragraph, and neither a short word at its head nor bold print says anything
// ("No, there is none.").
func leadIn(text, said string) bool {
	if len(said) > listHead {
		said = said[:listHead]
	}
	at := strings.Index(text, said)
	if at < 0 || strings.Contains(text[:at], "\n#") || strings.HasPrefix(said, "**") {
		return false
	}
	if first := strings.IndexAny(said, " ,.、，。—"); first > 0 && !strings.HasPrefix(said[first:], " ") && utf8.RuneCountInString(said[:first]) <= yesOrNo {
		return false
	}
	_, rest, _ := strings.Cut(text[at:], "\n")
	rest = strings.TrimLeft(rest, " \r\n")
	return strings.HasPrefix(rest, "#") || strings.HasPrefix(rest, "---") || strings.HasPrefix(rest, "━━━")
}

// yesOrNo is how many letters a word has at most that says yes or no.
const yesOrNo = 5

// proseQuote quotes the first sentence of an answer that stands in running text and leads to
// nothing, of as many words as name a cause; nil where there is none: all of it is headings,
// lists, tables and code.
func proseQuote(t *observe.Turn) *judge.Quote {
	if t.Closing == nil {
		return nil
	}
	text, fenced := quote.Unfenced(t.Closing.Text), false
	for line := range strings.Lines(text) {
		line = strings.TrimSpace(line)
		if strings.HasPrefix(line, "```") {
			fenced = !fenced
		}
		if fenced || line == "" || strings.ContainsAny(line[:1], "#|>-*+•`") || line[0] >= '0' && line[0] <= '9' {
			continue
		}
		for rest := line; rest != ""; {
			stop, next := title.SentenceEnd(rest)
			if next == 0 {
				stop, next = len(rest), len(rest)
			}
			said := strings.TrimSpace(rest[:stop])
			if (len(strings.Fields(said)) >= leastCause || unspaced(said)) && !quote.LeadsTo(said) && !asks(said) {
				if leadIn(t.Closing.Text, said) {
					return nil
				}
				return quote.AnswerAt(t, said)
			}
			rest = strings.TrimSpace(rest[next:])
		}
	}
	return nil
}

// unspaced reports whether a sentence is of a script that sets no blanks between words, and
// long enough to say something.
func unspaced(said string) bool {
	return strings.ContainsFunc(said, func(r rune) bool { return r >= 0x2E80 && unicode.IsLetter(r) }) && !quote.Hollow(said)
}

// labelledCause quotes the sentence of an answer that opens on the label of a cause ("Root
// cause: …"), of the last one that nothing was changed after; nil where none does. What is
// said later of it ("that saves an hour") is not what was found.
func (c *view) labelledCause() *judge.Quote {
	for i := c.End.Turn; i >= 0 && c.Session.Turns[i].Changes == 0; i-- {
		t := &c.Session.Turns[i]
		h := &t.Answer
		if t.Closing == nil || h.Opening[speech.SaysFound] == 0 || h.Any(speech.SaysUnknown, speech.SaysGaveUp) {
			continue
		}
		said := h.First[speech.SaysFound]
		text := t.Closing.Text
		label := strings.TrimLeft(text[said.End-1:], "*_ ")
		if strings.Trim(text[:said.Start], "*_# ") != "" || !strings.HasPrefix(label, ":") && !strings.HasPrefix(strings.TrimLeft(text[said.End:], "*_ "), ":") {
			continue
		}
		if cause := sentence(text); !quote.LeadsTo(cause) && len(strings.Fields(cause)) >= leastCause {
			return quote.AnswerAt(t, cause)
		}
	}
	return nil
}

// states reports whether a quote is a sentence that states something, or of a review the
// verdict, set in bold: no heading, row of a table or opening of a few words.
func states(text string, review bool) bool {
	if review && quote.Titled(text) {
		return true
	}
	if strings.Contains(text, "\n") {
		return false // a lead with the first of what it leads to
	}
	if strings.HasPrefix(text, "|") || strings.Contains(text, "# ") || strings.HasPrefix(text, "- ") {
		return false // a row, a heading, one point of several
	}
	if strings.HasPrefix(text, "**") {
		return review
	}
	return len(strings.Fields(text)) >= leastFinding
}

// opening is how far into a sentence the words may stand that make it one of a finding,
// in bytes: "the root cause", "- I found". Further in they are of something else: "the
// revision is based on the analysis".
const opening = 16

// opensOn reports whether a quoted sentence of an answer opens on what it was quoted for.
func opensOn(t *observe.Turn, sense speech.Sense, q *judge.Quote) bool {
	head := t.Closing.Text[:t.Answer.First[sense].Start]
	said := t.Closing.Text[t.Answer.First[sense].Start:t.Answer.First[sense].End]
	at := strings.Index(q.Text, said)
	return at >= 0 && at <= opening && strings.HasSuffix(head, q.Text[:at])
}

// leastFinding is how many words a sentence needs to name a finding.
const leastFinding = 8

// scripted reports whether the work was done by a script whose command tells no more
// than that it ran: something with side effects was carried out, and the agent says
// that it is done.
func (c *view) scripted() bool {
	for i := range c.End.Turn + 1 {
		if t := &c.Session.Turns[i]; observe.Mutates(t) && t.Answer.Any(speech.SaysDone, speech.SaysVerified) {
			return true
		}
	}
	return c.Says(speech.SaysDone, speech.SaysVerified) && c.mutated()
}

// verified tells whether a fix was verified after the last change: by a test or the
// repro, by the kind of check that the reported fault was one of, or by the person.
func (c *view) verified() (bool, *judge.Quote) {
	if c.LeftRed() {
		return false, quote.Answer(c.Last, speech.SaysRed)
	}
	if t := c.Mistook(); t != nil {
		return false, quote.Answer(t, speech.SaysMistook)
	}
	k, ok := c.Proves()
	if c.overtaken(&k) {
		return false, nil
	}
	if ok {
		if c.OfLint() {
			return true, quote.Any(quote.OfLint(&k), quote.Check(c.Session, k))
		}
		return true, quote.Check(c.Session, k)
	}
	q := wordQuote(c)
	if t := c.taken(); t != nil && t.Prompt.Untried {
		q = nil // who is yet to try it does not say that it works
	}
	if again := c.Rerun(); again != nil && k.Step == nil {
		return true, quote.Rerun(again)
	}
	if k.Step != nil && k.Order < c.Session.LastCommit && q != nil && q.Turn-1 == k.Turn {
		if hook := c.hookTests(); hook != nil {
			return true, hook // what failed on the way to the commit that was ordered failed no longer in it
		}
	}
	if k.Step != nil && (q == nil || q.Turn-1 <= k.Turn) { // whose word comes later knows of what failed
		if c.passedSince(&k) {
			return false, nil // what it shows was so no longer
		}
		return false, quote.Check(c.Session, k)
	}
	return q != nil, q
}

// passedSince reports whether another check passed after one that failed.
func (c *view) passedSince(k *observe.Check) bool {
	for i := range c.Session.Checks {
		if o := &c.Session.Checks[i]; o.Order > k.Order && o.Verdict == output.Passed && !o.Weak {
			return true
		}
	}
	return false
}

// endTells reports whether what the record ends on may show what went wrong: no prompt
// shows that the service failed, and no command that it did.
func (c *view) endTells() bool {
	switch c.End.Kind {
	case observe.EndPrompt:
		return !c.UnservedEnd()
	case observe.EndCall, observe.EndResult:
		return false
	}
	return true
}
