package view

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"

	"prism/internal/cli/job"
	"prism/internal/content"
	"prism/internal/fact"
	"prism/internal/phrase"
	"prism/internal/score"
	"prism/internal/term"
)

// column is one that a list of sessions can have.
type column struct {
	term.Column
	cell func(x *listed) term.Cell
}

// listed is a session in a list, with what its cells need.
type listed struct {
	ctx context.Context
	p   *job.Program
	j   *job.Job
	l   *job.Library
	s   *fact.Session

	repos        map[string]string // names, by key
	verdict      string
	paint, faint term.Paint
}

// columns are all there are, in the order in which they are offered. The highest rank
// gives way first where the screen is narrow.
func columns() []column {
	plain := func(text func(x *listed) string) func(x *listed) term.Cell {
		return func(x *listed) term.Cell { return term.Cell{Text: text(x)} }
	}
	return []column{
		{term.Column{Name: "id"}, func(x *listed) term.Cell {
			return term.Cell{Text: x.l.ShortID(x.ctx, x.s.ID), Paint: term.Accent}
		}},
		{term.Column{Name: "started", Right: true, Rank: 8}, plain(func(x *listed) string {
			return phrase.Day(x.s.Started.In(x.j.Cfg.Zone()), x.j.Now.In(x.j.Cfg.Zone()))
		})},
		{term.Column{Name: "ended", Right: true, Rank: 2}, plain(func(x *listed) string {
			return phrase.Day(x.s.Ended.In(x.j.Cfg.Zone()), x.j.Now.In(x.j.Cfg.Zone()))
		})},
		{term.Column{Name: "verdict"}, func(x *listed) term.Cell { return term.Cell{Text: x.verdict, Paint: x.paint} }},
		{term.Column{Name: "landed", Right: true, Rank: 3}, plain(func(x *listed) string { return phrase.Likely(&x.s.Verdict) })},
		{term.Column{Name: "intent", Rank: 5}, plain(func(x *listed) string {
			return cmp.Or(silence(&x.s.Verdict), phrase.Intent(x.s.Verdict.Intent))
		})},
		{term.Column{Name: "turns", Right: true, Rank: 8}, plain(func(x *listed) string { return fmt.Sprint(x.s.Turns) })},
		{term.Column{Name: "duration", Right: true, Rank: 8}, plain(func(x *listed) string { return phrase.Lasted(x.s.Ended.Sub(x.s.Started)) })},
		{term.Column{Name: "lines", Right: true, Rank: 8}, plain(func(x *listed) string {
			if x.s.Floor.Added+x.s.Floor.Removed == 0 {
				return "—"
			}
			return fmt.Sprintf("+%d −%d", x.s.Floor.Added, x.s.Floor.Removed)
		})},
		{term.Column{Name: "tokens", Right: true, Rank: 6}, plain(func(x *listed) string { return phrase.Used(score.Tokens(x.s).Total()) })},
		{term.Column{Name: "cost", Right: true, Rank: 4}, plain(func(x *listed) string { return phrase.SpentBy(x.s) })},
		{term.Column{Name: "model", Min: 8, Rank: 9}, plain(func(x *listed) string { return cmp.Or(term.Clean(x.s.Model), "—") })},
		{term.Column{Name: "language", Rank: 9}, plain(func(x *listed) string { return cmp.Or(term.Clean(x.s.Languages.Code), "—") })},
		{term.Column{Name: "letter", Rank: 9}, plain(func(x *listed) string { return cmp.Or(term.Clean(x.s.Verdict.Rubric.Letter), "—") })},
		{term.Column{Name: "branch", Min: 8, Rank: 9}, plain(func(x *listed) string { return cmp.Or(term.Clean(x.s.Branch), "—") })},
		{term.Column{Name: "person", Rank: 9}, plain(func(x *listed) string { return cmp.Or(term.Clean(x.s.Person), "—") })},
		{term.Column{Name: "folder", Min: 12, Rank: 9, Left: true}, plain(func(x *listed) string { return cmp.Or(x.p.Short(x.s.Folder), "—") })},
		{term.Column{Name: "repo", Min: 8, Rank: 7}, plain(func(x *listed) string { return term.Clean(cmp.Or(x.repos[x.s.Repo.Key], x.s.Repo.Name)) })},
		{term.Column{Name: "title", Min: 30}, func(x *listed) term.Cell { return term.Cell{Text: listTitle(x.s), Paint: x.faint} }},
	}
}

// usualColumns are shown where nobody asks for others.
var usualColumns = [...]string{"id", "ended", "verdict", "landed", "intent", "tokens", "cost", "repo", "title"}

// ColumnNames are the names of all columns.
func ColumnNames() []string {
	var names []string
	for _, c := range columns() {
		names = append(names, c.Name)
	}
	return names
}

// chosen are the columns that names stand for: those in that order, or, where a name
// begins with + or −, the usual ones with it or without it.
func chosen(names []string) ([]column, error) {
	all := columns()
	names = slices.Clone(names)
	for i, name := range names {
		names[i] = strings.ToLower(strings.TrimSpace(name))
		if bare := strings.TrimLeft(names[i], "+-"); !slices.ContainsFunc(all, func(c column) bool { return c.Name == bare }) {
			return nil, job.NoneOf("columns", bare, "there are", ColumnNames())
		}
	}
	use := names
	if len(names) == 0 || strings.ContainsAny(names[0][:1], "+-") {
		use = slices.Clone(usualColumns[:])
		for _, name := range names {
			bare := strings.TrimLeft(name, "+-")
			switch at := slices.Index(use, bare); {
			case strings.HasPrefix(name, "-"):
				use = slices.DeleteFunc(use, func(n string) bool { return n == bare })
			case at < 0:
				use = slices.Insert(use, max(len(use)-2, 0), bare) // before repository and title
			}
		}
	}
	var cols []column
	for _, name := range use {
		name = strings.TrimLeft(name, "+-")
		cols = append(cols, all[slices.IndexFunc(all, func(c column) bool { return c.Name == name })])
	}
	if len(cols) == 0 {
		return nil, job.Usagef("--columns leaves none")
	}
	if len(names) > 0 { // what was asked for gives way last
		for i := range cols {
			if slices.ContainsFunc(names, func(n string) bool { return strings.TrimLeft(n, "+") == cols[i].Name }) {
				cols[i].Rank = min(cols[i].Rank, 1)
			}
			if cols[i].Name == "title" {
				cols[i].Min = 10
			}
		}
	}
	return cols, nil
}

// CheckColumns refuses names that no column has.
func CheckColumns(names []string) error {
	_, err := chosen(names)
	return err
}

// listTitle is a session's title with what else a line should say of it.
func listTitle(s *fact.Session) string {
	title := term.Clean(s.Verdict.FullTitle().String())
	if why := unjudged(s); why != "" {
		title = strings.TrimSpace(title + " (" + why + ")")
	}
	if s.Verdict.Fallback {
		title += " (the offline judge stands in)"
	}
	if s.Verdict.Labelled {
		title += " (your own label)"
	}
	switch {
	case slices.ContainsFunc(s.Parts, func(p fact.Part) bool { return content.IsFacts(p.File) }):
		title += " (facts only)"
	case s.SourceGone:
		title += " (file gone)"
	}
	return title
}
