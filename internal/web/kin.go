package web

import (
	"cmp"
	"fmt"

	"prism/internal/fact"
	"prism/internal/phrase"
	"prism/internal/wire"
)

// undid is a session that lost lines to the one that is shown.
type undid struct{ Title, To, What, Files, Beside string }

// kin is a session that has to do with the one that is shown.
type kin struct {
	Title, To, How string
	Standing       standing
}

// part is a stretch of a session in one conversation; How says how it came to be one of it.
type part struct{ Conversation, Turns, To, How string }

func titleOf(s *fact.Session) string {
	return cmp.Or(clean(s.Verdict.FullTitle().String()), "(no title)")
}

// kin fills in what a session undid, what it follows and what follows it.
func (p *sessionFill) kin(r *request, s *fact.Session, turns []wire.Turn) {
	list, more := r.lib.Undid(r.Context(), s)
	for _, u := range list {
		x := undid{Title: "Somebody else's session", What: phrase.Count(u.By.Lines, "line", "lines") + " by " + clean(u.By.Kind), Files: clean(phrase.Few(u.By.Files, filesShown))}
		if u.Session != nil {
			other := pagesOf{r.query, u.Session.ID}
			x.Title, x.To, x.Beside = titleOf(u.Session), other.Page(""), other.Page("undone/"+s.ID)
		}
		p.Undid = append(p.Undid, x)
	}
	p.UndidMore = more
	before, after := r.lib.Around(r.Context(), s)
	add := func(x *fact.Session, how string) {
		if x != nil {
			p.Kin = append(p.Kin, kin{titleOf(x), r.query.Within("/sessions/" + x.ID), how, standingOf(x, r.query.switches())})
		}
	}
	add(before, "before it in the conversation")
	add(after, "after it in the conversation")
	if len(s.Parts) > 1 {
		n := 1
		for i, one := range s.Parts {
			last := n + one.Last - one.First
			x := part{Conversation: clean(one.Conversation), Turns: fmt.Sprintf("turns %d to %d", n, last)}
			if n == last {
				x.Turns = fmt.Sprintf("turn %d", n)
			}
			if p.Turns != nil {
				x.To = p.Pages.Turn(n)
			}
			switch {
			case i == 0:
			case n <= len(turns) && turns[n-1].Handed:
				x.How = "continues it by a plan that was handed on"
			case n <= len(turns): // which of both is not kept
				x.How = "merged after /clear, or resumed"
			}
			p.Runs = append(p.Runs, x)
			n = last + 1
		}
	}
	for _, id := range s.Aliases {
		p.Former = append(p.Former, clean(id))
		if id == r.query.Get("was") {
			p.Was = clean(id)
		}
	}
}
