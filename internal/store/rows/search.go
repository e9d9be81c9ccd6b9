package rows

import (
	"context"
	"slices"
	"strings"

	"prism/internal/store"
	"prism/internal/store/statement"
)

const insertText = `INSERT INTO texts (tenant, session, scope, text) VALUES (@, ?, ?, ?)`

// textless are the sessions of a scope that have nothing to look through.
const textless = ` FROM sessions AS s WHERE s.tenant = @ AND s.scope = ?
	AND NOT EXISTS (SELECT 1 FROM texts AS t WHERE t.tenant = s.tenant AND t.session = s.n) LIMIT `

// texted makes sure that what a search looks through is there of sessions that were
// saved before there was anything to look through. It looks once in a process, and writes
// only where something is missing: alone, as another search may be about to write the
// same, and an update to save or remove what is read here.
func (s *Store) texted(ctx context.Context, scope store.Scope) error {
	if _, done := s.searched.Load(scope); done {
		return nil
	}
	for {
		missing := false
		err := s.look(ctx, scope, func(tx statement.Tx, n int64) (err error) {
			var is int64
			missing, err = statement.One(ctx, tx, `SELECT s.n`+textless+`1`, []any{n}, &is)
			return err
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

// addTexts adds what a search looks through to some sessions that have nothing of that.
func addTexts(ctx context.Context, tx statement.Tx, scope store.Scope) error {
	var n int64
	if _, err := statement.One(ctx, tx, `SELECT n FROM scopes WHERE tenant = @ AND name = ?`, []any{string(scope)}, &n); err != nil {
		return err
	}
	list, err := statement.Numbers(ctx, tx, `SELECT s.n`+textless+`5000`, n)
	if err != nil {
		return err
	}
	sessions, err := sessionsOf(ctx, tx, selectSession, list)
	if err != nil {
		return err
	}
	rows := make([][]any, len(list))
	for i, one := range sessions {
		rows[i] = []any{list[i], n, statement.Prose(store.SearchText(&one.Session))}
	}
	_, err = tx.Many(ctx, insertText, rows, nil)
	return err
}

// wordsAtOnce is how many words are looked for in one statement: an engine bounds how
// deep one may be, and nobody how many words are asked for.
const wordsAtOnce = 64

// worded are the numbers of the sessions in which all words of a filter stand.
func worded(ctx context.Context, tx statement.Tx, scope int64, f *store.Filter) (map[int64]bool, error) {
	found := make(map[int64]bool)
	var list []int64
	for words := range slices.Chunk(f.Words, wordsAtOnce) {
		args := []any{scope}
		for _, w := range words {
			args = append(args, statement.Prose(w))
		}
		some, err := statement.Numbers(ctx, tx, `SELECT session FROM texts WHERE tenant = @ AND scope = ?`+strings.Repeat(` AND instr(text, ?) > 0`, len(words)), args...)
		if err != nil {
			return nil, err
		}
		if clear(found); list != nil {
			for _, n := range list {
				found[n] = true
			}
			some = slices.DeleteFunc(some, func(n int64) bool { return !found[n] })
		}
		if list = some; len(list) == 0 {
			break
		}
	}
	clear(found)
	for _, n := range list {
		found[n] = true
	}
	// What a person titled has another text.
	ids := make([]string, 0, len(f.Titled))
	for id := range f.Titled {
		ids = append(ids, id)
	}
	_, err := tx.Many(ctx, `SELECT t.session, t.text FROM sessions AS s JOIN texts AS t ON t.tenant = s.tenant AND t.session = s.n WHERE s.tenant = @ AND s.scope = ? AND s.id = ?`,
		statement.Each(ids, func(id string) []any { return []any{scope, id} }), func(i int, r statement.Row) error {
			var n int64
			var text string
			err := r.Scan(&n, &text)
			found[n] = f.HasWords(ids[i], text)
			return err
		})
	return found, err
}
