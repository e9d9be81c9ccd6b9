package web

import (
	"cmp"
	"encoding/csv"
	"encoding/json"
	"fmt"
	"net/http"
	"slices"
	"strings"

	"prism/internal/fact"
	"prism/internal/phrase"
	"prism/internal/store"
	"prism/internal/web/page"
	"prism/internal/web/session"
)

// sessionsFill fills the list.
type sessionsFill struct {
	Rows       []page.Row
	Found      int
	From, To   int // of those that are shown, from 1
	Next, Prev string
	Columns    []column
	Choice     []page.Option // of columns
	Kept       []page.Option // what else the address asks for
	Held       []page.Held   // of that, what no field of the filters shows
	Usual      string        // the list with the usual columns
	Intents    []page.Option
	Verdicts   []page.Option // where a link asked for one closer than crushed or not
	Excluded   []page.Option
	CSV        string
	Prompts    string // looks for the words in prompts, too; "" nothing does
	CanEdit    bool
	Label      string     // where to say whether verdicts are right, of several at once
	Said       string     // of how many that was said just now; "" of none
	Stale      []page.Row // of which it was not, as they were judged anew
	Undo       string     // what takes it back; "" nothing to
	UndoTo     string
}

// column is a heading that orders the list.
type column struct {
	Name, To string
	Sorted   string // ascending, descending or none
	Right    bool
}

func sessionsPage(r *page.Request) (page.Answer, error) {
	to, cookie := chosenColumns(r)
	if to != "" {
		return page.Answer{To: to, Cookie: cookie}, nil
	}
	offset := r.Query.Offset()
	list, found, err := r.Lib.Page(r.Context(), r.Query.Filter(), r.Query.Words(), r.Query.Order(), page.PageRows, offset)
	if err != nil {
		return page.Answer{}, err
	}
	p := &sessionsFill{Found: found, CSV: r.Query.With("/sessions.csv"), Label: r.Query.With("/sessions/label", "offset", r.Query.Get("offset"))}
	p.Prompts = readsPrompts(r)
	_, p.CanEdit = r.Lib.(page.Editor)
	p.said(r)
	columns := columnsAsked(r.Query)
	r.Beside(list)
	for _, s := range list {
		x := page.RowOf(r, s)
		if l := r.Lib.Label(r.Context(), s); l != nil {
			x.Said = r.Known(session.SaidShort(s, l.GoalComplete, page.Yours(r, s)))
		}
		for _, c := range columns {
			cell := c.cell(r, s)
			cell.Key, cell.Name = c.key, r.Known(c.name)
			x.Cells = append(x.Cells, cell)
		}
		p.Rows = append(p.Rows, x)
	}
	if len(list) > 0 {
		p.From, p.To = offset+1, offset+len(list)
	}
	if offset+len(list) < found {
		p.Next = r.Query.With("/sessions", "offset", fmt.Sprint(offset+page.PageRows))
	}
	if offset > 0 {
		back := ""
		if offset > page.PageRows {
			back = fmt.Sprint(offset - page.PageRows)
		}
		p.Prev = r.Query.With("/sessions", "offset", back)
	}
	p.Columns = headings(r, columns)
	for _, c := range listColumns() {
		p.Choice = append(p.Choice, page.Option{Value: c.key, Name: r.Known(c.name), On: slices.ContainsFunc(columns, func(x listColumn) bool { return x.key == c.key })})
	}
	for name, list := range r.Query.Terms {
		for _, v := range list {
			if name != "col" && !page.Passing(name) {
				p.Kept = append(p.Kept, page.Option{Value: v, Name: name})
			}
		}
	}
	slices.SortFunc(p.Kept, func(a, b page.Option) int { return cmp.Or(cmp.Compare(a.Name, b.Name), cmp.Compare(a.Value, b.Value)) })
	// The box of verdicts is of crushed and not, or, where a link asked closer, of all there are.
	asked := "verdict"
	if r.Query.Get("verdict") != "" {
		asked = "crushed"
		p.Verdicts = r.VerdictOptions()
	}
	for _, name := range [...]string{asked, "miss", "met", "lacked", "below", "floor", "state", "person", "open", "automated"} {
		for _, v := range r.Query.Terms[name] {
			p.Held = append(p.Held, page.Held{Name: name, Value: v})
		}
	}
	p.Usual = r.Query.With("/sessions", "col", usualColumns)
	for _, i := range fact.Intents {
		p.Intents = append(p.Intents, page.Option{Value: string(i), Name: page.Intent(r.Locale, i), On: r.Query.Has("intent", string(i))})
	}
	for _, name := range store.ExclusionNames() {
		p.Excluded = append(p.Excluded, page.Option{Value: name, Name: r.Known(phrase.ExcludedShort(fact.Exclusion(name))), On: r.Query.Has("excluded", name)})
	}
	a := page.Answer{Page: "sessions", Fill: p, Title: r.Say("Sessions"), Cookie: cookie}
	if page.Replaces(r.Request, "list") {
		a.Part = "list"
	}
	return a, nil
}

// csvRows bounds what one download holds.
const csvRows = 100_000

func sessionsCSV(r *page.Request) (page.Answer, error) {
	list, _, err := r.Lib.Page(r.Context(), r.Query.Filter(), r.Query.Words(), r.Query.Order(), csvRows, 0)
	if err != nil {
		return page.Answer{}, err
	}
	return page.Answer{Body: func(w http.ResponseWriter) error {
		w.Header().Set("Content-Type", "text/csv; charset=utf-8")
		w.Header().Set("Content-Disposition", `attachment; filename="sessions.csv"`)
		out := csv.NewWriter(w)
		columns := fileColumnsOf(r.Query)
		line := make([]string, len(columns))
		for i, c := range columns {
			line[i] = c.name
		}
		if err := out.Write(line); err != nil {
			return err
		}
		for _, s := range list {
			for i, c := range columns {
				line[i] = plainCell(c.text(s))
			}
			if err := out.Write(line); err != nil {
				return err
			}
		}
		out.Flush()
		return out.Error()
	}}, nil
}

// plainCell is a text in one line that no program that opens tables takes for a formula.
func plainCell(s string) string {
	return phrase.Cell(strings.NewReplacer("\n", " ", "\t", " ").Replace(page.Clean(s)))
}

// found is one session that the command palette offers.
type found struct {
	Title string `json:"title"`
	To    string `json:"to"`
	Hint  string `json:"hint"`
}

// paletteRows is how many sessions the command palette offers.
const paletteRows = 8

// findPart answers the command palette: the latest sessions with some words in their
// titles or summaries, as JSON.
func findPart(r *page.Request) (page.Answer, error) {
	list, err := r.Lib.First(r.Context(), store.Filter{Now: r.Now(), IncludeOpen: true, IncludeAutomated: true}, r.Query.Words(), store.Order{}, paletteRows)
	if err != nil {
		return page.Answer{}, err
	}
	out := []found{}
	r.Beside(list)
	for _, s := range list {
		x := page.RowOf(r, s)
		hint := x.Standing.Word + " · " + x.Day
		if x.Repo != "" {
			hint = x.Repo + " · " + hint
		}
		out = append(out, found{x.Title, "/sessions/" + s.ID, hint})
	}
	return page.Answer{Body: func(w http.ResponseWriter) error {
		w.Header().Set("Content-Type", "application/json")
		w.Header().Set("Cache-Control", "no-store")
		return json.NewEncoder(w).Encode(out)
	}}, nil
}
