package pagesum

import (
	"database/sql"
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"modernc.org/libc"
	lib "modernc.org/sqlite/lib"
)

// What readers drop, as another connection writes, stays in the room that was made, and
// nothing of it comes from elsewhere. SQLite is begun once a process: this is one of its own.
func TestPagesStayInTheirRoom(t *testing.T) {
	if os.Getenv("PAGESUM_ROOM") == "" {
		cmd := exec.CommandContext(t.Context(), os.Args[0], "-test.run=^TestPagesStayInTheirRoom$", "-test.v")
		cmd.Env = append(os.Environ(), "PAGESUM_ROOM=1")
		if out, err := cmd.CombinedOutput(); err != nil {
			t.Fatalf("%v\n%s", err, out)
		}
		return
	}
	if err := RegisterRoom(1000); err != nil {
		t.Fatal(err)
	}
	if err := Register(); err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(t.TempDir(), "t.db")
	write := database(t, path, "page_size(8192)", "journal_mode(WAL)")
	execute(t, write, `CREATE TABLE t (n INTEGER PRIMARY KEY, text TEXT)`, `CREATE INDEX by_text ON t (text)`, fill)
	reads := []*sql.DB{database(t, path), database(t, path)}
	var first int64
	for range 20 {
		for _, db := range reads {
			if _, err := content(db); err != nil {
				t.Fatal(err)
			}
		}
		execute(t, write, `UPDATE t SET text = text || 'x' WHERE n < 40`)
		used, most := status(lib.SQLITE_STATUS_PAGECACHE_USED)
		if used == 0 {
			t.Fatal("no page lies in the room")
		}
		if first == 0 {
			first = most
		}
		if most > first+64 {
			t.Fatalf("%d pages at first and %d later: what was dropped is not taken again", first, most)
		}
	}
	if _, most := status(lib.SQLITE_STATUS_PAGECACHE_OVERFLOW); most > 64<<10 {
		t.Errorf("%d bytes of pages lay elsewhere", most)
	}
}

// status is what SQLite counts of one thing now, and the most of it.
func status(of int32) (now, most int64) {
	tls := libc.NewTLS()
	defer tls.Close()
	p := libc.Xmalloc(tls, 16)
	defer libc.Xfree(tls, p)
	if lib.Xsqlite3_status64(tls, of, p, p+8, 0) != lib.SQLITE_OK {
		return 0, 0
	}
	return *at[int64](p), *at[int64](p + 8)
}
