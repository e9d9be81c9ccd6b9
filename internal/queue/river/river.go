// Package river keeps jobs in PostgreSQL with River (riverqueue.com).
//
// Nouns: an Inserter asks for jobs in the transactions of others; a Queue hands them
// to workers. Promises: those of package queue. What River has not is added here: a
// heartbeat (attempted_at, which River's own rescue goes by), a job that is taken over
// gets another number, so that who had it can end it no more, and what is asked for
// while its job runs is noted on that job's row, which is locked before it is called
// done. Refusals: its tables name tenants and keys, nothing else of theirs.
package river

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"sync"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/riverqueue/river"
	"github.com/riverqueue/river/riverdriver/riverpgxv5"
	"github.com/riverqueue/river/rivermigrate"
	"github.com/riverqueue/river/rivertype"

	"prism/internal/fact"
	"prism/internal/queue"
)

// name is the kind under which River knows all jobs.
const name = "prism"

// args are what River keeps of a job.
type args struct {
	Tenant string     `json:"tenant" river:"unique"`
	Job    queue.Kind `json:"job" river:"unique"`
	Key    string     `json:"key" river:"unique"`
}

// Kind implements river.JobArgs.
func (args) Kind() string { return name }

// live are the states in which a job is the one of its kind and key.
func live() []rivertype.JobState {
	return []rivertype.JobState{rivertype.JobStateAvailable, rivertype.JobStatePending, rivertype.JobStateRetryable, rivertype.JobStateRunning, rivertype.JobStateScheduled}
}

// Schema is River's newest migration, and the one of ours that it came with: where it
// has a newer one, that takes a number of ours.
const Schema = 8

// Migrate makes River's tables, or brings them up to date; where that breaks off it
// goes on the next time. Tenants' transactions see the jobs of theirs only.
func Migrate(ctx context.Context, pool *pgxpool.Pool, schema string) error {
	m, err := rivermigrate.New(riverpgxv5.New(pool), &rivermigrate.Config{Schema: schema, Logger: quiet()})
	if err != nil {
		return err
	}
	if _, err := m.Migrate(ctx, rivermigrate.DirectionUp, &rivermigrate.MigrateOpts{TargetVersion: Schema}); err != nil {
		return err
	}
	// The policy does not bind the tables' owner, as which River works for all tenants
	// alike. Rows come and go: space is taken back by their number, not by their part.
	_, err = pool.Exec(ctx, fmt.Sprintf(`
		ALTER TABLE %[1]s.river_job ENABLE ROW LEVEL SECURITY;
		DROP POLICY IF EXISTS own ON %[1]s.river_job;
		CREATE POLICY own ON %[1]s.river_job USING (args->>'tenant' = nullif(current_setting('app.tenant', true), ''));
		ALTER TABLE %[1]s.river_job SET (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 1000)`, schema))
	return err
}

// Own is what must be said once a role may use all tables of a schema: of River's, it
// may ask for jobs and nothing else.
func Own(schema, role string) string {
	return fmt.Sprintf(`
		REVOKE ALL ON %[1]s.river_leader, %[1]s.river_queue, %[1]s.river_migration, %[1]s.river_notification FROM %[2]s;
		REVOKE DELETE ON %[1]s.river_job FROM %[2]s`, schema, role)
}

// Inserter asks for jobs.
type Inserter struct {
	client *river.Client[pgx.Tx]
	schema string
	// keys are River's, by tenant and kind, of jobs that have no key of their own: they
	// are asked for with all that comes.
	keys sync.Map
}

// seldom is between the notifications of an Inserter. Nobody listens: a NOTIFY locks
// the whole server when its transaction ends.
const seldom = 10000 * time.Hour

// NewInserter makes one for the tables of a schema.
func NewInserter(schema string) (*Inserter, error) {
	client, err := river.NewClient(riverpgxv5.New(nil), &river.Config{Schema: schema, Logger: quiet(), FetchCooldown: seldom, FetchPollInterval: seldom})
	if err != nil {
		return nil, err
	}
	return &Inserter{client: client, schema: schema}, nil
}

// Enqueue asks for a tenant's jobs in a transaction.
func (i *Inserter) Enqueue(ctx context.Context, tx pgx.Tx, tenant string, jobs []queue.New, now time.Time) error {
	for _, j := range jobs { // one by one: two of a key in one statement are an error
		if err := i.enqueue(ctx, tx, args{tenant, j.Kind, j.Key}, j.Due, now); err != nil {
			return err
		}
	}
	return nil
}

// notes are what is kept of a job beside River's columns.
type notes struct {
	// Again is when it is due once more, in µs; nil: it was not asked for while it runs.
	Again *int64 `json:"again"`
}

func noted(metadata []byte) (n notes) {
	_ = json.Unmarshal(metadata, &n) // River's own notes are none of ours
	return n
}

func (i *Inserter) enqueue(ctx context.Context, tx pgx.Tx, a args, due, now time.Time) error {
	if key, known := i.keys.Load(a); known {
		row, err := i.there(ctx, tx, key.([]byte))
		if err == nil {
			return i.again(ctx, tx, row, due, now)
		}
		if !errors.Is(err, pgx.ErrNoRows) {
			return err
		}
	}
	later := due
	if !due.After(now) {
		later = time.Time{} // with a time, any, it would wait for whoever moves scheduled jobs
	}
	made, err := i.client.InsertTx(ctx, tx, a, &river.InsertOpts{
		MaxAttempts: queue.Tries, ScheduledAt: later, UniqueOpts: river.UniqueOpts{ByArgs: true, ByState: live()},
	})
	if err == nil && a.Key == "" {
		i.keys.Store(a, made.Job.UniqueKey)
	}
	if err != nil || !made.UniqueSkippedAsDuplicate {
		return err
	}
	return i.again(ctx, tx, made.Job, due, now)
}

// there is the live job of a key of River's, as River itself finds it, which writes the
// row anew each time.
func (i *Inserter) there(ctx context.Context, tx pgx.Tx, key []byte) (*rivertype.JobRow, error) {
	row := &rivertype.JobRow{}
	return row, tx.QueryRow(ctx, `SELECT id, state::text, attempt, scheduled_at, metadata FROM `+i.schema+`.river_job
		WHERE unique_key = $1 AND unique_states IS NOT NULL AND `+i.schema+`.river_job_state_in_bitmask(unique_states, state) FOR UPDATE`, key).
		Scan(&row.ID, &row.State, &row.Attempt, &row.ScheduledAt, &row.Metadata)
}

// again asks for a job that there is. Its row is this transaction's, so that it is not
// claimed, nor called done, before this is committed.
func (i *Inserter) again(ctx context.Context, tx pgx.Tx, row *rivertype.JobRow, due, now time.Time) (err error) {
	if due.IsZero() {
		due = now
	}
	switch {
	case row.State == rivertype.JobStateRunning:
		if n := noted(row.Metadata); n.Again == nil || *n.Again > fact.Micro(due) {
			_, err = tx.Exec(ctx, `UPDATE `+i.schema+`.river_job SET metadata = metadata || jsonb_build_object('again', $2::bigint) WHERE id = $1`, row.ID, fact.Micro(due))
		}
	case row.Attempt == 0 && due.Before(row.ScheduledAt):
		_, err = tx.Exec(ctx, `UPDATE `+i.schema+`.river_job SET scheduled_at = $2, state = CASE WHEN $2 <= now() THEN 'available' ELSE state END WHERE id = $1`, row.ID, due)
	}
	return err
}
