package source

import (
	"os"
	"path/filepath"
	"strings"
	"sync"

	"prism/internal/worktree"
)

// Repositories says which repository a conversation belongs to. It asks the disk
// and remembers the answers; it is safe for several goroutines.
type Repositories struct {
	mu    sync.Mutex
	roots map[string]string // folder → git root, "" none here
}

// NewRepositories returns an empty Repositories.
func NewRepositories() *Repositories { return &Repositories{roots: make(map[string]string)} }

// Of returns the repository of a conversation by the folders it worked in, in the
// order of first sight: the git root of the first that has one on this machine,
// worktrees folded into their main tree; else the shallowest of the folders with
// worktree paths cut off. Folders that are nobody's project (the file system's
// root, a home, temporary folders) are asked last. "" when there is no folder.
func (r *Repositories) Of(cwds []string) string {
	var cut []string
	for _, cwd := range cwds {
		if dir := outsideWorktree(cwd); dir != "" {
			cut = append(cut, dir)
		}
	}
	for _, dir := range cut {
		if root := r.gitRoot(dir); root != "" {
			return root
		}
	}
	best := ""
	for _, dir := range cut {
		switch {
		case best == "",
			isNowhere(best) && !isNowhere(dir),
			isNowhere(best) == isNowhere(dir) && strings.Count(dir, "/") < strings.Count(best, "/"):
			best = dir
		}
	}
	return best
}

// RepositoryName is how a repository is shown: the last element of its path.
func RepositoryName(repository string) string {
	s := strings.TrimRight(slashed(repository), "/")
	return s[strings.LastIndexByte(s, '/')+1:]
}

// outsideWorktree is a folder without the worktree that it lies in. Windows paths get
// slashes.
func outsideWorktree(cwd string) string {
	s := slashed(cwd)
	if tree, _, ok := worktree.Split(s + "/"); ok && tree != "" {
		s = tree
	}
	if len(s) > 1 {
		s = strings.TrimRight(s, "/")
	}
	if len(s) == 2 && s[1] == ':' {
		s += "/"
	}
	return s
}

// slashed writes a Windows path with slashes and a capital drive letter.
func slashed(path string) string {
	drive := len(path) >= 2 && path[1] == ':' && (path[0]|0x20 >= 'a' && path[0]|0x20 <= 'z')
	if drive || strings.HasPrefix(path, `\\`) {
		path = strings.ReplaceAll(path, `\`, "/")
	}
	if drive {
		path = strings.ToUpper(path[:1]) + path[1:]
	}
	return path
}

// isNowhere reports whether a folder is no project's: a root, a home, a temporary
// folder.
func isNowhere(dir string) bool {
	for _, tmp := range [...]string{"/tmp", "/private/tmp", "/var/tmp", "/var/folders", "/private/var/folders"} {
		if dir == tmp || strings.HasPrefix(dir, tmp+"/") {
			return true
		}
	}
	if len(dir) > 2 && dir[1] == ':' {
		dir = dir[2:]
	}
	parts := strings.Split(strings.Trim(dir, "/"), "/")
	switch len(parts) {
	case 1:
		return parts[0] == "" || parts[0] == "root" || parts[0] == "home" || parts[0] == "Users"
	case 2:
		return parts[0] == "home" || parts[0] == "Users"
	}
	return false
}

// gitRoot returns the git root of a folder on this machine, "" if there is none.
func (r *Repositories) gitRoot(dir string) string {
	r.mu.Lock()
	root, known := r.roots[dir]
	r.mu.Unlock()
	if known {
		return root
	}
	root = findGitRoot(dir)
	r.mu.Lock()
	r.roots[dir] = root
	r.mu.Unlock()
	return root
}

func findGitRoot(dir string) string {
	path := filepath.FromSlash(dir)
	if !filepath.IsAbs(path) {
		return ""
	}
	if info, err := os.Stat(path); err != nil || !info.IsDir() {
		return "" // the folder is not of this machine, or gone
	}
	for {
		dot := filepath.Join(path, ".git")
		if info, err := os.Lstat(dot); err == nil {
			if info.IsDir() {
				return filepath.ToSlash(path)
			}
			if main := mainTree(dot); main != "" {
				return filepath.ToSlash(main)
			}
			return filepath.ToSlash(path)
		}
		up := filepath.Dir(path)
		if up == path {
			return ""
		}
		path = up
	}
}

// mainTree reads a .git file ("gitdir: MAIN/.git/worktrees/NAME") and returns the
// main tree; "" when the file is none of a worktree (a submodule has one too).
func mainTree(dotGit string) string {
	const longest = 4096
	file, err := os.Open(dotGit)
	if err != nil {
		return ""
	}
	defer file.Close() //nolint:errcheck // read only
	buf := make([]byte, longest)
	n, _ := file.Read(buf)
	target, ok := strings.CutPrefix(strings.TrimSpace(string(buf[:n])), "gitdir:")
	if !ok {
		return ""
	}
	target = filepath.FromSlash(strings.TrimSpace(target))
	if !filepath.IsAbs(target) {
		target = filepath.Join(filepath.Dir(dotGit), target)
	}
	target = filepath.ToSlash(filepath.Clean(target))
	if i := strings.LastIndex(target, "/.git/worktrees/"); i >= 0 {
		return filepath.FromSlash(target[:i])
	}
	if i := strings.LastIndex(target, "/worktrees/"); i >= 0 {
		return filepath.FromSlash(target[:i]) // a bare repository
	}
	return ""
}
