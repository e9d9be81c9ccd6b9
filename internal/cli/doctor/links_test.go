package doctor

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// A client that is too old, or not known, is told of, with what to do; one that was tried
// is not.
func TestClientsThatAreTooOld(t *testing.T) {
	for _, c := range []struct{ version, telemetry, says string }{
		{"", "", "not known"},
		{"1.0.128", "", "older than 2.1.120"},
		{"2.0.999", "", "older than 2.1.120"},
		{"2.1.119", "https://x/v1/logs", "older than 2.1.120"},
		{"2.1.120", "", ""},
		{"2.1.213", "https://x/v1/logs", "other ids of prompts"},
		{"2.1.213", "", ""},
		{"2.1.214", "https://x/v1/logs", ""},
		{"10.0.0", "", ""},
	} {
		got := clientHealth(c.version, c.telemetry)
		if (c.says == "") != (got == "") || !strings.Contains(got, c.says) {
			t.Errorf("%q, telemetry %q: %q", c.version, c.telemetry, got)
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
	off := file("off.json", "{ // of an organisation\n \"disableAllHooks\": true, \"allowManagedHooksOnly\": true,}")
	other := file("other.json", `{"statusLine":{"type":"command","command":"x"},"env":{"OTEL_EXPORTER_OTLP_LOGS_ENDPOINT":"https://y/v1/logs"}}`)
	plain := file("plain.json", `{"permissions":{"allow":["Bash(ls)"]},"disableAllHooks":false}`)
	broken := file("broken.json", `{"disableAllHooks":`)
	files := []string{filepath.Join(dir, "none.json"), off, other, plain, broken}
	got := wins(files, "https://x/v1/logs", true)
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
	if got := wins([]string{other}, "", false); len(got) != 0 {
		t.Errorf("nothing of Prism's is there to be stood in the way of: %+v", got)
	}
	if got := wins([]string{other}, "https://y/v1/logs", false); len(got) != 0 {
		t.Errorf("telemetry goes to the same place: %+v", got)
	}
}
