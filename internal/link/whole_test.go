package link

import (
	"context"
	"fmt"
	"slices"
	"time"

	"prism/internal/digest"
)

// Link joins the digests of many conversations into sessions: copied lines are
// given to their owners, conversations that go on in another are continued, what
// /clear closed is merged again where the rule says so, ids and states are set.
// The order of the digests changes nothing. now decides which sessions are open;
// what ended in its future, or with a zero now, is provisional.
func Link(digests []*digest.Digest, now time.Time) Linked {
	all := make(memory, len(digests))
	var index Index
	for i, d := range digests {
		row := fmt.Sprintf("%08x", i)
		all[row] = d
		index.Set(row, Marks(d))
	}
	g := newGraph(context.Background(), everything{&index, all})
	e := newEvaluation(g)
	for row := range all {
		for _, p := range g.conv(row).pieces {
			e.seed(p)
		}
	}
	e.settle()
	var out Linked
	for _, r := range e.runs() {
		s := g.session(r)
		s.State = s.stateAt(now)
		out.Sessions = append(out.Sessions, s)
	}
	sortSessions(out.Sessions)
	var outside []placed
	for row := range all {
		if c := g.conv(row); c.family.kept[0] == c {
			outside = append(outside, c.family.out...)
		}
	}
	slices.SortFunc(outside, inTime)
	for _, b := range outside {
		out.Outside = append(out.Outside, b.bill)
	}
	return out
}

// memory is all rows there are, by their names.
type memory map[string]*digest.Digest

// everything is a Store that was never linked.
type everything struct {
	*Index
	rows memory
}

// Load implements Store.
func (e everything) Load(_ context.Context, rows []string) ([]Row, error) {
	var out []Row
	for _, r := range rows {
		if d := e.rows[r]; d != nil {
			out = append(out, Row{r, d})
		}
	}
	return out, nil
}

// Sessions implements Store.
func (everything) Sessions(context.Context, []string) ([]Stored, error) { return nil, nil }
