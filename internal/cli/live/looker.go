// Package live looks at transcripts again and again as they grow: for the status line,
// and for `prism watch`, which shows what is going on.
//
// Promises: it looks soon after something changed and costs little where much does; what
// is shown is what `prism show` says of the same files. Refusals: it asks no model.
package live

import (
	"context"
	"sync"
	"time"

	"github.com/spf13/cobra"

	"prism/internal/cli/job"
	"prism/internal/store"
	"prism/internal/watch"
)

// Looker reads transcripts again and again, as they grow, and has somebody told what
// they came to. The offline judge judges, whatever the settings say: it looks many times
// a minute, and asks nobody.
type Looker struct {
	Program *job.Program
	Command *cobra.Command
	Flags   *job.ReadFlags
	Args    []string // paths; none: the default folders
	// Show tells what is there now; an error ends it.
	Show func(ctx context.Context, j *job.Job, l *job.Library) error
	// Every is how often it looks without being told of a change.
	Every time.Duration
	// Idle is for how long nothing may happen until it ends; 0: for ever.
	Idle time.Duration
	// Hurry is a folder in which a change ends the pause between two looks, "" none: what
	// hooks note there is that a turn has ended, and somebody may wait for what it came to.
	Hurry string
	// Over tells that it is to end; nil: never.
	Over func() bool

	flags sync.Mutex // what a command's flags say is asked by one at a time
}

// job takes the flags and settings as they are now.
func (k *Looker) job() (*job.Job, error) {
	k.flags.Lock()
	defer k.flags.Unlock()
	return k.Program.NewJob(k.Command, k.Flags, k.Args)
}

// Pauses between two looks: at least leastPause, and so much longer than a look took
// that it takes a fifth of one core at most.
const (
	leastPause = 300 * time.Millisecond
	pauseShare = 4
)

// offlineWay reads by the offline judge.
func offlineWay(ctx context.Context, r *job.Reader) (*job.Library, error) {
	return r.Update(ctx, r.Opts)
}

// Run looks until there is nothing to see, or it is told to stop.
func (k *Looker) Run(ctx context.Context) error {
	ctx, cancel := context.WithCancel(ctx)
	changes, hurry := make(chan struct{}, 1), make(chan struct{}, 1)
	var group sync.WaitGroup
	defer func() { cancel(); group.Wait() }()
	follow := func(folders func(context.Context) ([]string, error), tell chan struct{}) {
		group.Go(func() {
			// Where nothing can be watched, it looks now and then.
			_ = watch.Run(ctx, folders, func() {
				select {
				case tell <- struct{}{}:
				default: // it will look anyway
				}
			})
		})
	}
	follow(k.folders, changes)
	if k.Hurry != "" {
		follow(func(context.Context) ([]string, error) { return []string{k.Hurry}, nil }, hurry)
	}
	last := k.Program.Now()
	for {
		began := k.Program.Now()
		latest, err := k.look(ctx, began)
		if err != nil {
			return err
		}
		if latest.After(last) {
			last = latest
		}
		hurried := false
		select {
		case <-ctx.Done():
			return nil
		case <-hurry:
			hurried = true
		case <-time.After(max(leastPause, pauseShare*k.Program.Now().Sub(began))):
		}
		if hurried {
			last = k.Program.Now()
			continue
		}
		select {
		case <-ctx.Done():
			return nil
		case <-hurry:
			last = k.Program.Now()
		case <-changes:
			last = k.Program.Now()
		case <-time.After(k.Every):
		}
		if k.Idle > 0 && k.Program.Now().Sub(last) >= k.Idle || k.Over != nil && k.Over() {
			return nil
		}
	}
}

// look reads once; latest is when the last event was that there is.
func (k *Looker) look(ctx context.Context, began time.Time) (latest time.Time, err error) {
	j, err := k.job()
	if err != nil {
		return latest, err
	}
	l, done, err := k.Program.ReadTranscripts(ctx, j, offlineWay, nil)
	defer done()
	if err != nil {
		return latest, err
	}
	list, _, err := l.List(ctx, store.Filter{Now: began}, store.Order{}, 1)
	if err != nil {
		return latest, err
	}
	if len(list) > 0 {
		latest = list[0].Ended
	}
	if err := k.Program.SaveStatus(ctx, j, l.Library, began); err != nil {
		k.Program.Warn("the status line: %v", err)
	}
	if k.Show != nil {
		err = k.Show(ctx, j, l)
	}
	return latest, err
}

// folders are those in which something may change.
func (k *Looker) folders(ctx context.Context) ([]string, error) {
	j, err := k.job()
	if err != nil {
		return nil, err
	}
	return k.Program.FoldersOf(ctx, j)
}

// wait waits, unless the context ends.
func wait(ctx context.Context, d time.Duration) bool {
	select {
	case <-ctx.Done():
		return false
	case <-time.After(d):
		return true
	}
}
