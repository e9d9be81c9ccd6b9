package e2e

import (
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// noted are the events of which the plugin's hooks keep a line.
var noted = []string{"SessionStart", "UserPromptSubmit", "Stop", "SubagentStop", "PreCompact", "SessionEnd"}

// heard is what a hook was told.
type heard struct {
	Event   string `json:"hook_event_name"`
	Session string `json:"session_id"`
	Prompt  string `json:"prompt_id"`
	Source  string `json:"source"`
	Reason  string `json:"reason"`
	Tool    string `json:"tool_name"`
	File    string `json:"transcript_path"`
}

// witnesses writes a second set of hooks into the person's settings, a file an event: what
// the tests wait for, and what the spool is held against, comes by another way than the
// plugin's.
func (w *world) witnesses() {
	must(w.t, os.MkdirAll(w.heard, 0o700))
	file := filepath.Join(w.home, ".claude", "settings.json")
	settings := map[string]any{}
	if text, err := os.ReadFile(file); err == nil {
		must(w.t, json.Unmarshal(text, &settings))
	}
	w.program("witness", `f=`+w.heard+`/$(date +%s%N)-$$; cat >$f.part; mv $f.part $f.json`)
	hooks := map[string]any{}
	for _, event := range append([]string{"PreToolUse", "PostToolUse", "Notification"}, noted...) {
		hooks[event] = []any{map[string]any{"hooks": []any{map[string]any{"type": "command", "command": "witness"}}}}
	}
	settings["hooks"] = hooks
	for k, v := range w.settings {
		settings[k] = v
	}
	text, err := json.Marshal(settings)
	must(w.t, err)
	must(w.t, os.WriteFile(file, text, 0o600))
}

// all is what was heard, in order.
func (w *world) all() []heard {
	files, _ := filepath.Glob(filepath.Join(w.heard, "*.json"))
	slices.Sort(files)
	list := make([]heard, 0, len(files))
	for _, f := range files {
		var h heard
		text, err := os.ReadFile(f)
		must(w.t, err)
		must(w.t, json.Unmarshal(text, &h))
		list = append(list, h)
	}
	return list
}

// count is how often an event was heard.
func (w *world) count(event string) int {
	n := 0
	for _, h := range w.all() {
		if h.Event == event {
			n++
		}
	}
	return n
}

// story tells what was heard in short.
func (w *world) story() string {
	var out []string
	for _, h := range w.all() {
		out = append(out, strings.TrimSpace(h.Session[:min(4, len(h.Session))]+" "+h.Event+" "+h.Source+h.Reason+h.Tool))
	}
	return strings.Join(out, ", ")
}

// last is the last event of a name.
func (w *world) last(event string) heard {
	w.t.Helper()
	list := w.all()
	for i := len(list) - 1; i >= 0; i-- {
		if list[i].Event == event {
			return list[i]
		}
	}
	w.t.Fatalf("no %s was heard", event)
	return heard{}
}

// spooled is what the plugin's hooks noted of what was heard, as lines that can be compared.
func (w *world) spooled() []string {
	files, _ := filepath.Glob(filepath.Join(w.kept, "spool", "*.jsonl"))
	var out []string
	for _, f := range files {
		text, err := os.ReadFile(f)
		must(w.t, err)
		for line := range strings.Lines(string(text)) {
			var r struct {
				Event          string
				Session        string `json:"session_id"`
				Prompt         string `json:"prompt_id"`
				Source, Reason string
			}
			must(w.t, json.Unmarshal([]byte(line), &r))
			out = append(out, strings.Join([]string{r.Session, r.Event, r.Prompt, r.Source, r.Reason}, " "))
		}
	}
	slices.Sort(out)
	return out
}

// nothingLost holds the spool against what the other hooks heard.
func (w *world) nothingLost() {
	w.t.Helper()
	var want []string
	for _, h := range w.all() {
		if slices.Contains(noted, h.Event) {
			want = append(want, strings.Join([]string{h.Session, h.Event, h.Prompt, h.Source, h.Reason}, " "))
		}
	}
	slices.Sort(want)
	if w.twice {
		want = slices.Repeat(want, 2)
		slices.Sort(want)
	}
	if got := w.spooled(); !slices.Equal(got, want) {
		w.t.Errorf("the spool holds %d events of %d:\n%s\nand not\n%s", len(got), len(want), strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
}
