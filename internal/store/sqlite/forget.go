package sqlite

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"slices"

	"prism/internal/fact"
	"prism/internal/store"
)

// ForgetPath removes what was read from the files that are one of paths or lie
// below one: digests, verdicts, and the titles of their sessions. All views go
// with it: they are one run away from being made again. Nothing of it remains in
// the file. Files that are still there may be read again.
func (s *Store) ForgetPath(ctx context.Context, paths ...string) (store.Forgotten, error) {
	if len(paths) == 0 {
		return store.Forgotten{}, nil
	}
	within := newPlaces(paths)
	return s.forget(ctx, func(tx *sql.Tx, t *traces) error { return t.follow(ctx, tx, within, nil) })
}

// ForgetSession removes a session, and with it everything that was read from the
// files it stands in: a digest cannot be forgotten by halves. id is a whole id or
// alias; it need not be in any view.
func (s *Store) ForgetSession(ctx context.Context, id string) (store.Forgotten, error) {
	return s.forget(ctx, func(tx *sql.Tx, t *traces) error {
		ids := []string{id}
		files := places{}
		err := eachSession(ctx, tx, func(one *fact.Session) {
			if one.ID == id || slices.Contains(one.Aliases, id) {
				ids = append(append(ids, one.ID), one.Aliases...)
				for _, p := range one.Parts {
					files[p.File] = true
				}
			}
		})
		if err != nil {
			return err
		}
		return t.follow(ctx, tx, files, ids)
	})
}

// ForgetAll empties the store, titles included.
func (s *Store) ForgetAll(ctx context.Context) (store.Forgotten, error) {
	return s.forget(ctx, func(_ *sql.Tx, t *traces) error {
		t.all = true
		return nil
	})
}

// traces is what has to go.
type traces struct {
	all      bool
	units    []int64
	verdicts []int64
	titles   []string        // ids and aliases of sessions that are forgotten
	sessions map[string]bool // ids of sessions of a view that are forgotten
}

// follow collects the units that have a file within, the verdicts said of such
// files or of the sessions ids, and the titles of all sessions met on the way.
func (t *traces) follow(ctx context.Context, tx *sql.Tx, within places, ids []string) error {
	t.sessions = map[string]bool{}
	files := places{} // every file of the units that go
	sessions := map[string]bool{}
	for _, id := range ids {
		sessions[id] = true
	}
	if err := t.followUnits(ctx, tx, within, files); err != nil {
		return err
	}
	touched := func(path string) bool { return files[path] || !within.all() && within.hold(path) }
	if err := t.followVerdicts(ctx, tx, touched, sessions); err != nil {
		return err
	}
	err := eachSession(ctx, tx, func(one *fact.Session) {
		if slices.ContainsFunc(one.Parts, func(p fact.Part) bool { return touched(p.File) }) {
			t.sessions[one.ID] = true
			sessions[one.ID] = true
			for _, a := range one.Aliases {
				sessions[a] = true
			}
		}
	})
	if err != nil {
		return err
	}
	for id := range sessions {
		t.titles = append(t.titles, id)
	}
	return nil
}

func (t *traces) followUnits(ctx context.Context, tx *sql.Tx, within, files places) error {
	type source struct {
		path string
		unit int64
	}
	rows, err := tx.QueryContext(ctx, `SELECT path, unit FROM sources ORDER BY unit`)
	if err != nil {
		return err
	}
	defer rows.Close()
	var list []source
	gone := map[int64]bool{}
	for rows.Next() {
		var one source
		if err := rows.Scan(&one.path, &one.unit); err != nil {
			return err
		}
		list = append(list, one)
		if !within.all() && within.hold(one.path) && !gone[one.unit] {
			gone[one.unit] = true
			t.units = append(t.units, one.unit)
		}
	}
	for _, one := range list {
		if gone[one.unit] {
			files[one.path] = true
		}
	}
	return rows.Err()
}

func (t *traces) followVerdicts(ctx context.Context, tx *sql.Tx, touched func(string) bool, sessions map[string]bool) error {
	rows, err := tx.QueryContext(ctx, `SELECT n, session, files FROM verdicts`)
	if err != nil {
		return err
	}
	defer rows.Close()
	named := map[string]bool{} // sessions that a verdict on a forgotten file names
	for rows.Next() {
		var n int64
		var session string
		var text []byte
		if err := rows.Scan(&n, &session, &text); err != nil {
			return err
		}
		var files []string
		if err := parse(text, &files, getFiles); err != nil {
			return err
		}
		if sessions[session] || slices.ContainsFunc(files, touched) {
			t.verdicts = append(t.verdicts, n)
			named[session] = true
		}
	}
	for session := range named {
		sessions[session] = true
	}
	return rows.Err()
}

// eachSession calls f with every session of every view.
func eachSession(ctx context.Context, tx *sql.Tx, f func(*fact.Session)) error {
	rows, err := tx.QueryContext(ctx, selectSession)
	if err != nil {
		return err
	}
	defer rows.Close()
	for rows.Next() {
		var one fact.Session
		if err := readSession(rows, &one); err != nil {
			return err
		}
		f(&one)
	}
	return rows.Err()
}

// forget removes what collect found in one transaction and then rewrites the
// file, so that no deleted byte stays in it.
func (s *Store) forget(ctx context.Context, collect func(*sql.Tx, *traces) error) (done store.Forgotten, err error) {
	err = s.transact(ctx, "forget in", func(tx *sql.Tx) error {
		var t traces
		if err := collect(tx, &t); err != nil {
			return err
		}
		done, err = t.remove(ctx, tx)
		return err
	})
	if err != nil {
		return store.Forgotten{}, err
	}
	return done, wrap(s.path, "forget in", s.scrub(ctx))
}

func (t *traces) remove(ctx context.Context, tx *sql.Tx) (done store.Forgotten, err error) {
	if t.all {
		if err := tx.QueryRowContext(ctx, `SELECT count(DISTINCT id) FROM sessions`).Scan(&done.Sessions); err != nil {
			return done, err
		}
		for _, step := range []struct {
			count *int
			query string
		}{
			{&done.Units, `DELETE FROM units`},
			{&done.Verdicts, `DELETE FROM verdicts`},
			{&done.Titles, `DELETE FROM titles`},
			{&done.Views, `DELETE FROM views`},
		} {
			if *step.count, err = affected(tx.ExecContext(ctx, step.query)); err != nil {
				return done, err
			}
		}
		return done, nil
	}
	if done.Units, err = removeEach(ctx, tx, `DELETE FROM units WHERE n = ?`, t.units); err != nil {
		return done, err
	}
	if done.Verdicts, err = removeEach(ctx, tx, `DELETE FROM verdicts WHERE n = ?`, t.verdicts); err != nil {
		return done, err
	}
	if done.Titles, err = removeEach(ctx, tx, `DELETE FROM titles WHERE session = ?`, t.titles); err != nil {
		return done, err
	}
	done.Sessions = len(t.sessions)
	// Views also hold troubles and usage outside sessions, which name files and
	// conversations: rather all of them than a trace.
	done.Views, err = affected(tx.ExecContext(ctx, `DELETE FROM views`))
	return done, err
}

func removeEach[T any](ctx context.Context, tx *sql.Tx, query string, keys []T) (count int, err error) {
	p := preparer{ctx: ctx, tx: tx}
	del := p.prepare(query)
	if p.err != nil {
		return 0, p.err
	}
	for _, key := range keys {
		n, err := affected(del.ExecContext(ctx, key))
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

// scrub rewrites the file without the space of deleted rows and empties the log.
func (s *Store) scrub(ctx context.Context) error {
	if _, err := s.write.ExecContext(ctx, `VACUUM`); err != nil {
		return fmt.Errorf("the rows are gone, but their bytes are still in the file; run it again: %w", err)
	}
	var busy, frames, moved int
	err := s.write.QueryRowContext(ctx, `PRAGMA wal_checkpoint(TRUNCATE)`).Scan(&busy, &frames, &moved)
	if err == nil && busy != 0 {
		err = store.ErrLocked
	}
	if err != nil {
		return errors.Join(errors.New("the rows are gone, but their bytes are still in the file's log; run it again"), err)
	}
	return nil
}
