package link

import (
	"math"

	"prism/internal/fact"
)

// closing is how the last piece of a conversation was closed by a /clear at the
// head of another.
type closing struct {
	by *conv // nil: by none
	at int64
}

// clears is the conversation that a /clear at the head of c leaves: of the same
// person and working folder the one whose last event is the latest before it, of
// several at that moment the first in order; nil: none. Machine runs are nobody's
// to clear.
func (g *graph) clears(c *conv) *conv {
	if c.targeted || c.same != c || !clearsAtHead(c.d) {
		return c.target
	}
	c.targeted = true
	c.target = g.latest(markEnd, folderOf(c.d, c.d.CWDs[0]), nanos(headClear(c.d))+int64(handOver), func(j *conv) bool {
		return j != c && j.same == j
	})
	return c.target
}

// closedAtHead is the first /clear at the head of another conversation that left c.
func (g *graph) closedAtHead(c *conv) closing {
	if c.closed {
		return c.closing
	}
	c.closed = true
	last := c.last()
	if last == nil || c.same != c || !canBeCleared(c.d) {
		return c.closing
	}
	if g.join(last); last.next != nil {
		return c.closing
	}
	for _, dir := range c.d.CWDs {
		key := folderOf(c.d, dir)
		for from := nanos(c.d.End) - int64(handOver); ; {
			hits := g.nearest(Query{Kind: markCleared, Key: key, From: from, To: math.MaxInt64, Nearest: Earliest})
			if len(hits) == 0 {
				break
			}
			found, nearer := g.closers(c, hits, key)
			if found == nil && nearer != nil && nearer != c {
				// Whoever comes later leaves nearer, but for nearer itself.
				if g.clears(nearer) == c && folderOf(nearer.d, nearer.d.CWDs[0]) == key {
					found = nearer
				}
			}
			if found != nil {
				c.closeBy(found)
			}
			if found != nil || nearer != nil {
				break
			}
			from = hits[0].At + 1 // c's own, or repetitions
		}
	}
	return c.closing
}

// closers looks at who cleared at one moment: the first in order that left c, and
// whom another of them left instead.
func (g *graph) closers(c *conv, hits []Hit, key uint64) (found, nearer *conv) {
	for _, i := range g.convs(hits) {
		if i == c || i.same != i || !clearsAtHead(i.d) || folderOf(i.d, i.d.CWDs[0]) != key {
			continue
		}
		switch j := g.clears(i); {
		case j == c && found == nil:
			found = i
		case j != c && nearer == nil:
			nearer = j
		}
	}
	return found, nearer
}

func (c *conv) closeBy(i *conv) {
	at := nanos(headClear(i.d))
	if c.closing.by == nil || at < c.closing.at || at == c.closing.at && inOrder(i, c.closing.by) < 0 {
		c.closing = closing{by: i, at: at}
	}
}

// end is how a piece is closed in the end: as its conversation tells, or by the
// /clear at the head of another where that came first. A commit closed it at the end
// of its turn: no later /clear opens that again (DESIGN.md, Sessions 5).
func (g *graph) end(p *piece) (by fact.Boundary, cleared closing) {
	cleared.at = p.clearedAt
	if p != p.c.last() || p.closedBy == fact.Commit {
		return p.closedBy, cleared
	}
	head := g.closedAtHead(p.c)
	if head.by == nil || p.closedBy == fact.Clear && p.clearedAt <= head.at {
		return p.closedBy, cleared
	}
	return fact.Clear, head
}
