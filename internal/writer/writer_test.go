package writer

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"go.uber.org/goleak"

	"prism/internal/content"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// shelf is a Store that notes each transaction, takes a while for it, and refuses
// those that hold what is bad.
type shelf struct {
	mu     sync.Mutex
	groups [][]string
	tries  int
	takes  time.Duration
	bad    func(path string) bool
}

func (s *shelf) Ingest(ctx context.Context, list []content.Append, _ time.Time) ([]content.Receipt, error) {
	select {
	case <-time.After(s.takes):
	case <-ctx.Done():
		return nil, ctx.Err()
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.tries++
	var paths []string
	receipts := make([]content.Receipt, len(list))
	for i, a := range list {
		if s.bad != nil && s.bad(a.Path) {
			return nil, errors.New("it cannot be kept")
		}
		paths = append(paths, a.Path)
		receipts[i] = content.Receipt{Path: a.Path}
	}
	s.groups = append(s.groups, paths)
	return receipts, nil
}

func (s *shelf) all() []string { return slices.Concat(s.groups...) }

func one(stores map[string]*shelf) func(context.Context, string) (Store, error) {
	return func(_ context.Context, tenant string) (Store, error) {
		s := stores[tenant]
		if s == nil {
			return nil, errors.New("no such tenant")
		}
		return s, nil
	}
}

func piece(path string, size int) []content.Append {
	return []content.Append{{Person: "p", Path: path, Kind: content.Telemetry, Data: make([]byte, size)}}
}

// send calls Ingest from a goroutine of its own, so that requests come in order.
func send(t *testing.T, w *Writer, wg *sync.WaitGroup, tenant string, list []content.Append) *error {
	t.Helper()
	err := new(error)
	wg.Go(func() {
		var receipts []content.Receipt
		receipts, *err = w.Ingest(context.Background(), tenant, list)
		if *err == nil && (len(receipts) != len(list) || receipts[0].Path != list[0].Path) {
			*err = fmt.Errorf("receipts %v for %v", receipts, list[0].Path)
		}
	})
	synctest.Wait()
	return err
}

func TestWhatWaitsIsCommittedTogether(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := &shelf{takes: time.Second}
		w := New(one(map[string]*shelf{"a": s}), Options{Requests: 4})
		var wg sync.WaitGroup
		var errs []*error
		for i := range 8 {
			errs = append(errs, send(t, w, &wg, "a", piece(fmt.Sprint(i), 10)))
		}
		if got := w.Stats(); got.Waiting != 7 || got.Bytes != 8*(10+overhead) {
			t.Errorf("while the first is committed: %+v", got)
		}
		time.Sleep(500 * time.Millisecond)
		if got := w.Stats().Oldest; got != 500*time.Millisecond {
			t.Errorf("the oldest has waited %v", got)
		}
		wg.Wait()
		for _, err := range errs {
			if *err != nil {
				t.Error(*err)
			}
		}
		var sizes []int
		for _, g := range s.groups {
			sizes = append(sizes, len(g))
		}
		if !slices.Equal(sizes, []int{1, 4, 3}) || strings.Join(s.all(), "") != "01234567" {
			t.Errorf("groups %v", s.groups)
		}
		if got := w.Stats(); got.Bytes != 0 || got.Groups != 3 || got.Requests != 8 || got.Oldest != 0 {
			t.Errorf("at the end: %+v", got)
		}
		if err := w.Close(t.Context()); err != nil {
			t.Error(err)
		}
	})
}

func TestGroupsAreBoundedInBytes(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := &shelf{takes: time.Second}
		w := New(one(map[string]*shelf{"a": s}), Options{Group: 3000})
		var wg sync.WaitGroup
		for _, size := range []int{10, 900, 900, 9000, 10} {
			send(t, w, &wg, "a", piece(fmt.Sprint(size), size))
		}
		wg.Wait()
		if got := fmt.Sprint(s.groups); got != "[[10] [900 900] [9000] [10]]" {
			t.Error(got)
		}
		w.Close(t.Context())
	})
}

func TestTenantsTakeTurns(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		a, b := &shelf{takes: time.Second}, &shelf{takes: time.Second}
		w := New(one(map[string]*shelf{"a": a, "b": b}), Options{Requests: 1, Workers: 1})
		var wg sync.WaitGroup
		for i := range 10 {
			send(t, w, &wg, "a", piece(fmt.Sprint(i), 10))
		}
		begin := time.Now()
		send(t, w, &sync.WaitGroup{}, "b", piece("b", 10))
		for range 2 {
			time.Sleep(time.Second)
		}
		synctest.Wait()
		if len(b.all()) != 1 {
			t.Errorf("after %v the second tenant still waits behind %d of the first", time.Since(begin), len(a.all()))
		}
		wg.Wait()
		w.Close(t.Context())
	})
}

func TestAPoisonedRequestFailsAlone(t *testing.T) {
	for _, bad := range [][]string{{"5"}, {"0"}, {"7"}, {"2", "3"}, {"0", "7"}, {"0", "1"}} {
		t.Run(strings.Join(bad, "+"), func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				s := &shelf{takes: time.Second, bad: func(path string) bool { return slices.Contains(bad, path) }}
				w := New(one(map[string]*shelf{"a": s}), Options{})
				var wg sync.WaitGroup
				send(t, w, &wg, "a", piece("first", 10))
				var errs []*error
				for i := range 8 {
					errs = append(errs, send(t, w, &wg, "a", piece(fmt.Sprint(i), 10)))
				}
				wg.Wait()
				for i, err := range errs {
					if failed := *err != nil; failed != slices.Contains(bad, fmt.Sprint(i)) {
						t.Errorf("%d: %v", i, *err)
					}
				}
				w.Close(t.Context())
			})
		})
	}
}

// A store that is away must not be asked once for each request that waits.
func TestAStoreThatIsAwayIsAskedFewTimes(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := &shelf{takes: time.Second, bad: func(string) bool { return true }}
		w := New(one(map[string]*shelf{"a": s}), Options{})
		var wg sync.WaitGroup
		var errs []*error
		for i := range 129 {
			errs = append(errs, send(t, w, &wg, "a", piece(fmt.Sprint(i), 10)))
		}
		wg.Wait()
		for i, err := range errs {
			if *err == nil {
				t.Errorf("%d is said to be kept", i)
			}
		}
		if s.tries > 12 {
			t.Errorf("%d transactions", s.tries)
		}
		if got := w.Stats(); got.Failed != 129 || got.Bytes != 0 {
			t.Errorf("%+v", got)
		}
		w.Close(t.Context())
	})
}

func TestAFullQueueTurnsAway(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := &shelf{takes: time.Minute}
		w := New(one(map[string]*shelf{"a": s, "b": s, "c": s}), Options{Queue: 10_000, Workers: 1, Patience: time.Hour})
		var wg sync.WaitGroup
		send(t, w, &wg, "a", piece("1", 3000))
		send(t, w, &wg, "a", piece("2", 3000))
		var busy *BusyError
		if err := send(t, w, &wg, "a", piece("3", 2000)); !errors.As(*err, &busy) {
			t.Errorf("a tenant fills the whole queue: %v", *err)
		}
		send(t, w, &wg, "b", piece("4", 1000))
		if err := send(t, w, &wg, "c", piece("5", 2000)); !errors.As(*err, &busy) {
			t.Errorf("the queue is not bounded: %v", *err)
		} else if after := busy.RetryAfter(); after < time.Second || after > time.Minute {
			t.Errorf("come again in %v", after)
		}
		if got := w.Stats().Busy; got != 2 {
			t.Errorf("%d turned away", got)
		}
		wg.Wait()
		alone := send(t, w, &wg, "a", piece("alone", 20_000))
		wg.Wait()
		if *alone != nil {
			t.Errorf("one that is larger than all: %v", *alone)
		}
		w.Close(t.Context())
	})
}

func TestCloseCommitsWhatWaits(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := &shelf{takes: time.Second}
		w := New(one(map[string]*shelf{"a": s}), Options{Requests: 1})
		var wg sync.WaitGroup
		var errs []*error
		for i := range 5 {
			errs = append(errs, send(t, w, &wg, "a", piece(fmt.Sprint(i), 10)))
		}
		if err := w.Close(t.Context()); err != nil {
			t.Error(err)
		}
		wg.Wait()
		for _, err := range errs {
			if *err != nil {
				t.Error(*err)
			}
		}
		if len(s.all()) != 5 {
			t.Errorf("%d of 5 committed", len(s.all()))
		}
		if _, err := w.Ingest(t.Context(), "a", piece("late", 1)); !errors.Is(err, ErrClosed) {
			t.Errorf("after the end: %v", err)
		}
	})
}

func TestCloseGivesUpInTime(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := &shelf{takes: time.Hour}
		w := New(one(map[string]*shelf{"a": s}), Options{Requests: 1, Patience: 2 * time.Hour})
		var wg sync.WaitGroup
		var errs []*error
		for i := range 3 {
			errs = append(errs, send(t, w, &wg, "a", piece(fmt.Sprint(i), 10)))
		}
		ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
		defer cancel()
		begin := time.Now()
		if err := w.Close(ctx); !errors.Is(err, context.DeadlineExceeded) || time.Since(begin) > 2*time.Minute {
			t.Errorf("%v after %v", err, time.Since(begin))
		}
		wg.Wait()
		for _, err := range errs {
			if *err == nil {
				t.Error("said to be kept")
			}
		}
	})
}

func TestASenderThatIsGoneIsPassedOver(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := &shelf{takes: time.Second}
		w := New(one(map[string]*shelf{"a": s}), Options{Requests: 1})
		var wg sync.WaitGroup
		send(t, w, &wg, "a", piece("first", 10))
		ctx, cancel := context.WithCancel(t.Context())
		wg.Go(func() {
			if _, err := w.Ingest(ctx, "a", piece("gone", 10)); !errors.Is(err, context.Canceled) {
				t.Error(err)
			}
		})
		synctest.Wait()
		cancel()
		send(t, w, &wg, "a", piece("last", 10))
		wg.Wait()
		if got := strings.Join(s.all(), " "); got != "first last" {
			t.Error(got)
		}
		w.Close(t.Context())
	})
}

func TestAHangingStoreIsGivenUp(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := &shelf{takes: time.Hour}
		w := New(one(map[string]*shelf{"a": s}), Options{Patience: time.Second})
		var wg sync.WaitGroup
		first, other := send(t, w, &wg, "a", piece("1", 10)), send(t, w, &wg, "b", piece("2", 10))
		wg.Wait()
		if !errors.Is(*first, context.DeadlineExceeded) || *other == nil || !strings.Contains((*other).Error(), "no such tenant") {
			t.Errorf("%v, %v", *first, *other)
		}
		w.Close(t.Context())
	})
}

func TestNothingIsNothing(t *testing.T) {
	w := New(one(nil), Options{})
	defer w.Close(t.Context())
	if receipts, err := w.Ingest(t.Context(), "a", nil); receipts != nil || err != nil {
		t.Error(receipts, err)
	}
}

// full is a Store that keeps nothing, while there is a reason.
type full struct{ why *error }

type busy struct{ noRoom }

func (busy) Reason() string { return "others are at work" }
func (busy) Busy() bool     { return true }

type noRoom struct{}

func (noRoom) Error() string  { return "of words" }
func (noRoom) Reason() string { return "no room" }
func (noRoom) Passing() bool  { return true }

func (s full) Ingest(_ context.Context, list []content.Append, _ time.Time) ([]content.Receipt, error) {
	if *s.why != nil {
		return nil, *s.why
	}
	return make([]content.Receipt, len(list)), nil
}

// Why a store keeps nothing is told until it does again, whatever others do; that others
// are at work in it is no trouble, and says nothing of one that there was.
func TestTroubleIsTold(t *testing.T) {
	var why error
	stores := map[string]Store{"ill": full{&why}, "well": full{new(error)}}
	at := time.Unix(1_800_000_000, 0)
	w := New(func(_ context.Context, tenant string) (Store, error) { return stores[tenant], nil }, Options{Now: func() time.Time { return at }})
	defer w.Close(t.Context())
	for _, c := range []struct {
		tenant string
		why    error
		want   string
	}{
		{"well", nil, ""},
		{"ill", busy{}, ""},
		{"ill", noRoom{}, "no room"},
		{"well", nil, "no room"},
		{"ill", busy{}, "no room"},
		{"ill", nil, ""},
	} {
		why = c.why
		_, err := w.Ingest(t.Context(), c.tenant, []content.Append{{Path: "x"}})
		if s := w.Stats(); s.Trouble != c.want || (c.want != "") != s.TroubleAt.Equal(at) || (err != nil) != (c.tenant == "ill" && c.why != nil) {
			t.Errorf("%+v: %q at %v, %v", c, s.Trouble, s.TroubleAt, err)
		}
	}
}
