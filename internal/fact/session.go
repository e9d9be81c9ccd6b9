// Package fact holds what persists: sessions, what was established about them,
// and what a judge said, as plain values. It is the leaf that every other room
// speaks in; it knows no file, no SQL and no wire format.
package fact

import (
	"time"

	"prism/internal/redact"
)

// Session is the scored unit: a run of turns with one goal, with every fact
// established about it. The published algorithm's data calls it sub-session.
type Session struct {
	ID      string   // derived from agent, conversation and first prompt; stable
	Aliases []string // ids of later parts that were merged or continued into it
	Agent   string   // "claude"
	Person  string   // owner of the agent's folder

	Parts         []Part // in order of time; more than one after a merge or a continuation
	Conversations []string
	Repo          Repo
	Branch        string
	Model         string // the model with most output tokens; "" when none is known

	FirstTurnUUID string // "" when the first prompt has none
	LastTurnUUID  string
	Started       time.Time // first prompt
	Ended         time.Time // last event
	State         State
	OpenedBy      Boundary
	ClosedBy      Boundary
	Automated     bool // machine run: never counted unless asked
	SourceGone    bool // its files are no longer there

	Turns     int
	Floor     Floor
	Usage     []ModelUsage // per model, sorted by model
	Cost      *float64     // USD of Usage as far as prices are known (see Unpriced); nil when none is
	Verdict   Verdict
	Rework    Rework
	Languages Languages
	Pulls     []string // pull-request URLs linked to it
	Folder    string   // the working folder that its first conversation began in
	Gaps      []Gap    // what could not be seen, in the order of Gaps
}

// Gap is a part of what happened that nobody told: it is said, not guessed.
type Gap string

// The gaps there are.
const (
	GapTranscript Gap = "no_transcript"         // telemetry is all there is
	GapPart       Gap = "transcript_incomplete" // telemetry tells turns that the transcript which is here does not
	GapEvents     Gap = "events_skipped"        // numbers of events are missing between those that came
)

// Part is a run of turns of one conversation that belongs to a session.
type Part struct {
	Conversation string
	File         string // main transcript, as it was read
	First, Last  int    // turn numbers in that conversation, from 1, inclusive
	FirstUUID    string
	LastUUID     string
}

// Repo names a repository: Key tells two apart, Name is shown.
type Repo struct{ Key, Name string }

// Floor is the substance floor with its three limbs; one is enough.
type Floor struct {
	Passed        bool
	Turns         int // ≥ 3
	NetLines      int // |added − removed| ≥ 10
	Added         int
	Removed       int
	MutatingCalls int // ≥ 1, carried out
}

// Limits of the substance floor: published algorithm, "facts of every closed session".
const (
	FloorTurns         = 3
	FloorNetLines      = 10
	FloorMutatingCalls = 1
)

// NewFloor applies the three limbs.
func NewFloor(turns, added, removed, mutating int) Floor {
	net := added - removed
	if net < 0 {
		net = -net
	}
	return Floor{
		Passed:        turns >= FloorTurns || net >= FloorNetLines || mutating >= FloorMutatingCalls,
		Turns:         turns,
		NetLines:      net,
		Added:         added,
		Removed:       removed,
		MutatingCalls: mutating,
	}
}

// Languages of a session.
type Languages struct {
	Code   string // programming language most edited, else most worked with, else "none"
	Prompt string // language of the prompts, ISO 639-1; "" when there is nothing to tell it by
	// Close: another programming language was worked in nearly as much, or too little
	// was done to tell, so Code is a guess; who read the session may know better.
	Close bool
}

// NoLanguage stands in Languages.Code where no programming language is told.
const NoLanguage = "none"

// Told reports whether both languages are known.
func (l Languages) Told() bool { return l.codeTold() && l.Prompt != "" }

func (l Languages) codeTold() bool { return l.Code != "" && l.Code != NoLanguage && !l.Close }

// Or fills in what l does not tell, or only guesses, from what other says.
func (l Languages) Or(other Languages) Languages {
	if !l.codeTold() && other.Code != "" {
		l.Code, l.Close = other.Code, other.Close
	}
	if l.Prompt == "" {
		l.Prompt = other.Prompt
	}
	return l
}

// FileOf is the transcript that holds a turn of the session, "" where none does; turns
// count from 1 over all parts.
func (s *Session) FileOf(turn int) string {
	for _, part := range s.Parts {
		n := part.Last - part.First + 1
		if turn <= n {
			return part.File
		}
		turn -= n
	}
	return ""
}

// Rework says how much of a session's own added lines later sessions removed or rewrote.
type Rework struct {
	Reworked bool    // Share reached the threshold of package rework
	Share    float64 // 0–1 of Owned; of its commits, where more of these were reverted
	Owned    int     // lines the session added that carry weight (not blank, not trivial)
	Undone   int     // of these, removed by other sessions: reworded inside the window, deleted at any time
	By       []ReworkBy
}

// ReworkBy is one later session's part in it.
type ReworkBy struct {
	Session string
	Lines   int
	Files   []string    // as the transcript names them, relative to the repository
	Sample  redact.Text // one of the lines undone, redacted
	Kind    string      // "edit", "revert", "checkout", "restore", "reset", "delete"
	Taken   [][]uint64  // of each of Files the hashes of the lines that count, each as often as it was taken; bounded
	Turns   []int       // of the session that lost the lines, from 1: those that wrote a tenth of them and more
}

// OpenFor is how young the last event of a session is that is still open.
const OpenFor = 30 * time.Minute

// At returns the state of s at now, if nothing has happened since: closed stays
// closed, and what nothing has closed is open while its last event is young.
func (s *Session) At(now time.Time) State {
	switch {
	case s.State == Closed:
		return Closed
	case now.Sub(s.Ended) < OpenFor && !s.Ended.After(now):
		return Open
	}
	return Provisional
}

// Exclusion returns why s is not counted, or NotExcluded: the first that holds,
// in the order of the contract's list (DESIGN.md, "excluded").
func (s *Session) Exclusion(includeOpen, includeAutomated bool) Exclusion {
	if !s.Floor.Passed {
		return ExcludeFloor
	}
	if s.Verdict.Status == JudgeNoIntent {
		return ExcludeNoIntent
	}
	if s.Automated && !includeAutomated {
		return ExcludeAutomated
	}
	switch s.Verdict.Status {
	case JudgePending:
		return ExcludePending
	case JudgeError:
		return ExcludeError
	case JudgeUngrounded:
		return ExcludeUngrounded
	case JudgeOptedOut:
		return ExcludeOptedOut
	}
	if s.State == Open && !includeOpen {
		return ExcludeOpen
	}
	return NotExcluded
}

// Unpriced lists the models of s that took tokens at a price that is not known: with
// them, s cost at least Cost.
func (s *Session) Unpriced() []string {
	var models []string
	for i := range s.Usage {
		if u := &s.Usage[i]; u.Unpriced() {
			models = append(models, u.Model)
		}
	}
	return models
}

// Began reports whether of some answers only the beginning was counted: more output was
// written than Usage says.
func (s *Session) Began() bool {
	for i := range s.Usage {
		if s.Usage[i].Began > 0 {
			return true
		}
	}
	return false
}

// Crushed reports whether a counted session landed its goal and kept it.
// It does not look at Exclusion: ask for that first.
func (s *Session) Crushed() bool {
	return s.Floor.Passed && s.Verdict.Status == JudgeOK && s.Verdict.GoalComplete && !s.Rework.Reworked
}
