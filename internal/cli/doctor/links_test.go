package doctor

import (
	"maps"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// A client that is too old, or not known, is told of, with what to do; one that was tried
// is not.
func TestClientsThatAreTooOld(t *testing.T) {
	for _, c := range []struct {
		version          string
		hooks, telemetry bool
		says             string
	}{
		{"", true, false, "not known"},
		{"", false, true, ""},
		{"1.0.128", true, false, "older than 2.1.120"},
		{"1.0.128", false, false, ""},
		{"2.0.999", true, false, "older than 2.1.120"},
		{"2.1.119", true, true, "older than 2.1.120"},
		{"2.1.120", true, false, ""},
		{"2.1.213", true, true, "other ids of prompts"},
		{"2.1.213", false, true, "other ids of prompts"},
		{"2.1.213", true, false, ""},
		{"2.1.214", true, true, ""},
		{"10.0.0", true, false, ""},
	} {
		got := clientHealth(c.version, c.hooks, c.telemetry)
		if (c.says == "") != (got == "") || !strings.Contains(got, c.says) {
			t.Errorf("%+v: %q", c, got)
		}
		if got != "" && !strings.Contains(got, "'claude ") {
			t.Errorf("%q does not say what to do", got)
		}
	}
}

func TestClocksApart(t *testing.T) {
	at := func(s float64) *float64 { return &s }
	for _, c := range []struct {
		ahead *float64
		says  string
	}{{nil, ""}, {at(0), ""}, {at(-29), ""}, {at(29), ""}, {at(600), "10 min behind the server's"}, {at(-7200), "2 h 00 min ahead of the server's"}} {
		if got := clockWords(c.ahead); (c.says == "") != (got == "") || !strings.Contains(got, c.says) {
			t.Errorf("%v: %q, want %q", c.ahead, got, c.says)
		}
	}
}

// Settings that win over the person's own are told of where they stand in the way, and
// only there.
func TestSettingsThatWin(t *testing.T) {
	dir := t.TempDir()
	file := func(name, text string) string {
		file := filepath.Join(dir, name)
		if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		return file
	}
	const client = "2.1.332"
	off := file("off.json", "{ // of an organisation\n \"disableAllHooks\": true, \"allowManagedHooksOnly\": true,}")
	other := file("other.json", `{"statusLine":{"type":"command","command":"x"},"env":{"OTEL_EXPORTER_OTLP_LOGS_ENDPOINT":"https://y/v1/logs"}}`)
	plain := file("plain.json", `{"permissions":{"allow":["Bash(ls)"]},"disableAllHooks":false}`)
	broken := file("broken.json", `{"disableAllHooks":`)
	quiet := file("quiet.json", `{"env":{"CLAUDE_CODE_ENABLE_TELEMETRY":"0"}}`)
	own := map[string]string{"CLAUDE_CODE_ENABLE_TELEMETRY": "1", "OTEL_LOGS_EXPORTER": "otlp", "OTEL_EXPORTER_OTLP_LOGS_ENDPOINT": "https://x/v1/logs"}
	files := []winner{{file: filepath.Join(dir, "none.json")}, {file: off}, {file: other}, {file: plain}, {file: broken}}
	got, last, by := wins(files, own, client, true)
	if len(got) != 3 || got[0].File != off || got[1].File != other || got[2].File != broken {
		t.Fatalf("%+v", got)
	}
	if s := strings.Join(got[0].Says, "; "); !strings.Contains(s, "disableAllHooks") || !strings.Contains(s, "allowManagedHooksOnly") {
		t.Errorf("of %s: %s", off, s)
	}
	if s := strings.Join(got[1].Says, "; "); !strings.Contains(s, "statusLine") || !strings.Contains(s, "https://y/v1/logs") {
		t.Errorf("of %s: %s", other, s)
	}
	if got[2].Error == "" {
		t.Error("what cannot be read is not told")
	}
	if last.To != "https://y/v1/logs" || by != other {
		t.Errorf("telemetry goes to %q, as %q says", last.To, by)
	}
	for what, c := range map[string]struct {
		file   winner
		own    map[string]string
		client string
		status bool
		says   string // of telemetry, or of anything; "": nothing stands in the way
		to, by string
	}{
		"nothing of Prism's is there":         {winner{file: other}, nil, client, false, "", "", ""},
		"it goes to the same place":           {winner{file: other}, with(own, "OTEL_EXPORTER_OTLP_LOGS_ENDPOINT", "https://y/v1/logs"), client, false, "", "https://y/v1/logs", ""},
		"an organisation switches it off":     {winner{file: quiet}, own, client, false, "is off", "", quiet},
		"a project's variables are not taken": {winner{other, true}, own, client, false, "", "https://x/v1/logs", ""},
		"nor is it known that they are":       {winner{other, true}, own, "", false, "", "https://x/v1/logs", ""},
		"clients before that took them":       {winner{other, true}, own, "2.1.281", false, "https://y/v1/logs", "https://y/v1/logs", other},
		"no project allows hooks":             {winner{off, true}, own, client, false, "disableAllHooks", "https://x/v1/logs", ""},
	} {
		got, last, by := wins([]winner{c.file}, c.own, c.client, c.status)
		if of := byProject([]winner{c.file}, c.own, c.client, &last); of != (c.file.project && by != "") {
			t.Errorf("%s: a project has a say in it: %t", what, of) // and would be shown the key
		}
		var says string
		for _, w := range got {
			says += strings.Join(w.Says, "; ")
		}
		if (c.says == "") != (says == "") || !strings.Contains(says, c.says) || last.To != c.to || by != c.by || strings.Contains(says, "allowManagedHooksOnly") {
			t.Errorf("%s: says %q, %q by %q", what, says, last.To, by)
		}
	}
}

func with(env map[string]string, name, value string) map[string]string {
	env = maps.Clone(env)
	env[name] = value
	return env
}

// An organisation's settings are one file, and those beside it, the last by name on top.
func TestManagedSettings(t *testing.T) {
	dir := t.TempDir()
	sub := filepath.Join(dir, "managed-settings.d")
	if err := os.Mkdir(sub, 0o700); err != nil {
		t.Fatal(err)
	}
	for name, text := range map[string]string{
		"50-prism.json":   `{"env":{"CLAUDE_CODE_ENABLE_TELEMETRY":"1","OTEL_LOGS_EXPORTER":"otlp","OTEL_EXPORTER_OTLP_LOGS_ENDPOINT":"https://x/v1/logs"}}`,
		"60-more.json":    `{"env":{"OTEL_EXPORTER_OTLP_LOGS_ENDPOINT":"https://y/v1/logs"}}`,
		"README":          `none`,
		".70-hidden.json": `{"disableAllHooks":true}`,
	} {
		if err := os.WriteFile(filepath.Join(sub, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	got, last, by := wins(managed(dir), nil, "2.1.332", false)
	if len(got) != 0 || last.To != "https://y/v1/logs" || by != filepath.Join(sub, "60-more.json") {
		t.Errorf("%+v; telemetry goes to %q, as %q says", got, last.To, by)
	}
}
