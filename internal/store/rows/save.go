package rows

import (
	"bytes"
	"context"
	"fmt"
	"slices"

	"prism/internal/fact"
	"prism/internal/store"
	"prism/internal/store/codec"
	"prism/internal/store/sent"
	"prism/internal/store/statement"
)

// atOnce is how many sessions or conversations are worked on together: enough that
// an engine far away is seldom waited for, few enough to be held in memory.
const atOnce = 500

// Save writes all of c to a scope in one transaction, or nothing of it. A scope
// that is new is made; the ones used longest ago give way to it.
func (s *Store) Save(ctx context.Context, scope store.Scope, c store.Changes) error {
	return s.engine.Write(ctx, "save", statement.Beside, func(tx statement.Tx) error {
		if err := s.remembers(ctx, tx); err != nil {
			return err
		}
		return newSaving(ctx, s, tx).save(scope, &c)
	})
}

// saving is one transaction that writes.
type saving struct {
	statement.Writing
	s     *Store
	scope int64
	names map[string]uint32 // numbers of names met so far
	rows  map[string]int64  // conversations met so far, by their ids
	said  map[store.VerdictKey]saidVerdict
	days  map[int64]*dayChanges // what changes in the figures and texts
}

// saidVerdict is a verdict that this transaction saved or found.
type saidVerdict struct {
	n   int64
	doc []byte
}

func newSaving(ctx context.Context, s *Store, tx statement.Tx) *saving {
	return &saving{Writing: statement.Writing{Ctx: ctx, Tx: tx}, s: s, names: make(map[string]uint32), rows: make(map[string]int64),
		said: make(map[store.VerdictKey]saidVerdict), days: make(map[int64]*dayChanges)}
}

// sent writes to what was sent, in the same transaction.
func (w *saving) sent() *sent.Writing { return sent.In(&w.Writing) }

// document encodes v.
func (w *saving) document(v any) []byte {
	doc, err := codec.Encode(v)
	if err != nil && w.Err == nil {
		w.Err = err
	}
	return doc
}

// decode reads a document, if there is one.
func (w *saving) decode(doc []byte, v any) {
	if len(doc) > 0 && w.Err == nil {
		w.Err = decode(doc, v)
	}
}

// inParts calls f with pieces of a list, in each of which no key stands twice: what
// is looked up for all of a piece holds for each.
func inParts[T any, K comparable](list []T, key func(*T) K, f func([]T)) {
	for len(list) > 0 {
		seen := make(map[K]bool)
		n := 0
		for n < min(len(list), atOnce) && !seen[key(&list[n])] {
			seen[key(&list[n])] = true
			n++
		}
		f(list[:n])
		list = list[n:]
	}
}

func (w *saving) save(scope store.Scope, c *store.Changes) error {
	if w.open(scope); w.Err != nil {
		return fmt.Errorf("open scope: %w", w.Err)
	}
	inParts(c.Verdicts, func(j *store.Judged) store.VerdictKey { return j.Key() }, func(part []store.Judged) { w.verdicts(part, len(c.Sessions) > 0) })
	if w.Err != nil {
		return fmt.Errorf("save verdict: %w", w.Err)
	}
	inParts(c.Conversations, func(x *store.Conversation) string { return x.ID }, w.conversations)
	if w.Err != nil {
		return fmt.Errorf("save conversation: %w", w.Err)
	}
	var gone [][]any
	for id, is := range c.Gone {
		gone = append(gone, []any{w.scope, id, is})
	}
	id := func(id string) []any { return []any{w.scope, id} }
	w.Many(`UPDATE conversations SET gone = ?3 WHERE tenant = @ AND scope = ?1 AND id = ?2 AND gone <> ?3`, gone, nil)
	w.Many(`UPDATE conversations SET dirty = true WHERE tenant = @ AND scope = ? AND id = ?`, statement.Each(c.Dirty, id), nil)
	w.Many(`UPDATE conversations SET dirty = false, was = ?3 WHERE tenant = @ AND scope = ?1 AND id = ?2`,
		statement.Each(c.Linked, func(id string) []any { return []any{w.scope, id, []byte{}} }), nil)
	w.Many(`DELETE FROM sessions WHERE tenant = @ AND scope = ? AND id = ? RETURNING n, ended_at`, statement.Each(c.Dropped, id), func(_ int, r statement.Row) error {
		var n, ended int64
		if err := r.Scan(&n, &ended); err != nil {
			return err
		}
		w.change(fact.DayOf(ended), n, shown{}, -1)
		return nil
	})
	inParts(c.Sessions, func(x *store.Session) string { return x.ID }, w.sessions)
	if w.Err != nil {
		return fmt.Errorf("save session: %w", w.Err)
	}
	for i := range c.Outside {
		w.outside(&c.Outside[i])
	}
	w.Many(`DELETE FROM conversations WHERE tenant = @ AND scope = ? AND id = ?`, statement.Each(c.Removed, id), nil)
	late := w.late(c.After)
	if c.State != nil {
		w.state(c.State)
		if c.State.Default && c.State.Fingerprint != "" && w.s.earlier != nil && w.Err == nil {
			w.Err = w.s.earlier.LetGo(w.Ctx, w.Tx, w.scope)
		}
	}
	if late { // the scope is to be made again
		w.Run(`UPDATE scopes SET fingerprint = '', basis = '', intake = 0 WHERE tenant = @ AND n = ?`, w.scope)
	}
	w.settle(c.State != nil)
	return w.Err
}

const lockScope = `SELECT n FROM scopes WHERE tenant = @ AND name = ? FOR UPDATE`

// open finds the scope or makes it, and lets go of those that are one too many. From
// then on nobody else writes to it.
func (w *saving) open(scope store.Scope) {
	name := []any{string(scope)}
	if w.One(lockScope, name, &w.scope) || w.Err != nil {
		return
	}
	if !w.One(`INSERT INTO scopes (tenant, name, fingerprint, basis, is_default, whole, used, saved_at, doc)
		VALUES (@, ?, '', '', false, false, (SELECT coalesce(max(used), 0) + 1 FROM scopes WHERE tenant = @), ?, ?)
		ON CONFLICT (tenant, name) DO NOTHING RETURNING n`, append(name, fact.NoTime, w.document(&fact.Input{})), &w.scope) {
		w.One(lockScope, name, &w.scope) // somebody else was faster
		return
	}
	w.Run(`DELETE FROM scopes WHERE tenant = @ AND NOT is_default AND n <> ?1
		AND n NOT IN (SELECT n FROM scopes WHERE tenant = @ ORDER BY used DESC LIMIT ?2)`, w.scope, store.KeptScopes)
	w.Run(`DELETE FROM scopes WHERE tenant = @ AND is_default AND n <> ?1
		AND n NOT IN (SELECT n FROM scopes WHERE tenant = @ AND is_default ORDER BY used DESC LIMIT ?2)`, w.scope, store.KeptScopes)
}

// late reports whether somebody else wrote to the scope since its basis was after; of nil
// that is not asked.
func (w *saving) late(after *string) bool {
	if after == nil {
		return false
	}
	var now string
	w.One(`SELECT basis FROM scopes WHERE tenant = @ AND n = ?`, []any{w.scope}, &now)
	return now != *after
}

// state settles what the scope as a whole is.
func (w *saving) state(s *store.State) {
	w.Run(`UPDATE scopes SET fingerprint = ?, basis = ?, is_default = ?, whole = true, saved_at = ?, intake = ?, doc = ?,
			used = (SELECT max(used) + 1 FROM scopes WHERE tenant = @) WHERE tenant = @ AND n = ?`,
		statement.Prose(s.Fingerprint), statement.Prose(s.Basis), s.Default, fact.Micro(s.Saved), s.Intake, w.document(&s.Input), w.scope)
}

// kept is the document of a conversation.
type kept struct {
	Files   []store.File
	Counts  store.Counts
	Folders []string
}

// conversations writes some of different ids.
func (w *saving) conversations(list []store.Conversation) {
	was, marked := w.was(list)
	upsert := make([][]any, len(list))
	for i := range list {
		c := &list[i]
		upsert[i] = []any{w.scope, c.ID, statement.Prose(c.Agent), statement.Prose(c.Name), statement.Prose(c.Path), statement.Prose(c.Person), statement.Prose(c.Repo.Key), statement.Prose(c.Repo.Name), statement.Prose(c.Revision), statement.Prose(c.Reader), c.Gone,
			w.document(&kept{c.Files, c.Counts, c.Folders}), was[i]}
	}
	numbers := make([]int64, len(list))
	w.Many(`
		INSERT INTO conversations (tenant, scope, id, agent, name, path, person, repo_key, repo_name, revision, reader, gone, dirty, doc, was)
		VALUES (@, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, true, ?, ?)
		ON CONFLICT (tenant, scope, id) DO UPDATE SET agent = excluded.agent, name = excluded.name, path = excluded.path, person = excluded.person,
			repo_key = excluded.repo_key, repo_name = excluded.repo_name, revision = excluded.revision, reader = excluded.reader,
			gone = excluded.gone, dirty = true, doc = excluded.doc, was = excluded.was
		RETURNING n`, upsert, func(i int, r statement.Row) error { return r.Scan(&numbers[i]) })
	digests := make([][]any, len(list))
	var unmark [][]any
	marks := make(map[int][][]any) // by how many one statement writes
	for i := range list {
		n := numbers[i]
		w.rows[list[i].ID] = n
		digests[i] = []any{n, notNull(list[i].Digest)}
		fresh, stale := otherMarks(marked[i], list[i].Marks)
		for _, m := range stale {
			unmark = append(unmark, []any{w.scope, m.Kind, int64(m.Key), m.At, n})
		}
		for some := range slices.Chunk(fresh, marksAtOnce) {
			args := make([]any, 0, 5*len(some))
			for _, m := range some {
				args = append(args, w.scope, m.Kind, int64(m.Key), m.At, n)
			}
			marks[len(some)] = append(marks[len(some)], args)
		}
	}
	w.Many(`INSERT INTO digests (tenant, conversation, digest) VALUES (@, ?, ?) ON CONFLICT (tenant, conversation) DO UPDATE SET digest = excluded.digest`, digests, nil)
	w.Many(`DELETE FROM marks WHERE tenant = @ AND scope = ? AND kind = ? AND key = ? AND at = ? AND conversation = ?`, unmark, nil)
	for n, lists := range marks {
		w.Many(insertMarks[:len(insertMarks)-(marksAtOnce-n)*len(oneMark)]+` ON CONFLICT DO NOTHING`, lists, nil)
	}
}

// marksAtOnce is how many marks one statement writes: a conversation has a dozen.
const marksAtOnce = 8

const (
	oneMark     = `, (@, ?, ?, ?, ?, ?)`
	insertMarks = `INSERT INTO marks (tenant, scope, kind, key, at, conversation) VALUES (@, ?, ?, ?, ?, ?)` +
		oneMark + oneMark + oneMark + oneMark + oneMark + oneMark + oneMark
)

// otherMarks are those that are there now and were not, and those that were and are no
// more. Keys are hashes, so each mark lies on a page of its own: of a conversation that
// grew by a turn all but few stay where they are.
func otherMarks(was, now []store.Mark) (fresh, stale []store.Mark) {
	had := make(map[store.Mark]bool, len(was))
	for _, m := range was {
		had[m] = true
	}
	has := make(map[store.Mark]bool, len(now))
	for _, m := range now {
		if has[m] = true; !had[m] {
			fresh = append(fresh, m)
		}
	}
	return fresh, slices.DeleteFunc(slices.Clone(was), func(m store.Mark) bool { return has[m] })
}

// was returns the documents of the marks that conversations had since they were
// linked, and the marks that they have.
func (w *saving) was(list []store.Conversation) (docs [][]byte, last [][]store.Mark) {
	docs = make([][]byte, len(list))
	before, last := make([][]store.Mark, len(list)), make([][]store.Mark, len(list))
	var numbers [][]any
	var at []int
	w.Many(`SELECT n, was FROM conversations WHERE tenant = @ AND scope = ? AND id = ?`,
		statement.Each(list, func(c store.Conversation) []any { return []any{w.scope, c.ID} }), func(i int, r statement.Row) error {
			var n int64
			if err := r.Scan(&n, &docs[i]); err != nil {
				return err
			}
			numbers, at = append(numbers, []any{n}), append(at, i)
			return nil
		})
	w.Many(selectMarks, numbers, func(i int, r statement.Row) error { return appendMark(&last[at[i]], r) })
	for i := range list {
		w.decode(docs[i], &before[i])
		docs[i] = []byte{}
		if marks := store.Marks(before[i], last[i]); len(marks) > 0 {
			docs[i] = w.document(&marks)
		}
	}
	return docs, last
}

func (w *saving) outside(o *store.Outside) {
	if len(o.Usage) == 0 {
		w.Run(`DELETE FROM outside WHERE tenant = @ AND conversation IN (SELECT n FROM conversations WHERE tenant = @ AND scope = ? AND id = ?)`, w.scope, o.Conversation)
		return
	}
	var n int64
	if w.One(`SELECT n FROM conversations WHERE tenant = @ AND scope = ? AND id = ?`, []any{w.scope, o.Conversation}, &n) {
		w.Run(`INSERT INTO outside (tenant, conversation, scope, doc) VALUES (@, ?, ?, ?) ON CONFLICT (tenant, conversation) DO UPDATE SET doc = excluded.doc`,
			n, w.scope, w.document(&o.Usage))
	}
}

const newestVerdict = `SELECT n, session, files, doc FROM verdicts WHERE tenant = @ AND composition = ? AND judge = ? AND judge_version = ? ORDER BY n DESC LIMIT 1`

// verdicts appends those of different keys, but for one of which the newest row of its
// key says the same already: two runs that judged the same at once leave one row.
// Where sessions follow they are remembered for these.
func (w *saving) verdicts(list []store.Judged, remember bool) {
	type row struct {
		saidVerdict
		session string
		files   []byte
	}
	old := make([]row, len(list))
	w.Many(newestVerdict, statement.Each(list, func(j store.Judged) []any { return []any{j.Composition, j.Verdict.Judge, j.Verdict.Version} }),
		func(i int, r statement.Row) error {
			return r.Scan(&old[i].n, &old[i].session, &old[i].files, &old[i].doc)
		})
	note := func(j *store.Judged, said saidVerdict) {
		if remember {
			w.said[j.Key()] = said
		}
	}
	var fresh [][]any
	var at []int
	for i := range list {
		j := &list[i]
		v := &j.Verdict
		files, doc := w.document(&j.Files), w.document(v)
		if old[i].n != 0 && old[i].session == j.Session && bytes.Equal(old[i].files, files) {
			var said fact.Verdict
			w.decode(old[i].doc, &said)
			said.At = v.At // the same said later is no news
			if bytes.Equal(w.document(&said), doc) {
				note(j, old[i].saidVerdict)
				continue
			}
		}
		fresh, at = append(fresh, []any{j.Composition, v.Judge, v.Version, j.Session, files, doc}), append(at, i)
	}
	w.Many(`INSERT INTO verdicts (tenant, composition, judge, judge_version, session, files, doc) VALUES (@, ?, ?, ?, ?, ?, ?) RETURNING n`, fresh,
		func(i int, r statement.Row) error {
			var n int64
			err := r.Scan(&n)
			note(&list[at[i]], saidVerdict{n, fresh[i][5].([]byte)})
			return err
		})
}

// whole is the document of a session. Its verdict stands there only where it is
// none of the kept ones.
type whole struct {
	Session  fact.Session
	Revision string
	Rows     []string
}

// sessions writes some of different ids.
func (w *saving) sessions(list []store.Session) {
	w.number(list)
	verdicts := w.kept(list)
	figures := make([]fact.Figure, len(list))
	docs := make([][]byte, len(list))
	lists := make([][]any, len(list))
	for i := range list {
		s := &list[i]
		figures[i] = fact.FigureOf(&s.Session, func(text string) uint32 { return w.names[text] })
		doc := whole{s.Session, s.Revision, s.Rows}
		doc.Session.Started, doc.Session.Ended = fact.FromMicro(figures[i].Started), fact.FromMicro(figures[i].Ended) // as the columns have them
		if verdicts[i] != nil {
			doc.Session.Verdict = fact.Verdict{}
		}
		docs[i] = w.document(&doc)
		lists[i] = append([]any{w.scope, s.ID, verdicts[i]}, columns(&s.Session)...)
	}
	numbers := make([]int64, len(list))
	w.Many(`INSERT INTO sessions (tenant, scope, id, verdict, started_at, ended_at, bin, repo_key, repo_fold, branch, model_low, code_fold, intent,
			state, out, automated, crushed, tokens, cost_usd, confidence, turns, undone_by)
		VALUES (@, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT (tenant, scope, id) DO NOTHING RETURNING n`,
		lists, func(i int, r statement.Row) error { return r.Scan(&numbers[i]) })
	var fresh, stale []int
	for i, n := range numbers {
		if n != 0 {
			fresh = append(fresh, i)
		} else {
			stale = append(stale, i)
		}
	}
	document := func(i int) []any { return []any{numbers[i], docs[i]} }
	is := func(i int) shown { return shown{&figures[i], store.SearchText(&list[i].Session)} }
	for _, i := range fresh {
		w.change(fact.DayOf(figures[i].Ended), numbers[i], is(i), 1)
	}
	w.Many(`INSERT INTO documents (tenant, session, doc) VALUES (@, ?, ?)`, statement.Each(fresh, document), nil)
	if len(stale) > 0 {
		w.replaced(list, stale, is, numbers)
		w.Many(`UPDATE sessions SET verdict = ?3, started_at = ?4, ended_at = ?5, bin = ?6, repo_key = ?7, repo_fold = ?8, branch = ?9, model_low = ?10,
				code_fold = ?11, intent = ?12, state = ?13, out = ?14, automated = ?15, crushed = ?16, tokens = ?17, cost_usd = ?18, confidence = ?19,
				turns = ?20, undone_by = ?21
			WHERE tenant = @ AND scope = ?1 AND id = ?2`, statement.Each(stale, func(i int) []any { return lists[i] }), nil)
		w.Many(`UPDATE documents SET doc = ?2 WHERE tenant = @ AND session = ?1`, statement.Each(stale, document), nil)
	}
	w.places(list, numbers)
}

// replaced finds the numbers of sessions that are there already, and takes away what
// they had any number of.
func (w *saving) replaced(list []store.Session, stale []int, is func(int) shown, numbers []int64) {
	w.Many(`SELECT n, ended_at FROM sessions WHERE tenant = @ AND scope = ? AND id = ?`,
		statement.Each(stale, func(i int) []any { return []any{w.scope, list[i].ID} }), func(k int, r statement.Row) error {
			var ended int64
			i := stale[k]
			if err := r.Scan(&numbers[i], &ended); err != nil {
				return err
			}
			now := is(i)
			if was, day := fact.DayOf(ended), fact.DayOf(now.figure.Ended); was != day {
				w.change(was, numbers[i], shown{}, -1)
				w.change(day, numbers[i], now, 1)
			} else {
				w.change(day, numbers[i], now, 0)
			}
			return nil
		})
	number := func(i int) []any { return []any{numbers[i]} }
	w.Many(`DELETE FROM members WHERE tenant = @ AND session = ?`, statement.Each(stale, number), nil)
	w.Many(`DELETE FROM aliases WHERE tenant = @ AND session = ?`, statement.Each(stale, number), nil)
}

// places writes where sessions stand and what they were called.
func (w *saving) places(list []store.Session, numbers []int64) {
	var unmet []string
	for i := range list {
		for _, id := range list[i].Rows {
			if _, met := w.rows[id]; !met {
				w.rows[id] = 0
				unmet = append(unmet, id)
			}
		}
	}
	w.Many(`SELECT n FROM conversations WHERE tenant = @ AND scope = ? AND id = ?`, statement.Each(unmet, func(id string) []any { return []any{w.scope, id} }),
		func(i int, r statement.Row) error {
			var n int64
			err := r.Scan(&n)
			w.rows[unmet[i]] = n
			return err
		})
	for _, id := range unmet {
		if w.rows[id] == 0 && w.Err == nil {
			w.Err = fmt.Errorf("it stands in conversation %q, which is not kept", id)
		}
	}
	var members, aliases [][]any
	for i := range list {
		for _, id := range list[i].Rows {
			members = append(members, []any{w.rows[id], numbers[i]})
		}
		for _, a := range list[i].Aliases {
			aliases = append(aliases, []any{w.scope, a, numbers[i]})
		}
	}
	w.Many(`INSERT INTO members (tenant, conversation, session) VALUES (@, ?, ?) ON CONFLICT DO NOTHING`, members, nil)
	w.Many(`INSERT INTO aliases (tenant, scope, alias, session) VALUES (@, ?, ?, ?) ON CONFLICT DO NOTHING`, aliases, nil)
}

// kept finds the rows of the sessions' verdicts; nil: it is not kept as it stands.
func (w *saving) kept(list []store.Session) []*int64 {
	key := func(s *store.Session) store.VerdictKey {
		return store.VerdictKey{Composition: s.Revision, Judge: s.Verdict.Judge, Version: s.Verdict.Version}
	}
	said := make([]saidVerdict, len(list))
	var ask [][]any
	var at []int
	for i := range list {
		k := key(&list[i])
		var known bool
		if said[i], known = w.said[k]; !known {
			ask, at = append(ask, []any{k.Composition, k.Judge, k.Version}), append(at, i)
		}
	}
	w.Many(newestVerdict, ask, func(i int, r statement.Row) error {
		var session string
		var files []byte
		return r.Scan(&said[at[i]].n, &session, &files, &said[at[i]].doc)
	})
	rows := make([]*int64, len(list))
	for i := range list {
		if said[i].n != 0 && bytes.Equal(said[i].doc, w.document(&list[i].Verdict)) {
			rows[i] = &said[i].n
		}
	}
	return rows
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

// notNull keeps nil from becoming NULL.
func notNull(b []byte) []byte {
	if b == nil {
		return []byte{}
	}
	return b
}
