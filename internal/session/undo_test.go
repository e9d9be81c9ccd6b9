package session

import (
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestUndos(t *testing.T) {
	for line, want := range map[string][]Undo{
		"git revert abc1234":                             {{Kind: UndoRevert, Target: "abc1234"}},
		"git revert --no-edit -m 1 HEAD":                 {{Kind: UndoRevert, Target: "HEAD"}},
		"git revert aaaaaaa bbbbbbb":                     {{Kind: UndoRevert, Target: "aaaaaaa"}, {Kind: UndoRevert, Target: "bbbbbbb"}},
		"git revert --abort":                             nil,
		"git checkout -- a.go b.go":                      {{Kind: UndoCheckout, Files: []string{"a.go", "b.go"}}},
		"git checkout HEAD -- a.go":                      {{Kind: UndoCheckout, Files: []string{"a.go"}}},
		"git checkout HEAD~2 -- a.go":                    {{Kind: UndoCheckout, Files: []string{"a.go"}, Target: "HEAD~2"}},
		"git checkout a.go":                              {{Kind: UndoCheckout, Files: []string{"a.go"}}},
		"git checkout main a.go":                         {{Kind: UndoCheckout, Files: []string{"a.go"}, Target: "main"}},
		"git checkout .":                                 {{Kind: UndoCheckout, All: true}},
		"git checkout -- .":                              {{Kind: UndoCheckout, All: true}},
		"git checkout feature/new-thing":                 nil,
		"git checkout -b fix/a.go":                       nil,
		"git checkout --theirs a.go":                     nil,
		"git switch main":                                nil,
		"git restore a.go":                               {{Kind: UndoRestore, Files: []string{"a.go"}}},
		"git restore --staged a.go":                      nil,
		"git restore --staged --worktree a.go":           {{Kind: UndoRestore, Files: []string{"a.go"}}},
		"git restore --source=HEAD~1 a.go":               {{Kind: UndoRestore, Files: []string{"a.go"}, Target: "HEAD~1"}},
		"git restore .":                                  {{Kind: UndoRestore, All: true}},
		"git reset --hard":                               {{Kind: UndoReset, All: true}},
		"git reset --hard HEAD~1":                        {{Kind: UndoReset, All: true, Target: "HEAD~1"}},
		"git reset HEAD a.go":                            nil,
		"git reset --soft HEAD~1":                        nil,
		"git stash && git stash drop":                    nil,
		"rm -rf build old.go":                            {{Kind: UndoDelete, Files: []string{"build", "old.go"}}},
		"git rm -r pkg":                                  {{Kind: UndoDelete, Files: []string{"pkg"}}},
		"git rm --cached a.go":                           nil,
		"cd web && git checkout -- a.ts && rm b.ts":      {{Kind: UndoCheckout, Files: []string{"web/a.ts"}}, {Kind: UndoDelete, Files: []string{"web/b.ts"}}},
		"git -C sub restore a.go":                        {{Kind: UndoRestore, Files: []string{"sub/a.go"}}},
		"cd web && git checkout .":                       {{Kind: UndoCheckout, Files: []string{"web"}}},
		"sudo FOO=1 git reset --hard":                    {{Kind: UndoReset, All: true}},
		"echo 'git revert abc1234'":                      nil,
		"git commit -m 'revert: git checkout -- a.go'":   nil,
		"git log --oneline; git status":                  nil,
		"":                                               nil,
		"git":                                            nil,
		"git revert":                                     nil,
		"git checkout --":                                nil,
		"rm":                                             nil,
		"cat <<'EOF'\ngit reset --hard\nEOF\ngit status": nil,
	} {
		if d := cmp.Diff(want, Undos(line)); d != "" {
			t.Errorf("%q: %s", line, d)
		}
	}
}
