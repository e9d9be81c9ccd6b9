package report

import (
	_ "embed"
	"fmt"
	"html/template"
	"io"
	"regexp"
	"strings"

	"prism/internal/locale"
)

//go:embed page.html
var page string

// HTML writes r as one self-contained page in the words of a locale; nil: in English. It
// has no script and no request, charts as inline SVG with their figures in a table beside
// them, for screens light and dark, for paper, and for mail programs that drop SVG.
func HTML(w io.Writer, r Report, l *locale.Locale) error {
	l = spoken(l)
	t, err := template.New("page").Funcs(template.FuncMap{
		"trend":   func(weeks []Week) template.HTML { return trendChart(l, weeks) },
		"stack":   func(id, title string, parts []Share) template.HTML { return stackChart(l, id, title, parts) },
		"percent": l.Percent,
		"width":   func(x float64) string { return fmt.Sprintf("%.1f", 100*min(max(x, 0), 1)) },
		"score":   func(w Week) string { return scored(l, w) },
		"between": func(w Week) string { return between(l, w) },
		"lang":    l.Lang,
		"dir":     l.Dir,
		"say":     l.Say,
		"told":    l.Told,
		"known":   l.Known,
		"respelt": l.Respelt,
		"whole":   l.Whole,
		"parted":  func(text string) string { return l.Parted(text, "; ") },
		"meta":    func(line string) string { return Meta(l, line) },
	}).Parse(withoutVariables(page))
	if err != nil {
		return fmt.Errorf("parse page: %w", err)
	}
	if err := t.Execute(w, r); err != nil {
		return fmt.Errorf("write report: %w", err)
	}
	return nil
}

// spoken is a locale, or English where there is none.
func spoken(l *locale.Locale) *locale.Locale {
	if l == nil {
		return locale.Plain()
	}
	return l
}

// scored is the score of a week as a table has it.
func scored(l *locale.Locale, w Week) string {
	switch {
	case w.Few:
		return l.Respelt("too few")
	case w.Score == nil:
		return "—"
	}
	return l.Fixed(*w.Score, 1)
}

// between is the interval of a week as a table has it.
func between(l *locale.Locale, w Week) string {
	if w.Score == nil || w.Few {
		return "—"
	}
	return l.Fixed(w.Lo, 0) + "–" + l.Fixed(w.Hi, 0)
}

// Meta is the line under the title of a session in the words of a locale: its kind of work,
// its repository, which stays as it is, then day, turns, tokens and cost.
func Meta(l *locale.Locale, line string) string {
	const between, figures = " · ", 4
	parts := strings.Split(line, between)
	if len(parts) < figures+2 {
		return line
	}
	parts[0] = l.Known(parts[0])
	for i := len(parts) - figures; i < len(parts); i++ {
		parts[i] = l.Respelt(parts[i])
	}
	return strings.Join(parts, between)
}

// withoutVariables puts before each rule of the page that names a colour by a variable the
// same with the light one itself: many mail programs know no variables.
func withoutVariables(page string) string {
	root, _, _ := strings.Cut(page[strings.Index(page, ":root {"):], "}")
	var of []string
	for _, x := range regexp.MustCompile(`(--[a-z]+):(#[0-9a-f]+)`).FindAllStringSubmatch(root, -1) {
		of = append(of, "var("+x[1]+")", x[2])
	}
	values := strings.NewReplacer(of...)
	return regexp.MustCompile(`[a-z-]+:[^;{}]*var\(--[a-z]+\)[^;{}]*;`).ReplaceAllStringFunc(page, func(rule string) string {
		return values.Replace(rule) + " " + rule
	})
}

// Measures of the charts, in units of their view boxes.
const (
	chartWidth  = 720
	chartHeight = 220
	chartLeft   = 36
	chartTop    = 10
	chartBottom = 34
)

// trendChart draws one bar a week with its interval, which one of few has not. All its
// text is ours or a number, so that it can be marked as safe.
func trendChart(l *locale.Locale, weeks []Week) template.HTML {
	var b strings.Builder
	inner := float64(chartHeight - chartTop - chartBottom)
	y := func(score float64) float64 { return chartTop + inner*(1-score/100) }
	fmt.Fprintf(&b, `<svg viewBox="0 0 %d %d" role="img" aria-labelledby="trend-title"><title id="trend-title">%s</title>`, chartWidth, chartHeight, template.HTMLEscapeString(l.Say("Score by week: one bar a week, from 0 to 100, with its interval of {share}", l.Percent(0.95))))
	for _, at := range []float64{0, 25, 50, 75, 100} {
		fmt.Fprintf(&b, `<line class="grid" x1="%d" x2="%d" y1="%.1f" y2="%.1f"/><text class="axis" x="%d" y="%.1f" text-anchor="end">%.0f</text>`, chartLeft, chartWidth, y(at), y(at), chartLeft-6, y(at)+4, at)
	}
	step := float64(chartWidth-chartLeft) / float64(max(len(weeks), 1))
	wide := min(step*0.56, 44)
	for i, w := range weeks {
		mid := chartLeft + step*(float64(i)+0.5)
		class, label := string(w.Tone), "axis"
		if (len(weeks)-1-i)%2 > 0 {
			label = "axis other" // on a phone there is room for every second one
		}
		if !w.InWindow {
			class += " past"
		}
		if w.Score != nil {
			fmt.Fprintf(&b, `<rect class="%s" x="%.1f" y="%.1f" width="%.1f" height="%.1f" rx="2"><title>%s</title></rect>`,
				class, mid-wide/2, y(*w.Score), wide, max(inner*(*w.Score)/100, 1.5), template.HTMLEscapeString(l.Say("week of {day}: {score}, {n} of {all} crushed", l.Respelt(w.Label), scored(l, w), w.Crushed, w.Counted)))
		}
		if w.Score != nil && !w.Few {
			fmt.Fprintf(&b, `<path class="whisker" d="M%.1f %.1fV%.1fM%.1f %.1fh8M%.1f %.1fh8"/>`, mid, y(w.Hi), y(w.Lo), mid-4, y(w.Hi), mid-4, y(w.Lo))
		} else if w.Score == nil {
			fmt.Fprintf(&b, `<text class="axis" x="%.1f" y="%.1f" text-anchor="middle">—</text>`, mid, y(0)-6)
		}
		fmt.Fprintf(&b, `<text class="%s" x="%.1f" y="%d" text-anchor="middle">%s</text>`, label, mid, chartHeight-18, template.HTMLEscapeString(l.Respelt(w.Label)))
		fmt.Fprintf(&b, `<text class="axis small" x="%.1f" y="%d" text-anchor="middle">%d/%d</text>`, mid, chartHeight-4, w.Crushed, w.Counted)
	}
	b.WriteString(`</svg>`)
	return template.HTML(b.String()) //nolint:gosec // every text in it is escaped above
}

// stackChart draws shares of one whole as one bar.
func stackChart(l *locale.Locale, id, title string, parts []Share) template.HTML {
	var b strings.Builder
	fmt.Fprintf(&b, `<svg class="stack" viewBox="0 0 %d 28" preserveAspectRatio="none" role="img" aria-labelledby="%s"><title id="%s">%s</title>`, chartWidth, template.HTMLEscapeString(id), template.HTMLEscapeString(id), template.HTMLEscapeString(title))
	x := 0.0
	for i, p := range parts {
		wide := p.Share * chartWidth
		class := string(p.Tone)
		if p.Tone == none && len(parts) > 1 && id != "outcome" {
			class = fmt.Sprintf("part%d", i)
		}
		fmt.Fprintf(&b, `<rect class="%s" x="%.1f" y="0" width="%.1f" height="28"><title>%s: %s (%s)</title></rect>`, class, x, max(wide-1.5, 0.8), template.HTMLEscapeString(l.Known(p.Name)), template.HTMLEscapeString(l.Respelt(p.Text)), l.Percent(p.Share))
		x += wide
	}
	b.WriteString(`</svg>`)
	return template.HTML(b.String()) //nolint:gosec // every text in it is escaped above
}
