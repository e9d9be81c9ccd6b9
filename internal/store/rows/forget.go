package rows

import (
	"context"
	"path/filepath"
	"slices"
	"strings"

	"prism/internal/fact"
	"prism/internal/store"
	"prism/internal/store/statement"
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
		w.One(`SELECT count(DISTINCT id) FROM sessions WHERE tenant = @`, nil, &done.Sessions)
		w.One(`SELECT count(DISTINCT id) FROM conversations WHERE tenant = @`, nil, &done.Units)
		// Each by itself: where an index is damaged, what hangs on a row that goes is not found.
		for _, table := range [...]string{"marks", "members", "aliases", "outside", "names", "pending", "segments", "texts", "documents", "sessions", "digests", "conversations", "parts", "files", "inbox", "roots", "left_alone"} {
			w.clear(table)
		}
		done.Views, done.Verdicts, done.Titles, done.Labels = w.clear("scopes"), w.clear("verdicts"), w.clear("titles"), w.clear("labels")
		w.clear("answers")
		w.clear("batches")
		w.clear("asked") // what was spent stays: a budget is a promise
		w.forgetEarlier(&done, nil, nil, nil)
		return done, w.Err
	})
}

func (w *saving) clear(table string) int { return w.Run(`DELETE FROM ` + table + ` WHERE tenant = @`) }

// forgetEarlier removes what the engine holds of earlier.
func (w *saving) forgetEarlier(done *store.Forgotten, session, file, judged func(string) bool) {
	if w.s.earlier == nil || w.Err != nil {
		return
	}
	var old store.Forgotten
	old, w.Err = w.s.earlier.Forget(w.Ctx, w.Tx, session, file, judged)
	done.Units, done.Verdicts = done.Units+old.Units, done.Verdicts+old.Verdicts
}

// forget removes rows in one transaction and then sees to it that no deleted byte
// stays.
func (s *Store) forget(ctx context.Context, remove func(*saving) (store.Forgotten, error)) (store.Forgotten, error) {
	done, err := s.forgetRows(ctx, remove)
	if err != nil {
		return done, err
	}
	return done, s.engine.Scrub(ctx)
}

// forgetRows is forget that leaves the bytes of deleted rows to be written over.
func (s *Store) forgetRows(ctx context.Context, remove func(*saving) (store.Forgotten, error)) (done store.Forgotten, err error) {
	err = s.engine.Write(ctx, "forget in", statement.Alone, func(tx statement.Tx) error {
		w := newSaving(ctx, s, tx)
		if done, err = remove(w); err == nil {
			if w.Run(`UPDATE forgettings SET n = n + 1 WHERE tenant = @`) == 0 {
				w.Run(`INSERT INTO forgettings (tenant, n) VALUES (@, 1)`) // the tenant's first time
			}
			err = w.Err
		}
		return err
	})
	if err != nil {
		return store.Forgotten{}, err
	}
	s.forgettings.Add(1) // what was forgotten is not in this process
	return done, nil
}

func forgettings(ctx context.Context, tx statement.Tx) (n int64, err error) {
	_, err = statement.One(ctx, tx, `SELECT n FROM forgettings WHERE tenant = @`, nil, &n)
	return n, err
}

// remembers refuses what comes of reading files or asking models where something was
// forgotten since this process opened the store: it may have been read before.
func (s *Store) remembers(ctx context.Context, tx statement.Tx) error {
	n, err := forgettings(ctx, tx)
	if err == nil && n != s.forgettings.Load() {
		err = store.ErrForgotten
	}
	return err
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
		if t.s.earlier != nil && t.Err == nil {
			var files []string
			files, t.Err = t.s.earlier.Files(t.Ctx, t.Tx, func(id string) bool { return t.ids[id] })
			for _, f := range files {
				t.files[f] = true
			}
		}
		for _, files := range t.said {
			for _, f := range files {
				t.files[f] = true
			}
		}
	}
	t.findConversations()
	t.findVerdicts()
	t.findSessions()
	if t.Err != nil {
		return done, t.Err
	}
	done.Sessions, done.Units = t.distinct("sessions", t.sessions), t.distinct("conversations", t.conversations)
	t.unsay()
	t.remove()
	done.Verdicts += t.Many(`DELETE FROM verdicts WHERE tenant = @ AND n = ?`, statement.ListsOf(t.verdicts), nil)
	t.forgetEarlier(&done, func(id string) bool { return t.ids[id] }, t.touched, t.judged)
	done.Titles += t.Many(`DELETE FROM titles WHERE tenant = @ AND session = ?`, statement.ListsOf(t.ids), nil)
	done.Labels += t.Many(`DELETE FROM labels WHERE tenant = @ AND session = ?`, statement.ListsOf(t.ids), nil)
	// Which session a question was about cannot be told from it, so all go: what is
	// forgotten must not stay in one of them. Verdicts of other sessions stay; only
	// one whose session is made up anew is asked for, and paid for, again.
	t.clear("answers")
	done.Views = len(t.scopes)
	return done, t.Err
}

// distinct counts the ids of some rows.
func (t *traces) distinct(table string, numbers map[int64]bool) int {
	ids := make(map[string]bool)
	t.Many(`SELECT id FROM `+table+` WHERE tenant = @ AND n = ?`, statement.ListsOf(numbers), func(_ int, r statement.Row) error {
		var id string
		err := r.Scan(&id)
		ids[id] = true
		return err
	})
	return len(ids)
}

// findConversations finds those that have a file to be forgotten, and those of a
// session that was named, and all their files.
func (t *traces) findConversations() {
	named := make(map[int64]bool)
	t.Many(`SELECT conversation FROM members WHERE tenant = @ AND session = ?`, statement.ListsOf(t.sessions), func(_ int, r statement.Row) error {
		var n int64
		err := r.Scan(&n)
		named[n] = true
		return err
	})
	t.Query(selectConversation+`, c.n, c.scope FROM conversations AS c WHERE c.tenant = @`, nil, func(r statement.Row) error {
		var n, scope int64
		c, err := source(r, &n, &scope)
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
	add := func(_ int, r statement.Row) error {
		var n, scope int64
		var id string
		err := r.Scan(&n, &scope, &id)
		t.sessions[n], t.scopes[scope], t.ids[id] = true, true, true
		return err
	}
	ids := statement.ListsOf(t.ids)
	t.Many(`SELECT n, scope, id FROM sessions WHERE tenant = @ AND scope IN (SELECT n FROM scopes WHERE tenant = @) AND id = ?`, ids, add)
	t.Many(`SELECT s.n, s.scope, s.id FROM aliases AS a JOIN sessions AS s ON s.tenant = a.tenant AND s.n = a.session
		WHERE a.tenant = @ AND a.scope IN (SELECT n FROM scopes WHERE tenant = @) AND a.alias = ?`, ids, add)
	t.Many(`SELECT s.n, s.scope, s.id FROM members AS m JOIN sessions AS s ON s.tenant = m.tenant AND s.n = m.session
		WHERE m.tenant = @ AND m.conversation = ?`, statement.ListsOf(t.conversations), add)
	if len(t.verdicts) > 0 {
		t.Query(`SELECT n, scope, id, verdict FROM sessions WHERE tenant = @ AND verdict IS NOT NULL`, nil, func(r statement.Row) error {
			var n, scope, verdict int64
			var id string
			err := r.Scan(&n, &scope, &id, &verdict)
			if t.verdicts[verdict] {
				t.sessions[n], t.scopes[scope], t.ids[id] = true, true, true
			}
			return err
		})
	}
	t.Many(`SELECT alias FROM aliases WHERE tenant = @ AND session = ?`, statement.ListsOf(t.sessions), func(_ int, r statement.Row) error {
		var alias string
		err := r.Scan(&alias)
		t.ids[alias] = true
		return err
	})
}

// findVerdicts finds the verdicts of files and sessions to be forgotten, and the
// sessions they name.
func (t *traces) findVerdicts() {
	t.Query(`SELECT n, session, files FROM verdicts WHERE tenant = @`, nil, func(r statement.Row) error {
		var n int64
		var session string
		var doc []byte
		if err := r.Scan(&n, &session, &doc); err != nil {
			return err
		}
		var files []string
		if err := decode(doc, &files); err != nil {
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
	}
	var list []said
	t.Query(`SELECT n, scope FROM sessions WHERE tenant = @ AND undone_by > 0`, nil, func(r statement.Row) error {
		var one said
		err := r.Scan(&one.n, &one.scope)
		if !t.sessions[one.n] {
			list = append(list, one)
		}
		return err
	})
	var docs, counts [][]any
	t.Many(`SELECT doc FROM documents WHERE tenant = @ AND session = ?`, statement.Each(list, func(one said) []any { return []any{one.n} }), func(i int, r statement.Row) error {
		var doc []byte
		if err := r.Scan(&doc); err != nil {
			return err
		}
		var w whole
		if err := decode(doc, &w); err != nil {
			return err
		}
		before := len(w.Session.Rework.By)
		w.Session.Rework.By = slices.DeleteFunc(w.Session.Rework.By, func(b fact.ReworkBy) bool { return t.ids[b.Session] })
		if len(w.Session.Rework.By) < before {
			t.scopes[list[i].scope] = true
			docs, counts = append(docs, []any{t.document(&w), list[i].n}), append(counts, []any{len(w.Session.Rework.By), list[i].n})
		}
		return nil
	})
	t.Many(`UPDATE documents SET doc = ? WHERE tenant = @ AND session = ?`, docs, nil)
	t.Many(`UPDATE sessions SET undone_by = ? WHERE tenant = @ AND n = ?`, counts, nil)
}

// remove deletes sessions and conversations, and what their scopes say of them
// beside: figures, names, what could not be read.
func (t *traces) remove() {
	ends := make(map[int64][][2]int64) // days and sessions, by scope
	t.Many(`DELETE FROM sessions WHERE tenant = @ AND n = ? RETURNING n, scope, ended_at`, statement.ListsOf(t.sessions), func(_ int, r statement.Row) error {
		var n, scope, ended int64
		err := r.Scan(&n, &scope, &ended)
		ends[scope] = append(ends[scope], [2]int64{fact.DayOf(ended), n})
		return err
	})
	t.Many(`DELETE FROM conversations WHERE tenant = @ AND n = ?`, statement.ListsOf(t.conversations), nil)
	// A trouble names a file that need not have become a conversation.
	t.Query(`SELECT n, doc FROM scopes WHERE tenant = @`, nil, func(r statement.Row) error {
		var n int64
		var doc []byte
		if err := r.Scan(&n, &doc); err != nil {
			return err
		}
		var in fact.Input
		if err := decode(doc, &in); err != nil {
			return err
		}
		if slices.ContainsFunc(in.Troubles, func(x fact.Trouble) bool { return t.touched(x.File) }) {
			t.scopes[n] = true
		}
		return nil
	})
	for n := range t.scopes {
		t.scope = n
		for _, end := range ends[n] {
			t.change(end[0], end[1], shown{}, -1)
		}
		t.settle(true)
		t.forgetNames()
		// The scope's name may be made of paths; its key stays, what was known of it goes.
		t.Run(`UPDATE scopes SET whole = false, fingerprint = '', basis = '', doc = ? WHERE tenant = @ AND n = ?`, t.document(&fact.Input{}), n)
		t.Run(`UPDATE conversations SET dirty = true WHERE tenant = @ AND scope = ?`, n)
	}
}

// forgetNames removes the names that no figure of the scope has any more.
func (t *traces) forgetNames() {
	used := make(map[uint32]bool)
	t.Query(`SELECT figures FROM segments WHERE tenant = @ AND scope = ?`, []any{t.scope}, func(r statement.Row) error {
		var packed []byte
		if err := r.Scan(&packed); err != nil {
			return err
		}
		list, err := merge(nil, packed, nil)
		for i := range list {
			list[i].Figure.Numbers(func(n uint32) { used[n] = true })
		}
		return err
	})
	var idle [][]any
	t.Query(`SELECT n FROM names WHERE tenant = @ AND scope = ?`, []any{t.scope}, func(r statement.Row) error {
		var n uint32
		err := r.Scan(&n)
		if !used[n] {
			idle = append(idle, []any{t.scope, n})
		}
		return err
	})
	t.Many(`DELETE FROM names WHERE tenant = @ AND scope = ? AND n = ?`, idle, nil)
}
