// Package chart draws what changes over time, as SVG with the table that tells the same.
//
// Promises: where too few counted there is a gap or a grey dot, and no line; what is not
// over is hollow; a judge that changed is a mark on the line. All text in a picture is our
// own or a number. Refusals: it adds nothing up, and asks no library but when judges changed.
package chart

import (
	"fmt"
	"html/template"
	"maps"
	"slices"
	"strings"
	"time"

	"prism/internal/locale"
	"prism/internal/score"
	"prism/internal/web/page"
)

// Chart is a picture with the table that tells the same.
type Chart struct {
	SVG     template.HTML
	Summary string
	Few     string // what a dot without a band is; "" there is none
	Unit    string // day, week or month, in words
	Units   []UnitLink
	Rows    []chartRow
	Judges  []string // of each time that the judge changed, a sentence
	Zoom    *Zoom    // what chooses a shorter time of it; nil: nothing does
}

// Zoom chooses a time of a trend, from the first day of one point to the last of another:
// by a form, and with a script by dragging over the picture or by its keys.
type Zoom struct {
	From, To []page.Option
	Held     []page.Held // what else the address asks for
	All      string      // the whole time; "" it is shown
}

// JudgeChanges are when the judge in use changed; none where the library does not know.
func JudgeChanges(r *page.Request) []page.JudgeChange {
	if x, ok := r.Lib.(page.Judged); ok {
		return x.JudgeChanges(r.Context())
	}
	return nil
}

// UnitLink is another unit of time that a trend may be shown in.
type UnitLink struct {
	Name, To string
	On       bool
}

type chartRow struct {
	Label, Value, Between string
	Crushed, Counted      int
	Judge                 string // the judge changed in it
	To                    string // the sessions that counted in it; "" nowhere
	from, next            time.Time
}

// Point is one day, week or month of a trend.
type Point struct {
	From, Next time.Time
	score.Ratio
}

// Units of a trend, and the most points that each is drawn with: of more the latest.
const (
	ByDay   = "day"
	ByWeek  = "week"
	ByMonth = "month"
)

// MostPoints is how many points a trend by a unit is drawn with; of more the latest.
func MostPoints(unit string) int { return map[string]int{ByDay: 62, ByWeek: 53, ByMonth: 36}[unit] }

// Up to how many days a trend is told by day, and up to how many by week, where nobody
// says: some twenty points are read at a glance.
const (
	daysByDay  = 21
	daysByWeek = 183
)

// UnitFor is the unit for a stretch of time.
func UnitFor(from, to time.Time) string {
	switch days := to.Sub(from).Hours() / 24; {
	case days <= daysByDay:
		return ByDay
	case days <= daysByWeek:
		return ByWeek
	}
	return ByMonth
}

// PointsOf are the groups of a breakdown by time with those between them in which no
// session ended; cut is how many were left out at the beginning.
func PointsOf(b score.Breakdown, zone *time.Location) (list []Point, cut int) {
	layout := time.DateOnly
	if b.By == ByMonth {
		layout = "2006-01"
	}
	most := MostPoints(b.By)
	for _, g := range b.Groups {
		at, err := time.ParseInLocation(layout, g.Key, zone)
		if err != nil {
			continue // of no time
		}
		from, next := score.Begin(b.By, at, zone)
		for len(list) > 0 && list[len(list)-1].Next.Before(from) {
			gap := list[len(list)-1].Next
			_, after := score.Begin(b.By, gap, zone)
			if list = append(list, Point{From: gap, Next: after}); len(list) > 2*most { // years between two sessions
				cut, list = cut+most, append(list[:0], list[most:]...)
			}
		}
		list = append(list, Point{from, next, g.Ratio})
	}
	if over := len(list) - most; over > 0 {
		cut, list = cut+over, list[over:]
	}
	return list, cut
}

// WeekPoints is pointsOf for a trend by week.
func WeekPoints(trend []score.Week) (list []Point, cut int) {
	for _, w := range score.EveryWeek(trend) {
		list = append(list, Point{w.Monday, w.Monday.AddDate(0, 0, 7), w.Ratio})
	}
	cut = max(0, len(list)-MostPoints(ByWeek))
	return list[cut:], cut
}

// Measures of the trend, in units of its view box.
const (
	trendWide = 640
	trendHigh = 190
	trendLeft = 30
	trendTop  = 8
	trendFoot = 22
	// trendRight is what stays free on the right.
	trendRight = 8
)

// OfScore is plotted of the score.
func OfScore(l *locale.Locale, points []Point, cut int, unit string, now time.Time, changes []page.JudgeChange) Chart {
	return OfShare(l, l.Say("Score"), points, cut, unit, now, changes)
}

// OfShare draws a dot for each point with the band of its interval, on a scale of 0
// to 100. Where nothing counted is a gap; what is not over is hollow; where the judge
// changed stands a line. All its text is ours or a number, so that it can be marked as safe.
func OfShare(l *locale.Locale, what string, points []Point, cut int, unit string, now time.Time, changes []page.JudgeChange) Chart {
	c := Chart{Unit: l.Known(unit)}
	if len(points) == 0 {
		return c
	}
	var b strings.Builder
	inner := float64(trendHigh - trendTop - trendFoot)
	y := func(score float64) float64 { return trendTop + inner*(1-score/100) }
	x, step, wide := columnsOf(len(points))
	fmt.Fprintf(&b, `<svg class="trend" viewBox="0 0 %d %d" data-left="%d" data-right="%d" role="img" aria-label="%s">`, trendWide, trendHigh, trendLeft, trendWide-trendRight, escaped(l.Say("{what} by {unit}, 0 to 100, with its interval of {share}; the table below has the figures", what, c.Unit, l.Percent(0.95))))
	for _, at := range []float64{0, 50, 100} {
		fmt.Fprintf(&b, `<line class="grid" x1="%d" x2="%d" y1="%.1f" y2="%.1f"/><text class="axis" x="%d" y="%.1f" text-anchor="end">%.0f</text>`, trendLeft, trendWide, y(at), y(at), trendLeft-5, y(at)+4, at)
	}
	for i, w := range points {
		for _, j := range changes {
			if j.At.Before(w.From) || !j.At.Before(w.Next) {
				continue
			}
			at := x(i) + step*(float64(j.At.Sub(w.From))/float64(w.Next.Sub(w.From))-0.5)
			fmt.Fprintf(&b, `<line class="judge" x1="%.1f" x2="%.1f" y1="%d" y2="%.1f"/>`, at, at, trendTop, y(0))
			side, dx := "start", 3.0
			if at > trendWide*0.8 {
				side, dx = "end", -3
			}
			fmt.Fprintf(&b, `<text class="axis judge-name" x="%.1f" y="%d" text-anchor="%s">⚖ %s</text>`, at+dx, trendTop+8, side, escaped(l.Say("judge changed")))
			c.Judges = append(c.Judges, changeSentence(l, j))
		}
		if w.Score != nil && w.Counted >= score.LeastShare {
			fmt.Fprintf(&b, `<rect class="band" x="%.1f" y="%.1f" width="%.1f" height="%.1f" rx="2"/>`, x(i)-wide/2, y(w.Interval.Hi), wide, y(w.Interval.Lo)-y(w.Interval.Hi))
		}
	}
	line := false
	fmt.Fprint(&b, `<path class="line" d="`)
	for i, w := range points {
		if w.Score == nil || w.Counted < score.LeastShare {
			line = false
			continue
		}
		fmt.Fprintf(&b, "%s%.1f %.1f", map[bool]string{true: "L", false: "M"}[line], x(i), y(*w.Score))
		line = true
	}
	fmt.Fprint(&b, `"/>`)
	every := max(1, (len(points)+7)/8)
	for i, w := range points {
		over := !now.Before(w.Next)
		if w.Score != nil {
			class := "dot"
			if w.Counted < score.LeastShare {
				class, c.Few = "dot few", l.Say("A grey dot is of fewer than {least} counted sessions.", score.LeastShare)
			} else if !over {
				class = "dot open"
			}
			fmt.Fprintf(&b, `<circle class="%s" cx="%.1f" cy="%.1f" r="%.1f"/>`, class, x(i), y(*w.Score), map[bool]float64{true: 3, false: 4}[w.Counted < score.LeastShare])
		}
		if (len(points)-1-i)%every == 0 {
			fmt.Fprint(&b, w.under(l, unit, x(i), (len(points)-1-i)/every%2 == 1))
		}
		row := w.row(l, unit, now, changes)
		row.Value = "—"
		if w.Score != nil {
			row.Value, row.Between = l.Fixed(*w.Score, 0), between(l, w.Interval)
			if w.Counted < score.LeastShare {
				row.Value, row.Between = l.Say("too few yet"), ""
			}
		}
		c.Rows = append(c.Rows, row)
	}
	b.WriteString(`</svg>`)
	c.SVG = template.HTML(b.String()) //nolint:gosec // numbers, dates and our own words
	c.Summary = l.Say(map[string]string{
		ByDay:   locale.Mark("{n} day.|{n} days."),
		ByWeek:  locale.Mark("{n} week.|{n} weeks."),
		ByMonth: locale.Mark("{n} month.|{n} months."),
	}[unit], len(points)) + " " + l.Say("The band is the interval of {share}: it covers chance, not the judge's errors. Grey dots are of fewer than {least} counted sessions; a hollow one is not over.", l.Percent(0.95), score.LeastShare)
	c.Summary += leftBefore(l, cut)
	return c
}

// columnsOf are the places of n points beside each other in a trend: the middle of each, how
// far they are apart, and how wide a bar is.
func columnsOf(n int) (x func(i int) float64, step, wide float64) {
	step = float64(trendWide-trendLeft-trendRight) / float64(n)
	return func(i int) float64 { return trendLeft + step*(float64(i)+0.5) }, step, min(step*0.72, 40)
}

// under is a point's name below the chart; every other one goes where there is little room.
func (p Point) under(l *locale.Locale, unit string, x float64, other bool) string {
	class := "axis"
	if other {
		class = "axis other"
	}
	return fmt.Sprintf(`<text class="%s" x="%.1f" y="%d" text-anchor="middle">%s</text>`, class, x, trendHigh-5, escaped(p.short(l, unit)))
}

// row is a point in the table behind a chart, without its share.
func (p Point) row(l *locale.Locale, unit string, now time.Time, changes []page.JudgeChange) chartRow {
	row := chartRow{Label: p.Name(l, unit), Crushed: p.Crushed, Counted: p.Counted, from: p.From, next: p.Next}
	if now.Before(p.Next) {
		row.Label = l.Say("{time}, not over", row.Label)
	}
	for _, j := range changes {
		if !j.At.Before(p.From) && j.At.Before(p.Next) {
			row.Judge = changeSentence(l, j)
		}
	}
	return row
}

// leftBefore says how many points a chart has no room for; "" none.
func leftBefore(l *locale.Locale, cut int) string {
	if cut == 0 {
		return ""
	}
	return " " + l.Say("Those before, {n}, are left out: choose a longer unit.", cut)
}

// escaped is a text of ours as markup holds it.
func escaped(text string) string { return template.HTMLEscapeString(text) }

// between is an interval in figures.
func between(l *locale.Locale, i *score.Interval) string {
	return l.Fixed(i.Lo, i.Decimals()) + "–" + l.Fixed(i.Hi, i.Decimals())
}

// changeSentence says that the judge changed, and what follows for what stands before it.
func changeSentence(l *locale.Locale, j page.JudgeChange) string {
	return l.Say("{day}: judge {judge} changed from {version} to {next}", l.Date(j.At), page.Clean(j.Judge), page.Clean(j.From), page.Clean(j.To))
}

// ZoomOf offers the days at which the points of a trend begin and end.
func ZoomOf(r *page.Request, points []Point) *Zoom {
	if len(points) < 2 {
		return nil
	}
	z := &Zoom{}
	last := len(points) - 1
	for i, p := range points {
		end := p.Next.AddDate(0, 0, -1)
		z.From = append(z.From, page.Option{Value: p.From.Format(time.DateOnly), Name: r.Date(p.From), On: i == 0})
		z.To = append(z.To, page.Option{Value: end.Format(time.DateOnly), Name: r.Date(end), On: i == last})
	}
	for _, name := range slices.Sorted(maps.Keys(r.Query.Terms)) {
		if name == "since" || name == "until" || name == "unit" || page.Passing(name) { // another time, another unit
			continue
		}
		for _, v := range r.Query.Terms[name] {
			z.Held = append(z.Held, page.Held{Name: name, Value: v})
		}
	}
	if !r.Query.Since.IsZero() || !r.Query.Until.IsZero() {
		z.All = r.Query.With("/", "since", "", "until", "", "unit", "")
	}
	return z
}

// Name says which day, week or month it is.
func (p Point) Name(l *locale.Locale, unit string) string {
	switch unit {
	case ByDay:
		return l.Weekday(p.From)
	case ByMonth:
		return l.Month(p.From)
	}
	return l.Say("week of {day}", l.Date(p.From))
}

// short is the name as it stands under a chart.
func (p Point) short(l *locale.Locale, unit string) string {
	if unit == ByMonth {
		return l.MonthShort(p.From)
	}
	return l.DayMonth(p.From)
}

// Lead has each line of the table behind a chart lead to the sessions that counted in it.
func (c *Chart) Lead(r *page.Request) {
	for i := range c.Rows {
		if x := &c.Rows[i]; x.Counted > 0 {
			x.To = Counted(r, x.from, x.next)
		}
	}
}

// Counted is the list of the sessions that counted in a stretch of whole days, as far as it is
// of the time that is asked for.
func Counted(r *page.Request, from, next time.Time, more ...string) string {
	since, until := from.Format(time.DateOnly), next.AddDate(0, 0, -1).Format(time.DateOnly)
	if r.Query.Since.After(from) {
		since = r.Query.Get("since")
	}
	if !r.Query.Until.IsZero() && r.Query.Until.Before(next) {
		until = r.Query.Get("until")
	}
	return r.Query.To("/sessions", append([]string{"since", since, "until", until, "counted", "yes"}, more...)...)
}
