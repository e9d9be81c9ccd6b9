package web

import (
	"cmp"
	"context"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"time"

	"prism/internal/fact"
	"prism/internal/locale"
	"prism/internal/store"
	"prism/internal/web/page"
	"prism/internal/web/session"
	"prism/internal/wire"
)

// Prompted is a Library that looks for words in what people asked, too. Prompts are kept
// nowhere: transcripts are read again for it, so that it takes its time.
type Prompted interface {
	// ReadsPrompts reports whether the viewer may.
	ReadsPrompts() bool
	// Prompted are the sessions with all of the words in title, summary or prompts, the
	// latest first, of those that pass a filter from an offset on: at most limit, found in
	// at most about so much time. It says how many it looked at, of how many that pass the
	// filter, and whether there are more.
	Prompted(ctx context.Context, f store.Filter, words []string, offset, limit int, most time.Duration) (list []*fact.Session, looked, all int, more bool, err error)
}

// Bounds of one piece of a search in prompts: the next one comes as its end is seen.
const (
	promptedTime  = 700 * time.Millisecond // to find them
	promptedShown = 500 * time.Millisecond // to read again what is shown of them
	promptedFound = 10
)

// searchFill fills the page of a search in prompts.
type searchFill struct {
	Words  string
	Found  []promptFound
	Looked int         // sessions, in all so far
	All    int         // of so many
	Next   string      // what looks on; "" that was all
	Held   []page.Held // what else is asked for
	List   string      // the list of sessions, searched in what is kept
}

// promptFound is a session with the place in its prompts.
type promptFound struct {
	page.Row
	Parts        []excerpt // the prompt about the first of the words
	Turn, TurnTo string
	Late         bool // there was no time to read where they stand
}

// excerpt is a piece of a text; On, it is what was looked for.
type excerpt struct {
	Text string
	On   bool
}

// readsPrompts is the address that looks in prompts for what a list was asked; "" nothing
// was, or the viewer may not.
func readsPrompts(r *page.Request) string {
	if x, ok := r.Lib.(Prompted); !ok || !x.ReadsPrompts() || len(r.Query.Words()) == 0 {
		return ""
	}
	return r.Query.Within("/search", "sort", "", "reverse", "", "col", "", "offset", "")
}

func searchPage(r *page.Request) (page.Answer, error) {
	lib, ok := r.Lib.(Prompted)
	if !ok || !lib.ReadsPrompts() {
		return page.Answer{}, &page.Error{Status: http.StatusForbidden, Text: locale.Mark("What was asked is for those who asked it.")}
	}
	offset := r.Query.Offset()
	p := &searchFill{Words: r.Query.Get("q"), Looked: offset, List: r.Query.Within("/sessions", "offset", "")}
	if words := r.Query.Words(); len(words) > 0 {
		list, looked, all, more, err := lib.Prompted(r.Context(), r.Query.Filter(), words, offset, promptedFound, promptedTime)
		if err != nil {
			return page.Answer{}, err
		}
		ctx, done := context.WithTimeout(r.Context(), promptedShown)
		defer done()
		r.Beside(list)
		for _, s := range list {
			p.Found = append(p.Found, promptOf(ctx, r, s, words))
		}
		p.Looked, p.All = p.Looked+looked, all
		if more {
			p.Next = r.Query.Within("/search", "offset", strconv.Itoa(p.Looked))
		}
	}
	for name, list := range r.Query.Terms {
		for _, v := range list {
			if name != "q" && !page.Passing(name) {
				p.Held = append(p.Held, page.Held{Name: name, Value: v})
			}
		}
	}
	slices.SortFunc(p.Held, func(a, b page.Held) int { return cmp.Or(cmp.Compare(a.Name, b.Name), cmp.Compare(a.Value, b.Value)) })
	a := page.Answer{Page: "search", Fill: p, Title: r.Say("Search in prompts")}
	if page.Partial(r.Request) {
		a.Part = "found"
	}
	return a, nil
}

// promptOf is a session with the first of its prompts that has most of the words; with its
// summary where none has any, or there is no time left to read its prompts.
func promptOf(ctx context.Context, r *page.Request, s *fact.Session, words []string) promptFound {
	x := promptFound{Row: page.RowOf(r, s)}
	var turns []wire.Turn
	if ctx.Err() == nil {
		turns, _ = r.Lib.Turns(ctx, s)
	}
	x.Late = ctx.Err() != nil && len(turns) == 0
	at, most := -1, 0
	for i := range turns {
		n, text := 0, strings.ToLower(turns[i].Prompt)
		for _, w := range words {
			if strings.Contains(text, w) {
				n++
			}
		}
		if n > most {
			at, most = i, n
		}
	}
	if at >= 0 {
		x.Turn, x.TurnTo = r.Say("turn {n}", turns[at].Number), session.Pages{Query: r.Query, ID: s.ID}.Turn(turns[at].Number)
		x.Parts = excerptOf(page.Clean(turns[at].Prompt), words)
		return x
	}
	if summary := page.Clean(s.Verdict.Summary.String()); slices.ContainsFunc(words, func(w string) bool { return strings.Contains(strings.ToLower(summary), w) }) {
		x.Turn, x.TurnTo, x.Parts, x.Late = r.Say("in its summary"), x.To, excerptOf(summary, words), false
	}
	return x
}

// excerptOf is a text about the first of some words, cut at them. Lower case must not move
// them: a text in which it does is shown from its beginning, unmarked.
func excerptOf(text string, words []string) (list []excerpt) {
	const before, after = 60, 160 // bytes
	text = strings.Join(strings.Fields(text), " ")
	low := strings.ToLower(text)
	if len(low) != len(text) {
		return []excerpt{{Text: page.Shorten(text, before+after)}}
	}
	first := len(text)
	for _, w := range words {
		if i := strings.Index(low, w); i >= 0 {
			first = min(first, i)
		}
	}
	from, to := max(0, first-before), min(len(text), first+after)
	for from > 0 && from < first && text[from-1] != ' ' {
		from++
	}
	for to < len(text) && text[to]&0xc0 == 0x80 { // between letters
		to++
	}
	if from > 0 {
		list = append(list, excerpt{Text: "… "})
	}
	for at := from; at < to; {
		next, long := to, 0
		for _, w := range words {
			if i := strings.Index(low[at:to], w); i >= 0 && (at+i < next || at+i == next && len(w) > long) {
				next, long = at+i, len(w)
			}
		}
		if next > at {
			list = append(list, excerpt{Text: text[at:next]})
		}
		if long > 0 {
			list = append(list, excerpt{text[next : next+long], true})
		}
		at = next + long
	}
	if to < len(text) {
		list = append(list, excerpt{Text: " …"})
	}
	return slices.Clip(list)
}
