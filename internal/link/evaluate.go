package link

import "slices"

// evaluation settles the sessions of the pieces it is seeded with. Merges chain, so
// that what a session is may rest on all that was merged into it before: it is
// followed from where it begins, and where that is not itself in question, the
// stored session tells where that is. A session that comes out otherwise takes
// along those that it was or is now made of, until nothing moves.
type evaluation struct {
	g       *graph
	seeds   map[*piece]bool
	queue   []*piece
	done    map[*chain]*run
	stored  map[string][]Stored           // by row
	known   map[string]bool               // sessions that were looked through
	holding map[*conv]map[*piece][]Stored // by piece, of the conversations that were asked for
}

func newEvaluation(g *graph) *evaluation {
	return &evaluation{g: g, seeds: make(map[*piece]bool), done: make(map[*chain]*run), stored: make(map[string][]Stored), known: make(map[string]bool), holding: make(map[*conv]map[*piece][]Stored)}
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
		seen := make(map[*chain]bool)
		for _, p := range e.queue {
			c := e.g.chainOf(p)
			if seen[c] {
				continue
			}
			seen[c] = true
			chains = append(chains, c)
			for _, q := range c.pieces {
				e.seeds[q] = true
			}
		}
		e.queue = nil
		e.load(rowsOf(chains))
		slices.SortFunc(chains, earlier)
		for _, c := range chains {
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
	e.load(rowsOf(r.chains)) // at once: a session of many rows is told of for each that asks alone
	for _, c := range r.chains {
		for _, p := range c.pieces {
			for _, s := range e.storedWith(p) {
				if e.known[s.ID] {
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

// rowsOf are the rows that chains have pieces in.
func rowsOf(chains []*chain) []string {
	var rows []string
	for _, c := range chains {
		for _, p := range c.pieces {
			if n := len(rows); n == 0 || rows[n-1] != p.c.row {
				rows = append(rows, p.c.row)
			}
		}
	}
	return rows
}

// storedWith returns the stored sessions that have turns of a piece.
func (e *evaluation) storedWith(p *piece) []Stored {
	of, known := e.holding[p.c]
	if !known {
		of = make(map[*piece][]Stored)
		for _, s := range e.storedIn([]string{p.c.row}) {
			last := (*piece)(nil)
			for _, x := range s.Parts {
				if x.Row != p.c.row {
					continue
				}
				for _, q := range p.c.within(x) {
					if q != last {
						of[q] = append(of[q], s)
					}
					last = q
				}
			}
		}
		e.holding[p.c] = of
	}
	return of[p]
}

// within are the pieces that have turns of a part of the same row, each once.
func (c *conv) within(x Part) []*piece {
	var out []*piece
	for t := max(x.First, 1) - 1; t < min(x.Last, len(c.at)); t++ {
		if p := c.at[t]; p != nil && (len(out) == 0 || out[len(out)-1] != p) {
			out = append(out, p)
		}
	}
	return out
}

// load asks for the stored sessions with a part in any of the rows.
func (e *evaluation) load(rows []string) {
	var ask []string
	for _, r := range rows {
		if _, ok := e.stored[r]; !ok {
			e.stored[r] = nil
			ask = append(ask, r)
		}
	}
	if len(ask) == 0 || e.g.err != nil {
		return
	}
	found, err := e.g.store.Sessions(e.g.ctx, ask)
	if err != nil {
		e.g.err = err
	}
	asked := make(map[string]bool, len(ask))
	for _, row := range ask {
		asked[row] = true
	}
	for _, s := range found {
		seen := make(map[string]bool)
		for _, p := range s.Parts {
			if asked[p.Row] && !seen[p.Row] {
				seen[p.Row] = true
				e.stored[p.Row] = append(e.stored[p.Row], s)
			}
		}
	}
}

// storedIn returns the stored sessions with a part in any of the rows.
func (e *evaluation) storedIn(rows []string) []Stored {
	e.load(rows)
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
	seen := make(map[*piece]bool)
	for _, x := range s.Parts {
		c := e.g.conv(x.Row)
		if c == nil {
			continue
		}
		for _, p := range c.within(x) {
			if !seen[p] {
				seen[p] = true
				out = append(out, p)
			}
		}
	}
	return out
}

// storedAt is the stored session that a chain's beginning is in.
func (e *evaluation) storedAt(c *chain) (Stored, bool) {
	if with := e.storedWith(c.first()); len(with) > 0 {
		return with[0], true
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
