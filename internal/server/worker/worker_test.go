package worker

import (
	"context"
	"errors"
	"slices"
	"sync"
	"testing"
	"time"

	"prism/internal/queue"
)

// noted is a queue that takes jobs and hands them to nobody.
type noted struct {
	mu   sync.Mutex
	jobs map[string][]queue.New
}

func (q *noted) Enqueue(_ context.Context, tenant string, jobs ...queue.New) error {
	q.mu.Lock()
	defer q.mu.Unlock()
	q.jobs[tenant] = append(q.jobs[tenant], jobs...)
	return nil
}

func (q *noted) Work(ctx context.Context, _ queue.Options, do queue.Handler) error {
	<-ctx.Done()
	return nil
}

func worker(q *noted, steps Steps) *Worker {
	return &Worker{Queue: q, Steps: steps, Tenants: func(context.Context) ([]string, error) { return []string{"one", "two"}, nil }}
}

func TestKinds(t *testing.T) {
	q := &noted{jobs: map[string][]queue.New{}}
	var did []string
	step := func(name string) Step {
		return func(_ context.Context, tenant string) error {
			did = append(did, name+" "+tenant)
			return nil
		}
	}
	w := worker(q, Steps{Update: step("update"), Retention: step("retention")})
	errStep := errors.New("step")
	w.Steps.Judge = func(context.Context, string) error { return errStep }
	seen := 0
	w.Seen = func(queue.Job, time.Duration, error) { seen++ }
	for _, c := range []struct {
		kind queue.Kind
		want error
	}{{queue.Update, nil}, {queue.Retention, nil}, {queue.MergeWindow, nil}, {queue.Judge, errStep}, {"of tomorrow", errUnknown{}}} {
		if err := w.do(t.Context(), queue.Job{Tenant: "one", Kind: c.kind}); !errors.Is(err, c.want) {
			t.Errorf("%s: %v", c.kind, err)
		}
	}
	if !slices.Equal(did, []string{"update one", "retention one"}) || seen != 5 {
		t.Error(did, seen)
	}
	if got := q.jobs["one"]; len(got) != 2 || got[0] != (queue.New{Kind: queue.Update}) || got[1].Kind != queue.Judge || got[1].Due.IsZero() {
		t.Errorf("the end of a merge window: %v", got)
	}
	if r := queue.Reason(errUnknown{}); r != (errUnknown{}).Error() {
		t.Error(r)
	}
}

// Every process asks for the same times; tenants' times differ.
func TestTimes(t *testing.T) {
	q := &noted{jobs: map[string][]queue.New{}}
	w := worker(q, Steps{Judge: func(context.Context, string) error { return nil }, Retention: func(context.Context, string) error { return nil }})
	now := time.Date(2026, 3, 4, 5, 6, 7, 8, time.UTC)
	for _, at := range []time.Time{now, now.Add(time.Nanosecond)} {
		if err := w.ask(t.Context(), at); err != nil {
			t.Fatal(err)
		}
	}
	one := q.jobs["one"]
	if len(one) != 4 || one[0] != one[2] || one[1] != one[3] || one[0].Kind != queue.Judge || one[1].Kind != queue.Retention {
		t.Fatal(one)
	}
	for i, every := range []time.Duration{JudgeEvery, RetentionEvery} {
		if d := one[i].Due.Sub(now); d <= 0 || d > every {
			t.Error(d, " until ", one[i])
		}
		if one[i].Due.Equal(q.jobs["two"][i].Due) {
			t.Error("all tenants at once")
		}
		if again := next(one[i].Due, every, "one"); !again.Equal(one[i].Due.Add(every)) {
			t.Error(again)
		}
	}
}

// Reports are asked for at their times, sent where that is set up, and wait for a process
// that does where it is not.
func TestReports(t *testing.T) {
	q := &noted{jobs: map[string][]queue.New{}}
	w := worker(q, Steps{})
	j := queue.Job{Tenant: "one", Kind: queue.Report, Key: "weekly/mail"}
	if err := w.do(t.Context(), j); err != nil || len(q.jobs["one"]) != 1 || q.jobs["one"][0].Key != j.Key || !q.jobs["one"][0].Due.After(time.Now()) {
		t.Errorf("%v %v", err, q.jobs)
	}
	sent := ""
	w.Steps.Report = func(_ context.Context, tenant, key string) error {
		sent = tenant + " " + key
		return nil
	}
	if err := w.do(t.Context(), j); err != nil || sent != "one weekly/mail" {
		t.Errorf("%v %q", err, sent)
	}
	w.Due = func(tenant string, now time.Time) []queue.New {
		return []queue.New{{Kind: queue.Report, Key: "of " + tenant, Due: now.Add(time.Hour)}}
	}
	if err := w.ask(t.Context(), time.Now()); err != nil || q.jobs["two"][0].Key != "of two" {
		t.Errorf("%v %v", err, q.jobs)
	}
}

// What a worker wrote that hung is looked at again.
func TestLate(t *testing.T) {
	q := &noted{jobs: map[string][]queue.New{}}
	w := worker(q, Steps{})
	for _, kind := range []queue.Kind{queue.Update, queue.Judge, queue.Retention, queue.MergeWindow} {
		w.late(t.Context(), queue.Job{Tenant: "one", Kind: kind, Key: "k"})
	}
	if got := q.jobs["one"]; len(got) != 1 || got[0] != (queue.New{Kind: queue.Update, Key: "k"}) {
		t.Errorf("%v", got)
	}
}

// What is not done here is not asked for.
func TestNothingToPlan(t *testing.T) {
	q := &noted{jobs: map[string][]queue.New{}}
	if err := worker(q, Steps{}).ask(t.Context(), time.Now()); err != nil || len(q.jobs) != 0 {
		t.Error(q.jobs, err)
	}
}

func TestRunEnds(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if err := worker(&noted{jobs: map[string][]queue.New{}}, Steps{}).Run(ctx); err != nil {
		t.Error(err)
	}
}
