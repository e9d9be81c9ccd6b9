package library

import (
	"context"
	"errors"
	"maps"
	"slices"

	"prism/internal/fact"
	"prism/internal/redact"
	"prism/internal/store"
)

// Decided reports whether a session has a verdict of the judge itself.
func Decided(s *fact.Session) bool {
	return s.Floor.Passed && s.Verdict.Status == fact.JudgeOK && !s.Verdict.Fallback
}

// Labelled finds the sessions that a person labelled and the judge itself decided.
func (l *Library) Labelled(ctx context.Context, labels map[string]store.Label, each func(*fact.Session, store.Label)) error {
	seen := map[string]bool{}
	for _, id := range slices.Sorted(maps.Keys(labels)) {
		s, err := l.Store.One(ctx, l.Scope, id)
		switch {
		case errors.Is(err, store.ErrNoSession), errors.Is(err, store.ErrAmbiguous):
			continue
		case err != nil:
			return err
		}
		if label, ok := LabelOf(s, labels); ok && Decided(s) && !seen[s.ID] {
			seen[s.ID] = true
			each(s, label)
		}
	}
	return nil
}

// Agreement is how many sessions a person labelled and the judge itself decided, of
// those that of keeps (nil: all), and of how many both say the same.
func (l *Library) Agreement(ctx context.Context, labels map[string]store.Label, of func(*fact.Session) bool) (labelled, agreed int, err error) {
	err = l.Labelled(ctx, labels, func(s *fact.Session, label store.Label) {
		if of != nil && !of(s) {
			return
		}
		labelled++
		if label.GoalComplete == s.Verdict.GoalComplete {
			agreed++
		}
	})
	return labelled, agreed, err
}

// LabelOf finds the person's label by the session's id or that of one of its parts.
func LabelOf(s *fact.Session, labels map[string]store.Label) (store.Label, bool) {
	return said(s, labels)
}

// TitleOf finds the title that a person typed, likewise.
func TitleOf(s *fact.Session, titles map[string]redact.Text) (redact.Text, bool) {
	return said(s, titles)
}

func said[T any](s *fact.Session, by map[string]T) (what T, ok bool) {
	for _, id := range append([]string{s.ID}, s.Aliases...) {
		if what, ok = by[id]; ok {
			break
		}
	}
	return what, ok
}
