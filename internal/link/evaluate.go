package link

import "slices"

// evaluation settles the sessions of the pieces it is seeded with. Merges chain, so
// that what a session is may rest on all that was merged into it before: it is
// followed from where it begins, and where that is not itself in question, the
// stored session tells where that is. A session that comes out otherwise takes
// along those that it was or is now made of, until nothing moves.
type evaluation struct {
	g      *graph
	seeds  map[*piece]bool
	queue  []*piece
	done   map[*chain]*run
	stored map[string][]Stored // by row
	known  map[string]bool     // sessions that were looked through
}

func newEvaluation(g *graph) *evaluation {
	return &evaluation{g: g, seeds: make(map[*piece]bool), done: make(map[*chain]*run), stored: make(map[string][]Stored), known: make(map[string]bool)}
}

func (e *evaluation) seed(p *piece) {
	if !e.seeds[p] {
		e.seeds[p] = true
		e.queue = append(e.queue, p)
	}
}

// questioned reports whether any piece of a chain was seeded.
func (e *evaluation) questioned(c *chain) bool {
	return slices.ContainsFunc(c.pieces, func(p *piece) bool { return e.seeds[p] })
}

// settle evaluates until no seed is left.
func (e *evaluation) settle() {
	for len(e.queue) > 0 && e.g.err == nil {
		var chains []*chain
		for _, p := range e.queue {
			c := e.g.chainOf(p)
			chains = append(chains, c)
			for _, q := range c.pieces {
				e.seeds[q] = true
			}
		}
		e.queue = nil
		slices.SortFunc(chains, earlier)
		for _, c := range slices.Compact(chains) {
			if e.done[c] == nil {
				e.follow(e.head(c))
			}
		}
	}
}

// head is the chain with which the session of c begins.
func (e *evaluation) head(c *chain) *chain {
	for h := c; ; {
		p := e.g.predecessor(h)
		if p == nil {
			return h
		}
		if r := e.done[p]; r != nil {
			return r.chains[0]
		}
		if !e.questioned(p) {
			s, ok := e.storedAt(p)
			if !ok {
				return h // not linked yet: it will take along what follows
			}
			if head := e.begins(s, p); head != nil {
				return head
			}
		}
		h = p
	}
}

// begins is the chain with which a stored session begins, if p is still reached
// from there and none of it is in question.
func (e *evaluation) begins(s Stored, p *chain) *chain {
	var head *chain
	for _, q := range e.pieces(s) {
		c := e.g.chainOf(q)
		if head == nil {
			head = c
		}
		if e.questioned(c) {
			return nil
		}
		if c == p {
			return head
		}
	}
	return nil
}

// follow evaluates sessions from a chain on, as long as they are in question or
// begin where none began before.
func (e *evaluation) follow(head *chain) {
	for head != nil {
		r := e.g.run(head)
		for _, c := range r.chains {
			if old := e.done[c]; old != nil && old != r {
				e.undo(old)
			}
			e.done[c] = r
		}
		e.replace(r)
		n := r.then
		if n == nil || e.done[n] != nil && e.done[n].chains[0] == n || !e.questioned(n) && e.beganBefore(n) {
			return
		}
		head = n
	}
}

// undo takes back a session that was evaluated from a wrong beginning.
func (e *evaluation) undo(r *run) {
	for _, c := range r.chains {
		if e.done[c] == r {
			delete(e.done, c)
			e.queue = append(e.queue, c.first())
		}
	}
}

// replace seeds all pieces of the stored sessions of which a run took some.
func (e *evaluation) replace(r *run) {
	for _, c := range r.chains {
		for _, p := range c.pieces {
			for _, s := range e.storedIn([]string{p.c.row}) {
				if e.known[s.ID] || !slices.ContainsFunc(s.Parts, func(x Part) bool { return x.Row == p.c.row && p.meets(x) }) {
					continue
				}
				e.known[s.ID] = true
				for _, q := range e.pieces(s) {
					e.seed(q)
				}
			}
		}
	}
}

// meets reports whether a piece has turns of a part of the same row.
func (p *piece) meets(x Part) bool {
	return slices.ContainsFunc(p.runs, func(r Run) bool { return r.First <= x.Last && x.First <= r.Last })
}

// storedIn returns the stored sessions with a part in any of the rows.
func (e *evaluation) storedIn(rows []string) []Stored {
	var ask []string
	for _, r := range rows {
		if _, ok := e.stored[r]; !ok {
			e.stored[r] = nil
			ask = append(ask, r)
		}
	}
	if len(ask) > 0 && e.g.err == nil {
		found, err := e.g.store.Sessions(e.g.ctx, ask)
		if err != nil {
			e.g.err = err
		}
		for _, s := range found {
			var rows []string
			for _, p := range s.Parts {
				if slices.Contains(ask, p.Row) && !slices.Contains(rows, p.Row) {
					rows = append(rows, p.Row)
					e.stored[p.Row] = append(e.stored[p.Row], s)
				}
			}
		}
	}
	var out []Stored
	seen := make(map[string]bool)
	for _, r := range rows {
		for _, s := range e.stored[r] {
			if !seen[s.ID] {
				seen[s.ID] = true
				out = append(out, s)
			}
		}
	}
	return out
}

// pieces returns what a stored session's parts are made of now.
func (e *evaluation) pieces(s Stored) []*piece {
	var out []*piece
	for _, x := range s.Parts {
		c := e.g.conv(x.Row)
		if c == nil {
			continue
		}
		for _, p := range c.pieces {
			if p.meets(x) && !slices.Contains(out, p) {
				out = append(out, p)
			}
		}
	}
	return out
}

// storedAt is the stored session that a chain's beginning is in.
func (e *evaluation) storedAt(c *chain) (Stored, bool) {
	p := c.first()
	for _, s := range e.storedIn([]string{p.c.row}) {
		if slices.ContainsFunc(s.Parts, func(x Part) bool { return x.Row == p.c.row && p.meets(x) }) {
			return s, true
		}
	}
	return Stored{}, false
}

// beganBefore reports whether a stored session begins with a chain.
func (e *evaluation) beganBefore(c *chain) bool {
	p := c.first()
	s, ok := e.storedAt(c)
	return ok && s.Parts[0].Row == p.c.row && s.Parts[0].First == p.runs[0].First
}

// runs are the sessions evaluated, each once.
func (e *evaluation) runs() []*run {
	var out []*run
	for c, r := range e.done {
		if r.chains[0] == c {
			out = append(out, r)
		}
	}
	slices.SortFunc(out, func(a, b *run) int { return earlier(a.chains[0], b.chains[0]) })
	return out
}

// replaced lists the stored sessions that the evaluation speaks about: those it
// took pieces of, and all of the rows given.
func (e *evaluation) replaced(rows map[string]bool) []string {
	ids := make(map[string]bool)
	for id := range e.known {
		ids[id] = true
	}
	for _, s := range e.storedIn(sortedRows(rows)) {
		ids[s.ID] = true
	}
	return sortedRows(ids)
}
