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
	// nearbyTime is the length of the stretches of time whose marks are fetched at
	// once: linking asks hundreds of times for what lies within minutes.
	nearbyTime = int64(4 * 24 * time.Hour)
	// nearbyMost bounds how many marks of one key and stretch are held; where there
	// are more, the store is asked each time.
	nearbyMost = 1 << 13
	// nearbyLast bounds the times that stretches are told of.
	nearbyLast = math.MaxInt64 / 2
)

// nearby answers what linking asks for marks, out of as few questions to the store
// as it can. It is good as long as nothing is saved.
type nearby struct {
	ask  func(context.Context, []store.Query) ([]store.Hit, error)
	held map[stretchKey]*heldMarks
	said map[nearbyKey][]store.Hit // all marks of a key
}

type nearbyKey struct {
	kind uint8
	key  uint64
}

type stretchKey struct {
	nearbyKey
	number int64 // of the stretch
}

// heldMarks are the marks of a key in a stretch of time, by time and row.
type heldMarks struct {
	hits []store.Hit
	many bool // too many: none are held
}

func newNearby(ask func(context.Context, []store.Query) ([]store.Hit, error)) *nearby {
	return &nearby{ask: ask, held: make(map[stretchKey]*heldMarks), said: make(map[nearbyKey][]store.Hit)}
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
		if hits, ok := n.known(q); ok {
			answers[i] = hits
		} else {
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
		for k, q := range open {
			if entire(q) {
				n.said[nearbyKey{q.Kind, q.Key}] = answers[at[k]]
			}
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

// stretches are the numbers of those that a query is answered out of, from first to
// last; none where first > last.
func stretches(q store.Query) (first, last int64) {
	number := func(at int64) int64 {
		n := at / nearbyTime
		if at%nearbyTime < 0 {
			n--
		}
		return n
	}
	told := func(at int64) bool { return at > -nearbyLast && at < nearbyLast }
	switch {
	case q.Nearest == store.Latest && told(q.To):
		return number(q.To) - 1, number(q.To)
	case q.Nearest == store.Earliest && told(q.From):
		return number(q.From), number(q.From) + 1
	case q.Nearest == store.Every && told(q.From) && told(q.To) && q.To-q.From < nearbyTime:
		return number(q.From), number(q.To)
	}
	return 0, -1
}

// entire reports whether a query asks for all marks of a key.
func entire(q store.Query) bool {
	return q.Nearest == store.Every && q.Limit == 0 && q.From == math.MinInt64 && q.To == math.MaxInt64
}

// hold fetches the marks of stretches and keys that are asked for the first time.
func (n *nearby) hold(ctx context.Context, asked []store.Query) error {
	var fetch []store.Query
	var into []*heldMarks
	for _, q := range asked {
		k := nearbyKey{q.Kind, q.Key}
		first, last := stretches(q)
		for i := first; i <= last; i++ {
			if s := (stretchKey{k, i}); n.held[s] == nil {
				n.held[s] = &heldMarks{}
				into = append(into, n.held[s])
				fetch = append(fetch, store.Query{Kind: q.Kind, Key: q.Key, From: i * nearbyTime, To: (i+1)*nearbyTime - 1, Limit: nearbyMost + 1})
			}
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
		into[h.Query].hits = append(into[h.Query].hits, h)
	}
	for _, l := range into {
		if len(l.hits) > nearbyMost {
			l.hits, l.many = nil, true
		}
	}
	return nil
}

// known answers a query from what is held; false: it does not tell.
func (n *nearby) known(q store.Query) ([]store.Hit, bool) {
	if entire(q) {
		hits, ok := n.said[nearbyKey{q.Kind, q.Key}]
		return hits, ok
	}
	first, last := stretches(q)
	if first > last {
		return nil, false
	}
	var hits []store.Hit
	for i := first; i <= last; i++ {
		l := n.held[stretchKey{nearbyKey{q.Kind, q.Key}, i}]
		if l == nil || l.many {
			return nil, false
		}
		from := sort.Search(len(l.hits), func(i int) bool { return l.hits[i].At >= q.From })
		to := sort.Search(len(l.hits), func(i int) bool { return l.hits[i].At > q.To })
		hits = append(hits, l.hits[min(from, to):to]...)
	}
	limit := q.Limit
	if limit == 0 && q.Nearest != store.Every {
		limit = 1
	}
	if q.Nearest == store.Latest {
		slices.SortStableFunc(hits, func(a, b store.Hit) int { return cmp.Compare(b.At, a.At) })
	}
	if limit > 0 && len(hits) >= limit {
		return hits[:limit], true
	}
	return hits, q.From >= first*nearbyTime && q.To < (last+1)*nearbyTime // else there may be more outside
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
