package server

import (
	"context"
	"io"
	"net/http"

	"prism/internal/fact"
	"prism/internal/judge"
	"prism/internal/tenant"
	"prism/internal/wire"
)

// own is the caller as one who sees what is their own, whatever their role.
func (c Caller) own() (Caller, error) {
	if c.Key == "" {
		return c, nil // the person of this machine
	}
	if c.Person == "" {
		return c, &AccessError{Status: http.StatusForbidden, Text: "This key belongs to nobody, who has no sessions of their own."}
	}
	c.Role = tenant.Member
	return c, nil
}

// Export implements api.Callers.
func (v *Viewer) Export(ctx context.Context, w io.Writer) error {
	own, err := v.caller.own()
	if err != nil {
		return err
	}
	if v.t.Export == nil {
		return &AccessError{Status: http.StatusNotFound, Text: "Nothing is kept of you."}
	}
	found, err := v.t.Export(ctx, w, own.Person)
	if err == nil && !found {
		err = &AccessError{Status: http.StatusNotFound, Text: "Nothing is kept of you."}
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
