package score

import (
	"cmp"
	"maps"
	"slices"
	"time"

	"prism/internal/fact"
)

// tally is what one pass over the figures of a window gathers.
type tally struct {
	o                Options
	now              int64
	sum              Summary
	first, last      int64
	cost, nestedCost bill

	weights, costs, times values // of crushed sessions
	noise                 logs   // of weights
	crushedTokens         int64
	spent, turns          int64 // of sessions above the floor
	unpriced              bool  // a crushed session has no cost
	skill                 skillTally
	trivia                triviaTally
	weeks                 weekTally
	skills                skillWeeks
	groups                []groupTally

	judges        map[judgeKey]*JudgeUse
	judge         *JudgeUse // of the session before: most have the same
	judged        judgeKey
	conversations keys
	conversation  uint64 // of the session before
	repos         map[uint32]struct{}
	repo          uint32
	missed        map[uint32]int
	unjudged      map[fact.Exclusion]map[uint32]int
}

type judgeKey struct{ name, version uint32 }

func newTally(o Options, by []string) *tally {
	t := &tally{
		o: o, now: fact.Micro(o.Now), first: fact.NoTime, last: fact.NoTime,
		skill: newSkillTally(), weeks: weekTally{calendar: calendar{by: "week", zone: o.Zone}},
		judges: make(map[judgeKey]*JudgeUse), repos: make(map[uint32]struct{}),
		missed: make(map[uint32]int), unjudged: make(map[fact.Exclusion]map[uint32]int),
	}
	t.sum.Excluded = make(map[fact.Exclusion]int)
	for i, name := range by {
		if slices.Contains(Dimensions(), name) && !slices.Contains(by[:i], name) {
			t.groups = append(t.groups, newGroupTally(name, o.Zone))
		}
	}
	return t
}

// add takes in one session. They come in the order in which they ended.
func (t *tally) add(f *fact.Figure) {
	sum := &t.sum
	if t.o.AtNow {
		f.Life = f.At(t.now)
	}
	why := f.Exclusion(t.o.IncludeOpen, t.o.IncludeAutomated)
	counted := why == fact.NotExcluded
	crushed := counted && f.Flags.Has(fact.FigureCrushed)
	sum.add(counted, crushed)
	switch {
	case !counted:
		sum.Excluded[why]++
		if f.Unjudged != 0 && f.Flags.Has(fact.FigureFloor) && (why == fact.ExcludePending || why == fact.ExcludeError) {
			if t.unjudged[why] == nil {
				t.unjudged[why] = make(map[uint32]int)
			}
			t.unjudged[why][f.Unjudged]++
		}
	case crushed:
		t.crushed(f)
	case f.Flags.Has(fact.FigureComplete):
		sum.Reworked++
	default:
		t.missed[f.Miss]++
	}
	if f.Life == fact.LifeProvisional {
		sum.Provisional++
	}
	if counted && f.Life == fact.LifeOpen {
		sum.OpenCounted++
	}
	if f.Started != fact.NoTime && (t.first == fact.NoTime || f.Started < t.first) {
		t.first = f.Started
	}
	t.last = max(t.last, f.Ended)
	sum.Tokens, sum.Nested = sum.Tokens.Plus(f.Tokens), sum.Nested.Plus(f.Nested)
	t.cost.began = t.cost.began || f.Flags.Has(fact.FigureBegan)
	for i := range f.Bills {
		b := &f.Bills[i]
		t.cost.add(b.Model, b.Spent, b.Known, b.Cost)
		t.nestedCost.add(b.Model, b.NestedSpent, b.NestedKnown, b.NestedCost)
	}
	switch {
	case !f.Flags.Has(fact.FigureFloor):
		t.trivia.add(f)
	case !f.Flags.Has(fact.FigureAutomated) || t.o.IncludeAutomated:
		t.spent += f.Tokens.Input + f.Tokens.Output
		t.turns += int64(f.Turns)
	}
	t.count(f)
	t.weeks.add(f.Ended, counted, crushed)
	if counted {
		t.skill.add(f)
	}
	if counted && f.Ended != fact.NoTime {
		t.skills.of(t.weeks.begin).add(f)
	}
	for i := range t.groups {
		t.groups[i].add(f, counted, crushed)
	}
}

// crushed takes in what is asked of crushed sessions alone.
func (t *tally) crushed(f *fact.Figure) {
	total := f.Tokens.Total()
	t.weights.add(float64(total))
	t.noise.add(float64(total))
	t.times.add(max(0, (time.Duration(f.Ended-f.Started) * time.Microsecond).Seconds()))
	t.crushedTokens += total
	t.costs.add(f.Cost)
	for i := range f.Bills {
		t.unpriced = t.unpriced || f.Bills[i].Unpriced()
	}
}

// count takes in whom and what the sessions are of.
func (t *tally) count(f *fact.Figure) {
	if f.Conversation != 0 && f.Conversation != t.conversation {
		t.conversation = f.Conversation
		t.conversations.add(f.Conversation)
	}
	for _, c := range f.Continued {
		t.conversations.add(c)
	}
	if len(t.repos) == 0 || f.Repo != t.repo {
		t.repo = f.Repo
		t.repos[f.Repo] = struct{}{}
	}
	fallback := f.Flags.Has(fact.FigureFallback)
	if fallback && f.Flags.Has(fact.FigureFloor) {
		t.sum.StandIns++
	}
	if f.Judge == 0 {
		return
	}
	if k := (judgeKey{f.Judge, f.Version}); t.judge == nil || t.judged != k {
		t.judged, t.judge = k, t.judges[k]
		if t.judge == nil {
			t.judge = &JudgeUse{}
			t.judges[k] = t.judge
		}
	}
	t.judge.Sessions++
	if fallback {
		t.judge.Fallback++
	}
}

// addOutside takes in usage that belongs to no session.
func (t *tally) addOutside(u *fact.ModelUsage) {
	t.sum.Outside = t.sum.Outside.Plus(u.Tokens)
	t.sum.Nested = t.sum.Nested.Plus(u.Nested)
	t.cost.began = t.cost.began || u.Began > 0
	t.cost.addNamed(u.Model, u.Tokens.Total() > 0, u.Cost)
	t.nestedCost.addNamed(u.Model, u.Nested.Total() > 0, u.NestedCost)
}

// numbers lists the names that close needs.
func (t *tally) numbers() []uint32 {
	all := make(map[uint32]struct{})
	add := func(n uint32) {
		if n != 0 {
			all[n] = struct{}{}
		}
	}
	t.cost.numbers(add)
	t.nestedCost.numbers(add)
	for k := range t.judges {
		add(k.name)
		add(k.version)
	}
	for n := range t.missed {
		add(n)
	}
	for _, reasons := range t.unjudged {
		for n := range reasons {
			add(n)
		}
	}
	for i := range t.groups {
		t.groups[i].numbers(add)
	}
	return slices.Sorted(maps.Keys(all))
}

// close works out what follows from all of it.
func (t *tally) close(names map[uint32]string) Summary {
	sum := t.sum
	sum.Ratio.close()
	if sum.Score != nil {
		sum.Letter = fact.Letter(*sum.Score / 10)
	}
	sum.Window.First, sum.Window.Last = fact.FromMicro(t.first), fact.FromMicro(t.last)
	sum.Conversations, sum.Repositories = distinct(t.conversations.days), len(t.repos)
	if _, some := t.repos[0]; some { // sessions that are in none, as those are that telemetry alone tells of
		sum.Repositories--
	}
	sum.WeightNoise = t.noise.noise()
	sum.CrushWeight, sum.Weights = t.weights.days.median(), t.weights.days.spread()
	if !t.unpriced {
		sum.CrushedCost = t.costs.days.median()
	}
	if all := sum.Tokens.Total(); all > 0 {
		sum.CrushedShare = ptr(float64(t.crushedTokens) / float64(all))
	}
	sum.Tokens = sum.Tokens.Plus(sum.Outside)
	sum.Cost, sum.NestedCost = t.cost.cost(names), t.nestedCost.cost(names)
	if t.turns > 0 {
		sum.TokensPerTurn = ptr(float64(t.spent) / float64(t.turns))
	}
	if m := t.times.days.median(); m != nil {
		sum.Speed.TimeToCrush = ptr(time.Duration(*m * float64(time.Second)))
	}
	sum.Skill, sum.Skills = t.skill.close(), t.skills.close()
	sum.Trivia = t.trivia.close(sum.Sessions)
	sum.Missed = named(t.missed, names)
	sum.Unjudged = make(map[fact.Exclusion]map[string]int, len(t.unjudged))
	for why, reasons := range t.unjudged {
		sum.Unjudged[why] = named(reasons, names)
	}
	for k, j := range t.judges {
		j.Name, j.Version = names[k.name], names[k.version]
		sum.Judges = append(sum.Judges, *j)
	}
	slices.SortFunc(sum.Judges, func(a, b JudgeUse) int {
		return cmp.Or(-cmp.Compare(a.Sessions, b.Sessions), cmp.Compare(a.Name, b.Name), cmp.Compare(a.Version, b.Version))
	})
	sum.Trend = t.weeks.out
	for i := range sum.Trend {
		sum.Trend[i].Ratio.close()
	}
	for i := range t.groups {
		sum.Groups = append(sum.Groups, t.groups[i].close(names))
	}
	return sum
}

func named(counts map[uint32]int, names map[uint32]string) map[string]int {
	out := make(map[string]int, len(counts))
	for n, count := range counts {
		out[names[n]] += count
	}
	return out
}
