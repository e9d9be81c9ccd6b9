package server

import (
	"cmp"
	"context"
	"maps"
	"slices"
	"time"

	"prism/internal/fact"
	"prism/internal/library"
	"prism/internal/score"
	"prism/internal/store"
	"prism/internal/tenant"
	"prism/internal/web"
	"prism/internal/web/page"
)

// crowd gathers what may be told of many people: who they are, and the groups that may
// be told of apart.
func (v *Viewer) crowd(ctx context.Context, lib *library.Library) (c *score.Crowd, groups []score.CrowdGroup, everybody []string, err error) {
	c = &score.Crowd{Least: v.policy.People(), Zone: v.t.Zone, Now: v.Now()}
	people := make(map[uint32]bool)
	for batch, err := range lib.Store.Passing(ctx, lib.Scope, store.Filter{}) {
		if err != nil {
			return nil, nil, nil, err
		}
		for i := range batch {
			people[batch[i].Person] = true
			c.Add(&batch[i])
		}
	}
	names, err := lib.Store.Names(ctx, lib.Scope, keys(people))
	if err != nil {
		return nil, nil, nil, err
	}
	everybody = slices.Collect(maps.Values(names))
	if v.t.Groups == nil {
		return c, nil, everybody, nil
	}
	known, err := v.t.Groups(ctx)
	if err != nil {
		return nil, nil, nil, err
	}
	for _, g := range known {
		x := score.CrowdGroup{Name: g.Name}
		for n, name := range names {
			if slices.Contains(g.People, name) {
				x.People = append(x.People, n)
			}
		}
		groups = append(groups, x)
	}
	return c, groups, everybody, nil
}

func keys(set map[uint32]bool) (list []uint32) {
	for n := range set {
		if n != 0 {
			list = append(list, n)
		}
	}
	return list
}

// Leads implements web.Teams.
func (v *Viewer) Leads() bool {
	return v.leads || v.caller.Role == tenant.Lead || v.caller.Role == tenant.Owner && v.caller.Key != ""
}

// Team implements web.Teams: to a lead and to an admin the same.
func (v *Viewer) Team(ctx context.Context, group, month string) (web.Team, error) {
	if !v.Leads() && v.caller.Role != tenant.Owner {
		return web.Team{}, &page.Error{Status: 403, Text: "What many people do is for leads and admins."}
	}
	c, groups, _, err := v.crowd(ctx, v.Library)
	if err != nil {
		return web.Team{}, err
	}
	team := web.Team{Least: c.Least, Months: c.Table(groups)}
	if _, known := team.Last(group); group != "" && !known {
		return web.Team{}, &page.Error{Status: 404, Text: "No group of that name is of so many people that figures of it are shown."}
	}
	at := team.Choose(group, month)
	if at < 0 {
		return team, nil
	}
	repos, intents := c.Rows(team.Months[at].From, groups)
	var numbers []uint32
	for _, r := range slices.Concat(repos, intents) {
		numbers = append(numbers, r.Name)
	}
	names, err := v.Library.Store.Names(ctx, v.Library.Scope, numbers)
	if err != nil {
		return web.Team{}, err
	}
	named := func(rows []score.CrowdRow) (list []web.TeamRow) {
		for _, r := range rows {
			x := web.TeamRow{Key: cmp.Or(names[r.Name], fact.Unknown), Ratio: r.Ratio}
			if r.Rest {
				x.Key = web.Rest
			}
			list = append(list, x)
		}
		return list
	}
	team.Repos, team.Intents = named(repos), named(intents)
	return team, nil
}

// fewPeople is why nothing is told of the time or the group that was asked for.
const fewPeople = "Too few people had a session that counts in what was asked for, or too few are left beside them."

// aggregate is Summary for a lead: of whole months that are over and told of, one after
// another, the latest such within what was asked; of sessions that count. Nothing else
// may narrow it: what two answers differ by would be few people's.
func (v *Viewer) aggregate(ctx context.Context, o score.Options, f store.Filter, words []string) (score.Summary, error) {
	plain := f
	plain.Since, plain.Until, plain.Now, plain.People = time.Time{}, time.Time{}, time.Time{}, nil
	switch {
	case len(words) > 0:
		return score.Summary{}, refused("It was narrowed by words that are searched for.")
	case f.IncludeOpen || f.IncludeAutomated || o.IncludeOpen || o.IncludeAutomated:
		return score.Summary{}, refused("It was asked for with sessions that are still open, or that machines ran.")
	case !plain.Plain():
		return score.Summary{}, refused("It was narrowed, and not by a group.")
	}
	c, groups, everybody, err := v.crowd(ctx, v.Library)
	if err != nil {
		return score.Summary{}, err
	}
	var from, next time.Time
	for _, m := range slices.Backward(c.Table(groups)) {
		_, told := m.Groups[v.group]
		if v.group == "" {
			told = m.All != nil
		}
		inside := (o.Since.IsZero() || !m.From.Before(o.Since)) && (o.Until.IsZero() || !m.Next.After(o.Until))
		if !from.IsZero() && (!told || !inside || !m.Next.Equal(from)) {
			break
		}
		if told && inside {
			if from = m.From; next.IsZero() {
				next = m.Next
			}
		}
	}
	if from.IsZero() {
		if !wholeMonth(o.Since, o.Until, c.Zone, c.Now) {
			return score.Summary{}, refused("No whole month that is over lies in the time that was asked for.")
		}
		return score.Summary{}, refused(fewPeople)
	}
	yes := true
	f.People, f.Counted = v.people, &yes
	if f.People == nil {
		f.People = everybody // what is nobody's is not of many
	}
	o.Since, o.Until, o.By = from, next, nil // a breakdown may be one person's
	sum, err := v.Library.Summary(ctx, o, f)
	ofMany(&sum)
	return sum, err
}

// wholeMonth reports whether a month that is over lies in a time; zero: open on that side.
func wholeMonth(since, until time.Time, zone *time.Location, now time.Time) bool {
	if until.IsZero() || until.After(now) {
		until = now
	}
	end, _ := score.Begin("month", until, zone)
	if since.IsZero() {
		return true
	}
	from, next := score.Begin("month", since, zone)
	if !from.Equal(since) {
		from = next
	}
	return from.Before(end)
}

// ofMany takes out of figures of many what may be few people's: other times, and of few
// crushed sessions what one of them took.
func ofMany(sum *score.Summary) {
	sum.Trend, sum.Skills, sum.Change, sum.Prior = nil, nil, nil, nil
	sum.CrushWeight, sum.CrushedCost, sum.CrushedShare, sum.Weights, sum.TokenTrend = nil, nil, nil, nil, nil
	sum.Speed.TimeToCrush, sum.Speed.Delta, sum.Skill.Delta = nil, nil, nil
}

// stretch is aggregate for a report that is sent: of the time and the repository that
// whoever runs the server chose, once for all its readers, where it is of enough people,
// and so are all others of that time, whose figures may be told, too, and less these.
// One of a week and one of the month that it lies in tell together of the days between.
func (v *Viewer) stretch(ctx context.Context, o score.Options, f store.Filter) (score.Summary, error) {
	yes := true
	f.Counted = &yes // what does not count may be one person's, however many those are who count
	f.Since, f.Until = o.Since, o.Until
	by := parted{missed: map[uint32]map[uint32]bool{}, asked: map[int]map[uint32]bool{}}
	people, others, err := v.beside(ctx, f, by)
	if err != nil {
		return score.Summary{}, err
	}
	least := v.policy.People()
	// What is of all times is looked at, and not told.
	if len(people) < least || !o.Since.IsZero() && others > 0 && others < least {
		return score.Summary{}, refused(fewPeople)
	}
	names, err := v.Library.Store.Names(ctx, v.Library.Scope, people)
	if err != nil {
		return score.Summary{}, err
	}
	f.People = slices.Collect(maps.Values(names)) // what is nobody's is not of many
	o.By = nil                                    // a group may be one person's
	sum, err := v.Library.Summary(ctx, o, f)
	ofMany(&sum)
	if err != nil {
		return sum, err
	}
	// Why it was that some did not land is told where it is so of no few.
	why, err := v.Library.Store.Names(ctx, v.Library.Scope, slices.Collect(maps.Keys(by.missed)))
	told := make(map[string]int)
	for n, who := range by.missed {
		if k := sum.Missed[why[n]]; k > 0 && len(keys(who)) >= least {
			told[why[n]] = k
		}
	}
	sum.Missed = told
	var checks []score.Rate // and what prompts say, where it was to be said by no few
	for i, c := range sum.Skill.Checks {
		if len(keys(by.asked[i])) >= least {
			checks = append(checks, c)
		}
	}
	sum.Skill.Checks = checks
	return sum, err
}

// parted are people by why their sessions did not land, and by the checks, in their order,
// that their prompts were held to.
type parted struct {
	missed map[uint32]map[uint32]bool
	asked  map[int]map[uint32]bool
}

func (p *parted) add(x *fact.Figure) {
	if p.missed[x.Miss] == nil {
		p.missed[x.Miss] = make(map[uint32]bool)
	}
	p.missed[x.Miss][x.Person] = true
	for i := range (&fact.Rubric{}).Marks() {
		if x.Mark(i) == "" {
			continue
		}
		if p.asked[i] == nil {
			p.asked[i] = make(map[uint32]bool)
		}
		p.asked[i][x.Person] = true
	}
}

// beside are the people of the sessions that a filter keeps, and how many people have
// sessions of other repositories that it would keep otherwise. The former are gathered in by,
// too.
func (v *Viewer) beside(ctx context.Context, f store.Filter, by parted) (people []uint32, others int, err error) {
	kept, in, out := make(map[uint64]bool), make(map[uint32]bool), make(map[uint32]bool)
	for batch, err := range v.Library.Store.Passing(ctx, v.Library.Scope, f) {
		if err != nil {
			return nil, 0, err
		}
		for i := range batch {
			x := &batch[i]
			kept[x.Key], in[x.Person] = true, true
			by.add(x)
		}
	}
	if people = keys(in); f.Repo == "" {
		return people, 0, nil
	}
	f.Repo = ""
	for batch, err := range v.Library.Store.Passing(ctx, v.Library.Scope, f) {
		if err != nil {
			return nil, 0, err
		}
		for i := range batch {
			if !kept[batch[i].Key] {
				out[batch[i].Person] = true
			}
		}
	}
	return people, len(keys(out)), nil
}
