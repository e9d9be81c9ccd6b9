package memory

import (
	"context"
	"iter"
	"maps"
	"slices"
	"time"

	"prism/internal/fact"
	"prism/internal/store"
)

// Figures yields, in the order in which they ended, the figures of the sessions that
// ended in [since, until), zero: open on that side. What it yields is good until the
// next step.
func (s *Store) Figures(ctx context.Context, name store.Scope, since, until time.Time) iter.Seq2[[]fact.Figure, error] {
	return s.figures(ctx, name, store.Filter{Since: since, Until: until})
}

func (s *Store) figures(ctx context.Context, name store.Scope, f store.Filter) iter.Seq2[[]fact.Figure, error] {
	return func(yield func([]fact.Figure, error) bool) {
		list, _, err := s.List(ctx, name, f, store.Order{Reverse: true}, 0, 0)
		var figures []fact.Figure
		for part := range slices.Chunk(list, figuresAtOnce) {
			figures = figures[:0]
			s.mu.Lock() // names are given on the way
			if at := s.scopes[name]; at != nil {
				for i := range part {
					figures = append(figures, fact.FigureOf(&part[i], at.names.Number))
				}
			}
			s.mu.Unlock()
			if !yield(figures, nil) {
				return
			}
		}
		if err != nil {
			yield(nil, err)
		}
	}
}

// Days yields days with their figures. Nobody need remember what is in memory: it has no
// digests.
func (s *Store) Days(ctx context.Context, name store.Scope, f store.Filter, _ func(int64, uint64) bool) iter.Seq2[store.Day, error] {
	return func(yield func(store.Day, error) bool) {
		for batch, err := range s.figures(ctx, name, f) {
			if err != nil {
				yield(store.Day{}, err)
				return
			}
			for len(batch) > 0 {
				day := fact.DayOf(batch[0].Ended)
				n := slices.IndexFunc(batch, func(x fact.Figure) bool { return fact.DayOf(x.Ended) != day })
				if n < 0 {
					n = len(batch)
				}
				if !yield(store.Day{Number: day, Figures: batch[:n]}, nil) {
					return
				}
				batch = batch[n:]
			}
		}
	}
}

// Passing is Figures of those that pass a filter.
func (s *Store) Passing(ctx context.Context, name store.Scope, f store.Filter) iter.Seq2[[]fact.Figure, error] {
	return s.figures(ctx, name, f)
}

// Names returns the texts of the numbers of names that figures of the scope have.
func (s *Store) Names(ctx context.Context, name store.Scope, numbers []uint32) (map[uint32]string, error) {
	texts := make(map[uint32]string, len(numbers))
	err := s.look(ctx, name, func(at *scope) {
		for _, n := range numbers {
			if n != 0 {
				texts[n] = at.names.Text(n)
			}
		}
	})
	return texts, err
}

// AllNames returns all names that figures of the scope have, by their numbers.
func (s *Store) AllNames(ctx context.Context, name store.Scope) (map[uint32]string, error) {
	for _, err := range s.Figures(ctx, name, time.Time{}, time.Time{}) { // names are given on the way
		if err != nil {
			return nil, err
		}
	}
	var numbers []uint32
	err := s.look(ctx, name, func(at *scope) { numbers = at.names.Numbers() })
	if err != nil {
		return nil, err
	}
	return s.Names(ctx, name, numbers)
}

// OutsideUsage returns the usage of [since, until) that belongs to no session, in
// the order of conversations.
func (s *Store) OutsideUsage(ctx context.Context, name store.Scope, since, until time.Time) (list []fact.OutsideUsage, err error) {
	err = s.look(ctx, name, func(at *scope) {
		for _, id := range slices.Sorted(maps.Keys(at.outside)) {
			for _, u := range at.outside[id] {
				if (since.IsZero() || !u.Time.Before(since)) && (until.IsZero() || u.Time.Before(until)) {
					list = append(list, u)
				}
			}
		}
	})
	return list, err
}
