// Package modeltest is a stand-in for the services behind package model: a
// server on loopback that speaks the Messages API, the Message Batches API and
// chat completions as they are on the wire, answers by the schema it is given,
// and fails in every way that the real ones do. It also is a stand-in for the
// claude command. It needs no network beyond loopback, and no key.
package modeltest

import (
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strconv"
	"strings"
	"sync"
	"time"
)

// Server is the stand-in. Its methods may be called while it serves.
type Server struct {
	// URL is the base URL for the Messages API; chat completions are at URL+"/v1".
	URL string

	http   *httptest.Server
	answer func(Question) string

	mu      sync.Mutex
	key     string
	faults  []Fault
	paths   map[string]int // requests seen by a scripted path
	calls   []Call
	batches map[string]*batch
	order   []string // ids of batches, oldest first
	after   int      // polls after which a batch has ended
	now     func() time.Time
	stop    chan struct{} // closed to let stalled requests go
}

// Question is what a request asked, whatever the API.
type Question struct {
	API        string // "messages", "batch" or "chat"
	CustomID   string // in a batch
	Model      string
	System     string
	User       string          // all text of the user's message
	Schema     json.RawMessage // nil where none was given
	SchemaName string
}

// Call is one request as it arrived.
type Call struct {
	Method, Path string
	Header       http.Header
	Body         string
}

// New starts a server that answers each question with the smallest answer that
// its schema allows. Close it.
func New() *Server {
	s := &Server{paths: map[string]int{}, batches: map[string]*batch{}, stop: make(chan struct{}), now: time.Now, answer: func(q Question) string { return Sample(q.Schema) }}
	s.http = httptest.NewServer(http.HandlerFunc(s.serve))
	s.URL = s.http.URL
	return s
}

// Close ends the server and every request that still waits in it.
func (s *Server) Close() {
	close(s.stop)
	s.http.Close()
}

// Answer sets what the server answers; the text should be JSON by q.Schema.
func (s *Server) Answer(f func(q Question) string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.answer = f
}

// RequireKey makes the server refuse requests without this key.
func (s *Server) RequireKey(key string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.key = key
}

// Fail lets the next requests fail, one fault each; then all succeed again.
func (s *Server) Fail(f ...Fault) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.faults = append(s.faults, f...)
}

// Calls returns the requests so far.
func (s *Server) Calls() []Call {
	s.mu.Lock()
	defer s.mu.Unlock()
	return append([]Call(nil), s.calls...)
}

// Forget empties what Calls returns.
func (s *Server) Forget() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.calls = nil
}

// maxBody is over the real limit of a batch in tests' terms.
const maxBody = 64 << 20

// serve takes a request. A path that begins with /script/NAME/FAULTS fails by
// the faults it names, comma-separated, one request each, so that a test of a
// command can choose them through its base URL alone:
// /script/a/429,500,ok fails twice. NAME keeps two scripts apart.
func (s *Server) serve(w http.ResponseWriter, r *http.Request) {
	body, err := io.ReadAll(io.LimitReader(r.Body, maxBody))
	if err != nil {
		return
	}
	path, fault := r.URL.Path, Fault{}
	s.mu.Lock()
	s.calls = append(s.calls, Call{r.Method, r.URL.Path, r.Header.Clone(), string(body)})
	if rest, ok := strings.CutPrefix(path, "/script/"); ok {
		name, more, _ := strings.Cut(rest, "/")
		list, tail, _ := strings.Cut(more, "/")
		key := name + "/" + list
		faults := strings.Split(list, ",")
		if n := s.paths[key]; n < len(faults) {
			fault = Named(faults[n])
		}
		s.paths[key]++
		path = "/" + tail
	} else if len(s.faults) > 0 {
		fault = s.faults[0]
		s.faults = s.faults[1:]
	}
	key := s.key
	s.mu.Unlock()

	if key != "" && r.Header.Get("X-Api-Key") != key && r.Header.Get("Authorization") != "Bearer "+key {
		fault = Fault{Status: 401, Type: "authentication_error"}
	}
	if fault.refuse(w, s.stop) {
		return
	}
	switch {
	case path == "/v1/messages" && r.Method == http.MethodPost:
		s.messages(w, body, fault)
	case strings.HasPrefix(path, "/v1/messages/batches"):
		s.batch(w, r.Method, strings.Trim(strings.TrimPrefix(path, "/v1/messages/batches"), "/"), body, fault)
	case strings.HasPrefix(path, "/model/") && r.Method == http.MethodPost: // Bedrock
		s.messages(w, withModel(body, strings.Split(path, "/")[2]), fault)
	case strings.HasSuffix(path, ":rawPredict") && r.Method == http.MethodPost: // Vertex
		name := path[strings.LastIndexByte(path, '/')+1:]
		s.messages(w, withModel(body, strings.TrimSuffix(name, ":rawPredict")), fault)
	case path == "/v1/chat/completions" && r.Method == http.MethodPost:
		s.chat(w, body, fault)
	default:
		Fault{Status: 404, Type: "not_found_error"}.refuse(w, s.stop)
	}
}

// withModel puts the model, which two clouds take in the path, into the body.
func withModel(body []byte, model string) []byte {
	var m map[string]json.RawMessage
	if json.Unmarshal(body, &m) != nil {
		return body
	}
	m["model"], _ = json.Marshal(model)
	out, err := json.Marshal(m)
	if err != nil {
		return body
	}
	return out
}

// messageParams is what the stand-in reads of a Messages request.
type messageParams struct {
	Model        string          `json:"model"`
	MaxTokens    int             `json:"max_tokens"`
	Stream       bool            `json:"stream"`
	Temperature  *float64        `json:"temperature"`
	Thinking     *typed          `json:"thinking"`
	System       json.RawMessage `json:"system"`
	Messages     []message       `json:"messages"`
	OutputConfig struct {
		Format *struct {
			Type   string          `json:"type"`
			Schema json.RawMessage `json:"schema"`
		} `json:"format"`
	} `json:"output_config"`
}

type typed struct {
	Type string `json:"type"`
}

type message struct {
	Role    string          `json:"role"`
	Content json.RawMessage `json:"content"`
}

// flat joins the text of a content, a string or a list of parts.
func flat(content json.RawMessage) string {
	var s string
	if json.Unmarshal(content, &s) == nil {
		return s
	}
	var parts []struct {
		Text string `json:"text"`
	}
	if json.Unmarshal(content, &parts) != nil {
		return ""
	}
	for i, p := range parts {
		if i > 0 {
			s += "\n"
		}
		s += p.Text
	}
	return s
}

func (p messageParams) question(api, id string) Question {
	q := Question{API: api, CustomID: id, Model: p.Model, System: flat(p.System)}
	for _, m := range p.Messages {
		if m.Role == "user" {
			q.User += flat(m.Content)
		}
	}
	if p.OutputConfig.Format != nil {
		q.Schema = p.OutputConfig.Format.Schema
	}
	return q
}

// wrong tells what the real API would refuse with a 400.
func (p messageParams) wrong() string {
	newer := func(of ...string) bool {
		for _, name := range of {
			if strings.Contains(p.Model, name) {
				return true
			}
		}
		return false
	}
	thinks := newer("fable", "mythos", "opus-5-5", "sonnet-5-5", "haiku-5-5", "opus-5", "sonnet-5")
	switch {
	case p.Model == "" || p.MaxTokens <= 0 || len(p.Messages) == 0:
		return "model, max_tokens and messages are required"
	case p.Temperature != nil && (thinks || newer("opus-4-7", "opus-4-8")):
		return "temperature is not supported for this model"
	case p.Thinking != nil && p.Thinking.Type == "disabled" && newer("fable", "mythos", "opus-5-5", "sonnet-5-5"):
		return `"thinking.type.disabled" is not supported for this model`
	case p.Messages[len(p.Messages)-1].Role == "assistant" && thinks:
		return "prefill is not supported for this model"
	case p.OutputConfig.Format != nil && !json.Valid(p.OutputConfig.Format.Schema):
		return "output_config.format.schema: no schema"
	}
	return ""
}

func (s *Server) messages(w http.ResponseWriter, body []byte, f Fault) {
	var p messageParams
	if json.Unmarshal(body, &p) != nil {
		Fault{Status: 400, Type: "invalid_request_error"}.refuse(w, s.stop)
		return
	}
	if f.NoSchema && p.OutputConfig.Format != nil {
		Fault{Status: 400, Type: "invalid_request_error", Text: "output_config.format: structured outputs are not supported for this organization"}.refuse(w, s.stop)
		return
	}
	if why := p.wrong(); why != "" {
		Fault{Status: 400, Type: "invalid_request_error", Text: why}.refuse(w, s.stop)
		return
	}
	m := s.message(p, "messages", "", f)
	if p.Stream {
		events(w, m)
		return
	}
	f.send(w, m, s.stop)
}

// events streams a message as the real claude command wants it.
func events(w http.ResponseWriter, m map[string]any) {
	w.Header().Set("Content-Type", "text/event-stream")
	w.Header().Set("Request-Id", "req_ok")
	text, stop := "", m["stop_reason"]
	for _, part := range m["content"].([]any) {
		if b, _ := part.(map[string]any); b["type"] == "text" {
			text, _ = b["text"].(string)
		}
	}
	m["content"], m["stop_reason"] = []any{}, nil
	event := func(kind string, v map[string]any) {
		v["type"] = kind
		if b, err := json.Marshal(v); err == nil {
			_, _ = fmt.Fprintf(w, "event: %s\ndata: %s\n\n", kind, b)
		}
	}
	event("message_start", map[string]any{"message": m})
	event("content_block_start", map[string]any{"index": 0, "content_block": map[string]any{"type": "text", "text": ""}})
	event("content_block_delta", map[string]any{"index": 0, "delta": map[string]any{"type": "text_delta", "text": text}})
	event("content_block_stop", map[string]any{"index": 0})
	event("message_delta", map[string]any{"delta": map[string]any{"stop_reason": stop}, "usage": map[string]any{"output_tokens": tokens(text)}})
	event("message_stop", map[string]any{})
}

// message is the answer to p.
func (s *Server) message(p messageParams, api, id string, f Fault) map[string]any {
	s.mu.Lock()
	answer, n := s.answer, len(s.calls)
	s.mu.Unlock()
	q := p.question(api, id)
	text, stop := f.text(answer(q), q.Schema)
	m := map[string]any{
		"id": "msg_" + strconv.Itoa(n), "type": "message", "role": "assistant", "model": p.Model,
		"content":     []any{map[string]any{"type": "thinking", "thinking": "", "signature": "c2ln"}, map[string]any{"type": "text", "text": text}},
		"stop_reason": stop, "stop_sequence": nil,
		"usage": map[string]any{
			"input_tokens": tokens(q.System + q.User), "output_tokens": tokens(text),
			"cache_creation_input_tokens": 7, "cache_read_input_tokens": 11,
			"cache_creation": map[string]any{"ephemeral_5m_input_tokens": 5, "ephemeral_1h_input_tokens": 2},
			"service_tier":   "standard",
		},
	}
	if stop == "refusal" {
		m["content"] = []any{}
		m["stop_details"] = map[string]any{"type": "refusal", "category": "cyber", "explanation": "not this: " + q.User}
	}
	if f.NoUsage {
		delete(m, "usage")
	}
	return m
}

// tokens counts roughly as servers do.
func tokens(text string) int { return len(text)/4 + 1 }

// chatParams is what the stand-in reads of a chat completion request.
type chatParams struct {
	Model       string    `json:"model"`
	Messages    []message `json:"messages"`
	MaxTokens   int       `json:"max_tokens"`
	MaxComplete int       `json:"max_completion_tokens"`
	Temperature *float64  `json:"temperature"`
	Format      *struct {
		Type   string `json:"type"`
		Schema *struct {
			Name   string          `json:"name"`
			Strict bool            `json:"strict"`
			Schema json.RawMessage `json:"schema"`
		} `json:"json_schema"`
	} `json:"response_format"`
}

func (s *Server) chat(w http.ResponseWriter, body []byte, f Fault) {
	var p chatParams
	if json.Unmarshal(body, &p) != nil || p.Model == "" || len(p.Messages) == 0 {
		Fault{Status: 400, Type: "invalid_request_error"}.refuse(w, s.stop)
		return
	}
	q := Question{API: "chat", Model: p.Model}
	for _, m := range p.Messages {
		if m.Role == "user" {
			q.User += flat(m.Content)
		} else {
			q.System += flat(m.Content)
		}
	}
	kind := ""
	if p.Format != nil {
		kind = p.Format.Type
		if p.Format.Schema != nil {
			q.Schema, q.SchemaName = p.Format.Schema.Schema, p.Format.Schema.Name
		}
	}
	refuse := func(text string) { Fault{Status: 400, Type: "invalid_request_error", Text: text}.refuse(w, s.stop) }
	switch {
	case f.NoSchema && kind == "json_schema":
		refuse("response_format.type json_schema is not supported")
		return
	case f.NoFormat && kind != "":
		refuse("unknown field: response_format")
		return
	case strings.HasPrefix(p.Model, "gpt-5") && p.Temperature != nil:
		refuse("Unsupported value: 'temperature' does not support 0 with this model.")
		return
	case strings.HasPrefix(p.Model, "gpt-5") && p.MaxTokens > 0:
		refuse("Unsupported parameter: 'max_tokens' is not supported with this model. Use 'max_completion_tokens' instead.")
		return
	}
	if q.Schema == nil {
		if _, schema, ok := strings.Cut(q.System+q.User, "JSON schema:\n"); ok {
			q.Schema = json.RawMessage(schema)
		}
	}
	s.mu.Lock()
	answer, n := s.answer, len(s.calls)
	s.mu.Unlock()
	text, stop := f.text(answer(q), q.Schema)
	if f.NoFormat || f.NoSchema {
		text = "Here you are:\n```json\n" + text + "\n```\nAnything else?"
	}
	finish := map[string]string{"end_turn": "stop", "max_tokens": "length", "refusal": "content_filter", "model_context_window_exceeded": "length"}[stop]
	msg := map[string]any{"role": "assistant", "content": text}
	if stop == "refusal" {
		msg["content"], msg["refusal"] = nil, "no: "+q.User
	}
	m := map[string]any{
		"id": fmt.Sprintf("chatcmpl-%d", n), "object": "chat.completion", "model": p.Model,
		"choices": []any{map[string]any{"index": 0, "finish_reason": finish, "message": msg}},
		"usage": map[string]any{
			"prompt_tokens": tokens(q.System+q.User) + 3, "completion_tokens": tokens(text),
			"prompt_tokens_details": map[string]any{"cached_tokens": 3},
		},
	}
	if f.NoUsage {
		delete(m, "usage")
	}
	f.send(w, m, s.stop)
}
