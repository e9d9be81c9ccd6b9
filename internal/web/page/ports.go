package page

import (
	"context"
	"errors"
	"time"

	"prism/internal/fact"
	"prism/internal/score"
	"prism/internal/store"
	"prism/internal/tenant"
	"prism/internal/wire"
)

// Library is what a viewer's pages ask: only what that viewer may see is in it.
type Library interface {
	Lists
	Details
	// Judge names the judge whose verdicts these are, with its measured agreement.
	Judge(ctx context.Context) wire.Judge
	// Now is the time that pages are of, in the viewer's time zone.
	Now() time.Time
}

// Lists are of many sessions.
type Lists interface {
	// Summary works out the score of what passes a filter and holds all of the words.
	Summary(ctx context.Context, o score.Options, f store.Filter, words []string) (score.Summary, error)
	// Page returns sessions in order, from an offset on, and how many there are.
	Page(ctx context.Context, f store.Filter, words []string, o store.Order, limit, offset int) ([]*fact.Session, int, error)
	// First returns the first sessions in order, at most limit, without counting the rest.
	First(ctx context.Context, f store.Filter, words []string, o store.Order, limit int) ([]*fact.Session, error)
}

// Details are of one session.
type Details interface {
	// One finds a session by its id or a unique beginning of it; ErrNone there is none.
	One(ctx context.Context, id string) (*fact.Session, error)
	Written
	Kin
	Said
}

// Said is what was said of a session, by judges and by the person.
type Said interface {
	// Others are what other judges say of a session.
	Others(ctx context.Context, s *fact.Session) []fact.Verdict
	// History is every verdict of a session that is kept, the latest first: also those of
	// older versions, and of it as it was before it grew or was merged.
	History(ctx context.Context, s *fact.Session) []store.Judged
	// Label is what the person said of a session's verdict, nil nothing.
	Label(ctx context.Context, s *fact.Session) *store.Label
}

// Written is what was written in a session, redacted; gone says why there is nothing.
type Written interface {
	// Turns tells what was said and done, redacted; gone says why there are none.
	Turns(ctx context.Context, s *fact.Session) (turns []wire.Turn, gone string)
	// Steps tells what was done in one turn, redacted, and how many steps that leaves out.
	Steps(ctx context.Context, s *fact.Session, turn int) (steps []wire.Step, cut int, gone string)
	// Undone tells which lines of a session another one took out, redacted.
	Undone(ctx context.Context, s, by *fact.Session) (files []wire.UndoneFile, gone string)
}

// Kin are sessions that have to do with one.
type Kin interface {
	// Undid tells of which sessions one took lines out, those of most lines first, and
	// of how many more it did.
	Undid(ctx context.Context, s *fact.Session) (list []Undid, more int)
	// Around are the sessions before and after one in its conversations; nil: none, or
	// none that the viewer may see.
	Around(ctx context.Context, s *fact.Session) (before, after *fact.Session)
}

// Undid is a session that lost lines to another.
type Undid struct {
	Session *fact.Session // nil: the viewer may not see it
	By      fact.ReworkBy // what the other one took
}

// Editor is a Library whose viewer may say what a session is called, and whether its
// verdict is right. The empty title, or no label, takes back what was said. Where match
// names revisions and what was said is at none of them any more, nothing is changed:
// ErrChanged.
type Editor interface {
	SetTitle(ctx context.Context, session, title string, match ...string) error
	SetLabel(ctx context.Context, session string, goalComplete *bool, note string, match ...string) error
	// ChangeLabel changes what was said of a session's verdict in one step: change is
	// given what was, nil nothing, and tells what is to be; where it fails nothing changes.
	ChangeLabel(ctx context.Context, session string, change func(was *store.Label) (is *store.Label, err error)) error
}

// ErrChanged says that somebody else changed it meanwhile.
var ErrChanged = errors.New("somebody else has changed it")

// ErrNone says that there is no such session.
var ErrNone = errors.New("there is no such session")

// Error is one that a person is told of, with the HTTP status that it goes by.
type Error struct {
	Status int
	Text   string
	To     string // where a person goes on instead; empty: nowhere
}

// Error implements error.
func (e *Error) Error() string { return e.Text }

// Refusal is the status that an error goes by, and what a person is told.
func (e *Error) Refusal() (status int, text string) { return e.Status, e.Text }

// JudgeChange is when a judge spoke first in another version than before.
type JudgeChange struct {
	At              time.Time
	Judge, From, To string
}

// Judged is a Library that knows when its judge changed.
type Judged interface {
	// JudgeChanges are those of the judge in use, ascending.
	JudgeChanges(ctx context.Context) []JudgeChange
}

// Owner is a library of several people's sessions: it knows whose a session is.
type Owner interface {
	// Owns reports whether a session is the caller's own.
	Owns(s *fact.Session) bool
}

// Aggregates is a Library whose figures may be of more people than its sessions: a lead
// sees how a group does, and no session but their own.
type Aggregates interface {
	// Figures reports whether they are.
	Figures() bool
}

// Who is who looks at a page.
type Who struct {
	Tenant, Person string
	Role           tenant.Role
	Admin          bool // they may administer
	Signed         bool // by a key or a provider: they can sign out
}

// Known is a Library that knows who looks.
type Known interface {
	Who() Who
	// Preview is a text as the gate leaves it; it is kept nowhere.
	Preview(text string) (string, error)
}
