package observe

import (
	"strings"

	"prism/internal/shell"
)

// besideChanges reports whether a test run names folders or files of which none is one that
// was changed from a turn on, nor named like one: it looks at something else.
func (a *Session) besideChanges(k *Check, turn int) bool {
	_, targets, ok := shell.TestScope(k.Step.Target)
	if !ok || len(targets) == 0 {
		return false
	}
	for _, t := range targets {
		if !strings.ContainsAny(t, "/.") || strings.Contains(t, "...") && strings.Trim(t, "./") == "" {
			return false // the name of a test, or everything
		}
	}
	for _, e := range a.Edits {
		if e.Step.Edit == nil || a.turnOf(e.Turn) < turn {
			continue
		}
		for _, t := range targets {
			if related(t, e.Step.Edit.File) {
				return false
			}
		}
	}
	return len(a.Edits) > 0
}

// turnOf is the place among the living turns of the one with an index in the record.
func (a *Session) turnOf(index int) int {
	for i := range a.Turns {
		if a.Turns[i].Index == index {
			return i
		}
	}
	return -1
}

// related reports whether two paths share the name of a folder or of a file that tells
// anything, be it with "test" before or behind it.
func related(target, file string) bool {
	names := pathNames(file)
	for n := range pathNames(target) {
		if names[n] {
			return true
		}
	}
	return false
}

// pathNames are the words of a path's folders and of its file, those left out that many
// paths have.
func pathNames(p string) map[string]bool {
	out := map[string]bool{}
	for _, w := range strings.FieldsFunc(strings.ToLower(p), func(r rune) bool {
		return r == '/' || r == '\\' || r == '.' || r == '_' || r == '-' || r == ':'
	}) {
		switch w {
		case "src", "lib", "app", "internal", "pkg", "test", "tests", "spec", "specs", "cmd", "packages", "py", "ts", "tsx", "js", "jsx", "go", "rb", "rs", "java", "kt", "php", "home", "users", "main", "unit", "e2e", "__tests__", "integration":
		default:
			for _, end := range []string{"tests", "test", "specs", "spec"} {
				w = strings.TrimSuffix(strings.TrimPrefix(w, end), end) // "PanierTest"
			}
			out[w] = true
		}
	}
	return out
}

// elsewhere reports whether a test run names packages by their folders, and nothing that was
// changed lies in one of them or is named like it: what passed there shows nothing of the
// change. Folders that hold tests of the whole may test anything, and so does a run that
// names tests or none.
func (a *Session) elsewhere(k *Check) bool {
	if !k.Work.Has(shell.ClassTest) || !a.besideChanges(k, 0) {
		return false
	}
	for f := range a.Files {
		if IsConfFile(strings.ToLower(f)) || base(f) == f {
			return false // any package may hang on it: a lock file, a setting; or nobody knows where it lies
		}
	}
	_, targets, _ := shell.TestScope(k.Step.Target)
	for _, t := range targets {
		if !strings.Contains(t, "/") || len(pathNames(strings.ReplaceAll(t, "...", ""))) == 0 || testsOfAll(t) {
			return false
		}
		dir := strings.Trim(strings.TrimSuffix(strings.TrimPrefix(t, "./"), "..."), "/")
		if name := base(dir); strings.Contains(name, ".") {
			dir = strings.TrimSuffix(strings.TrimSuffix(dir, name), "/")
		}
		for _, e := range a.Edits {
			if e.Step.Edit != nil && strings.Contains("/"+strings.ReplaceAll(e.Step.Edit.File, `\`, "/"), "/"+dir+"/") {
				return false
			}
		}
	}
	return true
}

// testsOfAll reports whether a path lies in a folder that only holds tests.
func testsOfAll(path string) bool {
	for w := range strings.SplitSeq(strings.ToLower(path), "/") {
		switch w {
		case "test", "tests", "spec", "specs", "e2e", "__tests__", "integration", "..", "testing":
			return true
		}
	}
	return false
}
