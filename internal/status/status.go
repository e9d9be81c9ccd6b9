// Package status is what whoever judges leaves behind for prism-hook: how the latest
// conversations stand, what each lacks, and the score of the day, in one small file.
//
// Nouns: a State is what one run saw; a Conversation in it is one transcript with the
// session that it ends on. Promises: what is read is bounded and sound, or nothing; a
// state tells of what it was made from, so that a reader can see whether it is still so.
// Refusals: it opens no file, and it holds no prose but what the gate made.
package status

import (
	"encoding/json"
	"errors"
	"time"
	"unicode"
	"unicode/utf8"
)

// Version is the form of a State that this build writes and reads.
const Version = 1

// Names in the folder of states: Wish says that a person wants them, File is the state,
// Nudged a folder with an empty file for each session that was nudged.
const (
	Wish   = "setup.json"
	File   = "state.json"
	Nudged = "nudged"
)

// Bounds of a state.
const (
	MaxBytes         = 192 << 10 // of the file: more than the rest can come to
	MaxConversations = 48        // the latest
	MaxSays          = 80        // characters
	MaxNudge         = 400       // characters
)

// Within is how old the last event of a conversation is at most that stands in a state.
const Within = 24 * time.Hour

// Remembered is how long a line may tell what was, where it is no longer known to be so.
const Remembered = 30 * time.Minute

// State is how things stood when somebody last looked.
type State struct {
	V             int            `json:"v"`
	At            time.Time      `json:"at"`               // when the files were looked at
	Nudges        bool           `json:"nudges,omitempty"` // the person asked to be nudged
	Today         *Today         `json:"today,omitempty"`  // nil: nothing was counted
	Conversations []Conversation `json:"conversations,omitempty"`
}

// Today is the score of a day of the person's.
type Today struct {
	From    time.Time `json:"from"`
	Until   time.Time `json:"until"`
	Score   float64   `json:"score"` // 0–100
	Crushed int       `json:"crushed"`
	Counted int       `json:"counted"`
}

// Conversation is one transcript, and how the session stands that it ends on.
type Conversation struct {
	ID      string `json:"id"`      // as the agent's client names it
	Session string `json:"session"` // id of the session
	// Size is how long the transcript was that was read, in bytes: while it is as long,
	// the rest holds. −1: it grew meanwhile.
	Size  int64  `json:"size"`
	Says  string `json:"says,omitempty"`  // how it stands, in a few words
	Nudge string `json:"nudge,omitempty"` // what would make it crush, where it would not
}

var errUnsound = errors.New("it is no state of Prism's, or one of another version")

// Decode reads a state. What is longer, or of another form, is an error.
func Decode(text []byte) (*State, error) {
	s := &State{}
	if len(text) > MaxBytes {
		return nil, errUnsound
	}
	if err := json.Unmarshal(text, s); err != nil || s.V != Version || len(s.Conversations) > MaxConversations {
		return nil, errUnsound
	}
	return s, nil
}

// Encode writes a state, with what is longer than its bound cut.
func Encode(s State) ([]byte, error) {
	s.V = Version
	if len(s.Conversations) > MaxConversations {
		s.Conversations = s.Conversations[:MaxConversations]
	}
	for i := range s.Conversations {
		c := &s.Conversations[i]
		c.Says, c.Nudge = Line(c.Says, MaxSays), Line(c.Nudge, MaxNudge)
	}
	return json.Marshal(s)
}

// Of finds a conversation by its id; nil: nobody looked at it lately.
func (s *State) Of(id string) *Conversation {
	for i := range s.Conversations {
		if s.Conversations[i].ID == id {
			return &s.Conversations[i]
		}
	}
	return nil
}

// Holds tells whether a day's score is that of the day of now.
func (t *Today) Holds(now time.Time) bool {
	return t != nil && t.Counted > 0 && !now.Before(t.From) && now.Before(t.Until) && t.Score >= 0 && t.Score <= 100
}

// Line is text on one line of a terminal, of so many characters at most: nothing in it
// moves, colours, hides or reorders.
func Line(text string, most int) string {
	out := make([]rune, 0, min(len(text), most))
	for _, r := range text {
		if r == utf8.RuneError || !unicode.IsPrint(r) {
			continue
		}
		if len(out) == most {
			out[most-1] = '…'
			break
		}
		out = append(out, r)
	}
	return string(out)
}
