package setup

import (
	"encoding/json"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// Where telemetry goes is told as the client reads its variables.
func TestSends(t *testing.T) {
	env := func(more ...string) map[string]string {
		out := map[string]string{"CLAUDE_CODE_ENABLE_TELEMETRY": "1", "OTEL_LOGS_EXPORTER": "otlp"}
		for i := 0; i < len(more); i += 2 {
			out[strings.Replace(more[i], "~", "OTEL_EXPORTER_OTLP_", 1)] = more[i+1]
		}
		return out
	}
	for what, c := range map[string]struct {
		env    map[string]string
		want   Sending
		server string
	}{
		"nothing":         {nil, Sending{}, ""},
		"no address":      {env(), Sending{}, ""},
		"of logs alone":   {env("~LOGS_ENDPOINT", "https://x/v1/logs", "~ENDPOINT", "https://y", "~LOGS_PROTOCOL", "http/json", "~PROTOCOL", "grpc"), Sending{To: "https://x/v1/logs", HTTP: true}, "https://x"},
		"of every signal": {env("~ENDPOINT", "https://y/", "~PROTOCOL", "http/protobuf", "~HEADERS", "Authorization=Bearer%20prism_a,b=c"), Sending{"https://y/v1/logs", "prism_a", true}, "https://y"},
		"gRPC":            {env("~ENDPOINT", "http://y:4317", "~PROTOCOL", "grpc"), Sending{To: "http://y:4317"}, ""},
		"another path":    {env("~LOGS_ENDPOINT", "https://x/collect", "~PROTOCOL", "http/json"), Sending{To: "https://x/collect", HTTP: true}, ""},
		"a key":           {env("~LOGS_ENDPOINT", "https://x/v1/logs", "~LOGS_HEADERS", " x-api-key = k ", "~HEADERS", "X-API-Key=other"), Sending{To: "https://x/v1/logs", Key: "k"}, ""},
		"off":             {env("CLAUDE_CODE_ENABLE_TELEMETRY", "0", "~LOGS_ENDPOINT", "https://x/v1/logs"), Sending{}, ""},
		"to a terminal":   {env("OTEL_LOGS_EXPORTER", "console", "~LOGS_ENDPOINT", "https://x/v1/logs"), Sending{}, ""},
		"to both":         {env("OTEL_LOGS_EXPORTER", "console, otlp", "~LOGS_ENDPOINT", "https://x/v1/logs"), Sending{To: "https://x/v1/logs"}, ""},
	} {
		got := Sends(c.env)
		if got != c.want || got.Server() != c.server {
			t.Errorf("%s: %+v, of the server %q", what, got, got.Server())
		}
	}
	got, err := Env([]byte("{\"env\": {\"A\": 1, \"B\": true, /* mine */ \"C\": \"c\", \"D\": null, \"E\": [1],}}"))
	if want := map[string]string{"A": "1", "B": "true", "C": "c"}; err != nil || !maps.Equal(got, want) {
		t.Errorf("%v, %v", got, err)
	}
}

// What docs/telemetry.md has an organisation write, in each of its forms, is what set-up
// writes for a person.
func TestDocumentedSettings(t *testing.T) {
	text, err := os.ReadFile(filepath.Join("..", "..", "docs", "telemetry.md"))
	if err != nil {
		t.Fatal(err)
	}
	want := map[string]string{}
	for _, v := range variables(Wish{Server: "https://prism.example", Key: "prism_…"}) {
		want[v.name] = v.value
	}
	got := map[string]map[string]string{}
	for _, block := range regexp.MustCompile("(?s)```(json|xml|reg)\n(.*?)```").FindAllStringSubmatch(string(text), -1) {
		kind, body := block[1], block[2]
		env := map[string]string{}
		switch kind {
		case "xml":
			for _, m := range regexp.MustCompile(`<key>([A-Z_]+)</key>\s*<string>([^<]*)</string>`).FindAllStringSubmatch(body, -1) {
				env[m[1]] = m[2]
			}
		case "reg":
			_, value, _ := strings.Cut(body, `"Settings"="`)
			value, _, _ = strings.Cut(value, "\"\n")
			body = strings.NewReplacer(`\"`, `"`, `\\`, `\`).Replace(value)
			fallthrough
		default:
			var file struct{ Env map[string]string }
			if err := json.Unmarshal([]byte(body), &file); err != nil {
				t.Errorf("%s: %v\n%s", kind, err, body)
			}
			env = file.Env
		}
		got[kind] = env
	}
	for _, kind := range []string{"json", "xml", "reg"} {
		if !maps.Equal(got[kind], want) {
			t.Errorf("%s says %v, set-up writes %v", kind, got[kind], want)
		}
	}
}
