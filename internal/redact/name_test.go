package redact

import "testing"

// What a transcript calls by name hides its secrets, and keeps what names are made of.
func TestNames(t *testing.T) {
	r, err := New(Options{Words: []string{"robin"}})
	if err != nil {
		t.Fatal(err)
	}
	token := "ghp_" + "a8Kd02mQx7Lr5Tz9Wc1Vb4Ny6Ue3Is0Po2Fj"
	for _, plain := range []string{
		"", "main", "robin/fix-tax", "feature/JIRA-1234_retry-auth-token", "worktree-agent-a1b2c3d4e5f60718", "dependabot/go_modules/golang.org/x/net-0.38.0",
		"claude-haiku-4-5", "claude-opus-4-5-20251101", "claude-haiku-4-5@20251001", "us.anthropic.claude-sonnet-4-20250514-v1:0", "gpt-5.1-codex", "<synthetic>", "2.1.152", "1.0.0-beta.3+build.7",
		"https://github.com/w/shop/pull/12", "https://git.example.org/a/b/-/merge_requests/7",
		"/home/robin/code/shop", `C:\Users\robin\src`, "/w/shop/internal/auth/token_test.go", "/tmp/claude-1000/-home-robin-code/6f1c2b34-0000-4000-8000-000000000001/tasks/b1.output",
	} {
		name := plain
		if r.Names(&name) || name != plain {
			t.Errorf("%q became %q", plain, name)
		}
	}
	a, b, c := "fix/"+token, "main", "/w/"+token+"/a.go"
	if !r.Names(&a, &b, &c) {
		t.Error("nothing was found")
	}
	if a != "fix/[GITHUB_PAT_1]" || b != "main" || c != "/w/[GITHUB_PAT_1]/a.go" {
		t.Errorf("%q, %q, %q", a, b, c)
	}
}
