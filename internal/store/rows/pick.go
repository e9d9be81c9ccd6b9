package rows

import (
	"cmp"
	"context"
	"iter"
	"maps"
	"math"
	"slices"
	"strings"

	"prism/internal/fact"
	"prism/internal/store"
	"prism/internal/store/codec"
	"prism/internal/store/statement"
)

// inIndex reports whether an index has a list: a window in the order of the ends, or all
// sessions from the most tokens or the most probable, down, or up, or the highest cost down.
func inIndex(f *store.Filter, o store.Order) bool {
	switch o.By {
	case "", store.ByEnded:
		return f.Plain()
	case store.ByCost:
		// Up, those without a price stand first in the index, and last in the list.
		return !o.Reverse && f.Plain() && f.Since.IsZero() && f.Until.IsZero()
	case store.ByTokens, store.ByConfidence:
		return f.Plain() && f.Since.IsZero() && f.Until.IsZero()
	}
	return false
}

// ended puts a window into SQL.
func ended(scope int64, f *store.Filter) (string, []any) {
	text, args := ` WHERE tenant = @ AND scope = ?`, []any{scope}
	if !f.Since.IsZero() {
		text, args = text+` AND ended_at >= ?`, append(args, ceilMicro(f.Since))
	}
	if !f.Until.IsZero() {
		text, args = text+` AND ended_at < ?`, append(args, ceilMicro(f.Until))
	}
	return text, args
}

// columnOf is what the order of a list that an index has is by.
func columnOf(o store.Order) string {
	switch o.By {
	case store.ByTokens:
		return "tokens"
	case store.ByCost:
		return "cost_usd"
	case store.ByConfidence:
		return "confidence"
	}
	return "ended_at"
}

// ordered puts the order of a list that an index has into SQL.
func ordered(o store.Order) string {
	way := ` DESC`
	if o.Reverse {
		way = ` ASC`
	}
	return ` ORDER BY ` + columnOf(o) + way + `, id`
}

// behind puts into SQL that a list begins behind a place of its order: its first
// comparison is what an index is entered by, so that no row before it is read.
func behind(tx statement.Tx, o store.Order) (string, []any) {
	column, value := columnOf(o), any(int64(o.After.Value))
	if o.By == store.ByCost || o.By == store.ByConfidence {
		value = o.After.Value
	}
	way := "<"
	if o.Reverse {
		way = ">"
	}
	return ` AND ` + column + ` ` + way + `= ? AND (` + column + ` ` + way + ` ? OR id > ?)`, []any{value, value, tx.Text(o.After.ID)}
}

// pageOf is a page of a list that an index has. Whole days before it are passed over
// by the number of their sessions.
func pageOf(ctx context.Context, tx statement.Tx, scope int64, f *store.Filter, o store.Order, limit, offset int) (page []int64, found int, err error) {
	if found, err = count(ctx, tx, scope, f); err != nil || offset >= found {
		return nil, found, err
	}
	condition, args := ended(scope, f)
	if o.After != nil {
		text, place := behind(tx, o)
		condition, args = condition+text, append(args, place...)
	}
	if o.After == nil && byEnd(o) && f.Since.IsZero() && f.Until.IsZero() && offset > 0 {
		order, beyond := ` ORDER BY day DESC`, ` AND ended_at < ?`
		if o.Reverse {
			order, beyond = ` ORDER BY day`, ` AND ended_at >= ?`
		}
		err = tx.Query(ctx, `SELECT day, rows FROM segments WHERE tenant = @ AND scope = ?`+order, []any{scope}, func(r statement.Row) (bool, error) {
			var day int64
			var rows int
			if err := r.Scan(&day, &rows); err != nil || rows > offset {
				at := day * fact.DayMicro
				if !o.Reverse {
					at = endOf(day)
				}
				condition, args = condition+beyond, append(args, at)
				return false, err
			}
			offset -= rows
			return true, nil
		})
		if err != nil {
			return nil, found, err
		}
	}
	most := int64(limit)
	if limit <= 0 {
		most = math.MaxInt64
	}
	page, err = statement.Numbers(ctx, tx, `SELECT n FROM sessions`+condition+ordered(o)+` LIMIT ? OFFSET ?`, append(args, most, offset)...)
	return page, found, err
}

// chosen is a session that passes a filter, by what it is put in order.
type chosen struct {
	by  float64
	key uint64 // of its id
	n   int64
}

// chosenFor is a session as an order has it.
func chosenFor(r *codec.Row, o store.Order) chosen {
	return chosen{orderValue(o, &r.Figure), r.Figure.Key, r.Session}
}

// figuresOf tells the figures of the sessions that pass a filter, words aside.
func figuresOf(ctx context.Context, tx statement.Tx, scope int64, f *store.Filter) (func(*fact.Figure) bool, error) {
	var names map[uint32]string
	var err error
	if len(f.Intents) > 0 || len(f.Misses) > 0 || f.People != nil || f.Repo+f.Branch+f.Model+f.Language != "" {
		if names, err = allNames(ctx, tx, scope); err != nil {
			return nil, err
		}
	}
	spelled := *f // as names are kept
	for _, text := range []*string{&spelled.Repo, &spelled.Branch, &spelled.Model, &spelled.Language} {
		*text = tx.Text(*text)
	}
	if f.People != nil {
		spelled.People = slices.Clone(f.People)
		for i := range spelled.People {
			spelled.People[i] = tx.Text(spelled.People[i])
		}
	}
	return spelled.OfFigures(names), nil
}

// keeping is what leaves of the figures of a day those of the sessions that pass a filter,
// of whose words found says where they stand.
func keeping(ctx context.Context, tx statement.Tx, scope int64, f *store.Filter, found *wording) (func([]codec.Row) []codec.Row, error) {
	keep, err := figuresOf(ctx, tx, scope, f)
	if err != nil {
		return nil, err
	}
	return func(rows []codec.Row) []codec.Row {
		n := 0
		for i := range rows { // each where it stands: a copy of it for each question took most of the time
			r := &rows[i]
			if !keep(&r.Figure) || found != nil && !found.has(fact.DayOf(r.Figure.Ended), r.Session) {
				continue
			}
			if n != i {
				rows[n] = *r
			}
			n++
		}
		return rows[:n]
	}, nil
}

// wordedOf is worded, where a filter asks for words.
func wordedOf(ctx context.Context, tx statement.Tx, scope int64, f *store.Filter) (*wording, error) {
	if len(f.Words) == 0 {
		return nil, nil
	}
	return worded(ctx, tx, scope, f)
}

// passing hands out, as segments does, the figures of the sessions that pass a filter: a
// hundred thousand of them are looked at in the time in which SQL looks at ten thousand
// rows. Where few days have the words of a filter, these alone are read.
func passing(ctx context.Context, tx statement.Tx, scope int64, f *store.Filter, visit func([]codec.Row) (bool, error)) error {
	found, err := wordedOf(ctx, tx, scope, f)
	if err != nil {
		return err
	}
	keep, err := keeping(ctx, tx, scope, f, found)
	if err != nil {
		return err
	}
	of := func(rows []codec.Row) (bool, error) { return visit(keep(rows)) }
	if found != nil && len(found.days) <= fewDays {
		for _, day := range slices.Sorted(maps.Keys(found.days)) {
			more := true
			err := segments(ctx, tx, scope, day, day, func(rows []codec.Row) (bool, error) {
				more, err = of(rows)
				return more, err
			})
			if err != nil || !more {
				return err
			}
		}
		return nil
	}
	from, to := days(f.Since, f.Until)
	return segments(ctx, tx, scope, from, to, of)
}

// fewDays are so few that they are asked for one by one.
const fewDays = 100

// Passing is Figures of those that pass a filter.
func (s *Store) Passing(ctx context.Context, scope store.Scope, f store.Filter) iter.Seq2[[]fact.Figure, error] {
	return func(yield func([]fact.Figure, error) bool) {
		err := s.search(ctx, scope, &f, func(tx statement.Tx, n int64) error {
			var list []fact.Figure
			return passing(ctx, tx, n, &f, func(rows []codec.Row) (bool, error) {
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

// search is look, where a filter may ask for words.
func (s *Store) search(ctx context.Context, scope store.Scope, f *store.Filter, do func(tx statement.Tx, scope int64) error) error {
	if len(f.Words) > 0 {
		if err := s.texted(ctx, scope); err != nil {
			return err
		}
	}
	return s.look(ctx, scope, do)
}

// pick lists, in an order, the numbers of the sessions that pass a filter, from where
// the order begins, and says how many pass it in all. Of most, the first so many are
// enough; 0: all.
func pick(ctx context.Context, tx statement.Tx, scope int64, f *store.Filter, o store.Order, most int) (page []int64, found int, err error) {
	var list []chosen
	err = passing(ctx, tx, scope, f, func(rows []codec.Row) (bool, error) {
		for i := range rows {
			list = append(list, chosenFor(&rows[i], o))
		}
		return true, nil
	})
	if err != nil {
		return nil, 0, err
	}
	found = len(list)
	switch {
	case o.By == store.ByConfidence:
		page, err = byConfidence(ctx, tx, scope, o, list, most)
	case o.After != nil:
		page, err = inOrderBehind(ctx, tx, list, o)
	default:
		page, err = inOrder(ctx, tx, list, o, most)
	}
	return page, found, err
}

// inOrderBehind is inOrder of those that come behind a place. Of those that only their
// ids tell from it, the ids are looked at.
func inOrderBehind(ctx context.Context, tx statement.Tx, list []chosen, o store.Order) ([]int64, error) {
	at := chosen{by: o.After.Value, key: fact.IDKey(o.After.ID)}
	tied := 0
	list = slices.DeleteFunc(list, func(c chosen) bool {
		by := cmp.Compare(at.by, c.by)
		if o.Reverse {
			by = -by
		}
		switch cmp.Or(by, cmp.Compare(c.key, at.key)) {
		case -1:
			return true
		case 0:
			tied++
		}
		return false
	})
	page, err := inOrder(ctx, tx, list, o, 0)
	if err != nil || tied == 0 {
		return page, err
	}
	least, told := tx.Text(o.After.ID), 0
	_, err = tx.Many(ctx, `SELECT id FROM sessions WHERE tenant = @ AND n = ?`, statement.Each(page[:tied], func(n int64) []any { return []any{n} }), func(_ int, r statement.Row) error {
		var id string
		err := r.Scan(&id)
		if id <= least {
			told++ // they are in the order of their ids
		}
		return err
	})
	return page[told:], err
}

// inOrder lists the numbers of sessions that come in the order of their ends in another
// order: the first so many of them, or some more; 0: all.
func inOrder(ctx context.Context, tx statement.Tx, list []chosen, o store.Order, most int) ([]int64, error) {
	way := -1
	if o.Reverse {
		way = 1
	} else {
		slices.Reverse(list) // nearly sorted is sorted soon
	}
	return untie(ctx, tx, least(list, most, func(a, b chosen) int { return cmp.Or(way*cmp.Compare(a.by, b.by), cmp.Compare(a.key, b.key)) }))
}

// least sorts the first so many of a list, with all that tie with the last of them, to its
// beginning and returns these; 0: all.
func least(list []chosen, most int, compare func(a, b chosen) int) []chosen {
	if most <= 0 || most > len(list)/2 {
		slices.SortFunc(list, compare)
		return list
	}
	kept, room := 0, 2*most
	var last *chosen // of most of them: what comes behind it is not among the first
	cut := func() {
		slices.SortFunc(list[:kept], compare)
		if kept > most {
			limit := list[most-1]
			for kept > most && compare(list[kept-1], limit) > 0 {
				kept--
			}
			last = &limit
		}
		room = 2 * max(most, kept)
	}
	for i := range list {
		if last != nil && compare(list[i], *last) > 0 {
			continue
		}
		if kept == room {
			cut()
		}
		list[kept] = list[i]
		kept++
	}
	cut()
	return list[:kept]
}

// byEnd reports whether an order is that of the ends.
func byEnd(o store.Order) bool { return o.By == "" || o.By == store.ByEnded }

// stretches hands out, piece by piece, the numbers of the sessions that pass a filter in
// the order of their ends. Who needs the first few looks at the days that have them, and
// at some more: twice as many each time.
func stretches(ctx context.Context, tx statement.Tx, scope int64, f *store.Filter, o store.Order, visit func([]int64) (bool, error)) error {
	found, err := wordedOf(ctx, tx, scope, f)
	if err != nil {
		return err
	}
	keep, err := keeping(ctx, tx, scope, f, found)
	if err != nil {
		return err
	}
	from, to := days(f.Since, f.Until)
	way := ` DESC`
	if o.Reverse {
		way = ` ASC`
	}
	list, err := statement.Numbers(ctx, tx, `SELECT day FROM segments WHERE tenant = @ AND scope = ? AND day BETWEEN ? AND ? ORDER BY day`+way, scope, from, to)
	if err != nil {
		return err
	}
	if found != nil {
		list = slices.DeleteFunc(list, func(day int64) bool { return found.days[day] == nil })
	}
	for most := 1; len(list) > 0; most = min(2*most, daysAtOnce) {
		some := list[:min(most, len(list))]
		list = list[len(some):]
		var passed []chosen
		err := segments(ctx, tx, scope, slices.Min(some), slices.Max(some), func(rows []codec.Row) (bool, error) {
			rows = keep(rows)
			for i := range rows {
				passed = append(passed, chosenFor(&rows[i], o))
			}
			return true, nil
		})
		if err != nil {
			return err
		}
		piece, err := inOrder(ctx, tx, passed, o, 0)
		if err != nil {
			return err
		}
		if more, err := visit(piece); err != nil || !more {
			return err
		}
	}
	return nil
}

// orderValue is by what a session is put in order. Times are whole numbers of
// microseconds below 2^53 until the year 2255, so nothing of them is lost.
func orderValue(o store.Order, f *fact.Figure) float64 {
	switch o.By {
	case store.ByStarted:
		return float64(f.Started)
	case store.ByTokens:
		return float64(f.Tokens.Total())
	case store.ByCost:
		if !f.Flags.Has(fact.FigureCostKnown) {
			return o.Unpriced()
		}
		return f.Cost
	case store.ByTurns:
		return float64(f.Turns)
	}
	return float64(f.Ended)
}

// untie lists the numbers of sorted sessions; those whose keys do not tell them apart
// are put in order by their ids.
func untie(ctx context.Context, tx statement.Tx, list []chosen) ([]int64, error) {
	out := make([]int64, len(list))
	for i := range list {
		out[i] = list[i].n
	}
	for i := 0; i < len(list); {
		k := i + 1
		for k < len(list) && list[k].by == list[i].by && list[k].key == list[i].key {
			k++
		}
		if k-i > 1 {
			ids := make(map[int64]string, k-i)
			_, err := tx.Many(ctx, `SELECT id FROM sessions WHERE tenant = @ AND n = ?`, statement.Each(out[i:k], func(n int64) []any { return []any{n} }), func(at int, r statement.Row) error {
				var id string
				err := r.Scan(&id)
				ids[out[i+at]] = id
				return err
			})
			if err != nil {
				return nil, err
			}
			slices.SortFunc(out[i:k], func(a, b int64) int { return strings.Compare(ids[a], ids[b]) })
		}
		i = k
	}
	return out, nil
}

// byConfidence puts sessions in the order of what figures do not have, the first so many of
// them; 0: all. Its index tells these soon where many pass the filter; few are asked for.
func byConfidence(ctx context.Context, tx statement.Tx, scope int64, o store.Order, list []chosen, most int) ([]int64, error) {
	if most <= 0 || o.After != nil {
		most = len(list)
	}
	all, err := count(ctx, tx, scope, &store.Filter{})
	if err != nil {
		return nil, err
	}
	if float64(len(list))*float64(len(list))*askedFor < float64(all)*float64(most) {
		return askedByConfidence(ctx, tx, list, o)
	}
	in := make([]int64, len(list))
	for i := range list {
		in[i] = list[i].n
	}
	slices.Sort(in)
	out := make([]int64, 0, most)
	condition, args := ` WHERE tenant = @ AND scope = ?`, []any{scope}
	if o.After != nil {
		text, place := behind(tx, o)
		condition, args = condition+text, append(args, place...)
	}
	err = tx.Numbers(ctx, `SELECT n FROM sessions`+condition+ordered(o), args, func(piece []int64) (bool, error) {
		for _, n := range piece {
			if _, is := slices.BinarySearch(in, n); is && len(out) < most {
				out = append(out, n)
			}
		}
		return len(out) < most, nil
	})
	return out, err
}

// askedFor is how many rows of an index are read in the time in which one is looked up.
const askedFor = 4

// askedByConfidence is byConfidence of few.
func askedByConfidence(ctx context.Context, tx statement.Tx, list []chosen, o store.Order) ([]int64, error) {
	type one struct {
		confidence float64
		id         string
		n          int64
	}
	found := make([]one, 0, len(list))
	_, err := tx.Many(ctx, `SELECT confidence, id FROM sessions WHERE tenant = @ AND n = ?`, statement.Each(list, func(c chosen) []any { return []any{c.n} }), func(i int, r statement.Row) error {
		x := one{n: list[i].n}
		err := r.Scan(&x.confidence, &x.id)
		found = append(found, x)
		return err
	})
	if err != nil {
		return nil, err
	}
	compare := func(a, b one) int {
		c := cmp.Compare(b.confidence, a.confidence)
		if o.Reverse {
			c = -c
		}
		return cmp.Or(c, strings.Compare(a.id, b.id))
	}
	slices.SortFunc(found, compare)
	out := make([]int64, 0, len(found))
	for _, x := range found {
		if o.After == nil || compare(one{confidence: o.After.Value, id: tx.Text(o.After.ID)}, x) < 0 {
			out = append(out, x.n)
		}
	}
	return out, nil
}
