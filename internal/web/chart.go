package web

import (
	"fmt"
	"html/template"
	"strings"
	"time"

	"prism/internal/score"
)

// chart is a picture with the table that tells the same.
type chart struct {
	SVG     template.HTML
	Summary string
	Rows    []chartRow
}

type chartRow struct {
	Label, Value, Between string
	Crushed, Counted      int
}

// most points of a trend: more are told by their latest.
const trendPoints = 52

// Measures of the trend, in units of its view box.
const (
	trendWide = 640
	trendHigh = 190
	trendLeft = 30
	trendTop  = 8
	trendFoot = 22
)

// trendChart draws a dot a week with the band of its interval, on a scale of 0 to
// 100. A week in which nothing counted is a gap; the one that is not over is hollow.
// All its text is ours or a number, so that it can be marked as safe.
func trendChart(weeks []score.Week, now time.Time) chart {
	if len(weeks) > trendPoints {
		weeks = weeks[len(weeks)-trendPoints:]
	}
	var c chart
	if len(weeks) == 0 {
		return c
	}
	var b strings.Builder
	inner := float64(trendHigh - trendTop - trendFoot)
	y := func(score float64) float64 { return trendTop + inner*(1-score/100) }
	step := float64(trendWide-trendLeft-8) / float64(len(weeks))
	x := func(i int) float64 { return trendLeft + step*(float64(i)+0.5) }
	fmt.Fprintf(&b, `<svg class="trend" viewBox="0 0 %d %d" role="img" aria-label="Score by week, 0 to 100, with its 95 %% interval; the table below has the figures">`, trendWide, trendHigh)
	for _, at := range []float64{0, 50, 100} {
		fmt.Fprintf(&b, `<line class="grid" x1="%d" x2="%d" y1="%.1f" y2="%.1f"/><text class="axis" x="%d" y="%.1f" text-anchor="end">%.0f</text>`, trendLeft, trendWide, y(at), y(at), trendLeft-5, y(at)+4, at)
	}
	for i, w := range weeks {
		if w.Score != nil && w.Counted >= least {
			fmt.Fprintf(&b, `<rect class="band" x="%.1f" y="%.1f" width="%.1f" height="%.1f" rx="2"/>`, x(i)-step*0.36, y(w.Interval.Hi), step*0.72, y(w.Interval.Lo)-y(w.Interval.Hi))
		}
	}
	line := false
	fmt.Fprint(&b, `<path class="line" d="`)
	for i, w := range weeks {
		if w.Score == nil || w.Counted < least {
			line = false
			continue
		}
		fmt.Fprintf(&b, "%s%.1f %.1f", map[bool]string{true: "L", false: "M"}[line], x(i), y(*w.Score))
		line = true
	}
	fmt.Fprint(&b, `"/>`)
	every := max(1, (len(weeks)+7)/8)
	for i, w := range weeks {
		label := w.Monday.Format("2 Jan")
		if w.Score != nil {
			class := "dot"
			if w.Counted < least {
				class = "dot few"
			} else if now.Before(w.Monday.AddDate(0, 0, 7)) {
				class = "dot open"
			}
			fmt.Fprintf(&b, `<circle class="%s" cx="%.1f" cy="%.1f" r="%.1f"/>`, class, x(i), y(*w.Score), map[bool]float64{true: 2.5, false: 4}[w.Counted < least])
		}
		if (len(weeks)-1-i)%every == 0 {
			fmt.Fprintf(&b, `<text class="axis" x="%.1f" y="%d" text-anchor="middle">%s</text>`, x(i), trendHigh-5, template.HTMLEscapeString(label))
		}
		row := chartRow{Label: "week of " + w.Monday.Format("2 Jan 2006"), Value: "—", Crushed: w.Crushed, Counted: w.Counted}
		if w.Score != nil {
			row.Value, row.Between = fmt.Sprintf("%.0f", *w.Score), fmt.Sprintf("%.0f–%.0f", w.Interval.Lo, w.Interval.Hi)
			if w.Counted < least {
				row.Value = "too few yet"
			}
		}
		c.Rows = append(c.Rows, row)
	}
	b.WriteString(`</svg>`)
	c.SVG = template.HTML(b.String()) //nolint:gosec // numbers, dates and our own words
	c.Summary = fmt.Sprintf("%d weeks. The band is the 95 %% interval: it covers chance, not the judge's errors. Grey dots are weeks with fewer than %d counted sessions.", len(weeks), least)
	return c
}
