package pipeline

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"sync"
	"sync/atomic"

	"prism/internal/fact"
	"prism/internal/session"
	"prism/internal/source"
	"prism/internal/transcript"
)

// scan reads units in parallel, the largest first so that none is left alone at
// the end.
func (r *run) scan(ctx context.Context, units []*unit) error {
	order := slices.Clone(units)
	slices.SortStableFunc(order, func(a, b *unit) int { return cmp.Compare(b.src.Size(), a.src.Size()) })
	var total, done atomic.Int64
	for _, u := range order {
		total.Add(u.src.Size())
	}
	workers := r.opts.Workers
	if r.opts.Cutting.Asking != nil {
		workers = max(workers, r.opts.Judging.SideBySide) // most of them wait for an answer
	}
	err := parallel(ctx, workers, len(order), func(ctx context.Context, w *worker, i int) (err error) {
		u := order[i]
		if u.read, err = r.reader.read(ctx, w, &u.src); err != nil {
			return err
		}
		u.counts = u.read.counts
		if r.opts.Progress != nil {
			r.opts.Progress(done.Add(u.src.Size()), total.Load())
		}
		return nil
	})
	if err != nil {
		return err
	}
	for _, u := range units {
		if !r.decode(u, u.read.digest) {
			return fmt.Errorf("read %s: its digest does not decode", u.src.Conversation)
		}
		u.read.digest = nil
	}
	return nil
}

// worker is what one goroutine keeps from unit to unit.
type worker struct {
	feeds map[string]*transcript.Feed // by agent
}

// parallel calls f for 0 ≤ i < n on so many workers. The first error ends it.
func parallel(ctx context.Context, workers, n int, f func(ctx context.Context, w *worker, i int) error) error {
	if n == 0 {
		return nil
	}
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	var next atomic.Int64
	var group sync.WaitGroup
	for range min(workers, n) {
		group.Go(func() {
			w := &worker{feeds: make(map[string]*transcript.Feed)}
			for {
				i := int(next.Add(1)) - 1
				if i >= n || ctx.Err() != nil {
					return
				}
				if err := f(ctx, w, i); err != nil {
					cancel(err)
					return
				}
			}
		})
	}
	group.Wait()
	return context.Cause(ctx)
}

// feed returns the worker's reader for an agent's dialect.
func (w *worker) feed(dialects []transcript.Dialect, agent string) (*transcript.Feed, error) {
	if f := w.feeds[agent]; f != nil {
		return f, nil
	}
	for _, d := range dialects {
		if d.Agent == agent {
			f := transcript.NewFeed(d.New())
			w.feeds[agent] = f
			return f, nil
		}
	}
	return nil, fmt.Errorf("no dialect for agent %q", agent)
}

// place says whose a digest is and where it lies.
func (r *run) place(u *unit) {
	u.digest.Person = u.src.Person
	key := r.gate.repos.Of(u.digest.CWDs)
	u.digest.Repo = fact.Repo{Key: key, Name: source.RepositoryName(key)}
}

// unsettled reports whether a conversation was cut otherwise than was asked for.
func (r *run) unsettled() bool {
	return slices.ContainsFunc(r.units, func(u *unit) bool { return u.read != nil && u.read.cut.by != r.opts.Cutting.version() })
}

// decode makes u's digest of its binary form.
func (r *run) decode(u *unit, blob []byte) bool {
	var d session.Digest
	if err := d.UnmarshalBinary(blob); err != nil {
		return false
	}
	u.digest = &d
	r.place(u)
	return true
}
