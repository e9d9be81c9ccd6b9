package server

import (
	"context"
	"io"
	"net/http"

	"prism/internal/fact"
	"prism/internal/judge"
	"prism/internal/server/access"
	"prism/internal/wire"
)

// Export implements api.Callers.
func (v *Viewer) Export(ctx context.Context, w io.Writer) error {
	own, err := v.caller.Own()
	if err != nil {
		return err
	}
	if v.t.Export == nil {
		return &access.Error{Status: http.StatusNotFound, Text: "Nothing is kept of you."}
	}
	found, err := v.t.Export(ctx, w, own.Person)
	if err == nil && !found {
		err = &access.Error{Status: http.StatusNotFound, Text: "Nothing is kept of you."}
	}
	return err
}

// Shown implements api.Viewer.
func (v *Viewer) Shown(ctx context.Context, s *fact.Session, turns []wire.Turn) wire.Shown {
	rule, _ := judge.RuleOf(s.Verdict.Intent)
	var said *wire.Label
	if l := v.Label(ctx, s); l != nil {
		said = wire.FromLabel(l.GoalComplete, l.Note, l.At)
	}
	return wire.FromShown(s, wire.FromSession(s, false, false), turns, rule.Complete, rule.Floor, v.Others(ctx, s), said)
}
