// Package spool is what prism-hook leaves on disk of what a coding agent does, until it
// is sent.
//
// Nouns: a Record is one event of a hook; a Folder holds Records, appended to by any
// number of processes at once; a Place is how far somebody has read; the Sender is the
// one process of a machine that reads. Promises: a Record holds ids, words of lists and
// the agent's own folder, never a prompt, a command, a name of a file or of a project, so
// that nothing is in the spool that the gate would have to hide; the folder stays under
// its bound. Refusals: it knows no transcript, no server and no gate.
package spool

import (
	"path/filepath"
	"strings"
	"time"
	"unicode"
)

// Record is one event as it stands in the spool, a line of JSON.
type Record struct {
	V       int    `json:"v"`  // 1
	At      string `json:"at"` // when the hook ran, RFC 3339 in UTC
	Event   string `json:"event"`
	Session string `json:"session_id"`
	Prompt  string `json:"prompt_id,omitempty"`
	Agent   string `json:"agent_id,omitempty"` // of a subagent; the session is its parent's
	Source  string `json:"source,omitempty"`   // why a session began
	Reason  string `json:"reason,omitempty"`   // why it ended
	Trigger string `json:"trigger,omitempty"`  // who asked for a compaction
	// Root is the agent's folder, in which projects/…/SESSION.jsonl is the transcript;
	// empty: the person's own ~/.claude.
	Root string `json:"root,omitempty"`
	// Client is the client's process: by it alone a session that /clear began is
	// known to follow the one that it ended.
	Client string `json:"client_pid,omitempty"`
}

// Version is the form of a Record that this build writes and reads.
const Version = 1

// timeForm is how a Record tells the time.
const timeForm = "2006-01-02T15:04:05.000000Z"

// Stamp says when a Record was made.
func (r *Record) Stamp(now time.Time) { r.V, r.At = Version, now.UTC().Format(timeForm) }

// Time is when it was made; zero where it does not tell.
func (r *Record) Time() time.Time {
	at, err := time.Parse(timeForm, r.At)
	if err != nil {
		return time.Time{}
	}
	return at
}

// Boundary tells the events that no transcript tells as well: they go last. /clear is a
// SessionEnd and a SessionStart.
func (r *Record) Boundary() bool { return r.Event == "SessionStart" || r.Event == "SessionEnd" }

// Sound tells whether every value is what may be kept.
func (r *Record) Sound() bool {
	return r.V == Version && IsWord(r.Event) && IsID(r.Session) && !r.Time().IsZero() &&
		(r.Prompt == "" || IsID(r.Prompt)) && (r.Agent == "" || IsID(r.Agent)) && (r.Client == "" || IsNumber(r.Client)) &&
		(r.Source == "" || IsWord(r.Source)) && (r.Reason == "" || IsWord(r.Reason)) && (r.Trigger == "" || IsWord(r.Trigger)) &&
		(r.Root == "" || IsPath(r.Root))
}

// Bounds of what is kept, in bytes.
const (
	maxWord = 40
	maxID   = 64
	maxPath = 1024
)

// IsWord takes words of a list, such as names of hooks and reasons: no secret is one.
func IsWord(s string) bool {
	return s != "" && len(s) <= maxWord && !strings.ContainsFunc(s, func(ch rune) bool {
		return (ch < 'a' || ch > 'z') && (ch < 'A' || ch > 'Z') && ch != '_'
	})
}

// IsID takes what the client makes up to name a session, a prompt or a subagent: UUIDs
// and hexadecimal numbers.
func IsID(s string) bool {
	return s != "" && len(s) <= maxID && !strings.ContainsFunc(s, func(ch rune) bool {
		return (ch < '0' || ch > '9') && (ch < 'a' || ch > 'f') && (ch < 'A' || ch > 'F') && ch != '-'
	})
}

// IsNumber takes the number of a process.
func IsNumber(s string) bool {
	return s != "" && len(s) <= 10 && !strings.ContainsFunc(s, func(ch rune) bool { return ch < '0' || ch > '9' })
}

// IsPath takes absolute paths on one line.
func IsPath(s string) bool {
	return len(s) <= maxPath && filepath.IsAbs(s) && !strings.ContainsFunc(s, unicode.IsControl)
}
