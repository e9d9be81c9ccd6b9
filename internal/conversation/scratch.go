package conversation

import (
	"path"
	"slices"
	"strings"

	"prism/internal/shell"
)

// CommitsElsewhere reports whether a command commits in a scratch repository alone, whose
// commits are none of the work: in a folder for what is temporary that it goes to, or that it
// began in. home is the folder that the session works in; of a session that itself stands in
// such a folder no commit is elsewhere. trees are those that may be the work's own for all that
// (Trees). True is said only where it is sure: what pushes, what commits somewhere else too and
// what cannot be followed commits to the work.
func (s *Step) CommitsElsewhere(home string, trees []string) bool {
	if home == "" {
		home = s.Dir
	}
	if temporary(home) || !strings.Contains(s.Target, "commit") {
		return false
	}
	w := walk(s.Dir, s.Target)
	if !w.sure || w.lost || len(w.commits) == 0 {
		return false
	}
	for _, where := range w.commits {
		if !temporary(where) || within(where, trees) || within(where, w.trees) {
			return false
		}
	}
	return true
}

// Trees appends to trees the temporary folders that steps laid out as a linked worktree, or
// pushed from: a clone in which the work is done is known by that.
func Trees(trees []string, steps []Step) []string {
	for i := range steps {
		if command := steps[i].Target; steps[i].Class != 0 && (strings.Contains(command, "worktree") || strings.Contains(command, "push") || strings.Contains(command, " create")) {
			trees = append(trees, walk(steps[i].Dir, command).trees...)
		}
	}
	return trees
}

func within(dir string, trees []string) bool {
	return slices.ContainsFunc(trees, func(tree string) bool { return strings.HasPrefix(dir+"/", tree+"/") })
}

// walker follows a script from folder to folder. Of a folder that it does not know it says "".
type walker struct {
	where   string
	given   map[string]string // variables
	left    []string          // by pushd
	around  []place           // of the subshells it is in
	sure    bool
	commits []string // where git commits
	trees   []string // temporary folders that are worktrees, or from which it pushes
	lost    bool     // it pushes from a folder that is not known
}

// place is what a subshell gives back at its end.
type place struct {
	where string
	left  []string
}

func walk(dir, script string) *walker {
	w := &walker{where: dir, given: map[string]string{}, sure: true}
	parts, ok := scriptParts(shell.Commands(script))
	w.sure = ok
	for i, p := range parts {
		switch {
		case p.open:
			w.around = append(w.around, place{w.where, slices.Clone(w.left)})
		case p.shut:
			if len(w.around) == 0 {
				w.sure = false
				continue
			}
			last := w.around[len(w.around)-1]
			w.where, w.left, w.around = last.where, last.left, w.around[:len(w.around)-1]
		default:
			aside := p.join == "||" || p.join == "|" || i+1 < len(parts) && (parts[i+1].join == "|" || parts[i+1].join == "&")
			w.command(p.words, aside)
		}
	}
	return w
}

// command follows one; aside says that it runs in a shell of its own, or perhaps not at all.
func (w *walker) command(words []string, aside bool) {
	for len(words) > 0 {
		name, value, assigns := strings.Cut(words[0], "=")
		switch {
		case assigns && named(name):
			if name == "GIT_DIR" || name == "GIT_WORK_TREE" {
				w.sure = false
			}
			w.given[name] = w.folder(value)
		case slices.Contains([]string{"if", "case", "function", "until", "elif"}, words[0]):
			w.sure = false // which way it goes is not told
		case !slices.Contains([]string{"export", "local", "do", "then", "else", "while", "!", "{", "time", "command", "env", "sudo"}, words[0]):
			w.named(words, aside)
			return
		}
		words = words[1:]
	}
}

// named follows a command by its name.
func (w *walker) named(words []string, aside bool) {
	switch words[0] {
	case "git":
		w.git(words[1:])
		return
	case "popd":
		if w.where = ""; len(w.left) > 0 {
			w.where, w.left = w.left[len(w.left)-1], w.left[:len(w.left)-1]
		}
	case "cd", "pushd":
		if words[0] == "pushd" {
			w.left = append(w.left, w.where)
		}
		to := "~"
		for _, word := range words[1:] {
			if to = word; word == "-" || !strings.HasPrefix(word, "-") {
				break
			}
		}
		w.where = joined(w.where, w.folder(to))
	default:
		if len(words) > 2 && (words[0] == "gh" || words[0] == "glab") && words[2] == "create" && words[1] != "repo" { // a pull request
			w.push(w.where)
		}
		return
	}
	if aside {
		w.where = ""
	}
}

// git follows one of git's commands.
func (w *walker) git(words []string) {
	where := w.where
	for len(words) > 0 && strings.HasPrefix(words[0], "-") {
		switch flag := words[0]; {
		case flag == "-C" && len(words) > 1:
			where, words = joined(where, w.folder(words[1])), words[1:]
		case flag == "-c" && len(words) > 1:
			words = words[1:]
		case strings.HasPrefix(flag, "--git-dir"), strings.HasPrefix(flag, "--work-tree"):
			where = "" // the repository stands elsewhere
			if !strings.Contains(flag, "=") && len(words) > 1 {
				words = words[1:]
			}
		}
		words = words[1:]
	}
	if len(words) == 0 {
		return
	}
	switch words[0] {
	case "commit":
		w.commits = append(w.commits, where)
	case "push":
		w.push(where)
	case "worktree":
		if len(words) > 1 && words[1] == "add" {
			w.lays(where, words)
		}
	}
}

// push notes that what is committed in a folder goes out of it.
func (w *walker) push(where string) {
	if temporary(where) {
		w.trees = append(w.trees, strings.TrimRight(where, "/"))
	}
	w.lost = w.lost || where == ""
}

// lays notes the temporary folders that a command names which lays out a worktree: any of them
// may be the one.
func (w *walker) lays(where string, words []string) {
	for _, word := range words[1:] {
		dir := w.folder(word)
		if !temporary(dir) {
			dir = joined(where, dir)
		}
		if temporary(dir) {
			w.trees = append(w.trees, strings.TrimRight(dir, "/"))
		}
	}
}

// joined is where one comes from a folder by a path; "" unknown.
func joined(from, to string) string {
	switch {
	case to == "", to == "-":
		return ""
	case strings.HasPrefix(to, "/"):
		return path.Clean(to)
	case strings.ContainsRune("$~`%", rune(to[0])), len(to) > 1 && to[1] == ':':
		if head, rest, found := strings.Cut(to, "/.."); found {
			return path.Join(head, ".."+rest)
		}
		return to
	case from == "":
		return ""
	}
	return path.Join(from, to)
}

// folder is a word of a script as a path, a variable at its head by what it was given.
func (w *walker) folder(word string) string {
	if name, rest := variable(word); name != "" {
		if value, ok := w.given[name]; ok {
			return value + rest
		}
	}
	return word
}

// variable is the name of the variable that a word begins with, and what stands behind it.
func variable(word string) (name, rest string) {
	name, ok := strings.CutPrefix(word, "$")
	if !ok {
		return "", ""
	}
	name, braced := strings.CutPrefix(name, "{")
	end := strings.IndexFunc(name, func(r rune) bool {
		return r != '_' && (r < '0' || r > '9') && (r < 'A' || r > 'Z') && (r < 'a' || r > 'z')
	})
	if end < 0 {
		end = len(name)
	}
	name, rest = name[:end], name[end:]
	if braced {
		if _, behind, ok := strings.Cut(rest, "}"); ok {
			rest = behind // "${TMPDIR:-/tmp}/x" too
		}
	}
	return name, rest
}

// named reports whether a word may be the name of a variable.
func named(word string) bool {
	name, rest := variable("$" + word)
	return name != "" && rest == "" && (name[0] < '0' || name[0] > '9')
}

// temporary reports whether a folder is one for what is temporary.
func temporary(dir string) bool {
	switch name, rest := variable(dir); name {
	case "TMPDIR", "TMP", "TEMP":
		return rest == "" || rest[0] == '/'
	}
	for _, head := range []string{"/tmp/", "/private/tmp/", "/var/folders/", "/private/var/folders/", "/var/tmp/", "$(mktemp", "`mktemp", "$env:TEMP", "%TEMP%"} {
		if strings.HasPrefix(dir+"/", head) {
			return true
		}
	}
	return false
}
