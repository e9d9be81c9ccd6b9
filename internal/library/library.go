// Package library is what is asked of sessions once they are made: lists, one session,
// the score, in the way in which the command line, the server and pages all ask.
//
// Nouns: a Library is one scope of one store as it stands now. Promises: the same
// question has the same answer wherever it is asked; titles that a person typed, and
// whether a session is still open, hold as of now; a store that fails costs time, never
// an answer. Refusals: it makes no sessions, opens no store, and knows no screen.
package library

import (
	"cmp"
	"context"
	"errors"
	"iter"
	"slices"
	"strings"
	"time"

	"prism/internal/fact"
	"prism/internal/redact"
	"prism/internal/score"
	"prism/internal/store"
)

// lists is what is asked of sessions. A limit of 0 is none; found counts what
// passes the filter, shown or not.
type lists interface {
	List(ctx context.Context, scope store.Scope, f store.Filter, o store.Order, limit, offset int) (rows []fact.Session, found int, err error)
	Each(ctx context.Context, scope store.Scope, f store.Filter, o store.Order) iter.Seq2[*fact.Session, error]
	One(ctx context.Context, scope store.Scope, prefix string) (*fact.Session, error)
	Shortest(ctx context.Context, scope store.Scope, id string, least int) (string, error)
}

// figures is what a score asks.
type figures interface {
	Days(ctx context.Context, scope store.Scope, f store.Filter, known func(day int64, digest uint64) bool) iter.Seq2[store.Day, error]
	Names(ctx context.Context, scope store.Scope, numbers []uint32) (map[uint32]string, error)
	Passing(ctx context.Context, scope store.Scope, f store.Filter) iter.Seq2[[]fact.Figure, error]
	OutsideUsage(ctx context.Context, scope store.Scope, since, until time.Time) ([]fact.OutsideUsage, error)
}

// sources are the conversations that sessions stand in.
type sources interface {
	Sources(ctx context.Context, scope store.Scope) iter.Seq2[store.Source, error]
	SessionsOf(ctx context.Context, scope store.Scope, rows []string) ([]store.Session, error)
}

// Engine is a store as a Library asks it.
type Engine interface {
	lists
	figures
	sources
	kin
}

// Library is what transcripts came to.
type Library struct {
	Store  Engine
	Scope  store.Scope
	Input  fact.Input
	Now    time.Time
	Titles map[string]redact.Text // that a person typed, by session
	Parts  *Parts                 // what days came to in earlier scores; nil: nobody remembers
	Alone  []*fact.Reading        // of transcripts that were read each by itself; then there is no db
	// Anew makes the same library without the store, which failed; nil: it has none,
	// or that was done already.
	Anew   func(ctx context.Context, failed error) (*Library, error)
	narrow *narrowed // nil: the whole of it is seen
}

// without reports whether an error was the store's and all there is was read again
// without it: a store that fails costs time, never an answer.
func (l *Library) without(ctx context.Context, err error) bool {
	var failed *store.Error
	if l.Anew == nil || ctx.Err() != nil || !errors.As(err, &failed) {
		return false
	}
	anew := l.Anew
	l.Anew = nil
	other, err := anew(ctx, failed)
	if err != nil {
		return false // the first error tells more
	}
	l.Store, l.Scope, l.Input = other.Store, other.Scope, other.Input
	return true
}

// Present applies to a session what holds at this moment: the title that a person
// typed, and whether it is still open.
func (l *Library) Present(s *fact.Session) *fact.Session {
	s.State = s.At(l.Now)
	if l.narrow != nil {
		l.narrow.apply(s)
	}
	if title, ok := TitleOf(s, l.Titles); ok {
		s.Verdict.Title, s.Verdict.Long, s.Verdict.TitleStage = title, redact.Text{}, fact.TitlePerson
	}
	return s
}

// List returns sessions that pass a filter, in order, and how many there are.
func (l *Library) List(ctx context.Context, f store.Filter, o store.Order, limit int) ([]*fact.Session, int, error) {
	return l.Page(ctx, f, o, limit, 0)
}

// Page is List from an offset on, which counts from where the order begins.
func (l *Library) Page(ctx context.Context, f store.Filter, o store.Order, limit, offset int) ([]*fact.Session, int, error) {
	if l.narrow != nil {
		list, found, err := l.page(ctx, f, o, limit, offset)
		if l.without(ctx, err) {
			return l.page(ctx, f, o, limit, offset)
		}
		return list, found, err
	}
	read := l.Store.List
	if l.counted(&f, o, limit) {
		read = func(ctx context.Context, _ store.Scope, f store.Filter, o store.Order, limit, offset int) ([]fact.Session, int, error) {
			return l.pageByDays(ctx, f, o, limit, offset)
		}
	}
	rows, found, err := read(ctx, l.Scope, f, o, limit, offset)
	if l.without(ctx, err) {
		rows, found, err = l.Store.List(ctx, l.Scope, f, o, limit, offset)
	}
	if err != nil {
		return nil, 0, err
	}
	out := make([]*fact.Session, len(rows))
	for i := range rows {
		out[i] = l.Present(&rows[i])
	}
	return out, found, nil
}

// Each hands out all sessions that pass a filter, one by one.
func (l *Library) Each(ctx context.Context, f store.Filter, o store.Order) iter.Seq2[*fact.Session, error] {
	return func(yield func(*fact.Session, error) bool) {
		for _, r := range l.Alone {
			for i := range r.Sessions {
				if !yield(&r.Sessions[i], nil) {
					return
				}
			}
		}
		if l.Store == nil {
			return
		}
		if l.narrow != nil {
			list, _, err := l.List(ctx, f, o, 0)
			for _, s := range list {
				if !yield(s, nil) {
					return
				}
			}
			if err != nil {
				yield(nil, err)
			}
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
func (l *Library) eachFrom(ctx context.Context, f store.Filter, o store.Order, told *int, yield func(*fact.Session, error) bool) error {
	n := 0
	for s, err := range l.Store.Each(ctx, l.Scope, f, o) {
		if err != nil {
			return err
		}
		if n++; n <= *told {
			continue
		}
		*told = n
		if !yield(l.Present(s), nil) {
			return nil
		}
	}
	return nil
}

// Empty reports whether there is no session at all.
func (l *Library) Empty(ctx context.Context) (bool, error) {
	n, err := l.Count(ctx, store.Filter{})
	return n == 0, err
}

// Count is how many sessions pass a filter, whatever is searched for.
func (l *Library) Count(ctx context.Context, f store.Filter) (int, error) {
	_, found, err := l.Store.List(ctx, l.Scope, f, store.Order{}, 1, 0)
	if l.without(ctx, err) {
		_, found, err = l.Store.List(ctx, l.Scope, f, store.Order{}, 1, 0)
	}
	return found, err
}

// One finds the one session whose id, or a former id, begins with prefix. The error is
// store.ErrNoSession or a *store.AmbiguousError where it is not exactly one.
func (l *Library) One(ctx context.Context, prefix string) (*fact.Session, error) {
	prefix = strings.ToLower(strings.TrimSpace(prefix)) // ids are written small
	s, err := l.Store.One(ctx, l.Scope, prefix)
	if l.without(ctx, err) {
		s, err = l.Store.One(ctx, l.Scope, prefix)
	}
	if err != nil {
		return nil, err
	}
	return l.Present(s), nil
}

// Conversations are those whose id, as the agent's client names it, begins with prefix.
func (l *Library) Conversations(ctx context.Context, prefix string) (list []store.Source, err error) {
	prefix = strings.ToLower(strings.TrimSpace(prefix))
	for src, err := range l.Store.Sources(ctx, l.Scope) {
		if err != nil {
			return nil, err
		}
		if strings.HasPrefix(strings.ToLower(src.Name), prefix) {
			list = append(list, src)
		}
	}
	slices.SortFunc(list, func(a, b store.Source) int { return cmp.Compare(a.ID, b.ID) })
	return list, nil
}

// OfConversation returns the sessions that stand in the conversations whose id, as the
// agent's client names it, begins with prefix, in the order in which they began.
func (l *Library) OfConversation(ctx context.Context, prefix string) ([]*fact.Session, error) {
	sources, err := l.Conversations(ctx, prefix)
	if err != nil || len(sources) == 0 {
		return nil, err
	}
	rows := make([]string, len(sources))
	for i, src := range sources {
		rows[i] = src.ID
	}
	found, err := l.Store.SessionsOf(ctx, l.Scope, rows)
	if err != nil {
		return nil, err
	}
	list := make([]*fact.Session, len(found))
	for i := range found {
		list[i] = l.Present(&found[i].Session)
	}
	slices.SortStableFunc(list, func(a, b *fact.Session) int { return a.Started.Compare(b.Started) })
	return list, nil
}

// shortest is how much of an id is shown at least.
const shortest = 8

// ShortID is the beginning of an id that is long enough to be unique.
func (l *Library) ShortID(ctx context.Context, id string) string {
	short, err := l.Store.Shortest(ctx, l.Scope, id, shortest)
	if err != nil {
		return id
	}
	return short
}

// Summary works out the score of the sessions that pass a filter, in the window of o.
func (l *Library) Summary(ctx context.Context, o score.Options, f store.Filter) (score.Summary, error) {
	sum, err := l.folded(ctx, o, f)
	if l.without(ctx, err) {
		return l.folded(ctx, o, f)
	}
	return sum, err
}

func (l *Library) folded(ctx context.Context, o score.Options, f store.Filter) (score.Summary, error) {
	o.AtNow = true
	since, until := o.Span()
	f.Since, f.Until = time.Time{}, time.Time{} // o has the window, and needs the one before it too
	outside, err := l.Store.OutsideUsage(ctx, l.Scope, o.Since, o.Until)
	if err != nil {
		return score.Summary{}, err
	}
	outside = slices.DeleteFunc(outside, func(u fact.OutsideUsage) bool { return !f.OfOutside(&u) })
	if l.narrow != nil {
		return l.computed(ctx, o, f, fact.Reading{Outside: outside, Input: l.Input})
	}
	src := score.Source{
		Names: func(numbers []uint32) (map[uint32]string, error) {
			return l.Store.Names(ctx, l.Scope, numbers)
		},
		Outside: outside, Input: l.Input,
	}
	f.Since, f.Until = since, until
	if len(f.Words) == 0 {
		src.Days = l.Parts.days(o, &f, func(known func(int64, uint64) bool) iter.Seq2[store.Day, error] {
			return l.Store.Days(ctx, l.Scope, f, known)
		})
	} else {
		src.Figures = l.Store.Passing(ctx, l.Scope, f)
	}
	return score.Fold(src, o)
}

// Search adds to a filter that words, in lower case, stand in what is shown as a session's
// title, or in its summary.
func (l *Library) Search(ctx context.Context, f store.Filter, words []string) (store.Filter, error) {
	if len(words) == 0 {
		return f, nil
	}
	f.Words, f.Titled = words, make(map[string]string, len(l.Titles))
	for id, title := range l.Titles {
		s, err := l.Store.One(ctx, l.Scope, id)
		switch {
		case errors.Is(err, store.ErrNoSession), errors.Is(err, store.ErrAmbiguous):
			continue
		case err != nil:
			return f, err
		}
		if shown, ok := TitleOf(s, l.Titles); ok {
			title = shown
		}
		f.Titled[s.ID] = strings.ToLower(title.String())
	}
	return f, nil
}

// Some hands out the sessions of a list, at most limit of them; 0 is all. How many there
// are in all is not looked for.
func (l *Library) Some(ctx context.Context, f store.Filter, o store.Order, limit int) iter.Seq2[*fact.Session, error] {
	if limit == 0 {
		return l.Each(ctx, f, o)
	}
	if l.narrow == nil && (o.By == "" || o.By == store.ByEnded) {
		return func(yield func(*fact.Session, error) bool) {
			n := 0
			for s, err := range l.Each(ctx, f, o) {
				if n++; !yield(s, err) || err != nil || n == limit {
					return
				}
			}
		}
	}
	return func(yield func(*fact.Session, error) bool) {
		list, _, err := l.List(ctx, f, o, limit)
		if err != nil {
			yield(nil, err)
			return
		}
		for _, s := range list {
			if !yield(s, nil) {
				return
			}
		}
	}
}
