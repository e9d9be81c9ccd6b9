package statement

import (
	"context"
	"errors"
	"fmt"
	"testing"

	"prism/internal/trap"
)

// given answers with rows of one number each, and ends with err.
type given struct {
	Tx
	rows int
	err  error
}

type number int

func (n number) Scan(targets ...any) error {
	*targets[0].(*int) = int(n)
	return nil
}

func (g given) Query(_ context.Context, _ string, _ []any, f func(Row) (bool, error)) error {
	for i := range g.rows {
		if more, err := f(number(i)); err != nil || !more {
			return err
		}
	}
	return g.err
}

func TestReadAhead(t *testing.T) {
	scan := func(r Row) (n int, err error) {
		err = r.Scan(&n)
		return n, err
	}
	for _, n := range []int{0, 1, aheadAtOnce - 1, aheadAtOnce, aheadAtOnce + 1, 10 * aheadAtOnce} {
		list, err := ReadAhead(t.Context(), given{rows: n}, "", nil, scan, func(n int) (string, error) { return fmt.Sprint(n), nil })
		if err != nil || len(list) != n {
			t.Fatalf("%d rows: %d, %v", n, len(list), err)
		}
		for i, s := range list {
			if s != fmt.Sprint(i) {
				t.Fatalf("%d rows: %s stands at %d", n, s, i)
			}
		}
	}
	broken, lost := errors.New("broken"), errors.New("lost")
	made := 0
	list, err := ReadAhead(t.Context(), given{rows: 1000}, "", nil, scan, func(n int) (int, error) {
		if made++; n == 70 {
			return 0, broken
		}
		return n, nil
	})
	if !errors.Is(err, broken) || len(list) != 70 || made != 71 {
		t.Errorf("one that cannot be made: %v, %d made, %d tried", err, len(list), made)
	}
	if _, err = ReadAhead(t.Context(), given{rows: 3, err: lost}, "", nil, scan, func(n int) (int, error) { return n, nil }); !errors.Is(err, lost) {
		t.Errorf("a statement that fails: %v", err)
	}
	stop := errors.New("no number")
	made = 0
	_, err = ReadAhead(t.Context(), given{rows: 3}, "", nil, func(Row) (int, error) { return 0, stop }, func(n int) (int, error) { made++; return n, nil })
	if !errors.Is(err, stop) || made > 0 {
		t.Errorf("a row that is not taken: %v, and %d are made of it", err, made)
	}
	read := 0
	if _, err = ReadAhead(t.Context(), given{rows: 1_000_000}, "", nil, func(Row) (int, error) { read++; return 0, nil }, func(int) (int, error) { return 0, broken }); !errors.Is(err, broken) || read == 1_000_000 {
		t.Errorf("where nothing more is made of them, %d rows are read: %v", read, err)
	}
}

// A panic is an error, wherever it began, and nobody waits for ever.
func TestReadAheadPanics(t *testing.T) {
	for _, where := range []string{"scan", "of"} {
		fails := func(here string, n int) {
			if where == here && n == 200 {
				panic("of words")
			}
		}
		list, err := ReadAhead(t.Context(), given{rows: 10_000}, "", nil,
			func(r Row) (n int, err error) { err = r.Scan(&n); fails("scan", n); return n, err },
			func(n int) (int, error) { fails("of", n); return n, nil })
		var p *trap.Panic
		if !errors.As(err, &p) || len(list) > 200 {
			t.Errorf("in %s: %v, %d made", where, err, len(list))
		}
	}
}
