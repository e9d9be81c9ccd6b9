package otlp

import (
	"bytes"
	"compress/gzip"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/klauspost/compress/zstd"
	"go.opentelemetry.io/collector/pdata/plog/plogotlp"
	"go.uber.org/goleak"

	"prism/internal/content"
	"prism/internal/redact"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

var noon = time.Date(2026, 11, 23, 12, 0, 0, 0, time.UTC)

// shelf is a Sink that keeps what it is given, or fails.
type shelf struct {
	mu   sync.Mutex
	kept map[string]string // tenant, person and path → lines
	err  error
	bad  string // a path that is refused
}

func (s *shelf) Ingest(_ context.Context, tenant string, list []content.Append) ([]content.Receipt, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.err != nil {
		return nil, s.err
	}
	receipts := make([]content.Receipt, len(list))
	for i := range list {
		a := &list[i]
		if err := a.Check(); err != nil {
			return nil, err
		}
		if a.Path == s.bad {
			receipts[i].Status = content.Refused
			continue
		}
		if s.kept == nil {
			s.kept = make(map[string]string)
		}
		s.kept[tenant+" "+a.Person+" "+a.Path] += string(a.Data)
	}
	return receipts, nil
}

type comeAgain struct{}

func (comeAgain) Error() string             { return "postgres.inner:5432 is away" }
func (comeAgain) RetryAfter() time.Duration { return 7200 * time.Millisecond }

// keys is an Auth by the word that is sent as a key.
func keys(req *http.Request) (Caller, error) {
	switch req.Header.Get("X-Api-Key") {
	case "":
		return Caller{}, &StatusError{Status: http.StatusUnauthorized, Message: "a key is missing"}
	case "reader":
		return Caller{Tenant: "acme", Person: "ada"}, nil
	case "nobody's":
		return Caller{Tenant: "acme", Ingest: true}, nil
	case "fast":
		return Caller{}, &StatusError{Status: http.StatusTooManyRequests, Message: "this key may send 10 requests a second", After: 3 * time.Second}
	case "away":
		return Caller{}, errors.New("dial db.inner: refused")
	}
	return Caller{Tenant: "acme", Person: "ada", Ingest: true}, nil
}

func newReceiver(t testing.TB, sink Sink, opts Options) *Receiver {
	t.Helper()
	gate, err := redact.New(redact.Options{})
	if err != nil {
		t.Fatal(err)
	}
	opts.Now = func() time.Time { return noon }
	return New(keys, sink, gate, opts)
}

// request is a body with records of the given attributes, each an object of JSON's
// attribute values.
func request(records ...string) string {
	var b strings.Builder
	for i, attrs := range records {
		if i > 0 {
			b.WriteString(",")
		}
		fmt.Fprintf(&b, `{"timeUnixNano":"1795269820554000000","body":{"stringValue":"claude_code.api_request"},"attributes":[%s]}`, attrs)
	}
	return `{"resourceLogs":[{"resource":{"attributes":[{"key":"service.name","value":{"stringValue":"claude-code"}},{"key":"service.version","value":{"stringValue":"2.1.330"}}]},"scopeLogs":[{"scope":{"name":"com.anthropic.claude_code.events"},"logRecords":[` + b.String() + `]}]}]}`
}

func text(key, value string) string {
	v, _ := json.Marshal(value)
	return fmt.Sprintf(`{"key":%q,"value":{"stringValue":%s}}`, key, v)
}

func proto(t testing.TB, body string) string {
	t.Helper()
	req := plogotlp.NewExportRequest()
	if err := req.UnmarshalJSON([]byte(body)); err != nil {
		t.Fatal(err)
	}
	b, err := req.MarshalProto()
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}

func zipped(s string) string {
	var b bytes.Buffer
	z := gzip.NewWriter(&b)
	io.WriteString(z, s)
	z.Close()
	return b.String()
}

func zstded(s string) string {
	z, _ := zstd.NewWriter(nil, zstd.WithEncoderConcurrency(1))
	defer z.Close()
	return string(z.EncodeAll([]byte(s), nil))
}

const session = "11111111-2222-4333-8444-555555555555"

func TestEveryAnswer(t *testing.T) {
	good := request(text("session.id", session))
	limit := Options{MaxBody: 64 << 10}
	const form, js = "application/x-protobuf", "application/json"
	for _, c := range []struct {
		name                            string
		method, path, key, kind, coding string
		body                            string
		sink                            error
		status                          int
		says                            string
		header                          [2]string
	}{
		{name: "JSON", body: good, status: 200, says: "{}"},
		{name: "JSON with a charset", kind: js + "; charset=utf-8", body: good, status: 200, says: "{}"},
		{name: "protobuf", kind: form, body: proto(t, good), status: 200},
		{name: "gzip", coding: "gzip", body: zipped(good), status: 200, says: "{}"},
		{name: "zstd", coding: "zstd", body: zstded(good), status: 200, says: "{}"},
		{name: "identity", coding: "identity", body: good, status: 200, says: "{}"},
		{name: "protobuf in gzip", kind: form, coding: "gzip", body: zipped(proto(t, good)), status: 200},
		{name: "nothing, as JSON", body: "{}", status: 200, says: "{}"},
		{name: "nothing, as protobuf", kind: form, body: "", status: 200},
		{name: "metrics", path: "/v1/metrics", body: `{"resourceMetrics":[]}`, status: 200, says: "{}"},
		{name: "traces", path: "/v1/traces", body: `{"resourceSpans":[]}`, status: 200, says: "{}"},
		{name: "GET", method: "GET", status: 405, header: [2]string{"Allow", "POST"}, says: `"code":3`},
		{name: "no key", key: "-", body: good, status: 401, says: `{"code":16,"message":"a key is missing"}`, header: [2]string{"WWW-Authenticate", `Bearer realm="prism"`}},
		{name: "no key, in protobuf", key: "-", kind: form, status: 401, says: "\x08\x10\x12\x10a key is missing"},
		{name: "a key that reads", key: "reader", body: good, status: 403, says: `"code":7`},
		{name: "a key over its limit", key: "fast", body: good, status: 429, says: `"code":8`, header: [2]string{"Retry-After", "3"}},
		{name: "keys cannot be looked up", key: "away", body: good, status: 503, says: `"code":14`, header: [2]string{"Retry-After", "1"}},
		{name: "another type", kind: "text/plain", body: good, status: 415, says: `"code":3`},
		{name: "no type", kind: "-", body: good, status: 415},
		{name: "another coding", coding: "br", body: good, status: 415, header: [2]string{"Accept-Encoding", "gzip, zstd, identity"}},
		{name: "no JSON", body: "{", status: 400, says: `"code":3`},
		{name: "an empty body as JSON", body: "", status: 400},
		{name: "a list", body: "[]", status: 400},
		{name: "no protobuf", kind: form, body: "\x0a\xff", status: 400, says: "\x08\x03"},
		{name: "JSON called protobuf", kind: form, body: good, status: 400},
		{name: "metrics that are none", path: "/v1/metrics", body: `{"resourceMetrics":7}`, status: 400},
		{name: "no gzip", coding: "gzip", body: good, status: 400},
		{name: "half of a gzip", coding: "gzip", body: zipped(good)[:40], status: 400},
		{name: "no zstd", coding: "zstd", body: good, status: 400},
		{name: "too large", body: request(text("session.id", session), text("prompt", strings.Repeat("x", 65<<10))), status: 413, says: `"code":8`},
		{name: "a gzip bomb", coding: "gzip", body: zipped(strings.Repeat(" ", 10<<20)), status: 413},
		{name: "a zstd bomb", coding: "zstd", body: zstded(strings.Repeat(" ", 10<<20)), status: 413},
		{name: "ten bytes that want half a gigabyte", coding: "zstd", body: "\x28\xb5\x2f\xfd\x00\x98\x01\x00\x00\x00", status: 413},
		{name: "nests too deep", kind: form, body: deep(5000), status: 400},
		{name: "metrics that nest too deep", path: "/v1/metrics", kind: form, body: deep(5000), status: 400},
		{name: "the store is away", body: good, sink: errors.New("no disk"), status: 503, says: `"code":14`, header: [2]string{"Retry-After", "1"}},
		{name: "the queue is full", body: good, sink: fmt.Errorf("writer: %w", comeAgain{}), status: 503, header: [2]string{"Retry-After", "8"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			r := newReceiver(t, &shelf{err: c.sink}, limit)
			mux := http.NewServeMux()
			r.Register(mux)
			if c.method == "" {
				c.method = "POST"
			}
			if c.path == "" {
				c.path = "/v1/logs"
			}
			req := httptest.NewRequest(c.method, c.path, strings.NewReader(c.body))
			if c.kind == "" {
				c.kind = js
			}
			if c.kind != "-" {
				req.Header.Set("Content-Type", c.kind)
			}
			if c.coding != "" {
				req.Header.Set("Content-Encoding", c.coding)
			}
			if c.key == "" {
				c.key = "good"
			}
			if c.key != "-" {
				req.Header.Set("X-API-Key", c.key)
			}
			w := httptest.NewRecorder()
			mux.ServeHTTP(w, req)
			got := w.Body.String()
			if w.Code != c.status || !strings.Contains(got, c.says) {
				t.Errorf("%d %q, want %d %q", w.Code, got, c.status, c.says)
			}
			if c.header[0] != "" && w.Header().Get(c.header[0]) != c.header[1] {
				t.Errorf("%s: %q, want %q", c.header[0], w.Header().Get(c.header[0]), c.header[1])
			}
			if want := c.kind; (want == js || want == form) && w.Header().Get("Content-Type") != want {
				t.Errorf("answered in %q", w.Header().Get("Content-Type"))
			}
			if strings.Contains(got, "inner") || strings.Contains(got, "disk") {
				t.Errorf("the answer tells of the inside: %s", got)
			}
			if refused := r.Counts().Refused; (refused[Logs]+refused[Metrics]+refused[Traces] == 1) != (c.status != 200) {
				t.Errorf("counted as %+v", r.Counts())
			}
			if held := r.memory.Held(); held != 0 {
				t.Errorf("%d bytes of memory are still claimed", held)
			}
		})
	}
}

// deep is a log record whose body nests n lists.
func deep(n int) string {
	var b []byte
	wrap := func(tag byte) {
		var size []byte
		for v := len(b); ; v >>= 7 {
			if v < 0x80 {
				size = append(size, byte(v))
				break
			}
			size = append(size, byte(v)|0x80)
		}
		b = append(append([]byte{tag}, size...), b...)
	}
	for range n {
		wrap(0x0a) // ArrayValue.values
		wrap(0x2a) // AnyValue.array_value
	}
	wrap(0x2a)
	wrap(0x12)
	wrap(0x12)
	wrap(0x0a)
	return string(b)
}

// post sends a body and returns the answer.
func post(t testing.TB, r *Receiver, key, body string) string {
	t.Helper()
	req := httptest.NewRequest("POST", "/v1/logs", strings.NewReader(body))
	req.Header.Set("Content-Type", "application/json")
	req.Header.Set("X-API-Key", key)
	w := httptest.NewRecorder()
	r.Handler(Logs).ServeHTTP(w, req)
	if w.Code != 200 {
		t.Fatalf("%d %s", w.Code, w.Body)
	}
	return w.Body.String()
}

func TestEventsAreKeptBySession(t *testing.T) {
	s := &shelf{}
	r := newReceiver(t, s, Options{})
	body := request(
		text("session.id", "s-1")+","+text("event.sequence", "4")+`,{"key":"input_tokens","value":{"intValue":"101"}},{"key":"cost_usd","value":{"doubleValue":0.5}},{"key":"fast","value":{"boolValue":true}}`,
		text("session.id", "s-2")+`,{"key":"event.sequence","value":{"intValue":5}},{"key":"input_tokens","value":{"intValue":7}}`,
		text("session.id", "s-1")+`,{"key":"event.sequence","value":{"doubleValue":6}},`+text("input_tokens", "102")+","+text("prompt.id", "p-1"),
	)
	if got := post(t, r, "good", body); got != "{}" {
		t.Error(got)
	}
	const head = `{"prism":"event/1","time":"2026-11-21T14:03:40.554Z","name":"api_request","session":"`
	want := map[string]string{
		"acme ada telemetry/s-1.jsonl": head + `s-1","sequence":4,"version":"2.1.330","origin":"otlp","attrs":{"cost_usd":0.5,"fast":true,"input_tokens":101}}` + "\n" +
			head + `s-1","prompt":"p-1","sequence":6,"version":"2.1.330","origin":"otlp","attrs":{"input_tokens":"102"}}` + "\n",
		"acme ada telemetry/s-2.jsonl": head + `s-2","sequence":5,"version":"2.1.330","origin":"otlp","attrs":{"input_tokens":7}}` + "\n",
	}
	if len(s.kept) != len(want) {
		t.Errorf("%d files", len(s.kept))
	}
	for file, lines := range want {
		if s.kept[file] != lines {
			t.Errorf("%s:\n%swant\n%s", file, s.kept[file], lines)
		}
	}
	if c := r.Counts(); c.Taken[Logs] != 3 || c.Rejected[Logs] != 0 || c.Requests[Logs] != 1 || c.Bytes != int64(len(body)) {
		t.Errorf("%+v", c)
	}
}

func TestWhatIsNotOursIsSaid(t *testing.T) {
	s := &shelf{bad: "telemetry/refused.jsonl"}
	r := newReceiver(t, s, Options{})
	other := strings.NewReplacer("claude_code.", "nginx.", "com.anthropic.claude_code", "org.nginx", "claude-code", "nginx")
	for _, c := range []struct{ name, body, want string }{
		{"another service", other.Replace(request(text("session.id", "s"))), `{"partialSuccess":{"rejectedLogRecords":"1","errorMessage":"only events of Claude Code are kept here; others are ignored"}}`},
		{"no session", request(text("x", "y"), text("session.id", "s")), `{"partialSuccess":{"rejectedLogRecords":"1","errorMessage":"an event without session.id belongs to no session"}}`},
		{"a path for a session", request(text("session.id", "../x")), `{"partialSuccess":{"rejectedLogRecords":"1","errorMessage":"an event without session.id belongs to no session"}}`},
		{"refused by the store", request(text("session.id", "refused"), text("session.id", "refused"), text("session.id", "s")), `{"partialSuccess":{"rejectedLogRecords":"2","errorMessage":"the store refused them"}}`},
		{"larger than is kept", request(text("session.id", "s") + "," + text("prompt", strings.Repeat("word ", 1<<18))), `{"partialSuccess":{"rejectedLogRecords":"1","errorMessage":"an event is larger than 1048576 bytes"}}`},
	} {
		if got := post(t, r, "good", c.body); got != c.want {
			t.Errorf("%s: %s", c.name, got)
		}
	}
	if c := r.Counts(); c.Taken[Logs] != 2 || c.Rejected[Logs] != 6 {
		t.Errorf("%+v", c)
	}
}

func TestTheKeySaysWhoseItIs(t *testing.T) {
	told := text("session.id", "s") + "," + text("user.id", "d0d0") + "," + text("user.email", "eve@mail.test") + "," + text("user.account_uuid", "acc-1")
	for _, c := range []struct{ key, body, want string }{
		{"good", request(told), "ada"},
		{"nobody's", request(told), "eve@mail.test"},
		{"nobody's", request(text("session.id", "s") + "," + text("user.id", "d0/d0")), "d0_d0"},
		{"nobody's", request(text("session.id", "s")), "unknown"},
	} {
		s := &shelf{}
		post(t, newReceiver(t, s, Options{}), c.key, c.body)
		lines, ok := s.kept["acme "+c.want+" telemetry/s.jsonl"]
		if !ok || strings.Contains(lines, "eve@") || strings.Contains(lines, "acc-1") || strings.Contains(lines, "d0d0") {
			t.Errorf("%s: %v", c.want, s.kept)
		}
	}
}

func TestEveryTextPassesTheGate(t *testing.T) {
	s := &shelf{}
	r := newReceiver(t, s, Options{})
	const secret = "ghp_0123456789abcdefghijABCDEFGHIJ012345"
	body := request(text("session.id", session) + "," +
		text("prompt", "write to eve@mail.test with "+secret) + "," +
		text("tool_input", `{"command":"curl -H 'Authorization: token `+secret+`'"}`) + "," +
		text("tool_name", secret) + "," + text("unheard_of", secret) + "," + text("prompt.id", secret+"/") + "," + text(secret, "a key that is a secret") + "," +
		`{"key":"list","value":{"arrayValue":{"values":[{"stringValue":"` + secret + `"}]}}},` +
		text("request_id", "req_011CUabcdefghijklmnopqrst") + "," + text("tool_use_id", "toolu_01ABCDEFGHIJKLMNOPQRSTUV") + "," + text("message.uuid", session))
	post(t, r, "good", body)
	lines := s.kept["acme ada telemetry/"+session+".jsonl"]
	if strings.Contains(lines, "ghp_01") || strings.Contains(lines, "eve@") {
		t.Errorf("a secret is kept: %s", lines)
	}
	for _, id := range []string{"req_011CUabcdefghijklmnopqrst", "toolu_01ABCDEFGHIJKLMNOPQRSTUV", `"message.uuid":"` + session} {
		if !strings.Contains(lines, id) {
			t.Errorf("%s, by which events are joined, is gone: %s", id, lines)
		}
	}
	if !json.Valid([]byte(lines)) {
		t.Errorf("no JSON: %s", lines)
	}
}
