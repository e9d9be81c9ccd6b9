package web

import (
	"cmp"
	"fmt"
	"hash/fnv"
	"net/http"
	"slices"
	"strings"
	"time"

	"prism/internal/fact"
	"prism/internal/locale"
	"prism/internal/score"
	"prism/internal/store"
	"prism/internal/web/page"
)

// listColumn is one that the list of sessions can have beside the verdict and the title,
// which it always has.
type listColumn struct {
	key, name string         // in addresses, and as its heading, in English
	order     store.OrderKey // what its heading sorts by; "" nothing
	right     bool
	usual     bool // shown where nobody asks for others
	cell      func(r *page.Request, s *fact.Session) page.ListCell
	files     []fileColumn // what stands for it in a table for programs
}

// fileColumn is one of a table for programs.
type fileColumn struct {
	name string
	text func(s *fact.Session) string
}

// listColumns are all there are, in the order in which they stand.
func listColumns() []listColumn {
	plain := func(class string, text func(s *fact.Session) string) func(*page.Request, *fact.Session) page.ListCell {
		return func(_ *page.Request, s *fact.Session) page.ListCell {
			return page.ListCell{Text: cmp.Or(page.Clean(text(s)), "—"), Class: class}
		}
	}
	when := func(of func(s *fact.Session) time.Time) func(*page.Request, *fact.Session) page.ListCell {
		return func(r *page.Request, s *fact.Session) page.ListCell {
			at := of(s)
			return page.ListCell{Text: r.Day(at.In(r.Now().Location()), r.Now()), Class: "num faint", At: at}
		}
	}
	// said is a cell in the words of a page.
	said := func(class string, text func(l *locale.Locale, s *fact.Session) string) func(*page.Request, *fact.Session) page.ListCell {
		return func(r *page.Request, s *fact.Session) page.ListCell {
			return page.ListCell{Text: cmp.Or(page.Clean(text(r.Locale, s)), "—"), Class: class}
		}
	}
	one := func(name string, text func(s *fact.Session) string) []fileColumn {
		return []fileColumn{{name, text}}
	}
	stamp := func(t time.Time) string { return t.UTC().Format(time.RFC3339) }
	branch := func(s *fact.Session) string { return s.Branch }
	model := func(s *fact.Session) string { return s.Model }
	language := func(s *fact.Session) string { return s.Languages.Code }
	letter := func(s *fact.Session) string { return s.Verdict.Rubric.Letter }
	basis := func(s *fact.Session) string { return string(s.Verdict.Basis) }
	turns := func(s *fact.Session) string { return fmt.Sprint(s.Turns) }
	return []listColumn{
		{"intent", locale.Mark("intent"), "", false, true, said("", func(l *locale.Locale, s *fact.Session) string { return page.Intent(l, s.Verdict.Intent) }),
			one("intent", func(s *fact.Session) string { return string(s.Verdict.Intent) })},
		{"landed", locale.Mark("landed"), store.ByConfidence, true, true, said("num", func(l *locale.Locale, s *fact.Session) string { return page.Likely(l, &s.Verdict) }),
			one("probability", func(s *fact.Session) string { return fmt.Sprintf("%.3f", s.Verdict.Confidence) })},
		{"basis", locale.Mark("basis"), "", false, false, said("", func(l *locale.Locale, s *fact.Session) string { return l.Known(basis(s)) }), one("basis", basis)},
		{"repo", locale.Mark("repository"), "", false, true, func(r *page.Request, s *fact.Session) page.ListCell {
			return page.ListCell{Text: cmp.Or(page.Clean(r.RepoOf(s)), "—"), Class: "faint"}
		}, one("repository", func(s *fact.Session) string { return s.Repo.Name })},
		{"branch", locale.Mark("branch"), "", false, false, plain("faint", branch), one("branch", branch)},
		{"language", locale.Mark("language"), "", false, false, plain("", language), one("language", language)},
		{"model", locale.Mark("model"), "", false, false, plain("faint", model), one("model", model)},
		{"letter", locale.Mark("prompts"), "", false, false, plain("", letter), one("letter", letter)},
		{"turns", locale.Mark("turns"), store.ByTurns, true, true, said("num", func(l *locale.Locale, s *fact.Session) string { return l.Number(s.Turns) }), one("turns", turns)},
		{"lines", locale.Mark("lines"), "", true, false, said("num", func(l *locale.Locale, s *fact.Session) string {
			if s.Floor.Added+s.Floor.Removed == 0 {
				return ""
			}
			return page.Lines(l, s.Floor.Added, s.Floor.Removed)
		}), []fileColumn{
			{"lines_added", func(s *fact.Session) string { return fmt.Sprint(s.Floor.Added) }},
			{"lines_removed", func(s *fact.Session) string { return fmt.Sprint(s.Floor.Removed) }},
		}},
		{"tokens", locale.Mark("tokens"), store.ByTokens, true, true, said("num", func(l *locale.Locale, s *fact.Session) string { return page.Used(l, score.Tokens(s).Total()) }),
			one("tokens", func(s *fact.Session) string { return fmt.Sprint(score.Tokens(s).Total()) })},
		{"cost", locale.Mark("cost"), store.ByCost, true, true, said("num", page.SpentBy),
			one("cost_usd", func(s *fact.Session) string {
				if s.Cost == nil {
					return ""
				}
				return fmt.Sprintf("%.4f", *s.Cost)
			})},
		{"duration", locale.Mark("duration"), "", true, false, said("num", func(l *locale.Locale, s *fact.Session) string { return l.Lasted(s.Ended.Sub(s.Started)) }),
			one("seconds", func(s *fact.Session) string { return fmt.Sprintf("%.0f", s.Ended.Sub(s.Started).Seconds()) })},
		{"started", locale.Mark("started"), store.ByStarted, true, false, when(func(s *fact.Session) time.Time { return s.Started }),
			one("started", func(s *fact.Session) string { return stamp(s.Started) })},
		{"ended", locale.Mark("ended"), store.ByEnded, true, true, when(func(s *fact.Session) time.Time { return s.Ended }),
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

// usualColumns is what an address says that asks for the usual ones, whatever is remembered.
const usualColumns = "usual"

// The cookie by which a browser remembers which columns its person chose, for a year. It
// holds their names, and of whom they are: another person at the same browser has theirs.
const (
	columnsCookie = "prism-columns"
	columnsKept   = 365 * 24 * 60 * 60 // seconds
)

// viewerOf tells one person from another, in a few letters.
func viewerOf(r *page.Request) string {
	who := page.Who{}
	if x, ok := r.Lib.(page.Known); ok {
		who = x.Who()
	}
	h := fnv.New32a()
	_, _ = h.Write([]byte(who.Tenant + "\x00" + who.Person)) // never fails
	return fmt.Sprintf("%08x", h.Sum32())
}

// remembered are the columns that the viewer chose before; none: nobody did.
func remembered(r *page.Request) (names []string) {
	c, err := r.Cookie(columnsCookie)
	if err != nil {
		return nil
	}
	whose, list, _ := strings.Cut(c.Value, ".")
	if whose != viewerOf(r) {
		return nil
	}
	for name := range strings.SplitSeq(list, ".") {
		if slices.Contains(columnNames(), name) && !slices.Contains(names, name) {
			names = append(names, name)
		}
	}
	return names
}

// remember is the cookie of the columns that an address asks for; none: forget them.
func remember(r *page.Request) *http.Cookie {
	//nolint:gosec // names of columns, and no secret: it goes without https, too
	c := &http.Cookie{Name: columnsCookie, Path: "/sessions", HttpOnly: true, SameSite: http.SameSiteLaxMode, Secure: r.TLS != nil, MaxAge: -1}
	if names := r.Query.Terms["col"]; !slices.Contains(names, usualColumns) {
		c.Value, c.MaxAge = viewerOf(r)+"."+strings.Join(names, "."), columnsKept
	}
	return c
}

// chosenColumns does what an address says of columns: it keeps those that were just chosen, and
// takes up those that were before. to is where to go on, "" here.
func chosenColumns(r *page.Request) (to string, cookie *http.Cookie) {
	asked := r.Query.Terms["col"]
	switch {
	case slices.Contains(asked, usualColumns):
		cookie = remember(r)
		r.Query.Terms.Del("col")
		return "", cookie
	case r.Query.Get("keep") != "" && len(asked) > 0:
		return r.Query.With("/sessions"), remember(r)
	case len(asked) == 0:
		if names := remembered(r); len(names) > 0 {
			r.Query.Terms["col"] = names
		}
	}
	return "", nil
}

// columnsAsked are those that an address asks for, in the order in which they stand; none: the
// usual ones.
func columnsAsked(q page.Query) []listColumn {
	asked := q.Terms["col"]
	return slices.DeleteFunc(listColumns(), func(c listColumn) bool {
		if len(asked) == 0 {
			return !c.usual
		}
		return !slices.Contains(asked, c.key)
	})
}

// headings are those of the list with some columns, each with what it sorts by.
func headings(r *page.Request, columns []listColumn) (list []column) {
	order := cmp.Or(r.Query.Get("sort"), string(store.ByEnded))
	list = []column{{Name: r.Say("verdict")}, {Name: r.Say("title")}}
	for _, c := range columns {
		col := column{Name: r.Known(c.name), Right: c.right}
		if key := string(c.order); key != "" {
			reverse := ""
			if order == key {
				col.Sorted = "descending"
				if r.Query.Get("reverse") == "yes" {
					col.Sorted = "ascending"
				} else {
					reverse = "yes"
				}
			}
			col.To = r.Query.With("/sessions", "sort", key, "reverse", reverse)
		}
		list = append(list, col)
	}
	return list
}

// csvOrder is the order of a table for programs. It is a promise to whoever reads one by
// places: what comes anew comes at the end.
func csvOrder() []string {
	return []string{
		"id", "ended", "verdict", "why", "probability", "intent", "repository", "branch", "turns", "tokens", "cost_usd", "title",
		"basis", "language", "model", "letter", "lines_added", "lines_removed", "seconds", "started",
	}
}

// fileColumnsOf are those of a table for programs, in their order: all, or what stands for
// the columns that an address asks for beside what is always there.
func fileColumnsOf(q page.Query) []fileColumn {
	use := listColumns()
	if len(q.Terms["col"]) > 0 {
		use = columnsAsked(q)
	}
	standing := func(s *fact.Session) page.Standing { return page.StandingOf(s, q.Switches()) }
	list := []fileColumn{
		{"id", func(s *fact.Session) string { return s.ID }},
		{"verdict", func(s *fact.Session) string { return standing(s).Word }},
		{"why", func(s *fact.Session) string { return standing(s).Why }},
		{"title", func(s *fact.Session) string { return s.Verdict.FullTitle().String() }},
	}
	for _, c := range use {
		list = append(list, c.files...)
	}
	order := csvOrder()
	slices.SortStableFunc(list, func(a, b fileColumn) int {
		return cmp.Compare(slices.Index(order, a.name), slices.Index(order, b.name))
	})
	return list
}
