package sqlite

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"os"
	"strings"
	"sync"
	"time"

	"prism/internal/queue"
	"prism/internal/store"
	"prism/internal/store/jobs"
	"prism/internal/store/statement"
)

// engine runs the statements of package rows on a file.
type engine struct {
	s *Store
	// texts are statements as SQLite wants them, by those of package rows.
	texts sync.Map
}

// Read calls f with one snapshot of the file.
func (e *engine) Read(ctx context.Context, f func(statement.Tx) error) error {
	tx, err := e.s.read.BeginTx(ctx, &sql.TxOptions{ReadOnly: true})
	if err != nil {
		return e.s.failed(ctx, "read", err)
	}
	defer func() { _ = tx.Rollback() }() // nothing was written
	return e.s.failed(ctx, "read", f(newTransaction(e, tx)))
}

// Write calls f with an immediate transaction: there is one writer at a time.
func (e *engine) Write(ctx context.Context, op string, _ statement.Writer, f func(statement.Tx) error) error {
	var tx *sql.Tx
	err := e.s.patient(ctx, func() (err error) {
		tx, err = e.s.write.BeginTx(ctx, nil)
		return err
	})
	if err != nil {
		return e.s.failed(ctx, op, err)
	}
	e.s.wrote.Store(true)
	if err := f(newTransaction(e, tx)); err != nil {
		// A rollback that fails has lost its connection, and the transaction with it.
		_ = tx.Rollback()
		return e.s.failed(ctx, op, err)
	}
	return e.s.failed(ctx, op, tx.Commit())
}

// patient tries again what finds the file in another process's hands, for as long as the
// store has patience and ctx goes on.
func (s *Store) patient(ctx context.Context, try func() error) error {
	for began := time.Now(); ; {
		err := try()
		locked := errors.Is(err, store.ErrLocked) || errors.Is(classify(err), store.ErrLocked)
		if !locked || ctx.Err() != nil || time.Since(began) >= s.patience {
			return err
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-time.After(lockedPause): // some of what is locked answers at once
		}
	}
}

// KeepsJobs says that the table of jobs is what is worked on.
func (e *engine) KeepsJobs() {}

// Scrub rewrites the file without the space of deleted rows and empties the log.
func (e *engine) Scrub(ctx context.Context) error {
	return e.s.failed(ctx, "forget in", e.s.scrub(ctx))
}

func (s *Store) scrub(ctx context.Context) error {
	err := s.patient(ctx, func() error {
		_, err := s.write.ExecContext(ctx, `VACUUM`)
		return err
	})
	if err != nil {
		return fmt.Errorf("the rows are gone, but their bytes are still in the file; run it again: %w", err)
	}
	err = s.patient(ctx, func() error {
		var busy, frames, moved int
		err := s.write.QueryRowContext(ctx, `PRAGMA wal_checkpoint(TRUNCATE)`).Scan(&busy, &frames, &moved)
		if err == nil && busy != 0 {
			err = store.ErrLocked
		}
		return err
	})
	if err != nil {
		return errors.Join(errors.New("the rows are gone, but their bytes are still in the file's log; run it again"), err)
	}
	return nil
}

// Place describes the file.
func (e *engine) Place(ctx context.Context) (statement.Place, error) {
	// As it was when the store was opened: to open the file beside SQLite and close
	// it would take this process's locks off it (sqlite.org/howtocorrupt.html).
	p := statement.Place{Path: e.s.path, Checksums: new(e.s.summed)}
	for _, suffix := range []string{"", "-wal"} {
		if info, err := os.Stat(e.s.path + suffix); err == nil {
			p.Bytes += info.Size()
		}
	}
	err := e.s.read.QueryRowContext(ctx, `SELECT user_version FROM pragma_user_version`).Scan(&p.Schema)
	return p, e.s.failed(ctx, "read", err)
}

// Close lets go of the file. Where nobody else has it open, SQLite folds its log
// back into it.
func (e *engine) Close() error {
	s := e.s
	err := s.read.Close()
	if s.wrote.Load() {
		// Only a hint to the query planner; a failure costs speed, nothing else.
		_, _ = s.write.ExecContext(context.Background(), `PRAGMA optimize`)
	}
	return wrap(s.path, "close", errors.Join(err, s.write.Close()))
}

// transaction is one of database/sql, with the statements that it has prepared.
type transaction struct {
	e          *engine
	tx         *sql.Tx
	statements map[string]*sql.Stmt // by their text; the transaction closes them
}

func newTransaction(e *engine, tx *sql.Tx) *transaction {
	return &transaction{e: e, tx: tx, statements: make(map[string]*sql.Stmt)}
}

func (t *transaction) text(query string) string {
	if text, ok := t.e.texts.Load(query); ok {
		return text.(string)
	}
	text := statement.Untenanted(query)
	t.e.texts.Store(query, text)
	return text
}

// prepared prepares a statement once.
func (t *transaction) prepared(ctx context.Context, query string) (*sql.Stmt, error) {
	if st, ok := t.statements[query]; ok {
		return st, ctx.Err()
	}
	st, err := t.tx.PrepareContext(ctx, t.text(query))
	if err == nil {
		t.statements[query] = st
	}
	return st, err
}

// Query implements statement.Tx.
func (t *transaction) Query(ctx context.Context, query string, args []any, f func(statement.Row) (bool, error)) error {
	found, err := t.tx.QueryContext(ctx, t.text(query), args...)
	if err != nil {
		return err
	}
	defer found.Close()
	for found.Next() {
		if more, err := f(found); err != nil || !more {
			return err
		}
	}
	return found.Err()
}

// Bulk implements statement.Tx.
func (t *transaction) Bulk(ctx context.Context, query string, lists [][]any, f func(int, statement.Row) error) (affected int, err error) {
	return t.Many(ctx, query, lists, f)
}

// Many implements statement.Tx. Each execution is short, and there are many: they are
// planned once, and nobody waits beside each of them for the context to end.
func (t *transaction) Many(ctx context.Context, query string, lists [][]any, f func(int, statement.Row) error) (affected int, err error) {
	if len(lists) == 0 {
		return 0, ctx.Err()
	}
	once := func(ctx context.Context, st *sql.Stmt, args []any, _ func(statement.Row) error) (n int, err error) {
		_, n, err = executed(ctx, st, args)
		return n, err
	}
	if plain, ok := numbered(query); f != nil {
		if once = handOn; ok {
			query, once = plain, handNumberOn
		}
	}
	st, err := t.prepared(ctx, query)
	if err != nil {
		return 0, err
	}
	quiet := context.WithoutCancel(ctx)
	for i, args := range lists {
		if err := ctx.Err(); err != nil {
			return affected, err
		}
		n, err := once(quiet, st, args, func(r statement.Row) error { return f(i, r) })
		if affected += n; err != nil {
			return affected, err
		}
	}
	return affected, nil
}

// executed runs a statement and counts the rows that it touched.
func executed(ctx context.Context, st *sql.Stmt, args []any) (done sql.Result, n int, err error) {
	if done, err = st.ExecContext(ctx, args...); err != nil {
		return nil, 0, err
	}
	touched, err := done.RowsAffected()
	return done, int(touched), err
}

// numbered is an insertion into a table whose rows SQLite numbers, without the clause
// that asks for the number: SQLite tells it anyway, and would keep what comes back in
// a table of its own (a fifth of the time of a save).
func numbered(query string) (plain string, ok bool) {
	plain, ok = strings.CutSuffix(query, " RETURNING n")
	return plain, ok && (strings.HasPrefix(plain, "INSERT INTO sessions ") || strings.HasPrefix(plain, "INSERT INTO verdicts "))
}

// number is a row that is one number.
type number int64

// Scan implements rows.Row.
func (n number) Scan(targets ...any) error {
	*targets[0].(*int64) = int64(n)
	return nil
}

// handNumberOn calls f with the number of the row that one execution made, if any.
func handNumberOn(ctx context.Context, st *sql.Stmt, args []any, f func(statement.Row) error) (int, error) {
	done, n, err := executed(ctx, st, args)
	if err != nil || n == 0 {
		return 0, err
	}
	made, err := done.LastInsertId()
	if err != nil {
		return n, err
	}
	return n, f(number(made))
}

// handOn calls f with each row of one execution.
func handOn(ctx context.Context, st *sql.Stmt, args []any, f func(statement.Row) error) (n int, err error) {
	found, err := st.QueryContext(ctx, args...)
	if err != nil {
		return 0, err
	}
	defer found.Close()
	for found.Next() {
		n++
		if err := f(found); err != nil {
			return n, err
		}
	}
	return n, found.Err()
}

// mostNumbers bounds a piece of numbers.
const mostNumbers = 256

// Numbers implements statement.Tx. The first piece is one number: who asks for a session
// only waits for no second.
func (t *transaction) Numbers(ctx context.Context, query string, args []any, f func([]int64) (bool, error)) error {
	found, err := t.tx.QueryContext(ctx, t.text(query), args...)
	if err != nil {
		return err
	}
	defer found.Close()
	piece := make([]int64, 0, 1)
	for found.Next() {
		var n int64
		if err := found.Scan(&n); err != nil {
			return err
		}
		if piece = append(piece, n); len(piece) == cap(piece) {
			if more, err := f(piece); err != nil || !more {
				return err
			}
			piece = make([]int64, 0, min(2*cap(piece), mostNumbers))
		}
	}
	if err := found.Err(); err != nil || len(piece) == 0 {
		return err
	}
	_, err = f(piece)
	return err
}

// Text implements statement.Tx: SQLite takes any.
func (t *transaction) Text(s string) string { return s }

// Enqueue implements statement.Tx: it writes to the table of jobs.
func (t *transaction) Enqueue(ctx context.Context, list []queue.New, now time.Time) error {
	return jobs.EnqueueRows(ctx, t, list, now)
}
