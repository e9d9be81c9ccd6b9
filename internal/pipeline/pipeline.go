// Package pipeline is the four steps and the run that ties them: read takes one
// conversation from its files to a digest and drafts, relink makes sessions of
// digests, judge gives each session its verdict, rework settles what later
// sessions undid. It owns the goroutines; each step is a function over values.
//
// Promises: the answer is the same whatever the order of files, whether the store
// was cold, warm or absent; one conversation's prose is in memory per worker, and
// what remains of it afterwards is a digest without prose; a store that fails
// costs time, never an answer.
package pipeline

import (
	"context"
	"iter"
	"time"

	"prism/internal/conversation"
	"prism/internal/fact"
	"prism/internal/judge"
	"prism/internal/redact"
	"prism/internal/source"
	"prism/internal/store"
)

// Contents is what the steps ask of what is stored of conversations.
type Contents interface {
	State(ctx context.Context, scope store.Scope) (state store.State, known bool, err error)
	// Sources yields the conversations of a scope in any order.
	Sources(ctx context.Context, scope store.Scope) iter.Seq2[store.Source, error]
	// Load returns the conversations of those rows that are there, in any order.
	Load(ctx context.Context, scope store.Scope, rows []string) ([]store.Conversation, error)
	// Known is Load in whatever scope has the row, each as often as there are.
	Known(ctx context.Context, rows []string) ([]store.Conversation, error)
	Near(ctx context.Context, scope store.Scope, queries []store.Query) ([]store.Hit, error)
}

// Sessions is what the steps ask of the sessions that are stored.
type Sessions interface {
	// SessionsOf returns the sessions that have a part in any of the rows.
	SessionsOf(ctx context.Context, scope store.Scope, rows []string) ([]store.Session, error)
	// SessionsIn returns the sessions of a repository that overlap a stretch of time;
	// a zero time leaves that side open.
	SessionsIn(ctx context.Context, scope store.Scope, repo string, from, to time.Time) ([]store.Stretch, error)
	Each(ctx context.Context, scope store.Scope, f store.Filter, o store.Order) iter.Seq2[*fact.Session, error]
	// Unsaid is Each over those whose verdict waits, or is another judge's; it may
	// yield others too.
	Unsaid(ctx context.Context, scope store.Scope) iter.Seq2[*fact.Session, error]
	Said
}

// Said is what the steps ask of the verdicts that are kept.
type Said interface {
	Verdicts(ctx context.Context, keys []store.VerdictKey) (map[store.VerdictKey]fact.Verdict, error)
	// Told returns all that judges said of sessions, the latest first, at most so many.
	Told(ctx context.Context, most int, ids ...string) ([]store.Judged, error)
}

// Store is what the steps work on. The engines below package store answer it.
type Store interface {
	Contents
	Sessions
	// Left returns those conversations that want chooses among what other default
	// scopes, or stores of earlier versions, hold and the scope does not. These last
	// have no revision and no marks.
	Left(ctx context.Context, scope store.Scope, want func(*store.Source) bool) ([]store.Conversation, error)
	Save(ctx context.Context, scope store.Scope, c store.Changes) error
}

// Prices says what one request cost in USD; ok is false when the price is unknown.
type Prices interface {
	Cost(model string, at time.Time, t fact.Tokens) (usd float64, ok bool)
	Version() string
}

// Tracker is a topic-shift tracker whose version is part of what a digest was made by.
type Tracker interface {
	conversation.Tracker
	Version() string
}

// Asking is a tracker that asks elsewhere, over the offline one.
type Asking interface {
	// Decide returns the shifts among turns, and whether they are settled (JudgeOK),
	// wait for an answer that comes later (JudgePending), or get none in this run
	// (JudgeError).
	Decide(ctx context.Context, turns []conversation.Turn) ([]conversation.Shift, fact.JudgeStatus, error)
	Version() string
}

// Cutting says where sessions begin and end.
type Cutting struct {
	Tracker Tracker // nil: no topic shift is seen
	// Asking decides in Tracker's place; nil: nobody does. A conversation for which
	// it has no answer, or that is opted out, is cut by Tracker, and is remembered
	// as cut by it. While the answer is to come, its sessions are pending.
	Asking     Asking
	PeopleOnly bool // Asking is not asked about machine runs
	AtCommit   bool // a commit of a session's files closes it
}

// Judging says who judges sessions, when, and what holds where that one says nothing.
type Judging struct {
	Judge judge.Judge
	// SideBySide is how many sessions are judged at a time, after all was read and
	// joined, by a judge that asks elsewhere. 0: each in passing, while its file is read.
	SideBySide int
	// PeopleOnly leaves machine runs unasked: they are not counted, and asking may
	// cost. A verdict that is stored is used.
	PeopleOnly bool
	// Again judges anew what ended in error: the cause may be gone. What a model
	// answered is kept elsewhere, so nothing is paid twice.
	Again bool
	// StandIn judges, marked, what Judge left pending or in error; nil: nobody does.
	StandIn judge.Judge
	// Titles names, by heuristics, the sessions to which Judge gives no title; nil:
	// they have none.
	Titles judge.Judge
}

// Options of one run.
type Options struct {
	Search   source.Options
	Store    Store
	Cutting  Cutting
	Judging  Judging
	OptOut   redact.OptOut // sessions that nobody judges
	Prices   Prices
	Redactor *redact.Redactor
	Now      time.Time

	Workers  int                     // 0: one for each processor
	Sparing  func() bool             // tells whether one of them is to go on by itself just now; nil: never
	Yield    func(context.Context)   // lets others go first, between two pieces of the work; nil: nobody does
	Progress func(done, total int64) // bytes; may be nil; called from several goroutines
	// Alive is told of every piece of the work that is done, and Step that one of the steps
	// begins, and by what it returns that it ended. Either may be nil; Alive is called from
	// several goroutines.
	Alive  func()
	Step   func(ctx context.Context, name string) (ended func())
	Warn   func(error)  // what went wrong and did no harm; may be nil
	Poison func(Poison) // told of each conversation over which the program failed; may be nil
	Whole  bool         // what is kept is looked at whole, whatever the store says of what came
	Again  string       // row of a conversation that is read although nothing changed; "": none
	// Slice is how many bytes of what came or grew one update reads, where there is more of
	// it, or an eighth of it all: the rest waits for the next (Updated.More). 0: all is read.
	Slice int64
}
