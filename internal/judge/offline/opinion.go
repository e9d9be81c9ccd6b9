package offline

import (
	"math"
	"slices"
	"strings"

	"prism/internal/fact"
	"prism/internal/judge"
	"prism/internal/learn"
	"prism/internal/observe"
	"prism/internal/practice"
	"prism/internal/title"
)

// Opinion judges a case.
func (j *Judge) Opinion(c *Case) judge.Opinion { return j.opinionWith(c, j.intentsOf(c)) }

// opinionWith judges a case for given probabilities of its intents.
func (j *Judge) opinionWith(c *Case, intents []float64) judge.Opinion {
	intents = c.asStated(intents)
	x, v := j.goal(c, intents)
	op := judge.Opinion{Intent: fact.Intents[learn.Best(intents)]}
	if goalless(c.a) {
		op.Intent = fact.IntentNone
	}
	op.Probability = j.model.Goal.Probability(x)
	op.Signal = v.sign.kind
	if op.Signal != fact.NoSignal {
		op.Probability *= underSignal
	}
	if v.answerOpen(op.Intent) {
		op.Probability = min(op.Probability, openAt)
	}
	op.Basis = basis(v, op, op.Probability >= 0.5)
	op.OnRecord = onRecord(c.a)
	r := j.words.Reader()
	defer j.words.Return(r)
	w := &title.Writer{Reader: r, Words: j.titles}
	result := w.Result(c.a, op.Intent)
	rule, known := judge.RuleOf(op.Intent)
	if known {
		op.Complete = op.Probability >= 0.5 && op.Signal == fact.NoSignal
		op.Criteria = criteria(v, rule, op, result)
		if op.Complete && !judge.Completes(rule, &op) {
			// The probability stays what it is: the rule says no, not the odds.
			op.Complete, op.Basis = false, basis(v, op, false)
		}
	}
	op.Reasons = j.reasons(x, v, &op)
	op.Evidence = evidence(v, op, result)
	op.Rubric = practice.Checks(r, c.a, op.Intent)
	op.Title, op.Long, op.Summary = w.Write(c.a, op, result)
	if known && !op.Complete {
		op.Advice = advice(v, rule, op)
	}
	return op
}

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
		if v.stopped() && (c.Name == judge.CriterionAnswered || c.Name == judge.CriterionConclusion || c.Name == judge.CriterionVerdict) {
			continue // there is no answer yet that could be taken
		}
		others = others || !c.Met && c.Name != judge.CriterionFinished && c.Name != judge.CriterionNoFailure && rule.Misses(c.Name, &op)
	}
	rest := ""
	switch {
	case others || len(op.Criteria) == 0:
		rest = rule.Advice
	case !unmet(judge.CriterionFinished):
		rest = confirm // all of it is there: what the rule asks for would ask for it again
	}
	first := ""
	switch {
	case op.Signal == fact.UnresolvedError && v.unservedEnd() || op.Signal == fact.NoSignal && v.end.Kind == observe.EndFailure:
		if v.refusedEnd() {
			return "Compact the conversation, or begin a new one: the service refuses it as it is."
		}
		return "Resume it once the service answers again, and let the work come to an end."
	case op.Signal != fact.NoSignal:
		return rule.AdviceUnder(op.Signal)
	case v.missing() != nil:
		first = "Have the part done, too, that the agent names as left."
	case v.end.Kind == observe.EndAsking || v.end.Kind == observe.EndAnswer && (v.last.Answer.Question || v.asksAtTheEnd() && v.saidByTheAgent("says_ask")):
		first = "Answer the agent's question, so that it can finish."
	case v.end.Cut() && !v.doneBefore(), rest == "":
		first = "Let the agent come to an end, or say in a word why you stopped it."
	}
	return strings.TrimSpace(first + " " + rest)
}

// reasons lists what moved the probability most, in words.
func (j *Judge) reasons(x []float64, v *view, op *judge.Opinion) []judge.Reason {
	var out []judge.Reason
	var told []string // the features of out
	subjects := about()
	m := &j.model.Goal
	for i := range j.goals {
		part := m.Part(i, x[i])
		if math.Abs(part) < 0.12 {
			continue
		}
		text, has := j.goals[i].has, x[i] > m.Mean[i]
		if !has {
			text = j.goals[i].lacks
		}
		if text == "" || !argues(j.goals[i].name, x[i], has, part > 0, v) || !v.holds(j.goals[i].name, has, op) ||
			contradicted(subjects[j.goals[i].name], part > 0, op.Criteria) {
			continue
		}
		if j.goals[i].name == "cut" && !has && v.aside() {
			text = asideText
		}
		told = append(told, j.goals[i].name)
		out = append(out, judge.Reason{For: part > 0, Weight: math.Abs(part), Text: text})
	}
	if slices.ContainsFunc(told, func(name string) bool { return slices.Contains(asking(), name) }) {
		// what ends on a question ends on no closing answer
		kept := out[:0]
		for i, r := range out {
			if told[i] != "end_answer" && told[i] != "answered" {
				kept = append(kept, r)
			}
		}
		out = kept
	}
	slices.SortStableFunc(out, func(a, b judge.Reason) int {
		switch {
		case a.Weight > b.Weight:
			return -1
		case a.Weight < b.Weight:
			return 1
		}
		return 0
	})
	if len(out) > 6 {
		out = out[:6]
	}
	return out
}
