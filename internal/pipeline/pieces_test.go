package pipeline_test

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"unicode"

	"prism/internal/long"
	"prism/internal/pipeline"
	"prism/internal/pipeline/alone"
	"prism/internal/redact/redacttest"
	"prism/internal/store/memory"
)

// Titles, summaries and quotes are cut out of prompts and answers wherever the
// judge likes: no telling part of a planted secret may be in any of them.
func TestNoPieceOfASecretIsShown(t *testing.T) {
	dir := t.TempDir()
	var files []string
	var secrets []redacttest.Secret
	for kind, p := range redacttest.Secrets(9) {
		if !long.All() && kind%3 != 0 {
			continue // that the gate knows each kind its own tests say
		}
		whole := p.Whole()
		for n, talk := range [][2]string{
			{whole + " add it to the importer of tide tables", "Done."},
			{"Please add this to the importer of the tide tables, it belongs there: " + whole, "I added it, and the tests pass."},
			{"Move the importer of tide tables to its own package and use " + whole + " for the gauge of the harbour", "Moved. The importer uses " + whole + " now."},
			{"导入器需要这个：" + whole + "，请加上去", "已完成：" + whole},
		} {
			file := filepath.Join(dir, fmt.Sprintf("%03d-%d.jsonl", len(secrets), n))
			if err := os.WriteFile(file, transcriptOf(t, talk[0], talk[1]), 0o600); err != nil {
				t.Fatal(err)
			}
			files = append(files, file)
			secrets = append(secrets, p)
		}
	}
	base := options(t)
	readings, err := alone.Read(context.Background(), files, 2, func(int) pipeline.Options { o := base; o.Store = memory.New(); return o }, nil)
	if err != nil {
		t.Fatal(err)
	}
	for i, r := range readings {
		if len(r.Sessions) != 1 {
			t.Fatalf("%d sessions of %s", len(r.Sessions), secrets[i].Kind)
		}
		v := &r.Sessions[0].Verdict
		shown := []string{v.Title.String(), v.Summary.String(), v.Advice.String()}
		for _, e := range v.Evidence {
			shown = append(shown, e.Quote.String())
		}
		for _, c := range v.Criteria {
			if c.Evidence != nil {
				shown = append(shown, c.Evidence.Quote.String())
			}
		}
		for _, part := range telling(secrets[i].Value) {
			for _, text := range shown {
				if strings.Contains(strings.ToLower(text), part) {
					t.Errorf("%s, way %d: %q is in %q", secrets[i].Kind, i%4, part, text)
				}
			}
		}
	}
}

// telling are the parts of a secret that would give some of it away: runs of
// letters and digits, eight or longer, or groups of digits.
func telling(value string) []string {
	var out []string
	for _, run := range strings.FieldsFunc(value, func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) }) {
		digits := strings.ContainsAny(run, "0123456789")
		if digits && len(run) >= 8 || strings.Trim(run, "0123456789") == "" && len(run) >= 4 {
			out = append(out, strings.ToLower(run))
		}
	}
	return out
}

// transcriptOf is a conversation of one prompt, one edit and one answer.
func transcriptOf(t *testing.T, prompt, answer string) []byte {
	t.Helper()
	line := func(kind, uuid, parent string, message map[string]any) map[string]any {
		return map[string]any{"type": kind, "uuid": uuid, "parentUuid": parent, "sessionId": "c", "timestamp": "2026-11-02T10:00:00Z", "cwd": "/src/tide", "message": message}
	}
	content := func(parts ...map[string]any) []map[string]any { return parts }
	var out []byte
	for _, l := range []map[string]any{
		line("user", "u1", "", map[string]any{"role": "user", "content": prompt}),
		line("assistant", "a1", "u1", map[string]any{"id": "m1", "role": "assistant", "model": "m", "content": content(map[string]any{"type": "tool_use", "id": "t1", "name": "Edit", "input": map[string]any{"file_path": "/src/tide/a.go", "old_string": "a", "new_string": "b"}})}),
		line("user", "r1", "a1", map[string]any{"role": "user", "content": content(map[string]any{"type": "tool_result", "tool_use_id": "t1", "content": "The file was updated."})}),
		line("assistant", "a2", "r1", map[string]any{"id": "m2", "role": "assistant", "model": "m", "content": content(map[string]any{"type": "text", "text": answer})}),
	} {
		b, err := json.Marshal(l)
		if err != nil {
			t.Fatal(err)
		}
		out = append(append(out, b...), '\n')
	}
	return out
}
