package link

import (
	"cmp"
	"slices"
	"sort"

	"prism/internal/digest"
	"prism/internal/fact"
	"prism/internal/hash"
)

// fileSet is what a session touched: files edited, and files only read.
type fileSet struct{ edited, read map[uint64]bool }

// side returns the sets by which two sessions are compared: edited files, and
// read ones where a side edited none.
func (s *fileSet) side() map[uint64]bool {
	if len(s.edited) > 0 {
		return s.edited
	}
	return s.read
}

// overlap is how much of the smaller set both touched, 0–1; 0 where a side
// touched nothing.
func overlap(a, b map[uint64]bool) float64 {
	if len(a) > len(b) {
		a, b = b, a
	}
	if len(a) == 0 {
		return 0
	}
	both := 0
	for h := range a {
		if b[h] {
			both++
		}
	}
	return float64(both) / float64(len(a))
}

// chain is a session before merging: pieces, each of which continues the last.
type chain struct {
	pieces    []*piece
	automated bool
	closedBy  fact.Boundary
	cleared   closing // when closedBy is /clear
	files     *fileSet

	followed bool // next is known
	next     *chain
	preceded bool // prev is known
	prev     *chain
}

// chainOf is the chain that a piece is in.
func (g *graph) chainOf(p *piece) *chain {
	if p.chain != nil {
		return p.chain
	}
	g.join(p)
	for p.prev != nil {
		p = p.prev
	}
	c := &chain{automated: true}
	for ; p != nil; p = p.next {
		p.chain = c
		c.pieces = append(c.pieces, p)
		c.automated = c.automated && p.automated
	}
	c.closedBy, c.cleared = g.end(c.last())
	return c
}

func (c *chain) first() *piece { return c.pieces[0] }
func (c *chain) last() *piece  { return c.pieces[len(c.pieces)-1] }

func earlier(a, b *chain) int { return before(a.first(), b.first()) }

// touched collects what a chain's living turns touched, once.
func (c *chain) touched() *fileSet {
	if c.files != nil {
		return c.files
	}
	c.files = &fileSet{edited: make(map[uint64]bool), read: make(map[uint64]bool)}
	for _, p := range c.pieces {
		for _, r := range p.runs {
			c.files.add(r.Digest, r)
		}
	}
	return c.files
}

func (s *fileSet) add(d *digest.Digest, r Run) {
	hashes := make(map[int]uint64)
	for t := r.First - 1; t < r.Last; t++ {
		x := &d.Turns[t]
		if x.Abandoned {
			continue
		}
		for k := range x.Edits {
			p := x.Edits[k].Path
			h, ok := hashes[p]
			if !ok {
				h = hash.Of(d.Paths[p])
				hashes[p] = h
			}
			s.edited[h] = true
		}
		for _, h := range x.Reads {
			s.read[h] = true
		}
	}
}

// successor is the one chain that may be merged with c: what the /clear that closed
// c opened, else what the same person began next in the repository. nil: none.
func (g *graph) successor(c *chain) *chain {
	if !c.followed {
		c.followed = true
		if n := g.after(c); n != nil && n != c && mergeable(c, n) {
			c.next = n
		}
	}
	return c.next
}

func (g *graph) after(c *chain) *chain {
	if c.closedBy != fact.Clear || c.automated {
		return nil
	}
	last := c.last()
	if by := c.cleared.by; by != nil {
		if opened := by.first(); opened != nil {
			return g.headed(opened)
		}
		if len(by.d.Turns) > 0 || by.d.Repo.Key != last.c.d.Repo.Key {
			return nil
		}
	} else if last != last.c.last() {
		return g.headed(last.c.pieces[last.index+1])
	}
	return g.begunAfter(last.c, c, c.cleared.at)
}

// headed is the chain that begins with p; nil where p continues another.
func (g *graph) headed(p *piece) *chain {
	if c := g.chainOf(p); c.first() == p {
		return c
	}
	return nil
}

// begunAfter is the first chain but not that begins where c lies within the time
// in which sessions are merged.
func (g *graph) begunAfter(c *conv, not *chain, at int64) *chain {
	if c.d.Repo.Key == "" {
		return nil
	}
	key := placeOf(c.d)
	for from := at; from <= at+int64(MergeWithin); {
		hits := g.nearest(Query{Kind: markStart, Key: key, From: from, To: at + int64(MergeWithin), Nearest: Earliest})
		if len(hits) == 0 {
			return nil
		}
		var best *chain
		for _, x := range g.openings(hits) {
			if x != not && !x.automated && (best == nil || earlier(x, best) < 0) {
				best = x
			}
		}
		if best != nil {
			return best
		}
		from = hits[0].At + 1
	}
	return nil
}

// openings are the chains that begin at the starts that were hit.
func (g *graph) openings(hits []Hit) []*chain {
	var out []*chain
	seen := make(map[*chain]bool)
	for _, h := range hits {
		c := g.conv(h.Conversation)
		if c == nil || c.same != c {
			continue
		}
		for _, p := range c.begun(h.At) {
			if p.opens() {
				if x := g.headed(p); x != nil && !seen[x] {
					seen[x] = true
					out = append(out, x)
				}
			}
		}
	}
	return out
}

// predecessor is the one chain that n may be merged into: of those whose successor
// it is the first. nil: none.
func (g *graph) predecessor(n *chain) *chain {
	if n.preceded {
		return n.prev
	}
	n.preceded = true
	consider := func(a *chain) {
		if a != nil && a != n && g.successor(a) == n && (n.prev == nil || earlier(a, n.prev) < 0) {
			n.prev = a
		}
	}
	p := n.first()
	if p.index > 0 {
		consider(g.chainOf(p.c.pieces[p.index-1]))
	} else if j := g.clears(p.c); j != nil {
		g.consider(j, consider)
	}
	if p.opens() && p.c.d.Repo.Key != "" {
		g.cleared(placeOf(p.c.d), p.start-int64(MergeWithin), p.start, consider)
	}
	return n.prev
}

func (g *graph) consider(c *conv, do func(*chain)) {
	if last := c.last(); last != nil {
		do(g.chainOf(last))
	}
}

// cleared calls do for every chain that may have been closed by /clear in a place
// and a time.
func (g *graph) cleared(place uint64, from, to int64, do func(*chain)) {
	for _, c := range g.convs(g.near(Query{Kind: markClose, Key: place, From: from, To: to})) {
		if j := g.clears(c); j != nil && len(c.d.Turns) == 0 {
			g.consider(j, do)
		}
		if c.same != c {
			continue
		}
		for _, p := range c.clearedWithin(from, to) {
			do(g.chainOf(p))
		}
	}
}

// moments are the pieces of a conversation by when they begin, and those that /clear
// closed by when it did: a conversation may have a thousand, and each asks for those
// around it.
type moments struct {
	known   bool
	begun   map[int64][]*piece
	cleared []*piece
}

func (c *conv) inTime() *moments {
	m := &c.moments
	if m.known {
		return m
	}
	m.known, m.begun = true, make(map[int64][]*piece, len(c.pieces))
	for _, p := range c.pieces {
		m.begun[p.start] = append(m.begun[p.start], p)
		if p.closedBy == fact.Clear {
			m.cleared = append(m.cleared, p)
		}
	}
	slices.SortStableFunc(m.cleared, func(a, b *piece) int { return cmp.Compare(a.clearedAt, b.clearedAt) })
	return m
}

// begun are the pieces that begin at a moment.
func (c *conv) begun(at int64) []*piece { return c.inTime().begun[at] }

// clearedWithin are the pieces that /clear closed in a time, both ends included.
func (c *conv) clearedWithin(from, to int64) []*piece {
	list := c.inTime().cleared
	first := sort.Search(len(list), func(i int) bool { return list[i].clearedAt >= from })
	end := sort.Search(len(list), func(i int) bool { return list[i].clearedAt > to })
	return list[min(first, end):end]
}

// mergeable applies the rule's limits but for the files to two chains in order
// (DESIGN.md, Sessions 5).
func mergeable(a, b *chain) bool {
	p, q := a.last(), b.first()
	if b.automated || q.openedBy == fact.TopicShift || q.openedBy == fact.Commit || earlier(a, b) >= 0 {
		return false
	}
	d, e := p.c.d, q.c.d
	if d.Agent != e.Agent || d.Person != e.Person || d.Repo.Key == "" || d.Repo.Key != e.Repo.Key {
		return false
	}
	if wait := q.start - a.cleared.at; q.start == 0 || wait < 0 || wait > int64(MergeWithin) {
		return false
	}
	if p.c != q.c {
		// Side by side: one conversation was still going when the other began. What
		// the /clear itself opened begins with its own head.
		begin := nanos(e.Start)
		if a.cleared.by == q.c || begin == 0 {
			begin = q.start
		}
		if begin+int64(handOver) < nanos(d.End) {
			return false
		}
	}
	return true
}

// run is a session: chains that were merged, in order.
type run struct {
	chains []*chain
	then   *chain // the one that would have been next; nil: none
}

// run follows the merges from the chain with which a session begins.
func (g *graph) run(head *chain) *run {
	r := &run{chains: []*chain{head}}
	var files *fileSet // of all so far
	for {
		last := r.chains[len(r.chains)-1]
		n := g.successor(last)
		if n == nil || g.predecessor(n) != last {
			return r
		}
		if files == nil {
			files = &fileSet{edited: make(map[uint64]bool), read: make(map[uint64]bool)}
			files.join(head.touched())
		}
		if overlap(files.side(), n.touched().side()) < MergeOverlap {
			r.then = n
			return r
		}
		files.join(n.touched())
		r.chains = append(r.chains, n)
	}
}

func (s *fileSet) join(t *fileSet) {
	for h := range t.edited {
		s.edited[h] = true
	}
	for h := range t.read {
		s.read[h] = true
	}
}
