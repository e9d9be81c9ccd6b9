package fact

import "time"

// Reading is everything that was established about a set of files: what the
// pipeline hands to the store and to score.
type Reading struct {
	Sessions []Session
	Outside  []OutsideUsage // spent outside any session, so that tokens add up to what the files hold
	Input    Input
}

// OutsideUsage is usage that belongs to no session: before a first prompt, or
// in a file without one.
type OutsideUsage struct {
	Time         time.Time
	Conversation string
	Repo         Repo
	Usage        ModelUsage
}

// Input counts what was read.
type Input struct {
	Files         int
	Conversations int
	Lines         int
	Bytes         int64
	Skipped       map[string]int // lines not decoded, or with a token count that is none, by reason
	Troubles      []Trouble      // the first of them, with their place
	UnknownTypes  map[string]int // line types this version does not know; shown under --verbose
}

// Trouble is one thing that could not be read.
type Trouble struct {
	File   string
	Line   int    // from 1; 0 for the whole file
	Reason string // stable snake_case reason, the key in Input.Skipped
}
