// Package original answers what the public plugin of the original product asks of its
// server, in the forms of both of its generations, so that a person who has that plugin
// can point it here.
//
// Nouns: a Capture takes what the plugin sends, a Reading answers what it asks of
// sessions and telemetry; an observation is what a hook of the plugin's saw. Promises:
// what is sent becomes events in the file of its session, beside those that the client
// sends as telemetry, and an answer of success means that they are committed, or that
// nobody wants them; every text passes the gate first; who calls is known before a body
// is read, and bodies are bounded; fields that are not known are ignored. Refusals: it
// joins nothing (the dialect's reader does), and keeps no field that may hold prose but
// prompts, responses and the names of folders, branches and models.
//
// The plugin itself was not at hand: this is written by its description (docs/plugin-original.md).
package original

import (
	"context"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"strconv"
	"time"

	"prism/internal/content"
	"prism/internal/redact"
	"prism/internal/server/classic"
	"prism/internal/transcript/telemetry"
)

// Caller is who asks, by the key that was shown.
type Caller struct {
	Tenant string
	Person string // owns what is sent
	// FactsOnly says that the tenant takes no transcripts: prompts and responses are
	// kept without their words.
	FactsOnly bool
	// Folders says that some repositories of the tenant's are left alone: words that do
	// not tell in which folder they were said are not kept.
	Folders bool
}

// Sink keeps what is sent; it returns once that is kept for good.
type Sink interface {
	Ingest(ctx context.Context, tenant string, list []content.Append) ([]content.Receipt, error)
}

// Problem puts an error into the published shape.
type Problem func(err error) *classic.Error

// Capture takes what the plugin sends. Large bodies are read a few at a time.
type Capture struct {
	// Caller tells who sends; the error is for Problem.
	Caller func(r *http.Request) (Caller, error)
	// Still tells, once all of a request has come, that who sent it still may; nil: nobody
	// is asked.
	Still   func(r *http.Request) error
	Sink    Sink
	Gate    *redact.Redactor
	Problem Problem
	// Kept finds the events that are kept of a tenant.
	Kept func(ctx context.Context, tenant string) (Events, error)
	// Base is the address by which the server was called.
	Base func(r *http.Request) (string, error)
	Now  func() time.Time
	// Failed is told why something was not kept; nil: nobody is.
	Failed func(error)

	room chan struct{}
	look chan struct{} // what was kept of a session is looked through by few at a time
}

// refusal is an answer in the plugin's second shape: {"error":{"code":"…"}}.
type refusal struct {
	status int
	code   string
}

// Error implements error.
func (e *refusal) Error() string { return e.code }

func refuse(code string) error { return &refusal{http.StatusBadRequest, code} }

// Bounds of bodies, in bytes: the plugin sends texts of 2 MiB at most, 2.94 MiB as JSON.
const (
	mostSpoken   = 4 << 20
	mostEvidence = 512 << 10
	mostOther    = 64 << 10
	// large is from where on a body waits until it may be read; so many are at a time.
	large   = 64 << 10
	atATime = 8
	// patience is how long it waits.
	patience = time.Second
	// retry is what is said to who comes when there is no room, in seconds.
	retry = 5
)

// reply is an answer of success.
type reply struct {
	status int
	body   any
}

// act does what one address is for.
type act func(r *http.Request, c Caller, body []byte) (reply, error)

type route struct {
	pattern string
	most    int64 // of the body; 0: there is none
	act     act
}

func (c *Capture) routes() []route {
	return []route{
		{"GET /v1/plugin/config", 0, c.config},
		{"POST /v1/setup-complete", mostOther, setUp},
		{"GET /v1/model-catalog", 0, catalog},
		{"POST /v1/prompts", mostSpoken, c.prompt},
		{"POST /v1/prompts/response", mostSpoken, c.response},
		{"POST /v1/prompt-evidence", mostOther, c.promptEvidence},
		{"POST /v1/git-evidence", mostEvidence, c.gitEvidence},
		{"POST /v1/host-observations/{kind}", mostOther, c.observation},
	}
}

// Patterns are the addresses that take a key, as net/http writes them.
func (c *Capture) Patterns() (list []string) {
	for _, r := range c.routes() {
		list = append(list, r.pattern)
	}
	return list
}

// Register adds the addresses to a mux.
func (c *Capture) Register(mux *http.ServeMux) {
	c.room, c.look = make(chan struct{}, atATime), make(chan struct{}, 2)
	for _, to := range c.routes() {
		mux.HandleFunc(to.pattern, func(w http.ResponseWriter, r *http.Request) {
			caller, err := c.Caller(r)
			var body []byte
			if err == nil && to.most > 0 {
				var done func()
				body, done, err = c.read(w, r, to.most)
				defer done()
				if err == nil && c.Still != nil {
					err = c.Still(r)
				}
			}
			var out reply
			if err == nil {
				out, err = to.act(r, caller, body)
			}
			answer(w, out, err, c.Problem)
		})
	}
	// Whoever asks whether the server is there has no key yet.
	mux.HandleFunc("GET /health", func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "text/plain; charset=utf-8")
		_, _ = w.Write([]byte("ok")) // who went away misses nothing
	})
}

// answer writes an answer or, in the shape that it has, an error.
func answer(w http.ResponseWriter, out reply, err error, problem Problem) {
	h := w.Header()
	h.Set("Content-Type", "application/json")
	h.Set("Cache-Control", "no-store")
	h.Set("X-Content-Type-Options", "nosniff")
	var no *refusal
	switch {
	case errors.As(err, &no):
		out = reply{no.status, map[string]any{"error": map[string]string{"code": no.code}}}
	case err != nil:
		p := problem(err)
		if p.Code == http.StatusServiceUnavailable && h.Get("Retry-After") == "" {
			h.Set("Retry-After", strconv.Itoa(retry))
		}
		out = reply{p.Code, p}
	}
	w.WriteHeader(out.status)
	_ = json.NewEncoder(w).Encode(out.body) // who went away misses nothing
}

var (
	errBusy   = &classic.Error{Code: http.StatusServiceUnavailable, Message: "Too many requests are under way"}
	errKeep   = &classic.Error{Code: http.StatusServiceUnavailable, Message: "Cannot be kept now"}
	errCoding = &classic.Error{Code: http.StatusUnsupportedMediaType, Message: "Content-Encoding is not identity"}
)

// keep hands an event to the sink. taken is false where nobody wants it.
func (c *Capture) keep(ctx context.Context, from Caller, e *telemetry.Event) (taken bool, err error) {
	e.Origin, e.Sequence = telemetry.Plugin, -1
	e.Sort()
	line := append(e.Line(), '\n')
	receipts, err := c.Sink.Ingest(ctx, from.Tenant, []content.Append{{Person: from.Person, Path: pathOf(e.Session), Kind: content.Telemetry, Data: line, Modified: c.Now()}})
	if err != nil {
		if c.Failed != nil {
			c.Failed(err)
		}
		return false, errKeep
	}
	return len(receipts) == 1 && !receipts[0].Status.Declined(), nil
}

// pathOf is the file of a session's events, which OTLP's lie in, too.
func pathOf(session string) string { return content.EventsPath(session) }

// nobody is the id of what was taken and dropped.
const nobody = "00000000-0000-0000-0000-000000000000"

// named is an id that is the same for the same things: a UUID of version 8.
func named(things ...string) string {
	h := sha256.Sum256(fmt.Appendf(nil, "%q", things))
	h[6], h[8] = h[6]&0x0f|0x80, h[8]&0x3f|0x80
	return fmt.Sprintf("%x-%x-%x-%x-%x", h[:4], h[4:6], h[6:8], h[8:10], h[10:16])
}
