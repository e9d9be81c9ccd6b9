package session

import (
	"html/template"
	"net/http"
	"strconv"

	"prism/internal/locale"
	"prism/internal/web/page"
	"prism/internal/wire"
)

// turnFill is what was done in one turn.
type turnFill struct {
	ID     string
	Number int
	Steps  []shownStep
	Cut    int
	Gone   string
	Back   string
}

// shownStep is a wire.Step with the words and signs that it is shown by.
type shownStep struct {
	wire.Step
	Sign   string
	Class  string
	Result string // what came of it, in a few words
	Lines  []diffLine
	Open   template.URL // its file in the viewer's editor; "" nowhere
}

// diffLine is one line of a change: Sign is "+", "−" or "" between hunks.
type diffLine struct{ Sign, Class, Text string }

// Turn is the page of what was done in one turn.
func Turn(r *page.Request) (page.Answer, error) {
	s, err := r.Lib.One(r.Context(), r.PathValue("id"))
	if err != nil {
		return page.Answer{}, err
	}
	n, err := strconv.Atoi(r.PathValue("turn"))
	if err != nil || n < 1 || n > s.Turns {
		return page.Answer{}, &page.Error{Status: http.StatusNotFound, Text: locale.Mark("There is no such turn.")}
	}
	p := &turnFill{ID: s.ID, Number: n, Back: Pages{r.Query, s.ID}.Turn(n)}
	steps, cut, gone := r.Lib.Steps(r.Context(), s, n)
	p.Cut, p.Gone = cut, r.Known(gone)
	files := filesOf(r, s, n)
	for i := range steps {
		x := stepOf(r.Locale, steps[i])
		if i < len(files) && (x.Kind == "edit" || x.Kind == "read") {
			x.Open = opens(r, files[i], 1)
		}
		p.Steps = append(p.Steps, x)
	}
	a := page.Answer{Page: "turn", Fill: p, Title: r.Say("Turn {n} of session {id}", n, s.ID[:min(len(s.ID), 8)])}
	if page.Partial(r.Request) {
		a.Part = "steps"
	}
	return a, nil
}

func stepOf(l *locale.Locale, w wire.Step) shownStep {
	w.Tool, w.Target, w.Output, w.Said = page.Clean(w.Tool), page.Clean(w.Target), page.Clean(w.Output), page.Clean(w.Said)
	s := shownStep{Step: w}
	s.Sign, s.Class, s.Result = page.Outcome(l, w.Kind, w.Outcome, w.Exit)
	s.Result = page.Wrote(l, s.Result, w.Added, w.Removed, w.Subagent)
	for _, line := range w.Diff {
		s.Lines = append(s.Lines, diffOf(line))
	}
	return s
}

// diffOf is a line of a change, "+" or "-" before it; the empty one stands between hunks.
func diffOf(line string) diffLine {
	switch {
	case line == "":
		return diffLine{}
	case line[0] == '-':
		return diffLine{"−", "removed", page.Clean(line[1:])}
	}
	return diffLine{"+", "added", page.Clean(line[1:])}
}
