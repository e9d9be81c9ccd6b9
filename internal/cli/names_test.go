package cli

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"prism/internal/cli/job"
)

// Secrets in what a transcript calls by name (pull requests, branches, models,
// versions, folders, files, line types) are neither printed nor kept, and names
// without end leave a small store.
func TestNamesPassTheGate(t *testing.T) {
	t.Parallel()
	secret := func(n int) string { return fmt.Sprintf("ghp_%02da8Kd02mQx7Lr5Tz9Wc1Vb4Ny6Ue3Is0P%02d", n, n) }
	home, dir := t.TempDir(), t.TempDir()
	head := func(kind, uuid string) string {
		return fmt.Sprintf(`{"type":%q,"uuid":%q,"sessionId":"3f5a1a52-0000-4000-8000-000000000009","cwd":"/nowhere/%s/app","gitBranch":"fix/%s","version":"2.0-%s","timestamp":"2026-03-01T10:00:00.000Z"`, kind, uuid, secret(1), secret(2), secret(3))
	}
	long := strings.Repeat("x", 8<<20)
	lines := []string{
		head("user", "u1") + `,"message":{"role":"user","content":"Add a retry to fetch in net.go, please."}}`,
		head("assistant", "a1") + `,"requestId":"r1","message":{"id":"m1","model":"proxy/` + secret(4) + `","role":"assistant","usage":{"input_tokens":10,"output_tokens":10},"content":[{"type":"tool_use","id":"t1","name":"Write","input":{"file_path":"/nowhere/` + secret(1) + `/app/` + secret(5) + `.go","content":"a\nb\n"}}]}}`,
		head("user", "u2") + `,"message":{"role":"user","content":[{"type":"tool_result","tool_use_id":"t1","content":"File created"}]},"toolUseResult":{"type":"create","filePath":"/nowhere/` + secret(1) + `/app/` + secret(5) + `.go","content":"package app\nfunc fetch() error {\n\treturn nil\n}\n","structuredPatch":[]}}`,
		head("user", "u3") + `,"message":{"role":"user","content":"Thanks, that works."}}`,
		head("pr-link", "p1") + `,"prUrl":"https://user:` + secret(6) + `@host.example/w/pull/12?k=` + secret(7) + `"}`,
		head("pr-link", "p2") + `,"prUrl":"https://host.example/` + secret(8) + `/pull/13"}`,
		head("pr-link", "p3") + `,"prUrl":"https://host.example/` + long + `"}`,
		head(secret(9), "p4") + `}`,
		strings.Replace(head("assistant", "a2"), "fix/", "fix/"+long, 1) + `,"message":{"id":"m2","model":"m` + long + `","role":"assistant","usage":{"input_tokens":10,"output_tokens":1},"content":[{"type":"tool_use","id":"t2","name":"Tool` + long + `","input":{}}]}}`,
	}
	if err := os.WriteFile(filepath.Join(dir, "3f5a1a52-0000-4000-8000-000000000009.jsonl"), []byte(strings.Join(lines, "\n")+"\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	env := []string{"HOME=" + t.TempDir(), "PRISM_HOME=" + home, "PRISM_TZ=UTC"}
	hold := func(what, text string) {
		for n := range 10 {
			if i := strings.Index(text, secret(n)); i >= 0 {
				t.Errorf("%s holds secret %d: …%q", what, n, text[max(0, i-60):i])
			}
		}
	}
	for _, args := range [][]string{
		{"sessions", dir, "--json"}, {"sessions", dir, "--csv"}, {"sessions", dir, "--columns", "+branch,+model,+folder"}, {"score", dir, "--json", "--by", "model"}, {"score", dir, "--by", "folder"}, {"score", dir, "--by", "branch"},
		{"score", dir, "--verbose"}, {"report", dir, "--since", "2026-03-01"}, {"report", dir, "--since", "2026-03-01", "--json"},
	} {
		var out, notes bytes.Buffer
		if code := Run(context.Background(), args, env, strings.NewReader(""), &out, &notes); code != job.CodeDone {
			t.Errorf("%v: exit code %d: %s", args, code, notes.String())
		}
		hold(fmt.Sprint(args), out.String()+notes.String())
		if args[0] == "sessions" && args[2] == "--json" && !strings.Contains(out.String(), `"https://host.example/w/pull/12"`) {
			t.Errorf("the pull request is gone: %s", out.String())
		}
		if out.Len() > 64<<10 {
			t.Errorf("%v prints %d bytes", args, out.Len())
		}
	}
	size := 0
	for _, file := range []string{"prism.db", "prism.db-wal"} {
		data, err := os.ReadFile(filepath.Join(home, file))
		if err != nil && !os.IsNotExist(err) {
			t.Fatal(err)
		}
		hold(file, string(data))
		size += len(data)
	}
	if size == 0 || size > 1<<20 {
		t.Errorf("the store takes %d bytes", size)
	}
}
