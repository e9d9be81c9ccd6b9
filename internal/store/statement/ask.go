package statement

import "context"

// Query hands every row of a statement to f.
func Query(ctx context.Context, tx Tx, statement string, args []any, f func(Row) error) error {
	return tx.Query(ctx, statement, args, func(r Row) (bool, error) { return true, f(r) })
}

// One reads one row into targets; false: there is none.
func One(ctx context.Context, tx Tx, statement string, args []any, targets ...any) (found bool, err error) {
	err = tx.Query(ctx, statement, args, func(r Row) (bool, error) {
		found = true
		return false, r.Scan(targets...)
	})
	return found, err
}

// Run executes a statement and says how many rows it touched.
func Run(ctx context.Context, tx Tx, statement string, args ...any) (int, error) {
	return tx.Many(ctx, statement, [][]any{args}, nil)
}

// RunAll executes statements, each with the same arguments.
func RunAll(ctx context.Context, tx Tx, args []any, statements ...string) error {
	for _, statement := range statements {
		if _, err := Run(ctx, tx, statement, args...); err != nil {
			return err
		}
	}
	return nil
}

// Numbers reads one column of numbers.
func Numbers(ctx context.Context, tx Tx, statement string, args ...any) (list []int64, err error) {
	err = Query(ctx, tx, statement, args, func(r Row) error {
		var n int64
		err := r.Scan(&n)
		list = append(list, n)
		return err
	})
	return list, err
}

// Each makes a list of arguments of every element.
func Each[T any](list []T, args func(T) []any) [][]any {
	out := make([][]any, len(list))
	for i, x := range list {
		out[i] = args(x)
	}
	return out
}

// ListsOf makes a list of arguments of each of a set.
func ListsOf[K comparable](set map[K]bool) (out [][]any) {
	for k := range set {
		out = append(out, []any{k})
	}
	return out
}

// Writing is one transaction that writes. It keeps the first error, so that a row
// of statements reads as one.
type Writing struct {
	Ctx context.Context
	Tx  Tx
	Err error
}

// Run executes a statement and says how many rows it touched.
func (w *Writing) Run(statement string, args ...any) int {
	return w.Many(statement, [][]any{args}, nil)
}

// Many executes a statement for each list of arguments.
func (w *Writing) Many(statement string, lists [][]any, f func(i int, r Row) error) (n int) {
	if w.Err == nil && len(lists) > 0 {
		n, w.Err = w.Tx.Many(w.Ctx, statement, lists, f)
	}
	return n
}

// Bulk is Many where each list touches a row of its own and gives one (Tx.Bulk).
func (w *Writing) Bulk(statement string, lists [][]any, f func(i int, r Row) error) {
	if w.Err == nil && len(lists) > 0 {
		_, w.Err = w.Tx.Bulk(w.Ctx, statement, lists, f)
	}
}

// Query hands every row to f.
func (w *Writing) Query(statement string, args []any, f func(Row) error) {
	if w.Err == nil {
		w.Err = Query(w.Ctx, w.Tx, statement, args, f)
	}
}

// One reads one row into targets; false: there is none.
func (w *Writing) One(statement string, args []any, targets ...any) (found bool) {
	if w.Err == nil {
		found, w.Err = One(w.Ctx, w.Tx, statement, args, targets...)
	}
	return found && w.Err == nil
}
