package sqlite

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"prism/internal/fact"
	"prism/internal/store"
)

// ForgetPath removes what was read from the files that are one of paths or lie
// below one: digests, verdicts, sessions, and the titles of these. Nothing of it
// remains in the file. Scopes that held something of it have no state from then
// on; transcripts that are still there are read again by the next run over them.
func (s *Store) ForgetPath(ctx context.Context, paths ...string) (store.Forgotten, error) {
	if len(paths) == 0 {
		return store.Forgotten{}, nil
	}
	return s.forget(ctx, func(w *saving) (store.Forgotten, error) { return newTraces(w, paths, "").forget() })
}

// ForgetSession removes a session, and with it everything that was read from the
// conversations it stands in: a digest cannot be forgotten by halves. id is a whole
// id or alias; it need not be in any scope.
func (s *Store) ForgetSession(ctx context.Context, id string) (store.Forgotten, error) {
	return s.forget(ctx, func(w *saving) (store.Forgotten, error) { return newTraces(w, nil, id).forget() })
}

// ForgetAll empties the store, titles included.
func (s *Store) ForgetAll(ctx context.Context) (store.Forgotten, error) {
	return s.forget(ctx, func(w *saving) (done store.Forgotten, err error) {
		w.one(`SELECT count(DISTINCT id) FROM sessions`, nil, &done.Sessions)
		w.one(`SELECT count(DISTINCT id) FROM conversations`, nil, &done.Units)
		// Each by itself: where an index is damaged, what hangs on a row that goes is not found.
		for _, table := range [...]string{"marks", "members", "aliases", "outside", "names", "pending", "segments", "documents", "sessions", "digests", "conversations", "old_sources"} {
			w.run(`DELETE FROM ` + table)
		}
		done.Views = w.run(`DELETE FROM scopes`)
		done.Verdicts = w.run(`DELETE FROM verdicts`)
		done.Titles = w.run(`DELETE FROM titles`)
		done.Labels = w.run(`DELETE FROM labels`)
		w.run(`DELETE FROM answers`)
		w.run(`DELETE FROM batches`)
		done.Units += w.run(`DELETE FROM old_units`)
		done.Verdicts += w.run(`DELETE FROM old_verdicts`)
		return done, w.err
	})
}

// forget removes rows in one transaction and then rewrites the file, so that no
// deleted byte stays in it.
func (s *Store) forget(ctx context.Context, remove func(*saving) (store.Forgotten, error)) (done store.Forgotten, err error) {
	err = s.transact(ctx, "forget in", func(tx *sql.Tx) error {
		w := newSaving(ctx, s, tx)
		if done, err = remove(w); err == nil {
			w.run(`UPDATE forgettings SET n = n + 1`)
			err = w.err
		}
		return err
	})
	if err != nil {
		return store.Forgotten{}, err
	}
	s.forgettings.Add(1) // what was forgotten is not in this process
	return done, s.failed(ctx, "forget in", s.scrub(ctx))
}

const selectForgettings = `SELECT n FROM forgettings`

// remembers refuses what comes of reading files or asking models where something was
// forgotten since this process opened the store: it may have been read before.
func (s *Store) remembers(ctx context.Context, tx *sql.Tx) error {
	var n int64
	if err := tx.QueryRowContext(ctx, selectForgettings).Scan(&n); err != nil {
		return err
	}
	if n != s.forgettings.Load() {
		return store.ErrForgotten
	}
	return nil
}

// traces is what has to go.
type traces struct {
	*saving
	places        map[string]bool // files and folders that were named
	files         map[string]bool // every file of the conversations that go
	ids           map[string]bool // of sessions, aliases too
	conversations map[int64]bool
	sessions      map[int64]bool
	verdicts      map[int64]bool
	scopes        map[int64]bool     // that hold something of it
	said          map[int64][]string // the files of the verdicts
	known         map[string]bool    // transcripts whose conversations are here
}

func newTraces(w *saving, paths []string, id string) *traces {
	t := &traces{saving: w, places: map[string]bool{}, files: map[string]bool{}, ids: map[string]bool{}, conversations: map[int64]bool{},
		sessions: map[int64]bool{}, verdicts: map[int64]bool{}, scopes: map[int64]bool{}, said: map[int64][]string{}, known: map[string]bool{}}
	for _, p := range paths {
		t.places[filepath.Clean(p)] = true
	}
	if id != "" {
		t.ids[id] = true
	}
	return t
}

// touched reports whether a file is to be forgotten: it is one of the places or
// files, or lies below a place.
func (t *traces) touched(path string) bool {
	if path == "" {
		return false
	}
	if t.files[path] {
		return true
	}
	for path = filepath.Clean(path); len(t.places) > 0; {
		if t.places[path] {
			return true
		}
		up := filepath.Dir(path)
		if up == path {
			break
		}
		path = up
	}
	return false
}

// judged reports whether a verdict on a transcript is to be forgotten. Which files of
// subagents belong to it, its conversation tells; where that is gone, its name: they lie
// in the folder that is called as it is.
func (t *traces) judged(path string) bool {
	if t.touched(path) || t.known[path] {
		return t.touched(path)
	}
	folder := strings.TrimSuffix(filepath.Clean(path), filepath.Ext(path))
	for place := range t.places {
		if rel, err := filepath.Rel(folder, place); err == nil && filepath.IsLocal(rel) {
			return true
		}
	}
	return false
}

func (t *traces) forget() (done store.Forgotten, err error) {
	if len(t.ids) > 0 {
		t.findSessions()
		t.findVerdicts()
		t.findOld()
		for _, files := range t.said {
			for _, f := range files {
				t.files[f] = true
			}
		}
	}
	t.findConversations()
	t.findVerdicts()
	t.findSessions()
	if t.err != nil {
		return done, t.err
	}
	done.Sessions, done.Units = t.distinct("sessions", t.sessions), t.distinct("conversations", t.conversations)
	t.unsay()
	t.remove()
	t.each(t.verdicts, func(n int64) { done.Verdicts += t.run(`DELETE FROM verdicts WHERE n = ?`, n) })
	t.forgetOld(&done)
	for id := range t.ids {
		done.Titles += t.run(`DELETE FROM titles WHERE session = ?`, id)
		done.Labels += t.run(`DELETE FROM labels WHERE session = ?`, id)
	}
	// Which session a question was about cannot be told from it, so all go: what is
	// forgotten must not stay in one of them. Verdicts of other sessions stay; only
	// one whose session is made up anew is asked for, and paid for, again.
	t.run(`DELETE FROM answers`)
	done.Views = len(t.scopes)
	return done, t.err
}

func (t *traces) each(numbers map[int64]bool, f func(n int64)) {
	for n := range numbers {
		f(n)
	}
}

// distinct counts the ids of some rows.
func (t *traces) distinct(table string, numbers map[int64]bool) int {
	ids := make(map[string]bool)
	t.each(numbers, func(n int64) {
		var id string
		t.one(`SELECT id FROM `+table+` WHERE n = ?`, []any{n}, &id)
		ids[id] = true
	})
	return len(ids)
}

// rows calls f with each row of a query.
func (t *traces) rows(query string, f func(rows *sql.Rows) error, args ...any) {
	if t.err != nil {
		return
	}
	rows, err := t.tx.QueryContext(t.ctx, query, args...)
	if err != nil {
		t.err = err
		return
	}
	defer rows.Close()
	for rows.Next() {
		if err := f(rows); err != nil {
			t.err = err
			return
		}
	}
	t.err = rows.Err()
}

// findConversations finds those that have a file to be forgotten, and those of a
// session that was named, and all their files.
func (t *traces) findConversations() {
	named := make(map[int64]bool)
	t.each(t.sessions, func(session int64) {
		list, err := numbers(t.tx.QueryContext(t.ctx, `SELECT conversation FROM members WHERE session = ?`, session))
		t.err = errors.Join(t.err, err)
		for _, n := range list {
			named[n] = true
		}
	})
	t.rows(selectConversation+`, c.n, c.scope FROM conversations AS c`, func(rows *sql.Rows) error {
		var n, scope int64
		c, err := t.s.source(rows, &n, &scope)
		if err != nil {
			return err
		}
		t.known[c.Path] = true
		if named[n] || t.touched(c.Path) || slices.ContainsFunc(c.Files, func(f store.File) bool { return t.touched(f.Path) }) {
			t.conversations[n], t.scopes[scope] = true, true
			t.files[c.Path] = true
			for _, f := range c.Files {
				t.files[f.Path] = true
			}
		}
		return nil
	})
}

// findSessions finds the sessions by their ids, their former ids, and the
// conversations and verdicts that go, and all their ids.
func (t *traces) findSessions() {
	add := func(rows *sql.Rows) error {
		var n, scope int64
		var id string
		if err := rows.Scan(&n, &scope, &id); err != nil {
			return err
		}
		t.sessions[n], t.scopes[scope], t.ids[id] = true, true, true
		return nil
	}
	for id := range t.ids {
		t.rows(`SELECT n, scope, id FROM sessions WHERE scope IN (SELECT n FROM scopes) AND id = ?`, add, id)
		t.rows(`SELECT s.n, s.scope, s.id FROM aliases AS a JOIN sessions AS s ON s.n = a.session WHERE a.scope IN (SELECT n FROM scopes) AND a.alias = ?`, add, id)
	}
	t.each(t.conversations, func(n int64) {
		t.rows(`SELECT s.n, s.scope, s.id FROM members AS m JOIN sessions AS s ON s.n = m.session WHERE m.conversation = ?`, add, n)
	})
	if len(t.verdicts) > 0 {
		t.rows(`SELECT n, scope, id, verdict FROM sessions WHERE verdict IS NOT NULL`, func(rows *sql.Rows) error {
			var n, scope, verdict int64
			var id string
			err := rows.Scan(&n, &scope, &id, &verdict)
			if t.verdicts[verdict] {
				t.sessions[n], t.scopes[scope], t.ids[id] = true, true, true
			}
			return err
		})
	}
	t.each(t.sessions, func(n int64) {
		t.rows(`SELECT alias FROM aliases WHERE session = ?`, func(rows *sql.Rows) error {
			var alias string
			err := rows.Scan(&alias)
			t.ids[alias] = true
			return err
		}, n)
	})
}

// findVerdicts finds the verdicts of files and sessions to be forgotten, and the
// sessions they name.
func (t *traces) findVerdicts() {
	t.rows(`SELECT n, session, files FROM verdicts`, func(rows *sql.Rows) error {
		var n int64
		var session string
		var doc []byte
		if err := rows.Scan(&n, &session, &doc); err != nil {
			return err
		}
		var files []string
		if err := t.s.decode(doc, &files); err != nil {
			return err
		}
		if !t.ids[session] && !slices.ContainsFunc(files, t.judged) {
			return nil
		}
		t.verdicts[n], t.said[n] = true, files
		if session != "" {
			t.ids[session] = true
		}
		return nil
	})
}

// unsay takes out of the sessions that stay what they say of those that go.
func (t *traces) unsay() {
	type said struct {
		n, scope int64
		id       string
	}
	var list []said
	t.rows(`SELECT n, scope, id FROM sessions WHERE undone_by > 0`, func(rows *sql.Rows) error {
		var one said
		err := rows.Scan(&one.n, &one.scope, &one.id)
		if !t.sessions[one.n] {
			list = append(list, one)
		}
		return err
	})
	for _, one := range list {
		var doc []byte
		if !t.one(`SELECT doc FROM documents WHERE session = ?`, []any{one.n}, &doc) {
			return
		}
		var w whole
		if t.err = t.s.decode(doc, &w); t.err != nil {
			return
		}
		before := len(w.Session.Rework.By)
		w.Session.Rework.By = slices.DeleteFunc(w.Session.Rework.By, func(b fact.ReworkBy) bool { return t.ids[b.Session] })
		if len(w.Session.Rework.By) == before {
			continue
		}
		t.scopes[one.scope] = true
		t.run(`UPDATE documents SET doc = ? WHERE session = ?`, t.document(&w), one.n)
		t.run(`UPDATE sessions SET undone_by = ? WHERE n = ?`, len(w.Session.Rework.By), one.n)
	}
}

// remove deletes sessions and conversations, and what their scopes say of them
// beside: figures, names, what could not be read.
func (t *traces) remove() {
	ends := make(map[int64][][2]int64) // days and sessions, by scope
	t.each(t.sessions, func(n int64) {
		var scope, ended int64
		if t.one(`DELETE FROM sessions WHERE n = ? RETURNING scope, ended_at`, []any{n}, &scope, &ended) {
			ends[scope] = append(ends[scope], [2]int64{dayOf(ended), n})
		}
	})
	t.each(t.conversations, func(n int64) { t.run(`DELETE FROM conversations WHERE n = ?`, n) })
	// A trouble names a file that need not have become a conversation.
	t.rows(`SELECT n, doc FROM scopes`, func(rows *sql.Rows) error {
		var n int64
		var doc []byte
		if err := rows.Scan(&n, &doc); err != nil {
			return err
		}
		var in fact.Input
		if err := t.s.decode(doc, &in); err != nil {
			return err
		}
		if slices.ContainsFunc(in.Troubles, func(x fact.Trouble) bool { return t.touched(x.File) }) {
			t.scopes[n] = true
		}
		return nil
	})
	t.each(t.scopes, func(n int64) {
		t.scope = n
		for _, end := range ends[n] {
			t.change(end[0], end[1], nil, -1)
		}
		t.settle(true)
		t.forgetNames()
		// The scope's name may be made of paths; its key stays, what was known of it goes.
		t.run(`UPDATE scopes SET whole = 0, fingerprint = '', basis = '', doc = ? WHERE n = ?`, t.document(&fact.Input{}), n)
		t.run(`UPDATE conversations SET dirty = 1 WHERE scope = ?`, n)
	})
}

// forgetNames removes the names that no figure of the scope has any more.
func (t *traces) forgetNames() {
	used := make(map[uint32]bool)
	t.rows(`SELECT figures FROM segments WHERE scope = ?`, func(rows *sql.Rows) error {
		var packed sql.RawBytes
		if err := rows.Scan(&packed); err != nil {
			return err
		}
		list, err := merge(nil, packed, nil)
		for i := range list {
			list[i].Figure.Numbers(func(n uint32) { used[n] = true })
		}
		return err
	}, t.scope)
	var idle []int64
	t.rows(`SELECT n FROM names WHERE scope = ?`, func(rows *sql.Rows) error {
		var n int64
		err := rows.Scan(&n)
		if !used[uint32(n)] {
			idle = append(idle, n)
		}
		return err
	}, t.scope)
	for _, n := range idle {
		t.run(`DELETE FROM names WHERE scope = ? AND n = ?`, t.scope, n)
	}
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
