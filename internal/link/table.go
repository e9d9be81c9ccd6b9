package link

import (
	"cmp"
	"context"
	"slices"
	"sort"
)

// Table holds the marks of many rows in memory, 24 bytes each. It is filled first and
// asked then. The zero Table is empty and ready.
type Table struct {
	rows   []string
	list   []entry
	sorted bool
}

// entry is a mark and the number of its row.
type entry struct {
	key  uint64
	at   int64
	row  uint32
	kind uint8
}

// Add takes the marks of one more row.
func (t *Table) Add(row string, marks []Mark) {
	n := uint32(len(t.rows))
	t.rows = append(t.rows, row)
	for _, m := range marks {
		t.list = append(t.list, entry{key: m.Key, at: m.At, row: n, kind: m.Kind})
	}
	t.sorted = false
}

// Len is how many marks there are.
func (t *Table) Len() int { return len(t.list) }

// sort puts rows and marks in order.
func (t *Table) sort() {
	if t.sorted {
		return
	}
	t.sorted = true
	order := make([]int, len(t.rows))
	for i := range order {
		order[i] = i
	}
	slices.SortFunc(order, func(a, b int) int { return cmp.Compare(t.rows[a], t.rows[b]) })
	place := make([]uint32, len(order))
	for i, n := range order {
		place[n] = uint32(i)
	}
	for i := range t.list {
		t.list[i].row = place[t.list[i].row]
	}
	slices.Sort(t.rows)
	slices.SortFunc(t.list, func(a, b entry) int {
		return cmp.Or(cmp.Compare(a.kind, b.kind), cmp.Compare(a.key, b.key), cmp.Compare(a.at, b.at), cmp.Compare(a.row, b.row))
	})
}

// Near answers queries as Store.Near does.
func (t *Table) Near(_ context.Context, asked []Query) ([]Hit, error) {
	t.sort()
	var hits []Hit
	for n, q := range asked {
		// before reports whether an entry stands before a moment of the query's key.
		before := func(e *entry, at int64, included bool) bool {
			c := cmp.Or(cmp.Compare(e.kind, q.Kind), cmp.Compare(e.key, q.Key), cmp.Compare(e.at, at))
			return c < 0 || c == 0 && included
		}
		from := sort.Search(len(t.list), func(i int) bool { return !before(&t.list[i], q.From, false) })
		found := t.list[from:]
		found = found[:sort.Search(len(found), func(i int) bool { return !before(&found[i], q.To, true) })]
		count := len(found)
		if q.Limit > 0 {
			count = min(count, q.Limit)
		}
		for i := range count {
			e := found[i]
			if q.Nearest == Latest {
				e = found[len(found)-1-i]
			}
			hits = append(hits, Hit{Query: n, Conversation: t.rows[e.row], At: e.at})
		}
	}
	return hits, nil
}
