package score

import "prism/internal/fact"

// Part is what the sessions of one day come to, under Options that differ in their window
// alone. It never changes.
//
// A score is the sum of its days, also where nothing is remembered of them: so sums of
// floats are the same to the last bit, whoever adds them up and in how many pieces they
// are read.
type Part struct{ t *tally } // nil: of no session

// emptySize is what it takes to remember that a day has no session.
const emptySize = 100

// Size is about how much memory a Part takes, in bytes.
func (p *Part) Size() int {
	if p.t == nil {
		return emptySize
	}
	n := 1500 + 320*len(p.t.skills) + 8*(3*len(p.t.weights.own)+len(p.t.conversations.own))
	for i := range p.t.groups {
		n += 320 * len(p.t.groups[i].at)
	}
	return n
}

// Day is the sessions of one day, or of a piece of one.
type Day struct {
	Figures []fact.Figure // in the order in which they ended; good until the next Day is asked for
	Part    *Part         // what they came to: then Figures are not looked at
	// Keep is called with what they come to, where that is the same whenever it is asked
	// for: see Options.Whole, which whoever hands in a Day without figures has asked. The
	// Day is then the whole of its day. May be nil.
	Keep func(*Part)
}

// Whole reports whether a day, since 1970 in UTC, counts as a whole and its sessions come
// to the same whatever time it is: it lies within the window or the one before it, and
// nothing in it can be open.
func (o Options) Whole(day int64) bool {
	whole := span{day * fact.DayMicro, (day + 1) * fact.DayMicro}
	if o.AtNow && whole.until > fact.Micro(o.Now)-fact.OpenFor.Microseconds() {
		return false
	}
	within := func(s span) bool { return whole.since >= s.since && whole.until <= s.until }
	since, until, bounded := previous(o)
	return within(newSpan(o.Since, o.Until)) || bounded && within(newSpan(since, until))
}

// summing adds up days.
type summing struct {
	o              Options
	t, prior       *tally
	window, before span
	bounded        bool

	day  int64  // at hand
	now  *tally // its sessions in the window; nil: none yet
	then *tally // and in the one before
}

func newSumming(o Options) *summing {
	s := &summing{o: o, t: newTally(o, o.By), prior: newTally(o, nil), window: newSpan(o.Since, o.Until)}
	since, until, bounded := previous(o)
	s.before, s.bounded = newSpan(since, until), bounded
	return s
}

// into is the tally that a session is of which ended at a time; nil: none.
func (s *summing) into(ended int64) *tally {
	if day := fact.DayOf(ended); day != s.day {
		s.flush()
		s.day = day
	}
	switch {
	case inside(ended, s.window):
		if s.now == nil {
			s.now = newTally(s.o, s.o.By)
		}
		return s.now
	case s.bounded && inside(ended, s.before):
		if s.then == nil {
			s.then = newTally(s.o, nil)
		}
		return s.then
	}
	return nil
}

func (s *summing) add(d *Day) {
	if d.Part != nil {
		if d.Part.t != nil {
			s.flush()
			s.merge(d.Part.t)
		}
		return
	}
	if d.Keep != nil && len(d.Figures) == 0 { // nothing of it passes a filter
		d.Keep(&Part{})
		return
	}
	if d.Keep != nil && len(d.Figures) > 0 && s.o.Whole(fact.DayOf(d.Figures[0].Ended)) {
		s.flush()
		whole := newTally(s.o, s.o.By)
		for i := range d.Figures {
			whole.add(&d.Figures[i])
		}
		whole.settle()
		s.merge(whole)
		d.Keep(&Part{whole})
		return
	}
	for i := range d.Figures {
		f := &d.Figures[i]
		if t := s.into(f.Ended); t != nil {
			t.add(f)
		}
	}
}

// merge takes in a day that lies as a whole in one of the windows.
func (s *summing) merge(t *tally) {
	if inside(t.last, s.window) {
		s.t.merge(t)
	} else {
		s.prior.merge(t)
	}
}

// flush takes in the day at hand.
func (s *summing) flush() {
	if s.now != nil {
		s.now.settle()
		s.t.merge(s.now)
	}
	if s.then != nil {
		s.then.settle()
		s.prior.merge(s.then)
	}
	s.now, s.then = nil, nil
}

// settle puts the lists of a day in order, once all of it is there.
func (t *tally) settle() {
	for _, v := range [...]*values{&t.weights, &t.costs, &t.times} {
		v.settle()
	}
	t.conversations.settle()
}

// merge takes in the sessions of a later day that is settled, without changing what it is handed. Groups
// that are not asked for are passed over.
func (t *tally) merge(o *tally) {
	sum := &t.sum
	sum.Ratio.merge(o.sum.Ratio)
	for why, n := range o.sum.Excluded {
		sum.Excluded[why] += n
	}
	sum.Reworked += o.sum.Reworked
	sum.StandIns += o.sum.StandIns
	sum.Provisional += o.sum.Provisional
	sum.OpenCounted += o.sum.OpenCounted
	sum.Tokens, sum.Nested = sum.Tokens.Plus(o.sum.Tokens), sum.Nested.Plus(o.sum.Nested)
	if o.first != fact.NoTime && (t.first == fact.NoTime || o.first < t.first) {
		t.first = o.first
	}
	t.last = max(t.last, o.last)
	t.cost.merge(&o.cost)
	t.nestedCost.merge(&o.nestedCost)
	t.weights.merge(&o.weights)
	t.costs.merge(&o.costs)
	t.times.merge(&o.times)
	t.noise.merge(o.noise)
	t.crushedTokens, t.spent, t.turns, t.unpriced = t.crushedTokens+o.crushedTokens, t.spent+o.spent, t.turns+o.turns, t.unpriced || o.unpriced
	t.skill.merge(&o.skill)
	t.trivia.merge(&o.trivia)
	t.weeks.merge(&o.weeks)
	t.skills.merge(o.skills)
	for i := range t.groups {
		t.groups[i].merge(&o.groups[i])
	}
	for k, j := range o.judges {
		if t.judges[k] == nil {
			t.judges[k] = &JudgeUse{}
		}
		t.judges[k].Sessions += j.Sessions
		t.judges[k].Fallback += j.Fallback
	}
	t.conversations.merge(&o.conversations)
	for repo := range o.repos {
		t.repos[repo] = struct{}{}
	}
	for miss, n := range o.missed {
		t.missed[miss] += n
	}
	for why, reasons := range o.unjudged {
		if t.unjudged[why] == nil {
			t.unjudged[why] = make(map[uint32]int)
		}
		for reason, n := range reasons {
			t.unjudged[why][reason] += n
		}
	}
}
