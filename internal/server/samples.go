package server

import (
	"context"
	"log/slog"
	"net/http"
	"time"

	"prism/internal/conversation"
	"prism/internal/fact"
	"prism/internal/library"
	"prism/internal/redact"
	"prism/internal/server/access"
	"prism/internal/server/keeper"
	"prism/internal/store"
	"prism/internal/tenant"
	"prism/internal/web/page"
	"prism/internal/web/session"
	"prism/internal/wire"
)

// Samples is a made-up record, which nobody's sessions are in.
type Samples struct {
	Library  *library.Library
	Verdicts Verdicts
	Read     func(ctx context.Context, s *fact.Session) ([]conversation.Turn, error)
	Judge    wire.Judge
	Zone     *time.Location
	Gate     *redact.Redactor
	Now      func() time.Time
	Log      *slog.Logger
}

// tenant is the samples as they are looked at.
func (s *Samples) tenant() *Tenant {
	look := func(context.Context) (keeper.Standing, error) {
		return keeper.Standing{Library: s.Library, Saved: s.Now(), Stamp: "samples"}, nil
	}
	return &Tenant{Keeper: keeper.NewFollower(look, s.Now, s.Log), Kept: unkept{}, Verdicts: s.Verdicts, Read: s.Read, Judge: s.Judge, Zone: s.Zone, Gate: s.Gate}
}

// unkept keeps nothing that anybody types.
type unkept struct{}

// Titles implements Kept.
func (unkept) Titles(context.Context) (map[string]redact.Text, error) { return nil, nil }

// Labels implements Kept.
func (unkept) Labels(context.Context) (map[string]store.Label, error) { return nil, nil }

// Type implements Kept.
func (unkept) Type(context.Context, []string, time.Time, func(store.Typed) (store.Typed, error)) error {
	return &access.Error{Status: http.StatusForbidden, Text: "Nothing is kept of what is said of samples."}
}

// tour gives the samples to whoever takes the tour. They are looked at and not changed: of
// a Viewer's abilities the pages get those of a reader.
func (s *Site) tour(r *http.Request) (page.Library, error) {
	s.touring.Lock()
	defer s.touring.Unlock()
	if s.samples == nil {
		made, err := s.Samples(context.WithoutCancel(r.Context()))
		if err != nil {
			return nil, err
		}
		s.samples = made.tenant()
	}
	v, err := s.samples.View(r.Context(), access.Caller{Tenant: "samples", Role: tenant.Owner})
	if err != nil {
		return nil, err
	}
	v.kept = true
	return struct {
		page.Library
		session.Teller
	}{v, v}, nil
}
