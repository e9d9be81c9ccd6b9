package rows

import (
	"bytes"
	"cmp"
	"context"
	"fmt"
	"maps"
	"slices"

	"prism/internal/fact"
	"prism/internal/store"
	"prism/internal/store/codec"
	"prism/internal/store/statement"
)

// mergeTexts is what the texts of a day are after changes, in the order of which only
// this is promised: each once. Not whole: of some session it is not known what they are.
func mergeTexts(packed []byte, whole bool, changes []change) (merged []byte, _ bool, err error) {
	if !whole {
		return nil, false, nil
	}
	merged = make([]byte, 0, len(packed))
	err = codec.Texts(packed, func(session int64, text []byte) bool {
		if _, changed := waits(changes, session); !changed {
			merged = codec.AppendText(merged, session, text)
		}
		return true
	})
	for _, c := range changes {
		switch {
		case c.figure == nil:
		case c.text == nil:
			return nil, false, err
		default:
			merged = codec.AppendText(merged, c.session, c.text)
		}
	}
	if err != nil {
		return nil, false, fmt.Errorf("%w: %w", store.ErrCorrupt, err)
	}
	return merged, true, nil
}

// textless are the days of a scope whose texts are not packed.
const textless = `SELECT s.day FROM segments AS s WHERE s.tenant = @ AND s.scope = ?
	AND NOT EXISTS (SELECT 1 FROM texts AS t WHERE t.tenant = s.tenant AND t.scope = s.scope AND t.day = s.day) ORDER BY s.day LIMIT `

// untold are sessions that wait to be packed without their texts.
const untold = `SELECT session FROM pending WHERE tenant = @ AND scope = ? AND figure IS NOT NULL AND text IS NULL LIMIT `

// texted makes sure that what a search looks through is there of sessions that an earlier
// version saved. It looks once in a process, and writes only where something is missing:
// alone, as another search may be about to write the same, and an update to save or
// remove what is read here.
func (s *Store) texted(ctx context.Context, scope store.Scope) error {
	if _, done := s.searched.Load(scope); done {
		return nil
	}
	for {
		missing := false
		err := s.look(ctx, scope, func(tx statement.Tx, n int64) error {
			for _, query := range [...]string{textless, untold} {
				var is int64
				found, err := statement.One(ctx, tx, query+`1`, []any{n}, &is)
				if err != nil {
					return err
				}
				missing = missing || found
			}
			return nil
		})
		if err == nil && missing {
			err = s.engine.Write(ctx, "make ready for searches", statement.Alone, func(tx statement.Tx) error { return addTexts(ctx, tx, scope) })
		}
		if err != nil {
			return err
		}
		if !missing {
			s.searched.Store(scope, true)
			return nil
		}
	}
}

// textsAtOnce bounds the sessions whose texts one transaction adds, but for those of one day.
const textsAtOnce = 5000

// addTexts adds the texts of some sessions that have none.
func addTexts(ctx context.Context, tx statement.Tx, scope store.Scope) error {
	var n int64
	if _, err := statement.One(ctx, tx, `SELECT n FROM scopes WHERE tenant = @ AND name = ?`, []any{string(scope)}, &n); err != nil {
		return err
	}
	list, err := statement.Numbers(ctx, tx, untold+`5000`, n)
	if err != nil {
		return err
	}
	rows, err := textsOf(ctx, tx, list, func(session int64, text []byte) []any { return []any{n, session, text} })
	if err == nil {
		_, err = tx.Many(ctx, `UPDATE pending SET text = ?3 WHERE tenant = @ AND scope = ?1 AND session = ?2 AND figure IS NOT NULL`, rows, nil)
	}
	if err != nil {
		return err
	}
	days, err := statement.Numbers(ctx, tx, textless+`100`, n)
	for done := 0; err == nil && len(days) > 0 && done < textsAtOnce; days = days[1:] {
		var packed []byte
		if _, err := statement.One(ctx, tx, `SELECT figures FROM segments WHERE tenant = @ AND scope = ? AND day = ?`, []any{n, days[0]}, &packed); err != nil {
			return err
		}
		figures, err := merge(nil, packed, nil)
		if err != nil {
			return err
		}
		list = list[:0]
		for i := range figures {
			list = append(list, figures[i].Session)
		}
		done += len(list)
		var texts []byte
		if _, err := textsOf(ctx, tx, list, func(session int64, text []byte) []any {
			texts = codec.AppendText(texts, session, text)
			return nil
		}); err != nil {
			return err
		}
		if _, err := statement.Run(ctx, tx, `INSERT INTO texts (tenant, scope, day, texts) VALUES (@, ?, ?, ?)`, n, days[0], texts); err != nil {
			return err
		}
	}
	return err
}

// textsOf makes a row of each session's text. That of a session that is gone, and waits to
// be taken out of its day, is as good as none.
func textsOf(ctx context.Context, tx statement.Tx, list []int64, row func(session int64, text []byte) []any) (rows [][]any, err error) {
	known := make(map[int64]bool)
	_, err = tx.Many(ctx, `SELECT n FROM sessions WHERE tenant = @ AND n = ?`, statement.Each(list, func(n int64) []any { return []any{n} }),
		func(i int, _ statement.Row) error { known[list[i]] = true; return nil })
	if err != nil {
		return nil, err
	}
	there := slices.DeleteFunc(slices.Clone(list), func(n int64) bool { return !known[n] })
	sessions, err := sessionsOf(ctx, tx, selectSession, there)
	if err != nil {
		return nil, err
	}
	texts := make(map[int64]string, len(there))
	for i, one := range sessions {
		texts[there[i]] = store.SearchText(&one.Session)
	}
	for _, n := range list {
		rows = append(rows, row(n, []byte(cmp.Or(texts[n], "\n"))))
	}
	return rows, nil
}

// wording looks for words in texts.
type wording struct {
	f      *store.Filter
	words  [][]byte // the longest first: it stands in the fewest texts
	titled map[int64]map[int64]string
	days   map[int64][]int64 // the sessions that have all words, by day, in their order
	found  int
}

// worded finds the sessions that ended on the days of a filter's window and in which all
// its words stand.
func worded(ctx context.Context, tx statement.Tx, scope int64, f *store.Filter) (*wording, error) {
	w := &wording{f: f, titled: make(map[int64]map[int64]string), days: make(map[int64][]int64)}
	for _, word := range f.Words {
		w.words = append(w.words, []byte(word))
	}
	slices.SortStableFunc(w.words, func(a, b []byte) int { return cmp.Compare(len(b), len(a)) })
	// What a person titled has another text.
	ids := make([]string, 0, len(f.Titled))
	for id := range f.Titled {
		ids = append(ids, id)
	}
	_, err := tx.Many(ctx, `SELECT n, ended_at FROM sessions WHERE tenant = @ AND scope = ? AND id = ?`, statement.Each(ids, func(id string) []any { return []any{scope, id} }),
		func(i int, r statement.Row) error {
			var n, ended int64
			err := r.Scan(&n, &ended)
			day := fact.DayOf(ended)
			if w.titled[day] == nil {
				w.titled[day] = make(map[int64]string)
			}
			w.titled[day][n] = ids[i]
			return err
		})
	if err != nil {
		return nil, err
	}
	from, to := days(f.Since, f.Until)
	waiting := make(map[int64][]change)
	if err := statement.Query(ctx, tx, selectPending, []any{scope, from, to}, func(r statement.Row) error { return appendPending(waiting, r) }); err != nil {
		return nil, err
	}
	err = statement.Query(ctx, tx, `SELECT day, texts FROM texts WHERE tenant = @ AND scope = ? AND day BETWEEN ? AND ?`, []any{scope, from, to}, func(r statement.Row) error {
		var day int64
		var packed statement.Lent
		if err := r.Scan(&day, &packed); err != nil {
			return err
		}
		return w.look(day, packed, waiting[day])
	})
	return w, err
}

// look looks through the texts of a day.
func (w *wording) look(day int64, packed []byte, changes []change) error {
	titled := w.titled[day]
	var list []int64
	take := func(session int64, text []byte) {
		if id, is := titled[session]; is && w.f.HasWords(id, string(text)) || !is && w.in(text) {
			list = append(list, session)
		}
	}
	if len(titled) > 0 || len(w.words) == 0 || bytes.Contains(packed, w.words[0]) {
		err := codec.Texts(packed, func(session int64, text []byte) bool {
			if _, changed := waits(changes, session); !changed {
				take(session, text)
			}
			return true
		})
		if err != nil {
			return fmt.Errorf("%w: %w", store.ErrCorrupt, err)
		}
	}
	for _, c := range changes {
		if c.text != nil {
			take(c.session, c.text)
		}
	}
	if len(list) > 0 {
		slices.Sort(list)
		w.days[day] = list
		w.found += len(list)
	}
	return nil
}

// in reports whether all words stand in a text.
func (w *wording) in(text []byte) bool {
	for _, word := range w.words {
		if !bytes.Contains(text, word) {
			return false
		}
	}
	return true
}

// has reports whether a session of a day was found.
func (w *wording) has(day, session int64) bool {
	_, ok := slices.BinarySearch(w.days[day], session)
	return ok
}

// onlyWords reports whether a filter asks for nothing but words.
func onlyWords(f store.Filter) bool {
	words := len(f.Words) > 0
	f.Words = nil
	return words && f.Plain() && f.Since.IsZero() && f.Until.IsZero()
}

// wordedPage is a page of the sessions in which words stand, in the order of their ends:
// only the days that it shows are read, beside what is looked through.
func wordedPage(ctx context.Context, tx statement.Tx, scope int64, f *store.Filter, o store.Order, limit, offset int) (page []int64, found int, err error) {
	w, err := worded(ctx, tx, scope, f)
	if err != nil {
		return nil, 0, err
	}
	list := slices.Sorted(maps.Keys(w.days))
	if !o.Reverse {
		slices.Reverse(list)
	}
	for _, day := range list {
		if n := len(w.days[day]); n <= offset {
			offset -= n
			continue
		}
		var passed []chosen
		err := segments(ctx, tx, scope, day, day, func(rows []codec.Row) (bool, error) {
			for i := range rows {
				if w.has(day, rows[i].Session) {
					passed = append(passed, chosenFor(&rows[i], o))
				}
			}
			return true, nil
		})
		if err != nil {
			return nil, 0, err
		}
		some, err := inOrder(ctx, tx, passed, o, 0)
		if err != nil {
			return nil, 0, err
		}
		page = append(page, some[min(offset, len(some)):]...)
		if offset = 0; len(page) >= limit {
			page = page[:limit]
			break
		}
	}
	return page, w.found, nil
}
