package observe

import (
	"strings"

	"prism/internal/conversation"
	"prism/internal/observe/output"
	"prism/internal/shell"
)

// remoteRun notes a look at a run of the forge's checks that came to a good end: what was
// pushed passed elsewhere what would have been run here. A look at one that failed is none:
// most are of runs from before the work.
func (a *Session) remoteRun(ta *Turn, at Place) {
	s := at.Step
	if a.LastPush < 0 || a.LastPush < a.LastChange || !looksAtRun(s) || !s.CarriedOut() {
		return // nothing that was changed here is in it
	}
	if line := output.RemotePass(s.Output); line != "" {
		ta.lastCheck = len(a.Checks)
		ta.Checks++
		a.Checks = append(a.Checks, Check{Place: at, Work: shell.ClassTest, Verdict: output.Passed, Line: line, remote: true})
	}
}

// looksAtRun reports whether a command asks a forge how a run of its checks went.
func looksAtRun(s *conversation.Step) bool {
	for _, part := range strings.FieldsFunc(s.Target, func(r rune) bool { return strings.ContainsRune("&;|\n(", r) }) {
		part = strings.TrimSpace(part)
		for _, p := range []string{"gh run watch", "gh run view", "gh run list", "gh pr checks", "glab ci status", "glab ci view", "glab ci list", "glab ci get"} {
			if strings.HasPrefix(part, p) {
				return true
			}
		}
	}
	return false
}
