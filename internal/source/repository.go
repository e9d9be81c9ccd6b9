package source

import (
	"cmp"
	"maps"
	"os"
	"path/filepath"
	"strings"
	"sync"

	"prism/internal/disk"
	"prism/internal/worktree"
)

// Repositories says which repository a conversation belongs to. It asks the disk
// and remembers the answers; it is safe for several goroutines.
type Repositories struct {
	mu    sync.Mutex
	roots map[string]string            // folders that were asked about → git root, "" none here
	tops  map[string]string            // folders on the way up from these → git root
	told  map[string]map[string]string // git roots of folders on other machines, by the person who told them
	away  bool                         // no folder is of this machine
}

// NewRepositories returns a Repositories that asks this machine.
func NewRepositories() *Repositories { return RepositoriesOf(nil, false) }

// RepositoriesOf returns a Repositories that goes by what people told of their folders on
// other machines, too, each for their own conversations; with away by nothing else, as
// the folders are none of this machine.
func RepositoriesOf(told map[string]map[string]string, away bool) *Repositories {
	return &Repositories{roots: make(map[string]string), tops: make(map[string]string), told: told, away: away}
}

// Again returns a Repositories that asks anew what this one has asked.
func (r *Repositories) Again() *Repositories { return RepositoriesOf(r.told, r.away) }

// Here reports whether a path is a folder on this machine, if folders are of this
// machine at all.
func (r *Repositories) Here(path string) bool {
	if r.away || path == "" {
		return false
	}
	info, err := os.Stat(filepath.FromSlash(path))
	return err == nil && info.IsDir()
}

// Away reports whether no folder is of this machine.
func (r *Repositories) Away() bool { return r.away }

// Of is OfPerson for whoever told nothing of their folders.
func (r *Repositories) Of(cwds []string) string { return r.OfPerson("", cwds) }

// OfPerson returns the repository of a person's conversation by the folders it worked in,
// in the order of first sight: the git root of the first that has one on this machine, or
// had where that person told it, worktrees folded into their main tree; else the shallowest of the folders with
// worktree paths cut off. Folders that are nobody's project (the file system's
// root, a home, temporary folders) are asked last. "" when there is no folder.
func (r *Repositories) OfPerson(person string, cwds []string) string {
	var cut []string
	for _, cwd := range cwds {
		if dir := outsideWorktree(cwd); dir != "" {
			cut = append(cut, dir)
		}
	}
	for _, dir := range cut {
		if root := cmp.Or(r.Root(dir), r.told[person][dir]); root != "" {
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

// Root returns the git root of a folder on this machine, as it was when it was first
// asked for. "" if there is none.
func (r *Repositories) Root(dir string) string {
	if r.away {
		return ""
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	root, known := r.roots[dir]
	if !known {
		path := filepath.FromSlash(dir)
		// A folder that is gone, or of another machine, has none here.
		if filepath.IsAbs(path) && r.Here(dir) {
			root = r.above(path)
		}
		r.roots[dir] = root
	}
	return root
}

// Asked returns the folders that were asked about, with their git roots.
func (r *Repositories) Asked() map[string]string {
	r.mu.Lock()
	defer r.mu.Unlock()
	return maps.Clone(r.roots)
}

// above finds the git root that a folder lies in. Each folder on the way up is
// looked at once.
func (r *Repositories) above(path string) string {
	var way []string
	var root string
	for {
		if top, known := r.tops[path]; known {
			root = top
			break
		}
		way = append(way, path)
		dot := filepath.Join(path, ".git")
		if info, err := os.Lstat(dot); err == nil {
			root = path
			if !info.IsDir() {
				root = cmp.Or(mainTree(dot), path)
			}
			root = filepath.ToSlash(root)
			break
		}
		up := filepath.Dir(path)
		if up == path {
			break
		}
		path = up
	}
	for _, dir := range way {
		r.tops[dir] = root
	}
	return root
}

// mainTree reads a .git file ("gitdir: MAIN/.git/worktrees/NAME") and returns the
// main tree; "" when the file is none of a worktree (a submodule has one too).
func mainTree(dotGit string) string {
	text, err := disk.Read(dotGit, disk.SmallFile)
	if err != nil {
		return ""
	}
	target, ok := strings.CutPrefix(strings.TrimSpace(string(text)), "gitdir:")
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
