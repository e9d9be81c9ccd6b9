package llm

import (
	"context"
	"fmt"
	"sync"
	"time"

	"prism/internal/fact"
	"prism/internal/judge"
	"prism/internal/session"
)

// Census is a judge that asks nobody: it adds up what judging would take, so that
// a person can be told before a run. Sessions whose answers are all kept cost
// nothing and are not in it.
type Census struct {
	p      *Protocol
	memory Memory // may be nil
	at     time.Time

	mu   sync.Mutex
	due  Due
	seen map[string]bool // questions counted: sessions of the same content share them
}

// Due is what a run would take, by estimate.
type Due struct {
	Sessions  int
	Questions int
	Tokens    fact.Tokens
	USD       float64 // of questions whose price is known
	Unpriced  int     // questions whose price is not
}

// Counting makes a Census at the prices of a moment.
func Counting(p *Protocol, memory Memory, at time.Time) *Census {
	return &Census{p: p, memory: memory, at: at}
}

// Name implements judge.Judge.
func (c *Census) Name() string { return c.p.Name() }

// Version implements judge.Judge.
func (c *Census) Version() string { return c.p.Version() }

// Judge implements judge.Judge: it leaves every session pending. Its error is a
// *judge.Failure, the context's or the memory's.
func (c *Census) Judge(ctx context.Context, d *session.Draft) (judge.Opinion, error) {
	if err := ctx.Err(); err != nil {
		return judge.Opinion{}, err
	}
	waiting := &judge.Failure{Status: fact.JudgePending, Reason: "not asked yet"}
	if !Asked(d) {
		return judge.Opinion{}, waiting
	}
	one := c.p.Begin(d)
	for c.memory != nil {
		q, ok := one.Next()
		if !ok {
			break
		}
		a, known, err := c.memory.Recall(ctx, q.ID)
		if err != nil {
			return judge.Opinion{}, fmt.Errorf("recall an answer: %w", err)
		}
		if !known {
			break
		}
		one.Take(a)
	}
	questions := c.p.Forecast(one)
	if len(questions) == 0 {
		return judge.Opinion{}, waiting
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	c.due.Sessions++
	if c.seen == nil {
		c.seen = make(map[string]bool)
	}
	for i := range questions {
		q := &questions[i]
		if c.seen[q.ID] {
			continue
		}
		c.seen[q.ID] = true
		c.due.Questions++
		c.due.Tokens = c.due.Tokens.Plus(q.Estimate)
		if usd, ok := c.p.Price(*q, c.at); ok {
			c.due.USD += usd
		} else {
			c.due.Unpriced++
		}
	}
	return judge.Opinion{}, waiting
}

// Asked reports whether a model is asked about a session at all: its floor passed.
func Asked(d *session.Draft) bool { return substance(d).Passed }

// Due returns what was added up so far.
func (c *Census) Due() Due {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.due
}
