// Package classic answers the published endpoints of the original product under
// /v1/score_v3, so that what was written for these works here.
//
// Nouns: a row is one session in the words of the original (sub-session); a window is
// the calendar day, week or month that is going on. Promises: paths, keys and errors are
// the published ones; every figure is one that package score works out, under the one
// meaning that docs/classic.md gives it; answers are of the calling person's sessions alone.
// Refusals: no shape is made up where a published one is known, and what Prism does not
// measure is null or left out, never guessed.
package classic

import (
	"context"
	"encoding/json"
	"net/http"
	"strconv"
	"time"

	"prism/internal/fact"
	"prism/internal/score"
	"prism/internal/store"
	"prism/internal/web/page"
	"prism/internal/wire"
)

// Base is what all addresses begin with.
const Base = "/v1/score_v3"

// Library is what is asked of one person's sessions.
type Library interface {
	page.Lists
	One(ctx context.Context, id string) (*fact.Session, error)
	Turns(ctx context.Context, s *fact.Session) (turns []wire.Turn, gone string)
	// OfConversation returns the sessions that stand in a conversation of the agent's
	// client, in the order in which they began.
	OfConversation(ctx context.Context, id string) ([]*fact.Session, error)
	Now() time.Time
}

// Error is an error in the published shape: {"code":401,"message":"…"}.
type Error struct {
	Code    int    `json:"code"`
	Message string `json:"message"`
}

// Error implements error.
func (e *Error) Error() string { return e.Message }

// retry is what the original asks of who comes when it is busy, in seconds (product
// reference 8.3).
const retry = 5

// API answers the endpoints.
type API struct {
	// View gives the sessions of the person who asks.
	View func(r *http.Request) (Library, error)
	// Problem puts an error into the published shape.
	Problem func(err error) *Error
}

// handler answers one endpoint.
type handler func(lib Library, r *http.Request) (any, error)

// Paths are the endpoints below Base, as net/http writes patterns.
func Paths() []string {
	var out []string
	for _, e := range endpoints() {
		out = append(out, Base+e.path)
	}
	return out
}

type endpoint struct {
	path   string
	answer handler
}

func endpoints() []endpoint {
	list := []endpoint{
		{"/score", scoreOf},
		{"/speed", speedOf},
		{"/speed/sessions", speedSessions},
		{"/sessions/{id}/prompts", prompts},
		{"/tokens", tokensOf},
		{"/skill", skillOf},
		{"/insight/sessions", insightSessions},
		{"/realtime/sub-sessions", realtime},
		{"/today-summary", todaySummary},
	}
	for _, w := range windows() {
		list = append(list, endpoint{"/report/" + w.name, func(lib Library, r *http.Request) (any, error) { return reportOf(lib, r, w) }})
	}
	return list
}

// Register adds the endpoints to a mux.
func (a *API) Register(mux *http.ServeMux) {
	for _, e := range endpoints() {
		mux.HandleFunc("GET "+Base+e.path, func(w http.ResponseWriter, r *http.Request) { a.serve(w, r, e.answer) })
	}
	// Whoever has no key is told that before it is told what there is.
	mux.HandleFunc(Base+"/", func(w http.ResponseWriter, r *http.Request) {
		a.serve(w, r, func(Library, *http.Request) (any, error) { return nil, errNothing })
	})
}

var errNothing = &Error{http.StatusNotFound, "Not found"}

func (a *API) serve(w http.ResponseWriter, r *http.Request, answer handler) {
	h := w.Header()
	h.Set("Content-Type", "application/json")
	h.Set("Cache-Control", "no-store")
	h.Set("X-Content-Type-Options", "nosniff")
	lib, err := a.View(r)
	var out any
	if err == nil {
		out, err = answer(lib, r)
	}
	if err != nil {
		p := a.Problem(err)
		if p.Code == http.StatusServiceUnavailable {
			h.Set("Retry-After", strconv.Itoa(retry))
		}
		w.WriteHeader(p.Code)
		out = p
	}
	_ = json.NewEncoder(w).Encode(out) // who went away misses nothing
}

// window is a stretch of the calendar by its published name; by is score's.
type window struct{ name, by string }

// windows are the published ones; anything else is a 400.
func windows() [3]window {
	return [3]window{{"daily", "day"}, {"weekly", "week"}, {"monthly", "month"}}
}

// asked is the window of a request: weekly unless it says otherwise.
func asked(r *http.Request) (window, error) {
	name := r.URL.Query().Get("window")
	if name == "" {
		name = "weekly"
	}
	for _, w := range windows() {
		if w.name == name {
			return w, nil
		}
	}
	return window{}, &Error{http.StatusBadRequest, "window must be daily, weekly or monthly"}
}

// span is the window that is going on.
func (w window) span(now time.Time) (from, to time.Time) {
	return score.Begin(w.by, now, now.Location())
}

// summary is the score of a stretch of time.
func summary(r *http.Request, lib Library, from, to time.Time, by ...string) (*score.Summary, error) {
	now := lib.Now()
	sum, err := lib.Summary(r.Context(), score.Options{Since: from, Until: to, Zone: from.Location(), Now: now, By: by}, store.Filter{Now: now}, nil)
	return &sum, err
}

// current is the score of the window that is going on.
func current(r *http.Request, lib Library, w window, by ...string) (*score.Summary, error) {
	from, to := w.span(lib.Now())
	return summary(r, lib, from, to, by...)
}

// points are how many windows a sparkline has.
const points = 4

// sparkline is the last windows, the oldest first; a window without a session is empty.
func sparkline(r *http.Request, lib Library, w window) (line [points]score.Ratio, err error) {
	from, to := w.span(lib.Now())
	var keys [points]string
	for i := points - 1; i >= 0; i-- {
		keys[i] = score.TimeKey(w.by, from)
		if i > 0 {
			from, _ = w.span(from.Add(-time.Nanosecond))
		}
	}
	sum, err := summary(r, lib, from, to, w.by)
	if err != nil {
		return line, err
	}
	for _, b := range sum.Groups {
		for _, g := range b.Groups {
			for i, key := range keys {
				if g.Key == key {
					line[i] = g.Ratio
				}
			}
		}
	}
	return line, nil
}

// list are the sessions that ended in a window and pass f, the latest first.
func list(r *http.Request, lib Library, w window, f store.Filter) ([]*fact.Session, error) {
	f.Now = lib.Now()
	f.Since, f.Until = w.span(f.Now)
	out, _, err := lib.Page(r.Context(), f, nil, store.Order{}, 0, 0)
	return out, err
}
