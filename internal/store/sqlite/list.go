package sqlite

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"iter"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"prism/internal/fact"
	"prism/internal/store"
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

// condition is a WHERE in the making: the conditions, all of which must hold, and
// their values.
type condition struct {
	text []string
	args []any
}

func (c *condition) and(text string, args ...any) {
	c.text = append(c.text, text)
	c.args = append(c.args, args...)
}

// where puts a filter into SQL. It says the same as store.Filter.Keeps.
func where(scope int64, f *store.Filter) (string, []any) {
	c := &condition{}
	c.and(`scope = ?`, scope)
	if !f.Since.IsZero() {
		c.and(`ended_at >= ?`, ceilMicro(f.Since))
	}
	if !f.Until.IsZero() {
		c.and(`ended_at < ?`, ceilMicro(f.Until))
	}
	state, stateArgs := `state`, []any(nil)
	if !f.Now.IsZero() {
		now := fact.Micro(f.Now)
		state = `CASE WHEN state = 'closed' THEN 'closed' WHEN ended_at > ? AND ended_at <= ? THEN 'open' ELSE 'provisional' END`
		stateArgs = []any{now - fact.OpenFor.Microseconds(), now}
	}
	why := `CASE WHEN out IN ('below_floor', 'no_intent') THEN out WHEN automated AND NOT ? THEN 'automated' WHEN out <> '' THEN out
		WHEN NOT ? AND ` + state + ` = 'open' THEN 'open' ELSE '' END`
	whyArgs := append([]any{f.IncludeAutomated, f.IncludeOpen}, stateArgs...)
	if f.Crushed != nil {
		c.and(`(crushed AND `+why+` = '') = ?`, append(whyArgs[:len(whyArgs):len(whyArgs)], *f.Crushed)...)
	}
	if f.Counted != nil {
		c.and(`(`+why+` = '') = ?`, append(whyArgs[:len(whyArgs):len(whyArgs)], *f.Counted)...)
	}
	switch f.Excluded {
	case fact.NotExcluded:
	case store.AnyExclusion:
		c.and(why+` <> ''`, whyArgs...)
	default:
		c.and(why+` = ?`, append(whyArgs[:len(whyArgs):len(whyArgs)], string(f.Excluded))...)
	}
	if len(f.Intents) > 0 {
		var list []any
		for _, i := range f.Intents {
			list = append(list, string(i))
		}
		c.and(`iif(intent = '', 'none', intent) IN (?`+strings.Repeat(`, ?`, len(list)-1)+`)`, list...)
	}
	if f.Repo != "" {
		c.repo(strings.TrimSuffix(f.Repo, "/"))
	}
	if f.Branch != "" {
		c.and(`iif(branch = '', ?, branch) = ?`, fact.Unknown, f.Branch)
	}
	if f.Model != "" {
		c.and(`instr(iif(model_low = '', ?, model_low), ?) > 0`, fact.Unknown, lower(f.Model))
	}
	if f.Language != "" {
		c.and(`iif(code_fold = '', ?, code_fold) = ?`, fold(fact.NoLanguage), fold(f.Language))
	}
	if f.State != "" {
		c.and(state+` = ?`, append(stateArgs[:len(stateArgs):len(stateArgs)], string(f.State))...)
	}
	return ` WHERE ` + strings.Join(c.text, ` AND `), c.args
}

// repo is store.OfRepo.
func (c *condition) repo(name string) {
	if !strings.Contains(name, "/") {
		c.and(`(repo_fold = ? OR repo_key = ?)`, fold(name), name)
		return
	}
	end := "/" + strings.TrimPrefix(name, "/")
	c.and(`(repo_fold = ? OR repo_key = ? OR substr(repo_key, -?) = ?)`, fold(name), name, utf8.RuneCountInString(end), end)
}

// orderBy puts an order into SQL.
func orderBy(o store.Order) string {
	column := map[store.OrderKey]string{store.ByStarted: "started_at", store.ByTokens: "tokens", store.ByCost: "cost_usd",
		store.ByConfidence: "confidence", store.ByTurns: "turns"}[o.By]
	if column == "" {
		column = "ended_at"
	}
	way := ` DESC`
	if o.Reverse {
		way = ` ASC`
	}
	return ` ORDER BY ` + column + way + `, id`
}

// List returns a page of the sessions that pass a filter, in an order, and how many
// pass it in all. limit 0: to the end.
func (s *Store) List(ctx context.Context, scope store.Scope, f store.Filter, o store.Order, limit, offset int) (list []fact.Session, found int, err error) {
	err = s.look(ctx, scope, func(tx *sql.Tx, n int64) error {
		if found, err = count(ctx, tx, n, &f); err != nil {
			return err
		}
		numbers, err := numbersOf(ctx, tx, n, &f, o, limit, offset)
		if err != nil {
			return err
		}
		r, err := s.reader(ctx, tx)
		if err != nil {
			return err
		}
		defer r.close()
		for _, number := range numbers {
			one, err := r.session(number)
			if err != nil {
				return err
			}
			list = append(list, one.Session)
		}
		return nil
	})
	return list, found, err
}

// Each yields the sessions that pass a filter one by one, in an order. Who needs
// the first few by ByEnded stops, and no more than these is read.
func (s *Store) Each(ctx context.Context, scope store.Scope, f store.Filter, o store.Order) iter.Seq2[*fact.Session, error] {
	return s.each(ctx, scope, func(n int64) (string, []any) {
		condition, args := where(n, &f)
		return condition + orderBy(o), args
	})
}

// Unsaid yields the sessions whose verdict is none that is kept: among them all
// that wait for one or for which another judge stands in.
func (s *Store) Unsaid(ctx context.Context, scope store.Scope) iter.Seq2[*fact.Session, error] {
	return s.each(ctx, scope, func(n int64) (string, []any) {
		return ` WHERE scope = ? AND verdict IS NULL`, []any{n}
	})
}

// each yields the sessions that a condition chooses.
func (s *Store) each(ctx context.Context, scope store.Scope, choose func(scope int64) (string, []any)) iter.Seq2[*fact.Session, error] {
	return func(yield func(*fact.Session, error) bool) {
		err := s.look(ctx, scope, func(tx *sql.Tx, n int64) error {
			r, err := s.reader(ctx, tx)
			if err != nil {
				return err
			}
			defer r.close()
			condition, args := choose(n)
			rows, err := tx.QueryContext(ctx, `SELECT n FROM sessions`+condition, args...) //nolint:gosec // condition is made of our own words; values are arguments
			if err != nil {
				return err
			}
			defer rows.Close()
			for rows.Next() {
				var number int64
				if err := rows.Scan(&number); err != nil {
					return err
				}
				one, err := r.session(number)
				if err != nil {
					return err
				}
				if !yield(&one.Session, nil) {
					return nil
				}
			}
			return rows.Err()
		})
		if err != nil {
			yield(nil, err)
		}
	}
}

func numbersOf(ctx context.Context, tx *sql.Tx, scope int64, f *store.Filter, o store.Order, limit, offset int) ([]int64, error) {
	condition, args := where(scope, f)
	if limit <= 0 {
		limit = -1
	}
	rows, err := tx.QueryContext(ctx, `SELECT n FROM sessions`+condition+orderBy(o)+` LIMIT ? OFFSET ?`, append(args, limit, offset)...) //nolint:gosec // as above
	return numbers(rows, err)
}

// numbers reads one column of numbers.
func numbers(rows *sql.Rows, err error) (list []int64, _ error) {
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	for rows.Next() {
		var n int64
		if err := rows.Scan(&n); err != nil {
			return nil, err
		}
		list = append(list, n)
	}
	return list, rows.Err()
}

// count counts the sessions that pass a filter. A window alone is counted by its
// days, and only on the first and the last of them session by session.
func count(ctx context.Context, tx *sql.Tx, scope int64, f *store.Filter) (n int, err error) {
	if !f.Plain() {
		condition, args := where(scope, f)
		err = tx.QueryRowContext(ctx, `SELECT count(*) FROM sessions`+condition, args...).Scan(&n)
		return n, err
	}
	from, to := days(f.Since, f.Until)
	err = tx.QueryRowContext(ctx, `SELECT coalesce(sum(rows), 0) FROM segments WHERE scope = ? AND day BETWEEN ? AND ?`, scope, from, to).Scan(&n)
	if err != nil {
		return n, err
	}
	less := func(condition string, args ...any) error {
		var out int
		err := tx.QueryRowContext(ctx, `SELECT count(*) FROM sessions WHERE scope = ? AND `+condition, append([]any{scope}, args...)...).Scan(&out)
		n -= out
		return err
	}
	if !f.Since.IsZero() {
		// What ended on its day before it, and not on a later day where the window is turned round.
		if err := less(`ended_at >= ? AND ended_at < ?`, from*dayMicro, min(ceilMicro(f.Since), endOf(to))); err != nil {
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
	if day >= last/dayMicro {
		return last
	}
	return (day + 1) * dayMicro
}

// ceilMicro is the first whole microsecond that is not before t.
func ceilMicro(t time.Time) int64 {
	n := fact.Micro(t)
	if time.UnixMicro(n).Before(t) {
		n++
	}
	return n
}

// documentReader reads sessions by their numbers.
type documentReader struct {
	s     *Store
	ctx   context.Context
	quiet context.Context // of one session: nobody waits beside each for the run to end
	stmt  *sql.Stmt
}

func (s *Store) reader(ctx context.Context, tx *sql.Tx) (*documentReader, error) {
	stmt, err := tx.PrepareContext(ctx, `
		SELECT d.doc, v.doc FROM documents AS d JOIN sessions AS s ON s.n = d.session LEFT JOIN verdicts AS v ON v.n = s.verdict WHERE d.session = ?`)
	return &documentReader{s, ctx, context.WithoutCancel(ctx), stmt}, err
}

// bareReader reads sessions without their verdicts.
func (s *Store) bareReader(ctx context.Context, tx *sql.Tx) (*documentReader, error) {
	stmt, err := tx.PrepareContext(ctx, `SELECT doc, NULL FROM documents WHERE session = ?`)
	return &documentReader{s, ctx, context.WithoutCancel(ctx), stmt}, err
}

func (r *documentReader) close() { _ = r.stmt.Close() } // only read

func (r *documentReader) session(n int64) (*store.Session, error) {
	if err := r.ctx.Err(); err != nil {
		return nil, err
	}
	var doc, verdict []byte
	if err := r.stmt.QueryRowContext(r.quiet, n).Scan(&doc, &verdict); err != nil {
		if errors.Is(err, sql.ErrNoRows) {
			err = fmt.Errorf("%w: an index names a session that is not there", store.ErrCorrupt)
		}
		return nil, err
	}
	var w whole
	if err := r.s.decode(doc, &w); err != nil {
		return nil, err
	}
	if verdict != nil {
		if err := r.s.decode(verdict, &w.Session.Verdict); err != nil {
			return nil, err
		}
	}
	return &store.Session{Session: w.Session, Revision: w.Revision, Rows: w.Rows}, nil
}
