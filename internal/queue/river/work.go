package river

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/riverqueue/river"
	"github.com/riverqueue/river/riverdriver/riverpgxv5"

	"prism/internal/fact"
	"prism/internal/queue"
)

// How long River keeps what is over.
const (
	keepDone = 10 * time.Minute    // each done job is a row until then
	keepDead = 30 * 24 * time.Hour // reference/live.md §7
)

// Work implements queue.Queue.
func (q *Queue) Work(ctx context.Context, o queue.Options, do queue.Handler) error {
	o = o.Filled()
	w := &worker{q: q, o: o, do: do}
	client, err := w.start(ctx)
	if err != nil || client == nil {
		return err
	}
	w.takeOver(ctx)
	select {
	case <-client.Stopped():
		return nil
	case <-time.After(o.Grace + o.Lease):
		return queue.ErrHangs
	}
}

// startAgain is between two tries to begin, while the database is away: a process that
// was started, or restarted, just then works once it is back.
const startAgain = time.Second

// start begins to work; nil: ctx ended before it could.
func (w *worker) start(ctx context.Context) (*river.Client[pgx.Tx], error) {
	for {
		client, err := w.client()
		if err != nil {
			return nil, err
		}
		if err = client.Start(ctx); err == nil {
			return client, nil
		}
		if ctx.Err() == nil {
			w.o.Trouble(err)
		}
		select {
		case <-ctx.Done():
			return nil, nil //nolint:nilnil // it was told to stop, which is no failure
		case <-time.After(startAgain):
		}
	}
}

// client is a worker as River knows it.
func (w *worker) client() (*river.Client[pgx.Tx], error) {
	q, o := w.q, w.o
	workers := river.NewWorkers()
	if err := river.AddWorkerSafely(workers, w); err != nil {
		return nil, err
	}
	return river.NewClient(riverpgxv5.New(q.pool), &river.Config{
		Schema: q.schema, Logger: slog.New(troubles{o.Trouble}), Workers: workers,
		Queues: map[string]river.QueueConfig{river.QueueDefault: {MaxWorkers: o.Workers}},
		// Each fetch takes what there are slots for; without listening it need not hold
		// a connection (see seldom), and works behind any pooler.
		PollOnly: true, FetchPollInterval: o.Poll, FetchCooldown: min(o.Poll, fetchPause),
		MaxAttempts: queue.Tries, JobTimeout: -1, RescueStuckJobsAfter: seldom, // leases do that
		SoftStopTimeout: o.Grace, CompletedJobRetentionPeriod: keepDone, DiscardedJobRetentionPeriod: keepDead,
	})
}

// fetchPause is the least time between two looks for work while there is some.
const fetchPause = 10 * time.Millisecond

// worker is a process at work.
type worker struct {
	river.WorkerDefaults[args]
	q  *Queue
	o  queue.Options
	do queue.Handler
}

// NextRetry implements river.Worker.
func (w *worker) NextRetry(j *river.Job[args]) time.Time {
	return time.Now().Add(w.o.Backoff(j.Attempt))
}

// takeOver gives back the jobs of workers that are not heard of, until ctx ends. A
// job gets another number with that; its old worker's word on it is about none.
func (w *worker) takeOver(ctx context.Context) {
	tick := time.NewTicker(max(w.o.Lease/3, time.Millisecond))
	defer tick.Stop()
	for {
		_, err := w.q.pool.Exec(ctx, fmt.Sprintf(`WITH lost AS (SELECT id AS number, attempt >= max_attempts AND NOT metadata ? 'again' AS over FROM %[1]s
				WHERE state = 'running' AND kind = '`+name+`' AND attempted_at < now() - $1::interval FOR UPDATE SKIP LOCKED)
			UPDATE %[1]s SET id = nextval('%[1]s_id_seq'), metadata = metadata - 'again', scheduled_at = now(),
				state = CASE WHEN over THEN 'discarded' ELSE 'available' END::%[2]s.river_job_state, finalized_at = CASE WHEN over THEN now() END,
				errors = array_append(errors, jsonb_build_object('at', now(), 'attempt', attempt, 'error', $2::text, 'trace', ''))
			FROM lost WHERE id = number`, w.q.table, w.q.schema), w.o.Lease, queue.Lost)
		if err != nil && ctx.Err() == nil {
			w.o.Trouble(err)
		}
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
		}
	}
}

// Work implements river.Worker. What it returns River makes of the row, if that is
// still there under its number and runs.
func (w *worker) Work(ctx context.Context, r *river.Job[args]) error {
	j, err := job(r.JobRow)
	if err != nil {
		return err
	}
	j.State = queue.Running
	if noted(r.Metadata).Again != nil { // of an attempt before: this one covers it
		if _, err := w.q.pool.Exec(ctx, `UPDATE `+w.q.table+` SET metadata = metadata - 'again' WHERE id = $1 AND state = 'running'`, j.ID); err != nil {
			return err
		}
	}
	err = queue.Attempt(ctx, j, w.o, func(ctx context.Context) (bool, error) {
		done, err := w.q.pool.Exec(ctx, `UPDATE `+w.q.table+` SET attempted_at = now() WHERE id = $1 AND state = 'running'`, j.ID)
		return done.RowsAffected() > 0, err
	}, w.do)
	stopped := err != nil && ctx.Err() != nil && !errors.Is(err, queue.ErrLost)
	if stopped {
		return ctx.Err() // it goes back and has cost no attempt
	}
	told, cancel := context.WithTimeout(context.WithoutCancel(ctx), w.o.Lease)
	defer cancel()
	switch {
	case err == nil:
		return w.over(told, r, j, func(tx pgx.Tx) error {
			_, err := river.JobCompleteTx[*riverpgxv5.Driver](told, tx, r)
			return err
		})
	case errors.Is(err, queue.ErrLost):
		w.o.Late(told, j)
		return failed(queue.Lost)
	}
	var held bool
	if trouble := w.q.pool.QueryRow(told, `SELECT EXISTS (SELECT FROM `+w.q.table+` WHERE id = $1 AND state = 'running')`, j.ID).Scan(&held); trouble == nil && !held {
		w.o.Late(told, j)
		return failed(queue.Lost)
	}
	if queue.Passing(err) {
		return river.JobSnooze(w.o.Pause())
	}
	reason := failed(queue.Reason(err))
	if r.Attempt >= r.MaxAttempts {
		err = w.over(told, r, j, func(tx pgx.Tx) error {
			_, err := tx.Exec(told, `UPDATE `+w.q.table+` SET state = 'discarded', finalized_at = now(),
				errors = array_append(errors, jsonb_build_object('at', now(), 'attempt', attempt, 'error', $2::text, 'trace', '')) WHERE id = $1`, j.ID, string(reason))
			return err
		})
		if err != nil {
			return err
		}
	}
	return reason
}

// failed is what River is told of a job that failed.
type failed string

func (f failed) Error() string { return string(f) }

// over ends a job: dead ones of its kind and key go, and where it was asked for while
// it ran it is asked for anew. Its row is locked first: whoever asks for it waits, and
// then finds it over, or has noted that before.
func (w *worker) over(ctx context.Context, r *river.Job[args], j queue.Job, end func(pgx.Tx) error) error {
	ours := true
	err := pgx.BeginFunc(ctx, w.q.pool, func(tx pgx.Tx) error {
		var metadata []byte
		err := tx.QueryRow(ctx, `SELECT metadata FROM `+w.q.table+` WHERE id = $1 AND state = 'running' FOR UPDATE`, r.ID).Scan(&metadata)
		if ours = !errors.Is(err, pgx.ErrNoRows); !ours {
			return nil
		}
		if err != nil {
			return err
		}
		if _, err := tx.Exec(ctx, `DELETE FROM `+w.q.table+` WHERE state = 'discarded' AND args @> $1 AND `+listed, r.Args); err != nil {
			return err
		}
		if err := end(tx); err != nil {
			return err
		}
		if again := noted(metadata).Again; again != nil {
			return w.q.enqueue(ctx, tx, r.Args, fact.FromMicro(*again), time.Now())
		}
		return nil
	})
	if err == nil && !ours {
		w.o.Late(ctx, j)
	}
	return err
}

// troubles hands on what River warns of. Of jobs it knows names and reasons only.
type troubles struct{ tell func(error) }

// Enabled implements slog.Handler.
func (troubles) Enabled(_ context.Context, l slog.Level) bool { return l >= slog.LevelWarn }

// Handle implements slog.Handler.
func (t troubles) Handle(_ context.Context, r slog.Record) error {
	text := r.Message
	r.Attrs(func(a slog.Attr) bool {
		text += " " + a.String()
		return true
	})
	t.tell(errors.New(text))
	return nil
}

// WithAttrs implements slog.Handler.
func (t troubles) WithAttrs([]slog.Attr) slog.Handler { return t }

// WithGroup implements slog.Handler.
func (t troubles) WithGroup(string) slog.Handler { return t }

// quiet is for what cannot go wrong unseen.
func quiet() *slog.Logger { return slog.New(slog.DiscardHandler) }

// Interface checks.
var (
	_ queue.Queue        = (*Queue)(nil)
	_ river.Worker[args] = (*worker)(nil)
	_ slog.Handler       = troubles{}
)
