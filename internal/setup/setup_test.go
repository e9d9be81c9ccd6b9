package setup

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"os/exec"
	"reflect"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"prism/internal/jsonc"
)

func all() Wish {
	return Wish{Hooks: true, StatusLine: true, Telemetry: true, Hook: "/opt/it's here/prism-hook", Server: "https://prism.example/", Key: "prism_k"}
}

// settings are files as people keep them.
func settings() []string {
	return []string{
		"", "{}", "{\n}\n", "\xef\xbb\xbf{\r\n  // mine\r\n  \"model\": \"opus\",\r\n}\r\n", `{"model":"opus"}`,
		"{\n\t\"env\": {\"A\": \"1\"}, // one\n\t\"hooks\": {\n\t\t\"Stop\": [\n\t\t\t{ \"hooks\": [ { \"type\": \"command\", \"command\": \"say done\" } ] } /* loud */\n\t\t]\n\t}\n}",
		"{\"statusLine\": {\"type\": \"command\", \"command\": \"mine --it's\", \"padding\": 0}}\n",
		"{\"hooks\": {\"Stop\": []}, \"env\": {}}",
	}
}

func decode(t testing.TB, text []byte) map[string]any {
	t.Helper()
	v := map[string]any{}
	if _, err := jsonc.Decode(text, &v); err != nil {
		t.Fatalf("%q: %v", text, err)
	}
	return v
}

// What nobody wrote to since is byte for byte what it was.
func TestUndo(t *testing.T) {
	for _, in := range settings() {
		out, r, _, err := Apply([]byte(in), all())
		if err != nil {
			t.Errorf("%q: %v", in, err)
			continue
		}
		if back, kept, err := r.Undo(out, []byte(in)); err != nil || string(back) != in || kept != nil {
			t.Errorf("%q became %q: %v, %v", in, back, kept, err)
		}
		again, r2, _, err := Apply(out, all())
		if err != nil || !bytes.Equal(again, out) || len(r2.Changes) > 0 {
			t.Errorf("%q: once more it became %q: %v", in, again, err)
		}
		// A record lives on as JSON.
		text, err := json.Marshal(r)
		if err != nil {
			t.Fatal(err)
		}
		var read Record
		if err := json.Unmarshal(text, &read); err != nil {
			t.Fatal(err)
		}
		// The client writes the whole file anew, with a value of its own.
		v := decode(t, out)
		v["permissions"] = map[string]any{"allow": []any{"Bash(ls)"}}
		theirs, err := json.MarshalIndent(v, "", "  ")
		if err != nil {
			t.Fatal(err)
		}
		back, kept, err := read.Undo(theirs, []byte(in))
		if err != nil || kept != nil {
			t.Errorf("%q: %v, %v", in, kept, err)
		}
		want := decode(t, []byte(in))
		want["permissions"] = v["permissions"]
		if got := decode(t, back); !reflect.DeepEqual(got, want) {
			t.Errorf("%q written anew became %q", in, back)
		}
	}
}

func TestApply(t *testing.T) {
	in := settings()[5]
	out, _, _, err := Apply([]byte(in), all())
	if err != nil {
		t.Fatal(err)
	}
	v := decode(t, out)
	if got := v["hooks"].(map[string]any)["Stop"].([]any); len(got) != 2 {
		t.Errorf("Stop: %v", got)
	}
	start := fmt.Sprint(v["hooks"].(map[string]any)["SessionStart"])
	if want := `[map[hooks:[map[command:'/opt/it'\''s here/prism-hook' event timeout:5 type:command]]]]`; start != want {
		t.Errorf("SessionStart: %v", start)
	}
	env := v["env"].(map[string]any)
	for name, want := range map[string]string{"A": "1", "OTEL_EXPORTER_OTLP_LOGS_ENDPOINT": "https://prism.example/v1/logs", "OTEL_EXPORTER_OTLP_LOGS_HEADERS": "X-API-Key=prism_k"} {
		if env[name] != want {
			t.Errorf("%s is %v", name, env[name])
		}
	}
	for _, kept := range []string{"// one", "/* loud */", "say done"} {
		if !bytes.Contains(out, []byte(kept)) {
			t.Errorf("%q is gone", kept)
		}
	}
}

// What is there already is not written twice; what is somebody else's stays.
func TestLeaves(t *testing.T) {
	hooks := Wish{Hooks: true, StatusLine: true, Hook: "/opt/prism-hook"}
	for in, want := range map[string]string{
		`{"enabledPlugins": {"prism@prism": true}}`: "plugin is enabled",
		`{"disableAllHooks": true}`:                 "disableAllHooks is on",
		`{"statusLine": {"type": "robot"}}`:         "does not know",
	} {
		_, r, notes, err := Apply([]byte(in), hooks)
		if err != nil || !strings.Contains(strings.Join(notes, " "), want) {
			t.Errorf("%s: %v, %v", in, notes, err)
		}
		for _, c := range r.Changes {
			if c.Path[0] == "hooks" && strings.Contains(in, "enabledPlugins") || c.Path[0] == "statusLine" && strings.Contains(in, "robot") {
				t.Errorf("%s: %v was written", in, c.Path)
			}
		}
	}
	_, r, _, err := Apply([]byte(`{"hooks": {"Stop": [{"hooks": [{"type": "command", "command": "prism-hook event"}]}]}}`), Wish{Hooks: true, Hook: "/opt/prism-hook"})
	if err != nil || len(r.Changes) != len(events())-1 {
		t.Errorf("a hook of a person's own: %d changes, %v", len(r.Changes), err)
	}
	elsewhere := `{"env": {"OTEL_EXPORTER_OTLP_LOGS_ENDPOINT": "https://other.example/v1/logs"}}`
	w := all()
	if _, _, _, err := Apply([]byte(elsewhere), w); !errors.Is(err, ErrElsewhere) {
		t.Errorf("telemetry of somebody else: %v", err)
	}
	w.Replace = true
	out, r, _, err := Apply([]byte(elsewhere), w)
	if err != nil {
		t.Fatal(err)
	}
	if back, _, err := r.Undo(append(out, '\n'), nil); err != nil || string(back) != elsewhere+"\n" {
		t.Errorf("became %q: %v", back, err)
	}
	for _, in := range []string{`{"hooks": []}`, `{"hooks": {"Stop": {}}}`, `{"env": "x"}`, `{"statusLine": 7}`, `[1]`, `{"a":`, `{"env": {}, "env": {}}`, `{"disableAllHooks": "maybe"}`} {
		if out, _, _, err := Apply([]byte(in), all()); err == nil {
			t.Errorf("%s was taken: %s", in, out)
		}
	}
}

// A value that somebody changed since is theirs.
func TestUndoKeeps(t *testing.T) {
	out, r, _, err := Apply([]byte(settings()[6]), all())
	if err != nil {
		t.Fatal(err)
	}
	out = bytes.Replace(out, []byte(`"OTEL_LOG_USER_PROMPTS": "1"`), []byte(`"OTEL_LOG_USER_PROMPTS": "0"`), 1)
	back, kept, err := r.Undo(out, nil)
	if err != nil || len(kept) != 1 || kept[0] != "env.OTEL_LOG_USER_PROMPTS" || !bytes.Contains(back, []byte(`"OTEL_LOG_USER_PROMPTS": "0"`)) {
		t.Errorf("%s: %v, %v", back, kept, err)
	}
	if !bytes.Contains(back, []byte("\"command\": \"mine --it's\", \"padding\": 0")) || bytes.Contains(back, []byte("prism")) {
		t.Errorf("became %s", back)
	}
}

// However a person changes the rest of the file by hand in between, undoing leaves
// exactly what they would have had without us.
func TestUndoBesideOthers(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		in := []byte(rapid.SampledFrom(settings()).Draw(t, "settings"))
		w := Wish{
			Hooks: rapid.Bool().Draw(t, "hooks"), StatusLine: rapid.Bool().Draw(t, "status line"), Telemetry: rapid.Bool().Draw(t, "telemetry"),
			Hook: "/opt/prism-hook", Server: "https://prism.example",
		}
		out, r, _, err := Apply(in, w)
		if err != nil {
			t.Fatal(err)
		}
		theirs := [][]string{{"zzz"}, {"permissions", "allow"}, {"env", "MINE"}, {"hooks", "Notification"}}
		want := decodeOr(t, in)
		for _, path := range theirs {
			if !rapid.Bool().Draw(t, strings.Join(path, ".")) {
				continue
			}
			if out, err = jsonc.Set(out, []byte(`["x"]`), path...); err != nil {
				t.Fatal(err)
			}
			m := want
			for _, key := range path[:len(path)-1] {
				if m[key] == nil {
					m[key] = map[string]any{}
				}
				m = m[key].(map[string]any)
			}
			m[path[len(path)-1]] = []any{"x"}
		}
		back, kept, err := r.Undo(out, in)
		if err != nil || kept != nil {
			t.Fatalf("%v, %v", kept, err)
		}
		if got := decodeOr(t, back); !reflect.DeepEqual(got, want) {
			t.Fatalf("%s\nbecame %s", out, back)
		}
		if bytes.Contains(back, []byte("prism")) {
			t.Fatalf("something of ours is left: %s", back)
		}
	})
}

func decodeOr(t *rapid.T, text []byte) map[string]any {
	v := map[string]any{}
	if _, err := jsonc.Decode(text, &v); err != nil {
		t.Fatal(err)
	}
	return v
}

func FuzzApply(f *testing.F) {
	for _, s := range settings() {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, in []byte) {
		out, r, _, err := Apply(in, all())
		if err != nil {
			return
		}
		if back, _, err := r.Undo(out, in); err != nil || !bytes.Equal(back, in) {
			t.Fatalf("%q became %q: %v", in, back, err)
		}
		if again, _, _, err := Apply(out, all()); err != nil || !bytes.Equal(again, out) {
			t.Fatalf("%q: once more %q: %v", out, again, err)
		}
		changed := append(bytes.Clone(out), "\n"...)
		if _, _, err := r.Undo(changed, in); err != nil {
			t.Fatalf("%q: %v", changed, err)
		}
	})
}

func TestDiff(t *testing.T) {
	var got strings.Builder
	for _, l := range Diff([]byte("a\nb\nc\nd\ne\nf\ng\nh\n"), []byte("a\nb\nc\nd\nE\nf\ng\nh\ni\n")) {
		fmt.Fprintf(&got, "%c%s ", l.Mark, l.Text)
	}
	if want := "~…  c  d -e +E  f  g  h +i "; got.String() != want {
		t.Errorf("%q, want %q", got.String(), want)
	}
}

// Both status lines are shown, whatever the first prints, and both read the same.
func TestWrap(t *testing.T) {
	sh, err := exec.LookPath("sh")
	if err != nil {
		t.Skip("no shell here")
	}
	for other, want := range map[string]string{
		`printf 'it'"'"'s %s' "$(cat)"`: "it's {\"a\": \"%s\\n\"}\n|{\"a\": \"%s\\n\"}|\n",
		`cat # so`:                      "{\"a\": \"%s\\n\"}\n|{\"a\": \"%s\\n\"}|\n",
		`exit 3`:                        "|{\"a\": \"%s\\n\"}|\n",
	} {
		cmd := exec.CommandContext(t.Context(), sh, "-c", Wrap(other, `sh -c 'printf "|%s|\n" "$(cat)"'`))
		cmd.Stdin = strings.NewReader("{\"a\": \"%s\\n\"}\n")
		if out, err := cmd.CombinedOutput(); err != nil || string(out) != want {
			t.Errorf("%s printed %q: %v", other, out, err)
		}
	}
}
