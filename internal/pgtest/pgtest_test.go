package pgtest_test

import (
	"testing"

	"github.com/jackc/pgx/v5"

	"prism/internal/pgtest"
)

func TestDatabase(t *testing.T) {
	for range 2 {
		conn, err := pgx.Connect(t.Context(), pgtest.Database(t))
		if err != nil {
			t.Fatal(err)
		}
		defer conn.Close(t.Context())
		if _, err := conn.Exec(t.Context(), `CREATE TABLE mine (n int)`); err != nil {
			t.Error(err)
		}
	}
}
