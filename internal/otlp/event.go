package otlp

import (
	"encoding/json"
	"maps"
	"slices"
	"strconv"
	"time"

	"prism/internal/redact"
)

// event is what one record tells, as it is kept.
type event struct {
	Time     time.Time
	Name     string // without the client's prefix
	Session  string
	Prompt   string
	Sequence int64 // -1: not told
	Attrs    map[string]any
	Version  string
	Origin   string
}

// Line is the event as one line of JSON, always the same for the same event.
func (e *event) Line() []byte {
	b := make([]byte, 0, 512)
	b = append(b, `{"prism":"event/1","time":"`...)
	b = e.Time.UTC().AppendFormat(b, time.RFC3339Nano)
	b = append(b, '"')
	field := func(name, value string) {
		if value != "" {
			b = append(append(append(b, ',', '"'), name...), `":`...)
			b = appendString(b, value)
		}
	}
	field("name", e.Name)
	field("session", e.Session)
	field("prompt", e.Prompt)
	if e.Sequence >= 0 {
		b = strconv.AppendInt(append(b, `,"sequence":`...), e.Sequence, 10)
	}
	field("version", e.Version)
	field("origin", e.Origin)
	b = append(b, `,"attrs":{`...)
	for i, key := range slices.Sorted(maps.Keys(e.Attrs)) {
		if i > 0 {
			b = append(b, ',')
		}
		b = append(appendString(b, key), ':')
		switch v := e.Attrs[key].(type) {
		case string:
			b = appendString(b, v)
		case int64:
			b = appendInt(b, v)
		case bool:
			b = strconv.AppendBool(b, v)
		case float64:
			if n, err := json.Marshal(v); err == nil {
				b = append(b, n...)
			} else {
				b = append(b, "null"...) // neither infinity nor what is no number
			}
		default:
			b = append(b, "null"...)
		}
	}
	return append(b, "}}\n"...)
}

func appendInt(b []byte, n int64) []byte { return strconv.AppendInt(b, n, 10) }

// appendString writes a JSON string.
func appendString(b []byte, s string) []byte {
	for i := range len(s) {
		if c := s[i]; c < ' ' || c == '"' || c == '\\' || c >= 0x80 {
			quoted, err := json.Marshal(s)
			if err != nil {
				quoted = []byte(`""`)
			}
			return append(b, quoted...)
		}
	}
	return append(append(append(b, '"'), s...), '"')
}

// pass takes an event through the gate, text by text, so that the same event comes
// out the same however it was sent.
func (b *batch) pass(e *event) {
	var scope *redact.Scope
	text := func(s string) string {
		if scope == nil {
			scope = b.gate.Session(e.Session)
		}
		return scope.Text(s).String()
	}
	if e.Prompt != "" && !isID(e.Prompt) {
		e.Prompt = text(e.Prompt)
	}
	if e.Version != "" && !isName(e.Version) {
		e.Version = text(e.Version)
	}
	for _, key := range slices.Sorted(maps.Keys(e.Attrs)) {
		s, ok := e.Attrs[key].(string)
		if !ok || s == "" || isClosed(key, s) {
			continue
		}
		e.Attrs[key] = text(s)
	}
	for key := range e.Attrs {
		if !isWord(key) || len(key) > 40 { // a name that somebody chose
			v := e.Attrs[key]
			delete(e.Attrs, key)
			e.Attrs[text(key)] = v
		}
	}
}

// isClosed reports whether a text can say nothing but what the client writes there: an
// id by which events and transcripts are joined, which the gate may take for a secret,
// a number, or a word of a list.
func isClosed(key, s string) bool {
	switch key {
	case "message.uuid", "agent_id", "parent_agent_id", "request_id", "tool_use_id":
		return isID(s)
	case "success", "decision", "source", "decision_source", "decision_type", "query_source", "speed", "effort",
		"tool_source", "permission_mode", "trigger", "from_mode", "to_mode", "delivery.mode", "command_source",
		"hook_event", "invocation_trigger", "anthropic.provider", "error_type", "is_async", "start_type":
		return len(s) <= 40 && isWord(s)
	case "tool_name", "model":
		return len(s) <= 64 && isWord(s)
	}
	return isNumber(s)
}

// isID reports whether a text has the form of an id of the client's: a UUID, or a
// short prefix and letters and digits (req_…, toolu_…, msg_…).
func isID(s string) bool {
	if len(s) == 0 || len(s) > 64 {
		return false
	}
	for i := range len(s) {
		if !isIDByte(s[i]) || s[i] == '.' {
			return false
		}
	}
	return true
}

// isWord reports whether a text is one word, as names of tools, models and modes are:
// not so many digits as a key has.
func isWord(s string) bool {
	digits := 0
	for i := range len(s) {
		if !isIDByte(s[i]) && s[i] != ':' {
			return false
		}
		if '0' <= s[i] && s[i] <= '9' {
			digits++
		}
	}
	return digits <= 8
}

// isNumber reports whether a text is a short number: no number of a card or a phone.
func isNumber(s string) bool {
	if len(s) > 9 {
		return false
	}
	for i := range len(s) {
		if (s[i] < '0' || s[i] > '9') && s[i] != '.' {
			return false
		}
	}
	return true
}
