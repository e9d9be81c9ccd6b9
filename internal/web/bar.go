package web

import (
	"prism/internal/fact"
	"prism/internal/phrase"
	"prism/internal/score"
	"prism/internal/web/page"
)

// scoreBar is what narrows the score, with what there is to choose from.
type scoreBar struct {
	Intents, Verdicts, Excluded        []page.Option
	Repos, Branches, Languages, Models []string    // the most used
	More                               bool        // one of those that are folded away is set
	Held                               []page.Held // set elsewhere, and kept
	Narrowed                           bool
	Sessions                           string // the same sessions, as a list
}

// suggested is how many values are suggested for a term.
const suggested = 30

func barOf(r *page.Request, groups []score.Breakdown) scoreBar {
	q := r.Query
	b := scoreBar{Sessions: q.With("/sessions", "unit", ""), Narrowed: len(r.ChipsOf("/")) > 0}
	for _, i := range fact.Intents {
		b.Intents = append(b.Intents, page.Option{Value: string(i), Name: page.Intent(r.Locale, i), On: q.Has("intent", string(i))})
	}
	b.Verdicts = r.VerdictOptions()
	for _, x := range fact.Exclusions {
		b.Excluded = append(b.Excluded, page.Option{Value: string(x), Name: r.Known(phrase.ExcludedShort(x)), On: q.Has("excluded", string(x))})
	}
	for _, g := range groups {
		list := map[string]*[]string{"repo": &b.Repos, "branch": &b.Branches, "language": &b.Languages, "model": &b.Models}[g.By]
		for i := range g.Groups {
			if list != nil && i < suggested {
				*list = append(*list, page.Clean(g.Groups[i].Key))
			}
		}
	}
	for _, name := range [...]string{"branch", "language", "model", "verdict", "excluded"} {
		b.More = b.More || q.Get(name) != ""
	}
	for _, name := range [...]string{"until", "person", "q", "open", "automated", "unit", "by", "miss", "met", "lacked", "crushed", "counted", "floor", "state", "below"} {
		for _, v := range q.Terms[name] {
			b.Held = append(b.Held, page.Held{Name: name, Value: v})
		}
	}
	return b
}
