package yield_test

import (
	"context"
	"io"
	"testing"
	"testing/synctest"
	"time"

	"prism/internal/yield"
)

// waits is how long one yields.
func waits(ctx context.Context, w *yield.Way) time.Duration {
	began := time.Now()
	w.Yield(ctx)
	return time.Since(began)
}

// Who sends waits until nobody reads, and no longer than Most; who reads for long is not
// waited for.
func TestYield(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var w yield.Way
		if took := waits(t.Context(), &w); took != 0 {
			t.Errorf("nobody reads, and it takes %v", took)
		}
		done, other := w.Read(), w.Read()
		done()
		done() // twice is once
		if took := waits(t.Context(), &w); took != yield.Most {
			t.Errorf("one reads on, and it takes %v", took)
		}
		time.AfterFunc(time.Millisecond, other)
		if took := waits(t.Context(), &w); took != time.Millisecond {
			t.Errorf("it takes %v beyond the reader", took)
		}
		if took := waits(t.Context(), &w); took != 0 {
			t.Errorf("all are gone, and it takes %v", took)
		}
		slow := w.Read()
		time.Sleep(yield.Brief)
		synctest.Wait()
		if took := waits(t.Context(), &w); took != 0 {
			t.Errorf("who reads for long is waited for: %v", took)
		}
		slow()
		last := w.Read()
		ended, end := context.WithCancel(t.Context())
		end()
		if took := waits(ended, &w); took != 0 {
			t.Errorf("nobody asks any more, and it takes %v", took)
		}
		last()
	})
	var none *yield.Way
	none.Read()()
	none.Yield(t.Context())
}

// Who reads within what reads, as a page that asks the API does, is as one: the outer goes
// before others until it is done itself, and neither waits for the other.
func TestReaderWithinAReader(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var w yield.Way
		outer := w.Read()
		inner := w.Read()
		if took := waits(t.Context(), &w); took != yield.Most {
			t.Errorf("beside both it takes %v", took)
		}
		inner()
		if took := waits(t.Context(), &w); took != yield.Most {
			t.Errorf("the inner one is done, and it takes %v", took)
		}
		outer()
		if took := waits(t.Context(), &w); took != 0 {
			t.Errorf("both are done, and it takes %v", took)
		}
	})
}

// Somebody reads lately from the begin of the first on until a While after the last.
func TestBusy(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var w yield.Way
		if w.Busy() {
			t.Error("nobody ever read")
		}
		done := w.Read()
		if time.Sleep(time.Millisecond); !w.Busy() {
			t.Error("somebody reads")
		}
		done()
		if time.Sleep(yield.While); !w.Busy() {
			t.Error("somebody read just now")
		}
		if time.Sleep(time.Millisecond); w.Busy() {
			t.Error("nobody has read for a while")
		}
	})
	var none *yield.Way
	if none.Busy() {
		t.Error("there is no way")
	}
}

// ticking takes a millisecond for each byte.
type ticking struct{}

func (ticking) Read(b []byte) (int, error) {
	time.Sleep(time.Millisecond)
	return copy(b, "x"), nil
}

// Long work goes on for a spell, then yields, and gets on however long others read, and
// however many send without an end.
func TestReaderYieldsBetween(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var w yield.Way
		r := w.Pace().Reader(t.Context(), ticking{})
		reads := func() time.Duration {
			began := time.Now()
			if _, err := io.ReadFull(r, make([]byte, 60)); err == nil {
				return time.Since(began)
			}
			return 0
		}
		if took := reads(); took != 60*time.Millisecond {
			t.Errorf("nobody else reads, and it takes %v", took)
		}
		done := w.Read()
		if took := reads(); took < 200*time.Millisecond || took > 300*time.Millisecond {
			t.Errorf("beside one who reads on it takes %v", took)
		}
		done()
		var sent []func()
		for range 3 * yield.Crowd {
			sent = append(sent, w.Send())
		}
		if took := reads(); took < 80*time.Millisecond || took > 100*time.Millisecond {
			t.Errorf("beside a crowd that sends on and on it takes %v", took)
		}
		for _, done := range sent {
			done()
		}
	})
}

// Who sends alone, or with few, is not waited for; a crowd is, by who makes sessions of what
// they send and not by themselves: for a Gap at a time, and until none of it was there for a
// while, however few of it work on something just then.
func TestCrowd(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var w yield.Way
		all := func() time.Duration {
			began := time.Now()
			w.YieldAll(t.Context())
			return time.Since(began)
		}
		var done []func()
		for range yield.Crowd - 1 {
			done = append(done, w.Send())
		}
		if took := all(); took != 0 || w.Busy() {
			t.Errorf("few send, and it takes %v, busy %t", took, w.Busy())
		}
		last := w.Send()
		time.Sleep(2 * yield.Stays)
		if took := all(); took != yield.Gap || !w.Busy() {
			t.Errorf("a crowd sends, and it takes %v, busy %t", took, w.Busy())
		}
		if took := waits(t.Context(), &w); took != 0 {
			t.Errorf("one of them waits %v for the others", took)
		}
		last()
		last() // twice is once
		if took := all(); took != yield.Gap || !w.Busy() {
			t.Errorf("a crowd was there just now, and it takes %v, busy %t", took, w.Busy())
		}
		time.Sleep(yield.Stays - yield.Gap)
		if took := all(); took != 0 || w.Busy() {
			t.Errorf("it is gone, and it takes %v, busy %t", took, w.Busy())
		}
		read := w.Read()
		time.AfterFunc(time.Millisecond, read)
		if took := all(); took != time.Millisecond {
			t.Errorf("one reads, and it takes %v", took)
		}
		for _, f := range done {
			f()
		}
	})
	var none *yield.Way
	none.Send()()
	none.YieldAll(t.Context())
	none.Pace().Yield(t.Context())
}

// Many small pieces of work yield as one long one does.
func TestPaceOfManyPieces(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var w yield.Way
		for range yield.Crowd {
			defer w.Send()()
		}
		pace := w.Pace()
		began := time.Now()
		for range 60 {
			pace.Yield(t.Context())
			if _, err := pace.Reader(t.Context(), ticking{}).Read(make([]byte, 1)); err != nil {
				t.Fatal(err)
			}
		}
		if took := time.Since(began); took < 80*time.Millisecond || took > 100*time.Millisecond {
			t.Errorf("beside a crowd it takes %v", took)
		}
	})
}
