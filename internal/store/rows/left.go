package rows

import (
	"context"

	"prism/internal/store"
	"prism/internal/store/statement"
)

// Left returns those conversations that want chooses among what other default
// scopes hold and this one does not, the latest scope's first, and then among what
// the engine holds of earlier: these have no revision and no marks, and an ID of
// that time.
func (s *Store) Left(ctx context.Context, scope store.Scope, want func(*store.Source) bool) (list []store.Conversation, err error) {
	err = s.look(ctx, scope, func(tx statement.Tx, n int64) error {
		var wanted [][]any
		err := statement.Query(ctx, tx, selectConversation+`, c.n FROM scopes AS s JOIN conversations AS c ON c.tenant = s.tenant AND c.scope = s.n
			WHERE s.tenant = @ AND s.is_default AND s.n <> ?1
				AND NOT EXISTS (SELECT 1 FROM conversations AS mine WHERE mine.tenant = c.tenant AND mine.scope = ?1 AND mine.id = c.id)
			ORDER BY s.used DESC, c.id`, []any{n}, func(r statement.Row) error {
			var number int64
			src, err := source(r, &number)
			if err == nil && want(&src) {
				wanted = append(wanted, []any{number})
			}
			return err
		})
		if err != nil {
			return err
		}
		if list, err = conversationsOf(ctx, tx, `c.n = ?`, wanted); err == nil && s.earlier != nil {
			list, err = s.earlier.Left(ctx, tx, list, want)
		}
		return err
	})
	return list, err
}
