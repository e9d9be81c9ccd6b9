package llm

import (
	"time"

	"prism/internal/fact"
)

// Spent sums calls.
type Spent struct {
	Calls   int
	Tokens  fact.Tokens
	USD     float64
	Unknown int // calls whose cost is not known and not in USD
}

func (s *Spent) add(c fact.Call) {
	s.Calls++
	s.Tokens = s.Tokens.Plus(c.Tokens)
	if c.Cost == nil {
		s.Unknown++
		return
	}
	s.USD += *c.Cost
}

// Forecast is what judging a session will likely take, reckoned from its real
// requests: all questions that are due if each is answered at once, and the
// usual length of an answer. For outcome the criteria of the dearest intent are
// taken, as the intent is not known yet.
func (p *Protocol) Forecast(c *Case) []Question {
	if c.fail != nil || c.decided {
		return nil
	}
	var out []Question
	for i := c.stage; i < len(p.agents()); i++ {
		probe := *c
		probe.stage, probe.why = i, nil
		if p.agents()[i] == Deciding && c.grade.intent == "" {
			probe.grade.intent = fact.Feature
		}
		if q, ok := probe.Next(); ok {
			out = append(out, q)
		}
	}
	return out
}

// Price is what a question will likely cost in USD at a time; ok is false where
// the model's price is unknown. A batch takes half.
func (p *Protocol) Price(q Question, at time.Time) (usd float64, ok bool) {
	if p.prices == nil {
		return 0, false
	}
	return p.prices.Cost(p.set.Model, at, q.Estimate)
}
