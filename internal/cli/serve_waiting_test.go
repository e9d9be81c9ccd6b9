package cli

import (
	"encoding/json"
	"path/filepath"
	"strings"
	"testing"
)

// TestWaitingEventsArePersons: events that came and that no worker looked at yet are in the
// export of whose they are, and in nobody else's; they go with their person, and
// a backup has them. (That no byte stays, tests of the stores see to.)
func TestWaitingEventsArePersons(t *testing.T) {
	if testing.Short() {
		t.Skip("starts processes")
	}
	t.Parallel()
	for _, engine := range engines() {
		t.Run(engine.name, func(t *testing.T) {
			aside(t)
			x := newLeaving(t, engine.db(t))
			x.roles = "ingest"
			x.key("ada", "--person", "ada", "--scope", "ingest")
			x.key("eve", "--person", "eve", "--scope", "ingest")
			x.start()
			prompts := map[string]string{"ada": "Paint the weathercock copper", "eve": "Oil the hinges of the sluice"}
			for who, prompt := range prompts {
				x.post(who, "/v1/logs", "application/json", []byte(`{"resourceLogs":[{"resource":{"attributes":[{"key":"service.name","value":{"stringValue":"claude-code"}}]},"scopeLogs":[{"logRecords":[{"timeUnixNano":"1767348000000000000","body":{"stringValue":"claude_code.user_prompt"},"attributes":[
		{"key":"session.id","value":{"stringValue":"`+id(len(who+prompt))+`"}},{"key":"prompt.id","value":{"stringValue":"p"}},{"key":"prompt","value":{"stringValue":"`+prompt+`"}}]}]}]}]}`))
			}
			exported := func(who string) string {
				t.Helper()
				text := x.prism("admin", "person", "export", who, "--tenant", "acme")
				if !json.Valid([]byte(text)) {
					t.Fatalf("the export is no JSON: %.300s", text)
				}
				return text
			}
			if engine.name == "SQLite" {
				backup := filepath.Join(t.TempDir(), "backup.tar")
				x.prism("admin", "backup", backup)
				restored := filepath.Join(t.TempDir(), "prism.db")
				there := *x.served
				there.db = restored
				there.prism("admin", "restore", backup)
				if text := there.prism("admin", "person", "export", "ada", "--tenant", "acme"); !strings.Contains(text, prompts["ada"]) {
					t.Errorf("what was restored has not what waited: %.300s", text)
				}
			}
			for who, prompt := range prompts {
				text := exported(who)
				if !strings.Contains(text, prompt) || !strings.Contains(text, `"kind":"telemetry"`) {
					t.Errorf("the export of %s has not what waited: %.300s", who, text)
				}
				for other, theirs := range prompts {
					if other != who && strings.Contains(text, theirs) {
						t.Errorf("the export of %s has what %s sent", who, other)
					}
				}
			}
			x.tell("ada", 77, true) // and this waits when she goes
			x.prism("admin", "person", "delete", "ada", "--tenant", "acme", "--yes")
			if gone := x.command("admin", "person", "export", "ada", "--tenant", "acme"); gone.Code == 0 || !strings.Contains(gone.said(), "no person") {
				t.Errorf("something is left of her: %d, %.300s", gone.Code, gone.said())
			}
			if text := exported("eve"); !strings.Contains(text, prompts["eve"]) {
				t.Errorf("another's went with it: %.300s", text)
			}
		})
	}
}
