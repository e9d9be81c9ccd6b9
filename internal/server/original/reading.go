package original

import (
	"cmp"
	"context"
	"encoding/json"
	"io"
	"net/http"
	"slices"
	"strconv"
	"time"

	"prism/internal/content"
	"prism/internal/fact"
	"prism/internal/score"
	"prism/internal/server/classic"
	"prism/internal/store"
	"prism/internal/transcript/telemetry"
	"prism/internal/wire"
)

// Reading answers what the plugin asks of sessions and telemetry, beside the rows and
// the summary of a day, which package classic answers.
type Reading struct {
	// Caller tells who asks, and that they may read.
	Caller func(r *http.Request) (Caller, error)
	// View gives the sessions of the person who asks.
	View    func(r *http.Request) (classic.Library, error)
	Kept    func(ctx context.Context, tenant string) (Events, error)
	Problem Problem
	Now     func() time.Time

	room chan struct{}
}

func (a *Reading) routes() []route {
	return []route{
		{"GET /v1/telemetry/logs", 0, a.logs},
		{"POST /v1/insights/report/quick", mostOther, a.quick},
	}
}

// Patterns are the addresses, as net/http writes them.
func (a *Reading) Patterns() (list []string) {
	for _, r := range a.routes() {
		list = append(list, r.pattern)
	}
	return list
}

// Register adds the addresses to a mux.
func (a *Reading) Register(mux *http.ServeMux) {
	a.room = make(chan struct{}, 2)
	for _, to := range a.routes() {
		mux.HandleFunc(to.pattern, func(w http.ResponseWriter, r *http.Request) {
			from, err := a.Caller(r)
			if err == nil && to.most > 0 {
				// Nothing is asked by it: the plugin sends an empty object.
				if _, err = io.Copy(io.Discard, http.MaxBytesReader(w, r.Body, to.most)); err != nil {
					err = tooLarge(r)
				}
			}
			var out reply
			if err == nil {
				out, err = to.act(r, from, nil)
			}
			answer(w, out, err, a.Problem)
		})
	}
}

// logRecord is one of GET /v1/telemetry/logs.
type logRecord struct {
	Name       string `json:"event_name"`
	At         string `json:"timestamp"`
	Session    string `json:"session_id"`
	Prompt     string `json:"prompt_id,omitempty"`
	Attributes string `json:"attributes_json"`
	Model      string `json:"model,omitempty"`
	Input      *int64 `json:"input_tokens"`
	Output     *int64 `json:"output_tokens"`
	Read       *int64 `json:"cache_read_tokens"`
	Write      *int64 `json:"cache_creation_tokens"`

	at time.Time
	n  int64 // of the event, where the client counts
}

// Bounds of an answer, and of what is looked through for it, in bytes.
const (
	logsUsual = 100
	logsMost  = 1000
	logsDeep  = 30 * logsMost // the plugin asks for thirty pages
	logsLook  = 64 << 20
)

// logs is GET /v1/telemetry/logs: what the client sent of whoever asks, the latest
// first.
func (a *Reading) logs(r *http.Request, from Caller, _ []byte) (reply, error) {
	q := r.URL.Query()
	now := a.Now()
	since, err1 := moment(q.Get("from"), now.Add(-24*time.Hour))
	until, err2 := moment(q.Get("to"), now)
	limit, err3 := count(q.Get("limit"), logsUsual, 1)
	offset, err4 := count(q.Get("offset"), 0, 0)
	if err := cmp.Or(err1, err2, err3, err4); err != nil {
		return reply{}, err
	}
	limit = min(limit, logsMost)
	out := struct {
		Records []logRecord `json:"records"`
		More    bool        `json:"has_more"`
	}{Records: []logRecord{}}
	if who := q.Get("developer_id"); who != "" && who != from.Person || offset > logsDeep {
		return reply{http.StatusOK, out}, nil
	}
	select {
	case a.room <- struct{}{}:
		defer func() { <-a.room }()
	case <-r.Context().Done():
		return reply{}, errBusy
	case <-time.After(patience):
		return reply{}, errBusy
	}
	list, err := a.records(r.Context(), from, q.Get("session_id"), since, until, offset+limit+1)
	if err != nil {
		return reply{}, err
	}
	out.More = len(list) > offset+limit
	out.Records = append(out.Records, list[min(offset, len(list)):min(offset+limit, len(list))]...)
	return reply{http.StatusOK, out}, nil
}

// records are the latest of a person's that came of the client in a stretch of time.
func (a *Reading) records(ctx context.Context, from Caller, session string, since, until time.Time, most int) (list []logRecord, err error) {
	kept, err := a.Kept(ctx, from.Tenant)
	if err != nil || kept == nil {
		return nil, err
	}
	var files []content.File
	switch {
	case session == "":
		files, err = kept.FilesOf(ctx, from.Person, content.Telemetry, since)
	case isName(session):
		var f content.File
		var found bool
		if f, found, err = kept.FileAt(ctx, from.Person, pathOf(session)); found {
			files = append(files, f)
		}
	}
	latest := func() {
		slices.SortStableFunc(list, func(x, y logRecord) int { return cmp.Or(y.at.Compare(x.at), cmp.Compare(y.n, x.n)) })
		list = slices.CompactFunc(list, func(x, y logRecord) bool {
			return x.at.Equal(y.at) && x.n == y.n && x.Name == y.Name && x.Attributes == y.Attributes
		})
		list = list[:min(most, len(list))]
	}
	left := int64(logsLook)
	for i := range files {
		if err != nil || left <= 0 {
			break
		}
		err = each(ctx, kept, &files[i], left, func(e *telemetry.Event) bool {
			if e.Origin == telemetry.OTLP && !e.Time.Before(since) && !e.Time.After(until) {
				list = append(list, recordOf(e))
			}
			if len(list) > 2*most {
				latest()
			}
			return ctx.Err() == nil
		})
		left -= files[i].Size
	}
	latest()
	return list, err
}

// recordOf is an event as a record of the log that it came of.
func recordOf(e *telemetry.Event) logRecord {
	n := func(key string) *int64 {
		v, told := e.Get(key)
		if x, ok := v.Whole(); told && ok {
			return &x
		}
		return nil
	}
	all := map[string]any{"event.name": e.Name, "session.id": e.Session}
	if e.Prompt != "" {
		all["prompt.id"] = e.Prompt
	}
	for _, a := range e.Attrs {
		switch a.Kind {
		case telemetry.Int:
			all[a.Key] = a.Int
		case telemetry.Double:
			all[a.Key] = a.Float
		case telemetry.Bool:
			all[a.Key] = a.Int != 0
		default:
			all[a.Key] = a.Text
		}
	}
	text, err := json.Marshal(all)
	if err != nil { // plain values always do
		text = []byte("{}")
	}
	return logRecord{e.Name, e.Time.UTC().Format(time.RFC3339Nano), e.Session, e.Prompt, string(text), e.Str("model"),
		n("input_tokens"), n("output_tokens"), n("cache_read_tokens"), n("cache_creation_tokens"), e.Time, e.Sequence}
}

// moment reads a time of a query: RFC 3339, or a day in UTC.
func moment(s string, usual time.Time) (time.Time, error) {
	if s == "" {
		return usual, nil
	}
	for _, form := range []string{time.RFC3339Nano, time.DateOnly} {
		if at, err := time.Parse(form, s); err == nil && at.Year() > 1970 && at.Year() < 2200 {
			return at.UTC(), nil
		}
	}
	return usual, &classic.Error{Code: http.StatusBadRequest, Message: "from and to must be times as 2026-01-31T15:04:05Z, or days as 2026-01-31"}
}

// count reads a number of a query.
func count(s string, usual, least int) (int, error) {
	if s == "" {
		return usual, nil
	}
	n, err := strconv.Atoi(s)
	if err != nil || n < least {
		return usual, &classic.Error{Code: http.StatusBadRequest, Message: "limit must be a number from 1 on, offset one from 0 on"}
	}
	return n, nil
}

// quickAnswer is POST /v1/insights/report/quick, as far as Prism has what the plugin
// looks for: the earlier product's own figures (skillSnapshot and what follows from it)
// are null, and the plugin then shows compositeScore as a stand-in.
type quickAnswer struct {
	Skill   *struct{} `json:"skillSnapshot"`
	Profile struct {
		Composite *float64   `json:"compositeScore"`
		Coaching  []struct{} `json:"coaching"`
	} `json:"prismProfile"`
	Input    int64 `json:"totalInputTokens"`
	Output   int64 `json:"totalOutputTokens"`
	Sessions int   `json:"totalSessions"`
	How      struct {
		Stats struct {
			Turns *float64 `json:"avgTurnsPerSession,omitempty"`
		} `json:"stats"`
	} `json:"howYouUseCc"`
	Worst []struct{} `json:"worstPrompts"`
	Cost  *quickCost `json:"costOptimization,omitempty"`
}

type quickCost struct {
	Total   *float64   `json:"totalCostUsd"`
	Models  []struct{} `json:"modelRightsizing"`
	Actions []struct{} `json:"wasteActions"`
}

// quick is POST /v1/insights/report/quick: the last seven days unless it says otherwise.
func (a *Reading) quick(r *http.Request, _ Caller, _ []byte) (reply, error) {
	lib, err := a.View(r)
	if err != nil {
		return reply{}, err
	}
	now := lib.Now()
	until, err := moment(r.URL.Query().Get("to"), now)
	if err != nil {
		return reply{}, err
	}
	since, err := moment(r.URL.Query().Get("from"), until.AddDate(0, 0, -7))
	if err != nil {
		return reply{}, err
	}
	sum, err := lib.Summary(r.Context(), score.Options{Since: since, Until: until, Zone: time.UTC, Now: now}, store.Filter{Now: now}, nil)
	if err != nil {
		return reply{}, err
	}
	sessions, _, err := lib.Page(r.Context(), store.Filter{Now: now, Since: since, Until: until}, nil, store.Order{}, 0, 0)
	if err != nil {
		return reply{}, err
	}
	out := &quickAnswer{Input: sum.Tokens.Input, Output: sum.Tokens.Output, Sessions: sum.Sessions, Worst: []struct{}{}}
	out.Profile.Composite, out.Profile.Coaching = wire.Figure(sum.Skill.Grade), []struct{}{}
	out.How.Stats.Turns = turnsOf(sessions)
	if sum.Cost.USD != nil {
		out.Cost = &quickCost{wire.Figure(sum.Cost.USD), []struct{}{}, []struct{}{}}
	}
	return reply{http.StatusOK, out}, nil
}

// turnsOf is how many turns a session has, on average; nil without a session.
func turnsOf(list []*fact.Session) *float64 {
	turns := 0
	for _, s := range list {
		turns += s.Turns
	}
	return wire.Share(turns, len(list))
}
