package rows

import (
	"context"

	"prism/internal/store/statement"
)

// Probe writes a row and takes it out again in one transaction: its error says why nothing
// can be kept now.
func (s *Store) Probe(ctx context.Context) error {
	return s.engine.Write(ctx, "write to", statement.Beside, func(tx statement.Tx) error {
		nobody := [][]any{{"", "", ""}} // a folder that there cannot be
		_, err := tx.Many(ctx, `INSERT INTO roots (tenant, person, dir, root) VALUES (@, ?, ?, ?) ON CONFLICT (tenant, person, dir) DO UPDATE SET root = excluded.root`, nobody, nil)
		if err == nil {
			_, err = tx.Many(ctx, `DELETE FROM roots WHERE tenant = @ AND person = ? AND dir = ?`, [][]any{{"", ""}}, nil)
		}
		return err
	})
}
