package sqlite

import (
	"bytes"
	"context"
	"database/sql"
	"errors"
	"fmt"
	"slices"

	"prism/internal/fact"
	"prism/internal/store"
	"prism/internal/store/codec"
)

// Save writes all of c to a scope in one transaction, or nothing of it. A scope
// that is new is made; the ones used longest ago give way to it.
func (s *Store) Save(ctx context.Context, scope store.Scope, c store.Changes) error {
	return s.transact(ctx, "save", func(tx *sql.Tx) error {
		if err := s.remembers(ctx, tx); err != nil {
			return err
		}
		return newSaving(ctx, s, tx).save(scope, &c)
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

// saving is one transaction that writes. It keeps the first error, so that a row
// of statements reads as one.
type saving struct {
	s          *Store
	ctx        context.Context
	quiet      context.Context // of one statement: nobody waits beside each for the run to end
	tx         *sql.Tx
	scope      int64
	statements map[string]*sql.Stmt // by their text; the transaction closes them
	names      map[string]uint32    // numbers of names met so far
	rows       map[string]int64     // conversations met so far, by their ids
	said       map[store.VerdictKey]saidVerdict
	days       map[int64]*dayChanges // what changes in the figures
	err        error
}

// saidVerdict is a verdict that this transaction saved or found.
type saidVerdict struct {
	n   int64
	doc []byte
}

func newSaving(ctx context.Context, s *Store, tx *sql.Tx) *saving {
	return &saving{s: s, ctx: ctx, quiet: context.WithoutCancel(ctx), tx: tx, statements: make(map[string]*sql.Stmt), names: make(map[string]uint32), rows: make(map[string]int64), days: make(map[int64]*dayChanges)}
}

// statement prepares a statement once.
func (w *saving) statement(query string) *sql.Stmt {
	if w.err == nil {
		w.err = w.ctx.Err()
	}
	if st, ok := w.statements[query]; ok || w.err != nil {
		return st
	}
	st, err := w.tx.PrepareContext(w.ctx, query)
	if err != nil {
		w.err = err
		return nil
	}
	w.statements[query] = st
	return st
}

// run executes a statement and says how many rows it touched.
func (w *saving) run(query string, args ...any) int {
	_, n := w.insert(query, args...)
	return n
}

// insert executes a statement and returns the number of the row that it made, and
// how many it touched.
func (w *saving) insert(query string, args ...any) (row int64, count int) {
	st := w.statement(query)
	if w.err != nil {
		return 0, 0
	}
	done, err := st.ExecContext(w.quiet, args...)
	if err == nil {
		row, err = done.LastInsertId()
	}
	if err == nil {
		count, err = affected(done, nil)
	}
	w.err = err
	return row, count
}

// one reads one row into targets; false: there is none.
func (w *saving) one(query string, args []any, targets ...any) bool {
	st := w.statement(query)
	if w.err != nil {
		return false
	}
	switch err := st.QueryRowContext(w.quiet, args...).Scan(targets...); {
	case errors.Is(err, sql.ErrNoRows):
		return false
	case err != nil:
		w.err = err
		return false
	}
	return true
}

// document encodes v.
func (w *saving) document(v any) []byte {
	doc, err := codec.Encode(v)
	if err != nil && w.err == nil {
		w.err = err
	}
	return doc
}

func (w *saving) save(scope store.Scope, c *store.Changes) error {
	if w.open(scope); w.err != nil {
		return fmt.Errorf("open scope: %w", w.err)
	}
	w.said = nil
	if len(c.Sessions) > 0 {
		w.said = make(map[store.VerdictKey]saidVerdict, len(c.Verdicts))
	}
	for i := range c.Verdicts {
		if w.verdict(&c.Verdicts[i]); w.err != nil {
			return fmt.Errorf("save verdict: %w", w.err)
		}
	}
	for i := range c.Conversations {
		if w.conversation(&c.Conversations[i]); w.err != nil {
			return fmt.Errorf("save conversation: %w", w.err)
		}
	}
	for id, gone := range c.Gone {
		w.run(`UPDATE conversations SET gone = ?3 WHERE scope = ?1 AND id = ?2 AND gone <> ?3`, w.scope, id, gone)
	}
	for _, id := range c.Dirty {
		w.run(`UPDATE conversations SET dirty = 1 WHERE scope = ? AND id = ?`, w.scope, id)
	}
	for _, id := range c.Linked {
		w.run(`UPDATE conversations SET dirty = 0, was = x'' WHERE scope = ? AND id = ?`, w.scope, id)
	}
	for _, id := range c.Dropped {
		w.drop(id)
	}
	for i := range c.Sessions {
		if w.session(&c.Sessions[i]); w.err != nil {
			return fmt.Errorf("save session: %w", w.err)
		}
	}
	for i := range c.Outside {
		w.outside(&c.Outside[i])
	}
	for _, id := range c.Removed {
		w.run(`DELETE FROM conversations WHERE scope = ? AND id = ?`, w.scope, id)
	}
	if c.State != nil {
		w.state(c.State, c.After)
		if c.State.Default && c.State.Fingerprint != "" {
			w.letGoOfOld()
		}
	}
	w.settle(c.State != nil)
	return w.err
}

// open finds the scope or makes it, and lets go of those that are one too many.
func (w *saving) open(scope store.Scope) {
	if w.one(`SELECT n FROM scopes WHERE name = ?`, []any{string(scope)}, &w.scope) || w.err != nil {
		return
	}
	w.one(`INSERT INTO scopes (name, fingerprint, basis, is_default, whole, used, saved_at, doc)
		VALUES (?, '', '', 0, 0, (SELECT coalesce(max(used), 0) + 1 FROM scopes), ?, ?) RETURNING n`,
		[]any{string(scope), fact.NoTime, w.document(&fact.Input{})}, &w.scope)
	w.run(`DELETE FROM scopes WHERE NOT is_default AND n <> ?1 AND n NOT IN (SELECT n FROM scopes ORDER BY used DESC LIMIT ?2)`, w.scope, store.KeptScopes)
	w.run(`DELETE FROM scopes WHERE is_default AND n <> ?1 AND n NOT IN (SELECT n FROM scopes WHERE is_default ORDER BY used DESC LIMIT ?2)`, w.scope, store.KeptScopes)
}

// state settles what the scope as a whole is.
func (w *saving) state(s *store.State, after *string) {
	fingerprint, basis := s.Fingerprint, s.Basis
	if after != nil {
		var now string
		if w.one(`SELECT basis FROM scopes WHERE n = ?`, []any{w.scope}, &now); now != *after {
			fingerprint, basis = "", ""
		}
	}
	w.run(`UPDATE scopes SET fingerprint = ?, basis = ?, is_default = ?, whole = 1, saved_at = ?, doc = ?,
			used = (SELECT max(used) + 1 FROM scopes) WHERE n = ?`,
		fingerprint, basis, s.Default, fact.Micro(s.Saved), w.document(&s.Input), w.scope)
}

// kept is the document of a conversation.
type kept struct {
	Files   []store.File
	Counts  store.Counts
	Folders []string
}

func (w *saving) conversation(c *store.Conversation) {
	was := w.was(c.ID)
	var n int64
	w.one(`
		INSERT INTO conversations (scope, id, agent, name, path, person, repo_key, repo_name, revision, reader, gone, dirty, doc, was)
		VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, 1, ?, ?)
		ON CONFLICT (scope, id) DO UPDATE SET agent = excluded.agent, name = excluded.name, path = excluded.path, person = excluded.person,
			repo_key = excluded.repo_key, repo_name = excluded.repo_name, revision = excluded.revision, reader = excluded.reader,
			gone = excluded.gone, dirty = 1, doc = excluded.doc, was = excluded.was
		RETURNING n`,
		[]any{w.scope, c.ID, c.Agent, c.Name, c.Path, c.Person, c.Repo.Key, c.Repo.Name, c.Revision, c.Reader, c.Gone,
			w.document(&kept{c.Files, c.Counts, c.Folders}), was}, &n)
	w.rows[c.ID] = n
	w.run(`INSERT INTO digests (conversation, digest) VALUES (?, ?) ON CONFLICT (conversation) DO UPDATE SET digest = excluded.digest`, n, notNull(c.Digest))
	w.run(`DELETE FROM marks WHERE conversation = ?`, n)
	for some := range slices.Chunk(c.Marks, marksAtOnce) {
		args := make([]any, 0, 5*marksAtOnce)
		for _, m := range some {
			args = append(args, w.scope, m.Kind, int64(m.Key), m.At, n)
		}
		w.run(insertMarks[:len(insertMarks)-(marksAtOnce-len(some))*len(oneMark)], args...)
	}
}

// marksAtOnce is how many marks one statement writes: a conversation has a dozen.
const marksAtOnce = 8

const (
	oneMark     = `, (?, ?, ?, ?, ?)`
	insertMarks = `INSERT OR IGNORE INTO marks (scope, kind, key, at, conversation) VALUES (?, ?, ?, ?, ?)` +
		oneMark + oneMark + oneMark + oneMark + oneMark + oneMark + oneMark
)

// was is the document of the marks that a conversation had since it was linked.
func (w *saving) was(id string) []byte {
	var n int64
	var doc []byte
	if !w.one(`SELECT n, was FROM conversations WHERE scope = ? AND id = ?`, []any{w.scope, id}, &n, &doc) {
		return []byte{}
	}
	var before []store.Mark
	if len(doc) > 0 {
		if err := w.s.decode(doc, &before); err != nil {
			w.err = err
			return nil
		}
	}
	st := w.statement(selectMarks)
	if w.err != nil {
		return nil
	}
	last, err := marksOf(w.quiet, st, n)
	if err != nil {
		w.err = err
		return nil
	}
	if before = store.Marks(before, last); len(before) == 0 {
		return []byte{}
	}
	return w.document(&before)
}

func (w *saving) outside(o *store.Outside) {
	var n int64
	switch {
	case !w.one(`SELECT n FROM conversations WHERE scope = ? AND id = ?`, []any{w.scope, o.Conversation}, &n):
	case len(o.Usage) == 0:
		w.run(`DELETE FROM outside WHERE conversation = ?`, n)
	default:
		w.run(`INSERT INTO outside (conversation, scope, doc) VALUES (?, ?, ?) ON CONFLICT (conversation) DO UPDATE SET doc = excluded.doc`,
			n, w.scope, w.document(&o.Usage))
	}
}

// verdict appends, unless the newest row of the key says the same already: two
// runs that judged the same at once leave one row.
func (w *saving) verdict(j *store.Judged) {
	v := &j.Verdict
	files, doc := w.document(&j.Files), w.document(v)
	var session string
	var old saidVerdict
	var oldFiles []byte
	if w.one(`SELECT n, session, files, doc FROM verdicts WHERE composition = ? AND judge = ? AND judge_version = ? ORDER BY n DESC LIMIT 1`,
		[]any{j.Composition, v.Judge, v.Version}, &old.n, &session, &oldFiles, &old.doc) && session == j.Session && bytes.Equal(oldFiles, files) {
		var said fact.Verdict
		if err := w.s.decode(old.doc, &said); err != nil {
			w.err = err
			return
		}
		said.At = v.At // the same said later is no news
		if bytes.Equal(w.document(&said), doc) {
			w.note(j, old)
			return
		}
	}
	n, _ := w.insert(`INSERT INTO verdicts (composition, judge, judge_version, session, files, doc) VALUES (?, ?, ?, ?, ?, ?)`,
		j.Composition, v.Judge, v.Version, j.Session, files, doc)
	w.note(j, saidVerdict{n, doc})
}

// note remembers a verdict for the sessions that this transaction saves, if any.
func (w *saving) note(j *store.Judged, said saidVerdict) {
	if w.said != nil {
		w.said[j.Key()] = said
	}
}

// whole is the document of a session. Its verdict stands there only where it is
// none of the kept ones.
type whole struct {
	Session  fact.Session
	Revision string
	Rows     []string
}

func (w *saving) session(s *store.Session) {
	f := fact.FigureOf(&s.Session, w.number)
	doc := whole{s.Session, s.Revision, s.Rows}
	doc.Session.Started, doc.Session.Ended = fact.FromMicro(f.Started), fact.FromMicro(f.Ended) // as the columns have them
	verdict := w.kept(s)
	if verdict.Valid {
		doc.Session.Verdict = fact.Verdict{}
	}
	row := append([]any{w.scope, s.ID, verdict}, columns(&s.Session)...)
	n, fresh := w.insert(`INSERT INTO sessions (scope, id, verdict, started_at, ended_at, bin, repo_key, repo_fold, branch, model_low, code_fold, intent,
			state, out, automated, crushed, tokens, cost_usd, confidence, turns, undone_by)
		VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT (scope, id) DO NOTHING`, row...)
	day := dayOf(f.Ended)
	if fresh == 1 {
		w.run(`INSERT INTO documents (session, doc) VALUES (?, ?)`, n, w.document(&doc))
		w.change(day, n, &f, 1)
	} else {
		var ended int64
		w.one(`SELECT n, ended_at FROM sessions WHERE scope = ? AND id = ?`, []any{w.scope, s.ID}, &n, &ended)
		w.run(`UPDATE sessions SET verdict = ?3, started_at = ?4, ended_at = ?5, bin = ?6, repo_key = ?7, repo_fold = ?8, branch = ?9, model_low = ?10,
				code_fold = ?11, intent = ?12, state = ?13, out = ?14, automated = ?15, crushed = ?16, tokens = ?17, cost_usd = ?18, confidence = ?19,
				turns = ?20, undone_by = ?21
			WHERE scope = ?1 AND id = ?2`, row...)
		w.run(`UPDATE documents SET doc = ?2 WHERE session = ?1`, n, w.document(&doc))
		w.run(`DELETE FROM members WHERE session = ?`, n)
		w.run(`DELETE FROM aliases WHERE session = ?`, n)
		if was := dayOf(ended); was != day {
			w.change(was, n, nil, -1)
			w.change(day, n, &f, 1)
		} else {
			w.change(day, n, &f, 0)
		}
	}
	for _, id := range s.Rows {
		at, ok := w.rows[id]
		if !ok && !w.one(`SELECT n FROM conversations WHERE scope = ? AND id = ?`, []any{w.scope, id}, &at) {
			if w.err == nil {
				w.err = fmt.Errorf("it stands in conversation %q, which is not kept", id)
			}
			return
		}
		w.rows[id] = at
		w.run(`INSERT OR IGNORE INTO members (conversation, session) VALUES (?, ?)`, at, n)
	}
	for _, a := range s.Aliases {
		w.run(`INSERT OR IGNORE INTO aliases (scope, alias, session) VALUES (?, ?, ?)`, w.scope, a, n)
	}
}

// kept finds the row of the session's verdict, if it is kept as it stands.
func (w *saving) kept(s *store.Session) (n sql.NullInt64) {
	key := store.VerdictKey{Composition: s.Revision, Judge: s.Verdict.Judge, Version: s.Verdict.Version}
	said, ok := w.said[key]
	if !ok && !w.one(`SELECT n, doc FROM verdicts WHERE composition = ? AND judge = ? AND judge_version = ? ORDER BY n DESC LIMIT 1`,
		[]any{key.Composition, key.Judge, key.Version}, &said.n, &said.doc) || !bytes.Equal(said.doc, w.document(&s.Verdict)) {
		return sql.NullInt64{}
	}
	return sql.NullInt64{Int64: said.n, Valid: true}
}

// columns are what lists filter and sort by, from started_at on.
func columns(s *fact.Session) []any {
	var tokens int64
	for i := range s.Usage {
		tokens += s.Usage[i].Tokens.Total()
	}
	cost := -1.0
	if s.Cost != nil {
		cost = *s.Cost
	}
	started, ended := fact.Micro(s.Started), fact.Micro(s.Ended)
	return []any{started, ended, binOf(started, ended), s.Repo.Key, fold(s.Repo.Name), s.Branch, lower(s.Model), fold(s.Languages.Code),
		string(s.Verdict.Intent), string(s.State), string(s.Exclusion(true, true)), s.Automated, s.Crushed(), tokens, cost, s.Verdict.Confidence,
		s.Turns, len(s.Rework.By)}
}

// drop removes a session.
func (w *saving) drop(id string) {
	var n, ended int64
	if w.one(`DELETE FROM sessions WHERE scope = ? AND id = ? RETURNING n, ended_at`, []any{w.scope, id}, &n, &ended) {
		w.change(dayOf(ended), n, nil, -1)
	}
}

// notNull keeps nil from becoming NULL.
func notNull(b []byte) []byte {
	if b == nil {
		return []byte{}
	}
	return b
}

func affected(r sql.Result, err error) (int, error) {
	if err != nil {
		return 0, err
	}
	n, err := r.RowsAffected()
	return int(n), err
}
