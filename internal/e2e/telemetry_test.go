package e2e

import (
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// tells has the client send telemetry, as docs/telemetry.md says.
func (w *world) tells(more ...string) {
	w.env = append(w.env,
		"CLAUDE_CODE_ENABLE_TELEMETRY=1", "OTEL_LOGS_EXPORTER=otlp", "OTEL_EXPORTER_OTLP_PROTOCOL=http/json",
		"OTEL_EXPORTER_OTLP_ENDPOINT=http://"+w.address, "OTEL_LOGS_EXPORT_INTERVAL=500")
	w.env = append(w.env, more...)
}

// withWords are the switches by which telemetry tells what was said and done.
var withWords = []string{"OTEL_LOG_USER_PROMPTS=1", "OTEL_LOG_TOOL_DETAILS=1"}

// told are the sessions that the server has, in the order of their beginning.
func (w *world) told() []session {
	body, err := w.ask("/api/v1/sessions?limit=500&include_open=true")
	var page struct{ Sessions []session }
	if err != nil || json.Unmarshal(body, &page) != nil {
		return nil
	}
	slices.Reverse(page.Sessions)
	return page.Sessions
}

// Telemetry beside the plugin changes nothing: what both tell is told once.
func TestTelemetryBesidePlugin(t *testing.T) {
	both(t, func(t *testing.T, w *world) {
		w.startServer()
		w.tells(withWords...)
		w.open()
		w.fix()
		w.compact("Keep what was tested.")
		w.docstring()
		w.clear()
		w.readme()
		w.exit()
		w.open("--continue")
		w.turn("One thing is left: say in README.md which file is tested.",
			calls("Edit", map[string]any{"file_path": w.path("README.md"), "old_string": "    pytest\n", "new_string": "    pytest\n\nThey test shop.py.\n"}),
			says("README.md says so."))
		w.turn("Thanks.", says("You are welcome."))
		w.exit()
		w.ends(2, 2)
	})
}

// An organisation's settings, as docs/telemetry.md has them written, do by themselves what
// a person's do, and win over a person's that point elsewhere.
func TestTelemetryManaged(t *testing.T) {
	for name, place := range map[string]string{"file": "managed-settings.json", "beside": "managed-settings.d/50-prism.json"} {
		t.Run(name, func(t *testing.T) {
			each(t, func(t *testing.T, w *world) {
				w.managed(place)
				w.startServer()
				w.open()
				w.fix()
				w.clear()
				w.readme()
				w.exit()
				w.alone(2, 2)
			}, withoutPlugin, withSettings(map[string]any{"env": map[string]string{"OTEL_EXPORTER_OTLP_LOGS_ENDPOINT": "http://127.0.0.1:9/v1/logs"}}))
		})
	}
}

// managed has the client find what docs/telemetry.md has an organisation write, for this
// server, in a place of its folder: in a copy of /etc that it alone sees.
func (w *world) managed(place string) {
	if exec.Command("unshare", "-m", "true").Run() != nil {
		w.t.Skip("nothing can be mounted for the client alone here")
	}
	text, err := os.ReadFile(filepath.Join(repository(w.t), "docs", "telemetry.md"))
	must(w.t, err)
	_, told, _ := strings.Cut(string(text), "```json\n")
	told, _, _ = strings.Cut(told, "```")
	var settings struct {
		Env map[string]string `json:"env"`
	}
	must(w.t, json.Unmarshal([]byte(told), &settings))
	settings.Env["OTEL_EXPORTER_OTLP_LOGS_ENDPOINT"] = "http://" + w.address + "/v1/logs"
	delete(settings.Env, "OTEL_EXPORTER_OTLP_LOGS_HEADERS") // a server on the same machine asks for none
	made, err := json.Marshal(settings)
	must(w.t, err)
	etc := filepath.Join(w.dir, "etc")
	_ = exec.Command("cp", "-a", "/etc", etc).Run() // what of it cannot be read the client needs not
	file := filepath.Join(etc, "claude-code", place)
	must(w.t, os.MkdirAll(filepath.Dir(file), 0o755))
	must(w.t, os.WriteFile(file, made, 0o644))
	w.under = []string{"unshare", "-m", "sh", "-c", `mount --bind "$0" /etc && exec "$@"`, etc}
}

// Telemetry alone makes the sessions, turns, tokens and verdicts that the files would give;
// what it cannot tell is missing, and nothing is made up.
func TestTelemetryAlone(t *testing.T) {
	both(t, func(t *testing.T, w *world) {
		w.startServer()
		w.tells(withWords...)
		w.open()
		w.fix()
		w.clear()
		w.readme()
		w.exit()
		w.alone(2, 2)
	}, withoutPlugin)
}

// alone waits until the server has by telemetry alone what the files tell.
func (w *world) alone(crushed, counted int) {
	w.t.Helper()
	type known struct {
		ID, ClosedBy         string
		Turns, MutatingCalls int
		Crushed              bool
	}
	of := func(list []session) (out []known) {
		for _, s := range list {
			if !w.since(2, 1, 214) {
				s.ID = "" // before, events did not tell the prompt's own name
			}
			out = append(out, known{s.ID, s.ClosedBy, s.Turns, s.Floor.MutatingCalls, s.Crushed && crushed > 0})
		}
		return out
	}
	want := w.sessions()
	var got []session
	w.t.Cleanup(func() {
		if w.t.Failed() {
			w.t.Logf("%+v from files, %+v by telemetry", of(want), of(got))
		}
	})
	w.until("telemetry tells what the files tell", func() bool { got = w.told(); return slices.Equal(of(want), of(got)) })
	var s score
	body, err := w.ask("/api/v1/score?include_open=true")
	must(w.t, err)
	must(w.t, json.Unmarshal(body, &s))
	if s.Crushed != crushed || s.Counted != counted {
		w.t.Errorf("%+v", s)
	}
	// Requests of the client's own (a name for the session) are in no file, and told here.
	if n := w.api.given() + w.api.aside(); s.Tokens.Input != n*costIn || s.Tokens.Output != n*costOut {
		w.t.Errorf("%d answers were given, and the tokens are %+v", n, s.Tokens)
	}
	if odd := w.api.unasked(); len(odd) > 0 {
		w.t.Errorf("requests that nobody foresaw: %q", odd)
	}
}

// Without words, telemetry tells turns, tokens and calls; a session of which nobody knows
// what was said has no verdict that rests on anything, and is not counted.
func TestTelemetryWithoutPrompts(t *testing.T) {
	each(t, func(t *testing.T, w *world) {
		w.startServer()
		w.tells("OTEL_LOG_TOOL_DETAILS=1")
		w.open()
		w.fix()
		w.clear()
		w.readme()
		w.exit()
		w.alone(0, 0)
		for _, s := range w.told() {
			if s.JudgeStatus != "ungrounded" || s.ExcludedBy == nil || *s.ExcludedBy != "ungrounded" {
				t.Errorf("%+v", s)
			}
		}
		if body, err := w.ask("/api/v1/sessions?include_open=true"); err != nil || contains(body, "decimals", "Thank", "exactly") {
			t.Errorf("%s, %v", body, err)
		}
	}, withoutPlugin)
}

// Off, nothing comes but what the plugin sends: without it, nothing.
func TestTelemetryOff(t *testing.T) {
	each(t, func(t *testing.T, w *world) {
		w.startServer()
		w.open()
		w.fix()
		w.exit()
		if list := w.told(); len(list) != 0 || len(w.sessions()) != 1 {
			t.Errorf("%+v", list)
		}
	}, withoutPlugin)
}
