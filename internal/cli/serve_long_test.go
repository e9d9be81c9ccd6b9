package cli

import (
	"context"
	"sync/atomic"
	"testing"
	"time"

	"prism/internal/cli/job"
	"prism/internal/queue"
	"prism/internal/tenant"
)

// An update that takes several times the limit of a job is one attempt, for it gets on.
func TestUpdateLongerThanItsLimit(t *testing.T) {
	t.Parallel()
	_, s := asker(t, 0)
	live, err := s.live(t.Context(), tenant.Local)
	if err != nil {
		t.Fatal(err)
	}
	// Between two pieces of the work there may be seconds under the race detector, beside
	// other tests: the limit stands well above that, and the sleeps above the limit.
	const limit, each = 4 * time.Second, 400 * time.Millisecond
	read := 0
	began := time.Now()
	var one atomic.Bool // conversations are read side by side; slow them one by one
	err = queue.Attempt(t.Context(), queue.Job{}, queue.Options{Limit: limit}.Filled(), func(context.Context) (bool, error) { return true, nil }, func(ctx context.Context, _ queue.Job) error {
		w := job.Watch{Alive: s.alive(ctx, tenant.Local), Progress: func(int64, int64) {
			for !one.CompareAndSwap(false, true) {
				time.Sleep(time.Millisecond)
			}
			time.Sleep(each)
			read++
			one.Store(false)
		}}
		_, _, err := live.Update(ctx, w)
		return err
	})
	if took := time.Since(began); err != nil || read < 10 || took < limit*3/2 {
		t.Errorf("%d conversations in %v: %v", read, took, err)
	}
}

// An update that is cut off again and again reads no conversation twice but those that it
// had in hand, and ends: it goes on where it was.
func TestUpdateGoesOn(t *testing.T) {
	t.Parallel()
	_, s := asker(t, 0)
	live, err := s.live(t.Context(), tenant.Local)
	if err != nil {
		t.Fatal(err)
	}
	const most = 5
	var last int64
	cuts := 0
	for {
		ctx, cut := context.WithCancel(t.Context())
		var read, total atomic.Int64
		_, _, err := live.Update(ctx, job.Watch{Progress: func(_, all int64) {
			total.Store(all)
			if read.Add(1) == most {
				cut()
			}
		}})
		cut()
		left := total.Load()
		if err == nil {
			break
		}
		if cuts++; cuts > 100 {
			t.Fatal("it never ends: ", err)
		}
		if last > 0 && left >= last {
			t.Fatalf("after being cut off it has %d bytes to read, as many as before: %d", left, last)
		}
		last = left
	}
	if cuts < 2 {
		t.Errorf("it was cut off %d times", cuts)
	}
}
