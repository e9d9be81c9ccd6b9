package server

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"math"
	"net/http"
	"strconv"
	"strings"
	"sync"
	"time"

	"prism/internal/queue"
	"prism/internal/server/api"
	"prism/internal/server/classic"
	"prism/internal/server/oidc"
	"prism/internal/store"
	"prism/internal/tenant"
	"prism/internal/web"
	"prism/internal/web/page"
	"prism/internal/web/settings"
	"prism/internal/wire"
)

// Site is all that a server answers.
type Site struct {
	Access *Access
	// Tenant gives a tenant by its name; the error is an *AccessError where there is
	// none.
	Tenant func(ctx context.Context, name string) (*Tenant, error)
	// Control is what stands above tenants; nil: nobody administers here.
	Control Control
	Board   queue.Board
	// Settle asks that a tenant's sessions are worked out again.
	Settle func(ctx context.Context, tenant string) error
	// Provider vouches for people who sign in; nil: they show a key.
	Provider *oidc.Provider
	Secure   bool // it is reached by https alone
	// Stopping is closed when streams are to end; nil: never.
	Stopping <-chan struct{}
	// Window reads what people write for a time.
	Window func(since, until string, now time.Time) (from, to time.Time, err error)
	Log    *slog.Logger
	// Samples makes the record that a tour goes through; it is asked once, and again where
	// that failed. nil: there is no tour.
	Samples func(ctx context.Context) (*Samples, error)

	touring sync.Mutex // over samples
	samples *Tenant    // once somebody took the tour
}

// AccessError says that a caller may not.
type AccessError struct {
	Status int // 401: who it is, is not known; 403: it is, and may not; 429: not so much
	Text   string
	// Published is how the original's API words it; empty: as Text.
	Published string
	After     time.Duration // of 429: when to come again
	of        *AccessError  // which kind of refusal it is one of; nil: it is its own
}

// Is makes a refusal one of its kind.
func (e *AccessError) Is(target error) bool { return e.of != nil && target == error(e.of) }

// Error implements error.
func (e *AccessError) Error() string { return e.Text }

// Refusal is what a person is told, with the HTTP status that it goes by.
func (e *AccessError) Refusal() (status int, text string) { return e.Status, e.Text }

// asking is a caller with its tenant.
type asking struct {
	Caller
	t *Tenant
}

type askingKey struct{}

// asker tells who asks.
func (s *Site) asker(r *http.Request) (*asking, error) {
	c, err := s.Access.Caller(r)
	if err != nil {
		return nil, err
	}
	t, err := s.Tenant(r.Context(), c.Tenant)
	return &asking{c, t}, err
}

// reader is asker of whoever may read.
func (s *Site) reader(r *http.Request) (*asking, error) {
	a, err := s.asker(r)
	if err == nil {
		err = a.allowed(tenant.Read)
	}
	return a, err
}

// Handler answers pages, the API and its events. more adds what else is answered.
func (s *Site) Handler(more func(*http.ServeMux)) (http.Handler, error) {
	programs := http.NewServeMux()
	api.Register(programs, api.Options{View: view, State: state, May: may, Admin: s.admin, Window: s.Window, Busy: func(err error) bool { return errors.Is(err, ErrReading) }, Failed: s.failed})
	programs.HandleFunc("GET "+api.Base+"/events", s.events)
	options := web.Options{Open: s.open, Steward: s.steward, Window: s.Window, Log: s.Log, Stopping: s.Stopping, Still: func(r *http.Request) error {
		_, err := s.reader(r)
		return err
	}}
	if s.Samples != nil {
		options.Tour = s.tour
	}
	pages, err := web.New(options)
	if err != nil {
		return nil, err
	}
	mux := Bare()
	mux.Handle(api.Base+"/", s.known(programs))
	mux.Handle(agentsAt, s.agents())
	(&classic.API{View: s.own, Problem: published}).Register(mux)
	s.reading().Register(mux)
	mux.Handle("/", pages)
	mux.HandleFunc("GET /live/stream", func(w http.ResponseWriter, r *http.Request) {
		if c, err := s.Access.Caller(r); err == nil { // else the page says who may
			end, err := s.Access.stream(&c)
			if err != nil {
				Problem(w, err)
				return
			}
			defer end()
		}
		pages.ServeHTTP(patient{w}, r)
	})
	(&door{s, pages}).register(mux)
	if more != nil {
		more(mux)
	}
	return s.Access.Limited(mux), nil
}

// Bare answers that the process does, and nothing else yet.
func Bare() *http.ServeMux {
	mux := http.NewServeMux()
	mux.HandleFunc("GET /healthz", func(w http.ResponseWriter, _ *http.Request) { _, _ = w.Write([]byte("ok\n")) })
	return mux
}

// nothing answers what no operation answers: as the mux would, in the form of a problem.
func nothing(w http.ResponseWriter, r *http.Request, mux *http.ServeMux) {
	said := &silent{header: make(http.Header)}
	mux.ServeHTTP(said, r)
	if allow := said.header.Get("Allow"); allow != "" {
		w.Header().Set("Allow", allow)
		Problem(w, &AccessError{Status: http.StatusMethodNotAllowed, Text: "The address takes " + allow + "."})
		return
	}
	Problem(w, &AccessError{Status: http.StatusNotFound, Text: "There is no such address; " + api.Base + "/openapi.yaml lists all."})
}

// failed tells the log of a failure, without what the engine says of it: it may quote.
func (s *Site) failed(err error) { s.Log.Error("the API failed", "why", queue.Reason(err)) }

// silent is an answer that nobody reads but its head.
type silent struct{ header http.Header }

func (s *silent) Header() http.Header         { return s.header }
func (s *silent) Write(b []byte) (int, error) { return len(b), nil }
func (s *silent) WriteHeader(int)             {}

// known lets through who may ask the API.
func (s *Site) known(programs *http.ServeMux) http.Handler {
	guard := http.NewCrossOriginProtection()
	return guard.Handler(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		a, err := s.asker(r)
		if err != nil {
			if access := (*AccessError)(nil); !errors.As(err, &access) {
				s.failed(err)
			}
			Problem(w, err)
			return
		}
		w.Header().Set("Cache-Control", "no-store")
		w.Header().Set("X-Content-Type-Options", "nosniff")
		inner := r.WithContext(context.WithValue(r.Context(), askingKey{}, a))
		if _, pattern := programs.Handler(inner); pattern == "" {
			nothing(w, inner, programs)
			return
		}
		programs.ServeHTTP(w, inner)
		if inner.Pattern != "" {
			r.Pattern = inner.Pattern // the operation's, for the log and what is counted
		}
	}))
}

// Problem answers with an error by RFC 9457.
func Problem(w http.ResponseWriter, err error) {
	status, text := http.StatusInternalServerError, "Something went wrong on the server."
	var access *AccessError
	switch {
	case errors.As(err, &access):
		status, text = access.Status, access.Text
		if access.After > 0 && w.Header().Get("Retry-After") == "" {
			w.Header().Set("Retry-After", strconv.Itoa(int(access.After.Seconds())))
		}
	case store.Passing(err):
		status, text = http.StatusServiceUnavailable, away(err)
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

// unasked is the refusal of a request with a query, by an address that takes none.
func unasked(r *http.Request) error {
	if text := api.Unasked(r.URL.Query()); text != "" {
		return &AccessError{Status: http.StatusUnprocessableEntity, Text: text}
	}
	return nil
}

// away says that the store cannot be used now.
func away(err error) string {
	if errors.Is(err, store.ErrFull) {
		return "The server has no space left to keep anything; come again."
	}
	return "The server cannot use its store now; come again."
}

func of(ctx context.Context) *asking {
	a, _ := ctx.Value(askingKey{}).(*asking)
	return a
}

// may says, by its error, that the caller may not do something.
func may(ctx context.Context, scope tenant.Scope) error { return of(ctx).allowed(scope) }

// allowed says, by its error, that a caller lacks a scope.
func (c *Caller) allowed(scope tenant.Scope) error {
	if c.may(scope) {
		return nil
	}
	return &AccessError{Status: http.StatusForbidden, Text: map[tenant.Scope]string{
		tenant.Read: "This key may not read.", tenant.Ingest: "This key may not send.", tenant.Admin: "This key may not administer.",
	}[scope]}
}

func view(ctx context.Context) (api.Viewer, error) {
	a := of(ctx)
	return a.t.View(ctx, a.Caller)
}

func state(ctx context.Context) (api.State, error) {
	st, err := of(ctx).t.State(ctx)
	if err != nil {
		return api.State{}, err
	}
	out := api.State{Settled: st.Settled, Failed: st.Failed, UpdatedAt: wire.Instant(st.Updated)}
	if st.Total > 0 {
		out.Reading = float64(st.Done) / float64(st.Total)
	}
	return out, nil
}

// open gives the library of whoever looks at a page.
func (s *Site) open(r *http.Request) (page.Library, error) {
	a, err := s.reader(r)
	var access *AccessError
	if errors.As(err, &access) {
		if access.Status == http.StatusUnauthorized {
			return nil, &page.Error{Status: access.Status, Text: "Sign in with a key of Prism's.", To: "/signin"}
		}
		return nil, &page.Error{Status: access.Status, Text: access.Text}
	}
	if err != nil {
		return nil, err
	}
	t := a.t
	v, err := t.View(r.Context(), a.Caller)
	if err == nil {
		v.kept = true // a page searches while one types
		if a.Role == tenant.Lead && a.Person != "" {
			v.leads, v.caller.Role = true, tenant.Member // pages show a lead their own; Team what many do
		}
	}
	if errors.Is(err, ErrReading) {
		st := t.Keeper.State()
		text := "The transcripts are being read. Load this page again in a moment."
		if st.Total > 0 {
			text = fmt.Sprintf("The transcripts are being read: %d of %d MB so far. Load this page again in a moment.", st.Done>>20, st.Total>>20)
		}
		if st.Failed {
			text = "The transcripts could not be read; the server's log says why. It is tried again."
		}
		return nil, &page.Error{Status: http.StatusServiceUnavailable, Text: text}
	}
	return v, err
}

// steward gives who administers, for the pages of the settings.
func (s *Site) steward(r *http.Request) (settings.Steward, error) {
	a, err := s.asker(r)
	if err == nil {
		err = a.allowed(tenant.Admin)
	}
	if err == nil && s.Control == nil {
		err = &AccessError{Status: http.StatusForbidden, Text: "This server is not administered from here."}
	}
	if err != nil {
		return nil, err
	}
	return &steward{a, s.Control, s.Board, s.Settle, s.Access.Now()}, nil
}

// streams says, by its error, that a caller may not be told of events.
func (c *Caller) streams() error {
	if err := c.allowed(tenant.Read); err != nil {
		return err
	}
	if c.Role != tenant.Owner && c.Role != "" {
		return &AccessError{Status: http.StatusForbidden, Text: "Events tell of everybody's sessions: they are for admins."}
	}
	return nil
}

// patient gives whoever listens to a stream so long to take what is told.
type patient struct{ http.ResponseWriter }

// Unwrap lets http.ResponseController through.
func (p patient) Unwrap() http.ResponseWriter { return p.ResponseWriter }

// Write implements http.ResponseWriter.
func (p patient) Write(b []byte) (int, error) {
	_ = http.NewResponseController(p.ResponseWriter).SetWriteDeadline(time.Now().Add(beat)) // where there is none, there is none
	return p.ResponseWriter.Write(b)
}

// beat is how often a stream without news is kept alive.
const beat = 20 * time.Second

// events streams what is new; who comes back with Last-Event-ID gets what it missed.
func (s *Site) events(w http.ResponseWriter, r *http.Request) {
	a := of(r.Context())
	if err := a.streams(); err != nil {
		Problem(w, err)
		return
	}
	if err := unasked(r); err != nil {
		Problem(w, err)
		return
	}
	end, err := s.Access.stream(&a.Caller)
	if err != nil {
		Problem(w, err)
		return
	}
	defer end()
	k := a.t.Keeper
	last := int64(-1)
	if id := r.Header.Get("Last-Event-ID"); id != "" {
		last = math.MaxInt64 // of another process, or another tenant's: something was missed
		if n, ok := strings.CutPrefix(id, k.Stream()+"-"); ok {
			if at, err := strconv.ParseInt(n, 10, 64); err == nil && at >= 0 {
				last = at
			}
		}
	}
	out := http.NewResponseController(w)
	w.Header().Set("Content-Type", "text/event-stream")
	w.Header().Set("X-Accel-Buffering", "no")
	send := func(text string) bool {
		_ = out.SetWriteDeadline(time.Now().Add(beat)) // where there is none, there is none
		_, err := w.Write([]byte(text))
		return err == nil && out.Flush() == nil
	}
	hello := ": hello\n\n"
	if last < 0 {
		list, _ := k.Since(0)
		last = 0
		if n := len(list); n > 0 {
			last = list[n-1].Number
		}
		hello = fmt.Sprintf(": hello\nid: %s-%d\n\n", k.Stream(), last)
	}
	if !send(hello) {
		return
	}
	tick, look := time.NewTicker(beat), time.NewTicker(LookEvery)
	defer tick.Stop()
	defer look.Stop()
	for {
		list, more := k.Since(last)
		for _, e := range list {
			text, err := json.Marshal(e)
			if err != nil || !send(fmt.Sprintf("id: %s-%d\nevent: %s\ndata: %s\n\n", k.Stream(), e.Number, e.Kind, text)) {
				return
			}
			last = e.Number
		}
		select {
		case <-r.Context().Done():
			return
		case <-s.Stopping:
			return
		case <-more:
		case <-look.C:
			// A stream ends with what opened it: a key, or what its person may see.
			var no *AccessError
			if c, err := s.Access.Caller(r); errors.As(err, &no) || err == nil && c.streams() != nil {
				return
			}
			_ = k.Refresh(r.Context(), LookEvery) // whoever asks for sessions is told
		case <-tick.C:
			if !send(": still here\n\n") {
				return
			}
		}
	}
}
