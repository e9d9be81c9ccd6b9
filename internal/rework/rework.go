// Package rework finds work that did not last: a later session of the same
// repository removed or rewrote the lines that this one had added. It is pure
// and keeps hashes only. What it looks at are acts in order of time: edits with
// the lines they added and removed, commits, and commands that take work back.
//
// A line belongs to the session that added it. Whoever removes it afterwards
// undoes it, unless it is the session itself, or it stands again at the end:
// moved, re-indented, put back. The share of a session's lines undone inside the
// window decides; the constants and what they rest on are in this file and in
// docs/rework.md.
package rework

import (
	"slices"
	"time"

	"prism/internal/fact"
)

// What makes a session reworked. Chosen by reading every session of the corpus
// that any smaller limit marks (docs/rework.md).
const (
	// Share of the session's own lines that must be gone: half, as in the merge of
	// sessions. Answers to review, formatting and the next step on the same branch
	// rewrote at most four tenths.
	Share = 0.5
	// MinLines must be gone where lines were reworded. Two sessions that reword one
	// line are no rework; one that deletes it, or reverts its commit, is (DESIGN.md,
	// Rework: an explicit undoing counts at any size and time).
	MinLines = 5
	// Window runs from the session's last event, for what was reworded: long enough
	// for a weekend, short enough that what was used for days and then grew on is not
	// called undone.
	Window = 72 * time.Hour
)

// Session is what rework needs to know of one session.
type Session struct {
	ID      string
	Started time.Time // first event; zero: as it ended
	Ended   time.Time // last event: the window runs from here
	Branch  string    // that it worked on last; "" unknown
	Edits   []Edit    // in order
	Undos   []Undo
	Commits []Commit
}

// Edit is one change of one file, or several of one call.
type Edit struct {
	Time    time.Time
	File    string   // relative to the repository, see Path
	Added   []uint64 // hashes of weighty lines, see session.LineHash
	Removed []uint64
	Turn    int // of the session, from 1
}

// Commit is a commit that the session made.
type Commit struct {
	Time time.Time
	SHA  string // as git told it, abbreviated or not; "" when it did not tell
}

// Undo is a command that took work back and was carried out.
type Undo struct {
	Time  time.Time
	Kind  string   // KindRevert, KindCheckout, KindRestore, KindReset, KindDelete
	Files []string // relative to the repository; a folder stands for all in it
	All   bool     // the whole tree
	Refs  []string // the commits reverted; the one that files or the branch go back to
	// Lines and Count are what KindDelete took of its Files: those lines, and so many
	// besides. Without either the files are gone.
	Lines []uint64
	Count int
}

// How lines were taken: fact.ReworkBy's Kind.
const (
	KindEdit     = "edit"
	KindRevert   = "revert"
	KindCheckout = "checkout"
	KindRestore  = "restore"
	KindReset    = "reset"
	KindDelete   = "delete"
)

// Finding is what was found of one session.
type Finding struct {
	fact.Rework
	// Lines holds, for each entry of By, hashes of some of the lines undone, so
	// that a sample can be quoted from the transcript.
	Lines [][]uint64
}

// maxSamples is how many hashes an entry of Finding.Lines has at most.
const maxSamples = 8

// Find takes the sessions given for all that a repository knows and returns one
// Finding for each, in the order given. The order of the sessions changes nothing.
// Block.Settle chooses which sessions to give.
func Find(sessions []Session) []Finding { return follow(sessions, nil) }

// follow is Find. With a sieve only lines that pass it are followed: what is found of
// sessions all of whose added lines pass is what Find finds, of others it is not.
func follow(sessions []Session, only *sieve) []Finding {
	l := newLedger(sessions)
	if !slices.ContainsFunc(sessions, takesAnyLines) {
		l.only = only
	}
	for _, a := range l.inOrder() {
		l.act(a)
	}
	l.forgiveCopies()
	return l.findings()
}

// takesAnyLines reports whether a command of the session took a number of lines that
// nothing names: which it meets depends on all lines of the file.
func takesAnyLines(s Session) bool {
	return slices.ContainsFunc(s.Undos, func(u Undo) bool { return u.Count > 0 })
}
