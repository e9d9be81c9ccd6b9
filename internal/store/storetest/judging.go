package storetest

import (
	"reflect"
	"testing"
	"time"

	"prism/internal/fact"
	"prism/internal/redact"
	"prism/internal/store"
)

func answers(t *testing.T, fresh Fresh) {
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

func batches(t *testing.T, fresh Fresh) {
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

func labels(t *testing.T, fresh Fresh) {
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

func verdictsOfASession(t *testing.T, fresh Fresh) {
	s := opened(t, fresh(t))
	at := func(id, judge, version string, second int64) store.Judged {
		return store.Judged{Composition: version, Session: id, Verdict: fact.Verdict{Judge: judge, Version: version, At: time.Unix(second, 0).UTC()}}
	}
	older, newer, other := at("s", "offline", "1", 1), at("s", "offline", "2", 2), at("was", "a model", "1", 3)
	for _, j := range []store.Judged{older, newer, other, at("another", "offline", "3", 4)} {
		must(t, s.Save(t.Context(), store.Changes{Verdicts: []store.Judged{j}}))
	}
	got, err := s.VerdictsOf(t.Context(), "s", "was", "never seen")
	must(t, err)
	diff(t, "verdicts of a session", []fact.Verdict{other.Verdict, newer.Verdict}, got)
	got, err = s.VerdictsOf(t.Context())
	must(t, err)
	diff(t, "verdicts of nothing", []fact.Verdict(nil), got)
}
