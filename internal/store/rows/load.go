package rows

import (
	"cmp"
	"context"
	"iter"
	"maps"
	"math"
	"slices"
	"strings"
	"time"

	"prism/internal/fact"
	"prism/internal/store"
	"prism/internal/store/statement"
)

// State returns what a scope as a whole was established from; false: nothing is
// known of it, or something of it was forgotten.
func (s *Store) State(ctx context.Context, scope store.Scope) (st store.State, ok bool, err error) {
	err = s.look(ctx, "", func(tx statement.Tx, _ int64) error {
		var saved int64
		var doc []byte
		ok, err = statement.One(ctx, tx, `SELECT fingerprint, basis, is_default, saved_at, intake, doc FROM scopes WHERE tenant = @ AND name = ? AND whole`, []any{string(scope)},
			&st.Fingerprint, &st.Basis, &st.Default, &saved, &st.Intake, &doc)
		if err != nil || !ok {
			return err
		}
		st.Saved = fact.FromMicro(saved)
		return decode(doc, &st.Input)
	})
	return st, ok && err == nil, err
}

const selectConversation = `SELECT c.id, c.agent, c.name, c.path, c.person, c.repo_key, c.repo_name, c.revision, c.reader, c.gone, c.dirty, c.doc`

// Sources yields the conversations of a scope, without their digests, in no order that
// means anything: by their ids, each would be looked for by itself.
func (s *Store) Sources(ctx context.Context, scope store.Scope) iter.Seq2[store.Source, error] {
	return func(yield func(store.Source, error) bool) {
		var list []store.Source
		err := s.look(ctx, scope, func(tx statement.Tx, n int64) (err error) {
			// The plus keeps the index on (scope, id) out of it: nearly all rows are wanted.
			list, err = statement.ReadAhead(ctx, tx, selectConversation+` FROM conversations AS c WHERE c.tenant = @ AND +c.scope = ?`, []any{n},
				func(r statement.Row) (sourceRow, error) { return scanSource(r) }, sourceRow.source)
			return err
		})
		for i := range list {
			if !yield(list[i], nil) {
				return
			}
		}
		if err != nil {
			yield(store.Source{}, err)
		}
	}
}

// sourceRow is a row of selectConversation: what its columns say, and its document.
type sourceRow struct {
	store.Source
	doc []byte
}

// source reads a row of selectConversation, and what stands after it into more.
func source(r statement.Row, more ...any) (store.Source, error) {
	row, err := scanSource(r, more...)
	if err != nil {
		return row.Source, err
	}
	return row.source()
}

// scanSource takes a row of selectConversation over, and what stands after it into more.
func scanSource(r statement.Row, more ...any) (c sourceRow, err error) {
	err = r.Scan(append([]any{&c.ID, &c.Agent, &c.Name, &c.Path, &c.Person, &c.Repo.Key, &c.Repo.Name, &c.Revision, &c.Reader, &c.Gone, &c.Dirty, &c.doc}, more...)...)
	return c, err
}

// source reads the document, too.
func (c sourceRow) source() (store.Source, error) {
	var k kept
	err := decode(c.doc, &k)
	c.Files, c.Counts, c.Folders = k.Files, k.Counts, k.Folders
	return c.Source, err
}

// Load returns conversations of a scope with their digests and marks, in the order
// asked for; what is not there is left out.
func (s *Store) Load(ctx context.Context, scope store.Scope, ids []string) (list []store.Conversation, err error) {
	err = s.look(ctx, scope, func(tx statement.Tx, n int64) error {
		list, err = conversationsOf(ctx, tx, `c.scope = ? AND c.id = ?`, statement.Each(ids, func(id string) []any { return []any{n, id} }))
		return err
	})
	return list, err
}

// Known returns what any scope holds of conversations, of one id the latest scope's
// first: a second scope over the same content reads nothing again.
func (s *Store) Known(ctx context.Context, ids []string) (list []store.Conversation, err error) {
	err = s.look(ctx, "", func(tx statement.Tx, _ int64) error {
		list, err = conversationsOf(ctx, tx, `c.scope IN (SELECT n FROM scopes WHERE tenant = @) AND c.id = ?
			ORDER BY (SELECT used FROM scopes WHERE tenant = @ AND n = c.scope) DESC`, statement.Each(ids, func(id string) []any { return []any{id} }))
		return err
	})
	return list, err
}

// conversationsOf reads those that a condition chooses for each list of arguments.
func conversationsOf(ctx context.Context, tx statement.Tx, condition string, lists [][]any) (list []store.Conversation, err error) {
	var numbers [][]any
	_, err = tx.Many(ctx, selectConversation+`, c.n, c.was, d.digest FROM conversations AS c JOIN digests AS d ON d.tenant = c.tenant AND d.conversation = c.n
		WHERE c.tenant = @ AND `+condition, lists, func(_ int, r statement.Row) error {
		var n int64
		var c store.Conversation
		var was []byte
		src, err := source(r, &n, &was, &c.Digest)
		if err == nil && len(was) > 0 {
			err = decode(was, &c.Was)
		}
		c.ID, c.Agent, c.Name, c.Path, c.Person, c.Repo = src.ID, src.Agent, src.Name, src.Path, src.Person, src.Repo
		c.Revision, c.Reader, c.Files, c.Counts, c.Folders, c.Gone = src.Revision, src.Reader, src.Files, src.Counts, src.Folders, src.Gone
		list, numbers = append(list, c), append(numbers, []any{n})
		return err
	})
	if err == nil && len(list) > 0 {
		_, err = tx.Many(ctx, selectMarks, numbers, func(i int, r statement.Row) error { return appendMark(&list[i].Marks, r) })
	}
	return list, err
}

const selectMarks = `SELECT kind, key, at FROM marks WHERE tenant = @ AND conversation = ? ORDER BY kind, key, at`

// appendMark reads a row of selectMarks.
func appendMark(marks *[]store.Mark, r statement.Row) error {
	var m store.Mark
	var key int64
	err := r.Scan(&m.Kind, &key, &m.At)
	m.Key = uint64(key)
	*marks = append(*marks, m)
	return err
}

// Near answers queries for marks, in the order asked.
func (s *Store) Near(ctx context.Context, scope store.Scope, q []store.Query) (hits []store.Hit, err error) {
	err = s.look(ctx, scope, func(tx statement.Tx, n int64) error {
		// In runs of one way: each statement is planned once.
		for from := 0; from < len(q); {
			way, to := wayOf(&q[from]), from+1
			for to < len(q) && wayOf(&q[to]) == way {
				to++
			}
			_, err := tx.Many(ctx, way, statement.Each(q[from:to], func(q store.Query) []any {
				limit := int64(q.Limit)
				if limit == 0 {
					limit = math.MaxInt64
					if q.Nearest != store.Every {
						limit = 1
					}
				}
				return []any{n, q.Kind, int64(q.Key), q.From, q.To, limit}
			}), func(i int, r statement.Row) error {
				h := store.Hit{Query: from + i}
				err := r.Scan(&h.Conversation, &h.At)
				hits = append(hits, h)
				return err
			})
			if err != nil {
				return err
			}
			from = to
		}
		return nil
	})
	return hits, err
}

// wayOf is the statement that goes through the marks from the earliest on, or from
// the latest back.
func wayOf(q *store.Query) string {
	if q.Nearest == store.Latest {
		return selectNear + `m.at DESC` + nearLimit
	}
	return selectNear + `m.at` + nearLimit
}

// The limit is cast so that SQLite plans a statement once and not for each value of
// it (sqlite.org/c3ref/prepare.html: a parameter that could change the plan).
const (
	selectNear = `SELECT c.id, m.at FROM marks AS m JOIN conversations AS c ON c.tenant = m.tenant AND c.n = m.conversation
	WHERE m.tenant = @ AND m.scope = ? AND m.kind = ? AND m.key = ? AND m.at BETWEEN ? AND ? ORDER BY `
	nearLimit = `, c.id LIMIT CAST(? AS BIGINT)`
)

// SessionsOf returns the sessions that stand in any of some conversations, in the
// order of their ids.
func (s *Store) SessionsOf(ctx context.Context, scope store.Scope, conversations []string) (list []store.Session, err error) {
	err = s.look(ctx, scope, func(tx statement.Tx, n int64) error {
		found := make(map[int64]bool)
		_, err := tx.Many(ctx, `SELECT m.session FROM conversations AS c JOIN members AS m ON m.tenant = c.tenant AND m.conversation = c.n
			WHERE c.tenant = @ AND c.scope = ? AND c.id = ?`, statement.Each(conversations, func(id string) []any { return []any{n, id} }), func(_ int, r statement.Row) error {
			var number int64
			err := r.Scan(&number)
			found[number] = true
			return err
		})
		if err != nil {
			return err
		}
		sessions, err := sessionsOf(ctx, tx, selectSession, slices.Collect(maps.Keys(found)))
		for _, one := range sessions {
			list = append(list, *one)
		}
		return err
	})
	store.SortSessions(list)
	return list, err
}

// Beside returns the sessions that stand in one of the conversations of a session, but
// for itself.
func (s *Store) Beside(ctx context.Context, scope store.Scope, id string) ([]fact.Session, error) {
	return s.sessionsAsked(ctx, scope, func(tx statement.Tx, n int64) ([]int64, error) {
		return statement.Numbers(ctx, tx, `SELECT DISTINCT b.session FROM sessions AS s
			JOIN members AS a ON a.tenant = s.tenant AND a.session = s.n
			JOIN members AS b ON b.tenant = a.tenant AND b.conversation = a.conversation AND b.session <> a.session
			WHERE s.tenant = @ AND s.scope = ? AND s.id = ? ORDER BY 1`, n, id)
	})
}

// Marked returns the sessions of other conversations that have a mark of a kind in common
// with one that a session stands in, where that mark lies within the earlier of both
// sessions, in the order of their ids, at most so many.
//
// It asks step by step: an engine that has counted nothing yet, as that of a store which
// the process that made it still holds, would begin one statement with all marks of the kind.
func (s *Store) Marked(ctx context.Context, scope store.Scope, id string, kind uint8, most int) ([]fact.Session, error) {
	return s.sessionsAsked(ctx, scope, func(tx statement.Tx, n int64) (found []int64, err error) {
		var own, started, ended int64
		stands := make(map[int64]bool) // the conversations it stands in
		err = statement.Query(ctx, tx, `SELECT s.n, s.started_at, s.ended_at, m.conversation FROM sessions AS s JOIN members AS m ON m.tenant = s.tenant AND m.session = s.n
			WHERE s.tenant = @ AND s.scope = ? AND s.id = ?`, []any{n, id}, func(r statement.Row) error {
			var in int64
			err := r.Scan(&own, &started, &ended, &in)
			stands[in] = true
			return err
		})
		if err != nil {
			return nil, err
		}
		var of [][]any
		for in := range stands {
			of = append(of, []any{in, n, int64(kind)})
		}
		keys := make(map[int64]bool)
		_, err = tx.Many(ctx, `SELECT key FROM marks WHERE tenant = @ AND conversation = ? AND scope = ? AND kind = ?`, of, func(_ int, r statement.Row) error {
			var key int64
			err := r.Scan(&key)
			keys[key] = true
			return err
		})
		if err != nil {
			return nil, err
		}
		var shared [][]any
		for key := range keys {
			shared = append(shared, []any{n, int64(kind), key, own, started, ended})
		}
		_, err = tx.Many(ctx, `SELECT o.n, y.conversation FROM marks AS y JOIN members AS b ON b.tenant = y.tenant AND b.conversation = y.conversation
				JOIN sessions AS o ON o.tenant = b.tenant AND o.n = b.session
			WHERE y.tenant = @ AND y.scope = ?1 AND y.kind = ?2 AND y.key = ?3 AND o.n <> ?4
				AND (o.started_at < ?5 AND y.at / 1000 BETWEEN o.started_at AND o.ended_at
					OR ?5 < o.started_at AND y.at / 1000 BETWEEN ?5 AND ?6)`, shared, func(_ int, r statement.Row) error {
			var other, in int64
			err := r.Scan(&other, &in)
			if !stands[in] {
				found = append(found, other)
			}
			return err
		})
		slices.Sort(found)
		found = slices.Compact(found)
		return found[:min(most, len(found))], err
	})
}

// sessionsAsked reads the sessions whose numbers a question gives, in the order of their ids.
func (s *Store) sessionsAsked(ctx context.Context, scope store.Scope, ask func(tx statement.Tx, n int64) ([]int64, error)) (list []fact.Session, err error) {
	err = s.look(ctx, scope, func(tx statement.Tx, n int64) error {
		found, err := ask(tx, n)
		if err != nil {
			return err
		}
		sessions, err := sessionsOf(ctx, tx, selectSession, found)
		for _, one := range sessions {
			list = append(list, one.Session)
		}
		return err
	})
	slices.SortFunc(list, func(a, b fact.Session) int { return strings.Compare(a.ID, b.ID) })
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
func (s *Store) SessionsIn(ctx context.Context, scope store.Scope, repo string, from, to time.Time) ([]store.Stretch, error) {
	return s.sessionsIn(ctx, scope, repo, from, to, "")
}

// UndoneIn is SessionsIn of those whose rework names others.
func (s *Store) UndoneIn(ctx context.Context, scope store.Scope, repo string, from, to time.Time) ([]store.Stretch, error) {
	return s.sessionsIn(ctx, scope, repo, from, to, ` AND undone_by > 0`)
}

func (s *Store) sessionsIn(ctx context.Context, scope store.Scope, repo string, from, to time.Time, more string) (list []store.Stretch, err error) {
	err = s.look(ctx, scope, func(tx statement.Tx, n int64) error {
		since, until := bounds(from, to)
		var parts []string
		var args []any
		level := int64(0)
		for shift := binFirst; ; shift += binStep {
			lo, hi := level<<binLevel, level<<binLevel
			if shift <= binLast {
				lo, hi = lo+max(since, -binMost)>>shift, hi+min(until, binMost)>>shift
			}
			parts = append(parts, `SELECT d.doc FROM sessions AS s LEFT JOIN documents AS d ON d.tenant = s.tenant AND d.session = s.n
				WHERE s.tenant = @ AND s.scope = ? AND s.repo_key = ? AND s.bin BETWEEN ? AND ? AND s.ended_at >= ? AND s.started_at < ?`+more)
			args = append(args, n, repo, lo, hi, since, until)
			if shift > binLast {
				break
			}
			level++
		}
		// They come in one statement, thousands of a large repository, and without a sorter
		// that would copy the documents.
		list, err = statement.ReadAhead(ctx, tx, strings.Join(parts, ` UNION ALL `), args, func(r statement.Row) (doc []byte, err error) {
			err = r.Scan(&doc)
			return doc, err
		}, func(doc []byte) (store.Stretch, error) {
			if doc == nil {
				return store.Stretch{}, errNoSuchSession
			}
			one, err := bareSession(doc)
			return one.Stretch(), err
		})
		return err
	})
	slices.SortFunc(list, func(a, b store.Stretch) int {
		return cmp.Or(a.Ended.Compare(b.Ended), strings.Compare(a.ID, b.ID))
	})
	return list, err
}

// OutsideUsage returns the usage of [since, until) that belongs to no session, in
// the order of conversations.
func (s *Store) OutsideUsage(ctx context.Context, scope store.Scope, since, until time.Time) (list []fact.OutsideUsage, err error) {
	from, to := bounds(since, until)
	err = s.look(ctx, scope, func(tx statement.Tx, n int64) error {
		return statement.Query(ctx, tx, `SELECT o.doc FROM outside AS o JOIN conversations AS c ON c.tenant = o.tenant AND c.n = o.conversation
			WHERE o.tenant = @ AND o.scope = ? ORDER BY c.id`, []any{n}, func(r statement.Row) error {
			var doc []byte
			if err := r.Scan(&doc); err != nil {
				return err
			}
			var usage []fact.OutsideUsage
			if err := decode(doc, &usage); err != nil {
				return err
			}
			for _, u := range usage {
				if at := fact.Micro(u.Time); at >= from && at < to {
					list = append(list, u)
				}
			}
			return nil
		})
	})
	return list, err
}
