package offline

import (
	"math"
	"slices"

	"prism/internal/fact"
	"prism/internal/judge"
	"prism/internal/learn"
	"prism/internal/observe"
	"prism/internal/shell"
	"prism/internal/title"
)

// Opinion judges a case.
func (j *Judge) Opinion(c *Case) judge.Opinion { return j.opinionWith(c, j.intentsOf(c)) }

// opinionWith judges a case for given probabilities of its intents.
func (j *Judge) opinionWith(c *Case, intents []float64) judge.Opinion {
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
	op.Basis = basis(v, op)
	op.Reasons = j.reasons(x, v)
	r := j.words.Reader()
	defer j.words.Return(r)
	w := &title.Writer{Reader: r, Words: j.titles}
	result := w.Result(c.a, op.Intent)
	rule, known := judge.RuleOf(op.Intent)
	if known {
		op.Complete = op.Probability >= 0.5 && judge.Completes(rule, op.Basis, op.Signal, op.Probability)
		op.Criteria = criteria(v, rule, op, result)
	}
	op.Evidence = evidence(v, op, result)
	op.Rubric = rubric(r, c.a, op.Intent)
	op.Title, op.Summary = w.Write(c.a, op, result)
	if known && !op.Complete {
		op.Advice = advice(v, rule, op)
	}
	return op
}

// criteria answers each condition of the intent's rule: a met one with a quote of
// what meets it, an unmet one with what shows that it is not; else with none.
func criteria(v *view, rule judge.Rule, op judge.Opinion, result title.Result) []judge.Criterion {
	var out []judge.Criterion
	for _, c := range rule.Criteria {
		met, q := criterion(v, c.Name, op, result)
		out = append(out, judge.Criterion{Name: c.Name, Met: met})
		if q != nil && q.Text != "" {
			own := *q // two conditions may rest on one line
			out[len(out)-1].Quote = &own
		}
	}
	return out
}

// criterion tells whether one condition is met, and what shows it.
func criterion(v *view, name string, op judge.Opinion, result title.Result) (bool, *judge.Quote) {
	changed := v.a.Touched()
	answered := v.end.Kind == observe.EndAnswer && !v.end.Announces
	ended := endQuote(v, op, result)
	switch name {
	case judge.CriterionFinished:
		return !v.end.Cut() && v.end.Kind != observe.EndAsking && v.end.Kind != observe.EndPrompt && !v.end.Announces, ended
	case judge.CriterionNoFailure:
		if op.Signal == fact.NoSignal {
			return true, mendQuote(v)
		}
		return false, anyQuote(signalQuote(v, op.Signal), ended)
	case judge.CriterionAnswered:
		if answered {
			return true, anyQuote(quoteOf(result), ended)
		}
		return false, ended
	case judge.CriterionNotRepeated:
		if observe.Complains(v.last) {
			return false, wordsQuote(v.last, observe.Complain, observe.Swear)
		}
		again := repeats(v) >= 0.5
		return !again, when(again, promptQuote(v.last))
	case judge.CriterionConclusion, judge.CriterionVerdict:
		words := v.last.Answer.Words
		if result.Turn != nil {
			words = max(words, result.Turn.Answer.Words)
		}
		if answered && words > 15 {
			return true, anyQuote(quoteOf(result), ended)
		}
		return false, when(!answered, ended)
	case judge.CriterionPlanGiven:
		switch {
		case len(v.a.Plans) > 0:
			return true, anyQuote(planQuote(v), stepQuote(v.a.Plans[len(v.a.Plans)-1].Turn, v.a.Plans[len(v.a.Plans)-1].Step))
		case v.a.PlanEdits > 0 || v.says(observe.SaysPlan):
			return true, anyQuote(saidQuote(v, observe.SaysPlan), quoteOf(result), changeQuote(v))
		}
		return changed, when(changed, changeQuote(v))
	case judge.CriterionPlanTaken:
		if op.Complete {
			return true, takenQuote(v)
		}
		return false, refusalQuote(v)
	case judge.CriterionApplied, judge.CriterionFix, judge.CriterionBuilt:
		return changed, when(changed, anyQuote(changeQuote(v), deliveryQuote(v)))
	case judge.CriterionNotUndone:
		undone := abandons(v)
		return changed && !undone, when(changed && undone, wordsQuote(v.last, observe.Undo, observe.Abandon))
	case judge.CriterionVerified:
		if k, ok := v.a.Shown(observe.Checks); ok || k.Verdict == observe.Failed {
			return ok, checkQuote(k)
		}
		q := wordQuote(v)
		return q != nil, q
	case judge.CriterionKept:
		k, ok := v.a.Shown(shell.Verifies)
		return ok, checkQuoteOf(k)
	case judge.CriterionTested:
		if q := putOffQuote(v); q != nil {
			return true, q
		}
		k, ok := v.a.Ran()
		return ok, checkQuoteOf(k)
	case judge.CriterionAccepted:
		if q := anyQuote(wordQuote(v), nextStepQuote(v)); q != nil {
			return true, q
		}
		if v.a.CommitsAfterChange || v.end.Delivery {
			return true, deliveryQuote(v)
		}
		return false, wordsQuote(v.last, observe.Complain, observe.Swear, observe.Abandon, observe.Undo)
	}
	return false, nil
}

// advice says what would have made the session crush: the first criterion that
// is not met decides.
func advice(v *view, rule judge.Rule, op judge.Opinion) string {
	switch {
	case op.Signal != fact.NoSignal:
		return rule.AdviceUnder(op.Signal)
	case v.end.Kind == observe.EndFailure:
		return "Resume it once the service answers again, and let the work come to an end."
	case v.end.Kind == observe.EndAsking || v.end.Kind == observe.EndAnswer && v.last.Answer.Question:
		return "Answer the agent's question, so that it can finish. " + rule.Advice
	case v.end.Cut():
		return "Let the agent come to an end, or say in a word why you stopped it. " + rule.Advice
	}
	return rule.Advice
}

// basis tells what a verdict rests on: explicit where the person or the output
// says so, silent where the conversation just ends.
func basis(v *view, op judge.Opinion) fact.Basis {
	if op.Probability < 0.5 {
		if op.Signal != fact.NoSignal || v.end.Cut() || v.says(observe.SaysGaveUp, observe.SaysNotDone, observe.SaysBlocked, observe.SaysFail) {
			return fact.Explicit
		}
		return fact.Silent
	}
	if v.spokenFor() {
		return fact.Explicit
	}
	return fact.Silent
}

// reasons lists what moved the probability most, in words.
func (j *Judge) reasons(x []float64, v *view) []judge.Reason {
	var out []judge.Reason
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
		if text == "" || !argues(j.goals[i].name, x[i], has, part > 0, v) {
			continue
		}
		out = append(out, judge.Reason{For: part > 0, Weight: math.Abs(part), Text: text})
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

// ambientWords bounds talk of the weather and the like.
const ambientWords = 25

// ambient reports whether a turn only makes conversation: how one is, the weather,
// a joke; nothing is done about it.
func ambient(t *observe.Turn) bool {
	h := &t.Prompt
	return h.Any(observe.Ambient) && h.Plain() <= ambientWords && t.Changes == 0 && t.Steps <= 2 && t.Pasted == 0 && !leadsRequest(h) && !observe.Complains(t)
}

// goalless reports whether no goal can be told: greetings, farewells, stray
// words, and nothing done about anything.
func goalless(a *observe.Session) bool {
	for i := range a.Turns {
		t := &a.Turns[i]
		if t.Raw.Command != "" || t.Raw.Plan != "" || t.Raw.Images > 0 {
			return false
		}
		if ambient(t) {
			continue
		}
		if t.Trivial || t.Steps == 0 && t.Prompt.Plain() <= 6 && t.Prompt.Any(observe.Greet, observe.Farewell, observe.Thanks) && !observe.AsksWork(&t.Prompt) {
			continue
		}
		if t.Prompt.Words > 2 || t.Steps > 2 || observe.AsksWork(&t.Prompt) {
			return false
		}
	}
	return !a.Touched()
}
