package session

import (
	"cmp"
	"fmt"
	"hash/fnv"
	"html/template"
	"path"
	"regexp"
	"slices"
	"strings"

	"prism/internal/content"
	"prism/internal/fact"
	"prism/internal/web/page"
)

// quote is a line of the transcript with where it stands; To leads to it, "" nowhere: there
// is no timeline.
type quote struct {
	ID    string // of the line on the page
	Text  string
	Turn  int
	Where string
	To    string
	Open  template.URL // the transcript at that line, in the viewer's editor; "" nowhere
}

// cited are all lines that a verdict quotes.
func cited(v *fact.Verdict) []fact.Evidence {
	out := slices.Clone(v.Evidence)
	for _, c := range v.Criteria {
		if c.Evidence != nil {
			out = append(out, *c.Evidence)
		}
	}
	return out
}

// quotedTurn is a turn of which nothing is there but the lines that are quoted of it.
type quotedTurn struct {
	Number int
	Quotes []quote
}

// quotedTurns are the turns that a verdict quotes, in their order, each line once.
func quotedTurns(r *page.Request, s *fact.Session) (list []quotedTurn) {
	all := cited(&s.Verdict)
	slices.SortStableFunc(all, func(a, b fact.Evidence) int {
		return cmp.Or(cmp.Compare(a.Turn, b.Turn), cmp.Compare(a.Line, b.Line))
	})
	seen := map[string]bool{}
	for _, e := range all {
		q := quoteOf(r, s, e)
		if seen[q.ID] {
			continue
		}
		seen[q.ID] = true
		q.To, q.Open = "", ""
		if n := len(list); n == 0 || list[n-1].Number != e.Turn {
			list = append(list, quotedTurn{Number: e.Turn})
		}
		last := &list[len(list)-1]
		last.Quotes = append(last.Quotes, q)
	}
	return list
}

// lineID names a quoted line of a turn on its page: the same wherever it is quoted.
func lineID(e fact.Evidence) string {
	h := fnv.New32a()
	_, _ = h.Write([]byte(e.Quote.String())) // never fails
	return fmt.Sprintf("line-%d-%08x", e.Turn, h.Sum32())
}

// quoteOf is a line that the verdict in use quotes: it leads to that very line.
func quoteOf(r *page.Request, s *fact.Session, e fact.Evidence) quote {
	q := quoteIn(r, s, e)
	q.ID = lineID(e)
	q.To, _, _ = strings.Cut(q.To, "#")
	q.To += "#" + q.ID
	return q
}

// quoteIn is a line that another verdict quotes: it leads to its turn.
func quoteIn(r *page.Request, s *fact.Session, e fact.Evidence) quote {
	q := quote{Text: page.Clean(e.Quote.String()), Turn: e.Turn, To: Pages{r.Query, s.ID}.Turn(e.Turn)}
	file := s.FileOf(e.Turn)
	if content.IsFacts(file) { // which has no lines of the transcript: they are numbered as where it lies
		if e.Line > 0 {
			q.Where = r.Say("line {n} of a transcript that was not shared", e.Line)
		}
		return q
	}
	if file != "" {
		q.Open = opens(r, file, e.Line)
		q.Where = page.Clean(shortFile(path.Base(strings.ReplaceAll(file, `\`, "/"))))
	}
	if e.Line > 0 && q.Where != "" {
		q.Where += fmt.Sprintf(":%d", e.Line)
	}
	return q
}

// shortFile is the name of a file without the middle of an id that it is called by: all
// quotes of a page have the same one before them.
func shortFile(name string) string {
	const id, head = 36, 8
	rest, ok := strings.CutSuffix(name, ".jsonl")
	if ok && len(rest) == id && strings.Count(rest, "-") == 4 {
		return rest[:head] + "….jsonl"
	}
	return name
}

// piece is a piece of a text; one with an ID is a line that the verdict rests on.
type piece struct{ Text, ID string }

// pieces cuts a text at the quotes that stand in it, white space aside, and returns those
// that do not. What overlaps a quote before it stands for itself.
func pieces(text string, quotes []quote) (list []piece, rest []quote) {
	type place struct {
		from, to int
		id       string
	}
	var at []place
	for _, q := range quotes {
		from, to := find(text, q.Text)
		if from < 0 || slices.ContainsFunc(at, func(p place) bool { return from < p.to && p.from < to }) {
			rest = append(rest, q)
			continue
		}
		at = append(at, place{from, to, q.ID})
	}
	slices.SortFunc(at, func(a, b place) int { return a.from - b.from })
	n := 0
	for _, p := range at {
		if p.from > n {
			list = append(list, piece{Text: text[n:p.from]})
		}
		list, n = append(list, piece{text[p.from:p.to], p.id}), p.to
	}
	if n < len(text) {
		list = append(list, piece{Text: text[n:]})
	}
	return list, rest
}

// leastFound is how many characters a quote needs to be looked for in a text: a shorter
// one stands anywhere.
const leastFound = 4

// find is where a quote stands in a text, white space aside; -1, -1 nowhere. One that was
// cut short stands for its beginning.
func find(text, quote string) (from, to int) {
	quote = strings.TrimSpace(strings.TrimSuffix(strings.TrimSpace(quote), "…"))
	if len(quote) < leastFound && quote != strings.TrimSpace(text) || quote == "" {
		return -1, -1
	}
	if i := strings.Index(text, quote); i >= 0 {
		return i, i + len(quote)
	}
	words := strings.Fields(quote)
	for i := range words {
		words[i] = regexp.QuoteMeta(words[i])
	}
	if in := regexp.MustCompile(strings.Join(words, `\s+`)).FindStringIndex(text); in != nil {
		return in[0], in[1]
	}
	return -1, -1
}
