// Package worker does the jobs of a server.
//
// Nouns: the steps are what jobs come down to, done for one tenant by whoever wires
// the server. Promises: at most so many jobs at once as it is told, one of a tenant's
// kind and key; what is due at times is asked for once, by however many processes.
// Refusals: it knows no store and no transcript; what a step reads and writes is the
// step's business, which may be begun again at any point.
package worker

import (
	"context"
	"errors"
	"time"

	"prism/internal/hash"
	"prism/internal/queue"
)

// Step does one thing for a tenant.
type Step func(ctx context.Context, tenant string) error

// Steps are what jobs come down to. One that is nil is not done here, nor asked for.
type Steps struct {
	Update Step // read, relink, judge and rework what changed
	// Read reads one conversation again that Update could not read; it is asked for by
	// that.
	Read      func(ctx context.Context, tenant, row string) error
	Judge     Step // ask a model's judge what waits for it
	Retention Step // let go of what is too old
	// Report sends a report to one place. Where it is nil, reports wait for a process that
	// sends them.
	Report func(ctx context.Context, tenant, key string) error
}

// How often what is done at times is done.
const (
	JudgeEvery     = 15 * time.Minute // a batch that is open is looked at so often
	RetentionEvery = 24 * time.Hour
)

// judgeAfter leaves an update time to be done before its sessions are asked about.
const judgeAfter = 5 * time.Second

// look is between two looks at what is to be done at times: new tenants wait so long.
const look = time.Minute

// Worker does jobs.
type Worker struct {
	Queue   queue.Queue
	Steps   Steps
	Options queue.Options
	// Tenants are those there are by now.
	Tenants func(context.Context) ([]string, error)
	// Due are further jobs of a tenant, each at its next time after now; nil: there are none.
	Due func(tenant string, now time.Time) []queue.New
	// Seen is told of every job that was done, or failed; may be nil.
	Seen func(j queue.Job, took time.Duration, err error)

	met map[string]bool // tenants that were asked for by this process
}

// errUnknown is why a job of another version's is dead.
type errUnknown struct{}

func (errUnknown) Error() string    { return "this program knows no such kind of job" }
func (e errUnknown) Reason() string { return e.Error() }

// Run works until ctx ends, and a while longer (queue.Options.Grace). The error says
// that the queue itself could not be worked on, or that jobs do not stop.
func (w *Worker) Run(ctx context.Context) error {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	asked := make(chan struct{})
	go func() {
		defer close(asked)
		w.plan(ctx)
	}()
	o := w.Options
	if o.Late == nil {
		o.Late = w.late
	}
	err := w.Queue.Work(ctx, o, w.do)
	cancel()
	<-asked
	return err
}

// late has made again what a job wrote that hung, and went on when another worker had
// done it already: the last to write knew less.
func (w *Worker) late(ctx context.Context, j queue.Job) {
	if j.Kind != queue.Update {
		return // what they do cannot be undone by doing it late
	}
	if err := w.Queue.Enqueue(ctx, j.Tenant, queue.New{Kind: j.Kind, Key: j.Key}); err != nil && w.Options.Trouble != nil {
		w.Options.Trouble(err)
	}
}

// do does one job.
func (w *Worker) do(ctx context.Context, j queue.Job) error {
	began := time.Now()
	err := w.step(ctx, j)
	if w.Seen != nil {
		w.Seen(j, time.Since(began), err)
	}
	return err
}

func (w *Worker) step(ctx context.Context, j queue.Job) error {
	var step Step
	switch j.Kind {
	case queue.Update:
		step = w.Steps.Update
	case queue.Read:
		if w.Steps.Read == nil {
			return errUnknown{}
		}
		return w.Steps.Read(ctx, j.Tenant, j.Key)
	case queue.MergeWindow: // one update at a time for a tenant: this is only its time
		jobs := []queue.New{{Kind: queue.Update}}
		if w.Steps.Judge != nil { // what was merged, or was not, may be asked about now
			jobs = append(jobs, queue.New{Kind: queue.Judge, Due: time.Now().Add(judgeAfter)})
		}
		return w.Queue.Enqueue(ctx, j.Tenant, jobs...)
	case queue.Report:
		if w.Steps.Report == nil {
			return w.Queue.Enqueue(ctx, j.Tenant, queue.New{Kind: j.Kind, Key: j.Key, Due: time.Now().Add(look)})
		}
		return w.Steps.Report(ctx, j.Tenant, j.Key)
	case queue.Judge:
		step = w.Steps.Judge
	case queue.Retention:
		step = w.Steps.Retention
	}
	if step == nil {
		return errUnknown{}
	}
	return step(ctx, j.Tenant)
}

// plan asks, for every tenant, for what is to be done at times.
func (w *Worker) plan(ctx context.Context) {
	for {
		if err := w.ask(ctx, time.Now()); err != nil && ctx.Err() == nil && w.Options.Trouble != nil {
			w.Options.Trouble(err)
		}
		select {
		case <-ctx.Done():
			return
		case <-time.After(look):
		}
	}
}

// ask asks for the next time of each. The earliest time that is asked for counts, so
// that asking again changes nothing.
func (w *Worker) ask(ctx context.Context, now time.Time) (err error) {
	tenants, err := w.Tenants(ctx)
	for _, tenant := range tenants {
		var jobs []queue.New
		if w.Steps.Update != nil && !w.met[tenant] {
			jobs = append(jobs, queue.New{Kind: queue.Update}) // this program may know more than the one before
		}
		if w.Steps.Judge != nil {
			jobs = append(jobs, queue.New{Kind: queue.Judge, Due: next(now, JudgeEvery, tenant)})
		}
		if w.Steps.Retention != nil {
			jobs = append(jobs, queue.New{Kind: queue.Retention, Due: next(now, RetentionEvery, tenant)})
		}
		if w.Due != nil {
			jobs = append(jobs, w.Due(tenant, now)...)
		}
		if len(jobs) > 0 {
			trouble := w.Queue.Enqueue(ctx, tenant, jobs...)
			if err = errors.Join(err, trouble); trouble != nil {
				continue
			}
		}
		if w.met == nil {
			w.met = map[string]bool{}
		}
		w.met[tenant] = true
	}
	return err
}

// next is a tenant's next time after now: the same for all processes, another one for
// other tenants, so that not all come at once.
func next(now time.Time, every time.Duration, tenant string) time.Time {
	shift := time.Duration(hash.Of(tenant) % uint64(every))
	return now.Add(-shift).Truncate(every).Add(every + shift)
}
