package worktree

import (
	"strings"
	"testing"

	"pgregory.net/rapid"
)

func TestSplitAndFold(t *testing.T) {
	for _, c := range []struct {
		path, tree, rest, fold string
		ok                     bool
	}{
		{"/r/a.go", "/r/a.go", "", "/r/a.go", false},
		{"/r/.worktrees/x/a.go", "/r", "/a.go", "/r/a.go", true},
		{"/r/.worktrees/x", "/r", "", "/r", true},
		{"/r/.worktrees/x/", "/r", "/", "/r/", true},
		{"/r/.worktrees/", "/r", "", "/r", true},
		{"/r/.worktrees", "/r/.worktrees", "", "/r/.worktrees", false},
		{"/r/.claude/worktrees/x/src/a.go", "/r", "/src/a.go", "/r/src/a.go", true},
		{"/r/.worktrees/x/.claude/worktrees/y/a.go", "/r", "/.claude/worktrees/y/a.go", "/r/a.go", true},
		{"C:/r/.worktrees/x/a.go", "C:/r", "/a.go", "C:/r/a.go", true},
		{"/.worktrees/x/a.go", "", "/a.go", "/a.go", true},
		{"", "", "", "", false},
	} {
		tree, rest, ok := Split(c.path)
		if tree != c.tree || rest != c.rest || ok != c.ok {
			t.Errorf("Split(%q) = %q, %q, %t", c.path, tree, rest, ok)
		}
		if got := Fold(c.path); got != c.fold {
			t.Errorf("Fold(%q) = %q, want %q", c.path, got, c.fold)
		}
	}
}

// A folded path leads into no worktree, and folding it again changes nothing.
func TestFoldIsDone(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p := strings.Join(rapid.SliceOfN(rapid.SampledFrom([]string{"", "r", ".worktrees", ".claude", "worktrees", "x", "a.go"}), 0, 12).Draw(t, "parts"), "/")
		f := Fold(p)
		if _, _, ok := Split(f); ok || Fold(f) != f || len(f) > len(p) {
			t.Errorf("Fold(%q) = %q", p, f)
		}
	})
}
