package importtest

import (
	"slices"
	"strings"
	"testing"
)

// requirement is one line of go.mod.
type requirement struct {
	path, version string
	indirect      bool
}

func requirements(gomod string) []requirement {
	var out []requirement
	block := false
	for line := range strings.Lines(gomod) {
		line = strings.TrimSpace(line)
		switch {
		case line == "require (":
			block = true
			continue
		case line == ")":
			block = false
			continue
		case strings.HasPrefix(line, "require "):
			line = strings.TrimPrefix(line, "require ")
		case !block:
			continue
		}
		code, comment, _ := strings.Cut(line, "//")
		if fields := strings.Fields(code); len(fields) == 2 {
			out = append(out, requirement{fields[0], fields[1], strings.Contains(comment, "indirect")})
		}
	}
	return out
}

// reasons returns the modules that docs/dependencies.md gives a row: a table row
// that begins with a module path in backticks, and the version beside it.
func reasons(doc string) map[string]string {
	out := map[string]string{}
	for line := range strings.Lines(doc) {
		cells := strings.Split(line, "|")
		if len(cells) < 4 {
			continue
		}
		name := strings.TrimSpace(cells[1])
		if strings.HasPrefix(name, "`") && strings.Contains(name, ".") {
			out[strings.Trim(name, "`")] = strings.Trim(strings.TrimSpace(cells[2]), "`")
		}
	}
	return out
}

// Every module we chose has a written reason, at the version that is built.
func TestModulesHaveAReason(t *testing.T) {
	need := map[string]string{}
	all := requirements(read(t, "go.mod"))
	if len(all) == 0 {
		t.Fatal("go.mod has no requirement that could be read")
	}
	for _, r := range all {
		if !r.indirect {
			need[r.path] = r.version
		}
	}
	for _, f := range tree(t) {
		for _, imp := range f.names {
			if first, _, _ := strings.Cut(imp, "/"); !strings.Contains(first, ".") {
				continue
			}
			r := moduleOf(imp, all)
			if r.path == "" {
				t.Errorf("%s imports %s, which go.mod does not require", f.path, imp)
				continue
			}
			need[r.path] = r.version
		}
	}
	told := reasons(read(t, "docs/dependencies.md"))
	for path, version := range need {
		switch v, ok := told[path]; {
		case !ok:
			t.Errorf("module %s has no row in docs/dependencies.md: say why it is here and what the alternative was", path)
		case v != version:
			t.Errorf("docs/dependencies.md says %s %s, go.mod %s", path, v, version)
		}
	}
	for path := range told {
		if !slices.ContainsFunc(all, func(r requirement) bool { return r.path == path }) {
			t.Errorf("docs/dependencies.md has a row for %s, which go.mod does not require", path)
		}
	}
}

func moduleOf(imp string, all []requirement) requirement {
	var best requirement
	for _, r := range all {
		if (imp == r.path || strings.HasPrefix(imp, r.path+"/")) && len(r.path) > len(best.path) {
			best = r
		}
	}
	return best
}

func TestRequirementsAreRead(t *testing.T) {
	got := requirements("module m\n\nrequire a.b/c v1.0.0\n\nrequire (\n\td.e/f v2.0.0\n\tg.h/i v3.0.0 // indirect\n)\n")
	want := []requirement{{"a.b/c", "v1.0.0", false}, {"d.e/f", "v2.0.0", false}, {"g.h/i", "v3.0.0", true}}
	if !slices.Equal(got, want) {
		t.Errorf("got %v, want %v", got, want)
	}
	if m := moduleOf("d.e/f/v2/x", got); m.path != "d.e/f" {
		t.Errorf("moduleOf = %v", m)
	}
	if told := reasons("| `d.e/f` | `v2.0.0` | why | instead |\n| module | version | x | y |\n"); told["d.e/f"] != "v2.0.0" || len(told) != 1 {
		t.Errorf("reasons = %v", told)
	}
}
