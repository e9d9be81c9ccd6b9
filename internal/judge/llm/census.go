package llm

import (
	"context"
	"fmt"
	"sync"
	"time"

	"prism/internal/conversation"
	"prism/internal/digest"
	"prism/internal/fact"
	"prism/internal/judge"
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
	Sessions  int // that wait for an answer
	Cuts      int // questions of the tracker: conversations, or pieces of long ones
	Questions int // all, those of the tracker too
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
func (c *Census) Judge(ctx context.Context, d *conversation.Draft) (judge.Opinion, error) {
	if err := ctx.Err(); err != nil {
		return judge.Opinion{}, err
	}
	waiting := &judge.Failure{Status: fact.JudgePending, Reason: "not asked yet"}
	floor, told := digest.Measure(d)
	if !floor.Passed {
		return judge.Opinion{}, waiting
	}
	h, one := c.p.Hear(d, told), c.p.Begin(d)
	for _, q := range []inquiry{h, one} {
		if err := c.recall(ctx, q); err != nil {
			return judge.Opinion{}, err
		}
	}
	questions := c.p.Forecast(one)
	if q, ok := h.Next(); ok {
		questions = append(questions, q)
	}
	if len(questions) == 0 {
		return judge.Opinion{}, waiting
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	c.due.Sessions++
	for i := range questions {
		c.count(&questions[i])
	}
	return judge.Opinion{}, waiting
}

// recall lets an inquiry take the answers that are kept.
func (c *Census) recall(ctx context.Context, about inquiry) error {
	for c.memory != nil {
		q, ok := about.Next()
		if !ok {
			return nil
		}
		a, known, err := c.memory.Recall(ctx, q.ID)
		if err != nil {
			return fmt.Errorf("recall an answer: %w", err)
		}
		if !known {
			return nil
		}
		about.Take(a)
	}
	return nil
}

// ask is what a Tracker asks: a kept answer, or a question that is counted and
// gets none.
func (c *Census) ask(ctx context.Context, q Question) (fact.Answer, error) {
	if c.memory != nil {
		a, known, err := c.memory.Recall(ctx, q.ID)
		if err != nil {
			return fact.Answer{}, fmt.Errorf("recall an answer: %w", err)
		}
		if known {
			return a, nil
		}
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	if !c.seen[q.ID] {
		c.due.Cuts++
	}
	c.count(&q)
	return fact.Answer{}, &judge.Failure{Status: fact.JudgeError, Reason: "not asked yet"}
}

// count adds a question, once. The mutex is held.
func (c *Census) count(q *Question) {
	if c.seen[q.ID] {
		return
	}
	if c.seen == nil {
		c.seen = make(map[string]bool)
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

// Due returns what was added up so far.
func (c *Census) Due() Due {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.due
}
