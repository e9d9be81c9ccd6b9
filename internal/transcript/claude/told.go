package claude

import (
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"strconv"
	"time"

	"prism/internal/transcript/telemetry"
)

// toldLine is a line that is made of an event. Its keys, like all below, are in the order
// of their names.
type toldLine struct {
	Agent      string      `json:"agentId,omitempty"`
	CWD        string      `json:"cwd,omitempty"`
	Entrypoint string      `json:"entrypoint,omitempty"`
	Missed     bool        `json:"eventsMissed,omitempty"`
	Branch     string      `json:"gitBranch,omitempty"`
	Failed     bool        `json:"isApiErrorMessage,omitempty"`
	Sidechain  bool        `json:"isSidechain"`
	Message    toldMessage `json:"message"`
	Parent     *string     `json:"parentUuid"`
	PromptID   string      `json:"promptId,omitempty"`
	Request    string      `json:"requestId,omitempty"`
	Session    string      `json:"sessionId"`
	Time       string      `json:"timestamp"`
	ByEvent    bool        `json:"toldByEvent"`
	Type       string      `json:"type"`
	// Untold marks a line of ours whose text was not sent: a prompt that was put or an
	// answer that was given, of unknown words. None are made up for it, as a judge would
	// read and quote them.
	Untold   *bool  `json:"untold,omitempty"`
	UserType string `json:"userType,omitempty"`
	UUID     string `json:"uuid"`
	Version  string `json:"version,omitempty"`
}

type toldMessage struct {
	Content any        `json:"content"`
	ID      *string    `json:"id,omitempty"`
	Model   *string    `json:"model,omitempty"`
	Role    string     `json:"role"`
	Type    string     `json:"type,omitempty"`
	Usage   *toldUsage `json:"usage,omitempty"`
}

// ofMessage is the type of what the API answers.
const ofMessage = "message"

type toldUsage struct {
	Creation *toldCreation `json:"cache_creation,omitempty"`
	Written  int64         `json:"cache_creation_input_tokens"`
	Cached   int64         `json:"cache_read_input_tokens"`
	Input    int64         `json:"input_tokens"`
	Output   int64         `json:"output_tokens"`
	Speed    string        `json:"speed,omitempty"`
}

type toldCreation struct {
	Hour int64 `json:"ephemeral_1h_input_tokens"`
	Five int64 `json:"ephemeral_5m_input_tokens"`
}

type toldText struct {
	Text string `json:"text"`
	Type string `json:"type"`
}

type toldCall struct {
	ID    string         `json:"id"`
	Input map[string]any `json:"input"`
	Name  string         `json:"name"`
	Type  string         `json:"type"`
}

type toldResult struct {
	Content string `json:"content"`
	Failed  bool   `json:"is_error"`
	ID      string `json:"tool_use_id"`
	Type    string `json:"type"`
}

func textOf(text string) []any { return []any{toldText{text, "text"}} }

// usageOf is what a request cost in tokens.
func usageOf(e *telemetry.Event) *toldUsage {
	n := func(key string) int64 {
		v, ok := e.Get(key)
		if !ok {
			return 0
		}
		whole, _ := v.Whole() // what is no whole number is no count
		return max(whole, 0)
	}
	u := &toldUsage{Input: n("input_tokens"), Output: n("output_tokens"), Cached: n("cache_read_tokens"), Written: n("cache_creation_tokens")}
	if five, hour := n("cache_creation_5m_tokens"), n("cache_creation_1h_tokens"); five+hour > 0 {
		u.Creation = &toldCreation{Hour: hour, Five: five}
	}
	if e.Str("speed") == "fast" {
		u.Speed = "fast"
	}
	return u
}

// uuid names a line of an event: the client's own name, where it tells one.
func (t *telling) uuid(e *telemetry.Event, what string) string {
	if id := e.Str("message.uuid"); isUUID(id) && (what == "prompt" || what == "says") {
		return id
	}
	b := t.id[:0]
	if e.Sequence < 0 { // not counted: only what they tell keeps two events of a moment apart
		b = e.AppendLine(b)
	}
	b = strconv.AppendInt(append(b, e.Session...), e.Time.UnixNano(), 10)
	b = strconv.AppendInt(append(b, ' '), e.Sequence, 10)
	b = append(append(append(b, e.Name...), what...), e.Str("tool_use_id")...)
	t.id = b
	h := sha256.Sum256(b)
	h[6], h[8] = h[6]&0x0f|0x80, h[8]&0x3f|0x80 // version 8, of whoever makes it (RFC 9562)
	var out [36]byte
	for i, part := range [...][]byte{h[:4], h[4:6], h[6:8], h[8:10], h[10:16]} {
		at := [...]int{0, 9, 14, 19, 24}[i]
		hex.Encode(out[at:], part)
		if i > 0 {
			out[at-1] = '-'
		}
	}
	return string(out[:])
}

// line writes a line of an event; what tells it from others of the same.
func (t *telling) line(e *telemetry.Event, what string, l *toldLine) {
	l.Agent, l.Session, l.Version = e.Str("agent_id"), e.Session, e.Version
	l.Sidechain, l.Time, l.UUID = l.Agent != "", e.Time.UTC().Format(time.RFC3339Nano), t.uuid(e, what)
	if t.parent != "" {
		parent := t.parent
		l.Parent = &parent
	}
	if l.Type == "assistant" {
		l.Request = e.Str("request_id")
	}
	t.cwd, t.branch = cmp.Or(e.Str("cwd"), t.cwd), cmp.Or(e.Str("branch"), t.branch)
	l.CWD, l.Branch = t.cwd, t.branch
	if t.sdk {
		l.Entrypoint = "sdk-cli"
	}
	l.ByEvent, l.Missed = true, t.missed[e.Prompt]
	if t.write.Encode(l) == nil { // plain values always do
		t.parent = l.UUID
	}
}
