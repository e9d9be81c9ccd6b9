// Package store says what Prism remembers between two runs, as plain values,
// and holds the numbered migrations of every engine with the runner for them.
//
// Nouns: a Scope is what one answer is about and comes first in every key; a
// Conversation is what was read of one (no prose); a Session is linked, judged and
// scored; a Judged is one verdict of one judge; a title is what a person typed.
//
// Promises: prose is kept only as redact.Text; verdicts are append-only; what
// belongs to one conversation is saved in one transaction; deleting the store
// loses nothing that files cannot rebuild, but what a person typed.
//
// Refusals: raw prompts, tool output and file contents are never stored. The
// store decides nothing: which scope fits, which conversation is stale and which
// verdict to use is for the caller to say. Engines live in the folders below; each
// answers the same suite (package storetest).
package store

import (
	"time"

	"prism/internal/fact"
	"prism/internal/redact"
)

// File is one file of a Conversation as it was when it was read.
type File struct {
	Path    string
	Size    int64  // bytes
	ModTime int64  // nanoseconds since 1970
	Node    uint64 // its number on its file system; 0: not known
	Changed int64  // nanoseconds since 1970, when anything of it was last touched; 0: not known
}

// Counts is what was met while a conversation was read.
type Counts struct {
	Lines        int
	Bytes        int64
	Skipped      map[string]int // lines not decoded, by reason
	UnknownTypes map[string]int
	Troubles     []fact.Trouble
	// Told is the version of the judge elsewhere whose verdicts came with the
	// conversation's facts; "" where the conversation itself was read.
	Told string
}

// VerdictKey names a verdict: what was judged, by whom, in which version.
type VerdictKey struct {
	Composition string // opaque: changes with whatever the judge reads
	Judge       string
	Version     string
}

// Judged is a verdict with what it was said of. Session and Files are there so
// that forgetting finds it: the transcripts that it was read from. Which files of
// subagents belong to these, their conversations tell.
type Judged struct {
	Composition string
	Session     string
	Files       []string
	Verdict     fact.Verdict // Verdict.Judge and Verdict.Version complete the key
}

// JudgeVersion is a judge as it was in one version, and when that said something first.
type JudgeVersion struct {
	Judge, Version string
	First          time.Time
}

// Key returns the key under which the verdict is found.
func (j *Judged) Key() VerdictKey {
	return VerdictKey{Composition: j.Composition, Judge: j.Verdict.Judge, Version: j.Verdict.Version}
}

// Changes is what one step of a run established. It is saved as a whole or not
// at all.
type Changes struct {
	Conversations []Conversation  // dirty from now on, unless they are among Linked
	Removed       []string        // conversations that are no more, with their marks and their outside usage
	Gone          map[string]bool // conversation → whether its content has vanished
	Linked        []string        // conversations whose sessions are, with this, as they should be
	Dirty         []string        // conversations that have to be linked again
	Sessions      []Session       // new ones, and those that replace the one of their id
	Dropped       []string        // ids of sessions that are no more
	Outside       []Outside       // replace what was kept of their conversations
	Verdicts      []Judged
	State         *State // of the scope as a whole; nil: as it was
	// After is the basis that the scope had when it was last looked at. Where it has
	// another by now, somebody else wrote: State, or what is kept of it where that is
	// nil, is left without fingerprint and basis. nil: whatever it has.
	After *string
}

// Forgotten counts what a call of forget removed.
type Forgotten struct {
	Units    int // conversations
	Verdicts int
	Titles   int
	Labels   int
	Sessions int // each once, in however many scopes it stood
	Views    int // scopes that held something of it: the next run makes them again
}

// Nothing reports whether the store knew nothing of what was to be forgotten.
func (f Forgotten) Nothing() bool {
	return f.Units == 0 && f.Verdicts == 0 && f.Titles == 0 && f.Labels == 0 && f.Sessions == 0
}

// Stats describes a store to `prism doctor`.
type Stats struct {
	Path     string
	Bytes    int64 // of the file and its write-ahead log
	Schema   int64 // migration number
	Units    int   // conversations, in however many scopes they stand
	Gone     int   // of these, whose content has vanished
	Files    int
	Verdicts int
	Views    int       // scopes
	Sessions int       // in any scope, each once; a part of a merged one is no other
	Saved    time.Time // of the newest scope; zero when there is none
	Titles   int
	// Checksums: its pages have them; nil where that is a server's business.
	Checksums *bool
}

// Label is what a person said of a session's verdict. It changes the measured
// agreement, never the score.
type Label struct {
	Session      string
	GoalComplete bool
	Note         redact.Text
	At           time.Time
}

// Typed is what a person typed of one session.
type Typed struct {
	Title redact.Text // empty: none
	Label *Label      // nil: none
}

// Batch is a message batch that was sent and whose answers are still to come.
type Batch struct {
	ID        string // as the provider names it
	Judge     string
	Submitted time.Time
}
