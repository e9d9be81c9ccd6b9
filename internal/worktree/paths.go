package worktree

import (
	"path"
	"strings"
)

// MaxPath is the longest path that is kept, in bytes (the limit of Linux).
const MaxPath = 4096

// Join resolves p against dir, with slashes whatever the system.
func Join(dir, p string) string {
	p = Slashes(p)
	if !isAbsolute(p) && dir != "" {
		p = Slashes(dir) + "/" + p
	}
	return path.Clean(p)
}

// Slashes writes a path of any system with slashes.
func Slashes(p string) string { return strings.ReplaceAll(p, `\`, "/") }

func isAbsolute(p string) bool {
	return strings.HasPrefix(p, "/") || strings.HasPrefix(p, "~") || len(p) > 2 && p[1] == ':' && p[2] == '/'
}

// File is the one spelling by which a file is known: absolute, with slashes,
// and as if every worktree were the main tree, so that work on one file in two
// worktrees is work on one file.
func File(cwd, p string) string {
	if len(p) > MaxPath {
		p = p[:MaxPath]
	}
	return Fold(Join(cwd, p))
}

// RepoDir is the folder that names a conversation's repository where no git root
// can be found: the shallowest of its working folders, worktrees folded into
// their main tree; ties go to the first seen. "" without a folder (DESIGN.md,
// Words: Repository).
func RepoDir(cwds []string) string {
	best, depth := "", 0
	for _, d := range cwds {
		d = Fold(path.Clean(Slashes(d)) + "/")
		if d = strings.TrimRight(d, "/"); d == "" {
			d = "/"
		}
		if n := strings.Count(d, "/"); best == "" || n < depth {
			best, depth = d, n
		}
	}
	return best
}
