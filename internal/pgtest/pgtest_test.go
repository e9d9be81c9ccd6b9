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

// What was committed is there when a server comes back; while it is away nobody gets in.
func TestOwnServerComesBack(t *testing.T) {
	s := pgtest.Own(t)
	conn, err := pgx.Connect(t.Context(), s.Address)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := conn.Exec(t.Context(), `CREATE TABLE kept AS SELECT 1 AS n`); err != nil {
		t.Fatal(err)
	}
	s.Stop()
	_ = conn.Close(t.Context())
	if conn, err := pgx.Connect(t.Context(), s.Address); err == nil {
		_ = conn.Close(t.Context())
		t.Error("it is not stopped")
	}
	s.Start()
	if conn, err = pgx.Connect(t.Context(), s.Address); err != nil {
		t.Fatal(err)
	}
	var n int
	if err := conn.QueryRow(t.Context(), `SELECT n FROM kept`).Scan(&n); err != nil || n != 1 {
		t.Error(n, err)
	}
	s.Cut()
	if err := conn.Ping(t.Context()); err == nil {
		t.Error("the connection lives on")
	}
	_ = conn.Close(t.Context())
}
