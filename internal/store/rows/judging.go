package rows

import (
	"cmp"
	"context"
	"maps"
	"slices"

	"prism/internal/fact"
	"prism/internal/store"
	"prism/internal/store/codec"
	"prism/internal/store/statement"
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
	err = s.engine.Read(ctx, func(tx statement.Tx) error {
		var raw []byte
		var form int
		ok, err = statement.One(ctx, tx, `SELECT form, doc FROM answers WHERE tenant = @ AND question = ?`, []any{question}, &form, &raw)
		switch {
		case err != nil || !ok:
		case form == formOfOld && s.earlier != nil:
			a, err = s.earlier.Answer(raw)
		default:
			err = decode(raw, &a)
		}
		return err
	})
	return a, ok && err == nil, err
}

// Keep keeps the answer to a question. The first stays: it was paid for, and what
// was made of it stands.
func (s *Store) Keep(ctx context.Context, a fact.Answer) error {
	return s.engine.Write(ctx, "keep an answer in", statement.Beside, func(tx statement.Tx) error {
		if err := s.remembers(ctx, tx); err != nil {
			return err
		}
		doc, err := codec.Encode(&a)
		if err != nil {
			return err
		}
		_, err = statement.Run(ctx, tx, `INSERT INTO answers (tenant, question, kept_at, form, doc) VALUES (@, ?, ?, ?, ?) ON CONFLICT (tenant, question) DO NOTHING`,
			a.Call.Question, fact.Micro(a.Call.At), formOfNew, doc)
		return err
	})
}

// SetBatch keeps a batch that was sent, so that a run after a restart takes its
// answers in and does not send it again.
func (s *Store) SetBatch(ctx context.Context, b store.Batch) error {
	return s.engine.Write(ctx, "keep a batch in", statement.Beside, func(tx statement.Tx) error {
		_, err := statement.Run(ctx, tx, `INSERT INTO batches (tenant, id, judge, submitted_at) VALUES (@, ?, ?, ?) ON CONFLICT (tenant, id) DO NOTHING`,
			b.ID, b.Judge, fact.Micro(b.Submitted))
		return err
	})
}

// EndBatch forgets a batch whose answers were taken in.
func (s *Store) EndBatch(ctx context.Context, id string) error {
	return s.engine.Write(ctx, "end a batch in", statement.Beside, func(tx statement.Tx) error {
		_, err := statement.Run(ctx, tx, `DELETE FROM batches WHERE tenant = @ AND id = ?`, id)
		return err
	})
}

// Batches returns the batches of a judge that are still out, the oldest first.
func (s *Store) Batches(ctx context.Context, judge string) (out []store.Batch, err error) {
	err = s.engine.Read(ctx, func(tx statement.Tx) error {
		return statement.Query(ctx, tx, `SELECT id, judge, submitted_at FROM batches WHERE tenant = @ AND judge = ? ORDER BY submitted_at, id`, []any{judge}, func(r statement.Row) error {
			var b store.Batch
			var at int64
			err := r.Scan(&b.ID, &b.Judge, &at)
			b.Submitted = fact.FromMicro(at)
			out = append(out, b)
			return err
		})
	})
	return out, err
}

// Verdicts returns the newest verdict of each key that has one.
func (s *Store) Verdicts(ctx context.Context, keys []store.VerdictKey) (map[store.VerdictKey]fact.Verdict, error) {
	found := make(map[store.VerdictKey]fact.Verdict, len(keys))
	if len(keys) == 0 {
		return found, nil
	}
	err := s.engine.Read(ctx, func(tx statement.Tx) error {
		_, err := tx.Many(ctx, `SELECT doc FROM verdicts WHERE tenant = @ AND composition = ? AND judge = ? AND judge_version = ? ORDER BY n DESC LIMIT 1`,
			statement.Each(keys, func(k store.VerdictKey) []any { return []any{k.Composition, k.Judge, k.Version} }), func(i int, r statement.Row) error {
				v, err := verdict(r)
				found[keys[i]] = v
				return err
			})
		return err
	})
	return found, err
}

// verdict reads a row that is a document of one.
func verdict(r statement.Row) (v fact.Verdict, err error) {
	var doc []byte
	if err = r.Scan(&doc); err == nil {
		err = decode(doc, &v)
	}
	return v, err
}

// VerdictsOf returns what judges said of a session, the newest verdict of each
// judge by whichever version, the latest first. ids are the session's and those it
// had before. The session may have grown since: At tells.
func (s *Store) VerdictsOf(ctx context.Context, ids ...string) (out []fact.Verdict, err error) {
	err = s.engine.Read(ctx, func(tx statement.Tx) error {
		newest := map[string]int64{} // judge → row
		_, err := tx.Many(ctx, `SELECT judge, max(n) FROM verdicts WHERE tenant = @ AND session = ? GROUP BY judge`,
			statement.Each(ids, func(id string) []any { return []any{id} }), func(_ int, r statement.Row) error {
				var judge string
				var n int64
				err := r.Scan(&judge, &n)
				newest[judge] = max(newest[judge], n)
				return err
			})
		if err != nil {
			return err
		}
		rows := slices.Sorted(maps.Values(newest))
		slices.Reverse(rows)
		_, err = tx.Many(ctx, `SELECT doc FROM verdicts WHERE tenant = @ AND n = ?`, statement.Each(rows, func(n int64) []any { return []any{n} }), func(_ int, r statement.Row) error {
			v, err := verdict(r)
			out = append(out, v)
			return err
		})
		return err
	})
	return out, err
}

// JudgeVersions returns the versions in which judges spoke, by when each did first. It goes
// from one to the next, as an index has them.
func (s *Store) JudgeVersions(ctx context.Context) (out []store.JudgeVersion, err error) {
	err = s.engine.Read(ctx, func(tx statement.Tx) error {
		var first []int64
		var judge, version string
		for next := `SELECT n, judge, judge_version FROM verdicts WHERE tenant = @ ORDER BY judge, judge_version, n LIMIT 1`; ; {
			var args []any
			if len(first) > 0 {
				next = `SELECT n, judge, judge_version FROM verdicts WHERE tenant = @ AND (judge, judge_version) > (?, ?) ORDER BY judge, judge_version, n LIMIT 1`
				args = []any{judge, version}
			}
			var n int64
			found, err := statement.One(ctx, tx, next, args, &n, &judge, &version)
			if err != nil {
				return err
			}
			if !found {
				break
			}
			first = append(first, n)
		}
		_, err = tx.Many(ctx, `SELECT doc FROM verdicts WHERE tenant = @ AND n = ?`, statement.Each(first, func(n int64) []any { return []any{n} }), func(_ int, r statement.Row) error {
			v, err := verdict(r)
			out = append(out, store.JudgeVersion{Judge: v.Judge, Version: v.Version, First: v.At})
			return err
		})
		return err
	})
	slices.SortFunc(out, byFirst)
	return out, err
}

func byFirst(a, b store.JudgeVersion) int {
	return cmp.Or(a.First.Compare(b.First), cmp.Compare(a.Judge, b.Judge), cmp.Compare(a.Version, b.Version))
}

// Told returns all that judges said of a session, every verdict that is kept, also those
// of older versions and of it as it was before it grew or was merged: the latest first,
// at most so many; without the names of files. ids are the session's and those it had
// before.
func (s *Store) Told(ctx context.Context, most int, ids ...string) (out []store.Judged, err error) {
	type told struct {
		n int64
		store.Judged
	}
	var all []told
	err = s.engine.Read(ctx, func(tx statement.Tx) error {
		_, err := tx.Many(ctx, `SELECT n, session, composition, doc FROM verdicts WHERE tenant = @ AND session = ? ORDER BY n DESC LIMIT ?`,
			statement.Each(ids, func(id string) []any { return []any{id, most} }), func(_ int, r statement.Row) error {
				var t told
				var doc []byte
				err := r.Scan(&t.n, &t.Session, &t.Composition, &doc)
				if err == nil {
					err = decode(doc, &t.Verdict)
				}
				all = append(all, t)
				return err
			})
		return err
	})
	slices.SortFunc(all, func(a, b told) int { return cmp.Compare(b.n, a.n) })
	for _, t := range all[:min(most, len(all))] {
		out = append(out, t.Judged)
	}
	return out, err
}
