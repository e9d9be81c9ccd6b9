package cli

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"strings"
	"time"

	"prism/internal/fact"
	"prism/internal/pipeline"
	"prism/internal/redact"
	"prism/internal/score"
	"prism/internal/store"
	"prism/internal/term"
)

// lists is what commands ask of sessions. A limit of 0 is none; found counts what
// passes the filter, shown or not.
type lists interface {
	List(ctx context.Context, scope store.Scope, f store.Filter, o store.Order, limit, offset int) (rows []fact.Session, found int, err error)
	One(ctx context.Context, scope store.Scope, prefix string) (*fact.Session, error)
	Shortest(ctx context.Context, scope store.Scope, id string, least int) (string, error)
}

// figures is what a score asks.
type figures interface {
	Figures(ctx context.Context, scope store.Scope, since, until time.Time) iter.Seq2[[]fact.Figure, error]
	Names(ctx context.Context, scope store.Scope, numbers []uint32) (map[uint32]string, error)
	OutsideUsage(ctx context.Context, scope store.Scope, since, until time.Time) ([]fact.OutsideUsage, error)
}

// engine is a store as this package uses it: in a file, or in memory.
type engine interface {
	pipeline.Store
	lists
	figures
}

// library is what a job's transcripts came to: every command asks it.
type library struct {
	db     engine
	scope  store.Scope
	input  fact.Input
	now    time.Time
	titles map[string]redact.Text
	alone  []*fact.Reading // of transcripts that were read each by itself; then there is no db
	// anew makes the same library without the store, which failed; nil: it has none,
	// or that was done already.
	anew func(ctx context.Context, failed error) (*library, error)
}

// without reports whether an error was the store's and all there is was read again
// without it: a store that fails costs time, never an answer.
func (l *library) without(ctx context.Context, err error) bool {
	var failed *store.Error
	if l.anew == nil || ctx.Err() != nil || !errors.As(err, &failed) {
		return false
	}
	anew := l.anew
	l.anew = nil
	other, err := anew(ctx, failed)
	if err != nil {
		return false // the first error tells more
	}
	l.db, l.scope, l.input = other.db, other.scope, other.input
	return true
}

// present applies to a session what holds at this moment: the title that a person
// typed, and whether it is still open.
func (l *library) present(s *fact.Session) *fact.Session {
	s.State = s.At(l.now)
	for _, id := range append([]string{s.ID}, s.Aliases...) {
		if title, ok := l.titles[id]; ok {
			s.Verdict.Title, s.Verdict.TitleStage = title, fact.TitlePerson
			break
		}
	}
	return s
}

// list returns sessions that pass a filter, in order, and how many there are.
func (l *library) list(ctx context.Context, f store.Filter, o store.Order, limit int) ([]*fact.Session, int, error) {
	rows, found, err := l.db.List(ctx, l.scope, f, o, limit, 0)
	if l.without(ctx, err) {
		rows, found, err = l.db.List(ctx, l.scope, f, o, limit, 0)
	}
	if err != nil {
		return nil, 0, err
	}
	out := make([]*fact.Session, len(rows))
	for i := range rows {
		out[i] = l.present(&rows[i])
	}
	return out, found, nil
}

// each hands out all sessions that pass a filter, one by one.
func (l *library) each(ctx context.Context, f store.Filter, o store.Order) iter.Seq2[*fact.Session, error] {
	return func(yield func(*fact.Session, error) bool) {
		for _, r := range l.alone {
			for i := range r.Sessions {
				if !yield(&r.Sessions[i], nil) {
					return
				}
			}
		}
		if l.db == nil {
			return
		}
		told := 0
		err := l.eachFrom(ctx, f, o, &told, yield)
		if l.without(ctx, err) {
			err = l.eachFrom(ctx, f, o, &told, yield) // in the same order
		}
		if err != nil {
			yield(nil, err)
		}
	}
}

// eachFrom hands out sessions from the told-th on, until one is refused.
func (l *library) eachFrom(ctx context.Context, f store.Filter, o store.Order, told *int, yield func(*fact.Session, error) bool) error {
	n := 0
	for s, err := range l.db.Each(ctx, l.scope, f, o) {
		if err != nil {
			return err
		}
		if n++; n <= *told {
			continue
		}
		*told = n
		if !yield(l.present(s), nil) {
			return nil
		}
	}
	return nil
}

// empty reports whether there is no session at all.
func (l *library) empty(ctx context.Context) (bool, error) {
	_, found, err := l.list(ctx, store.Filter{}, store.Order{}, 1)
	return found == 0, err
}

// one finds the one session whose id, or a former id, begins with prefix.
func (l *library) one(ctx context.Context, prefix string) (*fact.Session, error) {
	s, err := l.db.One(ctx, l.scope, prefix)
	if l.without(ctx, err) {
		s, err = l.db.One(ctx, l.scope, prefix)
	}
	var many *store.AmbiguousError
	switch {
	case errors.Is(err, store.ErrNoSession):
		return nil, &failure{code: codeNoSession, err: fmt.Errorf("no session has an id that begins with %q", term.Clean(prefix)), hint: "'prism sessions' lists the ids; give the same PATH here as there."}
	case errors.As(err, &many):
		return nil, l.ambiguous(ctx, many)
	case err != nil:
		return nil, err
	}
	return l.present(s), nil
}

// ambiguous lists the sessions that a beginning could mean.
func (l *library) ambiguous(ctx context.Context, e *store.AmbiguousError) error {
	var b strings.Builder
	for _, id := range e.IDs {
		former, title := "", ""
		if s, err := l.db.One(ctx, l.scope, id); err == nil {
			if s.ID != id {
				former, id = " (was "+id+")", s.ID
			}
			title = l.present(s).Verdict.Title.String()
		}
		fmt.Fprintf(&b, "\n  %s%s  %s", id, former, term.Fit(term.Clean(title), 60))
	}
	if e.More > 0 {
		fmt.Fprintf(&b, "\n  … and %d more", e.More)
	}
	return &failure{code: codeFailed, err: fmt.Errorf("%d sessions have an id that begins with %q:%s", len(e.IDs)+e.More, term.Clean(e.Prefix), b.String()), hint: "Give more of the id."}
}

// shortest is how much of an id is shown at least.
const shortest = 8

// shortID is the beginning of an id that is long enough to be unique.
func (l *library) shortID(ctx context.Context, id string) string {
	short, err := l.db.Shortest(ctx, l.scope, id, shortest)
	if err != nil {
		return id
	}
	return short
}

// summary works out the score of a window.
func (l *library) summary(ctx context.Context, o score.Options) (score.Summary, error) {
	sum, err := l.folded(ctx, o)
	if l.without(ctx, err) {
		return l.folded(ctx, o)
	}
	return sum, err
}

func (l *library) folded(ctx context.Context, o score.Options) (score.Summary, error) {
	o.AtNow = true
	since, until := o.Span()
	outside, err := l.db.OutsideUsage(ctx, l.scope, o.Since, o.Until)
	if err != nil {
		return score.Summary{}, err
	}
	return score.Fold(score.Source{
		Figures: l.db.Figures(ctx, l.scope, since, until),
		Names: func(numbers []uint32) (map[uint32]string, error) {
			return l.db.Names(ctx, l.scope, numbers)
		},
		Outside: outside, Input: l.input,
	}, o)
}
