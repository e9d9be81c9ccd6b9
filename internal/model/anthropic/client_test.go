package anthropic

import (
	"context"
	"encoding/json"
	"errors"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"go.uber.org/goleak"

	"prism/internal/fact"
	"prism/internal/model"
	"prism/internal/model/modeltest"
	"prism/internal/redact"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

const schema = `{"type":"object","properties":{"zeta":{"type":"boolean"},"alpha":{"type":"string","maxLength":9},"list":{"type":"array","maxItems":2,"items":{"type":"object","properties":{"q":{"enum":["a","b"]},"minimum":{"type":"integer","minimum":1}}}}},"required":["zeta"]}`

func request() model.Request {
	zero := 0.0
	return model.Request{
		Model: "claude-haiku-4-5", System: redact.Literal("You judge."),
		Blocks: []model.Block{{Text: redact.Literal("a transcript"), Cache: true}, {}, {Text: redact.Literal("the question")}},
		Schema: json.RawMessage(schema), SchemaName: "verdict", MaxTokens: 300, Temperature: &zero,
	}
}

func start(t *testing.T, o Options) (*modeltest.Server, *Client) {
	t.Helper()
	srv := modeltest.New()
	o.BaseURL, o.APIKey = srv.URL+o.BaseURL, "key-of-a-test"
	c, err := New(o)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { c.Close(); srv.Close() })
	return srv, c
}

func TestAnswer(t *testing.T) {
	srv, c := start(t, Options{Headers: map[string]string{"X-Team": "blue"}})
	srv.RequireKey("key-of-a-test")
	got, err := c.Complete(t.Context(), request())
	if err != nil {
		t.Fatal(err)
	}
	want := model.Response{
		Text: `{"zeta":false,"alpha":"","list":[]}`, Model: "claude-haiku-4-5", Stop: model.StopEnd, UsageKnown: true, RequestID: "req_ok",
		Usage: fact.Tokens{Input: got.Usage.Input, Output: got.Usage.Output, CacheWrite5m: 5, CacheWrite1h: 2, CacheRead: 11},
	}
	if got.Latency <= 0 || got.Usage.Input == 0 || got.Usage.Output == 0 {
		t.Errorf("latency %v, usage %+v", got.Latency, got.Usage)
	}
	got.Latency = 0
	if d := cmp.Diff(want, got); d != "" {
		t.Error(d)
	}

	call := srv.Calls()[0]
	if call.Header.Get("X-Team") != "blue" || call.Header.Get("Anthropic-Version") == "" {
		t.Errorf("headers %v", call.Header)
	}
	var body struct {
		MaxTokens   int               `json:"max_tokens"`
		Temperature *float64          `json:"temperature"`
		Thinking    any               `json:"thinking"`
		System      []json.RawMessage `json:"system"`
		Messages    []struct {
			Content []struct {
				Text  string         `json:"text"`
				Cache map[string]any `json:"cache_control"`
			} `json:"content"`
		} `json:"messages"`
	}
	if err := json.Unmarshal([]byte(call.Body), &body); err != nil {
		t.Fatal(err)
	}
	if body.MaxTokens != 300 || body.Temperature == nil || *body.Temperature != 0 || body.Thinking != nil || len(body.System) != 1 {
		t.Errorf("body %s", call.Body)
	}
	content := body.Messages[0].Content
	if len(content) != 2 || content[0].Cache["type"] != "ephemeral" || content[1].Cache != nil {
		t.Errorf("content %+v", content)
	}
	// The order of the properties is the order in which a model answers, and
	// bounds are refused by the server.
	if z, a := strings.Index(call.Body, `"zeta"`), strings.Index(call.Body, `"alpha"`); z < 0 || a < z {
		t.Errorf("properties out of order: %s", call.Body)
	}
	for _, word := range []string{"maxLength", "maxItems", `"minimum":1`} {
		if strings.Contains(call.Body, word) {
			t.Errorf("the schema still has %s", word)
		}
	}
	if n := strings.Count(call.Body, `"additionalProperties":false`); n != 2 {
		t.Errorf("%d closed objects, want 2: %s", n, call.Body)
	}
	if !strings.Contains(call.Body, `"required":["zeta","alpha","list"]`) || !strings.Contains(call.Body, `"required":["q","minimum"]`) {
		t.Errorf("not all required: %s", call.Body)
	}
}

// What each kind of model is sent; the stand-in refuses what the real ones do.
func TestParametersByModel(t *testing.T) {
	for name, want := range map[string]string{
		"claude-haiku-4-5":          `"temperature":0`,
		"claude-haiku-4-5-20251001": `"temperature":0`,
		"claude-opus-4-8":           `"max_tokens":300`,
		"claude-opus-5":             `"thinking":{"type":"disabled"}`,
		"claude-haiku-5-5":          `"thinking":{"type":"disabled"}`,
		"claude-sonnet-5-5":         `"thinking":{"type":"between_tools"}`,
		"claude-opus-5-5":           `"effort":"low"`,
		"claude-fable-5-1":          `"max_tokens":8300`,
		"claude-fable-6":            `"max_tokens":8300`,
		"claude-opus-4-1":           "Answer with one JSON object",
	} {
		srv, c := start(t, Options{})
		r := request()
		r.Model, r.CacheSystem = name, true
		if _, err := c.Complete(t.Context(), r); err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		body := srv.Calls()[0].Body
		if !strings.Contains(body, want) {
			t.Errorf("%s: %s is not in %s", name, want, body)
		}
		if p := model.ProfileOf(name); !p.Temperature && strings.Contains(body, "temperature") {
			t.Errorf("%s is sent a temperature", name)
		}
		if name == "claude-fable-6" && strings.Contains(body, "effort") {
			t.Errorf("an unknown model is sent an effort: %s", body)
		}
	}
}

func TestFailures(t *testing.T) {
	after := func(k, v string) map[string]string { return map[string]string{k: v} }
	for name, tc := range map[string]struct {
		fault modeltest.Fault
		want  model.Error
	}{
		"400":            {modeltest.Fault{Status: 400}, model.Error{Class: model.BadRequest, Status: 400}},
		"401":            {modeltest.Fault{Status: 401}, model.Error{Class: model.Unavailable, Status: 401}},
		"402":            {modeltest.Fault{Status: 402}, model.Error{Class: model.Unavailable, Status: 402}},
		"403":            {modeltest.Fault{Status: 403}, model.Error{Class: model.Unavailable, Status: 403}},
		"404":            {modeltest.Fault{Status: 404}, model.Error{Class: model.Unavailable, Status: 404}},
		"408":            {modeltest.Fault{Status: 408}, model.Error{Class: model.Retryable, Status: 408}},
		"409":            {modeltest.Fault{Status: 409}, model.Error{Class: model.Retryable, Status: 409}},
		"413":            {modeltest.Fault{Status: 413}, model.Error{Class: model.TooLong, Status: 413}},
		"429 seconds":    {modeltest.Fault{Status: 429, Header: after("Retry-After", "7")}, model.Error{Class: model.Retryable, Status: 429, After: 7 * time.Second}},
		"429 ms":         {modeltest.Fault{Status: 429, Header: after("Retry-After-Ms", "250")}, model.Error{Class: model.Retryable, Status: 429, After: 250 * time.Millisecond}},
		"429 never":      {modeltest.Fault{Status: 429, Header: after("X-Should-Retry", "false")}, model.Error{Class: model.BadRequest, Status: 429}},
		"429 spend":      {modeltest.Named("spend"), model.Error{Class: model.Unavailable, Status: 429}},
		"400 credit":     {modeltest.Named("credit"), model.Error{Class: model.Unavailable, Status: 400}},
		"400 too long":   {modeltest.Named("toolong"), model.Error{Class: model.TooLong, Status: 400}},
		"500":            {modeltest.Fault{Status: 500}, model.Error{Class: model.Retryable, Status: 500}},
		"503":            {modeltest.Fault{Status: 503}, model.Error{Class: model.Retryable, Status: 503}},
		"529":            {modeltest.Fault{Status: 529}, model.Error{Class: model.Retryable, Status: 529}},
		"timeout":        {modeltest.Fault{Stall: true}, model.Error{Class: model.Retryable, Billable: true}},
		"cut in mid-way": {modeltest.Fault{Cut: true}, model.Error{Class: model.Retryable, Status: 200, Billable: true}},
		"dropped":        {modeltest.Fault{Drop: true}, model.Error{Class: model.Retryable, Billable: true}},
		"login page":     {modeltest.Fault{Page: true}, model.Error{Class: model.Retryable, Status: 200, Billable: true}},
		"half of JSON":   {modeltest.Fault{Broken: true}, model.Error{Class: model.Retryable, Status: 200, Billable: true}},
		"without end":    {modeltest.Fault{Huge: true}, model.Error{Class: model.BadRequest, Status: 200, Billable: true}},
		"redirect":       {modeltest.Fault{Redirect: "http://127.0.0.1:1/elsewhere"}, model.Error{Class: model.Unavailable, Status: 307}},
	} {
		t.Run(name, func(t *testing.T) {
			o := Options{Timeout: 10 * time.Second}
			if tc.fault.Stall {
				o.Timeout = 50 * time.Millisecond
			}
			srv, c := start(t, o)
			srv.Fail(tc.fault)
			_, err := c.Complete(t.Context(), request())
			var got *model.Error
			if !errors.As(err, &got) {
				t.Fatalf("%v is no model.Error", err)
			}
			quiet(t, err)
			if got.Message == "" {
				t.Error("no message")
			}
			short := model.Error{Class: got.Class, Status: got.Status, After: got.After, Billable: got.Billable}
			if d := cmp.Diff(tc.want, short); d != "" {
				t.Errorf("%v: %s", got, d)
			}
			if n := len(srv.Calls()); n != 1 {
				t.Errorf("%d requests were sent, want 1", n)
			}
			if _, err := c.Complete(t.Context(), request()); err != nil {
				t.Errorf("and then: %v", err)
			}
		})
	}
}

// quiet fails where an error says anything of a request or of a server's words.
func quiet(t *testing.T, err error) {
	t.Helper()
	for e := err; e != nil; e = errors.Unwrap(e) {
		for _, word := range []string{modeltest.Echo, "ECHO", "alice", "You judge", "a transcript", "the question", "key-of-a-test", "<html>"} {
			if strings.Contains(e.Error(), word) {
				t.Errorf("the error tells %q: %v", word, e)
			}
		}
	}
}

func TestStops(t *testing.T) {
	for name, tc := range map[string]struct {
		fault  modeltest.Fault
		stop   model.Stop
		detail string
		known  bool
	}{
		"refusal":    {modeltest.Fault{Refusal: true}, model.StopRefusal, "cyber", true},
		"max_tokens": {modeltest.Fault{MaxTokens: true}, model.StopMaxTokens, "", true},
		"window":     {modeltest.Fault{Window: true}, model.StopWindow, "", true},
		"no usage":   {modeltest.Fault{NoUsage: true}, model.StopEnd, "", false},
	} {
		srv, c := start(t, Options{})
		srv.Fail(tc.fault)
		got, err := c.Complete(t.Context(), request())
		if err != nil || got.Stop != tc.stop || got.Detail != tc.detail || got.UsageKnown != tc.known {
			t.Errorf("%s: %+v, %v", name, got, err)
		}
	}
}

// A server that does not hold answers to a schema is asked in words, and after
// that at once.
func TestSchemaRefused(t *testing.T) {
	srv, c := start(t, Options{})
	srv.Answer(func(q modeltest.Question) string {
		if q.Schema != nil {
			t.Error("the schema was sent where it is not taken")
		}
		return "Certainly.\n```json\n" + `{"zeta":true}` + "\n```"
	})
	srv.Fail(modeltest.Fault{NoSchema: true})
	for range 2 {
		got, err := c.Complete(t.Context(), request())
		if err != nil || got.Text != `{"zeta":true}` {
			t.Errorf("%q, %v", got.Text, err)
		}
	}
	if n := len(srv.Calls()); n != 3 {
		t.Errorf("%d requests, want 3", n)
	}
}

func TestCanceled(t *testing.T) {
	srv, c := start(t, Options{})
	srv.Fail(modeltest.Fault{Stall: true})
	ctx, cancel := context.WithCancel(t.Context())
	time.AfterFunc(30*time.Millisecond, cancel)
	_, err := c.Complete(ctx, request())
	if model.ClassOf(err) != model.Canceled || !errors.Is(err, context.Canceled) {
		t.Errorf("%v", err)
	}
}

func TestNothingOfTheEnvironment(t *testing.T) {
	srv := modeltest.New()
	defer srv.Close()
	t.Setenv("ANTHROPIC_BASE_URL", "http://127.0.0.1:1")
	t.Setenv("ANTHROPIC_API_KEY", "key-of-the-environment")
	t.Setenv("ANTHROPIC_CUSTOM_HEADERS", "X-Env: yes")
	if _, err := New(Options{}); model.ClassOf(err) != model.Unavailable {
		t.Errorf("a key came from somewhere: %v", err)
	}
	c, err := New(Options{BaseURL: srv.URL, AuthToken: "token-of-a-test"})
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	if _, err := c.Complete(t.Context(), request()); err != nil {
		t.Fatal(err)
	}
	h := srv.Calls()[0].Header
	if h.Get("X-Api-Key") != "" || h.Get("X-Env") != "" || h.Get("Authorization") != "Bearer token-of-a-test" {
		t.Errorf("headers %v", h)
	}
}

func TestNobodyListens(t *testing.T) {
	srv := modeltest.New()
	addr := srv.URL
	srv.Close()
	c, err := New(Options{BaseURL: addr, APIKey: "key-of-a-test"})
	if err != nil {
		t.Fatal(err)
	}
	_, err = c.Complete(t.Context(), request())
	var e *model.Error
	if !errors.As(err, &e) || e.Class != model.Unavailable || e.Billable {
		t.Errorf("%+v", err)
	}
}

func TestEmptyRequest(t *testing.T) {
	_, c := start(t, Options{})
	if _, err := c.Complete(t.Context(), model.Request{Model: "claude-haiku-4-5"}); model.ClassOf(err) != model.BadRequest {
		t.Errorf("%v", err)
	}
}

func TestErrorBodies(t *testing.T) {
	for body, want := range map[string]string{
		`{"type":"error","error":{"type":"rate_limit_error","message":"slow"}}`:             "slow",
		`{"message":"The provided model identifier is invalid."}`:                           "The provided model identifier is invalid.",
		`[{"error":{"code":429,"message":"Quota exceeded","status":"RESOURCE_EXHAUSTED"}}]`: "Quota exceeded",
		`nonsense`: "", `[]`: "", ``: "", `null`: "", `{"error":"text"}`: "",
	} {
		if _, got := words(body); got != want {
			t.Errorf("words(%s) = %q, want %q", body, got, want)
		}
	}
	if e := model.Failure(model.Reply{Status: http.StatusBadRequest, Text: "The provided model identifier is invalid."}); e.Class != model.Unavailable {
		t.Errorf("%v", e)
	}
}

// A server that takes a request and never answers, or byte by byte, is given up when
// the time is over.
func TestASilentServerIsGivenUp(t *testing.T) {
	const patience = 300 * time.Millisecond
	for name, drip := range map[string]bool{"silent": false, "byte by byte": true} {
		t.Run(name, func(t *testing.T) {
			srv := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
				if _, err := io.Copy(io.Discard, r.Body); err != nil {
					return
				}
				for r.Context().Err() == nil {
					if drip {
						if _, err := w.Write([]byte(" ")); err != nil {
							return
						}
						_ = http.NewResponseController(w).Flush() // the next write says so too
					}
					time.Sleep(10 * time.Millisecond)
				}
			}))
			defer srv.Close()
			c, err := New(Options{BaseURL: srv.URL, APIKey: "key-of-a-test", Timeout: patience})
			if err != nil {
				t.Fatal(err)
			}
			defer c.Close()
			start := time.Now()
			_, err = c.Complete(t.Context(), request())
			if took := time.Since(start); model.ClassOf(err) != model.Retryable || !errors.Is(err, context.DeadlineExceeded) || took > 10*patience {
				t.Errorf("%v after %v", err, took)
			}
		})
	}
}
