package postgres

import (
	"context"
	"errors"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"prism/internal/queue"
	"prism/internal/queue/river"
)

// queueConnections are those of the queue alone: where jobs take all others, their
// leases are still kept.
const queueConnections = 6

// hangs is how long a transaction of the queue may say nothing: as long as a lease.
const hangs = "30s"

// Queue is the queue of all tenants. It ends with the database.
func (db *Database) Queue(ctx context.Context) (*river.Queue, error) {
	db.queueing.Lock()
	defer db.queueing.Unlock()
	if db.queue == nil {
		cfg := db.pool.Config()
		cfg.MaxConns = queueConnections
		// A process that hangs in the middle of a transaction has the row of a job, for
		// which senders wait.
		cfg.AfterConnect = func(ctx context.Context, conn *pgx.Conn) error {
			_, err := conn.Exec(ctx, `SET idle_in_transaction_session_timeout = '`+hangs+`'`)
			return err
		}
		pool, err := pgxpool.NewWithConfig(ctx, cfg)
		if err != nil {
			return nil, db.failed(ctx, "open the queue of", err)
		}
		db.queue = pool
	}
	return river.New(db.queue, schema, func(err error) error { return wrap(db.path, "read the jobs of", err) })
}

// Enqueue implements statement.Tx: River is asked.
func (t *transaction) Enqueue(ctx context.Context, jobs []queue.New, now time.Time) error {
	return t.e.db.inserter.Enqueue(ctx, begun{t.conn}, t.e.tenant, jobs, now)
}

// begun is a transaction that others may use and nobody of them ends.
type begun struct{ *connection }

// connection is a name for what pgx.Tx has a method for.
type connection = pgx.Conn

// Conn implements pgx.Tx.
func (b begun) Conn() *pgx.Conn { return b.connection }

// Begin implements pgx.Tx.
func (begun) Begin(context.Context) (pgx.Tx, error) { return nil, errors.ErrUnsupported }

// Commit implements pgx.Tx.
func (begun) Commit(context.Context) error { return errors.ErrUnsupported }

// Rollback implements pgx.Tx.
func (begun) Rollback(context.Context) error { return errors.ErrUnsupported }

// LargeObjects implements pgx.Tx.
func (begun) LargeObjects() pgx.LargeObjects { return pgx.LargeObjects{} }
