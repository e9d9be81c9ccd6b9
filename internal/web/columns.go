package web

import (
	"cmp"
	"fmt"
	"slices"
	"time"

	"prism/internal/fact"
	"prism/internal/phrase"
	"prism/internal/score"
	"prism/internal/store"
)

// listColumn is one that the list of sessions can have beside the verdict and the title,
// which it always has.
type listColumn struct {
	key, name string         // in addresses, and as its heading
	order     store.OrderKey // what its heading sorts by; "" nothing
	right     bool
	usual     bool // shown where nobody asks for others
	cell      func(r *request, s *fact.Session) listCell
	files     []fileColumn // what stands for it in a table for programs
}

// listCell is what stands in one.
type listCell struct {
	Key, Name   string // of its column
	Text, Class string
	At          time.Time // a time that Text names; zero: it names none
}

// fileColumn is one of a table for programs.
type fileColumn struct {
	name string
	text func(s *fact.Session) string
}

// listColumns are all there are, in the order in which they stand.
func listColumns() []listColumn {
	plain := func(class string, text func(s *fact.Session) string) func(*request, *fact.Session) listCell {
		return func(_ *request, s *fact.Session) listCell {
			return listCell{Text: cmp.Or(clean(text(s)), "—"), Class: class}
		}
	}
	when := func(of func(s *fact.Session) time.Time) func(*request, *fact.Session) listCell {
		return func(r *request, s *fact.Session) listCell {
			at := of(s)
			return listCell{Text: phrase.Day(at.In(r.lib.Now().Location()), r.lib.Now()), Class: "num faint", At: at}
		}
	}
	one := func(name string, text func(s *fact.Session) string) []fileColumn {
		return []fileColumn{{name, text}}
	}
	stamp := func(t time.Time) string { return t.UTC().Format(time.RFC3339) }
	repo := func(s *fact.Session) string { return s.Repo.Name }
	branch := func(s *fact.Session) string { return s.Branch }
	model := func(s *fact.Session) string { return s.Model }
	language := func(s *fact.Session) string { return s.Languages.Code }
	letter := func(s *fact.Session) string { return s.Verdict.Rubric.Letter }
	basis := func(s *fact.Session) string { return string(s.Verdict.Basis) }
	turns := func(s *fact.Session) string { return fmt.Sprint(s.Turns) }
	return []listColumn{
		{"intent", "intent", "", false, true, plain("", func(s *fact.Session) string { return phrase.Intent(s.Verdict.Intent) }),
			one("intent", func(s *fact.Session) string { return string(s.Verdict.Intent) })},
		{"landed", "landed", store.ByConfidence, true, true, plain("num", func(s *fact.Session) string { return phrase.Likely(&s.Verdict) }),
			one("probability", func(s *fact.Session) string { return fmt.Sprintf("%.3f", s.Verdict.Confidence) })},
		{"basis", "basis", "", false, false, plain("", basis), one("basis", basis)},
		{"repo", "repository", "", false, true, plain("faint", repo), one("repository", repo)},
		{"branch", "branch", "", false, false, plain("faint", branch), one("branch", branch)},
		{"language", "language", "", false, false, plain("", language), one("language", language)},
		{"model", "model", "", false, false, plain("faint", model), one("model", model)},
		{"letter", "prompts", "", false, false, plain("", letter), one("letter", letter)},
		{"turns", "turns", store.ByTurns, true, true, plain("num", turns), one("turns", turns)},
		{"lines", "lines", "", true, false, plain("num", func(s *fact.Session) string {
			if s.Floor.Added+s.Floor.Removed == 0 {
				return ""
			}
			return fmt.Sprintf("+%d −%d", s.Floor.Added, s.Floor.Removed)
		}), []fileColumn{
			{"lines_added", func(s *fact.Session) string { return fmt.Sprint(s.Floor.Added) }},
			{"lines_removed", func(s *fact.Session) string { return fmt.Sprint(s.Floor.Removed) }},
		}},
		{"tokens", "tokens", store.ByTokens, true, true, plain("num", func(s *fact.Session) string { return phrase.Used(score.Tokens(s).Total()) }),
			one("tokens", func(s *fact.Session) string { return fmt.Sprint(score.Tokens(s).Total()) })},
		{"cost", "cost", store.ByCost, true, true, plain("num", phrase.SpentBy),
			one("cost_usd", func(s *fact.Session) string {
				if s.Cost == nil {
					return ""
				}
				return fmt.Sprintf("%.4f", *s.Cost)
			})},
		{"duration", "duration", "", true, false, plain("num", func(s *fact.Session) string { return phrase.Lasted(s.Ended.Sub(s.Started)) }),
			one("seconds", func(s *fact.Session) string { return fmt.Sprintf("%.0f", s.Ended.Sub(s.Started).Seconds()) })},
		{"started", "started", store.ByStarted, true, false, when(func(s *fact.Session) time.Time { return s.Started }),
			one("started", func(s *fact.Session) string { return stamp(s.Started) })},
		{"ended", "ended", store.ByEnded, true, true, when(func(s *fact.Session) time.Time { return s.Ended }),
			one("ended", func(s *fact.Session) string { return stamp(s.Ended) })},
	}
}

// columnNames are what an address may ask for.
func columnNames() (names []string) {
	for _, c := range listColumns() {
		names = append(names, c.key)
	}
	return names
}

// columns are those that an address asks for, in the order in which they stand; none: the
// usual ones.
func (q query) columns() []listColumn {
	asked := q.values["col"]
	return slices.DeleteFunc(listColumns(), func(c listColumn) bool {
		if len(asked) == 0 {
			return !c.usual
		}
		return !slices.Contains(asked, c.key)
	})
}

// headings are those of the list with some columns, each with what it sorts by.
func headings(r *request, columns []listColumn) (list []column) {
	order := cmp.Or(r.query.Get("sort"), string(store.ByEnded))
	list = []column{{Name: "verdict"}, {Name: "title"}}
	for _, c := range columns {
		col := column{Name: c.name, Right: c.right}
		if key := string(c.order); key != "" {
			reverse := ""
			if order == key {
				col.Sorted = "descending"
				if r.query.Get("reverse") == "yes" {
					col.Sorted = "ascending"
				} else {
					reverse = "yes"
				}
			}
			col.To = r.query.With("/sessions", "sort", key, "reverse", reverse)
		}
		list = append(list, col)
	}
	return list
}

// fileColumns are those of a table for programs: all, or what stands for the columns that
// an address asks for.
func (q query) fileColumns() (list []fileColumn) {
	use := listColumns()
	if len(q.values["col"]) > 0 {
		use = q.columns()
	}
	for _, c := range use {
		list = append(list, c.files...)
	}
	return list
}
