package score

import (
	"cmp"
	"slices"
	"time"
)

// CrowdRow is one row of a month's breakdown. Its numbers are of names; Rest are all
// those that have no row of their own.
type CrowdRow struct {
	Key, Name uint32
	Rest      bool
	Ratio
}

// mostCrowdRows bounds the rows of a breakdown; the others are the rest.
const mostCrowdRows = 12

// crowdPart is a set of sessions: some cells, and of those the ones of some people.
type crowdPart struct {
	cell func(at [2]uint32) bool
	who  crowdSet // nil: anybody
}

// Rows break the sessions of everybody down in a month that is over, by repository and
// by intent, where everybody is told of. A row is told of where it is of Least people
// and more; where what is left of everybody, of a group that is told of, or of a row of
// the other breakdown is not of few; and where all rows of a breakdown that lie within
// one of these leave no few of it.
func (c *Crowd) Rows(month time.Time, groups []CrowdGroup) (repos, intents []CrowdRow) {
	if c.months == nil {
		return nil, nil
	}
	m := c.months[TimeKey("month", month.In(c.Zone))]
	if m == nil || len(m.each) < c.Least {
		return nil, nil
	}
	parts := []crowdPart{{cell: func([2]uint32) bool { return true }}}
	for _, g := range c.told(m, c.members(groups)) {
		parts = append(parts, crowdPart{parts[0].cell, g.people})
	}
	var keys []uint32
	repos, keys = c.rows(m, 0, parts)
	for _, k := range keys {
		parts = append(parts, crowdPart{cell: func(at [2]uint32) bool { return at[0] == k }})
	}
	if len(keys) > 0 { // what is left of them is told of, too
		parts = append(parts, crowdPart{cell: func(at [2]uint32) bool { return !slices.Contains(keys, at[0]) }})
	}
	intents, _ = c.rows(m, 1, parts)
	return repos, intents
}

// rows is one breakdown: by the dimension'th part of a cell's key.
func (c *Crowd) rows(m *crowdMonth, dimension int, parts []crowdPart) (list []CrowdRow, keys []uint32) {
	sums := make(map[uint32]*CrowdRow)
	for at, cell := range m.cells {
		k := at[dimension]
		if sums[k] == nil {
			sums[k] = &CrowdRow{Key: k, Name: k}
		}
		if dimension == 0 {
			sums[k].Name = cell.name
		}
		sums[k].merge(cell.Ratio)
	}
	for k := range sums {
		if m.people(crowdPart{cell: func(at [2]uint32) bool { return at[dimension] == k }}) >= c.Least {
			keys = append(keys, k)
		}
	}
	slices.SortFunc(keys, func(a, b uint32) int {
		return cmp.Or(-cmp.Compare(sums[a].Counted, sums[b].Counted), cmp.Compare(a, b))
	})
	keys = keys[:min(len(keys), mostCrowdRows)]
	for len(keys) > 0 {
		drop := c.tells(m, dimension, keys, parts)
		if drop < 0 {
			break
		}
		keys = slices.Delete(keys, drop, drop+1)
	}
	if len(keys) == 0 {
		return nil, nil
	}
	rest := CrowdRow{Rest: true}
	for k, r := range sums {
		if slices.Contains(keys, k) {
			continue
		}
		rest.merge(r.Ratio)
	}
	for _, k := range keys {
		sums[k].close()
		list = append(list, *sums[k])
	}
	if rest.Counted > 0 {
		rest.close()
		list = append(list, rest)
	}
	return list, keys
}

// tells is the place of a row that, with what else is told, would tell of few people; -1
// there is none.
func (c *Crowd) tells(m *crowdMonth, dimension int, keys []uint32, parts []crowdPart) int {
	few := func(n int) bool { return n > 0 && n < c.Least }
	last := len(keys) - 1
	rows := make([]crowdPart, 0, len(keys)+1)
	for _, k := range keys {
		rows = append(rows, crowdPart{cell: func(at [2]uint32) bool { return at[dimension] == k }})
	}
	rows = append(rows, crowdPart{cell: func(at [2]uint32) bool { return !slices.Contains(keys, at[dimension]) }}) // the rest
	if few(m.people(rows[len(keys)])) {
		return last
	}
	for i, row := range rows {
		for _, p := range parts {
			if more, less := m.without(row, p), m.without(p, row); more+less > 0 && more < c.Least && less < c.Least {
				return min(i, last)
			}
		}
		if few(m.left(row, parts)) {
			return min(i, last)
		}
	}
	for _, p := range parts {
		if few(m.left(p, rows)) {
			return last
		}
	}
	return -1
}

// left is of how many people a part is without those of some others that lie within it;
// 0 where none does.
func (m *crowdMonth) left(p crowdPart, others []crowdPart) int {
	var within []crowdPart
	for _, o := range others {
		if m.people(o) > 0 && m.without(o, p) == 0 {
			within = append(within, o)
		}
	}
	if len(within) == 0 {
		return 0
	}
	return m.without(p, within...)
}

// people is of how many people a part is.
func (m *crowdMonth) people(p crowdPart) int { return m.without(p) }

// without is how many people have sessions in one part and outside all of some others.
func (m *crowdMonth) without(p crowdPart, others ...crowdPart) int {
	var out crowdSet
cells:
	for at, cell := range m.cells {
		if !p.cell(at) {
			continue
		}
		var covered []crowdSet
		for _, o := range others {
			if o.cell(at) {
				if o.who == nil {
					continue cells
				}
				covered = append(covered, o.who)
			}
		}
		for i, w := range cell.people {
			if p.who != nil {
				w &= p.who.word(i)
			}
			for _, who := range covered {
				w &^= who.word(i)
			}
			for len(out) <= i {
				out = append(out, 0)
			}
			out[i] |= w
		}
	}
	return out.size()
}
