package importtest

import (
	"path"
	"slices"
	"strings"
	"testing"
)

// External modules and packages are checked file by file: production by the package's
// own lists, tests by these and what tests may have beside them.
func importRule(files []*goFile) []problem {
	var out []problem
	for _, f := range files {
		r, known := rules[f.pkg]
		if !known {
			out = append(out, f.at(f.ast, "package %q has no rule: add it to rules_test.go with what it may import", f.pkg))
			continue
		}
		for _, s := range f.ast.Imports {
			imp := strings.Trim(s.Path.Value, `"`)
			switch {
			case imp == "C":
				out = append(out, f.at(s, "cgo is not used: the product is one static binary"))
			case imp == module || strings.HasPrefix(imp, module+"/"):
				target := strings.TrimPrefix(strings.TrimPrefix(imp, module+"/"), "internal/")
				ok := target == f.pkg || slices.Contains(r.imports, target) || slices.Contains(r.imports, "*")
				if !ok && f.test {
					ok = slices.Contains(r.inTests, target)
				}
				if !ok {
					out = append(out, f.at(s, "package %s may not import %s; data flows one way (rules_test.go)", f.pkg, target))
				}
			case strings.Contains(strings.SplitN(imp, "/", 2)[0], "."):
				if !within(imp, r.modules) && !(f.test && within(imp, testModules)) {
					out = append(out, f.at(s, "package %s may not import module %s (rules_test.go)", f.pkg, imp))
				}
			}
		}
	}
	return out
}

func within(imp string, modules []string) bool {
	return slices.ContainsFunc(modules, func(m string) bool { return imp == m || strings.HasPrefix(imp, m+"/") })
}

func TestPackagesImportOneWay(t *testing.T) {
	hold(t, importRule)
	breaks(t, importRule, "internal/score/a.go",
		[]string{
			"package score\nimport _ \"prism/internal/store\"\n",
			"package score\nimport _ \"modernc.org/sqlite\"\n",
			"package score\nimport _ \"github.com/google/go-cmp/cmp\"\n",
			"package score\nimport \"C\"\n",
		},
		[]string{"package score\nimport _ \"prism/internal/fact\"\nimport _ \"math\"\n"})
	breaks(t, importRule, "internal/nowhere/a.go", []string{"package nowhere\n"}, nil)
	breaks(t, importRule, "internal/score/a_test.go", nil, []string{"package score\nimport _ \"github.com/google/go-cmp/cmp\"\n"})
}

// The table itself flows one way: no package reaches itself through what it may import.
func TestRulesHaveNoCycle(t *testing.T) {
	var reach func(from string, seen map[string]bool)
	reach = func(from string, seen map[string]bool) {
		for _, to := range rules[from].imports {
			if to == "*" || seen[to] {
				continue
			}
			seen[to] = true
			reach(to, seen)
		}
	}
	for name, r := range rules {
		seen := map[string]bool{}
		reach(name, seen)
		if seen[name] {
			t.Errorf("package %s can reach itself", name)
		}
		for _, to := range slices.Concat(r.imports, r.inTests) {
			if _, ok := rules[to]; !ok && to != "*" {
				t.Errorf("package %s may import %s, which has no rule", name, to)
			}
			if rules[to].suite && !r.suite && slices.Contains(r.imports, to) {
				t.Errorf("package %s may import %s outside its tests, which is a suite of tests", name, to)
			}
			if rules[to].spawns && rules[name].pure && slices.Contains(r.imports, to) {
				t.Errorf("pure package %s may import %s, which is not", name, to)
			}
		}
	}
}

// Rules of packages that are gone mislead; a rule must have a package.
func TestRulesHavePackages(t *testing.T) {
	seen := map[string]bool{}
	for _, f := range tree(t) {
		seen[f.pkg] = true
	}
	for name := range rules {
		if !seen[name] {
			t.Errorf("rules_test.go has a rule for %s, which has no Go file", name)
		}
	}
}

func nameRule(files []*goFile) []problem {
	var out []problem
	perPackage := map[string]int{}
	for _, f := range files {
		if slices.Contains(refusedNames, path.Base(f.pkg)) {
			out = append(out, f.at(f.ast, "a package named %q says nothing about what is in it", path.Base(f.pkg)))
		}
		if !f.test {
			perPackage[f.pkg]++
		}
	}
	for name, n := range perPackage {
		if n > 25 {
			out = append(out, problem("package "+name+" has over 25 files: split it by noun"))
		}
	}
	return out
}

func TestPackagesAreNamedByWhatTheyHold(t *testing.T) {
	hold(t, nameRule)
	breaks(t, nameRule, "internal/util/a.go", []string{"package util\n"}, nil)
}
