package storetest

import (
	"context"
	"errors"
	"fmt"
	"math"
	"slices"
	"testing"
	"time"

	"prism/internal/fact"
	"prism/internal/long"
	"prism/internal/store"
)

func marks(t *testing.T, fresh Fresh) {
	s := opened(t, fresh(t))
	with := func(id string, list ...store.Mark) store.Conversation {
		c := conversation(id)
		c.Marks = list
		return c
	}
	const top = math.MaxUint64
	must(t, s.Save(t.Context(), scope, store.Changes{Conversations: []store.Conversation{
		with("a", store.Mark{Kind: 1, Key: top, At: 10}, store.Mark{Kind: 1, Key: top, At: 30}, store.Mark{Kind: 2, Key: 7, At: 10}),
		with("b", store.Mark{Kind: 1, Key: top, At: 20}, store.Mark{Kind: 1, Key: 7, At: -5}),
		with("c", store.Mark{Kind: 1, Key: top, At: 20}),
	}}))
	must(t, s.Save(t.Context(), "other", store.Changes{Conversations: []store.Conversation{with("d", store.Mark{Kind: 1, Key: top, At: 20})}}))
	for _, x := range []struct {
		q    store.Query
		want string
	}{
		{store.Query{Kind: 1, Key: top, From: 0, To: 99}, "a10 b20 c20 a30"},
		{store.Query{Kind: 1, Key: top, From: 10, To: 20}, "a10 b20 c20"},
		{store.Query{Kind: 1, Key: top, From: 0, To: 99, Limit: 2}, "a10 b20"},
		{store.Query{Kind: 1, Key: top, From: math.MinInt64, To: 29, Nearest: store.Latest}, "b20"},
		{store.Query{Kind: 1, Key: top, From: 0, To: 29, Nearest: store.Latest, Limit: 9}, "b20 c20 a10"},
		{store.Query{Kind: 1, Key: top, From: 11, To: math.MaxInt64, Nearest: store.Earliest}, "b20"},
		{store.Query{Kind: 1, Key: top, From: 31, To: math.MaxInt64, Nearest: store.Earliest}, ""},
		{store.Query{Kind: 1, Key: 7, From: -9, To: 0}, "b-5"},
		{store.Query{Kind: 2, Key: 7, From: 0, To: 99}, "a10"},
		{store.Query{Kind: 3, Key: 7, From: 0, To: 99}, ""},
	} {
		hits, err := s.Near(t.Context(), scope, []store.Query{{Kind: 9}, x.q})
		must(t, err)
		got := ""
		for i, h := range hits {
			if h.Query != 1 {
				t.Errorf("%+v: a hit of query %d", x.q, h.Query)
			}
			if i > 0 {
				got += " "
			}
			got += fmt.Sprint(h.Conversation, h.At)
		}
		if got != x.want {
			t.Errorf("%+v: %q, want %q", x.q, got, x.want)
		}
	}
	// Saving again replaces the marks.
	must(t, s.Save(t.Context(), scope, store.Changes{Conversations: []store.Conversation{conversation("a")}}))
	hits, err := s.Near(t.Context(), scope, []store.Query{{Kind: 1, Key: top, To: 99}})
	must(t, err)
	if len(hits) != 2 {
		t.Errorf("hits: %v", hits)
	}
}

// marksOfOld: what a conversation was found by when it was last linked stays known
// until it is linked again.
func marksOfOld(t *testing.T, fresh Fresh) {
	s := opened(t, fresh(t))
	save := func(linked bool, list ...store.Mark) {
		t.Helper()
		c := conversation("a")
		c.Marks = list
		changes := store.Changes{Conversations: []store.Conversation{c}}
		if linked {
			changes.Linked = []string{"a"}
		}
		must(t, s.Save(t.Context(), scope, changes))
	}
	was := func(want ...store.Mark) {
		t.Helper()
		got, err := s.Load(t.Context(), scope, []string{"a"})
		must(t, err)
		diff(t, "marks it had", want, got[0].Was)
	}
	one, two, three := store.Mark{Kind: 1}, store.Mark{Kind: 2}, store.Mark{Kind: 3}
	save(false, one)
	was()
	save(false, two)
	was(one)
	save(false, three, two)
	was(one, two)
	must(t, s.Save(t.Context(), scope, store.Changes{Linked: []string{"a"}}))
	was()
	save(false, one)
	was(two, three)
	save(true, two)
	was()
}

func sessionsOfConversations(t *testing.T, fresh Fresh) {
	s := opened(t, fresh(t))
	must(t, s.Save(t.Context(), scope, store.Changes{
		Conversations: []store.Conversation{conversation("a"), conversation("b"), conversation("c")},
		Sessions:      []store.Session{session("3", "a"), session("1", "a", "b"), session("2", "c"), session("0")},
	}))
	for _, x := range []struct {
		ask  []string
		want string
	}{{[]string{"a"}, "13"}, {[]string{"b"}, "1"}, {[]string{"a", "b", "c"}, "123"}, {[]string{"unheard of"}, ""}, {nil, ""}} {
		list, err := s.SessionsOf(t.Context(), scope, x.ask)
		must(t, err)
		got := ""
		for i := range list {
			got += list[i].ID
		}
		if got != x.want {
			t.Errorf("%v: %s, want %s", x.ask, got, x.want)
		}
	}
	must(t, s.Save(t.Context(), "another", store.Changes{Conversations: []store.Conversation{conversation("a")}, Sessions: []store.Session{session("9", "a")}}))
	for id, want := range map[string]string{"1": "3", "3": "1", "2": "", "0": "", "unheard of": ""} {
		list, err := s.Beside(t.Context(), scope, id)
		must(t, err)
		got := ""
		for i := range list {
			got += list[i].ID
		}
		if got != want {
			t.Errorf("beside %s: %s, want %s", id, got, want)
		}
	}
	must(t, s.Save(t.Context(), scope, store.Changes{Sessions: []store.Session{session("1", "c")}}))
	list, err := s.SessionsOf(t.Context(), scope, []string{"b"})
	must(t, err)
	if len(list) > 0 {
		t.Errorf("it has moved: %v", list)
	}
}

func sessionsInATime(t *testing.T, fresh Fresh) {
	s := opened(t, fresh(t))
	hour := func(n int) time.Time { return time.Unix(1_700_000_000, 0).UTC().Add(time.Duration(n) * time.Hour) }
	var list []store.Session
	for from := 0; from < 40; from += 3 {
		for _, long := range []int{0, 1, 5, 24, 1000, 9000} {
			x := session(fmt.Sprintf("%02d-%04d", from, long))
			x.Repo.Key, x.Started, x.Ended = "/r", hour(from), hour(from+long)
			if from%2 == 0 {
				x.Rework = fact.Rework{Undone: 1, By: []fact.ReworkBy{{Session: "later", Lines: 1, Kind: "edit"}}}
			}
			list = append(list, x)
		}
	}
	ageless := session("ageless")
	ageless.Repo.Key = "/r"
	must(t, s.Save(t.Context(), scope, store.Changes{Sessions: append(list, ageless)}))
	step := 4 // one that does not go with the sessions' own
	if long.All() {
		step = 1
	}
	for from := -2; from < 50; from += step {
		for _, long := range []int{0, 1, 4, 72, 5000} {
			want := map[string]bool{}
			for i := range list {
				if x := &list[i]; !x.Ended.Before(hour(from)) && x.Started.Before(hour(from+long)) {
					want[x.ID] = true
				}
			}
			got, err := s.SessionsIn(t.Context(), scope, "/r", hour(from), hour(from+long))
			must(t, err)
			ids := map[string]bool{}
			for i := range got {
				ids[got[i].ID] = true
				if i > 0 && got[i].Ended.Before(got[i-1].Ended) {
					t.Fatal("not in order")
				}
			}
			diff(t, fmt.Sprint(from, " for ", long), want, ids)
			undone, err := s.UndoneIn(t.Context(), scope, "/r", hour(from), hour(from+long))
			must(t, err)
			got = slices.DeleteFunc(got, func(x store.Stretch) bool { return len(x.Rework.By) == 0 })
			if len(got)+len(undone) > 0 {
				diff(t, fmt.Sprint("undone, ", from, " for ", long), got, undone)
			}
		}
	}
	for _, open := range [][2]time.Time{{{}, {}}, {{}, hour(1e5)}, {hour(-1), {}}} {
		got, err := s.SessionsIn(t.Context(), scope, "/r", open[0], open[1])
		must(t, err)
		if want := len(list) + 1; len(got) != want && (open[0].IsZero() || len(got) != want-1) {
			t.Errorf("in %v: %d, want %d", open, len(got), want)
		}
	}
	if got, err := s.SessionsIn(t.Context(), scope, "/other", hour(0), hour(99)); err != nil || len(got) > 0 {
		t.Errorf("of another repository: %v, %v", got, err)
	}
}

func outsideUsage(t *testing.T, fresh Fresh) {
	s := opened(t, fresh(t))
	f := &filler{t: t}
	a, b := full[[]fact.OutsideUsage](f), full[[]fact.OutsideUsage](f)
	must(t, s.Save(t.Context(), scope, store.Changes{Conversations: []store.Conversation{conversation("a"), conversation("b")},
		Outside: []store.Outside{{Conversation: "b", Usage: b}, {Conversation: "a", Usage: a}, {Conversation: "unheard of", Usage: a}}}))
	check := func(since, until time.Time, want ...fact.OutsideUsage) {
		t.Helper()
		got, err := s.OutsideUsage(t.Context(), scope, since, until)
		must(t, err)
		diff(t, "usage", want, got)
	}
	check(time.Time{}, time.Time{}, a[0], a[1], b[0], b[1])
	check(a[1].Time, b[1].Time, a[1], b[0])
	must(t, s.Save(t.Context(), scope, store.Changes{Outside: []store.Outside{{Conversation: "a", Usage: b}, {Conversation: "b"}}}))
	check(time.Time{}, time.Time{}, b...)
}

// saveIsWhole: where a part of the changes cannot be saved, nothing of them is.
func saveIsWhole(t *testing.T, fresh Fresh) {
	s := opened(t, fresh(t))
	err := s.Save(t.Context(), scope, store.Changes{
		Conversations: []store.Conversation{conversation("a")},
		Verdicts:      []store.Judged{{Composition: "c"}},
		Sessions:      []store.Session{session("ok", "a"), session("bad", "unheard of")},
		State:         &store.State{},
	})
	if err == nil {
		t.Fatal("saved")
	}
	verdicts, err := s.Verdicts(t.Context(), []store.VerdictKey{{Composition: "c"}})
	must(t, err)
	_, ok, err := s.State(t.Context(), scope)
	must(t, err)
	if n := len(verdicts) + len(listed(t, s, scope)) + len(sourceIDs(t, s, scope)); n > 0 || ok {
		t.Errorf("%d left behind", n)
	}
}

func cancelled(t *testing.T, fresh Fresh) {
	s := opened(t, fresh(t))
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if err := s.Save(ctx, scope, store.Changes{Conversations: []store.Conversation{conversation("a")}}); !errors.Is(err, context.Canceled) {
		t.Errorf("save: %v", err)
	}
	if _, _, err := s.List(ctx, scope, store.Filter{}, store.Order{}, 0, 0); !errors.Is(err, context.Canceled) {
		t.Errorf("list: %v", err)
	}
	diff(t, "conversations", map[string]bool{}, sourceIDs(t, s, scope))
}

// markedInCommon: a session and those that begin with a copy of its turns know of each other;
// what was copied before both of two copies makes these none of each other.
func markedInCommon(t *testing.T, fresh Fresh) {
	s := opened(t, fresh(t))
	minute := func(n int64) time.Time { return time.Unix(1_700_000_000+60*n, 0).UTC() }
	rows := func(id string, minutes ...int64) store.Conversation {
		c := conversation(id)
		c.Marks = nil
		for _, n := range minutes {
			c.Marks = append(c.Marks, store.Mark{Kind: 1, Key: uint64(n), At: minute(n).UnixNano()}, store.Mark{Kind: 2, Key: uint64(n), At: minute(n).UnixNano()})
		}
		return c
	}
	of := func(id, row string, from, to int64) store.Session {
		x := session(id, row)
		x.Started, x.Ended = minute(from), minute(to)
		return x
	}
	must(t, s.Save(t.Context(), scope, store.Changes{
		Conversations: []store.Conversation{rows("y", 1, 2, 3, 4), rows("x", 1, 2, 3, 20), rows("z", 1, 10), rows("other", 30)},
		Sessions:      []store.Session{of("y1", "y", 1, 2), of("y2", "y", 3, 25), of("x1", "x", 20, 21), of("z1", "z", 10, 22), of("o1", "other", 30, 31)},
	}))
	for id, want := range map[string]string{"x1": "y1y2", "z1": "y1", "y1": "x1z1", "y2": "x1", "o1": "", "unheard of": ""} {
		list, err := s.Marked(t.Context(), scope, id, 1, 10)
		must(t, err)
		got := ""
		for i := range list {
			got += list[i].ID
		}
		if got != want {
			t.Errorf("marked as %s: %s, want %s", id, got, want)
		}
	}
	if list, err := s.Marked(t.Context(), scope, "x1", 1, 1); err != nil || len(list) != 1 {
		t.Errorf("%d, %v", len(list), err)
	}
	if list, err := s.Marked(t.Context(), scope, "x1", 3, 10); err != nil || len(list) != 0 {
		t.Errorf("of another kind: %d, %v", len(list), err)
	}
}
