package statement

import (
	"cmp"
	"context"
	"errors"
	"sync"
	"sync/atomic"

	"prism/internal/trap"
)

// aheadAtOnce is how many rows are handed on together.
const aheadAtOnce = 64

// errNoMore ends the reading of rows of which one cannot be made into anything.
var errNoMore = errors.New("nothing is made of further rows")

// ReadAhead makes something of each row of a statement, in its order: the engine reads the
// next rows meanwhile, which takes as long again where there are thousands. scan takes a row
// over as it is, of makes the something of it. The error is the first of either, and list is
// what was made until then; a panic of either is an error, too.
func ReadAhead[R, T any](ctx context.Context, tx Tx, statement string, args []any, scan func(Row) (R, error), of func(R) (T, error)) (list []T, err error) {
	rows := make(chan []R, 4)
	var wrong error
	var ended atomic.Bool // nothing more is made
	var group sync.WaitGroup
	group.Go(func() {
		wrong = trap.Call(func() error {
			for some := range rows {
				for i := range some {
					x, err := of(some[i])
					if err != nil {
						return err
					}
					list = append(list, x)
				}
			}
			return nil
		})
		ended.Store(true)
		for range rows { // whoever reads may wait to hand on
		}
	})
	err = trap.Call(func() error {
		defer close(rows)
		var some []R
		err := Query(ctx, tx, statement, args, func(r Row) error {
			row, err := scan(r)
			switch {
			case err != nil:
				return err
			case ended.Load():
				return errNoMore
			}
			if some = append(some, row); len(some) == aheadAtOnce {
				rows <- some
				some = nil
			}
			return nil
		})
		rows <- some
		return err
	})
	group.Wait()
	if errors.Is(err, errNoMore) {
		err = nil // wrong says why
	}
	return list, cmp.Or(err, wrong)
}
