package web

import (
	"cmp"
	"context"
	"maps"
	"net/http"
	"slices"
	"time"

	"prism/internal/fact"
	"prism/internal/locale"
	"prism/internal/score"
	"prism/internal/web/chart"
	"prism/internal/web/page"
)

// Teams is a Library whose viewer may see what many people do together.
type Teams interface {
	// Leads reports whether that is the viewer's to look after.
	Leads() bool
	// Team tells what may be told, of a group ("" everybody) and in detail of a month
	// ("" the latest), as "2026-10".
	Team(ctx context.Context, group, month string) (Team, error)
}

// Team is what may be told of many people: see score.Crowd.
type Team struct {
	Least          int                // people that every figure is of at the least
	Months         []score.CrowdMonth // that are over, ascending
	Repos, Intents []TeamRow          // of everybody, in the month that Choose chooses
}

// TeamRow is one row of a breakdown; its key is Rest for all that have none.
type TeamRow struct {
	Key string
	score.Ratio
}

// Rest is the key of the row of all those that have no row of their own.
const Rest = ""

// of is what is told of a group, "" everybody, in a month.
func of(m *score.CrowdMonth, group string) *score.Ratio {
	if group == "" {
		return m.All
	}
	if r, told := m.Groups[group]; told {
		return &r
	}
	return nil
}

// Last is the latest month in which something is told of a group, "" everybody.
func (t *Team) Last(group string) (at int, told bool) {
	for i := len(t.Months) - 1; i >= 0; i-- {
		if of(&t.Months[i], group) != nil {
			return i, true
		}
	}
	return -1, false
}

// Choose is the place of the month that is shown in detail: the one that is asked for,
// as "2026-10", else the latest in which something is told; -1 there is none.
func (t *Team) Choose(group, month string) int {
	for i := range t.Months {
		if score.TimeKey(chart.ByMonth, t.Months[i].From) == month {
			return i
		}
	}
	at, _ := t.Last(group)
	return at
}

// teamFill fills the page of many people.
type teamFill struct {
	Least   int
	Sum     *score.Ratio // of the month; nil: of too few
	Letter  string
	Enough  bool
	Month   string // its name
	Next    string // when the month that is going on is told of
	Change  string
	Clear   bool
	Trend   chart.Chart
	Groups  teamTable
	Tables  []teamTable
	Choices []page.Option // groups
	Months  []page.Option
	Group   string
}

type teamTable struct {
	Name string
	Rows []teamRow
}

// teamRow is one line of a table, or its words where there is no share yet.
type teamRow struct {
	groupRow
	On bool
}

// teamMonths is how many months are to be chosen from.
const teamMonths = 36

func teamPage(r *page.Request) (page.Answer, error) {
	lib, ok := r.Lib.(Teams)
	if !ok {
		return page.Answer{}, &page.Error{Status: http.StatusForbidden, Text: locale.Mark("What many people do is for leads and admins.")}
	}
	group, month := r.Query.Get("group"), r.Query.Get("month")
	team, err := lib.Team(r.Context(), group, month)
	if err != nil {
		return page.Answer{}, err
	}
	now := r.Lib.Now() // months are the tenant's
	_, next := score.Begin(chart.ByMonth, now, now.Location())
	p := &teamFill{Least: team.Least, Group: group, Next: r.DayMonthLong(next)}
	names := map[string]bool{}
	for i := range team.Months {
		for name := range team.Months[i].Groups {
			names[name] = true
		}
	}
	for _, name := range slices.Sorted(maps.Keys(names)) {
		p.Choices = append(p.Choices, page.Option{Value: name, Name: page.Clean(name), On: name == group})
	}
	if at := team.Choose(group, month); at >= 0 {
		p.month(r, &team, at)
	}
	p.trend(r, &team, now)
	return page.Answer{Page: "team", Fill: p, Title: r.Say("Team")}, nil
}

// month fills in what is told of one month.
func (p *teamFill) month(r *page.Request, team *Team, at int) {
	m := &team.Months[at]
	p.Month, p.Sum = r.Month(m.From), of(m, p.Group)
	for i := len(team.Months) - 1; i >= max(0, len(team.Months)-teamMonths); i-- {
		key := score.TimeKey(chart.ByMonth, team.Months[i].From)
		p.Months = append(p.Months, page.Option{Value: key, Name: r.Month(team.Months[i].From), On: i == at})
	}
	if p.Sum != nil && p.Sum.Counted >= least {
		p.Enough, p.Letter = true, fact.Letter(*p.Sum.Score/10)
		if at > 0 && team.Months[at-1].Next.Equal(m.From) {
			if was := of(&team.Months[at-1], p.Group); was != nil && was.Counted >= least {
				c := score.Compare(*p.Sum, *was)
				p.Clear = !c.Noise()
				p.Change = r.Say("{change} points against {month} ({crushed} of {counted}), likely between {low} and {high}", r.Signed(c.By, 1), r.MonthName(team.Months[at-1].From), was.Crushed, was.Counted, r.Signed(c.Lo, 0), r.Signed(c.Hi, 0))
			}
		}
	}
	p.Groups.Name = r.Known(locale.Mark("group"))
	for _, name := range slices.Sorted(maps.Keys(m.Groups)) { // by name: never a ranking
		x := m.Groups[name]
		p.Groups.Rows = append(p.Groups.Rows, teamRow{groupRow{Key: page.Clean(name), Ratio: x, Enough: x.Counted >= least, To: page.Address("/team", r.Query.Terms, []string{"group", name})}, name == p.Group})
	}
	for _, t := range [...]struct {
		name string
		rows []TeamRow
	}{{locale.Mark("repository"), team.Repos}, {locale.Mark("intent"), team.Intents}} {
		table := teamTable{Name: r.Known(t.name)}
		slices.SortStableFunc(t.rows, func(a, b TeamRow) int {
			if (a.Key == Rest) != (b.Key == Rest) {
				return map[bool]int{true: 1, false: -1}[a.Key == Rest]
			}
			return cmp.Or(-cmp.Compare(a.Counted, b.Counted), cmp.Compare(a.Key, b.Key))
		})
		for _, x := range t.rows {
			key := page.Clean(x.Key)
			switch {
			case key == Rest:
				key = r.Say("all others")
			case t.name == "intent":
				key = page.Intent(r.Locale, fact.Intent(key))
			}
			table.Rows = append(table.Rows, teamRow{groupRow: groupRow{Key: key, Ratio: x.Ratio, Enough: x.Counted >= least}})
		}
		p.Tables = append(p.Tables, table)
	}
}

// trend is what is told over time; what is withheld is a gap.
func (p *teamFill) trend(r *page.Request, team *Team, now time.Time) {
	var points []chart.Point
	for i := range team.Months {
		m := &team.Months[i]
		for len(points) > 0 && points[len(points)-1].Next.Before(m.From) {
			gap := points[len(points)-1].Next
			points = append(points, chart.Point{From: gap, Next: gap.AddDate(0, 1, 0)})
		}
		x := chart.Point{From: m.From, Next: m.Next}
		if r := of(m, p.Group); r != nil {
			x.Ratio = *r
		}
		if len(points) == 0 && x.Score == nil {
			continue // before the first
		}
		points = append(points, x)
	}
	cut := max(0, len(points)-chart.MostPoints(chart.ByMonth))
	p.Trend = chart.OfScore(r.Locale, points[cut:], cut, chart.ByMonth, now, chart.JudgeChanges(r))
	p.Trend.Summary += " " + r.Say("A gap is a month of too few people.")
}
