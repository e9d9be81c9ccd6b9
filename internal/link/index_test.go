package link

import (
	"cmp"
	"context"
	"slices"
	"strings"
)

// Index holds marks in memory, of rows that come, change and go. The zero Index is
// empty and ready.
type Index struct {
	lists map[indexKey]*indexList
	marks map[string][]Mark
}

type indexList struct {
	entries []indexEntry
	sorted  bool
}

type indexEntry struct {
	at  int64
	row string
}

// Set makes marks those of row; none removes it.
func (x *Index) Set(row string, marks []Mark) {
	if x.lists == nil {
		x.lists, x.marks = make(map[indexKey]*indexList), make(map[string][]Mark)
	}
	for _, m := range x.marks[row] {
		k := indexKey{m.Kind, m.Key}
		l := x.lists[k]
		if l.entries = slices.DeleteFunc(l.entries, func(e indexEntry) bool { return e.row == row }); len(l.entries) == 0 {
			l.sorted = false
		}
	}
	if len(marks) == 0 {
		delete(x.marks, row)
		return
	}
	x.marks[row] = marks
	for _, m := range marks {
		k := indexKey{m.Kind, m.Key}
		l := x.lists[k]
		if l == nil {
			l = &indexList{}
			x.lists[k] = l
		}
		l.entries = append(l.entries, indexEntry{m.At, row})
		l.sorted = false
	}
}

// Near answers queries as Store.Near does.
func (x *Index) Near(_ context.Context, asked []Query) ([]Hit, error) {
	var hits []Hit
	for n, q := range asked {
		l := x.lists[indexKey{q.Kind, q.Key}]
		if l == nil {
			continue
		}
		if !l.sorted {
			slices.SortFunc(l.entries, func(a, b indexEntry) int {
				return cmp.Or(cmp.Compare(a.at, b.at), strings.Compare(a.row, b.row))
			})
			l.sorted = true
		}
		from, _ := slices.BinarySearchFunc(l.entries, q.From, func(e indexEntry, at int64) int { return cmp.Compare(e.at, at) })
		to, _ := slices.BinarySearchFunc(l.entries, q.To, func(e indexEntry, at int64) int {
			if e.at <= at {
				return -1
			}
			return 1
		})
		if to < from {
			continue
		}
		found := l.entries[from:to]
		count := len(found)
		if q.Limit > 0 {
			count = min(count, q.Limit)
		}
		for i := range count {
			e := found[i]
			if q.Nearest == Latest {
				e = found[len(found)-1-i]
			}
			hits = append(hits, Hit{Query: n, Conversation: e.row, At: e.at})
		}
	}
	return hits, nil
}
