package job

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"prism/internal/conversation"
	"prism/internal/fact"
	"prism/internal/library"
	"prism/internal/pipeline"
	"prism/internal/store"
	"prism/internal/term"
)

// engine is a store as this package uses it: in a file, or in memory.
type engine interface {
	pipeline.Store
	library.Engine
}

// Library is what a job's transcripts came to: every command asks it.
type Library struct {
	*library.Library
	More bool // some of it was left to the next update (pipeline.Options.Slice)
}

// One finds the one session whose id, or a former id, begins with prefix; where there is
// not exactly one, the error tells what to do.
func (l *Library) One(ctx context.Context, prefix string) (*fact.Session, error) {
	s, err := l.Library.One(ctx, prefix)
	var many *store.AmbiguousError
	switch {
	case errors.Is(err, store.ErrNoSession):
		return nil, &Failure{Code: CodeNoSession, Err: fmt.Errorf("no session has an id that begins with %q", term.Clean(strings.ToLower(strings.TrimSpace(prefix)))), Hint: "'prism sessions' lists the ids; give the same PATH here as there."}
	case errors.As(err, &many):
		return nil, l.ambiguous(ctx, many)
	}
	return s, err
}

// ambiguous lists the sessions that a beginning could mean.
func (l *Library) ambiguous(ctx context.Context, e *store.AmbiguousError) error {
	var b strings.Builder
	for _, id := range e.IDs {
		former, title := "", ""
		if s, err := l.Store.One(ctx, l.Scope, id); err == nil {
			was := id
			if s.ID == id && !strings.HasPrefix(id, strings.ToLower(e.Prefix)) { // it is meant by a former id
				if i := slices.IndexFunc(s.Aliases, func(a string) bool { return strings.HasPrefix(a, strings.ToLower(e.Prefix)) }); i >= 0 {
					was = s.Aliases[i]
				}
			}
			if s.ID != was {
				former, id = " (was "+was+")", s.ID
			}
			title = l.Present(s).Verdict.Title.String()
		}
		fmt.Fprintf(&b, "\n  %s%s  %s", id, former, term.Fit(term.Clean(title), 60))
	}
	if e.More > 0 {
		fmt.Fprintf(&b, "\n  … and %d more", e.More)
	}
	return &Failure{Code: CodeFailed, Err: fmt.Errorf("%d sessions have an id that begins with %q:%s", len(e.IDs)+e.More, term.Clean(e.Prefix), b.String()), Hint: "Give more of the id."}
}

// Narrow makes a library see what the job's --search and --labels leave of it.
func (p *Program) Narrow(ctx context.Context, j *Job, l *Library) {
	var labels map[string]store.Label
	if j.Flags.filters.labels {
		labels = p.Labels(ctx, j)
	}
	var match func(context.Context, *fact.Session) bool
	if words := j.words(); len(words) > 0 {
		match = library.Searcher(words, func(ctx context.Context, s *fact.Session) ([]conversation.Turn, error) { return p.ReadTurns(ctx, j, s) }, nil)
	}
	l.Library.Narrow(labels, match)
}
