package otlp

import (
	"prism/internal/redact"
	"prism/internal/transcript/telemetry"
)

// pass takes an event through the gate, text by text, so that the same event comes
// out the same however it was sent.
func (b *batch) pass(e *telemetry.Event) {
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
	e.Sort()
	renamed := false
	for i := range e.Attrs {
		a := &e.Attrs[i]
		if a.Kind == telemetry.Text && a.Text != "" && !isClosed(a.Key, a.Text) {
			a.Text = text(a.Text)
		}
		if len(a.Key) > 40 || !isWord(a.Key) { // a name that somebody chose
			a.Key, renamed = text(a.Key), true
		}
	}
	if renamed {
		e.Sort()
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
		"tool_source", "permission_mode", "trigger", "reason", "from_mode", "to_mode", "delivery.mode", "command_source",
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
