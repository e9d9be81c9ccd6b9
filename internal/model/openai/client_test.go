package openai

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"go.uber.org/goleak"

	"prism/internal/model"
	"prism/internal/model/batch"
	"prism/internal/model/modeltest"
	"prism/internal/redact"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

func question() model.Request {
	zero := 0.0
	return model.Request{
		Model: "qwen3:8b", System: redact.Literal("You judge."),
		Blocks: []model.Block{{Text: redact.Literal("a transcript")}, {Text: redact.Literal("the question")}},
		Schema: json.RawMessage(`{"type":"object","properties":{"zeta":{"type":"boolean"},"alpha":{"type":"string","maxLength":9}}}`), SchemaName: "verdict", MaxTokens: 300, Temperature: &zero,
	}
}

func start(t *testing.T, suffix string, o Options) (*modeltest.Server, *Client) {
	t.Helper()
	srv := modeltest.New()
	o.BaseURL = srv.URL + suffix
	c, err := New(o)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { c.Close(); srv.Close() })
	return srv, c
}

func TestAnswer(t *testing.T) {
	for _, suffix := range []string{"/v1", "/v1/", "", "/"} {
		srv, c := start(t, suffix, Options{APIKey: "key-of-a-test", Headers: map[string]string{"X-Team": "blue"}})
		srv.RequireKey("key-of-a-test")
		for range 2 {
			got, err := c.Complete(t.Context(), question())
			if err != nil || got.Text != `{"zeta":false,"alpha":""}` || got.Model != "qwen3:8b" || got.Stop != model.StopEnd ||
				!got.UsageKnown || got.Usage.CacheRead != 3 || got.Usage.Input == 0 || got.RequestID != "req_ok" || got.Latency <= 0 {
				t.Fatalf("%q: %+v, %v", suffix, got, err)
			}
		}
		calls := srv.Calls()
		if last := calls[len(calls)-1]; last.Path != "/v1/chat/completions" || last.Header.Get("X-Team") != "blue" {
			t.Errorf("%q: %s %v", suffix, last.Path, last.Header)
		}
		if want := 2; len(calls) > want+1 || strings.Contains(suffix, "v1") && len(calls) != want {
			t.Errorf("%q: %d requests", suffix, len(calls))
		}
		body := calls[len(calls)-1].Body
		for _, want := range []string{`"temperature":0`, `"max_tokens":300`, `"strict":true`, `"name":"verdict"`, `"additionalProperties":false`, "Answer with one JSON object"} {
			if !strings.Contains(body, want) {
				t.Errorf("%s is not in %s", want, body)
			}
		}
	}
}

// What a server refuses is given up, and remembered.
func TestServersThatTakeLess(t *testing.T) {
	for name, tc := range map[string]struct {
		faults []modeltest.Fault
		model  string
		sent   int // requests for the first answer
		last   []string
		not    []string
	}{
		"no schema":           {[]modeltest.Fault{{NoSchema: true}}, "qwen3:8b", 2, []string{`"json_object"`}, []string{"json_schema"}},
		"no response_format":  {[]modeltest.Fault{{NoFormat: true}, {NoFormat: true}, {NoFormat: true}}, "qwen3:8b", 3, []string{`"temperature":0`}, []string{"response_format"}},
		"a model that thinks": {nil, "gpt-5-mini", 1, []string{`"max_completion_tokens":8300`}, []string{"temperature", `"max_tokens"`}},
	} {
		srv, c := start(t, "/v1", Options{})
		srv.Fail(tc.faults...)
		r := question()
		r.Model = tc.model
		got, err := c.Complete(t.Context(), r)
		if err != nil || got.Text != `{"zeta":false,"alpha":""}` {
			t.Errorf("%s: %q, %v", name, got.Text, err)
		}
		if n := len(srv.Calls()); n != tc.sent {
			t.Errorf("%s: %d requests, want %d", name, n, tc.sent)
		}
		srv.Forget()
		if _, err := c.Complete(t.Context(), r); err != nil {
			t.Errorf("%s: %v", name, err)
		}
		calls := srv.Calls()
		if len(calls) != 1 {
			t.Errorf("%s: not remembered, %d requests", name, len(calls))
		}
		for _, w := range tc.last {
			if !strings.Contains(calls[0].Body, w) {
				t.Errorf("%s: %s is not in %s", name, w, calls[0].Body)
			}
		}
		for _, w := range tc.not {
			if strings.Contains(calls[0].Body, w) {
				t.Errorf("%s: %s is in %s", name, w, calls[0].Body)
			}
		}
	}
}

// A reasoning model behind a name that does not tell: both refusals in a row.
func TestGivesUpOneThingAtATime(t *testing.T) {
	var bodies []string
	srv := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		var p map[string]any
		_ = json.NewDecoder(r.Body).Decode(&p)
		bodies = append(bodies, fmt.Sprint(p))
		say := func(m string) {
			w.WriteHeader(400)
			fmt.Fprintf(w, `{"error":{"message":%q,"type":"invalid_request_error","param":null,"code":"unsupported_parameter"}}`, m)
		}
		switch {
		case p["temperature"] != nil:
			say("Unsupported value: 'temperature'")
		case p["max_tokens"] != nil:
			say("Use 'max_completion_tokens' instead of 'max_tokens'")
		default:
			fmt.Fprint(w, `{"model":"x","choices":[{"finish_reason":"stop","message":{"content":[{"type":"text","text":"<think>{no}</think>{\"zeta\":true}"}]}}]}`)
		}
	}))
	defer srv.Close()
	c, err := New(Options{BaseURL: srv.URL + "/v1"})
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	got, err := c.Complete(t.Context(), question())
	if err != nil || got.Text != `{"zeta":true}` || got.UsageKnown || len(bodies) != 3 {
		t.Errorf("%+v, %v, %d requests", got, err, len(bodies))
	}
}

func TestIgnoredSchema(t *testing.T) {
	srv, c := start(t, "/v1", Options{})
	for _, tc := range []struct {
		fault modeltest.Fault
		want  string
	}{
		{modeltest.Fault{Prose: true}, `{"zeta":false,"alpha":""}`},
		{modeltest.Fault{Wrong: true}, `{"something":"else"}`}, // for the judge to refuse
		{modeltest.Fault{Words: true}, "I would rather not say."},
	} {
		srv.Fail(tc.fault)
		if got, err := c.Complete(t.Context(), question()); err != nil || got.Text != tc.want {
			t.Errorf("%q, %v", got.Text, err)
		}
	}
}

func TestFailures(t *testing.T) {
	for name, tc := range map[string]struct {
		fault modeltest.Fault
		want  model.Error
	}{
		"401":         {modeltest.Fault{Status: 401}, model.Error{Class: model.Unavailable, Status: 401}},
		"403":         {modeltest.Fault{Status: 403}, model.Error{Class: model.Unavailable, Status: 403}},
		"404 model":   {modeltest.Fault{Status: 404, Text: "model 'qwen3' not found, try pulling it first"}, model.Error{Class: model.Unavailable, Status: 404}},
		"413":         {modeltest.Fault{Status: 413}, model.Error{Class: model.TooLong, Status: 413}},
		"400 context": {modeltest.Fault{Status: 400, Type: "context_length_exceeded"}, model.Error{Class: model.TooLong, Status: 400}},
		"429":         {modeltest.Named("429:2"), model.Error{Class: model.Retryable, Status: 429, After: 2 * time.Second}},
		"429 ms":      {modeltest.Named("429:40ms"), model.Error{Class: model.Retryable, Status: 429, After: 40 * time.Millisecond}},
		"429 quota":   {modeltest.Fault{Status: 429, Type: "insufficient_quota"}, model.Error{Class: model.Unavailable, Status: 429}},
		"500":         {modeltest.Fault{Status: 500}, model.Error{Class: model.Retryable, Status: 500}},
		"529":         {modeltest.Fault{Status: 529}, model.Error{Class: model.Retryable, Status: 529}},
		"timeout":     {modeltest.Fault{Stall: true}, model.Error{Class: model.Retryable, Billable: true}},
		"cut":         {modeltest.Fault{Cut: true}, model.Error{Class: model.Retryable, Status: 200, Billable: true}},
		"dropped":     {modeltest.Fault{Drop: true}, model.Error{Class: model.Retryable, Billable: true}},
		"page":        {modeltest.Fault{Page: true}, model.Error{Class: model.Retryable, Status: 200, Billable: true}},
		"broken":      {modeltest.Fault{Broken: true}, model.Error{Class: model.Retryable, Status: 200, Billable: true}},
		"huge":        {modeltest.Fault{Huge: true}, model.Error{Class: model.BadRequest, Status: 200, Billable: true}},
		"redirect":    {modeltest.Fault{Redirect: "http://127.0.0.1:1/"}, model.Error{Class: model.Unavailable, Status: 307}},
	} {
		t.Run(name, func(t *testing.T) {
			o := Options{APIKey: "key-of-a-test", Timeout: 10 * time.Second}
			if tc.fault.Stall {
				o.Timeout = 50 * time.Millisecond
			}
			srv, c := start(t, "/v1", o)
			srv.Fail(tc.fault)
			_, err := c.Complete(t.Context(), question())
			var got *model.Error
			if !errors.As(err, &got) {
				t.Fatalf("%v is no model.Error", err)
			}
			quiet(t, err)
			if d := cmp.Diff(tc.want, model.Error{Class: got.Class, Status: got.Status, After: got.After, Billable: got.Billable}); d != "" {
				t.Errorf("%v: %s", got, d)
			}
			if n := len(srv.Calls()); n != 1 {
				t.Errorf("%d requests, want 1", n)
			}
		})
	}
}

func quiet(t *testing.T, err error) {
	t.Helper()
	for e := err; e != nil; e = errors.Unwrap(e) {
		for _, word := range []string{"ECHO", "alice", "You judge", "a transcript", "the question", "key-of-a-test", "<html>", "qwen"} {
			if strings.Contains(e.Error(), word) {
				t.Errorf("the error tells %q: %v", word, e)
			}
		}
	}
}

func TestStops(t *testing.T) {
	srv, c := start(t, "/v1", Options{})
	for _, tc := range []struct {
		fault modeltest.Fault
		stop  model.Stop
		known bool
	}{
		{modeltest.Fault{Refusal: true}, model.StopRefusal, true},
		{modeltest.Fault{MaxTokens: true}, model.StopMaxTokens, true},
		{modeltest.Fault{NoUsage: true}, model.StopEnd, false},
	} {
		srv.Fail(tc.fault)
		if got, err := c.Complete(t.Context(), question()); err != nil || got.Stop != tc.stop || got.UsageKnown != tc.known {
			t.Errorf("%+v, %v", got, err)
		}
	}
}

func TestCanceled(t *testing.T) {
	srv, c := start(t, "/v1", Options{})
	srv.Fail(modeltest.Fault{Stall: true})
	ctx, cancel := context.WithTimeout(t.Context(), 30*time.Millisecond)
	defer cancel()
	if _, err := c.Complete(ctx, question()); model.ClassOf(err) != model.Canceled {
		t.Errorf("%v", err)
	}
}

func TestBaseURLs(t *testing.T) {
	for _, bad := range []string{"", "localhost:11434", "ftp://host/v1", "/v1", "://"} {
		if _, err := New(Options{BaseURL: bad}); model.ClassOf(err) != model.Unavailable {
			t.Errorf("%q: %v", bad, err)
		}
	}
}

func TestAnswersOfManyForms(t *testing.T) {
	for body, want := range map[string]string{
		`{"choices":[{"finish_reason":"stop","message":{"content":"a"}}]}`:               "a end",
		`{"choices":[{"finish_reason":null,"message":{"content":null,"refusal":"no"}}]}`: " refusal",
		`{"choices":[{"finish_reason":"tool_calls","message":{"content":null}}]}`:        " other",
		`{"error":{"code":429,"message":"slow down"}}`:                                   "retryable 429",
		`{"error":{"code":"weird"}}`:                                                     "retryable 502",
		`{"choices":[]}`:                                                                 "retryable 0",
		`{"choices":[{"message":null}]}`:                                                 "retryable 0",
		`[]`:                                                                             "retryable 0",
		`{"choices":[{"message":{"content":"a"}}],"usage":{"prompt_tokens":-5,"completion_tokens":9}}`: "a end",
		`{"choices":[{"message":{"content":"a"}}],"error":null,"usage":{"prompt_tokens":"x"}}`:         "retryable 0",
	} {
		res, _, e := decode([]byte(body))
		got := res.Text + " " + string(res.Stop)
		if e != nil {
			got = fmt.Sprint(e.Class, " ", e.Status)
		}
		if got != want {
			t.Errorf("%s: %q, want %q", body, got, want)
		}
		if res.Usage.Input < 0 {
			t.Errorf("%s: %+v", body, res.Usage)
		}
	}
}

func TestErrorBodies(t *testing.T) {
	for body, want := range map[string]string{
		`{"error":{"type":"t","code":"c","message":"m","param":"p"}}`: "t c|m p ",
		`{"error":"text"}`:       `|"text"`,
		`{"detail":"d"}`:         `|"d"`,
		`{"message":"m"}`:        `|m`,
		`{"error":{"code":404}}`: " 404|  ",
		`page`:                   "|page",
	} {
		kind, text := words([]byte(body))
		if got := kind + "|" + text; got != want {
			t.Errorf("%s: %q, want %q", body, got, want)
		}
	}
}

func TestFiles(t *testing.T) {
	line, err := Format{}.Line(batch.Item{ID: "s-1", Request: question()})
	if err != nil || !strings.HasPrefix(string(line), `{"custom_id":"s-1","method":"POST","url":"/v1/chat/completions","body":{"model":"qwen3:8b"`) {
		t.Errorf("%s, %v", line, err)
	}
	answers := `{"id":"batch_req_1","custom_id":"s-2","response":{"status_code":200,"request_id":"r2","body":{"model":"m","choices":[{"finish_reason":"stop","message":{"content":"{\"zeta\":true}"}}]}},"error":null}
{"id":"batch_req_2","custom_id":"s-1","response":{"status_code":429,"request_id":"r1","body":{"error":{"message":"ECHO"}}},"error":null}
{"id":"batch_req_3","custom_id":"s-3","response":null,"error":{"code":"batch_expired","message":"ECHO"}}
{"id":"batch_req_4","custom_id":"s-4","response":null,"error":{"code":"odd","message":"ECHO"}}
{"custom_id":"s-5"}`
	got := map[string]string{}
	tally, err := batch.Read(strings.NewReader(answers), []batch.Decoder{Format{}, batch.Plain{}}, nil, func(a batch.Answer) error {
		got[a.ID] = a.Response.Text + a.Response.RequestID
		if a.Err != nil {
			quiet(t, a.Err)
			got[a.ID] = string(a.Err.Class)
		}
		return nil
	})
	if err != nil || tally.Malformed != 1 {
		t.Errorf("%+v, %v", tally, err)
	}
	if d := cmp.Diff(map[string]string{"s-2": `{"zeta":true}r2`, "s-1": "retryable", "s-3": "retryable", "s-4": "bad_request"}, got); d != "" {
		t.Error(d)
	}
}

// FuzzDecode holds that nothing a server answers makes the client panic, tell
// its words, or count below zero.
func FuzzDecode(f *testing.F) {
	f.Add([]byte(`{"choices":[{"finish_reason":"stop","message":{"content":"a"}}],"usage":{"prompt_tokens":1,"completion_tokens":2}}`))
	f.Add([]byte(`{"error":{"code":429,"message":"ECHO"}}`))
	f.Fuzz(func(t *testing.T, body []byte) {
		res, _, e := decode(body)
		if e != nil && strings.Contains(e.Error(), "ECHO") {
			t.Error(e)
		}
		if u := res.Usage; u.Input < 0 || u.Output < 0 || u.CacheRead < 0 || u.Total() < 0 {
			t.Errorf("%+v", u)
		}
		_, _ = Format{}.Answer(body)
	})
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
			_, err = c.Complete(t.Context(), question())
			if took := time.Since(start); model.ClassOf(err) != model.Retryable || !errors.Is(err, context.DeadlineExceeded) || took > 10*patience {
				t.Errorf("%v after %v", err, took)
			}
		})
	}
}
