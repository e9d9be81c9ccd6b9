package score

import (
	"cmp"
	"slices"
	"strings"
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

// weeks is the trend in the making, with the week at hand. Sessions come in the
// order in which they ended, so that one look at a calendar does for a week.
type weekTally struct {
	zone     *time.Location
	from, to int64 // of the week at hand, microseconds since 1970
	out      []Week
}

func (t *weekTally) add(ended int64, counted, crushed bool) {
	if ended == fact.NoTime {
		return
	}
	if n := len(t.out); n == 0 || ended < t.from || ended >= t.to {
		m := Monday(fact.FromMicro(ended), t.zone)
		t.from, t.to = fact.Micro(m), fact.Micro(m.AddDate(0, 0, 7))
		t.out = append(t.out, Week{Monday: m})
	}
	t.out[len(t.out)-1].add(counted, crushed)
}

// groupTally is one breakdown in the making.
type groupTally struct {
	by   string
	at   map[uint32]*building
	last *building // sessions of one group often follow each other
	id   uint32
}

type building struct {
	group Group
	shown uint32 // number of the name shown; the group's own where it is 0
	week  string
	cost  bill
}

// add takes one session in. week is the number of its week, of those that are told
// apart by it.
func (t *groupTally) add(f *fact.Figure, weeks []Week, counted, crushed bool) {
	id := t.key(f, len(weeks))
	if t.last == nil || t.id != id {
		t.id, t.last = id, t.at[id]
		if t.last == nil {
			t.last = &building{}
			switch {
			case t.by == "repo":
				t.last.shown = f.RepoName
			case t.by == "week" && id > 0:
				t.last.week = weeks[id-1].Key()
			}
			t.at[id] = t.last
		}
	}
	g := t.last
	g.group.add(counted, crushed)
	g.group.Tokens = g.group.Tokens.Plus(f.Tokens)
	g.group.Nested = g.group.Nested.Plus(f.Nested)
	for i := range f.Bills {
		b := &f.Bills[i]
		g.cost.add(b.Model, b.Spent, b.Known, b.Cost)
	}
}

// key is the number of the group that f is of.
func (t *groupTally) key(f *fact.Figure, week int) uint32 {
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
	}
	if f.Ended == fact.NoTime {
		return 0
	}
	return uint32(week)
}

// numbers lists the names that close needs.
func (t *groupTally) numbers(add func(uint32)) {
	for id, g := range t.at {
		if t.by != "week" {
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
		switch t.by {
		case "repo":
			g.group.Key = names[g.shown]
		case "week":
			g.group.Key = g.week
		default:
			g.group.Key = names[id]
		}
		if g.group.Key == "" {
			g.group.Key = Unknown
		}
	}
	if t.by == "repo" {
		t.apart(names)
	}
	for _, g := range t.at {
		g.group.Ratio.close()
		g.group.Cost = g.cost.cost(names)
		out.Groups = append(out.Groups, g.group)
	}
	slices.SortFunc(out.Groups, func(a, b Group) int {
		if t.by == "week" {
			return cmp.Compare(a.Key, b.Key)
		}
		return cmp.Or(-cmp.Compare(a.Counted, b.Counted), -cmp.Compare(a.Sessions, b.Sessions), cmp.Compare(a.Key, b.Key),
			-cmp.Compare(a.Tokens.Total(), b.Tokens.Total()))
	})
	return out
}

// apart tells repositories of one name apart by their folder, and where that is
// the same too by the whole key.
func (t *groupTally) apart(names map[uint32]string) {
	for _, other := range []func(id, name string) string{longer, func(id, name string) string { return cmp.Or(id, name) }} {
		shown := make(map[string]int)
		for _, g := range t.at {
			shown[g.group.Key]++
		}
		for id, g := range t.at {
			if shown[g.group.Key] > 1 {
				g.group.Key = other(names[id], g.group.Key)
			}
		}
	}
}

// longer tells two repositories of one name apart by the folder they lie in.
func longer(key, name string) string {
	parts := strings.FieldsFunc(key, func(r rune) bool { return r == '/' || r == '\\' })
	if len(parts) < 2 {
		return cmp.Or(key, name)
	}
	return parts[len(parts)-2] + "/" + parts[len(parts)-1]
}
