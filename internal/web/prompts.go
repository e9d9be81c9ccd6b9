package web

import (
	"cmp"
	"context"
	"fmt"
	"html/template"
	"math"
	"slices"
	"strings"
	"time"

	"prism/internal/fact"
	"prism/internal/phrase"
	"prism/internal/report"
	"prism/internal/score"
	"prism/internal/store"
	"prism/internal/web/chart"
	"prism/internal/web/page"
	"prism/internal/web/session"
)

// Practised is a Library that knows where in a session a practice shows.
type Practised interface {
	// Instances are so many at most of some sessions in which one of the seven checks is met,
	// in their order, each with the turn in which it is met first and what was asked there.
	// Those go first of which that can be read in little time; the others, and those that the
	// viewer may not read, are told without.
	Instances(ctx context.Context, list []*fact.Session, check, most int) []Instance
}

// Instance is a session that shows a practice.
type Instance struct {
	Session *fact.Session
	Turn    int // in which it shows first, from 1; 0: that is not told
	Prompt  string
}

// promptsFill fills the page of what prompts hold.
type promptsFill struct {
	Finding string
	Tiles   []tile
	Checks  []check
	Chart   chart.Chart
	Weeks   []checkWeek
	Names   []string // of the checks, over the weeks
	Least   *leastMet
	All     string
}

// check is one of the seven with how often it was met.
type check struct {
	Name, Value, More string
	Share             float64
	Line              template.HTML // by week, in small; "" too few weeks
	To, Met           string        // those without it, and those with it; "" there are none
}

// checkWeek is one week of the table behind the trend.
type checkWeek struct {
	Label, Grade string
	To           string // its sessions
	Graded       int
	Checks       []string // "3 of 4"; "—" where none applied
}

// leastMet is the check that is met least, the one that scores and reports name, with own
// sessions.
type leastMet struct {
	Pillar, Check, Advice string
	Hits, Applicable      int
	Had, Lacked           []example
	With, Without         score.Ratio // of those that were looked at
	Looked                int
	Nobody                bool // the viewer has no sessions of their own
}

// example is a session of the viewer's that shows a practice, or the want of it.
type example struct {
	page.Row
	Prompt, Turn, TurnTo string
}

// Bounds of the examples.
const (
	examplesLooked = 200 // sessions that are looked at, the latest
	examplesShown  = 3   // of each kind
	exampleShown   = 180 // characters of a prompt
)

func promptsPage(r *page.Request) (page.Answer, error) {
	sum, err := summary(r)
	if err != nil {
		return page.Answer{}, err
	}
	sk := sum.Skill
	p := &promptsFill{All: r.Query.To("/sessions", "counted", "yes"), Finding: r.Say("No counted session has a prompt that could be graded.")}
	if sk.Grade != nil {
		p.Finding = r.Say("Prompts of {n} session are graded {letter} ({grade} of 100).|Prompts of {n} sessions are graded {letter} ({grade} of 100).", sk.Graded, sk.Letter, r.Fixed(*sk.Grade, 0))
		if sk.WorstPillar != "" {
			p.Finding += " " + r.Say("Weakest pillar: {pillar}.", r.Known(phrase.Spoken(sk.WorstPillar)))
		}
	}
	if sk.Delta != nil {
		p.Tiles = append(p.Tiles, tile{r.Say("change"), r.Signed(sk.Delta.By, 1), r.Say("points against the same time before: {verdict}", verdictOn(r.Locale, sk.Delta)), p.All})
	}
	for _, c := range sk.Pillars {
		p.Tiles = append(p.Tiles, tile{r.Known(phrase.Spoken(c.Name)), r.Share(c.Rate), r.Say("{n} of {all}", c.Hits, c.Applicable), cmp.Or(lacking(r, c, ""), lacking(r, c, "met"))})
	}
	low := sk.LeastMet()
	p.weeks(r, sum)
	order := make([]int, len(sk.Checks))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int {
		return cmp.Or(never(sk.Checks[a])-never(sk.Checks[b]), cmp.Compare(rate(sk.Checks[a]), rate(sk.Checks[b])))
	})
	for _, i := range order {
		c := sk.Checks[i]
		p.Checks = append(p.Checks, check{Name: r.Known(phrase.Spoken(c.Name)), Value: r.Share(c.Rate), More: r.Say("{n} of {all}", c.Hits, c.Applicable), Share: rate(c), Line: sparkline(sum.Skills, i), To: lacking(r, c, ""), Met: lacking(r, c, "met")})
	}
	if low >= 0 {
		if p.Least, err = examples(r, &sk, low); err != nil {
			return page.Answer{}, err
		}
	}
	return page.Answer{Page: "prompts", Fill: p, Title: r.Say("Prompts")}, nil
}

// weeks fills in the trend and the table behind it.
func (p *promptsFill) weeks(r *page.Request, sum *score.Summary) {
	var points []chart.Point
	for _, w := range sum.Skills {
		for n := len(points); n > 0 && points[n-1].Next.Before(w.Monday); n = len(points) {
			from := points[n-1].Next
			points = append(points, chart.Point{From: from, Next: from.AddDate(0, 0, 7)})
		}
		x := chart.Point{From: w.Monday, Next: w.Monday.AddDate(0, 0, 7), Ratio: score.Ratio{Counted: w.Graded, Score: w.Grade}}
		if w.Grade != nil {
			off := 1.96 * math.Sqrt(w.Variance)
			x.Interval = &score.Interval{Lo: max(0, *w.Grade-off), Hi: min(100, *w.Grade+off)}
		}
		points = append(points, x)
		row := checkWeek{Label: x.Name(r.Locale, chart.ByWeek), Grade: "—", Graded: w.Graded, To: chart.Counted(r, x.From, x.Next)}
		if w.Grade != nil {
			row.Grade = w.Letter + " " + r.Fixed(*w.Grade, 0)
		}
		for _, c := range w.Checks {
			text := "—"
			if c.Applicable > 0 {
				text = r.Say("{n} of {all}", c.Hits, c.Applicable)
			}
			row.Checks = append(row.Checks, text)
		}
		p.Weeks = append(p.Weeks, row)
	}
	slices.Reverse(p.Weeks)
	cut := max(0, len(points)-chart.MostPoints(chart.ByWeek))
	p.Weeks = p.Weeks[:min(len(p.Weeks), chart.MostPoints(chart.ByWeek))]
	if p.Chart = chart.OfShare(r.Locale, r.Say("Prompt grade"), points[cut:], cut, chart.ByWeek, r.Now(), chart.JudgeChanges(r)); len(points) < 2 {
		p.Chart = chart.Chart{} // one dot is no trend
	}
	for _, c := range (fact.Rubric{}).Checks() {
		p.Names = append(p.Names, r.Known(phrase.Spoken(c.Name)))
	}
}

// sparkline draws how often a check was met week by week, the last ones, on a scale of 0
// to 100; a week in which it did not apply is a gap. The table has the figures.
func sparkline(weeks []score.SkillWeek, check int) template.HTML {
	const most, wide, high = 26, 100, 20
	weeks = weeks[max(0, len(weeks)-most):]
	if len(weeks) < 2 {
		return ""
	}
	first, last := weeks[0].Monday, weeks[len(weeks)-1].Monday
	span := max(last.Sub(first), time.Hour)
	var path, dot strings.Builder
	line := false
	for i, w := range weeks {
		c := w.Checks[check]
		line = line && w.Monday.Sub(weeks[max(0, i-1)].Monday) < 8*24*time.Hour
		if c.Rate == nil {
			line = false
			continue
		}
		x, y := 2+(wide-4)*float64(w.Monday.Sub(first))/float64(span), 2+(high-4)*(1-*c.Rate)
		fmt.Fprintf(&path, "%s%.1f %.1f", map[bool]string{true: "L", false: "M"}[line], x, y)
		dot.Reset()
		fmt.Fprintf(&dot, `<circle class="dot" cx="%.1f" cy="%.1f" r="2"/>`, x, y)
		line = true
	}
	return template.HTML(fmt.Sprintf(`<svg class="spark" viewBox="0 0 %d %d" aria-hidden="true"><path class="line" d="%s"/>%s</svg>`, wide, high, path.String(), dot.String())) //nolint:gosec // numbers
}

// lacking is the list of the sessions that count and lack a practice, or have it; "" of none.
func lacking(r *page.Request, c score.Rate, how string) string {
	n := c.Applicable - c.Hits
	if how == "met" {
		n = c.Hits
	}
	if n == 0 {
		return ""
	}
	return r.Query.To("/sessions", "counted", "yes", cmp.Or(how, "lacked"), c.Name)
}

// never is 1 of a check that applied nowhere: it is not met least.
func never(r score.Rate) int {
	if r.Rate == nil {
		return 1
	}
	return 0
}

func rate(r score.Rate) float64 {
	if r.Rate == nil {
		return 0
	}
	return *r.Rate
}

// examples are sessions of the viewer's own that show a check, and that want it, with what
// became of those that were looked at.
func examples(r *page.Request, sk *score.Skill, at int) (*leastMet, error) {
	c := sk.Checks[at]
	w := &leastMet{Check: r.Known(phrase.Spoken(c.Name)), Advice: report.Habit(c.Name), Hits: c.Hits, Applicable: c.Applicable}
	yes := true
	f := r.Query.Filter()
	f.Counted = &yes
	if k, ok := r.Lib.(page.Known); ok && k.Who().Signed {
		if w.Nobody = k.Who().Person == ""; w.Nobody {
			return w, nil
		}
		f.People = []string{k.Who().Person}
	}
	list, err := r.Lib.First(r.Context(), f, r.Query.Words(), store.Order{}, examplesLooked)
	if err != nil {
		return nil, err
	}
	var had, lacked []*fact.Session
	for _, s := range list {
		of, kind := &w.Without, &lacked
		switch *s.Verdict.Rubric.Marks()[at] {
		case fact.Present:
			of, kind = &w.With, &had
		case fact.Absent:
		default:
			continue
		}
		w.Looked++
		of.Counted++
		if s.Crushed() {
			of.Crushed++
		}
		*kind = append(*kind, s)
	}
	shown := make([]Instance, 0, examplesShown)
	if known, ok := r.Lib.(Practised); ok {
		shown = known.Instances(r.Context(), had, at, examplesShown)
	} else {
		for _, s := range had[:min(len(had), examplesShown)] {
			shown = append(shown, Instance{Session: s})
		}
	}
	lacked = lacked[:min(len(lacked), examplesShown)]
	beside := slices.Clone(lacked)
	for i := range shown {
		beside = append(beside, shown[i].Session)
	}
	r.Beside(beside)
	for i := range shown {
		w.Had = append(w.Had, exampleOf(r, &shown[i]))
	}
	for _, s := range lacked {
		w.Lacked = append(w.Lacked, example{Row: page.RowOf(r, s)})
	}
	return w, nil
}

// exampleOf is a session with the prompt in which it shows.
func exampleOf(r *page.Request, shown *Instance) example {
	x := example{Row: page.RowOf(r, shown.Session)}
	if shown.Turn > 0 {
		x.Turn, x.TurnTo = r.Say("turn {n}", shown.Turn), session.Pages{Query: r.Query, ID: shown.Session.ID}.Turn(shown.Turn)
		x.Prompt = page.Shorten(strings.Join(strings.Fields(page.Clean(shown.Prompt)), " "), exampleShown)
	}
	return x
}
