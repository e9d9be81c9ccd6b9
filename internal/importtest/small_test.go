package importtest

import (
	"slices"
	"strings"
	"testing"
)

// All that prism-hook is made of. It runs at every tool call of an agent, so that
// whatever joins it is paid for some thousand times a day: no command line, no
// judge, no words, no rules of the gate, no database.
var (
	hookPackages = []string{"cmd/prism-hook", "hook", "spool", "status", "jsoncursor", "folders", "build"}
	hookModules  = []string{xdg}
	// Of the standard library: no connection, no other program, nothing that is
	// compiled or unpacked at the start.
	hookNever = []string{"net", "os/exec", "database/sql", "regexp", "text/template", "html/template", "embed", "crypto", "compress"}
)

func hookRule(files []*goFile) []problem {
	out, _ := hookReach(files)
	return out
}

// hookReach follows what the program imports, and returns what it came by.
func hookReach(files []*goFile) (out []problem, seen map[string]bool) {
	seen = map[string]bool{}
	var follow func(pkg string)
	follow = func(pkg string) {
		if seen[pkg] {
			return
		}
		seen[pkg] = true
		for _, f := range files {
			if f.pkg != pkg || f.test {
				continue
			}
			for _, s := range f.ast.Imports {
				imp := strings.Trim(s.Path.Value, "`\"")
				ours, isOurs := strings.CutPrefix(imp, module+"/")
				ours = strings.TrimPrefix(ours, "internal/")
				first, _, _ := strings.Cut(imp, "/")
				switch {
				case isOurs && !slices.Contains(hookPackages, ours):
					out = append(out, f.at(s, "%s would bring %s into prism-hook, which stays small (small_test.go)", pkg, ours))
				case isOurs:
					follow(ours)
				case strings.Contains(first, ".") && !within(imp, hookModules), within(imp, hookNever):
					out = append(out, f.at(s, "%s would bring %s into prism-hook, which stays small (small_test.go)", pkg, imp))
				}
			}
		}
	}
	follow("cmd/prism-hook")
	return out, seen
}

func TestHookStaysSmall(t *testing.T) {
	hold(t, hookRule)
	breaks(t, hookRule, "cmd/prism-hook/main.go", []string{
		"package main\nimport _ \"prism/internal/cli\"\n",
		"package main\nimport _ \"prism/internal/redact\"\n",
		"package main\nimport _ \"github.com/spf13/cobra\"\n",
		"package main\nimport _ \"net/http\"\n",
	}, nil)
	_, seen := hookReach(tree(t))
	for _, pkg := range hookPackages {
		if !seen[pkg] {
			t.Errorf("small_test.go names %s, which prism-hook does not import", pkg)
		}
	}
}
