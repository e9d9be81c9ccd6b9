package otlp

import (
	"encoding/json"
	"slices"
	"strconv"
	"strings"
	"time"

	"prism/internal/redact"
)

// event is what one record tells, as it is kept.
type event struct {
	time     time.Time
	name     string // without the client's prefix
	session  string
	prompt   string
	sequence int64 // -1: not told
	version  string
	attrs    []attr
}

// sort puts attributes in the order of their names; of equal ones the last counts.
func (e *event) sort() {
	slices.SortStableFunc(e.attrs, func(a, b attr) int { return strings.Compare(a.key, b.key) })
	kept := e.attrs[:0]
	for i, a := range e.attrs {
		if i+1 == len(e.attrs) || e.attrs[i+1].key != a.key {
			kept = append(kept, a)
		}
	}
	e.attrs = kept
}

// appendLine writes the event as one line of JSON, always the same for the same event.
func (e *event) appendLine(b []byte) []byte {
	b = append(b, `{"prism":"event/1","time":"`...)
	b = e.time.UTC().AppendFormat(b, time.RFC3339Nano)
	b = append(b, '"')
	b = appendField(b, `,"name":`, e.name)
	b = appendField(b, `,"session":`, e.session)
	b = appendField(b, `,"prompt":`, e.prompt)
	if e.sequence >= 0 {
		b = appendInt(append(b, `,"sequence":`...), e.sequence)
	}
	b = appendField(b, `,"version":`, e.version)
	b = append(b, `,"origin":"otlp","attrs":{`...)
	for i := range e.attrs {
		a := &e.attrs[i]
		if i > 0 {
			b = append(b, ',')
		}
		b = append(appendString(b, a.key), ':')
		switch a.kind {
		case isText:
			b = appendString(b, a.text)
		case isInt:
			b = appendInt(b, a.n)
		case isBool:
			b = strconv.AppendBool(b, a.n == 1)
		case isDouble:
			b = appendDouble(b, a.double)
		}
	}
	return append(b, "}}\n"...)
}

func appendField(b []byte, name, value string) []byte {
	if value == "" {
		return b
	}
	return appendString(append(b, name...), value)
}

func appendInt(b []byte, n int64) []byte { return strconv.AppendInt(b, n, 10) }

// appendDouble writes a number; JSON has neither infinity nor what is no number.
func appendDouble(b []byte, f float64) []byte {
	n, err := json.Marshal(f)
	if err != nil {
		return append(b, "null"...)
	}
	return append(b, n...)
}

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
			scope = b.gate.Session(e.session)
		}
		return scope.Text(s).String()
	}
	if e.prompt != "" && !isID(e.prompt) {
		e.prompt = text(e.prompt)
	}
	if e.version != "" && !isName(e.version) {
		e.version = text(e.version)
	}
	e.sort()
	renamed := false
	for i := range e.attrs {
		a := &e.attrs[i]
		if a.kind == isText && a.text != "" && !isClosed(a.key, a.text) {
			a.text = text(a.text)
		}
		if len(a.key) > 40 || !isWord(a.key) { // a name that somebody chose
			a.key, renamed = text(a.key), true
		}
	}
	if renamed {
		e.sort()
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
