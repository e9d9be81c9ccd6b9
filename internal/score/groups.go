package score

import (
	"cmp"
	"slices"
	"time"

	"prism/internal/fact"
)

// Unknown is the key of sessions that have no value in a dimension (no branch,
// no model, no time).
const Unknown = fact.Unknown

// Monday returns the midnight that begins t's week in zone.
func Monday(t time.Time, zone *time.Location) time.Time {
	t = t.In(zone)
	back := (int(t.Weekday()) + 6) % 7
	return time.Date(t.Year(), t.Month(), t.Day()-back, 0, 0, 0, 0, zone)
}

// calendar numbers the days, weeks or months that sessions ended in. They come in the
// order in which they ended, so that one look at a calendar does for each.
type calendar struct {
	by       string
	zone     *time.Location
	from, to int64  // of the stretch at hand, microseconds since 1970
	n        uint32 // of the stretch at hand; 0: there was none yet
	begin    time.Time
}

// at is the number of the stretch that a session ended in, the same whatever came before
// it: the hour in which it begins, and never 0; 0 where the session has no end.
func (c *calendar) at(ended int64) uint32 {
	if ended == fact.NoTime {
		return 0
	}
	if c.n == 0 || ended < c.from || ended >= c.to {
		from, next := Begin(c.by, fact.FromMicro(ended), c.zone)
		c.begin, c.from, c.to = from, fact.Micro(from), fact.Micro(next)
		if c.n = uint32(from.Unix() / 3600); c.n == 0 {
			c.n--
		}
	}
	return c.n
}

// weekTally is the trend in the making.
type weekTally struct {
	calendar
	out []Week
}

func (t *weekTally) add(ended int64, counted, crushed bool) {
	if t.at(ended) == 0 {
		return
	}
	t.of(t.begin).add(counted, crushed)
}

// of is the week that begins on a Monday, the last one or a later one.
func (t *weekTally) of(monday time.Time) *Week {
	if n := len(t.out); n == 0 || !t.out[n-1].Monday.Equal(monday) {
		t.out = append(t.out, Week{Monday: monday})
	}
	return &t.out[len(t.out)-1]
}

func (t *weekTally) merge(o *weekTally) {
	for i := range o.out {
		t.of(o.out[i].Monday).merge(o.out[i].Ratio)
	}
}

// EveryWeek is a trend with the weeks in which no session ended between its first and
// its last one.
func EveryWeek(trend []Week) []Week {
	var out []Week
	for i, w := range trend {
		for i > 0 && out[len(out)-1].Monday.AddDate(0, 0, 7).Before(w.Monday) {
			out = append(out, Week{Monday: out[len(out)-1].Monday.AddDate(0, 0, 7)})
		}
		out = append(out, w)
	}
	return out
}

// Between is how many days, weeks or months (see OverTime) lie between those of two
// keys.
func Between(by, from, to string) int {
	layout := time.DateOnly
	if by == "month" {
		layout = "2006-01"
	}
	a, err := time.Parse(layout, from)
	b, other := time.Parse(layout, to)
	if err != nil || other != nil {
		return 0
	}
	switch by {
	case "month":
		return (b.Year()-a.Year())*12 + int(b.Month()-a.Month()) - 1
	case "week":
		return int(b.Sub(a)/week) - 1
	}
	return int(b.Sub(a)/(24*time.Hour)) - 1
}

// groupTally is one breakdown in the making.
type groupTally struct {
	by    string
	dates calendar // where by is OverTime
	at    map[uint32]*building
	last  *building // sessions of one group often follow each other
	id    uint32
}

type building struct {
	group Group
	shown uint32 // number of the name shown; the group's own where it is 0
	date  string
	cost  bill
}

func newGroupTally(by string, zone *time.Location) groupTally {
	return groupTally{by: by, dates: calendar{by: by, zone: zone}, at: make(map[uint32]*building)}
}

// add takes one session in.
func (t *groupTally) add(f *fact.Figure, counted, crushed bool) {
	id := t.key(f)
	if t.last == nil || t.id != id {
		t.id, t.last = id, t.at[id]
		if t.last == nil {
			t.last = &building{}
			switch {
			case t.by == "repo":
				t.last.shown = f.RepoName
			case OverTime(t.by) && id > 0:
				t.last.date = TimeKey(t.by, t.dates.begin)
			}
			t.at[id] = t.last
		}
	}
	g := t.last
	g.group.add(counted, crushed)
	g.group.Tokens = g.group.Tokens.Plus(f.Tokens)
	g.group.Nested = g.group.Nested.Plus(f.Nested)
	g.cost.began = g.cost.began || f.Flags.Has(fact.FigureBegan)
	for i := range f.Bills {
		b := &f.Bills[i]
		g.cost.add(b.Model, b.Spent, b.Known, b.Cost)
	}
}

// key is the number of the group that f is of.
func (t *groupTally) key(f *fact.Figure) uint32 {
	switch t.by {
	case "repo":
		return f.Repo
	case "intent":
		return f.Intent
	case "language":
		return f.Code
	case "model":
		return f.Model
	case "branch":
		return f.Branch
	case "person":
		return f.Person
	case "folder":
		return f.Folder
	}
	return t.dates.at(f.Ended)
}

// merge takes in the groups of a later day.
func (t *groupTally) merge(o *groupTally) {
	for id, x := range o.at {
		g := t.at[id]
		if g == nil {
			g = &building{shown: x.shown, date: x.date}
			t.at[id] = g
		}
		g.group.merge(x.group.Ratio)
		g.group.Tokens, g.group.Nested = g.group.Tokens.Plus(x.group.Tokens), g.group.Nested.Plus(x.group.Nested)
		g.cost.merge(&x.cost)
	}
}

// numbers lists the names that close needs.
func (t *groupTally) numbers(add func(uint32)) {
	for id, g := range t.at {
		if !OverTime(t.by) {
			add(id)
		}
		add(g.shown)
		g.cost.numbers(add)
	}
}

// close names the groups and puts them in order.
func (t *groupTally) close(names map[uint32]string) Breakdown {
	out := Breakdown{By: t.by}
	for id, g := range t.at {
		switch {
		case t.by == "repo":
			g.group.Key = names[g.shown]
		case OverTime(t.by):
			g.group.Key = g.date
		default:
			g.group.Key = names[id]
		}
		if g.group.Key == "" {
			g.group.Key = Unknown
		}
	}
	if t.by == "repo" {
		shown := make(map[uint32]string, len(t.at))
		for id, g := range t.at {
			shown[id] = g.group.Key
		}
		apart(shown, func(id uint32) string { return names[id] })
		for id, g := range t.at {
			g.group.Key = shown[id]
		}
	}
	for _, g := range t.at {
		g.group.Ratio.close()
		g.group.Cost = g.cost.cost(names)
		out.Groups = append(out.Groups, g.group)
	}
	slices.SortFunc(out.Groups, func(a, b Group) int {
		if OverTime(t.by) {
			return cmp.Compare(a.Key, b.Key)
		}
		return cmp.Or(-cmp.Compare(a.Counted, b.Counted), -cmp.Compare(a.Sessions, b.Sessions), cmp.Compare(a.Key, b.Key),
			-cmp.Compare(a.Tokens.Total(), b.Tokens.Total()))
	})
	return out
}
