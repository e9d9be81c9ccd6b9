package sqlite

import (
	"context"
	"database/sql"
	"errors"
	"maps"
	"slices"
	"time"

	"prism/internal/fact"
	"prism/internal/redact"
	"prism/internal/store"
)

// Recall returns the answer that a model gave to a question; ok is false where
// none is kept.
func (s *Store) Recall(ctx context.Context, question string) (a fact.Answer, ok bool, err error) {
	var raw []byte
	err = s.read.QueryRowContext(ctx, `SELECT doc FROM answers WHERE question = ?`, question).Scan(&raw)
	if errors.Is(err, sql.ErrNoRows) {
		return a, false, nil
	}
	if err == nil {
		err = parse(raw, &a, getAnswer)
	}
	return a, err == nil, s.failed(ctx, "read", err)
}

// Keep keeps the answer to a question. The first stays: it was paid for, and what
// was made of it stands.
func (s *Store) Keep(ctx context.Context, a fact.Answer) error {
	return s.transact(ctx, "keep an answer in", func(tx *sql.Tx) error {
		var w writer
		_, err := tx.ExecContext(ctx, `INSERT INTO answers (question, kept_at, doc) VALUES (?, ?, ?) ON CONFLICT (question) DO NOTHING`,
			a.Call.Question, a.Call.At.UnixMicro(), document(&w, &a, putAnswer))
		return err
	})
}

// SetBatch keeps a batch that was sent, so that a run after a restart takes its
// answers in and does not send it again.
func (s *Store) SetBatch(ctx context.Context, b store.Batch) error {
	return s.transact(ctx, "keep a batch in", func(tx *sql.Tx) error {
		_, err := tx.ExecContext(ctx, `INSERT INTO batches (id, judge, submitted_at) VALUES (?, ?, ?) ON CONFLICT (id) DO NOTHING`,
			b.ID, b.Judge, b.Submitted.UnixMicro())
		return err
	})
}

// EndBatch forgets a batch whose answers were taken in.
func (s *Store) EndBatch(ctx context.Context, id string) error {
	return s.transact(ctx, "end a batch in", func(tx *sql.Tx) error {
		_, err := tx.ExecContext(ctx, `DELETE FROM batches WHERE id = ?`, id)
		return err
	})
}

// Batches returns the batches of a judge that are still out, the oldest first.
func (s *Store) Batches(ctx context.Context, judge string) ([]store.Batch, error) {
	rows, err := s.read.QueryContext(ctx, `SELECT id, judge, submitted_at FROM batches WHERE judge = ? ORDER BY submitted_at, id`, judge)
	if err != nil {
		return nil, s.failed(ctx, "read", err)
	}
	defer rows.Close()
	var out []store.Batch
	for rows.Next() {
		var b store.Batch
		var at int64
		if err := rows.Scan(&b.ID, &b.Judge, &at); err != nil {
			return nil, s.failed(ctx, "read", err)
		}
		b.Submitted = fromMicro(at)
		out = append(out, b)
	}
	return out, s.failed(ctx, "read", rows.Err())
}

// SetLabel keeps what a person said of a session's verdict; a later one replaces
// it.
func (s *Store) SetLabel(ctx context.Context, l store.Label) error {
	return s.transact(ctx, "save label in", func(tx *sql.Tx) error {
		_, err := tx.ExecContext(ctx, `
			INSERT INTO labels (session, goal_complete, note, typed_at) VALUES (?, ?, ?, ?)
			ON CONFLICT (session) DO UPDATE SET goal_complete = excluded.goal_complete, note = excluded.note, typed_at = excluded.typed_at`,
			l.Session, l.GoalComplete, l.Note.String(), l.At.UnixMicro())
		return err
	})
}

// RemoveLabel takes a label back. It is no error when there is none.
func (s *Store) RemoveLabel(ctx context.Context, session string) error {
	return s.transact(ctx, "remove label from", func(tx *sql.Tx) error {
		_, err := tx.ExecContext(ctx, `DELETE FROM labels WHERE session = ?`, session)
		return err
	})
}

// Labels returns what a person said of sessions, by session id.
func (s *Store) Labels(ctx context.Context) (map[string]store.Label, error) {
	rows, err := s.read.QueryContext(ctx, `SELECT session, goal_complete, note, typed_at FROM labels`)
	if err != nil {
		return nil, s.failed(ctx, "read", err)
	}
	defer rows.Close()
	out := map[string]store.Label{}
	for rows.Next() {
		var l store.Label
		var note string
		var at int64
		if err := rows.Scan(&l.Session, &l.GoalComplete, &note, &at); err != nil {
			return nil, s.failed(ctx, "read", err)
		}
		l.Note, l.At = redact.Restore(note), fromMicro(at)
		out[l.Session] = l
	}
	return out, s.failed(ctx, "read", rows.Err())
}

// VerdictsOf returns what judges said of a session, the newest verdict of each
// judge by whichever version, the latest first. ids are the session's and those it
// had before. The session may have grown since: At tells.
func (s *Store) VerdictsOf(ctx context.Context, ids ...string) ([]fact.Verdict, error) {
	newest := map[string]int64{} // judge → row
	for _, id := range ids {
		if err := s.newestVerdicts(ctx, id, newest); err != nil {
			return nil, s.failed(ctx, "read", err)
		}
	}
	rows := slices.Sorted(maps.Values(newest))
	slices.Reverse(rows)
	var out []fact.Verdict
	for _, n := range rows {
		var raw []byte
		if err := s.read.QueryRowContext(ctx, `SELECT doc FROM verdicts WHERE n = ?`, n).Scan(&raw); err != nil {
			return nil, s.failed(ctx, "read", err)
		}
		var v fact.Verdict
		if err := parse(raw, &v, getVerdict); err != nil {
			return nil, s.failed(ctx, "read", err)
		}
		out = append(out, v)
	}
	return out, nil
}

func (s *Store) newestVerdicts(ctx context.Context, session string, newest map[string]int64) error {
	rows, err := s.read.QueryContext(ctx, `SELECT judge, max(n) FROM verdicts WHERE session = ? GROUP BY judge`, session)
	if err != nil {
		return err
	}
	defer rows.Close()
	for rows.Next() {
		var judge string
		var n int64
		if err := rows.Scan(&judge, &n); err != nil {
			return err
		}
		newest[judge] = max(newest[judge], n)
	}
	return rows.Err()
}

// forgetJudging removes what people said of sessions and every kept answer: which
// session a question was about cannot be told from it, and a verdict that was
// made of answers does not need them any more. Batches stay: they are only names.
func forgetJudging(ctx context.Context, tx *sql.Tx, ids []string) (labels int, err error) {
	if labels, err = eachKey(ctx, tx, `DELETE FROM labels WHERE session = ?`, ids); err != nil {
		return labels, err
	}
	_, err = tx.ExecContext(ctx, `DELETE FROM answers`)
	return labels, err
}

func putAnswer(w *writer, a *fact.Answer) {
	start := w.begin(1)
	putCall(w, &a.Call)
	w.end(start)
	w.prose(2, a.Text)
}

func getAnswer(r *reader, a *fact.Answer) {
	for r.next() {
		switch r.field {
		case 1:
			into(r, &a.Call, getCall)
		case 2:
			a.Text = r.prose()
		}
	}
}

func putCall(w *writer, c *fact.Call) {
	w.text(1, c.Question)
	w.text(2, c.Agent)
	w.text(3, c.Version)
	w.text(4, c.Model)
	w.text(5, c.PromptHash)
	w.text(6, c.InputHash)
	putTokens(w, 7, &c.Tokens)
	w.money(8, c.Cost)
	w.int(9, int64(c.Latency))
	w.int(10, int64(c.Attempts))
	w.text(11, c.RequestID)
	w.time(12, c.At)
	w.text(13, string(c.Outcome))
}

func getCall(r *reader, c *fact.Call) {
	for r.next() {
		switch r.field {
		case 1:
			c.Question = r.text()
		case 2:
			c.Agent = r.text()
		case 3:
			c.Version = r.text()
		case 4:
			c.Model = r.text()
		case 5:
			c.PromptHash = r.text()
		case 6:
			c.InputHash = r.text()
		case 7:
			into(r, &c.Tokens, getTokens)
		case 8:
			c.Cost = r.money()
		case 9:
			c.Latency = time.Duration(r.int64())
		case 10:
			c.Attempts = r.int()
		case 11:
			c.RequestID = r.text()
		case 12:
			c.At = r.time()
		case 13:
			c.Outcome = fact.CallOutcome(r.text())
		}
	}
}
