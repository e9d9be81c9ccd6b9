package offline

import (
	"math"
	"slices"

	"prism/internal/fact"
	"prism/internal/judge"
	"prism/internal/learn"
	"prism/internal/shell"
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
	op.Probability = learn.Sigmoid(j.model.Temper * j.model.Goal.Score(x))
	op.Signal = failureSignal(v, op.Probability)
	if op.Signal != fact.NoSignal {
		op.Probability *= underSignal
	}
	op.Basis = basis(v, op)
	op.Reasons = j.reasons(x, v)
	r := j.readers.Get().(*reader)
	defer j.readers.Put(r)
	told := r.upshot(v, op.Intent)
	rule, known := judge.RuleOf(op.Intent)
	if known {
		op.Complete = op.Probability >= 0.5 && judge.Completes(rule, op.Basis, op.Signal, op.Probability)
		op.Criteria = criteria(v, rule, op, told)
	}
	op.Evidence = evidence(v, op, told)
	op.Rubric = rubric(c.a, op.Intent)
	op.Title, op.Summary = r.label(v, op, told)
	if known && !op.Complete {
		op.Advice = advice(v, rule, op)
	}
	return op
}

// criteria answers each condition of the intent's rule: a met one with a quote of
// what meets it, an unmet one with what shows that it is not; else with none.
func criteria(v *view, rule judge.Rule, op judge.Opinion, told news) []judge.Criterion {
	var out []judge.Criterion
	for _, c := range rule.Criteria {
		met, q := criterion(v, c.Name, op, told)
		out = append(out, judge.Criterion{Name: c.Name, Met: met})
		if q != nil && q.Text != "" {
			own := *q // two conditions may rest on one line
			out[len(out)-1].Quote = &own
		}
	}
	return out
}

// criterion tells whether one condition is met, and what shows it.
func criterion(v *view, name string, op judge.Opinion, told news) (bool, *judge.Quote) {
	changed := v.a.touched()
	answered := v.end.kind == endAnswer && !v.end.announce
	ended := endQuote(v, op, told)
	switch name {
	case judge.CriterionFinished:
		return !v.end.cut() && v.end.kind != endAsking && v.end.kind != endPrompt && !v.end.announce, ended
	case judge.CriterionNoFailure:
		if op.Signal == fact.NoSignal {
			return true, mendQuote(v)
		}
		return false, anyQuote(signalQuote(v, op.Signal), ended)
	case judge.CriterionAnswered:
		if answered {
			return true, anyQuote(told.quote(), ended)
		}
		return false, ended
	case judge.CriterionNotRepeated:
		if complains(v.last) {
			return false, wordsQuote(v.last, complain, swear)
		}
		again := repeats(v) >= 0.5
		return !again, when(again, promptQuote(v.last))
	case judge.CriterionConclusion, judge.CriterionVerdict:
		words := v.last.told.words
		if told.turn != nil {
			words = max(words, told.turn.told.words)
		}
		if answered && words > 15 {
			return true, anyQuote(told.quote(), ended)
		}
		return false, when(!answered, ended)
	case judge.CriterionPlanGiven:
		switch {
		case len(v.a.plans) > 0:
			return true, anyQuote(planQuote(v), stepQuote(v.a.plans[len(v.a.plans)-1].turn, v.a.plans[len(v.a.plans)-1].step))
		case v.a.planEdits > 0 || v.says(saysPlan):
			return true, anyQuote(saidQuote(v, saysPlan), told.quote(), changeQuote(v))
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
		return changed && !undone, when(changed && undone, wordsQuote(v.last, undo, abandon))
	case judge.CriterionVerified:
		if k, ok := v.a.shown(checks); ok || k.verdict == failed {
			return ok, checkQuote(k)
		}
		q := wordQuote(v)
		return q != nil, q
	case judge.CriterionKept:
		k, ok := v.a.shown(shell.Verifies)
		return ok, checkQuoteOf(k)
	case judge.CriterionTested:
		if q := putOffQuote(v); q != nil {
			return true, q
		}
		k, ok := v.a.ran()
		return ok, checkQuoteOf(k)
	case judge.CriterionAccepted:
		if q := anyQuote(wordQuote(v), nextStepQuote(v)); q != nil {
			return true, q
		}
		if v.a.commitsAfterChange || v.end.delivery {
			return true, deliveryQuote(v)
		}
		return false, wordsQuote(v.last, complain, swear, abandon, undo)
	}
	return false, nil
}

// advice says what would have made the session crush: the first criterion that
// is not met decides.
func advice(v *view, rule judge.Rule, op judge.Opinion) string {
	if s, ok := judge.SignalRuleOf(op.Signal); ok {
		return s.Advice
	}
	switch {
	case v.end.kind == endFailure:
		return "Resume it once the service answers again, and let the work come to an end."
	case v.end.kind == endAsking || v.end.kind == endAnswer && v.last.told.question:
		return "Answer the agent's question, so that it can finish. " + rule.Advice
	case v.end.cut():
		return "Let the agent come to an end, or say in a word why you stopped it. " + rule.Advice
	}
	return rule.Advice
}

// basis tells what a verdict rests on: explicit where the person or the output
// says so, silent where the conversation just ends.
func basis(v *view, op judge.Opinion) fact.Basis {
	if op.Probability < 0.5 {
		if op.Signal != fact.NoSignal || v.end.cut() || v.says(saysGaveUp, saysNotDone, saysBlocked, saysFail) {
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

// goalless reports whether no goal can be told: greetings, farewells, stray
// words, and nothing done about anything.
func goalless(a *account) bool {
	for i := range a.turns {
		t := &a.turns[i]
		if t.turn.Command != "" || t.turn.Plan != "" || t.turn.Images > 0 {
			return false
		}
		if t.trivial || t.steps == 0 && t.heard.plain() <= 6 && t.heard.any(greet, farewell, thanks) && !asksWork(&t.heard) {
			continue
		}
		if t.heard.words > 2 || t.steps > 2 || asksWork(&t.heard) {
			return false
		}
	}
	return !a.touched()
}

// asksWork reports whether a prompt asks for anything at all. Some greetings are
// common words ("test", "yo"): beside one, only what leads a clause is a request.
func asksWork(s *speech) bool {
	asks := []class{askFix, askAdd, askRefactor, askReview, askPlan, askInvestigate, askSmall, question, deliver, undo, broken}
	if !s.any(greet) {
		return s.words > 12 || s.any(asks...)
	}
	if s.plain() > 12 {
		return true
	}
	for _, c := range asks {
		if s.leads[c] > 0 {
			return true
		}
	}
	return false
}

// plain counts words as a speaker would: of scripts whose every sign is a word to
// the scanner, three signs make one.
func (s *speech) plain() int {
	signs := 0
	for _, c := range s.text {
		if c >= 0x2E80 && lone(c) {
			signs++
		}
	}
	return s.words - min(signs, s.words) + (min(signs, s.words)+2)/3
}
