package library

import (
	"context"
	"iter"
	"testing"
	"time"

	"prism/internal/fact"
	"prism/internal/score"
	"prism/internal/store"
	"prism/internal/store/memory"
)

// damagedStore is a store that can be read to its second session, and no further.
type damagedStore struct{ *memory.Store }

var errDamaged = &store.Error{Kind: store.ErrCorrupt, Op: "read"}

func (f damagedStore) List(context.Context, store.Scope, store.Filter, store.Order, int, int) ([]fact.Session, int, error) {
	return nil, 0, errDamaged
}

func (f damagedStore) One(context.Context, store.Scope, string) (*fact.Session, error) {
	return nil, errDamaged
}

func (f damagedStore) Each(ctx context.Context, scope store.Scope, filter store.Filter, o store.Order) iter.Seq2[*fact.Session, error] {
	return func(yield func(*fact.Session, error) bool) {
		n := 0
		for s, err := range f.Store.Each(ctx, scope, filter, o) {
			if n++; n > 2 {
				yield(nil, errDamaged)
				return
			}
			if !yield(s, err) {
				return
			}
		}
	}
}

func (f damagedStore) Days(context.Context, store.Scope, store.Filter, func(int64, uint64) bool) iter.Seq2[store.Day, error] {
	return func(yield func(store.Day, error) bool) { yield(store.Day{}, errDamaged) }
}

func (f damagedStore) Passing(context.Context, store.Scope, store.Filter) iter.Seq2[[]fact.Figure, error] {
	return func(yield func([]fact.Figure, error) bool) { yield(nil, errDamaged) }
}

// A store that fails when it is asked costs time, never an answer.
func TestAStoreThatFailsWhenItIsAsked(t *testing.T) {
	db := memory.New()
	var kept []store.Session
	for _, id := range []string{"a", "b", "c", "d"} {
		kept = append(kept, store.Session{Session: fact.Session{ID: id}})
	}
	if err := db.Save(t.Context(), "s", store.Changes{Sessions: kept, State: &store.State{}}); err != nil {
		t.Fatal(err)
	}
	warned := 0
	damaged := func() *Library {
		return &Library{Store: damagedStore{db}, Scope: "s", Anew: func(context.Context, error) (*Library, error) {
			warned++
			return &Library{Store: db, Scope: "s"}, nil
		}}
	}
	if list, found, err := damaged().List(t.Context(), store.Filter{}, store.Order{}, 3); err != nil || len(list) != 3 || found != 4 {
		t.Errorf("a list of %d of %d: %v", len(list), found, err)
	}
	ids := ""
	for s, err := range damaged().Each(t.Context(), store.Filter{}, store.Order{}) {
		if err != nil {
			t.Fatal(err)
		}
		ids += s.ID
	}
	if ids != "abcd" {
		t.Errorf("each of %q", ids)
	}
	if s, err := damaged().One(t.Context(), "c"); err != nil || s.ID != "c" {
		t.Errorf("one: %v", err)
	}
	if _, err := damaged().Summary(t.Context(), score.Options{Now: time.Unix(0, 0)}, store.Filter{}); err != nil {
		t.Errorf("a score: %v", err)
	}
	if _, err := damaged().Summary(t.Context(), score.Options{Now: time.Unix(0, 0)}, store.Filter{Branch: "main"}); err != nil {
		t.Errorf("a filtered score: %v", err)
	}
	if warned != 5 {
		t.Errorf("warned %d times", warned)
	}
}
