package web

import (
	"cmp"

	"prism/internal/fact"
	"prism/internal/phrase"
	"prism/internal/score"
)

// scoreBar is what narrows the score, with what there is to choose from.
type scoreBar struct {
	Intents, Verdicts, Excluded        []option
	Repos, Branches, Languages, Models []string // the most used
	More                               bool     // one of those that are folded away is set
	Held                               []held   // set elsewhere, and kept
	Narrowed                           bool
	Sessions                           string // the same sessions, as a list
}

// held is a term that a form hands on as it is.
type held struct{ Name, Value string }

// suggested is how many values are suggested for a term.
const suggested = 30

func barOf(r *request, groups []score.Breakdown) scoreBar {
	q := r.query
	b := scoreBar{Sessions: q.With("/sessions", "unit", ""), Narrowed: len(q.Chips("/")) > 0}
	for _, i := range fact.Intents {
		b.Intents = append(b.Intents, option{string(i), phrase.Intent(i), q.Has("intent", string(i))})
	}
	for _, v := range verdicts() {
		b.Verdicts = append(b.Verdicts, option{v, phrase.Spoken(v), q.Has("verdict", v)})
	}
	for _, x := range fact.Exclusions {
		b.Excluded = append(b.Excluded, option{string(x), phrase.ExcludedShort(x), q.Has("excluded", string(x))})
	}
	for _, g := range groups {
		list := map[string]*[]string{"repo": &b.Repos, "branch": &b.Branches, "language": &b.Languages, "model": &b.Models}[g.By]
		for i := range g.Groups {
			if list != nil && i < suggested {
				*list = append(*list, clean(g.Groups[i].Key))
			}
		}
	}
	for _, name := range [...]string{"branch", "language", "model", "verdict", "excluded"} {
		b.More = b.More || q.Get(name) != ""
	}
	for _, name := range [...]string{"until", "person", "q", "open", "automated", "unit", "miss", "crushed", "counted", "state"} {
		for _, v := range q.values[name] {
			b.Held = append(b.Held, held{name, v})
		}
	}
	return b
}

// verdictAsked reports whether an address asks what became of sessions.
func (q query) verdictAsked() bool {
	return cmp.Or(q.Get("verdict"), q.Get("excluded"), q.Get("miss"), q.Get("crushed"), q.Get("counted"), q.Get("state")) != ""
}
