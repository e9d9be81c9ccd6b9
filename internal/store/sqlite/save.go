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
		return wrap(s.path, op, err)
	}
	s.wrote.Store(true)
	if err := f(tx); err != nil {
		// A rollback that fails has lost its connection, and the transaction with it.
		_ = tx.Rollback()
		return wrap(s.path, op, err)
	}
	return wrap(s.path, op, tx.Commit())
}

func saveUnits(ctx context.Context, tx *sql.Tx, units []store.Unit, gone map[string]bool) error {
	for id, is := range gone {
		if _, err := tx.ExecContext(ctx, `UPDATE units SET gone = ? WHERE id = ? AND gone <> ?`, is, id, is); err != nil {
			return fmt.Errorf("mark unit: %w", err)
		}
	}
	if len(units) == 0 {
		return nil
	}
	p := preparer{ctx: ctx, tx: tx}
	unit := p.prepare(`
		INSERT INTO units (id, agent, conversation, path, person, reader_version, gone, lines, bytes, doc, digest)
		VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
		ON CONFLICT (id) DO UPDATE SET
			agent = excluded.agent, conversation = excluded.conversation, path = excluded.path,
			person = excluded.person, reader_version = excluded.reader_version, gone = excluded.gone,
			lines = excluded.lines, bytes = excluded.bytes, doc = excluded.doc, digest = excluded.digest
		RETURNING n`)
	clear := p.prepare(`DELETE FROM sources WHERE unit = ?`)
	file := p.prepare(`
		INSERT INTO sources (path, unit, size, mtime_ns) VALUES (?, ?, ?, ?)
		ON CONFLICT (path) DO UPDATE SET unit = excluded.unit, size = excluded.size, mtime_ns = excluded.mtime_ns`)
	if p.err != nil {
		return p.err
	}
	var w writer
	for i := range units {
		u := &units[i]
		if len(u.Files) == 0 {
			return fmt.Errorf("unit %q has no files", u.ID)
		}
		digest := u.Digest
		if digest == nil {
			digest = []byte{}
		}
		var n int64
		err := unit.QueryRowContext(ctx, u.ID, u.Agent, u.Conversation, u.Path, u.Person, u.ReaderVersion, u.Gone,
			u.Counts.Lines, u.Counts.Bytes, document(&w, &u.Counts, putCounts), digest).Scan(&n)
		if err != nil {
			return fmt.Errorf("save unit: %w", err)
		}
		if _, err := clear.ExecContext(ctx, n); err != nil {
			return fmt.Errorf("save unit: %w", err)
		}
		for _, f := range u.Files {
			if _, err := file.ExecContext(ctx, f.Path, n, f.Size, f.ModTime); err != nil {
				return fmt.Errorf("save file of unit: %w", err)
			}
		}
	}
	// A unit whose files have all been found to belong to another one (a
	// subagent's file seen before its parent) is no unit any more.
	_, err := tx.ExecContext(ctx, `DELETE FROM units WHERE NOT EXISTS (SELECT 1 FROM sources WHERE unit = units.n)`)
	return err
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
		INSERT INTO views (key, fingerprint, saved_at, sessions, doc) VALUES (?, ?, ?, ?, ?) RETURNING n`,
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
