package web

import (
	"prism/internal/fact"
	"prism/internal/score"
	"prism/internal/store"
	"prism/internal/web/chart"
	"prism/internal/web/page"
)

// Names of what a query may set, and for each the values that it may have; none: any.
func terms() map[string][]string {
	yesNo := []string{"yes", "no"}
	return map[string][]string{
		"since": nil, "until": nil, "repo": nil, "branch": nil, "model": nil, "language": nil, "q": nil,
		"intent": store.IntentNames(), "crushed": yesNo, "counted": yesNo, "floor": yesNo, "open": yesNo, "automated": yesNo,
		"state":    store.StateNames(),
		"excluded": store.ExclusionNames(), "below": store.ShortfallNames(),
		"sort": store.OrderNames(), "reverse": yesNo, "col": append(columnNames(), usualColumns), "keep": {"yes"}, "offset": nil, "by": score.Dimensions(),
		"verdict": page.Verdicts(), "miss": nil, "person": nil,
		"met": fact.Practices(), "lacked": fact.Practices(),
		"unit": {chart.ByDay, chart.ByWeek, chart.ByMonth}, "group": nil, "month": nil,
		"span": spanNames(), "at": nil, "tried": nil, "done": nil, "said": nil, "stale": nil, "undo": nil, "was": nil,
	}
}
