package storetest

import (
	"context"
	"sync"
	"sync/atomic"
	"testing"
	"time"
)

// Askings is what an engine offers to those who pay for answers.
type Askings interface {
	Reserve(ctx context.Context, at time.Time, micro, dayLimit, monthLimit int64) (bool, error)
	Refund(ctx context.Context, at time.Time, micro int64) error
	Spent(ctx context.Context, at time.Time) (inDay, inMonth int64, err error)
	Claim(ctx context.Context, question, holder string, now, until time.Time) (bool, error)
	Unclaim(ctx context.Context, question, holder string) error
}

// budgets: what is promised never passes a limit, however many ask at once.
func budgets(t *testing.T, fresh FreshLasting) {
	open := fresh(t)
	stores := [2]Lasting{opened(t, open), opened(t, open)}
	var promised atomic.Int64
	var group sync.WaitGroup
	for n := range 8 {
		group.Go(func() {
			for range 5 {
				ok, err := stores[n%2].Reserve(t.Context(), noon, 3, 50, 1000)
				if err != nil {
					t.Error(err)
				}
				if ok {
					promised.Add(3)
				}
			}
		})
	}
	group.Wait()
	s := stores[0]
	spent := func(at time.Time, day, month int64) {
		t.Helper()
		d, m, err := s.Spent(t.Context(), at)
		must(t, err)
		diff(t, "spent", [2]int64{day, month}, [2]int64{d, m})
	}
	diff(t, "promised", int64(48), promised.Load())
	spent(noon, 48, 48)
	must(t, s.Refund(t.Context(), noon, 40))
	spent(noon, 8, 8)
	for _, c := range []struct {
		at                time.Time
		micro, day, month int64
		want              bool
	}{
		{noon, 2, 10, 10, true}, {noon, 1, 10, 100, false}, // the day is full
		{noon.AddDate(0, 0, 1), 5, 10, 14, false}, {noon.AddDate(0, 0, 1), 4, 10, 14, true}, // the month is
		{noon.AddDate(0, 2, 0), 5, 10, 14, true},
	} {
		ok, err := s.Reserve(t.Context(), c.at, c.micro, c.day, c.month)
		must(t, err)
		if ok != c.want {
			t.Errorf("%v: %v", c, ok)
		}
	}
	spent(noon, 10, 14)
	spent(noon.AddDate(0, 0, 1), 4, 14)
	spent(noon.AddDate(0, 2, 0), 5, 5)
}

// claims: of those who claim a question one has it, until its time is over.
func claims(t *testing.T, fresh FreshLasting) {
	open := fresh(t)
	stores := [2]Lasting{opened(t, open), opened(t, open)}
	var won atomic.Int64
	var group sync.WaitGroup
	for n, holder := range []string{"a", "b", "c", "d"} {
		group.Go(func() {
			ours, err := stores[n%2].Claim(t.Context(), "q", holder, noon, noon.Add(time.Minute))
			if err != nil {
				t.Error(err)
			}
			if ours {
				won.Add(1)
			}
		})
	}
	group.Wait()
	diff(t, "won", int64(1), won.Load())
	s := stores[0]
	claim := func(holder string, at time.Time, want bool) {
		t.Helper()
		ours, err := s.Claim(t.Context(), "q", holder, at, at.Add(time.Minute))
		must(t, err)
		diff(t, holder+" has it", want, ours)
	}
	claim("e", noon.Add(time.Minute-1), false)
	claim("e", noon.Add(time.Minute), true)
	claim("e", noon.Add(time.Minute), true)
	must(t, s.Unclaim(t.Context(), "q", "a"))
	claim("f", noon.Add(time.Minute), false)
	must(t, s.Unclaim(t.Context(), "q", "e"))
	claim("f", noon.Add(time.Minute), true)
}
