package web

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"slices"
	"strings"
	"time"

	"prism/internal/fact"
	"prism/internal/locale"
	"prism/internal/phrase"
	"prism/internal/report"
	"prism/internal/score"
	"prism/internal/store"
	"prism/internal/web/chart"
	"prism/internal/web/page"
	"prism/internal/wire"
)

// mostReported bounds how many sessions one report is made of: it looks at each.
const mostReported = 50_000

// errLong says that a report would be of too many sessions.
var errLong = &page.Error{Status: http.StatusUnprocessableEntity, Text: locale.Mark("There are too many sessions in this time. A report looks at each of them: choose a shorter time, or narrow it to a repository.")}

// Report is a report with what it was made of.
type Report struct {
	report.Report
	From, To time.Time
	Form     wire.Report
	Sessions int  // of the time, counted or not
	Enough   bool // sessions counted for a percentage to tell something
	trend    []score.Week
	first    time.Time // when the first session ended that is there at all
	last     time.Time // and the last one before its end; zero: the figures are of several people
}

// latest is a time of the latest stretch in which something ended; zero nothing did.
func (p *Report) latest() time.Time {
	if !p.last.IsZero() {
		return p.last
	}
	for _, week := range slices.Backward(p.trend) {
		if week.Sessions > 0 {
			return week.Monday
		}
	}
	return time.Time{}
}

// ReportOf makes the report of the stretch of the calendar that a time lies in, from what
// a viewer may see, in now's time zone. f narrows it, only says so in words.
func ReportOf(ctx context.Context, lib page.Library, span report.Span, at, now time.Time, f store.Filter, only string) (*Report, error) {
	r := &Report{}
	r.From, r.To = span.Around(at.In(now.Location()))
	o := score.Options{Since: r.From, Until: r.To, Zone: now.Location(), Now: now, By: []string{"repo", "intent", "model"}, IncludeOpen: f.IncludeOpen, IncludeAutomated: f.IncludeAutomated}
	f.Since, f.Until, f.Now = r.From, r.To, now
	sum, err := lib.Summary(ctx, o, f, nil)
	if err != nil {
		return nil, err
	}
	// The trend looks back beyond the stretch, so that it is seen among others.
	before, all := o, f
	before.Since, before.By, all.Since = time.Time{}, nil, time.Time{}
	earlier, err := lib.Summary(ctx, before, all, nil)
	if err != nil {
		return nil, err
	}
	in := report.Input{
		Summary: sum, Weeks: earlier.Trend, IncludeOpen: f.IncludeOpen, IncludeAutomated: f.IncludeAutomated,
		Zone: now.Location(), Now: now, History: earlier.Weights, Only: only, Clean: page.Clean,
		Made: "Made by a Prism server from what was sent to it or read there.",
	}
	judge := lib.Judge(ctx)
	in.Judge = strings.TrimSpace(judge.Name + " " + judge.Version)
	if x, ok := lib.(page.Aggregates); ok {
		in.Figures = x.Figures()
	}
	list := []wire.Session{}
	if !in.Figures {
		var found int
		if in.Sessions, found, err = lib.Page(ctx, f, nil, store.Order{}, mostReported, 0); err != nil {
			return nil, err
		}
		if found > len(in.Sessions) {
			return nil, errLong
		}
		for _, s := range in.Sessions {
			list = append(list, wire.FromSession(s, f.IncludeOpen, f.IncludeAutomated))
		}
	}
	r.Report, r.Sessions, r.trend, r.first = report.New(in), sum.Sessions, earlier.Trend, earlier.Window.First
	if !in.Figures {
		r.last = earlier.Window.Last
	}
	r.Enough = sum.Counted >= least
	r.Form = wire.FromReport(&sum, earlier.Trend, r.Findings, list, judge)
	return r, nil
}

func spanNames() (names []string) {
	for _, s := range report.Spans() {
		names = append(names, string(s))
	}
	return names
}

// reportFill fills the page of a report.
type reportFill struct {
	*Report
	Span       report.Span
	Spans      []page.Option
	When       string // the stretch, in words
	Prev, Next string // the stretches beside it; "" there is nothing
	Over       bool   // it has ended
	Trend      chart.Chart
	Files      []page.Option                            // forms to take away, by address
	Value      string                                   // its first day
	Sent       []Sent                                   // reports that are sent, for whom they are shown to
	Tried      string                                   // what came of one that was tried
	AllMissed  string                                   // the list of what did not land in it
	Latest     string                                   // where nothing ended in it: the report of as long a time before it in which something did; "" none did
	LatestOf   string                                   // what that is, in words
	to         func(path string, more ...string) string // another page, about its time
	Empty      string                                   // nobody named a time, and nothing ended in the last whole one, which this is: the latest is shown
}

// asked makes the report that an address asks for; where it names no day, the one about
// a time, or of the last whole stretch where that is zero.
func asked(r *page.Request, about time.Time) (*reportFill, error) {
	now := r.Now()
	p := &reportFill{Span: report.Span(r.Query.Get("span"))}
	if p.Span == "" {
		p.Span = report.OfWeek
	}
	at := about
	if at.IsZero() {
		at, _ = p.Span.Before(now)
	}
	if day := r.Query.Get("at"); day != "" {
		var err error
		if at, err = time.ParseInLocation(time.DateOnly, day, now.Location()); err != nil {
			return nil, &page.Error{Status: http.StatusBadRequest, Text: locale.Mark("The day of a report is written as 2026-11-23.")}
		}
		if at.After(now) {
			at = now
		}
	}
	if len(r.Query.Words()) > 0 {
		return nil, &page.Error{Status: http.StatusBadRequest, Text: locale.Mark("A report is not searched in; the list of sessions is."), To: r.Query.With("/report", "q", "")}
	}
	var only []string
	for _, c := range r.ChipsOf("/report") {
		only = append(only, c.Text)
	}
	words := ""
	if narrows(r) {
		words = r.Say("Only: {terms}", strings.Join(only, ", "))
	}
	var err error
	if p.Report, err = ReportOf(r.Context(), r.Lib, p.Span, at, now, r.Query.Filter(), words); err != nil {
		return nil, err
	}
	p.When, p.Over, p.Value = Stretch(r.Locale, p.Span, p.From), !now.Before(p.To), p.From.Format(time.DateOnly)
	return p, nil
}

// narrows reports whether an address asks for less than everything of a time.
func narrows(r *page.Request) bool {
	return slices.ContainsFunc([]string{"repo", "branch", "model", "language", "intent", "open", "automated"}, func(name string) bool { return r.Query.Get(name) != "" })
}

// Stretch names a stretch of the calendar by its first day, in the words of a locale.
func Stretch(l *locale.Locale, span report.Span, from time.Time) string {
	switch span {
	case report.OfDay:
		return l.Long(from)
	case report.OfMonth:
		return l.Month(from)
	}
	return l.Week(from)
}

// Listed is the list of the sessions of its time, and more asked for: pairs of name and value.
func (p *reportFill) Listed(more ...string) string {
	return p.to("/sessions", more...)
}

// OutcomeTo is the list of the sessions that ended as one part of its outcome says.
func (p *reportFill) OutcomeTo(code string) string {
	switch code {
	case phrase.Crushed:
		return p.Listed("verdict", "crushed")
	case phrase.NotLanded:
		return p.Listed("verdict", "missed")
	case phrase.Reworked:
		return p.Listed("verdict", "reworked")
	case phrase.NotCounted:
		return p.Listed("verdict", "not_counted")
	}
	return p.Listed("excluded", code)
}

// FigureTo is where the sessions behind one of its figures are.
func (p *reportFill) FigureTo(code string) string {
	switch code {
	case report.PerWeek, report.TimeToCrush:
		return p.Listed("verdict", "crushed")
	case report.CrushWeight:
		return p.Listed("verdict", "crushed", "sort", "tokens")
	case report.TokensPerTurn, report.TokensLanded:
		return p.Listed("sort", "tokens")
	case report.Cost:
		return p.Listed("sort", "cost")
	case report.ExclusionRate:
		return p.Listed("excluded", string(fact.ExcludeFloor))
	}
	return p.to("/prompts")
}

// GroupTo is the list of the sessions of one row of a breakdown.
func (p *reportFill) GroupTo(by, key string) string {
	term := map[string]string{phrase.Dimension("repo"): "repo", phrase.Dimension("intent"): "intent", phrase.Dimension("model"): "model"}[by]
	return p.Listed(term, key)
}

// CheckTo is the list of the sessions that lack a check, or have it; "" of none.
func (p *reportFill) CheckTo(c report.Check, how string) string {
	if how == "met" && c.Hits == 0 || how == "lacked" && c.Hits == c.Applicable {
		return ""
	}
	return p.Listed("counted", "yes", how, c.Code)
}

func reportPage(r *page.Request) (page.Answer, error) {
	if r.Query.Get("since") != "" || r.Query.Get("until") != "" {
		// Its time is a stretch of the calendar: that of other pages is left behind.
		return page.Answer{To: r.Query.With("/report", "since", "", "until", "")}, nil
	}
	p, err := asked(r, time.Time{})
	if err != nil {
		return page.Answer{}, err
	}
	if at := p.latest(); p.Sessions == 0 && r.Query.Get("at") == "" && !at.IsZero() {
		empty := p.When
		if p, err = asked(r, at); err != nil {
			return page.Answer{}, err
		}
		p.Empty = r.Say(map[report.Span]string{
			report.OfDay:   locale.Mark("{time}: no session ended. This is the latest day on which one did."),
			report.OfWeek:  locale.Mark("{time}: no session ended. This is the latest week in which one did."),
			report.OfMonth: locale.Mark("{time}: no session ended. This is the latest month in which one did."),
		}[p.Span], empty)
	}
	to := func(at time.Time, span report.Span) string {
		return r.Query.With("/report", "span", string(span), "at", at.Format(time.DateOnly))
	}
	p.to = func(path string, more ...string) string {
		return r.Query.To(path, append([]string{"since", p.Value, "until", p.To.Add(-time.Nanosecond).Format(time.DateOnly)}, more...)...)
	}
	p.AllMissed = p.Listed("verdict", "missed")
	if p.first.Before(p.From) && !p.first.IsZero() {
		before, _ := p.Span.Before(p.From)
		p.Prev = to(before, p.Span)
	}
	if p.Over {
		p.Next = to(p.To, p.Span)
	}
	if p.Sessions == 0 {
		if at := p.Report.latest(); !at.IsZero() {
			p.Latest = to(at.In(r.Now().Location()), p.Span)
			p.LatestOf = r.Say(map[report.Span]string{
				report.OfDay: locale.Mark("The latest day on which one did"), report.OfWeek: locale.Mark("The latest week in which one did"), report.OfMonth: locale.Mark("The latest month in which one did"),
			}[p.Span])
		}
	}
	for _, s := range report.Spans() {
		at := p.From
		if s == report.OfDay && p.Span != s { // its last day, or today
			at = p.To.Add(-time.Nanosecond)
			if now := r.Now(); at.After(now) {
				at = now
			}
		}
		p.Spans = append(p.Spans, page.Option{Value: to(at, s), Name: r.Known(string(s)), On: s == p.Span})
	}
	for _, form := range [...]string{"html", "md", "json"} {
		p.Files = append(p.Files, page.Option{Value: r.Query.With("/report."+form, "span", string(p.Span), "at", p.Value), Name: map[string]string{"html": "HTML", "md": "Markdown", "json": "JSON"}[form]})
	}
	if x, ok := r.Lib.(Postman); ok {
		if p.Sent, err = x.Sent(r.Context()); err != nil {
			return page.Answer{}, err
		}
		for _, s := range p.Sent {
			if s.Name == r.Query.Get("tried") {
				p.Tried = s.Name
			}
		}
	}
	points, cut := chart.WeekPoints(p.Report.trend)
	p.Trend = chart.OfScore(r.Locale, points, cut, chart.ByWeek, r.Now(), chart.JudgeChanges(r))
	return page.Answer{Page: "report", Fill: p, Title: r.Say("Report")}, nil
}

// reportFile is a report to take away.
func (s *site) reportFile(r *page.Request) (page.Answer, error) {
	form := strings.TrimPrefix(r.URL.Path, "/report.")
	kind := map[string]string{"html": "text/html; charset=utf-8", "md": "text/markdown; charset=utf-8", "json": "application/json"}[form]
	p, err := asked(r, time.Time{})
	if err != nil {
		return page.Answer{}, err
	}
	var b bytes.Buffer
	if err := p.Write(&b, form, r.Locale); err != nil {
		return page.Answer{}, err
	}
	return page.Answer{Body: func(w http.ResponseWriter) error {
		h := w.Header()
		h.Set("Content-Type", kind)
		h.Set("Cache-Control", "no-store")
		h.Set("Content-Disposition", fmt.Sprintf(`attachment; filename="prism-%s-%s.%s"`, p.Span, p.Value, form))
		return s.assets.packer.write(w, r.Request, http.StatusOK, b.Bytes())
	}}, nil
}

// meta is report.Meta in the words of a page.
func meta(page interface{ Self() *locale.Locale }, line string) string {
	return report.Meta(page.Self(), line)
}

// Write writes a report as html, md, or txt (plain text for a mail), in the words of a
// locale, nil: in English; or as json, which is the same in all.
func (p *Report) Write(w io.Writer, form string, l *locale.Locale) error {
	switch form {
	case "html":
		return report.HTML(w, p.Report, l)
	case "md":
		return report.Markdown(w, p.Report, l)
	case "txt":
		return report.Text(w, p.Report, l)
	case "json":
		return wire.Write(w, p.Form)
	}
	return errors.New("no such form")
}
