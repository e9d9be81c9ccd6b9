package postgres

import (
	"fmt"
	"testing"

	"prism/internal/pgtest"
	"prism/internal/store/statement"
)

// One statement for all lists does what one for each does, and gives its rows in the order
// of the lists, also where rows are there.
func TestBulkIsMany(t *testing.T) {
	db, err := Connect(t.Context(), pgtest.Database(t))
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	e := &engine{db: db, tenant: "acme"}
	const insert = `INSERT INTO left_alone (tenant, conversation, person, file, pattern, generation, source, seen_at) VALUES (@, ?, ?, ?, ?, 1, 2, ?)
		ON CONFLICT (tenant, conversation, person, file, pattern) DO UPDATE SET seen_at = left_alone.seen_at + 1 RETURNING conversation, file, seen_at`
	got := func(bulk bool, person string) (out []string) {
		err := e.Write(t.Context(), "try", statement.Beside, func(tx statement.Tx) error {
			out = nil
			way := tx.Many
			if bulk {
				way = tx.Bulk
			}
			for _, shift := range []int{3, 0} {
				var lists [][]any
				for i := range 40 {
					lists = append(lists, []any{fmt.Sprint("c\x00", (i*7+shift)%40), person, int64(i % 5), statement.Prose("p"), int64(100 + i)})
				}
				n, err := way(t.Context(), insert, lists, func(i int, r statement.Row) error {
					var c string
					var file, seen int64
					err := r.Scan(&c, &file, &seen)
					out = append(out, fmt.Sprint(i, " ", c, " ", file, " ", seen))
					return err
				})
				if err != nil || n != 40 {
					return fmt.Errorf("%d rows, %w", n, err)
				}
				n, err = way(t.Context(), `UPDATE left_alone SET source = ?2 + 1 WHERE tenant = @ AND conversation = ?1 AND seen_at < ?2 AND person = ?3`,
					[][]any{{fmt.Sprint("c\x00", 1), 500, person}, {"none", 1, person}, {fmt.Sprint("c\x00", 2), 500, person}, {fmt.Sprint("c\x00", 3), 1, person}}, nil)
				out = append(out, fmt.Sprint(n, " changed"))
				if err != nil {
					return err
				}
			}
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
		return out
	}
	many, bulk := got(false, "ada"), got(true, "bob")
	for i := range many {
		if i < len(bulk) && many[i] != bulk[i] {
			t.Errorf("%d: %q one by one, %q at once", i, many[i], bulk[i])
		}
	}
	if len(many) != len(bulk) || len(many) != 82 {
		t.Errorf("%d rows one by one, %d at once", len(many), len(bulk))
	}
	err = e.Write(t.Context(), "try", statement.Beside, func(tx statement.Tx) error {
		_, err := tx.Bulk(t.Context(), insert, [][]any{{"a", "p", 1, "x", 1}, {"b", "p", "one", "x", 1}, {"c", "p", 1, "x", 1}, {"d", "p", 1, "x", 1}}, nil)
		return err
	})
	if err == nil {
		t.Error("a column of numbers and words was taken")
	}
}
