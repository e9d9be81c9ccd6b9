package rework

import (
	"time"

	"prism/internal/digest"
	"prism/internal/worktree"
)

// Part is a run of turns of one conversation that belongs to a session.
type Part struct {
	Digest      *digest.Digest
	First, Last int // turn numbers, from 1, inclusive
}

// Collect makes the Session of a session's parts, given in order of time. Roots
// are folders that stand for the repository, for Path; beside them the folder
// that each conversation itself worked in. Turns on abandoned branches are left
// out, as they are everywhere.
func Collect(id string, started, ended time.Time, parts []Part, roots ...string) Session {
	s := Session{ID: id, Started: started, Ended: ended}
	turn := 0 // of the session
	for _, p := range parts {
		d := p.Digest
		if d.Branch != "" {
			s.Branch = d.Branch
		}
		in := append(roots[:len(roots):len(roots)], worktree.RepoDir(d.CWDs))
		files := make([]string, len(d.Paths)) // each path is looked at once
		known := make([]bool, len(d.Paths))
		file := func(i int) string {
			if i < 0 || i >= len(files) {
				return ""
			}
			if !known[i] {
				known[i] = true
				files[i], _ = Path(d.Paths[i], "", in...)
			}
			return files[i]
		}
		for n := max(1, p.First); n <= min(p.Last, len(d.Turns)); n++ {
			t := &d.Turns[n-1]
			turn++
			if t.Abandoned {
				continue
			}
			for i := range t.Edits {
				e := &t.Edits[i]
				if name := file(e.Path); name != "" && len(e.Added)+len(e.Removed) > 0 {
					s.Edits = append(s.Edits, Edit{Time: e.Time, File: name, Added: e.Added, Removed: e.Removed, Turn: turn})
				}
			}
			told := 0 // commits whose moment is told
			for i := range t.Undos {
				u := &t.Undos[i]
				if u.Kind == digest.KindCommit {
					told++
					s.Commits = append(s.Commits, commitOf(t.Undos[:i], u))
					continue
				}
				undo := Undo{Time: u.Time, Kind: u.Kind, All: u.All, Refs: u.Refs, Lines: u.Lines, Count: u.Count}
				for _, name := range u.Paths {
					rel, ok := Path(name, "", in...)
					if rel == "." {
						undo.All = true
					} else if ok {
						undo.Files = append(undo.Files, rel)
					}
				}
				if undo.Kind == KindDelete && len(undo.Files) == 0 {
					continue // elsewhere, or the whole folder: no line of it is told
				}
				s.Undos = append(s.Undos, undo)
			}
			// When in the turn it was is kept only beside what took work back; at its
			// end all of it counts as committed.
			for _, sha := range t.Commits[min(told, len(t.Commits)):] {
				s.Commits = append(s.Commits, Commit{Time: t.End, SHA: sha})
			}
		}
	}
	return s
}

// commitOf is the commit that u tells of. It comes behind what the same command line
// took back, though the moment is one.
func commitOf(before []digest.Undo, u *digest.Undo) Commit {
	c := Commit{Time: u.Time}
	if len(u.Refs) > 0 {
		c.SHA = u.Refs[0]
	}
	for i := len(before) - 1; i >= 0 && before[i].Time.Equal(u.Time); i-- {
		if before[i].Kind != digest.KindCommit {
			c.Time = c.Time.Add(time.Nanosecond)
			break
		}
	}
	return c
}
