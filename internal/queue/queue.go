// Package queue says what work waits, for whom and until when.
//
// Nouns: a Job is work of one kind for one tenant under one key; a Queue keeps jobs
// and hands them to workers; a worker holds a job under a lease, which ends by itself
// where the worker does. Promises: of a tenant, kind and key there is one live job,
// which covers all that was asked for before it began; what is asked for while it
// runs makes it run once more; two never run at once while workers keep their leases;
// what was enqueued in a transaction is there if, and only if, that commits; a job
// runs at least once. Refusals: a job carries no content, neither in what it is asked
// for nor in why it failed. How it is kept is for the folders below, which answer one
// suite (package queuetest).
package queue

import (
	"context"
	"time"
)

// Kind is what is to be done.
type Kind string

// The kinds. What their keys are is said here.
const (
	Update      Kind = "update"       // read, relink, judge and rework what changed; key "": one at a time for a tenant
	Read        Kind = "read"         // read a conversation over which an Update failed, apart from all others; key: its row
	MergeWindow Kind = "merge-window" // an Update due when a conversation may no longer be merged; key: whatever tells the windows apart
	Judge       Kind = "judge"        // ask a model's judge in batches; key ""
	Retention   Kind = "retention"    // let go of what is too old; key ""
	Report      Kind = "report"       // send a report; key: its name, where to and when
)

// State is where a job stands.
type State uint8

// The states. A job that is done is gone.
const (
	Waiting State = iota
	Running
	Dead // failed as often as it may
)

// String is the state's name, as it is printed.
func (s State) String() string { return [...]string{"waiting", "running", "dead"}[s] }

// New is a job that is asked for.
type New struct {
	Kind Kind
	Key  string
	Due  time.Time // zero: at once
}

// Job is one that is kept.
type Job struct {
	ID      int64 // of its tenant's jobs
	Tenant  string
	Kind    Kind
	Key     string
	State   State
	Attempt int       // how often it was begun
	Due     time.Time // of a running one: when it was due, or when its lease ends
	Made    time.Time
	Reason  string // why it failed last
	Claim   int64  // tells who holds it from who held it before
}

// Handler does a job. It ends soon after its context does, with an error.
type Handler func(ctx context.Context, j Job) error

// Depth is how much waits.
type Depth struct {
	Waiting, Running, Dead int
	// Oldest is when the job that is longest overdue was due; zero: none is.
	Oldest time.Time
}

// Count adds a job.
func (d *Depth) Count(j *Job, now time.Time) {
	switch j.State {
	case Running:
		d.Running++
	case Dead:
		d.Dead++
	case Waiting:
		d.Waiting++
		if !j.Due.After(now) && (d.Oldest.IsZero() || j.Due.Before(d.Oldest)) {
			d.Oldest = j.Due
		}
	}
}

// Queue takes jobs for all tenants and hands them to workers. It is safe for
// concurrent use, by many processes too.
type Queue interface {
	// Enqueue asks for jobs in a transaction of their own. Of the same kind and key
	// the earlier due time counts.
	Enqueue(ctx context.Context, tenant string, jobs ...New) error
	// Work hands jobs to do until ctx ends, waits for those that run, for a while, and
	// cancels the rest, which return to the queue.
	Work(ctx context.Context, o Options, do Handler) error
}

// Board is what a person sees of a queue.
type Board interface {
	// Jobs are those of a tenant, of all where it is "", by tenant and number.
	Jobs(ctx context.Context, tenant string) ([]Job, error)
	// Retry makes a dead job due at once, or one that waits. False: there is none.
	Retry(ctx context.Context, tenant string, id int64) (bool, error)
	// Drop removes a job that does not run. False: there is none.
	Drop(ctx context.Context, tenant string, id int64) (bool, error)
	// Depth counts the jobs of all tenants.
	Depth(ctx context.Context) (Depth, error)
}

// Tries is how often a job is begun before it is dead.
const Tries = 5

// Options say how a process works.
type Options struct {
	Workers int           // jobs at once; 1 where it is less
	Lease   time.Duration // how long a job stays with a worker that is not heard of; 0: DefaultLease
	Limit   time.Duration // how long nothing may be heard of a job (Advance); 0: DefaultLimit
	Grace   time.Duration // how long jobs may go on when the process is to stop; 0: DefaultGrace
	Poll    time.Duration // between looks for work; 0: DefaultPoll
	Backoff func(attempt int) time.Duration
	Trouble func(error) // told what goes wrong with the queue itself; nil: nobody is
	// Late is told of a job that ended here after it went to another worker: what it
	// wrote last may be older than what the other one wrote. nil: nobody is.
	Late func(ctx context.Context, j Job)
}

// What Options mean where they say nothing.
const (
	DefaultLease = 30 * time.Second
	DefaultLimit = 30 * time.Minute
	DefaultGrace = 10 * time.Second
	DefaultPoll  = 250 * time.Millisecond // a closed session is scored within 10 s, a prompt shows within 2
)

// Filled is the options with all that they leave open.
func (o Options) Filled() Options {
	or := func(d *time.Duration, other time.Duration) {
		if *d <= 0 {
			*d = other
		}
	}
	or(&o.Lease, DefaultLease)
	or(&o.Limit, DefaultLimit)
	or(&o.Grace, DefaultGrace)
	or(&o.Poll, DefaultPoll)
	o.Workers = max(o.Workers, 1)
	if o.Backoff == nil {
		o.Backoff = Backoff
	}
	if o.Late == nil {
		o.Late = func(context.Context, Job) {}
	}
	if o.Trouble == nil {
		o.Trouble = func(error) {}
	}
	return o
}

// Backoff is how long a job waits after an attempt that failed: 2 s, four times as long
// each time, 10 minutes at most.
func Backoff(attempt int) time.Duration {
	d := 2 * time.Second
	for ; attempt > 1 && d < 10*time.Minute; attempt-- {
		d *= 4
	}
	return min(d, 10*time.Minute)
}
