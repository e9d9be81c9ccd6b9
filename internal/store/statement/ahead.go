package statement

import (
	"cmp"
	"context"
	"sync"
)

// aheadAtOnce is how many rows are handed on together.
const aheadAtOnce = 64

// ReadAhead makes something of each row of a statement, in its order: the engine reads the
// next rows meanwhile, which takes as long again where there are thousands. scan takes a row
// over as it is, of makes the something of it. The error is the first of either.
func ReadAhead[R, T any](ctx context.Context, tx Tx, statement string, args []any, scan func(Row) (R, error), of func(R) (T, error)) (list []T, err error) {
	rows := make(chan []R, 4)
	var wrong error
	var group sync.WaitGroup
	group.Go(func() {
		for some := range rows {
			for i := 0; i < len(some) && wrong == nil; i++ {
				var x T
				if x, wrong = of(some[i]); wrong == nil {
					list = append(list, x)
				}
			}
		}
	})
	var some []R
	err = Query(ctx, tx, statement, args, func(r Row) error {
		row, err := scan(r)
		if some = append(some, row); len(some) == aheadAtOnce {
			rows <- some
			some = nil
		}
		return err
	})
	rows <- some
	close(rows)
	group.Wait()
	return list, cmp.Or(err, wrong)
}
