// Package jobs keeps work that waits in a table, for an engine without a queue of its own.
//
// Nouns: Jobs are those of one tenant. Promises: of a kind and key one is live; a claim is
// its holder's until it ends; what was begun too often, or failed so, is dead and kept.
// Refusals: it runs nothing and waits for nothing (queue/lease does).
package jobs

import (
	"context"
	"time"

	"prism/internal/fact"
	"prism/internal/queue"
	"prism/internal/store/statement"
)

// Enqueue asks for jobs of a tenant's in a transaction of their own.
func Enqueue(ctx context.Context, e statement.Engine, now time.Time, jobs []queue.New) error {
	return e.Write(ctx, "ask for work in", statement.Beside, func(tx statement.Tx) error { return tx.Enqueue(ctx, jobs, now) })
}

// Keeper is an engine that keeps jobs in the table of them.
type Keeper interface {
	statement.Engine
	KeepsJobs()
}

// Jobs are a tenant's jobs where its engine keeps them in a table.
type Jobs struct{ engine statement.Engine }

// Of are the tenant's jobs; nil where the engine has another queue.
func Of(e statement.Engine) *Jobs {
	if e, ok := e.(Keeper); ok {
		return &Jobs{e}
	}
	return nil
}

// EnqueueRows writes jobs to the table. One that fails and waits keeps its time: what
// is asked for meanwhile is no reason to hurry.
func EnqueueRows(ctx context.Context, tx statement.Tx, jobs []queue.New, now time.Time) error {
	at := fact.Micro(now)
	_, err := tx.Many(ctx, `INSERT INTO jobs (tenant, kind, key, state, due, attempt, claims, made_at, reason)
		VALUES (@, ?, ?, 0, ?, 0, 0, ?, '')
		ON CONFLICT (tenant, kind, key) WHERE state < 2 DO UPDATE SET
			due = CASE WHEN jobs.state = 0 AND jobs.attempt = 0 THEN min(jobs.due, excluded.due) ELSE jobs.due END,
			again = CASE WHEN jobs.state = 1 THEN min(coalesce(jobs.again, excluded.due), excluded.due) END`,
		statement.Each(jobs, func(j queue.New) []any {
			due := at
			if !j.Due.IsZero() {
				due = fact.Micro(j.Due)
			}
			return []any{string(j.Kind), j.Key, due, at}
		}), nil)
	return err
}

const jobColumns = `n, kind, key, state, due, attempt, claims, made_at, reason`

func job(r statement.Row) (j queue.Job, err error) {
	var kind string
	var due, made int64
	err = r.Scan(&j.ID, &kind, &j.Key, &j.State, &due, &j.Attempt, &j.Claim, &made, &j.Reason)
	j.Kind, j.Due, j.Made = queue.Kind(kind), fact.FromMicro(due), fact.FromMicro(made)
	return j, err
}

func jobs(ctx context.Context, tx statement.Tx, sql string, args ...any) (list []queue.Job, err error) {
	err = statement.Query(ctx, tx, sql, args, func(r statement.Row) error {
		j, err := job(r)
		list = append(list, j)
		return err
	})
	return list, err
}

// Enqueue asks for jobs in a transaction of their own.
func (t *Jobs) Enqueue(ctx context.Context, now time.Time, jobs ...queue.New) error {
	return Enqueue(ctx, t.engine, now, jobs)
}

// next is when the first job is due, or the first lease ends; zero: there is none.
func (t *Jobs) next(ctx context.Context) (at time.Time, err error) {
	err = t.engine.Read(ctx, func(tx statement.Tx) error {
		var due int64
		found, err := statement.One(ctx, tx, `SELECT due FROM jobs WHERE tenant = @ AND state < 2 ORDER BY due LIMIT 1`, nil, &due)
		if found {
			at = fact.FromMicro(due)
		}
		return err
	})
	return at, err
}

// Claim takes jobs that are due, or whose lease has ended, until a time; those that
// were begun too often are dead. Where nothing is due it writes nothing, and next is
// when something will be; zero: there is nothing.
func (t *Jobs) Claim(ctx context.Context, now, until time.Time, most int) (list []queue.Job, next time.Time, err error) {
	if next, err = t.next(ctx); err != nil || next.IsZero() || next.After(now) {
		return nil, next, err
	}
	err = t.engine.Write(ctx, "take work from", statement.Beside, func(tx statement.Tx) error {
		at := fact.Micro(now)
		lost, err := jobs(ctx, tx, `SELECT `+jobColumns+` FROM jobs WHERE tenant = @ AND state = 1 AND due <= ? AND attempt >= ?`, at, queue.Tries)
		for i := range lost {
			if err == nil {
				err = bury(ctx, tx, &lost[i], queue.Lost, at)
			}
		}
		if err != nil {
			return err
		}
		list, err = jobs(ctx, tx, `UPDATE jobs SET reason = CASE WHEN state = 1 THEN ? ELSE reason END, state = 1, due = ?, again = NULL, attempt = attempt + 1, claims = claims + 1
			WHERE tenant = @ AND n IN (SELECT n FROM jobs WHERE tenant = @ AND state < 2 AND due <= ? ORDER BY due, n LIMIT ?)
			RETURNING `+jobColumns, queue.Lost, fact.Micro(until), at, most)
		return err
	})
	return list, time.Time{}, err
}

// bury makes a job dead; of a kind and key the newest dead one is kept. What was asked
// for while it ran is a job of its own, after the pause that any failure makes.
func bury(ctx context.Context, tx statement.Tx, j *queue.Job, reason string, due int64) error {
	if _, err := statement.Run(ctx, tx, `DELETE FROM jobs WHERE tenant = @ AND kind = ? AND key = ? AND state = 2`, string(j.Kind), j.Key); err != nil {
		return err
	}
	var again *int64
	if _, err := statement.One(ctx, tx, `UPDATE jobs SET state = 2, reason = ? WHERE tenant = @ AND n = ? RETURNING again`, []any{reason, j.ID}, &again); err != nil || again == nil {
		return err
	}
	return EnqueueRows(ctx, tx, []queue.New{{Kind: j.Kind, Key: j.Key, Due: fact.FromMicro(max(*again, due))}}, fact.FromMicro(due))
}

// held changes a job if it is still this claim's.
func (t *Jobs) held(ctx context.Context, op string, j *queue.Job, change func(statement.Tx) error) (ours bool, err error) {
	err = t.engine.Write(ctx, op, statement.Beside, func(tx statement.Tx) error {
		var n int64
		var err error
		if ours, err = statement.One(ctx, tx, `SELECT n FROM jobs WHERE tenant = @ AND n = ? AND state = 1 AND claims = ?`, []any{j.ID, j.Claim}, &n); err != nil || !ours {
			return err
		}
		return change(tx)
	})
	return ours, err
}

// Renew makes a lease longer. False: the job is another's.
func (t *Jobs) Renew(ctx context.Context, j *queue.Job, until time.Time) (bool, error) {
	return t.held(ctx, "keep work in", j, func(tx statement.Tx) error {
		_, err := statement.Run(ctx, tx, `UPDATE jobs SET due = ? WHERE tenant = @ AND n = ?`, fact.Micro(until), j.ID)
		return err
	})
}

// Done ends a job, and a dead one of its kind and key with it: what that was for is
// done now. Where it was asked for meanwhile it waits anew.
func (t *Jobs) Done(ctx context.Context, j *queue.Job) (bool, error) {
	return t.held(ctx, "end work in", j, func(tx statement.Tx) error {
		_, err := statement.Run(ctx, tx, `DELETE FROM jobs WHERE tenant = @ AND (n = ? AND again IS NULL OR kind = ? AND key = ? AND state = 2)`, j.ID, string(j.Kind), j.Key)
		if err == nil {
			_, err = statement.Run(ctx, tx, `UPDATE jobs SET state = 0, due = again, again = NULL, attempt = 0, reason = '' WHERE tenant = @ AND n = ?`, j.ID)
		}
		return err
	})
}

// Fail returns a job to the queue until a time, or makes it dead.
func (t *Jobs) Fail(ctx context.Context, j *queue.Job, reason string, due time.Time) (bool, error) {
	return t.held(ctx, "return work to", j, func(tx statement.Tx) error {
		if j.Attempt >= queue.Tries {
			return bury(ctx, tx, j, reason, fact.Micro(due))
		}
		_, err := statement.Run(ctx, tx, `UPDATE jobs SET state = 0, due = ?, again = NULL, reason = ? WHERE tenant = @ AND n = ?`, fact.Micro(due), reason, j.ID)
		return err
	})
}

// Return gives a job back as if it had not been begun.
func (t *Jobs) Return(ctx context.Context, j *queue.Job, due time.Time) (bool, error) {
	return t.held(ctx, "return work to", j, func(tx statement.Tx) error {
		_, err := statement.Run(ctx, tx, `UPDATE jobs SET state = 0, due = ?, again = NULL, attempt = attempt - 1 WHERE tenant = @ AND n = ?`, fact.Micro(due), j.ID)
		return err
	})
}

// All are the jobs, by number.
func (t *Jobs) All(ctx context.Context) (list []queue.Job, err error) {
	err = t.engine.Read(ctx, func(tx statement.Tx) error {
		list, err = jobs(ctx, tx, `SELECT `+jobColumns+` FROM jobs WHERE tenant = @ ORDER BY n`)
		return err
	})
	return list, err
}

// Retry makes a job that does not run due. A dead one whose kind and key have a live
// one is that.
func (t *Jobs) Retry(ctx context.Context, id int64, now time.Time) (done bool, err error) {
	err = t.engine.Write(ctx, "retry work in", statement.Beside, func(tx statement.Tx) error {
		list, err := jobs(ctx, tx, `SELECT `+jobColumns+` FROM jobs WHERE tenant = @ AND n = ? AND state <> 1`, id)
		if done = len(list) > 0; err != nil || !done {
			return err
		}
		j := list[0]
		if j.State == queue.Dead {
			if _, err := statement.Run(ctx, tx, `DELETE FROM jobs WHERE tenant = @ AND n = ?`, id); err != nil {
				return err
			}
			return EnqueueRows(ctx, tx, []queue.New{{Kind: j.Kind, Key: j.Key}}, now)
		}
		_, err = statement.Run(ctx, tx, `UPDATE jobs SET due = ? WHERE tenant = @ AND n = ?`, fact.Micro(now), id)
		return err
	})
	return done, err
}

// Drop removes a job that does not run.
func (t *Jobs) Drop(ctx context.Context, id int64) (bool, error) {
	n := 0
	err := t.engine.Write(ctx, "drop work from", statement.Beside, func(tx statement.Tx) (err error) {
		n, err = statement.Run(ctx, tx, `DELETE FROM jobs WHERE tenant = @ AND n = ? AND state <> 1`, id)
		return err
	})
	return n > 0, err
}
