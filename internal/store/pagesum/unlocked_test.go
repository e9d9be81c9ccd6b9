package pagesum

import (
	"context"
	"fmt"
	"math/rand/v2"
	"path/filepath"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"modernc.org/libc"
	lib "modernc.org/sqlite/lib"
)

// opened and locked count connections: SQLite calls by pointers, which hold no variables.
var opened, locked atomic.Int32

// look is called for each connection after what Register has called.
func look(tls *libc.TLS, db, _, _ uintptr) int32 {
	opened.Add(1)
	if lib.Xsqlite3_db_mutex(tls, db) != 0 {
		locked.Add(1)
	}
	return lib.SQLITE_OK
}

// SQLite takes no lock of its own for each value that is read.
func TestConnectionsHaveNoLock(t *testing.T) {
	if err := Register(); err != nil {
		t.Fatal(err)
	}
	tls := libc.NewTLS()
	defer tls.Close()
	if rc := lib.Xsqlite3_auto_extension(tls, pointer(look)); rc != lib.SQLITE_OK {
		t.Fatal(rc)
	}
	defer lib.Xsqlite3_cancel_auto_extension(tls, pointer(look))
	execute(t, database(t, filepath.Join(t.TempDir(), "t.db")), `CREATE TABLE t (n INTEGER PRIMARY KEY)`)
	if opened.Load() == 0 || locked.Load() > 0 {
		t.Errorf("%d of %d connections have a lock", locked.Load(), opened.Load())
	}
}

// Without it, many who read and write at once, and give up in the middle, read what was
// written and leave a sound file.
func TestManyUseConnectionsAndGiveUp(t *testing.T) {
	if err := Register(); err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(t.TempDir(), "t.db")
	write := database(t, path, "journal_mode(WAL)", "busy_timeout(20000)")
	execute(t, write, `CREATE TABLE t (n INTEGER PRIMARY KEY, text TEXT)`, `CREATE INDEX by_text ON t (text)`, fill)
	read := database(t, path, "busy_timeout(20000)")
	read.SetMaxOpenConns(3)
	var group sync.WaitGroup
	for g := range 6 {
		group.Go(func() {
			rng := rand.New(rand.NewPCG(uint64(g), 1))
			for i := range 40 {
				ctx, stop := context.WithTimeout(t.Context(), time.Duration(rng.IntN(4000))*time.Microsecond)
				var rows, twice int
				err := read.QueryRowContext(ctx, `SELECT count(*), count(DISTINCT a.n) FROM t AS a JOIN t AS b ON a.text = b.text`).Scan(&rows, &twice)
				if err == nil && (rows < 3000 || twice != rows) {
					t.Errorf("%d rows, %d of them different", rows, twice)
				}
				if _, err := write.ExecContext(ctx, `INSERT INTO t (text) VALUES (?)`, fmt.Sprintf("more %d %d", g, i)); err != nil && ctx.Err() == nil {
					t.Error(err)
				}
				stop()
			}
		})
	}
	group.Wait()
	var word string
	if err := write.QueryRow(`PRAGMA integrity_check`).Scan(&word); err != nil || word != "ok" {
		t.Errorf("%s, %v", word, err)
	}
}
