package server

import (
	"context"
	"errors"
	"net/http"
	"net/url"
	"slices"
	"time"

	"prism/internal/fact"
	"prism/internal/redact"
	"prism/internal/server/access"
	"prism/internal/server/classic"
	"prism/internal/server/ingest"
	"prism/internal/server/original"
	"prism/internal/store"
	"prism/internal/web/page"
)

// own gives the sessions of the person who asks, whatever their role: the original's
// endpoints are each person's own.
func (s *Site) own(r *http.Request) (classic.Library, error) {
	a, err := s.reader(r)
	if err != nil {
		return nil, err
	}
	own, err := a.Own()
	if err != nil {
		return nil, err
	}
	return a.t.View(r.Context(), own)
}

// reading is what the original's plugin asks for.
func (s *Site) reading() *original.Reading {
	return &original.Reading{
		Caller: func(r *http.Request) (original.Caller, error) {
			a, err := s.reader(r)
			if err != nil {
				return original.Caller{}, err
			}
			own, err := a.Own()
			return original.Caller{Tenant: own.Tenant, Person: own.Person}, err
		},
		View: s.own, Problem: published, Now: s.Access.Now,
		Kept: func(ctx context.Context, name string) (original.Events, error) {
			t, err := s.Tenant(ctx, name)
			if err != nil {
				return nil, err
			}
			return t.Events, nil
		},
	}
}

// Capture takes what the original's plugin sends.
type Capture struct {
	// Sender tells who sends, and Leaves whether some repositories of a tenant's are left
	// alone.
	Sender func(r *http.Request) (access.Sender, error)
	Leaves func(ctx context.Context, tenant string) (bool, error)
	// Still tells, once all of a request has come, that who sent it still may; nil: nobody
	// is asked.
	Still func(r *http.Request) error
	Sink  ingest.Sink
	Gate  *redact.Redactor
	Kept  func(ctx context.Context, tenant string) (original.Events, error)
	// Secure says that the server is reached by https alone.
	Secure bool
	Now    func() time.Time
	Failed func(error) // is told why something was not kept; may be nil
}

// API is what answers the plugin.
func (c *Capture) API() *original.Capture {
	return &original.Capture{Caller: c.caller, Still: c.Still, Sink: c.Sink, Gate: c.Gate, Problem: published, Kept: c.Kept, Base: c.base, Now: c.Now, Failed: c.Failed}
}

// Register adds the addresses to which the plugin sends.
func (c *Capture) Register(mux *http.ServeMux) { c.API().Register(mux) }

func (c *Capture) caller(r *http.Request) (original.Caller, error) {
	from, err := c.Sender(r)
	switch {
	case err != nil:
		return original.Caller{}, err
	case !from.Ingest:
		return original.Caller{}, &access.Error{Status: http.StatusForbidden, Text: "This key may not send."}
	case from.Person == "":
		return original.Caller{}, &access.Error{Status: http.StatusForbidden, Text: "This key belongs to nobody, and the plugin does not say whose it is."}
	}
	folders, err := c.Leaves(r.Context(), from.Tenant)
	return original.Caller{Tenant: from.Tenant, Person: from.Person, FactsOnly: from.FactsOnly, Folders: folders}, err
}

// base is the address by which the server was called: the plugin was told it by its
// person, and sends nothing where it is told another.
func (c *Capture) base(r *http.Request) (string, error) {
	at := url.URL{Scheme: "http", Host: r.Host}
	if c.Secure {
		at.Scheme = "https"
	}
	if back, err := url.Parse(at.String()); err != nil || back.Host != r.Host || r.Host == "" {
		return "", &classic.Error{Code: http.StatusBadRequest, Message: "The Host header names no host"}
	}
	return at.String(), nil
}

// published puts an error into the original's words.
func published(err error) *classic.Error {
	var known *classic.Error
	var no *access.Error
	switch {
	case errors.As(err, &known):
		return known
	case errors.As(err, &no) && no.Published != "":
		return &classic.Error{Code: no.Status, Message: no.Published}
	case no != nil:
		return &classic.Error{Code: no.Status, Message: no.Text}
	case errors.Is(err, page.ErrNone):
		return &classic.Error{Code: http.StatusNotFound, Message: "Not found"}
	case store.Passing(err):
		return &classic.Error{Code: http.StatusServiceUnavailable, Message: "The store cannot be used now"}
	case errors.Is(err, ErrReading):
		return &classic.Error{Code: http.StatusServiceUnavailable, Message: "The transcripts are still being read"}
	}
	return &classic.Error{Code: http.StatusInternalServerError, Message: "Internal server error"}
}

// OfConversation implements classic.Library.
func (v *Viewer) OfConversation(ctx context.Context, id string) ([]*fact.Session, error) {
	list, err := v.Library.OfConversation(ctx, id)
	return slices.DeleteFunc(list, func(s *fact.Session) bool { return !v.sees(s) || !slices.Contains(s.Conversations, id) }), err
}
