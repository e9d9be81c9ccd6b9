package session

import (
	"context"
	"strings"

	"prism/internal/fact"
	"prism/internal/web/page"
	"prism/internal/wire"
)

// undid is a session that lost lines to the one that is shown.
type undid struct{ Title, To, What, Files, Beside string }

// kin is a session that has to do with the one that is shown.
type kin struct {
	Title, To, How string
	Standing       page.Standing
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

// kin fills in what a session undid, what it follows and what follows it.
func (p *sessionFill) kin(r *page.Request, s *fact.Session, turns []wire.Turn) {
	list, more := r.Lib.Undid(r.Context(), s)
	for _, u := range list {
		x := undid{Title: r.Say("Somebody else's session"), What: page.LinesBy(r.Locale, &u.By), Files: page.Clean(page.Few(r.Locale, u.By.Files, filesShown))}
		if u.Session != nil {
			other := Pages{r.Query, u.Session.ID}
			x.Title, x.To, x.Beside = page.TitleOf(r.Locale, u.Session), other.Page(""), other.Page("undone/"+s.ID)
		}
		p.Undid = append(p.Undid, x)
	}
	p.UndidMore = more
	before, after := r.Lib.Around(r.Context(), s)
	add := func(x *fact.Session, how string) {
		if x != nil {
			p.Kin = append(p.Kin, kin{page.TitleOf(r.Locale, x), r.Query.Within("/sessions/" + x.ID), how, page.StandingIn(r.Locale, x, r.Query.Switches())})
		}
	}
	var copies []Copy
	if x, ok := r.Lib.(Copied); ok {
		copies = x.Copies(r.Context(), s)
	}
	for _, c := range copies {
		if c.Earlier {
			add(c.Session, r.Say("forked or resumed from; its first {n} turn is a copy|forked or resumed from; its first {n} turns are copies", c.Turns))
		}
	}
	add(before, r.Say("before it in the conversation"))
	add(after, r.Say("after it in the conversation"))
	for _, c := range copies {
		if !c.Earlier {
			add(c.Session, r.Say("forked or resumed as; it begins with a copy of {n} turn|forked or resumed as; it begins with a copy of {n} turns", c.Turns))
		}
	}
	if len(s.Parts) > 1 {
		n := 1
		for i, one := range s.Parts {
			last := n + one.Last - one.First
			x := part{Conversation: page.Clean(one.Conversation), Turns: r.Say("turns {n} to {last}", n, last)}
			if n == last {
				x.Turns = r.Say("turn {n}", n)
			}
			if p.Turns != nil {
				x.To = p.Pages.Turn(n)
			}
			switch {
			case i == 0:
			case n <= len(turns) && turns[n-1].Handed:
				x.How = r.Say("continues it by a plan that was handed on")
			case n <= len(turns): // which of both is not kept
				x.How = r.Say("merged after /clear, or resumed")
			}
			p.Runs = append(p.Runs, x)
			n = last + 1
		}
	}
	for _, id := range s.Aliases {
		p.Former = append(p.Former, page.Clean(id))
		if id == r.Query.Get("was") {
			p.Was = page.Clean(id)
		}
	}
}

// undoneFill fills the page of what a later session undid of an earlier one.
type undoneFill struct {
	First, Later undoneSide
	Sentences    []string // one for each way in which it was done
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

// Undone is the page of what a later session undid of one, side by side.
func Undone(r *page.Request) (page.Answer, error) {
	s, err := r.Lib.One(r.Context(), r.PathValue("id"))
	if err != nil {
		return page.Answer{}, err
	}
	by, err := r.Lib.One(r.Context(), r.PathValue("by"))
	if err != nil {
		return page.Answer{}, err
	}
	var found []fact.ReworkBy
	for _, x := range s.Rework.By {
		if x.Session == by.ID {
			found = append(found, x)
		}
	}
	if len(found) == 0 {
		return page.Answer{}, page.ErrNone
	}
	side := func(s *fact.Session) undoneSide {
		zone := r.Now().Location()
		return undoneSide{page.TitleOf(r.Locale, s), r.Query.Within("/sessions/" + s.ID), r.When(s.Started.In(zone), s.Ended.In(zone))}
	}
	p := &undoneFill{First: side(s), Later: side(by)}
	counted := 0
	for _, x := range found {
		counted += x.Lines
		p.Sentences = append(p.Sentences, r.Say("{n} line was undone by {kind}, of {owned} that the earlier session owned.|{n} lines were undone by {kind}, of {owned} that the earlier session owned.", x.Lines, r.Known(page.Clean(x.Kind)), s.Rework.Owned))
	}
	files, gone := r.Lib.Undone(r.Context(), s, by)
	p.Gone = r.Known(gone)
	if gone == "" {
		p.Gone = unseen(r, files, counted, page.Clean(found[0].Sample.String()))
	}
	for _, f := range files {
		p.Files = append(p.Files, undoneFile{page.Clean(f.File), undoneHunks(r, s.ID, f.Wrote), undoneHunks(r, by.ID, f.Took)})
	}
	return page.Answer{Page: "undone", Fill: p, Title: r.Say("What was undone of session {id}", s.ID[:min(len(s.ID), 8)])}, nil
}

// unseen says what of the lines that count the page does not show; "" it shows them all.
func unseen(r *page.Request, files []wire.UndoneFile, counted int, sample string) string {
	marked, took := 0, false
	for _, f := range files {
		took = took || len(f.Took) > 0
		for _, h := range f.Wrote {
			for _, l := range h.Lines {
				if l.Undone {
					marked++
				}
			}
		}
	}
	if len(files) == 0 {
		text := r.Say("None of the lines can be shown.")
		if sample != "" {
			text += " " + r.Say("One of the lines: {line}", sample)
		}
		return text
	}
	var text []string
	if !took {
		text = append(text, r.Say("It was done by a command: on the later side no lines are on record."))
	}
	switch {
	case marked == 0:
		text = append(text, r.Say("How the earlier session wrote them is not on record."))
	case marked < counted:
		text = append(text, r.Say("{n} of them is marked below; the others cannot be shown.|{n} of them are marked below; the others cannot be shown.", marked))
	}
	return strings.Join(text, " ")
}

func undoneHunks(r *page.Request, session string, list []wire.Hunk) (out []undoneHunk) {
	for _, h := range list {
		x := undoneHunk{Turn: h.Turn, To: Pages{r.Query, session}.Turn(h.Turn)}
		for _, l := range h.Lines {
			x.Lines = append(x.Lines, undoneLine{diffOf(l.Text), l.Undone})
		}
		out = append(out, x)
	}
	return out
}
