package observe

import (
	"iter"
	"slices"
	"strings"

	"prism/internal/shell"
)

// besideChanges reports whether a test run names folders or files of which none is one that
// was changed from a turn on, nor named like one: it looks at something else.
func (a *Session) besideChanges(k *Check, turn int) bool {
	targets := k.tests.Targets
	if len(targets) == 0 {
		return false
	}
	for _, t := range targets {
		if !strings.ContainsAny(t, "/.") || strings.Contains(t, "...") && strings.Trim(t, "./") == "" {
			return false // the name of a test, or everything
		}
	}
	named := map[string]bool{}
	for _, t := range targets {
		for name := range pathNames(t) {
			named[name] = true
		}
	}
	for _, e := range a.Edits {
		if e.Step.Edit == nil || a.TurnOf(e.Turn) < turn {
			continue
		}
		for name := range pathNames(e.Step.Edit.File) {
			if named[name] {
				return false
			}
		}
	}
	return len(a.Edits) > 0
}

// TurnOf is the place in Turns of the turn with an index in the record; −1 none.
func (a *Session) TurnOf(index int) int {
	return slices.IndexFunc(a.Turns, func(t Turn) bool { return t.Index == index })
}

// pathNames yields the words of a path's folders and of its file, be it with "test" before
// or behind them; those that many paths have are left out.
func pathNames(p string) iter.Seq[string] {
	return func(yield func(string) bool) {
		for w := range strings.FieldsFuncSeq(strings.ToLower(p), func(r rune) bool {
			return r == '/' || r == '\\' || r == '.' || r == '_' || r == '-' || r == ':'
		}) {
			switch w {
			case "src", "lib", "app", "internal", "pkg", "test", "tests", "spec", "specs", "cmd", "packages", "py", "ts", "tsx", "js", "jsx", "go", "rb", "rs", "java", "kt", "php", "home", "users", "main", "unit", "e2e", "__tests__", "integration":
				continue
			}
			for _, end := range []string{"tests", "test", "specs", "spec"} {
				w = strings.TrimSuffix(strings.TrimPrefix(w, end), end) // "PanierTest"
			}
			if !yield(w) {
				return
			}
		}
	}
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
	targets := k.tests.Targets
	for _, t := range targets {
		if !strings.Contains(t, "/") || !names(strings.ReplaceAll(t, "...", "")) || testsOfAll(t) {
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

// names reports whether a path has a word that tells anything.
func names(p string) bool {
	for range pathNames(p) {
		return true
	}
	return false
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
