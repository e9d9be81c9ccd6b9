package cli

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"time"

	"github.com/rogpeppe/go-internal/testscript"
)

// wander writes a transcript in which a person goes from one thing to the next, so
// that the offline tracker is unsure here and there: wander FILE.
func wander(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 1 {
		ts.Fatalf("usage: wander FILE")
	}
	path := ts.MkAbs(args[0])
	name := filepath.Base(path)
	var out bytes.Buffer
	n := 0
	put := func(kind string, message map[string]any) {
		n++
		line, err := json.Marshal(map[string]any{
			"type": kind, "uuid": fmt.Sprintf("%s-%d", name, n), "parentUuid": fmt.Sprintf("%s-%d", name, n-1), "sessionId": "c-" + name,
			"timestamp": time.Date(2026, 11, 2, 10, n, 0, 0, time.UTC).Format(time.RFC3339Nano), "cwd": "/srv/kite", "version": "2.1.330",
			"isSidechain": false, "userType": "external", "message": message, "requestId": fmt.Sprintf("req_%s_%d", name, n),
		})
		ts.Check(err)
		out.Write(append(line, '\n'))
	}
	for _, t := range []struct{ prompt, file, said string }{
		{"Add a dark mode to the settings page of the web client", "web/settings.tsx", "Done: the settings page has a dark mode."},
		{"New task: write a nightly backup of the database to the bucket", "ops/backup.sh", "The script backup.sh writes a dump each night."},
		{"the settings page also wants a switch for the large font", "web/settings.tsx", "There is a switch for the large font."},
		{"Why does the import of old orders take so long?", "orders/import.go", "It reads each order twice; I made it read once."},
		{"write a page for the handbook on how releases are made", "docs/releases.md", "The handbook has a page on releases."},
		{"works, thanks", "docs/releases.md", "Good."},
	} {
		put("user", map[string]any{"role": "user", "content": t.prompt})
		id := fmt.Sprintf("toolu_%d", n)
		usage := map[string]any{"input_tokens": 10, "output_tokens": 20}
		put("assistant", map[string]any{"id": fmt.Sprintf("msg_%s_%d", name, n), "type": "message", "role": "assistant", "model": "claude-sonnet-5-5", "usage": usage,
			"content": []any{map[string]any{"type": "tool_use", "id": id, "name": "Write", "input": map[string]any{"file_path": "/srv/kite/" + t.file, "content": "one\ntwo\nthree\n"}}}})
		put("user", map[string]any{"role": "user", "content": []any{map[string]any{"type": "tool_result", "tool_use_id": id, "is_error": false, "content": "File created"}}})
		put("assistant", map[string]any{"id": fmt.Sprintf("msg_%s_%d", name, n), "type": "message", "role": "assistant", "model": "claude-sonnet-5-5", "usage": usage,
			"content": []any{map[string]any{"type": "text", "text": t.said}}})
	}
	ts.Check(os.MkdirAll(filepath.Dir(path), 0o755))
	ts.Check(os.WriteFile(path, out.Bytes(), 0o600))
}
