package postgres

import (
	"context"
	"slices"
	"strconv"
	"strings"

	"github.com/jackc/pgx/v5"

	"prism/internal/store/statement"
)

// engine runs the statements of package rows for one tenant.
type engine struct {
	db     *Database
	tenant string
	owns   bool // closing it closes the database
}

// tries is how often a transaction is tried that had to give way to others.
const tries = 5

// Read calls f with one snapshot.
func (e *engine) Read(ctx context.Context, f func(statement.Tx) error) error {
	return e.db.failed(ctx, "read", e.transact(ctx, `begin isolation level repeatable read read only`, ``, f))
}

// Write calls f with a transaction. Those of one tenant go on beside each other, but
// where one asks to be alone. The locks of a process that hangs in the middle of one go
// after a while: others need them.
func (e *engine) Write(ctx context.Context, op string, as statement.Writer, f func(statement.Tx) error) (err error) {
	lock := `pg_advisory_xact_lock_shared`
	if as == statement.Alone {
		lock = `pg_advisory_xact_lock`
	}
	// The number keeps clear of other locks of the database.
	more := `, set_config('lock_timeout', '` + patience + `', true), set_config('idle_in_transaction_session_timeout', '` + patience + `', true); select ` + lock + `(` + lockClass + `, hashtext(current_setting('app.tenant')))`
	for range tries {
		if err = e.transact(ctx, `begin isolation level read committed read write`, more, f); !givesWay(err) {
			break
		}
	}
	return e.db.failed(ctx, op, err)
}

// lockClass is the first half of the advisory locks of tenants.
const lockClass = `1347570003`

// transact runs f in a transaction. What makes it the tenant's goes with the
// statement that begins it, and ends with it: a pooler between cannot hand it on.
func (e *engine) transact(ctx context.Context, begin, more string, f func(statement.Tx) error) error {
	conn, err := e.db.pool.Acquire(ctx)
	if err != nil {
		return err
	}
	defer conn.Release() // in the middle of a transaction, that closes the connection
	name, err := conn.Conn().PgConn().EscapeString(e.tenant)
	if err != nil {
		return err
	}
	settings := []string{`set_config('search_path', '` + schema + `', true)`, `set_config('app.tenant', '` + name + `', true)`}
	if e.db.role != "" {
		settings = append(settings, `set_config('role', '`+e.db.role+`', true)`)
	}
	_, err = conn.Conn().PgConn().Exec(ctx, begin+`; select `+strings.Join(settings, `, `)+more).ReadAll()
	if err == nil {
		err = f(&transaction{e: e, conn: conn.Conn()})
	}
	if err != nil {
		if conn.Conn().PgConn().TxStatus() != 'I' && ctx.Err() == nil {
			_, _ = conn.Exec(ctx, `rollback`) // else the connection goes, and the transaction with it
		}
		return err
	}
	done, err := conn.Exec(ctx, `commit`)
	if err == nil && done.String() != "COMMIT" { // a failed statement that nobody heard of
		return pgx.ErrTxCommitRollback
	}
	return err
}

// Scrub does nothing: the space of deleted rows is given back by the server's own
// vacuum, and other tenants are at work in the same files.
func (e *engine) Scrub(context.Context) error { return nil }

// Place describes the database.
func (e *engine) Place(ctx context.Context) (statement.Place, error) {
	p := statement.Place{Path: e.db.path}
	_, made, err := e.db.version(ctx)
	p.Schema = made
	if err == nil {
		err = e.db.pool.QueryRow(ctx, `SELECT pg_database_size(current_database())`).Scan(&p.Bytes)
	}
	return p, e.db.failed(ctx, "read", err)
}

// Close lets go of the connections, if they are this store's own.
func (e *engine) Close() error {
	if e.owns {
		e.db.Close()
	}
	return nil
}

// transaction is one of a connection.
type transaction struct {
	e    *engine
	conn *pgx.Conn
}

// text is a statement as PostgreSQL wants it.
type text struct {
	sql      string
	tenanted bool // the tenant is its first argument
}

// of finds a statement's text.
func (t *transaction) of(query string) text {
	if known, ok := t.e.db.texts.Load(query); ok {
		return known.(text)
	}
	var x text
	x.sql, x.tenanted = statement.Numbered(query)
	t.e.db.texts.Store(query, x)
	return x
}

// arguments are those of a statement.
func (t *transaction) arguments(x text, args []any) []any {
	out := make([]any, 0, len(args)+1)
	if x.tenanted {
		out = append(out, t.e.tenant)
	}
	for _, a := range args {
		switch s := a.(type) {
		case string:
			a = key(s)
		case statement.Prose:
			a = clean(string(s))
		}
		out = append(out, a)
	}
	return out
}

// Query implements statement.Tx.
func (t *transaction) Query(ctx context.Context, query string, args []any, f func(statement.Row) (bool, error)) error {
	x := t.of(query)
	found, err := t.conn.Query(ctx, x.sql, t.arguments(x, args)...)
	if err != nil {
		return err
	}
	defer found.Close()
	for found.Next() {
		more, err := f(found)
		if err != nil {
			return err
		}
		if !more {
			found.Close() // what goes wrong after the last row that was wanted went wrong too
			break
		}
	}
	return found.Err()
}

// listsAtOnce is how many executions are sent together.
const listsAtOnce = 256

// Many implements statement.Tx: the executions go out together, and nobody waits for each.
func (t *transaction) Many(ctx context.Context, query string, lists [][]any, f func(int, statement.Row) error) (affected int, err error) {
	x := t.of(query)
	done := 0
	for part := range slices.Chunk(lists, listsAtOnce) {
		batch := &pgx.Batch{}
		for i, args := range part {
			batch.Queue(x.sql, t.arguments(x, args)...).Query(func(found pgx.Rows) error {
				n := 0
				for found.Next() && f != nil {
					n++
					if err := f(done+i, found); err != nil {
						return err
					}
				}
				found.Close()
				if f == nil {
					n = int(found.CommandTag().RowsAffected())
				}
				affected += n
				return found.Err()
			})
		}
		if err := t.conn.SendBatch(ctx, batch).Close(); err != nil {
			return affected, err
		}
		done += len(part)
	}
	return affected, t.counted(ctx, query, affected)
}

// grown is how many new rows a transaction adds to a table before its statistics are
// worth making.
const grown = 200

// counted makes statistics of a table that this process adds many rows to for the first
// time.
// Plans are made when a table is empty, where any index that begins with the tenant
// looks as good as the right one, and kept: the first save into a new database would
// take time by the square of its size. Later the server does this itself.
func (t *transaction) counted(ctx context.Context, query string, added int) error {
	words := strings.Fields(query)
	if added < grown || len(words) < 3 || words[0] != "INSERT" {
		return nil
	}
	table := words[2]
	if _, done := t.e.db.counted.LoadOrStore(table, true); done {
		return nil
	}
	role := t.e.db.role
	if role == "" {
		role = "none"
	}
	// Only the owner's statistics are made; of others it is a notice.
	_, err := t.conn.PgConn().Exec(ctx, `reset role; analyze (skip_locked) `+table+`; set local role `+role).ReadAll()
	return err
}

// mostNumbers bounds a piece of numbers.
const mostNumbers = 512

// Numbers implements statement.Tx by a cursor: while its numbers are worked on, the
// connection is free.
func (t *transaction) Numbers(ctx context.Context, query string, args []any, f func([]int64) (bool, error)) error {
	x := t.of(query)
	if _, err := t.conn.Exec(ctx, `DECLARE numbers NO SCROLL CURSOR FOR `+x.sql, t.arguments(x, args)...); err != nil {
		return err
	}
	for size := 1; ; size = min(4*size, mostNumbers) {
		found, err := t.conn.Query(ctx, `FETCH FORWARD `+strconv.Itoa(size)+` FROM numbers`, pgx.QueryExecModeExec)
		if err != nil {
			return err
		}
		piece, err := pgx.CollectRows(found, pgx.RowTo[int64])
		if err != nil {
			return err
		}
		more := false
		if len(piece) > 0 {
			if more, err = f(piece); err != nil {
				return err
			}
		}
		if !more || len(piece) < size {
			_, err := t.conn.Exec(ctx, `CLOSE numbers`)
			return err
		}
	}
}
