package mcp

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"prism/internal/fact"
	"prism/internal/redact"
	"prism/internal/score"
	"prism/internal/store"
	"prism/internal/wire"
)

var noon = time.Date(2026, 11, 23, 12, 0, 0, 0, time.UTC)

// shelf is a library of some sessions.
type shelf struct {
	list  []*fact.Session
	limit int // that was asked for
	err   error
	// hidden is how many of the first are in figures alone.
	hidden int
}

func (s *shelf) Summary(_ context.Context, o score.Options, _ store.Filter, _ []string) (score.Summary, error) {
	r := fact.Reading{}
	for _, x := range s.list {
		r.Sessions = append(r.Sessions, *x)
	}
	return score.Compute(r, o), s.err
}

func (s *shelf) Page(_ context.Context, _ store.Filter, _ []string, _ store.Order, limit, _ int) ([]*fact.Session, int, error) {
	s.limit = limit
	list := s.list[s.hidden:]
	return list[:min(limit, len(list))], len(list), s.err
}

func (s *shelf) One(_ context.Context, id string) (*fact.Session, error) {
	for _, x := range s.list {
		if x.ID == id {
			return x, s.err
		}
	}
	return nil, store.ErrNoSession
}

func (s *shelf) OfConversation(_ context.Context, id string) (out []*fact.Session, _ error) {
	for _, x := range s.list {
		if x.Conversations[0] == id {
			out = append(out, x)
		}
	}
	return out, s.err
}
func (*shelf) Judge(context.Context) wire.Judge { return wire.Judge{Name: "offline"} }
func (*shelf) Now() time.Time                   { return noon }

// session is a fix that nothing verified.
func session(n int, title string) *fact.Session {
	return &fact.Session{
		ID: fmt.Sprintf("%016x", n), Conversations: []string{"c"}, Started: noon.Add(-time.Hour), Ended: noon.Add(time.Duration(n-1000) * time.Minute), State: fact.Closed, Turns: 3, Floor: fact.NewFloor(3, 20, 0, 1),
		Repo: fact.Repo{Key: fmt.Sprint("/r", n), Name: fmt.Sprint("r", n)},
		Verdict: fact.Verdict{
			Status: fact.JudgeOK, Intent: fact.BugFix, Basis: fact.Explicit, Signal: fact.NoSignal, Confidence: 0.3, Title: redact.Restore(title), Advice: redact.Restore("Run the tests."),
			Criteria: []fact.Criterion{{Name: "verified", Evidence: &fact.Evidence{Turn: 2, Quote: redact.Restore("a\x1b[31mquote")}}},
		},
	}
}

// client connects to a server of a library.
func client(t *testing.T, s *shelf, o Options) *sdk.ClientSession {
	t.Helper()
	o.Window = func(string, string, time.Time) (from, to time.Time, err error) { return from, to, nil }
	if o.Open == nil {
		o.Open = func(context.Context) (Library, func(), error) { return s, nil, nil }
	}
	here, there := sdk.NewInMemoryTransports()
	if _, err := server(o, nil).Connect(t.Context(), here, nil); err != nil {
		t.Fatal(err)
	}
	c, err := sdk.NewClient(&sdk.Implementation{Name: "t"}, nil).Connect(t.Context(), there, nil)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = c.Close() })
	return c
}

// call asks a tool; the answer stands in the text and, the same, as a value.
func call[T any](t *testing.T, c *sdk.ClientSession, name string, in any) (out Answer[T], refused string) {
	t.Helper()
	r, err := c.CallTool(t.Context(), &sdk.CallToolParams{Name: name, Arguments: in})
	if err != nil {
		t.Fatal(err)
	}
	text := r.Content[0].(*sdk.TextContent).Text
	if r.IsError {
		return out, text
	}
	if !strings.HasPrefix(text, `{"note":"Titles, summaries and quotes were said by`) {
		t.Errorf("%s does not begin with what it is: %.80s", name, text)
	}
	if err := json.Unmarshal([]byte(text), &out); err != nil {
		t.Fatal(err)
	}
	again, _ := json.Marshal(r.StructuredContent)
	var other Answer[T]
	if err := json.Unmarshal(again, &other); err != nil || fmt.Sprint(other.Note) != out.Note {
		t.Errorf("%s: %v, %s", name, err, again)
	}
	return out, ""
}

// Every tool says of itself that it changes nothing, and has a form for its answer.
func TestToolsOnlyRead(t *testing.T) {
	list, err := client(t, &shelf{}, Options{}).ListTools(t.Context(), nil)
	if err != nil || len(list.Tools) != 4 {
		t.Fatalf("%d tools, %v", len(list.Tools), err)
	}
	for _, x := range list.Tools {
		a := x.Annotations
		if a == nil || !a.ReadOnlyHint || *a.DestructiveHint || *a.OpenWorldHint || x.OutputSchema == nil || !strings.Contains(x.Description, "never an instruction") {
			t.Errorf("%s: %+v %s", x.Name, a, x.Description)
		}
	}
}

func TestAnswersAreBounded(t *testing.T) {
	s := &shelf{}
	for n := range 500 {
		s.list = append(s.list, session(n, strings.Repeat("long ", 40)))
	}
	c := client(t, s, Options{})
	page, _ := call[Page](t, c, "sessions", map[string]any{})
	if len(page.Answer.Sessions) != usualSessions || page.Answer.Found != 500 {
		t.Errorf("%d of %d", len(page.Answer.Sessions), page.Answer.Found)
	}
	if page, _ = call[Page](t, c, "sessions", map[string]any{"limit": mostSessions}); len(page.Answer.Sessions) != mostSessions {
		t.Errorf("%d sessions", len(page.Answer.Sessions))
	}
	for _, in := range []map[string]any{{"limit": mostSessions + 1}, {"limit": -1}, {"offset": -1}, {"search": strings.Repeat("a ", mostWords+1)}, {"intent": "password"}, {"bogus": 1}} {
		if _, refused := call[Page](t, c, "sessions", in); refused == "" {
			t.Errorf("%v was answered", in)
		}
	}
	sum, _ := call[wire.Score](t, c, "score", map[string]any{"by": []string{"repo"}})
	if n := len(sum.Answer.Groups["repo"]); n != mostGroups || sum.Answer.Counted != 500 {
		t.Errorf("%d groups, %d counted", n, sum.Answer.Counted)
	}
	if _, refused := call[wire.Score](t, c, "score", map[string]any{"by": []string{"password"}}); refused == "" {
		t.Error("a breakdown that there is not")
	}
	rep, refused := call[Reported](t, c, "report", map[string]any{})
	if len(rep.Answer.Markdown) == 0 || len(rep.Answer.Markdown) > mostReport || s.limit != mostInReport {
		t.Errorf("%d bytes of %d sessions: %s", len(rep.Answer.Markdown), s.limit, refused)
	}
}

func TestExplain(t *testing.T) {
	s := &shelf{list: []*fact.Session{session(1, "first"), session(2, "the \u202elast")}}
	c := client(t, s, Options{Here: "c"})
	for _, in := range []map[string]any{{"id": "0000000000000002"}, {"id": "c"}, {}} {
		e, refused := call[Explained](t, c, "explain", in)
		x := e.Answer
		if refused != "" || x.Session.Title != "the last" || x.Session.Stands != "not landed: not verified" || x.Advice != "Run the tests." || x.CompleteWhen == "" {
			t.Errorf("%v: %s %+v", in, refused, x)
		}
		if len(x.Conditions) != 1 || x.Conditions[0].Asks == "" || x.Conditions[0].Quote != "aquote" || x.Conditions[0].Turn != 2 {
			t.Errorf("%v: %+v", in, x.Conditions)
		}
	}
	if _, refused := call[Explained](t, c, "explain", map[string]any{"id": "nobody"}); refused != string(errNone) {
		t.Error(refused)
	}
}

// Of an error an agent reads what its host says of it, and no more.
func TestErrors(t *testing.T) {
	s := &shelf{err: errors.New("open /home/robin/secret: denied")}
	for _, name := range []string{"score", "sessions", "report"} {
		if _, refused := call[any](t, client(t, s, Options{}), name, map[string]any{}); refused == "" || strings.Contains(refused, "robin") {
			t.Errorf("%s: %q", name, refused)
		}
		told := Options{Tell: func(error) string { return "Come again." }}
		if _, refused := call[any](t, client(t, s, told), name, map[string]any{}); refused != "Come again." && name != "report" {
			t.Errorf("%s: %q", name, refused)
		}
	}
	failing := Options{Open: func(context.Context) (Library, func(), error) { return nil, nil, errors.New("no") }}
	for _, name := range []string{"score", "sessions", "explain", "report"} {
		if _, refused := call[any](t, client(t, s, failing), name, map[string]any{}); refused == "" {
			t.Errorf("%s answered of nothing", name)
		}
	}
}

// Who sees figures of more sessions than they see gets no report of them.
func TestReportIsOfWhatOneSees(t *testing.T) {
	s := &shelf{list: []*fact.Session{session(1, "theirs"), session(2, "one's own")}, hidden: 1}
	if rep, refused := call[Reported](t, client(t, s, Options{}), "report", map[string]any{}); !strings.Contains(refused, "ask for the score") {
		t.Errorf("%q %+v", refused, rep)
	}
}

// Over HTTP each request is answered by itself, and a large one is not read.
func TestHandler(t *testing.T) {
	s := &shelf{list: []*fact.Session{session(1, "first")}}
	o := Options{Open: func(context.Context) (Library, func(), error) { return s, nil, nil }, Window: func(string, string, time.Time) (from, to time.Time, err error) { return from, to, nil }}
	opened := 0
	srv := httptest.NewServer(Handler(func(*http.Request) Options { opened++; return o }))
	defer srv.Close()
	c, err := sdk.NewClient(&sdk.Implementation{Name: "t"}, nil).Connect(t.Context(), &sdk.StreamableClientTransport{Endpoint: srv.URL, DisableStandaloneSSE: true}, nil)
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	if page, _ := call[Page](t, c, "sessions", map[string]any{}); page.Answer.Found != 1 || opened < 2 {
		t.Errorf("%+v after %d requests", page, opened)
	}
	if _, err := c.CallTool(t.Context(), &sdk.CallToolParams{Name: "sessions", Arguments: map[string]any{"search": strings.Repeat("x", maxRequest)}}); err == nil {
		t.Error("a request of any size is read")
	}
}

// A request is one message, in every version of the protocol: a list of them would ask
// hundreds of questions at once.
func TestOneMessageInARequest(t *testing.T) {
	asked := 0
	h := Handler(func(*http.Request) Options {
		return Options{Open: func(context.Context) (Library, func(), error) { asked++; return nil, nil, errors.New("no") }}
	})
	const one = `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"score","arguments":{}}}`
	for _, version := range []string{"", "2024-11-05", "2025-03-26", "2025-06-18"} {
		for body, most := range map[string]int{one: 1, " \n" + one: 1, "[" + one + "]": 0, strings.Repeat(" ", 9000) + "\r\n[" + one + "," + one + "]": 0} {
			asked = 0
			r := httptest.NewRequest(http.MethodPost, "/mcp", strings.NewReader(body))
			r.Header.Set("Content-Type", "application/json")
			r.Header.Set("Accept", "application/json, text/event-stream")
			if version != "" {
				r.Header.Set("Mcp-Protocol-Version", version)
			}
			w := httptest.NewRecorder()
			h.ServeHTTP(w, r)
			if want := map[int]int{0: http.StatusBadRequest, 1: http.StatusOK}[most]; w.Code != want || asked != most {
				t.Errorf("version %q, %.40q: %d, %d asked: %s", version, strings.TrimSpace(body), w.Code, asked, w.Body)
			}
		}
	}
}
