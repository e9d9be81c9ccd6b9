package observe

import (
	"path"
	"strings"

	"prism/internal/conversation"
	"prism/internal/shell"
	"prism/internal/transcript"
	"prism/internal/worktree"
)

// removal is a command that removed whole files.
type removal struct {
	order, turn int // turn is an index in the draft's turns
	paths       []string
}

// noteRemoved notes which files a command removed whole.
func (a *Session) noteRemoved(at Place) {
	if len(a.Edits) == 0 {
		return
	}
	if paths := removes(at.Step); len(paths) > 0 {
		a.removals = append(a.removals, removal{a.order, at.Turn, paths})
	}
}

// removes are the files that a command removed whole.
func removes(s *conversation.Step) []string {
	if !s.Mutating || s.Kind != transcript.CallShell || !s.CarriedOut() {
		return nil
	}
	var out []string
	for _, u := range shell.Undos(s.Target, "") {
		if u.Kind == "delete" && u.Count == 0 && len(u.Lines) == 0 {
			out = append(out, u.Paths...)
		}
	}
	return out
}

// RemovedAfter reports whether a file was removed whole after an event.
func (a *Session) RemovedAfter(file string, order int) bool {
	return a.removed(file, func(r *removal) bool { return r.order > order })
}

// removed reports whether one of some removals took a file.
func (a *Session) removed(file string, one func(r *removal) bool) bool {
	for i := range a.removals {
		if r := &a.removals[i]; one(r) && within(file, r.paths) {
			return true
		}
	}
	return false
}

// RemovedIn reports whether all that was done in a turn was to remove every file that the
// session had made before it, and nothing is edited from then on: what was made is no more.
// A script that had been run was made to be run, and is no loss.
func (a *Session) RemovedIn(turn int) bool {
	t := &a.Turns[turn]
	if t.Edits > 0 || t.Steps == 0 {
		return false
	}
	made := map[string]bool{}
	for i := range a.Edits {
		e := a.Edits[i].Step.Edit
		switch {
		case e == nil || a.Edits[i].Turn > t.Index || a.Edits[i].Step.Subagent:
			return false
		case e.Plan:
		case !made[e.File] && !e.Created:
			return false // it was there before
		default:
			made[e.File] = true
		}
	}
	if len(made) == 0 || len(made) > mostMade {
		return false
	}
	for f := range made {
		if !a.removed(f, func(r *removal) bool { return r.turn == t.Index }) {
			return false
		}
	}
	for i := range t.Raw.Steps {
		s := &t.Raw.Steps[i]
		if s.Mutating && s.CarriedOut() && (len(removes(s)) == 0 && !intoGit(s) || shell.Keeps(s.Target)) {
			return false
		}
	}
	for s := range a.Steps() {
		if s.Kind == transcript.CallShell && s.Class.Has(Checks|shell.ClassUnknown) && len(removes(s)) == 0 && runsOne(s, made) {
			return false
		}
	}
	return true
}

// mostMade bounds the files that a person has removed again with a word.
const mostMade = 16

// intoGit reports whether a command only brings what was done into git.
func intoGit(s *conversation.Step) bool {
	return s.Class.Has(shell.ClassStage | shell.ClassCommit | shell.ClassPush)
}

// runsOne reports whether a command names one of some files.
func runsOne(s *conversation.Step, files map[string]bool) bool {
	for f := range files {
		if name := base(f); name != "" && strings.Contains(s.Target, name) {
			return true
		}
	}
	return false
}

// within reports whether a file is one of some removed paths, or lies in a folder that was:
// of a folder named by no more than its name nobody knows which it was.
func within(file string, paths []string) bool {
	file = worktree.Fold(worktree.Slashes(file))
	for _, p := range paths {
		p = strings.TrimSuffix(path.Clean(worktree.Slashes(p)), "/")
		folder := strings.HasPrefix(file, p+"/") || strings.Contains(p, "/") && !strings.HasPrefix(p, "/") && strings.Contains(file, "/"+p+"/")
		if file == p || strings.HasSuffix(file, "/"+strings.TrimPrefix(p, "/")) || folder {
			return true
		}
	}
	return false
}
