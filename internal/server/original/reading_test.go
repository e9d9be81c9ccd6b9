package original_test

import (
	"context"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
	"time"

	"prism/internal/fact"
	"prism/internal/score"
	"prism/internal/server/classic"
	"prism/internal/server/original"
	"prism/internal/store"
	"prism/internal/transcript/telemetry"
)

// library has two sessions of five turns, and notes what is asked of it.
type library struct {
	classic.Library
	asked score.Options
	of    store.Filter
}

func (l *library) Now() time.Time { return noon }

func (l *library) Summary(_ context.Context, o score.Options, _ store.Filter, _ []string) (score.Summary, error) {
	l.asked = o
	grade, usd := 71.5, 0.25
	out := score.Summary{Tokens: fact.Tokens{Input: 300, Output: 40, CacheRead: 9000}, Cost: score.Cost{USD: &usd}, Skill: score.Skill{Grade: &grade}}
	out.Sessions = 2
	return out, nil
}

func (l *library) Page(_ context.Context, f store.Filter, _ []string, _ store.Order, limit, offset int) ([]*fact.Session, int, error) {
	if l.of = f; limit != 0 || offset != 0 {
		return nil, 0, io.ErrUnexpectedEOF // all of them are asked for
	}
	return []*fact.Session{{Turns: 2}, {Turns: 3}}, 2, nil
}

// The quick report has what Prism knows, of the time that is asked for, and nothing that
// it does not.
func TestQuick(t *testing.T) {
	lib := &library{}
	mux := http.NewServeMux()
	caller := func(*http.Request) (original.Caller, error) {
		return original.Caller{Tenant: "acme", Person: "ada"}, nil
	}
	(&original.Reading{Caller: caller, View: func(*http.Request) (classic.Library, error) { return lib, nil }, Now: lib.Now,
		Problem: func(err error) *classic.Error { return err.(*classic.Error) }}).Register(mux) //nolint:errorlint // of a test
	ask := func(query, body string) (int, string) {
		w := httptest.NewRecorder()
		mux.ServeHTTP(w, httptest.NewRequest(http.MethodPost, "/v1/insights/report/quick"+query, strings.NewReader(body)))
		return w.Code, strings.TrimSpace(w.Body.String())
	}
	const want = `{"skillSnapshot":null,"prismProfile":{"compositeScore":71.5,"coaching":[]},"totalInputTokens":300,"totalOutputTokens":40,"totalSessions":2,"howYouUseCc":{"stats":{"avgTurnsPerSession":2.5}},"worstPrompts":[],"costOptimization":{"totalCostUsd":0.25,"modelRightsizing":[],"wasteActions":[]}}`
	day := func(d int) time.Time { return time.Date(2026, 11, d, 0, 0, 0, 0, time.UTC) }
	for query, span := range map[string][2]time.Time{
		"":                               {noon.AddDate(0, 0, -7), noon},
		"?from=2026-11-09&to=2026-11-16": {day(9), day(16)},
		"?from=2026-11-09T00:00:00.000Z&to=2026-11-16T00:00:00.000Z&later=1": {day(9), day(16)},
		"?to=2026-11-16": {day(9), day(16)},
	} {
		status, answer := ask(query, "{}")
		if status != 200 || answer != want {
			t.Errorf("%s: %d %s", query, status, answer)
		}
		if !lib.asked.Since.Equal(span[0]) || !lib.asked.Until.Equal(span[1]) || !lib.of.Since.Equal(span[0]) || !lib.of.Until.Equal(span[1]) {
			t.Errorf("%s: of %s to %s, sessions of %s to %s", query, lib.asked.Since, lib.asked.Until, lib.of.Since, lib.of.Until)
		}
	}
	if status, answer := ask("?to=soon", "{}"); status != 400 || !strings.HasPrefix(answer, `{"code":400,`) {
		t.Errorf("%d %s", status, answer)
	}
	if status, _ := ask("", strings.Repeat("x", 65<<10)); status != 413 {
		t.Errorf("a large body: %d", status)
	}
}

// What an event tells is told as what it was, each record once.
func TestRecords(t *testing.T) {
	s := newServer(t)
	e := telemetry.Event{Time: noon.Add(-time.Minute), Name: "api_request", Session: "s1", Origin: telemetry.OTLP, Sequence: 4, Attrs: []telemetry.Attr{
		{Key: "cost_usd", Value: telemetry.Value{Kind: telemetry.Double, Float: 0.5}},
		{Key: "fast", Value: telemetry.Value{Kind: telemetry.Bool, Int: 1}},
		{Key: "input_tokens", Value: telemetry.Value{Kind: telemetry.Int, Int: 3}},
		{Key: "model", Value: telemetry.Value{Text: "m"}},
	}}
	other := e
	other.Sequence = 5
	s.files["ada/telemetry/s1.jsonl"] = append(append(append(append(e.Line(), '\n'), other.Line()...), '\n'), "half a line"...)
	_, text := s.ask("GET /v1/telemetry/logs", "")
	const record = `{"event_name":"api_request","timestamp":"2026-11-20T11:59:00Z","session_id":"s1","attributes_json":"{\"cost_usd\":0.5,\"event.name\":\"api_request\",\"fast\":true,\"input_tokens\":3,\"model\":\"m\",\"session.id\":\"s1\"}","model":"m","input_tokens":3,"output_tokens":null,"cache_read_tokens":null,"cache_creation_tokens":null}`
	if want := `{"records":[` + record + `,` + record + `],"has_more":false}`; text != want {
		t.Errorf("%s\nwant\n%s", text, want)
	}
}

// slowly is a body that stops in the middle until it may go on.
type slowly struct {
	left    int
	on, off chan struct{}
	once    sync.Once
}

func (s *slowly) Read(p []byte) (int, error) {
	if s.left == 0 {
		s.once.Do(func() { s.on <- struct{}{} })
		<-s.off
		return 0, io.EOF
	}
	n := min(len(p), s.left)
	for i := range p[:n] {
		p[i] = ' '
	}
	s.left -= n
	return n, nil
}

// Of large bodies so many are read at a time; others are told to come again, and small
// ones are read all the same.
func TestManyLargeBodies(t *testing.T) {
	t.Parallel() // it waits
	s := newServer(t)
	send := func(body io.Reader) *httptest.ResponseRecorder {
		r := httptest.NewRequest(http.MethodPost, "/v1/prompts", body)
		r.Header.Set("X-Api-Key", "key")
		w := httptest.NewRecorder()
		s.mux.ServeHTTP(w, r)
		return w
	}
	const many = 8
	on, off := make(chan struct{}, many), make(chan struct{})
	var all sync.WaitGroup
	for range many {
		all.Go(func() {
			if w := send(&slowly{left: 100 << 10, on: on, off: off}); w.Code != 400 {
				t.Errorf("one that was read: %d", w.Code)
			}
		})
	}
	for range many {
		<-on
	}
	large := `{"prompt_text":"x","tool_session_id":"s1"` + strings.Repeat(" ", 80<<10) + `}`
	if w := send(strings.NewReader(large)); w.Code != 503 || w.Header().Get("Retry-After") != "5" {
		t.Errorf("one too many: %d, come again in %q", w.Code, w.Header().Get("Retry-After"))
	}
	if w := send(strings.NewReader(strings.ReplaceAll(large, " ", ""))); w.Code != 201 {
		t.Errorf("a small one: %d", w.Code)
	}
	close(off)
	all.Wait()
	if w := send(strings.NewReader(large)); w.Code != 201 {
		t.Errorf("once there is room: %d", w.Code)
	}
}

// A few bytes of evidence have all that was kept of a session looked through: that goes on
// for two at a time.
func TestManyLooksForEvidence(t *testing.T) {
	t.Parallel() // it waits
	s := newServer(t)
	on, off := make(chan struct{}, 3), make(chan struct{})
	s.open = func() { on <- struct{}{}; <-off }
	send := func() int { // the same each time: once it is found, nothing is kept
		status, _ := s.ask("POST /v1/git-evidence", `{"schema_version":"git-evidence/v1","event_id":"5b1d7c34-1111-4222-8333-444455550000","session_id":"s1"}`)
		return status
	}
	if status := send(); status != 202 { // nothing is kept yet
		t.Fatal(status)
	}
	var all sync.WaitGroup
	for range 2 {
		all.Go(func() {
			if status := send(); status != 200 {
				t.Errorf("one that looks: %d", status)
			}
		})
	}
	<-on
	<-on
	said := make(chan int, 1)
	go func() { said <- send() }()
	select {
	case status := <-said:
		if status != 503 {
			t.Errorf("a third: %d", status)
		}
	case <-on:
		t.Error("a third looks, too")
	}
	close(off)
	all.Wait()
}
