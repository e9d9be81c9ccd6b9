package link

import (
	"cmp"
	"math"
	"slices"

	"prism/internal/hash"
	"prism/internal/transcript"
)

// edge is a candidate: succ continues pred.
type edge struct {
	pred, succ *piece
	at         int64
}

// join settles which pieces p continues and is continued by (DESIGN.md, Sessions 4
// and 7): plans handed on, and copies made by resume whose own turns go on. Of
// several successors the first by time continues, so all that compete for one
// predecessor, directly or over others, are settled together.
func (g *graph) join(p *piece) {
	if p.linked {
		return
	}
	var edges []edge
	seen := map[*piece]bool{p: true}
	group := []*piece{p}
	meet := func(q *piece) {
		if !seen[q] {
			seen[q] = true
			group = append(group, q)
		}
	}
	for i := 0; i < len(group); i++ {
		for _, e := range g.continues(group[i]) {
			edges = append(edges, e)
			meet(e.pred)
		}
		for _, s := range g.heirs(group[i]) {
			meet(s)
		}
	}
	slices.SortStableFunc(edges, func(a, b edge) int {
		return cmp.Or(cmp.Compare(a.at, b.at), byPlace(a.succ, b.succ), byPlace(a.pred, b.pred))
	})
	// What was joined so far are lines of pieces: a predecessor ends one, a successor
	// begins one, and these must be two.
	first, last := make(map[*piece]*piece), make(map[*piece]*piece) // by the last of its line, and by the first
	other := func(of map[*piece]*piece, q *piece) *piece {
		if x := of[q]; x != nil {
			return x
		}
		return q
	}
	for _, e := range edges {
		if e.pred.next != nil || e.succ.prev != nil {
			continue
		}
		if head, end := other(first, e.pred), other(last, e.succ); end != e.pred {
			e.pred.next, e.succ.prev = e.succ, e.pred
			first[end], last[head] = head, end
		}
	}
	for _, q := range group {
		q.linked, q.group = true, group
	}
}

// continues returns what a piece may continue: only the first of a conversation
// continues anything, and only what the same person began. Whose session it is sees all
// of it.
func (g *graph) continues(s *piece) []edge {
	if s.edged {
		return s.edges
	}
	s.edged = true
	if s.index != 0 {
		return nil
	}
	own := func(p *piece) bool { return p != nil && p.c.d.Person == s.c.d.Person }
	if p := g.planner(s.c); own(p) {
		s.edges = append(s.edges, edge{p, s, nanos(s.c.d.Turns[0].Start)})
	}
	if p := s.c.resumed(); own(p) {
		s.edges = append(s.edges, edge{p, s, s.start})
	}
	return s.edges
}

// planner is the piece that made the plan with which a conversation opens: of the
// conversation whose transcript the prompt names, else of the latest in the same
// repository that ended on that plan, refused without a word.
func (g *graph) planner(c *conv) *piece {
	d := c.d
	if len(c.pieces) == 0 || len(d.Turns) == 0 || !c.owns(0) || d.Head.PlanKey == 0 && d.Head.Transcript == "" {
		return nil
	}
	start := nanos(d.Turns[0].Start)
	if p := g.named(c, start); p != nil {
		return p
	}
	if d.Head.PlanKey == 0 || d.Turns[0].Origin != transcript.PlanHand {
		return nil
	}
	made := g.latest(markMade, planOf(d, d.Head.PlanKey), start+int64(handOver), func(m *conv) bool {
		return m != c && m.same == m && len(m.pieces) > 0 && m.d.Person == d.Person
	})
	if made == nil {
		return nil
	}
	return made.last()
}

// latest is the conversation with the latest mark at or before a moment that will
// do; of several at the same the first in order. nil: none.
func (g *graph) latest(kind uint8, key uint64, to int64, do func(*conv) bool) *conv {
	for {
		hits := g.nearest(Query{Kind: kind, Key: key, From: math.MinInt64, To: to, Nearest: Latest})
		if len(hits) == 0 {
			return nil
		}
		for _, c := range g.convs(hits) {
			if do(c) {
				return c
			}
		}
		if to = hits[0].At - 1; hits[0].At == math.MinInt64 {
			return nil
		}
	}
}

// nearest returns all hits at the one moment that is nearest.
func (g *graph) nearest(q Query) []Hit {
	q.Limit = 1
	for {
		if g.err != nil {
			return nil
		}
		first, err := g.store.Near(g.ctx, []Query{q})
		if err != nil {
			g.err = err
		}
		if len(first) == 0 || g.err != nil {
			return nil
		}
		at := first[0].At
		if hits := g.near(Query{Kind: q.Kind, Key: q.Key, From: at, To: at}); len(hits) > 0 {
			return hits
		}
		// Only rows that are no more.
		if q.Nearest == Latest {
			q.To = at - 1
		} else {
			q.From = at + 1
		}
	}
}

// named is the piece of the conversation whose transcript the head of c names: the
// one that was running when c began. nil when it was not read.
func (g *graph) named(c *conv, start int64) *piece {
	id := namedConversation(c.d)
	if id == "" {
		return nil
	}
	for _, j := range g.convs(g.always(markID, hash.Of(id))) {
		if j == c || j.same != j || j.d.Agent != c.d.Agent {
			continue
		}
		var best *piece
		for _, p := range j.pieces {
			if best == nil || p.start <= start && p.start != 0 {
				best = p
			}
		}
		if best != nil {
			return best
		}
	}
	return nil
}

// resumed finds what a conversation that begins with copied turns goes on from: the
// session of the last copied turn, unless the original itself goes on past that
// point.
func (c *conv) resumed() *piece {
	own := c.family.own
	if len(own.copies) == 0 || len(c.pieces) == 0 {
		return nil
	}
	first := c.pieces[0]
	t := first.runs[0].First - 2 // the turn before its first own one
	if t < 0 || c.owns(t) || t < first.mark.First-1 {
		return nil // own from the start, or a boundary lies between
	}
	places := own.copies[c.d.Turns[t].Key]
	if len(places) == 0 {
		return nil
	}
	owner := c.family.kept[places[0].digest]
	if owner.goesOn(places[0].turn) {
		return nil
	}
	return owner.at[places[0].turn]
}

// goesOn reports whether a conversation has living turns of its own after one.
func (c *conv) goesOn(turn int) bool {
	for t := turn + 1; t < len(c.d.Turns); t++ {
		if c.owns(t) && !c.d.Turns[t].Abandoned {
			return true
		}
	}
	return false
}

// heirs returns the pieces that may continue p.
func (g *graph) heirs(p *piece) []*piece {
	c := p.c
	candidates := g.convs(g.always(markNames, hash.Of(c.d.ID)))
	if makesPlan(c.d) && p == c.last() {
		candidates = append(candidates, g.takers(planOf(c.d, c.d.Tail.PlanKey), nanos(c.d.End))...)
	}
	var out []*piece
	for _, x := range candidates {
		if s := x.first(); s != nil && slices.ContainsFunc(g.continues(s), func(e edge) bool { return e.pred == p }) {
			out = append(out, s)
		}
	}
	if len(c.family.own.copies) > 0 {
		out = append(out, g.goOn(c.family)[p]...)
	}
	return out
}

// goOn tells of a family, by piece, which pieces of it continue that one.
func (g *graph) goOn(f *family) map[*piece][]*piece {
	if f.goers == nil {
		f.goers = make(map[*piece][]*piece)
		for _, x := range f.kept {
			if s := x.first(); s != nil {
				for _, e := range g.continues(s) {
					f.goers[e.pred] = append(f.goers[e.pred], s)
				}
			}
		}
	}
	return f.goers
}

// takers returns who may go on with a plan made by a conversation that ended at a
// moment: whoever began after it, but for those that a later maker is nearer to. Another
// person's plan of the same words has another key.
func (g *graph) takers(key uint64, end int64) []*conv {
	var out []*conv
	to := int64(math.MaxInt64)
	for at := end; at < math.MaxInt64; {
		hits := g.nearest(Query{Kind: markMade, Key: key, From: at + 1, To: math.MaxInt64, Nearest: Earliest})
		if len(hits) == 0 {
			break
		}
		at = hits[0].At
		for _, m := range g.convs(hits) {
			if m.same == m && len(m.pieces) > 0 {
				out = append(out, m) // it does not go on with its own
				to = at - int64(handOver) - 1
			}
		}
		if len(out) > 0 {
			break
		}
	}
	return append(out, g.convs(g.near(Query{Kind: markTaken, Key: key, From: end - int64(handOver), To: to}))...)
}
