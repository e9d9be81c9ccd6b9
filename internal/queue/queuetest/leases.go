package queuetest

import (
	"context"
	"fmt"
	"slices"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"prism/internal/queue"
)

// This file holds what becomes of a job that takes its time, and of one whose worker
// goes away, stops, or is one of many.

// A job that takes longer than a lease stays with its worker.
func heartbeat(t *testing.T, f Fixture) {
	var runs atomic.Int32
	slow := func(context.Context, queue.Job) error {
		runs.Add(1)
		time.Sleep(1500 * time.Millisecond)
		return nil
	}
	q := f.Open(t)
	enqueue(t, q, "one", queue.New{Kind: queue.Update})
	work(t, q, hurried(1), slow)
	work(t, f.Open(t), hurried(1), slow)
	until(t, "a run", func() bool { return runs.Load() > 0 })
	if list := jobs(t, q, "one"); len(list) != 1 || list[0].State != queue.Running {
		t.Errorf("%+v", list)
	}
	if id := jobs(t, q, "one")[0].ID; true {
		if ok, err := q.Drop(t.Context(), "one", id); ok || err != nil {
			t.Error("dropped while it runs: ", ok, err)
		}
	}
	empty(t, q)
	if n := runs.Load(); n != 1 {
		t.Errorf("%d runs", n)
	}
}

// A job that takes several times its limit, and gets on, is done in one attempt.
func gettingOn(t *testing.T, f Fixture) {
	q := f.Open(t)
	enqueue(t, q, "one", queue.New{Kind: queue.Update})
	var runs atomic.Int64
	o := hurried(1)
	o.Limit = time.Second
	work(t, q, o, func(ctx context.Context, _ queue.Job) error {
		runs.Add(1)
		for range 20 {
			time.Sleep(100 * time.Millisecond)
			queue.Advance(ctx)
		}
		return ctx.Err()
	})
	empty(t, q)
	if n := runs.Load(); n != 1 {
		t.Errorf("%d runs", n)
	}
}

// A job that hangs is another worker's when its time is over, and whoever had it can
// end it no more.
func takenOver(t *testing.T, f Fixture) {
	q := f.Open(t)
	enqueue(t, q, "one", queue.New{Kind: queue.Update})
	hung, began, hold := atomic.Bool{}, make(chan struct{}), make(chan struct{})
	o := hurried(1)
	o.Limit = 100 * time.Millisecond
	late := make(chan queue.Job, 1)
	o.Late = func(_ context.Context, j queue.Job) { late <- j }
	work(t, q, o, func(context.Context, queue.Job) error {
		if !hung.Swap(true) {
			close(began)
			<-hold // whatever its context says
		}
		return nil
	})
	begun(t, began)
	second := make(chan struct{})
	var freed sync.Once
	work(t, f.Open(t), hurried(1), func(_ context.Context, j queue.Job) error {
		if j.Attempt != 2 || j.Reason != queue.Lost {
			t.Errorf("%+v", j)
		}
		freed.Do(func() { close(hold) }) // the first one ends in the middle of this
		time.Sleep(200 * time.Millisecond)
		if list := jobs(t, q, "one"); len(list) != 1 || list[0].State != queue.Running {
			t.Errorf("who lost its lease ended the job: %+v", list)
		}
		close(second)
		return nil
	})
	defer freed.Do(func() { close(hold) })
	begun(t, second)
	empty(t, q)
	select {
	case j := <-late:
		if j.Tenant != "one" || j.Kind != queue.Update {
			t.Errorf("%+v", j)
		}
	case <-time.After(patient):
		t.Error("nobody is told that the first one ended late")
	}
}

// A job that is stopped goes back to the queue and has cost no attempt.
func stopped(t *testing.T, f Fixture) {
	q := f.Open(t)
	enqueue(t, q, "one", queue.New{Kind: queue.Update})
	began := make(chan struct{})
	stop := work(t, q, hurried(1), func(ctx context.Context, _ queue.Job) error {
		close(began)
		<-ctx.Done()
		return ctx.Err()
	})
	begun(t, began)
	if err := stop(); err != nil {
		t.Error(err)
	}
	if list := jobs(t, q, "one"); len(list) != 1 || list[0].State != queue.Waiting || list[0].Attempt != 0 {
		t.Errorf("%+v", list)
	}
	work(t, f.Open(t), hurried(1), func(context.Context, queue.Job) error { return nil })
	empty(t, q)
}

// A job that is nearly done may end.
func grace(t *testing.T, f Fixture) {
	q := f.Open(t)
	enqueue(t, q, "one", queue.New{Kind: queue.Update})
	began := make(chan struct{})
	stop := work(t, q, hurried(1), func(ctx context.Context, _ queue.Job) error {
		close(began)
		time.Sleep(50 * time.Millisecond)
		return ctx.Err()
	})
	begun(t, began)
	if err := stop(); err != nil {
		t.Error(err)
	}
	if list := jobs(t, q, "one"); len(list) != 0 {
		t.Errorf("%+v", list)
	}
}

// Processes share the work, none of it done twice at once, each with a part.
func shared(t *testing.T, f Fixture) {
	const processes, keys = 4, 20
	var busy sync.Map
	var did [processes]atomic.Int32
	q := f.Open(t)
	for i := range keys {
		for _, tenant := range Tenants() {
			enqueue(t, q, tenant, queue.New{Kind: queue.MergeWindow, Key: fmt.Sprint(i)})
		}
	}
	// No lease is to run out here, however busy the machine: that is takenOver's.
	options := hurried(2)
	options.Lease = patient
	for p := range processes {
		work(t, f.Open(t), options, func(_ context.Context, j queue.Job) error {
			key := j.Tenant + j.Key
			if _, twice := busy.LoadOrStore(key, true); twice {
				t.Error(key, " twice at once")
			}
			did[p].Add(1)
			time.Sleep(20 * time.Millisecond)
			busy.Delete(key)
			return nil
		})
	}
	empty(t, q)
	counts := make([]int32, processes)
	total := int32(0)
	for p := range did {
		counts[p] = did[p].Load()
		total += counts[p]
	}
	if slices.Min(counts) == 0 || total != keys*int32(len(Tenants())) {
		t.Error(counts)
	}
}
