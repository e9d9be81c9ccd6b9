package link

import (
	"context"
	"math"
	"slices"
	"strings"

	"prism/internal/digest"
)

// Change names a row whose content is new, other than when it was last linked, or
// gone.
type Change struct {
	Row     string
	Was     []Mark // all marks that it had since it was last linked, but for those it has now
	Removed bool   // whatever the store still shows of it
}

// Outside is the usage of one row that belongs to no session.
type Outside struct {
	Row   string
	Bills []Bill // by time
}

// Result is what relinking came to.
type Result struct {
	Sessions []Linkage // that are new or may be other than before, each whole; by start, then id
	Dropped  []string  // ids of stored sessions that are no more
	Outside  []Outside // of every row whose usage may have moved, also where none is left
}

// Relink settles the sessions that changes of some conversations may have
// altered, given the sessions linked before: stored afterwards, they are what Link
// makes of all conversations at once, whatever the order and slicing of changes.
// It reads the changed conversations, those that share prompts with them, those
// that may be continued, closed or merged by them or did so before, and the
// sessions that these are in; of all others it takes the stored sessions as true.
func Relink(ctx context.Context, changed []Change, s Store) (Result, error) {
	g := newGraph(ctx, s)
	for _, c := range changed {
		if c.Removed {
			g.without[c.Row] = true
		}
	}
	t := tracing{graph: g, e: newEvaluation(g), rows: make(map[string]bool), families: make(map[*family]bool), starts: make(map[Mark]bool)}
	t.changes(changed)
	t.e.settle()
	var out Result
	ids := make(map[string]bool)
	for _, r := range t.e.runs() {
		x := g.session(r)
		ids[x.ID] = true
		out.Sessions = append(out.Sessions, x)
	}
	for _, id := range t.e.replaced(t.rows) {
		if !ids[id] {
			out.Dropped = append(out.Dropped, id)
		}
	}
	out.Outside = t.outside()
	if g.err != nil {
		return Result{}, g.err
	}
	sortSessions(out.Sessions)
	return out, nil
}

// tracing finds who may be affected by changes.
type tracing struct {
	*graph
	e        *evaluation
	rows     map[string]bool  // rows that changed, and their families before and after
	families map[*family]bool // those that are among rows
	starts   map[Mark]bool    // places and times already looked at for what began there
}

// changes seeds the evaluation with every piece whose session may be another.
func (t *tracing) changes(changed []Change) {
	var marks []Mark // of before, then also of now
	var keys []indexKey
	for _, c := range changed {
		t.rows[c.Row] = true
		for _, m := range c.Was {
			marks = append(marks, m)
			if related(m.Kind) {
				keys = append(keys, indexKey{m.Kind, m.Key})
			}
		}
	}
	t.ask(keys)
	rows := sortedRows(t.rows)
	for _, k := range keys {
		for _, h := range t.told[k] {
			rows = append(rows, h.Conversation)
		}
	}
	t.gather(rows)
	for _, row := range rows {
		t.relatives(row)
	}
	var families []*conv
	for _, row := range sortedRows(t.rows) {
		if c := t.conv(row); c != nil {
			families = append(families, c)
			marks = append(marks, Marks(c.d)...)
		}
	}
	pieces := t.continued(families, marks)
	byPiece := make(map[*conv]bool)
	for _, p := range pieces {
		t.e.seed(p)
		if !t.rows[p.c.row] && !byPiece[p.c] {
			byPiece[p.c] = true
			for _, m := range Marks(p.c.d) {
				if m.Kind != markEnd {
					marks = append(marks, m)
				}
			}
		}
		if p == p.c.last() {
			t.closable(p.c)
		}
	}
	for _, m := range marks {
		t.around(m)
	}
}

// relatives adds the family of a row.
func (t *tracing) relatives(row string) {
	c := t.conv(row)
	if c == nil || t.families[c.family] {
		return
	}
	t.families[c.family] = true
	for _, x := range c.family.all {
		t.rows[x.row] = true
	}
}

// continued returns the pieces whose continuation may be another: those of the
// families, those of the sessions that these were in, those that may go on with a
// plan of theirs, and all that compete with them.
func (t *tracing) continued(families []*conv, marks []Mark) []*piece {
	var list []*piece
	for _, c := range families {
		list = append(list, c.pieces...)
	}
	for _, s := range t.e.storedIn(sortedRows(t.rows)) {
		list = append(list, t.e.pieces(s)...)
	}
	firsts := func(convs []*conv) {
		for _, c := range convs {
			if p := c.first(); p != nil {
				list = append(list, p)
			}
		}
	}
	for _, m := range marks {
		switch m.Kind {
		case markID:
			firsts(t.convs(t.always(markNames, m.Key)))
		case markMade:
			firsts(t.takers(m.Key, m.At))
		}
	}
	var out []*piece
	seen := make(map[*piece]bool)
	for _, p := range list {
		if seen[p] {
			continue // with all of its group
		}
		t.join(p)
		for _, q := range p.group {
			if !seen[q] {
				seen[q] = true
				out = append(out, q)
			}
		}
	}
	return out
}

// around seeds what lies around one mark, of now or of before.
func (t *tracing) around(m Mark) {
	switch m.Kind {
	case markEnd:
		if t.closers(m.Key, m.At) == 0 {
			return // nobody was left here, nor is
		}
		for _, c := range t.lastBefore(m.Key, m.At) {
			t.closable(c)
		}
	case markCleared:
		for _, c := range t.lastBefore(m.Key, m.At+int64(handOver)) {
			t.closable(c)
		}
	case markStart:
		t.cleared(m.Key, m.At-int64(MergeWithin), m.At, t.chain)
		// Who comes next when this one does not.
		for _, h := range t.near(Query{Kind: markClose, Key: m.Key, From: m.At - int64(MergeWithin), To: m.At}) {
			t.begun(m.Key, h.At)
		}
	case markClose:
		t.begun(m.Key, m.At)
	}
}

// lastBefore returns the conversations of a folder that ended last at a moment:
// enough of them that one more or less, and one that may not be meant, decide
// among them.
func (t *tracing) lastBefore(key uint64, at int64) []*conv {
	const enough = 3
	var out []*conv
	for len(out) < enough {
		hits := t.nearest(Query{Kind: markEnd, Key: key, From: math.MinInt64, To: at, Nearest: Latest})
		if len(hits) == 0 {
			break
		}
		for _, c := range t.convs(hits) {
			if c.same == c {
				out = append(out, c)
			}
		}
		at = hits[0].At - 1
	}
	return out
}

// closable seeds the session that ends a conversation, and whoever may close it.
func (t *tracing) closable(c *conv) {
	if last := c.last(); last != nil {
		t.e.seed(last)
	}
	if canBeCleared(c.d) {
		for _, dir := range c.d.CWDs {
			t.closers(folderOf(c.d, dir), nanos(c.d.End))
		}
	}
	if by := t.closedAtHead(c).by; by != nil {
		t.opened(by)
	}
	for _, m := range Marks(c.d) {
		if m.Kind == markClose {
			t.begun(m.Key, m.At)
		}
	}
}

// closers seeds what was opened by the next that cleared a folder, and counts them.
func (t *tracing) closers(key uint64, end int64) int {
	const enough = 3
	list := t.convs(t.near(Query{Kind: markCleared, Key: key, From: end - int64(handOver), To: math.MaxInt64, Nearest: Earliest, Limit: enough}))
	for _, c := range list {
		t.opened(c)
	}
	return len(list)
}

// opened seeds what a /clear at the head of c opened.
func (t *tracing) opened(c *conv) {
	if p := c.first(); p != nil {
		t.e.seed(p)
	}
	if len(c.d.Turns) == 0 && c.d.Repo.Key != "" {
		t.begun(placeOf(c.d), nanos(headClear(c.d)))
	}
}

// begun seeds what began in a place within the time in which sessions are merged.
func (t *tracing) begun(place uint64, at int64) {
	k := Mark{Key: place, At: at}
	if t.starts[k] {
		return
	}
	t.starts[k] = true
	for _, c := range t.openings(t.near(Query{Kind: markStart, Key: place, From: at, To: at + int64(MergeWithin)})) {
		t.chain(c)
	}
}

func (t *tracing) chain(c *chain) { t.e.seed(c.first()) }

// outside lists the usage in no session of all rows that were touched.
func (t *tracing) outside() []Outside {
	bills := make(map[string][]placed)
	byDigest := make(map[*digest.Digest]string)
	seen := make(map[*family]bool)
	for row := range t.rows {
		c := t.conv(row)
		if c == nil {
			bills[row] = nil
			continue
		}
		if seen[c.family] {
			continue
		}
		seen[c.family] = true
		for _, x := range c.family.all {
			byDigest[x.d] = x.row
			if _, known := bills[x.row]; !known {
				bills[x.row] = nil // told also where none is left
			}
		}
		for _, b := range c.family.out {
			r := byDigest[b.bill.Digest]
			bills[r] = append(bills[r], b)
		}
	}
	var out []Outside
	for row, list := range bills {
		slices.SortFunc(list, inTime)
		o := Outside{Row: row}
		for _, b := range list {
			o.Bills = append(o.Bills, b.bill)
		}
		out = append(out, o)
	}
	slices.SortFunc(out, func(a, b Outside) int { return strings.Compare(a.Row, b.Row) })
	return out
}
