package setup

import (
	"fmt"
	"net/url"
	"slices"
	"strings"

	"prism/internal/jsonc"
)

// Sending is where a client's telemetry goes.
type Sending struct {
	To   string // the address that its events are posted to; "": it sends none
	Key  string // that it shows, as Prism's servers ask for one; "": none
	HTTP bool   // and not gRPC
}

// Env are the variables that settings give a client, by name.
func Env(text []byte) (map[string]string, error) {
	var given map[string]any
	if _, err := jsonc.Decode(text, &given, "env"); err != nil {
		return nil, err
	}
	out := make(map[string]string, len(given))
	for name, value := range given {
		switch value.(type) {
		case string, float64, bool: // the client takes 1 and true for "1" and "true"
			out[name] = fmt.Sprint(value)
		}
	}
	return out, nil
}

// Sends tells where a client with these variables sends its events. What is of logs alone
// comes before what is of every signal.
func Sends(env map[string]string) Sending {
	of := func(what string) string {
		if v := env["OTEL_EXPORTER_OTLP_LOGS_"+what]; v != "" {
			return v
		}
		return env["OTEL_EXPORTER_OTLP_"+what]
	}
	on := slices.Contains([]string{"1", "true", "yes", "on"}, strings.ToLower(env["CLAUDE_CODE_ENABLE_TELEMETRY"]))
	if !on || !slices.Contains(list(env["OTEL_LOGS_EXPORTER"]), "otlp") {
		return Sending{}
	}
	s := Sending{To: of("ENDPOINT"), HTTP: strings.HasPrefix(of("PROTOCOL"), "http/")}
	if s.To != "" && s.HTTP && env["OTEL_EXPORTER_OTLP_LOGS_ENDPOINT"] == "" {
		s.To = strings.TrimRight(s.To, "/") + logsPath
	}
	for _, header := range list(of("HEADERS")) {
		name, value, _ := strings.Cut(header, "=")
		if plain, err := url.PathUnescape(value); err == nil {
			value = plain
		}
		switch strings.ToLower(strings.TrimSpace(name)) {
		case "x-api-key":
			s.Key = strings.TrimSpace(value)
		case "authorization":
			if bearer, is := strings.CutPrefix(strings.TrimSpace(value), "Bearer "); is {
				s.Key = bearer
			}
		}
	}
	return s
}

// Server is the address of the server that the events are posted to; "": they go to none
// of Prism's addresses.
func (s *Sending) Server() string {
	server, is := strings.CutSuffix(s.To, logsPath)
	if !is || !s.HTTP {
		return ""
	}
	return server
}

// logsPath is where servers take events.
const logsPath = "/v1/logs"

// list is what commas part.
func list(text string) []string {
	var out []string
	for part := range strings.SplitSeq(text, ",") {
		if part = strings.TrimSpace(part); part != "" {
			out = append(out, part)
		}
	}
	return out
}
