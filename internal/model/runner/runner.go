// Package runner asks many questions without asking too much: at most so many at
// a time, again where a failure passes, never beyond a cap on cost, and not at
// all once the model cannot be had. A Runner is a model.Client, so whoever asks
// several questions for one session need not know of it; Each runs sessions side
// by side and hands results over as they come.
package runner

import (
	"context"
	"errors"
	"math"
	"math/rand/v2"
	"sync"
	"time"

	"prism/internal/fact"
	"prism/internal/model"
)

// Options bound a run. The zero value of a field is its default.
type Options struct {
	Parallel int           // requests at a time; 4
	Attempts int           // requests sent for one question at most; 6
	Backoff  time.Duration // before the second attempt, doubled for each more; 1 s
	MaxWait  time.Duration // the longest backoff, 60 s
	// MaxAfter is the longest that a server may ask to wait; longer stops the run: 5 min.
	MaxAfter time.Duration
	// Patience bounds the time that a server has for one question, over all attempts
	// and the backoffs between them; waits that it asks for are not of it. A question
	// that got no answer by then is not asked again, and where nothing else was
	// answered meanwhile the run ends: 5 min.
	Patience time.Duration
	// Breaker is how many questions in a row may fail after all attempts before
	// the model counts as gone: 3.
	Breaker int
	// MaxCost caps what the run may cost, in USD; 0 has no cap. A request is sent
	// only if what was spent, and the most that it and all in flight can cost,
	// stay below it. Price must know the model then.
	MaxCost float64
	// Purse bounds what several runs may cost together, beside MaxCost; nil: nothing
	// does. Price must know the model then, too.
	Purse Purse
	// Price tells the USD of one request; ok is false where it is not known.
	Price func(modelID string, at time.Time, t fact.Tokens) (usd float64, ok bool)
	// Retried is told of each failure that is tried again; may be nil. It is
	// called from many goroutines.
	Retried func(e *model.Error, wait time.Duration)

	Now    func() time.Time
	Sleep  func(ctx context.Context, d time.Duration) error
	Jitter func() float64 // in [0, 1)
}

// Purse is what several runs pay from, in whatever processes.
type Purse interface {
	// Reserve sets USD aside; false: too little is left. settle gives back what was not
	// spent of it. What is never settled counts as spent.
	Reserve(ctx context.Context, usd float64) (settle func(ctx context.Context, spent float64) error, ok bool, err error)
}

// Spend is what a run has used so far.
type Spend struct {
	Requests int // sent, failed ones too
	Answers  int
	Tokens   fact.Tokens // of answers whose counts were told
	USD      float64     // of answers, as told or priced
	// Open is the most that requests may have cost which ended without an answer
	// after the server had them. It counts toward the cap.
	Open float64
	// Unpriced counts answers whose cost nobody could tell.
	Unpriced int
}

// Runner is a bounded model.Client. Make it with New; many goroutines may use it.
type Runner struct {
	client model.Client
	o      Options
	slots  chan struct{}

	mu       sync.Mutex
	changed  chan struct{} // closed and made anew when room may have come
	spend    Spend
	reserved float64
	flying   int
	failing  int // questions in a row that failed after all attempts
	pause    time.Time
	stopped  *model.Error
	perByte  float64 // most prompt tokens per byte seen, at least 1
}

// New returns a runner over a client.
func New(c model.Client, o Options) *Runner {
	if o.Parallel <= 0 {
		o.Parallel = 4
	}
	if o.Attempts <= 0 {
		o.Attempts = 6
	}
	if o.Backoff <= 0 {
		o.Backoff = time.Second
	}
	if o.MaxWait <= 0 {
		o.MaxWait = time.Minute
	}
	if o.MaxAfter <= 0 {
		o.MaxAfter = 5 * time.Minute
	}
	if o.Patience <= 0 {
		o.Patience = 5 * time.Minute
	}
	if o.Breaker <= 0 {
		o.Breaker = 3
	}
	if o.Now == nil {
		o.Now = time.Now
	}
	if o.Sleep == nil {
		o.Sleep = model.Sleep
	}
	if o.Jitter == nil {
		o.Jitter = rand.Float64
	}
	return &Runner{client: c, o: o, slots: make(chan struct{}, o.Parallel), changed: make(chan struct{}), perByte: 1}
}

// Spend returns what was used so far.
func (r *Runner) Spend() Spend {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.spend
}

// Stopped returns why the run is over, nil while it is not: the model cannot be
// had, or the cap leaves no room.
func (r *Runner) Stopped() error {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.stopped == nil {
		return nil
	}
	return r.stopped
}

// Complete implements model.Client: it waits for its turn, asks, and asks again
// where the failure passes. Once the run is over it fails at once.
func (r *Runner) Complete(ctx context.Context, q model.Request) (model.Response, error) {
	if err := r.Stopped(); err != nil {
		return model.Response{}, err
	}
	select {
	case r.slots <- struct{}{}:
	case <-ctx.Done():
		return model.Response{}, model.Dropped(ctx, ctx.Err(), false)
	}
	defer func() { <-r.slots }()
	answers, asked := r.Spend().Answers, time.Duration(0)

	for attempt := 1; ; attempt++ {
		if err := r.holdOff(ctx); err != nil {
			return model.Response{}, err
		}
		most, err := r.reserve(ctx, q)
		if err != nil {
			return model.Response{}, err
		}
		settle, err := r.draw(ctx, most)
		if err != nil {
			e := r.failed(err, most)
			r.stopFor(e)
			return model.Response{}, e
		}
		res, took, err := r.once(ctx, q, r.o.Patience-asked)
		asked += took
		if err == nil {
			r.settle(q, res, most)
			usd, known := r.Cost(q, res)
			if !known {
				usd = most
			}
			settle(usd)
			res.Attempts = attempt
			return res, nil
		}
		e := r.failed(err, most)
		if !e.Billable {
			settle(0)
		}
		e.Attempts = attempt
		if e.Class != model.Retryable {
			r.stopFor(e)
			return model.Response{}, e
		}
		if late(e) {
			return model.Response{}, r.silent(e, answers)
		}
		wait, ok := r.wait(e, attempt)
		if !ok {
			e.Class, e.Message = model.Unavailable, "the server asks to wait "+e.After.Round(time.Second).String()+": run again later"
			r.stopFor(e)
			return model.Response{}, e
		}
		if e.After == 0 {
			asked += wait
		}
		if attempt >= r.o.Attempts || asked >= r.o.Patience {
			return model.Response{}, r.gaveUp(e)
		}
		if r.o.Retried != nil {
			r.o.Retried(e, wait)
		}
		if e.After > 0 { // meant for all who ask this server
			r.mu.Lock()
			if until := r.o.Now().Add(wait); until.After(r.pause) {
				r.pause = until
			}
			r.mu.Unlock()
			continue
		}
		if err := r.o.Sleep(ctx, wait); err != nil {
			return model.Response{}, model.Dropped(ctx, err, false)
		}
	}
}

// once asks one time, for at most so long, and tells how long it took.
func (r *Runner) once(ctx context.Context, q model.Request, most time.Duration) (res model.Response, took time.Duration, err error) {
	start := time.Now()
	within, cancel := context.WithTimeout(ctx, most)
	defer cancel()
	res, err = r.client.Complete(within, q)
	if err != nil && within.Err() != nil && ctx.Err() == nil {
		err = &model.Error{Class: model.Retryable, Message: "no answer in time", Err: context.DeadlineExceeded, Billable: true}
	}
	return res, time.Since(start), err
}

// late reports whether a failure is that no answer came in time.
func late(e *model.Error) bool { return errors.Is(e.Err, context.DeadlineExceeded) }

// silent ends a question that got no answer in time. A server that answered others
// since it was asked is slow; one that answered nobody will not answer the next.
func (r *Runner) silent(e *model.Error, answers int) *model.Error {
	if r.Spend().Answers > answers {
		return r.gaveUp(e)
	}
	e.Class, e.Message = model.Unavailable, "the server took the question and gave no answer in time: is it up, and fast enough for this model?"
	r.stopFor(e)
	return e
}

// holdOff waits while a server asked everybody to.
func (r *Runner) holdOff(ctx context.Context) error {
	for {
		r.mu.Lock()
		d, stopped := r.pause.Sub(r.o.Now()), r.stopped
		r.mu.Unlock()
		if stopped != nil {
			return stopped
		}
		if d <= 0 {
			return nil
		}
		if err := r.o.Sleep(ctx, d); err != nil {
			return model.Dropped(ctx, err, false)
		}
	}
}

// wait is how long to wait after a failure: what the server asks, else a backoff
// of which half is left to chance, so that requests which failed together do not
// come back together. false where the server asks for too long.
func (r *Runner) wait(e *model.Error, attempt int) (time.Duration, bool) {
	if e.After > r.o.MaxAfter {
		return 0, false
	}
	if e.After > 0 {
		return e.After + time.Duration(r.o.Jitter()*float64(min(e.After/10, time.Second))), true
	}
	d := min(r.o.Backoff<<min(attempt-1, 16), r.o.MaxWait)
	return d/2 + time.Duration(r.o.Jitter()*float64(d/2)), true
}

// reserve sets aside the most that the request can cost, waiting for requests in
// flight to settle where that may make room.
func (r *Runner) reserve(ctx context.Context, q model.Request) (most float64, err error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	for {
		if r.stopped != nil {
			return 0, r.stopped
		}
		most = 0
		if r.o.MaxCost > 0 || r.o.Purse != nil || r.o.Price != nil {
			t := model.Ceiling(q)
			t.Input = int64(float64(t.Input) * r.perByte)
			t.CacheWrite5m = int64(float64(t.CacheWrite5m) * r.perByte)
			usd, ok := r.price(q.Model, t)
			if !ok && (r.o.MaxCost > 0 || r.o.Purse != nil) {
				r.stopped = &model.Error{Class: model.Unavailable, Message: "the model has no known price, so a cap on cost cannot be kept: add it to a price file, or leave the cap off"}
				r.wake()
				return 0, r.stopped
			}
			most = usd
		}
		if r.o.MaxCost <= 0 || r.spend.USD+r.spend.Open+r.reserved+most <= r.o.MaxCost {
			r.reserved += most
			r.flying++
			r.spend.Requests++
			return most, nil
		}
		if r.flying == 0 { // nothing will make room
			r.stopped = &model.Error{Class: model.Budget, Message: "the cap on cost leaves no room for another request"}
			r.wake()
			return 0, r.stopped
		}
		changed := r.changed
		r.mu.Unlock()
		select {
		case <-changed:
		case <-ctx.Done():
		}
		r.mu.Lock()
		if ctx.Err() != nil {
			return 0, model.Dropped(ctx, ctx.Err(), false)
		}
	}
}

// draw takes what was reserved from the purse, too.
func (r *Runner) draw(ctx context.Context, most float64) (settle func(spent float64), err error) {
	if r.o.Purse == nil {
		return func(float64) {}, nil
	}
	give, ok, err := r.o.Purse.Reserve(ctx, most)
	switch {
	case err != nil && ctx.Err() != nil:
		err = model.Dropped(ctx, ctx.Err(), false)
	case err != nil:
		err = &model.Error{Class: model.Unavailable, Message: "what it may cost cannot be reserved", Err: err}
	case !ok:
		err = &model.Error{Class: model.Budget, Message: "the budget leaves no room for another request"}
	}
	if err != nil {
		return nil, err
	}
	// What cannot be given back stays spent: the budget is a promise.
	return func(spent float64) { _ = give(context.WithoutCancel(ctx), spent) }, nil
}

func (r *Runner) price(id string, t fact.Tokens) (float64, bool) {
	if r.o.Price == nil {
		return 0, false
	}
	usd, ok := r.o.Price(id, r.o.Now(), t)
	return usd, ok && usd >= 0 && !math.IsInf(usd, 0) && !math.IsNaN(usd)
}

// settle books an answer. Where its counts are unknown, the reservation stands
// as its cost: the cap is a promise.
func (r *Runner) settle(q model.Request, res model.Response, most float64) {
	usd, known := r.Cost(q, res)
	r.mu.Lock()
	defer r.mu.Unlock()
	r.free(most)
	r.failing = 0
	r.spend.Answers++
	if res.UsageKnown {
		r.spend.Tokens = r.spend.Tokens.Plus(res.Usage)
		bound := model.Ceiling(q)
		if n := bound.Prompt(); n > 0 {
			r.perByte = max(r.perByte, float64(res.Usage.Prompt())/float64(n))
		}
	}
	if known {
		r.spend.USD += usd
	} else {
		r.spend.Unpriced++
		r.spend.Open += most
	}
}

// Cost is what an answer cost in USD: as its back end told, else priced by the
// model that was asked for; false where neither is known.
func (r *Runner) Cost(q model.Request, res model.Response) (usd float64, ok bool) {
	if res.Cost != nil {
		return *res.Cost, true
	}
	if !res.UsageKnown {
		return 0, false
	}
	return r.price(q.Model, res.Usage)
}

// failed books a failure and returns it as a *model.Error.
func (r *Runner) failed(err error, most float64) *model.Error {
	var e *model.Error
	if errors.As(err, &e) {
		one := *e // the client may share its errors
		e = &one
	} else {
		e = &model.Error{Class: model.ClassOf(err), Message: "the request failed"}
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	r.free(most)
	if e.Billable {
		r.spend.Open += most
	}
	return e
}

// free gives a reservation back.
func (r *Runner) free(most float64) {
	r.flying--
	if r.reserved -= most; r.flying == 0 {
		r.reserved = 0 // no rounding is carried along
	}
	r.wake()
}

// wake lets those look again who wait for room. r.mu is held.
func (r *Runner) wake() {
	close(r.changed)
	r.changed = make(chan struct{})
}

// stopFor ends the run where the failure says so; a caller that left ends only
// its own question.
func (r *Runner) stopFor(e *model.Error) {
	if e.Class != model.Unavailable && e.Class != model.Budget {
		return
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.stopped == nil {
		r.stopped = e
		r.wake()
	}
}

// gaveUp counts a question that failed after all attempts; too many in a row
// without an answer in between, and the model counts as gone.
func (r *Runner) gaveUp(e *model.Error) *model.Error {
	r.mu.Lock()
	r.failing++
	gone := r.failing >= r.o.Breaker
	r.mu.Unlock()
	if gone {
		r.stopFor(&model.Error{Class: model.Unavailable, Status: e.Status, RequestID: e.RequestID, Err: e.Err, Message: "several requests in a row failed after all attempts; the last: " + e.Message})
	}
	return e
}
