// Package openai asks any server that speaks chat completions: Ollama, vLLM, LM
// Studio, llama.cpp, gateways, OpenAI itself. Servers differ in what they take;
// the client starts with all there is, gives up what is refused, and remembers.
//
// It is our own because the vendor's module would add 19 MB to the program for
// one request.
package openai

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"io"
	"net/http"
	"net/url"
	"strings"
	"sync"
	"time"

	"prism/internal/model"
	"prism/internal/model/trip"
)

// DefaultTimeout bounds one request. Local servers read a long prompt slowly and
// answer one request after the other.
const DefaultTimeout = 5 * time.Minute

// Options say where to and as whom.
type Options struct {
	BaseURL   string // with "/v1" where the server has it; found out where it is left off
	APIKey    string // sent as a bearer token; "" for servers that want none
	Headers   map[string]string
	Timeout   time.Duration     // of one request; 0: DefaultTimeout
	Transport http.RoundTripper // nil: an own one
}

// Client asks chat completions. It is a model.Client.
type Client struct {
	base    *url.URL
	opts    Options
	http    *http.Client
	timeout time.Duration

	mu    sync.Mutex
	takes map[string]habits // by model: what the server took of it
	path  string            // found below base, "" not yet
}

// New returns a client; it fails where BaseURL is no address.
func New(o Options) (*Client, error) {
	u, err := url.Parse(o.BaseURL)
	if err != nil || u.Host == "" || u.Scheme != "http" && u.Scheme != "https" {
		return nil, &model.Error{Class: model.Unavailable, Message: "the base URL is no http or https address, as http://localhost:11434/v1"}
	}
	if o.Timeout <= 0 {
		o.Timeout = DefaultTimeout
	}
	return &Client{base: u, opts: o, http: trip.Client(o.Transport, nil), timeout: o.Timeout, takes: map[string]habits{}}, nil
}

// Close lets idle connections go.
func (c *Client) Close() { c.http.CloseIdleConnections() }

// habits is what a server takes of one model's requests.
type habits struct {
	format      format
	temperature bool
	completion  string // name of the field that bounds the answer
}

// format is how the schema of the answer is asked for. It is in the prompt
// always: servers that ignore the field still answer by it, and the smaller
// models answer better.
type format int

const (
	bySchema format = iota // response_format json_schema
	byObject               // response_format json_object
	byPrompt               // words alone
)

// Complete implements model.Client.
func (c *Client) Complete(ctx context.Context, r model.Request) (model.Response, error) {
	p := model.ProfileOf(r.Model)
	c.mu.Lock()
	h, known := c.takes[r.Model]
	c.mu.Unlock()
	if !known {
		h = habits{temperature: p.Temperature, completion: p.Completion}
		if !p.Structured {
			h.format = byObject
		}
	}
	// Each step gives up one thing, so there are at most five.
	for {
		res, said, err := c.ask(ctx, r, p, h)
		if err == nil {
			c.mu.Lock()
			c.takes[r.Model] = h
			c.mu.Unlock()
			return res, nil
		}
		next, ok := h.less(r, said, err)
		if !ok {
			return model.Response{}, err
		}
		h = next
	}
}

// less returns what to try after a refusal: without what the server's words
// name, else with less of a format; false where there is nothing left.
func (h habits) less(r model.Request, said string, err error) (habits, bool) {
	var e *model.Error
	if !errors.As(err, &e) || e.Class != model.BadRequest && e.Status != http.StatusInternalServerError && e.Status != http.StatusNotImplemented {
		return h, false
	}
	if e.Status != http.StatusBadRequest && e.Status != http.StatusUnprocessableEntity && e.Status != http.StatusNotImplemented &&
		!(e.Status == http.StatusInternalServerError && (strings.Contains(said, "grammar") || strings.Contains(said, "schema"))) {
		return h, false
	}
	switch {
	case h.temperature && r.Temperature != nil && strings.Contains(said, "temperature"):
		h.temperature = false
		return h, true
	case h.completion == "max_tokens" && strings.Contains(said, "max_completion_tokens"):
		h.completion = "max_completion_tokens"
		return h, true
	case h.completion == "max_completion_tokens" && strings.Contains(said, "max_completion_tokens"):
		h.completion = "max_tokens"
		return h, !strings.Contains(said, "too large")
	}
	if len(r.Schema) == 0 || h.format == byPrompt {
		return h, false
	}
	h.format++
	return h, true
}

// ask sends one request. said is what a refusing server answered, in lower case,
// for less alone.
func (c *Client) ask(ctx context.Context, r model.Request, p model.Profile, h habits) (res model.Response, said string, err error) {
	body, err := encode(r, p, h)
	if err != nil {
		return model.Response{}, "", err
	}
	start := time.Now()
	c.mu.Lock()
	path := c.path
	c.mu.Unlock()
	guess := path == "" && !strings.HasSuffix(strings.TrimRight(c.base.Path, "/"), "/v1")
	if path == "" {
		path = "chat/completions"
	}
	res, said, err = c.post(ctx, path, body)
	var e *model.Error
	if guess && errors.As(err, &e) && (e.Status == http.StatusNotFound || e.Status == http.StatusMethodNotAllowed) && !strings.Contains(said, "model") {
		path = "v1/chat/completions"
		res, said, err = c.post(ctx, path, body)
	}
	if err != nil {
		return model.Response{}, said, err
	}
	c.mu.Lock()
	c.path = path
	c.mu.Unlock()
	if len(r.Schema) > 0 {
		if object, ok := model.Object(res.Text); ok {
			res.Text = object
		}
	}
	if res.Model == "" {
		res.Model = r.Model
	}
	res.Latency = time.Since(start)
	return res, "", nil
}

func (c *Client) post(ctx context.Context, path string, body []byte) (model.Response, string, error) {
	tctx, cancel := context.WithTimeout(ctx, c.timeout)
	defer cancel()
	tctx, rec := trip.With(tctx)
	req, err := http.NewRequestWithContext(tctx, http.MethodPost, c.base.JoinPath(path).String(), bytes.NewReader(body))
	if err != nil {
		return model.Response{}, "", &model.Error{Class: model.Unavailable, Message: "the base URL is no address"}
	}
	req.Header.Set("Content-Type", "application/json")
	req.Header.Set("Accept", "application/json")
	if c.opts.APIKey != "" {
		req.Header.Set("Authorization", "Bearer "+c.opts.APIKey)
	}
	for k, v := range c.opts.Headers {
		req.Header.Set(k, v)
	}
	reply, err := c.http.Do(req)
	if err != nil {
		return model.Response{}, "", rec.Failure(ctx, err)
	}
	defer func() { _ = reply.Body.Close() }()
	text, err := io.ReadAll(reply.Body)
	if err != nil {
		return model.Response{}, "", rec.Failure(ctx, err)
	}
	if reply.StatusCode/100 != 2 {
		said, e := refused(reply.StatusCode, reply.Header, text)
		return model.Response{}, said, e
	}
	res, said, e := decode(text)
	if e != nil {
		if e.Status == 0 {
			e.Status = reply.StatusCode
		}
		if e.RequestID == "" {
			e.RequestID = model.RequestID(reply.Header)
		}
		return model.Response{}, said, e
	}
	if id := model.RequestID(reply.Header); id != "" {
		res.RequestID = id
	}
	return res, "", nil
}

// refused classes an error body, which servers write in three ways: an object,
// a string, or "detail".
func refused(status int, h http.Header, body []byte) (said string, e *model.Error) {
	kind, text := words(body)
	return strings.ToLower(kind + " " + text), model.Failure(model.Reply{Status: status, Header: h, Type: kind, Text: text, Now: time.Now()})
}

func words(body []byte) (kind, text string) {
	const most = 16 << 10
	if len(body) > most {
		body = body[:most]
	}
	var b struct {
		Error   json.RawMessage `json:"error"`
		Detail  json.RawMessage `json:"detail"`
		Message string          `json:"message"`
	}
	if json.Unmarshal(body, &b) != nil {
		return "", string(body)
	}
	var obj struct {
		Type    string          `json:"type"`
		Code    json.RawMessage `json:"code"`
		Message string          `json:"message"`
		Param   string          `json:"param"`
	}
	if json.Unmarshal(b.Error, &obj) == nil {
		return obj.Type + " " + strings.Trim(string(obj.Code), `"`), obj.Message + " " + obj.Param + " " + b.Message
	}
	return "", string(b.Error) + string(b.Detail) + b.Message
}
