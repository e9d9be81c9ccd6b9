package queue

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"prism/internal/trap"
)

func TestBackoff(t *testing.T) {
	for attempt, want := range []time.Duration{2 * time.Second, 2 * time.Second, 8 * time.Second, 32 * time.Second, 128 * time.Second, 512 * time.Second, 10 * time.Minute} {
		if last := Backoff(attempt); last != want {
			t.Errorf("%d: %s, want %s", attempt, last, want)
		}
	}
	if last := Backoff(1 << 20); last != 10*time.Minute {
		t.Error(last)
	}
}

func TestReason(t *testing.T) {
	for want, err := range map[string]error{
		"panic in of":         fmt.Errorf("of words: %w", &trap.Panic{Where: "of"}),
		"it took too long":    fmt.Errorf("of words: %w", context.DeadlineExceeded),
		"it was stopped":      context.Canceled,
		"*errors.errorString": fmt.Errorf("a: %w", fmt.Errorf("b: %w", errors.New("of words"))),
	} {
		if got := Reason(err); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
	joined := Reason(errors.Join(errors.New("of words"), errors.New("more")))
	if strings.Contains(joined, "words") || joined == "" {
		t.Error(joined)
	}
}

// attempt runs a job under a clock of its own.
func attempt(t *testing.T, o Options, renew func() (bool, error), do Handler) error {
	t.Helper()
	return Attempt(t.Context(), Job{}, o.Filled(), func(context.Context) (bool, error) { return renew() }, do)
}

func ours() (bool, error) { return true, nil }

func TestLeaseIsRenewed(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		n := 0
		err := attempt(t, Options{}, func() (bool, error) { n++; return true, nil }, func(context.Context, Job) error {
			time.Sleep(DefaultLease)
			synctest.Wait()
			return nil
		})
		if err != nil || n != 3 {
			t.Error(err, n)
		}
	})
}

// After its limit a job that does not stop is not renewed any more.
func TestLimit(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		n := 0
		err := attempt(t, Options{Limit: time.Minute}, func() (bool, error) { n++; return true, nil }, func(ctx context.Context, _ Job) error {
			time.Sleep(10 * time.Minute)
			return ctx.Err()
		})
		if !errors.Is(err, context.DeadlineExceeded) || n > 6 {
			t.Error(err, n)
		}
	})
}

// A job that gets on has all the time that it needs, and is renewed meanwhile; once
// nothing is heard of it for the limit, it is over, and says why.
func TestAdvance(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		n := 0
		renew := func() (bool, error) { n++; return true, nil }
		err := attempt(t, Options{Limit: time.Minute}, renew, func(ctx context.Context, _ Job) error {
			for range 20 {
				time.Sleep(50 * time.Second)
				Advance(ctx)
			}
			return ctx.Err()
		})
		if err != nil || n != 20*50/10-1 && n != 20*50/10 {
			t.Error(err, n)
		}
		began := time.Now()
		err = attempt(t, Options{Limit: time.Minute}, renew, func(ctx context.Context, _ Job) error {
			time.Sleep(50 * time.Second)
			Advance(ctx)
			<-ctx.Done()
			Advance(ctx) // too late
			return ctx.Err()
		})
		if took := time.Since(began); Reason(err) != "it took too long" || took != 110*time.Second {
			t.Errorf("%v after %v", err, took)
		}
		Advance(t.Context()) // of no job
	})
}

func TestLeaseIsLost(t *testing.T) {
	errAway := errors.New("away")
	for name, c := range map[string]struct {
		renew func() (bool, error)
		after time.Duration
	}{
		"another's":    {func() (bool, error) { return false, nil }, DefaultLease / 3},
		"not heard of": {func() (bool, error) { return true, errAway }, DefaultLease + DefaultLease/3},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				began := time.Now()
				err := attempt(t, Options{}, c.renew, func(ctx context.Context, _ Job) error {
					<-ctx.Done()
					return nil // what it says does not count
				})
				if took := time.Since(began); !errors.Is(err, ErrLost) || took != c.after {
					t.Error(err, took)
				}
			})
		})
	}
}

func TestPanicsTellNothing(t *testing.T) {
	err := attempt(t, Options{}, ours, func(context.Context, Job) error { panic("of words") })
	if r := Reason(err); !strings.HasPrefix(r, "panic in queue.TestPanicsTellNothing") || !strings.Contains(r, "attempt_test.go:") || strings.Contains(r, "words") {
		t.Error(r)
	}
}

func TestDrain(t *testing.T) {
	for name, c := range map[string]struct {
		heeds bool
		takes time.Duration
		want  error
		after time.Duration
	}{
		"in time":  {false, time.Second, nil, time.Second},
		"told":     {true, time.Hour, nil, DefaultGrace},
		"deaf":     {false, time.Hour, ErrHangs, DefaultGrace + DefaultLease},
		"too late": {false, DefaultGrace + time.Second, nil, DefaultGrace + time.Second},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				ctx, cancel := context.WithCancel(t.Context())
				var jobs sync.WaitGroup
				jobs.Go(func() {
					heed := ctx.Done()
					if !c.heeds {
						heed = nil
					}
					select {
					case <-heed:
					case <-time.After(c.takes):
					}
				})
				began := time.Now()
				err := Drain(&jobs, Options{}.Filled(), cancel)
				if took := time.Since(began); !errors.Is(err, c.want) || took != c.after {
					t.Error(err, took)
				}
				jobs.Wait()
			})
		})
	}
}
