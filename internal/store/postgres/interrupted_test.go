package postgres

import (
	"context"
	"fmt"
	"io/fs"
	"testing"
	"testing/fstest"
	"time"

	"github.com/jackc/pgx/v5"

	"prism/internal/long"
	"prism/internal/pgtest"
	"prism/internal/store"
)

// upTo are the migrations up to a number, with more at the end of the last.
func upTo(t *testing.T, last int64, more string) fstest.MapFS {
	t.Helper()
	all, numbers := migrations(t, store.Postgres)
	files := fstest.MapFS{}
	for n, name := range numbers {
		text, err := fs.ReadFile(all, name)
		if err != nil {
			t.Fatal(err)
		}
		if n == last {
			text = fmt.Appendf(text, "\n%s\n", more)
		}
		if n <= last {
			files[name] = &fstest.MapFile{Data: text}
		}
	}
	return files
}

// TestInterruptedMigrations brings a database of every number, with data, up to date, and
// is interrupted in each migration on the way: by a statement that fails, and by the end
// of its connection in the middle. The number that was reached stands, and so does what
// was typed; when it goes on it comes to the end with all of it.
func TestInterruptedMigrations(t *testing.T) {
	_, numbers := migrations(t, store.Postgres)
	newest := int64(first)
	for n := range numbers {
		newest = max(newest, n)
	}
	for version := int64(first); version < newest; version++ {
		if !long.All() && version > first && version < newest-1 {
			continue // the oldest goes through all of them, the last is the one that was just written
		}
		t.Run(fmt.Sprint(version), func(t *testing.T) {
			t.Parallel()
			address := pgtest.Database(t)
			db, err := connect(t.Context(), address, upTo(t, version, ""))
			if err != nil {
				t.Fatal(err)
			}
			for _, statement := range []string{
				`INSERT INTO prism.titles (tenant, session, title, typed_at) VALUES ('one', 's', 'typed', 1)`,
				`INSERT INTO prism.labels (tenant, session, goal_complete, note, typed_at) VALUES ('one', 's', true, 'noted', 1)`,
			} {
				if _, err := db.pool.Exec(t.Context(), statement); err != nil {
					t.Fatal(err)
				}
			}
			db.Close()
			stands := func(at int64) {
				t.Helper()
				conn, err := pgx.Connect(t.Context(), address)
				if err != nil {
					t.Fatal(err)
				}
				defer conn.Close(t.Context())
				var made, kept int64
				if err := conn.QueryRow(t.Context(), `SELECT max(version_id), (SELECT count(*) FROM prism.titles JOIN prism.labels USING (tenant, session) WHERE title = 'typed' AND note = 'noted') FROM prism.goose_db_version WHERE is_applied`).Scan(&made, &kept); err != nil || made != at || kept != 1 {
					t.Errorf("number %d, want %d; %d rows, %v", made, at, kept, err)
				}
			}
			for at := version + 1; at <= newest; at++ {
				if db, err := connect(t.Context(), address, upTo(t, at, "INSERT INTO nowhere VALUES (1);")); err == nil {
					db.Close()
					t.Fatal("migrated")
				}
				stands(at - 1)
				cut(t, address, upTo(t, at, "SELECT pg_sleep(60);"))
				stands(at - 1)
				if at%2 == 0 { // and it goes on from there
					db, err := connect(t.Context(), address, upTo(t, at, ""))
					if err != nil {
						t.Fatal(err)
					}
					db.Close()
					stands(at)
				}
			}
			db = connected(t, address)
			stands(newest)
			furnished(t, db, "two") // and all of it can be used
		})
	}
}

// cut migrates until it is in a statement that takes long, and ends its connections there.
func cut(t *testing.T, address string, files fstest.MapFS) {
	t.Helper()
	ended := make(chan error, 1)
	go func() {
		db, err := connect(t.Context(), address, files)
		if err == nil {
			db.Close()
		}
		ended <- err
	}()
	conn, err := pgx.Connect(t.Context(), address)
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close(context.WithoutCancel(t.Context()))
	const others = ` FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid() AND backend_type = 'client backend'`
	for end := time.Now().Add(20 * time.Second); ; time.Sleep(5 * time.Millisecond) {
		var there bool
		if err := conn.QueryRow(t.Context(), `SELECT EXISTS (SELECT`+others+` AND state = 'active' AND query LIKE '%pg_sleep%')`).Scan(&there); err != nil {
			t.Fatal(err)
		}
		if there {
			break
		}
		if time.Now().After(end) {
			t.Fatal("it does not get there")
		}
	}
	if _, err := conn.Exec(t.Context(), `SELECT pg_terminate_backend(pid)`+others); err != nil {
		t.Fatal(err)
	}
	if err := <-ended; err == nil {
		t.Error("migrated")
	}
}
