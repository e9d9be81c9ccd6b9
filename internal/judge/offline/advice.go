package offline

import (
	"slices"
	"strings"

	"prism/internal/fact"
	"prism/internal/judge"
	"prism/internal/judge/offline/signal"
	"prism/internal/observe"
	"prism/internal/observe/speech"
)

// confirm is the advice where every condition that was looked for is met, and the
// session did not land for want of a word.
const confirm = "Say in a word whether it is right, or go on from it: nothing in the record tells."

// advice says what would have made the session crush: the failure signal, the service
// and the agent's open question first, then the criteria that are not met.
func advice(v *view, rule judge.Rule, op judge.Opinion) string {
	unmet := func(name string) bool {
		for _, c := range op.Criteria {
			if c.Name == name {
				return !c.Met
			}
		}
		return false
	}
	others := false // unmet besides that the record stops
	for _, c := range op.Criteria {
		if v.Stopped() && (c.Name == judge.CriterionAnswered || c.Name == judge.CriterionConclusion || c.Name == judge.CriterionVerdict) {
			continue // there is no answer yet that could be taken
		}
		others = others || !c.Met && c.Name != judge.CriterionFinished && c.Name != judge.CriterionNoFailure && rule.Misses(c.Name, &op)
	}
	rest := ""
	switch {
	case others || len(op.Criteria) == 0:
		rest = lacking(v, rule)
	case !unmet(judge.CriterionFinished):
		rest = confirm // all of it is there: what the rule asks for would ask for it again
	}
	first := ""
	switch {
	case op.Signal == fact.UnresolvedError && v.UnservedEnd() || op.Signal == fact.NoSignal && v.End.Kind == observe.EndFailure:
		if v.RefusedEnd() {
			return "Compact the conversation, or begin a new one: the service refuses it as it is."
		}
		return v.resume()
	case op.Signal != fact.NoSignal:
		return rule.AdviceUnder(op.Signal)
	case v.missing() != nil && !v.Session.Undone.Asks:
		first = "Have the part done, too, that the agent names as left."
	case v.aside() && signal.Unserved(v.final()):
		first = v.resume()
	case v.End.Kind == observe.EndInterrupt && v.Last.Steps == 0 && v.Last.Failures > 1:
		return v.resume() // who stops what only fails needs no word for it
	case v.End.Kind == observe.EndAsking || v.End.Kind == observe.EndAnswer && !v.aside() && !v.onlyOffers(rule.Intent) && (v.Last.Answer.Question || v.AsksAtTheEnd() && v.saidByTheAgent("says_ask")):
		first = "Answer the agent's question, so that it can finish."
	case v.End.Cut() && !v.doneBefore(), rest == "":
		first = v.toTheEnd()
	}
	switch {
	case first != "" && v.Is(rule.Intent) < surely:
		return first // what lands it then is another question, which the kind of work decides
	case first != "" && rest == unbuilt && v.End.Cut():
		return first // what there will be to show is seen once it has come to its end
	case first != "" && rest == unbuilt:
		rest = rule.Advice // there will be something to show once it has come to its end
	}
	return strings.TrimSpace(first + " " + rest)
}

// onlyOffers reports whether what the record ends on says that what was asked for is done, and
// asks only whether more shall be: "Created it. Want me to commit it?"
func (c *view) onlyOffers(i fact.Intent) bool {
	h := &c.Last.Answer
	return i != fact.Plan && c.Last.Changes > 0 && h.Closing[speech.SaysOffer] > 0 && h.Any(speech.SaysDone, speech.SaysVerified) && !h.Any(speech.SaysNotDone, speech.SaysBlocked, speech.SaysNeeds)
}

// toTheEnd is the advice where the record stops before the work does, by what it stops on:
// of a reason for stopping only who stopped it is asked.
func (c *view) toTheEnd() string {
	switch c.End.Kind {
	case observe.EndInterrupt:
		return stoppedIt
	case observe.EndRefused:
		return refusedIt
	case observe.EndPrompt:
		return noAnswer
	case observe.EndCall:
		return openCall
	case observe.EndResult:
		return noClosing
	}
	if c.End.Announces {
		return announced
	}
	return toItsEnd
}

// What lands a session whose record stops before the work does.
const (
	stoppedIt = "Let the agent come to an end, or say in a word why you stopped it."
	refusedIt = "Let the agent come to an end, or say in a word why you refused its call."
	noAnswer  = "Send the last prompt again, and let the agent come to an end: no answer to it is on record."
	openCall  = "Let the agent come to an end: nothing came back for its last call."
	noClosing = "Let the agent come to an end: no closing answer is on record."
	announced = "Let the agent come to an end: it says what comes next, and nothing came."
	toItsEnd  = "Let the agent come to an end."
)

// resume is the advice where the service did not answer: once it has, or where it wants to
// be paid or waited for, once it may.
func (c *view) resume() string {
	if c.Spent() {
		return "Resume it once there is credit or the limit is over, and let the work come to an end."
	}
	return "Resume it once the service answers again, and let the work come to an end."
}

// surely is how probable an intent must be for the advice to be of its kind: below, only
// what is true whatever was wanted is said.
const surely = 0.75

// What lands a session of any kind that has come to its end, by what was done in it.
const (
	unsure    = "Say in a word whether it is what you wanted, or go on from it."
	unseen    = "Have a test or a run after the last change show that it works, or say in a word that it does."
	unbuilt   = "Have it changed, or say in a word that the answer is all you wanted."
	findsNone = "Give the agent what it could not find, and have the question answered."
)

// lacking is what would land a session that came to its end: what the rule of its intent
// asks for, where the intent is plain and that is what lacks.
func lacking(v *view, rule judge.Rule) string {
	_, shown := v.Session.Shown(observe.Checks)
	switch {
	case slices.Contains([]fact.Intent{fact.BugFix, fact.Feature, fact.Refactor, fact.SmallChange}, rule.Intent) && !v.Session.Touched() && !v.mutated() && (v.Is(rule.Intent) >= surely || v.Session.OrdersChange()):
		return unbuilt // it says what any other kind of work asks for, too
	case v.Is(rule.Intent) < surely && v.Session.CodeLines > 0 && !shown:
		return unseen
	case v.Is(rule.Intent) < surely, rule.HighStakes && v.Session.Touched() && v.Session.CodeLines == 0:
		return unsure // a document, a setting have no tests
	case v.AnswerOpen(rule.Intent):
		return findsNone
	}
	return rule.Advice
}
