package source

import (
	"os"
	"path/filepath"
	"testing"
)

func TestRepositoryByFolders(t *testing.T) {
	tests := []struct {
		name string
		cwds []string
		want string
		show string
	}{
		{"one", []string{"/gone/u/shop"}, "/gone/u/shop", "shop"},
		{"shallowest", []string{"/gone/u/shop/web", "/gone/u/shop", "/gone/u/shop/api"}, "/gone/u/shop", "shop"},
		{"worktree of the client", []string{"/gone/u/shop/.claude/worktrees/agent-1/web"}, "/gone/u/shop", "shop"},
		{"worktree", []string{"/gone/u/shop/.worktrees/3"}, "/gone/u/shop", "shop"},
		{"worktree folder itself", []string{"/gone/u/shop/.worktrees"}, "/gone/u/shop", "shop"},
		{"a name that only looks like one", []string{"/gone/u/shop.worktrees/3"}, "/gone/u/shop.worktrees/3", "3"},
		{"temporary folder", []string{"/gone/u/shop/web", "/tmp/x"}, "/gone/u/shop/web", "web"},
		{"only a temporary folder", []string{"/tmp/nothing-here"}, "/tmp/nothing-here", "nothing-here"},
		{"home", []string{"/Users/ann", "/Users/ann/code/shop"}, "/Users/ann/code/shop", "shop"},
		{"Windows", []string{`c:\Users\ann\shop\.claude\worktrees\a`, `C:\Users\ann\shop\web`}, "C:/Users/ann/shop", "shop"},
		{"Windows drive", []string{`D:\`}, "D:/", "D:"},
		{"backslash on Unix stays", []string{`/gone/a\b`}, `/gone/a\b`, `a\b`},
		{"trailing slash", []string{"/gone/u/shop/"}, "/gone/u/shop", "shop"},
		{"none", nil, "", ""},
		{"empty", []string{""}, "", ""},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			got := NewRepositories().Of(tt.cwds)
			if got != tt.want || RepositoryName(got) != tt.show {
				t.Errorf("%q shown as %q, want %q as %q", got, RepositoryName(got), tt.want, tt.show)
			}
		})
	}
}

func TestRepositoryOnDisk(t *testing.T) {
	base, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	base = filepath.ToSlash(base)
	mk := func(path string) {
		t.Helper()
		if err := os.MkdirAll(filepath.FromSlash(base+path), 0o755); err != nil {
			t.Fatal(err)
		}
	}
	file := func(path, text string) {
		t.Helper()
		if err := os.WriteFile(filepath.FromSlash(base+path), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	mk("/shop/.git/worktrees/w1")
	mk("/shop/web")
	mk("/elsewhere/w1/web")
	file("/elsewhere/w1/.git", "gitdir: "+base+"/shop/.git/worktrees/w1\n")
	mk("/shop/vendored")
	file("/shop/vendored/.git", "gitdir: ../.git/modules/vendored\n")
	mk("/bare.git/worktrees/w2")
	mk("/w2")
	file("/w2/.git", "gitdir: ../bare.git/worktrees/w2\n")
	mk("/plain")
	tests := []struct {
		name string
		cwds []string
		want string
	}{
		{"in the tree", []string{base + "/shop/web"}, base + "/shop"},
		{"in a worktree elsewhere", []string{base + "/elsewhere/w1/web"}, base + "/shop"},
		{"in a submodule", []string{base + "/shop/vendored"}, base + "/shop/vendored"},
		{"in a worktree of a bare repository", []string{base + "/w2"}, base + "/bare.git"},
		{"in a worktree that is gone", []string{base + "/shop/.worktrees/7"}, base + "/shop"},
		{"the first that has a repository", []string{base + "/plain", base + "/shop/web"}, base + "/shop"},
		{"a folder that is gone has none", []string{base + "/shop/gone/deep"}, base + "/shop/gone/deep"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			repos := NewRepositories()
			for range 2 { // the second answer comes from memory
				if got := repos.Of(tt.cwds); got != tt.want {
					t.Errorf("%q, want %q", got, tt.want)
				}
			}
		})
	}
}

// What somebody told of folders elsewhere is of their own conversations.
func TestRepositoryOfAPerson(t *testing.T) {
	told := map[string]map[string]string{"ada": {"/gone/shop/web": "/gone/shop"}, "eve": {"/gone/shop/web": "/gone", "/gone/else": "/evil"}}
	for _, away := range []bool{true, false} {
		for _, repos := range []*Repositories{RepositoriesOf(told, away), RepositoriesOf(told, away).Again()} {
			for person, want := range map[string]string{"eve": "/gone", "ada": "/gone/shop", "bob": "/gone/shop/web", "": "/gone/shop/web"} {
				if got := repos.OfPerson(person, []string{"/gone/shop/web"}); got != want {
					t.Errorf("away %t: %q of %q, want %q", away, got, person, want)
				}
			}
			if got := repos.Of([]string{"/gone/else"}); got != "/gone/else" {
				t.Errorf("away %t: %q of nobody", away, got)
			}
		}
	}
}

func TestHomeOwner(t *testing.T) {
	for folder, want := range map[string]string{
		"/home/ann/.claude":         "ann",
		"/Users/bob/.config/claude": "bob",
		"/root/.claude":             "root",
		`C:\Users\eve\.claude`:      "eve",
		"/data/team/.claude":        "",
		"/srv/corpus":               "",
	} {
		if got := homeOwner(folder); got != want {
			t.Errorf("%s belongs to %q, want %q", folder, got, want)
		}
	}
}
