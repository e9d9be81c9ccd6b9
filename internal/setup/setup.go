// Package setup is what Prism writes into a client's settings, and how that is taken
// out again.
//
// Nouns: a Wish is what a person wants written; a Change is one value that was put in;
// a Record is what undoing needs to know. Promises: nothing but the wished values
// changes; a value of the person's own is never lost, but wrapped (the status line) or
// refused over (telemetry that goes elsewhere); undoing gives the very bytes back where
// nobody wrote since, and takes out no more than ours where somebody did. Refusals: it
// opens no file, and knows no server.
package setup

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"

	"prism/internal/jsonc"
)

// Wish is what is to be written.
type Wish struct {
	Hooks      bool
	StatusLine bool
	Telemetry  bool
	Hook       string // the path of prism-hook
	Data       string // where Prism keeps its data, and its settings, where that is
	Config     string // not the system's own place; else ""
	Server     string // URL, for telemetry
	Key        string // "": a server on this machine
	Replace    bool   // telemetry that goes elsewhere may be turned here
}

// program is how prism-hook is called.
func (w *Wish) program() string {
	if w.Data == "" {
		return Quote(w.Hook)
	}
	return Quote(w.Hook) + " --data " + Quote(w.Data) + " --config " + Quote(w.Config)
}

// Change is one value that was put into the settings.
type Change struct {
	Path []string        `json:"path"`
	Item bool            `json:"item,omitempty"` // of the array at Path
	Is   json.RawMessage `json:"is"`
	Was  *string         `json:"was,omitempty"` // the text in its place before; nil: none
}

// Record is what undoing needs to know.
type Record struct {
	V       int        `json:"v"` // 1
	File    string     `json:"file"`
	Existed bool       `json:"existed"`
	Written string     `json:"written"` // SHA-256 of what was written
	Changes []Change   `json:"changes"`
	Made    [][]string `json:"made,omitempty"` // containers that were not there, outermost first
}

// Version is the form of a Record that this build writes and reads.
const Version = 1

// ErrElsewhere is of telemetry that the settings send to somebody else.
var ErrElsewhere = errors.New("the settings already send telemetry elsewhere")

// events are the hooks that are asked for: where sessions begin, end and are
// compacted, a prompt, and the end of a turn. Clients have known them since 2025; the
// name of a newer one would make an old client refuse the whole file.
func events() []string {
	return []string{"SessionStart", "UserPromptSubmit", "Stop", "SubagentStop", "PreCompact", "SessionEnd"}
}

// hookSeconds is how long the client waits for prism-hook, which gives up after one.
const hookSeconds = 5

// refreshSeconds is how often the client asks for the status line while nothing happens:
// how a session stands is known a moment after its turn has ended. Clients before 2.1.97
// pass the value over.
const refreshSeconds = 5

// Sum is how a Record names a content.
func Sum(text []byte) string {
	sum := sha256.Sum256(text)
	return hex.EncodeToString(sum[:])
}

// writer gathers changes to a text.
type writer struct {
	text    []byte
	changes []Change
	made    [][]string
}

// Apply writes a wish into settings. notes says what was left as it is, and why.
func Apply(text []byte, w Wish) (out []byte, r Record, notes []string, err error) {
	b := &writer{text: text}
	if len(bytes.TrimSpace(text)) > 0 {
		if err := jsonc.Check(text); err != nil {
			return nil, Record{}, nil, err
		}
	}
	if w.Hooks {
		n, err := b.hooks(w)
		if err != nil {
			return nil, Record{}, nil, err
		}
		notes = append(notes, n...)
	}
	if w.StatusLine {
		n, err := b.statusLine(w)
		if err != nil {
			return nil, Record{}, nil, err
		}
		notes = append(notes, n...)
	}
	if w.Telemetry {
		if err := b.telemetry(w); err != nil {
			return nil, Record{}, nil, err
		}
	}
	return b.text, Record{V: Version, Written: Sum(b.text), Changes: b.changes, Made: b.made}, notes, nil
}

// hooks asks for every event that is not asked for yet.
func (b *writer) hooks(w Wish) (notes []string, err error) {
	var off bool
	if _, err := jsonc.Decode(b.text, &off, "disableAllHooks"); err != nil {
		return nil, err
	}
	if off {
		notes = append(notes, "disableAllHooks is on in these settings: no hook will run, and no status line.")
	}
	// What the plugin brings knows the system's own places alone.
	if on, err := pluginOn(b.text); err != nil || on && w.Data == "" {
		return append(notes, "The plugin is enabled and brings the hooks; they are not written twice."), err
	}
	command := w.program() + " event"
	for _, event := range events() {
		there, err := hookThere(b.text, event, command)
		if err != nil {
			return nil, err
		}
		if there {
			continue
		}
		item := encode(map[string]any{"hooks": []any{map[string]any{"type": "command", "command": command, "timeout": hookSeconds}}})
		if err := b.item(item, "hooks", event); err != nil {
			return nil, err
		}
	}
	return notes, nil
}

// pluginOn tells whether the plugin is enabled in settings, from whatever marketplace.
func pluginOn(text []byte) (bool, error) {
	enabled := map[string]any{}
	if _, err := jsonc.Decode(text, &enabled, "enabledPlugins"); err != nil {
		return false, err
	}
	for name, on := range enabled {
		if strings.HasPrefix(name, "prism@") && on == true {
			return true, nil
		}
	}
	return false, nil
}

// hookThere tells whether an event runs prism-hook already, as a person wrote it.
func hookThere(text []byte, event, command string) (bool, error) {
	var groups []struct {
		Matcher string `json:"matcher"`
		Hooks   []struct {
			Command string `json:"command"`
		} `json:"hooks"`
	}
	if _, err := jsonc.Decode(text, &groups, "hooks", event); err != nil {
		return false, err
	}
	for _, g := range groups {
		for _, h := range g.Hooks {
			if h.Command == command || strings.HasSuffix(h.Command, "prism-hook event") && g.Matcher == "" && !strings.Contains(command, " --data ") {
				return true, nil
			}
		}
	}
	return false, nil
}

// statusLine shows ours, behind the one that is there.
func (b *writer) statusLine(w Wish) (notes []string, err error) {
	ours := w.program() + " statusline"
	line := map[string]json.RawMessage{}
	there, err := jsonc.Decode(b.text, &line, "statusLine")
	if err != nil {
		return nil, err
	}
	if !there {
		return nil, b.put(encode(map[string]any{"type": "command", "command": ours, "refreshInterval": refreshSeconds}), "statusLine")
	}
	var kind, command string
	_ = json.Unmarshal(line["type"], &kind) // of another kind: it stays ""
	_ = json.Unmarshal(line["command"], &command)
	switch {
	case kind != "command" || command == "":
		return []string{"The status line in these settings is of a kind that prism does not know; it stays as it is."}, nil
	case strings.Contains(command, ours) || strings.HasSuffix(command, "prism-hook statusline"):
		return nil, nil
	}
	return []string{"Your status line stays; Prism's is shown below it."}, b.put(encode(Wrap(command, ours)), "statusLine", "command")
}

// Wrap is a shell command that prints what another prints, then ours, both of the same
// standard input.
func Wrap(other, ours string) string {
	return "in=$(cat); out=$(printf '%s' \"$in\" | sh -c " + Quote(other) + "); [ -z \"$out\" ] || printf '%s\\n' \"$out\"; printf '%s' \"$in\" | " + ours
}

// Quote makes text one word of a POSIX shell.
func Quote(text string) string {
	return "'" + strings.ReplaceAll(text, "'", `'\''`) + "'"
}

// telemetry has the client send its events to a server.
func (b *writer) telemetry(w Wish) error {
	for _, v := range variables(w) {
		var now any
		there, err := jsonc.Decode(b.text, &now, "env", v.name)
		switch {
		case err != nil:
			return err
		case there && now == v.value:
			continue
		case there && !w.Replace && v.address:
			return fmt.Errorf("%w: env.%s", ErrElsewhere, v.name)
		}
		if err := b.put(encode(v.value), "env", v.name); err != nil {
			return err
		}
	}
	return nil
}

// variable is one of the environment; address says that another value would be
// somebody else's.
type variable struct {
	name, value string
	address     bool
}

// variables are what Claude Code needs to send its events: of logs alone, since
// metrics count the same tokens, and those of a person may go elsewhere.
func variables(w Wish) []variable {
	list := []variable{
		{"CLAUDE_CODE_ENABLE_TELEMETRY", "1", false},
		{"OTEL_LOGS_EXPORTER", "otlp", true},
		{"OTEL_EXPORTER_OTLP_LOGS_PROTOCOL", "http/json", true},
		{"OTEL_EXPORTER_OTLP_LOGS_ENDPOINT", strings.TrimRight(w.Server, "/") + logsPath, true},
		{"OTEL_LOG_USER_PROMPTS", "1", false},
		{"OTEL_LOG_TOOL_DETAILS", "1", false},
	}
	if w.Key != "" {
		list = slices.Insert(list, 4, variable{"OTEL_EXPORTER_OTLP_LOGS_HEADERS", "X-API-Key=" + w.Key, true})
	}
	return list
}

// put sets a value, and notes what stood there.
func (b *writer) put(value []byte, path ...string) error {
	was, err := jsonc.Raw(b.text, path...)
	if err != nil {
		return err
	}
	c := Change{Path: path, Is: value}
	if was != nil {
		text := string(was)
		c.Was = &text
	}
	if err := b.making(path[:len(path)-1]); err != nil {
		return err
	}
	b.text, err = jsonc.Set(b.text, value, path...)
	b.changes = append(b.changes, c)
	return err
}

// item adds one to an array.
func (b *writer) item(value []byte, path ...string) (err error) {
	if err := b.making(path); err != nil {
		return err
	}
	b.text, err = jsonc.Append(b.text, value, path...)
	b.changes = append(b.changes, Change{Path: path, Item: true, Is: value})
	return err
}

// making notes the containers on a path that are not there yet.
func (b *writer) making(path []string) error {
	for i := range path {
		was, err := jsonc.Raw(b.text, path[:i+1]...)
		if err != nil {
			return err
		}
		if was == nil && !slices.ContainsFunc(b.made, func(p []string) bool { return slices.Equal(p, path[:i+1]) }) {
			b.made = append(b.made, path[:i+1])
		}
	}
	return nil
}

// Undo takes what a Record tells out of settings. original is what stood there before.
// kept names what somebody has changed since: it stays.
func (r *Record) Undo(text, original []byte) (out []byte, kept []string, err error) {
	if Sum(text) == r.Written {
		return original, nil, nil
	}
	out = text
	for i := len(r.Changes) - 1; i >= 0; i-- {
		c := &r.Changes[i]
		now, err := jsonc.Raw(out, c.Path...)
		switch {
		case err != nil:
			return nil, nil, err
		case now == nil:
			continue // gone already
		case c.Item:
			out, err = jsonc.RemoveItem(out, c.Is, c.Path...)
		case !jsonc.Same(now, c.Is):
			kept = append(kept, strings.Join(c.Path, "."))
		case c.Was != nil:
			out, err = jsonc.Set(out, []byte(*c.Was), c.Path...)
		default:
			out, err = jsonc.Remove(out, c.Path...)
		}
		if err != nil {
			return nil, nil, err
		}
	}
	for i := len(r.Made) - 1; i >= 0; i-- {
		empty, err := jsonc.Empty(out, r.Made[i]...)
		if err != nil {
			return nil, nil, err
		}
		if empty {
			if out, err = jsonc.Remove(out, r.Made[i]...); err != nil {
				return nil, nil, err
			}
		}
	}
	return out, kept, nil
}

// encode is a value as JSON without needless escapes, keys in order.
func encode(v any) []byte {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	_ = e.Encode(v) // strings, numbers and maps of them have a form
	return bytes.TrimSpace(b.Bytes())
}

// Seen is what of Prism stands in settings.
type Seen struct {
	Plugin bool // the plugin is enabled
	Hooks  bool // prism-hook is called where sessions begin
	Off    bool // hooks are switched off
}

// Look finds what of Prism stands in settings, whoever wrote it.
func Look(text []byte) (s Seen, err error) {
	if s.Plugin, err = pluginOn(text); err != nil {
		return s, err
	}
	if _, err = jsonc.Decode(text, &s.Off, "disableAllHooks"); err != nil {
		return s, err
	}
	var groups json.RawMessage
	if _, err = jsonc.Decode(text, &groups, "hooks", "SessionStart"); err != nil {
		return s, err
	}
	s.Hooks = bytes.Contains(groups, []byte("prism-hook"))
	return s, nil
}

// Winning is what stands in the way of Prism in settings that a client heeds before the
// person's own.
type Winning struct {
	Off         bool // hooks are switched off
	ManagedOnly bool // hooks of nobody but an organisation run
	StatusLine  bool // there is another
}

// Over finds what of settings stands in the way.
func Over(text []byte) (w Winning, err error) {
	if _, err = jsonc.Decode(text, &w.Off, "disableAllHooks"); err != nil {
		return w, err
	}
	if _, err = jsonc.Decode(text, &w.ManagedOnly, "allowManagedHooksOnly"); err != nil {
		return w, err
	}
	var line json.RawMessage
	w.StatusLine, err = jsonc.Decode(text, &line, "statusLine")
	return w, err
}
