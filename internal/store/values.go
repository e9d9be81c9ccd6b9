package store

import (
	"cmp"
	"slices"
	"strings"
	"time"

	"prism/internal/fact"
)

// Scope names what one answer is about and comes first in every key: a tenant, or
// on a laptop a set of paths with the choices that change the answer. Versions are
// no part of it: they are its State's Basis.
type Scope string

// Day is the figures of the sessions that ended on one day.
type Day struct {
	Number int64 // since 1970, in UTC
	// Digest is of what the figures are: while it stays, they do. 0: nothing says so.
	Digest  uint64
	Known   bool          // whoever asked knows them: there are no Figures
	Figures []fact.Figure // in the order in which they ended; good until the next Day
}

// KeptScopes is how many scopes a store keeps, by last use. Default scopes do not
// give way to others, and of them as many are kept.
const KeptScopes = 8

// Source is what a run needs of a stored conversation to see whether it is still
// as it was read.
type Source struct {
	ID       string // as Conversation.ID
	Agent    string
	Name     string
	Path     string
	Person   string
	Repo     fact.Repo
	Revision string
	Reader   string
	Files    []File
	Counts   Counts
	Folders  []string
	Gone     bool
	Dirty    bool // saved, and not yet linked
}

// Mark is an entry of the index of neighbours: what two conversations that may
// have to do with each other have in common, and when. Kinds and keys are the
// linker's.
type Mark struct {
	Kind uint8
	Key  uint64
	At   int64 // nanoseconds since 1970
}

// Conversation is what was read of one conversation: enough to link sessions again
// without its content, and enough to see that the content has not changed.
type Conversation struct {
	ID       string // of the row: chosen by the caller, unique in a scope, the same on every run
	Agent    string
	Name     string // as the agent names it
	Path     string // where it lies, if it is a file
	Person   string // owner of the agent's folder
	Repo     fact.Repo
	Revision string // opaque: changes with the content
	Reader   string // version of the reader that made Digest; another one reads again
	Files    []File // may be empty: content need not be files
	Digest   []byte // opaque
	Marks    []Mark
	Was      []Mark // marks it had since it was last linked; the store's to say: what is saved here is passed over
	Counts   Counts
	Folders  []string // it was worked on in, as Repo follows from them
	Gone     bool     // its content has vanished; the digest is kept
}

// Session is a session as it is kept: with its verdict and its rework, and what
// tells when it has to be judged again.
type Session struct {
	fact.Session
	Revision string   // opaque: changes with whatever a judge reads of it
	Rows     []string // the conversations (Conversation.ID) that its parts stand in, in order
}

// Stretch is a session's place in time with what is known of its rework: enough to
// settle rework, and far less than the session.
type Stretch struct {
	ID      string
	Started time.Time
	Ended   time.Time
	Parts   []fact.Part
	Rows    []string // as Session.Rows
	Rework  fact.Rework
}

// Outside is the usage of one conversation that belongs to no session.
type Outside struct {
	Conversation string // Conversation.ID
	Usage        []fact.OutsideUsage
}

// State is what a scope as a whole was established from.
type State struct {
	Fingerprint string // opaque: state of the content
	Basis       string // opaque: versions and settings; another one makes everything dirty
	Input       fact.Input
	Saved       time.Time
	Intake      int64 // which look at what is kept (content.News) it was made of; 0: not known
	Default     bool  // the agents' own folders: gives way only to others of them
}

// Query asks for marks.
type Query struct {
	Kind     uint8
	Key      uint64
	From, To int64   // inclusive, nanoseconds since 1970
	Nearest  Nearest // which of them
	Limit    int     // 0: all of them; of the Latest and the Earliest one
}

// Nearest says which of the marks in [From, To] a Query wants.
type Nearest int

// The choices of Nearest. Marks of one time are in the order of their conversations.
const (
	Every    Nearest = 0  // ascending by time
	Latest   Nearest = -1 // descending, from To down
	Earliest Nearest = 1  // ascending
)

// Hit is one mark that a Query found.
type Hit struct {
	Query        int    // its place among those asked
	Conversation string // Conversation.ID
	At           int64
}

// Stretch is what s tells of its place in time.
func (s *Session) Stretch() Stretch {
	return Stretch{ID: s.ID, Started: s.Started, Ended: s.Ended, Parts: s.Parts, Rows: s.Rows, Rework: s.Rework}
}

// SortSessions puts sessions in the order of their ids.
func SortSessions(list []Session) {
	slices.SortFunc(list, func(a, b Session) int { return strings.Compare(a.ID, b.ID) })
}

// Marks joins lists of marks to one in order, each mark once.
func Marks(lists ...[]Mark) []Mark {
	all := slices.Concat(lists...)
	slices.SortFunc(all, func(a, b Mark) int {
		return cmp.Or(cmp.Compare(a.Kind, b.Kind), cmp.Compare(a.Key, b.Key), cmp.Compare(a.At, b.At))
	})
	return slices.Compact(all)
}
