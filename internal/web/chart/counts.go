package chart

import (
	"fmt"
	"html/template"
	"math"
	"slices"
	"strings"
	"time"

	"prism/internal/locale"
	"prism/internal/web/page"
)

// OfCounts draws how many sessions crushed in each day, week or month, as a bar before
// that of all that counted: on their own scale, since speed has no hundred. What is not
// over is hollow. All its text is ours or a number, so that it can be marked as safe.
func OfCounts(l *locale.Locale, points []Point, cut int, unit string, now time.Time, changes []page.JudgeChange) Chart {
	c := Chart{Unit: l.Known(unit)}
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
		over := !now.Before(w.Next)
		bar := func(class string, n int) {
			if n > 0 {
				fmt.Fprintf(&b, `<rect class="%s" x="%.1f" y="%.1f" width="%.1f" height="%.1f" rx="1.5"/>`, class, x(i)-wide/2, y(n), wide, foot-y(n))
			}
		}
		bar("counted-bar", w.Counted)
		bar(map[bool]string{true: "crushed-bar", false: "crushed-bar open"}[over], w.Crushed)
		if (len(points)-1-i)%every == 0 {
			fmt.Fprint(&b, w.under(l, unit, x(i), (len(points)-1-i)/every%2 == 1))
		}
		for _, j := range changes {
			if !j.At.Before(w.From) && j.At.Before(w.Next) {
				c.Judges = append(c.Judges, changeSentence(l, j))
			}
		}
		c.Rows = append(c.Rows, w.row(l, unit, now, changes))
	}
	b.WriteString(`</svg>`)
	c.SVG = template.HTML(b.String()) //nolint:gosec // numbers, dates and our own words
	c.Summary = l.Say("The full bar is what crushed, the faint one behind it all that counted.")
	if last := points[len(points)-1]; last.Crushed > 0 && now.Before(last.Next) {
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
