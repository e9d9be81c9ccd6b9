package original

import (
	"net/http"
	"strings"
	"time"
	"unicode/utf8"

	"prism/internal/transcript/telemetry"
)

// Bounds of what is said, in bytes.
const (
	mostText = 2 << 20 // as the plugin bounds it
	// mostKept is how much of it is kept: as JSON it may be six times as long, and a
	// piece of content holds 8 MB.
	mostKept = 1 << 20
	mostPath = 1024 // of a folder and of a branch
)

// client is the agent that the plugin is one of.
const client = "claude-code"

// promptBody is POST /v1/prompts, of both generations.
type promptBody struct {
	Text    text `json:"prompt_text"`
	Source  text `json:"source"`
	Session text `json:"tool_session_id"`
	CWD     text `json:"cwd"`
	// From 0.5.0 on.
	Event     text    `json:"client_event_id"`
	Host      text    `json:"host_prompt_id"`
	Submitted instant `json:"submitted_at"`
	Truncated flag    `json:"truncated"`
	Metadata  meta    `json:"metadata"`
}

// meta is what of a prompt's metadata is looked at. It may be anything.
type meta struct{ branch string }

// UnmarshalJSON implements json.Unmarshaler.
func (m *meta) UnmarshalJSON(raw []byte) error {
	var known struct {
		Git struct {
			Branch text `json:"branch"`
		} `json:"git"`
	}
	if decode(raw, &known) == nil {
		m.branch = string(known.Git.Branch)
	}
	return nil
}

func (c *Capture) prompt(r *http.Request, from Caller, raw []byte) (reply, error) {
	var b promptBody
	if err := decode(raw, &b); err != nil {
		return reply{}, err
	}
	session, event, host := string(b.Session), string(b.Event), string(b.Host)
	switch {
	case b.Source != "" && b.Source != client:
		return reply{}, refuse("unrecognized_source")
	case !isName(session):
		return reply{}, refuse("invalid_tool_session_id")
	case event != "" && !isPrompt(event):
		return reply{}, refuse("invalid_client_event_id")
	case host != "" && !isPrompt(host):
		return reply{}, refuse("invalid_host_prompt_id")
	case strings.TrimSpace(string(b.Text)) == "":
		return reply{}, refuse("empty_prompt_text")
	case len(b.Text) > mostText:
		return reply{}, refuse("prompt_body_exceeds_limit")
	}
	e := &telemetry.Event{Time: b.Submitted.or(c.Now()), Name: telemetry.PluginPrompt, Session: session, Prompt: host}
	dir := c.name(string(b.CWD))
	id := idOf(from, session, event, dir != "")
	if event != "" {
		put(e, "event_id", event)
		put(e, "id", id)
	} else { // nothing will refer to it
		id = named("prompt", from.Tenant, from.Person, session, host, e.Time.String(), string(b.Text))
	}
	e.Attrs = append(e.Attrs, telemetry.Attr{Key: "prompt_length", Value: telemetry.Value{Kind: telemetry.Int, Int: int64(utf8.RuneCountInString(string(b.Text)))}})
	put(e, "cwd", dir)
	put(e, "branch", c.name(b.Metadata.branch))
	if b.Truncated {
		e.Attrs = append(e.Attrs, telemetry.Attr{Key: "truncated", Value: telemetry.Value{Kind: telemetry.Bool, Int: 1}})
	}
	if !from.FactsOnly && (dir != "" || !from.Folders) {
		put(e, "prompt", c.gated(session, string(b.Text)))
	}
	taken, err := c.keep(r.Context(), from, e)
	if err != nil {
		return reply{}, err
	}
	if !taken {
		id = nobody // and the plugin sends no response to it
	}
	return reply{http.StatusCreated, map[string]string{"id": id}}, nil
}

// idOf is the id by which a prompt is answered to: the same when it comes again. It
// says whether the prompt told its folder.
func idOf(from Caller, session, event string, folder bool) string {
	in := "nowhere"
	if folder {
		in = "folder"
	}
	return named("prompt", from.Tenant, from.Person, session, event, in)
}

// responseBody is POST /v1/prompts/response, of both generations.
type responseBody struct {
	Session text  `json:"tool_session_id"`
	Text    text  `json:"response_text"`
	Elapsed whole `json:"elapsed_ms"`
	Input   whole `json:"input_tokens"`
	Output  whole `json:"output_tokens"`
	Model   text  `json:"model"`
	// From 0.5.0 on.
	Prompt    text  `json:"prompt_id"`
	Event     text  `json:"client_event_id"`
	Operation text  `json:"response_operation_id"`
	Host      text  `json:"host_prompt_id"`
	Read      whole `json:"cache_read_tokens"`
	Write     whole `json:"cache_creation_tokens"`
	Truncated flag  `json:"truncated"`
}

func (c *Capture) response(r *http.Request, from Caller, raw []byte) (reply, error) {
	var b responseBody
	if err := decode(raw, &b); err != nil {
		return reply{}, err
	}
	session, event, host, prompt := string(b.Session), string(b.Event), string(b.Host), string(b.Prompt)
	accepted := reply{http.StatusAccepted, map[string]string{"status": "accepted"}}
	switch {
	case !isName(session):
		return reply{}, refuse("invalid_tool_session_id")
	case event != "" && !isPrompt(event):
		return reply{}, refuse("invalid_client_event_id")
	case host != "" && !isPrompt(host):
		return reply{}, refuse("invalid_host_prompt_id")
	case prompt != "" && !isPrompt(prompt):
		return reply{}, refuse("invalid_prompt_id")
	case len(b.Text) > mostText:
		return reply{}, refuse("response_body_exceeds_limit")
	case prompt == nobody:
		return accepted, nil // to a prompt that was dropped
	}
	e := &telemetry.Event{Time: c.Now().UTC(), Name: telemetry.PluginResponse, Session: session, Prompt: host}
	put(e, "event_id", event)
	put(e, "prompt_id", prompt)
	if isHex(string(b.Operation)) {
		put(e, "operation_id", string(b.Operation))
	}
	model := string(b.Model)
	if !isID(model, 64) {
		model = c.gated(session, cut(model, mostPath))
	}
	put(e, "model", model)
	for _, x := range []struct {
		key string
		whole
	}{{"elapsed_ms", b.Elapsed}, {"input_tokens", b.Input}, {"output_tokens", b.Output}, {"cache_read_tokens", b.Read}, {"cache_creation_tokens", b.Write}} {
		if x.ok {
			e.Attrs = append(e.Attrs, telemetry.Attr{Key: x.key, Value: telemetry.Value{Kind: telemetry.Int, Int: x.n}})
		}
	}
	// One that belongs to a prompt of a folder that is not left alone names its id.
	known := prompt != "" && prompt == idOf(from, session, event, true)
	if !from.FactsOnly && (known || !from.Folders) {
		put(e, "response", c.gated(session, string(b.Text)))
	}
	if _, err := c.keep(r.Context(), from, e); err != nil {
		return reply{}, err
	}
	return accepted, nil
}

// put adds an attribute that is there.
func put(e *telemetry.Event, key, value string) {
	if value != "" {
		e.Attrs = append(e.Attrs, telemetry.Attr{Key: key, Value: telemetry.Value{Text: value}})
	}
}

// gated is a text behind the gate, and no more of it than is kept: it is cut there, so
// that no half of a secret stands at its end.
func (c *Capture) gated(session, s string) string {
	return cut(c.Gate.Session(session).Text(strings.ToValidUTF8(s, "\ufffd")).String(), mostKept)
}

// name is the name of a folder or a branch behind the gate; one that is none is left
// out.
func (c *Capture) name(s string) string {
	if len(s) > mostPath || strings.ContainsFunc(s, func(r rune) bool { return r < ' ' || r == 0x7f || r == 0xfffd }) {
		return ""
	}
	c.Gate.Names(&s)
	return s
}

// stamp is the time of an event that says when it was seen.
func (c *Capture) stamp(at instant) time.Time { return at.or(c.Now()) }
