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
const Unknown = "unknown"

// Monday returns the midnight that begins t's week in zone.
func Monday(t time.Time, zone *time.Location) time.Time {
	t = t.In(zone)
	back := (int(t.Weekday()) + 6) % 7
	return time.Date(t.Year(), t.Month(), t.Day()-back, 0, 0, 0, 0, zone)
}

// trend is one point for each week in which a session ended.
func trend(sessions []*fact.Session, o Options) []Week {
	var out []Week
	for _, s := range sessions { // ascending by end
		if s.Ended.IsZero() {
			continue
		}
		m := Monday(s.Ended, o.Zone)
		if n := len(out); n == 0 || !out[n-1].Monday.Equal(m) {
			out = append(out, Week{Monday: m})
		}
		counted, crushed := standing(s, o)
		out[len(out)-1].add(counted, crushed)
	}
	for i := range out {
		out[i].Ratio.close()
	}
	return out
}

func standing(s *fact.Session, o Options) (counted, crushed bool) {
	counted = s.Exclusion(o.IncludeOpen, o.IncludeAutomated) == fact.NotExcluded
	return counted, counted && s.Crushed()
}

// breakdown groups sessions by one dimension.
func breakdown(sessions []*fact.Session, by string, o Options) Breakdown {
	type building struct {
		group Group
		cost  bill
	}
	at := make(map[string]*building)
	for _, s := range sessions {
		id, shown := key(s, by, o)
		g := at[id]
		if g == nil {
			g = &building{group: Group{Key: shown}}
			at[id] = g
		}
		counted, crushed := standing(s, o)
		g.group.add(counted, crushed)
		g.group.Tokens = g.group.Tokens.Plus(Tokens(s))
		g.group.Nested = g.group.Nested.Plus(Nested(s))
		for _, u := range s.Usage {
			g.cost.add(u.Model, u.Tokens, u.Cost)
		}
	}
	out := Breakdown{By: by}
	// Repositories of one name are told apart by their folder, and where that
	// is the same too by the whole key.
	for _, apart := range []func(id, name string) string{longer, func(id, name string) string { return cmp.Or(id, name) }} {
		shown := make(map[string]int)
		for _, g := range at {
			shown[g.group.Key]++
		}
		for id, g := range at {
			if shown[g.group.Key] > 1 {
				g.group.Key = apart(id, g.group.Key)
			}
		}
	}
	for _, g := range at {
		g.group.Ratio.close()
		g.group.Cost = g.cost.cost()
		out.Groups = append(out.Groups, g.group)
	}
	slices.SortFunc(out.Groups, func(a, b Group) int {
		if by == "week" {
			return cmp.Compare(a.Key, b.Key)
		}
		return cmp.Or(-cmp.Compare(a.Counted, b.Counted), -cmp.Compare(a.Sessions, b.Sessions), cmp.Compare(a.Key, b.Key),
			-cmp.Compare(a.Tokens.Total(), b.Tokens.Total()))
	})
	return out
}

// key returns what tells the group of s from others, and what is shown.
func key(s *fact.Session, by string, o Options) (id, shown string) {
	switch by {
	case "repo":
		id, shown = s.Repo.Key, s.Repo.Name
		if shown == "" {
			shown = Unknown
		}
		return id, shown
	case "intent":
		id = string(s.Verdict.Intent)
		if id == "" {
			id = string(fact.IntentNone)
		}
	case "language":
		id = s.Languages.Code
		if id == "" {
			id = "none"
		}
	case "model":
		id = s.Model
	case "branch":
		id = s.Branch
	case "week":
		if !s.Ended.IsZero() {
			id = Monday(s.Ended, o.Zone).Format(time.DateOnly)
		}
	}
	if id == "" {
		id = Unknown
	}
	return id, id
}

// longer tells two repositories of one name apart by the folder they lie in.
func longer(key, name string) string {
	parts := strings.FieldsFunc(key, func(r rune) bool { return r == '/' || r == '\\' })
	if len(parts) < 2 {
		return cmp.Or(key, name)
	}
	return parts[len(parts)-2] + "/" + parts[len(parts)-1]
}
