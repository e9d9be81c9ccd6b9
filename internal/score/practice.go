package score

import "prism/internal/fact"

// skillTally gathers rubrics.
type skillTally struct {
	values [10]float64 // of the letters, in the order of fact.LetterBands
	sum    float64
	graded int
	checks [7]Rate
}

func newSkillTally() (t skillTally) {
	for i, b := range fact.LetterBands() {
		t.values[i], _ = fact.LetterValue(b.Letter)
	}
	return t
}

func (t *skillTally) add(f *fact.Figure) {
	if f.Letter > 0 {
		t.sum += t.values[f.Letter-1]
		t.graded++
	}
	for i := range t.checks {
		switch f.Mark(i) {
		case fact.Present:
			t.checks[i].Hits++
			t.checks[i].Applicable++
		case fact.Absent:
			t.checks[i].Applicable++
		}
	}
}

func (t *skillTally) close() Skill {
	s := Skill{Graded: t.graded}
	for i, c := range (fact.Rubric{}).Checks() {
		r := t.checks[i]
		r.Name, r.Pillar = c.Name, c.Pillar
		s.Checks = append(s.Checks, r.rated())
		if n := len(s.Pillars); n == 0 || s.Pillars[n-1].Name != c.Pillar {
			s.Pillars = append(s.Pillars, Rate{Name: c.Pillar, Pillar: c.Pillar})
		}
		p := &s.Pillars[len(s.Pillars)-1]
		p.Hits += r.Hits
		p.Applicable += r.Applicable
	}
	worst := 2.0
	for i := range s.Pillars {
		s.Pillars[i] = s.Pillars[i].rated()
		if r := s.Pillars[i].Rate; r != nil && *r < worst {
			worst, s.WorstPillar = *r, s.Pillars[i].Name
		}
	}
	if t.graded > 0 {
		mean := t.sum / float64(t.graded)
		s.Grade = ptr(10 * mean)
		s.Letter = fact.NearestLetter(mean)
		s.Band = skillBand(mean)
	}
	return s
}

func (r Rate) rated() Rate {
	if r.Applicable > 0 {
		r.Rate = ptr(float64(r.Hits) / float64(r.Applicable))
	}
	return r
}

// triviaTally counts sessions below the floor by label.
type triviaTally struct{ reasons [4]int }

// The labels, in the order in which they are shown.
const (
	noRealWork = iota
	tooFewTurns
	tooFewLines
	noMutatingCalls
)

// add labels a session below the floor by the limb that was nearest to being
// reached. One turn is what every session has, so the turns' limb starts at the
// second; where no limb got anywhere, an answer without any change is "no
// mutating calls", and no answer either is "no real work".
func (t *triviaTally) add(f *fact.Figure) {
	turns := float64(max(0, f.FloorTurns-1)) / float64(fact.FloorTurns-1)
	lines := float64(f.NetLines) / float64(fact.FloorNetLines)
	switch {
	case lines > 0 && lines >= turns:
		t.reasons[tooFewLines]++
	case turns > 0:
		t.reasons[tooFewTurns]++
	case f.Tokens.Output > 0:
		t.reasons[noMutatingCalls]++
	default:
		t.reasons[noRealWork]++
	}
}

func (t *triviaTally) close(sessions int) Trivia {
	out := Trivia{}
	below := 0
	for i, name := range []string{"no_real_work", "too_few_turns", "too_few_lines", "no_mutating_calls"} {
		out.Reasons = append(out.Reasons, Reason{name, t.reasons[i]})
		below += t.reasons[i]
	}
	if sessions > 0 {
		rate := float64(below) / float64(sessions)
		out.Rate, out.Band = &rate, triviaBand(rate)
	}
	return out
}

// tokenBands returns the published bands of tokens per crushed session
// (product reference 6.3), empty. Cache reads dominate real sessions, so most
// are bloated by this table: it is shown as it was published.
func tokenBands() []TokenBand {
	return []TokenBand{{"tight", 0, 15_000, 0}, {"healthy", 15_000, 35_000, 0}, {"heavy", 35_000, 70_000, 0}, {"bloated", 70_000, 0, 0}}
}

func countBand(bands []TokenBand, tokens int64) {
	for i := len(bands) - 1; i >= 0; i-- {
		if tokens >= bands[i].From {
			bands[i].Sessions++
			return
		}
	}
}

// The names of the following bands are published, their limits are not: these
// are our choice, each in one place.

// speedBand: less than one landed goal a week, up to one a working day, up to
// three a working day, more.
func speedBand(perWeek float64) string {
	return band(perWeek, []float64{1, 5, 15}, "stalled", "light", "steady", "crushing")
}

// skillBand takes the letters' edges C, B- and B+.
func skillBand(grade float64) string {
	return band(grade, []float64{5, 6.5, 8}, "poor", "weak", "fair", "good")
}

// triviaBand: a tenth is the small talk of any week; from half on the figures
// speak of the lesser part of the work.
func triviaBand(rate float64) string {
	return band(rate, []float64{0.1, 0.3, 0.5}, "low", "normal", "elevated", "high")
}

func band(x float64, from []float64, names ...string) string {
	for i, f := range from {
		if x < f {
			return names[i]
		}
	}
	return names[len(names)-1]
}
