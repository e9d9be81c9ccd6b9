// Package web is the dashboard: pages that a browser shows, made on the server.
//
// Nouns: a Library is what a viewer may ask; a page is one address with a struct that
// its template is filled from; a query is what its address asks for. Promises: every
// figure is one that the command line gives, and leads in two clicks to the line it
// rests on; all that is asked stands in the address; no page needs a script to be
// read; nothing is loaded from elsewhere. Text of a transcript is shown as text.
// Refusals: it reads no transcript, opens no store, and decides nothing.
package web

import (
	"bytes"
	"compress/gzip"
	"errors"
	"fmt"
	"html/template"
	"log/slog"
	"maps"
	"net/http"
	"slices"
	"strings"
	"sync"
	"time"

	"prism/internal/locale"
	"prism/internal/store"
	"prism/internal/web/page"
	"prism/internal/web/session"
	"prism/internal/web/settings"
	"prism/internal/wire"
)

// Options of a dashboard.
type Options struct {
	// Open gives the library of whoever asks. An error of it is shown as one page:
	// an *Error with its status, any other as the server's own fault.
	Open func(r *http.Request) (page.Library, error)
	// Steward gives who administers the tenant of whoever asks; the error is as Open's.
	// nil: nobody administers here.
	Steward func(r *http.Request) (settings.Steward, error)
	// Window reads what people write for a time; from takes the start of what is
	// named, to its end.
	Window func(since, until string, now time.Time) (from, to time.Time, err error)
	// Tour gives the made-up samples that a tour goes through; nil: there is no tour.
	Tour func(r *http.Request) (page.Library, error)
	// Still says, by its error, that whoever asked may read no more; nil: they may.
	Still func(r *http.Request) error
	// Stopping is closed when streams are to end; nil: never.
	Stopping <-chan struct{}
	Log      *slog.Logger // faults, without a word of content; nil: nowhere
}

// Dashboard answers all pages.
type Dashboard struct {
	http.Handler
	site *site
}

// New makes a dashboard.
func New(o Options) (*Dashboard, error) {
	a, err := newAssets()
	if err != nil {
		return nil, err
	}
	s := &site{opts: o, assets: a}
	if s.Locales, err = page.NewLocales(); err != nil {
		return nil, err
	}
	if s.pages, err = parsePages(a); err != nil {
		return nil, err
	}
	mux := http.NewServeMux()
	for pattern, page := range s.routes() {
		mux.Handle(pattern, s.serve(page))
	}
	mux.Handle("GET /assets/{name}", a)
	return &Dashboard{mux, s}, nil
}

// site is what handlers share. Beside what it keeps at hand it
// changes no more once it is made.
type site struct {
	opts   Options
	assets *assets
	pages  map[string]*template.Template
	*page.Locales
}

// routes is the one table of what there is.
func (s *site) routes() map[string]page.Handler {
	all := settings.Routes(func(r *http.Request) (settings.Steward, error) {
		if s.opts.Steward == nil {
			return nil, nil //nolint:nilnil // nobody administers here
		}
		return s.opts.Steward(r)
	})
	maps.Copy(all, map[string]page.Handler{
		"GET /{$}":                        s.scorePage,
		"GET /sessions":                   sessionsPage,
		"GET /search":                     searchPage,
		"GET /sessions.csv":               sessionsCSV,
		"POST /sessions/label":            labelSeveral,
		"POST /sessions/label/undo":       undoSeveral,
		"GET /sessions/{id}":              session.Show,
		"GET /sessions/{id}/session.json": session.JSON,
		"GET /sessions/{id}/turns":        session.Turns,
		"GET /sessions/{id}/turns/{turn}": session.Turn,
		"GET /sessions/{id}/undone/{by}":  session.Undone,
		"POST /sessions/{id}/title":       session.SetTitle,
		"POST /sessions/{id}/label":       session.SetLabel,
		"GET /speed":                      speedPage,
		"GET /tokens":                     tokensPage,
		"GET /prompts":                    promptsPage,
		"GET /trivia":                     triviaPage,
		"GET /live":                       livePage,
		"GET /live/stream":                s.liveStream,
		"GET /report":                     reportPage,
		"POST /report/try":                tryReport,
		"GET /report/sent/{name}":         sentReport,
		"GET /report.html":                s.reportFile,
		"GET /report.md":                  s.reportFile,
		"GET /report.json":                s.reportFile,
		"GET /team":                       teamPage,
		"GET /find":                       findPart,
		"POST /tour":                      s.startTour,
		"POST /tour/leave":                leaveTour,
		"GET /about":                      aboutPage,
		"GET /_components":                componentsPage,
		"GET /":                           page.NotFound,
	})
	return all
}

// Routes are the patterns of all pages, as net/http writes them.
func Routes() []string { return slices.Sorted(maps.Keys((*site)(nil).routes())) }

// policy forbids everything but our own files: text of a transcript that slipped out
// of its place could load and run nothing.
const policy = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"

func headers(h http.Header) {
	h.Set("Content-Security-Policy", policy)
	h.Set("X-Content-Type-Options", "nosniff")
	h.Set("Referrer-Policy", "no-referrer")
	h.Set("Cross-Origin-Opener-Policy", "same-origin")
	h.Set("Cross-Origin-Resource-Policy", "same-origin")
	h.Set("Permissions-Policy", "camera=(), geolocation=(), microphone=()")
}

// serve answers by one page's handler: one place for errors, headers and rendering.
func (s *site) serve(h page.Handler) http.Handler {
	guard := http.NewCrossOriginProtection()
	return guard.Handler(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		headers(w.Header())
		l := s.LocaleOf(r)
		a, req, err := s.answer(h, r, l)
		var known *page.Error
		if errors.As(err, &known) && known.To != "" && r.Method == http.MethodGet && !page.Partial(r) {
			http.Redirect(w, r, known.To, http.StatusSeeOther)
			return
		}
		if err != nil {
			a = s.failed(r, l, err)
		}
		if a.Cookie != nil {
			http.SetCookie(w, a.Cookie)
		}
		if a.Body != nil {
			if err := a.Body(w); err != nil {
				s.log(r, err)
			}
			return
		}
		if a.To != "" {
			http.Redirect(w, r, a.To, http.StatusSeeOther)
			return
		}
		if err := s.render(w, r, req, l, a); err != nil {
			s.log(r, err)
			http.Error(w, l.Say("The page could not be made."), http.StatusInternalServerError)
		}
	}))
}

func (s *site) answer(h page.Handler, r *http.Request, l *locale.Locale) (page.Answer, *page.Request, error) {
	req := &page.Request{Request: r, Locale: l, Locales: s.Locales, Touring: s.touring(r), Zone: s.Zone(page.ChosenBy(r).Zone)}
	lib, err := s.opts.Open(r)
	if err == nil && req.Touring {
		lib, err = s.opts.Tour(r)
	}
	if err != nil {
		return page.Answer{}, req, err // of a tour, too, which one may leave
	}
	req.Lib = lib
	if req.Query, err = page.ParseQuery(r.URL.Query(), terms(), req.Now(), s.opts.Window); err != nil {
		return page.Answer{}, req, &page.Error{Status: http.StatusBadRequest, Text: err.Error()}
	}
	a, err := h(req)
	return a, req, err
}

// failed is the page of an error.
func (s *site) failed(r *http.Request, l *locale.Locale, err error) page.Answer {
	var known *page.Error
	var no interface{ Refusal() (int, string) }
	switch {
	case errors.As(err, &known):
	case errors.As(err, &no):
		known = &page.Error{}
		known.Status, known.Text = no.Refusal()
	case errors.Is(err, page.ErrNone):
		known = &page.Error{Status: http.StatusNotFound, Text: locale.Mark("There is no session of that id here.")}
	case store.Passing(err):
		s.log(r, err)
		known = &page.Error{Status: http.StatusServiceUnavailable, Text: locale.Mark("The server cannot use its store now; its log says why. Load this page again in a moment.")}
	default:
		s.log(r, err)
		known = &page.Error{Status: http.StatusInternalServerError, Text: locale.Mark("Something went wrong on the server; its log says what.")}
	}
	return page.Answer{Page: "error", Part: map[bool]string{true: "main", false: ""}[page.Partial(r)], Fill: known, Title: l.Known(errorTitle(known.Status)), Status: known.Status}
}

// errorTitle stands above what an error says, for people rather than for programs.
func errorTitle(status int) string {
	switch status {
	case http.StatusBadRequest, http.StatusUnprocessableEntity:
		return locale.Mark("This cannot be done")
	case http.StatusForbidden:
		return locale.Mark("Not allowed")
	case http.StatusNotFound:
		return locale.Mark("Not found")
	case http.StatusBadGateway:
		return locale.Mark("It did not work")
	}
	return http.StatusText(status)
}

func (s *site) log(r *http.Request, err error) {
	if s.opts.Log != nil && r.Context().Err() == nil {
		why := fmt.Sprintf("%T", err)
		if told := interface{ Reason() string }(nil); errors.As(err, &told) {
			why = told.Reason() // which quotes nothing
		}
		s.opts.Log.Error("page failed", "route", r.Pattern, "why", why)
	}
}

// frame is what every page is filled from.
type frame struct {
	*locale.Locale
	Title  string      // of the window; nothing of a transcript
	Chips  []page.Chip // what the page is narrowed to
	At     string      // the page's address, to tell where one is
	Query  page.Query
	Now    time.Time
	Judge  wire.Judge
	Static map[string]string // file → its address
	Leads  bool              // the page of many people is theirs
	Many   bool              // and figures of many are all they see
	Tour   *tourStop         // where a tour is; nil: this is no tour
	Page   any
}

func (s *site) render(w http.ResponseWriter, r *http.Request, req *page.Request, l *locale.Locale, a page.Answer) error {
	f := frame{Locale: l, Title: a.Title, At: r.URL.Path, Static: s.assets.addresses, Page: a.Fill}
	if req != nil && req.Lib != nil {
		f.Query, f.Now, f.Judge = req.Query, req.Now(), req.Lib.Judge(r.Context())
		if t, ok := req.Lib.(Teams); ok {
			f.Leads = t.Leads()
		}
		f.Many = req.Figures()
		f.Chips = req.ChipsOf(f.At)
	}
	if req != nil {
		f.Tour = stopOf(req, a)
	}
	t, ok := s.pages[a.Page]
	if !ok {
		return fmt.Errorf("no page %q", a.Page)
	}
	name := "frame"
	if a.Part != "" {
		name = a.Part
	}
	var b bytes.Buffer
	if err := t.ExecuteTemplate(&b, name, f); err != nil {
		return err
	}
	h := w.Header()
	h.Set("Content-Type", "text/html; charset=utf-8")
	h.Set("Cache-Control", "no-store")
	h.Add("Vary", "HX-Request, Accept-Encoding, Accept-Language, Cookie")
	status := a.Status
	if status == 0 {
		status = http.StatusOK
	}
	return s.assets.packer.write(w, r, status, b.Bytes())
}

// leastPacked is from how many bytes on packing pays.
const leastPacked = 1400

// packer keeps what packs answers from one to the next.
type packer struct{ idle sync.Pool }

// write sends a body, packed where that pays and is understood.
func (p *packer) write(w http.ResponseWriter, r *http.Request, status int, body []byte) error {
	if len(body) < leastPacked || !strings.Contains(r.Header.Get("Accept-Encoding"), "gzip") {
		w.WriteHeader(status)
		_, err := w.Write(body)
		return err
	}
	w.Header().Set("Content-Encoding", "gzip")
	w.WriteHeader(status)
	z, ok := p.idle.Get().(*gzip.Writer)
	if !ok {
		z = gzip.NewWriter(w)
	}
	defer p.idle.Put(z)
	z.Reset(w)
	if _, err := z.Write(body); err != nil {
		return err
	}
	return z.Close()
}

// SignIn is the page that asks who comes.
type SignIn struct {
	Provider string // who vouches for people, by name; empty: nobody but keys do
	Trouble  string // what went wrong, if anything did
	Done     bool   // it is done: the way on is a page of our own, which the cookie goes to
}

// SignIn writes the page that asks who comes.
func (d *Dashboard) SignIn(w http.ResponseWriter, r *http.Request, status int, fill SignIn) error {
	s := d.site
	l := s.LocaleOf(r)
	var b bytes.Buffer
	if err := s.pages["signin"].ExecuteTemplate(&b, "frame", frame{Locale: l, Title: l.Say("Sign in"), At: "/signin", Static: s.assets.addresses, Page: fill}); err != nil {
		return fmt.Errorf("make the page: %w", err)
	}
	headers(w.Header())
	w.Header().Set("Content-Type", "text/html; charset=utf-8")
	w.Header().Set("Cache-Control", "no-store")
	return s.assets.packer.write(w, r, status, b.Bytes())
}
