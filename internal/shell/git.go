package shell

import (
	"slices"
	"strings"

	"prism/internal/lang"
	"prism/internal/worktree"
)

// Undo is a command that took work back: one of git, or one that deletes.
type Undo struct {
	Kind  string // "revert", "checkout", "restore", "reset", "delete"
	Paths []string
	Refs  []string // commits named: abbreviated or whole ids, HEAD~1, branches
	All   bool     // everything in the tree
	Lines []string // "delete": lines named in full; with Count 0 and none of them the whole files go
	Count int      // "delete": how many lines besides, ManyLines where that is not told
}

// maxUndoNames bounds the paths and refs of one command.
const maxUndoNames = 64

// Undos reads the commands of a shell line that take work back: a revert, a
// checkout or restore of paths, a hard reset, a deletion of files or of their lines.
// Switching branches and unstaging take nothing back.
func Undos(line, cwd string) []Undo {
	var out []Undo
	dir := cwd
	var carried []string // to another file before: what is removed then stands there
	for _, p := range splitShell(line) {
		if len(p.words) == 2 && p.words[0] == "cd" {
			dir = worktree.Join(dir, p.words[1])
			continue
		}
		sub, args := gitWords(p.words)
		var u Undo
		switch sub {
		case "revert":
			u = revertOf(args)
		case "checkout":
			u = checkoutOf(args)
		case "restore":
			u = restoreOf(args)
		case "reset":
			u = resetOf(args)
		}
		if u.Kind == "" {
			var ok bool
			if u, ok = deletion(p.words); !ok {
				if len(p.words) > 0 && (p.into != "" || slices.Contains([]string{"cp", "rsync", "scp", "install", "zip", "tar", "tee"}, p.words[0])) {
					for _, w := range p.words[1:] {
						carried = append(carried, worktree.File(dir, strings.TrimSuffix(w, "/*")))
					}
				}
				continue
			}
		}
		u.place(dir)
		if u.Kind == "delete" {
			had := len(u.Paths)
			u.Paths = slices.DeleteFunc(u.Paths, func(f string) bool { return slices.Contains(carried, f) })
			if u.All || had > 0 && len(u.Paths) == 0 {
				continue // nobody deletes the tree he works in; a glob of an unknown folder
			}
		}
		out = append(out, u)
	}
	return out
}

func revertOf(args []string) Undo {
	u := Undo{Kind: "revert"}
	mainline := false
	for _, a := range args {
		switch {
		case a == "--abort" || a == "--quit" || a == "--skip" || a == "--continue":
			return Undo{}
		case mainline:
			mainline = false
		case a == "-m" || a == "--mainline":
			mainline = true // of a merge; which parent is no commit
		case a != "" && a[0] != '-':
			u.addRef(a)
		}
	}
	if len(u.Refs) == 0 {
		return Undo{}
	}
	return u
}

func checkoutOf(args []string) Undo {
	u := Undo{Kind: "checkout"}
	for i := 0; i < len(args); i++ {
		a := args[i]
		switch {
		case a == "-b" || a == "-B" || a == "--orphan" || a == "-t" || a == "--track":
			return Undo{}
		case a == "--":
			for _, path := range args[i+1:] {
				u.addPath(path)
			}
			i = len(args)
		case a == "." || a == "-f" || a == "--force":
			u.All = true
		case a == "" || a[0] == '-':
		case lang.OfFile(a) != "" || strings.HasPrefix(a, "./") || strings.HasSuffix(a, "/"):
			u.addPath(a)
		default:
			u.addRef(a) // a branch, unless paths follow
		}
	}
	if len(u.Paths) == 0 && !u.All {
		return Undo{}
	}
	return u
}

func restoreOf(args []string) Undo {
	u := Undo{Kind: "restore"}
	staged, tree := false, false
	for i := 0; i < len(args); i++ {
		a := args[i]
		switch {
		case a == "-S" || a == "--staged":
			staged = true
		case a == "-W" || a == "--worktree" || a == "-SW" || a == "-WS":
			tree = true
		case a == "-s" || a == "--source":
			if i++; i < len(args) {
				u.addRef(args[i])
			}
		case strings.HasPrefix(a, "--source="):
			u.addRef(strings.TrimPrefix(a, "--source="))
		case strings.HasPrefix(a, "-s"):
			u.addRef(a[len("-s"):])
		case a == "" || a[0] == '-' && len(a) > 1:
		default:
			u.addPath(a)
		}
	}
	if staged && !tree || len(u.Paths) == 0 {
		return Undo{}
	}
	return u
}

func resetOf(args []string) Undo {
	u := Undo{Kind: "reset"}
	hard := false
	for _, a := range args {
		switch {
		case a == "--hard" || a == "--merge" || a == "--keep":
			hard = true
		case a != "" && a[0] != '-':
			u.addRef(a)
		}
	}
	if !hard {
		return Undo{}
	}
	u.All = true
	return u
}

func (u *Undo) addRef(ref string) {
	if len(u.Refs) < maxUndoNames && len(ref) <= 200 {
		u.Refs = append(u.Refs, ref)
	}
}

func (u *Undo) addPath(path string) {
	if path != "" && len(u.Paths) < maxUndoNames && len(path) <= worktree.MaxPath {
		u.Paths = append(u.Paths, path)
	}
}

// StagedPaths are the paths that git add names; a flag that means everything
// gives a pattern.
func StagedPaths(line string) []string {
	var paths []string
	for _, p := range splitShell(line) {
		sub, rest := gitWords(p.words)
		if sub != "add" && sub != "stage" {
			continue
		}
		for _, a := range rest {
			switch {
			case a == "-A" || a == "--all" || a == "-u" || a == "--update" || a == ".":
				paths = append(paths, "*")
			case a != "" && a[0] != '-':
				paths = append(paths, a)
			}
		}
	}
	return paths
}

// Stashes reads what a shell line does with changes that are not committed: whether
// git puts them away, and whether it brings back, from the stash or from a patch, what
// was. A list of the stash, and dropping what lies there, do neither.
func Stashes(line string) (away, back bool) {
	if !strings.Contains(line, "stash") && !strings.Contains(line, "apply") {
		return false, false
	}
	for _, p := range splitShell(line) {
		switch sub, args := gitWords(p.words); sub {
		case "apply":
			back = true
		case "stash":
			switch verb, _ := firstWord(args, " -m --message "); verb {
			case "", "push", "save":
				away = true
			case "pop", "apply", "branch":
				back = true
			}
		}
	}
	return away, back
}

// gitWords returns git's sub-command and its arguments, or "" for another command.
func gitWords(words []string) (string, []string) {
	for i, w := range words {
		if commandName(w) == "git" {
			return firstWord(words[i+1:], " -C -c --git-dir --work-tree ")
		}
		if !isAssignment(w) && w != "sudo" && w != "env" && w != "command" && w != "time" {
			return "", nil
		}
	}
	return "", nil
}
