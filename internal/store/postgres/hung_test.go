package postgres

import (
	"testing"

	"prism/internal/pgtest"
	"prism/internal/store/statement"
)

// What a process holds that hangs in the middle of a transaction goes back by itself.
func TestHungTransactionsEnd(t *testing.T) {
	db := connected(t, pgtest.Database(t))
	e := &engine{db: db, tenant: "one"}
	said := ""
	err := e.Write(t.Context(), "try", statement.Beside, func(tx statement.Tx) error {
		return tx.Query(t.Context(), `SELECT current_setting('idle_in_transaction_session_timeout')`, nil, func(r statement.Row) (bool, error) {
			return true, r.Scan(&said)
		})
	})
	if err != nil || said != "1min" {
		t.Errorf("%q, %v", said, err)
	}
	if err := db.pool.QueryRow(t.Context(), `SELECT current_setting('idle_in_transaction_session_timeout')`).Scan(&said); err != nil || said != "0" {
		t.Errorf("for whoever has the connection next: %q, %v", said, err)
	}
	if _, err := db.Queue(t.Context()); err != nil {
		t.Fatal(err)
	}
	if err := db.queue.QueryRow(t.Context(), `SELECT current_setting('idle_in_transaction_session_timeout')`).Scan(&said); err != nil || said != hangs {
		t.Errorf("of the queue: %q, %v", said, err)
	}
}
