// Package queuetest holds what every queue must do.
//
// Nouns: a Fixture is an empty queue that several processes share. Promises: a queue
// that passes keeps the promises of package queue, in one process and in many.
package queuetest

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"prism/internal/content"
	"prism/internal/queue"
)

// Fixture is an empty queue with the tenants that Tenants names.
type Fixture struct {
	// Open is the queue as one more process sees it.
	Open func(t testing.TB) Queue
	// Store is a tenant's, whose content causes jobs in the same transaction.
	Store func(t testing.TB, tenant string) Store
	// Refuse makes every later attempt to add a job fail.
	Refuse func(t testing.TB)
}

// Queue is one with all that it does.
type Queue interface {
	queue.Queue
	queue.Board
}

// Store is what a writer's transaction is tried with.
type Store interface {
	Ingest(ctx context.Context, list []content.Append, now time.Time) ([]content.Receipt, error)
	Have(ctx context.Context, person string, paths []string) ([]content.Receipt, error)
}

// Tenants are those of a Fixture.
func Tenants() []string { return []string{"one", "two", "three", "four"} }

// patient bounds whatever a test waits for.
const patient = 20 * time.Second

// hurried are options for tests.
func hurried(workers int) queue.Options {
	return queue.Options{
		Workers: workers, Lease: 600 * time.Millisecond, Grace: 300 * time.Millisecond, Poll: 10 * time.Millisecond,
		Backoff: func(int) time.Duration { return 5 * time.Millisecond },
	}
}

// Run holds queues against the suite.
func Run(t *testing.T, fresh func(t testing.TB) Fixture) {
	for name, test := range map[string]func(*testing.T, Fixture){
		"done once":                once,
		"one live job of a key":    unique,
		"asked for while it runs":  again,
		"no wake-up is lost":       wakeUps,
		"due times":                due,
		"with the transaction":     transaction,
		"a failure has its reason": failure,
		"a panic is a failure":     panics,
		"an outage costs no try":   outage,
		"dead, then done":          revived,
		"dead, and asked for more": deadAgain,
		"retry and drop":           retryAndDrop,
		"a lease is kept":          heartbeat,
		"a lease runs out":         takenOver,
		"long, and getting on":     gettingOn,
		"stopped in the middle":    stopped,
		"grace":                    grace,
		"shared by many":           shared,
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			test(t, fresh(t))
		})
	}
}

// work runs a worker and returns how to stop it.
func work(t testing.TB, q Queue, o queue.Options, do queue.Handler) (stop func() error) {
	t.Helper()
	ctx, cancel := context.WithCancel(context.WithoutCancel(t.Context()))
	o.Trouble = func(err error) { t.Log("trouble:", err) }
	ended := make(chan error, 1)
	go func() { ended <- q.Work(ctx, o, do) }()
	stop = sync.OnceValue(func() error {
		cancel()
		return <-ended
	})
	t.Cleanup(func() { _ = stop() })
	return stop
}

func until(t testing.TB, what string, holds func() bool) {
	t.Helper()
	for end := time.Now().Add(patient); !holds(); time.Sleep(5 * time.Millisecond) {
		if time.Now().After(end) {
			t.Fatal("waited in vain: ", what)
		}
	}
}

func enqueue(t testing.TB, q Queue, tenant string, jobs ...queue.New) {
	t.Helper()
	if err := q.Enqueue(t.Context(), tenant, jobs...); err != nil {
		t.Fatal(err)
	}
}

func jobs(t testing.TB, q Queue, tenant string) []queue.Job {
	t.Helper()
	list, err := q.Jobs(t.Context(), tenant)
	if err != nil {
		t.Fatal(err)
	}
	return list
}

func empty(t testing.TB, q Queue) {
	t.Helper()
	until(t, "an empty queue", func() bool { return len(jobs(t, q, "")) == 0 })
}

// begun waits until a handler says that it runs.
func begun(t testing.TB, c <-chan struct{}) {
	t.Helper()
	select {
	case <-c:
	case <-time.After(patient):
		t.Fatal("nothing runs")
	}
}

func once(t *testing.T, f Fixture) {
	q := f.Open(t)
	var seen sync.Map
	for _, tenant := range Tenants() {
		enqueue(t, q, tenant, queue.New{Kind: queue.Update}, queue.New{Kind: queue.MergeWindow, Key: "a"}, queue.New{Kind: queue.MergeWindow, Key: "b"})
	}
	if d, err := q.Depth(t.Context()); err != nil || d.Waiting != 12 || d.Running+d.Dead != 0 || d.Oldest.IsZero() {
		t.Error(d, err)
	}
	work(t, q, hurried(3), func(_ context.Context, j queue.Job) error {
		if n, twice := seen.LoadOrStore(fmt.Sprint(j.Tenant, j.Kind, j.Key), j.Attempt); twice {
			t.Errorf("%+v twice, %v", j, n)
		}
		return nil
	})
	empty(t, q)
	for _, tenant := range Tenants() {
		for _, k := range []string{"update", "merge-windowa", "merge-windowb"} {
			if n, ok := seen.Load(tenant + k); n != 1 {
				t.Error(tenant, k, n, ok)
			}
		}
	}
}

func unique(t *testing.T, f Fixture) {
	q := f.Open(t)
	for range 5 {
		enqueue(t, q, "one", queue.New{Kind: queue.Update}, queue.New{Kind: queue.Update})
		enqueue(t, q, "two", queue.New{Kind: queue.Update})
	}
	list := jobs(t, q, "one")
	if len(list) != 1 || list[0].Kind != queue.Update || list[0].Tenant != "one" || list[0].State != queue.Waiting || list[0].Made.IsZero() {
		t.Errorf("%+v", list)
	}
	if all := jobs(t, q, ""); len(all) != 2 {
		t.Errorf("%+v", all)
	}
	if none := jobs(t, q, "nobody"); len(none) != 0 {
		t.Errorf("%+v", none)
	}
}

func again(t *testing.T, f Fixture) {
	q := f.Open(t)
	enqueue(t, q, "one", queue.New{Kind: queue.Update})
	runs, inside, hold := atomic.Int32{}, atomic.Int32{}, make(chan struct{})
	work(t, q, hurried(4), func(context.Context, queue.Job) error {
		if inside.Add(1) > 1 {
			t.Error("two at once")
		}
		defer inside.Add(-1)
		runs.Add(1)
		<-hold
		return nil
	})
	until(t, "a run", func() bool { return runs.Load() == 1 })
	for range 3 {
		enqueue(t, q, "one", queue.New{Kind: queue.Update})
	}
	if list := jobs(t, q, "one"); len(list) != 1 || list[0].State != queue.Running {
		t.Errorf("%+v", list)
	}
	close(hold)
	empty(t, q)
	if n := runs.Load(); n != 2 {
		t.Errorf("%d runs, want 2", n)
	}
}

// Writers mark a key and ask for its job; whoever does the job takes the marks that it
// finds when it begins. Whenever nothing is left to do no mark may be left.
func wakeUps(t *testing.T, f Fixture) {
	const keys, writers, rounds = 4, 4, 30
	var marked, taken [keys]atomic.Int64
	o := hurried(keys)
	o.Poll = 2 * time.Millisecond
	for range 2 {
		work(t, f.Open(t), o, func(_ context.Context, j queue.Job) error {
			k := j.Key[0] - 'a'
			taken[k].Store(marked[k].Load())
			time.Sleep(time.Millisecond)
			return nil
		})
	}
	var queues [writers]Queue
	for i := range writers {
		queues[i] = f.Open(t)
	}
	for round := range rounds {
		var wait sync.WaitGroup
		for i, q := range queues {
			wait.Go(func() {
				for n := range keys {
					time.Sleep(time.Duration((round*7+i*3+n)%10) * time.Millisecond / 2)
					k := (n + i) % keys
					marked[k].Add(1)
					if err := q.Enqueue(t.Context(), "one", queue.New{Kind: queue.MergeWindow, Key: string(rune('a' + k))}); err != nil {
						t.Error(err)
					}
				}
			})
		}
		wait.Wait()
		empty(t, queues[0])
		for k := range keys {
			if m, n := marked[k].Load(), taken[k].Load(); m != n {
				t.Fatalf("round %d, key %d: %d marks, %d taken", round, k, m, n)
			}
		}
	}
}

func due(t *testing.T, f Fixture) {
	q := f.Open(t)
	now := time.Now()
	soon := now.Add(400 * time.Millisecond)
	enqueue(t, q, "one", queue.New{Kind: queue.MergeWindow, Due: now.Add(time.Hour)})
	enqueue(t, q, "one", queue.New{Kind: queue.MergeWindow, Due: soon})
	enqueue(t, q, "one", queue.New{Kind: queue.MergeWindow, Due: now.Add(2 * time.Hour)})
	enqueue(t, q, "two", queue.New{Kind: queue.MergeWindow, Due: now.Add(time.Hour)})
	if list := jobs(t, q, "one"); len(list) != 1 || list[0].Due.Sub(soon).Abs() > time.Millisecond {
		t.Errorf("%+v, want %v", list, soon)
	}
	ran := make(chan time.Time, 8)
	work(t, q, hurried(2), func(_ context.Context, j queue.Job) error {
		if j.Tenant != "one" {
			t.Error("not due", j)
		}
		ran <- time.Now()
		return nil
	})
	select {
	case at := <-ran:
		if at.Before(soon.Add(-time.Millisecond)) {
			t.Error("early by ", soon.Sub(at))
		}
	case <-time.After(patient):
		t.Fatal("never due")
	}
	enqueue(t, q, "two", queue.New{Kind: queue.Update, Due: now.Add(time.Hour)})
	if d, err := q.Depth(t.Context()); err != nil || !d.Oldest.IsZero() {
		t.Error("nothing is overdue: ", d, err)
	}
}

// Content and the work that it causes are there together, or neither is.
func transaction(t *testing.T, f Fixture) {
	q, s := f.Open(t), f.Store(t, "one")
	send := func(path string) (content.Receipt, error) {
		list, err := s.Ingest(t.Context(), []content.Append{{Person: "p", Path: path, To: 2, Data: []byte("a\n"), Modified: time.Now()}}, time.Now())
		if err != nil {
			return content.Receipt{}, err
		}
		return list[0], nil
	}
	if r, err := send("a.jsonl"); err != nil || r.Status != content.Taken {
		t.Fatal(r, err)
	}
	list := jobs(t, q, "")
	if len(list) != 1 || list[0].Kind != queue.Update || list[0].Tenant != "one" || list[0].Key != "" {
		t.Errorf("%+v", list)
	}
	if ok, err := q.Drop(t.Context(), "one", list[0].ID); !ok || err != nil {
		t.Fatal(ok, err)
	}
	if r, err := send("a.jsonl"); err != nil || r.Status != content.Known || len(jobs(t, q, "")) != 0 {
		t.Error("nothing new causes no work: ", r, err, jobs(t, q, ""))
	}
	f.Refuse(t)
	if r, err := send("b.jsonl"); err == nil {
		t.Error("kept without its work: ", r)
	}
	if have, err := s.Have(t.Context(), "p", []string{"b.jsonl"}); err != nil || have[0].Have != 0 {
		t.Error(have, err)
	}
}

// told is an error that gives its reason.
type told string

func (e told) Error() string  { return "about content: secret words" }
func (e told) Reason() string { return string(e) }

func failure(t *testing.T, f Fixture) {
	q := f.Open(t)
	enqueue(t, q, "one", queue.New{Kind: queue.Judge})
	enqueue(t, q, "two", queue.New{Kind: queue.Judge})
	var runs atomic.Int32
	work(t, q, hurried(2), func(_ context.Context, j queue.Job) error {
		if j.Tenant == "two" {
			return errors.New("secret words")
		}
		if n := int(runs.Add(1)); n != j.Attempt {
			t.Errorf("attempt %d of %d", j.Attempt, n)
		}
		return fmt.Errorf("while judging: %w", told("no budget"))
	})
	until(t, "dead ones", func() bool {
		d, err := q.Depth(t.Context())
		return err == nil && d.Dead == 2
	})
	list := jobs(t, q, "")
	if int(runs.Load()) != queue.Tries || list[0].Reason != "no budget" || list[0].State != queue.Dead || list[0].Attempt != queue.Tries {
		t.Errorf("%d runs, %+v", runs.Load(), list)
	}
	if list[1].Reason == "" || strings.Contains(list[1].Reason, "secret") {
		t.Errorf("%+v", list[1])
	}
}

func panics(t *testing.T, f Fixture) {
	q := f.Open(t)
	enqueue(t, q, "one", queue.New{Kind: queue.Update})
	enqueue(t, q, "two", queue.New{Kind: queue.Update})
	var others atomic.Int32
	work(t, q, hurried(1), func(_ context.Context, j queue.Job) error {
		if j.Tenant == "one" {
			panic("index out of range: secret words")
		}
		others.Add(1)
		return nil
	})
	until(t, "a dead one", func() bool {
		list := jobs(t, q, "")
		return len(list) == 1 && list[0].State == queue.Dead
	})
	if r := jobs(t, q, "one")[0].Reason; !strings.Contains(r, "queuetest.panics") || strings.Contains(r, "secret") {
		t.Error(r)
	}
	if others.Load() != 1 {
		t.Error("its neighbour ran ", others.Load(), " times")
	}
}

// away is an error of a store that cannot be used now.
type away struct{ error }

func (away) Passing() bool { return true }

// However often a job's store was away, it is done when that is back, and no dead letter.
func outage(t *testing.T, f Fixture) {
	q := f.Open(t)
	enqueue(t, q, "one", queue.New{Kind: queue.Update})
	var runs atomic.Int32
	work(t, q, hurried(1), func(_ context.Context, j queue.Job) error {
		if j.Attempt != 1 {
			t.Errorf("an outage cost a try: %+v", j)
		}
		if runs.Add(1) <= 2*queue.Tries {
			return fmt.Errorf("update: %w", away{errors.New("secret words")})
		}
		return nil
	})
	empty(t, q)
	if n := runs.Load(); n != 2*queue.Tries+1 {
		t.Errorf("%d runs", n)
	}
}

// bad is a handler that fails while broken is true.
func bad(broken *atomic.Bool) queue.Handler {
	return func(context.Context, queue.Job) error {
		if broken.Load() {
			return told("broken")
		}
		return nil
	}
}

func deadOne(t *testing.T, q Queue, tenant string) {
	t.Helper()
	until(t, "a dead one", func() bool {
		list := jobs(t, q, tenant)
		return len(list) == 1 && list[0].State == queue.Dead
	})
}

// What a later job of the same key did, the dead one need not do.
func revived(t *testing.T, f Fixture) {
	q := f.Open(t)
	var broken atomic.Bool
	broken.Store(true)
	work(t, q, hurried(1), bad(&broken))
	enqueue(t, q, "one", queue.New{Kind: queue.Update})
	deadOne(t, q, "one")
	enqueue(t, q, "one", queue.New{Kind: queue.Update}) // fails once more: one dead letter is enough
	until(t, "a newer one", func() bool { return len(jobs(t, q, "one")) == 2 })
	deadOne(t, q, "one")
	broken.Store(false)
	enqueue(t, q, "one", queue.New{Kind: queue.Update})
	empty(t, q)
}

// A job that is asked for while its last try fails is a new job.
func deadAgain(t *testing.T, f Fixture) {
	q := f.Open(t)
	var runs atomic.Int32
	enqueue(t, q, "one", queue.New{Kind: queue.Update})
	work(t, q, hurried(1), func(_ context.Context, j queue.Job) error {
		if n := runs.Add(1); n == queue.Tries {
			enqueue(t, q, "one", queue.New{Kind: queue.Update})
		} else if n > queue.Tries {
			return nil
		}
		return told("broken")
	})
	until(t, "a run more", func() bool { return runs.Load() == queue.Tries+1 })
	empty(t, q)
}

func retryAndDrop(t *testing.T, f Fixture) {
	q := f.Open(t)
	var broken atomic.Bool
	broken.Store(true)
	stop := work(t, q, hurried(1), bad(&broken))
	enqueue(t, q, "one", queue.New{Kind: queue.Update})
	deadOne(t, q, "one")
	id := jobs(t, q, "one")[0].ID
	if ok, err := q.Retry(t.Context(), "two", id); ok || err != nil {
		t.Error("another tenant's: ", ok, err)
	}
	if ok, err := q.Drop(t.Context(), "two", id); ok || err != nil {
		t.Error("another tenant's: ", ok, err)
	}
	broken.Store(false)
	if ok, err := q.Retry(t.Context(), "one", id); !ok || err != nil {
		t.Error(ok, err)
	}
	empty(t, q)
	broken.Store(true)
	enqueue(t, q, "one", queue.New{Kind: queue.Update})
	deadOne(t, q, "one")
	if err := stop(); err != nil {
		t.Error(err)
	}
	id = jobs(t, q, "one")[0].ID
	enqueue(t, q, "one", queue.New{Kind: queue.Update}) // live beside the dead one
	if ok, err := q.Retry(t.Context(), "one", id); !ok || err != nil {
		t.Error(ok, err)
	}
	list := jobs(t, q, "one")
	if len(list) != 1 || list[0].State != queue.Waiting {
		t.Fatalf("%+v", list)
	}
	later := queue.New{Kind: queue.MergeWindow, Due: time.Now().Add(time.Hour)}
	enqueue(t, q, "two", later)
	two := jobs(t, q, "two")[0].ID
	if ok, err := q.Retry(t.Context(), "two", two); !ok || err != nil || jobs(t, q, "two")[0].Due.After(time.Now().Add(time.Minute)) {
		t.Error("due at once: ", ok, err, jobs(t, q, "two"))
	}
	for i, want := range []bool{true, false} {
		if ok, err := q.Drop(t.Context(), "one", list[0].ID); ok != want || err != nil {
			t.Error(i, ok, err)
		}
	}
	if ok, err := q.Drop(t.Context(), "two", two); !ok || err != nil {
		t.Error(ok, err)
	}
	empty(t, q)
}
