package server

import (
	"context"
	"errors"
	"net/http"

	"prism/internal/mcp"
	"prism/internal/server/access"
	"prism/internal/tenant"
	"prism/internal/web/page"
)

// agentsAt is where agents ask.
const agentsAt = "/mcp"

// agents answers by the Model Context Protocol whoever may read.
func (s *Site) agents() http.Handler {
	h := mcp.Handler(func(r *http.Request) mcp.Options {
		a := of(r.Context())
		return mcp.Options{
			Window: s.Window, Tell: refusal,
			Open: func(ctx context.Context) (mcp.Library, func(), error) {
				v, err := a.t.View(ctx, a.Caller)
				if err != nil {
					return nil, nil, err
				}
				v.kept = true
				return v, nil, nil
			},
		}
	})
	mux := http.NewServeMux()
	mux.HandleFunc(agentsAt, func(w http.ResponseWriter, r *http.Request) {
		if err := may(r.Context(), tenant.Read); err != nil {
			access.Problem(w, err)
			return
		}
		h.ServeHTTP(w, r)
	})
	return s.known(mux)
}

// refusal is what an agent is told of an error; "": nothing.
func refusal(err error) string {
	var no *access.Error
	switch {
	case errors.As(err, &no):
		return no.Text
	case errors.Is(err, page.ErrNone):
		return "There is no session of that id, or several begin so; the tool sessions lists them."
	case errors.Is(err, ErrReading):
		return "The transcripts are still being read; come again in a moment."
	}
	return ""
}
