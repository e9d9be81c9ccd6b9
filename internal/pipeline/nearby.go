package pipeline

import (
	"cmp"
	"context"
	"math"
	"slices"
	"sort"
	"time"

	"prism/internal/link"
	"prism/internal/store"
)

const (
	// nearbyTime is how far around what changed marks are fetched at once: linking
	// asks hundreds of times for what lies within minutes of them.
	nearbyTime = 24 * time.Hour
	// nearbyMost bounds how many marks of one key are held; where there are more,
	// the store is asked each time.
	nearbyMost = 1 << 13
)

// nearby answers what linking asks for marks, out of one fetch for each key where
// it can. It is good as long as nothing is saved.
type nearby struct {
	ask      func(context.Context, []store.Query) ([]store.Hit, error)
	from, to int64 // what is held
	held     map[nearbyKey]*heldMarks
}

type nearbyKey struct {
	kind uint8
	key  uint64
}

// heldMarks are the marks of a key in the time that is held, by time and row.
type heldMarks struct {
	hits []store.Hit
	many bool // too many: none are held
}

// newNearby holds what lies around marks.
func newNearby(ask func(context.Context, []store.Query) ([]store.Hit, error), marks ...[]link.Mark) *nearby {
	n := &nearby{ask: ask, from: math.MaxInt64, to: math.MinInt64, held: make(map[nearbyKey]*heldMarks)}
	for _, list := range marks {
		for _, m := range list {
			if m.At > math.MinInt64+int64(nearbyTime) && m.At < math.MaxInt64-int64(nearbyTime) {
				n.from, n.to = min(n.from, m.At-int64(nearbyTime)), max(n.to, m.At+int64(nearbyTime))
			}
		}
	}
	return n
}

// near answers queries in the order asked.
func (n *nearby) near(ctx context.Context, asked []store.Query) ([]store.Hit, error) {
	if err := n.hold(ctx, asked); err != nil {
		return nil, err
	}
	answers := make([][]store.Hit, len(asked))
	var open []store.Query
	var at []int
	for i, q := range asked {
		var ok bool
		if answers[i], ok = n.known(q); !ok {
			open, at = append(open, q), append(at, i)
		}
	}
	if len(open) > 0 {
		hits, err := n.ask(ctx, open)
		if err != nil {
			return nil, err
		}
		for _, h := range hits {
			answers[at[h.Query]] = append(answers[at[h.Query]], h)
		}
	}
	var out []store.Hit
	for i, hits := range answers {
		for _, h := range hits {
			h.Query = i
			out = append(out, h)
		}
	}
	return out, nil
}

// within reports whether a query asks for something within the time that is held.
func (n *nearby) within(q store.Query) bool {
	switch q.Nearest {
	case store.Latest:
		return q.To >= n.from && q.To <= n.to
	case store.Earliest:
		return q.From >= n.from && q.From <= n.to
	}
	return q.From >= n.from && q.To <= n.to
}

// hold fetches the marks of keys that are asked for the first time.
func (n *nearby) hold(ctx context.Context, asked []store.Query) error {
	var fetch []store.Query
	for _, q := range asked {
		k := nearbyKey{q.Kind, q.Key}
		if n.held[k] == nil && n.within(q) {
			n.held[k] = &heldMarks{}
			fetch = append(fetch, store.Query{Kind: q.Kind, Key: q.Key, From: n.from, To: n.to, Limit: nearbyMost + 1})
		}
	}
	if len(fetch) == 0 {
		return nil
	}
	hits, err := n.ask(ctx, fetch)
	if err != nil {
		return err
	}
	for _, h := range hits {
		q := &fetch[h.Query]
		l := n.held[nearbyKey{q.Kind, q.Key}]
		if l.hits = append(l.hits, h); len(l.hits) > nearbyMost {
			l.many = true
		}
	}
	for _, l := range n.held {
		if l.many {
			l.hits = nil
		}
	}
	return nil
}

// known answers a query from what is held; false: it does not tell.
func (n *nearby) known(q store.Query) ([]store.Hit, bool) {
	l := n.held[nearbyKey{q.Kind, q.Key}]
	if l == nil || l.many || !n.within(q) {
		return nil, false
	}
	limit := q.Limit
	if limit == 0 && q.Nearest != store.Every {
		limit = 1
	}
	first := sort.Search(len(l.hits), func(i int) bool { return l.hits[i].At >= q.From })
	last := sort.Search(len(l.hits), func(i int) bool { return l.hits[i].At > q.To })
	hits := slices.Clone(l.hits[min(first, last):last])
	if q.Nearest == store.Latest {
		slices.SortStableFunc(hits, func(a, b store.Hit) int { return cmp.Compare(b.At, a.At) })
	}
	if limit > 0 && len(hits) >= limit {
		return hits[:limit], true
	}
	return hits, q.From >= n.from && q.To <= n.to // else there may be more outside
}

// linkNear is near in the linker's words.
func (n *nearby) linkNear(ctx context.Context, asked []link.Query) ([]link.Hit, error) {
	queries := make([]store.Query, len(asked))
	for i, q := range asked {
		queries[i] = store.Query{Kind: q.Kind, Key: q.Key, From: q.From, To: q.To, Nearest: store.Nearest(q.Nearest), Limit: q.Limit}
	}
	hits, err := n.near(ctx, queries)
	if err != nil {
		return nil, reading(err)
	}
	out := make([]link.Hit, len(hits))
	for i, h := range hits {
		out[i] = link.Hit(h)
	}
	return out, nil
}
