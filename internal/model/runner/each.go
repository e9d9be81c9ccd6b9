package runner

import (
	"context"
	"iter"
	"sync"
)

// Done is one item with what became of it.
type Done[T, R any] struct {
	Item   T
	Result R
	Err    error
}

// Each works on items, parallel at a time, and hands every result to take as it
// comes, in any order, one at a time and in the caller's goroutine: what take
// has kept is safe from a kill. It takes no more items once take fails, more
// says no, or ctx ends; those in work are finished first and handed over too.
// The error is take's, else ctx's. No goroutine outlives it.
func Each[T, R any](ctx context.Context, parallel int, items iter.Seq[T], more func() bool,
	work func(ctx context.Context, item T) (R, error), take func(Done[T, R]) error) error {
	if parallel < 1 {
		parallel = 1
	}
	results := make(chan Done[T, R])
	var group sync.WaitGroup
	next, stop := iter.Pull(items)
	defer stop()

	var failed error
	running, over := 0, false
	for {
		for running < parallel && !over {
			if failed != nil || ctx.Err() != nil || more != nil && !more() {
				over = true
				break
			}
			item, ok := next()
			if !ok {
				over = true
				break
			}
			running++
			group.Go(func() {
				r, err := work(ctx, item)
				results <- Done[T, R]{item, r, err}
			})
		}
		if running == 0 {
			break
		}
		d := <-results
		running--
		if err := take(d); err != nil && failed == nil {
			failed = err
		}
	}
	group.Wait()
	if failed != nil {
		return failed
	}
	return ctx.Err()
}
