package sqlite

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"iter"
	"math"
	"os"
	"strings"
	"time"

	"prism/internal/fact"
	"prism/internal/store"
	"prism/internal/store/codec"
)

// look runs f in one snapshot of the store with the number of a scope; 0 where
// there is no such scope.
func (s *Store) look(ctx context.Context, scope store.Scope, f func(tx *sql.Tx, scope int64) error) error {
	tx, err := s.read.BeginTx(ctx, &sql.TxOptions{ReadOnly: true})
	if err != nil {
		return s.failed(ctx, "read", err)
	}
	defer func() { _ = tx.Rollback() }() // nothing was written
	var n int64
	err = tx.QueryRowContext(ctx, `SELECT n FROM scopes WHERE name = ?`, string(scope)).Scan(&n)
	if err == nil || errors.Is(err, sql.ErrNoRows) {
		err = f(tx, n)
	}
	return s.failed(ctx, "read", err)
}

// decode reads a document; one that does not read is a damaged store.
func (s *Store) decode(doc []byte, v any) error {
	if err := codec.Decode(doc, v); err != nil {
		return fmt.Errorf("%w: %w", store.ErrCorrupt, err)
	}
	return nil
}

// State returns what a scope as a whole was established from; false: nothing is
// known of it, or something of it was forgotten.
func (s *Store) State(ctx context.Context, scope store.Scope) (st store.State, ok bool, err error) {
	var saved int64
	var doc []byte
	err = s.read.QueryRowContext(ctx, `SELECT fingerprint, basis, is_default, saved_at, doc FROM scopes WHERE name = ? AND whole`, string(scope)).
		Scan(&st.Fingerprint, &st.Basis, &st.Default, &saved, &doc)
	if errors.Is(err, sql.ErrNoRows) {
		return store.State{}, false, nil
	}
	if err == nil {
		st.Saved = fact.FromMicro(saved)
		err = s.decode(doc, &st.Input)
	}
	return st, err == nil, s.failed(ctx, "read", err)
}

const selectConversation = `SELECT c.id, c.agent, c.name, c.path, c.person, c.repo_key, c.repo_name, c.revision, c.reader, c.gone, c.dirty, c.doc`

// Sources yields the conversations of a scope, without their digests, in the order
// of their ids.
func (s *Store) Sources(ctx context.Context, scope store.Scope) iter.Seq2[store.Source, error] {
	return func(yield func(store.Source, error) bool) {
		err := s.look(ctx, scope, func(tx *sql.Tx, n int64) error {
			rows, err := tx.QueryContext(ctx, selectConversation+` FROM conversations AS c WHERE c.scope = ? ORDER BY c.id`, n)
			if err != nil {
				return err
			}
			return s.eachSource(rows, func(src *store.Source) bool { return yield(*src, nil) })
		})
		if err != nil {
			yield(store.Source{}, err)
		}
	}
}

// eachSource hands out rows of selectConversation until f has enough, and closes them.
func (s *Store) eachSource(rows *sql.Rows, f func(*store.Source) bool) error {
	defer rows.Close()
	for rows.Next() {
		src, err := s.source(rows)
		if err != nil {
			return err
		}
		if !f(&src) {
			return nil
		}
	}
	return rows.Err()
}

// source reads a row of selectConversation, and what stands after it into more.
func (s *Store) source(rows *sql.Rows, more ...any) (c store.Source, err error) {
	var doc []byte
	err = rows.Scan(append([]any{&c.ID, &c.Agent, &c.Name, &c.Path, &c.Person, &c.Repo.Key, &c.Repo.Name, &c.Revision, &c.Reader, &c.Gone, &c.Dirty, &doc}, more...)...)
	if err != nil {
		return c, err
	}
	var k kept
	err = s.decode(doc, &k)
	c.Files, c.Counts, c.Folders = k.Files, k.Counts, k.Folders
	return c, err
}

// Load returns conversations of a scope with their digests and marks, in the order
// asked for; what is not there is left out.
func (s *Store) Load(ctx context.Context, scope store.Scope, ids []string) (list []store.Conversation, err error) {
	err = s.look(ctx, scope, func(tx *sql.Tx, n int64) error {
		list, err = conversationsOf(ctx, s, tx, `c.scope = ?2 AND c.id = ?1`, ids, n)
		return err
	})
	return list, err
}

// Known returns what any scope holds of conversations, of one id the latest scope's
// first: a second scope over the same content reads nothing again.
func (s *Store) Known(ctx context.Context, ids []string) (list []store.Conversation, err error) {
	err = s.look(ctx, "", func(tx *sql.Tx, _ int64) error {
		list, err = conversationsOf(ctx, s, tx,
			`c.scope IN (SELECT n FROM scopes) AND c.id = ?1 ORDER BY (SELECT used FROM scopes WHERE n = c.scope) DESC`, ids)
		return err
	})
	return list, err
}

// conversationsOf reads those that a condition chooses for each key, its first
// argument. It is planned once, and nobody waits beside each for the context to end.
func conversationsOf[K any](ctx context.Context, s *Store, tx *sql.Tx, condition string, keys []K, more ...any) (list []store.Conversation, err error) {
	query, err := tx.PrepareContext(ctx, selectConversation+`, c.n, c.was, d.digest FROM conversations AS c JOIN digests AS d ON d.conversation = c.n WHERE `+condition)
	if err != nil {
		return nil, err
	}
	marks, err := tx.PrepareContext(ctx, selectMarks)
	if err != nil {
		return nil, err
	}
	quiet := context.WithoutCancel(ctx)
	for _, key := range keys {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		rows, err := query.QueryContext(quiet, append([]any{key}, more...)...)
		if err != nil {
			return nil, err
		}
		if list, err = s.appendConversations(quiet, list, rows, marks); err != nil {
			return nil, err
		}
	}
	return list, nil
}

func (s *Store) appendConversations(ctx context.Context, list []store.Conversation, rows *sql.Rows, marks *sql.Stmt) ([]store.Conversation, error) {
	defer rows.Close()
	for rows.Next() {
		var n int64
		var c store.Conversation
		var was []byte
		src, err := s.source(rows, &n, &was, &c.Digest)
		if err == nil && len(was) > 0 {
			err = s.decode(was, &c.Was)
		}
		if err != nil {
			return list, err
		}
		c.ID, c.Agent, c.Name, c.Path, c.Person, c.Repo = src.ID, src.Agent, src.Name, src.Path, src.Person, src.Repo
		c.Revision, c.Reader, c.Files, c.Counts, c.Folders, c.Gone = src.Revision, src.Reader, src.Files, src.Counts, src.Folders, src.Gone
		if c.Marks, err = marksOf(ctx, marks, n); err != nil {
			return list, err
		}
		list = append(list, c)
	}
	return list, rows.Err()
}

const selectMarks = `SELECT kind, key, at FROM marks WHERE conversation = ? ORDER BY kind, key, at`

// marksOf answers selectMarks.
func marksOf(ctx context.Context, query *sql.Stmt, conversation int64) (marks []store.Mark, err error) {
	rows, err := query.QueryContext(ctx, conversation)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	for rows.Next() {
		var m store.Mark
		var key int64
		if err := rows.Scan(&m.Kind, &key, &m.At); err != nil {
			return nil, err
		}
		m.Key = uint64(key)
		marks = append(marks, m)
	}
	return marks, rows.Err()
}

// Near answers queries for marks, in the order asked.
func (s *Store) Near(ctx context.Context, scope store.Scope, q []store.Query) (hits []store.Hit, err error) {
	err = s.look(ctx, scope, func(tx *sql.Tx, n int64) error {
		// Each is short, and there are many: they are planned once, and nobody waits
		// beside each of them for the context to end.
		quiet := context.WithoutCancel(ctx)
		var ways [2]*sql.Stmt
		for i := range q {
			way, limit := 0, q[i].Limit
			if q[i].Nearest == store.Latest {
				way = 1
			}
			if ways[way] == nil {
				if ways[way], err = tx.PrepareContext(ctx, nearest[way]); err != nil {
					return err
				}
			}
			if limit == 0 {
				limit = -1
				if q[i].Nearest != store.Every {
					limit = 1
				}
			}
			if err := ctx.Err(); err != nil {
				return err
			}
			rows, err := ways[way].QueryContext(quiet, n, q[i].Kind, int64(q[i].Key), q[i].From, q[i].To, limit)
			if err != nil {
				return err
			}
			if hits, err = appendHits(hits, i, rows); err != nil {
				return err
			}
		}
		return nil
	})
	return hits, err
}

// nearest are the two ways of going through the marks: from the earliest on, and
// from the latest back.
// The limit is a sum so that SQLite plans a statement once and not for each value
// of it (sqlite.org/c3ref/prepare.html: a parameter that could change the plan).
var nearest = [2]string{selectNear + `m.at, c.id LIMIT ? + 0`, selectNear + `m.at DESC, c.id LIMIT ? + 0`}

const selectNear = `SELECT c.id, m.at FROM marks AS m JOIN conversations AS c ON c.n = m.conversation
	WHERE m.scope = ? AND m.kind = ? AND m.key = ? AND m.at BETWEEN ? AND ? ORDER BY `

func appendHits(hits []store.Hit, query int, rows *sql.Rows) ([]store.Hit, error) {
	defer rows.Close()
	for rows.Next() {
		h := store.Hit{Query: query}
		if err := rows.Scan(&h.Conversation, &h.At); err != nil {
			return hits, err
		}
		hits = append(hits, h)
	}
	return hits, rows.Err()
}

// SessionsOf returns the sessions that stand in any of some conversations, in the
// order of their ids.
func (s *Store) SessionsOf(ctx context.Context, scope store.Scope, conversations []string) (list []store.Session, err error) {
	err = s.look(ctx, scope, func(tx *sql.Tx, n int64) error {
		found := make(map[int64]bool)
		members, err := tx.PrepareContext(ctx, `SELECT m.session FROM conversations AS c JOIN members AS m ON m.conversation = c.n WHERE c.scope = ? AND c.id = ?`)
		if err != nil {
			return err
		}
		quiet := context.WithoutCancel(ctx)
		for _, id := range conversations {
			some, err := numbers(members.QueryContext(quiet, n, id))
			if err != nil {
				return err
			}
			for _, number := range some {
				found[number] = true
			}
		}
		r, err := s.reader(ctx, tx)
		if err != nil {
			return err
		}
		defer r.close()
		for number := range found {
			one, err := r.session(number)
			if err != nil {
				return err
			}
			list = append(list, *one)
		}
		return nil
	})
	store.SortSessions(list)
	return list, err
}

// The grid of sessions.bin: stretches of 2³² microseconds (72 minutes), of eight
// times as much, and so on. A session stands in the smallest stretch that holds it
// whole, so what overlaps a time is found by a few ranges of an index.
const (
	binFirst, binStep, binLast = 32, 3, 62
	binLevel                   = 33 // bits of a place in its level
	binMost                    = 1<<63 - 1
)

// bounds are a stretch of time in microseconds; zero: open on that side.
func bounds(from, to time.Time) (since, until int64) {
	since, until = math.MinInt64, math.MaxInt64
	if !from.IsZero() {
		since = ceilMicro(from)
	}
	if !to.IsZero() {
		until = ceilMicro(to)
	}
	return since, until
}

func binOf(started, ended int64) int64 {
	level := int64(0)
	for shift := binFirst; shift <= binLast; shift += binStep {
		if started>>shift == ended>>shift {
			break
		}
		level++
	}
	if shift := binFirst + binStep*level; shift <= binLast {
		return level<<binLevel + started>>shift
	}
	return level << binLevel
}

// SessionsIn returns where the sessions of a repository stand that overlap
// [from, to), zero: open on that side, with their rework, in the order in which they ended.
func (s *Store) SessionsIn(ctx context.Context, scope store.Scope, repo string, from, to time.Time) (list []store.Stretch, err error) {
	err = s.look(ctx, scope, func(tx *sql.Tx, n int64) error {
		since, until := bounds(from, to)
		var parts []string
		var args []any
		level := int64(0)
		for shift := binFirst; ; shift += binStep {
			lo, hi := level<<binLevel, level<<binLevel
			if shift <= binLast {
				lo, hi = lo+max(since, -binMost)>>shift, hi+min(until, binMost)>>shift
			}
			parts = append(parts, `SELECT n, ended_at, id FROM sessions WHERE scope = ? AND repo_key = ? AND bin BETWEEN ? AND ? AND ended_at >= ? AND started_at < ?`)
			args = append(args, n, repo, lo, hi, since, until)
			if shift > binLast {
				break
			}
			level++
		}
		found, err := numbers(tx.QueryContext(ctx, `SELECT n FROM (`+strings.Join(parts, ` UNION ALL `)+`) ORDER BY ended_at, id`, args...))
		if err != nil {
			return err
		}
		r, err := s.bareReader(ctx, tx)
		if err != nil {
			return err
		}
		defer r.close()
		for _, number := range found {
			one, err := r.session(number)
			if err != nil {
				return err
			}
			list = append(list, one.Stretch())
		}
		return nil
	})
	return list, err
}

// OutsideUsage returns the usage of [since, until) that belongs to no session, in
// the order of conversations.
func (s *Store) OutsideUsage(ctx context.Context, scope store.Scope, since, until time.Time) (list []fact.OutsideUsage, err error) {
	from, to := bounds(since, until)
	err = s.look(ctx, scope, func(tx *sql.Tx, n int64) error {
		rows, err := tx.QueryContext(ctx, `SELECT o.doc FROM outside AS o JOIN conversations AS c ON c.n = o.conversation WHERE o.scope = ? ORDER BY c.id`, n)
		if err != nil {
			return err
		}
		defer rows.Close()
		for rows.Next() {
			var doc sql.RawBytes
			if err := rows.Scan(&doc); err != nil {
				return err
			}
			var usage []fact.OutsideUsage
			if err := s.decode(doc, &usage); err != nil {
				return err
			}
			for _, u := range usage {
				if at := fact.Micro(u.Time); at >= from && at < to {
					list = append(list, u)
				}
			}
		}
		return rows.Err()
	})
	return list, err
}

// Stats counts what the store holds.
func (s *Store) Stats(ctx context.Context) (store.Stats, error) {
	st := store.Stats{Path: s.path}
	var saved sql.NullInt64
	err := s.look(ctx, "", func(tx *sql.Tx, _ int64) error {
		err := tx.QueryRowContext(ctx, `
			SELECT (SELECT user_version FROM pragma_user_version),
				(SELECT count(DISTINCT id) FROM conversations), (SELECT count(DISTINCT id) FROM conversations WHERE gone),
				(SELECT count(*) FROM verdicts), (SELECT count(*) FROM scopes), (SELECT count(*) FROM titles),
				(SELECT count(DISTINCT id) FROM sessions WHERE NOT EXISTS (
					SELECT 1 FROM scopes JOIN aliases ON aliases.scope = scopes.n JOIN sessions AS whole ON whole.n = aliases.session
					WHERE aliases.alias = sessions.id AND whole.id <> sessions.id)),
				(SELECT saved_at FROM scopes ORDER BY used DESC LIMIT 1)`).Scan(
			&st.Schema, &st.Units, &st.Gone, &st.Verdicts, &st.Views, &st.Titles, &st.Sessions, &saved)
		if err != nil {
			return err
		}
		files := make(map[string]bool)
		rows, err := tx.QueryContext(ctx, selectConversation+` FROM conversations AS c`)
		if err != nil {
			return err
		}
		err = s.eachSource(rows, func(src *store.Source) bool {
			for _, f := range src.Files {
				files[f.Path] = true
			}
			return true
		})
		st.Files = len(files)
		return err
	})
	if err != nil {
		return st, err
	}
	if saved.Valid {
		st.Saved = fact.FromMicro(saved.Int64)
	}
	for _, suffix := range []string{"", "-wal"} {
		if info, err := os.Stat(s.path + suffix); err == nil {
			st.Bytes += info.Size()
		}
	}
	return st, nil
}
