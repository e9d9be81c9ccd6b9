package runner

import (
	"context"
	"errors"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"go.uber.org/goleak"
	"pgregory.net/rapid"

	"prism/internal/fact"
	"prism/internal/model"
	"prism/internal/redact"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// script is a client that answers by a function and counts.
type script struct {
	mu      sync.Mutex
	calls   int
	flying  int
	most    int
	times   []time.Time
	takes   time.Duration
	results func(n int, q model.Request) (model.Response, error)
}

func (s *script) Complete(ctx context.Context, q model.Request) (model.Response, error) {
	s.mu.Lock()
	s.calls++
	n := s.calls
	s.flying++
	s.most = max(s.most, s.flying)
	s.times = append(s.times, time.Now())
	s.mu.Unlock()
	defer func() {
		s.mu.Lock()
		s.flying--
		s.mu.Unlock()
	}()
	if err := model.Sleep(ctx, s.takes); err != nil {
		return model.Response{}, model.Dropped(ctx, err, true)
	}
	if s.results == nil {
		return answer(100, 10), nil
	}
	return s.results(n, q)
}

func answer(in, out int64) model.Response {
	return model.Response{Text: "{}", Stop: model.StopEnd, UsageKnown: true, Usage: fact.Tokens{Input: in, Output: out}}
}

func question() model.Request {
	return model.Request{Model: "m", System: redact.Literal("judge"), Blocks: []model.Block{{Text: redact.Literal("text")}}, MaxTokens: 100}
}

// perToken prices every token at a dollar per million.
func perToken(_ string, _ time.Time, t fact.Tokens) (float64, bool) {
	return float64(t.Total()) / 1e6, true
}

func half() float64 { return 0.5 }

func TestRetries(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := &script{results: func(n int, _ model.Request) (model.Response, error) {
			switch n {
			case 1:
				return model.Response{}, &model.Error{Class: model.Retryable, Status: 500}
			case 2:
				return model.Response{}, &model.Error{Class: model.Retryable, Status: 529}
			case 3:
				return model.Response{}, &model.Error{Class: model.Retryable, Status: 429, After: 20 * time.Second}
			}
			return answer(1, 1), nil
		}}
		told := 0
		r := New(s, Options{Jitter: half, Retried: func(*model.Error, time.Duration) { told++ }})
		res, err := r.Complete(t.Context(), question())
		if err != nil || res.Attempts != 4 || told != 3 {
			t.Fatalf("%+v, %v, told %d", res, err, told)
		}
		var waits []time.Duration
		for i := 1; i < len(s.times); i++ {
			waits = append(waits, s.times[i].Sub(s.times[i-1]))
		}
		want := []time.Duration{750 * time.Millisecond, 1500 * time.Millisecond, 20500 * time.Millisecond}
		if !slices.Equal(waits, want) {
			t.Errorf("waited %v, want %v", waits, want)
		}
		if sp := r.Spend(); sp.Requests != 4 || sp.Answers != 1 {
			t.Errorf("%+v", sp)
		}
	})
}

func TestGivesUp(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := &script{results: func(int, model.Request) (model.Response, error) {
			return model.Response{}, &model.Error{Class: model.Retryable, Status: 503, Message: "busy"}
		}}
		r := New(s, Options{Attempts: 3, Breaker: 2})
		_, err := r.Complete(t.Context(), question())
		var e *model.Error
		if !errors.As(err, &e) || e.Class != model.Retryable || e.Attempts != 3 || s.calls != 3 || r.Stopped() != nil {
			t.Fatalf("%+v after %d calls, stopped %v", err, s.calls, r.Stopped())
		}
		_, _ = r.Complete(t.Context(), question())
		if model.ClassOf(r.Stopped()) != model.Unavailable { // the breaker
			t.Fatalf("stopped: %v", r.Stopped())
		}
		if _, err := r.Complete(t.Context(), question()); model.ClassOf(err) != model.Unavailable || s.calls != 6 {
			t.Errorf("%v after %d calls", err, s.calls)
		}
	})
}

func TestWhatIsNotRetried(t *testing.T) {
	for class, stops := range map[model.Class]bool{model.BadRequest: false, model.TooLong: false, model.Canceled: false, model.Unavailable: true} {
		s := &script{results: func(int, model.Request) (model.Response, error) {
			return model.Response{}, &model.Error{Class: class}
		}}
		r := New(s, Options{})
		if _, err := r.Complete(t.Context(), question()); model.ClassOf(err) != class || s.calls != 1 {
			t.Errorf("%s: %v after %d calls", class, err, s.calls)
		}
		if (r.Stopped() != nil) != stops {
			t.Errorf("%s: stopped %v", class, r.Stopped())
		}
	}
}

func TestAskedToWaitTooLong(t *testing.T) {
	s := &script{results: func(int, model.Request) (model.Response, error) {
		return model.Response{}, &model.Error{Class: model.Retryable, Status: 429, After: time.Hour}
	}}
	r := New(s, Options{})
	_, err := r.Complete(t.Context(), question())
	if model.ClassOf(err) != model.Unavailable || !strings.Contains(err.Error(), "1h0m0s") || s.calls != 1 {
		t.Errorf("%v after %d calls", err, s.calls)
	}
}

// A server that asks one request to wait means all of them.
func TestEverybodyWaits(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := &script{takes: time.Second, results: func(n int, _ model.Request) (model.Response, error) {
			if n == 1 {
				return model.Response{}, &model.Error{Class: model.Retryable, Status: 429, After: time.Minute}
			}
			return answer(1, 1), nil
		}}
		r := New(s, Options{Parallel: 2, Jitter: func() float64 { return 0 }})
		all(t, r, 8)
		slices.SortFunc(s.times, time.Time.Compare)
		for i, at := range s.times {
			since := at.Sub(s.times[0])
			if since > 2*time.Second && since < time.Minute {
				t.Errorf("request %d was sent %v after the first", i, since)
			}
		}
	})
}

// all asks n questions side by side.
func all(t *testing.T, r *Runner, n int) (errs []error) {
	t.Helper()
	var mu sync.Mutex
	var wg sync.WaitGroup
	for range n {
		wg.Go(func() {
			_, err := r.Complete(t.Context(), question())
			mu.Lock()
			defer mu.Unlock()
			errs = append(errs, err)
		})
	}
	wg.Wait()
	return errs
}

func TestParallel(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := &script{takes: time.Second}
		begin := time.Now()
		all(t, New(s, Options{Parallel: 3}), 9)
		if s.most != 3 || time.Since(begin) != 3*time.Second {
			t.Errorf("%d at a time, %v", s.most, time.Since(begin))
		}
	})
}

func TestCap(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := &script{takes: time.Second}
		one, _ := perToken("", time.Time{}, model.Ceiling(question()))
		paid, _ := perToken("", time.Time{}, answer(100, 10).Usage)
		limit := one + 10*paid
		r := New(s, Options{Parallel: 4, MaxCost: limit, Price: perToken})
		errs := all(t, r, 50)
		stopped := 0
		for _, err := range errs {
			if model.ClassOf(err) == model.Budget {
				stopped++
			}
		}
		sp := r.Spend()
		if sp.USD > limit || sp.Answers < 9 || stopped != 50-sp.Answers || model.ClassOf(r.Stopped()) != model.Budget {
			t.Errorf("%d answers, $%f of $%f, %d stopped, %v", sp.Answers, sp.USD, limit, stopped, r.Stopped())
		}
	})
}

// Whatever answers cost and however they fail, the cap holds for what could have
// been charged.
func TestCapHolds(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		limit := rapid.Float64Range(0.0001, 0.02).Draw(t, "cap")
		parallel := rapid.IntRange(1, 5).Draw(t, "parallel")
		kinds := rapid.SliceOfN(rapid.IntRange(0, 5), 40, 40).Draw(t, "kinds")
		most := model.Ceiling(question())
		charged := 0.0
		var mu sync.Mutex
		s := &script{results: func(n int, q model.Request) (model.Response, error) {
			charge := func(u fact.Tokens) {
				usd, _ := perToken("", time.Time{}, u)
				mu.Lock()
				charged += usd
				mu.Unlock()
			}
			switch kinds[n%len(kinds)] {
			case 0: // the dearest there is
				charge(most)
				return model.Response{UsageKnown: true, Usage: most}, nil
			case 1: // charged, and not told
				charge(most)
				return model.Response{}, nil
			case 2: // charged, and never came
				charge(most)
				return model.Response{}, &model.Error{Class: model.Retryable, Billable: true}
			case 3:
				return model.Response{}, &model.Error{Class: model.Retryable, Status: 500}
			case 4:
				return model.Response{}, &model.Error{Class: model.BadRequest}
			}
			charge(answer(100, 10).Usage)
			return answer(100, 10), nil
		}}
		r := New(s, Options{Parallel: parallel, MaxCost: limit, Price: perToken, Breaker: 100, Sleep: func(context.Context, time.Duration) error { return nil }})
		var wg sync.WaitGroup
		for range 30 {
			wg.Go(func() { _, _ = r.Complete(context.Background(), question()) })
		}
		wg.Wait()
		sp := r.Spend()
		if charged > limit*(1+1e-9) {
			t.Fatalf("charged $%g over the cap $%g", charged, limit)
		}
		if sp.USD+sp.Open > limit*(1+1e-9) || sp.USD+sp.Open < charged-1e-9 {
			t.Fatalf("booked %+v, charged %g", sp, charged)
		}
	})
}

// pot is a purse of several runs.
type pot struct {
	mu   sync.Mutex
	left float64
}

func (p *pot) Reserve(_ context.Context, usd float64) (func(context.Context, float64) error, bool, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if usd > p.left {
		return nil, false, nil
	}
	p.left -= usd
	return func(_ context.Context, spent float64) error {
		p.mu.Lock()
		defer p.mu.Unlock()
		p.left += usd - spent
		return nil
	}, true, nil
}

// What several runs pay from is never overdrawn; what may have been charged is not
// given back.
func TestPurse(t *testing.T) {
	one, _ := perToken("", time.Time{}, model.Ceiling(question()))
	paid, _ := perToken("", time.Time{}, answer(100, 10).Usage)
	p := &pot{left: one + 10*paid}
	answers := 0
	for range 3 {
		s := &script{results: func(n int, _ model.Request) (model.Response, error) {
			if n == 2 {
				return model.Response{}, &model.Error{Class: model.BadRequest} // costs nothing
			}
			return answer(100, 10), nil
		}}
		r := New(s, Options{Parallel: 1, Purse: p, Price: perToken})
		for range 6 {
			if _, err := r.Complete(t.Context(), question()); err == nil {
				answers++
			} else if c := model.ClassOf(err); c != model.Budget && c != model.BadRequest {
				t.Error(err)
			}
		}
	}
	if answers < 10 || answers > 11 || p.left < 0 {
		t.Errorf("%d answers, %f left", answers, p.left)
	}
	was := p.left + 100
	p.left = was
	r := New(&script{results: func(int, model.Request) (model.Response, error) {
		return model.Response{}, &model.Error{Class: model.BadRequest, Billable: true}
	}}, Options{Purse: p, Price: perToken})
	if _, err := r.Complete(t.Context(), question()); err == nil || p.left >= was {
		t.Errorf("%v, and %f of %f left", err, p.left, was)
	}
	if _, err := New(&script{}, Options{Purse: p}).Complete(t.Context(), question()); model.ClassOf(err) != model.Unavailable {
		t.Errorf("without a price: %v", err)
	}
}

func TestCapNeedsAPrice(t *testing.T) {
	s := &script{}
	r := New(s, Options{MaxCost: 1, Price: func(string, time.Time, fact.Tokens) (float64, bool) { return 0, false }})
	if _, err := r.Complete(t.Context(), question()); model.ClassOf(err) != model.Unavailable || s.calls != 0 {
		t.Errorf("%v after %d calls", err, s.calls)
	}
	r = New(s, Options{Price: func(string, time.Time, fact.Tokens) (float64, bool) { return 0, false }})
	if _, err := r.Complete(t.Context(), question()); err != nil || r.Spend().Unpriced != 1 {
		t.Errorf("%v, %+v", err, r.Spend())
	}
}

func TestReportedCost(t *testing.T) {
	usd := 0.25
	s := &script{results: func(int, model.Request) (model.Response, error) { return model.Response{Cost: &usd}, nil }}
	r := New(s, Options{})
	if _, err := r.Complete(t.Context(), question()); err != nil || r.Spend().USD != 0.25 || r.Spend().Unpriced != 0 {
		t.Errorf("%v, %+v", err, r.Spend())
	}
}

func TestCanceledWhileWaiting(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := &script{results: func(int, model.Request) (model.Response, error) {
			return model.Response{}, &model.Error{Class: model.Retryable, After: time.Minute}
		}}
		ctx, cancel := context.WithTimeout(t.Context(), time.Second)
		defer cancel()
		r := New(s, Options{Parallel: 1})
		var wg sync.WaitGroup
		for range 3 { // one waits for the server, two for their turn
			wg.Go(func() {
				if _, err := r.Complete(ctx, question()); model.ClassOf(err) != model.Canceled {
					t.Errorf("%v", err)
				}
			})
		}
		wg.Wait()
		if r.Stopped() != nil {
			t.Errorf("stopped: %v", r.Stopped())
		}
	})
}

// A server that takes a question and never answers is given up after the stated time
// in all, however many attempts there might be, and so is the run: nobody else got an
// answer meanwhile.
func TestAServerThatNeverAnswersIsGivenUp(t *testing.T) {
	for name, timeout := range map[string]time.Duration{"by the client": time.Minute, "by the runner": time.Hour} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				s := &script{}
				hangs := clientFunc(func(ctx context.Context, q model.Request) (model.Response, error) {
					within, cancel := context.WithTimeout(ctx, timeout)
					defer cancel()
					s.takes = 24 * time.Hour
					res, err := s.Complete(within, q)
					if err != nil && ctx.Err() == nil {
						err = model.Dropped(ctx, context.DeadlineExceeded, true)
					}
					return res, err
				})
				r := New(hangs, Options{Patience: time.Minute, Jitter: half})
				start := time.Now()
				_, err := r.Complete(t.Context(), question())
				if model.ClassOf(err) != model.Unavailable || r.Stopped() == nil || s.calls != 1 || time.Since(start) > time.Minute {
					t.Errorf("%v, stopped %v, after %d calls and %v", err, r.Stopped(), s.calls, time.Since(start))
				}
				if _, err := r.Complete(t.Context(), question()); model.ClassOf(err) != model.Unavailable || time.Since(start) > time.Minute {
					t.Errorf("the next question: %v after %v", err, time.Since(start))
				}
			})
		})
	}
}

// Where others are answered the server is slow, and the run goes on.
func TestAQuestionThatTakesTooLongEndsAlone(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := &script{}
		c := clientFunc(func(ctx context.Context, q model.Request) (model.Response, error) {
			if q.MaxTokens == 7 {
				<-ctx.Done()
				return model.Response{}, model.Dropped(ctx, ctx.Err(), true)
			}
			return s.Complete(ctx, q)
		})
		r := New(c, Options{Patience: time.Minute, Jitter: half})
		slow := make(chan error)
		go func() {
			q := question()
			q.MaxTokens = 7
			_, err := r.Complete(t.Context(), q)
			slow <- err
		}()
		time.Sleep(time.Second)
		if _, err := r.Complete(t.Context(), question()); err != nil {
			t.Error(err)
		}
		if err := <-slow; model.ClassOf(err) != model.Retryable || r.Stopped() != nil {
			t.Errorf("%v, stopped %v", err, r.Stopped())
		}
	})
}

// Failures that pass are tried again only as long as there is time; what a server
// asks to wait is not of it.
func TestAttemptsEndWithTheTime(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := &script{takes: 20 * time.Second, results: func(n int, _ model.Request) (model.Response, error) {
			if n == 1 {
				return model.Response{}, &model.Error{Class: model.Retryable, Status: 429, After: 4 * time.Minute}
			}
			return model.Response{}, &model.Error{Class: model.Retryable, Status: 503}
		}}
		r := New(s, Options{Patience: time.Minute, Jitter: half})
		start := time.Now()
		if _, err := r.Complete(t.Context(), question()); model.ClassOf(err) == "" || s.calls != 3 {
			t.Errorf("%v after %d calls", err, s.calls)
		}
		if took := time.Since(start) - 4*time.Minute; took > time.Minute+2*time.Second {
			t.Errorf("it took %v", took)
		}
	})
}

type clientFunc func(context.Context, model.Request) (model.Response, error)

func (f clientFunc) Complete(ctx context.Context, q model.Request) (model.Response, error) {
	return f(ctx, q)
}
