package rows

import (
	"context"
	"strings"

	"prism/internal/store"
)

const insertText = `INSERT INTO texts (tenant, session, scope, text) VALUES (@, ?, ?, ?)`

// texted makes sure that what a search looks through is there of sessions that were
// saved before there was anything to look through. It looks once in a process.
func (s *Store) texted(ctx context.Context, scope store.Scope) error {
	if _, done := s.searched.Load(scope); done {
		return nil
	}
	for {
		var some int
		err := s.engine.Write(ctx, "make ready for searches", Beside, func(tx Tx) error {
			var n int64
			if _, err := one(ctx, tx, `SELECT n FROM scopes WHERE tenant = @ AND name = ?`, []any{string(scope)}, &n); err != nil {
				return err
			}
			list, err := numbers(ctx, tx, `SELECT n FROM sessions AS s WHERE s.tenant = @ AND s.scope = ?
				AND NOT EXISTS (SELECT 1 FROM texts AS t WHERE t.tenant = s.tenant AND t.session = s.n) LIMIT 5000`, n)
			if err != nil {
				return err
			}
			some = len(list)
			sessions, err := sessionsOf(ctx, tx, selectSession, list)
			if err != nil {
				return err
			}
			rows := make([][]any, len(list))
			for i, one := range sessions {
				rows[i] = []any{list[i], n, Prose(store.SearchText(&one.Session))}
			}
			_, err = tx.Many(ctx, insertText, rows, nil)
			return err
		})
		if err != nil {
			return err
		}
		if some == 0 {
			s.searched.Store(scope, true)
			return nil
		}
	}
}

// worded are the numbers of the sessions in which all words of a filter stand.
func worded(ctx context.Context, tx Tx, scope int64, f *store.Filter) (map[int64]bool, error) {
	args := []any{scope}
	for _, w := range f.Words {
		args = append(args, Prose(w))
	}
	found := make(map[int64]bool)
	list, err := numbers(ctx, tx, `SELECT session FROM texts WHERE tenant = @ AND scope = ?`+strings.Repeat(` AND instr(text, ?) > 0`, len(f.Words)), args...)
	if err != nil {
		return nil, err
	}
	for _, n := range list {
		found[n] = true
	}
	// What a person titled has another text.
	ids := make([]string, 0, len(f.Titled))
	for id := range f.Titled {
		ids = append(ids, id)
	}
	_, err = tx.Many(ctx, `SELECT t.session, t.text FROM sessions AS s JOIN texts AS t ON t.tenant = s.tenant AND t.session = s.n WHERE s.tenant = @ AND s.scope = ? AND s.id = ?`,
		each(ids, func(id string) []any { return []any{scope, id} }), func(i int, r Row) error {
			var n int64
			var text string
			err := r.Scan(&n, &text)
			found[n] = f.HasWords(ids[i], text)
			return err
		})
	return found, err
}
