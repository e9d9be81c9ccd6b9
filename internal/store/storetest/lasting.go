package storetest

import (
	"errors"
	"fmt"
	"path/filepath"
	"reflect"
	"strconv"
	"sync"
	"testing"
	"time"

	"prism/internal/fact"
	"prism/internal/redact"
	"prism/internal/store"
)

// places in the tests are built by filepath: an engine may take them apart.
func at(elements ...string) string {
	return string(filepath.Separator) + filepath.Join(elements...)
}

// lasts: what was saved is there when the store is opened again.
func lasts(t *testing.T, fresh FreshLasting) {
	open := fresh(t)
	s := open(t)
	must(t, s.Save(t.Context(), scope, store.Changes{Conversations: []store.Conversation{conversation("a")}, Sessions: []store.Session{session("x", "a")}}))
	must(t, s.Close())
	if got := listed(t, opened(t, open), scope); len(got) != 1 {
		t.Errorf("holds %v", got)
	}
}

func titles(t *testing.T, fresh FreshLasting) {
	open := fresh(t)
	s := open(t)
	must(t, s.SetTitle(t.Context(), "one", redact.Restore("first"), time.Unix(1, 0)))
	must(t, s.SetTitle(t.Context(), "two", redact.Restore("other"), time.Unix(1, 0)))
	must(t, s.SetTitle(t.Context(), "one", redact.Restore("second"), time.Unix(2, 0)))
	must(t, s.SetTitle(t.Context(), "two", redact.Text{}, time.Unix(3, 0)))
	must(t, s.Close())
	got, err := opened(t, open).Titles(t.Context())
	must(t, err)
	diff(t, "titles", map[string]redact.Text{"one": redact.Restore("second")}, got)
}

// What is typed is changed in one step: an error changes nothing, what stood under the
// id of a part stands under the session's own afterwards, and of many who count up at
// once none is lost.
func typed(t *testing.T, fresh FreshLasting) {
	open := fresh(t)
	s := opened(t, open)
	must(t, s.SetTitle(t.Context(), "part", redact.Restore("0"), time.Unix(1, 0)))
	must(t, s.SetLabel(t.Context(), store.Label{Session: "part", GoalComplete: true, At: time.Unix(2, 0)}))
	ids := []string{"whole", "part"}
	refused := errors.New("refused")
	if err := s.Type(t.Context(), ids, time.Unix(3, 0), func(was store.Typed) (store.Typed, error) {
		if was.Title.String() != "0" || was.Label == nil || !was.Label.GoalComplete {
			t.Errorf("typed was %+v", was)
		}
		return store.Typed{}, refused
	}); !errors.Is(err, refused) {
		t.Errorf("refused: %v", err)
	}
	var all sync.WaitGroup
	const many = 8
	for range many {
		all.Go(func() {
			if err := s.Type(t.Context(), ids, time.Unix(4, 0), func(was store.Typed) (store.Typed, error) {
				n, err := strconv.Atoi(was.Title.String())
				was.Title = redact.Restore(strconv.Itoa(n + 1))
				return was, err
			}); err != nil {
				t.Error(err)
			}
		})
	}
	all.Wait()
	got, err := s.Titles(t.Context())
	must(t, err)
	diff(t, "titles", map[string]redact.Text{"whole": redact.Restore(strconv.Itoa(many))}, got)
	said, err := s.Labels(t.Context())
	must(t, err)
	if len(said) != 1 || !said["whole"].GoalComplete {
		t.Errorf("labels %v", said)
	}
}

func answers(t *testing.T, fresh FreshLasting) {
	open := fresh(t)
	s := opened(t, open)
	var a fact.Answer
	(&filler{t: t}).fill(reflect.ValueOf(&a).Elem())
	if _, ok, err := s.Recall(t.Context(), a.Call.Question); ok || err != nil {
		t.Fatalf("an answer before it was given: %v, %v", ok, err)
	}
	must(t, s.Keep(t.Context(), a))
	got, ok, err := opened(t, open).Recall(t.Context(), a.Call.Question)
	if !ok || err != nil {
		t.Fatalf("the answer is not kept: %v, %v", ok, err)
	}
	diff(t, "answer", a, got)

	second := a
	second.Text = redact.Restore("another")
	must(t, s.Keep(t.Context(), second))
	if got, _, err = s.Recall(t.Context(), a.Call.Question); err != nil || got.Text.String() != a.Text.String() {
		t.Errorf("a second answer took the place of the first: %q, %v", got.Text, err)
	}
	furnished(t, s)
	if _, err := s.ForgetPath(t.Context(), at("p")); err != nil {
		t.Fatal(err)
	}
	if _, ok, err := s.Recall(t.Context(), a.Call.Question); ok || err != nil {
		t.Errorf("an answer outlives what was forgotten: %v, %v", ok, err)
	}
}

func batches(t *testing.T, fresh FreshLasting) {
	s := opened(t, fresh(t))
	older := store.Batch{ID: "b", Judge: "j", Submitted: time.Unix(5, 0).UTC()}
	newer := store.Batch{ID: "a", Judge: "j", Submitted: time.Unix(6, 0).UTC()}
	for _, b := range []store.Batch{newer, older, older, {ID: "c", Judge: "other"}} {
		must(t, s.SetBatch(t.Context(), b))
	}
	got, err := s.Batches(t.Context(), "j")
	must(t, err)
	diff(t, "batches", []store.Batch{older, newer}, got)
	must(t, s.EndBatch(t.Context(), "b"))
	must(t, s.EndBatch(t.Context(), "b"))
	got, err = s.Batches(t.Context(), "j")
	must(t, err)
	diff(t, "batches", []store.Batch{newer}, got)
}

func labels(t *testing.T, fresh FreshLasting) {
	open := fresh(t)
	s := opened(t, open)
	one := store.Label{Session: "kept", GoalComplete: true, Note: redact.Restore("it \"works\""), At: time.Unix(5, 0).UTC()}
	must(t, s.SetLabel(t.Context(), one))
	one.GoalComplete, one.Note = false, redact.Text{}
	must(t, s.SetLabel(t.Context(), one))
	must(t, s.SetLabel(t.Context(), store.Label{Session: "lost"}))
	must(t, s.SetLabel(t.Context(), store.Label{Session: "taken back"}))
	must(t, s.RemoveLabel(t.Context(), "taken back"))
	must(t, s.RemoveLabel(t.Context(), "never given"))
	furnished(t, s)
	done, err := s.ForgetSession(t.Context(), "lost")
	must(t, err)
	if done.Labels != 1 {
		t.Errorf("%d labels forgotten", done.Labels)
	}
	got, err := opened(t, open).Labels(t.Context())
	must(t, err)
	diff(t, "labels", map[string]store.Label{"kept": one}, got)
}

func verdictsAreAppended(t *testing.T, fresh FreshLasting) {
	s := opened(t, fresh(t))
	key := store.VerdictKey{Composition: "c", Judge: "offline", Version: "1"}
	say := func(status fact.JudgeStatus, at int64) {
		t.Helper()
		must(t, s.Save(t.Context(), scope, store.Changes{Verdicts: []store.Judged{{Composition: "c",
			Verdict: fact.Verdict{Judge: "offline", Version: "1", Status: status, At: time.Unix(at, 0).UTC()}}}}))
	}
	check := func(status fact.JudgeStatus, rows int) {
		t.Helper()
		got, err := s.Verdicts(t.Context(), []store.VerdictKey{key})
		must(t, err)
		if got[key].Status != status {
			t.Errorf("status %q, want %q", got[key].Status, status)
		}
		st, err := s.Stats(t.Context())
		must(t, err)
		if st.Verdicts != rows {
			t.Errorf("%d rows, want %d", st.Verdicts, rows)
		}
	}
	say(fact.JudgeError, 1)
	check(fact.JudgeError, 1)
	say(fact.JudgeOK, 2)
	check(fact.JudgeOK, 2)
	say(fact.JudgeOK, 3) // the same said again is no news
	check(fact.JudgeOK, 2)
	say(fact.JudgeError, 4)
	check(fact.JudgeError, 3)
}

// furnished fills a store with two conversations and their sessions, in scopes that
// know of both, of one, and of one only by what they say beside sessions.
func furnished(t *testing.T, s Lasting) (keep, lose, sub string) {
	t.Helper()
	keep, lose, sub = at("p", "keep.jsonl"), at("p", "lose.jsonl"), at("p", "lose", "sub.jsonl")
	judged := func(id, file string) store.Judged {
		return store.Judged{Composition: "r" + id, Session: id, Files: []string{file}, Verdict: fact.Verdict{Judge: "j"}}
	}
	named := func(id, row string, undone ...string) store.Session {
		x := session(id, row)
		x.Parts, x.Branch, x.Verdict = []fact.Part{{File: row}}, "branch of "+id, fact.Verdict{Judge: "j"}
		for _, by := range undone {
			x.Rework.By = append(x.Rework.By, fact.ReworkBy{Session: by})
		}
		return x
	}
	lost := named("lost", lose)
	lost.Aliases = []string{"lost-part"}
	save := func(name store.Scope, c store.Changes) {
		t.Helper()
		c.State = &store.State{Basis: "b", Saved: time.Unix(9, 0)}
		if c.Conversations == nil {
			c.Conversations = []store.Conversation{conversation(keep)}
		}
		must(t, s.Save(t.Context(), name, c))
	}
	both := []store.Conversation{conversation(keep), conversation(lose, sub)}
	save("k", store.Changes{Conversations: both, Verdicts: []store.Judged{judged("kept", keep), judged("lost", lose), judged("lost-part", lose)},
		Sessions: []store.Session{named("kept", keep, "lost", "kept"), lost}, Outside: []store.Outside{{Conversation: lose, Usage: make([]fact.OutsideUsage, 1)}}})
	save("unconcerned", store.Changes{Sessions: []store.Session{named("kept", keep)}})
	must(t, s.Save(t.Context(), "troubled", store.Changes{State: &store.State{Input: fact.Input{Troubles: []fact.Trouble{{File: lose}}}}}))
	save("k2", store.Changes{Sessions: []store.Session{named("kept", keep, "lost-part", "kept")}})
	for _, id := range []string{"kept", "lost", "lost-part"} {
		must(t, s.SetTitle(t.Context(), id, redact.Restore(id), time.Unix(1, 0)))
	}
	return keep, lose, sub
}

// onlyKept checks that all that is left is the conversation that was to be kept.
func onlyKept(t *testing.T, s Lasting, keep string) {
	t.Helper()
	diff(t, "conversations", map[string]bool{keep: true}, sourceIDs(t, s, "k"))
	got, err := s.Titles(t.Context())
	must(t, err)
	diff(t, "titles", map[string]redact.Text{"kept": redact.Restore("kept")}, got)
	verdicts, err := s.Verdicts(t.Context(), []store.VerdictKey{{Composition: "rkept", Judge: "j"}, {Composition: "rlost", Judge: "j"}, {Composition: "rlost-part", Judge: "j"}})
	must(t, err)
	if len(verdicts) != 1 {
		t.Errorf("verdicts: %v", verdicts)
	}
	for name, stays := range map[store.Scope]bool{"k": false, "k2": false, "troubled": false, "unconcerned": true} {
		if _, ok, err := s.State(t.Context(), name); ok != stays || err != nil {
			t.Errorf("state of %s: %v, %v", name, ok, err)
		}
	}
	for _, name := range []store.Scope{"k", "k2"} {
		list := listed(t, s, name)
		if len(list) != 1 {
			t.Errorf("%s holds %v", name, list)
		}
		diff(t, "rework of what stays", []fact.ReworkBy{{Session: "kept"}}, list["kept"].Rework.By)
		figures := 0
		for batch, err := range s.Figures(t.Context(), name, time.Time{}, time.Time{}) {
			must(t, err)
			figures += len(batch)
		}
		if figures != 1 {
			t.Errorf("%s has %d figures", name, figures)
		}
	}
	usage, err := s.OutsideUsage(t.Context(), "k", time.Time{}, time.Time{})
	must(t, err)
	if len(usage) > 0 {
		t.Errorf("usage: %v", usage)
	}
}

func forgetPath(t *testing.T, fresh FreshLasting) {
	for _, path := range []string{"main", "sub", "folder of sub"} {
		s := opened(t, fresh(t))
		keep, lose, sub := furnished(t, s)
		done, err := s.ForgetPath(t.Context(), map[string]string{"main": lose, "sub": sub, "folder of sub": filepath.Dir(sub)}[path])
		must(t, err)
		diff(t, path, store.Forgotten{Units: 1, Verdicts: 2, Titles: 2, Sessions: 1, Views: 3}, done)
		onlyKept(t, s, keep)
	}
	s := opened(t, fresh(t))
	furnished(t, s)
	done, err := s.ForgetPath(t.Context(), at("p"))
	must(t, err)
	diff(t, "folder", store.Forgotten{Units: 2, Verdicts: 3, Titles: 3, Sessions: 2, Views: 4}, done)
	done, err = s.ForgetPath(t.Context(), at("p"))
	must(t, err)
	if !done.Nothing() {
		t.Errorf("forgotten twice: %+v", done)
	}
	if done, err = s.ForgetPath(t.Context()); err != nil || !done.Nothing() {
		t.Errorf("no path: %+v, %v", done, err)
	}
	// What was said of a conversation goes with a subagent's file when nothing else of it
	// is left, and stays when the file is another's.
	s = opened(t, fresh(t))
	verdict := store.Judged{Composition: "c", Session: "s", Files: []string{at("gone.jsonl")}, Verdict: fact.Verdict{Judge: "j"}}
	must(t, s.Save(t.Context(), scope, store.Changes{Verdicts: []store.Judged{verdict}}))
	done, err = s.ForgetPath(t.Context(), at("gone2", "subagents", "agent-1.jsonl"))
	must(t, err)
	diff(t, "another's", store.Forgotten{}, done)
	done, err = s.ForgetPath(t.Context(), at("gone", "subagents", "agent-1.jsonl"))
	must(t, err)
	diff(t, "a subagent of one that is gone", store.Forgotten{Verdicts: 1}, done)
	must(t, s.Save(t.Context(), scope, store.Changes{Verdicts: []store.Judged{verdict}, Conversations: []store.Conversation{conversation(at("gone.jsonl"))}}))
	done, err = s.ForgetPath(t.Context(), at("gone", "other.jsonl"))
	must(t, err)
	diff(t, "no file of one that is here", store.Forgotten{}, done)
	// A session of two files goes with one of them; what was read of the other stays.
	s = opened(t, fresh(t))
	a, b := at("a"), at("b")
	must(t, s.Save(t.Context(), scope, store.Changes{Conversations: []store.Conversation{conversation(a), conversation(b)}, Sessions: []store.Session{session("ab", a, b), session("b", b)}}))
	done, err = s.ForgetPath(t.Context(), a)
	must(t, err)
	diff(t, "one of two", store.Forgotten{Units: 1, Sessions: 1, Views: 1}, done)
	diff(t, "the other", map[string]bool{b: true}, sourceIDs(t, s, scope))
	if got := listed(t, s, scope); len(got) != 1 || got["b"].ID == "" {
		t.Errorf("left: %v", got)
	}
}

func forgetSession(t *testing.T, fresh FreshLasting) {
	for _, id := range []string{"lost", "lost-part"} {
		s := opened(t, fresh(t))
		keep, _, _ := furnished(t, s)
		done, err := s.ForgetSession(t.Context(), id)
		must(t, err)
		diff(t, id, store.Forgotten{Units: 1, Verdicts: 2, Titles: 2, Sessions: 1, Views: 3}, done)
		onlyKept(t, s, keep)
	}
	s := opened(t, fresh(t))
	furnished(t, s)
	done, err := s.ForgetSession(t.Context(), "los") // a whole id, not a prefix
	must(t, err)
	if !done.Nothing() {
		t.Errorf("by a prefix: %+v", done)
	}
	must(t, s.SetTitle(t.Context(), "in no scope", redact.Restore("x"), time.Unix(1, 0)))
	done, err = s.ForgetSession(t.Context(), "in no scope")
	must(t, err)
	diff(t, "in no scope", store.Forgotten{Titles: 1}, done)
}

func forgetAll(t *testing.T, fresh FreshLasting) {
	s := opened(t, fresh(t))
	furnished(t, s)
	done, err := s.ForgetAll(t.Context())
	must(t, err)
	diff(t, "all", store.Forgotten{Units: 2, Verdicts: 3, Titles: 3, Sessions: 2, Views: 4}, done)
	st, err := s.Stats(t.Context())
	must(t, err)
	diff(t, "stats", store.Stats{Path: st.Path, Bytes: st.Bytes, Schema: st.Schema, Checksums: st.Checksums}, st)
	furnished(t, s) // it can be used on
}

func stats(t *testing.T, fresh FreshLasting) {
	s := opened(t, fresh(t))
	furnished(t, s)
	whole := session("whole")
	whole.Aliases = []string{"part"}
	must(t, s.Save(t.Context(), "k", store.Changes{Gone: map[string]bool{at("p", "keep.jsonl"): true}}))
	// Read alone, the part was a session of its own.
	must(t, s.Save(t.Context(), "later", store.Changes{Sessions: []store.Session{whole, session("part")}, State: &store.State{Saved: time.Unix(99, 0)}}))
	st, err := s.Stats(t.Context())
	must(t, err)
	if st.Schema < 1 || st.Bytes <= 0 {
		t.Errorf("schema %d, %d bytes", st.Schema, st.Bytes)
	}
	diff(t, "stats", store.Stats{Path: st.Path, Bytes: st.Bytes, Schema: st.Schema, Units: 2, Gone: 1, Files: 3,
		Verdicts: 3, Views: 5, Sessions: 3, Saved: time.Unix(99, 0).UTC(), Titles: 3, Checksums: st.Checksums}, st)
}

// twoAtOnce: two runs save over each other; both succeed, the store is whole.
func twoAtOnce(t *testing.T, fresh FreshLasting) {
	open := fresh(t)
	const runs, rounds = 3, 8
	var wait sync.WaitGroup
	for run := range runs {
		wait.Go(func() {
			s := open(t)
			defer func() {
				if err := s.Close(); err != nil {
					t.Errorf("close: %v", err)
				}
			}()
			for round := range rounds {
				mine := fmt.Sprint("shared ", round)
				c := store.Changes{Conversations: []store.Conversation{conversation(mine), conversation(fmt.Sprint(run, " ", round))},
					Verdicts: []store.Judged{{Composition: mine}}, State: &store.State{}}
				for i := range 20 {
					c.Sessions = append(c.Sessions, session(fmt.Sprint(i), mine))
				}
				if err := s.Save(t.Context(), scope, c); err != nil {
					t.Errorf("run %d: %v", run, err)
				}
				if list, found, err := s.List(t.Context(), scope, store.Filter{}, store.Order{}, 0, 0); err != nil || len(list) != 20 || found != 20 {
					t.Errorf("run %d: %d sessions, %v", run, len(list), err)
				}
			}
		})
	}
	wait.Wait()
	st, err := opened(t, open).Stats(t.Context())
	must(t, err)
	if st.Units != rounds+runs*rounds || st.Verdicts != rounds || st.Views != 1 {
		t.Errorf("stats: %+v", st)
	}
}

// readersSeeOneState: a list is never seen half replaced.
func readersSeeOneState(t *testing.T, fresh FreshLasting) {
	open := fresh(t)
	writer, reader := opened(t, open), opened(t, open)
	save := func(n int) error {
		var c store.Changes
		for i := range 30 {
			x := session(fmt.Sprintf("%02d", i))
			x.Turns, x.Ended = n, moment(i*5+n)
			c.Sessions = append(c.Sessions, x)
		}
		if n%2 == 0 {
			c.State = &store.State{}
		}
		return writer.Save(t.Context(), scope, c)
	}
	must(t, save(1))
	stop := make(chan struct{})
	var wait sync.WaitGroup
	wait.Go(func() {
		defer close(stop)
		for n := range 25 {
			if err := save(n); err != nil {
				t.Error(err)
				return
			}
		}
	})
	for running := true; running; {
		select {
		case <-stop:
			running = false
		default:
		}
		list, found, err := reader.List(t.Context(), scope, store.Filter{}, store.Order{}, 0, 0)
		if err != nil || found != 30 || len(list) != 30 {
			t.Fatalf("list: %d, %d, %v", len(list), found, err)
		}
		seen := map[int]bool{}
		for i := range list {
			seen[list[i].Turns] = true
		}
		figures := map[int32]bool{}
		for batch, err := range reader.Figures(t.Context(), scope, time.Time{}, time.Time{}) {
			must(t, err)
			for i := range batch {
				figures[batch[i].Turns] = true
			}
		}
		if len(seen) != 1 || len(figures) != 1 {
			t.Fatalf("a mix of %v and %v", seen, figures)
		}
	}
	wait.Wait()
}

func findInAnyScope(t *testing.T, fresh FreshLasting) {
	s := opened(t, fresh(t))
	save := func(name store.Scope, list ...store.Session) {
		t.Helper()
		for i := range list {
			list[i].Branch = string(name)
		}
		must(t, s.Save(t.Context(), name, store.Changes{Sessions: list, State: &store.State{}}))
	}
	whole := session("whole")
	whole.Aliases = []string{"part"}
	save("old", session("part"), session("only-old"), session("whole"))
	save("new", whole)
	for prefix, want := range map[string]string{"part": "whole new", "whol": "whole new", "o": "only-old old"} {
		got, err := s.Find(t.Context(), prefix)
		if err != nil || got.ID+" "+got.Branch != want {
			t.Errorf("%s: %+v, %v, want %s", prefix, got, err, want)
		}
	}
	if _, err := s.Find(t.Context(), "nobody"); !errors.Is(err, store.ErrNoSession) {
		t.Errorf("nobody: %v", err)
	}
}
