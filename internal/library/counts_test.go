package library

import (
	"context"
	"fmt"
	"hash/maphash"
	"iter"
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"prism/internal/fact"
	"prism/internal/store"
	"prism/internal/store/memory"
)

// digesting is a store in memory whose days have digests, as those of one that lasts.
type digesting struct {
	*memory.Store
	seed maphash.Seed
	read int // days whose figures somebody wanted
}

// Days implements Engine. Its digests are of all figures of a day, whatever passes.
func (s *digesting) Days(ctx context.Context, scope store.Scope, f store.Filter, known func(int64, uint64) bool) iter.Seq2[store.Day, error] {
	return func(yield func(store.Day, error) bool) {
		digests := make(map[int64]uint64)
		for d, err := range s.Store.Days(ctx, scope, store.Filter{}, nil) {
			if err != nil {
				yield(store.Day{}, err)
				return
			}
			digests[d.Number] = maphash.String(s.seed, fmt.Sprint(digests[d.Number], d.Figures)) | 1
		}
		all := f
		all.Since, all.Until = time.Time{}, time.Time{}
		for d, err := range s.Store.Days(ctx, scope, all, nil) {
			d.Digest = digests[d.Number]
			if d.Known = err == nil && known(d.Number, d.Digest); d.Known {
				d.Figures = nil
			} else {
				s.read++
			}
			if !yield(d, err) {
				return
			}
		}
	}
}

// A page of a filtered list is the one that the store tells, and so is how many sessions
// there are, while sessions come, change and go, whatever window, order, offset and place;
// and of what did not change nothing is read again.
func TestPagesByDays(t *testing.T) {
	const scope = store.Scope("s")
	for seed := range uint64(12) {
		r := rand.New(rand.NewPCG(seed, 7))
		db := &digesting{Store: memory.New(), seed: maphash.MakeSeed()}
		now := time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC)
		lib := &Library{Store: db, Scope: scope, Now: now, Parts: new(Parts)}
		moment := func() time.Time {
			if r.IntN(4) == 0 { // at midnight
				return now.Truncate(24*time.Hour).AddDate(0, 0, -r.IntN(60))
			}
			return now.Add(-time.Duration(r.Int64N(int64(60 * 24 * time.Hour)))).Truncate(time.Duration(1+r.IntN(2)) * time.Minute)
		}
		change := func(n int) {
			var c store.Changes
			for range n {
				id := fmt.Sprintf("%016x", r.IntN(150)*7919)
				at := moment()
				if r.IntN(3) == 0 { // it may be open
					at = now.Add(-time.Duration(r.IntN(40)) * time.Minute)
				}
				s := fact.Session{ID: id, Person: []string{"ada", "bob"}[r.IntN(2)], Started: at, Ended: at, State: []fact.State{fact.Closed, fact.Provisional}[r.IntN(2)], Repo: fact.Repo{Key: "/w", Name: "w"},
					Floor: fact.NewFloor(r.IntN(5), 0, 0, 0), Verdict: fact.Verdict{Status: fact.JudgeOK, Intent: fact.Intents[r.IntN(2)], GoalComplete: r.IntN(2) > 0}}
				c.Conversations = append(c.Conversations, store.Conversation{ID: id, Name: id})
				c.Sessions = append(c.Sessions, store.Session{Session: s, Revision: fmt.Sprint(r.Uint64()), Rows: []string{id}})
			}
			c.State = &store.State{}
			if err := db.Save(t.Context(), scope, c); err != nil {
				t.Fatal(err)
			}
		}
		change(120)
		yes := true
		for range 60 {
			now = now.Add(time.Duration(r.IntN(20)) * time.Minute)
			if r.IntN(4) == 0 {
				change(1 + r.IntN(5))
			}
			f := store.Filter{Now: now, IncludeOpen: r.IntN(2) > 0}
			switch r.IntN(4) {
			case 0:
				f.People = []string{"ada"}
			case 1:
				f.Intents = fact.Intents[:1]
			case 2:
				f.Complete = &yes
			case 3:
				f.State = fact.Open
			}
			if r.IntN(2) == 0 {
				f.Since = moment()
			}
			if r.IntN(2) == 0 {
				f.Until = moment()
			}
			o := store.Order{Reverse: r.IntN(2) > 0}
			limit, offset := 1+r.IntN(20), r.IntN(2)*r.IntN(40)
			if r.IntN(2) == 0 {
				of, _, err := db.List(t.Context(), scope, store.Filter{}, store.Order{}, 1, r.IntN(60))
				if err != nil {
					t.Fatal(err)
				}
				place := o.PlaceOf(&of[0])
				o.After = &place
			}
			want, all, err := db.List(t.Context(), scope, f, o, limit, offset)
			if err != nil {
				t.Fatal(err)
			}
			if !lib.counted(&f, o, limit) {
				t.Fatal("it is not made by days")
			}
			for range 2 {
				got, found, err := lib.pageByDays(t.Context(), f, o, limit, offset)
				if err != nil {
					t.Fatal(err)
				}
				if found != all || !slices.EqualFunc(got, want, func(a, b fact.Session) bool { return a.ID == b.ID && a.Verdict.Intent == b.Verdict.Intent }) {
					t.Fatalf("seed %d: %+v, %+v, limit %d, offset %d: %d of %d, want %d of %d", seed, f, o, limit, offset, len(got), found, len(want), all)
				}
			}
		}
		f := store.Filter{Now: now, People: []string{"bob"}}
		for range 2 {
			db.read = 0
			if _, _, err := lib.pageByDays(t.Context(), f, store.Order{}, 5, 0); err != nil {
				t.Fatal(err)
			}
		}
		if db.read > 1 {
			t.Errorf("seed %d: %d days are read again", seed, db.read)
		}
	}
}
