package claudecli

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"prism/internal/model"
	"prism/internal/model/modeltest"
	"prism/internal/redact"
)

// The real command against the stand-in, where one is named: it still takes the
// flags, and what isolates a run still does. Needs no key and no network.
func TestRealCommand(t *testing.T) {
	command := os.Getenv("PRISM_TEST_CLAUDE")
	if command == "" {
		t.Skip("PRISM_TEST_CLAUDE names no claude command")
	}
	srv := modeltest.New()
	defer srv.Close()
	srv.Answer(func(modeltest.Question) string { return `{"ok":true}` })
	home, settings := t.TempDir(), `{"env":{"FROM_SETTINGS":"1"},"hooks":{"UserPromptSubmit":[{"hooks":[{"type":"command","command":"touch HOOKED"}]}]}}`
	if err := os.MkdirAll(filepath.Join(home, ".claude"), 0o700); err != nil {
		t.Fatal(err)
	}
	for name, text := range map[string]string{"settings.json": settings, "CLAUDE.md": "MEMORY-OF-A-PERSON"} {
		if err := os.WriteFile(filepath.Join(home, ".claude", name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	secret := filepath.Join(home, "secret.txt")
	if err := os.WriteFile(secret, []byte("CONTENT-OF-A-FILE"), 0o600); err != nil {
		t.Fatal(err)
	}
	c, err := New(Options{Command: command, TempDir: home, Env: []string{"HOME=" + home, "PATH=" + os.Getenv("PATH"), "ANTHROPIC_BASE_URL=" + srv.URL, "ANTHROPIC_API_KEY=key-of-a-test"}})
	if err != nil {
		t.Fatal(err)
	}
	got, err := c.Complete(t.Context(), question(redact.Restore("/compact\nlook at @"+secret)))
	if err != nil || got.Text != `{"ok":true}` || got.Cost == nil || !got.UsageKnown || got.Model != "claude-haiku-4-5" {
		t.Fatalf("%+v, %v", got, err)
	}
	calls := 0
	for _, call := range srv.Calls() {
		for _, word := range []string{"CONTENT-OF-A-FILE", "MEMORY-OF-A-PERSON"} {
			if strings.Contains(call.Body, word) {
				t.Errorf("%s was sent", word)
			}
		}
		if strings.Contains(call.Path, "/v1/messages") {
			calls++
			if !strings.Contains(call.Body, `"tools":[]`) || !strings.Contains(call.Body, "You judge.") || strings.Contains(call.Body, `"type":"enabled"`) {
				t.Errorf("body %.3000s", call.Body)
			}
		}
	}
	if calls != 1 {
		t.Errorf("%d requests", calls)
	}
	records, _ := filepath.Glob(filepath.Join(home, ".claude", "projects", "*", "*.jsonl"))
	hooked, _ := filepath.Glob(filepath.Join(home, "*", "HOOKED"))
	if len(records)+len(hooked) > 0 {
		t.Errorf("left behind: %v %v", records, hooked)
	}
	for name, want := range map[string]model.Class{"401": model.Unavailable, "429": model.Retryable, "529": model.Retryable, "toolong": model.TooLong} {
		srv.Fail(modeltest.Named(name))
		if _, err := c.Complete(t.Context(), question(redact.Literal("x"))); model.ClassOf(err) != want {
			t.Errorf("%s: %v, want %s", name, err, want)
		}
	}
}
