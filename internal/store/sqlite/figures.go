package sqlite

import (
	"cmp"
	"context"
	"database/sql"
	"errors"
	"fmt"
	"iter"
	"math"
	"slices"
	"time"

	"prism/internal/fact"
	"prism/internal/store"
	"prism/internal/store/codec"
)

// dayMicro is a day in microseconds: what a segment holds.
const dayMicro = 24 * int64(time.Hour/time.Microsecond)

// dayOf is the day of a time since 1970.
func dayOf(micro int64) int64 {
	day := micro / dayMicro
	if micro%dayMicro < 0 {
		day--
	}
	return day
}

// unpackedMost is how many figures may wait beside the segments. A run packs them
// when it is done; a long one packs on its way, so that they do not pile up.
const unpackedMost = 50_000

// number gives a name its number in the scope.
func (w *saving) number(text string) uint32 {
	if text == "" {
		return 0
	}
	if n, ok := w.names[text]; ok {
		return n
	}
	var n uint32
	if !w.one(`SELECT n FROM names WHERE scope = ? AND text = ?`, []any{w.scope, text}, &n) {
		w.one(`INSERT INTO names (scope, n, text) VALUES (?1, (SELECT coalesce(max(n), 0) + 1 FROM names WHERE scope = ?1), ?2) RETURNING n`,
			[]any{w.scope, text}, &n)
	}
	w.names[text] = n
	return n
}

// dayChanges is what one transaction does to the figures of a day.
type dayChanges struct {
	rows    int // by how many it grows
	figures map[int64]*fact.Figure
}

// change notes a session's figure of a day, nil where the day has it no more, and
// by how many the day's sessions grow.
func (w *saving) change(day, session int64, f *fact.Figure, rows int) {
	d := w.days[day]
	if d == nil {
		d = &dayChanges{figures: make(map[int64]*fact.Figure)}
		w.days[day] = d
	}
	d.rows += rows
	d.figures[session] = f
}

// packAtOnce is how many times larger than its changes a segment may be that is
// packed in passing. Others wait, so that a long run writes no day over and over.
const packAtOnce = 8

// settle writes what changed in the figures: into the segments, all of it where the
// run is done; else what concerns a large part of a day, the rest beside it.
func (w *saving) settle(done bool) {
	waiting := make(map[int64][]change)
	if done || w.waiting() > unpackedMost {
		var err error
		if waiting, err = pendingOf(w.ctx, w.tx, w.scope, math.MinInt64, math.MaxInt64); err != nil {
			w.err = errors.Join(w.err, err)
		}
		w.run(`DELETE FROM pending WHERE scope = ?`, w.scope)
		done = true
	}
	for day, d := range w.days {
		var rows int
		var packed []byte
		w.one(`SELECT rows, figures FROM segments WHERE scope = ? AND day = ?`, []any{w.scope, day}, &rows, &packed)
		if !done && rows > packAtOnce*len(d.figures) {
			w.wait(day, d)
			continue
		}
		list := waiting[day]
		if !done {
			// What waits of this day goes in with it, or it would take the place of what is newer.
			one, err := pendingOf(w.ctx, w.tx, w.scope, day, day)
			if err != nil {
				w.err = err
				return
			}
			if list = one[day]; len(list) > 0 {
				w.run(`DELETE FROM pending WHERE scope = ? AND day = ?`, w.scope, day)
			}
		}
		w.pack(day, packed, overlay(list, d))
		delete(waiting, day)
	}
	for day, list := range waiting {
		var packed []byte
		w.one(`SELECT figures FROM segments WHERE scope = ? AND day = ?`, []any{w.scope, day}, &packed)
		w.pack(day, packed, list)
	}
	clear(w.days)
}

// overlay puts newer changes of a day over those that waited.
func overlay(list []change, d *dayChanges) []change {
	list = slices.DeleteFunc(list, func(c change) bool { _, newer := d.figures[c.session]; return newer })
	for session, f := range d.figures {
		list = append(list, newChange(session, f))
	}
	slices.SortFunc(list, func(a, b change) int { return cmp.Compare(a.session, b.session) })
	return list
}

func newChange(session int64, f *fact.Figure) change {
	if f == nil {
		return change{session, nil}
	}
	return change{session, codec.PackFigures(nil, []codec.Row{{Session: session, Figure: *f}})}
}

// wait keeps changes beside the segment.
func (w *saving) wait(day int64, d *dayChanges) {
	for session, f := range d.figures {
		w.run(`INSERT INTO pending (scope, day, session, figure) VALUES (?, ?, ?, ?)
			ON CONFLICT (scope, day, session) DO UPDATE SET figure = excluded.figure`, w.scope, day, session, newChange(session, f).figure)
	}
	if d.rows != 0 {
		w.run(`UPDATE segments SET rows = rows + ? WHERE scope = ? AND day = ?`, d.rows, w.scope, day)
	}
}

// pack writes the segment of a day anew.
func (w *saving) pack(day int64, packed []byte, list []change) {
	rows, err := merge(nil, packed, list)
	switch {
	case w.err != nil:
	case err != nil:
		w.err = err
	case len(rows) == 0:
		w.run(`DELETE FROM segments WHERE scope = ? AND day = ?`, w.scope, day)
	default:
		w.run(`INSERT INTO segments (scope, day, rows, figures) VALUES (?, ?, ?, ?)
			ON CONFLICT (scope, day) DO UPDATE SET rows = excluded.rows, figures = excluded.figures`, w.scope, day, len(rows), codec.PackFigures(nil, rows))
	}
}

// waiting counts the figures that are not packed.
func (w *saving) waiting() (n int) {
	w.one(`SELECT count(*) FROM pending WHERE scope = ?`, []any{w.scope}, &n)
	return n
}

// change is what waits to be done to one figure of a day.
type change struct {
	session int64
	figure  []byte // nil: it goes
}

// querier is a transaction or a connection.
type querier interface {
	QueryContext(ctx context.Context, query string, args ...any) (*sql.Rows, error)
}

// pendingOf returns what waits, by day; in each day in the order of the sessions.
func pendingOf(ctx context.Context, tx querier, scope, from, to int64) (map[int64][]change, error) {
	rows, err := tx.QueryContext(ctx, `SELECT day, session, figure FROM pending WHERE scope = ? AND day BETWEEN ? AND ? ORDER BY day, session`, scope, from, to)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	out := make(map[int64][]change)
	for rows.Next() {
		var day int64
		var c change
		if err := rows.Scan(&day, &c.session, &c.figure); err != nil {
			return nil, err
		}
		out[day] = append(out[day], c)
	}
	return out, rows.Err()
}

// merge appends to rows the figures of a segment with its changes, in the order in
// which the sessions ended.
func merge(rows []codec.Row, packed []byte, changes []change) ([]codec.Row, error) {
	rows, err := codec.UnpackFigures(rows, packed)
	if err != nil {
		return nil, fmt.Errorf("%w: %w", store.ErrCorrupt, err)
	}
	if len(changes) == 0 {
		return rows, nil
	}
	rows = slices.DeleteFunc(rows, func(r codec.Row) bool {
		_, changed := slices.BinarySearchFunc(changes, r.Session, func(c change, n int64) int { return cmp.Compare(c.session, n) })
		return changed
	})
	for _, c := range changes {
		if c.figure == nil {
			continue
		}
		if rows, err = codec.UnpackFigures(rows, c.figure); err != nil {
			return nil, fmt.Errorf("%w: %w", store.ErrCorrupt, err)
		}
	}
	slices.SortFunc(rows, func(a, b codec.Row) int {
		return cmp.Or(cmp.Compare(a.Figure.Ended, b.Figure.Ended), cmp.Compare(a.Figure.Key, b.Figure.Key), cmp.Compare(a.Session, b.Session))
	})
	return rows, nil
}

// Figures yields, day by day in the order in which they ended, the figures of the
// sessions that ended on the days of [since, until), zero: open on that side. What
// it yields is good until the next step.
func (s *Store) Figures(ctx context.Context, scope store.Scope, since, until time.Time) iter.Seq2[[]fact.Figure, error] {
	return func(yield func([]fact.Figure, error) bool) {
		err := s.look(ctx, scope, func(tx *sql.Tx, n int64) error {
			from, to := days(since, until)
			return figures(ctx, tx, n, from, to, yield)
		})
		if err != nil {
			yield(nil, err)
		}
	}
}

// days are the first and the last day that hold anything of a window.
func days(since, until time.Time) (from, to int64) {
	from, to = math.MinInt64, math.MaxInt64
	if !since.IsZero() {
		from = dayOf(fact.Micro(since))
	}
	if !until.IsZero() {
		to = dayOf(fact.Micro(until))
	}
	return from, to
}

func figures(ctx context.Context, tx *sql.Tx, scope, from, to int64, yield func([]fact.Figure, error) bool) error {
	waiting, err := pendingOf(ctx, tx, scope, from, to)
	if err != nil {
		return err
	}
	rows, err := tx.QueryContext(ctx, `SELECT day, figures FROM segments WHERE scope = ? AND day BETWEEN ? AND ? ORDER BY day`, scope, from, to)
	if err != nil {
		return err
	}
	defer rows.Close()
	var unpacked []codec.Row
	var list []fact.Figure
	for rows.Next() {
		var day int64
		var packed sql.RawBytes
		if err := rows.Scan(&day, &packed); err != nil {
			return err
		}
		if unpacked, err = merge(unpacked[:0], packed, waiting[day]); err != nil {
			return err
		}
		list = list[:0]
		for i := range unpacked {
			list = append(list, unpacked[i].Figure)
		}
		if len(list) > 0 && !yield(list, nil) {
			return nil
		}
	}
	return rows.Err()
}

// Names returns the texts of the numbers of names that figures of the scope have.
func (s *Store) Names(ctx context.Context, scope store.Scope, numbers []uint32) (map[uint32]string, error) {
	texts := make(map[uint32]string, len(numbers))
	err := s.look(ctx, scope, func(tx *sql.Tx, n int64) error {
		one, err := tx.PrepareContext(ctx, `SELECT text FROM names WHERE scope = ? AND n = ?`)
		if err != nil {
			return err
		}
		defer one.Close()
		for _, number := range numbers {
			var text string
			if number == 0 {
				continue
			}
			if err := one.QueryRowContext(ctx, n, number).Scan(&text); err != nil {
				return fmt.Errorf("%w: a figure has a name that is not there: %w", store.ErrCorrupt, err)
			}
			texts[number] = text
		}
		return nil
	})
	return texts, err
}

// AllNames returns all names that figures of the scope have, by their numbers.
func (s *Store) AllNames(ctx context.Context, scope store.Scope) (map[uint32]string, error) {
	texts := make(map[uint32]string)
	err := s.look(ctx, scope, func(tx *sql.Tx, n int64) error {
		rows, err := tx.QueryContext(ctx, `SELECT n, text FROM names WHERE scope = ?`, n)
		if err != nil {
			return err
		}
		defer rows.Close()
		for rows.Next() {
			var number uint32
			var text string
			if err := rows.Scan(&number, &text); err != nil {
				return err
			}
			texts[number] = text
		}
		return rows.Err()
	})
	return texts, err
}
