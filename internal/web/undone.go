package web

import (
	"fmt"
	"slices"

	"prism/internal/fact"
	"prism/internal/phrase"
	"prism/internal/wire"
)

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
