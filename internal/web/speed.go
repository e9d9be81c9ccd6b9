package web

import (
	"fmt"
	"html/template"
	"math"
	"slices"
	"strings"
	"time"

	"prism/internal/locale"
	"prism/internal/score"
	"prism/internal/store"
)

// unitAsked is the unit of a trend: the one that is asked for, or that fits the time that
// is; asked is false where neither tells, and by week it is looked for.
func unitAsked(r *request) (unit string, asked bool) {
	unit = r.query.Get("unit")
	if unit == "" && !r.query.from.IsZero() {
		to := r.query.to
		if now := r.now(); to.IsZero() || to.After(now) {
			to = now
		}
		unit = unitFor(r.query.from, to)
	}
	if unit == "" {
		return byWeek, false
	}
	return unit, true
}

// betterTrend is a trend in the unit that fits the time that its sessions are of.
func betterTrend(r *request, sum *score.Summary, trend score.Breakdown, f store.Filter) (score.Breakdown, error) {
	better := unitFor(sum.Window.First, sum.Window.Last)
	if better == trend.By {
		return trend, nil
	}
	again, err := r.lib.Summary(r.Context(), r.query.options(better), f, r.query.words())
	if err != nil || len(again.Groups) == 0 {
		return trend, err
	}
	return again.Groups[0], nil
}

// unitsOf are the units that the trend of a page may be shown in.
func unitsOf(r *request, path, is string) (list []unitLink) {
	for _, u := range [...]string{byDay, byWeek, byMonth} {
		list = append(list, unitLink{r.Known(u), r.query.With(path, "unit", u), u == is})
	}
	return list
}

// speedPage tells how fast goals are landed.
func speedPage(r *request) (answer, error) {
	unit, asked := unitAsked(r)
	sum, err := summary(r, unit)
	if err != nil {
		return answer{}, err
	}
	p := &figuresFill{Sum: sum, All: r.query.To("/sessions", "crushed", "yes")}
	sp := sum.Speed
	switch {
	case sum.Crushed == 0:
		p.Finding = r.Say("No session of this time crushed, so there is no speed to tell.")
	case sp.TimeToCrush != nil:
		p.Finding = r.Say("Half of {n} crushed session took no longer than {time} from the first prompt to the last event.|Half of {n} crushed sessions took no longer than {time} from the first prompt to the last event.", sum.Crushed, r.Lasted(*sp.TimeToCrush))
	}
	perWeek := tile{r.Say("crushed a week"), r.Points(sp.CrushedPerWeek), ""}
	if with := len(sum.Trend); with < sp.Weeks {
		perWeek.More = r.Say("a mean over all {weeks} weeks, of which {n} had a session", sp.Weeks, with)
	}
	if sp.Delta != nil {
		if perWeek.More != "" {
			perWeek.More += "; "
		}
		perWeek.More += r.Say("{change} a week against the same time before: {verdict}", r.Signed(sp.Delta.By, 1), verdictOn(r.Locale, sp.Delta))
	}
	p.Tiles = append(p.Tiles, perWeek)
	if sp.TimeToCrush != nil {
		p.Tiles = append(p.Tiles, tile{r.Say("time to crush"), r.Lasted(*sp.TimeToCrush), r.Say("median over crushed sessions")})
	}
	if at := slices.IndexFunc(sum.Groups, func(b score.Breakdown) bool { return b.By == unit }); at >= 0 && sum.Counted > 0 {
		trend := sum.Groups[at]
		if !asked {
			if trend, err = betterTrend(r, sum, trend, r.query.filter()); err != nil {
				return answer{}, err
			}
		}
		points, cut := pointsOf(trend, r.now().Location())
		p.Chart = countChart(r.Locale, points, cut, trend.By, r.now(), judgeChanges(r))
		p.Chart.Units = unitsOf(r, "/speed", trend.By)
	}
	yes := true
	f := r.query.filter()
	f.Crushed = &yes
	p.RowsOf = r.Say("The latest that crushed")
	if err := p.latest(r, f, sum.Crushed); err != nil {
		return answer{}, err
	}
	return answer{page: "figures", fill: p, title: r.Say("Speed")}, nil
}

// countChart draws how many sessions crushed in each day, week or month, as a bar before
// that of all that counted: on their own scale, since speed has no hundred. What is not
// over is hollow. All its text is ours or a number, so that it can be marked as safe.
func countChart(l *locale.Locale, points []point, cut int, unit string, now time.Time, changes []JudgeChange) chart {
	c := chart{Unit: l.Known(unit)}
	if len(points) == 0 {
		return c
	}
	most := 1
	for _, w := range points {
		most = max(most, w.Counted)
	}
	top := ceiling(most)
	const foot = trendHigh - trendFoot
	y := func(n int) float64 { return foot - float64(foot-trendTop)*float64(n)/float64(top) }
	x, _, wide := columnsOf(len(points))
	var b strings.Builder
	fmt.Fprintf(&b, `<svg class="trend" viewBox="0 0 %d %d" role="img" aria-label="%s">`, trendWide, trendHigh, escaped(l.Say("Crushed sessions by {unit}, beside all that counted; the table below has the figures", c.Unit)))
	for _, n := range slices.Compact([]int{0, top / 2, top}) {
		fmt.Fprintf(&b, `<line class="grid" x1="%d" x2="%d" y1="%.1f" y2="%.1f"/><text class="axis" x="%d" y="%.1f" text-anchor="end">%s</text>`, trendLeft, trendWide, y(n), y(n), trendLeft-5, y(n)+4, escaped(l.Number(n)))
	}
	every := max(1, (len(points)+7)/8)
	for i, w := range points {
		over := !now.Before(w.next)
		bar := func(class string, n int) {
			if n > 0 {
				fmt.Fprintf(&b, `<rect class="%s" x="%.1f" y="%.1f" width="%.1f" height="%.1f" rx="1.5"/>`, class, x(i)-wide/2, y(n), wide, foot-y(n))
			}
		}
		bar("counted-bar", w.Counted)
		bar(map[bool]string{true: "crushed-bar", false: "crushed-bar open"}[over], w.Crushed)
		if (len(points)-1-i)%every == 0 {
			fmt.Fprint(&b, w.under(l, unit, x(i)))
		}
		for _, j := range changes {
			if !j.At.Before(w.from) && j.At.Before(w.next) {
				c.Judges = append(c.Judges, j.sentence(l))
			}
		}
		c.Rows = append(c.Rows, w.row(l, unit, now, changes))
	}
	b.WriteString(`</svg>`)
	c.SVG = template.HTML(b.String()) //nolint:gosec // numbers, dates and our own words
	c.Summary = l.Say("The full bar is what crushed, the light one behind it all that counted.")
	if last := points[len(points)-1]; last.Crushed > 0 && now.Before(last.next) {
		c.Summary += " " + l.Say("The hollow one is not over.")
	}
	c.Summary += leftBefore(l, cut)
	return c
}

// ceiling is the least even number of one or two digits and zeros behind, that a scale of
// up to n ends on: half of it is whole, too.
func ceiling(n int) int {
	if n <= 2 {
		return 2
	}
	unit := int(math.Pow10(max(0, len(fmt.Sprint(n))-2)))
	top := (n + unit - 1) / unit * unit
	if top/unit%2 == 1 {
		top += unit
	}
	return top
}
