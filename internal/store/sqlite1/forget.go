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
// below one: digests, verdicts, sessions, and the titles of these. Nothing of it
// remains in the file. Views that held something of it are stale from then on;
// transcripts that are still there are read again by the next run over them.
func (s *Store) ForgetPath(ctx context.Context, paths ...string) (store.Forgotten, error) {
	if len(paths) == 0 {
		return store.Forgotten{}, nil
	}
	within := newPlaces(paths)
	return s.forget(ctx, func(tx *sql.Tx) (store.Forgotten, error) { return forgetFiles(ctx, tx, within, nil) })
}

// ForgetSession removes a session, and with it everything that was read from the
// files it stands in: a digest cannot be forgotten by halves. id is a whole id or
// alias; it need not be in any view.
func (s *Store) ForgetSession(ctx context.Context, id string) (store.Forgotten, error) {
	return s.forget(ctx, func(tx *sql.Tx) (store.Forgotten, error) {
		files, ids, err := placesOf(ctx, tx, id)
		if err != nil {
			return store.Forgotten{}, err
		}
		return forgetFiles(ctx, tx, files, ids)
	})
}

// ForgetAll empties the store, titles included.
func (s *Store) ForgetAll(ctx context.Context) (store.Forgotten, error) {
	return s.forget(ctx, func(tx *sql.Tx) (done store.Forgotten, err error) {
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
			{&done.Labels, `DELETE FROM labels`},
			{new(int), `DELETE FROM answers`},
			{new(int), `DELETE FROM batches`},
			{&done.Views, `DELETE FROM views`},
		} {
			if *step.count, err = affected(tx.ExecContext(ctx, step.query)); err != nil {
				return done, err
			}
		}
		return done, nil
	})
}

// forget removes rows in one transaction and then rewrites the file, so that no
// deleted byte stays in it.
func (s *Store) forget(ctx context.Context, remove func(*sql.Tx) (store.Forgotten, error)) (done store.Forgotten, err error) {
	err = s.transact(ctx, "forget in", func(tx *sql.Tx) error {
		done, err = remove(tx)
		return err
	})
	if err != nil {
		return store.Forgotten{}, err
	}
	return done, s.failed(ctx, "forget in", s.scrub(ctx))
}

// placesOf returns the files that the session id stands in and all its ids, from
// the views and the verdicts.
func placesOf(ctx context.Context, tx *sql.Tx, id string) (files places, ids map[string]bool, err error) {
	files, ids = places{}, map[string]bool{id: true}
	err = eachSession(ctx, tx, func(_ place, one *fact.Session) {
		if one.ID == id || slices.Contains(one.Aliases, id) {
			addIDs(ids, one)
			for _, p := range one.Parts {
				files[p.File] = true
			}
		}
	})
	if err != nil {
		return nil, nil, err
	}
	err = eachVerdict(ctx, tx, func(_ int64, session string, of []string) {
		if ids[session] {
			for _, f := range of {
				files[f] = true
			}
		}
	})
	return files, ids, err
}

func addIDs(ids map[string]bool, one *fact.Session) {
	ids[one.ID] = true
	for _, a := range one.Aliases {
		ids[a] = true
	}
}

// traces is what has to go.
type traces struct {
	within        places          // files and folders
	files         places          // every file of the units that go
	conversations map[string]bool // of these units
	ids           map[string]bool // of sessions, aliases too
}

// touched reports whether a file is to be forgotten.
func (t *traces) touched(path string) bool {
	return t.files[path] || !t.within.all() && t.within.hold(path)
}

// forgetFiles removes the units that have a file within, the verdicts said of
// such files or of the sessions ids, the sessions that stand in them, and the
// titles of all these sessions.
func forgetFiles(ctx context.Context, tx *sql.Tx, within places, ids map[string]bool) (done store.Forgotten, err error) {
	t := &traces{within: within, files: places{}, conversations: map[string]bool{}, ids: map[string]bool{}}
	for id := range ids {
		t.ids[id] = true
	}
	units, err := t.units(ctx, tx)
	if err != nil {
		return done, err
	}
	verdicts, err := t.verdicts(ctx, tx)
	if err != nil {
		return done, err
	}
	views, err := t.views(ctx, tx, &done)
	if err != nil {
		return done, err
	}
	done.Views = len(views)
	if done.Units, err = eachKey(ctx, tx, `DELETE FROM units WHERE n = ?`, units); err != nil {
		return done, err
	}
	if done.Verdicts, err = eachKey(ctx, tx, `DELETE FROM verdicts WHERE n = ?`, verdicts); err != nil {
		return done, err
	}
	var titled []string
	for id := range t.ids {
		titled = append(titled, id)
	}
	if done.Titles, err = eachKey(ctx, tx, `DELETE FROM titles WHERE session = ?`, titled); err != nil {
		return done, err
	}
	done.Labels, err = forgetJudging(ctx, tx, titled)
	return done, err
}

// units finds the units that have a file to be forgotten, and all their files
// and conversations.
func (t *traces) units(ctx context.Context, tx *sql.Tx) (numbers []int64, err error) {
	rows, err := tx.QueryContext(ctx, `
		SELECT u.n, u.conversation, s.path FROM units AS u JOIN sources AS s ON s.unit = u.n ORDER BY u.n`)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	var last int64
	var files []string // of unit last
	take := func() {
		if slices.ContainsFunc(files, t.touched) {
			numbers = append(numbers, last)
			for _, f := range files {
				t.files[f] = true
			}
		}
	}
	conversations := map[int64]string{}
	for rows.Next() {
		var n int64
		var conversation, path string
		if err := rows.Scan(&n, &conversation, &path); err != nil {
			return nil, err
		}
		if n != last {
			take()
			last, files = n, files[:0]
			conversations[n] = conversation
		}
		files = append(files, path)
	}
	take()
	for _, n := range numbers {
		t.conversations[conversations[n]] = true
	}
	return numbers, rows.Err()
}

// verdicts finds the verdicts to be forgotten, and the sessions they name.
func (t *traces) verdicts(ctx context.Context, tx *sql.Tx) (numbers []int64, err error) {
	named := map[string]bool{}
	err = eachVerdict(ctx, tx, func(n int64, session string, files []string) {
		if t.ids[session] || slices.ContainsFunc(files, t.touched) {
			numbers = append(numbers, n)
			named[session] = true
		}
	})
	for session := range named {
		t.ids[session] = true
	}
	return numbers, err
}

// views takes the sessions to be forgotten out of the views, and what other
// sessions say of them. The rest of such a view stays, so that its sessions can
// still be looked up, but it answers for nothing any more.
func (t *traces) views(ctx context.Context, tx *sql.Tx, done *store.Forgotten) (touched map[int64]bool, err error) {
	touched = map[int64]bool{}
	var rows []int64
	own := map[string]bool{}
	err = eachSession(ctx, tx, func(at place, one *fact.Session) {
		inFile := slices.ContainsFunc(one.Parts, func(p fact.Part) bool { return t.touched(p.File) })
		if inFile || t.ids[one.ID] || slices.ContainsFunc(one.Aliases, func(a string) bool { return t.ids[a] }) {
			touched[at.view] = true
			rows = append(rows, at.row)
			own[one.ID] = true
			addIDs(t.ids, one)
		}
	})
	if err != nil {
		return nil, err
	}
	done.Sessions = len(own)
	if _, err := eachKey(ctx, tx, `DELETE FROM sessions WHERE n = ?`, rows); err != nil {
		return nil, err
	}
	if err := t.mentions(ctx, tx, touched); err != nil {
		return nil, err
	}
	if err := t.readings(ctx, tx, touched); err != nil {
		return nil, err
	}
	for view := range touched {
		var w writer
		nothing := document(&w, &fact.Reading{}, putReading)
		// The key may be made of paths.
		if _, err := tx.ExecContext(ctx, `
			UPDATE views SET stale = 1, key = 'stale ' || n, fingerprint = '', doc = ? WHERE n = ?`, nothing, view); err != nil {
			return nil, err
		}
	}
	return touched, nil
}

// mentions takes out of the sessions that stay what they say of those that go.
func (t *traces) mentions(ctx context.Context, tx *sql.Tx, touched map[int64]bool) error {
	var w writer
	changed := map[int64][]byte{} // documents by row; written when no query is open any more
	err := eachSession(ctx, tx, func(at place, one *fact.Session) {
		before := len(one.Rework.By)
		one.Rework.By = slices.DeleteFunc(one.Rework.By, func(b fact.ReworkBy) bool { return t.ids[b.Session] })
		if len(one.Rework.By) != before {
			touched[at.view] = true
			changed[at.row] = document(&w, one, putSession)
		}
	})
	if err != nil {
		return err
	}
	for row, doc := range changed {
		if _, err := tx.ExecContext(ctx, `UPDATE sessions SET doc = ? WHERE n = ?`, doc, row); err != nil {
			return err
		}
	}
	return nil
}

// readings finds the views that name what goes beside their sessions.
func (t *traces) readings(ctx context.Context, tx *sql.Tx, touched map[int64]bool) error {
	rows, err := tx.QueryContext(ctx, `SELECT n, doc FROM views`)
	if err != nil {
		return err
	}
	defer rows.Close()
	for rows.Next() {
		var n int64
		var raw []byte
		if err := rows.Scan(&n, &raw); err != nil {
			return err
		}
		var r fact.Reading
		if err := parse(raw, &r, getReading); err != nil {
			return err
		}
		if slices.ContainsFunc(r.Input.Troubles, func(x fact.Trouble) bool { return t.touched(x.File) }) ||
			slices.ContainsFunc(r.Outside, func(x fact.OutsideUsage) bool { return t.conversations[x.Conversation] }) {
			touched[n] = true
		}
	}
	return rows.Err()
}

// eachSession calls f with every session of every view.
func eachSession(ctx context.Context, tx *sql.Tx, f func(place, *fact.Session)) error {
	rows, err := tx.QueryContext(ctx, selectSession)
	if err != nil {
		return err
	}
	defer rows.Close()
	for rows.Next() {
		var one fact.Session
		at, err := readSession(rows, &one)
		if err != nil {
			return err
		}
		f(at, &one)
	}
	return rows.Err()
}

// eachVerdict calls f with the place of every verdict.
func eachVerdict(ctx context.Context, tx *sql.Tx, f func(n int64, session string, files []string)) error {
	rows, err := tx.QueryContext(ctx, `SELECT n, session, files FROM verdicts`)
	if err != nil {
		return err
	}
	defer rows.Close()
	for rows.Next() {
		var n int64
		var session string
		var raw []byte
		if err := rows.Scan(&n, &session, &raw); err != nil {
			return err
		}
		var files []string
		if err := parse(raw, &files, getFiles); err != nil {
			return err
		}
		f(n, session, files)
	}
	return rows.Err()
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
