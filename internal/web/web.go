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
	"context"
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

	"prism/internal/fact"
	"prism/internal/locale"
	"prism/internal/score"
	"prism/internal/store"
	"prism/internal/wire"
)

// Library is what a viewer's pages ask: only what that viewer may see is in it.
type Library interface {
	Lists
	Details
	// Judge names the judge whose verdicts these are, with its measured agreement.
	Judge(ctx context.Context) wire.Judge
	// Now is the time that pages are of, in the viewer's time zone.
	Now() time.Time
}

// Lists are of many sessions.
type Lists interface {
	// Summary works out the score of what passes a filter and holds all of the words.
	Summary(ctx context.Context, o score.Options, f store.Filter, words []string) (score.Summary, error)
	// Page returns sessions in order, from an offset on, and how many there are.
	Page(ctx context.Context, f store.Filter, words []string, o store.Order, limit, offset int) ([]*fact.Session, int, error)
	// First returns the first sessions in order, at most limit, without counting the rest.
	First(ctx context.Context, f store.Filter, words []string, o store.Order, limit int) ([]*fact.Session, error)
}

// Details are of one session.
type Details interface {
	// One finds a session by its id or a unique beginning of it; ErrNone there is none.
	One(ctx context.Context, id string) (*fact.Session, error)
	Written
	Kin
	Said
}

// Said is what was said of a session, by judges and by the person.
type Said interface {
	// Others are what other judges say of a session.
	Others(ctx context.Context, s *fact.Session) []fact.Verdict
	// History is every verdict of a session that is kept, the latest first: also those of
	// older versions, and of it as it was before it grew or was merged.
	History(ctx context.Context, s *fact.Session) []store.Judged
	// Label is what the person said of a session's verdict, nil nothing.
	Label(ctx context.Context, s *fact.Session) *store.Label
}

// Written is what was written in a session, redacted; gone says why there is nothing.
type Written interface {
	// Turns tells what was said and done, redacted; gone says why there are none.
	Turns(ctx context.Context, s *fact.Session) (turns []wire.Turn, gone string)
	// Steps tells what was done in one turn, redacted, and how many steps that leaves out.
	Steps(ctx context.Context, s *fact.Session, turn int) (steps []wire.Step, cut int, gone string)
	// Undone tells which lines of a session another one took out, redacted.
	Undone(ctx context.Context, s, by *fact.Session) (files []wire.UndoneFile, gone string)
}

// Kin are sessions that have to do with one.
type Kin interface {
	// Undid tells of which sessions one took lines out, those of most lines first, and
	// of how many more it did.
	Undid(ctx context.Context, s *fact.Session) (list []Undid, more int)
	// Around are the sessions before and after one in its conversations; nil: none, or
	// none that the viewer may see.
	Around(ctx context.Context, s *fact.Session) (before, after *fact.Session)
}

// Undid is a session that lost lines to another.
type Undid struct {
	Session *fact.Session // nil: the viewer may not see it
	By      fact.ReworkBy // what the other one took
}

// Editor is a Library whose viewer may say what a session is called, and whether its
// verdict is right. The empty title, or no label, takes back what was said. Where match
// names revisions and what was said is at none of them any more, nothing is changed:
// ErrChanged.
type Editor interface {
	SetTitle(ctx context.Context, session, title string, match ...string) error
	SetLabel(ctx context.Context, session string, goalComplete *bool, note string, match ...string) error
	// ChangeLabel changes what was said of a session's verdict in one step: change is
	// given what was, nil nothing, and tells what is to be; where it fails nothing changes.
	ChangeLabel(ctx context.Context, session string, change func(was *store.Label) (is *store.Label, err error)) error
}

// ErrChanged says that somebody else changed it meanwhile.
var ErrChanged = errors.New("somebody else has changed it")

// ErrNone says that there is no such session.
var ErrNone = errors.New("there is no such session")

// Options of a dashboard.
type Options struct {
	// Open gives the library of whoever asks. An error of it is shown as one page:
	// an *Error with its status, any other as the server's own fault.
	Open func(r *http.Request) (Library, error)
	// Steward gives who administers the tenant of whoever asks; the error is as Open's.
	// nil: nobody administers here.
	Steward func(r *http.Request) (Steward, error)
	// Window reads what people write for a time; from takes the start of what is
	// named, to its end.
	Window func(since, until string, now time.Time) (from, to time.Time, err error)
	// Tour gives the made-up samples that a tour goes through; nil: there is no tour.
	Tour func(r *http.Request) (Library, error)
	// Still says, by its error, that whoever asked may read no more; nil: they may.
	Still func(r *http.Request) error
	// Stopping is closed when streams are to end; nil: never.
	Stopping <-chan struct{}
	Log      *slog.Logger // faults, without a word of content; nil: nowhere
}

// Error is one that a person is told of, with the HTTP status that it goes by.
type Error struct {
	Status int
	Text   string
	To     string // where a person goes on instead; empty: nowhere
}

// Error implements error.
func (e *Error) Error() string { return e.Text }

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
	if s.catalog, err = locale.New(); err != nil {
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
	opts    Options
	assets  *assets
	pages   map[string]*template.Template
	catalog *locale.Catalog
	zones   sync.Map // name → *time.Location
}

// request is one that is answered.
type request struct {
	*http.Request
	*locale.Locale // of who asks
	lib            Library
	query          query
	site           *site
	tour           bool           // lib is the samples that a tour goes through
	zone           *time.Location // that was chosen; nil: the library's
}

// answer is what a page's handler comes to: a template with what fills it, or where
// to go on.
type answer struct {
	page   string // name of the template
	part   string // of it, for a request that replaces a part; "" the whole
	fill   any
	title  string
	to     string // redirect
	status int
	body   func(w http.ResponseWriter) error // written as it is, e.g. CSV
	cookie *http.Cookie                      // that the browser is to keep; nil: none
}

type handler func(r *request) (answer, error)

// routes is the one table of what there is.
func (s *site) routes() map[string]handler {
	all := settingsRoutes()
	maps.Copy(all, map[string]handler{
		"GET /{$}":                        scorePage,
		"GET /sessions":                   sessionsPage,
		"GET /sessions.csv":               sessionsCSV,
		"POST /sessions/label":            labelSeveral,
		"POST /sessions/label/undo":       undoSeveral,
		"GET /sessions/{id}":              sessionPage,
		"GET /sessions/{id}/session.json": sessionJSON,
		"GET /sessions/{id}/turns":        turnsPart,
		"GET /sessions/{id}/turns/{turn}": turnPage,
		"GET /sessions/{id}/undone/{by}":  undonePage,
		"POST /sessions/{id}/title":       setTitle,
		"POST /sessions/{id}/label":       setLabel,
		"GET /speed":                      speedPage,
		"GET /tokens":                     tokensPage,
		"GET /prompts":                    promptsPage,
		"GET /trivia":                     triviaPage,
		"GET /live":                       livePage,
		"GET /live/stream":                liveStream,
		"GET /report":                     reportPage,
		"POST /report/try":                tryReport,
		"GET /report/sent/{name}":         sentReport,
		"GET /report.html":                reportFile,
		"GET /report.md":                  reportFile,
		"GET /report.json":                reportFile,
		"GET /team":                       teamPage,
		"GET /find":                       findPart,
		"POST /tour":                      startTour,
		"POST /tour/leave":                leaveTour,
		"GET /about":                      aboutPage,
		"GET /_components":                componentsPage,
		"GET /":                           notFound,
	})
	return all
}

// Routes are the patterns of all pages, as net/http writes them.
func Routes() []string { return slices.Sorted(maps.Keys((*site)(nil).routes())) }

func notFound(*request) (answer, error) {
	return answer{}, &Error{Status: http.StatusNotFound, Text: locale.Mark("There is no such page.")}
}

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
func (s *site) serve(h handler) http.Handler {
	guard := http.NewCrossOriginProtection()
	return guard.Handler(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		headers(w.Header())
		l := s.localeOf(r)
		a, req, err := s.answer(h, r, l)
		var known *Error
		if errors.As(err, &known) && known.To != "" && r.Method == http.MethodGet && !partial(r) {
			http.Redirect(w, r, known.To, http.StatusSeeOther)
			return
		}
		if err != nil {
			a = s.failed(r, l, err)
		}
		if a.cookie != nil {
			http.SetCookie(w, a.cookie)
		}
		if a.body != nil {
			if err := a.body(w); err != nil {
				s.log(r, err)
			}
			return
		}
		if a.to != "" {
			http.Redirect(w, r, a.to, http.StatusSeeOther)
			return
		}
		if err := s.render(w, r, req, l, a); err != nil {
			s.log(r, err)
			http.Error(w, l.Say("The page could not be made."), http.StatusInternalServerError)
		}
	}))
}

func (s *site) answer(h handler, r *http.Request, l *locale.Locale) (answer, *request, error) {
	req := &request{Request: r, Locale: l, site: s, tour: s.touring(r), zone: s.zone(chosenBy(r).Zone)}
	lib, err := s.opts.Open(r)
	if err == nil && req.tour {
		lib, err = s.opts.Tour(r)
	}
	if err != nil {
		return answer{}, req, err // of a tour, too, which one may leave
	}
	req.lib = lib
	if req.query, err = parseQuery(r.URL.Query(), req.now(), s.opts.Window); err != nil {
		return answer{}, req, &Error{Status: http.StatusBadRequest, Text: err.Error()}
	}
	a, err := h(req)
	return a, req, err
}

// figures reports whether the viewer sees figures of many people, and no session.
func (r *request) figures() bool {
	if r == nil {
		return false
	}
	x, ok := r.lib.(Aggregates)
	return ok && x.Figures()
}

// failed is the page of an error.
func (s *site) failed(r *http.Request, l *locale.Locale, err error) answer {
	var known *Error
	var no interface{ Refusal() (int, string) }
	switch {
	case errors.As(err, &known):
	case errors.As(err, &no):
		known = &Error{}
		known.Status, known.Text = no.Refusal()
	case errors.Is(err, ErrNone):
		known = &Error{Status: http.StatusNotFound, Text: locale.Mark("There is no session of that id here.")}
	case store.Passing(err):
		s.log(r, err)
		known = &Error{Status: http.StatusServiceUnavailable, Text: locale.Mark("The server cannot use its store now; its log says why. Load this page again in a moment.")}
	default:
		s.log(r, err)
		known = &Error{Status: http.StatusInternalServerError, Text: locale.Mark("Something went wrong on the server; its log says what.")}
	}
	return answer{page: "error", part: map[bool]string{true: "main", false: ""}[partial(r)], fill: known, title: l.Known(http.StatusText(known.Status)), status: known.Status}
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

// partial reports whether a request replaces a part of a page that is shown.
func partial(r *http.Request) bool {
	return r.Header.Get("HX-Request") == "true" && r.Header.Get("HX-History-Restore-Request") != "true"
}

// replaces reports whether a script asks for the part of a page that has an id: it
// names the element, as htmx does since version 4, "div#list".
func replaces(r *http.Request, id string) bool {
	return partial(r) && strings.HasSuffix(r.Header.Get("HX-Target"), "#"+id)
}

// frame is what every page is filled from.
type frame struct {
	*locale.Locale
	Title  string // of the window; nothing of a transcript
	Chips  []chip // what the page is narrowed to
	At     string // the page's address, to tell where one is
	Query  query
	Now    time.Time
	Judge  wire.Judge
	Static map[string]string // file → its address
	Leads  bool              // the page of many people is theirs
	Many   bool              // and figures of many are all they see
	Tour   *tourStop         // where a tour is; nil: this is no tour
	Page   any
}

func (s *site) render(w http.ResponseWriter, r *http.Request, req *request, l *locale.Locale, a answer) error {
	f := frame{Locale: l, Title: a.title, At: r.URL.Path, Static: s.assets.addresses, Page: a.fill}
	if req != nil && req.lib != nil {
		f.Query, f.Now, f.Judge = req.query, req.now(), req.lib.Judge(r.Context())
		if t, ok := req.lib.(Teams); ok {
			f.Leads = t.Leads()
		}
		f.Many = req.figures()
		f.Chips = req.chipsOf(f.At)
	}
	if req != nil {
		f.Tour = req.stop(a)
	}
	t, ok := s.pages[a.page]
	if !ok {
		return fmt.Errorf("no page %q", a.page)
	}
	name := "frame"
	if a.part != "" {
		name = a.part
	}
	var b bytes.Buffer
	if err := t.ExecuteTemplate(&b, name, f); err != nil {
		return err
	}
	h := w.Header()
	h.Set("Content-Type", "text/html; charset=utf-8")
	h.Set("Cache-Control", "no-store")
	h.Add("Vary", "HX-Request, Accept-Encoding, Accept-Language, Cookie")
	status := a.status
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
	l := s.localeOf(r)
	var b bytes.Buffer
	if err := s.pages["signin"].ExecuteTemplate(&b, "frame", frame{Locale: l, Title: l.Say("Sign in"), At: "/signin", Static: s.assets.addresses, Page: fill}); err != nil {
		return fmt.Errorf("make the page: %w", err)
	}
	headers(w.Header())
	w.Header().Set("Content-Type", "text/html; charset=utf-8")
	w.Header().Set("Cache-Control", "no-store")
	return s.assets.packer.write(w, r, status, b.Bytes())
}
