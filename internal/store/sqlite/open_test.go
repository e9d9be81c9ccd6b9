package sqlite

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"
	"testing/fstest"
	"time"

	"prism/internal/fact"
	"prism/internal/redact"
	"prism/internal/store"
)

// sample makes changes with a marker in every text.
func sample(n int, marker string) store.Changes {
	c := store.Changes{State: &store.State{Fingerprint: "f"}}
	for i := range n {
		id := fmt.Sprintf("%s-%04d", marker, i)
		file := filepath.Join(string(filepath.Separator), "p", marker, id)
		v := fact.Verdict{Judge: "j", Status: fact.JudgeOK, Title: redact.Restore("title " + id),
			Evidence: []fact.Evidence{{Quote: redact.Restore(strings.Repeat("quote "+id+" ", 100))}}}
		c.Conversations = append(c.Conversations, store.Conversation{ID: id, Path: file, Files: []store.File{{Path: file}}, Digest: []byte(strings.Repeat(id, 500)),
			Counts: store.Counts{Troubles: []fact.Trouble{{File: file}}}})
		c.Verdicts = append(c.Verdicts, store.Judged{Composition: "c" + id, Session: id, Files: []string{file}, Verdict: v})
		c.Sessions = append(c.Sessions, store.Session{Revision: "c" + id, Rows: []string{id}, Session: fact.Session{
			ID: id, Aliases: []string{"alias-" + id}, Parts: []fact.Part{{File: file}}, Verdict: v, Branch: "branch " + id, Conversations: []string{id}}})
	}
	return c
}

// place is the scope of most tests.
const place = store.Scope("k")

// loaded returns how many sessions the scope lists, each of them read.
func loaded(ctx context.Context, s *Store) (int, error) {
	list, found, err := s.List(ctx, place, store.Filter{}, store.Order{}, 0, 0)
	if err == nil && len(list) != found {
		err = fmt.Errorf("%d of %d sessions", len(list), found)
	}
	return found, err
}

func opened(t testing.TB, path string) *Store {
	t.Helper()
	s, err := Open(t.Context(), path)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { closed(t, s) }) // closing twice is harmless
	return s
}

func closed(t testing.TB, s *Store) {
	t.Helper()
	if err := s.Close(); err != nil {
		t.Errorf("close: %v", err)
	}
}

func saved(t testing.TB, s *Store, c store.Changes) {
	t.Helper()
	if err := s.Save(t.Context(), place, c); err != nil {
		t.Fatal(err)
	}
}

// failing opens the store in the hope that it fails as it should.
func failing(t testing.TB, path string, want error) {
	t.Helper()
	s, err := Open(t.Context(), path)
	if err == nil {
		closed(t, s)
		t.Fatalf("opened, want: %v", want)
	}
	if !errors.Is(err, want) {
		t.Errorf("error %v, want: %v", err, want)
	}
	var e *store.Error
	if !errors.As(err, &e) || e.Path != path {
		t.Errorf("error %v does not name %s", err, path)
	}
}

func TestPrivate(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("Windows has no such modes")
	}
	path := filepath.Join(t.TempDir(), "one", "two", "prism.db")
	s := opened(t, path)
	saved(t, s, sample(1, "x"))
	for name, want := range map[string]fs.FileMode{path: 0o600, path + "-wal": 0o600, path + "-shm": 0o600,
		filepath.Dir(path): 0o700, filepath.Dir(filepath.Dir(path)): 0o700} {
		info, err := os.Stat(name)
		if err != nil {
			t.Error(err)
			continue
		}
		if info.Mode().Perm() != want {
			t.Errorf("%s is %v, want %v", filepath.Base(name), info.Mode().Perm(), want)
		}
	}
	closed(t, s)
	if err := os.Chmod(path, 0o644); err != nil { // copied back by hand, say
		t.Fatal(err)
	}
	opened(t, path)
	if info, err := os.Stat(path); err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("opened with mode %v, %v", info.Mode(), err)
	}
	// One in the making, that no migration has marked.
	path = filepath.Join(t.TempDir(), "prism.db")
	db, err := sql.Open("sqlite", writeDSN(path, busyTimeout, "NORMAL"))
	if err != nil {
		t.Fatal(err)
	}
	if _, err := db.Exec(`CREATE TABLE goose_db_version (n INTEGER)`); err != nil {
		t.Fatal(err)
	}
	if err := errors.Join(db.Close(), os.Chmod(path, 0o644)); err != nil {
		t.Fatal(err)
	}
	f, err := os.OpenFile(path, os.O_RDWR, 0)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	if _, err := inspect(t.Context(), path, f); err != nil {
		t.Fatal(err)
	}
	if info, err := os.Stat(path); err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("in the making: mode %v, %v", info.Mode(), err)
	}
}

// TestPaths: a path is a path, whatever characters are in it.
func TestPaths(t *testing.T) {
	names := []string{"plain", "with space", "q?mode=memory", "hash#tag", "per%20cent", "amp&x=1", "plus+", "ümläut – 漢字", "quote'", ":memory:"}
	if runtime.GOOS == "windows" {
		names = []string{"plain", "with space", "hash#tag", "per%20cent", "amp&x=1", "plus+", "ümläut – 漢字", "quote'"}
	}
	if runtime.GOOS == "linux" {
		names = append(names, "not\xffutf8", `double"quote`, "new\nline", `back\slash`)
	}
	for _, name := range names {
		dir := t.TempDir()
		path := filepath.Join(dir, name)
		s := opened(t, path)
		saved(t, s, sample(1, "x"))
		closed(t, s)
		list, err := os.ReadDir(dir)
		if err != nil || len(list) != 1 || list[0].Name() != name {
			t.Errorf("%q: folder holds %v, %v", name, list, err)
		}
	}
	t.Chdir(t.TempDir())
	closed(t, opened(t, "relative.db"))
	if _, err := os.Stat("relative.db"); err != nil {
		t.Error(err)
	}
}

func TestNotAStore(t *testing.T) {
	dir := t.TempDir()
	put := func(name, content string) string {
		path := filepath.Join(dir, name)
		if err := os.WriteFile(path, []byte(content), 0o600); err != nil {
			t.Fatal(err)
		}
		return path
	}
	for name, content := range map[string]string{
		"text": strings.Repeat("This is a letter.\n", 1000), "short": "x", "line": "PRISM=1\n", "noughts": strings.Repeat("\x00", 5000),
	} {
		path := put(name, content)
		failing(t, path, store.ErrForeign)
		if after, err := os.ReadFile(path); err != nil || string(after) != content {
			t.Errorf("%s was changed (%v)", name, err)
		}
	}
	failing(t, put("garbage behind a header", "SQLite format 3\x00"+strings.Repeat("garbage", 1000)), store.ErrForeign)
	failing(t, put("noughts behind a header", "SQLite format 3\x00"+strings.Repeat("\x00", 1000)), store.ErrCorrupt)
	failing(t, dir, store.ErrForeign)
	failing(t, filepath.Join(put("file", ""), "below", "prism.db"), store.ErrIO)

	other := filepath.Join(dir, "other.db")
	execute(t, other, `CREATE TABLE things (a)`)
	failing(t, other, store.ErrForeign)
	marked := filepath.Join(dir, "marked.db")
	execute(t, marked, `PRAGMA application_id = 42`)
	failing(t, marked, store.ErrForeign)
	// What is not ours stays as it was.
	if got := query(t, other, `SELECT group_concat(name) FROM sqlite_schema`); got != "things" {
		t.Errorf("the other program's database now holds %s", got)
	}

	closed(t, opened(t, put("empty", "")))
}

// A database that --db names by mistake keeps every bit, its mode, and the folder
// that it stands in: no log of its own is folded in, none of ours is made.
func TestForeignDatabaseIsNotTouched(t *testing.T) {
	for name, sql := range map[string]string{
		"unmarked":    `CREATE TABLE things (a)`,
		"numbered":    `PRAGMA user_version = 3`,
		"marked":      `PRAGMA application_id = 42`,
		"with a log":  `PRAGMA journal_mode = WAL; CREATE TABLE things (a); INSERT INTO things VALUES (1)`,
		"with a view": `CREATE VIEW things AS SELECT 1`,
	} {
		t.Run(name, func(t *testing.T) {
			dir := t.TempDir()
			path := filepath.Join(dir, "other.db")
			execute(t, path, sql)
			if err := os.Chmod(path, 0o644); err != nil {
				t.Fatal(err)
			}
			look := func() string {
				text, err := os.ReadFile(path)
				info, e := os.Stat(path)
				list, e2 := os.ReadDir(dir)
				if err := errors.Join(err, e, e2); err != nil {
					t.Fatal(err)
				}
				return fmt.Sprint(info.Mode(), info.ModTime(), len(list), text)
			}
			before := look()
			failing(t, path, store.ErrForeign)
			if look() != before {
				t.Error("it was touched")
			}
		})
	}
}

func TestNewer(t *testing.T) {
	path := filepath.Join(t.TempDir(), "prism.db")
	s := opened(t, path)
	saved(t, s, sample(1, "x"))
	closed(t, s)
	execute(t, path, `PRAGMA user_version = 4711`)
	before, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	failing(t, path, store.ErrNewer)
	if after, err := os.ReadFile(path); err != nil || string(after) != string(before) {
		t.Errorf("the newer store was changed (%v)", err)
	}
}

// execute runs SQL past the store.
func execute(t testing.TB, path, statement string) {
	t.Helper()
	db, err := sql.Open("sqlite", dsn(path))
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	if _, err := db.Exec(statement); err != nil {
		t.Fatal(err)
	}
}

func query(t testing.TB, path, question string) (answer string) {
	t.Helper()
	db, err := sql.Open("sqlite", dsn(path))
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	if err := db.QueryRow(question).Scan(&answer); err != nil {
		t.Fatal(err)
	}
	return answer
}

// TestDamaged: whatever bytes are wrong, nothing panics, and what fails says that
// the file is damaged.
func TestDamaged(t *testing.T) {
	path := filepath.Join(t.TempDir(), "prism.db")
	s := opened(t, path)
	saved(t, s, sample(60, "x"))
	closed(t, s)
	whole, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	random := rand.New(rand.NewPCG(1, 2))
	found := 0
	for i := range 60 {
		bad := append([]byte(nil), whole...)
		switch i % 3 {
		case 0: // a page of noise
			at := random.IntN(len(bad)/512) * 512
			for j := range 512 {
				bad[at+j] = byte(random.Uint32())
			}
		case 1: // single bytes
			for range 200 {
				bad[random.IntN(len(bad))] ^= byte(1 + random.IntN(255))
			}
		case 2: // cut off
			bad = bad[:random.IntN(len(bad))]
		}
		if err := os.WriteFile(path, bad, 0o600); err != nil {
			t.Fatal(err)
		}
		if err := useAll(t.Context(), path); err != nil {
			found++
			if !slices.ContainsFunc([]error{store.ErrCorrupt, store.ErrForeign, store.ErrNewer, store.ErrIO}, func(e error) bool { return errors.Is(err, e) }) {
				t.Errorf("case %d: %v", i, err)
			}
		}
	}
	if found < 20 {
		t.Errorf("only %d of 60 damaged files were found out", found)
	}
}

// useAll opens the store and uses everything in it.
func useAll(ctx context.Context, path string) (err error) {
	s, err := Open(ctx, path)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, s.Close()) }()
	if _, err := loaded(ctx, s); err != nil {
		return err
	}
	for _, err := range s.Sources(ctx, place) {
		if err != nil {
			return err
		}
	}
	for _, err := range s.Figures(ctx, place, time.Time{}, time.Time{}) {
		if err != nil {
			return err
		}
	}
	for i := range 60 {
		if _, err := s.One(ctx, place, fmt.Sprintf("x-%04d", i)); err != nil && !errors.Is(err, store.ErrNoSession) {
			return err
		}
		key := store.VerdictKey{Composition: fmt.Sprintf("cx-%04d", i), Judge: "j"}
		if _, err := s.Verdicts(ctx, []store.VerdictKey{key}); err != nil {
			return err
		}
	}
	if _, err := s.Stats(ctx); err != nil {
		return err
	}
	if err := s.Save(ctx, place, sample(10, "y")); err != nil {
		return err
	}
	_, err = s.ForgetPath(ctx, filepath.Join(string(filepath.Separator), "p"))
	return err
}

// TestDamagedDocument: a row that SQLite takes for whole and that is none of ours.
func TestDamagedDocument(t *testing.T) {
	for _, doc := range []string{"", "00", "01", "01ff", "0183ff", "019b7fffffffffffffff", "01f6f6", "02f6"} {
		path := filepath.Join(t.TempDir(), "prism.db")
		s := opened(t, path)
		saved(t, s, sample(1, "x"))
		closed(t, s)
		execute(t, path, `UPDATE documents SET doc = x'`+doc+`'`)
		s = opened(t, path)
		if n, err := loaded(t.Context(), s); !errors.Is(err, store.ErrCorrupt) {
			t.Errorf("%s: %d sessions, %v", doc, n, err)
		}
		closed(t, s)
	}
	path := filepath.Join(t.TempDir(), "prism.db")
	s := opened(t, path)
	saved(t, s, sample(2, "x"))
	execute(t, path, `DELETE FROM documents WHERE session = (SELECT max(session) FROM documents)`)
	if _, err := loaded(t.Context(), s); !errors.Is(err, store.ErrCorrupt) {
		t.Errorf("a session that lost its document: %v", err)
	}
	execute(t, path, `UPDATE segments SET figures = x'ffff'`)
	for _, err := range s.Figures(t.Context(), place, time.Time{}, time.Time{}) {
		if !errors.Is(err, store.ErrCorrupt) {
			t.Errorf("figures of noise: %v", err)
		}
	}
}

// TestFull stops the file from growing, which SQLite reports like a full disk.
func TestFull(t *testing.T) {
	path := filepath.Join(t.TempDir(), "prism.db")
	s := opened(t, path)
	saved(t, s, sample(1, "x"))
	if _, err := s.write.Exec(`PRAGMA max_page_count = 40`); err != nil {
		t.Fatal(err)
	}
	err := s.Save(t.Context(), place, sample(200, "y"))
	if !errors.Is(err, store.ErrFull) {
		t.Errorf("save: %v", err)
	}
	if n, err := loaded(t.Context(), s); n != 1 || err != nil {
		t.Errorf("what was there before: %d, %v", n, err)
	}
	closed(t, s)
	s = opened(t, path)
	if st, err := s.Stats(t.Context()); err != nil || st.Units != 1 {
		t.Errorf("after: %+v, %v", st, err)
	}
}

// TestLocked: who waited long enough is told so, and both go on unharmed.
func TestLocked(t *testing.T) {
	path := filepath.Join(t.TempDir(), "prism.db")
	holder := opened(t, path)
	tx, err := holder.write.Begin()
	if err != nil {
		t.Fatal(err)
	}
	files, err := store.SQLite.Migrations()
	if err != nil {
		t.Fatal(err)
	}
	s, err := open(t.Context(), path, files, 30*time.Millisecond)
	if err != nil {
		t.Fatalf("opening needs no lock: %v", err)
	}
	defer closed(t, s)
	if err := s.Save(t.Context(), place, sample(1, "x")); !errors.Is(err, store.ErrLocked) {
		t.Errorf("save: %v", err)
	}
	if _, err := s.ForgetAll(t.Context()); !errors.Is(err, store.ErrLocked) {
		t.Errorf("forget: %v", err)
	}
	if _, err := loaded(t.Context(), s); err != nil {
		t.Errorf("reading needs no lock: %v", err)
	}
	if err := tx.Commit(); err != nil {
		t.Fatal(err)
	}
	saved(t, s, sample(1, "x"))
}

// TestLockedForAWhile: a lock that is given back in time is waited for, and who is told to
// stop while waiting stops.
func TestLockedForAWhile(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "prism.db")
	holder, s := opened(t, path), opened(t, path)
	defer closed(t, holder)
	defer closed(t, s)
	tx, err := holder.write.Begin()
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithTimeout(t.Context(), 50*time.Millisecond)
	defer cancel()
	began := time.Now()
	if err := s.Save(ctx, place, sample(1, "x")); !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("told to stop: %v", err)
	}
	if took := time.Since(began); took > busyTimeout/2 {
		t.Errorf("told to stop, it waits for %v", took)
	}
	time.AfterFunc(2*busySlice, func() { _ = tx.Rollback() }) // the save says whether it was
	saved(t, s, sample(1, "x"))
}

// TestLockedWhileMade: another process sits on a file that is still to be made.
func TestLockedWhileMade(t *testing.T) {
	path := filepath.Join(t.TempDir(), "prism.db")
	db, err := sql.Open("sqlite", dsn(path, "_txlock=immediate"))
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	tx, err := db.Begin()
	if err != nil {
		t.Fatal(err)
	}
	files, err := store.SQLite.Migrations()
	if err != nil {
		t.Fatal(err)
	}
	if _, err := open(t.Context(), path, files, 30*time.Millisecond); !errors.Is(err, store.ErrLocked) {
		t.Errorf("open: %v", err)
	}
	if err := tx.Rollback(); err != nil {
		t.Fatal(err)
	}
	closed(t, opened(t, path))
}

// TestWarmOpen: an up-to-date file is opened without a look into the migrations
// and without a byte written.
func TestWarmOpen(t *testing.T) {
	path := filepath.Join(t.TempDir(), "prism.db")
	s := opened(t, path)
	saved(t, s, sample(3, "x"))
	closed(t, s)
	before, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	newest := fstest.MapFS{}
	for name := range migrationNames(t) {
		newest[name] = &fstest.MapFile{Data: []byte("this is no migration")}
	}
	s, err = open(t.Context(), path, newest, busyTimeout)
	if err != nil {
		t.Fatal(err)
	}
	if n, err := loaded(t.Context(), s); n != 3 || err != nil {
		t.Errorf("load: %d, %v", n, err)
	}
	closed(t, s)
	if after, err := os.ReadFile(path); err != nil || string(after) != string(before) {
		t.Errorf("the file was changed (%v)", err)
	}
}

// What is acknowledged to who has no other copy must survive a power cut.
func TestDurable(t *testing.T) {
	for name, c := range map[string]struct {
		open func(context.Context, string) (*Store, error)
		want int // of PRAGMA synchronous
	}{"files can give it again": {Open, 1}, "nothing can": {OpenDurable, 2}} {
		s, err := c.open(t.Context(), filepath.Join(t.TempDir(), "prism.db"))
		if err != nil {
			t.Fatal(err)
		}
		var got int
		if err := s.write.QueryRowContext(t.Context(), "PRAGMA synchronous").Scan(&got); err != nil || got != c.want {
			t.Errorf("%s: synchronous is %d, %v", name, got, err)
		}
		if err := s.Close(); err != nil {
			t.Error(err)
		}
	}
}

// A file is somebody else's only if it still is at a second look: another process may make
// it ours between the look at its head and the one at its tables.
func TestKnownFiles(t *testing.T) {
	unmarked, ours := head{sound: true}, head{sound: true, id: applicationID, version: 3}
	for _, x := range []struct {
		name    string
		heads   []head // as looked at, in turn; the last one stays
		others  bool
		foreign bool
	}{
		{"ours", []head{ours}, true, false},
		{"empty", []head{unmarked}, false, false},
		{"somebody's", []head{unmarked}, true, true},
		{"another application's", []head{{sound: true, id: 7}}, false, true},
		{"versioned by others", []head{{sound: true, version: 2}}, false, true},
		{"no database", []head{{}}, false, true},
		{"marked between the looks", []head{unmarked, ours}, true, false},
		{"marked by others between them", []head{unmarked, {sound: true, id: 7}}, true, true},
	} {
		n := 0
		h, err := known(func() (head, error) {
			n++
			return x.heads[min(n, len(x.heads))-1], nil
		}, func() bool { return x.others })
		if errors.Is(err, store.ErrForeign) != x.foreign || err != nil && !x.foreign {
			t.Errorf("%s: %v", x.name, err)
		}
		if want := x.heads[len(x.heads)-1]; h != want {
			t.Errorf("%s: known by %+v, not %+v", x.name, h, want)
		}
	}
}
