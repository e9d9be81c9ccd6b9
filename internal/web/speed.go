package web

import (
	"slices"

	"prism/internal/score"
	"prism/internal/store"
	"prism/internal/web/chart"
	"prism/internal/web/page"
)

// unitAsked is the unit of a trend: the one that is asked for, or that fits the time that
// is; asked is false where neither tells, and by week it is looked for.
func unitAsked(r *page.Request) (unit string, asked bool) {
	unit = r.Query.Get("unit")
	if unit == "" && !r.Query.Since.IsZero() {
		to := r.Query.Until
		if now := r.Now(); to.IsZero() || to.After(now) {
			to = now
		}
		unit = chart.UnitFor(r.Query.Since, to)
	}
	if unit == "" {
		return chart.ByWeek, false
	}
	return unit, true
}

// trended is a score of the sessions that pass a filter, by some breakdowns, with its trend in
// the unit that is asked for, or that fits the time that these sessions are of: which that
// is they tell themselves, so that all units are asked for at once.
func trended(r *page.Request, f store.Filter, by ...string) (sum score.Summary, trend score.Breakdown, err error) {
	unit, asked := unitAsked(r)
	units := []string{unit}
	if !asked {
		units = []string{chart.ByDay, chart.ByWeek, chart.ByMonth}
	}
	if sum, err = r.Lib.Summary(r.Context(), r.Query.Options(append(by, units...)...), f, r.Query.Words()); err != nil {
		return sum, trend, err
	}
	if !asked && sum.Sessions > 0 {
		unit = chart.UnitFor(sum.Window.First, sum.Window.Last)
	}
	trend.By = unit
	sum.Groups = slices.DeleteFunc(sum.Groups, func(b score.Breakdown) bool {
		if b.By == unit {
			trend = b
		}
		return slices.Contains(units, b.By)
	})
	return sum, trend, nil
}

// unitsOf are the units that the trend of a page may be shown in.
func unitsOf(r *page.Request, path, is string) (list []chart.UnitLink) {
	for _, u := range [...]string{chart.ByDay, chart.ByWeek, chart.ByMonth} {
		list = append(list, chart.UnitLink{Name: r.Known(u), To: r.Query.With(path, "unit", u), On: u == is})
	}
	return list
}

// speedPage tells how fast goals are landed.
func speedPage(r *page.Request) (page.Answer, error) {
	sum, trend, err := trended(r, r.Query.Filter())
	if err != nil {
		return page.Answer{}, err
	}
	p := &figuresFill{Sum: &sum, All: r.Query.To("/sessions", "crushed", "yes")}
	sp := sum.Speed
	switch {
	case sum.Crushed == 0:
		p.Finding = r.Say("No session of this time crushed, so there is no speed to tell.")
	case sp.TimeToCrush != nil:
		p.Finding = r.Say("Half of {n} crushed session took no longer than {time} from the first prompt to the last event.|Half of {n} crushed sessions took no longer than {time} from the first prompt to the last event.", sum.Crushed, r.Lasted(*sp.TimeToCrush))
	}
	perWeek := tile{r.Say("crushed a week"), r.Points(sp.CrushedPerWeek), "", p.All}
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
		p.Tiles = append(p.Tiles, tile{r.Say("time to crush"), r.Lasted(*sp.TimeToCrush), r.Say("median over crushed sessions"), p.All})
	}
	if len(trend.Groups) > 0 && sum.Counted > 0 {
		points, cut := chart.PointsOf(trend, r.Now().Location())
		p.Chart = chart.OfCounts(r.Locale, points, cut, trend.By, r.Now(), chart.JudgeChanges(r))
		p.Chart.Lead(r)
		p.Chart.Units = unitsOf(r, "/speed", trend.By)
	}
	yes := true
	f := r.Query.Filter()
	f.Crushed = &yes
	p.RowsOf = r.Say("The latest that crushed")
	if err := p.latest(r, f, sum.Crushed); err != nil {
		return page.Answer{}, err
	}
	return page.Answer{Page: "figures", Fill: p, Title: r.Say("Speed")}, nil
}
