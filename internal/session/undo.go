package session

import (
	"path"
	"strings"

	"prism/internal/lang"
)

// Undo is a shell command that takes work back: what rework counts beside edits.
// Staging, stashing and moving between branches take nothing back.
type Undo struct {
	Kind   string   // UndoRevert, UndoCheckout, UndoRestore, UndoReset, UndoDelete
	Files  []string // as named, below the folder that the line changed into; a folder stands for all in it
	All    bool     // the whole working tree
	Target string   // commits reverted ("HEAD", a sha, "a..b"); the commit that files or the branch go back to, "" for the last one
}

// The kinds of Undo: git's own words, and one for files that are deleted.
const (
	UndoRevert   = "revert"
	UndoCheckout = "checkout"
	UndoRestore  = "restore"
	UndoReset    = "reset"
	UndoDelete   = "delete"
)

// maxUndos bounds what one command line may name.
const maxUndos = 200

// Undos returns what a shell line takes back, in order. It says what was asked
// for; whether it was carried out is for the caller to know.
func Undos(line string) []Undo {
	if !strings.Contains(line, "git") && !strings.Contains(line, "rm") {
		return nil
	}
	var out []Undo
	dir := ""
	for _, p := range splitShell(line) {
		words := unwrapped(p.words)
		if len(words) == 0 || len(out) >= maxUndos {
			continue
		}
		switch commandName(words[0]) {
		case "cd", "pushd":
			if len(words) > 1 && words[1] != "-" && !p.sub {
				dir = below(dir, words[1])
			}
		case "git":
			at, args := gitFolder(dir, words[1:])
			out = append(out, gitUndos(at, args)...)
		case "rm", "unlink", "trash":
			if files := operands(words[1:]); len(files) > 0 {
				out = append(out, Undo{Kind: UndoDelete, Files: allBelow(dir, files)})
			}
		}
	}
	return out
}

// unwrapped drops assignments and wrappers (sudo, env, time …) before a command.
func unwrapped(words []string) []string {
	for len(words) > 0 {
		if isAssignment(words[0]) {
			words = words[1:]
			continue
		}
		skip, ok := wrappers[commandName(words[0])]
		if !ok {
			break
		}
		words = skipOptions(words[1:], skip)
	}
	return words
}

// gitFolder reads git's own options and returns the folder it works in and the
// sub-command with its arguments.
func gitFolder(dir string, args []string) (string, []string) {
	for i := 0; i < len(args); i++ {
		switch a := args[i]; {
		case a == "-C" && i+1 < len(args):
			dir = below(dir, args[i+1])
			i++
		case a == "-c" || a == "--git-dir" || a == "--work-tree" || a == "--namespace":
			i++
		case !strings.HasPrefix(a, "-"):
			return dir, args[i:]
		}
	}
	return dir, nil
}

func gitUndos(dir string, args []string) []Undo {
	if len(args) == 0 {
		return nil
	}
	sub, rest := args[0], args[1:]
	switch sub {
	case "revert":
		return revertUndos(rest)
	case "checkout":
		return checkoutUndos(dir, rest)
	case "restore":
		return restoreUndos(dir, rest)
	case "reset":
		if !hasArg(rest, "--hard") {
			return nil // the work stays
		}
		u := Undo{Kind: UndoReset, All: true}
		if names := operands(rest); len(names) > 0 {
			u.Target = names[0]
		}
		return []Undo{u}
	case "rm":
		if hasArg(rest, "--cached") {
			return nil
		}
		if files := operands(rest); len(files) > 0 {
			return []Undo{{Kind: UndoDelete, Files: allBelow(dir, files)}}
		}
	}
	return nil
}

func revertUndos(rest []string) []Undo {
	var out []Undo
	for i := 0; i < len(rest); i++ {
		switch a := rest[i]; {
		case a == "--abort" || a == "--continue" || a == "--quit" || a == "--skip":
			return nil
		case a == "-m" || a == "--mainline" || a == "--strategy" || a == "-X":
			i++
		case !strings.HasPrefix(a, "-"):
			out = append(out, Undo{Kind: UndoRevert, Target: a})
		}
	}
	return out
}

func checkoutUndos(dir string, rest []string) []Undo {
	for _, a := range rest {
		switch a {
		case "-b", "-B", "--orphan", "-t", "--track", "--ours", "--theirs", "-p", "--patch", "--detach", "-m", "--merge":
			return nil
		}
	}
	u := Undo{Kind: UndoCheckout}
	before, files, dashes := cutDashes(rest)
	names := operands(before)
	if !dashes {
		// Without "--" a name is a branch or a file: a file where it looks like one.
		for len(names) > 0 && !looksLikeFile(names[0]) && len(names) > 1 {
			u.Target, names = names[0], names[1:]
		}
		for _, n := range names {
			if !looksLikeFile(n) {
				return nil
			}
		}
		files = names
	} else if len(names) > 0 {
		u.Target = names[0]
	}
	return u.over(dir, files)
}

func restoreUndos(dir string, rest []string) []Undo {
	u := Undo{Kind: UndoRestore}
	staged, tree := false, false
	var files []string
	for i := 0; i < len(rest); i++ {
		switch a := rest[i]; {
		case a == "--staged" || a == "-S":
			staged = true
		case a == "--worktree" || a == "-W" || a == "-SW" || a == "-WS":
			tree = true
		case a == "--source" || a == "-s":
			if i+1 < len(rest) {
				u.Target = rest[i+1]
			}
			i++
		case strings.HasPrefix(a, "--source="):
			u.Target = strings.TrimPrefix(a, "--source=")
		case a == "-p" || a == "--patch" || a == "--ours" || a == "--theirs":
			return nil
		case !strings.HasPrefix(a, "-"):
			files = append(files, a)
		}
	}
	if staged && !tree {
		return nil
	}
	return u.over(dir, files)
}

// over completes u with the files it is about; none is nothing.
func (u Undo) over(dir string, files []string) []Undo {
	if len(files) == 0 {
		return nil
	}
	if u.Target == "HEAD" || u.Target == "@" {
		u.Target = ""
	}
	for _, f := range files {
		if f == "." || f == ":/" || f == "*" {
			u.All = u.All || dir == "" || f == ":/"
		}
	}
	if !u.All {
		u.Files = allBelow(dir, files)
	}
	return []Undo{u}
}

// looksLikeFile tells a path from a branch: it is ".", or has an ending that
// files have.
func looksLikeFile(name string) bool {
	return name == "." || name == ":/" || strings.HasSuffix(name, "/") || strings.HasPrefix(name, "./") || lang.OfFile(name) != ""
}

// cutDashes divides arguments at "--".
func cutDashes(args []string) (before, after []string, found bool) {
	for i, a := range args {
		if a == "--" {
			return args[:i], args[i+1:], true
		}
	}
	return args, nil, false
}

// operands returns the arguments that are no options.
func operands(args []string) []string {
	var out []string
	for i, a := range args {
		if a == "--" {
			return append(out, args[i+1:]...)
		}
		if a != "" && a[0] != '-' {
			out = append(out, a)
		}
	}
	return out
}

// below joins a folder and a path that may be absolute.
func below(dir, name string) string {
	if dir == "" || path.IsAbs(name) || strings.HasPrefix(name, "~") || len(name) > 1 && name[1] == ':' {
		return name
	}
	return path.Join(dir, name)
}

func allBelow(dir string, files []string) []string {
	if len(files) > maxUndos {
		files = files[:maxUndos]
	}
	out := make([]string, len(files))
	for i, f := range files {
		out[i] = below(dir, f)
	}
	return out
}
