package conversation

import (
	"path"
	"strings"
)

// IsPlanFile reports whether a file is a plan of the agent's own, kept under its
// configuration folder: it is no work on a repository. A docs/plans folder of a
// project is work, so a plan elsewhere is told by its three random words.
func IsPlanFile(file string) bool {
	f := strings.ReplaceAll(file, `\`, "/")
	if !strings.HasSuffix(f, ".md") {
		return false
	}
	dir, base := path.Split(f)
	if strings.HasSuffix(dir, "/.claude/plans/") || strings.HasPrefix(dir, ".claude/plans/") {
		return true
	}
	if !strings.HasSuffix(dir, "/plans/") || !strings.Contains(dir, "claude") {
		return false
	}
	words := strings.Split(strings.TrimSuffix(base, ".md"), "-")
	if len(words) < 3 {
		return false
	}
	for _, w := range words[:3] {
		if w == "" || strings.ContainsFunc(w, func(r rune) bool { return r < 'a' || r > 'z' }) {
			return false
		}
	}
	return true
}
