package hook

import (
	"bytes"
	"encoding/json"
	"io"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	"prism/internal/spool"
)

// FuzzEvent holds that whatever a hook is handed, the agent sees nothing of it, and
// what is spooled is one line of names and paths that stand in the input.
func FuzzEvent(f *testing.F) {
	for _, seed := range []string{
		`{"session_id":"a","hook_event_name":"Stop","cwd":"/x"}`,
		`{"session_id":"a","hook_event_name":"SessionEnd","reason":"clear","reason":"x y"}`,
		`{"session_id":"\u0061","hook_event_name":"PreToolUse","tool_name":"Bash","tool_input":{"a":[1,"}"]}}`,
	} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, in []byte) {
		dir := t.TempDir()
		env := func(string) string { return "" }
		var out bytes.Buffer
		if code := Run([]string{"--data", dir, "--config", dir, "event"}, env, bytes.NewReader(in), &out, &out, noon); code != 0 || out.Len() > 0 {
			t.Fatalf("exit code %d, out %q", code, out.String())
		}
		lines := append(spooled(t, dir, "event"), spooled(t, dir, "boundary")...)
		var asked struct {
			E any `json:"hook_event_name"`
			S any `json:"session_id"`
		}
		valid := json.Unmarshal(in, &asked) == nil && in[0] == '{'
		e, _ := asked.E.(string)
		s, _ := asked.S.(string)
		if valid && len(lines) == 0 && spool.IsWord(e) && spool.IsID(s) && !strings.Contains(string(in), `\`) && plainKeys(in) {
			t.Fatalf("an event was not noted: %q", in)
		}
		if len(lines) == 0 {
			return
		}
		if len(lines) > 1 {
			t.Fatalf("%d lines: %q", len(lines), lines)
		}
		var r spool.Record
		dec := json.NewDecoder(strings.NewReader(lines[0]))
		dec.DisallowUnknownFields()
		if err := dec.Decode(&r); err != nil {
			t.Fatalf("%q: %v", lines[0], err)
		}
		v := reflect.ValueOf(r)
		for i := range v.NumField() {
			text := v.Field(i)
			if text.Kind() != reflect.String {
				continue
			}
			if s := text.String(); len(s) > 1024 || !utf8.ValidString(s) || strings.ContainsFunc(s, unicode.IsControl) {
				t.Errorf("%s is %q", v.Type().Field(i).Name, s)
			}
		}
		if files, _ := os.ReadDir(filepath.Join(dir, "spool")); len(files) != 1 {
			t.Errorf("%d files in the spool", len(files))
		}
	})
}

// plainKeys tells objects whose keys read the same to everybody: encoding/json also
// takes other cases of a key, and of several the last that fits.
func plainKeys(in []byte) bool {
	low := bytes.ToLower(in)
	for _, key := range []string{"hook_event_name", "session_id"} {
		if bytes.Count(low, []byte(key)) != 1 || bytes.Count(in, []byte(`"`+key+`"`)) != 1 {
			return false
		}
	}
	return !bytes.ContainsAny(in, "\u017f\u212a") // letters that fold to s and k
}

// FuzzStatusLine holds that whatever the client says, at most one line is printed,
// and nothing in it that a terminal obeys.
func FuzzStatusLine(f *testing.F) {
	f.Add([]byte(`{"model":{"display_name":"Opus 5.5"},"cost":{"total_cost_usd":1.5}}`))
	f.Fuzz(func(t *testing.T, in []byte) {
		var out, errs bytes.Buffer
		code := Run([]string{"--data", "/nowhere", "statusline"}, func(string) string { return "" }, bytes.NewReader(in), &out, &errs, noon)
		if code != 0 || errs.Len() > 0 {
			t.Fatalf("exit code %d, errors %q", code, errs.String())
		}
		line := out.String()
		if line == "" {
			return
		}
		if !strings.HasSuffix(line, "\n") || len(line) > 4*maxModel+200 || strings.ContainsFunc(line[:len(line)-1], func(r rune) bool { return !unicode.IsPrint(r) }) {
			t.Errorf("%q", line)
		}
	})
}

// BenchmarkEvent is one event with a tool's output of 100 KB, all but the start of
// the process.
func BenchmarkEvent(b *testing.B) {
	dir, env := home(b)
	in := `{"session_id":"5f1c2b1e-0000-4000-8000-000000000001","hook_event_name":"PostToolUse","tool_response":"` + strings.Repeat(`a line of code\n`, 7000) + `"}`
	b.SetBytes(int64(len(in)))
	for b.Loop() {
		Run([]string{"--data", dir, "--config", dir, "event"}, env, strings.NewReader(in), io.Discard, io.Discard, noon)
	}
}
