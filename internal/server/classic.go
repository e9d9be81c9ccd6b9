package server

import (
	"context"
	"errors"
	"net/http"
	"slices"

	"prism/internal/fact"
	"prism/internal/server/classic"
	"prism/internal/store"
	"prism/internal/web"
)

// own gives the sessions of the person who asks, whatever their role: the original's
// endpoints are each person's own.
func (s *Site) own(r *http.Request) (classic.Library, error) {
	a, err := s.reader(r)
	if err != nil {
		return nil, err
	}
	own, err := a.own()
	if err != nil {
		return nil, err
	}
	return a.t.View(r.Context(), own)
}

// published puts an error into the original's words.
func published(err error) *classic.Error {
	var known *classic.Error
	var access *AccessError
	switch {
	case errors.As(err, &known):
		return known
	case errors.As(err, &access) && access.Published != "":
		return &classic.Error{Code: access.Status, Message: access.Published}
	case access != nil:
		return &classic.Error{Code: access.Status, Message: access.Text}
	case errors.Is(err, web.ErrNone):
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
