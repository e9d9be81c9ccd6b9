// Package worktree knows paths by their spelling alone, without a look at the
// disk: the worktrees that coding agents make inside a repository
// (REPO/.worktrees/NAME, REPO/.claude/worktrees/NAME), the one spelling by which
// a file is known, and the folder that names a repository. Paths are written with
// slashes.
package worktree

import "strings"

// Split parts a path at such a worktree: the main tree, and what follows the
// worktree's own folder ("" or with a slash in front). Of several it is the
// outermost. ok is false where the path leads into none.
func Split(path string) (tree, rest string, ok bool) {
	at, end := -1, 0
	for _, inside := range [...]string{"/.claude/worktrees/", "/.worktrees/"} {
		if i := strings.Index(path, inside); i >= 0 && (at < 0 || i < at) {
			at, end = i, i+len(inside)
		}
	}
	if at < 0 {
		return path, "", false
	}
	if n := strings.IndexByte(path[end:], '/'); n >= 0 {
		rest = path[end+n:]
	}
	return path[:at], rest, true
}

// Fold puts a path into the main tree: a file of a worktree is the file of the
// main tree, at any depth of worktrees. A path into none is returned as it is.
func Fold(path string) string {
	for {
		tree, rest, ok := Split(path)
		if !ok {
			return path
		}
		path = tree + rest // shorter by the worktree's folder each time
	}
}
