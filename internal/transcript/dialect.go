package transcript

import (
	"io"
	"time"
)

// Dialect is all that the rest of the program needs to know of one agent:
// adding an agent is one value of this type. Paths are written with slashes,
// whatever the system.
type Dialect struct {
	// Agent is the agent's name, as ids and facts carry it: "claude".
	Agent string
	// Roots returns the agent's own folders on this machine, whether or not they
	// exist.
	Roots func(getenv func(string) string, home string) []string
	// Narrow looks at a folder's entries and returns the one subfolder in which
	// its transcripts lie, "" when any may hold some.
	Narrow func(folder string, names []string) string
	// Home returns the agent's folder that a transcript lies in, "" when its path
	// does not tell.
	Home func(path string) string
	// Identify says whose a file is, by its path and its first bytes: the path from
	// a little above the folder that was asked for, as folders further up are the
	// person's own and may have any name. whole tells
	// that head is all of it.
	Identify func(path string, head []byte, whole bool) (Identity, Standing)
	// Tell reads the events of a session as the lines of a transcript that tell as
	// much, but for what its transcripts tell already (nil: there are none). A Dialect
	// without Tell knows no events.
	Tell func(events io.Reader, told *Told) io.Reader
	// New returns a Decoder.
	New func() Decoder
}

// Identity says what a file holds.
type Identity struct {
	Conversation string    // native id; of the parent, for a subagent's file
	Subagent     string    // id of the subagent whose lines these are; "" for a main transcript
	Start        time.Time // of the first event seen; zero when none was
}

// Standing says whether a file is a transcript of the dialect.
type Standing uint8

// Standings.
const (
	Unsure Standing = iota // the first bytes do not tell: more are needed
	Ours
	Aside   // another file of this agent: passed over without a word
	Strange // not of this agent
)
