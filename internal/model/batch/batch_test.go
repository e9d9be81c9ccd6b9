package batch

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"prism/internal/model"
)

// lengths encodes an item as so many bytes as its MaxTokens says.
type lengths struct{}

func (lengths) Line(it Item) ([]byte, error) {
	if it.Request.MaxTokens == 0 {
		return nil, errors.New("empty")
	}
	return make([]byte, it.Request.MaxTokens), nil
}

func TestChunksByNumberAndSize(t *testing.T) {
	for _, tc := range []struct {
		sizes []int
		want  string
	}{
		{nil, "[]"},
		{[]int{9}, "[1]"},
		{[]int{1, 1, 1, 1, 1, 1, 1}, "[3 3 1]"},
		{[]int{49, 49, 1, 98, 99}, "[2 1 1 1]"},
		{[]int{99, 99}, "[1 1]"},
		{[]int{100}, "too large"},
		{[]int{1, 0}, "empty"},
	} {
		var items []Item
		for i, n := range tc.sizes {
			items = append(items, Item{ID: fmt.Sprint("i", i), Request: model.Request{MaxTokens: n}})
		}
		got, err := chunks(items, lengths{}, 3, 100)
		lens, total := make([]int, 0), 0
		for _, c := range got {
			lens = append(lens, len(c))
			for _, it := range c {
				if it.ID != items[total].ID {
					t.Errorf("%v: order lost at %s", tc.sizes, it.ID)
				}
				total++
			}
		}
		s := fmt.Sprint(lens)
		if err != nil {
			s = tc.want
			if !strings.Contains(err.Error(), "larger") && !strings.Contains(err.Error(), "empty") {
				s = err.Error()
			}
		}
		if s != tc.want {
			t.Errorf("%v: %s (%v), want %s", tc.sizes, s, err, tc.want)
		}
	}
}

func TestCheckID(t *testing.T) {
	for id, ok := range map[string]bool{
		"a": true, "A_b-9": true, strings.Repeat("x", 64): true,
		"": false, strings.Repeat("x", 65): false, "a b": false, "a/b": false, "ä": false, "a\n": false,
	} {
		if err := CheckID(id); (err == nil) != ok {
			t.Errorf("CheckID(%q) = %v", id, err)
		}
	}
}

// slow is a service whose batch ends after some polls, and fails now and then.
type slow struct {
	Service
	polls, end int
	fail       map[int]error
	times      []time.Time
}

func (s *slow) Status(context.Context, string) (Status, error) {
	s.polls++
	s.times = append(s.times, time.Now())
	if err := s.fail[s.polls]; err != nil {
		return Status{}, err
	}
	return Status{ID: "b", Ended: s.polls >= s.end}, nil
}

func TestWaitPaces(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := &slow{end: 12, fail: map[int]error{3: &model.Error{Class: model.Retryable}}}
		if st, err := Wait(t.Context(), s, "b", Pace{}); err != nil || !st.Ended {
			t.Fatalf("%+v, %v", st, err)
		}
		if first := s.times[1].Sub(s.times[0]); first != 5*time.Second {
			t.Errorf("first wait %v", first)
		}
		if last := s.times[11].Sub(s.times[10]); last != 2*time.Minute {
			t.Errorf("last wait %v", last)
		}
	})
}

func TestWaitEnds(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := &slow{end: 9, fail: map[int]error{2: &model.Error{Class: model.Unavailable}}}
		if _, err := Wait(t.Context(), s, "b", Pace{}); model.ClassOf(err) != model.Unavailable || s.polls != 2 {
			t.Errorf("%v after %d polls", err, s.polls)
		}
		gone := &slow{end: 1 << 30, fail: map[int]error{}}
		for i := range 100 {
			gone.fail[i] = &model.Error{Class: model.Retryable}
		}
		if _, err := Wait(t.Context(), gone, "b", Pace{Failures: 4}); model.ClassOf(err) != model.Retryable || gone.polls != 5 {
			t.Errorf("%v after %d polls", err, gone.polls)
		}
		ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
		defer cancel()
		if _, err := Wait(ctx, &slow{end: 1 << 30}, "b", Pace{}); model.ClassOf(err) != model.Canceled {
			t.Errorf("%v", err)
		}
	})
}

// listed is a service with batches that others made too.
type listed struct {
	Service
	all     []Status
	results map[string][]string
	err     error
}

func (l *listed) Recent(context.Context, time.Time) ([]Status, error) { return l.all, l.err }

func (l *listed) Results(_ context.Context, id string) iter.Seq2[Answer, error] {
	return func(yield func(Answer, error) bool) {
		for _, a := range l.results[id] {
			if !yield(Answer{ID: a}, nil) {
				return
			}
		}
	}
}

func TestAdoptTellsOnesOwn(t *testing.T) {
	mine := map[string]bool{"x": true, "y": true}
	for name, tc := range map[string]struct {
		all     []Status
		results map[string][]string
		id      string
		pending bool
	}{
		"none":              {},
		"another's, ended":  {all: []Status{{ID: "b1", Ended: true, Succeeded: 2}}, results: map[string][]string{"b1": {"p", "q"}}},
		"another's size":    {all: []Status{{ID: "b1", Ended: true, Succeeded: 3}}, results: map[string][]string{"b1": {"x"}}},
		"ended":             {all: []Status{{ID: "b1", Ended: true, Succeeded: 1, Expired: 1}}, results: map[string][]string{"b1": {"y", "x"}}, id: "b1"},
		"running":           {all: []Status{{ID: "b2", Processing: 2}}, id: "b2", pending: true},
		"ended and running": {all: []Status{{ID: "b2", Processing: 2}, {ID: "b1", Ended: true, Succeeded: 2}}, results: map[string][]string{"b1": {"x"}}, id: "b1"},
	} {
		id, pending, err := Adopt(t.Context(), &listed{all: tc.all, results: tc.results}, time.Now(), mine)
		if err != nil || id != tc.id || pending != tc.pending {
			t.Errorf("%s: %q, %v, %v", name, id, pending, err)
		}
	}
	if _, _, err := Adopt(t.Context(), &listed{err: &model.Error{Class: model.Retryable}}, time.Now(), mine); err == nil {
		t.Error("a failure was passed over")
	}
}
