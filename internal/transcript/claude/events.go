package claude

import (
	"bytes"
	"cmp"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"time"

	"prism/internal/transcript"
	"prism/internal/transcript/telemetry"
)

// Tell reads the events of one session (package telemetry) as the lines of a transcript
// that tell as much: prompts, answers with what they cost, calls with what became of
// them. What events do not tell is left out: what an edit changed, what a command put
// out, where it all happened. Events may come in any order and more than once; those
// of what transcripts tell already are passed over.
func Tell(events io.Reader, told *transcript.Told) io.Reader {
	return &teller{events: events, told: told}
}

// teller makes its lines when they are first asked for.
type teller struct {
	events io.Reader
	told   *transcript.Told
	lines  *bytes.Reader
}

// Read implements io.Reader.
func (t *teller) Read(p []byte) (int, error) {
	if t.lines == nil {
		list, err := sortedEvents(t.events)
		if err != nil {
			return 0, err
		}
		t.lines = bytes.NewReader(linesOf(list, t.told))
	}
	return t.lines.Read(p)
}

// sortedEvents reads events in the order in which they happened, each once. A line that
// is none, or is not whole yet, is passed over.
func sortedEvents(r io.Reader) ([]telemetry.Event, error) {
	type one struct {
		telemetry.Event
		line string
	}
	var list []one
	seen := map[string]bool{}
	in := transcript.NewReader()
	in.Reset(r)
	for {
		line, err := in.Next()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			return nil, err
		}
		if line.TooLong || seen[string(line.Data)] {
			continue
		}
		if e, err := telemetry.Parse(line.Data); err == nil {
			text := string(line.Data)
			seen[text] = true
			list = append(list, one{e, text})
		}
	}
	slices.SortFunc(list, func(a, b one) int {
		return cmp.Or(a.Time.Compare(b.Time), cmp.Compare(a.Sequence, b.Sequence), strings.Compare(a.line, b.line))
	})
	out := make([]telemetry.Event, len(list))
	for i := range list {
		out[i] = list[i].Event
	}
	return out, nil
}

// telling is a transcript in the making.
type telling struct {
	out    bytes.Buffer
	parent string
	sdk    bool
	cwd    string // the folder that was told last; "": none was
	branch string
	calls  map[string]bool
	last   map[*telemetry.Event]bool // requests that end a turn with an answer that is not told
	missed map[string]bool           // prompts of which events did not come
}

// Marks of a line that is made of an event, and of one beside which events are missing.
const (
	byEvent = "toldByEvent"
	missed  = "eventsMissed"
)

// missedIn are the prompts between whose events numbers are skipped: a client counts
// all that it tells, and while it works on one prompt all of that is of its session.
func missedIn(list []telemetry.Event) map[string]bool {
	type span struct{ first, last, n int64 }
	spans := map[string]*span{}
	seen := map[string]map[int64]bool{}
	for i := range list {
		e := &list[i]
		if e.Origin != telemetry.OTLP || e.Prompt == "" || e.Sequence < 0 || seen[e.Prompt][e.Sequence] {
			continue
		}
		s := spans[e.Prompt]
		if s == nil {
			s = &span{e.Sequence, e.Sequence, 0}
			spans[e.Prompt], seen[e.Prompt] = s, map[int64]bool{}
		}
		seen[e.Prompt][e.Sequence] = true
		s.first, s.last, s.n = min(s.first, e.Sequence), max(s.last, e.Sequence), s.n+1
	}
	out := map[string]bool{}
	for prompt, s := range spans {
		if s.last-s.first >= s.n {
			out[prompt] = true
		}
	}
	return out
}

// lastRequests are, of each prompt, the request that answered last, where what it
// answered is not told: the turn ended with an answer nevertheless.
func lastRequests(list []telemetry.Event) map[*telemetry.Event]bool {
	out := map[*telemetry.Event]bool{}
	var last *telemetry.Event
	told := false
	end := func() {
		if last != nil && !told {
			out[last] = true
		}
		last, told = nil, false
	}
	for i := range list {
		e := &list[i]
		switch e.Name {
		case "user_prompt":
			end()
		case "api_request":
			if e.Str("agent_id") == "" && answers(e.Str("query_source")) {
				last, told = e, false
			}
		case "assistant_response":
			told = told || e.Str("response") != "" && e.Str("response") != redacted
		case "tool_result", "tool_decision", "api_error":
			if e.Str("agent_id") == "" {
				last = nil // it went on, or failed, after that answer
			}
		}
	}
	end()
	return out
}

// answers reports whether a request of this source answers the person. Others (a
// compaction, a name for the session) are the client's own. Old clients tell none.
func answers(source string) bool {
	return source == "" || strings.HasPrefix(source, "repl_main_thread") || source == "sdk"
}

// isOwn reports whether a request of this source is the client's own: it answers neither
// the person nor a subagent.
func isOwn(source string) bool {
	return !answers(source) && !strings.HasPrefix(source, "agent:")
}

// linesOf writes events as lines.
func linesOf(list []telemetry.Event, told *transcript.Told) []byte {
	t := &telling{calls: map[string]bool{}}
	list = withPlugin(list, told)
	if told != nil {
		t.parent = told.Last
	}
	for i := range list {
		t.sdk = t.sdk || list[i].Str("query_source") == "sdk"
	}
	t.last, t.missed = lastRequests(list), missedIn(list)
	for i := range list {
		// What the plugin tells of a turn is told or not as its prompt is: see withPlugin.
		of := list[i].Origin == telemetry.Plugin && list[i].Name != "user_prompt"
		if of || !isTold(&list[i], told) {
			t.event(&list[i])
		}
	}
	return t.out.Bytes()
}

// late is how long after the last line of a transcript an event may come that tells of
// it: a request's is sent when its answer has ended.
const late = 10 * time.Second

// isTold reports whether transcripts tell what an event does: they name it, or go on
// after it. Of what has no name, a little longer. Requests of the client's own (a name for
// the session while it ends) stand in no transcript: where there is one, they are left out
// wherever they come, so that a session costs what its transcript says.
func isTold(e *telemetry.Event, told *transcript.Told) bool {
	until := told.Until(e.Str("agent_id"))
	if !until.IsZero() && isOwn(e.Str("query_source")) {
		switch e.Name {
		case "api_request", "assistant_response", "api_error", "api_retries_exhausted":
			return true
		}
	}
	names := []string{e.Str("request_id"), e.Str("tool_use_id"), e.Str("message.uuid")}
	if e.Name == "user_prompt" {
		names = append(names, e.Prompt)
	}
	if told.Named(names...) || !e.Time.After(until) {
		return true
	}
	unnamed := !slices.ContainsFunc(names, func(name string) bool { return name != "" })
	return unnamed && !until.IsZero() && !e.Time.After(until.Add(late))
}

func (t *telling) event(e *telemetry.Event) {
	switch e.Name {
	case "user_prompt":
		t.prompt(e)
	case "api_request":
		t.line(e, "assistant", "usage", map[string]any{"id": t.message(e), "type": "message", "role": "assistant", "model": e.Str("model"), "content": []any{}, "usage": usageOf(e)}, map[string]any{untold: t.last[e]})
	case "assistant_response":
		if isOwn(e.Str("query_source")) {
			return // a name for the session, a summary: nobody was told it
		}
		if text := e.Str("response"); text != "" && text != redacted {
			t.line(e, "assistant", "says", map[string]any{"id": t.message(e), "type": "message", "role": "assistant", "model": e.Str("model"), "content": []any{map[string]any{"type": "text", "text": text}}}, nil)
		}
	case "tool_decision":
		if e.Str("decision") == "reject" {
			t.call(e, refusalBy(e.Str("source")), true)
		}
	case "tool_result":
		failed := e.Str("success") == "false"
		text := ""
		if failed {
			text = cmp.Or(e.Str("error"), e.Str("error_type"), "the call failed")
		}
		t.call(e, text, failed)
	case interrupted:
		mark := interruptMark + "]"
		if e.Str("marker_kind") == "tool_use" {
			mark = interruptMark + " for tool use]"
		}
		t.line(e, "user", interrupted, map[string]any{"role": "user", "content": []any{map[string]any{"type": "text", "text": mark}}}, nil)
	case "api_error", "api_retries_exhausted":
		t.line(e, "assistant", "error", map[string]any{"id": "", "type": "message", "role": "assistant", "model": "<synthetic>", "content": []any{map[string]any{"type": "text", "text": "API Error: " + cmp.Or(e.Str("error"), "the request failed")}}}, map[string]any{"isApiErrorMessage": true})
	}
}

// redacted is what a client says instead of a text that it was not told to send.
const redacted = "<REDACTED>"

// untold marks a line of ours whose text was not sent: a prompt that was put or an
// answer that was given, of unknown words. None are made up for it, as a judge would
// read and quote them.
const untold = "untold"

// refusalBy is what stands in the place of a result, by who refused the call.
func refusalBy(source string) string {
	switch source {
	case "config", "hook":
		return "Denied by a rule of the client's." // no person was asked: it failed
	}
	return refusal + ". The tool use was rejected."
}

// prompt tells a prompt. One whose text is not sent is one nevertheless.
func (t *telling) prompt(e *telemetry.Event) {
	text := cmp.Or(e.Str("prompt"), e.Str("prompt_text"))
	if text == redacted {
		text = ""
	}
	if name := e.Str("command_name"); name != "" {
		if e.Str("command_source") == "builtin" && name != "clear" {
			return // of the client's own: nothing is asked by it
		}
		args, ok := strings.CutPrefix(strings.TrimPrefix(text, "/"), name)
		if !ok {
			args = ""
		}
		text = fmt.Sprintf("<command-message>%s</command-message>\n<command-name>/%s</command-name>\n<command-args>%s</command-args>", name, name, strings.TrimSpace(args))
	} else if isBuiltin([]byte(text)) { // clients before 2.1.117 do not say that it is a command
		if word, _, _ := strings.Cut(strings.TrimSpace(text), " "); word != "/clear" {
			return
		}
		text = "<command-name>/clear</command-name>"
	}
	more := map[string]any{"userType": "external", untold: text == ""}
	if e.Prompt != "" {
		more["promptId"] = e.Prompt
	}
	t.line(e, "user", "prompt", map[string]any{"role": "user", "content": text}, more)
}

// call tells a call and what became of it.
func (t *telling) call(e *telemetry.Event, text string, failed bool) {
	id := e.Str("tool_use_id")
	if id == "" {
		id = t.uuid(e, "call")
	}
	if t.calls[id] {
		return // a decision, and then its result
	}
	t.calls[id] = true
	input := map[string]any{}
	if json.Unmarshal([]byte(e.Str("tool_input")), &input) != nil {
		input = map[string]any{}
	}
	var parameters struct {
		Full string `json:"full_command"`
		Bash string `json:"bash_command"`
	}
	if json.Unmarshal([]byte(e.Str("tool_parameters")), &parameters) == nil && input["command"] == nil {
		if command := cmp.Or(parameters.Full, parameters.Bash); command != "" {
			input["command"] = command
		}
	}
	t.line(e, "assistant", "call", map[string]any{"id": t.message(e) + "-" + id, "type": "message", "role": "assistant", "content": []any{
		map[string]any{"type": "tool_use", "id": id, "name": e.Str("tool_name"), "input": input},
	}}, nil)
	t.line(e, "user", "result", map[string]any{"role": "user", "content": []any{
		map[string]any{"type": "tool_result", "tool_use_id": id, "content": text, "is_error": failed},
	}}, nil)
}

// message names the API message of an event: of one request there is one.
func (t *telling) message(e *telemetry.Event) string {
	return "event-" + cmp.Or(e.Str("request_id"), t.uuid(e, "message"))
}

// usageOf is what a request cost in tokens.
func usageOf(e *telemetry.Event) map[string]any {
	n := func(key string) int64 {
		v, ok := e.Get(key)
		if !ok {
			return 0
		}
		whole, _ := v.Whole() // what is no whole number is no count
		return max(whole, 0)
	}
	u := map[string]any{"input_tokens": n("input_tokens"), "output_tokens": n("output_tokens"), "cache_read_input_tokens": n("cache_read_tokens"), "cache_creation_input_tokens": n("cache_creation_tokens")}
	if five, hour := n("cache_creation_5m_tokens"), n("cache_creation_1h_tokens"); five+hour > 0 {
		u["cache_creation"] = map[string]any{"ephemeral_5m_input_tokens": five, "ephemeral_1h_input_tokens": hour}
	}
	if e.Str("speed") == "fast" {
		u["speed"] = "fast"
	}
	return u
}

// uuid names a line of an event: the client's own name, where it tells one.
func (t *telling) uuid(e *telemetry.Event, what string) string {
	if id := e.Str("message.uuid"); isUUID(id) && (what == "prompt" || what == "says") {
		return id
	}
	var all []byte
	if e.Sequence < 0 { // not counted: only what they tell keeps two events of a moment apart
		all = e.Line()
	}
	h := sha256.Sum256(fmt.Append(all, e.Session, e.Time.UnixNano(), e.Sequence, e.Name, what, e.Str("tool_use_id")))
	h[6], h[8] = h[6]&0x0f|0x80, h[8]&0x3f|0x80 // version 8, of whoever makes it (RFC 9562)
	return fmt.Sprintf("%x-%x-%x-%x-%x", h[:4], h[4:6], h[6:8], h[8:10], h[10:16])
}

func (t *telling) line(e *telemetry.Event, kind, what string, message, more map[string]any) {
	id := t.uuid(e, what)
	line := map[string]any{"type": kind, "uuid": id, "parentUuid": nil, "sessionId": e.Session, "timestamp": e.Time.UTC().Format(time.RFC3339Nano), "message": message, "isSidechain": e.Str("agent_id") != ""}
	if t.parent != "" {
		line["parentUuid"] = t.parent
	}
	if agent := e.Str("agent_id"); agent != "" {
		line["agentId"] = agent
	}
	if request := e.Str("request_id"); request != "" && kind == "assistant" {
		line["requestId"] = request
	}
	t.cwd, t.branch = cmp.Or(e.Str("cwd"), t.cwd), cmp.Or(e.Str("branch"), t.branch)
	if t.cwd != "" {
		line["cwd"] = t.cwd
	}
	if t.branch != "" {
		line["gitBranch"] = t.branch
	}
	if e.Version != "" {
		line["version"] = e.Version
	}
	if t.sdk {
		line["entrypoint"] = "sdk-cli"
	}
	line[byEvent] = true
	if t.missed[e.Prompt] {
		line[missed] = true
	}
	for k, v := range more {
		line[k] = v
	}
	text, err := json.Marshal(line)
	if err != nil {
		return // plain values always do
	}
	t.parent = id
	t.out.Write(append(text, '\n'))
}
