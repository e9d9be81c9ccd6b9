package offline

import (
	"math"
	"slices"

	"prism/internal/fact"
	"prism/internal/judge"
	"prism/internal/learn"
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
	rule, known := judge.RuleOf(op.Intent)
	if known {
		op.Complete = op.Probability >= 0.5 && judge.Completes(rule, op.Basis, op.Signal, op.Probability)
		op.Criteria = criteria(v, rule, op)
	}
	op.Evidence = evidence(v, op)
	op.Rubric = rubric(c.a, op.Intent)
	r := j.readers.Get().(*reader)
	op.Title, op.Summary = r.label(v, op)
	j.readers.Put(r)
	if known && !op.Complete {
		op.Advice = advice(v, rule, op)
	}
	return op
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
