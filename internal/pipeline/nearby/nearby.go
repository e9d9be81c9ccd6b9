// Package nearby answers what linking asks for marks out of few questions to a store.
//
// Nouns: Marks are those of keys, whole where a key has few, else by stretches of time.
// Promises: an answer is the store's own, in its order; what is held is bounded but for
// what one question needs. Refusals: it does not see what is saved meanwhile: it is good
// as long as no marks are.
package nearby

import (
	"context"
	"math"
	"slices"
	"sort"
	"time"

	"prism/internal/store"
)

const (
	// wholeMost bounds how many marks a key may have whose marks are fetched all at
	// once: few folders and repositories have more. With them it is known where there
	// are none, above all that nobody ever typed /clear there.
	wholeMost = 1 << 10
	// stretch is the length of the stretches of time in which the marks of other keys
	// are fetched: linking asks hundreds of times for what lies within minutes.
	stretch = int64(4 * 24 * time.Hour)
	// stretchMost bounds how many marks of one key and stretch are held; where there
	// are more, the store is asked each time.
	stretchMost = 1 << 13
	// roomFor is from how many held in all on they are let go of before the next
	// question; one question may hold more.
	roomFor = 1 << 15
	// lastTime bounds the times that stretches are told of.
	lastTime = math.MaxInt64 / 2
)

// Marks are the marks near keys and times, asked for as seldom as can be.
type Marks struct {
	ask   func(context.Context, []store.Query) ([]store.Hit, error)
	held  map[stretchKey]*heldMarks
	count int // of marks held
}

// stretchKey names the marks of a key in a stretch of time, by its number; with
// everything, all of them.
type stretchKey struct {
	kind   uint8
	key    uint64
	number int64
}

const everything = math.MinInt64

// heldMarks are marks by time and row.
type heldMarks struct {
	hits []store.Hit
	many bool // too many: none are held
}

// New makes Marks that ask a store.
func New(ask func(context.Context, []store.Query) ([]store.Hit, error)) *Marks {
	return &Marks{ask: ask, held: make(map[stretchKey]*heldMarks)}
}

// Near answers queries in the order asked.
func (n *Marks) Near(ctx context.Context, asked []store.Query) ([]store.Hit, error) {
	if n.count > roomFor {
		n.count = 0
		clear(n.held)
	}
	if err := n.hold(ctx, asked, entire); err != nil {
		return nil, err
	}
	if err := n.hold(ctx, asked, n.stretches); err != nil {
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

// entire names all marks of a query's key; nothing for who asks for just these.
func entire(q store.Query) []stretchKey {
	if q.Nearest == store.Every && q.From == math.MinInt64 && q.To == math.MaxInt64 {
		return nil
	}
	return []stretchKey{{q.Kind, q.Key, everything}}
}

// stretches names the stretches that a query is answered out of, in order, where its
// key has many marks.
func (n *Marks) stretches(q store.Query) (list []stretchKey) {
	if l := n.held[stretchKey{q.Kind, q.Key, everything}]; l == nil || !l.many {
		return nil
	}
	number := func(at int64) int64 {
		n := at / stretch
		if at%stretch < 0 {
			n--
		}
		return n
	}
	told := func(at int64) bool { return at > -lastTime && at < lastTime }
	first, last := int64(0), int64(-1)
	switch {
	case q.Nearest == store.Latest && told(q.To):
		first, last = number(q.To)-1, number(q.To)
	case q.Nearest == store.Earliest && told(q.From):
		first, last = number(q.From), number(q.From)+1
	case q.Nearest == store.Every && told(q.From) && told(q.To) && q.To-q.From < stretch:
		first, last = number(q.From), number(q.To)
	}
	for i := first; i <= last; i++ {
		list = append(list, stretchKey{q.Kind, q.Key, i})
	}
	return list
}

// bounds are the first and last moment of what a key names, and how many marks of it
// are held.
func (k stretchKey) bounds() (from, to int64, most int) {
	if k.number == everything {
		return math.MinInt64, math.MaxInt64, wholeMost
	}
	return k.number * stretch, (k.number+1)*stretch - 1, stretchMost
}

// hold fetches what queries are answered out of, where it is asked for the first time.
func (n *Marks) hold(ctx context.Context, asked []store.Query, of func(store.Query) []stretchKey) error {
	var fetch []store.Query
	var into []*heldMarks
	for _, q := range asked {
		for _, k := range of(q) {
			if n.held[k] == nil {
				n.held[k] = &heldMarks{}
				into = append(into, n.held[k])
				from, to, most := k.bounds()
				fetch = append(fetch, store.Query{Kind: k.kind, Key: k.key, From: from, To: to, Limit: most + 1})
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
	for i, l := range into {
		if len(l.hits) >= fetch[i].Limit {
			l.hits, l.many = nil, true
		}
		n.count += 1 + len(l.hits)
	}
	return nil
}

// known answers a query from what is held; false: it does not tell.
func (n *Marks) known(q store.Query) ([]store.Hit, bool) {
	keys := n.stretches(q)
	if len(keys) == 0 {
		keys = entire(q)
	}
	if len(keys) == 0 {
		return nil, false
	}
	from, _, _ := keys[0].bounds()
	_, to, _ := keys[len(keys)-1].bounds()
	limit := q.Limit
	if limit == 0 && q.Nearest != store.Every {
		limit = 1
	}
	if q.Nearest == store.Latest {
		slices.Reverse(keys)
	}
	var hits []store.Hit
	for _, k := range keys {
		l := n.held[k]
		if l.many {
			return nil, false
		}
		hits = l.add(hits, q, limit)
		if limit > 0 && len(hits) >= limit {
			return hits[:limit], true
		}
	}
	return hits, q.From >= from && q.To <= to // else there may be more outside
}

// add appends what a query asks for; with a limit at least so many, if there are.
func (l *heldMarks) add(hits []store.Hit, q store.Query, limit int) []store.Hit {
	list := l.hits[sort.Search(len(l.hits), func(i int) bool { return l.hits[i].At >= q.From }):]
	list = list[:sort.Search(len(list), func(i int) bool { return list[i].At > q.To })]
	if q.Nearest != store.Latest {
		if limit > 0 {
			list = list[:min(limit, len(list))]
		}
		return append(hits, list...)
	}
	for len(list) > 0 && (limit == 0 || len(hits) < limit) {
		// Those of one moment stay in their order.
		at := list[len(list)-1].At
		first := sort.Search(len(list), func(i int) bool { return list[i].At >= at })
		hits, list = append(hits, list[first:]...), list[:first]
	}
	return hits
}
