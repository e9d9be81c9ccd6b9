package claude

import (
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"hash/maphash"
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

// teller makes its lines when they are asked for, some at a time.
type teller struct {
	events io.Reader
	told   *transcript.Told
	lines  *telling // nil: nobody has asked yet
	rest   []byte   // of those that were made
}

// linesAtOnce is how many bytes of lines are made together, and of one line more.
const linesAtOnce = 32 << 10

// Read implements io.Reader.
func (t *teller) Read(p []byte) (int, error) {
	if t.lines == nil {
		list, err := sortedEvents(t.events)
		if err != nil {
			return 0, err
		}
		t.lines = newTelling(list, t.told)
	}
	for len(t.rest) == 0 {
		if !t.lines.more() {
			return 0, io.EOF
		}
		t.rest = t.lines.out.Bytes()
	}
	n := copy(p, t.rest)
	t.rest = t.rest[n:]
	return n, nil
}

// sortedEvents reads events in the order in which they happened, each once. A line that
// is none, or is not whole yet, is passed over.
func sortedEvents(r io.Reader) ([]telemetry.Event, error) {
	var list []telemetry.Event
	parser := telemetry.NewParser()
	// What was seen is known by two hashes of keys that nobody else knows: the lines
	// themselves would be most of what is held.
	seen := map[[2]uint64]struct{}{}
	one, two := maphash.MakeSeed(), maphash.MakeSeed()
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
		if line.TooLong {
			continue
		}
		print := [2]uint64{maphash.Bytes(one, line.Data), maphash.Bytes(two, line.Data)}
		if _, is := seen[print]; is {
			continue
		}
		if e, err := parser.Parse(line.Data); err == nil {
			seen[print] = struct{}{}
			list = append(list, e)
		}
	}
	inOrder(list)
	return list, nil
}

// inOrder sorts events: by their times, of one time by their numbers, and of these by all
// that they say, which takes nothing where no two are alike.
func inOrder(list []telemetry.Event) {
	moment := func(a, b telemetry.Event) int {
		return cmp.Or(a.Time.Compare(b.Time), cmp.Compare(a.Sequence, b.Sequence))
	}
	slices.SortStableFunc(list, moment)
	for from := 0; from < len(list); {
		to := from + 1
		for to < len(list) && moment(list[from], list[to]) == 0 {
			to++
		}
		if to-from > 1 {
			byLine(list[from:to])
		}
		from = to
	}
}

// byLine sorts events by their lines.
func byLine(list []telemetry.Event) {
	type one struct {
		telemetry.Event
		line []byte
	}
	all := make([]one, len(list))
	for i := range list {
		all[i] = one{list[i], list[i].Line()}
	}
	slices.SortStableFunc(all, func(a, b one) int { return bytes.Compare(a.line, b.line) })
	for i := range all {
		list[i] = all[i].Event
	}
}

// telling is a transcript in the making.
type telling struct {
	list   []telemetry.Event
	next   int // of them, to be told
	told   *transcript.Told
	out    bytes.Buffer
	write  *json.Encoder // to out
	parent string
	id     []byte // room for what a name is made of
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

// newTelling begins to write events as lines.
func newTelling(list []telemetry.Event, told *transcript.Told) *telling {
	t := &telling{calls: map[string]bool{}, told: told}
	t.write = json.NewEncoder(&t.out)
	t.list = withPlugin(list, told)
	if told != nil {
		t.parent = told.Last
	}
	for i := range t.list {
		t.sdk = t.sdk || t.list[i].Str("query_source") == "sdk"
	}
	t.last, t.missed = lastRequests(t.list), missedIn(t.list)
	return t
}

// more makes the next lines; false: there are none.
func (t *telling) more() bool {
	t.out.Reset()
	for t.next < len(t.list) && t.out.Len() < linesAtOnce {
		e := &t.list[t.next]
		t.next++
		// What the plugin tells of a turn is told or not as its prompt is: see withPlugin.
		of := e.Origin == telemetry.Plugin && e.Name != "user_prompt"
		if of || !isTold(e, t.told) {
			t.event(e)
		}
		*e = telemetry.Event{} // nobody needs it any more
	}
	return t.out.Len() > 0
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
		t.line(e, "usage", &toldLine{Type: "assistant", Untold: new(t.last[e]), Message: toldMessage{ID: new(t.message(e)), Type: ofMessage, Role: "assistant", Model: new(e.Str("model")), Content: []any{}, Usage: usageOf(e)}})
	case "assistant_response":
		if isOwn(e.Str("query_source")) {
			return // a name for the session, a summary: nobody was told it
		}
		if text := e.Str("response"); text != "" && text != redacted {
			t.line(e, "says", &toldLine{Type: "assistant", Message: toldMessage{ID: new(t.message(e)), Type: ofMessage, Role: "assistant", Model: new(e.Str("model")), Content: textOf(text)}})
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
		t.line(e, interrupted, &toldLine{Type: "user", Message: toldMessage{Role: "user", Content: textOf(mark)}})
	case "api_error", "api_retries_exhausted":
		t.line(e, "error", &toldLine{Type: "assistant", Failed: true, Message: toldMessage{ID: new(""), Type: ofMessage, Role: "assistant", Model: new("<synthetic>"), Content: textOf("API Error: " + cmp.Or(e.Str("error"), "the request failed"))}})
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
	t.line(e, "prompt", &toldLine{Type: "user", UserType: "external", Untold: new(text == ""), PromptID: e.Prompt, Message: toldMessage{Role: "user", Content: text}})
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
	if text := e.Str("tool_input"); text != "" && json.Unmarshal([]byte(text), &input) != nil {
		input = map[string]any{}
	}
	var parameters struct {
		Full string `json:"full_command"`
		Bash string `json:"bash_command"`
	}
	if text := e.Str("tool_parameters"); text != "" && json.Unmarshal([]byte(text), &parameters) == nil && input["command"] == nil {
		if command := cmp.Or(parameters.Full, parameters.Bash); command != "" {
			input["command"] = command
		}
	}
	t.line(e, "call", &toldLine{Type: "assistant", Message: toldMessage{ID: new(t.message(e) + "-" + id), Type: ofMessage, Role: "assistant", Content: []any{
		toldCall{ID: id, Input: input, Name: e.Str("tool_name"), Type: "tool_use"},
	}}})
	t.line(e, "result", &toldLine{Type: "user", Message: toldMessage{Role: "user", Content: []any{
		toldResult{Content: text, Failed: failed, ID: id, Type: "tool_result"},
	}}})
}

// message names the API message of an event: of one request there is one.
func (t *telling) message(e *telemetry.Event) string {
	return "event-" + cmp.Or(e.Str("request_id"), t.uuid(e, "message"))
}
