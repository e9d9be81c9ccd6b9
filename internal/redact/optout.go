package redact

import (
	"fmt"
	"path"
	"slices"
	"strings"
)

// IgnoreFile is the name of the file in a repository's root that keeps it, or
// some of what is done in it, out of Prism.
const IgnoreFile = ".prismignore"

// Subject is whom and what a session belongs to, as far as it is known: opt-out
// is decided on it before anything of the session is judged, kept or sent.
type Subject struct {
	// Tenant is the organization; "" on one's own machine.
	Tenant string
	// Person is the owner of the agent's folder.
	Person string
	// Repository is the root of the session's repository: a path with slashes
	// or backslashes, absolute or its last element.
	Repository string
	// Dir is the folder the session ran in, relative to Repository or absolute
	// below it; "" is the root.
	Dir string
}

// OptOut says whose sessions are not to be judged, kept or sent. The zero value
// opts nobody out. It is a value: the methods that add to it return a new one.
type OptOut struct {
	tenants, persons, repositories []glob
	// ignored are the patterns of ignore files, by the root they stand in.
	ignored []ignored
}

type ignored struct {
	root  string
	rules []ignoreRule
}

// glob is a pattern for a name or a path.
type glob struct{ source, folded string }

// ignoreRule is one line of an ignore file.
type ignoreRule struct {
	parts    []string
	negated  bool
	anchored bool
}

// NewOptOut makes an OptOut of patterns for tenants, persons and repositories,
// as a configuration lists them. A pattern matches in any case; * stands for
// anything within a path element, ** for any number of elements, ? for one
// character. A repository's pattern without a slash matches its last element,
// one with a slash the path's end, one that begins with / or ~ the whole path
// or a folder above it. An unsound pattern is an error: what was meant to be
// kept private must not slip out over a typing mistake.
func NewOptOut(tenants, persons, repositories []string) (OptOut, error) {
	var o OptOut
	for _, list := range []struct {
		what string
		from []string
		to   *[]glob
	}{{"tenant", tenants, &o.tenants}, {"person", persons, &o.persons}, {"repository", repositories, &o.repositories}} {
		for _, p := range list.from {
			p = strings.TrimSpace(p)
			if p == "" {
				continue
			}
			g := glob{p, strings.TrimSuffix(fold(p), "/")}
			for _, part := range strings.Split(g.folded, "/") {
				if _, err := path.Match(part, ""); err != nil {
					return OptOut{}, fmt.Errorf("opt-out: %s pattern %q: %w", list.what, p, err)
				}
			}
			*list.to = append(*list.to, g)
		}
	}
	return o, nil
}

// And opts out whom and what either of two does.
func (o OptOut) And(more OptOut) OptOut {
	o.tenants, o.persons = slices.Concat(o.tenants, more.tenants), slices.Concat(o.persons, more.persons)
	o.repositories, o.ignored = slices.Concat(o.repositories, more.repositories), slices.Concat(o.ignored, more.ignored)
	return o
}

// WithIgnoreFile adds the content of an ignore file that stands in root. Lines
// follow those of .gitignore: # comments, ! takes back, / at the start or in
// the middle anchors to root, / at the end is allowed, *, ** and ? as there. A
// file with no pattern at all, only blanks and comments, opts the whole
// repository out: whoever puts an empty .prismignore there means it.
func (o OptOut) WithIgnoreFile(root, content string) (OptOut, error) {
	var rules []ignoreRule
	for n, line := range strings.Split(strings.TrimPrefix(content, "\uFEFF"), "\n") {
		line = strings.TrimRight(line, "\r")
		if !strings.HasSuffix(line, `\ `) {
			line = strings.TrimRight(line, " \t")
		}
		if line == "" || line[0] == '#' {
			continue
		}
		var r ignoreRule
		if line[0] == '!' {
			r.negated, line = true, line[1:]
		}
		line = strings.TrimPrefix(line, `\`)
		line = strings.TrimSuffix(line, "/")
		r.anchored = strings.Contains(line, "/")
		line = strings.TrimPrefix(line, "/")
		if line == "" {
			line = "**" // "/" alone: all of it
		}
		r.parts = strings.Split(fold(line), "/")
		for _, part := range r.parts {
			if _, err := path.Match(part, ""); err != nil {
				return o, fmt.Errorf("opt-out: %s line %d: %q: %w", IgnoreFile, n+1, line, err)
			}
		}
		rules = append(rules, r)
	}
	if len(rules) == 0 {
		rules = []ignoreRule{{parts: []string{"**"}, anchored: true}}
	}
	added := ignored{strings.TrimSuffix(fold(root), "/"), rules}
	o.ignored = append(o.ignored[:len(o.ignored):len(o.ignored)], added)
	return o, nil
}

// IsZero reports whether o opts nobody out.
func (o OptOut) IsZero() bool {
	return len(o.tenants)+len(o.persons)+len(o.repositories)+len(o.ignored) == 0
}

// Match reports whether s is opted out, and by which pattern, in words for the
// person who asks why.
func (o OptOut) Match(s Subject) (because string, out bool) {
	for _, g := range o.tenants {
		if g.name(s.Tenant) {
			return "tenant " + g.source, true
		}
	}
	for _, g := range o.persons {
		if g.name(s.Person) {
			return "person " + g.source, true
		}
	}
	repository := strings.TrimSuffix(fold(s.Repository), "/")
	for _, g := range o.repositories {
		if g.repository(repository) {
			return "repository " + g.source, true
		}
	}
	for _, file := range o.ignored {
		if dir, ok := file.below(repository, fold(s.Dir)); ok && file.holds(dir) {
			return IgnoreFile, true
		}
	}
	return "", false
}

// Repositories are the patterns for repositories that o holds.
func (o OptOut) Repositories() []string {
	list := make([]string, 0, len(o.repositories))
	for _, g := range o.repositories {
		list = append(list, g.source)
	}
	return list
}

// RepositoriesOf are those of Repositories that match s, all of them: s is opted out until
// each of them is gone.
func (o OptOut) RepositoriesOf(s Subject) (list []string) {
	repository := strings.TrimSuffix(fold(s.Repository), "/")
	for _, g := range o.repositories {
		if g.repository(repository) {
			list = append(list, g.source)
		}
	}
	return list
}

// fold brings a pattern or a path into the form they are compared in.
func fold(s string) string { return strings.ToLower(strings.ReplaceAll(s, `\`, "/")) }

func (g glob) name(name string) bool {
	return name != "" && matchParts(strings.Split(g.folded, "/"), strings.Split(strings.ToLower(name), "/"))
}

func (g glob) repository(repository string) bool {
	if repository == "" {
		return false
	}
	parts, have := strings.Split(strings.TrimPrefix(g.folded, "~/"), "/"), strings.Split(repository, "/")
	switch {
	case strings.HasPrefix(g.folded, "/") || len(g.folded) > 1 && g.folded[1] == ':':
		// The path itself or any folder above it.
		for n := len(have); n > 0; n-- {
			if matchParts(parts, have[:n]) {
				return true
			}
		}
		return false
	case strings.HasPrefix(g.folded, "~/"):
		// Below some home: /home/x, /Users/x, C:/Users/x.
		for from := 1; from < len(have); from++ {
			for n := len(have); n > from; n-- {
				if matchParts(parts, have[from:n]) && (have[from-1] != "" && from >= 2) {
					return true
				}
			}
		}
		return false
	}
	for from := range have {
		if matchParts(parts, have[from:]) {
			return true
		}
	}
	return false
}

// below returns dir relative to the ignore file's root, if repository is that
// root or stands below it.
func (f ignored) below(repository, dir string) (string, bool) {
	if repository == "" && dir == "" {
		return "", false
	}
	full := dir
	switch {
	case dir == "":
		full = repository
	case !strings.HasPrefix(dir, "/") && !(len(dir) > 1 && dir[1] == ':'):
		full = repository + "/" + dir
	}
	full = strings.TrimSuffix(path.Clean(full), "/")
	if full == f.root {
		return "", true
	}
	if rest, ok := strings.CutPrefix(full, f.root+"/"); ok {
		return rest, true
	}
	return "", false
}

// holds reports whether the last line that matches dir, or a folder above it,
// ignores it. The root itself is ignored by ** or / alone.
func (f ignored) holds(dir string) bool {
	out := false
	var parts []string
	if dir != "" {
		parts = strings.Split(dir, "/")
	}
	for _, r := range f.rules {
		if r.matches(parts) {
			out = !r.negated
		}
	}
	return out
}

func (r ignoreRule) matches(dir []string) bool {
	if len(r.parts) == 1 && r.parts[0] == "**" || len(dir) == 0 && len(r.parts) == 1 && r.parts[0] == "*" {
		return true
	}
	for n := 1; n <= len(dir); n++ {
		if r.anchored {
			if matchParts(r.parts, dir[:n]) {
				return true
			}
			continue
		}
		if ok, _ := path.Match(r.parts[0], dir[n-1]); ok {
			return true
		}
	}
	return false
}

// matchParts matches path elements; ** stands for any number of them. Both
// sides are short: a path, and a pattern that a person wrote.
func matchParts(pattern, have []string) bool {
	// reach[j]: the pattern so far matches the first j elements.
	reach := make([]bool, len(have)+1)
	reach[0] = true
	for _, p := range pattern {
		next := make([]bool, len(have)+1)
		if p == "**" {
			on := false
			for j := range reach {
				on = on || reach[j]
				next[j] = on
			}
		} else {
			for j, h := range have {
				if reach[j] {
					if ok, _ := path.Match(p, h); ok {
						next[j+1] = true
					}
				}
			}
		}
		reach = next
	}
	return reach[len(have)]
}
