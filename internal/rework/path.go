package rework

import (
	"path"
	"strings"

	"prism/internal/worktree"
)

// Path returns a file as the repository knows it: with slashes, relative to the
// root, worktrees folded into their main tree. Name is as the transcript writes
// it, absolute or relative to cwd; roots are folders that stand for the
// repository, the first that holds the file is taken. ok is false for a file
// outside all of them: scratch files are nobody's code.
func Path(name, cwd string, roots ...string) (rel string, ok bool) {
	name = slashed(name)
	if name == "" || strings.HasPrefix(name, "~") {
		return "", false
	}
	if !rooted(name) {
		if cwd == "" {
			return "", false
		}
		name = slashed(cwd) + "/" + name
	}
	name = worktree.Fold(path.Clean(name))
	for _, root := range roots {
		root = strings.TrimSuffix(worktree.Fold(path.Clean(slashed(root))), "/")
		if root == "" || root == "." {
			continue
		}
		if rest, in := strings.CutPrefix(name, root+"/"); in && rest != "" {
			return rest, true
		}
		if name == root {
			return ".", true
		}
	}
	return "", false
}

// slashed writes a Windows path as others are written: slashes, small drive letter.
func slashed(p string) string {
	if strings.IndexByte(p, '\\') >= 0 && (len(p) > 1 && p[1] == ':' || strings.IndexByte(p, '/') < 0) {
		p = strings.ReplaceAll(p, `\`, "/")
	}
	if len(p) > 1 && p[1] == ':' && p[0] >= 'A' && p[0] <= 'Z' {
		p = string(p[0]|0x20) + p[1:]
	}
	return p
}

func rooted(p string) bool {
	return strings.HasPrefix(p, "/") || len(p) > 2 && p[1] == ':' && p[2] == '/'
}
