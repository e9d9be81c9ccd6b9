// Package telemetry is the form in which an event of an agent is kept: what a log
// record or a hook told, as one line of JSON in the file of its session.
//
// Nouns: an Event is what happened, an Attr one thing that it tells. Promises: the
// same Event is the same line wherever it is written, and a line that was read and is
// written again is the same line. Refusals: it knows no wire, and joins nothing: what
// an event means is the dialect's to say.
package telemetry

import (
	"encoding/json"
	"errors"
	"math"
	"slices"
	"strconv"
	"strings"
	"time"
)

// Opening is what every line begins with. A line of a transcript never does.
const Opening = `{"prism":"event/1",`

// Prefix is what clients put before the names of their events, or leave out.
const Prefix = "claude_code."

// Where an Event comes from.
const (
	OTLP = "otlp" // a log record
	Hook = "hook" // a hook; Name is the hook's own, and attributes are the keys of its JSON
	// Plugin: a request of the original's plugin; see the names below.
	Plugin = "plugin"
)

// Names of Events of the original's plugin. What is told beside them under the same
// session over OTLP is one thing told twice, which the dialect's reader sees to.
const (
	// PluginPrompt: attributes prompt (the text), cwd, branch; event_id and id, by which
	// a PluginResponse names it; Prompt where the plugin knows the client's own id.
	PluginPrompt = "prompt"
	// PluginResponse is how the turn of a prompt ended: response (the text), model, the
	// token counts of an api_request, elapsed_ms; event_id and prompt_id name the prompt,
	// operation_id the response. Without any of these it is of the prompt before it.
	PluginResponse = "response"
	// PluginInterrupt: the person stopped the agent; marker_kind is user or tool_use.
	PluginInterrupt = "turn_interrupt"
	// PluginEnd: the client's conversation ended, for a reason.
	PluginEnd = "session_end"
)

// Event is what an agent told of one moment.
type Event struct {
	Time     time.Time // in UTC; zero when none was told
	Name     string    // without Prefix
	Session  string
	Prompt   string // id of the prompt that it belongs to; "" none
	Sequence int64  // counts the events of one process from 0; −1 when not told
	Version  string // of the client
	Origin   string // OTLP, Hook or Plugin
	Attrs    []Attr // by key, each once: see Sort
}

// Attr is one thing that an Event tells.
type Attr struct {
	Key string
	Value
}

// Kind is what a Value is.
type Kind uint8

// The kinds of Value.
const (
	Text Kind = iota
	Int
	Double
	Bool
)

// Value is what an Attr says. Clients wrote the same number as each kind but the last.
type Value struct {
	Kind  Kind
	Text  string
	Int   int64 // of Bool: 1 for true
	Float float64
}

// Sort puts the attributes in the order of their keys; of equal ones the last counts.
func (e *Event) Sort() {
	sorted := true
	for i := 1; i < len(e.Attrs) && sorted; i++ {
		sorted = e.Attrs[i-1].Key < e.Attrs[i].Key
	}
	if sorted {
		return // as it is in every line
	}
	slices.SortStableFunc(e.Attrs, func(a, b Attr) int { return strings.Compare(a.Key, b.Key) })
	kept := e.Attrs[:0]
	for i, a := range e.Attrs {
		if i+1 == len(e.Attrs) || e.Attrs[i+1].Key != a.Key {
			kept = append(kept, a)
		}
	}
	e.Attrs = kept
}

// Line is the event as one line of JSON, without its end.
func (e *Event) Line() []byte { return e.AppendLine(nil) }

// AppendLine appends Line to b. Attrs have to be sorted.
func (e *Event) AppendLine(b []byte) []byte {
	at := e.Time.UTC()
	if y := at.Year(); y < 0 || y > 9999 {
		at = time.Time{}
	}
	b = append(b, Opening+`"time":"`...)
	b = at.AppendFormat(b, time.RFC3339Nano)
	b = append(b, '"')
	b = appendField(b, `,"name":`, e.Name)
	b = appendField(b, `,"session":`, e.Session)
	b = appendField(b, `,"prompt":`, e.Prompt)
	if e.Sequence >= 0 {
		b = strconv.AppendInt(append(b, `,"sequence":`...), e.Sequence, 10)
	}
	b = appendField(b, `,"version":`, e.Version)
	b = appendField(b, `,"origin":`, e.Origin)
	b = append(b, `,"attrs":{`...)
	first := true
	for i := range e.Attrs {
		a := &e.Attrs[i]
		if a.Kind == Double && (math.IsNaN(a.Float) || math.IsInf(a.Float, 0)) {
			continue // JSON has no such numbers
		}
		if !first {
			b = append(b, ',')
		}
		first = false
		b = append(appendString(b, a.Key), ':')
		switch a.Kind {
		case Text:
			b = appendString(b, a.Text)
		case Int:
			b = strconv.AppendInt(b, a.Int, 10)
		case Bool:
			b = strconv.AppendBool(b, a.Int != 0)
		case Double:
			b = appendDouble(b, a.Float)
		}
	}
	return append(b, "}}"...)
}

func appendField(b []byte, name, value string) []byte {
	if value == "" {
		return b
	}
	return appendString(append(b, name...), value)
}

// appendDouble writes a number. Less than nothing is nothing, so that a whole number
// is the same line whether it came as an integer or not.
func appendDouble(b []byte, f float64) []byte {
	if f == 0 {
		return append(b, '0')
	}
	n, err := json.Marshal(f)
	if err != nil {
		return append(b, '0')
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

// Is reports whether text begins with an Event's line.
func Is(text []byte) bool {
	return len(text) >= len(Opening) && string(text[:len(Opening)]) == Opening
}

// What is wrong with a line.
var (
	errNotEvent  = errors.New("the line is no event of version 1")
	errMalformed = errors.New("the line is no JSON")
	errMore      = errors.New("the line holds more than an event")
)

// Parse reads a line.
func Parse(line []byte) (Event, error) { return new(Parser).Parse(line) }

// Read reads the event that text begins with, and tells how many bytes it took. Keys
// that later versions may add are passed over.
func Read(text []byte) (Event, int, error) { return new(Parser).Read(text) }

// Get finds an attribute.
func (e *Event) Get(key string) (Value, bool) {
	i, ok := slices.BinarySearchFunc(e.Attrs, key, func(a Attr, key string) int { return strings.Compare(a.Key, key) })
	if !ok {
		return Value{}, false
	}
	return e.Attrs[i].Value, true
}

// Str is an attribute as text; "" none.
func (e *Event) Str(key string) string {
	v, _ := e.Get(key)
	return v.String()
}

// String is a value as text.
func (v Value) String() string {
	switch v.Kind {
	case Int:
		return strconv.FormatInt(v.Int, 10)
	case Double:
		return string(appendDouble(nil, v.Float))
	case Bool:
		return strconv.FormatBool(v.Int != 0)
	}
	return v.Text
}

// Whole is a value as a whole number, however the client wrote it.
func (v Value) Whole() (int64, bool) {
	switch v.Kind {
	case Text:
		n, ok := number(v.Text)
		return n.Int, ok && n.Kind == Int
	case Double:
		return whole(v.Float)
	}
	return v.Int, v.Kind == Int
}

// whole is a number that a float holds exactly.
func whole(f float64) (int64, bool) {
	const exact = 1 << 53
	if f != math.Trunc(f) || f <= -exact || f >= exact {
		return 0, false
	}
	return int64(f), true
}

// True reports whether a value says yes, however the client wrote it.
func (v Value) True() bool { return v.Kind == Bool && v.Int != 0 || v.Kind == Text && v.Text == "true" }
