package rows

import (
	"context"

	"prism/internal/fact"
	"prism/internal/store"
	"prism/internal/store/statement"
)

// Earlier is what an engine may hold from before the schema had its present form.
type Earlier interface {
	// Left appends what want chooses among the conversations of that time.
	Left(ctx context.Context, tx statement.Tx, list []store.Conversation, want func(*store.Source) bool) ([]store.Conversation, error)
	// LetGo removes the conversations that a scope has taken, or read anew.
	LetGo(ctx context.Context, tx statement.Tx, scope int64) error
	// Answer reads an answer in the form of that time.
	Answer(doc []byte) (fact.Answer, error)
	// Files returns the files of the verdicts on the sessions that of chooses.
	Files(ctx context.Context, tx statement.Tx, of func(session string) bool) ([]string, error)
	// Forget removes what is of the sessions or files chosen, and verdicts on the
	// transcripts judged; all where they are nil.
	Forget(ctx context.Context, tx statement.Tx, session, file, judged func(string) bool) (store.Forgotten, error)
}
