package score

import (
	"cmp"
	"iter"
	"math"
	"slices"
	"time"

	"prism/internal/fact"
)

// Source is what a Summary is computed from. Figures come in the order in which
// the sessions ended, ties by Key; a part of them is read and let go before the
// next one is asked for.
type Source struct {
	Figures iter.Seq2[[]fact.Figure, error] // at least those of Options.Span
	Days    iter.Seq2[Day, error]           // the same, in the place of Figures, by their days
	Names   func(numbers []uint32) (map[uint32]string, error)
	Outside []fact.OutsideUsage
	Input   fact.Input
}

// Compute is Fold over a reading that is in memory. It does not change r, and the
// order of sessions in r changes nothing.
func Compute(r fact.Reading, o Options) Summary {
	since, until := o.Span()
	var in []*fact.Session
	for i := range r.Sessions {
		if s := &r.Sessions[i]; inside(fact.Micro(s.Ended), newSpan(since, until)) {
			in = append(in, s)
		}
	}
	// One order for all that follows, so that sums of floats are the same
	// whatever the order of files was.
	slices.SortFunc(in, func(a, b *fact.Session) int { return cmp.Or(a.Ended.Compare(b.Ended), cmp.Compare(a.ID, b.ID)) })
	var names fact.Names
	figures := make([]fact.Figure, len(in))
	for i, s := range in {
		figures[i] = fact.FigureOf(s, names.Number)
	}
	// Nothing of it can fail.
	sum, _ := Fold(Source{
		Figures: func(yield func([]fact.Figure, error) bool) { yield(figures, nil) },
		Names: func(numbers []uint32) (map[uint32]string, error) {
			texts := make(map[uint32]string, len(numbers))
			for _, n := range numbers {
				texts[n] = names.Text(n)
			}
			return texts, nil
		},
		Outside: r.Outside, Input: r.Input,
	}, o)
	return sum
}

// Fold works out every figure of the window that o describes. Of a session it
// keeps a few numbers at most. The error is one of the source's.
func Fold(src Source, o Options) (Summary, error) {
	if o.Zone == nil {
		o.Zone = time.UTC
	}
	s := newSumming(o)
	if src.Days != nil {
		for day, err := range src.Days {
			if err != nil {
				return Summary{}, err
			}
			s.add(&day)
		}
	} else {
		for batch, err := range src.Figures {
			if err != nil {
				return Summary{}, err
			}
			s.add(&Day{Figures: batch})
		}
	}
	s.flush()
	t := s.t
	for _, u := range outside(src.Outside, o) {
		t.addOutside(&u.Usage)
	}
	names, err := src.Names(t.numbers())
	if err != nil {
		return Summary{}, err
	}
	sum := t.close(names)
	sum.Window.Since, sum.Window.Until, sum.Window.Zone = o.Since, o.Until, o.Zone
	sum.Input = src.Input
	if sum.Crushed > 0 && sum.Cost.USD != nil {
		sum.CostPerCrushed = ptr(*sum.Cost.USD / float64(sum.Crushed))
	}
	sum.Speed.CrushedPerWeek = perWeek(sum.Ratio, o, sum.Window.First, sum.Window.Last)
	if sum.Sessions > 0 {
		sum.Speed.Weeks = weeksOf(o, sum.Window.First, sum.Window.Last)
	}
	if since, until, bounded := previous(o); bounded {
		compare(&sum, s.prior.close(nil), until.Sub(since))
	}
	return sum, nil
}

// span is a stretch of time in microseconds since 1970.
type span struct{ since, until int64 }

func newSpan(since, until time.Time) span {
	s := span{math.MinInt64, math.MaxInt64}
	if !since.IsZero() {
		s.since = ceilMicro(since)
	}
	if !until.IsZero() {
		s.until = ceilMicro(until)
	}
	return s
}

// ceilMicro is the first whole microsecond that is not before t.
func ceilMicro(t time.Time) int64 {
	n := fact.Micro(t)
	if time.UnixMicro(n).Before(t) {
		n++
	}
	return n
}

func inside(at int64, s span) bool { return at >= s.since && at < s.until }

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
		if inside(fact.Micro(u.Time), newSpan(o.Since, o.Until)) {
			in = append(in, u)
		}
	}
	slices.SortFunc(in, func(a, b fact.OutsideUsage) int {
		return cmp.Or(a.Time.Compare(b.Time), cmp.Compare(a.Conversation, b.Conversation), cmp.Compare(a.Usage.Model, b.Usage.Model),
			cmp.Compare(a.Usage.Tokens.Total(), b.Usage.Tokens.Total()))
	})
	return in
}

// Tokens is what a session spent over all its models.
func Tokens(s *fact.Session) fact.Tokens {
	var t fact.Tokens
	for _, u := range s.Usage {
		t = t.Plus(u.Tokens)
	}
	return t
}

// Nested is the part of Tokens that is known only from progress lines.
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
	if sum.Interval != nil && prior.Interval != nil {
		sum.Change = ptr(newcombe(sum.Ratio, prior.Ratio))
	}
	if sum.CrushWeight != nil && prior.CrushWeight != nil && *sum.CrushWeight > 0 && *prior.CrushWeight > 0 {
		by := *sum.CrushWeight / *prior.CrushWeight
		factor := math.Exp(z * math.Hypot(sum.WeightNoise, prior.WeightNoise))
		sum.TokenTrend = &Change{By: by, Lo: by / factor, Hi: by * factor}
	}
	if v := sum.Speed.CrushedPerWeek; v != nil && *v >= 0 && prior.Sessions > 0 {
		// Sessions come like calls to an exchange: a count varies by its own root
		// (Poisson), of none by that of one.
		length, before := weeks(span), float64(prior.Crushed)/weeks(span)
		if *v > 0 {
			length = float64(sum.Crushed) / *v
		}
		noise := z * math.Hypot(math.Sqrt(float64(max(1, sum.Crushed)))/length, math.Sqrt(float64(max(1, prior.Crushed)))/weeks(span))
		sum.Speed.Delta = &Change{By: *v - before, Lo: *v - before - noise, Hi: *v - before + noise}
	}
	if sum.Skill.Grade != nil && prior.Skill.Grade != nil {
		by, noise := *sum.Skill.Grade-*prior.Skill.Grade, z*math.Sqrt(sum.Skill.Variance+prior.Skill.Variance)
		sum.Skill.Delta = &Change{By: by, Lo: by - noise, Hi: by + noise}
	}
}

const week = 7 * 24 * time.Hour

// weeks is a length in weeks, at least one: a day with three crushed sessions
// is no week with twenty-one.
func weeks(d time.Duration) float64 { return max(1, float64(d)/float64(week)) }

// weeksOf is how many weeks, from Monday, the time touches that perWeek spreads over.
func weeksOf(o Options, first, last time.Time) int {
	from, to := reach(o, first, last)
	if !to.After(from) {
		return 1
	}
	a, b := Monday(from, o.Zone), Monday(to.Add(-1), o.Zone)
	return int((b.Sub(a)+week/2)/week) + 1 // an hour is lost or won where the clock changes
}

// perWeek spreads the crushed sessions over the window as far as it has passed,
// and where a side is open from the first prompt or to the last event.
func perWeek(r Ratio, o Options, first, last time.Time) *float64 {
	if r.Sessions == 0 {
		return nil
	}
	from, to := reach(o, first, last)
	if from.IsZero() || !to.After(from) {
		return ptr(float64(r.Crushed))
	}
	return ptr(float64(r.Crushed) / weeks(to.Sub(from)))
}

// reach is the window as far as it has passed, from the first prompt and to the last
// event where a side is open.
func reach(o Options, first, last time.Time) (from, to time.Time) {
	from, to = o.Since, o.Until
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
	return from, to
}
