package web

import (
	"cmp"
	"context"
	"fmt"
	"slices"

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

// Copy is a session whose conversation has turns in common with that of another, as a resume
// or a fork copied them.
type Copy struct {
	Session *fact.Session
	Turns   int  // how many were copied
	Earlier bool // it is the one that they were copied from
}

// Copied is a Library that knows of copies.
type Copied interface {
	// Copies are those that the viewer may see.
	Copies(ctx context.Context, s *fact.Session) []Copy
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
	var copies []Copy
	if x, ok := r.lib.(Copied); ok {
		copies = x.Copies(r.Context(), s)
	}
	for _, c := range copies {
		if c.Earlier {
			add(c.Session, "forked or resumed from; its first "+phrase.Count(c.Turns, "turn is a copy", "turns are copies"))
		}
	}
	add(before, "before it in the conversation")
	add(after, "after it in the conversation")
	for _, c := range copies {
		if !c.Earlier {
			add(c.Session, "forked or resumed as; it begins with a copy of "+phrase.Count(c.Turns, "turn", "turns"))
		}
	}
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

// undoneFill fills the page of what a later session undid of an earlier one.
type undoneFill struct {
	First, Later undoneSide
	Sentence     string
	Files        []undoneFile
	Gone         string
}

type undoneSide struct{ Title, To, When string }

type undoneFile struct {
	Name        string
	Wrote, Took []undoneHunk
}

type undoneHunk struct {
	Turn  int
	To    string
	Lines []undoneLine
}

type undoneLine struct {
	diffLine
	Undone bool
}

func undonePage(r *request) (answer, error) {
	s, err := r.lib.One(r.Context(), r.PathValue("id"))
	if err != nil {
		return answer{}, err
	}
	by, err := r.lib.One(r.Context(), r.PathValue("by"))
	if err != nil {
		return answer{}, err
	}
	i := slices.IndexFunc(s.Rework.By, func(x fact.ReworkBy) bool { return x.Session == by.ID })
	if i < 0 {
		return answer{}, ErrNone
	}
	found := &s.Rework.By[i]
	side := func(s *fact.Session) undoneSide {
		zone := r.lib.Now().Location()
		return undoneSide{titleOf(s), r.query.Within("/sessions/" + s.ID), phrase.When(s.Started.In(zone), s.Ended.In(zone))}
	}
	p := &undoneFill{First: side(s), Later: side(by)}
	p.Sentence = fmt.Sprintf("%s by %s, of %d that the earlier session owned.", phrase.Count(found.Lines, "line was undone", "lines were undone"), clean(found.Kind), s.Rework.Owned)
	files, gone := r.lib.Undone(r.Context(), s, by)
	p.Gone = gone
	if gone == "" && len(files) == 0 {
		p.Gone = "It was done by a command, or by edits of which the transcript keeps no lines"
		if sample := clean(found.Sample.String()); sample != "" {
			p.Gone += "; one of the lines: " + sample
		}
		p.Gone += "."
	}
	for _, f := range files {
		p.Files = append(p.Files, undoneFile{clean(f.File), undoneHunks(r, s.ID, f.Wrote), undoneHunks(r, by.ID, f.Took)})
	}
	return answer{page: "undone", fill: p, title: "What was undone of session " + s.ID[:min(len(s.ID), 8)]}, nil
}

func undoneHunks(r *request, session string, list []wire.Hunk) (out []undoneHunk) {
	for _, h := range list {
		x := undoneHunk{Turn: h.Turn, To: pagesOf{r.query, session}.Turn(h.Turn)}
		for _, l := range h.Lines {
			x.Lines = append(x.Lines, undoneLine{diffOf(l.Text), l.Undone})
		}
		out = append(out, x)
	}
	return out
}
