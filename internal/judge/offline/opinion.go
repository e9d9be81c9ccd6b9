package offline

import (
	"math"
	"slices"

	"prism/internal/fact"
	"prism/internal/judge"
	"prism/internal/judge/offline/intent"
	"prism/internal/judge/offline/signal"
	"prism/internal/learn"
	"prism/internal/practice"
	"prism/internal/title"
)

// underSignal is what is left of the probability under a signal. Of the 24
// labelled sessions in which one was named, left out of the fit, two were
// complete after all.
const underSignal = 0.35

// Opinion judges a case.
func (j *Judge) Opinion(c *Case) judge.Opinion { return j.opinionWith(c, j.intentsOf(c)) }

// opinionWith judges a case for given probabilities of its intents.
func (j *Judge) opinionWith(c *Case, intents []float64) judge.Opinion {
	intents = c.intent.AsStated(intents)
	x, v := j.goal(c, intents)
	op := judge.Opinion{Intent: fact.Intents[learn.Best(intents)]}
	if intent.Goalless(c.a) {
		op.Intent = fact.IntentNone
	}
	op.Probability = j.model.Goal.Probability(x)
	op.Signal = v.Sign.Kind
	if op.Signal != fact.NoSignal {
		op.Probability *= underSignal
	}
	if v.AnswerOpen(op.Intent) {
		op.Probability = min(op.Probability, signal.OpenAt)
	}
	if c.intent.Unheeded(op.Intent) || op.Intent == fact.Feature && v.untested() {
		op.Probability = min(op.Probability, signal.OpenAt)
	}
	op.Basis = basis(v, op, op.Probability >= 0.5)
	op.OnRecord = c.a.OnRecord()
	r := j.words.Reader()
	defer j.words.Return(r)
	w := &title.Writer{Reader: r.Reader, Words: j.titles}
	result := w.Result(c.a, op.Intent)
	rule, known := judge.RuleOf(op.Intent)
	if known {
		op.Complete = op.Probability >= 0.5 && op.Signal == fact.NoSignal
		op.Criteria = criteria(v, rule, op, result)
		if op.Complete && !judge.Completes(rule, &op) {
			// The probability stays what it is where the rule says no, and not the odds;
			// what somebody or the output shows not to have landed is not likely to have.
			op.Complete, op.Basis = false, basis(v, op, false)
			if op.Basis == fact.Explicit {
				op.Probability = min(op.Probability, signal.OpenAt)
			}
		}
	}
	if known {
		v.keepSure(rule, &op)
	}
	op.Reasons = j.reasons(x, v, &op)
	op.Rubric = practice.Checks(r.Reader, c.a, op.Intent)
	op.Title, op.Long, op.Summary = w.Write(c.a, op, result)
	c.a.Topic().Name(op.Title)
	v.retell(&op, result)
	op.Evidence = evidence(v, op, result)
	c.a.Topic().Name("") // a case may be judged again
	if known && !op.Complete {
		op.Advice = advice(v, rule, op)
	}
	return op
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
		if has {
			text = v.checked(j.goals[i].name, text)
		}
		told = append(told, j.goals[i].name)
		out = append(out, judge.Reason{For: part > 0, Weight: math.Abs(part), Text: text})
	}
	said := sameAs(told)
	kept := out[:0]
	for i, r := range out {
		if !slices.Contains(said, told[i]) {
			kept = append(kept, r)
		}
	}
	out = kept
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
