package sqlite

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"maps"
	"slices"

	"prism/internal/fact"
	"prism/internal/store"
	"prism/internal/store/codec"
)

// Forms of the documents of answers: those of schemas 1 and 2 were written in
// another one.
const (
	formOfOld = 1
	formOfNew = 2
)

// Recall returns the answer that a model gave to a question; ok is false where
// none is kept.
func (s *Store) Recall(ctx context.Context, question string) (a fact.Answer, ok bool, err error) {
	var raw []byte
	var form int
	err = s.read.QueryRowContext(ctx, `SELECT form, doc FROM answers WHERE question = ?`, question).Scan(&form, &raw)
	if errors.Is(err, sql.ErrNoRows) {
		return a, false, nil
	}
	switch {
	case err != nil:
	case form == formOfOld:
		a, err = oldAnswer(raw)
	default:
		err = s.decode(raw, &a)
	}
	return a, err == nil, s.failed(ctx, "read", err)
}

// Keep keeps the answer to a question. The first stays: it was paid for, and what
// was made of it stands.
func (s *Store) Keep(ctx context.Context, a fact.Answer) error {
	return s.transact(ctx, "keep an answer in", func(tx *sql.Tx) error {
		if err := s.remembers(ctx, tx); err != nil {
			return err
		}
		doc, err := codec.Encode(&a)
		if err != nil {
			return err
		}
		_, err = tx.ExecContext(ctx, `INSERT INTO answers (question, kept_at, form, doc) VALUES (?, ?, ?, ?) ON CONFLICT (question) DO NOTHING`,
			a.Call.Question, fact.Micro(a.Call.At), formOfNew, doc)
		return err
	})
}

// SetBatch keeps a batch that was sent, so that a run after a restart takes its
// answers in and does not send it again.
func (s *Store) SetBatch(ctx context.Context, b store.Batch) error {
	return s.transact(ctx, "keep a batch in", func(tx *sql.Tx) error {
		_, err := tx.ExecContext(ctx, `INSERT INTO batches (id, judge, submitted_at) VALUES (?, ?, ?) ON CONFLICT (id) DO NOTHING`,
			b.ID, b.Judge, fact.Micro(b.Submitted))
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
		b.Submitted = fact.FromMicro(at)
		out = append(out, b)
	}
	return out, s.failed(ctx, "read", rows.Err())
}

// Verdicts returns the newest verdict of each key that has one.
func (s *Store) Verdicts(ctx context.Context, keys []store.VerdictKey) (map[store.VerdictKey]fact.Verdict, error) {
	found, err := s.verdicts(ctx, keys)
	return found, s.failed(ctx, "read", err)
}

func (s *Store) verdicts(ctx context.Context, keys []store.VerdictKey) (map[store.VerdictKey]fact.Verdict, error) {
	found := make(map[store.VerdictKey]fact.Verdict, len(keys))
	if len(keys) == 0 {
		return found, nil
	}
	query, err := s.read.PrepareContext(ctx, `
		SELECT doc FROM verdicts WHERE composition = ? AND judge = ? AND judge_version = ? ORDER BY n DESC LIMIT 1`)
	if err != nil {
		return nil, err
	}
	defer query.Close()
	for _, key := range keys {
		var text []byte
		err := query.QueryRowContext(ctx, key.Composition, key.Judge, key.Version).Scan(&text)
		if errors.Is(err, sql.ErrNoRows) {
			continue
		}
		if err != nil {
			return nil, fmt.Errorf("read verdict: %w", err)
		}
		var v fact.Verdict
		if err := s.decode(text, &v); err != nil {
			return nil, err
		}
		found[key] = v
	}
	return found, nil
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
		if err := s.decode(raw, &v); err != nil {
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
