package access

import (
	"encoding/json"
	"errors"
	"net/http"
	"strconv"
	"time"

	"prism/internal/server/api"
	"prism/internal/store"
	"prism/internal/tenant"
)

// Error says that a caller may not.
type Error struct {
	Status int // 401: who it is, is not known; 403: it is, and may not; 429: not so much
	Text   string
	// Published is how the original's API words it; empty: as Text.
	Published string
	After     time.Duration // of 429: when to come again
	Of        *Error        // which kind of refusal it is one of; nil: it is its own
}

// Is makes a refusal one of its kind.
func (e *Error) Is(target error) bool { return e.Of != nil && target == error(e.Of) }

// Error implements error.
func (e *Error) Error() string { return e.Text }

// Refusal is what a person is told, with the HTTP status that it goes by.
func (e *Error) Refusal() (status int, text string) { return e.Status, e.Text }

// Problem answers with an error by RFC 9457.
func Problem(w http.ResponseWriter, err error) {
	status, text := http.StatusInternalServerError, "Something went wrong on the server."
	var no *Error
	switch {
	case errors.As(err, &no):
		status, text = no.Status, no.Text
		if no.After > 0 && w.Header().Get("Retry-After") == "" {
			w.Header().Set("Retry-After", strconv.Itoa(int(no.After.Seconds())))
		}
	case store.Passing(err):
		status, text = http.StatusServiceUnavailable, Away(err)
		w.Header().Set("Retry-After", api.Again)
	}
	w.Header().Set("Content-Type", "application/problem+json")
	if status == http.StatusUnauthorized {
		w.Header().Set("WWW-Authenticate", `Bearer realm="prism"`)
	}
	w.WriteHeader(status)
	// Who went away misses nothing.
	_ = json.NewEncoder(w).Encode(map[string]any{"type": "about:blank", "title": http.StatusText(status), "status": status, "detail": text})
}

// Unasked is the refusal of a request with a query, by an address that takes none.
func Unasked(r *http.Request) error {
	if text := api.Unasked(r.URL.Query()); text != "" {
		return &Error{Status: http.StatusUnprocessableEntity, Text: text}
	}
	return nil
}

// Away says that the store cannot be used now.
func Away(err error) string {
	if errors.Is(err, store.ErrFull) {
		return "The server has no space left to keep anything; come again."
	}
	return "The server cannot use its store now; come again."
}

// Allowed says, by its error, that a caller lacks a scope.
func (c *Caller) Allowed(scope tenant.Scope) error {
	if c.May(scope) {
		return nil
	}
	return &Error{Status: http.StatusForbidden, Text: map[tenant.Scope]string{
		tenant.Read: "This key may not read.", tenant.Ingest: "This key may not send.", tenant.Admin: "This key may not administer.",
	}[scope]}
}
