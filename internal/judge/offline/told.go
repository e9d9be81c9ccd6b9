package offline

import (
	"slices"
	"strings"

	"prism/internal/conversation"
	"prism/internal/fact"
	"prism/internal/judge"
	"prism/internal/judge/offline/quote"
	"prism/internal/judge/offline/signal"
	"prism/internal/observe"
	"prism/internal/observe/output"
	"prism/internal/observe/speech"
	"prism/internal/shell"
	"prism/internal/transcript"
)

// A feature may weigh a faint sign: a "but" at the head of a prompt corrects more
// often than not. Its sentence is a claim, and is told only where more than that is
// seen (issue 16: a false reason is not forgiven; docs/sentences.md has what was read).

// holds reports whether the sentence of a feature is true of the session, has says
// which of its two. What a criterion shows, no sentence denies.
func (c *view) holds(name string, has bool, op *judge.Opinion) bool {
	if name == "cut" && !has && c.End.Kind == observe.EndCall {
		return false // it ends on a call that nothing came back for, be it the commit that ends the work
	}
	if name == "cut" && len(op.Criteria) > 0 {
		return has != met(op, judge.CriterionFinished) && (has || shownMet(op, judge.CriterionFinished))
	}
	if !has {
		return name != "test_passed" || !c.testedSince()
	}
	switch name {
	case "end_answer":
		return !c.aside()
	case "reported", "last_complains", "last_swears", "last_corrects", "last_assents", "acceptances", "complaint_open", "last_delivers":
		return c.saidByThePerson(name)
	case "says_verified", "says_blocked", "says_ask", "says_you_test", "asks_needed":
		return c.saidByTheAgent(name)
	case "answered":
		return c.Last.Changes == 0 && c.Last.Answer.Words > leastTold && c.answering() >= 0.5 && !c.AnswerOpen(op.Intent)
	case "interrupts":
		return c.stops() > 1
	case "rejects_last":
		return c.End.Kind != observe.EndHanded // a plan refused without a word was handed on
	case "stakes_followed":
		return c.Steps() >= 2
	case "stakes_delivered":
		return c.Session.CommitsAfterChange && c.delivered() != nil
	case "stakes_nothing":
		return c.HighStakes() >= 0.8 && !c.mutated() && !c.Says(speech.SaysDone)
	case "stakes_unproven":
		return !c.vouched(op)
	case "unchecked_lines":
		rule, known := judge.RuleOf(op.Intent)
		return (rule.HighStakes || !known) && !c.vouched(op) && c.Session.Commits == 0 && c.Session.CodeLines >= muchCode
	}
	return true
}

// stops counts how often the person stopped the agent. Clients write an interrupt beside a
// plan that is turned down without a word, too: that one is handed on, and stops nothing.
func (c *view) stops() int {
	n := 0
	for i := range c.Session.Turns {
		t := c.Session.Turns[i].Raw
		own := 0
		for k := range t.Marks {
			if t.Marks[k].Kind == conversation.MarkInterrupt {
				own++
			}
		}
		for k := range t.Steps {
			if s := &t.Steps[k]; s.Kind == transcript.CallPlan && s.Outcome == transcript.Rejected && s.Said == "" {
				own--
			}
		}
		n += max(own, 0)
	}
	return n
}

// asideText is told in place of "does not stop in mid-work" where a question beside the
// finished work came to nothing: the work stops nowhere, the record does.
const asideText = "The work had come to its end before the last question, which was left without an answer."

// checked is a sentence that says of tests what, of a task that does not say what it
// checks, is to be said of checks.
func (c *view) checked(name, text string) string {
	if name == "test_earlier" {
		text = c.earlier(text)
	}
	if (name == "test_passed" || name == "test_earlier") && !c.Session.NamesTests(name == "test_passed") {
		return strings.Replace(text, "Tests", "Checks", 1)
	}
	return text
}

// earlier is the sentence of tests that passed before the last change, by what that was:
// after the last one that may have changed how things behave they passed after the change,
// as the criterion of the same page has it.
func (c *view) earlier(text string) string {
	k, ok := c.Session.Shown(shell.ClassTest)
	switch {
	case ok && k.Order >= c.Session.LastWork, (ok || k.Step == nil) && c.hookTests() != nil:
		return testedAfter
	case ok:
		return testedMostly
	}
	return text
}

// What is told in place of "Tests passed on the way".
const (
	testedAfter  = "Tests passed after the last change."
	testedMostly = "Tests passed after most of what was changed."
)

// aside reports whether the record goes on after the turn in which the work ends, with
// what was beside it and came to nothing.
func (c *view) aside() bool {
	for i := c.End.Turn + 1; i < len(c.Session.Turns); i++ {
		if !c.Session.Turns[i].Trivial {
			return true
		}
	}
	return false
}

// final is the last turn that says or does something, also beside the work; nil none.
func (c *view) final() *observe.Turn {
	for i := len(c.Session.Turns) - 1; i >= 0; i-- {
		if !c.Session.Turns[i].Trivial {
			return &c.Session.Turns[i]
		}
	}
	return nil
}

// asking are the features whose sentences say that the record ends on a question.
func asking() []string {
	return []string{"says_ask", "closing_question", "question_not_done", "asks_back", "asks_untouched", "asks_needed"}
}

// sameAs are the features whose sentences say what another that is told says better: what
// ends on a question ends on no closing answer, nor does what stops on a call; and that a
// limit ended the work says of it that it came last, and that the work stops.
func sameAs(told []string) []string {
	var same []string
	for _, name := range told {
		switch name {
		case "end_failure":
			same = append(same, "cut", "failures_last", "end_answer")
		case "end_call", "end_result", "end_prompt", "end_plan":
			same = append(same, "end_answer")
		default:
			if slices.Contains(asking(), name) {
				same = append(same, "end_answer", "answered")
			}
		}
	}
	return same
}

// muchCode is from how many changed lines of code on their number is worth telling.
const muchCode = 30

// saidByThePerson tells whether the person says what a sentence claims.
func (c *view) saidByThePerson(name string) bool {
	t := c.Last
	h := &t.Prompt
	switch name {
	case "reported":
		return !h.Neutral() && (observe.Fails(t) || (t.Pasted > 0 || t.Faults != 0 && h.Opening[speech.Correct] == 0) && c.Is(fact.Review) < 0.5)
	case "last_complains":
		return observe.Fails(t) || finds(t)
	case "last_swears":
		return h.Words <= signal.CurtAnswer && t.Pasted == 0
	case "last_corrects":
		return h.Leads[speech.Correct] > 0 && h.FirstLead[speech.Correct] == 0 && !h.Question && !observe.Accepts(t)
	case "last_assents":
		return h.FirstLead[speech.Assent] == 0 && !strings.ContainsAny(h.Text, "?？") && !observe.Drops(t) && !h.Any(speech.Abandon, speech.Complain) && c.agreesTo()
	case "acceptances":
		for i := 1; i <= c.End.Turn; i++ {
			if c.praisesAt(i) {
				return true
			}
		}
		return false
	case "complaint_open":
		for i := c.End.Turn; i > 0 && judge.InSignalWindow(i, c.End.Turn); i-- {
			if w := &c.Session.Turns[i]; (observe.Fails(w) || finds(w)) && !c.Resolved(i) && !c.Session.RanSince(i) && !c.Says(speech.SaysVerified) && !c.Last.Delivered {
				return true
			}
		}
		return false
	}
	return observe.OrdersDelivery(t) && (t.Delivered || h.Leads[speech.Question] == 0)
}

// agreesTo reports whether what the agent said before the last prompt is something that one
// agrees to: a question, an offer, a plan, or that it is done. A bare "ok" takes an answer as
// heard.
func (c *view) agreesTo() bool {
	last := c.SpokenBefore(c.End.Turn)
	if last < 0 {
		return false
	}
	h := &c.Session.Turns[last].Answer
	return h.Question || h.Closing[speech.SaysOffer] > 0 || h.Any(speech.SaysDone, speech.SaysVerified, speech.SaysPlan, speech.SaysAsk) || c.Session.Turns[last].Changes > 0
}

// testedSince reports whether tests passed after the last change that may have changed
// how things behave, be it those that a hook of the commit ran.
func (c *view) testedSince() bool {
	if _, ok := c.Session.Shown(shell.ClassTest); ok {
		return true
	}
	return c.hookTests() != nil
}

// hookTests quotes the tests that the hook of the last commit ran and that passed; nil none.
func (c *view) hookTests() *judge.Quote {
	p, line := c.Session.HookTests()
	if line == "" {
		return nil
	}
	return quote.Output(p.Turn, p.Step, line)
}

// finds reports whether a prompt insists that something is wrong: a clause of it is
// led by that. "Try again" alone does not.
func finds(t *observe.Turn) bool {
	return observe.Insists(t) && t.Prompt.Plain() > 2 && (t.Prompt.Leads[speech.Complain] > 0 || t.Prompt.Any(speech.Swear))
}

// praisesAt reports whether a prompt takes what was done before it as good: more
// than a yes to what was offered.
func (c *view) praisesAt(turn int) bool {
	h := &c.Session.Turns[turn].Prompt
	if h.Question || !c.AcceptsAt(turn, turn-1) || !c.worked(turn) {
		return false
	}
	return h.Leads[speech.Endorse] > 0 && !h.Any(speech.Undo)
}

// worked reports whether any call was made before a turn: words alone are no step of a work.
func (c *view) worked(turn int) bool {
	for i := range turn {
		if c.Session.Turns[i].Steps > 0 {
			return true
		}
	}
	return false
}

// saidByTheAgent tells whether the closing words say what a sentence claims.
func (c *view) saidByTheAgent(name string) bool {
	t := c.Last
	h := &t.Answer
	done := c.Says(speech.SaysDone, speech.SaysVerified) || t.Delivered
	switch name {
	case "says_verified":
		return c.Is(fact.Review) < 0.5 && c.passed()
	case "says_blocked":
		return !done && t.Changes == 0 && h.Any(speech.SaysGaveUp, speech.SaysUnknown)
	case "says_you_test":
		return c.Session.CodeLines > 0 && h.Words <= signal.ShortAnswer && h.Closing[speech.SaysYouTest] > 0 && !c.Says(speech.SaysVerified) && !inName(h.Text, h.First[speech.SaysYouTest].End)
	}
	return h.Question || !done && h.Words <= signal.CurtAnswer
}

// inName reports whether a phrase that ends in a text at some byte is the beginning of
// a name: "to test-data.txt".
func inName(text string, end int) bool {
	return end < len(text) && strings.IndexByte("-_./", text[end]) >= 0 && end+1 < len(text) && observe.Letter(text[end+1])
}

// passed reports whether any check of the session passed and said so.
func (c *view) passed() bool {
	for i := range c.Session.Checks {
		if k := &c.Session.Checks[i]; k.Verdict == output.Passed && !k.Weak && k.Work.Has(shell.Verifies) {
			return true
		}
	}
	return false
}

// vouched reports whether a criterion shows that a check, or the person in words,
// speaks for the change, or a check passed after it.
func (c *view) vouched(op *judge.Opinion) bool {
	_, shown := c.Session.Shown(shell.Verifies)
	return shown || met(op, judge.CriterionVerified) || met(op, judge.CriterionKept) || met(op, judge.CriterionTested) || met(op, judge.CriterionAccepted)
}

// met reports whether a criterion of an opinion is there and met.
func met(op *judge.Opinion, name string) bool {
	for i := range op.Criteria {
		if op.Criteria[i].Name == name {
			return op.Criteria[i].Met
		}
	}
	return false
}

// shownMet is met of a criterion that the page shows, too.
func shownMet(op *judge.Opinion, name string) bool {
	return slices.ContainsFunc(op.Criteria, func(x judge.Criterion) bool { return x.Name == name && x.Met && !x.Unsure })
}

// mutated reports whether anything with side effects was carried out.
func (c *view) mutated() bool {
	for i := range c.Session.Turns {
		if observe.Mutates(&c.Session.Turns[i]) {
			return true
		}
	}
	return c.Session.Touched()
}
