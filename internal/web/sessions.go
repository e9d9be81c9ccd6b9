package web

import (
	"cmp"
	"encoding/csv"
	"encoding/json"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"time"

	"prism/internal/fact"
	"prism/internal/phrase"
	"prism/internal/score"
	"prism/internal/store"
)

// pageRows is how many sessions one page holds.
const pageRows = 50

// sessionsFill fills the list.
type sessionsFill struct {
	Rows       []row
	Found      int
	From, To   int // of those that are shown, from 1
	Next, Prev string
	Columns    []column
	Choice     []option // of columns
	Kept       []option // what else the address asks for
	Held       []held   // of that, what no field of the filters shows
	Usual      string   // the list with the usual columns
	Intents    []option
	Verdicts   []option // where a link asked for one closer than crushed or not
	Excluded   []option
	CSV        string
	CanEdit    bool
	Label      string // where to say whether verdicts are right, of several at once
	Said       string // of how many that was said just now; "" of none
	Stale      []row  // of which it was not, as they were judged anew
	Undo       string // what takes it back; "" nothing to
	UndoTo     string
}

// row is one session of a list.
type row struct {
	ID, Title string
	Standing  standing
	Intent    string
	Likely    string
	Repo      string
	Branch    string
	Tokens    string
	Cost      string
	Lasted    string
	Turns     int
	Day       string
	Ended     time.Time
	To        string
	State     fact.State
	Shown     string     // what a person agrees with; "" nothing
	Said      string     // what they said of it; "" nothing
	Cells     []listCell // of the columns of the list
}

// column is a heading that orders the list.
type column struct {
	Name, To string
	Sorted   string // ascending, descending or none
	Right    bool
}

type option struct {
	Value, Name string
	On          bool
}

func rowOf(r *request, s *fact.Session) row {
	zone := r.now().Location()
	title := clean(s.Verdict.FullTitle().String())
	return row{
		ID: s.ID, Title: cmp.Or(title, r.Say("(no title)")), Standing: standingIn(r.Locale, s, r.query.switches()), Intent: intent(r.Locale, s.Verdict.Intent),
		Likely: likely(r.Locale, &s.Verdict), Repo: clean(s.Repo.Name), Branch: clean(s.Branch), Tokens: used(r.Locale, score.Tokens(s).Total()), Cost: spentBy(r.Locale, s),
		Lasted: r.Lasted(s.Ended.Sub(s.Started)), Turns: s.Turns, Day: r.Day(s.Ended.In(zone), r.now()), Ended: s.Ended,
		To: r.query.Within("/sessions/" + s.ID), State: s.State, Shown: shownOf(s),
	}
}

func sessionsPage(r *request) (answer, error) {
	to, cookie := r.chosen()
	if to != "" {
		return answer{to: to, cookie: cookie}, nil
	}
	offset := r.query.offset()
	list, found, err := r.lib.Page(r.Context(), r.query.filter(), r.query.words(), r.query.order(), pageRows, offset)
	if err != nil {
		return answer{}, err
	}
	p := &sessionsFill{Found: found, CSV: r.query.With("/sessions.csv"), Label: r.query.With("/sessions/label", "offset", r.query.Get("offset"))}
	_, p.CanEdit = r.lib.(Editor)
	p.said(r)
	columns := r.query.columns()
	for _, s := range list {
		x := rowOf(r, s)
		if l := r.lib.Label(r.Context(), s); l != nil {
			x.Said = r.Known(saidShort(s, l.GoalComplete, yours(r, s)))
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
		p.Next = r.query.With("/sessions", "offset", fmt.Sprint(offset+pageRows))
	}
	if offset > 0 {
		back := ""
		if offset > pageRows {
			back = fmt.Sprint(offset - pageRows)
		}
		p.Prev = r.query.With("/sessions", "offset", back)
	}
	p.Columns = headings(r, columns)
	for _, c := range listColumns() {
		p.Choice = append(p.Choice, option{c.key, r.Known(c.name), slices.ContainsFunc(columns, func(x listColumn) bool { return x.key == c.key })})
	}
	for name, list := range r.query.values {
		for _, v := range list {
			if name != "col" && !passing(name) {
				p.Kept = append(p.Kept, option{Value: v, Name: name})
			}
		}
	}
	slices.SortFunc(p.Kept, func(a, b option) int { return cmp.Or(cmp.Compare(a.Name, b.Name), cmp.Compare(a.Value, b.Value)) })
	// The box of verdicts is of crushed and not, or, where a link asked closer, of all there are.
	asked := "verdict"
	if r.query.Get("verdict") != "" {
		asked = "crushed"
		p.Verdicts = r.verdictOptions()
	}
	for _, name := range [...]string{asked, "miss", "below", "floor", "state", "person", "open", "automated"} {
		for _, v := range r.query.values[name] {
			p.Held = append(p.Held, held{name, v})
		}
	}
	p.Usual = r.query.With("/sessions", "col", usualColumns)
	for _, i := range fact.Intents {
		p.Intents = append(p.Intents, option{string(i), intent(r.Locale, i), r.query.Has("intent", string(i))})
	}
	for _, name := range store.ExclusionNames() {
		p.Excluded = append(p.Excluded, option{name, r.Known(phrase.ExcludedShort(fact.Exclusion(name))), r.query.Has("excluded", name)})
	}
	a := answer{page: "sessions", fill: p, title: r.Say("Sessions"), cookie: cookie}
	if replaces(r.Request, "list") {
		a.part = "list"
	}
	return a, nil
}

// csvRows bounds what one download holds.
const csvRows = 100_000

func sessionsCSV(r *request) (answer, error) {
	list, _, err := r.lib.Page(r.Context(), r.query.filter(), r.query.words(), r.query.order(), csvRows, 0)
	if err != nil {
		return answer{}, err
	}
	return answer{body: func(w http.ResponseWriter) error {
		w.Header().Set("Content-Type", "text/csv; charset=utf-8")
		w.Header().Set("Content-Disposition", `attachment; filename="sessions.csv"`)
		out := csv.NewWriter(w)
		columns := r.query.fileColumns()
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
	return phrase.Cell(strings.NewReplacer("\n", " ", "\t", " ").Replace(clean(s)))
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
func findPart(r *request) (answer, error) {
	list, err := r.lib.First(r.Context(), store.Filter{Now: r.now(), IncludeOpen: true, IncludeAutomated: true}, r.query.words(), store.Order{}, paletteRows)
	if err != nil {
		return answer{}, err
	}
	out := []found{}
	for _, s := range list {
		x := rowOf(r, s)
		hint := x.Standing.Word + " · " + x.Day
		if x.Repo != "" {
			hint = x.Repo + " · " + hint
		}
		out = append(out, found{x.Title, "/sessions/" + s.ID, hint})
	}
	return answer{body: func(w http.ResponseWriter) error {
		w.Header().Set("Content-Type", "application/json")
		w.Header().Set("Cache-Control", "no-store")
		return json.NewEncoder(w).Encode(out)
	}}, nil
}
