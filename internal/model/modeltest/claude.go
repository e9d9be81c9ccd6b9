package modeltest

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"time"
)

// Claude is a stand-in for the claude command in print mode. Like the real one
// it asks the server at ANTHROPIC_BASE_URL with ANTHROPIC_API_KEY, prints one
// JSON result, attaches the files that a prompt mentions with "@", takes a
// prompt that begins with "/" for a command, and leaves a transcript unless told
// not to. It returns its exit status. A test binary calls it from TestMain when
// it finds itself started as the command; a txtar script by the command's name.
//
// ANTHROPIC_FAKE changes it: "old" knows none of the newer flags, "ancient" not
// even those that keep a person's settings out, "logout" has no login, "limit"
// no quota left, "hang" never ends, "crash" prints no result, "notice" prints a
// line before it.
func Claude(args, env []string, stdin io.Reader, stdout, stderr io.Writer) int {
	get := func(name string) string {
		for _, kv := range env {
			if v, ok := strings.CutPrefix(kv, name+"="); ok {
				return v
			}
		}
		return ""
	}
	fake := get("ANTHROPIC_FAKE")
	unknown := map[string][]string{
		"old":     {"--no-session-persistence", "--disable-slash-commands"},
		"ancient": {"--no-session-persistence", "--disable-slash-commands", "--setting-sources", "--tools", "--strict-mcp-config"},
	}[fake]
	c := command{get: get}
	for i := 0; i < len(args); i++ {
		value := func() string { i++; return args[min(i, len(args)-1)] }
		switch a := args[i]; {
		case slices.Contains(unknown, a):
			_, _ = fmt.Fprintf(stderr, "error: unknown option '%s'\n", a)
			return 1
		case a == "--model":
			c.model = value()
		case a == "--system-prompt-file":
			b, err := os.ReadFile(value())
			if err != nil {
				_, _ = fmt.Fprintln(stderr, "error: no system prompt file")
				return 1
			}
			c.system = string(b)
		case a == "--output-format", a == "--setting-sources", a == "--tools":
			c.seen = append(c.seen, a+"="+value())
		case a == "-p", a == "--strict-mcp-config", a == "--no-session-persistence", a == "--disable-slash-commands":
			c.seen = append(c.seen, a)
		default:
			_, _ = fmt.Fprintf(stderr, "error: unknown option '%s'\n", a)
			return 1
		}
	}
	prompt, err := io.ReadAll(io.LimitReader(stdin, maxBody))
	if err != nil {
		return 1
	}
	c.prompt = string(prompt)
	switch fake {
	case "hang":
		time.Sleep(time.Minute)
		return 1
	case "crash":
		_, _ = fmt.Fprintln(stdout, "Segmentation fault: "+Echo)
		return 139
	case "logout":
		return c.result(stdout, map[string]any{"is_error": true, "result": "Not logged in · Please run /login"})
	case "limit":
		return c.result(stdout, map[string]any{"is_error": true, "result": "Claude usage limit reached|1790000000"})
	case "notice":
		_, _ = fmt.Fprintln(stdout, "A new version is there.")
	}
	if !slices.Contains(c.seen, "--no-session-persistence") {
		c.record()
	}
	return c.ask(stdout)
}

type command struct {
	get                   func(string) string
	model, system, prompt string
	seen                  []string
}

// mention is what the real command takes for a file to attach.
var mention = regexp.MustCompile(`(?:^|\s)@"?([^\s"]+)`)

func (c *command) ask(stdout io.Writer) int {
	content := c.prompt
	if strings.HasPrefix(content, "/") {
		return c.result(stdout, map[string]any{"is_error": false, "result": "Unknown slash command", "stop_reason": nil})
	}
	if c.get("CLAUDE_CODE_DISABLE_ATTACHMENTS") == "" || c.get("ANTHROPIC_FAKE") == "old" { // which does not know it
		for _, m := range mention.FindAllStringSubmatch(content, 20) {
			if b, err := os.ReadFile(m[1]); err == nil {
				content = "Result of calling the Read tool: " + string(b) + "\n" + content
			}
		}
	}
	body, err := json.Marshal(map[string]any{
		"model": c.model, "max_tokens": 32000, "system": c.system, "temperature": 1,
		"messages": []any{map[string]any{"role": "user", "content": content}},
		"metadata": map[string]any{"flags": c.seen, "thinking": c.get("MAX_THINKING_TOKENS"), "telemetry": c.get("CLAUDE_CODE_ENABLE_TELEMETRY") + c.get("OTEL_METRICS_EXPORTER"), "inside": c.get("CLAUDECODE")},
	})
	if err != nil {
		return 1
	}
	req, err := http.NewRequestWithContext(context.Background(), http.MethodPost, c.get("ANTHROPIC_BASE_URL")+"/v1/messages?beta=true", bytes.NewReader(body))
	if err != nil {
		return 1
	}
	req.Header.Set("X-Api-Key", c.get("ANTHROPIC_API_KEY"))
	req.Header.Set("User-Agent", "claude-cli/0.0.0 (external, sdk-cli)")
	res, err := http.DefaultClient.Do(req)
	if err != nil {
		return c.result(stdout, map[string]any{"is_error": true, "result": "API Error: Connection error.", "api_error_status": nil})
	}
	defer func() { _ = res.Body.Close() }()
	var m struct {
		Content []struct {
			Type, Text string
		}
		Stop  string          `json:"stop_reason"`
		Usage json.RawMessage `json:"usage"`
		Error struct {
			Message string
		}
	}
	if err := json.NewDecoder(res.Body).Decode(&m); err != nil {
		return c.result(stdout, map[string]any{"is_error": true, "result": "API Error: Connection error.", "api_error_status": nil})
	}
	if res.StatusCode != http.StatusOK {
		return c.result(stdout, map[string]any{"is_error": true, "result": "API Error: " + m.Error.Message, "api_error_status": res.StatusCode, "stop_reason": "stop_sequence"})
	}
	text := ""
	for _, b := range m.Content {
		text += b.Text
	}
	out := map[string]any{
		"is_error": false, "result": text, "stop_reason": m.Stop, "total_cost_usd": 0.0125,
		"modelUsage": map[string]any{c.model: map[string]any{}},
	}
	if m.Usage != nil {
		out["usage"] = m.Usage
	}
	return c.result(stdout, out)
}

// result prints what the command prints last, and returns its exit status.
func (c *command) result(stdout io.Writer, m map[string]any) int {
	m["type"], m["subtype"], m["num_turns"], m["session_id"], m["uuid"] = "result", "success", 1, "s-1", "u-1"
	b, err := json.Marshal(m)
	if err != nil {
		return 1
	}
	_, _ = stdout.Write(append(b, '\n'))
	if m["is_error"] == true {
		return 1
	}
	return 0
}

// record leaves a transcript, as a command without --no-session-persistence does.
func (c *command) record() {
	cwd, err := os.Getwd()
	if err != nil || c.get("HOME") == "" {
		return
	}
	dir := filepath.Join(c.get("HOME"), ".claude", "projects", strings.NewReplacer("/", "-", `\`, "-", ":", "-").Replace(cwd))
	line, err := json.Marshal(map[string]any{"type": "user", "entrypoint": "sdk-cli", "cwd": cwd, "sessionId": "s-1", "uuid": "u-1", "message": map[string]any{"role": "user", "content": c.prompt}})
	if err != nil || os.MkdirAll(dir, 0o700) != nil {
		return
	}
	_ = os.WriteFile(filepath.Join(dir, "s-1.jsonl"), append(line, '\n'), 0o600)
}
