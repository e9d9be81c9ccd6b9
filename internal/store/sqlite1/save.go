package sqlite

import (
	"bytes"
	"context"
	"database/sql"
	"errors"
	"fmt"
	"time"

	"prism/internal/fact"
	"prism/internal/redact"
	"prism/internal/store"
)

// Save writes all of c in one transaction, or nothing of it.
func (s *Store) Save(ctx context.Context, c store.Changes) error {
	return s.transact(ctx, "save", func(tx *sql.Tx) error {
		if err := saveUnits(ctx, tx, c.Units, c.Gone); err != nil {
			return err
		}
		if err := saveVerdicts(ctx, tx, c.Verdicts); err != nil {
			return err
		}
		if c.View == nil {
			return nil
		}
		return saveView(ctx, tx, c.View)
	})
}

// transact runs f in an immediate transaction.
func (s *Store) transact(ctx context.Context, op string, f func(*sql.Tx) error) error {
	tx, err := s.write.BeginTx(ctx, nil)
	if err != nil {
		return s.failed(ctx, op, err)
	}
	s.wrote.Store(true)
	if err := f(tx); err != nil {
		// A rollback that fails has lost its connection, and the transaction with it.
		_ = tx.Rollback()
		return s.failed(ctx, op, err)
	}
	return s.failed(ctx, op, tx.Commit())
}

func saveUnits(ctx context.Context, tx *sql.Tx, units []store.Unit, gone map[string]bool) error {
	if err := markGone(ctx, tx, gone); err != nil {
		return fmt.Errorf("mark units: %w", err)
	}
	if len(units) == 0 {
		return nil
	}
	u := unitWriter{ctx: ctx}
	p := preparer{ctx: ctx, tx: tx}
	u.add = p.prepare(`
		INSERT INTO units (id, agent, conversation, path, person, repo_key, repo_name, reader_version, gone, lines, bytes, doc, digest)
		VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13) ON CONFLICT (id) DO NOTHING`)
	u.change = p.prepare(`
		UPDATE units SET agent = ?2, conversation = ?3, path = ?4, person = ?5, repo_key = ?6, repo_name = ?7,
			reader_version = ?8, gone = ?9, lines = ?10, bytes = ?11, doc = ?12, digest = ?13
		WHERE id = ?1`)
	u.number = p.prepare(`SELECT n FROM units WHERE id = ?`)
	u.clear = p.prepare(`DELETE FROM sources WHERE unit = ?`)
	u.file = p.prepare(`INSERT INTO sources (path, unit, size, mtime_ns) VALUES (?1, ?2, ?3, ?4) ON CONFLICT (path) DO NOTHING`)
	u.take = p.prepare(`UPDATE sources SET unit = ?2, size = ?3, mtime_ns = ?4 WHERE path = ?1`)
	if p.err != nil {
		return p.err
	}
	for i := range units {
		if len(units[i].Files) == 0 {
			return fmt.Errorf("unit %q has no files", units[i].ID)
		}
		if err := u.save(&units[i]); err != nil {
			return fmt.Errorf("save unit: %w", err)
		}
	}
	if !u.taken {
		return nil
	}
	// A unit whose files have all been found to belong to another one (a
	// subagent's file seen before its parent) is no unit any more.
	_, err := tx.ExecContext(ctx, `DELETE FROM units WHERE NOT EXISTS (SELECT 1 FROM sources WHERE unit = units.n)`)
	return err
}

// markGone sets the marks that are not as they should be: on most runs none.
func markGone(ctx context.Context, tx *sql.Tx, gone map[string]bool) error {
	if len(gone) == 0 {
		return nil
	}
	rows, err := tx.QueryContext(ctx, `SELECT id, gone FROM units`)
	if err != nil {
		return err
	}
	defer rows.Close()
	var wrong []string
	for rows.Next() {
		var id string
		var is bool
		if err := rows.Scan(&id, &is); err != nil {
			return err
		}
		if should, told := gone[id]; told && should != is {
			wrong = append(wrong, id)
		}
	}
	if err := rows.Err(); err != nil {
		return err
	}
	_, err = eachKey(ctx, tx, `UPDATE units SET gone = NOT gone WHERE id = ?`, wrong)
	return err
}

// unitWriter saves units, most of which are new; that way is one statement per
// unit and one per file.
type unitWriter struct {
	ctx                                    context.Context
	add, change, number, clear, file, take *sql.Stmt
	w                                      writer
	taken                                  bool // a file was another unit's
}

func (u *unitWriter) save(unit *store.Unit) error {
	row := []any{unit.ID, unit.Agent, unit.Conversation, unit.Path, unit.Person,
		unit.Repo.Key, unit.Repo.Name, unit.ReaderVersion, unit.Gone, unit.Counts.Lines, unit.Counts.Bytes, document(&u.w, &unit.Counts, putCounts), notNull(unit.Digest)}
	done, err := u.add.ExecContext(u.ctx, row...)
	if err != nil {
		return err
	}
	fresh, err := affected(done, nil)
	if err != nil {
		return err
	}
	var n int64
	if fresh == 1 {
		n, err = done.LastInsertId()
	} else {
		n, err = u.replace(unit.ID, row)
	}
	if err != nil {
		return err
	}
	for _, f := range unit.Files {
		added, err := affected(u.file.ExecContext(u.ctx, f.Path, n, f.Size, f.ModTime))
		if err == nil && added == 0 {
			u.taken = true
			_, err = u.take.ExecContext(u.ctx, f.Path, n, f.Size, f.ModTime)
		}
		if err != nil {
			return fmt.Errorf("its file: %w", err)
		}
	}
	return nil
}

// replace overwrites a unit that is known and lets go of its files.
func (u *unitWriter) replace(id string, row []any) (n int64, err error) {
	if _, err := u.change.ExecContext(u.ctx, row...); err != nil {
		return 0, err
	}
	if err := u.number.QueryRowContext(u.ctx, id).Scan(&n); err != nil {
		return 0, err
	}
	_, err = u.clear.ExecContext(u.ctx, n)
	return n, err
}

// saveVerdicts appends, unless the newest row of the key says the same already:
// two runs that judged the same at once leave one row.
func saveVerdicts(ctx context.Context, tx *sql.Tx, judged []store.Judged) error {
	if len(judged) == 0 {
		return nil
	}
	p := preparer{ctx: ctx, tx: tx}
	newest := p.prepare(`
		SELECT session, files, doc FROM verdicts
		WHERE composition = ? AND judge = ? AND judge_version = ? ORDER BY n DESC LIMIT 1`)
	add := p.prepare(`
		INSERT INTO verdicts (composition, judge, judge_version, judge_model, judged_at, judge_status, intent,
			goal_complete, confidence, session, files, doc)
		VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`)
	if p.err != nil {
		return p.err
	}
	var w writer
	for i := range judged {
		j := &judged[i]
		v := &j.Verdict
		files, doc := document(&w, &j.Files, putFiles), document(&w, v, putVerdict)
		var session string
		var oldFiles, oldDoc []byte
		err := newest.QueryRowContext(ctx, j.Composition, v.Judge, v.Version).Scan(&session, &oldFiles, &oldDoc)
		switch {
		case errors.Is(err, sql.ErrNoRows):
		case err != nil:
			return fmt.Errorf("save verdict: %w", err)
		case session == j.Session && bytes.Equal(oldFiles, files):
			var old fact.Verdict
			if err := parse(oldDoc, &old, getVerdict); err != nil {
				return err
			}
			old.At = v.At // the same said later is no news
			if bytes.Equal(document(&w, &old, putVerdict), doc) {
				continue
			}
		}
		if _, err := add.ExecContext(ctx, j.Composition, v.Judge, v.Version, v.Model, v.At.UnixMicro(), string(v.Status), string(v.Intent),
			v.GoalComplete, v.Confidence, j.Session, files, doc); err != nil {
			return fmt.Errorf("save verdict: %w", err)
		}
	}
	return nil
}

// SetTitle keeps the title that a person gave a session; the empty text takes it
// away again.
func (s *Store) SetTitle(ctx context.Context, session string, title redact.Text, at time.Time) error {
	return s.transact(ctx, "save title in", func(tx *sql.Tx) (err error) {
		if title.IsZero() {
			_, err = tx.ExecContext(ctx, `DELETE FROM titles WHERE session = ?`, session)
			return err
		}
		_, err = tx.ExecContext(ctx, `
			INSERT INTO titles (session, title, typed_at) VALUES (?, ?, ?)
			ON CONFLICT (session) DO UPDATE SET title = excluded.title, typed_at = excluded.typed_at`,
			session, title.String(), at.UnixMicro())
		return err
	})
}

func saveView(ctx context.Context, tx *sql.Tx, v *store.View) error {
	r := v.Reading
	if r == nil {
		r = &fact.Reading{}
	}
	if _, err := tx.ExecContext(ctx, `DELETE FROM views WHERE key = ?`, v.Key); err != nil {
		return fmt.Errorf("replace view: %w", err)
	}
	var w writer
	var n int64
	err := tx.QueryRowContext(ctx, `
		INSERT INTO views (key, fingerprint, stale, saved_at, sessions, doc) VALUES (?, ?, 0, ?, ?, ?) RETURNING n`,
		v.Key, v.Fingerprint, v.Saved.UnixMicro(), len(r.Sessions), document(&w, r, putReading)).Scan(&n)
	if err != nil {
		return fmt.Errorf("save view: %w", err)
	}
	p := preparer{ctx: ctx, tx: tx}
	session := p.prepare(insertSession)
	alias := p.prepare(`INSERT OR IGNORE INTO aliases (alias, session) VALUES (?, ?)`)
	if p.err != nil {
		return p.err
	}
	for i := range r.Sessions {
		one := &r.Sessions[i]
		done, err := session.ExecContext(ctx, sessionRow(&w, n, one)...)
		if err != nil {
			return fmt.Errorf("save session: %w", err)
		}
		if len(one.Aliases) == 0 {
			continue
		}
		row, err := done.LastInsertId()
		if err != nil {
			return fmt.Errorf("save session: %w", err)
		}
		for _, a := range one.Aliases {
			if _, err := alias.ExecContext(ctx, a, row); err != nil {
				return fmt.Errorf("save alias: %w", err)
			}
		}
	}
	_, err = tx.ExecContext(ctx, `DELETE FROM views WHERE n NOT IN (SELECT n FROM views ORDER BY n DESC LIMIT ?)`, store.KeptViews)
	return err
}

// preparer prepares statements of one transaction, which closes them; it keeps
// the first error.
type preparer struct {
	ctx context.Context
	tx  *sql.Tx
	err error
}

func (p *preparer) prepare(query string) *sql.Stmt {
	if p.err != nil {
		return nil
	}
	var st *sql.Stmt
	st, p.err = p.tx.PrepareContext(p.ctx, query)
	return st
}

// notNull keeps nil from becoming NULL.
func notNull(b []byte) []byte {
	if b == nil {
		return []byte{}
	}
	return b
}

// eachKey runs a statement for each key and counts the rows it touched.
func eachKey[T any](ctx context.Context, tx *sql.Tx, statement string, keys []T) (count int, err error) {
	if len(keys) == 0 {
		return 0, nil
	}
	p := preparer{ctx: ctx, tx: tx}
	one := p.prepare(statement)
	if p.err != nil {
		return 0, p.err
	}
	for _, key := range keys {
		n, err := affected(one.ExecContext(ctx, key))
		if err != nil {
			return count, err
		}
		count += n
	}
	return count, nil
}

func affected(r sql.Result, err error) (int, error) {
	if err != nil {
		return 0, err
	}
	n, err := r.RowsAffected()
	return int(n), err
}
