// Package lease works on jobs that are kept in tables, one for each tenant.
//
// Nouns: a Table is a tenant's; a lease is the time until which a claimed job is its
// worker's. Promises: those of package queue; a job of a worker that is gone is
// claimed again when its lease ends, not before; who lost a lease can end nothing.
// Refusals: it holds no SQL (package rows has that), and it knows no tenants but those
// that it is told of.
package lease

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"time"

	"prism/internal/queue"
)

// Table keeps a tenant's jobs.
type Table interface {
	Claims
	Enqueue(ctx context.Context, now time.Time, jobs ...queue.New) error
	All(ctx context.Context) ([]queue.Job, error)
	Retry(ctx context.Context, id int64, now time.Time) (bool, error)
	Drop(ctx context.Context, id int64) (bool, error)
}

// Claims is a Table as its workers see it. False: the job is another's.
type Claims interface {
	// Claim takes jobs that are due; where none is, next is when one will be, or zero.
	Claim(ctx context.Context, now, until time.Time, most int) (list []queue.Job, next time.Time, err error)
	Renew(ctx context.Context, j *queue.Job, until time.Time) (bool, error)
	Done(ctx context.Context, j *queue.Job) (bool, error)
	Fail(ctx context.Context, j *queue.Job, reason string, due time.Time) (bool, error)
	Return(ctx context.Context, j *queue.Job, due time.Time) (bool, error)
}

// Tenant is one with its table.
type Tenant struct {
	Name string
	Jobs Table
}

// Queue is a queue.Queue over the tables of all tenants.
type Queue struct {
	tenants func(context.Context) ([]Tenant, error) // as they are by now
	now     func() time.Time
	mu      sync.Mutex
	workers map[*worker]bool // that are at work in this process
}

// New makes a queue. What tenants returns is in a steady order.
func New(tenants func(context.Context) ([]Tenant, error)) *Queue {
	return &Queue{tenants: tenants, now: time.Now, workers: map[*worker]bool{}}
}

// Wake has the workers of this process look at a tenant's table at once: somebody wrote
// to it without the Queue.
func (q *Queue) Wake(tenant string) {
	q.mu.Lock()
	defer q.mu.Unlock()
	for w := range q.workers {
		w.wake(tenant)
	}
}

// table finds a tenant's table; nil: there is no such tenant.
func (q *Queue) table(ctx context.Context, name string) (Table, error) {
	all, err := q.tenants(ctx)
	for _, t := range all {
		if t.Name == name {
			return t.Jobs, err
		}
	}
	return nil, err
}

// Enqueue implements queue.Queue.
func (q *Queue) Enqueue(ctx context.Context, tenant string, jobs ...queue.New) error {
	t, err := q.table(ctx, tenant)
	if err == nil && t == nil {
		err = fmt.Errorf("no tenant %q", tenant)
	}
	if err != nil {
		return err
	}
	defer q.Wake(tenant)
	return t.Enqueue(ctx, q.now(), jobs...)
}

// Jobs implements queue.Queue.
func (q *Queue) Jobs(ctx context.Context, tenant string) (list []queue.Job, err error) {
	all, err := q.tenants(ctx)
	for _, t := range all {
		if err != nil || tenant != "" && t.Name != tenant {
			continue
		}
		var its []queue.Job
		its, err = t.Jobs.All(ctx)
		for i := range its {
			its[i].Tenant = t.Name
		}
		list = append(list, its...)
	}
	return list, err
}

// Retry implements queue.Queue.
func (q *Queue) Retry(ctx context.Context, tenant string, id int64) (bool, error) {
	t, err := q.table(ctx, tenant)
	if err != nil || t == nil {
		return false, err
	}
	defer q.Wake(tenant)
	return t.Retry(ctx, id, q.now())
}

// Drop implements queue.Queue.
func (q *Queue) Drop(ctx context.Context, tenant string, id int64) (bool, error) {
	t, err := q.table(ctx, tenant)
	if err != nil || t == nil {
		return false, err
	}
	return t.Drop(ctx, id)
}

// Depth implements queue.Queue.
func (q *Queue) Depth(ctx context.Context) (d queue.Depth, err error) {
	list, err := q.Jobs(ctx, "")
	for i := range list {
		d.Count(&list[i], q.now())
	}
	return d, err
}

// Work implements queue.Queue.
func (q *Queue) Work(ctx context.Context, o queue.Options, do queue.Handler) error {
	o = o.Filled()
	// Jobs outlive the word to stop by their grace.
	jobs, cancel := context.WithCancel(context.WithoutCancel(ctx))
	defer cancel()
	w := &worker{q: q, o: o, do: do, slots: make(chan struct{}, o.Workers), free: make(chan struct{}, 1), looks: map[string]time.Time{}}
	q.mu.Lock()
	q.workers[w] = true
	q.mu.Unlock()
	defer func() {
		q.mu.Lock()
		defer q.mu.Unlock()
		delete(q.workers, w)
	}()
	for ctx.Err() == nil {
		pause, err := w.round(ctx, jobs)
		if err != nil && ctx.Err() == nil {
			o.Trouble(err)
			pause = 4 * o.Poll
		}
		timer := time.NewTimer(pause)
		select {
		case <-ctx.Done():
		case <-w.free:
		case <-timer.C:
		}
		timer.Stop()
	}
	return queue.Drain(&w.wait, o, cancel)
}

// worker is a process at work.
type worker struct {
	q     *Queue
	o     queue.Options
	do    queue.Handler
	slots chan struct{} // one for each job that runs
	free  chan struct{} // one of them became free, or there is something to look at
	wait  sync.WaitGroup
	first int // the tenant whose turn it is

	tenants []Tenant
	listed  time.Time // when they were

	mu    sync.Mutex           // over what follows
	looks map[string]time.Time // when a tenant's table is looked at next; missing: now
	stale bool                 // there may be a tenant that is not among tenants
}

// Between two looks in polls: at a table in which nothing is due, and at who the tenants
// are. What this process itself writes wakes it; these are for what others write.
const (
	idlePolls   = 2
	tenantPolls = 20
)

// wake has a table looked at now. A tenant that is not known is new.
func (w *worker) wake(tenant string) {
	w.mu.Lock()
	_, known := w.looks[tenant]
	w.stale = w.stale || !known
	delete(w.looks, tenant)
	w.mu.Unlock()
	w.freed()
}

func (w *worker) freed() {
	select {
	case w.free <- struct{}{}:
	default: // it looks anyway
	}
}

// known are the tenants; they are seldom asked for, as their stores may be many files.
func (w *worker) known(ctx context.Context, now time.Time) (err error) {
	w.mu.Lock()
	stale := w.stale
	w.stale = false
	w.mu.Unlock()
	if stale || w.listed.IsZero() || now.Sub(w.listed) >= tenantPolls*w.o.Poll {
		if w.tenants, err = w.q.tenants(ctx); err == nil {
			w.listed = now
		}
	}
	return err
}

// look says how long a tenant's table is not to be looked at.
func (w *worker) look(tenant string, now time.Time) time.Duration {
	w.mu.Lock()
	defer w.mu.Unlock()
	at, ok := w.looks[tenant]
	if !ok || !at.After(now) {
		w.looks[tenant] = now.Add(idlePolls * w.o.Poll) // whoever wakes it meanwhile is heard
		return 0
	}
	return at.Sub(now)
}

// until has a table looked at no later than after a wait.
func (w *worker) until(tenant string, at time.Time) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if was, ok := w.looks[tenant]; ok && at.Before(was) {
		w.looks[tenant] = at
	}
}

// round claims one job of each tenant in turn, while there are any and slots for
// them, and says how long nothing is due.
func (w *worker) round(ctx, jobs context.Context) (pause time.Duration, err error) {
	err = w.known(ctx, w.q.now())
	pause = w.o.Poll
	for claimed := true; claimed && err == nil; {
		claimed = false
		for range w.tenants {
			if len(w.slots) == cap(w.slots) {
				return w.o.Lease, err // until one becomes free
			}
			w.first++
			t := w.tenants[w.first%len(w.tenants)]
			if wait := w.look(t.Name, w.q.now()); wait > 0 {
				pause = min(pause, wait)
				continue
			}
			did, wait, trouble := w.claim(ctx, jobs, t)
			if claimed = claimed || did; did {
				wait = 0
			}
			w.until(t.Name, w.q.now().Add(wait))
			pause = min(pause, wait)
			err = errors.Join(err, trouble) // of one tenant; the others go on
		}
	}
	return max(pause, time.Millisecond), err
}

// claim begins a job of a tenant's, if one is due, or says how long none will be.
func (w *worker) claim(ctx, jobs context.Context, t Tenant) (did bool, wait time.Duration, err error) {
	now := w.q.now()
	list, next, err := t.Jobs.Claim(ctx, now, now.Add(w.o.Lease), 1)
	if wait = idlePolls * w.o.Poll; !next.IsZero() {
		wait = min(wait, next.Sub(now))
	}
	for _, j := range list {
		j.Tenant = t.Name
		w.slots <- struct{}{}
		w.wait.Go(func() {
			w.work(jobs, t.Jobs, j)
			<-w.slots
			w.until(t.Name, w.q.now()) // it may be asked for once more
			w.freed()
		})
	}
	return len(list) > 0, wait, err
}

// work does a job and tells its table how that went.
func (w *worker) work(ctx context.Context, t Claims, j queue.Job) {
	err := queue.Attempt(ctx, j, w.o, func(ctx context.Context) (bool, error) {
		return t.Renew(ctx, &j, w.q.now().Add(w.o.Lease))
	}, w.do)
	// It is told even while the process stops, for as long as the lease may last.
	told, cancel := context.WithTimeout(context.WithoutCancel(ctx), w.o.Lease)
	defer cancel()
	for first := true; ; first = false {
		trouble := w.tell(told, ctx.Err() != nil, t, &j, err)
		if trouble == nil {
			return
		}
		if first {
			w.o.Trouble(trouble)
		}
		if !queue.Passing(trouble) {
			return // the lease ends, and it is done once more
		}
		select {
		case <-told.Done():
			return
		case <-time.After(telling * w.o.Poll):
		}
	}
}

// telling is how many polls pass before a table that could not be told is told again.
const telling = 2

// tell tells a job's table how it went.
func (w *worker) tell(ctx context.Context, stopped bool, t Claims, j *queue.Job, went error) (err error) {
	now, ours := w.q.now(), false
	switch {
	case went == nil:
		ours, err = t.Done(ctx, j)
	case errors.Is(went, queue.ErrLost):
	case stopped: // it was not the job's fault
		ours, err = t.Return(ctx, j, now)
	case queue.Passing(went):
		ours, err = t.Return(ctx, j, now.Add(w.o.Pause()))
	default:
		ours, err = t.Fail(ctx, j, queue.Reason(went), now.Add(w.o.Backoff(j.Attempt)))
	}
	if err == nil && !ours {
		w.o.Late(ctx, *j)
	}
	return err
}
