package rows

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"iter"
	"maps"
	"math"
	"slices"
	"time"

	"prism/internal/fact"
	"prism/internal/hash"
	"prism/internal/store"
	"prism/internal/store/codec"
	"prism/internal/store/statement"
)

// unpackedMost is how many figures may wait beside the segments. A run packs them
// when it is done; a long one packs on its way, so that they do not pile up.
const unpackedMost = 50_000

// number gives the names of sessions their numbers in the scope.
func (w *saving) number(list []store.Session) {
	var fresh []string
	for i := range list {
		fact.FigureOf(&list[i].Session, func(text string) uint32 {
			if _, met := w.names[text]; !met {
				w.names[text] = 0 // of the empty one it stays that
				if text != "" {
					fresh = append(fresh, text)
				}
			}
			return 0
		})
	}
	text := func(text string) []any { return []any{w.scope, text} }
	found := func(i int, r statement.Row) error {
		var n uint32
		err := r.Scan(&n)
		w.names[fresh[i]] = n
		return err
	}
	w.Many(`SELECT n FROM names WHERE tenant = @ AND scope = ? AND text = ?`, statement.Each(fresh, text), found)
	fresh = slices.DeleteFunc(fresh, func(text string) bool { return w.names[text] != 0 })
	w.Many(`INSERT INTO names (tenant, scope, n, text) VALUES (@, ?1, (SELECT coalesce(max(n), 0) + 1 FROM names WHERE tenant = @ AND scope = ?1), ?2) RETURNING n`,
		statement.Each(fresh, text), found)
}

// dayChanges is what one transaction does to the sessions of a day.
type dayChanges struct {
	rows     int // by how many it grows
	sessions map[int64]shown
}

// shown is what a day has of a session.
type shown struct {
	figure *fact.Figure // nil: the day has it no more
	text   string       // what a search looks through
}

// change notes what a day has of a session, and by how many the day's sessions grow.
func (w *saving) change(day, session int64, is shown, rows int) {
	d := w.days[day]
	if d == nil {
		d = &dayChanges{sessions: make(map[int64]shown)}
		w.days[day] = d
	}
	d.rows += rows
	d.sessions[session] = is
}

// packAtOnce is how many times larger than its changes a segment may be that is
// packed in passing. Others wait, so that a long run writes no day over and over.
const packAtOnce = 8

// settle writes what changed in the figures: into the segments, all of it where the
// run is done; else what concerns a large part of a day, the rest beside it.
func (w *saving) settle(done bool) {
	if !done && len(w.days) > 0 {
		var n int
		w.One(`SELECT count(*) FROM pending WHERE tenant = @ AND scope = ?`, []any{w.scope}, &n)
		done = n > unpackedMost
	}
	touched := slices.Collect(maps.Keys(w.days))
	if done {
		w.Many(`SELECT DISTINCT day FROM pending WHERE tenant = @ AND scope = ?`, [][]any{{w.scope}}, func(_ int, r statement.Row) error {
			var day int64
			err := r.Scan(&day)
			if w.days[day] == nil {
				touched = append(touched, day)
			}
			return err
		})
	}
	slices.Sort(touched)
	for some := range slices.Chunk(touched, packTogether) {
		w.settleDays(some, done)
	}
	clear(w.days)
}

const (
	// daysAtOnce is how many segments are read together.
	daysAtOnce = 64
	// packTogether is how many are packed together: with what waits and the texts, as they
	// were and as they will be, a large day takes a megabyte.
	packTogether = 16
)

func (w *saving) settleDays(touched []int64, done bool) {
	waiting := make(map[int64][]change)
	rows, packed := make([]int, len(touched)), make([][]byte, len(touched))
	has, texts := make([]bool, len(touched)), make([][]byte, len(touched))
	day := func(day int64) []any { return []any{w.scope, day} }
	w.Many(`SELECT rows, figures FROM segments WHERE tenant = @ AND scope = ? AND day = ?`, statement.Each(touched, day),
		func(i int, r statement.Row) error { return r.Scan(&rows[i], &packed[i]) })
	var pack []int
	var beside, grown [][]any
	for i, day := range touched {
		d := w.days[day]
		if done || d == nil || rows[i] <= packAtOnce*len(d.sessions) {
			pack = append(pack, i)
			continue
		}
		for session, is := range d.sessions {
			c := newChange(session, is)
			beside = append(beside, []any{w.scope, day, session, c.figure, c.text})
		}
		if d.rows != 0 {
			grown = append(grown, []any{d.rows, w.scope, day})
		}
	}
	w.Many(`INSERT INTO pending (tenant, scope, day, session, figure, text) VALUES (@, ?, ?, ?, ?, ?)
		ON CONFLICT (tenant, scope, day, session) DO UPDATE SET figure = excluded.figure, text = excluded.text`, beside, nil)
	w.Many(`UPDATE segments SET rows = rows + ? WHERE tenant = @ AND scope = ? AND day = ?`, grown, nil)
	// What waits of these days goes in with the rest, or it would take the place of what is newer.
	w.pending(waiting, statement.Each(pack, func(i int) []any { return []any{w.scope, touched[i], touched[i]} }))
	w.Many(`DELETE FROM pending WHERE tenant = @ AND scope = ? AND day = ?`, statement.Each(pack, func(i int) []any { return day(touched[i]) }), nil)
	w.Many(`SELECT texts FROM texts WHERE tenant = @ AND scope = ? AND day = ?`, statement.Each(pack, func(i int) []any { return day(touched[i]) }),
		func(k int, r statement.Row) error { has[pack[k]] = true; return r.Scan(&texts[pack[k]]) })
	var full, empty, said, unsaid [][]any
	for _, i := range pack {
		day := touched[i]
		list := waiting[day]
		if d := w.days[day]; d != nil {
			list = overlay(list, d)
		}
		merged, err := merge(nil, packed[i], list)
		w.Err = errors.Join(w.Err, err)
		if len(merged) == 0 {
			empty = append(empty, []any{w.scope, day})
		} else {
			packed := codec.PackFigures(nil, merged)
			full = append(full, []any{w.scope, day, len(merged), digestOf(packed), packed})
		}
		told, whole, err := mergeTexts(texts[i], has[i] || len(packed[i]) == 0, list)
		w.Err = errors.Join(w.Err, err)
		if whole && len(told) > 0 {
			said = append(said, []any{w.scope, day, told})
		} else if has[i] { // nothing is left of it, or a search makes it anew
			unsaid = append(unsaid, []any{w.scope, day})
		}
	}
	w.Many(`DELETE FROM texts WHERE tenant = @ AND scope = ? AND day = ?`, unsaid, nil)
	w.Many(`INSERT INTO texts (tenant, scope, day, texts) VALUES (@, ?, ?, ?) ON CONFLICT (tenant, scope, day) DO UPDATE SET texts = excluded.texts`, said, nil)
	w.Many(`DELETE FROM segments WHERE tenant = @ AND scope = ? AND day = ?`, empty, nil)
	w.Many(`INSERT INTO segments (tenant, scope, day, rows, digest, figures) VALUES (@, ?, ?, ?, ?, ?)
		ON CONFLICT (tenant, scope, day) DO UPDATE SET rows = excluded.rows, digest = excluded.digest, figures = excluded.figures`, full, nil)
}

// digestOf is the digest of packed figures, as a column takes it.
func digestOf(packed []byte) int64 { return int64(hash.Of(packed)) }

// pending reads what waits in stretches of days.
func (w *saving) pending(into map[int64][]change, stretches [][]any) {
	w.Many(selectPending, stretches, func(_ int, r statement.Row) error { return appendPending(into, r) })
}

// overlay puts newer changes of a day over those that waited.
func overlay(list []change, d *dayChanges) []change {
	list = slices.DeleteFunc(list, func(c change) bool { _, newer := d.sessions[c.session]; return newer })
	for session, is := range d.sessions {
		list = append(list, newChange(session, is))
	}
	slices.SortFunc(list, func(a, b change) int { return cmp.Compare(a.session, b.session) })
	return list
}

func newChange(session int64, is shown) change {
	if is.figure == nil {
		return change{session: session}
	}
	return change{session, codec.PackFigures(nil, []codec.Row{{Session: session, Figure: *is.figure}}), []byte(is.text)}
}

// change is what waits to be done to what a day has of a session.
type change struct {
	session int64
	figure  []byte // nil: it goes
	text    []byte // nil: it goes, or an earlier version left it so
}

// selectPending reads what waits; of each day in the order of the sessions.
const selectPending = `SELECT day, session, figure, text FROM pending WHERE tenant = @ AND scope = ? AND day BETWEEN ? AND ? ORDER BY day, session`

// appendPending reads a row of selectPending.
func appendPending(into map[int64][]change, r statement.Row) error {
	var day int64
	var c change
	err := r.Scan(&day, &c.session, &c.figure, &c.text)
	into[day] = append(into[day], c)
	return err
}

// waits finds what waits of a session among the changes of its day.
func waits(changes []change, session int64) (int, bool) {
	return slices.BinarySearchFunc(changes, session, func(c change, n int64) int { return cmp.Compare(c.session, n) })
}

// merge appends to rows the figures of a segment with its changes, in the order in
// which the sessions ended.
func merge(rows []codec.Row, packed []byte, changes []change) ([]codec.Row, error) {
	return mergeInto(new(codec.Room), rows, packed, changes)
}

// mergeInto is merge into room that is used again.
func mergeInto(room *codec.Room, rows []codec.Row, packed []byte, changes []change) ([]codec.Row, error) {
	rows, err := room.UnpackFigures(rows, packed)
	if err != nil {
		return nil, fmt.Errorf("%w: %w", store.ErrCorrupt, err)
	}
	if len(changes) == 0 {
		return rows, nil
	}
	rows = slices.DeleteFunc(rows, func(r codec.Row) bool {
		_, changed := waits(changes, r.Session)
		return changed
	})
	for _, c := range changes {
		if c.figure == nil {
			continue
		}
		if rows, err = room.UnpackFigures(rows, c.figure); err != nil {
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
		err := s.look(ctx, scope, func(tx statement.Tx, n int64) error {
			from, to := days(since, until)
			var list []fact.Figure
			return segments(ctx, tx, n, from, to, func(rows []codec.Row) (bool, error) {
				list = list[:0]
				for i := range rows {
					list = append(list, rows[i].Figure)
				}
				return yield(list, nil), nil
			})
		})
		if err != nil {
			yield(nil, err)
		}
	}
}

// Days yields the days of a filter's window, in their order, with the figures of the
// sessions that pass it; of those days that known says it knows, without. The filter has no
// Words. A digest is of all figures of its day.
func (s *Store) Days(ctx context.Context, scope store.Scope, f store.Filter, known func(day int64, digest uint64) bool) iter.Seq2[store.Day, error] {
	return func(yield func(store.Day, error) bool) {
		err := s.look(ctx, scope, func(tx statement.Tx, n int64) error {
			from, to := days(f.Since, f.Until)
			waiting := make(map[int64][]change)
			if err := statement.Query(ctx, tx, selectPending, []any{n, from, to}, func(r statement.Row) error { return appendPending(waiting, r) }); err != nil {
				return err
			}
			var list []store.Day
			err := statement.Query(ctx, tx, `SELECT day, digest FROM segments WHERE tenant = @ AND scope = ? AND day BETWEEN ? AND ? ORDER BY day`, []any{n, from, to}, func(r statement.Row) error {
				var d store.Day
				var digest int64
				err := r.Scan(&d.Number, &digest)
				if digest != 0 && len(waiting[d.Number]) == 0 {
					d.Digest = hash.Join(uint64(digest), uint64(n))
					d.Known = known(d.Number, d.Digest)
				}
				list = append(list, d)
				return err
			})
			if err != nil {
				return err
			}
			read := dayReader{tx: tx, scope: n, waiting: waiting, yield: yield}
			if !f.Plain() && slices.ContainsFunc(list, func(d store.Day) bool { return !d.Known }) {
				of := f
				of.Since, of.Until = time.Time{}, time.Time{} // days are whole
				if read.keep, err = figuresOf(ctx, tx, n, &of); err != nil {
					return err
				}
			}
			for some := range slices.Chunk(list, daysAtOnce) {
				if more, err := read.days(ctx, some); err != nil || !more {
					return err
				}
			}
			return nil
		})
		if err != nil {
			yield(store.Day{}, err)
		}
	}
}

// dayReader yields days with the figures of those that are not known.
type dayReader struct {
	tx      statement.Tx
	scope   int64
	waiting map[int64][]change
	keep    func(*fact.Figure) bool // nil: all of them
	yield   func(store.Day, error) bool

	rows    []codec.Row // room for the next ones
	room    codec.Room
	figures []fact.Figure
}

// days reads some days that follow each other.
func (x *dayReader) days(ctx context.Context, list []store.Day) (more bool, err error) {
	packed := make(map[int64][]byte)
	var asked [][]any
	for i := range list {
		if !list[i].Known {
			asked = append(asked, []any{x.scope, list[i].Number})
		}
	}
	take := func(r statement.Row) error {
		var day int64
		var figures []byte
		err := r.Scan(&day, &figures)
		packed[day] = figures
		return err
	}
	if len(asked) > len(list)/2 { // all of them are read sooner than most of them one by one
		err = statement.Query(ctx, x.tx, `SELECT day, figures FROM segments WHERE tenant = @ AND scope = ? AND day BETWEEN ? AND ?`, []any{x.scope, list[0].Number, list[len(list)-1].Number}, take)
	} else {
		_, err = x.tx.Many(ctx, `SELECT day, figures FROM segments WHERE tenant = @ AND scope = ? AND day = ?`, asked, func(_ int, r statement.Row) error { return take(r) })
	}
	if err != nil {
		return false, err
	}
	for _, d := range list {
		if !d.Known {
			x.room.Clear()
			if x.rows, err = mergeInto(&x.room, x.rows[:0], packed[d.Number], x.waiting[d.Number]); err != nil {
				return false, err
			}
			x.figures = x.figures[:0]
			for k := range x.rows {
				if f := &x.rows[k].Figure; x.keep == nil || x.keep(f) {
					x.figures = append(x.figures, *f)
				}
			}
			d.Figures = x.figures
		}
		if !x.yield(d, nil) {
			return false, nil
		}
	}
	return true, nil
}

// days are the first and the last day that hold anything of a window.
func days(since, until time.Time) (from, to int64) {
	from, to = math.MinInt64, math.MaxInt64
	if !since.IsZero() {
		from = fact.DayOf(fact.Micro(since))
	}
	if !until.IsZero() {
		to = fact.DayOf(fact.Micro(until))
	}
	return from, to
}

// segments hands out the figures of days, as Figures does. What visit is given is good
// until it returns.
func segments(ctx context.Context, tx statement.Tx, scope, from, to int64, visit func([]codec.Row) (bool, error)) error {
	waiting := make(map[int64][]change)
	if err := statement.Query(ctx, tx, selectPending, []any{scope, from, to}, func(r statement.Row) error { return appendPending(waiting, r) }); err != nil {
		return err
	}
	var unpacked []codec.Row
	var room codec.Room
	return tx.Query(ctx, `SELECT day, figures FROM segments WHERE tenant = @ AND scope = ? AND day BETWEEN ? AND ? ORDER BY day`, []any{scope, from, to}, func(r statement.Row) (bool, error) {
		var day int64
		var packed statement.Lent
		err := r.Scan(&day, &packed)
		if err == nil {
			room.Clear()
			unpacked, err = mergeInto(&room, unpacked[:0], packed, waiting[day])
		}
		if err != nil || len(unpacked) == 0 {
			return true, err
		}
		return visit(unpacked)
	})
}

// Names returns the texts of the numbers of names that figures of the scope have.
func (s *Store) Names(ctx context.Context, scope store.Scope, numbers []uint32) (map[uint32]string, error) {
	texts := make(map[uint32]string, len(numbers))
	err := s.look(ctx, scope, func(tx statement.Tx, n int64) error {
		asked := slices.DeleteFunc(slices.Clone(numbers), func(n uint32) bool { return n == 0 })
		_, err := tx.Many(ctx, `SELECT text FROM names WHERE tenant = @ AND scope = ? AND n = ?`, statement.Each(asked, func(number uint32) []any { return []any{n, number} }),
			func(i int, r statement.Row) error {
				var text string
				err := r.Scan(&text)
				texts[asked[i]] = text
				return err
			})
		for _, number := range asked {
			if _, ok := texts[number]; !ok && err == nil {
				err = fmt.Errorf("%w: a figure has a name that is not there", store.ErrCorrupt)
			}
		}
		return err
	})
	return texts, err
}

// AllNames returns all names that figures of the scope have, by their numbers.
func (s *Store) AllNames(ctx context.Context, scope store.Scope) (map[uint32]string, error) {
	var texts map[uint32]string
	err := s.look(ctx, scope, func(tx statement.Tx, n int64) (err error) {
		texts, err = allNames(ctx, tx, n)
		return err
	})
	return texts, err
}

func allNames(ctx context.Context, tx statement.Tx, scope int64) (map[uint32]string, error) {
	texts := make(map[uint32]string)
	err := statement.Query(ctx, tx, `SELECT n, text FROM names WHERE tenant = @ AND scope = ?`, []any{scope}, func(r statement.Row) error {
		var number uint32
		var text string
		err := r.Scan(&number, &text)
		texts[number] = text
		return err
	})
	return texts, err
}
