// Package alone reads transcripts one by one, each as if there were no other.
//
// Promises: nothing is joined or counted once between files. Refusals: it keeps nothing;
// each is read into a store of its own.
package alone

import (
	"context"
	"sync"

	"prism/internal/fact"
	"prism/internal/pipeline"
	"prism/internal/source"
	"prism/internal/store"
	"prism/internal/trap"
)

// Read reads each transcript as if there were no other: nothing is joined or
// counted once between files. options gives those of file i, with a store that
// holds nothing; paths and workers in them are set here. The answers are in the order of the files. done, which may be
// nil, is told of each file that is ready, from several goroutines.
func Read(ctx context.Context, files []string, workers int, options func(i int) pipeline.Options, done func(i int)) ([]*fact.Reading, error) {
	out := make([]*fact.Reading, len(files))
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	next := make(chan int)
	var group sync.WaitGroup
	for range min(max(workers, 1), len(files)) {
		group.Go(func() {
			for i := range next {
				err := trap.Call(func() (err error) {
					opts := options(i)
					opts.Workers = 1
					opts.Search.Paths = source.Beside(files[i])
					out[i], err = whole(ctx, opts)
					return err
				})
				if err != nil {
					cancel(err)
					continue // the feeder ends
				}
				if done != nil {
					done(i)
				}
			}
		})
	}
feed:
	for i := range files {
		select {
		case next <- i:
		case <-ctx.Done():
			break feed
		}
	}
	close(next)
	group.Wait()
	if err := context.Cause(ctx); err != nil {
		return nil, err
	}
	return out, nil
}

// whole updates a scope and returns all that it came to.
func whole(ctx context.Context, opts pipeline.Options) (*fact.Reading, error) {
	u, err := pipeline.Update(ctx, opts)
	if err != nil {
		return nil, err
	}
	r := &fact.Reading{Input: u.Input}
	for s, err := range opts.Store.Each(ctx, u.Scope, store.Filter{}, store.Order{By: store.ByStarted, Reverse: true}) {
		if err != nil {
			return nil, &pipeline.StoreError{Doing: "read the store", Err: err}
		}
		r.Sessions = append(r.Sessions, *s)
	}
	return r, nil
}
