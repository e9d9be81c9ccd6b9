// Package api is what programs ask a server under /api/v1, described by the OpenAPI file
// that it serves.
//
// Nouns: an operation is one method of one address. Promises: answers have the forms
// that the command line prints (package wire); errors are problems by RFC 9457; a page
// of a list goes on where the one before ended, whatever came in between. Refusals: it
// answers from what its caller may see, and knows no other way to sessions.
package api

import (
	"context"
	"encoding/base64"
	"encoding/json"
	"errors"
	"io"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/danielgtaylor/huma/v2"
	"github.com/danielgtaylor/huma/v2/adapters/humago"

	"prism/internal/build"
	"prism/internal/fact"
	"prism/internal/score"
	"prism/internal/store"
	"prism/internal/tenant"
	"prism/internal/web/page"
	"prism/internal/wire"
)

// Base is what all addresses begin with.
const Base = "/api/v1"

// Viewer is what one caller sees and may change.
type Viewer interface {
	page.Library
	page.Editor
	Sessions
	Callers
}

// Sessions is Viewer of one session.
type Sessions interface {
	// Shown is a session with all that is known of it.
	Shown(ctx context.Context, s *fact.Session, turns []wire.Turn) wire.Shown
	// Revision changes with what a person says of a session.
	Revision(s *fact.Session) string
}

// Callers is Viewer of who asks.
type Callers interface {
	// OfGroup is of the sessions of a group's people alone.
	OfGroup(ctx context.Context, name string) (Viewer, error)
	// Audience tells callers apart that see different sessions.
	Audience() string
	// Export writes all that is kept of the caller as one JSON object.
	Export(ctx context.Context, w io.Writer) error
}

// State says how far a tenant's sessions are.
type State struct {
	Settled   bool    `json:"settled" doc:"nothing is left to do: every session follows from all content"`
	Reading   float64 `json:"reading" doc:"share of the content of the update under way that was read, 0 to 1"`
	UpdatedAt *string `json:"updated_at" doc:"when the last update ended"`
	Failed    bool    `json:"failed" doc:"the last update failed; it is tried again"`
	Version   string  `json:"version" doc:"of the program"`
}

// Options of the API.
type Options struct {
	// View gives what the caller of a request sees. The context is the request's.
	View func(ctx context.Context) (Viewer, error)
	// State says how far the caller's tenant is.
	State func(ctx context.Context) (State, error)
	// May says, by its error, that the caller of a request may not do something.
	May func(ctx context.Context, scope tenant.Scope) error
	// Admin gives what the caller may do with the tenant.
	Admin func(ctx context.Context) (Admin, error)
	// Window reads what people write for a time.
	Window func(since, until string, now time.Time) (from, to time.Time, err error)
	// Busy reports whether an error says to come again later.
	Busy func(error) bool
	// Failed is told of what is answered with a failure of the server's own.
	Failed func(error)
}

// Again is after how many seconds somebody comes again who asked in vain.
const Again = "2"

// Register adds all operations to a mux, with the OpenAPI file beside them.
func Register(mux *http.ServeMux, o Options) huma.API {
	cfg := huma.DefaultConfig("Prism", build.Version())
	cfg.OpenAPIPath, cfg.DocsPath, cfg.SchemasPath = Base+"/openapi", "", Base+"/schemas"
	cfg.Info.Description = "Which share of sessions with coding agents landed its goal, and why."
	cfg.Transformers = append(cfg.Transformers, unquoted)
	cfg.CreateHooks = nil // no $schema in answers: they are those of the command line
	cfg.Components.SecuritySchemes = map[string]*huma.SecurityScheme{
		"bearer": {Type: "http", Scheme: "bearer"}, "key": {Type: "apiKey", In: "header", Name: "X-API-Key"},
	}
	cfg.Security = needs(tenant.Read)
	a := humago.New(mux, cfg)
	s := &service{o}
	a.UseMiddleware(s.admit(a), known(a))
	s.reading(a)
	s.editing(a)
	s.administering(a)
	s.governing(a)
	return a
}

// unquoted takes what was sent out of what is said against it: it may be a secret in the
// wrong place, and answers are kept in logs on the way.
func unquoted(_ huma.Context, _ string, v any) (any, error) {
	if problem, ok := v.(*huma.ErrorModel); ok {
		for _, e := range problem.Errors {
			e.Value = nil
			if strings.HasPrefix(e.Location, "body") { // names of what is sent may be anything
				e.Location = "body"
			}
		}
	}
	return v, nil
}

// needs says in the OpenAPI file which scope a key must have.
func needs(scope tenant.Scope) []map[string][]string {
	return []map[string][]string{{"bearer": {string(scope)}}, {"key": {string(scope)}}}
}

// admit turns away whose key lacks the scope that the OpenAPI file says, before anything
// else of a request is looked at.
func (s *service) admit(a huma.API) func(huma.Context, func(huma.Context)) {
	return func(ctx huma.Context, next func(huma.Context)) {
		security := ctx.Operation().Security
		if security == nil {
			security = a.OpenAPI().Security
		}
		scope := tenant.Scope(security[0]["bearer"][0]) // of the key it is the same: needs
		if err := s.problem(s.May(ctx.Context(), scope)); err != nil {
			var known huma.StatusError
			if errors.As(err, &known) {
				// Who went away misses nothing.
				_ = huma.WriteErr(a, ctx, known.GetStatus(), known.Error())
			}
			return
		}
		next(ctx)
	}
}

type service struct{ Options }

// problem is an error as it is answered.
func (s *service) problem(err error) error {
	var known huma.StatusError
	var no interface{ Refusal() (int, string) }
	switch {
	case err == nil:
		return nil
	case errors.As(err, &known):
		return err
	case errors.As(err, &no):
		return huma.NewError(no.Refusal())
	case errors.Is(err, page.ErrNone):
		return huma.Error404NotFound("There is no session of that id, or several begin so.")
	case errors.Is(err, page.ErrChanged):
		return huma.Error412PreconditionFailed("The session has changed meanwhile; ask for it again.")
	case s.Busy != nil && s.Busy(err):
		return later("The transcripts are still being read; come again in a moment.")
	}
	if s.Failed != nil {
		s.Failed(err)
	}
	if store.Passing(err) {
		return later("The server cannot use its store now; come again.")
	}
	return huma.Error500InternalServerError("Something went wrong on the server.")
}

// later has whoever asked come again.
func later(text string) error {
	return huma.ErrorWithHeaders(huma.Error503ServiceUnavailable(text), http.Header{"Retry-After": {Again}})
}

// Narrow is what lists and scores are narrowed by: the flags of the command line.
type Narrow struct {
	Since            string   `query:"since" doc:"from then on: a date, a month, a week, an instant, 7d, \"last week\"" maxLength:"64"`
	Until            string   `query:"until" doc:"up to the end of it" maxLength:"64"`
	Repo             string   `query:"repo" doc:"repository, by name or path" maxLength:"1024"`
	Intent           []string `query:"intent" doc:"one of these kinds of work"`
	Language         string   `query:"language" doc:"programming language" maxLength:"64"`
	Model            string   `query:"model" doc:"a part of the model's name" maxLength:"128"`
	Branch           string   `query:"branch" maxLength:"256"`
	Crushed          string   `query:"crushed" enum:"true,false" doc:"counted and crushed, or not"`
	Counted          string   `query:"counted" enum:"true,false"`
	State            string   `query:"state" enum:"open,provisional,closed"`
	Excluded         string   `query:"excluded" doc:"the reason for which they are left out; any: whichever" maxLength:"32"`
	Below            string   `query:"below" enum:"no_real_work,too_few_turns,too_few_lines,no_mutating_calls" doc:"below the floor, and this is what they lack"`
	Search           string   `query:"search" doc:"words in title, summary or prompts" maxLength:"256"`
	Group            string   `query:"group" doc:"people of this group, for leads and admins" maxLength:"100"`
	IncludeOpen      bool     `query:"include_open"`
	IncludeAutomated bool     `query:"include_automated"`
	TZ               string   `query:"tz" doc:"time zone of days and weeks" maxLength:"64"`
}

// asked is a Narrow that was understood.
type asked struct {
	filter store.Filter
	words  []string
	zone   *time.Location
}

// ask gives what the caller sees, and what is asked of it.
func (s *service) ask(ctx context.Context, n *Narrow) (Viewer, asked, error) {
	v, err := s.View(ctx)
	if err == nil && n.Group != "" {
		v, err = v.OfGroup(ctx, n.Group)
	}
	if err != nil {
		return nil, asked{}, s.problem(err)
	}
	q, err := s.asked(n, v.Now())
	return v, q, err
}

func (s *service) asked(n *Narrow, now time.Time) (asked, error) {
	a := asked{zone: now.Location(), words: strings.Fields(strings.ToLower(n.Search))}
	if n.TZ != "" {
		zone, err := time.LoadLocation(n.TZ)
		if err != nil {
			return a, huma.Error422UnprocessableEntity("tz is the name of no time zone")
		}
		a.zone = zone
	}
	f := store.Filter{Now: now, Repo: n.Repo, Language: n.Language, Model: n.Model, Branch: n.Branch, State: fact.State(n.State),
		Excluded: fact.Exclusion(n.Excluded), Below: fact.Shortfall(n.Below), IncludeOpen: n.IncludeOpen, IncludeAutomated: n.IncludeAutomated}
	for _, i := range n.Intent {
		if i = strings.ReplaceAll(strings.ToLower(i), "-", "_"); !slices.Contains(store.IntentNames(), i) {
			return a, huma.Error422UnprocessableEntity("intent is none that there is")
		}
		f.Intents = append(f.Intents, fact.Intent(i))
	}
	if n.Excluded != "" && !slices.Contains(store.ExclusionNames(), n.Excluded) {
		return a, huma.Error422UnprocessableEntity("excluded is no reason that there is")
	}
	yes := func(text string) *bool {
		if text == "" {
			return nil
		}
		is := text == "true"
		return &is
	}
	f.Crushed, f.Counted = yes(n.Crushed), yes(n.Counted)
	var err error
	if f.Since, f.Until, err = s.Window(n.Since, n.Until, now.In(a.zone)); err != nil {
		return a, huma.Error422UnprocessableEntity(err.Error())
	}
	a.filter = f
	return a, nil
}

// cursor is where a page of sessions ended.
type cursor struct {
	By      store.OrderKey `json:"b"`
	Reverse bool           `json:"r,omitempty"`
	Value   float64        `json:"v"`           // by what the last session of the page before was put in order
	ID      string         `json:"i"`           // of that session
	For     string         `json:"f"`           // audience that it was handed out to
	Offset  *int           `json:"o,omitempty"` // in those of releases before: how many sessions were told
}

func (c cursor) String() string {
	text, _ := json.Marshal(c) // it has only plain fields
	return base64.RawURLEncoding.EncodeToString(text)
}

// parseCursor reads a cursor. One that was handed out to others is answered as one that
// never was.
func parseCursor(text, audience string) (c cursor, err error) {
	raw, err := base64.RawURLEncoding.DecodeString(text)
	if err == nil {
		err = json.Unmarshal(raw, &c)
	}
	switch {
	case err != nil || c.For != audience || c.ID == "" && c.Offset == nil:
		return c, huma.Error404NotFound("cursor is none that was handed out")
	case c.Offset != nil:
		return c, huma.Error422UnprocessableEntity("cursor is of an earlier release of the server; begin again with the first page")
	}
	return c, nil
}

// Page is a page of sessions.
type Page struct {
	Sessions []wire.Session `json:"sessions"`
	Next     *string        `json:"next" doc:"cursor of the next page; null: this is the last"`
	Found    int            `json:"found" doc:"how many there are in all"`
}

type body[T any] struct{ Body T }

// most and usual are how many sessions a page holds.
const (
	usual = 50
	most  = 500
)

func (s *service) reading(a huma.API) {
	get := func(id, path, text string) huma.Operation {
		return huma.Operation{OperationID: id, Method: http.MethodGet, Path: Base + path, Summary: text, Errors: []int{401, 403, 404, 422, 503}}
	}
	huma.Register(a, get("score", "/score", "The PRISM Score, as prism score --json prints it"), func(ctx context.Context, in *struct {
		Narrow
		By []string `query:"by" doc:"break down by these"`
	}) (*body[wire.Score], error) {
		v, q, err := s.ask(ctx, &in.Narrow)
		if err != nil {
			return nil, err
		}
		for _, by := range in.By {
			if !slices.Contains(score.Dimensions(), by) {
				return nil, huma.Error422UnprocessableEntity("by is none of " + strings.Join(score.Dimensions(), ", "))
			}
		}
		sum, err := v.Summary(ctx, score.Options{Since: q.filter.Since, Until: q.filter.Until, Zone: q.zone, Now: q.filter.Now, By: in.By,
			IncludeOpen: in.IncludeOpen, IncludeAutomated: in.IncludeAutomated}, q.filter, q.words)
		if err != nil {
			return nil, s.problem(err)
		}
		return &body[wire.Score]{wire.FromSummary(&sum, v.Judge(ctx))}, nil
	})
	huma.Register(a, get("sessions", "/sessions", "Sessions, page by page"), func(ctx context.Context, in *struct {
		Narrow
		Sort    string `query:"sort" enum:"ended,started,tokens,cost,confidence,turns"`
		Reverse bool   `query:"reverse"`
		Limit   int    `query:"limit" minimum:"1" maximum:"500" default:"50"`
		Cursor  string `query:"cursor" maxLength:"512"`
	}) (*body[Page], error) {
		v, q, err := s.ask(ctx, &in.Narrow)
		if err != nil {
			return nil, err
		}
		at := cursor{By: store.OrderKey(in.Sort), Reverse: in.Reverse, For: v.Audience()}
		if in.Cursor != "" {
			if at, err = parseCursor(in.Cursor, at.For); err != nil {
				return nil, err
			}
		}
		out, err := s.page(ctx, v, q, at, min(max(in.Limit, 1), most))
		if err != nil {
			return nil, s.problem(err)
		}
		return &body[Page]{*out}, nil
	})
	huma.Register(a, get("session", "/sessions/{id}", "One session, as prism show --json prints it"), func(ctx context.Context, in *Named) (*tagged[wire.Shown], error) {
		v, x, err := s.find(ctx, in.ID)
		if err != nil {
			return nil, err
		}
		turns, _ := v.Turns(ctx, x)
		return &tagged[wire.Shown]{ETag: strconv.Quote(v.Revision(x)), Body: v.Shown(ctx, x, turns)}, nil
	})
	huma.Register(a, get("timeline", "/sessions/{id}/timeline", "The turns of a session"), func(ctx context.Context, in *struct {
		Named
		From  int `query:"from" minimum:"1" default:"1"`
		Limit int `query:"limit" minimum:"1" maximum:"500" default:"100"`
	}) (*body[Timeline], error) {
		v, x, err := s.find(ctx, in.ID)
		if err != nil {
			return nil, err
		}
		turns, gone := v.Turns(ctx, x)
		t := Timeline{Turns: []wire.Turn{}, Total: len(turns), Gone: gone}
		if first := in.From - 1; first < len(turns) {
			t.Turns = turns[first:min(first+in.Limit, len(turns))]
		}
		return &body[Timeline]{t}, nil
	})
	huma.Register(a, get("verdicts", "/sessions/{id}/verdicts", "What each judge says of a session, the one in use first"), func(ctx context.Context, in *Named) (*body[[]wire.Verdict], error) {
		v, x, err := s.find(ctx, in.ID)
		if err != nil {
			return nil, err
		}
		out := []wire.Verdict{wire.FromVerdict(&x.Verdict)}
		for _, o := range v.Others(ctx, x) {
			out = append(out, wire.FromVerdict(&o))
		}
		return &body[[]wire.Verdict]{out}, nil
	})
	huma.Register(a, get("verdict-history", "/sessions/{id}/verdicts/history", "Every verdict of a session that is kept, the latest first: also those of older versions, and of it as it was before it grew or was merged"), func(ctx context.Context, in *Named) (*body[[]wire.PastVerdict], error) {
		v, x, err := s.find(ctx, in.ID)
		if err != nil {
			return nil, err
		}
		out := []wire.PastVerdict{}
		for _, h := range v.History(ctx, x) {
			out = append(out, wire.PastVerdict{Session: h.Session, Verdict: wire.FromVerdict(&h.Verdict)})
		}
		return &body[[]wire.PastVerdict]{out}, nil
	})
	huma.Register(a, get("rework", "/sessions/{id}/rework", "Whether later sessions undid what a session landed, and which"), func(ctx context.Context, in *Named) (*body[wire.Undone], error) {
		_, x, err := s.find(ctx, in.ID)
		if err != nil {
			return nil, err
		}
		return &body[wire.Undone]{wire.FromRework(&x.Rework)}, nil
	})
	huma.Register(a, get("export", "/export", "All that is kept of you: sessions, labels, and the lines that were sent"), func(ctx context.Context, _ *struct{}) (*huma.StreamResponse, error) {
		v, err := s.View(ctx)
		if err != nil {
			return nil, s.problem(err)
		}
		return &huma.StreamResponse{Body: func(out huma.Context) {
			// It begins when the first bytes are there: until then it may fail as others do.
			w := &late{to: out}
			if err := v.Export(ctx, w); err != nil && !w.begun {
				var known huma.StatusError
				if errors.As(s.problem(err), &known) {
					_ = huma.WriteErr(a, out, known.GetStatus(), known.Error()) // who went away misses nothing
				}
			}
		}}, nil
	})
	huma.Register(a, get("status", "/status", "How far the server is"), func(ctx context.Context, _ *struct{}) (*body[State], error) {
		st, err := s.State(ctx)
		if err != nil {
			return nil, s.problem(err)
		}
		st.Version = build.Version()
		return &body[State]{st}, nil
	})
}

// late writes the head of an answer when its body begins.
type late struct {
	to    huma.Context
	begun bool
}

// Write implements io.Writer.
func (l *late) Write(b []byte) (int, error) {
	if !l.begun {
		l.begun = true
		l.to.SetHeader("Content-Type", "application/json")
		l.to.SetHeader("Content-Disposition", `attachment; filename="prism-export.json"`)
	}
	return l.to.BodyWriter().Write(b)
}

// Timeline is a stretch of the turns of a session.
type Timeline struct {
	Turns []wire.Turn `json:"turns"`
	Total int         `json:"total"`
	Gone  string      `json:"gone" doc:"why there are none; empty where there are"`
}

// page reads a page of sessions: from the cursor's place on, whatever came before it or
// went since.
func (s *service) page(ctx context.Context, v Viewer, q asked, at cursor, limit int) (*Page, error) {
	order := store.Order{By: at.By, Reverse: at.Reverse}
	if at.ID != "" {
		order.After = &store.Place{Value: at.Value, ID: at.ID}
	}
	list, found, err := v.Page(ctx, q.filter, q.words, order, limit+1, 0)
	if err != nil {
		return nil, err
	}
	out := &Page{Sessions: []wire.Session{}, Found: found}
	if len(list) > limit {
		list = list[:limit]
		place := order.PlaceOf(list[limit-1])
		next := cursor{By: at.By, Reverse: at.Reverse, Value: place.Value, ID: place.ID, For: at.For}.String()
		out.Next = &next
	}
	for _, x := range list {
		out.Sessions = append(out.Sessions, wire.FromSession(x, q.filter.IncludeOpen, q.filter.IncludeAutomated))
	}
	return out, nil
}

// Named is a session by its id.
type Named struct {
	ID string `path:"id" maxLength:"64" doc:"id of the session, or a beginning that no other has"`
}

type tagged[T any] struct {
	ETag string `header:"ETag"`
	Body T
}

func (s *service) find(ctx context.Context, id string) (Viewer, *fact.Session, error) {
	v, err := s.View(ctx)
	if err != nil {
		return nil, nil, s.problem(err)
	}
	x, err := v.One(ctx, id)
	return v, x, s.problem(err)
}
