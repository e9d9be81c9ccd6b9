package llm

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"sync"
	"time"

	"prism/internal/conversation"
	"prism/internal/digest"
	"prism/internal/fact"
	"prism/internal/judge"
	"prism/internal/model"
)

// Memory keeps answers, so that nobody pays twice: not a killed run, not a batch
// whose answers come tomorrow. A store answers it.
type Memory interface {
	// Recall returns the answer to a question; ok is false where there is none.
	Recall(ctx context.Context, question string) (a fact.Answer, ok bool, err error)
	// Keep keeps an answer before anything is made of it.
	Keep(ctx context.Context, a fact.Answer) error
}

// Claims keep processes that share a Memory from asking the same question at once.
type Claims interface {
	// Claim has a question be the caller's to ask. False: somebody else asks it.
	Claim(ctx context.Context, question string) (ours bool, err error)
	// Unclaim ends that, once the answer is kept or there is none.
	Unclaim(ctx context.Context, question string) error
}

// Judge asks a model about one session at a time. It is safe for concurrent use.
type Judge struct {
	p      *Protocol
	client model.Client
	memory Memory
	claims Claims
	clock  func() time.Time
	due    func(Question)

	mu      sync.Mutex
	stopped error // why no more is asked in this run
	spent   Spent
	flying  map[string]chan struct{} // questions in flight, closed when they are over
}

// Options say how questions find answers.
type Options struct {
	// Client is asked where no answer is kept; nil asks nobody, and sessions
	// without an answer stay pending: what an export and a count of costs want.
	Client model.Client
	Memory Memory           // may be nil
	Claims Claims           // beside a Memory; nil: nobody else asks for it
	Clock  func() time.Time // when answers came, for the prices; nil: at no known time
	// Due is told of every question that nobody has answered yet, once for each
	// session that asks it; may be nil. It may be called from several goroutines.
	Due func(Question)
}

// Judging makes a Judge of a Protocol.
func Judging(p *Protocol, o Options) *Judge {
	if o.Clock == nil {
		o.Clock = func() time.Time { return time.Time{} }
	}
	return &Judge{p: p, client: o.Client, memory: o.Memory, claims: o.Claims, clock: o.Clock, due: o.Due}
}

var _ judge.Judge = (*Judge)(nil)

// Name implements judge.Judge.
func (j *Judge) Name() string { return j.p.Name() }

// Version implements judge.Judge.
func (j *Judge) Version() string { return j.p.Version() }

// Protocol is what the Judge asks by.
func (j *Judge) Protocol() *Protocol { return j.p }

// Judge implements judge.Judge. Its error is a *judge.Failure where this session
// has no verdict; any other ends the run: the context's, or a memory that fails.
// A provider that cannot be had, or a budget that is reached, leaves this session
// and all later ones pending; Stopped tells.
func (j *Judge) Judge(ctx context.Context, d *conversation.Draft) (judge.Opinion, error) {
	floor, told := digest.Measure(d)
	if !floor.Passed {
		return judge.Opinion{}, &judge.Failure{Status: fact.JudgePending, Reason: "below the floor: not asked"}
	}
	// The languages hang on nothing that is answered, so they are asked about
	// first: handed out, both questions go in one round.
	h, c := j.p.Hear(d, told), j.p.Begin(d)
	calls := func() []fact.Call { return slices.Concat(h.Calls(), c.Calls()) }
	var f *judge.Failure
	heard := settle(ctx, j, h)
	switch {
	case heard == nil:
	case !errors.As(heard, &f):
		return judge.Opinion{}, heard
	case f.Status == fact.JudgeError: // of this question alone: what is told stays
		heard = nil
	}
	err := settle(ctx, j, c)
	if err == nil {
		err = heard
	}
	if err != nil {
		if errors.As(err, &f) {
			f.Calls = calls()
		}
		return judge.Opinion{}, err
	}
	op, err := c.Result()
	if errors.As(err, &f) {
		f.Calls = calls()
	}
	op.Languages, op.Calls = h.Said(), calls()
	return op, err
}

// ask finds the answer to a question: kept, or asked for now.
func (j *Judge) ask(ctx context.Context, q Question) (fact.Answer, error) {
	if j.memory != nil {
		a, ok, err := j.memory.Recall(ctx, q.ID)
		if err != nil {
			return fact.Answer{}, fmt.Errorf("recall an answer: %w", err)
		}
		if ok {
			return a, nil
		}
	}
	if j.memory != nil && j.client != nil {
		over, first := j.enter(q.ID)
		if !first { // a session of the same content asks it just now
			select {
			case <-over:
				return j.ask(ctx, q)
			case <-ctx.Done():
				return fact.Answer{}, ctx.Err()
			}
		}
		defer j.leave(q.ID)
		if j.claims != nil {
			ours, err := j.claims.Claim(ctx, q.ID)
			if err != nil {
				return fact.Answer{}, fmt.Errorf("claim a question: %w", err)
			}
			if !ours {
				return fact.Answer{}, &judge.Failure{Status: fact.JudgePending, Reason: "another process asks it"}
			}
			// One that cannot be given back is anybody's when its time is over.
			defer func() { _ = j.claims.Unclaim(context.WithoutCancel(ctx), q.ID) }()
		}
		// The one before may have left between the look and the entry.
		a, ok, err := j.memory.Recall(ctx, q.ID)
		if err != nil {
			return fact.Answer{}, fmt.Errorf("recall an answer: %w", err)
		}
		if ok {
			return a, nil
		}
	}
	if j.client == nil {
		if j.due != nil {
			j.due(q)
		}
		return fact.Answer{}, &judge.Failure{Status: fact.JudgePending, Reason: "it waits for an answer"}
	}
	if err := j.Stopped(); err != nil {
		return fact.Answer{}, pending(err)
	}
	res, err := j.client.Complete(ctx, q.Request)
	if err != nil {
		return fact.Answer{}, j.failed(ctx, err)
	}
	a := j.p.Receive(q.Ask, res, j.clock())
	j.mu.Lock()
	j.spent.add(a.Call)
	j.mu.Unlock()
	if j.memory != nil {
		if err := j.memory.Keep(ctx, a); err != nil {
			return fact.Answer{}, fmt.Errorf("keep an answer: %w", err)
		}
	}
	return a, nil
}

// enter claims a question; first is false where another asks it, until over is closed.
func (j *Judge) enter(id string) (over chan struct{}, first bool) {
	j.mu.Lock()
	defer j.mu.Unlock()
	if over, ok := j.flying[id]; ok {
		return over, false
	}
	if j.flying == nil {
		j.flying = make(map[string]chan struct{})
	}
	over = make(chan struct{})
	j.flying[id] = over
	return over, true
}

func (j *Judge) leave(id string) {
	j.mu.Lock()
	defer j.mu.Unlock()
	close(j.flying[id])
	delete(j.flying, id)
}

// failed says what a failed request means for its session, and for the run.
func (j *Judge) failed(ctx context.Context, err error) error {
	if ctx.Err() != nil {
		return ctx.Err()
	}
	class := model.ClassOf(err)
	if class.Stops() {
		j.mu.Lock()
		if j.stopped == nil {
			j.stopped = err
		}
		j.mu.Unlock()
		return pending(err)
	}
	switch class {
	case model.TooLong:
		return &judge.Failure{Status: fact.JudgeError, Reason: "the request is too long for the model", Err: err}
	case model.BadRequest:
		return &judge.Failure{Status: fact.JudgeError, Reason: "the provider does not take the request", Err: err}
	}
	return &judge.Failure{Status: fact.JudgePending, Reason: "the provider did not answer", Err: err}
}

func pending(err error) *judge.Failure {
	reason := "the provider is not available"
	if model.ClassOf(err) == model.Budget {
		reason = "the budget was reached"
	}
	return &judge.Failure{Status: fact.JudgePending, Reason: reason, Err: err}
}

// Stopped tells why the run stopped asking, nil if it did not.
func (j *Judge) Stopped() error {
	j.mu.Lock()
	defer j.mu.Unlock()
	return j.stopped
}

// Spent tells what this run has asked so far; kept answers are not in it.
func (j *Judge) Spent() Spent {
	j.mu.Lock()
	defer j.mu.Unlock()
	return j.spent
}
