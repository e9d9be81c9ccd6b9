package rows

import (
	"context"
	"fmt"
	"iter"
	"slices"
	"strings"
	"time"
	"unicode"

	"prism/internal/fact"
	"prism/internal/store"
	"prism/internal/store/statement"
)

// fold maps a text so that two texts are equal in any case where their folds are.
func fold(text string) string {
	return strings.Map(func(r rune) rune {
		least := r
		for other := unicode.SimpleFold(r); other != r; other = unicode.SimpleFold(other) {
			least = min(least, other)
		}
		return least
	}, text)
}

func lower(text string) string { return strings.ToLower(text) }

// List returns a page of the sessions that pass a filter, in an order, and how many
// pass it in all. limit 0: to the end. offset counts from where the order begins.
func (s *Store) List(ctx context.Context, scope store.Scope, f store.Filter, o store.Order, limit, offset int) (list []fact.Session, found int, err error) {
	err = s.search(ctx, scope, &f, func(tx statement.Tx, n int64) error {
		var page []int64
		var err error
		if inIndex(&f, o) {
			page, found, err = pageOf(ctx, tx, n, &f, o, limit, offset)
		} else {
			most := 0
			if limit > 0 {
				most = offset + limit
			}
			if limit > 0 && byEnd(o) && o.After == nil && onlyWords(f) {
				page, found, err = wordedPage(ctx, tx, n, &f, o, limit, offset)
			} else if page, found, err = pick(ctx, tx, n, &f, o, most); err == nil {
				page = page[min(offset, len(page)):]
				if limit > 0 {
					page = page[:min(limit, len(page))]
				}
			}
		}
		if err != nil {
			return err
		}
		sessions, err := sessionsOf(ctx, tx, selectSession, page)
		for _, one := range sessions {
			list = append(list, one.Session)
		}
		return err
	})
	return list, found, err
}

// Each yields the sessions that pass a filter one by one, in an order. Who needs
// the first few by ByEnded stops, and no more than these is read.
func (s *Store) Each(ctx context.Context, scope store.Scope, f store.Filter, o store.Order) iter.Seq2[*fact.Session, error] {
	if inIndex(&f, o) {
		return s.each(ctx, scope, func(n int64) (string, []any) {
			condition, args := ended(n, &f)
			return condition + ordered(o), args
		})
	}
	return func(yield func(*fact.Session, error) bool) {
		err := s.search(ctx, scope, &f, func(tx statement.Tx, n int64) error {
			most := fewSessions
			visit := func(numbers []int64) (more bool, err error) {
				for len(numbers) > 0 {
					piece := numbers[:min(most, len(numbers))]
					numbers, most = numbers[len(piece):], min(2*most, sessionsAtOnce)
					sessions, err := sessionsOf(ctx, tx, selectSession, piece)
					for _, one := range sessions {
						if !yield(&one.Session, nil) {
							return false, nil
						}
					}
					if err != nil {
						return false, err
					}
				}
				return true, nil
			}
			if byEnd(o) {
				return stretches(ctx, tx, n, &f, o, visit)
			}
			numbers, _, err := pick(ctx, tx, n, &f, o, 0)
			if err == nil {
				_, err = visit(numbers)
			}
			return err
		})
		if err != nil {
			yield(nil, err)
		}
	}
}

// sessionsAtOnce is how many sessions are read together, and fewSessions how many at
// first, as many ask for no more.
const (
	sessionsAtOnce = 256
	fewSessions    = 8
)

// Unsaid yields the sessions whose verdict is none that is kept: among them all
// that wait for one or for which another judge stands in.
func (s *Store) Unsaid(ctx context.Context, scope store.Scope) iter.Seq2[*fact.Session, error] {
	return s.each(ctx, scope, func(n int64) (string, []any) {
		return ` WHERE tenant = @ AND scope = ? AND verdict IS NULL`, []any{n}
	})
}

// each yields the sessions that a condition chooses.
func (s *Store) each(ctx context.Context, scope store.Scope, choose func(scope int64) (string, []any)) iter.Seq2[*fact.Session, error] {
	return func(yield func(*fact.Session, error) bool) {
		err := s.look(ctx, scope, func(tx statement.Tx, n int64) error {
			condition, args := choose(n)
			return tx.Numbers(ctx, `SELECT n FROM sessions`+condition, args, func(piece []int64) (bool, error) {
				sessions, err := sessionsOf(ctx, tx, selectSession, piece)
				for _, one := range sessions {
					if !yield(&one.Session, nil) {
						return false, err
					}
				}
				return true, err
			})
		})
		if err != nil {
			yield(nil, err)
		}
	}
}

// count counts the sessions of a window: by its days, and only on the first and the
// last of them session by session.
func count(ctx context.Context, tx statement.Tx, scope int64, f *store.Filter) (n int, err error) {
	from, to := days(f.Since, f.Until)
	_, err = statement.One(ctx, tx, `SELECT coalesce(sum(rows), 0) FROM segments WHERE tenant = @ AND scope = ? AND day BETWEEN ? AND ?`, []any{scope, from, to}, &n)
	if err != nil {
		return n, err
	}
	less := func(condition string, args ...any) error {
		var out int
		_, err := statement.One(ctx, tx, `SELECT count(*) FROM sessions WHERE tenant = @ AND scope = ? AND `+condition, append([]any{scope}, args...), &out)
		n -= out
		return err
	}
	if !f.Since.IsZero() {
		// What ended on its day before it, and not on a later day where the window is turned round.
		if err := less(`ended_at >= ? AND ended_at < ?`, from*fact.DayMicro, min(ceilMicro(f.Since), endOf(to))); err != nil {
			return n, err
		}
	}
	if !f.Until.IsZero() && from <= to {
		first := ceilMicro(f.Until)
		if !f.Since.IsZero() {
			first = max(first, ceilMicro(f.Since))
		}
		if err := less(`ended_at >= ? AND ended_at < ?`, first, endOf(to)); err != nil {
			return n, err
		}
	}
	return max(n, 0), nil
}

// endOf is the end of a day; of the last there is none.
func endOf(day int64) int64 {
	const last = 1 << 62
	if day >= last/fact.DayMicro {
		return last
	}
	return (day + 1) * fact.DayMicro
}

// ceilMicro is the first whole microsecond that is not before t.
func ceilMicro(t time.Time) int64 {
	n := fact.Micro(t)
	if time.UnixMicro(n).Before(t) {
		n++
	}
	return n
}

const (
	selectSession = `SELECT d.doc, v.doc FROM documents AS d JOIN sessions AS s ON s.tenant = d.tenant AND s.n = d.session
		LEFT JOIN verdicts AS v ON v.tenant = s.tenant AND v.n = s.verdict WHERE d.tenant = @ AND d.session = ?`
)

var errNoSuchSession = fmt.Errorf("%w: an index names a session that is not there", store.ErrCorrupt)

// bareSession is the session of a document, without its verdict.
func bareSession(doc []byte) (store.Session, error) {
	var w whole
	if err := decode(doc, &w); err != nil {
		return store.Session{}, err
	}
	return store.Session{Session: w.Session, Revision: w.Revision, Rows: w.Rows}, nil
}

// sessionsOf reads sessions by their numbers.
func sessionsOf(ctx context.Context, tx statement.Tx, query string, numbers []int64) ([]*store.Session, error) {
	if len(numbers) == 0 {
		return nil, nil
	}
	list := make([]*store.Session, len(numbers))
	_, err := tx.Many(ctx, query, statement.Each(numbers, func(n int64) []any { return []any{n} }), func(i int, r statement.Row) error {
		var doc, verdict []byte
		if err := r.Scan(&doc, &verdict); err != nil {
			return err
		}
		one, err := bareSession(doc)
		if err != nil {
			return err
		}
		if verdict != nil {
			if err := decode(verdict, &one.Verdict); err != nil {
				return err
			}
		}
		list[i] = &one
		return nil
	})
	if err == nil && slices.Contains(list, nil) {
		err = errNoSuchSession
	}
	if err != nil {
		return nil, err
	}
	return list, nil
}
