package link

import (
	"cmp"
	"context"
	"math"
	"slices"
	"strings"

	"prism/internal/digest"
	"prism/internal/fact"
	"prism/internal/hash"
)

// graph is what has been looked at of the conversations, their pieces and what
// leads from one to the other. Each answer follows from the rows and marks alone
// and is worked out when first asked for, so that a question about one session
// reads only what that session rests on.
type graph struct {
	ctx     context.Context
	store   Store
	err     error // the first of the store; answers after it mean nothing
	without map[string]bool
	rows    map[string]*conv   // nil: there is none
	told    map[indexKey][]Hit // all marks of a key
}

func newGraph(ctx context.Context, s Store) *graph {
	return &graph{ctx: ctx, store: s, without: make(map[string]bool), rows: make(map[string]*conv), told: make(map[indexKey][]Hit)}
}

// conv is one row.
type conv struct {
	row    string
	d      *digest.Digest
	family *family
	same   *conv // the row that stands for it: itself, or an equal record
	index  int   // in family.kept
	pieces []*piece
	at     []*piece // turn index → its piece; nil for a turn of another's

	moments moments // when its pieces begin and are cleared, once somebody asks

	closed   bool // closing is known
	closing  closing
	targeted bool // target is known
	target   *conv
}

// inOrder is the one order of conversations in which ties are settled.
func inOrder(a, b *conv) int {
	return cmp.Or(cmp.Compare(a.d.ID, b.d.ID), cmp.Compare(a.d.Agent, b.d.Agent), cmp.Compare(a.d.Person, b.d.Person),
		cmp.Compare(a.d.File, b.d.File), cmp.Compare(a.row, b.row))
}

// family is all conversations that share prompts or an id, directly or over
// others. What a resume or fork copied is settled within it.
type family struct {
	all  []*conv
	kept []*conv // without repetitions, in order
	own  *ownership
	out  []placed // bills in no session

	goers map[*piece][]*piece // by piece, who goes on with it by a copy or a plan; nil: not known yet
}

// near asks the index, and leaves out the rows that are no more.
func (g *graph) near(asked ...Query) []Hit {
	if g.err != nil || len(asked) == 0 {
		return nil
	}
	hits, err := g.store.Near(g.ctx, asked)
	if err != nil {
		g.err = err
		return nil
	}
	return slices.DeleteFunc(hits, func(h Hit) bool { return g.without[h.Conversation] })
}

// always returns all marks of a kind and key.
func (g *graph) always(kind uint8, key uint64) []Hit {
	k := indexKey{kind, key}
	g.ask([]indexKey{k})
	return g.told[k]
}

// ask finds out all marks of some keys, with one question to the store.
func (g *graph) ask(keys []indexKey) {
	var open []indexKey
	var queries []Query
	for _, k := range keys {
		if _, ok := g.told[k]; !ok {
			g.told[k] = nil
			open = append(open, k)
			queries = append(queries, Query{Kind: k.kind, Key: k.key, From: math.MinInt64, To: math.MaxInt64})
		}
	}
	for _, h := range g.near(queries...) {
		g.told[open[h.Query]] = append(g.told[open[h.Query]], h)
	}
}

// conv returns a row with its family; nil where there is none.
func (g *graph) conv(row string) *conv {
	g.gather([]string{row})
	return g.rows[row]
}

// convs returns the rows that were hit, each once, in order.
func (g *graph) convs(hits []Hit) []*conv {
	rows := make([]string, len(hits))
	for i, h := range hits {
		rows[i] = h.Conversation
	}
	g.gather(rows)
	var out []*conv
	seen := make(map[*conv]bool, len(hits))
	for _, h := range hits {
		if c := g.conv(h.Conversation); c != nil && !seen[c] {
			seen[c] = true
			out = append(out, c)
		}
	}
	slices.SortFunc(out, inOrder)
	return out
}

// load reads rows that were not read yet and returns those that there are.
func (g *graph) load(rows []string) []*conv {
	var ask []string
	for _, r := range rows {
		if _, ok := g.rows[r]; !ok && !g.without[r] {
			ask = append(ask, r)
		}
		if _, ok := g.rows[r]; !ok {
			g.rows[r] = nil
		}
	}
	if len(ask) == 0 || g.err != nil {
		return nil
	}
	found, err := g.store.Load(g.ctx, ask)
	if err != nil {
		g.err = err
		return nil
	}
	var out []*conv
	for _, r := range found {
		if r.Digest == nil || g.rows[r.ID] != nil {
			continue
		}
		c := &conv{row: r.ID, d: r.Digest}
		c.same, c.family = c, &family{all: []*conv{c}}
		g.rows[r.ID] = c
		out = append(out, c)
	}
	return out
}

// gather reads the families of rows: whoever shares a prompt or an id with one of
// them, with those, and so on. Of many rows it asks together.
func (g *graph) gather(rows []string) {
	var all []*conv
	first := make(map[indexKey]*conv) // of those that share a key
	for fresh := g.load(rows); len(fresh) > 0; {
		var shared, keys []indexKey
		for _, c := range fresh {
			for _, m := range Marks(c.d) {
				k := indexKey{m.Kind, m.Key}
				switch of := first[k]; {
				case !related(m.Kind):
				case of != nil:
					unite(of, c)
				default:
					first[k] = c
					shared = append(shared, k)
				}
			}
			keys = append(keys, indexKey{markNames, hash.Of(c.d.ID)}) // heirs asks for them
		}
		g.ask(append(keys, shared...))
		var next []string
		for _, k := range shared {
			for _, h := range g.told[k] {
				next = append(next, h.Conversation)
			}
		}
		all = append(all, fresh...)
		fresh = g.load(next)
		for _, k := range shared {
			for _, h := range g.told[k] {
				if c := g.rows[h.Conversation]; c != nil && c.family.own == nil {
					unite(first[k], c)
				}
			}
		}
	}
	for _, c := range all {
		if c.family.own == nil {
			g.settle(c.family)
		}
	}
}

// unite makes one family of those of two conversations.
func unite(a, b *conv) {
	f, of := a.family, b.family
	if len(f.all) < len(of.all) {
		f, of = of, f
	}
	if f == of {
		return
	}
	for _, c := range of.all {
		c.family = f
	}
	f.all = append(f.all, of.all...)
}

// settle decides inside a family what repeats, who owns what, and makes the pieces.
func (g *graph) settle(f *family) {
	slices.SortFunc(f.all, inOrder)
	for _, c := range f.all {
		if n := len(f.kept); n > 0 && sameRecord(f.kept[n-1].d, c.d) {
			c.same = f.kept[n-1]
			continue
		}
		c.index = len(f.kept)
		f.kept = append(f.kept, c)
	}
	digests := make([]*digest.Digest, len(f.kept))
	for i, c := range f.kept {
		digests[i] = c.d
	}
	f.own = settleOwners(digests)
	for _, c := range f.kept {
		c.split()
	}
	f.bill()
}

// sameRecord reports whether two digests tell the same conversation from equal
// files: one read twice, over two paths.
func sameRecord(a, b *digest.Digest) bool {
	return a.ID == b.ID && a.Agent == b.Agent && len(a.Turns) == len(b.Turns) && slices.Equal(a.Lines, b.Lines) &&
		slices.EqualFunc(a.Usage, b.Usage, func(u, v digest.Usage) bool { return u.Key == v.Key && u.Tokens == v.Tokens })
}

func (c *conv) owns(turn int) bool { return c.family.own.owns(c.index, turn) }

// first and last piece of a conversation; nil where it has none.
func (c *conv) first() *piece {
	if len(c.pieces) == 0 {
		return nil
	}
	return c.pieces[0]
}

func (c *conv) last() *piece {
	if len(c.pieces) == 0 {
		return nil
	}
	return c.pieces[len(c.pieces)-1]
}

// piece is a draft without the turns that belong to another conversation.
type piece struct {
	c                  *conv
	index              int // in c.pieces
	draft              int
	mark               digest.DraftMark
	runs               []Run
	openedBy, closedBy fact.Boundary // as the conversation alone tells
	clearedAt          int64         // when closedBy is /clear
	start, end         int64
	whole              bool // every turn of the draft
	automated          bool
	bills              []placed

	linked     bool // prev and next are known
	prev, next *piece
	group      []*piece // all whose continuation was settled together
	edged      bool     // edges are known
	edges      []edge
	chain      *chain
}

// before is the order of pieces by time.
func before(a, b *piece) int {
	return cmp.Or(cmp.Compare(a.start, b.start), byPlace(a, b))
}

func byPlace(a, b *piece) int { return cmp.Or(inOrder(a.c, b.c), cmp.Compare(a.index, b.index)) }

// split makes the pieces of a conversation.
func (c *conv) split() {
	c.at = make([]*piece, len(c.d.Turns))
	for n, m := range draftsOf(c.d) {
		c.cutOut(n, m)
	}
}

func (c *conv) cutOut(n int, m digest.DraftMark) {
	d := c.d
	p := &piece{c: c, draft: n, mark: m, openedBy: m.OpenedBy, closedBy: m.ClosedBy, whole: true, automated: true}
	living := false
	for t := m.First - 1; t < m.Last; t++ {
		if !c.owns(t) {
			p.whole = false
			continue
		}
		x := &d.Turns[t]
		if k := len(p.runs); k > 0 && p.runs[k-1].Last == t {
			p.runs[k-1].Last = t + 1
		} else {
			p.runs = append(p.runs, Run{Digest: d, Row: c.row, First: t + 1, Last: t + 1})
		}
		if at := nanos(x.Start); p.start == 0 || at != 0 && at < p.start {
			p.start = at
		}
		p.end = max(p.end, nanos(x.End))
		if !x.Abandoned {
			living = true
			p.automated = p.automated && x.Automated
		}
	}
	if len(p.runs) == 0 {
		return
	}
	if p.closedBy == fact.Clear {
		p.clearedAt = nanos(draftCleared(d, m))
	}
	if last := c.last(); !living && last != nil {
		// Nothing here is alive: what it cost is the earlier session's.
		last.runs = append(last.runs, p.runs...)
		last.whole = false
		last.closedBy, last.clearedAt = p.closedBy, p.clearedAt
		c.mark(p.runs, last)
		return
	}
	if !living {
		p.automated = d.Automated
	}
	if !p.whole && !c.owns(m.First-1) {
		p.openedBy = fact.NoBoundary // its beginning is another's
	}
	p.index = len(c.pieces)
	c.pieces = append(c.pieces, p)
	c.mark(p.runs, p)
}

func (c *conv) mark(runs []Run, p *piece) {
	for _, r := range runs {
		for t := r.First - 1; t < r.Last; t++ {
			c.at[t] = p
		}
	}
}

// opens reports whether a piece begins where its draft does: what goes on from
// copied lines is not the next session of anything.
func (p *piece) opens() bool {
	return p.start != 0 && p.start == nanos(draftStart(p.c.d, p.mark))
}

// placed is a bill and the order in which its message was met.
type placed struct {
	bill Bill
	seen *conv
	at   int
}

func inOrderMet(a, b placed) int {
	return cmp.Or(inOrder(a.seen, b.seen), cmp.Compare(a.at, b.at))
}

// slot is where one API message was seen in a family.
type slot struct {
	d, u   int // conversation and entry with the figures that count
	pd, pu int // conversation and entry that say where it belongs
	sd, su int // conversation and entry where it was met first
	rank   int
	first  int64 // time of its first line
}

// bill counts every API message once and gives it to the piece it stands in: to
// the conversation that owns its turn; where only a copied turn has it, to the
// owner's piece of that turn; before any prompt it lies outside.
func (f *family) bill() {
	n := 0
	for _, c := range f.kept {
		n += len(c.d.Usage)
	}
	at := make(map[uint64]int, n)
	slots := make([]slot, 0, n)
	for i, c := range f.kept {
		for k := range c.d.Usage {
			u := &c.d.Usage[k]
			rank := 2
			if u.Turn > 0 {
				rank = 0
				if c.at[u.Turn-1] == nil {
					rank = 1
				}
			}
			j, ok := at[u.Key]
			if !ok {
				at[u.Key] = len(slots)
				slots = append(slots, slot{i, k, i, k, i, k, rank, u.Time})
				continue
			}
			s := &slots[j]
			if better(u, &f.kept[s.d].d.Usage[s.u]) {
				s.d, s.u = i, k
			}
			if rank < s.rank {
				s.pd, s.pu, s.rank = i, k, rank
			}
			if u.Time != 0 && (s.first == 0 || u.Time < s.first) {
				s.first = u.Time
			}
		}
	}
	for i := range slots {
		s := &slots[i]
		from := f.kept[s.d].d
		b := placed{seen: f.kept[s.sd], at: s.su, bill: Bill{Digest: f.kept[s.pd].d, from: from, usage: &from.Usage[s.u], first: s.first}}
		if p := f.pieceOf(s); p != nil {
			p.bills = append(p.bills, b)
		} else {
			f.out = append(f.out, b)
		}
	}
}

func (f *family) pieceOf(s *slot) *piece {
	c := f.kept[s.pd]
	turn := int(c.d.Usage[s.pu].Turn)
	if turn == 0 {
		return nil
	}
	if p := c.at[turn-1]; p != nil {
		return p
	}
	places := f.own.copies[c.d.Turns[turn-1].Key]
	if len(places) == 0 {
		return nil
	}
	return f.kept[places[0].digest].at[places[0].turn]
}

// better reports whether of two lines of one API message u is the one that counts.
func better(u, old *digest.Usage) bool {
	if u.Nested != old.Nested {
		return old.Nested
	}
	if n, m := u.Tokens.Total(), old.Tokens.Total(); n != m {
		return n > m
	}
	return u.Last > old.Last
}

// sortedRows is a set of rows in order.
func sortedRows(set map[string]bool) []string {
	out := make([]string, 0, len(set))
	for r := range set {
		out = append(out, r)
	}
	slices.SortFunc(out, strings.Compare)
	return out
}
