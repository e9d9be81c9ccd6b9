package storetest

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"prism/internal/fact"
	"prism/internal/redact"
	"prism/internal/store"
)

// anyReading: whatever text and numbers a hostile transcript brings, what comes
// back is what was saved.
func anyReading(t *testing.T, fresh Fresh) {
	s := opened(t, fresh(t))
	text := rapid.StringOf(rapid.Rune().Filter(func(r rune) bool { return r != 0 })) // no engine of ours keeps NUL in text
	rapid.Check(t, func(rt *rapid.T) {
		number := rapid.Int64()
		float := rapid.Float64()
		var want fact.Reading
		for range rapid.IntRange(0, 4).Draw(rt, "sessions") {
			cost := float.Draw(rt, "cost")
			want.Sessions = append(want.Sessions, fact.Session{
				ID: text.Draw(rt, "id"), Aliases: rapid.SliceOf(text).Draw(rt, "aliases"), Branch: text.Draw(rt, "branch"),
				Started: time.UnixMicro(rapid.Int64Range(-1<<60, 1<<60).Draw(rt, "started")).UTC(),
				Cost:    &cost, Floor: fact.Floor{Added: int(number.Draw(rt, "added"))},
				Usage:  []fact.ModelUsage{{Model: text.Draw(rt, "model"), Tokens: fact.Tokens{Input: number.Draw(rt, "input")}, Cost: &cost}},
				Rework: fact.Rework{Share: float.Draw(rt, "share")},
				Verdict: fact.Verdict{Confidence: float.Draw(rt, "confidence"), Title: redact.Restore(text.Draw(rt, "title")),
					Reasons: []fact.Reason{{Weight: float.Draw(rt, "weight"), Text: redact.Restore(text.Draw(rt, "reason"))}}},
			})
		}
		want.Input.Skipped = rapid.MapOf(text, rapid.Int()).Draw(rt, "skipped")
		if err := s.Save(t.Context(), store.Changes{View: &store.View{Key: "k", Reading: &want}}); err != nil {
			rt.Fatal(err)
		}
		got, _, err := s.LoadView(t.Context(), "k", "")
		if err != nil {
			rt.Fatal(err)
		}
		if d := cmp.Diff(&want, got, same); d != "" {
			rt.Fatalf("view (-want +got):\n%s", d)
		}
	})
}

// places in the tests are built by filepath: an engine may take them apart.
func at(elements ...string) string {
	return string(filepath.Separator) + filepath.Join(elements...)
}

func unit(path string, more ...string) store.Unit {
	u := store.Unit{ID: path, Path: path, Conversation: "conversation of " + path, Digest: []byte(path), Files: []store.File{{Path: path}}}
	for _, p := range more {
		u.Files = append(u.Files, store.File{Path: p})
	}
	return u
}

func unitsBelowRoots(t *testing.T, fresh Fresh) {
	s := opened(t, fresh(t))
	a, b, c := unit(at("p", "one", "a.jsonl")), unit(at("p", "one-more", "b.jsonl")), unit(at("q", "c.jsonl"))
	must(t, s.Save(t.Context(), store.Changes{Units: []store.Unit{c, b, a}}))
	for _, x := range []struct {
		roots []string
		want  []store.Unit
	}{
		{nil, []store.Unit{b, a, c}},
		{[]string{at()}, []store.Unit{b, a, c}},
		{[]string{at("p")}, []store.Unit{b, a}},
		{[]string{at("p") + string(filepath.Separator)}, []store.Unit{b, a}},
		{[]string{at("p", "one")}, []store.Unit{a}},
		{[]string{at("p", "one", "a.jsonl"), at("q"), at("p", "one")}, []store.Unit{a, c}},
		{[]string{at("p", "on")}, nil},
		{[]string{at("P")}, nil},
	} {
		got := allUnits(t, s, x.roots...)
		diff(t, strings.Join(x.roots, " "), ids(x.want), ids(got))
	}
	for u, err := range s.Units(t.Context()) {
		must(t, err)
		diff(t, "first", b, u)
		break // stopping early is allowed
	}
}

func ids(units []store.Unit) map[string]bool {
	m := map[string]bool{}
	for _, u := range units {
		m[u.ID] = true
	}
	return m
}

func unitsGone(t *testing.T, fresh Fresh) {
	s := opened(t, fresh(t))
	a, b := unit(at("a")), unit(at("b"))
	must(t, s.Save(t.Context(), store.Changes{Units: []store.Unit{a, b}}))
	must(t, s.Save(t.Context(), store.Changes{Gone: map[string]bool{a.ID: true, "unheard of": true}}))
	a.Gone = true
	diff(t, "gone", []store.Unit{a, b}, allUnits(t, s))
	must(t, s.Save(t.Context(), store.Changes{Gone: map[string]bool{a.ID: false}}))
	a.Gone = false
	diff(t, "back", []store.Unit{a, b}, allUnits(t, s))
}

func filesChangeUnits(t *testing.T, fresh Fresh) {
	s := opened(t, fresh(t))
	sub := unit(at("a", "sub.jsonl"))
	must(t, s.Save(t.Context(), store.Changes{Units: []store.Unit{sub, unit(at("b"))}}))
	parent := unit(at("a.jsonl"), sub.Path)
	must(t, s.Save(t.Context(), store.Changes{Units: []store.Unit{parent}}))
	diff(t, "units", map[string]bool{parent.ID: true, at("b"): true}, ids(allUnits(t, s)))
}

func titles(t *testing.T, fresh Fresh) {
	open := fresh(t)
	s := open(t)
	must(t, s.SetTitle(t.Context(), "one", redact.Restore("first"), time.Unix(1, 0)))
	must(t, s.SetTitle(t.Context(), "two", redact.Restore("other"), time.Unix(1, 0)))
	must(t, s.SetTitle(t.Context(), "one", redact.Restore("second"), time.Unix(2, 0)))
	must(t, s.SetTitle(t.Context(), "two", redact.Text{}, time.Unix(3, 0)))
	must(t, s.Save(t.Context(), store.Changes{View: &store.View{Reading: &fact.Reading{Sessions: []fact.Session{{ID: "one"}}}}}))
	must(t, s.Close())
	got, err := opened(t, open).Titles(t.Context())
	must(t, err)
	diff(t, "titles", map[string]redact.Text{"one": redact.Restore("second")}, got)
}

func find(t *testing.T, fresh Fresh) {
	s := opened(t, fresh(t))
	view := func(key string, sessions ...fact.Session) {
		must(t, s.Save(t.Context(), store.Changes{View: &store.View{Key: key, Reading: &fact.Reading{Sessions: sessions}}}))
	}
	view("old", fact.Session{ID: "aa1", Branch: "old"}, fact.Session{ID: "part", Branch: "old"}, fact.Session{ID: "only-old", Branch: "old"})
	view("new",
		fact.Session{ID: "aa1", Branch: "new"}, fact.Session{ID: "aa2"}, fact.Session{ID: "aa2b"},
		fact.Session{ID: "whole", Branch: "new", Aliases: []string{"part", "wholly"}})
	for _, c := range []struct{ prefix, id, branch string }{
		{"aa1", "aa1", "new"},
		{"aa2", "aa2", ""}, // whole id before a longer one
		{"aa2b", "aa2b", ""},
		{"par", "whole", "new"}, // the newer view knows it as a part
		{"whol", "whole", "new"},
		{"o", "only-old", "old"},
	} {
		got, err := s.Find(t.Context(), c.prefix)
		if err != nil {
			t.Errorf("%s: %v", c.prefix, err)
			continue
		}
		if got.ID != c.id || got.Branch != c.branch {
			t.Errorf("%s: found %s (%s), want %s (%s)", c.prefix, got.ID, got.Branch, c.id, c.branch)
		}
	}
	var many *store.AmbiguousError
	if _, err := s.Find(t.Context(), "aa"); !errors.Is(err, store.ErrAmbiguous) || !errors.As(err, &many) {
		t.Errorf("aa: %v, want ambiguous", err)
	} else {
		diff(t, "candidates", []string{"aa1", "aa2", "aa2b"}, many.IDs)
	}
	for _, prefix := range []string{"", "b", "aa3", "aa1x"} {
		if _, err := s.Find(t.Context(), prefix); !errors.Is(err, store.ErrNoSession) {
			t.Errorf("%q: %v, want none", prefix, err)
		}
	}
	var crowd []fact.Session
	for i := range store.AmbiguousShown + 5 {
		crowd = append(crowd, fact.Session{ID: fmt.Sprintf("z%02d", i)})
	}
	view("crowd", crowd...)
	_, err := s.Find(t.Context(), "z")
	if !errors.As(err, &many) || len(many.IDs) != store.AmbiguousShown || many.More != 5 {
		t.Errorf("z: %v", err)
	}
}

// findIsLiteral: what a person types is no pattern.
func findIsLiteral(t *testing.T, fresh Fresh) {
	s := opened(t, fresh(t))
	must(t, s.Save(t.Context(), store.Changes{View: &store.View{Reading: &fact.Reading{Sessions: []fact.Session{{ID: "abc"}, {ID: "a%c"}}}}}))
	for prefix, want := range map[string]string{"a%": "a%c", "ab": "abc", "a_": "", "%": "", "*": "", "'": "", "\U0010ffff": "", "a\xff": ""} {
		got, err := s.Find(t.Context(), prefix)
		switch {
		case want == "" && !errors.Is(err, store.ErrNoSession):
			t.Errorf("%q: %v, want none", prefix, err)
		case want != "" && (err != nil || got.ID != want):
			t.Errorf("%q: %v, %v, want %s", prefix, got, err, want)
		}
	}
}

// furnished fills a store with two conversations, a merged session over one of
// them and a session of a third that has no unit.
func furnished(t *testing.T, s Store) (keep, lose, sub string) {
	t.Helper()
	keep, lose, sub = at("p", "keep.jsonl"), at("p", "lose.jsonl"), at("p", "lose", "sub.jsonl")
	judged := func(session, file string) store.Judged {
		return store.Judged{Composition: "c " + session, Session: session, Files: []string{file}, Verdict: fact.Verdict{Judge: "j"}}
	}
	part := func(file string) []fact.Part { return []fact.Part{{File: file}} }
	must(t, s.Save(t.Context(), store.Changes{
		Units:    []store.Unit{unit(keep), unit(lose, sub)},
		Verdicts: []store.Judged{judged("kept", keep), judged("lost", lose), judged("lost-part", lose)},
		View: &store.View{Key: "k", Reading: &fact.Reading{Sessions: []fact.Session{
			{ID: "kept", Parts: part(keep), Rework: fact.Rework{Share: 0.5, By: []fact.ReworkBy{{Session: "lost"}, {Session: "kept"}}}},
			{ID: "lost", Aliases: []string{"lost-part"}, Parts: part(lose)}}}},
	}))
	must(t, s.Save(t.Context(), store.Changes{View: &store.View{Key: "unconcerned", Reading: &fact.Reading{Sessions: []fact.Session{{ID: "kept", Parts: part(keep)}}}}}))
	must(t, s.Save(t.Context(), store.Changes{View: &store.View{Key: "troubled", Reading: &fact.Reading{Input: fact.Input{Troubles: []fact.Trouble{{File: lose}}}}}}))
	must(t, s.Save(t.Context(), store.Changes{View: &store.View{Key: "spending", Reading: &fact.Reading{Outside: []fact.OutsideUsage{{Conversation: unit(lose).Conversation}}}}}))
	must(t, s.Save(t.Context(), store.Changes{View: &store.View{Key: "k2", Reading: &fact.Reading{Sessions: []fact.Session{
		{ID: "kept", Parts: part(keep), Rework: fact.Rework{By: []fact.ReworkBy{{Session: "lost-part"}, {Session: "kept"}}}}}}}}))
	for _, id := range []string{"kept", "lost", "lost-part"} {
		must(t, s.SetTitle(t.Context(), id, redact.Restore(id), time.Unix(1, 0)))
	}
	return keep, lose, sub
}

// onlyKept checks that all that is left is the conversation that was to be kept.
func onlyKept(t *testing.T, s Store, keep string) {
	t.Helper()
	diff(t, "units", map[string]bool{keep: true}, ids(allUnits(t, s)))
	titles, err := s.Titles(t.Context())
	must(t, err)
	diff(t, "titles", map[string]redact.Text{"kept": redact.Restore("kept")}, titles)
	verdicts, err := s.Verdicts(t.Context(), []store.VerdictKey{
		{Composition: "c kept", Judge: "j"}, {Composition: "c lost", Judge: "j"}, {Composition: "c lost-part", Judge: "j"}})
	must(t, err)
	if len(verdicts) != 1 {
		t.Errorf("verdicts: %v", verdicts)
	}
	for key, stays := range map[string]bool{"k": false, "k2": false, "troubled": false, "spending": false, "unconcerned": true} {
		if _, ok, err := s.LoadView(t.Context(), key, ""); ok != stays || err != nil {
			t.Errorf("view %s: %v, %v", key, ok, err)
		}
	}
	one, err := s.Find(t.Context(), "kept") // in the newest view, although that is stale
	must(t, err)
	diff(t, "rework of what stays", []fact.ReworkBy{{Session: "kept"}}, one.Rework.By)
	if one, err := s.Find(t.Context(), "lost"); !errors.Is(err, store.ErrNoSession) {
		t.Errorf("found %v, %v", one, err)
	}
}

func forgetPath(t *testing.T, fresh Fresh) {
	for _, path := range []string{"main", "sub", "folder of sub"} {
		s := opened(t, fresh(t))
		keep, lose, sub := furnished(t, s)
		done, err := s.ForgetPath(t.Context(), map[string]string{"main": lose, "sub": sub, "folder of sub": filepath.Dir(sub)}[path])
		must(t, err)
		diff(t, path, store.Forgotten{Units: 1, Verdicts: 2, Titles: 2, Sessions: 1, Views: 4}, done)
		onlyKept(t, s, keep)
	}
	s := opened(t, fresh(t))
	furnished(t, s)
	done, err := s.ForgetPath(t.Context(), at("p"))
	must(t, err)
	diff(t, "folder", store.Forgotten{Units: 2, Verdicts: 3, Titles: 3, Sessions: 2, Views: 5}, done)
	done, err = s.ForgetPath(t.Context(), at("p"))
	must(t, err)
	if !done.Nothing() {
		t.Errorf("forgotten twice: %+v", done)
	}
	if done, err = s.ForgetPath(t.Context()); err != nil || !done.Nothing() {
		t.Errorf("no path: %+v, %v", done, err)
	}
}

func forgetSession(t *testing.T, fresh Fresh) {
	for _, id := range []string{"lost", "lost-part"} {
		s := opened(t, fresh(t))
		keep, _, _ := furnished(t, s)
		done, err := s.ForgetSession(t.Context(), id)
		must(t, err)
		diff(t, id, store.Forgotten{Units: 1, Verdicts: 2, Titles: 2, Sessions: 1, Views: 4}, done)
		onlyKept(t, s, keep)
	}
	s := opened(t, fresh(t))
	furnished(t, s)
	done, err := s.ForgetSession(t.Context(), "los") // a whole id, not a prefix
	must(t, err)
	if !done.Nothing() {
		t.Errorf("by a prefix: %+v", done)
	}
	must(t, s.SetTitle(t.Context(), "in no view", redact.Restore("x"), time.Unix(1, 0)))
	done, err = s.ForgetSession(t.Context(), "in no view")
	must(t, err)
	diff(t, "in no view", store.Forgotten{Titles: 1}, done)
}

func forgetAll(t *testing.T, fresh Fresh) {
	s := opened(t, fresh(t))
	furnished(t, s)
	done, err := s.ForgetAll(t.Context())
	must(t, err)
	diff(t, "all", store.Forgotten{Units: 2, Verdicts: 3, Titles: 3, Sessions: 2, Views: 5}, done)
	st, err := s.Stats(t.Context())
	must(t, err)
	diff(t, "stats", store.Stats{Path: st.Path, Bytes: st.Bytes, Schema: st.Schema}, st)
	furnished(t, s) // it can be used on
}

// saveIsWhole: where a part of the changes cannot be saved, nothing of them is.
func saveIsWhole(t *testing.T, fresh Fresh) {
	s := opened(t, fresh(t))
	err := s.Save(t.Context(), store.Changes{
		Units:    []store.Unit{unit(at("a")), {ID: "without files"}},
		Verdicts: []store.Judged{{Composition: "c"}},
		View:     &store.View{Key: "k"},
	})
	if err == nil {
		t.Fatal("saved")
	}
	st, err := s.Stats(t.Context())
	must(t, err)
	if st.Units+st.Verdicts+st.Views+st.Files != 0 {
		t.Errorf("left behind: %+v", st)
	}
}

func stats(t *testing.T, fresh Fresh) {
	s := opened(t, fresh(t))
	furnished(t, s)
	must(t, s.Save(t.Context(), store.Changes{
		Gone: map[string]bool{at("p", "keep.jsonl"): true},
		View: &store.View{Key: "later", Saved: time.Unix(99, 0), Reading: &fact.Reading{Sessions: []fact.Session{
			{ID: "whole", Aliases: []string{"part"}}, {ID: "part"}, // read alone, the part was a session of its own
		}}},
	}))
	st, err := s.Stats(t.Context())
	must(t, err)
	if st.Schema < 1 || st.Bytes <= 0 {
		t.Errorf("schema %d, %d bytes", st.Schema, st.Bytes)
	}
	diff(t, "stats", store.Stats{Path: st.Path, Bytes: st.Bytes, Schema: st.Schema, Units: 2, Gone: 1, Files: 3,
		Verdicts: 3, Views: 6, Sessions: 3, Saved: time.Unix(99, 0).UTC(), Titles: 3}, st)
}

// twoAtOnce: two runs save over each other; both succeed, the store is whole.
func twoAtOnce(t *testing.T, fresh Fresh) {
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
				mine := at("shared", fmt.Sprint(round))
				err := s.Save(t.Context(), store.Changes{
					Units:    []store.Unit{unit(mine), unit(at("own", fmt.Sprint(run), fmt.Sprint(round)))},
					Verdicts: []store.Judged{{Composition: mine}},
					View:     &store.View{Key: "k", Fingerprint: "f", Reading: &fact.Reading{Sessions: make([]fact.Session, 20)}},
				})
				if err != nil {
					t.Errorf("run %d: %v", run, err)
				}
				if r, ok, err := s.LoadView(t.Context(), "k", "f"); err != nil || !ok || len(r.Sessions) != 20 {
					t.Errorf("run %d: view %v, %v", run, ok, err)
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

// readersSeeOneState: a view is never seen half replaced.
func readersSeeOneState(t *testing.T, fresh Fresh) {
	open := fresh(t)
	writer, reader := opened(t, open), opened(t, open)
	save := func(n int) error {
		r := &fact.Reading{Input: fact.Input{Files: n}}
		for range n {
			r.Sessions = append(r.Sessions, fact.Session{ID: fmt.Sprint(n)})
		}
		return writer.Save(t.Context(), store.Changes{View: &store.View{Key: "k", Reading: r}})
	}
	must(t, save(1))
	stop := make(chan struct{})
	var wait sync.WaitGroup
	wait.Go(func() {
		defer close(stop)
		for n := range 30 {
			if err := save(n * 7 % 50); err != nil {
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
		r, ok, err := reader.LoadView(t.Context(), "k", "")
		if err != nil || !ok {
			t.Fatalf("load: %v, %v", ok, err)
		}
		if len(r.Sessions) != r.Input.Files {
			t.Fatalf("%d sessions of %d", len(r.Sessions), r.Input.Files)
		}
	}
	wait.Wait()
}

func cancelled(t *testing.T, fresh Fresh) {
	s := opened(t, fresh(t))
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if err := s.Save(ctx, store.Changes{Units: []store.Unit{unit(at("a"))}}); !errors.Is(err, context.Canceled) {
		t.Errorf("save: %v", err)
	}
	if _, _, err := s.LoadView(ctx, "k", ""); !errors.Is(err, context.Canceled) {
		t.Errorf("load: %v", err)
	}
	diff(t, "units", map[string]bool{}, ids(allUnits(t, s)))
}
