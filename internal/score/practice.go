package score

import (
	"slices"
	"strconv"
	"time"

	"prism/internal/fact"
)

// variance1 is what a single letter is taken to vary by, squared: the letters lie about
// two points of ten apart from session to session.
const variance1 = 4.0

// skillTally gathers rubrics.
type skillTally struct {
	values [10]float64 // of the letters, in the order of fact.LetterBands
	sum    float64
	square float64
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
		v := t.values[f.Letter-1]
		t.sum, t.square = t.sum+v, t.square+v*v
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

func (t *skillTally) merge(o *skillTally) {
	t.sum, t.square, t.graded = t.sum+o.sum, t.square+o.square, t.graded+o.graded
	for i := range t.checks {
		t.checks[i].Hits += o.checks[i].Hits
		t.checks[i].Applicable += o.checks[i].Applicable
	}
}

// skillWeek is the rubrics of one week.
type skillWeek struct {
	monday time.Time
	skillTally
}

// skillWeeks are those of the weeks in which a counted session ended, ascending.
type skillWeeks []skillWeek

// of is the week that begins on a Monday, the last one or a later one; like has the values
// of letters.
func (t *skillWeeks) of(monday time.Time, like *skillTally) *skillTally {
	if n := len(*t); n == 0 || !(*t)[n-1].monday.Equal(monday) {
		*t = append(*t, skillWeek{monday, skillTally{values: like.values}})
	}
	return &(*t)[len(*t)-1].skillTally
}

func (t *skillWeeks) merge(o skillWeeks) {
	for i := range o {
		t.of(o[i].monday, &o[i].skillTally).merge(&o[i].skillTally)
	}
}

func (t skillWeeks) close() (list []SkillWeek) {
	for i := range t {
		list = append(list, SkillWeek{t[i].monday, t[i].skillTally.close()})
	}
	return list
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
	worst := 1.0 // a pillar that was always met is not the weakest of anything
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
		n := float64(t.graded)
		s.Variance = variance1 / n * 100
		if t.graded > 1 {
			s.Variance = max(0, (t.square-t.sum*t.sum/n)/(n-1)) / n * 100
		}
	}
	return s
}

// What is said to be least practised was asked for often enough, and is met seldom
// enough, to be worth a sentence.
const (
	leastAsked = 3
	leastMet   = 0.6
)

// LeastPractised is the check of prompting practice that is met least; nil where none
// stands out. Scores and reports name the same.
func (s *Skill) LeastPractised() *Rate {
	if at := s.LeastMet(); at >= 0 && *s.Checks[at].Rate < leastMet {
		return &s.Checks[at]
	}
	return nil
}

// LeastMet is the place among the checks of the one that is met least, of those that were
// asked for often enough to tell; -1 none was, or all always are. LeastPractised is the
// same one, where it stands out.
func (s *Skill) LeastMet() int {
	low, rate := -1, 1.0
	for i := range s.Checks {
		if c := &s.Checks[i]; c.Applicable >= leastAsked && c.Rate != nil && *c.Rate < rate {
			low, rate = i, *c.Rate
		}
	}
	return low
}

func (r Rate) rated() Rate {
	if r.Applicable > 0 {
		r.Rate = ptr(float64(r.Hits) / float64(r.Applicable))
	}
	return r
}

// triviaTally counts sessions below the floor by what they lack, in the order of
// fact.Shortfalls.
type triviaTally struct{ reasons [4]int }

func (t *triviaTally) add(f *fact.Figure) {
	if at := slices.Index(fact.Shortfalls, f.Shortfall()); at >= 0 {
		t.reasons[at]++
	}
}

func (t *triviaTally) merge(o *triviaTally) {
	for i := range t.reasons {
		t.reasons[i] += o.reasons[i]
	}
}

func (t *triviaTally) close(sessions int) Trivia {
	out := Trivia{}
	below := 0
	for i, name := range fact.Shortfalls {
		out.Reasons = append(out.Reasons, Reason{string(name), t.reasons[i]})
		below += t.reasons[i]
	}
	if sessions > 0 {
		rate := float64(below) / float64(sessions)
		out.Rate = &rate
	}
	return out
}

// Band is a stretch of a figure with its word. To is where the next one begins, 0 for
// none. The words are published, their limits are not: these are our choice, each in
// one place.
type Band struct {
	Name     string
	From, To float64
}

// SpeedBand is of crushed sessions a week: less than one, up to one a working day, up
// to three a working day, more. It goes by what is shown, one decimal: else one figure
// would have two words.
func SpeedBand(perWeek float64) Band {
	return band(shown(perWeek, 1), Band{"stalled", 0, 1}, Band{"light", 1, 5}, Band{"steady", 5, 15}, Band{"crushing", 15, 0})
}

// SkillBand is of the prompt grade, 0–100, as it is shown, whole: the letters' edges C,
// B- and B+.
func SkillBand(grade float64) Band {
	return band(shown(grade, 0), Band{"poor", 0, 50}, Band{"weak", 50, 65}, Band{"fair", 65, 80}, Band{"good", 80, 0})
}

// TriviaBand is of the share of sessions below the floor, in whole hundredths as they are
// shown: a tenth is the small talk of any week; from half on the figures speak of the
// lesser part of the work.
func TriviaBand(percent float64) Band {
	return band(shown(percent, 0), Band{"low", 0, 10}, Band{"normal", 10, 30}, Band{"elevated", 30, 50}, Band{"high", 50, 0})
}

// TokensBand is of the tokens of a crushed session: the one whose limits are published
// (product reference 6.3).
func TokensBand(tokens float64) Band {
	return band(tokens, Band{"tight", 0, 15_000}, Band{"healthy", 15_000, 35_000}, Band{"heavy", 35_000, 70_000}, Band{"bloated", 70_000, 0})
}

// TierBand is of the score, 0–100, as the published API tells a person of it. Of its
// words only "scaling" is public, for a score of 62.5 (product reference 5.4): it is
// taken as what lies between half of the work and the letter B, the baseline.
func TierBand(score float64) Band {
	return band(score, Band{"starting", 0, 50}, Band{"scaling", 50, 70}, Band{"established", 70, 0})
}

// shown is a figure as it is written with some decimals.
func shown(x float64, decimals int) float64 {
	is, err := strconv.ParseFloat(strconv.FormatFloat(x, 'f', decimals, 64), 64)
	if err != nil {
		return x
	}
	return is
}

func band(x float64, bands ...Band) Band {
	for _, b := range bands {
		if x < b.To {
			return b
		}
	}
	return bands[len(bands)-1]
}
