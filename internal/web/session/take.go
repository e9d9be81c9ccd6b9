package session

import (
	"context"
	"encoding/json"
	"fmt"
	"html/template"
	"net/http"

	"prism/internal/fact"
	"prism/internal/web/page"
	"prism/internal/wire"
)

// Teller is a Library that tells all that is known of a session in one value, as
// 'prism show --json' and the API do.
type Teller interface {
	Shown(ctx context.Context, s *fact.Session, turns []wire.Turn) wire.Shown
}

// Opener is a Library whose viewer can open files of this machine in an editor.
type Opener interface {
	// EditorLink is the address that opens a file at a line, from 1; "" it cannot be.
	EditorLink(file string, line int) string
	// EditorFiles are what the steps of a turn were done to, in their order, as it is
	// called on this machine: pages show names as the gate leaves them. nil: it is not told.
	EditorFiles(ctx context.Context, s *fact.Session, turn int) []string
}

// opens is the address that opens a file in the viewer's editor; "" where it cannot be.
// The library vouches that it is a link of that kind, which no page would lead to else.
func opens(r *page.Request, file string, line int) template.URL {
	o, ok := r.Lib.(Opener)
	if !ok || file == "" {
		return ""
	}
	return template.URL(o.EditorLink(file, line)) //nolint:gosec // the person's own setting, checked, with a path that is escaped
}

// filesOf are what the steps of a turn were done to; nil where nothing can be opened.
func filesOf(r *page.Request, s *fact.Session, turn int) []string {
	if o, ok := r.Lib.(Opener); ok {
		return o.EditorFiles(r.Context(), s, turn)
	}
	return nil
}

// JSON is a session to take away.
func JSON(r *page.Request) (page.Answer, error) {
	t, ok := r.Lib.(Teller)
	if !ok {
		return page.NotFound(r)
	}
	s, err := r.Lib.One(r.Context(), r.PathValue("id"))
	if err != nil {
		return page.Answer{}, err
	}
	turns, _ := r.Lib.Turns(r.Context(), s)
	shown := t.Shown(r.Context(), s, turns)
	return page.Answer{Body: func(w http.ResponseWriter) error {
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
