package river

import (
	"context"
	"encoding/json"
	"errors"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/riverqueue/river/rivertype"

	"prism/internal/queue"
)

// Queue is a queue.Queue. Its pool's user owns River's tables.
type Queue struct {
	*Inserter
	pool  *pgxpool.Pool
	table string
	class func(error) error
}

// New makes a queue of the tables of a schema. The pool stays the caller's. class gives
// an error the kind by which others know what is wrong with the database.
func New(pool *pgxpool.Pool, schema string, class func(error) error) (*Queue, error) {
	i, err := NewInserter(schema)
	if err != nil {
		return nil, err
	}
	return &Queue{i, pool, schema + ".river_job", class}, nil
}

// Enqueue implements queue.Queue.
func (q *Queue) Enqueue(ctx context.Context, tenant string, jobs ...queue.New) error {
	return q.class(pgx.BeginFunc(ctx, q.pool, func(tx pgx.Tx) error {
		return q.Inserter.Enqueue(ctx, tx, tenant, jobs, time.Now())
	}))
}

// listed are the states of jobs that are not done.
const listed = `kind = '` + name + `' AND state IN ('available', 'pending', 'retryable', 'running', 'scheduled', 'discarded')`

// Jobs implements queue.Queue.
func (q *Queue) Jobs(ctx context.Context, tenant string) ([]queue.Job, error) {
	found, err := q.pool.Query(ctx, `SELECT id, args, state::text, attempt, scheduled_at, created_at, errors[array_upper(errors, 1)] FROM `+q.table+`
		WHERE `+listed+` AND ($1 = '' OR args->>'tenant' = $1) ORDER BY args->>'tenant' COLLATE "C", id`, tenant)
	if err != nil {
		return nil, q.class(err)
	}
	list, err := pgx.CollectRows(found, func(r pgx.CollectableRow) (queue.Job, error) {
		var row rivertype.JobRow
		var state string
		var last []byte
		err := r.Scan(&row.ID, &row.EncodedArgs, &state, &row.Attempt, &row.ScheduledAt, &row.CreatedAt, &last)
		if err != nil {
			return queue.Job{}, err
		}
		row.State = rivertype.JobState(state)
		if last != nil {
			row.Errors = make([]rivertype.AttemptError, 1)
			if err := json.Unmarshal(last, &row.Errors[0]); err != nil {
				return queue.Job{}, err
			}
		}
		return job(&row)
	})
	return list, q.class(err)
}

// job is one of River's.
func job(row *rivertype.JobRow) (queue.Job, error) {
	var a args
	err := json.Unmarshal(row.EncodedArgs, &a)
	j := queue.Job{ID: row.ID, Tenant: a.Tenant, Kind: a.Job, Key: a.Key, Attempt: row.Attempt, Due: row.ScheduledAt, Made: row.CreatedAt}
	switch row.State {
	case rivertype.JobStateRunning:
		j.State = queue.Running
	case rivertype.JobStateDiscarded:
		j.State = queue.Dead
	}
	if n := len(row.Errors); n > 0 {
		j.Reason = row.Errors[n-1].Error
	}
	return j, err
}

// Retry implements queue.Queue.
func (q *Queue) Retry(ctx context.Context, tenant string, id int64) (done bool, err error) {
	err = pgx.BeginFunc(ctx, q.pool, func(tx pgx.Tx) error {
		var a args
		var state string
		err := tx.QueryRow(ctx, `SELECT args, state::text FROM `+q.table+` WHERE id = $1 AND args->>'tenant' = $2 AND state <> 'running' AND `+listed+` FOR UPDATE`, id, tenant).Scan(&a, &state)
		if errors.Is(err, pgx.ErrNoRows) {
			return nil
		}
		if done = err == nil; err != nil {
			return err
		}
		if state != string(rivertype.JobStateDiscarded) {
			_, err = q.client.JobRetryTx(ctx, tx, id)
			return err
		}
		if _, err := q.client.JobDeleteTx(ctx, tx, id); err != nil {
			return err
		}
		return q.enqueue(ctx, tx, a, time.Time{}, time.Now())
	})
	return done && err == nil, q.class(err)
}

// Drop implements queue.Queue.
func (q *Queue) Drop(ctx context.Context, tenant string, id int64) (bool, error) {
	done, err := q.pool.Exec(ctx, `DELETE FROM `+q.table+` WHERE id = $1 AND args->>'tenant' = $2 AND state <> 'running' AND `+listed, id, tenant)
	return done.RowsAffected() > 0, q.class(err)
}

// Depth implements queue.Queue.
func (q *Queue) Depth(ctx context.Context) (d queue.Depth, err error) {
	var oldest *time.Time
	err = q.pool.QueryRow(ctx, `SELECT count(*) FILTER (WHERE state NOT IN ('running', 'discarded')), count(*) FILTER (WHERE state = 'running'), count(*) FILTER (WHERE state = 'discarded'),
		min(scheduled_at) FILTER (WHERE state NOT IN ('running', 'discarded') AND scheduled_at <= now()) FROM `+q.table+` WHERE `+listed).Scan(&d.Waiting, &d.Running, &d.Dead, &oldest)
	if oldest != nil {
		d.Oldest = *oldest
	}
	return d, q.class(err)
}
