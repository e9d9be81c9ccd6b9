package worktree

import "testing"

func TestRepoDir(t *testing.T) {
	for _, tt := range []struct {
		cwds []string
		want string
	}{
		{nil, ""},
		{[]string{"/src/app/web", "/src/app"}, "/src/app"},
		{[]string{"/src/app/.worktrees/fix/web"}, "/src/app/web"},
		{[]string{"/src/app/.claude/worktrees/fix"}, "/src/app"},
		{[]string{`C:\src\app\.worktrees\x`}, "C:/src/app"},
		{[]string{"/"}, "/"},
	} {
		if got := RepoDir(tt.cwds); got != tt.want {
			t.Errorf("%v: %q, want %q", tt.cwds, got, tt.want)
		}
	}
}
