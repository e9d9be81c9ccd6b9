package web

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"

	"prism/internal/fact"
	"prism/internal/wire"
)

// Teller is a Library that tells all that is known of a session in one value, as
// 'prism show --json' and the API do.
type Teller interface {
	Shown(ctx context.Context, s *fact.Session, turns []wire.Turn) wire.Shown
}

// sessionJSON is a session to take away.
func sessionJSON(r *request) (answer, error) {
	t, ok := r.lib.(Teller)
	if !ok {
		return notFound(r)
	}
	s, err := r.lib.One(r.Context(), r.PathValue("id"))
	if err != nil {
		return answer{}, err
	}
	turns, _ := r.lib.Turns(r.Context(), s)
	shown := t.Shown(r.Context(), s, turns)
	return answer{body: func(w http.ResponseWriter) error {
		h := w.Header()
		h.Set("Content-Type", "application/json")
		h.Set("Cache-Control", "no-store")
		h.Set("Content-Disposition", fmt.Sprintf(`attachment; filename="session-%s.json"`, s.ID[:min(len(s.ID), 16)]))
		out := json.NewEncoder(w)
		out.SetIndent("", "  ")
		out.SetEscapeHTML(false)
		return out.Encode(&shown)
	}}, nil
}
