package library

import (
	"context"
	"iter"
	"slices"
	"time"

	"prism/internal/fact"
	"prism/internal/store"
)

// A filtered list is told with how many sessions it has, which nothing but a look at all
// figures tells. What each day has of it is remembered, so that a page reads the days that
// changed and those that it shows.

// counted reports whether a page is made so.
func (l *Library) counted(f *store.Filter, o store.Order, limit int) bool {
	return l.Parts != nil && l.narrow == nil && limit > 0 && !f.Plain() && len(f.Words) == 0 && (o.By == "" || o.By == store.ByEnded)
}

// dayCount is how many sessions of a day pass a filter.
type dayCount struct {
	day int64
	n   int
}

// bridged is how many days without any session of a list are looked through on the way
// from one that has some to the next: to look anew takes longer.
const bridged = 8

// pageByDays is a page of a list in the order of the ends.
func (l *Library) pageByDays(ctx context.Context, f store.Filter, o store.Order, limit, offset int) (list []fact.Session, found int, err error) {
	days, err := l.Parts.counts(&f, func(known func(int64, uint64) bool) iter.Seq2[store.Day, error] {
		return l.Store.Days(ctx, l.Scope, f, known)
	})
	if err != nil {
		return nil, 0, err
	}
	for _, d := range days {
		found += d.n
	}
	if !o.Reverse {
		slices.Reverse(days)
	}
	if o.After != nil {
		at := fact.DayOf(int64(o.After.Value))
		days = slices.DeleteFunc(days, func(d dayCount) bool { return o.Reverse && d.day < at || !o.Reverse && d.day > at })
	} else {
		for len(days) > 0 && days[0].n <= offset {
			offset -= days[0].n
			days = days[1:]
		}
	}
	for len(days) > 0 && len(list) < limit {
		some := 1
		for have := days[0].n; some < len(days) && have < offset+limit-len(list) && abs(days[some].day-days[some-1].day) <= bridged; some++ {
			have += days[some].n
		}
		within := f
		within.Since = latest(f.Since, startOf(min(days[0].day, days[some-1].day)))
		within.Until = earliest(f.Until, startOf(max(days[0].day, days[some-1].day)+1))
		days = days[some:]
		for s, err := range l.Store.Each(ctx, l.Scope, within, o) {
			if err != nil {
				return nil, 0, err
			}
			if o.After != nil && !o.Behind(s) {
				continue
			}
			if offset > 0 {
				offset--
				continue
			}
			if list = append(list, *s); len(list) == limit {
				break
			}
		}
	}
	return list, found, nil
}

// counts are the days of a filter's window, in their order, as far as they have sessions
// that pass it.
func (p *Parts) counts(f *store.Filter, read func(known func(int64, uint64) bool) iter.Seq2[store.Day, error]) (list []dayCount, err error) {
	k := p.named("count " + filtered(f))
	// Of a day that is whole in the window, and on which nothing can be open, the same pass
	// whatever time it is.
	whole := func(day int64) bool {
		from, to := startOf(day), startOf(day+1)
		return (f.Since.IsZero() || !from.Before(f.Since)) && (f.Until.IsZero() || !to.After(f.Until)) &&
			(f.Now.IsZero() || !to.After(f.Now.Add(-fact.OpenFor)))
	}
	had := make(map[int64]int)
	known := func(day int64, digest uint64) bool {
		if !whole(day) {
			return false
		}
		x, ok := p.recall(k, day, digest)
		if ok {
			had[day] = x.n
		}
		return ok
	}
	inside := (&store.Filter{Since: f.Since, Until: f.Until}).OfFigures(nil)
	for d, err := range read(known) {
		if err != nil {
			return nil, err
		}
		n := had[d.Number]
		if !d.Known {
			n = 0
			for i := range d.Figures {
				if inside(&d.Figures[i]) {
					n++
				}
			}
			if d.Digest != 0 && whole(d.Number) {
				p.keep(k, d.Number, part{digest: d.Digest, n: n})
			}
		}
		switch last := len(list) - 1; {
		case n == 0:
		case last >= 0 && list[last].day == d.Number: // a day may come in pieces
			list[last].n += n
		default:
			list = append(list, dayCount{d.Number, n})
		}
	}
	return list, nil
}

func startOf(day int64) time.Time { return fact.FromMicro(day * fact.DayMicro) }

func latest(a, b time.Time) time.Time {
	if b.After(a) {
		return b
	}
	return a
}

// earliest of two; the first may be none.
func earliest(a, b time.Time) time.Time {
	if a.IsZero() || b.Before(a) {
		return b
	}
	return a
}

func abs(n int64) int64 { return max(n, -n) }
