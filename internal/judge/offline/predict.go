package offline

import (
	"fmt"
	"math"
	"sort"

	"prism/internal/fact"
)

// Prediction is the short form of an opinion, for measuring.
type Prediction struct {
	Intent         fact.Intent
	Complete       bool
	Probability    float64
	Basis          fact.Basis
	Signal         fact.FailureSignal
	End            string
	Why            []string // what moved the probability, strongest first
	Feats          string   // what moved the intent
	Title, Summary string
	Rubric         fact.Rubric
}

// Predict judges a case without writing prose.
func (j *Judge) Predict(c *Case) Prediction {
	op := j.opinion(c)
	p := Prediction{Intent: op.Intent, Complete: op.Complete, Probability: op.Probability, Basis: op.Basis, Signal: op.Signal, Title: op.Title, Summary: op.Summary, Rubric: op.Rubric, End: fmt.Sprintf("%d cut %v", c.a.end.kind, c.a.end.cut())}
	intents := j.intentsOf(c)
	x, _ := j.goal(c, intents)
	type part struct {
		i int
		w float64
	}
	var parts []part
	for i := range j.goals {
		parts = append(parts, part{i, j.model.Goal.Part(i, x[i])})
	}
	sort.Slice(parts, func(a, b int) bool { return math.Abs(parts[a].w) > math.Abs(parts[b].w) })
	for _, q := range parts[:10] {
		p.Why = append(p.Why, fmt.Sprintf("%+.2f %s = %.2f", q.w, j.goals[q.i].name, x[q.i]))
	}
	best := 0
	for i, n := range fact.Intents {
		if n == op.Intent {
			best = i
		}
	}
	parts = parts[:0]
	for i := range j.intents {
		parts = append(parts, part{i, j.model.Intent.Part(best, i, c.intent.X[i])})
	}
	sort.Slice(parts, func(a, b int) bool { return parts[a].w > parts[b].w })
	for _, q := range parts[:4] {
		p.Feats += fmt.Sprintf("%+.1f %s=%.1f ", q.w, j.intents[q.i].name, c.intent.X[q.i])
	}
	p.Feats += c.voices + " | "
	for i, t := range c.intent.T[best] {
		if t != 0 {
			p.Feats += fmt.Sprintf("%+.1f %s ", t*j.model.Intent.TiedW[i], j.tied[i].name)
		}
	}
	return p
}
