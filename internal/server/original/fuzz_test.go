package original_test

import (
	"bytes"
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"prism/internal/transcript/telemetry"
)

// FuzzBodies holds for whatever is sent that it is answered as it is described, and that
// what is kept is lines of events that read the same again.
func FuzzBodies(f *testing.F) {
	paths := []string{"/v1/setup-complete", "/v1/prompts", "/v1/prompts/response", "/v1/prompt-evidence", "/v1/git-evidence", "/v1/host-observations/session-end", "/v1/host-observations/turn-interrupt"}
	for i, body := range []string{
		`{"plugin_version":"0.7.3"}`,
		`{"prompt_text":"Fix it ☃ \u0000","source":"claude-code","tool_session_id":"s1","cwd":"/w/x","client_event_id":"e1","host_prompt_id":"h1","submitted_at":1795168800154,"metadata":{"git":{"branch":"main"}}}`,
		`{"tool_session_id":"s1","response_text":"Done.","elapsed_ms":4200,"input_tokens":1e3,"output_tokens":"5","model":"m"}`,
		`{"source_session_id":"s1","client_event_id":"e1","message_bytes":44}`,
		`{"schema_version":"git-evidence/v1","event_id":"5b1d7c34-1111-4222-8333-444455550000","session_id":"s1","diff":{"commits":[{"commit_sha":"bbbbbbbb","added_lines":12}]}}`,
		`{"source_session_id":"s1","reason":"clear","observed_at":"2026-11-20T11:59:30Z","x":[],"y":null,"z":-1,"w":1e400}`,
		`{"session_id":"s1","marker_kind":"user","TARGET_host_prompt_id":"h1"}`,
	} {
		f.Add(i, []byte(body))
	}
	s := newServer(f)
	f.Fuzz(func(t *testing.T, path int, body []byte) {
		s.files = map[string][]byte{}
		status, answer := s.ask("POST "+paths[(path%len(paths)+len(paths))%len(paths)], string(body))
		if !slices.Contains([]int{200, 201, 202, 400}, status) || !json.Valid([]byte(answer)) {
			t.Errorf("%d %s", status, answer)
		}
		for name, data := range s.files {
			if !strings.HasPrefix(name, "ada/telemetry/") || strings.Count(name, "/") != 2 || bytes.Count(data, []byte("\n")) != 1 {
				t.Errorf("kept as %s: %q", name, data)
			}
			line := bytes.TrimSuffix(data, []byte("\n"))
			e, err := telemetry.Parse(line)
			if err != nil || e.Origin != telemetry.Plugin || !bytes.Equal(e.Line(), line) {
				t.Errorf("%q: %v, again %q", line, err, e.Line())
			}
		}
	})
}
