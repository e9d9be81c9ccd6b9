// Package statement is how SQL is asked, whatever the engine.
//
// Nouns: an Engine runs statements in transactions; a Tx is one of these; Writing is one
// that writes and keeps its first error. Promises: a statement is written once, with the
// tenant as @ and arguments as ?, and each engine gets it in its own spelling; what comes
// back is an error of package store wherever it is the store's. Refusals: it knows no
// table, and neither opens nor migrates anything.
package statement

import (
	"context"
	"errors"
	"time"

	"prism/internal/queue"
)

// Engine runs statements. What its functions return is an error of package store
// wherever it is the store's.
type Engine interface {
	// Read calls f with one snapshot of the store.
	Read(ctx context.Context, f func(Tx) error) error
	// Write calls f with one transaction, committed where f returns nil; op says what
	// is done. f may be called again where the engine gave way to another writer.
	Write(ctx context.Context, op string, as Writer, f func(Tx) error) error
	// Scrub makes sure, after something was deleted, that as little as possible of it
	// stays in the engine's files.
	Scrub(ctx context.Context) error
	// Place says where the store is, how large, and by which schema.
	Place(ctx context.Context) (Place, error)
	Close() error
}

// Writer says what a transaction that writes asks of others.
type Writer int

// The kinds of writers.
const (
	Beside Writer = iota // others may write other rows meanwhile
	Alone                // nobody else writes to the tenant's store meanwhile
)

// Place describes where a store is.
type Place struct {
	Path   string // without anything secret
	Bytes  int64
	Schema int64 // migration number
	// Checksums: its pages have them; nil where that is the server's business.
	Checksums *bool
}

// Tx is a transaction. In its statements @ is the tenant, ? or ?N an argument; an
// engine that holds one tenant only leaves the tenant's columns out (Untenanted).
type Tx interface {
	// Query runs a statement and hands each row to f until that returns false. f must
	// not use the transaction.
	Query(ctx context.Context, statement string, args []any, f func(Row) (bool, error)) error
	Lists
	// Numbers runs a query for one column of numbers and hands these to f in pieces
	// that grow, until it returns false. f may use the transaction.
	Numbers(ctx context.Context, query string, args []any, f func([]int64) (bool, error)) error
	// Text is a text as the engine keeps it where it may be indexed.
	Text(s string) string
	// Enqueue asks for work, which is there if the transaction commits.
	Enqueue(ctx context.Context, jobs []queue.New, now time.Time) error
}

// Lists runs a statement for many lists of arguments.
type Lists interface {
	// Many runs a statement once for each list of arguments, in order, and hands each
	// row that comes back to f with the number of its list; f may be nil and must not
	// use the transaction. affected counts rows, those written or those handed on.
	Many(ctx context.Context, statement string, lists [][]any, f func(i int, r Row) error) (affected int, err error)
	// Bulk is Many for a statement and lists of which each touches one row of its own and,
	// where f is given, gives one: an INSERT of VALUES, or an UPDATE with numbered
	// arguments. An engine far away does it as one.
	Bulk(ctx context.Context, statement string, lists [][]any, f func(i int, r Row) error) (affected int, err error)
}

// Row is one row that came back.
type Row interface{ Scan(targets ...any) error }

// Lent is a target for bytes that are done with before the next row is asked for: they
// are handed on as the engine has them, without another copy.
type Lent []byte

// Scan takes what a column has (it is a sql.Scanner, which both engines' drivers know).
func (l *Lent) Scan(column any) error {
	b, ok := column.([]byte)
	if !ok && column != nil {
		return errors.New("a column that is lent has no bytes")
	}
	*l = b
	return nil
}

// Prose is text that is no key and in no index, so that it may have any length. All
// other text may be shortened by an engine that must, to something that stands for
// it alone.
type Prose string
