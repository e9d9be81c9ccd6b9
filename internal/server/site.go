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
	"sync/atomic"
	"time"

	"prism/internal/queue"
	"prism/internal/server/access"
	"prism/internal/server/api"
	"prism/internal/server/classic"
	"prism/internal/server/keeper"
	"prism/internal/server/oidc"
	"prism/internal/tenant"
	"prism/internal/web"
	"prism/internal/web/page"
	"prism/internal/web/settings"
	"prism/internal/wire"
	"prism/internal/yield"
)

// Site is all that a server answers.
type Site struct {
	Access *access.Guard
	// Tenant gives a tenant by its name; the error is an *access.Error where there is
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
	// Reading is told who reads, and may be nil: others let them go first.
	Reading *yield.Way
	// Samples makes the record that a tour goes through; it is asked once, and again where
	// that failed. nil: there is no tour.
	Samples func(ctx context.Context) (*Samples, error)

	touring sync.Mutex // over samples
	samples *Tenant    // once somebody took the tour
}

// asking is a caller with its tenant.
type asking struct {
	access.Caller
	t *Tenant
}

type askingKey struct{}

// arrival is who asks as it was found out before the pages were given the request. It holds
// once: whoever looks again asks whether they still may.
type arrival struct {
	*asking
	err   error
	taken atomic.Bool
}

type arrivalKey struct{}

// asker tells who asks.
func (s *Site) asker(r *http.Request) (*asking, error) {
	if known, ok := r.Context().Value(arrivalKey{}).(*arrival); ok && !known.taken.Swap(true) {
		return known.asking, known.err
	}
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
		err = a.Allowed(tenant.Read)
	}
	return a, err
}

// Handler answers pages, the API and its events. more adds what else is answered.
func (s *Site) Handler(more func(*http.ServeMux)) (http.Handler, error) {
	programs := http.NewServeMux()
	api.Register(programs, api.Options{View: view, State: state, May: may, Admin: s.admin, Window: s.Window, Busy: func(err error) bool { return errors.Is(err, ErrReading) }, Failed: s.failed})
	programs.HandleFunc("GET "+eventsAt, s.events)
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
	mux.Handle(api.Base+"/", s.first(s.known(programs)))
	mux.Handle(agentsAt, s.first(s.agents()))
	// What the original's users ask for goes first as well. Its addresses stand beside those
	// by which its plugin sends, which do not.
	plugin, others := s.reading(), http.NewServeMux()
	(&classic.API{View: s.own, Problem: published}).Register(others)
	plugin.Register(others)
	for _, pattern := range append(plugin.Patterns(), classic.Base+"/") {
		mux.Handle(pattern, s.first(others))
	}
	mux.Handle("/", s.first(pages))
	mux.HandleFunc("GET /live/stream", func(w http.ResponseWriter, r *http.Request) {
		a, err := s.asker(r)
		if err == nil { // else the page says who may
			end, err := s.Access.Stream(&a.Caller)
			if err != nil {
				access.Problem(w, err)
				return
			}
			defer end()
		}
		r = r.WithContext(context.WithValue(r.Context(), arrivalKey{}, &arrival{asking: a, err: err}))
		pages.ServeHTTP(patient{w}, r)
	})
	(&door{s, pages}).register(mux)
	if more != nil {
		more(mux)
	}
	return s.Access.Limited(mux), nil
}

// first has others let a request go first, that of a stream apart: it is open for hours.
func (s *Site) first(h http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path != eventsAt {
			defer s.Reading.Read()()
		}
		h.ServeHTTP(w, r)
	})
}

// eventsAt is where programs are told what is new.
const eventsAt = api.Base + "/events"

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
		access.Problem(w, &access.Error{Status: http.StatusMethodNotAllowed, Text: "The address takes " + allow + "."})
		return
	}
	access.Problem(w, &access.Error{Status: http.StatusNotFound, Text: "There is no such address; " + api.Base + "/openapi.yaml lists all."})
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
			if no := (*access.Error)(nil); !errors.As(err, &no) {
				s.failed(err)
			}
			access.Problem(w, err)
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

func of(ctx context.Context) *asking {
	a, _ := ctx.Value(askingKey{}).(*asking)
	return a
}

// may says, by its error, that the caller may not do something.
func may(ctx context.Context, scope tenant.Scope) error { return of(ctx).Allowed(scope) }

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
	var no *access.Error
	if errors.As(err, &no) {
		if no.Status == http.StatusUnauthorized {
			return nil, &page.Error{Status: no.Status, Text: "Sign in with a key of Prism's.", To: "/signin"}
		}
		return nil, &page.Error{Status: no.Status, Text: no.Text}
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
		err = a.Allowed(tenant.Admin)
	}
	if err == nil && s.Control == nil {
		err = &access.Error{Status: http.StatusForbidden, Text: "This server is not administered from here."}
	}
	if err != nil {
		return nil, err
	}
	return &steward{a, s.Control, s.Board, s.Settle, s.Access.Now()}, nil
}

// mayHear says, by its error, that a caller may not be told of events.
func mayHear(c *access.Caller) error {
	if err := c.Allowed(tenant.Read); err != nil {
		return err
	}
	if c.Role != tenant.Owner && c.Role != "" {
		return &access.Error{Status: http.StatusForbidden, Text: "Events tell of everybody's sessions: they are for admins."}
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
	if err := mayHear(&a.Caller); err != nil {
		access.Problem(w, err)
		return
	}
	if err := access.Unasked(r); err != nil {
		access.Problem(w, err)
		return
	}
	end, err := s.Access.Stream(&a.Caller)
	if err != nil {
		access.Problem(w, err)
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
	tick, look := time.NewTicker(beat), time.NewTicker(keeper.LookEvery)
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
			var no *access.Error
			if c, err := s.Access.Caller(r); errors.As(err, &no) || err == nil && mayHear(&c) != nil {
				return
			}
			_ = k.Refresh(r.Context(), keeper.LookEvery) // whoever asks for sessions is told
		case <-tick.C:
			if !send(": still here\n\n") {
				return
			}
		}
	}
}
