// Package anthropic asks Claude through Anthropic's own SDK: directly, or over
// the clouds whose rooms hand in their way (bedrock, vertex). It reads no
// environment, retries nothing, traces nothing, and keeps no text.
package anthropic

import (
	"context"
	"encoding/json"
	"errors"
	"maps"
	"net/http"
	"slices"
	"strings"
	"sync"
	"time"

	sdk "github.com/anthropics/anthropic-sdk-go"
	"github.com/anthropics/anthropic-sdk-go/option"

	"prism/internal/fact"
	"prism/internal/model"
	"prism/internal/model/trip"
)

// DefaultTimeout bounds one request. A judge's answer takes seconds; a queue at
// the server may add to it.
const DefaultTimeout = 2 * time.Minute

// Options say where to and as whom.
type Options struct {
	BaseURL   string // "": Anthropic's
	APIKey    string // sent as x-api-key
	AuthToken string // sent as a bearer token, for gateways
	Headers   map[string]string
	Timeout   time.Duration     // of one request; 0: DefaultTimeout
	Transport http.RoundTripper // nil: an own one
}

// Client asks the Messages API. It is a model.Client.
type Client struct {
	// The SDK's client would bring every service of the API into the program,
	// 9 MB of it, once anything in the program looks up methods by name.
	api  sdk.MessageService
	http *http.Client

	mu    sync.Mutex
	plain map[string]bool // model and schema that the server does not hold an answer to
}

// New returns a client. Without key and token it fails, with what to do.
func New(o Options) (*Client, error) {
	if o.APIKey == "" && o.AuthToken == "" {
		return nil, &model.Error{Class: model.Unavailable, Message: "no key for the Anthropic API: set ANTHROPIC_API_KEY"}
	}
	var auth []option.RequestOption
	if o.BaseURL != "" {
		auth = append(auth, option.WithBaseURL(o.BaseURL))
	}
	if o.APIKey != "" {
		auth = append(auth, option.WithAPIKey(o.APIKey))
	}
	if o.AuthToken != "" {
		auth = append(auth, option.WithAuthToken(o.AuthToken))
	}
	return Over(o, auth...), nil
}

// Over returns a client that goes the way of the given options of the SDK; of o
// it takes headers, timeout and transport.
func Over(o Options, way ...option.RequestOption) *Client {
	hc := trip.Client(o.Transport, func(path string) bool { return strings.HasSuffix(path, "/results") })
	timeout := o.Timeout
	if timeout <= 0 {
		timeout = DefaultTimeout
	}
	opts := []option.RequestOption{
		option.WithEnvironmentProduction(), // its address, nothing of the environment
		option.WithoutOpenTelemetry(),      // spans could carry text
		option.WithHTTPClient(hc),          // before the way, which may wrap it
		option.WithMaxRetries(0),
		option.WithRequestTimeout(timeout),
	}
	for _, k := range slices.Sorted(maps.Keys(o.Headers)) {
		opts = append(opts, option.WithHeader(k, o.Headers[k]))
	}
	return &Client{api: sdk.NewMessageService(append(opts, way...)...), http: hc, plain: map[string]bool{}}
}

// Close lets idle connections go.
func (c *Client) Close() { c.http.CloseIdleConnections() }

// Complete implements model.Client. Where the server refuses the schema, it asks
// again in words, once, and remembers.
func (c *Client) Complete(ctx context.Context, r model.Request) (model.Response, error) {
	c.mu.Lock()
	structured := !c.plain[r.Model+"\x00"+r.SchemaName]
	c.mu.Unlock()
	structured = structured && len(r.Schema) > 0 && model.ProfileOf(r.Model).Structured
	res, err := c.ask(ctx, r, structured)
	if structured && refusedSchema(err) {
		if res, err = c.ask(ctx, r, false); err == nil {
			c.mu.Lock()
			c.plain[r.Model+"\x00"+r.SchemaName] = true
			c.mu.Unlock()
		}
	}
	if err != nil {
		return model.Response{}, classed(err)
	}
	return res, nil
}

// refusal carries a server's words from where they are read to where they are
// classed, and no further.
type refusal struct {
	class *model.Error
	text  string
}

// Error implements error, without the words.
func (r *refusal) Error() string { return r.class.Error() }

func classed(err error) error {
	var r *refusal
	if errors.As(err, &r) {
		return r.class
	}
	return err
}

// refusedSchema tells a 400 for the schema from any other.
func refusedSchema(err error) bool {
	var r *refusal
	if !errors.As(err, &r) || r.class.Status != http.StatusBadRequest || r.class.Class != model.BadRequest {
		return false
	}
	for _, word := range []string{"output_config", "output_format", "structured output", "json_schema", "schema"} {
		if strings.Contains(r.text, word) {
			return true
		}
	}
	return false
}

func (c *Client) ask(ctx context.Context, r model.Request, structured bool) (model.Response, error) {
	p, err := params(r, structured, false)
	if err != nil {
		return model.Response{}, err
	}
	start := time.Now()
	tctx, rec := trip.With(ctx)
	msg, err := c.api.New(tctx, p)
	if err != nil {
		return model.Response{}, failure(ctx, rec, err)
	}
	res, ok := response(msg, r, structured)
	if !ok {
		return model.Response{}, rec.Failure(ctx, nil)
	}
	res.RequestID = model.RequestID(rec.Header())
	res.Latency = time.Since(start)
	return res, nil
}

// failure classes an error of the SDK. Its own text holds the server's body.
func failure(ctx context.Context, rec *trip.Record, err error) error {
	var own *model.Error // of a way's middleware
	if errors.As(err, &own) {
		return own
	}
	var api *sdk.Error
	if !errors.As(err, &api) {
		return rec.Failure(ctx, err)
	}
	kind, text := words(api.RawJSON())
	e := model.Failure(model.Reply{Status: api.StatusCode, Header: rec.Header(), Type: kind, Text: text, Now: time.Now()})
	return &refusal{e, strings.ToLower(text)}
}

// words reads type and message of an error body: Anthropic's, Bedrock's, or
// Google's.
func words(body string) (kind, text string) {
	var b struct {
		Error struct {
			Type    string `json:"type"`
			Status  string `json:"status"`
			Message string `json:"message"`
			Details struct {
				Code string `json:"error_code"`
			} `json:"details"`
		} `json:"error"`
		Message string `json:"message"`
	}
	if json.Unmarshal([]byte(strings.Trim(strings.TrimSpace(body), "[]")), &b) != nil {
		return "", ""
	}
	return b.Error.Type + " " + b.Error.Status + " " + b.Error.Details.Code, b.Error.Message + b.Message
}

// effortWhereThinking is what a model that always thinks is asked for.
const effortWhereThinking = sdk.OutputConfigEffortLow

// maxBreakpoints of the cache that the API takes in one request.
const maxBreakpoints = 4

// params is a request in the API's terms. batch uses the hour's cache: requests
// of a batch run apart.
func params(r model.Request, structured, batch bool) (sdk.MessageNewParams, error) {
	p := model.ProfileOf(r.Model)
	out := sdk.MessageNewParams{Model: r.Model, MaxTokens: int64(p.Output(r.MaxTokens))}
	cache := sdk.NewCacheControlEphemeralParam()
	if batch {
		cache.TTL = sdk.CacheControlEphemeralTTLTTL1h
	}
	left := maxBreakpoints
	if !r.System.IsZero() {
		b := sdk.TextBlockParam{Text: r.System.String()}
		if r.CacheSystem {
			b.CacheControl = cache
			left--
		}
		out.System = []sdk.TextBlockParam{b}
	}
	var parts []sdk.ContentBlockParamUnion
	for _, b := range r.Blocks {
		if b.Text.IsZero() {
			continue // the API refuses empty text
		}
		t := sdk.TextBlockParam{Text: b.Text.String()}
		if b.Cache && left > 0 {
			t.CacheControl = cache
			left--
		}
		parts = append(parts, sdk.ContentBlockParamUnion{OfText: &t})
	}
	if len(r.Schema) > 0 && !structured {
		parts = append(parts, sdk.NewTextBlock(model.Instruction(r.Schema)))
	}
	if len(parts) == 0 {
		return out, &model.Error{Class: model.BadRequest, Message: "the request has no text"}
	}
	out.Messages = []sdk.MessageParam{sdk.NewUserMessage(parts...)}
	if r.Temperature != nil && p.Temperature {
		out.Temperature = sdk.Float(*r.Temperature)
	}
	switch p.Thinking {
	case model.ThinkingOff:
		t := sdk.NewThinkingConfigDisabledParam()
		out.Thinking.OfDisabled = &t
	case model.ThinkingLeast:
		t := sdk.NewThinkingConfigBetweenToolsParam()
		out.Thinking.OfBetweenTools = &t
	case model.ThinkingAlways:
		if p.Model != "" { // an unknown model may refuse it
			out.OutputConfig.Effort = effortWhereThinking
		}
	}
	if structured {
		schema, err := ordered(r.Schema)
		if err != nil {
			return out, &model.Error{Class: model.BadRequest, Message: "the schema of the answer cannot be read", Err: err}
		}
		out.OutputConfig.Format = sdk.JSONOutputFormatParam{Schema: schema}
	}
	return out, nil
}

// ordered returns a schema as the map that the SDK wants. Only its own keys are
// sorted in the end: the properties keep their order, in which a model answers.
func ordered(schema json.RawMessage) (map[string]any, error) {
	s, err := model.Strict(schema)
	if err != nil {
		return nil, err
	}
	var top map[string]json.RawMessage
	if err := json.Unmarshal(s, &top); err != nil {
		return nil, err
	}
	out := make(map[string]any, len(top))
	for k, v := range top {
		out[k] = v
	}
	return out, nil
}

// response takes what is told of a message; false where it is none.
func response(m *sdk.Message, r model.Request, structured bool) (model.Response, bool) {
	if m == nil || m.StopReason == "" && len(m.Content) == 0 {
		return model.Response{}, false
	}
	var text strings.Builder
	for _, b := range m.Content {
		if b.Type == "text" { // thinking may stand before it
			text.WriteString(b.Text)
		}
	}
	res := model.Response{Text: model.CutAnswer(text.String()), Model: model.Name(m.Model), Stop: stopOf(m.StopReason)}
	if !structured && len(r.Schema) > 0 {
		if object, ok := model.Object(res.Text); ok {
			res.Text = object
		}
	}
	if res.Model == "" {
		res.Model = r.Model
	}
	if res.Stop == model.StopRefusal {
		switch m.StopDetails.Category {
		case sdk.RefusalStopDetailsCategoryCyber, sdk.RefusalStopDetailsCategoryBio, sdk.RefusalStopDetailsCategoryFrontierLLM,
			sdk.RefusalStopDetailsCategoryReasoningExtraction, sdk.RefusalStopDetailsCategoryGeneralHarms:
			res.Detail = string(m.StopDetails.Category)
		}
	}
	if m.JSON.Usage.Valid() {
		res.UsageKnown = true
		res.Usage = tokens(m.Usage)
	}
	return res, true
}

func stopOf(s sdk.StopReason) model.Stop {
	switch s {
	case sdk.StopReasonEndTurn, sdk.StopReasonStopSequence:
		return model.StopEnd
	case sdk.StopReasonMaxTokens:
		return model.StopMaxTokens
	case sdk.StopReasonRefusal:
		return model.StopRefusal
	case sdk.StopReasonModelContextWindowExceeded:
		return model.StopWindow
	}
	return model.StopOther
}

// tokens maps the counts. Cache writes whose split is not told are the 5-minute
// kind, as everywhere in this program.
func tokens(u sdk.Usage) fact.Tokens {
	t := fact.Tokens{
		Input: count(u.InputTokens), Output: count(u.OutputTokens), CacheRead: count(u.CacheReadInputTokens),
		CacheWrite5m: count(u.CacheCreation.Ephemeral5mInputTokens), CacheWrite1h: count(u.CacheCreation.Ephemeral1hInputTokens),
	}
	if rest := count(u.CacheCreationInputTokens) - t.CacheWrite(); rest > 0 {
		t.CacheWrite5m += rest
	}
	return t
}

// count bounds what a server tells: never below 0, and small enough to add up.
func count(n int64) int64 { return min(max(0, n), 1<<40) }
