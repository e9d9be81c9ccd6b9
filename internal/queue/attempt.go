package queue

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"time"

	"prism/internal/trap"
)

// ErrLost says that a job went to another worker, or away, while it was being done.
var ErrLost = errors.New("the job is another worker's by now")

// Lost is why a job failed whose worker was not heard of any more.
const Lost = "its worker went away"

// Reasoned is an error that can say what went wrong without a word of content.
type Reasoned interface{ Reason() string }

// Reason is why a job failed. What an error says may quote what it was about, so only
// what is known to be of the program is told: a Reasoned's words, or types.
func Reason(err error) string {
	var told Reasoned
	switch {
	case errors.As(err, &told):
		return told.Reason()
	case errors.Is(err, context.DeadlineExceeded):
		return "it took too long"
	case errors.Is(err, context.Canceled):
		return "it was stopped"
	}
	for {
		inner := errors.Unwrap(err)
		if inner == nil {
			return fmt.Sprintf("%T", err)
		}
		err = inner
	}
}

// Passing reports whether an error says of itself that it is no fault of the job, and
// goes by without it: the store was away, or full. Such an attempt costs no try, so that
// no outage, however long, makes dead ones of what is to be done.
func Passing(err error) bool {
	var told interface{ Passing() bool }
	return errors.As(err, &told) && told.Passing()
}

// Pause is how long a job waits after an attempt that was not its fault.
func (o *Options) Pause() time.Duration { return o.Backoff(passingPause) }

// passingPause is the number of tries by which that is counted.
const passingPause = 2

// advancing is what a job's context carries, to be told that it got on.
type advancing struct{}

// Advance says of the job that a context is of that it got on: its time (Options.Limit)
// begins anew. It may be called often and from several goroutines; of a context that is
// of no job it does nothing.
func Advance(ctx context.Context) {
	if on, ok := ctx.Value(advancing{}).(func()); ok {
		on()
	}
}

// Attempt does a job once and keeps its lease meanwhile: renew says whether the job is
// still this worker's. A panic is an error. Where for the limit of o nothing was heard of
// the job (Advance), it is told to stop and its lease is not renewed any more, so that one
// that hangs is another worker's soon, and one that has much to do is let finish. ErrLost:
// nothing may be said of the job.
func Attempt(ctx context.Context, j Job, o Options, renew func(context.Context) (bool, error), do Handler) error {
	ctx, stop := context.WithCancelCause(ctx)
	defer stop(nil)
	late := time.AfterFunc(o.Limit, func() { stop(context.DeadlineExceeded) })
	defer late.Stop()
	ctx = context.WithValue(ctx, advancing{}, func() {
		if late.Stop() { // else it is too late
			late.Reset(o.Limit)
		}
	})
	kept := make(chan struct{})
	go func() {
		defer close(kept)
		heard := time.Now()
		tick := time.NewTicker(o.Lease / 3)
		defer tick.Stop()
		for {
			select {
			case <-ctx.Done():
				return
			case <-tick.C:
			}
			switch ours, err := renew(ctx); {
			case err == nil && ours:
				heard = time.Now()
			case err == nil || time.Since(heard) > o.Lease:
				stop(ErrLost)
				return
			}
		}
	}()
	err := trap.Call(func() error { return do(ctx, j) })
	cause := context.Cause(ctx)
	stop(nil)
	<-kept
	switch {
	case errors.Is(cause, ErrLost):
		return ErrLost
	case errors.Is(cause, context.DeadlineExceeded) && errors.Is(err, context.Canceled):
		return fmt.Errorf("%w: %w", cause, err) // it says no more than that it was stopped
	}
	return err
}

// ErrHangs says that a process that stops leaves jobs behind that do not heed it.
var ErrHangs = errors.New("jobs that run do not stop")

// Drain waits for jobs that run: for their grace, then, cancelled, for as long as their
// lease lasts.
func Drain(jobs *sync.WaitGroup, o Options, cancel func()) error {
	done := make(chan struct{})
	go func() {
		jobs.Wait()
		close(done)
	}()
	defer cancel()
	for _, d := range []time.Duration{o.Grace, o.Lease} {
		select {
		case <-done:
			return nil
		case <-time.After(d):
			cancel()
		}
	}
	return ErrHangs
}
