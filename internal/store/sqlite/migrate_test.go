package sqlite

import (
	"bytes"
	"crypto/sha256"
	"database/sql"
	"encoding/hex"
	"flag"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"testing/fstest"
	"time"

	"github.com/google/go-cmp/cmp"

	"prism/internal/fact"
	"prism/internal/redact"
	"prism/internal/store"
)

var update = flag.Bool("update", false, "write the golden files anew")

// migrationNames returns the names and contents of the migrations.
func migrationNames(t testing.TB) map[string]string {
	t.Helper()
	files, err := store.SQLite.Migrations()
	if err != nil {
		t.Fatal(err)
	}
	names, err := fs.Glob(files, "*")
	if err != nil || len(names) == 0 {
		t.Fatal("no migrations", err)
	}
	m := map[string]string{}
	for _, name := range names {
		data, err := fs.ReadFile(files, name)
		if err != nil {
			t.Fatal(err)
		}
		m[name] = string(data)
	}
	return m
}

// TestMigrationsNumberThemselves: each has its number in the header of the file, and
// goes forward only.
func TestMigrationsNumberThemselves(t *testing.T) {
	all := migrationNames(t)
	for _, name := range slices.Sorted(maps.Keys(all)) {
		number, err := store.Newest(fstest.MapFS{name: &fstest.MapFile{}})
		if err != nil || !strings.HasPrefix(name, fmt.Sprintf("%05d_", number)) {
			t.Errorf("%s has no number: %v", name, err)
		}
		if !strings.Contains(all[name], fmt.Sprintf("\nPRAGMA user_version = %d;\n", number)) {
			t.Errorf("%s does not set user_version to %d", name, number)
		}
		for _, word := range []string{"+goose Down", "NO TRANSACTION"} {
			if strings.Contains(all[name], word) {
				t.Errorf("%s: %s", name, word)
			}
		}
	}
}

// TestReleasedMigrationsStay: a released migration is never edited. A new one is
// entered here when it is released.
func TestReleasedMigrationsStay(t *testing.T) {
	const golden = "testdata/released.sum"
	var lines []string
	for name, text := range migrationNames(t) {
		sum := sha256.Sum256([]byte(text))
		lines = append(lines, hex.EncodeToString(sum[:8])+" "+name)
	}
	slices.SortFunc(lines, func(a, b string) int { return strings.Compare(a[17:], b[17:]) })
	checkGolden(t, golden, strings.Join(lines, "\n")+"\n")
}

// TestSchema holds the schema that all migrations come to, so that a change of it is seen
// for what it is, and a new file gets that schema in one piece.
func TestSchema(t *testing.T) {
	files, err := store.SQLite.Migrations()
	if err != nil {
		t.Fatal(err)
	}
	db := bare(t, "migrated.db").write
	if err := store.Migrate(t.Context(), db, store.SQLite, files, 0); err != nil {
		t.Fatal(err)
	}
	checkGolden(t, "newest.sql", schemaOf(t, db))
}

// schemaOf writes down a schema and the rows that a new file has.
func schemaOf(t *testing.T, db *sql.DB) string {
	t.Helper()
	var application, version int64
	if err := db.QueryRow(`SELECT a.application_id, v.user_version FROM pragma_application_id AS a, pragma_user_version AS v`).Scan(&application, &version); err != nil {
		t.Fatal(err)
	}
	out := fmt.Sprintf("-- Made of the migrations by: go test ./internal/store/sqlite -run Schema -update\nPRAGMA application_id = %d;%s", application, versionLine(version))
	tables := []string{}
	for _, o := range queryAll(t, db, `SELECT type, name, sql FROM sqlite_schema WHERE sql IS NOT NULL AND name <> 'sqlite_sequence' ORDER BY rowid`) {
		out += o[2].(string) + ";\n"
		if o[0] == "table" {
			tables = append(tables, o[1].(string))
		}
	}
	slices.Sort(tables)
	for _, table := range tables {
		if table == "goose_db_version" { // it enters when, too
			for _, row := range queryAll(t, db, `SELECT id, version_id, is_applied FROM goose_db_version ORDER BY id`) {
				out += fmt.Sprintf("INSERT INTO goose_db_version (id, version_id, is_applied) VALUES (%d, %d, %d);\n", row...)
			}
			continue
		}
		for _, row := range queryAll(t, db, `SELECT * FROM `+table) {
			values := make([]string, len(row))
			for i, v := range row {
				n, ok := v.(int64)
				if !ok {
					t.Fatalf("%s: a row with %T", table, v)
				}
				values[i] = strconv.FormatInt(n, 10)
			}
			out += fmt.Sprintf("INSERT INTO %s VALUES (%s);\n", table, strings.Join(values, ", "))
		}
	}
	return out
}

// bare is a file without a schema.
func bare(t *testing.T, name string) *Store {
	t.Helper()
	s := &Store{path: filepath.Join(t.TempDir(), name)}
	var err error
	if s.write, err = sql.Open("sqlite", writeDSN(s.path, busyTimeout, "NORMAL")); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = s.write.Close() })
	return s
}

func queryAll(t *testing.T, db *sql.DB, q string) (out [][]any) {
	t.Helper()
	rows, err := db.QueryContext(t.Context(), q)
	if err != nil {
		t.Fatal(err)
	}
	defer rows.Close()
	columns, err := rows.Columns()
	if err != nil {
		t.Fatal(err)
	}
	for rows.Next() {
		row, to := make([]any, len(columns)), make([]any, len(columns))
		for i := range row {
			to[i] = &row[i]
		}
		if err := rows.Scan(to...); err != nil {
			t.Fatal(err)
		}
		out = append(out, row)
	}
	if err := rows.Err(); err != nil {
		t.Fatal(err)
	}
	return out
}

func checkGolden(t *testing.T, name, got string) {
	t.Helper()
	if *update {
		if err := os.WriteFile(name, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	want = bytes.ReplaceAll(want, []byte("\r\n"), []byte("\n"))
	if d := cmp.Diff(string(want), got); d != "" {
		t.Errorf("%s (-want +got; go test -update if it is meant):\n%s", name, d)
	}
}

// TestUpgrade opens a store of every released version, filled by that version,
// and finds in it what people typed and paid for. testdata/filled_N.sql holds what
// a program of version N had written.
func TestUpgrade(t *testing.T) {
	files, err := store.SQLite.Migrations()
	if err != nil {
		t.Fatal(err)
	}
	newest, err := store.Newest(files)
	if err != nil {
		t.Fatal(err)
	}
	for version := int64(1); version <= newest; version++ {
		if there, err := fs.Glob(files, fmt.Sprintf("%05d_*.sql", version)); err != nil || len(there) == 0 {
			continue // a number that was left out
		}
		t.Run(fmt.Sprint(version), func(t *testing.T) {
			path := filepath.Join(t.TempDir(), "prism.db")
			fixture := fmt.Sprintf("testdata/filled_%d.sql", version)
			if *update && version == newest {
				writeFixture(t, fixture)
			}
			rows, err := os.ReadFile(fixture)
			if err != nil {
				t.Fatal(err)
			}
			db, err := sql.Open("sqlite", writeDSN(path, busyTimeout, "NORMAL"))
			if err != nil {
				t.Fatal(err)
			}
			db.SetMaxOpenConns(1)
			if err := store.Migrate(t.Context(), db, store.SQLite, files, version); err != nil {
				t.Fatal(err)
			}
			if _, err := db.Exec(string(rows)); err != nil {
				t.Fatal(err)
			}
			if err := db.Close(); err != nil {
				t.Fatal(err)
			}
			s := opened(t, path)
			st, err := s.Stats(t.Context())
			if err != nil || st.Schema != newest {
				t.Fatalf("schema %d, %v", st.Schema, err)
			}
			typed(t, s, version >= 2)
			if version >= firstOfScopes {
				holds(t, s)
			} else {
				carried(t, s)
			}
		})
	}
}

// firstOfScopes is the first version that keeps conversations and sessions by scope.
const firstOfScopes = 3

var same = cmp.Comparer(func(a, b redact.Text) bool { return a == b })

// filledChanges are what the fixtures hold, from version 3 on.
func filledChanges() store.Changes {
	c := sample(2, "old")
	cost := 1.25
	for i := range c.Sessions {
		one := &c.Sessions[i]
		one.Verdict.Evidence[0].Quote = redact.Restore("it isn't a quote")
		one.Started, one.Ended, one.Cost = time.UnixMicro(1_760_000_000_000_000).UTC(), time.UnixMicro(1_760_000_100_000_000).UTC(), &cost
		one.Usage = []fact.ModelUsage{{Model: "m", Requests: 2, Tokens: fact.Tokens{Input: 1, Output: 2, CacheWrite5m: 3, CacheWrite1h: 4, CacheRead: 5}, Cost: &cost}}
		one.Floor = fact.NewFloor(3, 10, 2, 1)
		c.Verdicts[i].Verdict = one.Verdict
		x := &c.Conversations[i]
		x.Digest, x.Path = []byte{1, 2, 3, byte(i)}, "/p/"+x.ID
		x.Files = []store.File{{Path: x.Path, Size: 5, ModTime: 6}}
		x.Counts = store.Counts{Lines: 7, Bytes: 8, Skipped: map[string]int{"bad_json": 1}}
		x.Marks = []store.Mark{{Kind: 1, Key: 1 << 63, At: 7}}
		c.Outside = append(c.Outside, store.Outside{Conversation: x.ID, Usage: []fact.OutsideUsage{{Conversation: "c", Usage: fact.ModelUsage{Model: "m"}}}})
	}
	c.State = &store.State{Fingerprint: "f", Basis: "b", Input: fact.Input{Files: 2, Skipped: map[string]int{"bad_json": 2}}}
	return c
}

// The answer, label and batch that the fixtures hold, from version 2 on.
func filledAnswer() fact.Answer {
	cost := 0.75
	return fact.Answer{Text: redact.Restore(`{"answer": "ümlaut"}`), Call: fact.Call{Question: "q", Agent: "outcome", Version: "v", Model: "m", PromptHash: "p", InputHash: "i",
		Tokens: fact.Tokens{Input: 1, Output: 2, CacheWrite5m: 3, CacheWrite1h: 4, CacheRead: 5}, Cost: &cost, Latency: time.Second, Attempts: 2, RequestID: "r",
		At: time.UnixMicro(1_760_000_000_000_001).UTC(), Outcome: fact.CallAnswered}}
}

func filledLabel() store.Label {
	return store.Label{Session: "old-0001", GoalComplete: true, Note: redact.Restore("it 'works'"), At: time.Unix(5, 0).UTC()}
}

func filledBatch() store.Batch {
	return store.Batch{ID: "b", Judge: "j", Submitted: time.Unix(6, 0).UTC()}
}

// typed checks that s holds what people typed and paid for.
func typed(t *testing.T, s *Store, judging bool) {
	t.Helper()
	titles, err := s.Titles(t.Context())
	if err != nil || len(titles) != 1 || titles["old-0000"] != redact.Restore("typed") {
		t.Errorf("titles %v, %v", titles, err)
	}
	if !judging {
		return
	}
	a, ok, err := s.Recall(t.Context(), "q")
	if err != nil || !ok {
		t.Fatalf("answer: %v, %v", ok, err)
	}
	if d := cmp.Diff(filledAnswer(), a, same); d != "" {
		t.Errorf("answer (-want +got):\n%s", d)
	}
	labels, err := s.Labels(t.Context())
	if d := cmp.Diff(map[string]store.Label{"old-0001": filledLabel()}, labels, same); d != "" || err != nil {
		t.Errorf("labels (-want +got): %v\n%s", err, d)
	}
	batches, err := s.Batches(t.Context(), "j")
	if d := cmp.Diff([]store.Batch{filledBatch()}, batches); d != "" || err != nil {
		t.Errorf("batches (-want +got): %v\n%s", err, d)
	}
}

// holds checks that s holds exactly what filledChanges says.
func holds(t *testing.T, s *Store) {
	t.Helper()
	c := filledChanges()
	check := func(what string, want, got any, err error) {
		t.Helper()
		if d := cmp.Diff(want, got, same); d != "" || err != nil {
			t.Errorf("%s (-want +got): %v\n%s", what, err, d)
		}
	}
	ids := []string{"old-0000", "old-0001"}
	conversations, err := s.Load(t.Context(), place, ids)
	check("conversations", c.Conversations, conversations, err)
	sessions, err := s.SessionsOf(t.Context(), place, ids)
	check("sessions", c.Sessions, sessions, err)
	st, _, err := s.State(t.Context(), place)
	check("state", *c.State, st, err)
	usage, err := s.OutsideUsage(t.Context(), place, time.Time{}, time.Time{})
	check("usage", append(c.Outside[0].Usage, c.Outside[1].Usage...), usage, err)
	for i := range c.Verdicts {
		key := c.Verdicts[i].Key()
		got, err := s.Verdicts(t.Context(), []store.VerdictKey{key})
		check("verdict", c.Verdicts[i].Verdict, got[key], err)
	}
	figures := 0
	for batch, err := range s.Figures(t.Context(), place, time.Time{}, time.Time{}) {
		if err != nil {
			t.Fatal(err)
		}
		figures += len(batch)
	}
	check("figures", len(c.Sessions), figures, nil)
}

// carried checks that what transcripts that are gone cannot give again came along,
// and that it can be forgotten.
func carried(t *testing.T, s *Store) {
	t.Helper()
	left := func() []store.Conversation {
		list, err := s.Left(t.Context(), place, func(*store.Source) bool { return true })
		if err != nil {
			t.Fatal(err)
		}
		return list
	}
	var want []store.Conversation
	for _, c := range filledChanges().Conversations {
		c.Counts.Skipped, c.Counts.UnknownTypes = nil, nil
		want = append(want, store.Conversation{ID: c.ID, Path: c.Path, Files: c.Files, Digest: c.Digest, Counts: c.Counts})
	}
	if d := cmp.Diff(want, left()); d != "" {
		t.Errorf("left (-want +got):\n%s", d)
	}
	verdicts := func() (n int) {
		if err := s.read.QueryRow(`SELECT count(*) FROM old_verdicts`).Scan(&n); err != nil {
			t.Fatal(err)
		}
		return n
	}
	if n := verdicts(); n != 2 {
		t.Errorf("%d verdicts", n)
	}
	// The fixture's verdicts name other files than its conversations.
	if _, err := s.write.Exec(`UPDATE old_units SET path = '/p/old/' || id; UPDATE old_sources SET path = '/p/old/' || substr(path, 4)`); err != nil {
		t.Fatal(err)
	}
	if done, err := s.ForgetSession(t.Context(), "old-0000"); err != nil || done.Units != 1 || done.Verdicts != 1 || len(left()) != 1 || verdicts() != 1 {
		t.Errorf("forgot %+v, %v; %d left", done, err, len(left()))
	}
	if done, err := s.ForgetPath(t.Context(), "/p"); err != nil || done.Units != 1 || done.Verdicts != 1 || len(left()) != 0 || verdicts() != 0 {
		t.Errorf("forgot %+v, %v; %d left", done, err, len(left()))
	}
}

// fill writes what the fixtures hold.
func fill(t *testing.T, s *Store) {
	t.Helper()
	saved(t, s, filledChanges())
	for _, err := range []error{
		s.SetTitle(t.Context(), "old-0000", redact.Restore("typed"), time.Unix(1, 0)),
		s.Keep(t.Context(), filledAnswer()), s.SetLabel(t.Context(), filledLabel()), s.SetBatch(t.Context(), filledBatch()),
	} {
		if err != nil {
			t.Fatal(err)
		}
	}
}

// writeFixture writes the rows of a filled store as SQL.
func writeFixture(t *testing.T, name string) {
	t.Helper()
	path := filepath.Join(t.TempDir(), "prism.db")
	s := opened(t, path)
	fill(t, s)
	var b strings.Builder
	for _, table := range []string{"scopes", "conversations", "digests", "marks", "outside", "verdicts", "sessions", "documents", "members", "aliases",
		"segments", "pending", "names", "titles", "answers", "labels", "batches"} {
		columns := query(t, path, `SELECT group_concat(name, ', ') FROM pragma_table_info('`+table+`')`)
		values := query(t, path, `SELECT group_concat('quote(' || name || ')', ' || '', '' || ') FROM pragma_table_info('`+table+`')`)
		rows, err := s.read.Query(`SELECT ` + values + ` FROM ` + table)
		if err != nil {
			t.Fatal(err)
		}
		for rows.Next() {
			var row string
			if err := rows.Scan(&row); err != nil {
				t.Fatal(err)
			}
			fmt.Fprintf(&b, "INSERT INTO %s (%s) VALUES (%s);\n", table, columns, row)
		}
		if err := errorsOf(rows); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.WriteFile(name, []byte(b.String()), 0o644); err != nil {
		t.Fatal(err)
	}
}

func errorsOf(rows *sql.Rows) error {
	if err := rows.Err(); err != nil {
		return err
	}
	return rows.Close()
}

// next returns the real migrations and one more.
func next(t testing.TB, statements string) (files fstest.MapFS, version int64) {
	t.Helper()
	files = fstest.MapFS{}
	for name, text := range migrationNames(t) {
		files[name] = &fstest.MapFile{Data: []byte(text)}
	}
	newest, err := store.Newest(files)
	if err != nil {
		t.Fatal(err)
	}
	version = newest + 1
	files[fmt.Sprintf("%05d_next.sql", version)] = &fstest.MapFile{Data: fmt.Appendf(nil, "-- +goose Up\nPRAGMA user_version = %d;\n%s\n", version, statements)}
	return files, version
}

// TestHalfAMigration: a migration that breaks off leaves the store as it was.
func TestHalfAMigration(t *testing.T) {
	path := filepath.Join(t.TempDir(), "prism.db")
	s := opened(t, path)
	fill(t, s)
	closed(t, s)
	bad, version := next(t, "ALTER TABLE titles ADD COLUMN more TEXT;\nDELETE FROM documents;\nINSERT INTO nowhere VALUES (1);")
	if s, err := open(t.Context(), path, bad, busyTimeout); err == nil {
		closed(t, s)
		t.Fatal("migrated")
	} else if classify(err) != nil {
		t.Errorf("class of %v", err)
	}
	s = opened(t, path)
	holds(t, s)
	closed(t, s)

	good, _ := next(t, "ALTER TABLE titles ADD COLUMN more TEXT;")
	s, err := open(t.Context(), path, good, busyTimeout)
	if err != nil {
		t.Fatal(err)
	}
	if st, err := s.Stats(t.Context()); err != nil || st.Schema != version {
		t.Errorf("schema %d, %v", st.Schema, err)
	}
	holds(t, s)
}

// TestMigratedOnce: many that open a store at once make each migration once.
func TestMigratedOnce(t *testing.T) {
	path := filepath.Join(t.TempDir(), "prism.db")
	s := opened(t, path)
	if err := s.SetTitle(t.Context(), "n", redact.Restore("1"), time.Unix(1, 0)); err != nil {
		t.Fatal(err)
	}
	closed(t, s)
	// Made twice, this would count to three.
	files, version := next(t, "UPDATE titles SET title = title + 1;")
	for _, place := range []string{path, filepath.Join(t.TempDir(), "fresh.db")} {
		var wait sync.WaitGroup
		for range 6 {
			wait.Go(func() {
				s, err := open(t.Context(), place, files, busyTimeout)
				if err != nil {
					t.Error(err)
					return
				}
				if st, err := s.Stats(t.Context()); err != nil || st.Schema != version {
					t.Errorf("schema %d, %v", st.Schema, err)
				}
				closed(t, s)
			})
		}
		wait.Wait()
	}
	if got := query(t, path, `SELECT title FROM titles`); got != "2" {
		t.Errorf("the migration was made %s − 1 times", got)
	}
}
