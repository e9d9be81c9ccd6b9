package observe

import (
	"path"
	"strings"

	"prism/internal/shell"
)

// noteThrown notes what a command threw away of what was edited before it and not yet
// committed, or that it brought that back.
func (a *Session) noteThrown(at Place) {
	line := at.Step.Target
	if len(a.Edits) == 0 || !strings.Contains(line, "git ") {
		return
	}
	away, back := shell.Stashes(line)
	if back {
		a.Thrown, a.ThrownBy, a.gone = -1, Place{}, nil
		return
	}
	undos := shell.Undos(line, "")
	if away {
		undos = append(undos, shell.Undo{Kind: stash, All: true})
	}
	for _, u := range undos {
		if u.Kind == "delete" || u.Kind == "revert" || !heads(u.Refs) {
			continue // what is removed may be the work, and a commit taken back is a commit
		}
		for i := range a.Edits {
			e := a.Edits[i].Step.Edit
			if e == nil || a.Edits[i].Order < a.LastCommit || e.Created && u.Kind != stash {
				continue // git leaves new files where they are
			}
			if u.All || covered(e.File, u.Paths) {
				if a.gone == nil {
					a.gone = map[int]bool{}
				}
				a.gone[i] = true
				a.Thrown, a.ThrownBy = a.order, at
			}
		}
	}
}

// stash is the kind of undo by which changes are put away.
const stash = "stash"

// settleThrown leaves Thrown as it is where most of what the session edited was thrown away
// and nothing was edited after that: what was tested before is gone, whoever wished for it.
func (a *Session) settleThrown() {
	lost, all := 0.0, 0.0
	for i := range a.Edits {
		weight := 1.0
		if e := a.Edits[i].Step.Edit; e != nil {
			weight = weigh(e.Added + e.Removed)
		}
		all += weight
		if a.gone[i] {
			lost += weight
		}
		if a.Edits[i].Order > a.Thrown {
			lost = 0
			break
		}
	}
	if 2*lost < all || lost == 0 {
		a.Thrown, a.ThrownBy = -1, Place{}
	}
}

// heads reports whether what is named of git's history is only the last commit.
func heads(refs []string) bool {
	for _, r := range refs {
		if r != "HEAD" && r != "@" {
			return false
		}
	}
	return true
}

// covered reports whether a file is one of some paths, or lies below one.
func covered(file string, paths []string) bool {
	file = strings.ReplaceAll(file, `\`, "/")
	for _, p := range paths {
		p = strings.TrimSuffix(path.Clean(strings.ReplaceAll(p, `\`, "/")), "/")
		if p == "." || p == ":/" || file == p || strings.HasSuffix(file, "/"+p) || strings.Contains("/"+file, "/"+p+"/") {
			return true
		}
	}
	return false
}

// rewrites is how many lines were edited in the files that a command line writes anew: as
// much may be other than it was.
func (a *Session) rewrites(line string) int {
	n := 0
	for i := range a.Edits {
		e := a.Edits[i].Step.Edit
		if e == nil {
			continue
		}
		if name := base(e.File); len(name) > 3 && writesTo(line, name) {
			n += e.Added + e.Removed
		}
	}
	return n
}

// writesTo reports whether a command line writes a file of some name in place, over it, or
// removes it.
func writesTo(line, name string) bool {
	at := strings.Index(line, name)
	if at < 0 {
		return false
	}
	for _, tool := range []string{"sed -i", "sed -E -i", "perl -pi", "perl -i", "tee ", "rm ", "truncate "} {
		if i := strings.Index(line, tool); i >= 0 && i < at && !strings.ContainsAny(line[i:at], "|;&") {
			return true
		}
	}
	word := at
	for word > 0 && strings.IndexByte(" \t\n>", line[word-1]) < 0 {
		word-- // its folder
	}
	return strings.HasSuffix(strings.TrimRight(line[:word], " "), ">")
}
