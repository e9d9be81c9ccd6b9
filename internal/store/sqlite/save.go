package sqlite

import (
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
		INSERT INTO units (id, agent, conversation, path, person, reader_version, gone, lines, bytes, counts, digest)
		VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
		ON CONFLICT (id) DO UPDATE SET
			agent = excluded.agent, conversation = excluded.conversation, path = excluded.path,
			person = excluded.person, reader_version = excluded.reader_version, gone = excluded.gone,
			lines = excluded.lines, bytes = excluded.bytes, counts = excluded.counts, digest = excluded.digest
		RETURNING n`)
	clear := p.prepare(`DELETE FROM sources WHERE unit = ?`)
	file := p.prepare(`
		INSERT INTO sources (path, unit, size, mtime_ns) VALUES (?, ?, ?, ?)
		ON CONFLICT (path) DO UPDATE SET unit = excluded.unit, size = excluded.size, mtime_ns = excluded.mtime_ns`)
	if p.err != nil {
		return p.err
	}
	var d doc
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
			u.Counts.Lines, u.Counts.Bytes, object(&d, &u.Counts, countFields), digest).Scan(&n)
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

func countFields(d *doc, c *store.Counts) {
	d.counts("skipped", c.Skipped)
	d.counts("unknown_types", c.UnknownTypes)
	list(d, "troubles", c.Troubles, troubleFields)
}

// saveVerdicts appends, unless the newest row of the key says the same already:
// two runs that judged the same at once leave one row.
func saveVerdicts(ctx context.Context, tx *sql.Tx, judged []store.Judged) error {
	if len(judged) == 0 {
		return nil
	}
	p := preparer{ctx: ctx, tx: tx}
	newest := p.prepare(`
		SELECT judge_model, judge_status, intent, goal_complete, confidence, session, files, doc
		FROM verdicts WHERE composition = ? AND judge = ? AND judge_version = ? ORDER BY n DESC LIMIT 1`)
	add := p.prepare(`
		INSERT INTO verdicts (composition, judge, judge_version, judge_model, judged_at, judge_status, intent,
			goal_complete, confidence, session, files, doc)
		VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`)
	if p.err != nil {
		return p.err
	}
	type said struct {
		model, status, intent string
		complete              bool
		confidence            float64
		session, files, doc   string
	}
	var d doc
	for i := range judged {
		j := &judged[i]
		v := &j.Verdict
		is := said{v.Model, string(v.Status), string(v.Intent), v.GoalComplete, v.Confidence, j.Session, d.paths(j.Files), object(&d, v, verdictFields)}
		var was said
		err := newest.QueryRowContext(ctx, j.Composition, v.Judge, v.Version).Scan(
			&was.model, &was.status, &was.intent, &was.complete, &was.confidence, &was.session, &was.files, &was.doc)
		switch {
		case err == nil && was == is:
			continue
		case err != nil && !errors.Is(err, sql.ErrNoRows):
			return fmt.Errorf("save verdict: %w", err)
		}
		if _, err := add.ExecContext(ctx, j.Composition, v.Judge, v.Version, is.model, v.At.UnixMicro(), is.status, is.intent,
			is.complete, is.confidence, is.session, is.files, is.doc); err != nil {
			return fmt.Errorf("save verdict: %w", err)
		}
	}
	return nil
}

func (d *doc) paths(list []string) string {
	d.e.Reset()
	d.stringArray(list)
	return string(d.e.Bytes())
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
	var d doc
	input := object(&d, &r.Input, inputFields)
	d.e.Reset()
	array(&d, r.Outside, outsideFields)
	var n int64
	err := tx.QueryRowContext(ctx, `
		INSERT INTO views (key, fingerprint, saved_at, sessions, input, outside) VALUES (?, ?, ?, ?, ?, ?) RETURNING n`,
		v.Key, v.Fingerprint, v.Saved.UnixMicro(), len(r.Sessions), input, string(d.e.Bytes())).Scan(&n)
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
		done, err := session.ExecContext(ctx, sessionRow(&d, n, one)...)
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
