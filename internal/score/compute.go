package score

import (
	"cmp"
	"slices"
	"time"

	"prism/internal/fact"
)

// Compute works out every figure of the window that o describes. It does not
// change r, and the order of sessions in r changes nothing.
func Compute(r fact.Reading, o Options) Summary {
	if o.Zone == nil {
		o.Zone = time.UTC
	}
	var in, before []*fact.Session
	since, until, bounded := previous(o)
	for i := range r.Sessions {
		s := &r.Sessions[i]
		if inside(s.Ended, o.Since, o.Until) {
			in = append(in, s)
		} else if bounded && inside(s.Ended, since, until) {
			before = append(before, s)
		}
	}
	// One order for all that follows, so that sums of floats are the same
	// whatever the order of files was.
	slices.SortFunc(in, byEnd)
	slices.SortFunc(before, byEnd)

	t := gather(in, o)
	sum := t.summary
	sum.Window = Window{Since: o.Since, Until: o.Until, Zone: o.Zone, First: t.first, Last: t.last}
	sum.Input = r.Input
	for _, u := range outside(r.Outside, o) {
		sum.Outside = sum.Outside.Plus(u.Usage.Tokens)
		sum.Nested = sum.Nested.Plus(u.Usage.Nested)
		t.cost.add(u.Usage.Model, u.Usage.Tokens, u.Usage.Cost)
		t.nestedCost.add(u.Usage.Model, u.Usage.Nested, u.Usage.NestedCost)
	}
	sum.Tokens = sum.Tokens.Plus(sum.Outside)
	sum.Cost = t.cost.cost()
	sum.NestedCost = t.nestedCost.cost()
	if sum.Crushed > 0 && sum.Cost.USD != nil {
		sum.CostPerCrushed = ptr(*sum.Cost.USD / float64(sum.Crushed))
	}
	sum.Speed.CrushedPerWeek = perWeek(sum.Ratio, o, t.first, t.last)
	if sum.Speed.CrushedPerWeek != nil {
		sum.Speed.Band = speedBand(*sum.Speed.CrushedPerWeek)
	}
	if bounded {
		compare(&sum, gather(before, o).summary, until.Sub(since))
	}
	sum.Trend = trend(in, o)
	for _, by := range o.By {
		if slices.Contains(Dimensions(), by) {
			sum.Groups = append(sum.Groups, breakdown(in, by, o))
		}
	}
	return sum
}

func byEnd(a, b *fact.Session) int {
	return cmp.Or(a.Ended.Compare(b.Ended), cmp.Compare(a.ID, b.ID))
}

func inside(t, since, until time.Time) bool {
	return (since.IsZero() || !t.Before(since)) && (until.IsZero() || t.Before(until))
}

// previous is the equally long stretch that ends where the window begins; none
// where the window has no beginning or no end that is known.
func previous(o Options) (since, until time.Time, ok bool) {
	end := o.Until
	if end.IsZero() {
		end = o.Now
	}
	if o.Since.IsZero() || !end.After(o.Since) {
		return time.Time{}, time.Time{}, false
	}
	return o.Since.Add(-end.Sub(o.Since)), o.Since, true
}

// outside returns the usage of the window that belongs to no session, in one order.
func outside(all []fact.OutsideUsage, o Options) []fact.OutsideUsage {
	var in []fact.OutsideUsage
	for _, u := range all {
		if inside(u.Time, o.Since, o.Until) {
			in = append(in, u)
		}
	}
	slices.SortFunc(in, func(a, b fact.OutsideUsage) int {
		return cmp.Or(a.Time.Compare(b.Time), cmp.Compare(a.Conversation, b.Conversation), cmp.Compare(a.Usage.Model, b.Usage.Model),
			cmp.Compare(a.Usage.Tokens.Total(), b.Usage.Tokens.Total()))
	})
	return in
}

// tally is what one pass over the sessions of a window gathers.
type tally struct {
	summary          Summary
	first, last      time.Time
	cost, nestedCost bill
}

// gather makes one pass over sessions in order and works out what needs
// nothing but them.
func gather(sessions []*fact.Session, o Options) tally {
	t := tally{summary: Summary{Excluded: make(map[fact.Exclusion]int), TokenBands: tokenBands()}}
	sum := &t.summary
	var (
		weights, costs, times []float64
		crushedTokens         int64
		spent, turns          int64 // of sessions above the floor
		unpriced              bool  // a crushed session has no cost
		skill                 skillTally
		trivia                triviaTally
		judges                = make(map[JudgeUse]*JudgeUse)
	)
	for _, s := range sessions {
		why := s.Exclusion(o.IncludeOpen, o.IncludeAutomated)
		counted := why == fact.NotExcluded
		crushed := counted && s.Crushed()
		sum.add(counted, crushed)
		if !counted {
			sum.Excluded[why]++
		}
		if s.State == fact.Provisional {
			sum.Provisional++
		}
		if counted && s.State != fact.Closed {
			sum.ProvisionalCounted++
		}
		if !s.Started.IsZero() && (t.first.IsZero() || s.Started.Before(t.first)) {
			t.first = s.Started
		}
		if s.Ended.After(t.last) {
			t.last = s.Ended
		}

		tokens := Tokens(s)
		sum.Tokens = sum.Tokens.Plus(tokens)
		for _, u := range s.Usage {
			sum.Nested = sum.Nested.Plus(u.Nested)
			t.cost.add(u.Model, u.Tokens, u.Cost)
			t.nestedCost.add(u.Model, u.Nested, u.NestedCost)
		}
		if crushed {
			weights = append(weights, float64(tokens.Total()))
			times = append(times, max(0, s.Ended.Sub(s.Started).Seconds()))
			crushedTokens += tokens.Total()
			countBand(sum.TokenBands, tokens.Total())
			if s.Cost != nil {
				costs = append(costs, *s.Cost)
			} else {
				unpriced = true
			}
		}
		switch {
		case !s.Floor.Passed:
			trivia.add(s, tokens)
		case !s.Automated || o.IncludeAutomated:
			spent += tokens.Input + tokens.Output
			turns += int64(s.Turns)
		}
		if counted {
			skill.add(s.Verdict.Rubric)
		}
		if s.Verdict.Judge != "" {
			k := JudgeUse{Name: s.Verdict.Judge, Version: s.Verdict.Version}
			if judges[k] == nil {
				judges[k] = &JudgeUse{Name: k.Name, Version: k.Version}
			}
			judges[k].Sessions++
			if s.Verdict.Fallback {
				judges[k].Fallback++
			}
		}
	}
	sum.Ratio.close()
	if sum.Score != nil {
		sum.Letter = fact.Letter(*sum.Score / 10)
	}
	sum.CrushWeight = median(weights)
	if !unpriced {
		sum.CrushedCost = median(costs)
	}
	if all := sum.Tokens.Total(); all > 0 {
		sum.CrushedShare = ptr(float64(crushedTokens) / float64(all))
	}
	if turns > 0 {
		sum.TokensPerTurn = ptr(float64(spent) / float64(turns))
	}
	if m := median(times); m != nil {
		sum.Speed.TimeToCrush = ptr(time.Duration(*m * float64(time.Second)))
	}
	sum.Skill = skill.close()
	sum.Trivia = trivia.close(sum.Sessions)
	for _, j := range judges {
		sum.Judges = append(sum.Judges, *j)
	}
	slices.SortFunc(sum.Judges, func(a, b JudgeUse) int {
		return cmp.Or(-cmp.Compare(a.Sessions, b.Sessions), cmp.Compare(a.Name, b.Name), cmp.Compare(a.Version, b.Version))
	})
	return t
}

// Tokens is what a session spent over all its models, without nested usage.
func Tokens(s *fact.Session) fact.Tokens {
	var t fact.Tokens
	for _, u := range s.Usage {
		t = t.Plus(u.Tokens)
	}
	return t
}

// Nested is what a session spent that is known only from progress lines.
func Nested(s *fact.Session) fact.Tokens {
	var t fact.Tokens
	for _, u := range s.Usage {
		t = t.Plus(u.Nested)
	}
	return t
}

// compare sets what is measured against the previous window, span long.
func compare(sum *Summary, prior Summary, span time.Duration) {
	sum.Prior = &prior.Ratio
	if sum.CrushWeight != nil && prior.CrushWeight != nil && *prior.CrushWeight > 0 {
		sum.TokenTrend = ptr(*sum.CrushWeight / *prior.CrushWeight)
	}
	if sum.Speed.CrushedPerWeek != nil && prior.Sessions > 0 {
		sum.Speed.Delta = ptr(*sum.Speed.CrushedPerWeek - float64(prior.Crushed)/weeks(span))
	}
	if sum.Skill.Grade != nil && prior.Skill.Grade != nil {
		sum.Skill.Delta = ptr(*sum.Skill.Grade - *prior.Skill.Grade)
	}
}

const week = 7 * 24 * time.Hour

// weeks is a length in weeks, at least one: a day with three crushed sessions
// is no week with twenty-one.
func weeks(d time.Duration) float64 { return max(1, float64(d)/float64(week)) }

// perWeek spreads the crushed sessions over the window as far as it has passed,
// and where a side is open from the first prompt or to the last event.
func perWeek(r Ratio, o Options, first, last time.Time) *float64 {
	if r.Sessions == 0 {
		return nil
	}
	from, to := o.Since, o.Until
	if from.IsZero() {
		from = first
	}
	switch {
	case to.IsZero() && !o.Since.IsZero() && !o.Now.IsZero():
		to = o.Now
	case to.IsZero():
		to = last
	case !o.Now.IsZero() && to.After(o.Now) && o.Now.After(from):
		to = o.Now
	}
	if from.IsZero() || !to.After(from) {
		return ptr(float64(r.Crushed))
	}
	return ptr(float64(r.Crushed) / weeks(to.Sub(from)))
}
