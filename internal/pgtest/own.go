package pgtest

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"prism/internal/long"
)

// Server is a cluster of one test's own, to be stopped and started again.
type Server struct {
	Address string // of its database postgres

	t      testing.TB
	bin    string
	dir    string
	prefix []string
	life   *life // nil: it is stopped
}

// Own starts a cluster for one test, always of the binaries of this machine: what is
// done to it nobody else is to feel. A transaction that it called committed outlives
// Stop.
func Own(t testing.TB) *Server {
	t.Helper()
	bin, err := binaries()
	must(t, err)
	s := &Server{t: t, bin: bin}
	s.dir, err = os.MkdirTemp(long.Memory(), "prism-pg-own-") //nolint:usetesting // a socket's path has 107 bytes at most
	must(t, err)
	t.Cleanup(func() {
		if s.life != nil {
			s.Stop()
		}
		if err := os.RemoveAll(s.dir); err != nil {
			t.Error(err)
		}
	})
	s.prefix, err = unprivileged(s.dir)
	must(t, err)
	must(t, prepare(s.prefix, bin, s.dir))
	s.Address = addressOf(s.dir)
	s.Start()
	return s
}

// Stop ends it as a crash does: in the middle of whatever it is at.
func (s *Server) Stop() {
	s.t.Helper()
	if _, err := s.life.Write([]byte("keep")); err != nil {
		s.t.Error(err)
	}
	if err := s.life.Close(); err != nil {
		s.t.Error(err)
	}
	_ = s.life.process.Wait() // how it ends is not told
	s.life = nil
}

// Start starts it where it was stopped, and waits until it answers.
func (s *Server) Start() {
	s.t.Helper()
	var err error
	if s.life, err = live(s.prefix, s.bin, s.dir, "on"); err != nil {
		s.t.Error(err) // it may be called beside the test
		return
	}
	if err := await(s.Address, filepath.Join(s.dir, "log")); err != nil {
		s.t.Error(err)
	}
}

// Cut ends all connections, as a fail-over or a pooler does, and lets new ones come.
func (s *Server) Cut() {
	s.t.Helper()
	s.run(`SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE pid <> pg_backend_pid() AND backend_type = 'client backend'`)
}

// StandBy starts it again as one that follows another, and takes no writes.
func (s *Server) StandBy() {
	s.t.Helper()
	s.Stop()
	if err := os.WriteFile(filepath.Join(s.dir, "data", "standby.signal"), nil, 0o644); err != nil { //nolint:gosec // its user is another
		s.t.Fatal(err)
	}
	s.Start()
}

// Promote has one that stands by take writes.
func (s *Server) Promote() {
	s.t.Helper()
	s.run(`SELECT pg_promote()`)
}

// run runs statements, each by itself.
func (s *Server) run(statements ...string) {
	s.t.Helper()
	ctx, cancel := context.WithTimeout(context.WithoutCancel(s.t.Context()), time.Minute)
	defer cancel()
	conn, err := pgx.Connect(ctx, s.Address)
	if err != nil {
		s.t.Fatal(err)
	}
	defer conn.Close(ctx) //nolint:errcheck // the statement is done
	for _, statement := range statements {
		if _, err := conn.Exec(ctx, statement); err != nil {
			s.t.Fatal(err)
		}
	}
}

// Transactions is how many transactions are under way in a database, this question's
// aside.
func Transactions(t testing.TB, address string) (n int) {
	t.Helper()
	conn, err := pgx.Connect(t.Context(), address)
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close(t.Context()) //nolint:errcheck // only read
	if err := conn.QueryRow(t.Context(), `SELECT count(*) FROM pg_stat_activity
		WHERE datname = current_database() AND backend_type = 'client backend' AND xact_start IS NOT NULL AND pid <> pg_backend_pid()`).Scan(&n); err != nil {
		t.Fatal(err)
	}
	return n
}

// Dump is every row of every table of a database as text, of whomever it is.
func Dump(t testing.TB, address string) string {
	t.Helper()
	conn, err := pgx.Connect(t.Context(), address)
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close(t.Context()) //nolint:errcheck // only read
	texts := func(query string) (list []string) {
		found, err := conn.Query(t.Context(), query)
		if err == nil {
			list, err = pgx.CollectRows(found, pgx.RowTo[string])
		}
		if err != nil {
			t.Fatal(err)
		}
		return list
	}
	var all strings.Builder
	for _, table := range texts(`SELECT format('%I.%I', schemaname, tablename) FROM pg_tables WHERE schemaname NOT IN ('pg_catalog', 'information_schema')`) {
		for _, row := range texts(`SELECT t::text FROM ` + table + ` AS t`) {
			all.WriteString(row + "\n")
		}
	}
	return all.String()
}
