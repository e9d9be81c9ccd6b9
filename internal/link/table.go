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
	rows []string
	// lists are the marks by the first bits of their keys, which are hashes: a list that
	// is full is copied to a longer one, and both are there meanwhile.
	lists  [1 << listBits][]entry
	count  int
	sorted bool
}

const listBits = 6

func listOf(key uint64) uint64 { return key >> (64 - listBits) }

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
		list := &t.lists[listOf(m.Key)]
		*list = append(*list, entry{key: m.Key, at: m.At, row: n, kind: m.Kind})
	}
	t.count += len(marks)
	t.sorted = false
}

// Len is how many marks there are.
func (t *Table) Len() int { return t.count }

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
	slices.Sort(t.rows)
	for _, list := range t.lists {
		for i := range list {
			list[i].row = place[list[i].row]
		}
		slices.SortFunc(list, func(a, b entry) int {
			return cmp.Or(cmp.Compare(a.kind, b.kind), cmp.Compare(a.key, b.key), cmp.Compare(a.at, b.at), cmp.Compare(a.row, b.row))
		})
	}
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
		found := t.lists[listOf(q.Key)]
		found = found[sort.Search(len(found), func(i int) bool { return !before(&found[i], q.From, false) }):]
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
