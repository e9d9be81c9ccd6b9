package importtest

import (
	"path"
	"slices"
	"strings"
	"testing"
)

// External modules and rooms are checked file by file: production by the room's
// own lists, tests by these and what tests may have beside them.
func importRule(files []*goFile) []problem {
	var out []problem
	for _, f := range files {
		r, known := rooms[f.room]
		if !known {
			out = append(out, f.at(f.ast, "room %q has no rule: add it to rooms_test.go with what it may import", f.room))
			continue
		}
		for _, s := range f.ast.Imports {
			imp := strings.Trim(s.Path.Value, `"`)
			switch {
			case imp == "C":
				out = append(out, f.at(s, "cgo is not used: the product is one static binary"))
			case imp == module || strings.HasPrefix(imp, module+"/"):
				target := strings.TrimPrefix(strings.TrimPrefix(imp, module+"/"), "internal/")
				ok := target == f.room || slices.Contains(r.rooms, target) || slices.Contains(r.rooms, "*")
				if !ok && f.test {
					ok = slices.Contains(r.inTests, target)
				}
				if !ok {
					out = append(out, f.at(s, "room %s may not import %s; data flows one way (rooms_test.go)", f.room, target))
				}
			case strings.Contains(strings.SplitN(imp, "/", 2)[0], "."):
				if !within(imp, r.modules) && !(f.test && within(imp, testModules)) {
					out = append(out, f.at(s, "room %s may not import module %s (rooms_test.go)", f.room, imp))
				}
			}
		}
	}
	return out
}

func within(imp string, modules []string) bool {
	return slices.ContainsFunc(modules, func(m string) bool { return imp == m || strings.HasPrefix(imp, m+"/") })
}

func TestRoomsImportOneWay(t *testing.T) {
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

// The table itself flows one way: no room reaches itself through what it may import.
func TestRulesHaveNoCycle(t *testing.T) {
	var reach func(from string, seen map[string]bool)
	reach = func(from string, seen map[string]bool) {
		for _, to := range rooms[from].rooms {
			if to == "*" || seen[to] {
				continue
			}
			seen[to] = true
			reach(to, seen)
		}
	}
	for name, r := range rooms {
		seen := map[string]bool{}
		reach(name, seen)
		if seen[name] {
			t.Errorf("room %s can reach itself", name)
		}
		for _, to := range slices.Concat(r.rooms, r.inTests) {
			if _, ok := rooms[to]; !ok && to != "*" {
				t.Errorf("room %s may import %s, which has no rule", name, to)
			}
			if rooms[to].suite && slices.Contains(r.rooms, to) {
				t.Errorf("room %s may import %s outside its tests, which is a suite of tests", name, to)
			}
			if rooms[to].spawns && rooms[name].pure && slices.Contains(r.rooms, to) {
				t.Errorf("pure room %s may import %s, which is not", name, to)
			}
		}
	}
}

// Rules of rooms that are gone mislead; a rule must have a room.
func TestRulesHaveRooms(t *testing.T) {
	seen := map[string]bool{}
	for _, f := range tree(t) {
		seen[f.room] = true
	}
	for name := range rooms {
		if !seen[name] {
			t.Errorf("rooms_test.go has a rule for %s, which has no Go file", name)
		}
	}
}

func nameRule(files []*goFile) []problem {
	var out []problem
	perRoom := map[string]int{}
	for _, f := range files {
		if slices.Contains(refusedNames, path.Base(f.room)) {
			out = append(out, f.at(f.ast, "a room named %q says nothing about what is in it", path.Base(f.room)))
		}
		if !f.test {
			perRoom[f.room]++
		}
	}
	for name, n := range perRoom {
		if n > 25 {
			out = append(out, problem("room "+name+" has over 25 files: split it by noun"))
		}
	}
	return out
}

func TestRoomsAreNamedByWhatTheyHold(t *testing.T) {
	hold(t, nameRule)
	breaks(t, nameRule, "internal/util/a.go", []string{"package util\n"}, nil)
}
