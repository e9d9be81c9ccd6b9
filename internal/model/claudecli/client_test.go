package claudecli

import (
	"context"
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"go.uber.org/goleak"

	"prism/internal/model"
	"prism/internal/model/modeltest"
	"prism/internal/redact"
)

// The test binary is the command, where it is started with the marker.
const marker = "ANTHROPIC_TEST_AS_CLAUDE"

func TestMain(m *testing.M) {
	if os.Getenv(marker) != "" {
		os.Exit(modeltest.Claude(os.Args[1:], os.Environ(), os.Stdin, os.Stdout, os.Stderr))
	}
	goleak.VerifyTestMain(m)
}

func start(t *testing.T, fake string) (*modeltest.Server, *Client, string) {
	t.Helper()
	srv := modeltest.New()
	t.Cleanup(srv.Close)
	home := t.TempDir()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	c, err := New(Options{Command: self, TempDir: home, Timeout: 20 * time.Second, Env: []string{
		marker + "=1", "ANTHROPIC_FAKE=" + fake, "ANTHROPIC_BASE_URL=" + srv.URL, "ANTHROPIC_API_KEY=key-of-a-test",
		"HOME=" + home, "PATH=" + os.Getenv("PATH"), "SYSTEMROOT=" + os.Getenv("SYSTEMROOT"),
		"CLAUDE_CODE_ENABLE_TELEMETRY=1", "OTEL_METRICS_EXPORTER=otlp", "CLAUDECODE=1", "CLAUDE_CODE_ENTRYPOINT=cli", "MY_SECRET=hush",
	}})
	if err != nil {
		t.Fatal(err)
	}
	return srv, c, home
}

func question(text ...redact.Text) model.Request {
	r := model.Request{
		Model: "claude-haiku-4-5", System: redact.Literal("You judge."), MaxTokens: 300,
		Schema: json.RawMessage(`{"type":"object","properties":{"ok":{"type":"boolean"}}}`),
	}
	for _, t := range text {
		r.Blocks = append(r.Blocks, model.Block{Text: t})
	}
	return r
}

func TestAnswer(t *testing.T) {
	for _, fake := range []string{"", "old", "notice"} {
		srv, c, home := start(t, fake)
		srv.Answer(func(q modeltest.Question) string {
			if q.System != "You judge." || !strings.Contains(q.User, "a transcript\n\nthe question\n\nAnswer with one JSON object") {
				t.Errorf("%+v", q)
			}
			return "```json\n{\"ok\":true}\n```"
		})
		got, err := c.Complete(t.Context(), question(redact.Literal("a transcript"), redact.Literal("the question")))
		if err != nil || got.Text != `{"ok":true}` || got.Model != "claude-haiku-4-5" || got.Cost == nil || *got.Cost != 0.0125 ||
			!got.UsageKnown || got.Usage.CacheRead != 11 || got.Usage.CacheWrite1h != 2 || got.Stop != model.StopEnd || got.Latency <= 0 {
			t.Fatalf("%q: %+v, %v", fake, got, err)
		}
		call := srv.Calls()[0]
		var body struct {
			Metadata struct {
				Flags                       []string
				Thinking, Telemetry, Inside string
			}
		}
		if err := json.Unmarshal([]byte(call.Body), &body); err != nil {
			t.Fatal(err)
		}
		m := body.Metadata
		for _, want := range []string{"-p", "--output-format=json", "--setting-sources=", "--tools=", "--strict-mcp-config"} {
			if !slices.Contains(m.Flags, want) {
				t.Errorf("%q: %s is not among %v", fake, want, m.Flags)
			}
		}
		if m.Thinking != "0" || m.Telemetry != "" || m.Inside != "" || strings.Contains(call.Body, "hush") {
			t.Errorf("%q: environment %+v", fake, m)
		}
		left, _ := filepath.Glob(filepath.Join(home, FolderPrefix+"*"))
		if len(left) > 0 {
			t.Errorf("%q: left behind %v", fake, left)
		}
		records, _ := filepath.Glob(filepath.Join(home, ".claude", "projects", "*", "*.jsonl"))
		if fake != "old" && len(records) > 0 {
			t.Errorf("%q: a transcript was left: %v", fake, records)
		}
		for _, r := range records { // what an old version leaves can be told
			if b, _ := os.ReadFile(r); !strings.Contains(string(b), `"sdk-cli"`) || !strings.Contains(r, FolderPrefix) {
				t.Errorf("%s: %s", r, b)
			}
		}
	}
}

// A transcript that mentions a file must not bring the file along, and one that
// begins like a command must not run it, in any version.
func TestTranscriptIsData(t *testing.T) {
	for _, fake := range []string{"", "old"} {
		srv, c, _ := start(t, fake)
		secret := filepath.Join(t.TempDir(), "secret.txt")
		if err := os.WriteFile(secret, []byte("CONTENT-OF-A-FILE"), 0o600); err != nil {
			t.Fatal(err)
		}
		srv.Answer(func(modeltest.Question) string { return `{"ok":true,"quote":"see @` + joiner + `src/main.go"}` })
		got, err := c.Complete(t.Context(), question(redact.Restore("/compact\nlook at @"+secret+" and @\""+secret+"\"")))
		if err != nil {
			t.Fatal(err)
		}
		if got.Text != `{"ok":true,"quote":"see @src/main.go"}` {
			t.Errorf("a quote came back changed: %q", got.Text)
		}
		for _, call := range srv.Calls() {
			if strings.Contains(call.Body, "CONTENT-OF-A-FILE") {
				t.Errorf("%q: the mentioned file was sent", fake)
			}
		}
	}
}

func TestFailures(t *testing.T) {
	for name, tc := range map[string]struct {
		fake  string
		fault modeltest.Fault
		class model.Class
		code  int
	}{
		"not logged in": {"logout", modeltest.Fault{}, model.Unavailable, 0},
		"limit":         {"limit", modeltest.Fault{}, model.Unavailable, 0},
		"too old":       {"ancient", modeltest.Fault{}, model.Unavailable, 0},
		"crash":         {"crash", modeltest.Fault{}, model.Retryable, 0},
		"dropped":       {"", modeltest.Fault{Drop: true}, model.Retryable, 0},
		"401":           {"", modeltest.Fault{Status: 401}, model.Unavailable, 401},
		"404":           {"", modeltest.Fault{Status: 404}, model.Unavailable, 404},
		"429":           {"", modeltest.Fault{Status: 429}, model.Retryable, 429},
		"529":           {"", modeltest.Fault{Status: 529}, model.Retryable, 529},
		"credit":        {"", modeltest.Named("credit"), model.Unavailable, 400},
		"too long":      {"", modeltest.Named("toolong"), model.TooLong, 400},
	} {
		srv, c, _ := start(t, tc.fake)
		srv.Fail(tc.fault)
		_, err := c.Complete(t.Context(), question(redact.Literal("a transcript")))
		var e *model.Error
		if !errors.As(err, &e) || e.Class != tc.class || e.Status != tc.code {
			t.Errorf("%s: %+v", name, err)
			continue
		}
		for _, word := range []string{"ECHO", "alice", "a transcript", "You judge"} {
			if strings.Contains(err.Error(), word) {
				t.Errorf("%s: the error tells %q: %v", name, word, err)
			}
		}
	}
}

func TestStops(t *testing.T) {
	srv, c, _ := start(t, "")
	for fault, stop := range map[string]model.Stop{"refusal": model.StopRefusal, "maxtokens": model.StopMaxTokens, "window": model.StopWindow} {
		srv.Fail(modeltest.Named(fault))
		if got, err := c.Complete(t.Context(), question(redact.Literal("x"))); err != nil || got.Stop != stop {
			t.Errorf("%s: %+v, %v", fault, got, err)
		}
	}
	srv.Fail(modeltest.Fault{NoUsage: true})
	if got, err := c.Complete(t.Context(), question(redact.Literal("x"))); err != nil || got.UsageKnown {
		t.Errorf("%+v, %v", got, err)
	}
}

func TestEndsInTime(t *testing.T) {
	t.Parallel() // it waits
	_, c, home := start(t, "hang")
	c.timeout = 300 * time.Millisecond
	begin := time.Now()
	_, err := c.Complete(t.Context(), question(redact.Literal("x")))
	if model.ClassOf(err) != model.Retryable {
		t.Errorf("%v", err)
	}
	ctx, cancel := context.WithTimeout(t.Context(), 300*time.Millisecond)
	defer cancel()
	c.timeout = time.Minute
	if _, err := c.Complete(ctx, question(redact.Literal("x"))); model.ClassOf(err) != model.Canceled {
		t.Errorf("%v", err)
	}
	if took := time.Since(begin); took > 15*time.Second {
		t.Errorf("took %v", took)
	}
	if left, _ := filepath.Glob(filepath.Join(home, FolderPrefix+"*")); len(left) > 0 {
		t.Errorf("left behind %v", left)
	}
}

func TestNoCommand(t *testing.T) {
	if _, err := New(Options{Command: filepath.Join(t.TempDir(), "claude")}); model.ClassOf(err) != model.Unavailable {
		t.Errorf("%v", err)
	}
	_, c, _ := start(t, "")
	if _, err := c.Complete(t.Context(), question()); model.ClassOf(err) != model.BadRequest {
		t.Errorf("%v", err)
	}
}

func TestScrub(t *testing.T) {
	got := scrub([]string{"PATH=/bin", "Path=C:", "HOME=/h", "ANTHROPIC_API_KEY=k", "AWS_REGION=r", "LC_ALL=C", "GITHUB_TOKEN=x", "OTEL_EXPORTER=x", "CLAUDE_CODE_SESSION_ID=x", "broken"})
	want := append([]string{"PATH=/bin", "Path=C:", "HOME=/h", "ANTHROPIC_API_KEY=k", "AWS_REGION=r", "LC_ALL=C"}, own...)
	if !slices.Equal(got, want) {
		t.Errorf("%v", got)
	}
}
