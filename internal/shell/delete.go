package shell

import (
	"strings"

	"prism/internal/shell/sed"
	"prism/internal/worktree"
)

// ManyLines is the Count of a deletion whose extent the command does not tell.
const ManyLines = sed.Many

// deletion reads a command that deletes files or lines of them: rm, git rm, unlink,
// find with -delete, sed -i with d. ok is false for all others.
func deletion(words []string) (u Undo, ok bool) {
	u = Undo{Kind: "delete"}
	if sub, args := gitWords(words); sub != "" {
		if sub != "rm" || hasArg(args, "--cached") || dryGit(args) {
			return u, false
		}
		u.operands(args)
		return u, len(u.Paths) > 0
	}
	words = command(words)
	if len(words) < 2 {
		return u, false
	}
	switch name := commandName(words[0]); name {
	case "rm", "unlink", "trash", "shred", "del", "Remove-Item", "remove-item":
		u.operands(words[1:])
	case "sed", "gsed":
		if !inPlace(words[1:]) {
			return u, false
		}
		u.sed(words[1:])
	case "find":
		u.find(words[1:])
	}
	return u, len(u.Paths) > 0
}

// find reads which files find deletes: all in its folders, or those of a name at any
// depth, for which "/**/" stands before the name. Any other test leaves open which.
func (u *Undo) find(args []string) {
	dirs := 0
	for dirs < len(args) && args[dirs] != "" && !strings.ContainsAny(args[dirs][:1], "-(!") {
		dirs++
	}
	folders, tests := args[:dirs], args[dirs:]
	if dirs == 0 {
		folders = []string{"."}
	}
	name, deletes := "", false
	for i := 0; i < len(tests); i++ {
		switch a := tests[i]; {
		case a == "-name" && name == "" && i+1 < len(tests):
			i++
			name = tests[i]
		case a == "-type" && i+1 < len(tests) && tests[i+1] == "f":
			i++
		case a == "-delete":
			deletes = true
		case (a == "-exec" || a == "-execdir") && i+1 < len(tests) && commandName(tests[i+1]) == "rm":
			for deletes = true; i+1 < len(tests) && tests[i] != ";" && tests[i] != "+"; {
				i++
			}
		case a == "-print":
		default:
			return
		}
	}
	for _, f := range folders {
		if !deletes || strings.ContainsAny(f+name, "$`") {
			return
		}
		if name != "" {
			f = strings.TrimRight(f, "/") + anyDepth + name
		}
		u.addPath(f)
	}
}

// anyDepth stands in a path between a folder and a name that may lie at any depth in it.
const anyDepth = "/**/"

// command drops what only wraps a command, and hands on its words as they are.
func command(words []string) []string {
	return unwrapped(words, func(name string, w wrapper) bool { return w.operands == 0 && name != "xargs" })
}

// operands are the paths of a command that takes nothing else.
func (u *Undo) operands(args []string) {
	only := false // behind --, all are paths
	for _, a := range args {
		switch {
		case only || a != "" && a[0] != '-':
			if !strings.ContainsAny(a, "$`") {
				u.addPath(a)
			}
		case a == "--":
			only = true
		}
	}
}

// sed reads which lines of which files a script deletes.
func (u *Undo) sed(args []string) {
	var scripts, files []string
	given := false
	for i := 0; i < len(args); i++ {
		switch a := args[i]; {
		case a == "-e" || a == "--expression":
			if i++; i < len(args) {
				scripts, given = append(scripts, args[i]), true
			}
		case strings.HasPrefix(a, "--expression="):
			scripts, given = append(scripts, strings.TrimPrefix(a, "--expression=")), true
		case a == "" || a[0] == '-' && len(a) > 1: // BSD's -i takes ''
		default:
			files = append(files, a)
		}
	}
	if !given && len(files) > 0 {
		scripts, files = files[:1], files[1:]
	}
	for _, script := range scripts {
		for one := range strings.FieldsFuncSeq(script, func(r rune) bool { return r == ';' || r == '\n' }) {
			lines, count, ok := sed.Deletes(strings.TrimSpace(one))
			if !ok {
				return // it does more than delete
			}
			u.Lines = append(u.Lines, lines...)
			u.Count = min(u.Count+count, ManyLines)
		}
	}
	if len(u.Lines) == 0 && u.Count == 0 || len(u.Lines) > maxUndoNames {
		return
	}
	for _, f := range files {
		if !strings.ContainsAny(f, "$`") {
			u.addPath(f)
		}
	}
}

// TakesBack reports whether a command line may hold something that Undos reads, by
// its class and a glance at its words.
func TakesBack(c Class, line string) bool {
	return c.Has(ClassUndo) || c.Has(ClassWrite|ClassStage) && (strings.Contains(line, "rm ") || strings.Contains(line, "sed ") || strings.Contains(line, "unlink ") || strings.Contains(line, "trash ") || strings.Contains(line, "-delete") || strings.Contains(line, "emove-"))
}

// place makes the paths of an Undo absolute; what means the whole tree is no path.
func (u *Undo) place(dir string) {
	for i, path := range u.Paths {
		if path == "." || path == ":/" || path == "*" {
			u.All = true
		}
		u.Paths[i] = worktree.File(dir, path)
	}
	if u.All {
		u.Paths = nil
	}
}
